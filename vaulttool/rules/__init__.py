"""One complaint a file: the name of the file is the name of the rule, its docstring the manual page."""
