"""Every refusal is a page or problem JSON with the right status, and says nothing it should not."""

import re

import pytest
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.http import HttpResponse
from django.test import Client, override_settings
from django.urls import include, path

from portal.core.errors import Conflict, Forbidden, NotVisible, Refused
from portal.core.web.pages import paginate

pytestmark = pytest.mark.django_db


def raising(error):
    def view(request):
        raise error

    return view


def numbered(request):
    return HttpResponse(str(paginate(request, range(100), per=10).number))


handler400 = "portal.core.web.errors.bad_request"
handler403 = "portal.core.web.errors.forbidden"
handler404 = "portal.core.web.errors.not_found"
handler500 = "portal.core.web.errors.server_error"
CASES = {
    "refused": (Refused("The shares add up to 5/6."), 422),
    "forbidden": (Forbidden("You are an author of this task."), 403),
    "conflict": (Conflict("Version 2 is in force now."), 409),
    "hidden": (NotVisible(), 404),
    "denied": (PermissionDenied(), 403),
    "suspicious": (SuspiciousOperation("/secret/path"), 400),
    "broken": (ValueError("SELECT secret FROM portal_user"), 500),
}
urlpatterns = [
    *(path(f"{prefix}{name}/", raising(error)) for name, (error, _) in CASES.items() for prefix in ("", "api/v1/")),
    path("numbered/", numbered),
    path("", include("portal.urls")),
]
here = override_settings(ROOT_URLCONF=__name__)


@here
@pytest.mark.parametrize("name", CASES)
def test_pages(name):
    error, status = CASES[name]
    answer = Client(raise_request_exception=False).get(f"/{name}/")
    html = answer.content.decode()
    assert answer.status_code == status
    assert html.count("<h1>") == 1
    for reason in getattr(error, "reasons", ()):
        assert reason in html
    for inside in ("secret", "Traceback", "/portal/"):
        assert inside not in html


@here
@pytest.mark.parametrize("name", ["refused", "forbidden", "conflict", "hidden"])
def test_problem_json(name):
    error, status = CASES[name]
    answer = Client().get(f"/api/v1/{name}/")
    assert answer.status_code == status
    assert answer["Content-Type"] == "application/problem+json"
    assert answer.json()["code"] == error.code
    # What is hidden has the words of what is not there.
    assert answer.json()["reasons"] == (list(error.reasons) or ["It does not exist, or it is not visible to you."])


@here
def test_an_unexpected_error_has_a_number_that_is_in_the_log(caplog):
    html = Client(raise_request_exception=False).get("/broken/").content.decode()
    number = re.search(r'class="hash">(e\w{12})<', html)[1]
    assert number in caplog.text


@here
@pytest.mark.parametrize("page", ["0", "-1", "x", "１", "9" * 30, "9" * 6000, "1e9", ""])
def test_any_page_number_gives_a_page(page):
    answer = Client().get("/numbered/", {"page": page})
    assert answer.status_code == 200
    assert answer.content in (b"1", b"10")


@pytest.mark.parametrize("query", ["a=%00", "a=%ff", "%ff=1", "a=%ed%a0%80", "next=%00/x"])
def test_what_is_no_text_in_a_query_is_refused(client, query):
    assert client.get("/", QUERY_STRING=query).status_code == 400


@pytest.mark.parametrize("body", [b"login=%00", b"login=%ff", b"\xff=1", b"login=\xed\xa0\x80"])
def test_what_is_no_text_in_a_form_is_refused(client, body):
    answer = client.post("/accounts/login/", body, content_type="application/x-www-form-urlencoded")
    assert answer.status_code == 400
    assert "Nothing was saved" in answer.content.decode()


def test_what_is_no_text_in_a_form_with_files_is_refused(client):
    body = b'--x\r\nContent-Disposition: form-data; name="login"\r\n\r\na\xff\x00b\r\n--x--\r\n'
    assert client.post("/accounts/login/", body, content_type="multipart/form-data; boundary=x").status_code == 400
    broken = client.post("/accounts/login/", b"no parts", content_type="multipart/form-data; boundary=")
    assert broken.status_code == 400


def test_a_body_that_is_too_large_is_refused_with_413(client):
    answer = client.post("/accounts/login/", {"login": "a" * 3_000_000})
    assert answer.status_code == 413
    fields = {f"f{i}": "x" for i in range(5500)}
    assert client.post("/accounts/login/", fields).status_code == 413


def test_a_form_from_elsewhere_is_refused_in_words():
    client = Client(enforce_csrf_checks=True)
    answer = client.post("/accounts/login/", {"login": "a@example.org", "password": "x"})
    assert answer.status_code == 403
    assert "Nothing was saved" in answer.content.decode()
    assert client.post("/accounts/logout/").status_code == 403
    assert client.post("/i18n/setlang/", {"language": "zh-hans"}).status_code == 403


def test_nobody_frames_a_page_and_no_other_host_is_answered(client):
    page = client.get("/accounts/login/")
    assert page["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in page["Content-Security-Policy"]
    assert client.get("/accounts/password/reset/", HTTP_HOST="evil.example").status_code == 400


def test_the_wrong_method_is_refused_without_a_trace(client):
    answer = client.post("/help/")
    assert (answer.status_code, answer["Allow"]) == (405, "GET, HEAD")
    assert "<h1>This page does not take that</h1>" in answer.content.decode()
    assert client.put("/").status_code == 405


@here
@pytest.mark.parametrize("name", ["refused", "forbidden", "conflict", "hidden", "denied"])
def test_what_was_typed_comes_back_with_the_refusal(name):
    typed = {"text": "Forty lines of a review.\nAnd one more.", "password": "hunter2", "csrfmiddlewaretoken": "x"}
    answer = Client().post(f"/{name}/", typed)
    assert answer.status_code == CASES[name][1]
    page = answer.content.decode()
    assert "Forty lines of a review.\nAnd one more.</textarea>" in page
    assert "hunter2" not in page
    assert page.count("<textarea") == 1


def test_a_stale_form_token_gives_the_text_back():
    answer = Client(enforce_csrf_checks=True).post("/projects/new/", {"summary": "A long summary <b>x</b>"})
    assert answer.status_code == 403
    assert "A long summary &lt;b&gt;x&lt;/b&gt;</textarea>" in answer.content.decode()


@pytest.mark.parametrize("path", ["/projects/new/", "/account/", "/no/such/page/"])
def test_a_form_sent_after_the_session_ended_gives_the_text_back(path):
    answer = Client().post(path, {"summary": "A long summary"})
    assert answer.status_code in (403, 404)
    assert "A long summary</textarea>" in answer.content.decode()
    assert Client().get("/projects/new/").status_code == 302


@here
@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ({"text": "my words"}, 422),
        ({"text": "my words\0"}, 400),
        ({"text": "my words" + "x" * 3_000_000}, 413),
    ],
)
def test_a_page_that_gives_text_back_is_stored_by_no_cache(sent, status):
    address = "/refused/" if status == 422 else "/check/"
    answer = Client().post(address, sent)
    assert answer.status_code == status
    assert "no-store" in answer["Cache-Control"]


def test_nor_one_that_refuses_a_form_without_its_secret():
    answer = Client(enforce_csrf_checks=True).post("/check/", {"text": "my words"})
    assert answer.status_code == 403
    assert "my words" in answer.content.decode()
    assert "no-store" in answer["Cache-Control"]


def test_nor_one_that_was_sent_after_the_session_ended():
    answer = Client().post("/projects/new/", {"title": "my words"})
    assert answer.status_code == 403
    assert "my words" in answer.content.decode()
    assert "no-store" in answer["Cache-Control"]
