"""The embedded company: its people, projects and issues, and how they change."""
