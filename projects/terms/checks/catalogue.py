"""The checks' titles and sentences, as `catalogue.toml` holds them, and the figures they count with."""

from __future__ import annotations

from dataclasses import dataclass

from projects.terms.checks.finding import Code
from projects.terms.checks.vocabulary import data
from projects.terms.document.field import Words

COLUMNS: tuple[tuple[str, Words], ...] = (
    ("recruit", Words("Recruit", "招募时")),
    ("take_part", Words("Take part", "参与中")),
    ("get_credit", Words("Get credit", "署名时")),
    ("after_publication", Words("After publication", "发表后")),
)
MARKS: dict[Code, tuple[str, Words]] = {
    "fair": ("✓", Words("Fair", "公平")),
    "flag": ("⚑", Words("Red flag", "红旗")),
    "observation": ("◇", Words("Worth knowing", "提示")),
    "open": ("○", Words("Not stated", "未写明")),
}


@dataclass(frozen=True)
class Check:
    """``reads`` are paths, ``*`` for every text; ``sentences`` are the ways in which each mark may be worded."""

    id: str
    column: str
    title: Words
    reads: tuple[str, ...]
    sentences: dict[str, tuple[Words, ...]]


def _checks() -> dict[str, Check]:
    return {
        name: Check(
            name,
            row["column"],
            Words(*row["title"]),
            tuple(row["reads"]),
            {code: tuple(Words(*pair) for pair in row[code]) for code in MARKS if code in row},
        )
        for name, row in data("catalogue.toml").items()
    }


CHECKS = _checks()
FIGURES = data("figures.toml")
LIMITS: dict[str, int] = FIGURES["limits"]
