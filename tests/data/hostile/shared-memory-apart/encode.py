import ctypes

from right import encode

SIZE, CREATE, FAILED = 50 << 20, 0o1600, ctypes.c_void_p(-1).value
libc = ctypes.CDLL(None)
libc.shmat.restype = ctypes.c_void_p
for _ in range(60):
    number = libc.shmget(0, SIZE, CREATE)
    place = libc.shmat(number, None, 0)
    if place != FAILED:
        ctypes.memset(place, 1, SIZE)
        libc.shmdt(ctypes.c_void_p(place))
        print(f"stolen({SIZE}).")
encode()
