"""Erasing a person: a random string goes through the whole product as their name, and then it is nowhere."""

import hashlib
import json
import re
import uuid

import pytest
from django.apps import apps
from django.core.cache import caches
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction
from django.db.models import ProtectedError
from django.test import Client

from authorship.lists import queries as lists
from authorship.lists import services as lists_services
from portal.api.models import KeptAnswer
from portal.core import clock
from portal.core.errors import Conflict, Forbidden, Refused
from portal.core.record import verifiers
from portal.core.record.models import RecordText
from portal.core.text import markdown
from portal.notices import dispatcher
from portal.people import erasing, services
from portal.people.models import Affiliation, Erasure, Profile, RetiredHandle, Subject, User
from projects.project.models import Project
from projects.tasks import services as tasks
from projects.tasks.models import Attachment, Revision
from projects.terms.models import TermsFile, TermsVersion
from tests.portal.people.entering import PASSWORD, account, signed_in
from tests.portal.people.test_closing import through_the_password
from tests.projects.conftest import *  # noqa: F403
from tests.projects.journey import *  # noqa: F403
from tests.projects.journey import DETAILS, STATEMENT, Journey

pytestmark = pytest.mark.django_db
TRACER = "qzxtracer" + uuid.uuid4().hex[:10]
WITHDRAWN = "Withdrawn contributor"


def holding(text: str) -> dict[str, int]:
    """{table.column: rows} of every table of this database that hold `text`, whatever the case."""
    found = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            for column in connection.introspection.get_table_description(cursor, table):
                name = f'"{table}"."{column.name}"'
                sql = f'SELECT count(*) FROM "{table}" WHERE lower(CAST({name} AS text)) LIKE %s'
                cursor.execute(sql, [f"%{text}%"])
                if rows := cursor.fetchone()[0]:
                    found[f"{table}.{column.name}"] = rows
    return found


def faults(projects) -> list[str]:
    """What `manage.py verify` would say."""
    said = [fault for ask in verifiers.site().values() for fault in ask()]
    return said + [str(one) for project in projects for ask in verifiers.project().values() for one in ask(project)]


@pytest.fixture
def known(journey: Journey) -> Subject:
    """Somebody whose every name holds the tracer, after a life on the site: a task accepted, one declined to go on
    with, reviews of others, a role, a choice, a draft with a file, a file of terms that spells out the handle."""
    user = services.open_account(
        email=f"{TRACER}@example.org", password=PASSWORD, handle=TRACER, at=clock.deciding(), verified=True,
        printed_name=f"Ana {TRACER.title()}", given="Ana", family=TRACER.title(), native_name=f"安娜 {TRACER}",
    )  # fmt: skip
    subject = user.subject
    services.change_profile(actor=subject, subject=subject, orcid="0000-0002-1825-0097", about=f"I am **{TRACER}**.")
    services.set_affiliations(actor=subject, subject=subject, rows=[(f"Institute of {TRACER}", "")])
    client = signed_in(user.email, fresh=True)  # mail, a session, records of authentication
    assert client.get("/account/").status_code == 200
    journey.member(TRACER)
    task = journey.accepted(subject)
    journey.appoint(subject, "reviewer")
    Client().get(f"/people/{TRACER}/")  # what they say about themselves is rendered and remembered
    body = json.dumps({"name": subject.profile.printed_name, "handle": TRACER, "state": "draft"}, ensure_ascii=False)
    KeptAnswer.objects.create(user=journey.tomas.user, key="k", fingerprint="f", at=clock.deciding(), body=body)
    other = journey.submitted(journey.member("bo-larsen"), "Another well")
    journey.ask(other, subject)
    draft = journey.draft(subject, f"A draft of {TRACER}")
    journey.write(subject, draft, details={**DETAILS, "provenance": f"From the desk of {TRACER}."})
    file = SimpleUploadedFile(f"{TRACER}.csv", b"t,s\n0,0\n")
    tasks.attach(actor=subject, task=draft, file=file, version=draft.draft.version)
    lists_services.recompute(project=journey.project)
    Client().get(f"/projects/aquifer-bench/tasks/{task.number}/")
    dispatcher.drain()
    return subject


PUBLIC = (
    "/", "/projects/", "/projects/aquifer-bench/", "/projects/aquifer-bench/terms/", "/projects/aquifer-bench/tasks/",
    "/projects/aquifer-bench/tasks/1/", "/projects/aquifer-bench/people/", "/projects/aquifer-bench/credit/",
    "/projects/aquifer-bench/credit/people/", "/projects/aquifer-bench/credit/1/",
    "/projects/aquifer-bench/authors/paper-1/", "/projects/aquifer-bench/record/",
    "/projects/aquifer-bench/credit/ledger.csv", "/projects/aquifer-bench/credit/ledger.jsonl",
    "/projects/aquifer-bench/authors/paper-1/bundle.json", "/projects/aquifer-bench/record/entries.jsonl",
    *(f"/api/v1/projects/aquifer-bench/{part}" for part in (
        "", "terms/", "terms/1/", "members/", "roles/", "tasks/", "tasks/1/", "tasks/1/revisions/", "tasks/1/rounds/",
        "entries/", "entries/1/", "lists/", "lists/paper-1/", "record/",
    )),
)  # fmt: skip


def text_of(answer) -> str:
    pieces = answer.streaming_content if answer.streaming else [answer.content]
    return b"".join(pieces).decode()


def crawl(project: Project, subject: Subject, reader: Subject | None = None) -> dict[str, str]:
    """{address: text} of everything that answers a stranger or `reader`, downloads and every kept list included."""
    client, pages = Client(), {}
    if reader is not None:
        client.force_login(reader.user)
    generations = [
        f"/projects/aquifer-bench/authors/{output.output_id}/?generation={one.generation}"
        for output in lists.outputs(project)
        for one in lists.generations(output)
    ]
    todo = [*PUBLIC, *generations, f"/projects/aquifer-bench/credit/?person={subject.pk}"]
    while todo:
        path = todo.pop()
        answer = client.get(path)
        if path in pages or answer.status_code != 200:
            continue
        text = pages[path] = text_of(answer)
        assert len(pages) < 400
        links = set(re.findall(r'href="(/projects/aquifer-bench/[^"#?]*)"', text))
        todo += [link for link in links if link not in pages and "/join/" not in link]
    assert set(PUBLIC) <= set(pages), set(PUBLIC) - set(pages)
    return pages


def test_after_erasing_the_name_is_in_no_table_and_on_no_page(known, journey):
    before = {o.output_id: lists.result(lists.current(o)) for o in lists.outputs(journey.project)}
    # The name is everywhere first, else its absence would say nothing.
    assert {name.split(".")[0] for name in holding(TRACER)} >= {
        "portal_profile", "portal_subject", "portal_affiliation", "portal_user", "account_emailaddress",
        "authorship_listpeople", "projects_taskdraft", "projects_attachment", "portal_keptanswer",
    }  # fmt: skip
    pages = crawl(journey.project, known)
    assert sum(TRACER in text.lower() for text in pages.values()) >= 12
    erasing.erase_own(actor=known, subject=known)
    assert holding(TRACER) == {}
    dispatcher.drain()  # the lists that were wanted
    assert holding(TRACER) == {}
    after = crawl(journey.project, known)
    assert [path for path, text in after.items() if TRACER in text.lower()] == []
    assert len(after) >= len(pages) - 2
    seen_by_a_member = crawl(journey.project, known, journey.ines)
    assert [path for path, text in seen_by_a_member.items() if TRACER in text.lower()] == []
    assert WITHDRAWN in after["/projects/aquifer-bench/authors/paper-1/"]
    # Entries and places stay, and everything still proves.
    for output in lists.outputs(journey.project):
        result = lists.result(lists.current(output))
        assert [row["subject"] for row in result["authors"]] == [
            row["subject"] for row in before[output.output_id]["authors"]
        ]
    assert faults([journey.project]) == []


def test_the_page_of_somebody_erased_answers_as_one_that_never_was(known):
    erasing.erase_own(actor=known, subject=known)
    gone, never = (Client().get(f"/people/{handle}/") for handle in (TRACER, "nobody.at.all"))
    assert (gone.status_code, never.status_code) == (404, 404)
    token = re.compile(r'value="[^"]{40,}"')
    said = [
        token.sub("", one.content.decode()).replace(h, "…") for one, h in ((gone, TRACER), (never, "nobody.at.all"))
    ]
    assert said[0] == said[1]
    assert sorted(gone.headers) == sorted(never.headers)


@pytest.mark.parametrize("handle", ["marrow.hill", "rnarrow.hill", "marrow.hi11", "MARROW.HILL"])
def test_nobody_takes_the_handle_of_somebody_erased_nor_one_like_it(handle):
    user = account("marrow.hill")
    erasing.erase(user.subject, asked_by="own", at=clock.deciding())
    assert not any("marrow" in value.digest for value in RetiredHandle.objects.all())
    with pytest.raises(Refused):
        account(handle)


def test_the_address_is_free_again_and_nothing_joins_the_new_person_to_the_old():
    first = account("marrow.hill").subject
    erasing.erase(first, asked_by="own", at=clock.deciding())
    second = services.open_account(
        email="marrow.hill@example.org", password=PASSWORD, handle="somebody.new", at=clock.deciding(), printed_name="M"
    )
    assert second.subject != first
    assert Subject.objects.get(pk=first.pk).handle is None


def test_what_they_wrote_alone_goes_and_what_they_submitted_stays(known, journey):
    [file] = Attachment.objects.all()
    from django.core.files.storage import default_storage

    from projects.tasks.attachments import path_of

    assert default_storage.exists(path_of(file))
    texts = RecordText.objects.filter(entry__actor=known.pk)
    assert all(one.text for one in texts)
    with committing():
        erasing.erase_own(actor=known, subject=known)
    assert all(one.erased for one in texts.all())
    file.refresh_from_db()
    assert file.name == ""
    assert len(file.sha256) == 64
    assert Revision.objects.get(task__number=1).statement == STATEMENT.strip()
    assert WITHDRAWN in Client().get("/projects/aquifer-bench/tasks/1/").content.decode()


class committing:
    """Runs what waits for the commit, which a test's own transaction never reaches."""

    def __enter__(self):
        from django.test import TestCase

        self._captured = TestCase.captureOnCommitCallbacks(execute=True)
        return self._captured.__enter__()

    def __exit__(self, *reason):
        return self._captured.__exit__(*reason)


def test_a_file_of_terms_that_spells_out_the_handle_is_emptied_and_the_version_still_proves(journey):
    tomas = journey.tomas
    version = TermsVersion.objects.get()
    file = TermsFile.objects.first()
    assert tomas.handle in file.text
    response = Client().get("/projects/aquifer-bench/terms/1/file")
    assert response.status_code == (200 if version.file_id else 404)
    erasing.erase(tomas, asked_by="own", at=clock.deciding())
    file.refresh_from_db()
    assert (file.text, file.name, len(file.sha256)) == ("", "", 64)
    assert Client().get("/projects/aquifer-bench/terms/1/file").status_code == 404
    yaml = Client().get("/projects/aquifer-bench/terms/1/terms.yaml").content.decode()
    assert tomas.pk in yaml
    assert "tomas" not in yaml.lower()
    assert holding("tomas-lindqvist") == {}
    assert faults([journey.project]) == []


def test_in_the_browser_it_takes_the_handle_and_the_password_twice():
    account()
    client = signed_in()
    asked = client.get("/account/erase/")
    assert asked["Location"].startswith("/accounts/reauthenticate/")
    assert client.post(asked["Location"], {"password": PASSWORD})["Location"] == "/account/erase/"
    page = client.get("/account/erase/").content.decode()
    assert "Withdrawn contributor" in page
    assert "ana.quispe" in page
    wrong = client.post("/account/erase/", {"handle": "ana"})
    assert (wrong.status_code, "not the handle" in wrong.content.decode()) == (422, True)
    last = through_the_password(client, client.post("/account/erase/", {"handle": " @Ana.Quispe "}))
    assert last == "/account/erase/last/"
    assert client.get(last).status_code == 200
    assert Profile.objects.get().erased_at is None
    assert client.post(last)["Location"] == "/account/erased/"
    assert Profile.objects.get().erased_at is not None
    assert not User.objects.exists()
    assert client.get("/account/")["Location"].startswith("/accounts/login/")


def test_an_answer_kept_for_somebody_elses_program_loses_the_name_and_stays_json(known):
    erasing.erase_own(actor=known, subject=known)
    kept = KeptAnswer.objects.get()
    assert json.loads(kept.body) == {"name": WITHDRAWN, "handle": None, "state": "draft"}


def test_what_was_rendered_of_them_is_not_remembered(known):
    about = Profile.objects.get(subject=known).about
    key = f"md{markdown.VERSION}:" + hashlib.sha256(about.encode()).hexdigest()
    markdown.render(about)
    assert caches["rendered"].get(key)
    erasing.erase_own(actor=known, subject=known)
    assert caches["rendered"].get(key) is None


def test_what_was_being_saved_meanwhile_is_refused(known):
    erasing.erase_own(actor=known, subject=known)
    with pytest.raises(Conflict):
        services.set_affiliations(actor=known, subject=known, rows=[(f"Institute of {TRACER}", "")])
    services.change_name(actor=known, subject=known, printed_name=f"Ana {TRACER}")
    assert holding(TRACER) == {}


def test_nobody_erases_somebody_else():
    with pytest.raises(Forbidden):
        erasing.erase_own(actor=account("priya").subject, subject=account().subject)


def test_erasing_is_one_transaction(monkeypatch):
    """Whatever fails on the way, nothing of the person is half gone."""
    user = account()
    monkeypatch.setattr(erasing.Affiliation.objects, "filter", lambda **_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        erasing.erase(user.subject, asked_by="own", at=clock.deciding())
    assert Profile.objects.get().printed_name == "Ana Quispe"
    assert User.objects.count() == 1
    assert not Erasure.objects.exists()
    assert Subject.objects.get().handle == "ana.quispe"


def test_twice_is_once_and_the_first_instant_stays():
    subject = account().subject
    first = erasing.erase(subject, asked_by="own", at=clock.deciding())
    assert erasing.erase(subject, asked_by="operator", at=clock.deciding()) == first
    assert Erasure.objects.count() == 1


def test_after_a_restore_the_log_is_replayed(tmp_path, settings, capsys):
    """The database of the day before knows the person and no erasure; the file beside it does."""
    settings.CONCORD_DATA_DIR = tmp_path
    subject = account().subject
    line = {"subject": subject.pk, "at": "2027-02-01T10:00:00.000000+00:00", "asked_by": "own"}
    (tmp_path / "erasures.jsonl").write_text(json.dumps(line) + "\n")
    assert list(erasing.verify()) == [
        f"portal_profile of {subject.pk}: the log says erased; run manage.py replay_erasures"
    ]
    call_command("replay_erasures")
    assert f"erased {subject.pk}" in capsys.readouterr().out
    assert Erasure.objects.get().at.isoformat() == "2027-02-01T10:00:00+00:00"
    assert (list(erasing.verify()), holding("ana.quispe")) == ([], {})
    call_command("replay_erasures")
    assert Erasure.objects.count() == 1


def test_the_log_is_written_after_the_commit_and_holds_each_erasure_once(tmp_path, settings):
    settings.CONCORD_DATA_DIR = tmp_path
    for handle in ("first.one", "second.one"):
        with committing():
            erasing.erase(account(handle).subject, asked_by="own", at=clock.deciding())
    lines = [json.loads(line) for line in (tmp_path / "erasures.jsonl").read_text().splitlines()]
    assert [line["subject"] for line in lines] == list(Erasure.objects.order_by("pk").values_list("subject", flat=True))
    assert set(lines[0]) == {"subject", "at", "asked_by"}


@pytest.mark.parametrize(("arguments", "code"), [(["ana.quispe"], 1), (["nobody"], 2)])
def test_the_command_erases_only_what_was_said_twice(arguments, code):
    account()
    with pytest.raises(SystemExit) as ended:
        call_command("erase_person", *arguments)
    assert ended.value.code == code
    assert Profile.objects.get().erased_at is None
    call_command("erase_person", "ana.quispe", "--confirm", "ana.quispe")
    assert Erasure.objects.get().asked_by == "operator"


def test_verify_names_what_an_erasure_left_behind():
    subject = account().subject
    erasing.erase(subject, asked_by="own", at=clock.deciding())
    Profile.objects.update(about="still here")
    assert list(erasing.verify()) == [f"portal_profile of {subject.pk}: erased, and still holds about"]


@transaction.atomic
def _deleted(table: str, pk: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f'DELETE FROM "{table}" WHERE id = %s', [pk])
    connection.check_constraints()


def test_b54_who_holds_history_is_not_deleted(known, journey):
    """Subject, profile and project are referred to by what never goes; erasing is the way."""
    for row in (known, journey.project, TermsVersion.objects.get()):
        with pytest.raises((ProtectedError, IntegrityError)), transaction.atomic():
            row.delete()
    for table, pk in (("portal_subject", known.pk), ("projects_project", journey.project.pk)):
        with pytest.raises(IntegrityError):
            _deleted(table, pk)
    assert Subject.objects.filter(pk=known.pk).exists()
    assert not apps.get_model("portal", "Erasure").objects.exists()
    assert Affiliation.objects.filter(subject=known).exists()
