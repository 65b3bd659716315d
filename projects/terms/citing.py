"""One version of the terms as something to cite: for people, for BibTeX and as CSL-JSON."""

from __future__ import annotations

import datetime as dt
import json
import re
from dataclasses import dataclass

# BibTeX counts braces and knows no escaped ones: a `\{` in a title would open a group that nothing closes.
_SPECIAL = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "{": r"\textbraceleft{}",
    "}": r"\textbraceright{}",
}
_ESCAPED = re.compile(r"[\\~^{}%&$#_]")
# Control characters, line ends of every kind, and what turns the direction of reading.
_UNSEEN = re.compile(r"[\s\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]+")


@dataclass(frozen=True)
class Cited:
    slug: str
    title: str
    number: int
    published: dt.date
    address: str
    hash: str


def bibtex(cited: Cited) -> str:
    """An entry of type misc. The title stands in braces of its own, so that no style changes its capitals."""
    rows = {
        "title": f"{{Terms of {_tex(cited.title)}, version {cited.number}}}",
        "author": f"{{{_tex(cited.title)}}}",
        "year": str(cited.published.year),
        "month": str(cited.published.month),
        "url": cited.address,
        "note": f"SHA-256 {cited.hash}",
    }
    body = "".join(f"  {name} = {{{value}}},\n" for name, value in rows.items())
    return f"@misc{{{cited.slug}-terms-{cited.number},\n{body}}}\n"


def csl(cited: Cited) -> str:
    day = cited.published
    entry = {
        "id": f"{cited.slug}-terms-{cited.number}",
        "type": "document",
        "title": f"Terms of {cited.title}, version {cited.number}",
        "author": [{"literal": cited.title}],
        "issued": {"date-parts": [[day.year, day.month, day.day]]},
        "version": str(cited.number),
        "URL": cited.address,
        "note": f"SHA-256 {cited.hash}",
    }
    return json.dumps([entry], ensure_ascii=False, indent=1) + "\n"


def _tex(text: str) -> str:
    """Text on one line inside a braced value; its braces always balance."""
    line = _UNSEEN.sub(" ", text).strip()
    return _ESCAPED.sub(lambda match: _SPECIAL.get(match[0], "\\" + match[0]), line)
