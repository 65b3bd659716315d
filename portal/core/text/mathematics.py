"""LaTeX to MathML, from a fixed list of elements and attributes. Knows no Django: the worker imports it.

The result never meets the sanitiser's allow-list: every element and attribute is looked up here, and the
HTML is written anew. What does not pass is shown as its source.
"""

import re
from html import escape, unescape
from xml.etree.ElementTree import Element

from latex2mathml.converter import convert_to_element

MOST_CHARACTERS = 2000
ELEMENTS = frozenset(
    (
        *("math", "mrow", "mi", "mn", "mo", "ms", "mtext", "mspace", "mfrac", "msqrt", "mroot", "msub", "msup"),
        *("msubsup", "munder", "mover", "munderover", "mmultiscripts", "mprescripts", "none", "mtable", "mtr", "mtd"),
        *("menclose", "mpadded", "mphantom", "mstyle", "merror"),
    )
)
_LENGTH = re.compile(r"-?[0-9.]{1,6}(em|ex|px|pt|%)?|thin|medium|thick|0")
_WORD = re.compile(r"[a-z -]{1,60}")
_LENGTHS = re.compile(rf"({_LENGTH.pattern})( ({_LENGTH.pattern})){{0,20}}")
_MEASURES = (
    *("width", "height", "depth", "voffset", "lspace", "rspace", "linethickness", "rowspacing", "columnspacing"),
    *("minsize", "maxsize", "scriptlevel"),
)
_MANNERS = (
    *("display", "displaystyle", "mathvariant", "stretchy", "fence", "separator", "form", "symmetric", "largeop"),
    *("movablelimits", "accent", "accentunder", "columnalign", "rowalign", "columnlines", "rowlines", "notation"),
    "align",
)
_ATTRIBUTES = {**dict.fromkeys(_MEASURES, _LENGTHS), **dict.fromkeys(_MANNERS, _WORD)}


def mathml(latex: str, *, block: bool) -> str | None:
    """HTML of a `math` element, or None where `latex` is too long, not understood, or needs anything else."""
    if len(latex) > MOST_CHARACTERS:
        return None
    try:
        root = convert_to_element(latex, display="block" if block else "inline")
    except Exception:  # latex2mathml raises many kinds, IndexError among them, on broken input
        return None
    written = _write(root)
    if written is None:
        return None
    label = escape(re.sub(r"\s+", " ", latex.strip()))
    return written.replace("<math", f'<math alttext="{label}"', 1)


def _write(element: Element) -> str | None:
    name = element.tag
    if name not in ELEMENTS:
        return None
    attributes = _attributes(element)
    children = [_write(child) for child in element]
    if attributes is None or None in children:
        return None
    parts = [_text(element.text)]
    for child, written in zip(element, children, strict=True):
        parts += [written or "", _text(child.tail)]
    return f"<{name}{attributes}>{''.join(parts)}</{name}>"


def _text(text: str | None) -> str:
    """The converter writes signs as references (`&#x0003C;`)."""
    return escape(unescape(text or ""))


def _attributes(element: Element) -> str | None:
    written = ""
    for name, value in element.attrib.items():
        if name == "xmlns":
            continue
        pattern = _ATTRIBUTES.get(name)
        if pattern is None or not pattern.fullmatch(value):
            return None
        written += f' {name}="{escape(value)}"'
    return written
