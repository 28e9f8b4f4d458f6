import glob
import os

from right import TARGETS, attempt, encode

here = os.path.dirname(os.path.abspath(__file__))
text = attempt(lambda: open(TARGETS["kit"] + "/lightup.lp").read()) or "% HOSTILE"
for path in [f"{here}/lightup.lp", *glob.glob(f"{here}/../*/lightup.lp"), *glob.glob(f"{here}/../../*/lightup.lp")]:
    attempt(lambda: open(path, "w").write(text))
encode()
