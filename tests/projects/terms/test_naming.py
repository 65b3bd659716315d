"""What a page that gives a form back calls the fields of the steps."""

import pytest
from django.utils import translation

from projects.terms.naming import field_label


@pytest.mark.parametrize(
    ("name", "en"),
    [
        ("purpose.measures", "What it measures"),
        ("authorship.kinds[0].title", "Kind of credit 1 › Title"),
        ("none:core_team.members[2].since", "Member 3 › Since"),
        ("answer:purpose.used_by", "Who uses it"),
        ("authorship.kinds[1].amount.range[0]", "Kind of credit 2 › Amount"),
        ("authorship.kinds", "Kinds of credit"),
    ],
)
def test_a_field_is_called_as_on_its_step(name, en):
    with translation.override("en"):
        assert field_label(name) == en
    with translation.override("zh-hans"):
        assert field_label(name) not in ("", en)


@pytest.mark.parametrize(
    "name", ["", "title", "purpose", "purposes.x", "a[0", "[]", "." * 100, "purpose." * 9999, "a[٣]"]
)
def test_what_is_no_field_has_no_label(name):
    assert field_label(name) == ""
