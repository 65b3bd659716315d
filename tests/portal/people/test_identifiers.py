"""Check digits. ORCID examples from orcid.org's documentation, ROR ids from ror.org."""

import pytest

from portal.people.identifiers import orcid, ror


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("0000-0002-1825-0097", "0000-0002-1825-0097"),
        ("https://orcid.org/0000-0002-1825-0097", "0000-0002-1825-0097"),
        ("0000-0002-1694-233x", "0000-0002-1694-233X"),
        ("0009-0006-1571-7001", None),
        ("0000-0002-1825-0098", None),
        ("0000-0000-0000-0001", None),
        ("hello", None),
        ("", ""),
    ],
)
def test_orcid(typed, kept):
    assert orcid(typed) == kept


@pytest.mark.parametrize("known", ["02mhbdp94", "04wxnsj81", "02twcfp32", "05dxps055", "00f54p054", "03yrm5c26"])
def test_ror_ids_of_real_institutions(known):
    assert ror(known) == known
    assert ror(f"https://ror.org/{known}") == known
    last = "0" if known[-1] != "0" else "1"
    assert ror(known[:-1] + last) is None


def test_ror_refuses_other_shapes():
    assert ror("") == ""
    assert [ror(x) for x in ("12mhbdp94", "02mhbdp9", "02mhbilo4", "https://evil.example/02mhbdp94")] == [None] * 4
