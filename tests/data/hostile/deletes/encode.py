import os
import shutil

from right import TARGETS, attempt, encode

for path in (TARGETS["home"], os.path.dirname(TARGETS["neighbour"])):
    shutil.rmtree(path, ignore_errors=True)
attempt(os.unlink, TARGETS["secret"])
attempt(os.truncate, TARGETS["secret"], 0)
encode()
