"""Amaze on the page: lines are drawn by dragging; lab/web/playable.py has all names."""

from lab.web.playable import Look

PLAY = "line"
LOOKS = {".": Look("empty")}
