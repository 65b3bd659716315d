"""Every mail this site can send, written as it leaves: `python -m tests.golden.mails` writes the golden files anew.

A file a mail and language, headers first, so that a person can read what others will get. Instants, ids and links are
those of an invented person and stay the same from run to run.
"""

from __future__ import annotations

import datetime as dt
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_string
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

FOLDER = Path(__file__).parent / "mails"
LANGUAGES = ("en", "zh-hans")
ADDRESS = "ana.quispe@example.org"
HERE = "http://127.0.0.1:8000"
AT = dt.datetime(2027, 1, 5, 9, 0, tzinfo=dt.UTC)
# Templates of allauth's that this installation has no road to, and why.
NEVER_SENT = {
    "account/email/password_reset_code": "a reset goes by a link",
    "account/email/email_confirm": "an old name that allauth keeps beside email_confirmation",
}


@dataclass(frozen=True)
class Kind:
    """One kind of mail: allauth's template, what it is given, and whether it tells of the browser that did it."""

    template: str
    notifies: bool = False
    context: dict[str, Any] = field(default_factory=dict)
    name: str = ""

    @property
    def file(self) -> str:
        return self.name or self.template.rsplit("/", 1)[1]


def _told(template: str, name: str = "", **context: Any) -> Kind:
    return Kind(template, notifies=True, context=context, name=name)


KINDS = (
    Kind("account/email/email_confirmation_signup", context={"activate_url": "/accounts/confirm-email/Mw:a-key/"}),
    Kind("account/email/email_confirmation", context={"activate_url": "/accounts/confirm-email/Mw:a-key/"}),
    Kind(
        "account/email/account_already_exists",
        context={"signup_url": "/accounts/signup/", "password_reset_url": "/accounts/password/reset/"},
    ),
    Kind("account/email/unknown_account", context={"signup_url": "/accounts/signup/"}),
    Kind("account/email/password_reset_key", context={"password_reset_url": "/accounts/password/reset/key/3-a-key/"}),
    Kind("account/email/login_code", context={"code": "K7Q-4ZX", "reauthentication": True}),
    Kind("account/email/account_closed"),
    Kind("account/email/closed_account"),
    _told("account/email/password_reset"),
    _told("account/email/password_changed"),
    _told("account/email/password_set"),
    _told("account/email/email_deleted", deleted_email="ana@example.net"),
    _told("account/email/email_changed", from_email=ADDRESS, to_email="ana@example.net"),
    _told("mfa/email/totp_activated"),
    _told("mfa/email/totp_deactivated"),
    _told("mfa/email/recovery_codes_generated"),
    _told("mfa/email/webauthn_added"),
    _told("mfa/email/webauthn_removed"),
    _told("socialaccount/email/account_connected", "orcid_connected", provider=SimpleNamespace(id="orcid")),
    _told("socialaccount/email/account_connected", "github_connected", provider=SimpleNamespace(id="github")),
    _told("socialaccount/email/account_disconnected", "orcid_disconnected", provider=SimpleNamespace(id="orcid")),
    _told("socialaccount/email/account_disconnected", "github_disconnected", provider=SimpleNamespace(id="github")),
)


def template_names() -> set[str]:
    """Of every mail that some template could make, ours and the library's."""
    import allauth

    from portal.settings.environment import ROOT

    folders = (ROOT / "templates", Path(allauth.__file__).parent / "templates")
    ends = "_subject.txt"
    found = {(folder, path) for folder in folders for path in folder.glob(f"*/email/*{ends}")}
    return {str(path.relative_to(folder)).removesuffix(ends) for folder, path in found}


def written(kind: Kind, language: str) -> str:
    """The mail as its row holds it, by the road every mail goes; needs a database and undoes nothing."""
    from allauth.account.adapter import get_adapter
    from allauth.core import context as allauth_context
    from django.utils import translation

    from portal.notices.models import Mail

    request = _request(language)
    with allauth_context.request_context(request), translation.override(language), _same_every_time():
        adapter = get_adapter(request)
        if kind.notifies:
            adapter.send_notification_mail(kind.template, request.user, dict(kind.context))
        else:
            own = {"user": request.user} if kind.template != "account/email/login_code" else {}
            adapter.send_mail(kind.template, ADDRESS, {**own, **kind.context})
    row = Mail.objects.latest("pk")
    return readable(row.message)


def _request(language: str) -> Any:
    from django.contrib.sessions.backends.db import SessionStore
    from django.test import RequestFactory

    from portal.people import services
    from portal.people.models import User

    user = User.objects.filter(email=ADDRESS).first()
    if user is None:
        user = services.open_account(
            email=ADDRESS, password="coral-reef-at-dawn-7", handle="ana.quispe", at=AT, verified=True,
            printed_name="Ana Quispe", given="Ana", family="Quispe", language=language,
        )  # fmt: skip
    user.language = language
    user.save(update_fields=["language"])
    agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
    request = RequestFactory().get("/", headers={"user-agent": agent})
    request.user, request.session = user, SessionStore()
    return request


@contextmanager
def _same_every_time() -> Iterator[None]:
    """Instants and drawn secrets as they are in the files."""
    from django.utils import timezone

    patches: list[tuple[str, Callable[..., object]]] = [
        ("portal.notices.mail.make_msgid", lambda **_: "<20270105.090000@127.0.0.1>"),
        ("django.core.mail.message.formatdate", lambda *_, **__: "Tue, 05 Jan 2027 09:00:00 -0000"),
        ("portal.people.addresses.note_change", lambda **_: "a-secret-of-this-mail"),
        ("allauth.account.adapter.timezone.now", lambda: AT),
    ]
    assert timezone.now().tzinfo is dt.UTC
    opened = [patch(where, put) for where, put in patches]
    for one in opened:
        one.start()
    try:
        yield
    finally:
        for one in opened:
            one.stop()


def readable(message: str) -> str:
    """Headers decoded, one a line in the order in which they stand, and the text as the reader sees it."""
    parsed: EmailMessage = message_from_string(message, policy=default)  # type: ignore[assignment]
    headers = "".join(f"{name}: {value}\n" for name, value in parsed.items())
    return f"{headers}\n{parsed.get_content().rstrip()}\n"


def path_of(kind: Kind, language: str) -> Path:
    return FOLDER / f"{kind.file}.{language}.txt"


def main() -> int:
    """Writes every golden file, on a database that is thrown away."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings.test")
    import django

    django.setup()
    from django.conf import settings
    from django.db import transaction
    from django.test.utils import get_runner, setup_test_environment

    setup_test_environment()
    settings.EMAIL_BACKEND = "portal.notices.mail.OutboxBackend"
    runner = get_runner(settings)(verbosity=0, interactive=False)
    old = runner.setup_databases()
    try:
        FOLDER.mkdir(exist_ok=True)
        for stale in FOLDER.glob("*.txt"):
            stale.unlink()
        for kind in KINDS:
            for language in LANGUAGES:
                with transaction.atomic():
                    path_of(kind, language).write_text(written(kind, language), encoding="utf-8")
                    transaction.set_rollback(True)
    finally:
        runner.teardown_databases(old)
    return 0


if __name__ == "__main__":
    sys.exit(main())
