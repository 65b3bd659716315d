"""What may be said of a run, and the sentence for everything that may not. Each message is typed out."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from portal.core.errors import Refused
from projects.runs.cleaning import cleaned
from tests.projects.runs.logging import run

TODAY = dt.date(2026, 12, 1)


def test_everything_is_kept_exactly() -> None:
    kept = cleaned(
        run(
            model="  Kiln   2 ",
            version="2026-10",
            settings='{"temperature": 0.70, "tools": false, "effort": "high"}',
            failures="code | knowledge",
            note="It guessed.\n\nTwice.",
            cost="1.20 usd",
            tokens="120000",
            transcript="https://runs.example/1?a=b",
        ),
        TODAY,
    )
    assert kept == {
        "model": "Kiln 2",
        "version": "2026-10",
        "settings": {"temperature": "0.70", "tools": "false", "effort": "high"},
        "attempts": 20,
        "solved": 3,
        "failures": ["knowledge", "code"],
        "note": "It guessed.\n\nTwice.",
        "cost_minor": 120,
        "currency": "USD",
        "tokens": 120000,
        "ran_on": dt.date(2026, 11, 2),
        "transcript": "https://runs.example/1?a=b",
    }


def test_little_is_wanted() -> None:
    kept = cleaned(run(settings="temperature 0, eight tries"), TODAY)
    assert kept["settings"] == {"text": "temperature 0, eight tries"}
    nothing = ("version", "note", "currency", "transcript")
    assert {kept[name] for name in nothing} == {""}
    assert (kept["cost_minor"], kept["tokens"], kept["failures"]) == (None, None, [])


SIZE = "Settings: The text has 200000 bytes; at most 8000 are taken."
PLAIN = "a whole number in plain digits, without sign, point or commas."


@pytest.mark.parametrize(
    ("said", "reasons"),
    [
        ({"model": ""}, ["Model: say which model it was."]),
        ({"model": None}, ["Model: say which model it was."]),
        ({"model": "m" * 121}, ["Model: at most 120 characters."]),
        ({"model": 7}, ["Model: This must be text."]),
        ({"model": "a\nb"}, ["Model: This must be one line, without line breaks or tabs."]),
        ({"attempts": ""}, ["Attempts: a whole number is wanted."]),
        ({"attempts": "0"}, ["Attempts: between 1 and 100000."]),
        ({"attempts": "-1"}, [f"Attempts: {PLAIN}"]),
        ({"attempts": "1000000000"}, ["Attempts: between 1 and 100000."]),
        ({"attempts": "9" * 400}, [f"Attempts: {PLAIN}"]),
        ({"attempts": "NaN"}, [f"Attempts: {PLAIN}"]),
        ({"attempts": "2.0"}, [f"Attempts: {PLAIN}"]),
        ({"attempts": "٢"}, [f"Attempts: {PLAIN}"]),
        ({"attempts": 20.5}, [f"Attempts: {PLAIN}"]),
        ({"attempts": True}, [f"Attempts: {PLAIN}"]),
        ({"attempts": "2"}, ["Solved: more than there were attempts."]),
        ({"solved": "-0"}, [f"Solved: {PLAIN}"]),
        ({"tokens": "1e9"}, [f"Tokens: {PLAIN}"]),
        ({"tokens": "1000000000001"}, ["Tokens: between 0 and 1000000000000."]),
        ({"settings": "x" * 200_000}, [SIZE]),
        ({"settings": "x" * 500}, ["Settings: at most 400 characters."]),
        ({"settings": "{"}, ["Settings: it begins like a JSON object and is none."]),
        ({"settings": '{"a": NaN}'}, ["Settings: NaN is no number."]),
        ({"settings": '{"a": 1, "a": 2}'}, ["Settings: a name stands twice in it."]),
        ({"settings": '{"a": {}}'}, ["Settings: each setting is a short text, a number, true or false."]),
        ({"settings": '{"a": null}'}, ["Settings: each setting is a short text, a number, true or false."]),
        ({"settings": {"a" * 41: "1"}}, ["Settings: the name of a setting has between 1 and 40 characters."]),
        ({"settings": {str(n): "1" for n in range(21)}}, ["Settings: at most 20 settings."]),
        ({"settings": [1]}, ["Settings: a JSON object, or a few words."]),
        (
            {"settings": '{"a":' * 300 + "1" + "}" * 300},
            ["Settings: each setting is a short text, a number, true or false."],
        ),
        ({"failures": "luck"}, ["Where it failed: any of knowledge, reasoning, tool, code, data."]),
        ({"failures": [{}]}, ["Where it failed: any of knowledge, reasoning, tool, code, data."]),
        ({"note": "a\0b"}, ["What came out: The text holds a character that is not text (NUL, or half a character)."]),
        ({"note": "x" * 4001}, ["What came out: The text has 4001 bytes; at most 4000 are taken."]),
        ({"cost": "1.2 USD"}, ["Cost: USD has 2 decimals."]),
        ({"cost": "-1.20 USD"}, ["Cost: money is written like 10.00 USD."]),
        ({"cost": "3.00 XYZ"}, ["Cost: XYZ is not a currency of ISO 4217."]),
        ({"cost": "99999999999999.00 USD"}, ["Cost: the amount is too large."]),
        ({"ran_on": ""}, ["Day of the run: a day like 2027-03-01."]),
        ({"ran_on": "2026-02-30"}, ["Day of the run: a day like 2027-03-01."]),
        ({"ran_on": "20260101"}, ["Day of the run: a day like 2027-03-01."]),
        ({"ran_on": "1999-01-01"}, ["Day of the run: not before 2015-01-01."]),
        ({"ran_on": "2026-12-02"}, ["Day of the run: this day is still to come."]),
        ({"transcript": "javascript:alert(1)"}, ["Link to the transcript: a web address that begins with https://."]),
        ({"transcript": "https://"}, ["Link to the transcript: a web address that begins with https://."]),
        ({"transcript": "https://[x"}, ["Link to the transcript: a web address that begins with https://."]),
        (
            {"transcript": "https://me:pw@a.example/"},
            ["Link to the transcript: a web address that begins with https://."],
        ),
        ({"model": "", "cost": "1"}, ["Model: say which model it was.", "Cost: money is written like 10.00 USD."]),
    ],
)
def test_what_is_refused_and_how(said: dict[str, Any], reasons: list[str]) -> None:
    with pytest.raises(Refused) as refused:
        cleaned(run(**said), TODAY)
    assert [str(one) for one in refused.value.reasons] == reasons
