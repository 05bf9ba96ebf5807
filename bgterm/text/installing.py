"""The pip command that installs an optional Python package for bgterm."""

import shlex
import sys


def pip_install(package: str) -> str:
    """Return the pip command that installs a package for the running interpreter.

    The package is one on PyPI, where bgterm is not: an extra of bgterm can only be installed from its folder.
    """
    return shlex.join((sys.executable, "-m", "pip", "install", package))
