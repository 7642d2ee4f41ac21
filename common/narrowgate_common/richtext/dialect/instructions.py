"""What a server's instructions say about the dialect: enough to write it back; docs/rich-text.md has the rest."""

INSTRUCTIONS = """Rich texts are GitHub-flavoured Markdown. Write back what you read with your changes in it: what you
do not touch stays as it is. Beyond Markdown: panels `> [!INFO] Title` (INFO NOTE TIP WARNING ERROR SUCCESS), tasks
`- [ ]`, `<br>` in a line, `:status[Done]{color=green}`, `:mention[Ann]{id=...}`, `:date[2026-01-31]`,
`:::expand{title="More"}` ... `:::`, images and files as `attachment:name`. What has a `ref=` stands for what Markdown
cannot say: keep, move or delete it whole. For a small change of a long text, use edits."""
