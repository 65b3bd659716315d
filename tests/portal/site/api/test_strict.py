"""What every address of the API refuses, and what none of them tells."""

from __future__ import annotations

import gzip
import json

import pytest
from django.test import Client
from rest_framework.throttling import SimpleRateThrottle

from projects.project.models import Project
from projects.tasks.models import Task, TaskDraft
from tests.portal.api.programs import Make, Program, user_of
from tests.portal.site.api.asking import methods_of, send, session
from tests.portal.site.api.world import ADDRESSES, World

pytestmark = pytest.mark.any_engine

WRITES = (
    *("api_drafts", "api_draft", "api_submit", "api_review", "api_review_agree"),
    *("api_review_file", "api_review_step_down", "api_answer"),
)
DRAFTS = "projects/aquifer-bench/drafts/"


@pytest.fixture(autouse=True)
def as_often_as_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", dict.fromkeys(("anon", "user", "bad_token")))


# Parameters

QUERIES = [
    "_connector=OR",
    "title__regex=a",
    "password__startswith=a",
    "expand=all",
    "fields=answer",
    "limit=1000",
    "offset=5",
    "page=2",
    "format=api",
    "lang=de",
    "cursor=a&cursor=b",
    "order=password",
    "order=",
    "%00=1",
    "a=%ff",
]


@pytest.mark.parametrize("query", QUERIES)
def test_no_address_passes_a_parameter_over(world: World, query: str) -> None:
    """B28."""
    client = session(user_of(world.journey.ines))
    for name in ADDRESSES:
        address = world.address(name)
        for method in sorted(methods_of(address) - {"OPTIONS"}):
            answer = send(client, method, f"{address}?{query}")
            assert answer.status_code == 400, (method, address, answer.content)


def test_filters_and_orders_are_those_that_are_declared(world: World) -> None:
    ask = Program()
    tasks = "projects/aquifer-bench/tasks/"
    numbers = lambda query: [row["number"] for row in ask("GET", tasks + query).json()["results"]]  # noqa: E731
    assert numbers("") == [1, 2, 3]
    assert numbers("?order=-number") == [3, 2, 1]
    assert numbers("?state=accepted&state=in_review") == [1, 3]
    assert numbers("?tag=wells") == [1, 2, 3]
    assert numbers("?tag=well") == []
    assert numbers("?mine=yes") == []
    for query in ("?state=x", "?state=", "?mine=no", "?order=number&order=number", "?tag=" + "x" * 201):
        assert ask("GET", tasks + query).status_code == 400
    entries = ask("GET", f"projects/aquifer-bench/entries/?subject={world.ana.pk}").json()["results"]
    assert {row["subject"] for row in entries} == {world.ana.pk}
    assert ask("GET", "projects/aquifer-bench/entries/?kind=none").json()["results"] == []


# Pages of lists


def test_cursors_are_opaque_and_belong_to_their_list(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """B24: they lead over every visible row once, and nobody writes one of their own."""
    monkeypatch.setattr("portal.core.web.api.cursors.Cursor.page_size", 2)
    client, met, link = Client(), [], "/api/v1/projects/aquifer-bench/record/?order=seq"
    while link:
        answer = client.get(link)
        page = answer.json()
        assert set(page) == {"next", "previous", "results"}
        met += [row["seq"] for row in page["results"]]
        if page["next"]:
            assert f'<{page["next"]}>; rel="next"' in answer["Link"]
            assert page["next"].startswith("http://127.0.0.1:8000/api/v1/projects/")
        link = (page["next"] or "").removeprefix("http://127.0.0.1:8000")
    assert met == list(range(1, len(met) + 1))
    first = client.get("/api/v1/projects/aquifer-bench/record/?order=seq").json()["next"]
    cursor = first.split("cursor=")[1].split("&")[0]
    for place in ("record/?order=-seq&", "record/?", "entries/?order=seq&", "record/?kind=tasks&order=seq&"):
        assert client.get(f"/api/v1/projects/aquifer-bench/{place}cursor={cursor}").status_code == 400
    for forged in ("", "x", "cD0xMDA%3D", cursor[:-1] + ("a" if cursor[-1] != "a" else "b"), "%F0%9F%98%80"):
        place = f"/api/v1/projects/aquifer-bench/record/?order=seq&cursor={forged}"
        assert client.get(place).status_code == 400


# Bodies

NOT_JSON = [
    b"",
    b"{",
    b"[]",
    b'"x"',
    b"null",
    b"1",
    b"{'title': 'x'}",
    b'{"title": "x",}',
    b'{"title": "a", "title": "b"}',
    b'{"title": NaN}',
    b'{"title": Infinity}',
    b'{"title": "\\ud800"}',
    b'{"title": "\\u0000"}',
    b'{"title": "\\uffff"}',
    b'{"title": "\xff"}',
    b'\xef\xbb\xbf{"title": "x"}',
    '{"title": "x"}'.encode("utf-16"),
    b'{"title": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    b'{"title": ' + b'{"a":' * 30 + b"1" + b"}" * 31,
    b'{"title": ' + b"9" * 5000 + b"}",
    b'"' + b'\\"' * 500_000,
]


@pytest.mark.parametrize("body", NOT_JSON, ids=range(len(NOT_JSON)))
def test_a_body_that_is_no_plain_object_is_400(world: World, program: Make, body: bytes) -> None:
    """B73, B81."""
    ask = program(world.ana, world.journey.project)
    answer = ask.client.generic("POST", f"/api/v1/{DRAFTS}", body, "application/json", headers=ask.headers)
    assert answer.status_code == (422 if body == b"" else 400), answer.content
    assert Task.objects.filter(number=None).count() == 1


@pytest.mark.parametrize(
    "media",
    [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/json; charset=bz2_codec",
        "application/json; charset=utf-16",
        "application/json; charset=latin-1",
        "application/jsonx",
        "text/json",
    ],
)
def test_only_json_in_utf8_is_read(world: World, program: Make, media: str) -> None:
    ask = program(world.ana, world.journey.project)
    answer = ask.client.generic("POST", f"/api/v1/{DRAFTS}", '{"title": "x"}', media, headers=ask.headers)
    assert answer.status_code == 415, answer.content
    assert answer["Content-Type"] == "application/problem+json"
    assert Task.objects.filter(number=None).count() == 1


def test_nothing_compressed_and_nothing_too_large(world: World, program: Make) -> None:
    ask = program(world.ana, world.journey.project)
    place = f"/api/v1/{DRAFTS}"
    packed = gzip.compress(b'{"title": "x"}')
    headers = {**ask.headers, "Content-Encoding": "gzip"}
    assert ask.client.generic("POST", place, packed, "application/json", headers=headers).status_code == 415
    large = json.dumps({"title": "x" * 2_100_000})
    assert ask.client.generic("POST", place, large, "application/json", headers=ask.headers).status_code == 413
    said = ask.client.generic(
        "POST", place, '{"title": "x"}', "application/json", headers=ask.headers, CONTENT_LENGTH="50000000"
    )
    assert said.status_code == 413
    for length in ("5", "-1", "1e3"):
        answer = ask.client.generic(
            "POST", place, '{"title": "x"}', "application/json", headers=ask.headers, CONTENT_LENGTH=length
        )
        assert answer.status_code == 400
    assert Task.objects.filter(number=None).count() == 1


# Fields


@pytest.mark.parametrize(
    "extra",
    [
        *("role", "points", "status", "state", "owner", "is_staff", "created_at", "terms_version", "author_rank"),
        *("id", "number", "version", "_title", "__class__", "task", "project", "title.x", "shares", "Title"),
    ],
)
def test_a_field_that_is_not_there_to_be_written_is_named(world: World, program: Make, extra: str) -> None:
    """B26, B27: 400, and nothing is written."""
    ask = program(world.ana, world.journey.project)
    address = f"{DRAFTS}{world.draft.public_id}/"
    tag = ask("GET", address)["ETag"]
    texts = {"title": "N", "tags": [], "statement": "N", "answer": "N", "verification": "N"}
    for method, place, body in (("POST", DRAFTS, {"title": "N"}), ("PUT", address, texts)):
        answer = ask(method, place, {**body, extra: 1}, If_Match=tag)
        assert (answer.status_code, answer.json()["code"]) == (400, "unknown_field")
        assert answer.json()["fields"] == [extra]
        assert extra in answer.json()["reasons"][0]
    assert Task.objects.filter(number=None).count() == 1
    assert TaskDraft.objects.get(task=world.draft).version == 2


def test_deep_fields_are_named_by_their_place(world: World, program: Make) -> None:
    ask = program(world.journey.tomas, world.journey.project)
    address = world.address("api_review").removeprefix("/api/v1/")
    body = {"verdict": "", "text": "", "scores": {}, "requests": [{"part": "answer"}, {"_id": 1, "review": 2}]}
    answer = ask("PUT", address, body, If_Match=ask("GET", address)["ETag"])
    assert answer.json()["fields"] == ["requests[1]._id", "requests[1].review"]


@pytest.mark.parametrize(
    "value",
    [
        *("-1", "0", "NaN", "1e400", "9223372036854775808", "1.5", "true", '"１２"', '"1_000"', '" 3 "', "-0.0"),
        *('"3"', "null", "[]", "{}", "6"),
    ],
)
def test_a_score_is_a_whole_number_from_1_to_5(world: World, program: Make, value: str) -> None:
    """B48."""
    ask = program(world.journey.tomas, world.journey.project)
    address = world.address("api_review")
    tag = ask("GET", address.removeprefix("/api/v1/"))["ETag"]
    body = f'{{"verdict": "", "text": "", "scores": {{"sound": {value}}}, "requests": []}}'
    headers = {**ask.headers, "If-Match": tag}
    answer = ask.client.generic("PUT", address, body, "application/json", headers=headers)
    assert answer.status_code == (400 if value == "NaN" else 422), answer.content


@pytest.mark.parametrize("title", [1, True, None, ["x"], {"x": 1}, "", " ", "a\nb", "x" * 300, "a\u202eb", "\u200b"])
def test_a_title_is_a_line_of_text(world: World, program: Make, title: object) -> None:
    ask = program(world.ana, world.journey.project)
    answer = ask("POST", DRAFTS, {"title": title})
    assert answer.status_code == 422
    assert answer.json()["code"] in ("invalid",)


# Errors tell of nothing


@pytest.mark.damages
def test_no_refusal_holds_what_the_object_says(world: World) -> None:
    """B07: whoever may not read it learns nothing of it by failing to write it."""
    TaskDraft.objects.filter(task=world.draft).update(statement="TRACER-1", title="TRACER-2")
    Project.objects.filter(pk=world.secret.pk).update(summary="TRACER-3")
    clients = [Client(), session(user_of(world.outsider)), session(user_of(world.journey.tomas))]
    for client in clients:
        for name in WRITES:
            for slug in ("aquifer-bench", "secret"):
                address = world.address(name, slug=slug)
                for method in sorted(methods_of(address) & {"POST", "PUT"}):
                    for body in ("{", "{}", '{"x": 1}', '{"title": 1}'):
                        answer = send(client, method, address, body, **{"If-Match": '"0-' + "0" * 32 + '"'})
                        if name not in ("api_drafts", "api_review_agree", "api_review_step_down"):
                            assert answer.status_code >= 400
                        assert b"TRACER" not in answer.content


@pytest.mark.parametrize("accept", ["text/html", "text/html,application/xhtml+xml;q=0.9", "application/xml", "text/*"])
def test_html_is_never_spoken(client: Client, world: World, accept: str) -> None:
    for name in ADDRESSES:
        answer = client.get(world.address(name), headers={"Accept": accept})
        assert answer["Content-Type"] == "application/problem+json"
        assert answer.status_code == 406


def test_too_many_requests_say_when_to_ask_again(client: Client, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", {"anon": "3/min", "user": "3/min"})
    codes = [client.get("/api/v1/projects/").status_code for _time in range(4)]
    assert codes == [200, 200, 200, 429]
    answer = client.get("/api/v1/projects/")
    assert answer["Content-Type"] == "application/problem+json"
    assert 0 < int(answer["Retry-After"]) <= 60
