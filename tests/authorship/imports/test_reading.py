"""Files are read strictly: bytes to rows with lines, or every reason why not."""

import pytest

from authorship.imports.reading import BadRow, Columns, parts, read

COLUMNS = Columns(known=("person", "points", "source"), needed=frozenset({"person", "source"}))
HEADER = b"person,points,source\n"


def reasons(content, name="f.csv"):
    _rows, bad = read(name, content, COLUMNS)
    return [str(found.line) + ": " + found.reason for found in bad]


def test_rows_carry_the_line_they_begin_on():
    rows, bad = read("f.csv", HEADER + b'ana,1,a\n\nbo,"1/2","b"\n', COLUMNS)
    assert bad == []
    assert [(row.line, row["person"], row["points"]) for row in rows] == [(2, "ana", "1"), (4, "bo", "1/2")]


def test_columns_may_stand_in_any_order_and_optional_ones_may_be_absent():
    [row], _ = read("f.csv", b"source,person\na,ana\n", COLUMNS)
    assert (row["person"], row["source"], row["points"]) == ("ana", "a", "")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "0: The file is empty."),
        (b"  \n ", "0: The file is empty."),
        (HEADER, "0: The file holds no rows."),
        (b"\xef\xbb\xbf" + HEADER + b"a,1,b\n", "1: The file begins with a byte order mark"),
        (b"\xff\xfep\x00e\x00", "1: The file begins with a byte order mark"),
        (HEADER + b"a,1,b\n\xe9,1,c\n", "3: Byte 27 of the file is not UTF-8."),
        (b"who,points,source\na,1,b\n", "1: Unknown column 'who'"),
        (b"person,points\na,1\n", "1: Column source is missing"),
        (b"person,person,source\na,b,c\n", "1: Column person stands twice"),
        (b"Person,points,source\na,1,b\n", "1: Unknown column 'Person'"),
        (b"person;points;source\na;1;b\n", "1: Unknown column"),
        (HEADER + b"a,1\n", "2: This row has 2 cells; the header has 3."),
        (HEADER + b'a,"1"x,b\n', "2: This is not CSV"),
        (HEADER + b'a,"1,b\n', "2: This is not CSV"),
        (HEADER + b"a\x00,1,b\n", "2: "),
        (HEADER + b'"a\x1bb",1,b\n', "2: person holds a control character."),
        (HEADER + b"a," + b"1" * 10_001 + b",b\n", "2: points has more than 10000 characters."),
    ],
)
def test_what_is_wrong_is_said_with_its_line(content, reason):
    found = reasons(content)
    assert found
    assert found[0].startswith(reason)


def test_every_bad_row_is_named():
    assert reasons(HEADER + b"a,1\nb,1,c\nc\n") == [
        "2: This row has 2 cells; the header has 3.",
        "4: This row has 1 cells; the header has 3.",
    ]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b'{"person": "a", "source": "b", "points": 0.5}', "1: This line cannot be read: '0.5' is no whole number"),
        (b'{"person": "a", "source": "b", "points": NaN}', "1: This line cannot be read"),
        (b'{"person": "a", "source": "b", "points": 1e400}', "1: This line cannot be read"),
        (b'{"person": "a", "source": "b", "points": 1}', "1: points must be text"),
        (b'{"person": "a", "source": "b", "points": null}', "1: points must be text"),
        (b'{"person": "a", "person": "c", "source": "b"}', "1: This line cannot be read"),
        (b'{"person": "a"}', "1: Key source is missing."),
        (b'{"person": "a", "source": "b", "what": "c"}', "1: Unknown key 'what'"),
        (b'["a"]', "1: A line holds one object."),
        (b'{"person": {"a": ["b"]}, "source": "b"}', "1: This line cannot be read"),
        (b'{"person": "\\u0000", "source": "b"}', "1: person holds a control character."),
        (b'{"person": "\\ud800", "source": "b"}', "1: This line cannot be read"),
        (b'{"person"', "1: This line cannot be read"),
    ],
)
def test_json_lines_are_as_strict(line, reason):
    found = reasons(line + b"\n", "f.jsonl")
    assert found
    assert found[0].startswith(reason)


def test_another_kind_of_file_is_refused():
    assert reasons(b"<x/>", "f.xml") == ["0: The name of the file must end in .csv or .jsonl."]


def test_a_file_of_more_rows_than_the_most_is_refused(monkeypatch):
    monkeypatch.setattr("authorship.imports.reading.MAX_ROWS", 2)
    assert reasons(HEADER + b"a,1,b\n" * 3) == ["0: The file has more than 2 rows."]
    assert reasons(b'{"person":"a","source":"b"}\n' * 3, "f.jsonl") == ["0: The file has more than 2 rows."]


def test_parts_stand_between_bars():
    assert parts("") == []
    assert parts("a | b") == ["a", "b"]
    assert BadRow(1, "a") < BadRow(2, "a")


def test_reasons_are_said_in_the_language_of_whoever_asks(monkeypatch):
    """Every reason goes through the catalogue."""
    asked = []
    monkeypatch.setattr("authorship.imports.reading._", lambda text: asked.append(text) or text)
    reasons(b"who,points,source\na,1,b\n")
    reasons(HEADER + b"a,1\n")
    reasons(b'{"person": 1}\n', "f.jsonl")
    assert {"Unknown column", "This row has", "Key"} <= {text.split(" %")[0] for text in asked}
