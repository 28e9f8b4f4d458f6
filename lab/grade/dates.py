"""Reads dates: those of ISO 8601, and those with the name of a month in the teacher's language.

Moodle's worksheet has the latter.
"""

import contextlib
import re
import unicodedata
from datetime import MAXYEAR, MINYEAR, datetime

MONTHS = (  # beginnings of names without accents: English, Spanish, French, German and others
    "jan ene gen", "feb fev fevr", "mar mrz maerz", "apr abr avr", "may mai mag maggio mei maig",
    "jun juin giu", "jul juil lug", "aug ago aou ao", "sep set", "oct okt out ott",
    "nov", "dec dez dic des",
)  # fmt: skip
WEEKDAYS = {"martes", "mardi", "marti", "martedi"}  # weekdays that begin like months
YEAR, TIME = re.compile(r"\b(\d{4})\b"), re.compile(r"\b(\d{1,2})[:.h](\d{2})(?::\d{2})?\b")
AM_PM = re.compile(r"\d\s*([ap])\.?\s?m\b", re.I)
DAY = re.compile(r"\b(\d{1,2})(?:\.|st|nd|rd|th|er|º|ª)?\b")
WORD = re.compile(r"[^\W\d_]+")


def is_moment(text: str) -> bool:
    """Return whether a text looks like a date with a time, in any language."""
    return bool(YEAR.search(text) and TIME.search(text)) and len(text) < 80


def parse_moment(text: str) -> datetime | None:
    """Return the date and time in a text, without seconds and zone; None if it is uncertain.

    The date must have a year, the name of one month, and one more number, the day.
    """
    year, time = YEAR.search(text), TIME.search(text)
    if not year or not time:
        return None
    months = {parse_month(word) for word in WORD.findall(text)} - {0}
    days = DAY.findall(text.replace(time[0], " ", 1).replace(year[0], " ", 1))
    if len(months) != 1 or len(days) != 1:
        return None
    hour = int(time[1])
    if half := AM_PM.search(text):
        hour = hour % 12 + (12 if half[1].lower() == "p" else 0)
    try:
        return datetime(int(year[1]), months.pop(), int(days[0]), hour, int(time[2]))
    except ValueError:
        return None


def parse_month(word: str) -> int:
    """Return the number of a month, from 1, or 0 if the word is not a month."""
    letters = unicodedata.normalize("NFKD", word.casefold())
    name = "".join(letter for letter in letters if letter.isalpha())
    for number, beginnings in enumerate(MONTHS, start=1):
        if name.startswith(tuple(beginnings.split())) and name not in WEEKDAYS:
            return number
    return 0


def parse_iso_time(text: str) -> datetime | None:
    """Return the date and time in ISO 8601, with a zone or UTC or Z; None for another text.

    A time with a zone in the first or the last year of the calendar counts as another text.
    """
    text = text.strip().replace(" UTC", "+00:00").replace("Z", "+00:00")
    with contextlib.suppress(ValueError):
        moment = datetime.fromisoformat(text)
        return None if moment.tzinfo and moment.year in (MINYEAR, MAXYEAR) else moment
    return None
