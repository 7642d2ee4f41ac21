"""Mattermost, API version 4: https://developers.mattermost.com/api-documentation/"""
