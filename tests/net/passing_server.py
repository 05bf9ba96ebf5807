"""A server of several workers that accept from one socket of their parent, as where no two can open one port.

python -m tests.net.passing_server serve --database postgresql://... --workers 2
"""

from bgterm.cli.flags.arguments import parser
from bgterm.cli.serve import config
from bgterm.net.server import prepare_data_folder, supervise

if __name__ == "__main__":
    asked = parser().parse_args()
    serving = config(asked)
    prepare_data_folder(serving.folder)
    supervise(serving, asked.workers, str, spreads=False)
