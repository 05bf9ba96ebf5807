"""The tools of the operator of a server: the log, figures, and the answers to `bgterm admin`."""
