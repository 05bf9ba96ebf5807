"""`python -m bgterm`: the same as the `bgterm` command."""

import sys

from bgterm.cli.main import main

sys.exit(main())
