"""The page of runs by browser: what is typed stays, what a file says is read strictly, bars hold no style."""

from __future__ import annotations

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from projects.runs import csv_file, services
from projects.runs.models import ModelRun
from tests.projects.journey import Journey
from tests.projects.runs.logging import RUN, run

HEAD = "model,attempts,solved,ran_on,failures,cost\n"


def client_of(journey: Journey, handle: str) -> Client:
    client = Client()
    client.force_login(journey.person(handle).user)
    return client


def test_a_run_is_logged_shown_and_taken_back(journey: Journey) -> None:
    ana = journey.member("ana")
    journey.submitted(ana)
    client, page = client_of(journey, "ana"), "/projects/aquifer-bench/tasks/1/runs/"
    assert "No run counts yet" in client.get(page).content.decode()
    form = {**RUN, "do": "add", "failures": ["data"], "note": "<b>no</b> & *so*", "cost": "1.20 USD"}
    assert client.post(page, form)["Location"] == page
    body = client.get(page).content.decode()
    assert "3 of 20 solved" in body
    assert "1.20 USD" in body
    assert "<b>no" not in body
    assert " style=" not in body
    assert re.search(r'<rect class="solved" y="4" width="15.00%" height="8"/>', body)
    # The interval of 3 in 20 is 0.0524 to 0.3604.
    assert '<line class="reach" x1="5.23%" x2="36.04%" y1="8" y2="8"/>' in body
    assert "3⁄20" in body
    answer = client.post(page, {"do": "retract", "run": "1", "reason": "short"})
    assert answer.status_code == 422
    assert "Say why, in at least 10 characters." in answer.content.decode()
    assert ">\nshort</textarea>" in answer.content.decode()
    client.post(page, {"do": "retract", "run": "1", "reason": "Counted in the wrong file."})
    body = client.get(page).content.decode()
    assert "Counted in the wrong file." in body
    assert "No run counts yet" in body


def test_what_is_refused_stays_in_the_form(journey: Journey) -> None:
    journey.submitted(journey.member("ana"))
    client, page = client_of(journey, "ana"), "/projects/aquifer-bench/tasks/1/runs/"
    answer = client.post(page, {**RUN, "do": "add", "solved": "21", "failures": ["code"], "note": "Kept <text>"})
    body = answer.content.decode()
    assert answer.status_code == 422
    assert "Solved: more than there were attempts." in body
    assert 'value="Kiln"' in body
    assert "Kept &lt;text&gt;</textarea>" in body
    assert 'id="failures-code" name="failures" value="code" checked' in body
    assert ModelRun.objects.count() == 0


@pytest.mark.parametrize("number", ["9", "0", ""])
def test_a_refusal_without_a_form_to_stand_in_is_said_once(journey: Journey, number: str) -> None:
    journey.submitted(journey.member("ana"))
    client, page = client_of(journey, "ana"), "/projects/aquifer-bench/tasks/1/runs/"
    client.post(page, {**RUN, "do": "add"})
    answer = client.post(page, {"do": "retract", "run": number, "reason": "Counted in the wrong file."})
    assert answer.status_code == 422
    assert answer.content.decode().count(f"<li>There is no run {number or 0}.</li>") == 1


@pytest.mark.parametrize("act", ["", "other", "add"])
def test_a_form_without_a_known_button_logs_a_run_and_says_what_is_wrong(journey: Journey, act: str) -> None:
    journey.submitted(journey.member("ana"))
    client, page = client_of(journey, "ana"), "/projects/aquifer-bench/tasks/1/runs/"
    answer = client.post(page, {**RUN, "solved": "21", "do": act})
    assert answer.status_code == 422
    assert answer.content.decode().count("<li>Solved: more than there were attempts.</li>") == 1


def test_others_find_no_such_page(journey: Journey) -> None:
    ana = journey.member("ana")
    journey.member("mia")
    task = journey.submitted(ana)
    draft = journey.draft(ana)
    services.log(actor=ana, task=task, rows=[run()])
    pages = ("tasks/1/runs/", "tasks/1/runs.csv", f"tasks/draft/{draft.public_id}/runs/", "tasks/9/runs/")
    for page in pages:
        assert client_of(journey, "mia").get(f"/projects/aquifer-bench/{page}").status_code == 404, page
    for page in pages[:2]:
        assert Client().get(f"/projects/aquifer-bench/{page}").status_code == 404
        assert client_of(journey, "ana").get(f"/projects/aquifer-bench/{page}").status_code == 200
    body = client_of(journey, "ana").get(f"/projects/aquifer-bench/{pages[2]}").content.decode()
    assert "Runs of models on your draft" in body


def test_panels_stand_on_task_and_draft(journey: Journey) -> None:
    ana = journey.member("ana")
    journey.member("mia")
    task, draft = journey.submitted(ana), journey.draft(ana)
    services.log(actor=ana, task=task, rows=[run()])
    services.log(actor=ana, task=draft, rows=[run()])
    author, member = client_of(journey, "ana"), client_of(journey, "mia")
    assert "1 model on revision 1" in author.get("/projects/aquifer-bench/tasks/1/").content.decode()
    assert "Runs of models" not in member.get("/projects/aquifer-bench/tasks/1/").content.decode()
    body = author.get(f"/projects/aquifer-bench/tasks/draft/{draft.public_id}/").content.decode()
    assert "1 run with 20 attempts is logged." in body


def test_a_file_is_logged_as_a_whole(journey: Journey) -> None:
    journey.submitted(journey.member("ana"))
    client, page = client_of(journey, "ana"), "/projects/aquifer-bench/tasks/1/runs/"
    text = HEAD + 'Kiln,20,3,2026-11-02,code | data,"1.20 USD"\n\nClay,20,0,2026-11-02,,\n'
    file = SimpleUploadedFile("runs.csv", b"\xef\xbb\xbf" + text.encode())
    assert client.post(page, {"do": "import", "file": file}).status_code == 302
    assert list(ModelRun.objects.values_list("model", "failures", "cost_minor")) == [
        ("Kiln", ["code", "data"], 120),
        ("Clay", [], None),
    ]
    assert len(set(ModelRun.objects.values_list("batch", flat=True))) == 1
    out = b"".join(client.get(page.replace("/runs/", "/runs.csv"))).decode().splitlines()
    assert out[0] == ",".join(f'"{name}"' for name in csv_file.WRITTEN)
    assert out[1] == ('"1","1","Kiln","","","20","3","code | data","","1.20 USD","","2026-11-02","","contributor",""')


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "The first line lacks the columns model, attempts, solved, ran_on."),
        ("model,attempts,solved,ran_on\n", "There is no run in it."),
        ("model,model\n", "A column stands twice in the first line."),
        ("model,luck\n", "Unknown columns: luck. Known here: model, version, settings,"),
        ("model,attempts,solved,ran_on\nKiln,20,3\n", "Line 2: 3 cells, the first line has 4."),
        ('model,attempts,solved,ran_on\n"Kiln"x,20,3,2026-11-02\n', "Line 2: it is no CSV."),
        ("model,attempts,solved,ran_on\nKiln,20,x,2026-11-02\n", "Line 2: Solved: a whole number in plain digits"),
    ],
)
def test_a_wrong_file_names_its_line(journey: Journey, text: str, reason: str) -> None:
    journey.submitted(journey.member("ana"))
    page = "/projects/aquifer-bench/tasks/1/runs/"
    answer = client_of(journey, "ana").post(page, {"do": "import", "csv": text})
    assert answer.status_code == 422
    assert reason in answer.content.decode()
    assert ModelRun.objects.count() == 0


def test_bytes_that_are_no_text_are_refused(journey: Journey) -> None:
    journey.submitted(journey.member("ana"))
    page, client = "/projects/aquifer-bench/tasks/1/runs/", client_of(journey, "ana")
    for content, reason in ((b"model\xff\n", "The file is not UTF-8."), (b"x" * 600_000, "larger than 512 kB")):
        answer = client.post(page, {"do": "import", "file": SimpleUploadedFile("a.csv", content)})
        assert answer.status_code == 422
        assert reason in answer.content.decode()


def test_a_file_holds_no_formula(journey: Journey) -> None:
    ana = journey.member("ana")
    task = journey.submitted(ana)
    services.log(actor=ana, task=task, rows=[run(model="=HYPERLINK(1)")])
    body = b"".join(client_of(journey, "ana").get("/projects/aquifer-bench/tasks/1/runs.csv")).decode()
    assert '"\'=HYPERLINK(1)"' in body


def test_a_run_of_a_draft_is_as_absent_to_a_reviewer_as_one_that_is_not_there(journey: Journey) -> None:
    ana = journey.member("ana-ruiz")
    task = journey.submitted(ana)
    journey.judged(task, "revise", "revise")
    services.log(actor=ana, task=task, rows=[run()], revision=2)
    client = Client()
    client.force_login(journey.tomas.user)
    statuses = []
    for number in (1, 7):
        form = {"do": "retract", "run": str(number), "reason": "The wrong file was counted."}
        statuses.append(client.post("/projects/aquifer-bench/tasks/1/runs/", form).status_code)
    assert statuses == [422, 422]
