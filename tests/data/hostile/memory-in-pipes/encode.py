import ctypes
import mmap
import os
import tempfile

from right import attempt, encode

MB = 1 << 20
reader, writer = os.pipe()


def take_by_vmsplice():
    class Piece(ctypes.Structure):
        _fields_ = [("start", ctypes.c_void_p), ("size", ctypes.c_size_t)]

    held = mmap.mmap(-1, 2 * MB, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    piece = Piece(ctypes.addressof(ctypes.c_char.from_buffer(held)), 4096)
    if ctypes.CDLL(None).vmsplice(writer, ctypes.byref(piece), ctypes.c_size_t(1), 0) > 0:
        print("stolen(vmsplice).")


def take_by_file(send):
    with tempfile.TemporaryFile() as file:
        file.write(b"x" * MB)
        file.flush()
        send(file.fileno())
        file.truncate(0)  # a page of it stays in the pipe, and with it many more
        print("stolen(file).")


def take_by_device():
    held = mmap.mmap(os.open("/dev/zero", os.O_RDWR), MB)
    held[:] = bytes(MB)
    held.madvise(mmap.MADV_DONTNEED)
    print("stolen(device).")


attempt(take_by_vmsplice)
attempt(take_by_file, lambda number: os.splice(number, writer, 4096))
attempt(take_by_file, lambda number: os.sendfile(writer, number, 0, 4096))
attempt(take_by_device)
encode()
