"""Rules as sentences: who, how many points, in which order, how much money."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from projects.terms.document.award_sentences import Awards
from projects.terms.document.fields import label
from projects.terms.document.pay_sentences import Pay
from projects.terms.document.who_sentences import Document

__all__ = ["Rules", "keys_sentence", "label", "order_sentence", "pay_sentence", "rule_sentence"]


class Rules(Awards, Pay):
    """All of them in one language, with the titles of one document."""


def rule_sentence(expression: object, lang: str, *, document: Document | None = None) -> str:
    """Who an expression means, as words without a full stop: ``at least 3 points``, ``至少 3 分``.

    ``document`` gives titles of kinds and roles; without it their ids are shown. Open parts read ``…``.
    """
    return Rules(lang, document or {}).who(expression)


def keys_sentence(keys: object, lang: str, *, document: Document | None = None) -> str:
    return Rules(lang, document or {}).keys(keys)


def order_sentence(keys: object, lang: str, *, document: Document | None = None) -> str:
    """Sort keys with the direction of each: ``by points, most first; then by name``."""
    return Rules(lang, document or {}).directed(keys)


def pay_sentence(rule: Mapping[str, Any], lang: str, *, document: Document | None = None) -> str:
    return Rules(lang, document or {}).pay(rule)
