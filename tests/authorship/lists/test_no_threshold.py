"""Lists whose rule for authors is no number of points: both pages stand, without the hairline of a threshold."""

import pytest
from django.urls import reverse

from authorship.lists import services as lists


@pytest.mark.parametrize(
    ("eligibility", "lines"),
    [
        ({"count": {"kind": "task", "at_least": 1}}, 0),
        ({"all": [{"count": {"kind": "task", "at_least": 1}}, {"points": {"kinds": ["task"], "at_least": "1/3"}}]}, 0),
        ({"points": {"at_least": "1"}}, 2),  # one on the axis, one beside the author
    ],
)
def test_a_rule_without_one_number_draws_none(
    client, credit, member, open_project, publish, days_later, eligibility, lines
):
    def other_rule(document):
        document["authorship"]["eligibility"] = eligibility
        document["authorship"]["overrides"] = "none"  # some change, whatever the rule was

    credit("t1", {member("ana"): "1"})
    publish(other_rule)
    days_later(60)
    lists.recompute(project=open_project)
    for address in (
        reverse("author_list", args=[open_project.slug, "paper-1"]),
        reverse("project_page", args=[open_project.slug]),
    ):
        answer = client.get(address)
        assert answer.status_code == 200
        assert answer.content.decode().count('class="threshold"') == lines
