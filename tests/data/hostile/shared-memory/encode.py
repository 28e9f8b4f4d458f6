from right import attempt, encode


def fill():
    with open("/dev/shm/hostile", "wb") as file:
        while True:
            file.write(bytes(1 << 20))


attempt(fill)
encode()
