"""The operator's tools for a running server: the log, figures, and the answers to `bgterm admin`."""
