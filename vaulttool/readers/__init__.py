"""One outside format a file: text in, figures and settings out."""
