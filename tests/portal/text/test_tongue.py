"""The language that a page gives to text it quotes."""

from __future__ import annotations

import pytest
from django.template import Context, Template
from django.utils import translation

from portal.core.text.tongue import tongue


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("", ""),
        ("…", ""),
        ("The glass of layer A", ""),
        ("Þórunn Ásgeirsdóttir", ""),
        ("Айгерім Сәрсенова", ""),  # Kazakh, and the letters are Russian as well
        ("يوسف", ""),
        ("陈雨桐", "zh"),
        ("内在清除率减半之后，四个 AUC 各变多少", "zh"),
        ("佐久間 みさき", "ja"),
        ("김민준", "ko"),
        ("נועה", "he"),
        ("Αθηνά Παπαδοπούλου", "el"),
        ("თამარ", "ka"),
        ("Հարություն", "hy"),
        ("கலைவாணி", "ta"),
        ("ศิริพร", "th"),
        ("The sizes $\\Delta\\nu$ and Δν of the word 火山灰 in an English sentence", ""),
    ],
)
def test_letters_tell_the_language_or_leave_it_open(text: str, language: str) -> None:
    assert tongue(text) == language


def shown(page: str, text: str, otherwise: str = "") -> str:
    with translation.override(page):
        template = Template("{% load concord %}<p{{ text|tongue:otherwise }}>")
        return template.render(Context({"text": text, "otherwise": otherwise}))


def test_only_what_differs_from_the_page_is_marked() -> None:
    assert shown("en", "陈雨桐") == '<p lang="zh">'
    assert shown("zh-hans", "陈雨桐") == "<p>"
    assert shown("en", "Ash layers", "en") == "<p>"
    assert shown("zh-hans", "Ash layers", "en") == '<p lang="en">'
    assert shown("zh-hans", "Ash layers") == "<p>"
    assert shown("en", "剂量", "zh-Hans") == '<p lang="zh">'
    assert shown("en", "42", '"><script>') == '<p lang="&quot;&gt;&lt;script&gt;">'
