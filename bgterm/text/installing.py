"""The command that installs a package which bgterm can use."""

import shlex
import sys


def pip_install(package: str) -> str:
    """Return the command that installs a package of the index for the interpreter that runs.

    An extra of bgterm can only be installed from its folder: bgterm is on no index.
    """
    return shlex.join((sys.executable, "-m", "pip", "install", package))
