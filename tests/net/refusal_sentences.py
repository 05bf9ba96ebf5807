"""The sentences with which a server refuses a connection or a request."""

FULL = "The server is full: try again later."
NO_COMMANDS = (
    "The only command here is record CODE, or record CODE --format mat or sgf; "
    "to play, connect with ssh -p PORT HOST alone."
)
NO_FILES = "There are no files here, only backgammon: connect with ssh -p PORT HOST alone."
NO_FORWARDING = "nothing is forwarded here, there is only backgammon"
NO_KEY = (
    "This server knows players by their keys, and your client offered none: make one with ssh-keygen -t ed25519"
)
NO_TERMINAL = (
    "bgterm shows a board, and for that it needs a terminal: connect with ssh -t, or as plain@ for lines of text."
)
NOT_LISTED = "Your key is not on the list of this server, or your client offered none: contact its operator."
