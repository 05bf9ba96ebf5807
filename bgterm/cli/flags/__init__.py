"""The flags of the command line: the parser, and the declarations of commands and their arguments."""
