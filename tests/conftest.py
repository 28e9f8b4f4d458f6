"""Interrupts reach the programs that tests start, also where a shell in the background has them
ignored: what a process ignores, its children ignore too."""

import signal

signal.signal(signal.SIGINT, signal.default_int_handler)
