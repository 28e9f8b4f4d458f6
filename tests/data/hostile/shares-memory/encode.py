import mmap
import os
import time

for _ in range(4):  # 3 GB that no process has mapped in its page table
    held = mmap.mmap(-1, 800 << 20)
    for start in range(0, len(held), 4096):
        held[start] = 1
    held.madvise(mmap.MADV_DONTNEED)
    if not os.fork():
        time.sleep(600)
    held.close()
time.sleep(600)
