"""Rich text that loses nothing: one Markdown dialect, three originals, edits that leave the rest alone."""
