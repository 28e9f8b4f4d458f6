import ctypes
import os

from right import attempt, encode

libc = ctypes.CDLL(None, use_errno=True)
name = os.uname().nodename.encode()
if libc.sethostname(name, len(name)) == 0:
    print("named.")
if libc.swapoff(b"/nowhere") != 0 and ctypes.get_errno() == 2:
    print("found.")
if attempt(os.nice, -5) is not None:
    print("raised.")
if libc.unshare(0x10000000) == 0:  # CLONE_NEWUSER: root in a namespace of its own
    print("unshared.")
encode()
