import sys

for i in range(7):
    row = sys.stdin.readline()
    for j in range(7):
        if row[j] != ".":
            print(f"cell({i},{j},{row[j]}).")
print("dim(7).")
print("#const n=7.")
