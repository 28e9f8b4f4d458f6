import os
import tempfile
import time

for number in range(200_000):
    open(f"{tempfile.gettempdir()}/{number}", "w").close()
time.sleep(600)
