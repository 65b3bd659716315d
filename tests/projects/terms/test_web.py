"""What the pages of the terms read from a form."""

from __future__ import annotations

import pytest
from django.test import RequestFactory

from projects.terms.web import version_sent


@pytest.mark.parametrize(
    ("sent", "version"),
    [
        ("7", 7),
        ("0", 0),
        ("007", 7),
        ("999999999", 999_999_999),
        ("1000000000", 0),  # more digits than any draft was saved times
        ("", 0),
        ("-1", 0),
        (" 7", 0),
        ("1.5", 0),
        ("1e3", 0),
        ("1_000", 0),
        ("７", 0),  # a digit to Python, and none that a page of the site sends
        ("²", 0),
    ],
)
def test_the_version_of_a_form_is_a_plain_number_or_0(rf: RequestFactory, sent: str, version: int) -> None:
    assert version_sent(rf.post("/", {"version": sent})) == version


def test_a_form_without_a_version_is_of_a_first_draft(rf: RequestFactory) -> None:
    assert version_sent(rf.post("/")) == 0
