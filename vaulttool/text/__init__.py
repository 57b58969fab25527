"""Characters, and nothing about Markdown: spans, names, percent escapes."""
