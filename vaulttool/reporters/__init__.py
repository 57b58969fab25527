"""One output format a file: findings in, text out."""
