import sys

grid = sys.stdin.read().splitlines()
n = len(grid)
for col in range(n):
    for row in range(n):
        if grid[row][col] != ".":
            print("cell(" + str(row) + "," + str(col) + "," + grid[row][col] + ").")
print("dim(" + str(n) + ").")
print("#const n=" + str(n) + ".")
