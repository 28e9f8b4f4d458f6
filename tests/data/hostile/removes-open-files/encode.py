import os
import tempfile
import time

from right import attempt


def write(name):
    held.append(os.open(name, os.O_RDWR | os.O_CREAT))
    os.unlink(name)
    for _ in range(50):
        os.write(held[-1], b"x" * (1 << 20))


held = []
os.chdir(tempfile.gettempdir())
for number in range(20):
    attempt(write, f"removed{number}")
time.sleep(600)
