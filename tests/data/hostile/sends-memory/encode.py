import array
import os
import socket
import tempfile
import time

left, right = socket.socketpair()
for _ in range(60):  # 3 GB in files that are open nowhere: they lie in the socket
    number = os.open(tempfile.gettempdir(), os.O_TMPFILE | os.O_RDWR)
    os.write(number, b"x" * (50 << 20))
    left.sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [number]))])
    os.close(number)
time.sleep(600)
