from pathlib import Path

from right import TARGETS, attempt, encode, steal

kit = Path(TARGETS["kit"])
for name in ("lightup.lp", "encode.py", "lab/lightup/trials.txt", "lab/lightup/mistakes.txt"):
    steal(kit / name)
encode()
