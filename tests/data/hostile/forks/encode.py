import os
import time

for _ in range(9):  # 512 processes; without limits a storm would go on, and take the machine along
    os.fork()
time.sleep(600)
