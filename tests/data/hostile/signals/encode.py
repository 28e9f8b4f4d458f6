import os
import signal

from right import TARGETS, attempt, encode

signal.signal(signal.SIGTERM, signal.SIG_IGN)
for number in (signal.SIGTERM, signal.SIGSTOP, signal.SIGKILL):
    attempt(os.kill, TARGETS["process"], number)
    attempt(os.killpg, TARGETS["process"], number)
encode()
