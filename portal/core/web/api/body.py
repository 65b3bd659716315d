"""What a body may be: one JSON object in UTF-8, of bounded size and depth, each name once, no number that is none."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import IO, Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext as _
from rest_framework.parsers import BaseParser

from portal.core.web.api.problems import Problem

MEDIA_TYPE = "application/json"
MOST_DEPTH = 24
# Strings are passed over whole; one that does not end reaches to the end. Neither branch ever tries twice.
_TOKEN = re.compile(r'"(?:[^"\\]|\\.?)*+(?:"|\Z)|([\[{])|([\]}])', re.DOTALL)
_NO_TEXT = re.compile("[\0\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")


class JSONBody(BaseParser):
    """Reads a body that `refuse_form` let pass. Raises Problem 400 or 413."""

    media_type = MEDIA_TYPE

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        most = int(settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0)
        raw = stream.read(most + 1)
        if len(raw) > most:
            raise too_large()
        return read(raw)


def read(raw: bytes) -> dict[str, Any]:
    """The object in `raw`."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        raise _malformed(_("The body is not UTF-8.")) from None
    _refuse_depth(text)
    try:
        found = json.loads(text, object_pairs_hook=_once, parse_constant=_constant)
    except ValueError:
        raise _malformed(_("The body is not JSON.")) from None
    if not isinstance(found, dict):
        raise _malformed(_("The body must be one JSON object."))
    _refuse_no_text(found)
    return found


def refuse_form(request: HttpRequest) -> None:
    """Before anything is read: a type other than JSON, anything compressed, too much. Charsets are refused earlier.

    A body is announced by its type; only an empty one may come without.
    """
    if str(request.META.get("HTTP_CONTENT_ENCODING", "identity")).strip().lower() not in ("", "identity"):
        raise Problem(415, "encoding", _("Compressed bodies are not read. Send the JSON as it is."))
    length = _length(request)
    if length > int(settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0):
        raise too_large()
    if request.content_type != MEDIA_TYPE and (length or request.content_type):
        raise Problem(415, "media_type", _("The body must be application/json."))


def _length(request: HttpRequest) -> int:
    said = str(request.META.get("CONTENT_LENGTH") or "0")
    if not (said.isascii() and said.isdigit()):
        raise Problem(400, "length", _("The length of the body is not a number."))
    return int(said[:15])


def too_large() -> Problem:
    return Problem(413, "too_large", _("What you sent is larger than this address takes. Nothing was saved."))


def _malformed(reason: str) -> Problem:
    return Problem(400, "malformed", reason)


def _refuse_depth(text: str) -> None:
    depth = 0
    for token in _TOKEN.finditer(text):
        depth += bool(token[1]) - bool(token[2])
        if depth > MOST_DEPTH:
            raise _malformed(_("The body is nested more than %(most)s levels deep.") % {"most": MOST_DEPTH})


def _once(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise _malformed(_("A name stands twice in one object."))
        found[name] = value
    return found


def _constant(name: str) -> None:
    raise _malformed(_("%(name)s is no number.") % {"name": name})


def _refuse_no_text(value: Any) -> None:
    if isinstance(value, str) and _NO_TEXT.search(value):
        raise Problem(400, "not_text", _("The body holds a character that is not text (NUL, or half a character)."))
    if isinstance(value, dict):
        for name, inner in value.items():
            _refuse_no_text(name)
            _refuse_no_text(inner)
    elif isinstance(value, list):
        for inner in value:
            _refuse_no_text(inner)
