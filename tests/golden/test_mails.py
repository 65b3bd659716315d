"""Golden mails: what each person gets, word by word. After a change of a text or a translation, write them anew with
`python -m tests.golden.mails` and read the difference."""

from __future__ import annotations

import re
from email import message_from_string

import pytest
from django.conf import settings
from django.template.base import Variable

from tests.golden.mails import (
    ADDRESS,
    FOLDER,
    HERE,
    KINDS,
    LANGUAGES,
    NEVER_SENT,
    Kind,
    path_of,
    template_names,
    written,
)

pytestmark = pytest.mark.any_engine

MISSING = "NOTHING-WAS-GIVEN"
HEADERS = {"Content-Type", "Content-Transfer-Encoding", "MIME-Version", "Subject", "From", "To", "Date", "Message-ID"}
# A mail may lead to these pages of ours and nowhere else.
PAGES = ("/accounts/confirm-email/", "/accounts/password/reset/", "/accounts/signup/", "/accounts/email/undo/")


def test_every_template_of_a_mail_has_its_golden_files() -> None:
    assert {kind.template for kind in KINDS} | set(NEVER_SENT) == template_names()
    assert not {kind.template for kind in KINDS} & set(NEVER_SENT)
    expected = {path_of(kind, language) for kind in KINDS for language in LANGUAGES}
    assert set(FOLDER.iterdir()) == expected
    assert tuple(code for code, _name in settings.LANGUAGES) == LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.file)
def test_a_mail_is_the_golden_one(db: None, kind: Kind, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    _tell_what_is_missing(monkeypatch)
    mail = written(kind, language)
    assert MISSING not in mail
    assert mail == path_of(kind, language).read_text(encoding="utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.file)
def test_a_golden_mail_is_as_mails_are(kind: Kind, language: str) -> None:
    """One recipient, one line of subject, plain text, our own links, nobody else's secret and no word of anybody."""
    mail = message_from_string(path_of(kind, language).read_text(encoding="utf-8"))
    assert set(mail.keys()) == HEADERS
    assert mail["To"] == ADDRESS
    assert mail["Content-Type"] == 'text/plain; charset="utf-8"'
    assert 0 < len(mail["Subject"]) < 78
    text = str(mail.get_payload())
    assert "<" not in text
    assert "&" not in text
    assert not [line for line in text.splitlines() if line != "-- " and line.endswith(" ")]
    assert "\n\n\n" not in text
    links = re.findall(r"https?://\S+", text)
    assert links.pop() == HERE  # who sends it
    assert all(link.startswith(tuple(HERE + page for page in PAGES)) for link in links)
    assert len(links) <= 1
    assert text.endswith(f"-- \nConcord\n{HERE}\n")
    assert "Ana Quispe" not in text
    assert "!" not in text


def _tell_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Django writes nothing where a template asks for what it was not given; here that is seen."""
    resolve = Variable.resolve

    def told(self: Variable, context: object) -> object:
        try:
            return resolve(self, context)  # type: ignore[arg-type]
        except Exception:
            return MISSING

    monkeypatch.setattr(Variable, "resolve", told)
