"""Replies of a server in the sandbox are a stranger's data."""

import json

import pytest

from lab.common.shapes import LONGEST_LIST
from lab.runner.task_pool import read_reply

DONE = {"end": "done", "cpu": 0.1}
ANSWERS = {
    "found": [[["0", "1", "b"]], []],
    "is_complete": True,
    "differing": [],
    "undrawable": "",
    "optimises": False,
    "shows": ["cell/3"],
    "cost": [3],
    "rules": 9,
    "accepted": [],
}


def test_valid_replies_of_a_server_are_read() -> None:
    reply = read_reply("find_answers", json.dumps({**DONE, "value": [ANSWERS]}).encode())
    assert reply.value == [ANSWERS]
    error = {**DONE, "end": "error", "value": "words"}
    assert read_reply("find_answers", json.dumps(error).encode()).value == "words"
    assert read_reply("find_answers", json.dumps({**DONE, "end": "time"}).encode()).end == "time"


FORGED = {
    "no board": json.dumps({**DONE, "value": []}).encode(),
    "no JSON": b"pass",
    "no object": b"[]",
    "nested": b"[" * 100_000,
    "a long number": b'{"end": "done", "value": ' + b"9" * 10_000 + b"}",
    "no value": json.dumps(DONE).encode(),
    "no end": json.dumps({**DONE, "value": [ANSWERS], "end": "pass"}).encode(),
    "another field": json.dumps({**DONE, "value": [ANSWERS], "verdict": "pass"}).encode(),
    "another value": json.dumps({**DONE, "value": "pass"}).encode(),
    "a field of a value": json.dumps({**DONE, "value": [{**ANSWERS, "more": 1}]}).encode(),
    "a number for yes": json.dumps({**DONE, "value": [{**ANSWERS, "is_complete": 1}]}).encode(),
    "two parts": json.dumps({**DONE, "value": [{**ANSWERS, "found": [[["0", "1"]]]}]}).encode(),
    "numbers": json.dumps({**DONE, "value": [{**ANSWERS, "found": [[[0, 1, "b"]]]}]}).encode(),
    "no number": b'{"end": "time", "cpu": NaN}',
    "an infinite time": b'{"end": "time", "cpu": 1e999}',
    "a negative time": json.dumps({**DONE, "end": "time", "cpu": -1.0}).encode(),
    "a huge cost": json.dumps({**DONE, "value": [{**ANSWERS, "cost": [10**30]}]}).encode(),
    "half a character": json.dumps({**DONE, "end": "error", "value": "\ud800"}).encode(),
    "a list without end": json.dumps(
        {**DONE, "value": [{**ANSWERS, "found": [[]] * (LONGEST_LIST + 1)}]}
    ).encode(),
    "an error in objects": json.dumps({**DONE, "end": "error", "value": {}}).encode(),
}


@pytest.mark.parametrize("name", FORGED)
def test_forged_replies(name: str) -> None:
    with pytest.raises(ValueError):
        read_reply("find_answers", FORGED[name])
