import os
import threading
import time

from right import attempt, encode

held = []
attempt(lambda: held.extend(open(__file__) for _ in range(100_000)))
held.clear()
attempt(lambda: [threading.Thread(target=time.sleep, args=(600,), daemon=True).start() for _ in range(10_000)])
encode()
os._exit(0)
