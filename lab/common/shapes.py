"""Compares values of JSON from strangers with the shapes that the values should have."""

import math
import re
from typing import Any

LONGEST_LIST = 100_000  # items
SURROGATE = re.compile("[\ud800-\udfff]")  # half a character; UTF-8 has none


def has_shape(value: Any, shape: Any) -> bool:
    """Return whether a value of JSON has a shape.

    [s]        a list of up to LONGEST_LIST items, each of the shape s
    [s, ...]   the same with three dots: at least one item
    (s, t)     a list of exactly two items, of these shapes
    {name: s}  an object with exactly these names
    range      a whole number in the range
    None       null
    a type     a value of this type; a float is finite and not negative (json reads NaN and
               infinities), a text has no lone surrogates
    """
    if isinstance(shape, list):
        least = len(shape) - 1
        has_right_length = isinstance(value, list) and least <= len(value) <= LONGEST_LIST
        return has_right_length and all(has_shape(item, shape[0]) for item in value)
    if isinstance(shape, tuple):
        has_right_length = isinstance(value, list) and len(value) == len(shape)
        return has_right_length and all(map(has_shape, value, shape))
    if isinstance(shape, dict):
        has_names = isinstance(value, dict) and value.keys() == shape.keys()
        return has_names and all(has_shape(value[name], shape[name]) for name in shape)
    if isinstance(shape, range):
        return type(value) is int and value in shape
    if type(value) is not shape:
        return value is shape is None
    is_broken_text = shape is str and SURROGATE.search(value)
    return not is_broken_text and (shape is not float or 0 <= value < math.inf)
