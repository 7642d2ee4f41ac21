"""Jira Cloud (REST v3, ADF) and Jira Data Center (REST v2, wiki markup)."""
