import itertools
import tempfile
import time

try:
    for number in range(1024):
        with open(f"{tempfile.gettempdir()}/{number % 40}-{number}", "wb") as file:
            file.write(bytes(1 << 20))
finally:
    time.sleep(1)
