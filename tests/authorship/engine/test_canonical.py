"""Canonical JSON and the strict reader of foreign JSON."""

from __future__ import annotations

import hashlib
import time
from fractions import Fraction

import pytest

from authorship.engine.canonical import CanonicalError, digest, dumps, loads


def test_the_text_is_sorted_tight_and_utf8() -> None:
    value = {"b": [1, True, None], "a": '珊瑚 "x"\n\x01', "c": Fraction(2, 4), "B": Fraction(3)}
    assert dumps(value) == '{"B":"3","a":"珊瑚 \\"x\\"\\n\\u0001","b":[1,true,null],"c":"1/2"}'


def test_the_digest_is_sha256_of_the_utf8_text() -> None:
    assert digest({"a": "ä"}) == hashlib.sha256('{"a":"ä"}'.encode()).hexdigest()


@pytest.mark.parametrize("value", [2**53, -(2**53)])
def test_whole_numbers_up_to_two_to_the_53(value: int) -> None:
    assert loads(dumps([value])) == [value]
    with pytest.raises(CanonicalError):
        dumps([value + (1 if value > 0 else -1)])


@pytest.mark.parametrize("value", [0.5, float("nan"), {1: 2}, {"ä": 1}, {None: 1}, "\ud800", {1, 2}, b"x", object()])
def test_what_has_no_canonical_form_is_refused(value: object) -> None:
    with pytest.raises(CanonicalError):
        dumps([value])


def test_a_cycle_is_refused() -> None:
    loop: list[object] = []
    loop.append(loop)
    with pytest.raises(CanonicalError):
        dumps(loop)


@pytest.mark.parametrize(
    "text",
    [
        '{"a":1,"a":2}', '[{"x":{"a":1,"b":2,"a":1}}]', "[1.5]", "[1e2]", "[-0.0]", "[NaN]", "[Infinity]",
        "[-Infinity]", "[9007199254740993]", "[" + "9" * 100_000 + "]", "[1,]", "{'a':1}", "", "nul", "[1] x",
        '"\\ud800"', '["\\udc00\\ud800"]', "\ufeff[]", '"a\nb"', "// c\n1", "[01]", '"\\x"', '"', '"\\',
    ],
)  # fmt: skip
def test_foreign_json_is_refused(text: str) -> None:
    with pytest.raises(CanonicalError):
        loads(text)
    with pytest.raises(CanonicalError):
        loads(text.encode("utf-8", "surrogatepass"))


def test_surrogate_pairs_are_one_character() -> None:
    assert loads('"\\ud83d\\ude00"') == "😀"


@pytest.mark.parametrize(
    "raw", [b"\xff", b'"\xc3"', '"ä"'.encode("latin-1"), "[1]".encode("utf-16"), b'"\xed\xa0\x80"']
)
def test_bytes_that_are_not_utf8_are_refused(raw: bytes) -> None:
    with pytest.raises(CanonicalError):
        loads(raw)


def test_size_and_depth_are_limits() -> None:
    assert loads(b"[[1]]", max_bytes=5, max_depth=2) == [[1]]
    with pytest.raises(CanonicalError, match="bytes"):
        loads(b"[[12]]", max_bytes=5)
    with pytest.raises(CanonicalError, match="bytes"):
        loads('"ää"', max_bytes=5)
    with pytest.raises(CanonicalError, match="levels"):
        loads(b"[[[1]]]", max_depth=2)
    assert loads('["[[[[", "\\"[["]', max_depth=1) == ["[[[[", '"[[']


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        '{"a":' * 100_000 + "1" + "}" * 100_000,
        '"' + '\\"' * 500_000,
        '"' * 1_000_001,
        "[" + '"\\\\",' * 200_000,
    ],
    ids=["lists", "objects", "unclosed", "quotes", "escapes"],
)
def test_hostile_json_is_refused_fast(text: str) -> None:
    started = time.process_time()
    with pytest.raises(CanonicalError):
        loads(text)
    assert time.process_time() - started < 2
