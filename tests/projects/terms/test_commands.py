"""check_terms and publish_terms: exit codes and what they say."""

import json

import pytest
from django.core.management import call_command

from projects.terms import queries
from projects.terms.models import TermsVersion
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


def test_a_malformed_file_is_1_with_its_line_and_a_missing_one_2(capsys, file):
    code, out, _err = run(capsys, "check_terms", file("schema: concord-terms/1\nzone: Mars\n"))
    assert (code, "line 2: zone" in out) == (1, True)
    assert run(capsys, "check_terms", "/nowhere.yaml")[0] == 2


def test_publish_terms_publishes_the_next_version(capsys, project, published, file):
    path = file(EXAMPLE.read_text().replace("contact: the people page", "contact: the first page"))
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
