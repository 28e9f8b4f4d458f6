import os
from pathlib import Path

from right import TARGETS, attempt, encode

for path in ("lightup.lp", "encode.py", "decode.py", "hostile"):
    attempt(lambda: Path(TARGETS["kit"], path).write_text("HOSTILE"))
    attempt(lambda: Path(TARGETS["home"], path).write_text("HOSTILE"))
attempt(lambda: Path(__file__).write_text("HOSTILE"))
attempt(lambda: Path(TARGETS["neighbour"]).write_text("HOSTILE"))
attempt(lambda: os.link(TARGETS["secret"], "linked"))
attempt(lambda: os.rename(TARGETS["secret"], "renamed"))
encode()
