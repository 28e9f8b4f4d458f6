import ctypes
import mmap
import os
import tempfile
import time

from right import attempt


def write(name):
    number = os.open(name, os.O_RDWR | os.O_CREAT)
    os.unlink(name)
    for _ in range(50):
        os.write(number, b"x" * (1 << 20))
    held.append(mmap.mmap(number, 4096))
    os.close(number)


held = []
ctypes.CDLL(None).prctl(4, 0)  # PR_SET_DUMPABLE: nobody but root may look at this process
os.chdir(tempfile.gettempdir())
for number in range(20):
    attempt(write, f"hidden{number}")
time.sleep(600)
