"""User text as HTML: the one road for page, preview and mail."""

import hashlib
import html
import re

from django.core.cache import caches
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from portal.core.text import process
from portal.core.text.pipeline import VERSION

# Above this nothing is tried; twice what a statement may have.
MOST_BYTES = 131_072
_WEEK = 7 * 86_400
# What can hold no mark-up at all, nor hide an expensive shape: letters, digits and quiet punctuation.
_PLAIN = re.compile(r"[^\W_]([\w .,;:()/?'\"’“”–-]{0,400}[\w.,;:()?'\"’”])?")
_NUMBERED = re.compile(r"[0-9]+[.)]")


def render(source: str) -> SafeString:
    """Sanitised HTML of Markdown `source`, mathematics as MathML, code with classes.

    What takes too long or too much is shown as its source with a note. Both are remembered by content.
    """
    if _PLAIN.fullmatch(source) and not _NUMBERED.match(source) and "_" not in source and "://" not in source:
        return format_html('<p dir="auto">{}</p>', source)
    if len(source.encode("utf-8", "replace")) > MOST_BYTES:
        return _inert(source)
    key, cache = _key(source), caches["rendered"]
    rendered = cache.get(key)
    if rendered is None:
        try:
            rendered = process.shared.render(source)
        except process.TooComplex:
            rendered = ""
        cache.set(key, rendered, _WEEK if rendered else 600)
    if not rendered and source.strip():
        return _inert(source)
    # Safe: the sanitiser wrote it, and the formulas were written from a fixed list after it.
    return SafeString(rendered)


def forget(source: str) -> None:
    """Nothing of a text that was erased stays among what was rendered."""
    caches["rendered"].delete(_key(source))


def _key(source: str) -> str:
    return f"md{VERSION}:" + hashlib.sha256(source.encode("utf-8", "replace")).hexdigest()


def plain(source: str) -> str:
    """The text without mark-up, for mail: what a reader of the page would read."""
    text = re.sub(r"<(p|li|h[1-6]|tr|pre|br|hr|div)\b", r"\n<\1", render(source))
    return html.unescape(re.sub(r"<[^>]*>", "", text)).strip()


def _inert(source: str) -> SafeString:
    note = _("This text is too complex to be set; here is its source.")
    return format_html('<p class="note">{}</p><pre tabindex="0" class="code">{}</pre>', note, source)
