import logging
import sys

from portal.settings.logs import OneLineFormatter


def printed(message: str, *args: object, fail: bool = False) -> list[str]:
    failure = None
    if fail:
        try:
            raise ValueError("first\n2026-01-01 00:00:00 INFO root: forged")
        except ValueError:
            failure = sys.exc_info()
    record = logging.LogRecord("root", logging.INFO, __file__, 1, message, args, failure)
    return OneLineFormatter("%(levelname)s %(name)s: %(message)s").format(record).split("\n")


def test_line_breaks_and_terminal_codes_stay_on_the_line() -> None:
    assert printed("Not Found: %s", "/a\r\nINFO root: forged\x1b[31m\u2028\x85\x00\u202e") == [
        r"INFO root: Not Found: /a\r\nINFO root: forged\x1b[31m\u2028\x85\x00\u202e"
    ]


def test_other_scripts_are_left_alone() -> None:
    assert printed("%s", "薛定谔 Ångström") == ["INFO root: 薛定谔 Ångström"]


def test_a_traceback_cannot_pass_for_a_record() -> None:
    first, *rest = printed("broken", fail=True)
    assert first == "INFO root: broken"
    assert all(line.startswith("  | ") for line in rest)
    assert "  | 2026-01-01 00:00:00 INFO root: forged" in rest
