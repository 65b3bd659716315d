"""A form whose session ended: it comes back, is sent again after signing in, and only a button of ours saves it."""

from __future__ import annotations

from html.parser import HTMLParser
from urllib.parse import urlencode

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from projects.project.models import Project
from tests.portal.people.entering import KNOWN, PASSWORD, account

pytestmark = pytest.mark.django_db
HERE = {"HTTP_ORIGIN": "http://testserver"}
PLAIN = "application/x-www-form-urlencoded"
NEW = "/projects/new/"
TITLE = "Aquifer Bench"
SUMMARY = 'Reads a "pumping" test,\r\nand <b>says</b> how 深 the well is.'
FORM = {"title": TITLE, "slug": "", "summary": SUMMARY, "field": "Hydrology"}


class Page(HTMLParser):
    """The forms of the page's main part as a browser would send them, its links and its textareas."""

    def __init__(self, answer) -> None:
        super().__init__()
        self.forms: list[list[tuple[str, str]]] = []
        self.actions: list[str | None] = []
        self.links: list[str] = []
        self.labels = ""
        self._main = self._label = False
        self.feed(answer.content.decode())

    def handle_starttag(self, tag, attrs):
        said = dict(attrs)
        self._main |= tag == "main"
        self._label |= tag == "label"
        if self._main and tag == "form":
            self.forms.append([])
            self.actions.append(said.get("action"))
        if self._main and tag == "a":
            self.links.append(said["href"])
        if self._main and tag == "input" and "name" in said:
            self.forms[-1].append((said["name"], said.get("value", "")))

    def handle_endtag(self, tag):
        self._main &= tag != "main"
        self._label &= tag != "label"

    def handle_data(self, data):
        self.labels += data + "\n" if self._label else ""

    @property
    def form(self) -> dict[str, list[str]]:
        assert len(self.forms) == 1
        fields: dict[str, list[str]] = {}
        for name, value in self.forms[0]:
            fields.setdefault(name, []).append(value)
        return fields


@pytest.fixture
def browser() -> Client:
    return Client(enforce_csrf_checks=True)


def sign_in(client: Client, next_page: str = "/") -> str:
    """Where it led."""
    token = Page(client.get("/accounts/login/")).forms[0]
    form = {**dict(token), "login": KNOWN, "password": PASSWORD, "next": next_page}
    answer = client.post("/accounts/login/", form, **HERE)
    assert answer.status_code == 302
    return answer["Location"]


def written(client: Client, form: dict[str, str]) -> dict[str, str]:
    """The form as it stands in a window of somebody who is signed in, with its token."""
    return {"csrfmiddlewaretoken": Page(client.get(NEW)).form["csrfmiddlewaretoken"][0], **form}


def test_the_whole_walk_without_a_script(browser):
    account()
    sign_in(browser)
    form = written(browser, FORM)
    del browser.cookies[settings.SESSION_COOKIE_NAME]

    ended = browser.post(NEW, form, **HERE)
    assert ended.status_code == 403
    assert "no-store" in ended["Cache-Control"]
    page = Page(ended)
    assert page.actions == [None]  # the address of the page itself, as it was
    assert {name: page.form[name] for name in FORM} == {name: [text] for name, text in FORM.items()}
    assert page.links[0] == f"/accounts/login/?next={reverse('signed_in')}"

    # Whoever presses too early has the same page again.
    early = browser.post(NEW, page.form, **HERE)
    assert "Your session ended" in early.content.decode()

    arrived = browser.get(sign_in(browser, reverse("signed_in")))
    assert "Go back to the window" in arrived.content.decode()
    again = browser.post(NEW, Page(early).form, **HERE)
    assert again.status_code == 403
    assert "no-store" in again["Cache-Control"]
    assert "Ana Quispe</bdi>" in again.content.decode()
    assert not Project.objects.exists()

    fresh = Page(again)
    assert fresh.actions == [None]
    assert browser.post(NEW, fresh.form, **HERE).status_code == 302
    project = Project.objects.get()
    assert (project.title, project.summary) == (TITLE, " ".join(SUMMARY.split()))


def test_a_form_of_another_site_saves_nothing_and_gets_no_token(browser):
    account()
    sign_in(browser)
    forged = {**FORM, "csrfmiddlewaretoken": "a" * 64}
    for origin in ("https://evil.example", "null", "", "http://testserver.evil.example", "http://testserver:81"):
        headers = {"HTTP_ORIGIN": origin} if origin else {}
        answer = browser.post(NEW, forged, **headers)
        assert answer.status_code == 403
        assert Page(answer).forms == []
    assert not Project.objects.exists()


def test_nor_does_one_of_this_site_with_a_wrong_token(browser):
    """It is shown with a token of its own, and saved by the button alone."""
    account()
    sign_in(browser)
    for token in ("a" * 64, "", "<script>"):
        answer = browser.post(NEW, {**FORM, "csrfmiddlewaretoken": token}, **HERE)
        assert answer.status_code == 403
        assert Page(answer).form["csrfmiddlewaretoken"] != [token]
    assert not Project.objects.exists()


def test_the_site_behind_a_proxy_knows_its_own_forms(browser, settings):
    settings.CSRF_TRUSTED_ORIGINS = ["https://concord.example"]
    assert Page(browser.post(NEW, FORM, HTTP_ORIGIN="https://concord.example")).form["title"] == [TITLE]


@pytest.mark.parametrize("path", ["/accounts/login/", "/accounts/password/change/", "/api/v1/projects/"])
def test_forms_of_the_entrance_and_the_api_do_not_come_back_as_forms(browser, path):
    answer = browser.post(path, {"login": "ana", "code": "123456"}, **HERE)
    assert answer.status_code in (401, 403, 405, 415)
    assert b'name="code"' not in answer.content


SECRETS = {
    "password": "hunter2",
    "oldPassword": "hunter2",
    "new_password1": "hunter2",
    "csrfmiddlewaretoken": "hunter2",
}


@pytest.mark.parametrize("strict", [True, False])
def test_passwords_and_tokens_come_back_nowhere(strict):
    answer = Client(enforce_csrf_checks=strict).post(NEW, {**FORM, **SECRETS}, **HERE)
    assert answer.status_code == 403
    assert Page(answer).form["title"] == [TITLE]
    assert "hunter2" not in answer.content.decode()


HOSTILE = '</textarea></details><script>alert(1)</script>"><img src=x onerror=alert(1)>\u202e{{ x }}{% y %}'


@pytest.mark.parametrize("strict", [True, False])
def test_odd_names_and_texts_are_escaped_and_come_back_as_they_were(strict):
    form = {**FORM, HOSTILE: HOSTILE, "a\nb": "  \nfirst line empty", "blank": " ", "x" * 5000: "long"}
    answer = Client(enforce_csrf_checks=strict).post(NEW, urlencode(form), content_type=PLAIN, **HERE)
    html = answer.content.decode()
    assert "<script>alert" not in html
    assert "<img" not in html
    sent = Page(answer).form
    sent.pop("csrfmiddlewaretoken")
    assert sent == {name: [text] for name, text in form.items()}


def test_large_forms_come_back_whole():
    form = {f"field-{number}": [f"{number} 火山灰" * 12, "second"] for number in range(2000)}
    sent = Page(Client().post(NEW, form)).form
    sent.pop("csrfmiddlewaretoken")
    assert sent == form


def test_a_file_is_named_and_left_out():
    file = SimpleUploadedFile("layers <1>.csv", b"what is inside")
    html = Client().post(NEW, {**FORM, "file": file}).content.decode()
    assert "Files cannot be put back" in html
    assert "layers &lt;1&gt;.csv" in html
    assert "what is inside" not in html
    assert 'enctype="multipart/form-data"' in html
    assert "Files cannot be put back" not in Client().post(NEW, FORM).content.decode()


def test_what_was_typed_is_listed_folded_under_the_labels_of_the_form():
    answer = Client().post(NEW, {**FORM, "other": "x", "do": "save"})
    assert '<details class="more">' in answer.content.decode()
    assert Page(answer).labels.split() == ["Title", "Summary", "Field", "other"]


def test_nothing_of_it_stands_in_an_address_or_a_session(browser):
    account()
    sign_in(browser)
    form = written(browser, FORM)
    del browser.cookies[settings.SESSION_COOKIE_NAME]
    page = Page(browser.post(f"{NEW}?from=a", form, **HERE))
    assert not any("Aquifer" in link for link in page.links)
    assert dict(browser.session) == {}


def test_the_page_after_signing_in_is_for_those_who_are(browser):
    answer = browser.get(reverse("signed_in"))
    assert (answer.status_code, answer["Location"].partition("?")[0]) == (302, "/accounts/login/")
