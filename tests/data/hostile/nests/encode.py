import os
import tempfile

from right import attempt, encode

os.chdir(tempfile.gettempdir())
for _ in range(900):
    attempt(os.mkdir, "d" * 50)  # an earlier run may have made it
    os.chdir("d" * 50)
attempt(os.chmod, tempfile.gettempdir() + "/" + "d" * 50, 0)
encode()
