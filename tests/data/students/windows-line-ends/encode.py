import sys

row = 0
for line in sys.stdin:
    line = line.strip()
    for column in range(len(line)):
        if line[column] != ".":
            print("cell(", row, ",", column, ",", line[column], ").", sep="")
    row = row + 1
print("dim(", row, ").", sep="")
print("#const n=", row, ".", sep="")
