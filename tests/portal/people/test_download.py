"""What somebody takes along: everything that is theirs, nothing that is hidden from them."""

import io
import json
import zipfile

import pytest
from django.test import Client

from portal.core import clock
from portal.people import download
from portal.people.models import Subject
from tests.portal.people.entering import PASSWORD, account, signed_in
from tests.projects.conftest import *  # noqa: F403
from tests.projects.journey import *  # noqa: F403
from tests.projects.journey import ANSWER, DETAILS, SAID, Journey

pytestmark = pytest.mark.django_db
# Every key, typed by hand: one that is missing is data somebody does not get.
KEYS = [
    "acceptances", "account", "affiliations", "api_answers", "api_tokens", "approval_objections", "assignments",
    "card_contests", "card_replies", "choices", "credit_corrections", "decisions", "defect_reports",
    "email_addresses", "email_changes", "entries", "file_looks", "format", "interest_waivers", "interests",
    "list_locks", "made_at", "mails", "memberships", "model_runs", "notice_preferences", "notices",
    "overlap_looks", "profile", "proposal_answers", "proposal_texts", "proposals",
    "record_lines", "report_answers", "report_decisions", "request_answers",
    "requests", "review_drafts", "reviews", "roles", "round_days", "rounds_led", "sessions", "sign_in",
    "subject", "task_corrections", "task_drafts", "task_files", "task_reopenings", "task_revisions", "tasks",
    "tasks_chaired", "terms_agreed", "terms_read", "terms_uploaded",
]  # fmt: skip


def archive_of(client: Client) -> tuple[dict, zipfile.ZipFile]:
    answer = client.post("/account/data/")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/zip")
    opened = zipfile.ZipFile(io.BytesIO(b"".join(answer.streaming_content)))
    assert opened.testzip() is None
    return json.loads(opened.read("data.json")), opened


def test_the_password_is_asked_for_first_and_the_archive_comes_after_it():
    account()
    client = signed_in()
    assert client.get("/account/data/").status_code == 200
    asked = client.post("/account/data/")
    assert asked["Location"].startswith("/accounts/reauthenticate/")
    answer = client.post(asked["Location"], {"password": PASSWORD})
    opened = zipfile.ZipFile(io.BytesIO(b"".join(answer.streaming_content)))
    assert opened.namelist() == ["data.json"]
    assert answer["Content-Disposition"].startswith('attachment; filename="concord-ana.quispe-')
    assert "private" in answer["Cache-Control"]


def test_the_keys_are_all_there_in_their_order_and_each_is_said_on_the_page():
    account()
    client = signed_in(fresh=True)
    made, opened = archive_of(client)
    assert list(made) == KEYS
    html = client.get("/account/data/").content.decode()
    assert [key for key in KEYS if f"<code>{key}</code>" not in html] == ["format", "made_at", "subject"]
    assert made["format"] == "concord-my-data/1"
    text = opened.read("data.json").decode()
    assert text == json.dumps(json.loads(text), ensure_ascii=False, sort_keys=True, indent=2) + "\n"


def test_no_secret_is_in_it():
    user = account()
    made, _opened = archive_of(signed_in(fresh=True))
    text = json.dumps(made)
    user.refresh_from_db()
    assert user.password not in text
    assert "secret" not in text
    assert made["account"]["email"] == "ana.quispe@example.org"


@pytest.fixture
def worked(journey: Journey) -> Journey:
    """Ana's task went two rounds with two hidden reviewers and was accepted; a draft with a file lies beside it."""
    from django.core.files.uploadedfile import SimpleUploadedFile

    from projects.tasks import services as tasks

    ana = journey.member("ana-quispe")
    task = journey.submitted(ana)
    journey.judged(task, "accept", "accept")
    journey.decided(task)
    draft = journey.draft(ana, "A second one")
    file = SimpleUploadedFile("drawdown.csv", b"t,s\n0,0\n1,2.1\n")
    tasks.attach(actor=ana, task=draft, file=file, version=draft.draft.version)
    return journey


def test_an_authors_archive_holds_the_work_and_names_no_reviewer(worked):
    ana = worked.person("ana-quispe")
    made = download.document(ana, clock.now())
    assert [one["title"] for one in made["tasks"]] == ["Three days of pumping", "A second one"]
    assert [one["your_share"] for one in made["task_revisions"]] == ["1"]
    assert made["task_revisions"][0]["answer"] == ANSWER.strip()
    assert made["task_revisions"][0]["details"] == DETAILS
    assert [one["amount"] for one in made["entries"]] == ["1"]
    assert [one["version"] for one in made["acceptances"]] == [1]
    assert [one["language"] for one in made["terms_read"]] == ["en", "zh-hans"]
    assert "The data is released under CC-BY-4.0." in made["terms_read"][0]["text"]
    text = json.dumps(made)
    for other in (worked.tomas, worked.amara):
        assert other.pk not in text
        assert other.handle not in text
        assert other.profile.printed_name not in text
    assert SAID not in text  # reviews and reasons are others' words


def test_a_reviewers_archive_holds_their_own_review_and_nobody_elses(worked):
    tomas, amara = worked.tomas, worked.amara
    made = download.document(tomas, clock.now())
    assert [one["text"] for one in made["reviews"]] == [SAID]
    text = json.dumps(made)
    assert amara.pk not in text
    assert worked.person("ana-quispe").pk not in text
    assert ANSWER.strip() not in text


def test_the_files_lie_beside_the_document(worked):
    ana = worked.person("ana-quispe")
    opened = zipfile.ZipFile(io.BytesIO(b"".join(download.stream(ana, clock.now()))))
    [told] = json.loads(opened.read("data.json"))["task_files"]
    assert opened.namelist() == ["data.json", told["in_archive"]]
    assert opened.read(told["in_archive"]) == b"t,s\n0,0\n1,2.1\n"


def test_a_file_the_store_has_lost_does_not_keep_the_rest_back(worked, settings):
    from django.core.files.storage import default_storage

    from projects.tasks.attachments import path_of
    from projects.tasks.models import Attachment

    default_storage.delete(path_of(Attachment.objects.get()))
    ana = worked.person("ana-quispe")
    opened = zipfile.ZipFile(io.BytesIO(b"".join(download.stream(ana, clock.now()))))
    assert opened.testzip() is None
    assert len(opened.namelist()) == 2


def test_who_never_had_an_account_has_an_archive_as_well():
    subject = Subject.objects.create(handle="imported", created_at=clock.now())
    from portal.people.models import Profile

    Profile.objects.create(subject=subject, printed_name="Imported", sort_key="imported")
    made = download.document(subject, clock.now())
    assert (made["account"], made["tasks"], made["profile"]["handle"]) == (None, [], "imported")
