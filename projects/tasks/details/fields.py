"""What a task says beside its three texts: why it matters, how it is passed, what it rests on, who may grant it. Pure.

One list says it for the form, the page, the hash, the comparison and the API. Kept is only what was answered:
`{field id: value}`, and a value has the shape of its kind:

text    "Markdown"
asked   {"answer": "" | "no" | "yes", "text": ""}
chosen  {"chosen": ["code"], "text": ""}
span    {"low": "3/2", "high": "4"}, hours as amounts; either may be ""
rows    [{column id: "text"}], a row for each that has any
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy

Details = dict[str, Any]

TEXT, ASKED, CHOSEN, SPAN, ROWS = "text", "asked", "chosen", "span", "rows"


@dataclass(frozen=True)
class Column:
    """`must`: the row is nothing without it."""

    id: str
    label: Any
    must: bool = True
    one_line: bool = False


@dataclass(frozen=True)
class Field:
    """`audience` is the part of `visibility` it is seen with, `fold` the group it is asked in; without an answer to a
    `must` nothing is submitted. `more` names the text of an answer, a choice."""

    id: str
    label: Any
    hint: Any
    kind: str
    audience: str
    fold: str
    must: bool = False
    more: Any = ""
    columns: tuple[Column, ...] = ()
    choices: tuple[tuple[str, Any], ...] = ()


FOLDS: tuple[tuple[str, Any], ...] = (
    ("asked", gettext_lazy("What is asked")),
    ("checked", gettext_lazy("How it is checked")),
    ("hard", gettext_lazy("Why it is hard")),
    ("from", gettext_lazy("Where it comes from")),
)
# What is told of an audience beside each field.
SEEN_WITH: Mapping[str, Any] = {
    "statement": gettext_lazy("Seen with the statement."),
    "answer": gettext_lazy("Seen with the answer."),
    "verification": gettext_lazy("Seen with the verification."),
    "origin": gettext_lazy("Seen with the statement, by those who also see your names."),
}
ANSWERS: tuple[tuple[str, Any], ...] = (("no", gettext_lazy("No")), ("yes", gettext_lazy("Yes")))
_HOW_ALLOWED = gettext_lazy("If yes: how it is allowed")

FIELDS: tuple[Field, ...] = (
    Field(
        "why",
        gettext_lazy("Why it matters, and to whom"),
        gettext_lazy("Who would work differently if a model could do this. Reviewers ask whether it is worth having."),
        TEXT,
        "statement",
        "asked",
        must=True,
    ),
    Field(
        "accepted_forms",
        gettext_lazy("Accepted forms of the answer"),
        gettext_lazy(
            "Units, rounding, spellings and formats that are right as well. Nothing right may fail by its form."
        ),
        TEXT,
        "verification",
        "checked",
    ),
    Field(
        "tolerance",
        gettext_lazy("Tolerance"),
        gettext_lazy("How far off a number may be, and why that far."),
        TEXT,
        "verification",
        "checked",
    ),
    Field(
        "tests",
        gettext_lazy("Tests"),
        gettext_lazy(
            "Code or steps of the check. Reviewers look for what is checked and never asked, and the reverse."
        ),
        TEXT,
        "verification",
        "checked",
    ),
    Field(
        "checking_rubric",
        gettext_lazy("Points of the check"),
        gettext_lazy("For an answer that is judged in parts: what each part earns."),
        ROWS,
        "verification",
        "checked",
        columns=(Column("points", gettext_lazy("Points"), one_line=True), Column("sentence", gettext_lazy("For what"))),
    ),
    Field(
        "expert_path",
        gettext_lazy("How an expert would pass"),
        gettext_lazy("The steps of somebody who knows the field, from nothing but what is given."),
        TEXT,
        "answer",
        "hard",
        must=True,
    ),
    Field(
        "lazy",
        gettext_lazy("Lazy attempts"),
        gettext_lazy(
            "What gets tried without understanding: a guess, the usual formula, a look at the files. Reviewers try it."
        ),
        ROWS,
        "answer",
        "hard",
        must=True,
        columns=(
            Column("tried", gettext_lazy("What was tried")),
            Column("why_it_fails", gettext_lazy("Why it fails")),
        ),
    ),
    Field(
        "failure_kinds",
        gettext_lazy("Where a model fails"),
        gettext_lazy("At least one. Hard for the right reason, reviewers will ask."),
        CHOSEN,
        "answer",
        "hard",
        must=True,
        more=gettext_lazy("How it shows"),
        choices=(
            ("knowledge", gettext_lazy("Knowledge")),
            ("reasoning", gettext_lazy("Reasoning")),
            ("tool", gettext_lazy("Use of tools")),
            ("code", gettext_lazy("Code")),
            ("data", gettext_lazy("Handling of data")),
        ),
    ),
    Field(
        "provenance",
        gettext_lazy("Provenance"),
        gettext_lazy("Where the idea, the data and the answer come from, and who else had a hand in them."),
        TEXT,
        "origin",
        "from",
    ),
    Field(
        "sources",
        gettext_lazy("Sources and their licences"),
        gettext_lazy("Data, code, figures and texts of others. An SPDX id says a licence best; other words are kept."),
        ROWS,
        "statement",
        "from",
        columns=(
            Column("what", gettext_lazy("What is used")),
            Column("licence", gettext_lazy("Licence"), one_line=True),
            Column("url", gettext_lazy("Web address"), must=False, one_line=True),
        ),
    ),
    Field(
        "earlier",
        gettext_lazy("Has any of it been published or used before?"),
        gettext_lazy("A lecture, a paper, an exam, another benchmark: models may have read the answer there."),
        ASKED,
        "origin",
        "from",
        must=True,
        more=gettext_lazy("If yes: where, when, and what could be read"),
    ),
    Field(
        "ai_use",
        gettext_lazy("Were AI tools used?"),
        gettext_lazy("For the idea, the text, the answer or the code."),
        ASKED,
        "statement",
        "from",
        must=True,
        more=gettext_lazy("If yes: which, and for what"),
    ),
    Field(
        "hours",
        gettext_lazy("Expected hours of work"),
        gettext_lazy("Of all of you together, from the idea to acceptance: fewest and most, in quarters of an hour."),
        SPAN,
        "statement",
        "from",
        must=True,
    ),
    Field(
        "conflicts",
        gettext_lazy("Does any of you have a conflict of interest?"),
        gettext_lazy("A model you sell, a result you need, a reviewer you work with."),
        ASKED,
        "origin",
        "from",
        must=True,
        more=gettext_lazy("If yes: which"),
    ),
    Field(
        "rights_employer",
        gettext_lazy("Does an employer have rights in it?"),
        gettext_lazy("May you grant this? Many contracts of work say that the employer owns what you make."),
        ASKED,
        "origin",
        "from",
        must=True,
        more=_HOW_ALLOWED,
    ),
    Field(
        "rights_co_owner",
        gettext_lazy("Does anybody else own a part of it?"),
        gettext_lazy("Co-authors, an instrument’s team, a publisher."),
        ASKED,
        "origin",
        "from",
        must=True,
        more=_HOW_ALLOWED,
    ),
    Field(
        "rights_personal_data",
        gettext_lazy("Does it hold data on persons?"),
        gettext_lazy("Patients, interviews, names in a corpus; coded data too."),
        ASKED,
        "origin",
        "from",
        must=True,
        more=_HOW_ALLOWED,
    ),
)
BY_ID: Mapping[str, Field] = {one.id: one for one in FIELDS}
