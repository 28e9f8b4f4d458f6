"""Look at the whole bank of mistakes anew: python3 -m lab.check.learn"""

from lab.check.behaviour import BANK, TABLE, looked_at, write
from lab.check.judge import Judges


def main() -> None:
    programs = sorted(BANK.glob("*/*.lp"))
    with Judges() as judges:
        write(TABLE, dict(zip(programs, looked_at(judges, programs))))


if __name__ == "__main__":
    main()
