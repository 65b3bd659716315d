"""Every road to every protected table ends in a refusal, and the rows are what they were."""

import pytest
from django.apps import apps
from django.db import DatabaseError, connection, models, transaction
from django.db.models import ProtectedError

from portal.core.append_only import registry, triggers
from tests.portal.core.append_only.attempts import attempts, keys_of
from tests.portal.core.rows import make

# Typed by hand from the models: (keys it can be met by, references that are not null).
# A new protected table needs a line here.
CASES = {
    "portal.RecordEntry": (2, 0),
    "portal.Checkpoint": (1, 0),
    "portal.Erasure": (2, 1),
    "projects.TermsVersion": (2, 3),
    "projects.TermsFile": (1, 2),
    "projects.Acceptance": (2, 2),
    "projects.TermsReading": (2, 1),
    "projects.PublishAgreement": (2, 2),
    "projects.MarkReply": (1, 2),
    "projects.MarkContest": (2, 2),
    "projects.RubricVersion": (2, 2),
    "projects.Revision": (2, 2),
    "projects.Attachment": (2, 3),
    "projects.RevisionFile": (3, 2),
    "projects.FileLook": (1, 2),
    "projects.Review": (2, 1),
    "projects.ChangeRequest": (2, 1),
    "projects.RequestAnswer": (1, 2),
    "projects.ReviewDecision": (2, 2),
    "projects.CorrectionStep": (1, 2),
    "projects.DefectReport": (3, 2),
    "projects.ReportAnswer": (1, 2),
    "projects.ReportDecision": (2, 2),
    "projects.ProposalText": (2, 1),
    "projects.ProposalAnswer": (2, 2),
    "projects.ModelRun": (2, 2),
    "projects.RunRetraction": (2, 1),
    "projects.ApprovalObjection": (2, 3),
    "projects.Reopening": (1, 2),
    "projects.RoundStep": (2, 2),
    "projects.DeclaredInterest": (1, 2),
    "projects.InterestWaiver": (2, 2),
    "authorship.CreditEntry": (3, 2),
    "authorship.CreditEntry that reverses": (3, 3),
    "authorship.CreditFact": (3, 1),
    "authorship.Choice": (2, 2),
    "authorship.ListSnapshot": (2, 1),
    "authorship.OutputLock": (2, 2),
    "authorship.ImportBatch": (1, 1),
}
ORM, SQL = 9, 4


def test_every_protected_table_has_a_case() -> None:
    assert {case.split()[0] for case in CASES} == set(registry.PROTECTED)


@pytest.mark.parametrize("case", CASES)
def test_every_road_is_refused(db: None, case: str) -> None:
    model = apps.get_model(case.split()[0])
    row, _beside = make(model), make(model)
    if case.endswith("that reverses"):
        row = make(model, reverses=row, numerator=-row.numerator)
    connection.check_constraints()  # PostgreSQL truncates nothing while foreign keys wait to be checked
    before = _contents(model)
    tried = 0
    for name, attempt in attempts(row):
        with pytest.raises((DatabaseError, ProtectedError)) as refusal, transaction.atomic():
            attempt()
        assert _contents(model) == before, name
        if not name.lower().startswith("delete"):
            assert "append-only" in str(refusal.value), (name, refusal.value)
        tried += 1
    keys, parents = CASES[case]
    assert len(keys_of(row)) == keys
    own = 3 + 3 * keys if connection.vendor == "sqlite" else 4 + keys
    assert tried == ORM + SQL + own + 2 * parents


@pytest.mark.parametrize("label", registry.PROTECTED)
def test_new_rows_are_welcome(db: None, label: str) -> None:
    model = apps.get_model(label)
    make(model)
    make(model)
    assert model._base_manager.count() == 2


def test_a_reversal_may_repeat_the_key_of_its_entry(db: None) -> None:
    """The key of entries holds for those that reverse nothing; the trigger must read that condition too."""
    from authorship.ledger.models import CreditEntry

    entry = make(CreditEntry)
    shared = {name: getattr(entry, name) for name in ("project", "kind", "source", "subject", "terms", "attempt")}
    make(CreditEntry, **shared, reverses=entry, numerator=-entry.numerator)
    assert CreditEntry.objects.count() == 2
    with pytest.raises(DatabaseError), transaction.atomic():
        make(CreditEntry, **shared)


def test_only_the_state_of_a_request_moves(db: None) -> None:
    """Typed from the model: a column added later is fixed, or the next test says so."""
    from projects.reviews.models import ChangeRequest

    request = make(ChangeRequest)
    assert ChangeRequest.objects.filter(pk=request.pk).update(state="done") == 1
    texts = dict.fromkeys(("part", "exact", "prefix", "suffix", "criterion", "text", "cure", "no_cure"), "x")
    fixed = {**texts, "review_id": make(ChangeRequest).review_id, "number": request.number + 1}
    for name, other in fixed.items():
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            ChangeRequest.objects.filter(pk=request.pk).update(**{name: other, "state": "open"})
    assert {field.attname for field in ChangeRequest._meta.concrete_fields} == {"id", "state", *fixed}
    assert ChangeRequest.objects.get(pk=request.pk).state == "done"


def test_nothing_is_missing(db: None) -> None:
    assert triggers.missing() == []


def _contents(model: type[models.Model]) -> list[tuple[object, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT * FROM "{model._meta.db_table}" ORDER BY "{model._meta.pk.column}"')
        return [tuple(map(repr, row)) for row in cursor.fetchall()]
