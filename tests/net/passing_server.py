"""A server of several workers that accept from one socket of their parent, as where no two can open one port.

python -m tests.net.passing_server serve --database postgresql://... --workers 2
"""

import sys
from functools import partial

from bgterm.cli.flags.arguments import parser
from bgterm.cli.serve import config
from bgterm.net.server import prepare_data_folder
from bgterm.net.workers import supervise

if __name__ == "__main__":
    asked = parser().parse_args()
    serving = config(asked)
    prepare_data_folder(serving.folder)
    sys.exit(supervise(serving, asked.workers, partial(print, flush=True), spreads=False))
