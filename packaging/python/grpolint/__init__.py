"""grpolint is a compiled program; this package only finds it."""

import os
import sysconfig

__all__ = ["executable"]


def executable():
    """The path of the grpolint that was installed with this package.

    Raises FileNotFoundError when it is not there, for instance after `pip install --target`, which
    leaves commands out.
    """
    name = "grpolint" + (sysconfig.get_config_var("EXE") or "")
    user = os.name + "_user"
    folders = [sysconfig.get_path("scripts"), sysconfig.get_path("scripts", scheme=user)]
    for folder in folders:
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            return path
    raise FileNotFoundError(f"{name} is in none of {', '.join(folders)}")
