while True:
    print("cell(0,0,x).")
