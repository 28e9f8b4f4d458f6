import os
import signal

from right import attempt, encode

signal.signal(signal.SIGTERM, signal.SIG_IGN)
encode()
attempt(os.kill, -1, signal.SIGTERM)
