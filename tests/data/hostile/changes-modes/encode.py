import os

from right import TARGETS, encode

CHANGES = (
    lambda path: os.chmod(path, 0),
    lambda path: os.chown(path, os.getuid(), os.getgid()),
    lambda path: os.utime(path, (0, 0)),
    lambda path: os.setxattr(path, "user.hostile", b"1"),
    lambda path: os.truncate(path, 0),
)
for path in (TARGETS["secret"], TARGETS["home"], os.path.dirname(TARGETS["neighbour"])):
    for change in CHANGES:
        try:
            change(path)
            print("changed.")
        except OSError:
            pass
encode()
