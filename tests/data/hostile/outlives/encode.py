import os
import sys

from right import TARGETS, attempt, encode

encode()
if not os.fork():
    attempt(os.setsid)
    if not os.fork():
        stay = "import time; time.sleep(600)"
        os.execv(sys.executable, [sys.executable, "-c", stay, TARGETS["token"]])
    os._exit(0)
os.wait()
