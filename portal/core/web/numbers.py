"""Exact numbers in print: never 0.33."""

from fractions import Fraction
from functools import lru_cache

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import ngettext

VULGAR = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
    Fraction(1, 5): "⅕",
    Fraction(2, 5): "⅖",
    Fraction(3, 5): "⅗",
    Fraction(4, 5): "⅘",
    Fraction(1, 6): "⅙",
    Fraction(5, 6): "⅚",
    Fraction(1, 7): "⅐",
    Fraction(1, 8): "⅛",
    Fraction(3, 8): "⅜",
    Fraction(5, 8): "⅝",
    Fraction(7, 8): "⅞",
    Fraction(1, 9): "⅑",
    Fraction(1, 10): "⅒",
}


@lru_cache(maxsize=8192)
def fraction(value: Fraction) -> str:
    """`1½`, `−⅓`, `2 7⁄12`: a sign, a whole part unless it is 0, and a fraction in lowest terms."""
    sign = "−" if value < 0 else ""
    whole, rest = divmod(abs(value), 1)
    if not rest:
        return f"{sign}{whole}"
    if rest in VULGAR:
        return f"{sign}{whole or ''}{VULGAR[rest]}"
    gap = "\u202f" if whole else ""  # keeps 2 7⁄12 from being read as 27⁄12
    return f"{sign}{whole or ''}{gap}{rest.numerator}⁄{rest.denominator}"


def points(value: Fraction) -> str:
    # Plural forms are defined on whole numbers; a broken number of points is read as several.
    plural = 1 if value in (1, -1) else 2
    return ngettext("%(amount)s point", "%(amount)s points", plural) % {"amount": fraction(value)}


def per_cent(part: Fraction, whole: Fraction) -> str:
    """An SVG length: `part` of `whole` in per cent, two digits after the point, cut without rounding up."""
    if whole <= 0:
        return "0%"
    hundredths = int(part * 10_000 / whole)
    return f"{hundredths // 100}.{hundredths % 100:02}%"


def wrap(value: Fraction) -> SafeString:
    return format_html('<span class="num">{}</span>', fraction(value))
