"""The licence table: what each licence allows and asks, typed by hand from the licence texts."""

from __future__ import annotations

import pytest

from licensing.vocabulary.licences import openness, table, terms_of
from licensing.vocabulary.spdx import current, parse_expression


@pytest.mark.parametrize(
    ("spdx", "commercial", "change", "credit", "share_alike"),
    [
        ("CC0-1.0", True, True, False, False),
        ("CC-BY-4.0", True, True, True, False),
        ("CC-BY-SA-4.0", True, True, True, True),
        ("CC-BY-ND-4.0", True, False, True, False),
        ("CC-BY-NC-4.0", False, True, True, False),
        ("CC-BY-NC-SA-4.0", False, True, True, True),
        ("CC-BY-NC-ND-4.0", False, False, True, False),
        ("ODC-By-1.0", True, True, True, False),
        ("ODbL-1.0", True, True, True, True),
        ("PDDL-1.0", True, True, False, False),
        ("CDLA-Permissive-2.0", True, True, True, False),
        ("CDLA-Sharing-1.0", True, True, True, True),
        ("MIT", True, True, True, False),
        ("BSD-3-Clause", True, True, True, False),
        ("Apache-2.0", True, True, True, False),
        ("GPL-3.0-only", True, True, True, True),
        ("MPL-2.0", True, True, True, True),
        ("0BSD", True, True, False, False),
    ],
)
def test_what_a_licence_allows_and_asks(
    spdx: str, commercial: bool, change: bool, credit: bool, share_alike: bool
) -> None:
    row = table()[spdx]
    assert (row.commercial, row.change, row.credit, row.share_alike) == (commercial, change, credit, share_alike)


def test_every_row_is_an_id_in_use_with_its_source() -> None:
    for spdx, row in table().items():
        assert current(spdx) == spdx
        assert row.source.startswith("https://")
        assert row.name


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("CC-BY-4.0", "open"),
        ("CC-BY-NC-4.0", "limited"),
        ("CC-BY-ND-4.0", "limited"),
        ("C-UDA-1.0", "limited"),
        ("CC-BY-NC-4.0 OR CC-BY-4.0", "open"),
        ("CC-BY-NC-4.0 AND CC-BY-4.0", "limited"),
        ("LicenseRef-house", "closed"),
        ("LicenseRef-house OR MIT", "open"),
        ("LicenseRef-house AND MIT", "closed"),
        ("BUSL-1.1", "closed"),
        ("GPL-3.0", "open"),
        ("GPL-2.0-only WITH Classpath-exception-2.0", "open"),
    ],
)
def test_what_the_public_gets(text: str, expected: str) -> None:
    assert openness(parse_expression(text)) == expected


def test_a_name_like_an_open_licence_is_not_one() -> None:
    assert terms_of("LicenseRef-CC-BY-4.0") == "reference"
    assert terms_of("BUSL-1.1") == "unknown"
