import os
import tempfile

os.chdir(tempfile.gettempdir())
for _ in range(900):
    os.mkdir("d" * 50)
    os.chdir("d" * 50)

from right import attempt, encode

attempt(os.chmod, tempfile.gettempdir() + "/" + "d" * 50, 0)
encode()
