"""Everything beyond the assignment: python3 -m lab COMMAND.  README.txt here is the map."""

import contextlib
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent  # the folder of the kit

# encode.py and decode.py are those of the kit, wherever the command is given; and nothing is
# imported from the folder where that is, which may be a stranger's.
OWN_ENTRIES = {str(ROOT), os.curdir, ""}
with contextlib.suppress(FileNotFoundError):  # it is deleted
    OWN_ENTRIES.add(os.path.realpath(os.curdir))
OTHERS = [place for place in sys.path if place not in OWN_ENTRIES]
IS_KIT = (ROOT / "lab" / "__main__.py").exists()  # false in a handout
sys.path[:] = [str(ROOT), *OTHERS] if IS_KIT else [*OTHERS, str(ROOT)]


class Unusable(Exception):
    """Input, programs, tools or arguments that cannot be used; each line is a reason."""


class LimitReached(Unusable):
    """The time limit of a command came while it read its input."""
