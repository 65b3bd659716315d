"""Nothing typed is lost: a form that cannot be taken comes back, to be sent again or as text to copy.

It comes back in the answer alone; nothing of it is stored here or put into an address. A form whose session ended holds
everything that was sent; whoever signs in elsewhere sends it again from there. Its token is void by then, since signing
in makes a new one, so the form comes back once more with a token of the new session, and only its button saves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from django.shortcuts import render, resolve_url

from portal.core.web.labels import label

_TOKEN = "csrfmiddlewaretoken"  # noqa: S105
# What a form sends besides what a person wrote into it.
_NOT_TYPED = frozenset({"version", "do", "next", "whole"})
# Here forms are about passwords and codes, and open to those who are not signed in.
_ACCOUNTS = "/accounts/"
_ONE_LINE = 80


@dataclass(frozen=True)
class Text:
    """`label` is "" where the page cannot know what the form called the field."""

    name: str
    label: str
    text: str

    @property
    def short(self) -> bool:
        return "\n" not in self.text and len(self.text) <= _ONE_LINE


def sent(request: HttpRequest) -> list[tuple[str, str]]:
    """(field, text) of all that the form sent, empty fields as well: without its token, passwords and files."""
    if request.method != "POST":
        return []
    try:
        fields = list(request.POST.lists())
    except (UnreadablePostError, MultiPartParserError):
        return []
    return [(name, text) for name, texts in fields if not _is_secret(name) for text in texts if isinstance(text, str)]


def typed(request: HttpRequest) -> list[Text]:
    """What somebody wrote into the form that was sent; nothing of other requests."""
    written = [(name, text) for name, text in sent(request) if text.strip() and name not in _NOT_TYPED]
    return [Text(name, label(request, name), text) for name, text in written]


def _is_secret(name: str) -> bool:
    return name == _TOKEN or "password" in name.casefold()


def unstored(response: HttpResponse) -> HttpResponse:
    """A page that gives text back is for whoever sent it: no cache on the way stores it."""
    response["Cache-Control"] = "private, no-store"
    return response


def sent_with_old_token(request: HttpRequest) -> HttpResponse | None:
    """A form of our own pages whose token is void, once more with a token that counts (403).

    None for what another site may have made: nobody is led to send on what they did not write.
    """
    if not _is_from_here(request) or request.path.startswith((_ACCOUNTS, "/api/")):
        return None
    return _given_back(request, "errors/send_again.html")


def _is_from_here(request: HttpRequest) -> bool:
    """A browser says itself whose page sent the form. One that does not gets the text to copy."""
    origin = request.headers.get("Origin", "")
    return origin == f"{request.scheme}://{request.get_host()}" or origin in settings.CSRF_TRUSTED_ORIGINS


def _given_back(request: HttpRequest, template: str) -> HttpResponse | None:
    """None where nobody wrote anything."""
    texts = typed(request)
    if not texts:
        return None
    context = {
        "typed": texts,
        "sent": sent(request),
        "files": list(_file_names(request)),
        # As it came, so that it takes no more room than it did.
        "multipart": request.content_type == "multipart/form-data",
    }
    return unstored(render(request, template, context, status=403))


def _file_names(request: HttpRequest) -> Iterator[str]:
    for _field, files in request.FILES.lists():
        for file in files:
            yield str(getattr(file, "name", "") or "")


class SessionEndedMiddleware:
    """A form sent after the session ended is answered with its own text (403) instead of a bare sign-in page."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        self.sign_in = resolve_url(settings.LOGIN_URL)

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        turned_away = response.status_code == 302 and response.get("Location", "").startswith(self.sign_in)
        if not turned_away or request.user.is_authenticated or request.path.startswith(_ACCOUNTS):
            return response
        return _given_back(request, "errors/session_ended.html") or response
