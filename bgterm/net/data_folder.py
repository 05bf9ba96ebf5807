"""The folder of the server, which is its own: nobody else reads it, and nobody else's is made one."""

import os
from pathlib import Path

from bgterm.net.ssh_keys import OTHERS, ServerError
from bgterm.text.system_errors import Trouble, reason_of


def prepare_data_folder(folder: Path) -> None:
    """Make the folder for this user alone, and so from now on all that this process makes.

    A folder that is there already is never changed: it may be more than the server's. Raises ServerError when it
    cannot be used, or others can open it.
    """
    os.umask(OTHERS)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        is_open = bool(folder.stat().st_mode & OTHERS)
    except OSError as error:
        raise ServerError(Trouble.SERVER_FOLDER, name=folder, reason=reason_of(error)) from error
    if is_open:
        raise ServerError(Trouble.SERVER_FOLDER_OPEN, name=folder)
