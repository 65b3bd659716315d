"""Entity tags: of what an answer says to this caller, and of the version a writer started from.

A tag of an object that is written with `If-Match` begins with its version, `"7-…"`. The rest holds the
answer and who asked, so that two people never share a tag.
"""

from __future__ import annotations

import hashlib
import re

from django.http import HttpResponseBase, HttpResponseNotModified
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from portal.core.web.api.problems import Problem

_VERSION = re.compile(r'"([0-9]{1,9})-[0-9a-f]{32}"', re.ASCII)


def finish(request: Request, response: HttpResponseBase) -> HttpResponseBase:
    """Renders; gives what was read its tag, and 304 to whoever has it; keeps every cache away."""
    if isinstance(response, Response) and not response.is_rendered:
        response.render()
    _for_this_caller(response)
    version = getattr(response, "version", None)
    reads = request.method in ("GET", "HEAD") and response.status_code == 200
    if not reads and version is None:
        return response
    response["ETag"] = tag = tag_of(request, getattr(response, "content", b""), version)
    if not reads:
        return response
    wanted = parse_etags(request.headers.get("If-None-Match", ""))
    if wanted != ["*"] and tag not in [one.removeprefix("W/") for one in wanted]:
        return response
    unchanged = HttpResponseNotModified()
    unchanged["ETag"] = tag
    _for_this_caller(unchanged)
    return unchanged


def _for_this_caller(response: HttpResponseBase) -> None:
    response["Cache-Control"] = "private, no-store"
    patch_vary_headers(response, ("Accept", "Authorization", "Cookie", "Accept-Language"))


def tag_of(request: Request, content: bytes, version: int | None = None) -> str:
    """Strong. `version` is that of an object which is written with `If-Match`."""
    caller = "" if request.user is None or request.user.pk is None else f"{request.user.pk}"
    told = hashlib.sha256(b"\0".join([caller.encode(), request.get_full_path().encode(), content])).hexdigest()[:32]
    return f'"{told}"' if version is None else f'"{version}-{told}"'


def wanted_version(request: Request) -> int:
    """The version that `If-Match` names. Problem 428 without one, 400 for what is no tag of such an object."""
    said = request.headers.get("If-Match", "").strip()
    if said in ("", "*"):
        raise Problem(
            428, "version_missing", _("Name the version you started from: send its ETag in the header If-Match.")
        )
    found = _VERSION.fullmatch(said)
    if found is None:
        raise Problem(400, "if_match", _("If-Match: take the ETag from an answer, one and unchanged."))
    return int(found[1])
