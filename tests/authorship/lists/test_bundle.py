"""Anyone can download what a list rests on and compute it again, on bare Python."""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from authorship.engine import canonical, pyz
from authorship.engine.check import verify as verify_bundle
from authorship.engine.evaluate import without_steps
from authorship.ledger import choices
from authorship.ledger import services as ledger
from authorship.lists import bundle, queries, services
from portal.core import clock
from portal.core.record.models import RecordEntry
from portal.people.models import Profile

ROOT = Path(bundle.__file__).resolve().parents[2]


@pytest.fixture
def listed(credit, member, open_project, paper):
    ana, bo, cy = member("ana"), member("bo"), member("cy")
    credit("t1", {ana: "1/3", bo: "2/3"})
    credit("t2", {bo: "1"})
    credit("t3", {ana: "1"})
    credit("t4", {cy: "1"})
    credit("r1", {cy: "1"}, type="review")
    choices.choose(actor=cy, project=open_project, choice="acknowledged")
    services.recompute(project=open_project)
    return paper


def bare(*arguments, script=("-m", "authorship.engine")):
    """Python without site-packages, user settings or anything of ours but the repository."""
    return subprocess.run(
        [sys.executable, "-S", "-s", *script, *map(str, arguments)],
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)},
        cwd="/",
        capture_output=True,
        text=True,
        timeout=60,
    )


@pytest.fixture
def file(listed, tmp_path):
    path = tmp_path / "bundle.json"
    path.write_text("".join(bundle.stream(listed)), encoding="utf-8")
    return path


def test_bare_python_says_same(file):
    done = bare("verify", file)
    assert (done.returncode, done.stdout, done.stderr) == (0, "same\n", "")


def test_the_single_file_says_the_same_as_the_package(file, tmp_path):
    engine = tmp_path / "engine.pyz"
    digest = pyz.build(engine)
    assert hashlib.sha256(engine.read_bytes()).hexdigest() == digest
    done = bare("verify", file, script=(str(engine),))
    assert (done.returncode, done.stdout) == (0, "same\n")


def test_a_changed_amount_is_named(file, listed):
    changed = json.loads(file.read_text())
    changed["entries"][2]["amount"] = "2"
    file.write_text(canonical.dumps(changed))
    done = bare("verify", file)
    assert done.returncode == 1
    assert "entry 3: amount 2, computed 1" in done.stdout


def test_the_text_is_canonical_and_the_same_bytes_each_time(listed):
    text = "".join(bundle.stream(listed))
    assert text == canonical.dumps(json.loads(text)) == "".join(bundle.stream(listed))


def test_it_has_exactly_the_agreed_keys(listed):
    made = bundle.bundle(listed)
    assert set(made) == {
        "bundle", "engine", "project", "output", "as_of", "zone", "heads", "collation", "terms",
        "subjects", "facts", "entries", "choices", "decisions", "result",
    }  # fmt: skip
    assert made["output"] == {
        "id": "paper-1",
        "list": "full",
        "terms": 1,
        "scope": {"kinds": ["task", "review"], "carry_over": "no"},
    }
    assert set(made["heads"]) == {"ledger", "choices", "rules"}
    assert "example.org" not in "".join(bundle.stream(listed)), "no e-mail address in it"


def test_the_record_names_the_list_without_its_steps_and_the_bundle_has_them(listed, file):
    made = json.loads(file.read_text("utf-8"))
    snapshot = queries.current(listed)
    assert "steps" not in snapshot.result
    assert all(row["steps"] for row in made["result"]["authors"])
    entry = RecordEntry.objects.get(kind="ListPublished")
    assert json.loads(entry.payload)["result"] == snapshot.result_hash == bare("hash", file).stdout.strip()
    assert canonical.dumps(without_steps(made["result"])) == snapshot.result


def test_the_bundle_of_an_old_list_holds_no_later_entry(listed, credit, member, open_project):
    old = queries.current(listed)
    before = "".join(bundle.stream(listed, old))
    credit("t9", {member("dee"): "1"})
    services.recompute(project=open_project)
    assert "".join(bundle.stream(listed, old)) == before
    assert len(bundle.bundle(listed)["entries"]) == len(json.loads(before)["entries"]) + 1


@pytest.mark.damages  # erased by hand: the names alone
def test_names_are_those_of_today_and_an_erased_person_has_none(listed, person):
    ana = person("ana")
    Profile.objects.filter(subject=ana).update(printed_name="Ana de Souza")
    bo = Profile.objects.get(subject=person("bo"))
    bo.printed_name, bo.sort_key, bo.erased_at = "", "", clock.deciding()
    bo.save()
    names = {subject["id"]: subject["name"] for subject in bundle.bundle(listed)["subjects"]}
    assert names[ana.pk] == "Ana de Souza"
    assert names[bo.subject_id] == "Withdrawn contributor"


@pytest.mark.damages  # erased by hand: the names alone
def test_an_erased_person_stands_last_in_the_next_list(listed, credit, member, open_project, person):
    bo = Profile.objects.get(subject=person("bo"))
    bo.printed_name, bo.sort_key, bo.erased_at = "", "", clock.deciding()
    bo.save()
    credit("t9", {person("ana"): "1"})
    services.recompute(project=open_project)
    subjects = {s["id"]: s for s in bundle.bundle(listed)["subjects"]}
    assert subjects[bo.subject_id]["erased"] is True
    assert subjects[bo.subject_id]["sort_key"] == ""


def test_without_a_list_there_is_no_bundle(paper):
    with pytest.raises(LookupError):
        bundle.bundle(paper)


def test_an_older_list_rests_on_what_was_taken_back_later(credit, member, open_project, paper, core_team):
    """Its bundle computes as it was published, before and after the list is computed anew."""
    ana = member("ana")
    [entry] = credit("t1", {ana: "1"})
    services.recompute(project=open_project)
    first = paper.snapshots.latest("generation")
    told = bundle.bundle(paper, first)
    ledger.reverse(project=open_project, entries=[entry], at=clock.deciding(), actor=core_team[0])
    assert bundle.bundle(paper, first) == told
    assert verify_bundle(told) == []
    services.recompute(project=open_project)
    assert bundle.bundle(paper, first) == told
