"""LaTeX to MathML, from a fixed list of elements and attributes. Knows no Django: the worker imports it.

The result never meets the sanitiser's allow-list: it is parsed, every element and attribute is looked
up here, and the HTML is written anew. What does not pass is shown as its source.
"""

import re
from html import escape
from xml.etree import ElementTree

from latex2mathml.converter import convert

MOST_CHARACTERS = 2000
NAMESPACE = "{http://www.w3.org/1998/Math/MathML}"
ELEMENTS = frozenset(
    "math mrow mi mn mo ms mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover "
    "mmultiscripts mprescripts none mtable mtr mtd menclose mpadded mphantom mstyle merror".split()
)
_LENGTH = re.compile(r"-?[0-9.]{1,6}(em|ex|px|pt|%)?|thin|medium|thick|0")
_WORD = re.compile(r"[a-z -]{1,60}")
_ATTRIBUTES: dict[str, re.Pattern[str]] = {
    **dict.fromkeys(
        "width height depth voffset lspace rspace linethickness rowspacing columnspacing minsize maxsize "
        "scriptlevel".split(),
        re.compile(rf"({_LENGTH.pattern})( ({_LENGTH.pattern})){{0,20}}"),
    ),
    **dict.fromkeys(
        "display displaystyle mathvariant stretchy fence separator form symmetric largeop movablelimits accent "
        "accentunder columnalign rowalign columnlines rowlines notation align".split(),
        _WORD,
    ),
}


def mathml(latex: str, *, block: bool) -> str | None:
    """HTML of a `math` element, or None where `latex` is too long, not understood, or needs anything else."""
    if len(latex) > MOST_CHARACTERS:
        return None
    try:
        root = ElementTree.fromstring(convert(latex, display="block" if block else "inline"))
    except RecursionError:
        return None
    except Exception:  # latex2mathml raises many kinds, IndexError among them, on broken input
        return None
    written = _write(root)
    if written is None:
        return None
    label = escape(re.sub(r"\s+", " ", latex.strip()))
    return written.replace("<math", f'<math alttext="{label}"', 1)


def _write(element: ElementTree.Element) -> str | None:
    name = element.tag.removeprefix(NAMESPACE)
    if name not in ELEMENTS:
        return None
    attributes = _attributes(element)
    children = [_write(child) for child in element]
    if attributes is None or None in children:
        return None
    parts = [escape(element.text or "")]
    for child, written in zip(element, children, strict=True):
        parts += [written or "", escape(child.tail or "")]
    return f"<{name}{attributes}>{''.join(parts)}</{name}>"


def _attributes(element: ElementTree.Element) -> str | None:
    written = ""
    for name, value in element.attrib.items():
        pattern = _ATTRIBUTES.get(name)
        if pattern is None or not pattern.fullmatch(value):
            return None
        written += f' {name}="{escape(value)}"'
    return written
