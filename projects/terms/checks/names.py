"""What things and people of the terms are called in a line of the card.

Titles, ids and names of funders and recipients stand in quotation marks, as in the clauses; names of people do not.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from projects.terms.document.field import Words


def titled(item: Mapping[str, Any]) -> str:
    title = item.get("title", "none")
    return f"“{title if title != 'none' else item.get('id', '…')}”"


def funder(item: Mapping[str, Any]) -> Words:
    return _named(item, "name", Words("a funder who is not named", "（名称未写明）"))


def recipient(item: Mapping[str, Any]) -> Words:
    return _named(item, "recipient", Words("a recipient that is not named", "未写明名称的接收方"))


def _named(item: Mapping[str, Any], key: str, unnamed: Words) -> Words:
    name = item.get(key, "none")
    return unnamed if name == "none" else Words(f"“{name}”", f"“{name}”")
