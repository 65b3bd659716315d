"""What is paid stands in the terms and is not computed: the page of the terms and that of the project say so."""

import re

import pytest

from projects.terms import queries, services
from tests.projects import agreement
from tests.projects.conftest import TERMS

NOTE = "Concord does not compute them yet; the project does."
# The example pays for tasks and reviews; a prize is a rule for places.
PAY = re.compile(r"  pay:\n.*?(?=  hours_per_task)", re.DOTALL)
PRIZES = """  pay:
    - id: most
      for: rank
      rank: [{from: 1, to: 3, each: 500.00 EUR}]
      ranked_by: [count, first_credit]
      ties: share
      deadline: 2028-01-31
      exclude: {role: {id: organizer}}
      currency: EUR
"""


def test_pay_and_bonuses_are_said_to_be_the_projects_own(client, recruiting, core_team):
    assert client.get(f"/projects/{recruiting.slug}/").content.decode().count(NOTE) == 1
    assert client.get(f"/projects/{recruiting.slug}/terms/").content.decode().count(NOTE) == 1
    client.force_login(core_team[2].user)
    assert client.get(f"/projects/{recruiting.slug}/join/").content.decode().count(NOTE) == 1


@pytest.mark.parametrize(("kind", "rules", "times"), [("prizes", PRIZES, 1), ("unpaid", "  pay: none\n", 0)])
def test_prizes_are_and_an_unpaid_project_says_nothing_of_it(client, project, published, core_team, kind, rules, times):
    text = PAY.sub(rules, TERMS).replace("  kind: paid\n", f"  kind: {kind}\n")
    draft = queries.draft(project)
    services.upload(actor=core_team[0], project=project, text=text, name="terms.yaml", version=draft.version)
    client.force_login(core_team[0].user)
    number = agreement.publish(actor=core_team[0], project=project).number
    assert client.get(f"/projects/{project.slug}/terms/{number}/").content.decode().count(NOTE) == times
