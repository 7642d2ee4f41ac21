"""Rich text: how fast it is read, written and edited, and what stays as it was, beside others' converters."""
