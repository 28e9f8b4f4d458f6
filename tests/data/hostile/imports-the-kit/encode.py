import sys

from right import TARGETS

sys.path[:] = [TARGETS["kit"], *sys.path[1:]]
del sys.modules["right"]
import encode

encode.main()
