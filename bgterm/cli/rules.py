"""`bgterm rules`: print the rules as plain text."""

import shutil
from argparse import Namespace

from bgterm.cli.match_file_io import put_lines
from bgterm.rules.variants import VARIANTS
from bgterm.text.how_to_play import how_to_play, rules_in_full

_WIDEST = 80
"""The columns beyond which lines are hard to read."""


def run(options: Namespace) -> int:
    """Print the rules for beginners, or all rules of the variant that the options name; return 0."""
    width = min(shutil.get_terminal_size((_WIDEST, 24)).columns, _WIDEST)
    sections = rules_in_full(VARIANTS[options.variant]) if options.variant else how_to_play()
    put_lines("\n\n\n".join(section.text(width) for section in sections).splitlines())
    return 0
