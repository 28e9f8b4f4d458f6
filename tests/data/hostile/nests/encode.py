import os
import tempfile

top = tempfile.mkdtemp()
os.chdir(top)
for _ in range(900):
    os.mkdir("d" * 50)
    os.chdir("d" * 50)

from right import attempt, encode

attempt(os.chmod, top + "/" + "d" * 50, 0)
encode()
