"""What the benchmark is run on: invented people and projects of given sizes.

Founding, rubric and terms go through the services. A crowd of thousands is laid in bulk, as the rows the services
would have made; its entries go through the ledger's own `append`. Their amounts are those that
`limits/ledger_baseline.py` makes for the same size, so that both ledgers hold the same work.
"""

import copy
import datetime as dt
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import Any

from django.db import connection, transaction

from authorship.ledger import append
from authorship.lists import services as lists
from bench.limits.ledger_baseline import make_rows
from portal.core import clock
from portal.core.names.collation import sort_key
from portal.people import services as people
from portal.people.models import Affiliation, Profile, Subject, User
from projects.members.models import Membership, RoleGrant
from projects.project import services as projects
from projects.project.models import Project
from projects.rubric import services as rubric
from projects.terms import queries as terms_queries
from projects.terms import services as terms
from projects.terms.models import Acceptance

EXAMPLE = Path(terms.__file__).parent / "document" / "example.yaml"
FOUNDERS = ("ines-varga", "tomas-lindqvist", "amara-nwosu")
GIVEN = ("Ana", "Édith", "Jürgen", "Mei", "Zoë", "Bo", "Priya", "Olu")
FAMILY = ("Ågren", "Nwosu", "O'Neil", "Tran", "Sørensen", "Kaya", "Moreau")
_CHUNK = 2_000


def founders() -> list[Subject]:
    """The three whom the example terms name. Nobody signs in here, so their passwords are nothing."""
    found = list(User.objects.filter(subject__handle__in=FOUNDERS).select_related("subject"))
    if not found:
        at = clock.deciding()
        found = [
            people.open_account(
                email=f"{handle}@bench.example",
                password="",
                printed_name=handle.replace("-", " ").title(),
                handle=handle,
                at=at,
                verified=True,
            )
            for handle in FOUNDERS
        ]
    by_handle = {str(user.subject.handle): user.subject for user in found}
    return [by_handle[handle] for handle in FOUNDERS]


def project(slug: str, *, kinds: int = 4) -> Project:
    """A recruiting project under the example's terms, with so many kinds of credit and no end of its scope."""
    founder = founders()[0]
    made = projects.create(
        actor=founder,
        title=slug.replace("-", " ").title(),
        slug=slug,
        summary="Whether a system reads a pumping test as a hydrogeologist does.",
        field="Hydrogeology",
    )
    criteria = [{"id": "sound", "sentence": "The answer follows from the data given."}]
    rubric.save_draft(actor=founder, project=made, title="What a task must be", criteria=criteria, version=0)
    rubric.publish(actor=founder, project=made)
    draft = terms.upload(actor=founder, project=made, text=EXAMPLE.read_text("utf-8"), name="terms.yaml", version=0)
    document = copy.deepcopy(draft.document)
    _widen(document, kinds)
    terms.save_draft(actor=founder, project=made, document=document, version=draft.version)
    terms.publish(actor=founder, project=made)
    return projects.recruit(actor=founder, project=made)


def _widen(document: dict[str, Any], kinds: int) -> None:
    """The example's rules of authorship over as many kinds as the limit has. Claims, since they name their one kind."""
    ids = [f"kind-{number:02}" for number in range(kinds)]
    clause = document["authorship"]
    clause["kinds"] = [
        {"id": one, "title": f"Work of kind {one[-2:]}", "from": "import", "split": "each", "date": "accepted"}
        | {"amount": {"fixed": "1"}}
        for one in ids
    ]
    last_day = (clock.now() + dt.timedelta(days=1000)).date().isoformat()
    clause["outputs"][0] |= {"scope": {"kinds": ids, "carry_over": "no"}, "as_of": last_day}
    for role in document["roles"]:
        role["criteria"] = (
            "none" if role["granted"] != "rule" else {"points": {"kinds": ids[:1], "at_least": "1000000"}}
        )


@transaction.atomic
def crowded(slug: str, *, entries: int, people: int, kinds: int, even: bool = False) -> Project:
    """A project with so many members and entries, and its first list. With `even` everybody gets as many entries, and
    stands on the list; else a few get most, as in `limits/ledger_baseline.py`, and who gets none is no member."""
    made = project(slug, kinds=kinds)
    at = clock.deciding()
    rows = [(row[0] % people if even else row[2], *row[3:7]) for row in make_rows(entries, people, kinds)]
    numbers = {row[0] for row in rows}
    subjects = dict(zip(sorted(numbers), crowd(made, len(numbers), at), strict=True))
    today = clock.today("UTC", at)
    drafts = (
        append.Draft(
            subject=subjects[subject],
            kind=kind,
            amount=Fraction(numerator, denominator),
            origin="imported",
            source=f"import:bench:{source}",
            terms=1,
            on=today,
            fact="",
        )
        for subject, kind, numerator, denominator, source in rows
    )
    while some := list(islice(drafts, 20 * _CHUNK)):
        append.entries(project=made, drafts=some, at=at)
    lists.recompute(project=made, at=at)
    return made


def one_more(of: Project) -> None:
    """A further point for the person of the first entry, so that the next list is another."""
    first = of.entries.order_by("seq")[0]
    append.entries(
        project=of,
        drafts=[
            append.Draft(
                subject=first.subject_id,
                kind=first.kind,
                amount=Fraction(1),
                origin="imported",
                source=f"import:bench:more-{of.entries.count()}",
                terms=1,
                on=first.on,
                fact="",
            )
        ],
        at=clock.deciding(),
    )


def crowd(of: Project, count: int, at: dt.datetime) -> list[str]:
    """Members who accepted version 1; returns their subject ids."""
    version = terms_queries.versions(of).get(number=1)
    made: list[str] = []
    numbers = iter(range(1, count + 1))
    while some := list(islice(numbers, _CHUNK)):
        subjects = Subject.objects.bulk_create(
            Subject(handle=f"{of.slug}-{number}"[:40], created_at=at) for number in some
        )
        Profile.objects.bulk_create(_profiles(subjects, some))
        Affiliation.objects.bulk_create(
            Affiliation(subject=subject, position=1, name=f"University of Place {number % 200}")
            for subject, number in zip(subjects, some, strict=True)
        )
        Membership.objects.bulk_create(
            Membership(project=of, subject=subject, since=version.in_force) for subject in subjects
        )
        RoleGrant.objects.bulk_create(
            RoleGrant(
                project=of,
                subject=subject,
                role="contributor",
                since=version.in_force,
                reason=RoleGrant.Reason.OPEN,
                terms=1,
                granted_at=at,
                granted_by=subject.pk,
            )
            for subject in subjects
        )
        Acceptance.objects.bulk_create(
            Acceptance(terms=version, subject=subject, hash=version.hash, purpose="join", at=at) for subject in subjects
        )
        made += [subject.pk for subject in subjects]
    return made


def _profiles(subjects: list[Subject], numbers: list[int]) -> Iterator[Profile]:
    for subject, number in zip(subjects, numbers, strict=True):
        given, family = GIVEN[number % len(GIVEN)], f"{FAMILY[number % len(FAMILY)]}-{number}"
        yield Profile(
            subject=subject,
            printed_name=f"{given} {family}",
            given=given,
            family=family,
            sort_key=sort_key(given, family, ""),
        )


def settle() -> None:
    """What the database's own housekeeping would have done by the time such a ledger exists."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")


# Sizes of the two ledgers that are recomputed, and of the two lists whose pages are asked for: entries, people, kinds.
# Fifty entries a person, as in `limits/ledger_baseline.py`; and once more with many people for their work.
LEDGERS = {
    "ten-thousand": (10_000, 200, 40),
    "hundred-thousand": (100_000, 2_000, 40),
    "hundred-thousand-of-many": (100_000, 5_000, 40),
}
LISTS = {"one": (1, 1, 4), "hundred": (400, 100, 4), "thousand": (4_000, 1_000, 4)}
MORE_PROJECTS = 100


def lay() -> None:
    """Everything but the demo, which is there already; two of the small lists were made for counting queries."""
    for slug, (entries, persons, kinds) in {**LISTS, **LEDGERS}.items():
        if not Project.objects.filter(slug=slug).exists():
            crowded(slug, entries=entries, people=persons, kinds=kinds, even=slug in LISTS)
    for number in range(MORE_PROJECTS):
        project(f"small-{number}")
