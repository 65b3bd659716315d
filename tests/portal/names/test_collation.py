"""`root-folded/1` of interfaces.md 2: family, then given; NFKD, marks dropped, casefold, other runs one space."""

import pytest

from portal.core.names.collation import UnknownCollation, sort_key


@pytest.mark.parametrize(
    ("given", "family", "printed", "expected"),
    [
        ("Ana Lucía", "Quispe Mamani", "", "quispe mamani  ana lucia"),
        ("", "", "Shally", "shally"),
        ("", "", "毛泽东", "毛泽东"),
        ("Björk", "Guðmundsdóttir", "", "guðmundsdottir  bjork"),
        ("Jörg", "Strauß", "", "strauss  jorg"),
        ("İpek", "IŞIK", "", "isik  ipek"),
        ("Łukasz", "Żółć", "", "żołc  łukasz".replace("ż", "z")),
        ("Séan", "O’Brien", "", "o brien  sean"),
        ("Séan", "O'Brien", "", "o brien  sean"),
        ("Jean-Luc", "Étienne--Du  Pont", "", "etienne du pont  jean luc"),
        ("", "van der Berg", "", "van der berg"),
        ("ｊａｎｅ", "Ⅳ", "", "iv  jane"),
        ("", "", "…", ""),
    ],
)
def test_key(given, family, printed, expected):
    assert sort_key(given, family, printed) == expected


def test_a_family_stands_before_a_longer_family_that_begins_with_it():
    names = [("Zoe", "Li"), ("Ana", "Li Bai"), ("Ana", "Lia"), ("", "Li")]
    ordered = sorted(names, key=lambda name: sort_key(name[0], name[1], "").encode())
    assert ordered == [("", "Li"), ("Zoe", "Li"), ("Ana", "Li Bai"), ("Ana", "Lia")]


def test_one_name_in_two_normal_forms_has_one_key():
    assert sort_key("", "Dvo\u0159\u00e1k", "") == sort_key("", "Dvor\u030ca\u0301k", "") == "dvorak"


def test_an_unknown_version_is_an_error():
    with pytest.raises(UnknownCollation):
        sort_key("A", "B", "", "root-folded/2")
