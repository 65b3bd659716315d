"""Writes that are sent twice: the first answer is kept under the caller's `Idempotency-Key` and given again.

The write and its answer commit together, so that a process that dies between the two leaves neither: whoever sends
the same again then gets the answer, or has it done for the first time, and never twice.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import re
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.db import IntegrityError, transaction
from django.http import HttpResponse, HttpResponseBase
from django.utils.translation import gettext as _
from rest_framework.request import Request

from portal.api.models import KeptAnswer
from portal.core import clock
from portal.core.web.api import etags
from portal.core.web.api.problems import Problem
from portal.core.web.api.views import Endpoint

HEADER = "Idempotency-Key"
REPLAYED = "Idempotent-Replayed"
KEPT = dt.timedelta(hours=24)
# A write that has not ended by then was cut off: nothing of it was saved, and the key is free.
CUT_OFF = dt.timedelta(minutes=10)
_KEY = re.compile(r"[\x21-\x7e]{1,255}")
_HEADERS = ("Content-Type", "Location", "ETag", "Link")
Handler = Callable[..., HttpResponseBase]


class Overtaken(Exception):
    """The claim was taken for cut off, and given to another request, before the write ended."""


def once(handler: Handler) -> Handler:
    """For a handler that writes. Stands below `extend_schema`."""

    @wraps(handler)
    def answered(view: Endpoint, request: Request, *args: Any, **kwargs: Any) -> HttpResponseBase:
        key = request.headers.get(HEADER)
        if key is None:
            return handler(view, request, *args, **kwargs)
        if not _KEY.fullmatch(key):
            raise Problem(400, "idempotency_key", _("Idempotency-Key: between 1 and 255 signs of ASCII, no spaces."))
        claim, mine = _claim(request, key)
        if not mine:
            return _again(claim, _fingerprint(request))
        try:
            return _kept(claim, lambda: _answer(view, handler, request, args, kwargs))
        except Overtaken:
            raise _running() from None
        except BaseException:
            KeptAnswer.objects.filter(pk=claim.pk, at=claim.at, status=None).delete()
            raise

    return answered


def _claim(request: Request, key: str) -> tuple[KeptAnswer, bool]:
    """The row of the key, and whether this request is to do the work."""
    at, user = clock.deciding(), int(request.user.pk or 0)
    fingerprint = _fingerprint(request)
    try:
        with transaction.atomic():
            return KeptAnswer.objects.create(user_id=user, key=key, fingerprint=fingerprint, at=at), True
    except IntegrityError:
        found = KeptAnswer.objects.filter(user=user, key=key).first()
    if found is None:  # the attempt before failed just now
        raise _running()
    old = KeptAnswer.objects.filter(pk=found.pk, at=found.at, status=None, at__lt=at - CUT_OFF)
    if old.update(at=at, fingerprint=fingerprint):
        found.at, found.fingerprint = at, fingerprint
        return found, True
    return found, False


def _again(found: KeptAnswer, fingerprint: str) -> HttpResponse:
    if found.fingerprint != fingerprint:
        raise Problem(
            422,
            "idempotency_key_reused",
            _("This Idempotency-Key was sent before with another request. Take a new one for a new request."),
        )
    if found.status is None:
        raise _running()
    answer = HttpResponse(found.body.encode(), status=found.status)
    for name, value in found.headers.items():
        answer[name] = value
    answer[REPLAYED] = "true"
    return answer


def _running() -> Problem:
    return Problem(
        409,
        "in_flight",
        _("The same request is being worked on. Ask again in a moment, with the same key."),
        headers={"Retry-After": "1"},
    )


def _kept(claim: KeptAnswer, work: Callable[[], HttpResponseBase]) -> HttpResponseBase:
    """The work and its answer in one transaction."""
    with transaction.atomic():
        answer = work()
        if answer.status_code >= 500:
            raise RuntimeError("a handler answered with a failure instead of raising it")
        rows = KeptAnswer.objects.filter(pk=claim.pk, at=claim.at, status=None)
        headers = {name: answer[name] for name in _HEADERS if answer.has_header(name)}
        told = getattr(answer, "content", b"").decode()
        if not rows.update(status=answer.status_code, headers=headers, body=told):
            raise Overtaken
        return answer


def _answer(view: Endpoint, handler: Handler, request: Request, args: Any, kwargs: Any) -> HttpResponseBase:
    """As the view would answer, refusals as well; what is nobody's refusal is raised."""
    try:
        with transaction.atomic():
            answer = handler(view, request, *args, **kwargs)
    except Exception as error:
        answer = view.handle_exception(error)
    finished: HttpResponseBase = view.finalize_response(request, answer)  # type: ignore[arg-type]  # any response
    return etags.finish(request, finished)


def _fingerprint(request: Request) -> str:
    """Of everything that decides what the request does."""
    parts = (
        str(request.method).encode(),
        request.get_full_path().encode(),
        request.headers.get("If-Match", "").encode(),
        request._request.body,
    )
    return hashlib.sha256(b"".join(len(part).to_bytes(8, "big") + part for part in parts)).hexdigest()


def forget(at: dt.datetime) -> int:
    """Deletes what has been kept long enough; how many."""
    return KeptAnswer.objects.filter(at__lt=at - KEPT).delete()[0]
