import sys

rows = sys.stdin.readlines()
print("dim(%d)." % len(rows)
for r in range(len(rows)):
    print(rows[r])
