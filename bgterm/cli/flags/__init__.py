"""The flags of the command line: the parser, the commands and their arguments."""
