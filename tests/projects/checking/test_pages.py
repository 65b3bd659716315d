"""/check/ as people use it: the page answers, and nothing of what it was sent is left anywhere."""

from __future__ import annotations

import html
import json
import logging
import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import caches
from django.db import connection
from django.test import Client

from portal.people.models import Subject
from projects.checking import pasted
from projects.checking.questions import PARTS, QUESTIONS
from projects.project.models import Project
from projects.terms.document.read import load
from tests import mailbox
from tests.portal.people.test_erasing import holding
from tests.projects.conftest import MakePerson
from tests.projects.terms.checks.examples_data import HERE

TRACER = "qzxcheck7f3a"
CALL = f"Every contributor of {TRACER} becomes a co-author of a paper in Nature. We meet on Mondays."
CLAUSES = "language: en\nzone: UTC\nlicence:\n  inbound:\n    exclusive: yes\n"
FAIR = (HERE / "base.yaml").read_text("utf-8")


def said(answer: Any) -> str:
    """The text of the page, without its tags."""
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", answer.content.decode())))


def rows() -> dict[str, int]:
    counted = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT count(*) FROM "{table}"')
            counted[table] = int(cursor.fetchone()[0])
    return counted


@pytest.fixture
def visitor(db: None) -> Client:
    return Client()


def test_anybody_sees_twelve_questions_and_nothing_filled_in(visitor: Client, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(1):  # the checkpoint at the foot
        page = visitor.get("/check/")
    text = said(page)
    assert page.status_code == 200
    assert [question.title.en in text for question in QUESTIONS] == [True] * 12
    assert 'aria-current="page">Check terms</a>' in page.content.decode()
    assert "Nothing is stored and nothing is sent anywhere" in text
    assert "Fairness card" not in text
    chosen = re.findall(r'<option value="([^"]*)" selected', page.content.decode())
    assert sorted(set(chosen)) == ["", "en"]  # the language of the letter


def test_the_answer_is_the_page_itself_with_card_letter_and_form(
    visitor: Client, django_assert_num_queries: Any
) -> None:
    form = {"text": CALL, "decline": "no", "notice": "30", "kind": "paid", "amount": "600 USD", "hours_low": "5"}
    with django_assert_num_queries(1):
        page = visitor.post("/check/", form)
    text = said(page)
    assert page.status_code == 200
    assert "Reads as a promise of a venue: “Every contributor of" in text
    assert "Reads as authorship that cannot be declined: “One cannot decline”." in text
    assert "Changes are announced 30 days ahead." in text
    assert "2 red flags" in text
    assert "2 sentences of the text were read." in text
    assert "Dear organizers," in text
    assert "How can somebody decline to be an author, and until when?" in text
    # the form again, as it was sent
    source = page.content.decode()
    assert (
        f'spellcheck="false" autocomplete="off" aria-describedby="check-text_helptext" id="check-text">\n{CALL}'
        in source
    )
    assert '<option value="no" selected>One cannot decline</option>' in source
    assert 'value="600 USD"' in source
    assert 'name="notice" value="30"' in source


def test_red_flags_stand_on_top_of_a_column(visitor: Client) -> None:
    source = visitor.post("/check/", {"guaranteed": "none", "costs": "contributor"}).content.decode()
    assert source.index('id="own-costs"') < source.index('id="guarantee-in-hands"') < source.index('id="venue-promise"')


@pytest.mark.parametrize("who", ["visitor", "member"])
def test_nothing_is_stored_and_nothing_is_sent(
    who: str, visitor: Client, person: MakePerson, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    if who == "member":
        visitor.force_login(person("ana").user)
    visitor.get("/check/")
    before, mails = rows(), len(mailbox.delivered())
    documents = [CALL, FAIR.replace("Planning a reef", TRACER), f"schema: {TRACER}\npurpose: [", TRACER * 20_000]
    for text in documents:
        for form in (
            {},
            {"promise": CALL, "decline": "no"},
            {"lang": "zh-hans"},
            {"notice": TRACER},
            {"amount": TRACER},
        ):
            page = visitor.post("/check/", {"text": text, **form})
            assert page.status_code in (200, 422)
            assert "no-store" in page["Cache-Control"]
            assert TRACER not in str(page.headers)
            assert TRACER not in str(page.cookies)
    assert rows() == before
    assert len(before) > 60
    assert holding(TRACER) == {}
    assert len(mailbox.delivered()) == mails
    assert not [line for line in caplog.records if TRACER in caplog.handler.format(line)]
    files = [path for path in Path(settings.CONCORD_DATA_DIR).rglob("*") if path.is_file()]
    files += [path for path in Path(settings.MEDIA_ROOT).rglob("*") if path.is_file()]
    assert not [path for path in files if TRACER.encode() in path.read_bytes()]
    for cache in caches.all():
        assert TRACER not in str(getattr(cache, "_cache", {}))
    assert TRACER not in str(dict(visitor.session))


def test_the_tracer_would_be_found(visitor: Client, person: MakePerson) -> None:
    """The search itself can find something."""
    person(TRACER)
    assert any(name.endswith(".handle") for name in holding(TRACER))


def test_a_visitor_gets_no_cookie_but_that_of_every_form(visitor: Client) -> None:
    everywhere = set(Client().get("/help/").cookies)
    assert set(visitor.get("/check/").cookies) == everywhere
    page = visitor.post("/check/", {"text": CALL})
    assert set(page.cookies) <= everywhere == {"csrftoken"}
    assert page["Cache-Control"] == "no-store"
    assert visitor.get("/check/")["Cache-Control"] == "no-store"


def test_a_form_of_another_site_is_refused(db: None) -> None:
    assert Client(enforce_csrf_checks=True).post("/check/", {"text": CALL}).status_code == 403


def test_the_address_tells_nothing(visitor: Client) -> None:
    """What stands in the address is not read: no link can put words into somebody's mouth."""
    page = visitor.get("/check/?text=A+Nature+paper+is+certain&decline=no")
    assert page.status_code == 200
    assert "Fairness card" not in said(page)
    assert "Nature paper is certain" not in page.content.decode().split("<main")[1]


def test_nothing_answered_asks_for_everything(visitor: Client) -> None:
    text = said(visitor.post("/check/", {}))
    assert "You have answered nothing yet" in text
    assert "44 not stated" in text
    assert "44 questions" in text


def test_the_other_language_at_one_press(visitor: Client) -> None:
    page = visitor.post("/check/", {"decline": "no", "lang": "zh-hans"})
    source = page.content.decode()
    assert '<html lang="zh-hans">' in source
    assert page["Content-Language"] == "zh-hans"
    assert "从条款看，署名无法谢绝：“不能谢绝”。" in said(page)
    assert '<option value="no" selected>不能谢绝</option>' in source
    # the next page of the visit is in the visitor's own language
    assert '<html lang="en">' in visitor.get("/check/").content.decode()
    assert '<html lang="en">' in visitor.post("/check/", {"lang": "tlh"}).content.decode()


def test_a_document_is_read_once_whatever_the_letter_speaks(visitor: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def counted(text: str, name: str) -> Any:
        read.append(name)
        return load(text, name)

    monkeypatch.setattr(pasted, "load", counted)
    page = visitor.post("/check/", {"text": CLAUSES, "decline": "no", "letter": "zh-hans"})
    assert page.status_code == 200
    assert "各位组织者：" in page.content.decode()
    assert read == ["terms.yaml"]


def test_the_letter_in_another_language_than_the_page(visitor: Client) -> None:
    """The organizers may read Chinese while the asker reads English; answers are quoted in the letter's language."""
    page = visitor.post("/check/", {"decline": "no", "letter": "zh-hans"})
    text, letter = said(page), page.content.decode().split('class="letter__text')[1]
    assert "Reads as authorship that cannot be declined: “One cannot decline”." in text
    assert "各位组织者：" in letter
    assert "我的理解是：署名无法谢绝：“不能谢绝”。" in letter
    assert "Dear organizers" not in letter
    again = visitor.post("/check/", {"decline": "no", "letter": "en", "ask_in": "zh-hans"})
    assert "各位组织者：" in again.content.decode()
    assert '<option value="zh-hans" selected>' in again.content.decode()


def test_a_document_with_errors_says_where(visitor: Client) -> None:
    page = visitor.post("/check/", {"text": FAIR.replace("visibility: members", "visibility: secret")})
    text = said(page)
    assert page.status_code == 200
    assert "1 error in the document" in text
    assert "Line 83 data.visibility One of open, members, closed; not secret." in text
    assert "46 fair" in text
    assert "There is nothing to ask: every check that applies is fair." in text


def test_a_line_of_a_document_names_its_place(visitor: Client) -> None:
    text = said(
        visitor.post("/check/", {"text": FAIR.replace("notice_days: 30, contested", "notice_days: 0, contested")})
    )
    assert "Reads as changes without notice: “notice_days: 0”. changes.notice_days line 90" in text


@pytest.mark.parametrize(
    ("form", "about"),
    [
        ({"notice": "-1"}, "Days’ notice of a change"),
        ({"notice": "soon"}, "Days’ notice of a change"),
        ({"notice": "9" * 400}, "Days’ notice of a change"),
        ({"least": "0"}, "The number"),
        ({"amount": "a lot"}, "Amount: Money is written like 10.00 USD."),
        ({"amount": "6e99 USD"}, "Amount"),
        ({"decline": "perhaps"}, "Can one decline to be an author?"),
        ({"promise": "x" * 601}, "Or the words of the promise"),
        ({"text": "字" * 66_667}, "The terms, or the call"),
        ({"read_as": "poem"}, "Read it as"),
    ],
    ids=str,
)
def test_what_cannot_be_read_is_said_and_kept(visitor: Client, form: dict[str, str], about: str) -> None:
    page = visitor.post("/check/", {"say": "yes", **form})
    text = said(page)
    assert page.status_code == 422
    assert "1 answer needs another look" in text
    assert (about if "." in about else f"{about}: ") in text
    assert "Fairness card" not in text
    assert '<option value="yes" selected>Contributors can propose changes' in page.content.decode()
    [value] = form.values()
    assert value in text or f'value="{value}"' in page.content.decode() or form.keys() <= {"decline", "read_as"}


HOSTILE = [
    "<script>alert(1)</script> A Nature paper with your name on it is certain.",
    "<img src=x onerror=alert(1)> Every contributor becomes a co-author of a paper in Nature.",
    "[x](javascript:alert(1)) A paper in Nature is guaranteed.",
    "{{ settings.SECRET_KEY }}{% load x %} A Nature paper is certain.",
    "</textarea><script>alert(1)</script>",
    "schema: concord-terms/1\npurpose: {measures: '<script>alert(1)</script>'}\n'<b>': 1",
    '{"schema": "<script>alert(1)</script>"}',
    "\u202eA Nature paper is certain.\u202c",
    "A" * 199_999,
    "%s%n%x ../../etc/passwd ' OR 1=1 --",
    "schema: &a [*a]\n",
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_text_is_shown_harmless(visitor: Client, text: str) -> None:
    page = visitor.post("/check/", {"text": text, "promise": text[:500], "qualification": text[:500]})
    source = page.content.decode()
    assert page.status_code == 200
    for tag in ("<script>alert", "<img src=x", "<b>"):
        assert tag not in source
    assert 'href="javascript' not in source
    assert html.escape(text).replace("&#x27;", "&#x27;") in source.replace("&#39;", "&#x27;")


@pytest.mark.parametrize("body", [b"text=%00", b"text=%ff%fe", b"text=%ed%a0%80"])
def test_what_is_no_text_is_refused(visitor: Client, body: bytes) -> None:
    page = visitor.post("/check/", body, content_type="application/x-www-form-urlencoded")
    assert page.status_code == 400


def test_a_file_or_json_is_not_read(visitor: Client) -> None:
    page = visitor.post("/check/", json.dumps({"text": CALL}), content_type="application/json")
    assert page.status_code == 200
    assert TRACER not in page.content.decode()


@pytest.mark.parametrize("method", ["put", "patch", "delete"])
def test_other_methods(visitor: Client, method: str) -> None:
    assert getattr(visitor, method)("/check/").status_code == 405


def test_a_thousand_promises_are_said_a_few_times(visitor: Client) -> None:
    text = " ".join(f"Contributor {number} becomes a co-author of a paper in Nature." for number in range(1000))
    page = visitor.post("/check/", {"text": text})
    assert "and 992 more" in said(page)
    assert len(page.content) < 400_000


@pytest.mark.parametrize("path", ["/", "/help/", "/projects/aquifer-bench/", "/projects/aquifer-bench/card/"])
def test_other_pages_lead_here(visitor: Client, recruiting: Project, path: str) -> None:
    assert 'href="/check/"' in visitor.get(path).content.decode().split("<main")[1]


def test_every_control_has_a_label(visitor: Client) -> None:
    source = visitor.get("/check/").content.decode()
    for name in [*PARTS, "text", "read_as", "letter"]:
        assert f'<label for="check-{name}">' in source
        assert f'id="check-{name}"' in source


def test_the_subject_of_the_reader_does_not_matter(visitor: Client, person: MakePerson) -> None:
    """The same input gives everybody the same card."""
    ana: Subject = person("ana")
    signed_in = Client()
    signed_in.force_login(ana.user)
    mine, theirs = (said(one.post("/check/", {"text": CALL})) for one in (signed_in, visitor))
    assert (
        mine.split("Fairness card")[1].split("Paste its terms")[0]
        == theirs.split("Fairness card")[1].split("Paste its terms")[0]
    )


@pytest.mark.parametrize(
    ("lang", "says"),
    [
        ("en", "The most hours, 5, are below the fewest, 8. Change one of the two."),
        ("zh-hans", "最多小时数 5 低于最少小时数 8，请更正其中一项。"),
    ],
)
def test_hours_that_no_task_can_take_are_refused_at_their_field(visitor: Client, lang: str, says: str) -> None:
    form = {"lang": lang, "text": CALL, "hours_low": "8", "hours_high": "5", "amount": "600 USD", "kind": "paid"}
    answer = visitor.post("/check/", form)
    page = html.unescape(answer.content.decode())
    assert answer.status_code == 422
    at = re.search(r'id="check-hours_high_error">.*?<span>(.*?)</span>', page, re.DOTALL)
    assert at
    assert at[1] == says
    # nothing of what was sent is lost
    assert CALL in page
    for name in ("hours_low", "hours_high", "amount"):
        assert re.search(rf'name="{name}"[^>]*value="{form[name]}"|value="{form[name]}"[^>]*name="{name}"', page), name
    assert '<option value="paid" selected' in page
    for low, high in (("5", "5"), ("5", "8"), ("8", ""), ("", "5")):
        assert visitor.post("/check/", {**form, "hours_low": low, "hours_high": high}).status_code == 200
