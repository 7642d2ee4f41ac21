"""The company's issue tracker, in the wire format of Jira Cloud REST v3."""
