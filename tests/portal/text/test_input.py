"""What may be typed. Cases B10, B75, B80, B81 and B82 of the security list."""

import pytest

from portal.core.errors import Refused
from portal.core.text.input import clean_line, clean_text, key


@pytest.mark.parametrize(
    "value",
    [
        "a\0b",
        "a" + chr(0xD800) + "b",
        "a\uffffb",
        "a\ufdd0b",
        "a\U0001ffffb",
        "a\ufffdb",
        "a\x1b[31mb",
        "a\x7fb",
        "a\x85b",
        "a\u202eb",
        "a\u2066b",
        "a\u200eb",
        "a\u200bb",
        "a\ufeffb",
        "a\u2060b",
        "a\u00adb",
        "a\u3164b",
        "a\U000e0041b",
        "a\u200db",
        "a\u200cb",
        "\u200da",
        "a" + "\u0301" * 10_000,
        "x\u2028y",
        7,
        None,
    ],
)
def test_refused_in_words(value):
    with pytest.raises(Refused) as refusal:
        clean_text(value, max_bytes=100_000, multiline=True)
    assert str(refusal.value.reasons[0])


@pytest.mark.parametrize(
    "value",
    [
        "Nguyễn Thị Minh Châu",
        "می\u200cخواهم",  # Persian: the non-joiner is spelling
        "ක්\u200dෂ",  # Sinhala: the joiner is spelling
        "क्\u200dष",
        "שָׁלוֹם עֲלֵיכֶם",
        "ليلى المرزوقي",
        "陈雨桐",
        "👩\u200d🔬 👩🏽\u200d🔬 ❤️\u200d🔥",
        "Zalgo no: a\u0301\u0323",
        "ภาษาไทยที่นี่",
    ],
)
def test_real_writing_passes(value):
    import unicodedata

    assert clean_text(value, max_bytes=1000) == unicodedata.normalize("NFC", value)


def test_line_breaks_only_where_there_are_lines():
    assert clean_text("a\r\nb\rc\n", max_bytes=100, multiline=True) == "a\nb\nc"
    for value in ("a\nBcc: all@example.org", "a\tb", "a\rb"):
        with pytest.raises(Refused):
            clean_text(value, max_bytes=100)


def test_bytes_are_counted_in_utf_8():
    assert clean_text("é" * 50, max_bytes=100) == "é" * 50
    with pytest.raises(Refused, match="102 bytes; at most 100"):
        clean_text("é" * 51, max_bytes=100)
    with pytest.raises(Refused):
        clean_text("a" * 10_000_000, max_bytes=100)


def test_spaces_of_a_line_are_one_space():
    assert clean_line("  Ana\u00a0\u00a0 Quispe ", max_bytes=100) == "Ana Quispe"


def test_two_spellings_have_one_key():
    assert key("Rosé") == key("ROSE\u0301") == key("ｒｏｓé")
    assert key("Straße") == key("STRASSE")
