import sys

text = sys.stdin.read()
rows = text.split("\n")[:-1]
for i in range(len(rows)):
    for j in range(len(rows[i])):
        if rows[i][j] in ["x", "0", "1", "2", "3", "4"]:
            print(f"cell({i},{j},{rows[i][j]}).")
print(f"dim({len(rows)}).")
