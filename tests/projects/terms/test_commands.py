"""check_terms and publish_terms: exit codes and what they say."""

import json

import pytest
from django.core.management import call_command

from projects.terms import queries, services
from projects.terms.checks.catalogue import CHECKS
from projects.terms.models import TermsVersion
from tests.projects import agreement
from tests.projects.conftest import EXAMPLE


def run(capsys, *arguments) -> tuple[int, str, str]:
    code = 0
    try:
        call_command(*arguments)
    except SystemExit as left:
        code = int(left.code or 0)
    said = capsys.readouterr()
    return code, said.out, said.err


@pytest.fixture
def file(tmp_path):
    def write(text: str, name: str = "terms.yaml"):
        path = tmp_path / name
        path.write_text(text)
        return str(path)

    return write


def test_the_example_is_well_formed_and_could_be_published(capsys):
    for more in ([], ["--publish"]):
        code, out, _err = run(capsys, "check_terms", str(EXAMPLE), *more)
        assert code == 0
        assert "error" not in out


def test_open_clauses_are_well_formed_and_not_publishable(capsys, file):
    path = file("schema: concord-terms/1\nlanguage: en\n")
    code, out, _err = run(capsys, "check_terms", path)
    assert (code, "open mandatory zone" in out) == (0, True)
    assert run(capsys, "check_terms", path, "--publish")[0] == 1


def test_findings_as_json_have_level_check_paths_line_quote_and_both_languages(capsys, file):
    path = file(EXAMPLE.read_text().replace("purposes: [any]", "purposes: [research]"))
    code, out, _err = run(capsys, "check_terms", path, "--publish", "--format", "json")
    rows = json.loads(out)
    assert code == 1
    flag = next(row for row in rows if row["check"] == "licence-coverage" and row["level"] == "flag")
    assert set(flag) == {"level", "check", "paths", "line", "quote", "reason"}
    assert set(flag["reason"]) == {"en", "zh-hans"}
    assert flag["line"] == EXAMPLE.read_text().split("purposes:")[0].count("\n") + 1


def test_every_check_that_applies_is_printed_with_both_sentences(capsys):
    _code, out, _err = run(capsys, "check_terms", str(EXAMPLE), "--format", "json")
    rows = [row for row in json.loads(out) if row["check"] != "mandatory"]
    assert [row["check"] for row in rows] == [one for one in CHECKS if one not in ("prize-rule", "marks-rule")]
    assert {row["level"] for row in rows} <= {"fair", "observation", "open", "flag"}
    for row in rows:
        assert all(row["reason"].values())
        assert row["line"]
        assert row["paths"]


def test_a_flag_names_the_line_of_the_leaf_it_rests_on(capsys, file):
    text = EXAMPLE.read_text().replace("notice_days: 30", "notice_days: 0")
    _code, out, _err = run(capsys, "check_terms", file(text), "--format", "json")
    (flag,) = [row for row in json.loads(out) if row["level"] == "flag"]
    assert (flag["check"], flag["quote"]) == ("notice-days", "notice_days: 0")
    assert text.splitlines()[flag["line"] - 1].strip() == "notice_days: 0"
    code, out, _err = run(capsys, "check_terms", file(text))
    assert code == 0  # a flag does not stop publishing
    assert "flag notice-days line " in out


def test_a_malformed_file_is_1_with_its_line_and_a_missing_one_2(capsys, file):
    code, out, _err = run(capsys, "check_terms", file("schema: concord-terms/1\nzone: Mars\n"))
    assert (code, "line 2: zone" in out) == (1, True)
    assert run(capsys, "check_terms", "/nowhere.yaml")[0] == 2


def test_publish_terms_publishes_the_next_version_once_a_second_member_agreed(capsys, project, published, file):
    """The team has three members: the file is put before them on the page, and the same file is published."""
    text = EXAMPLE.read_text().replace("contact: the people page", "contact: the first page")
    path, founder, before = file(text), project.created_by, queries.draft(project)
    code, out, err = run(capsys, "publish_terms", project.slug, path)
    assert (code, out) == (1, "")
    assert err.startswith("Another member of the core team has to agree")
    assert queries.draft(project).version == before.version
    services.upload(actor=founder, project=project, text=text, name="terms.yaml", version=before.version)
    agreement.agree(actor=founder, project=project)
    code, out, err = run(capsys, "publish_terms", project.slug, path)
    assert (code, err) == (0, "")
    assert out.startswith("version 2, in force from ")
    assert queries.latest(project).hash in out


def test_publish_terms_refuses_with_reasons_and_changes_nothing(capsys, project, file):
    code, _out, err = run(capsys, "publish_terms", project.slug, file("schema: concord-terms/1\n"))
    assert (code, "authorship.eligibility is open." in err) == (1, True)
    assert queries.draft(project) is None
    assert not TermsVersion.objects.exists()


def test_publish_terms_has_no_shortcut_around_the_rights(capsys, project, published, person, file):
    person("ana")
    path = file(EXAMPLE.read_text().replace("contact: the people page", "contact: the first page"))
    assert run(capsys, "publish_terms", project.slug, path, "--as", "ana")[0] == 1
    assert run(capsys, "publish_terms", "no-such", path)[0] == 2
    assert run(capsys, "publish_terms", project.slug, path, "--as", "nobody")[0] == 2
    assert run(capsys, "publish_terms", project.slug, "/nowhere.yaml")[0] == 2
