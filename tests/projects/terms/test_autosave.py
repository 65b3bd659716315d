"""The step as it is typed: what is saved, what is answered, and who else is there."""

from __future__ import annotations

import datetime as dt
import re

import pytest
from django.test import Client
from django.urls import reverse

from portal.core import clock
from portal.people.models import Subject
from projects.members import services as members
from projects.project.models import Project
from projects.terms import editors
from projects.terms.models import TermsDraft, TermsFile, TermsVersion


@pytest.fixture
def ines(client: Client, core_team: list[Subject], project: Project) -> Client:
    client.force_login(core_team[0].user)
    return client


def beside(project: Project, chapter: int) -> str:
    return reverse("terms_beside", args=[project.slug, chapter])


CHAPTER_10 = {"changes.notice_days": "30", "changes.contested_at": "here", "contact": "the desk", "whole": "1"}


def test_a_step_is_saved_and_the_parts_of_the_page_come_back(ines: Client, project: Project) -> None:
    answer = ines.post(beside(project, 10), {"version": "0", **CHAPTER_10})
    assert answer.status_code == 200
    draft = TermsDraft.objects.get(project=project)
    assert (draft.version, draft.document["contact"]) == (1, "the desk")
    text = answer.content.decode()
    for part in ("step-steps", "step-editors", "step-problems", "step-beside"):
        assert f'id="{part}"' in text
    for part in ("kept-version", "kept-saved", "kept-conflict"):
        assert f'id="{part}"' in text
    assert 'name="version" value="1"' in text
    assert "<html" not in text


def test_what_says_the_same_is_not_saved_again(ines: Client, project: Project) -> None:
    for _again in range(3):
        ines.post(beside(project, 10), {"version": "1" if _again else "0", **CHAPTER_10})
    assert TermsDraft.objects.get(project=project).version == 1
    # Not even from a page that is older: it has nothing to say that is not there.
    assert ines.post(beside(project, 10), {"version": "0", **CHAPTER_10}).status_code == 200


def test_a_file_stays_the_source_until_something_changes(
    ines: Client, project: Project, published: TermsVersion
) -> None:
    draft = TermsDraft.objects.get(project=project)
    page = ines.get(reverse("terms_step", args=[project.slug, 10])).content.decode()
    assert "Started from the file" in page
    form = {"changes.notice_days": "30", "contact": draft.document["contact"],
            "changes.contested_at": draft.document["changes"]["contested_at"], "whole": "1"}  # fmt: skip
    assert ines.post(beside(project, 10), {"version": str(draft.version), **form}).status_code == 200
    assert TermsDraft.objects.get(project=project).file == TermsFile.objects.get(project=project)


def test_a_value_that_cannot_be_read_is_kept_and_named(ines: Client, project: Project) -> None:
    answer = ines.post(beside(project, 10), {"version": "0", **CHAPTER_10, "changes.notice_days": "soon"})
    assert "1 answer could not be read; it is kept as you typed it." in answer.content.decode()
    page = ines.get(reverse("terms_step", args=[project.slug, 10])).content.decode()
    assert 'value="soon"' in page


def test_somebody_elses_save_is_a_conflict_with_both_texts(ines: Client, project: Project) -> None:
    ines.post(beside(project, 10), {"version": "0", **CHAPTER_10})
    answer = ines.post(beside(project, 10), {"version": "0", **CHAPTER_10, "contact": "the other desk"})
    assert answer.status_code == 409
    text = answer.content.decode()
    assert "the desk" in text
    assert "the other desk" in text
    assert TermsDraft.objects.get(project=project).document["contact"] == "the desk"


def test_what_a_rule_says_follows_what_is_typed(ines: Client, project: Project) -> None:
    """Its sentence stands below it: at first an empty place, then the rule in words, put there without a new page."""
    step = ines.get(f"/projects/{project.slug}/terms/edit/7/").content.decode()
    assert '<p class="form-row__reads" id="authorship.eligibility:reads"></p>' in step
    typed = {"version": "0", "whole": "1", "authorship.eligibility": '{points: {at_least: "2"}}'}
    answer = ines.post(beside(project, 7), typed).content.decode()
    said = re.search(r'id="authorship.eligibility:reads" data-swap>(.*?)</p>', answer)
    assert said
    assert "at least 2 points" in said[1]


def test_the_card_beside_is_of_what_is_typed_and_leads_to_the_field(ines: Client, project: Project) -> None:
    """`notice-days` flags terms that change without notice (fairness.md, notice-days)."""
    href = f'href="{reverse("terms_step", args=[project.slug, 10])}#changes.notice_days"'
    without = ines.post(beside(project, 10), {"version": "0", **CHAPTER_10, "changes.notice_days": "0"})
    flags = [part for part in without.content.decode().split("check--flag")[1:] if href in part.split("</li>")[0]]
    assert len(flags) == 1
    given = ines.post(beside(project, 10), {"version": "1", **CHAPTER_10})
    assert not [part for part in given.content.decode().split("check--flag")[1:] if href in part.split("</li>")[0]]


@pytest.mark.parametrize("chapter", [0, 11, 999])
def test_there_are_ten_steps(ines: Client, project: Project, chapter: int) -> None:
    assert ines.post(beside(project, chapter), {"version": "0"}).status_code == 404
    assert not TermsDraft.objects.exists()


def test_without_a_session_what_was_typed_comes_back(client: Client, project: Project) -> None:
    answer = client.post(beside(project, 10), {"version": "0", **CHAPTER_10})
    assert answer.status_code == 403
    assert "the desk" in answer.content.decode()


def test_both_are_told_who_writes_and_for_how_long(
    ines: Client, recruiting: Project, published: TermsVersion, core_team: list[Subject]
) -> None:
    tomas = Client()
    members.join(actor=core_team[1], project=recruiting, number=1, hash=published.hash)
    tomas.force_login(core_team[1].user)
    step = reverse("terms_step", args=[recruiting.slug, 5])
    assert "is writing these terms too" not in ines.get(step).content.decode()
    seen = tomas.get(reverse("terms_step", args=[recruiting.slug, 7])).content.decode()
    assert "Ines Varga</bdi> is writing these terms too, in step 5 (Participation)" in seen
    version = TermsDraft.objects.get(project=recruiting).version
    told = ines.post(beside(recruiting, 5), {"version": str(version), "whole": "1"}).content.decode()
    assert "Tomas Lindqvist</bdi> is writing these terms too, in step 7 (Authorship)" in told
    assert "Tomas Lindqvist</bdi> is writing these terms too" in ines.get(step).content.decode()
    clock.move(editors.SILENCE + dt.timedelta(seconds=1))
    assert "is writing these terms too" not in ines.get(step).content.decode()


@pytest.mark.parametrize("cut", [{}, {"version": "1"}, {"version": "1", "contact": "the de"}, {"whole": ""}])
def test_a_form_that_did_not_arrive_whole_changes_nothing(ines: Client, project: Project, cut: dict[str, str]) -> None:
    """By the button and as it is typed: everything behind the cut would be read as taken out."""
    ines.post(beside(project, 10), {"version": "0", **CHAPTER_10})
    before = TermsDraft.objects.values("version", "document", "forms").get(project=project)
    for address in (beside(project, 10), reverse("terms_step", args=[project.slug, 10])):
        answer = ines.post(address, cut)
        assert answer.status_code == 422
        text = answer.content.decode()
        assert "Nothing was changed: the form did not arrive whole." in text
        assert ("<html" in text) is ("beside" not in address)
        assert ("the de<" in text) is ("contact" in cut and "beside" not in address)
        assert TermsDraft.objects.values("version", "document", "forms").get(project=project) == before
    # In its place beside the form.
    assert 'id="kept-conflict" data-swap' in ines.post(beside(project, 10), cut).content.decode()


def test_what_says_the_form_is_whole_stands_at_its_end(ines: Client, project: Project) -> None:
    page = ines.get(reverse("terms_step", args=[project.slug, 10])).content.decode()
    form = page.split('<form id="step"')[1].split("</form>")[0]
    assert re.findall(r'name="([^"]+)"', form)[-1] == "whole"
    ines.post(beside(project, 10), {"version": "0", **CHAPTER_10})
    stale = ines.post(beside(project, 10), {"version": "0", **CHAPTER_10, "contact": "other"}).content.decode()
    assert re.findall(r'name="([^"]+)"', stale.split("<form")[1])[-1] == "whole"


def test_an_amount_typed_as_a_decimal_comes_back_for_its_field(ines: Client, project: Project) -> None:
    kind = "authorship.kinds[0]"
    step = {f"{kind}.id": "review", f"{kind}.amount.is": "fixed", f"{kind}.amount.fixed": "0.5", "whole": "1"}
    text = ines.post(beside(project, 7), {"version": "0", **step}).content.decode()
    assert f'<input type="hidden" id="{kind}.amount.fixed" value="1/2" data-typed="0.5" data-swap>' in text
    assert TermsDraft.objects.get(project=project).document["authorship"]["kinds"][0]["amount"] == {"fixed": "1/2"}
    again = ines.post(beside(project, 7), {"version": "1", **step, f"{kind}.amount.fixed": "1/2"}).content.decode()
    assert "data-typed" not in again
