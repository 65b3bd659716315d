"""Entries as sentences."""

from django.utils.translation import gettext_lazy

from portal.core.record import kinds, presenters, queries
from portal.core.record.models import RecordText
from portal.core.record.services import write
from tests.portal.core.record.conftest import AT, Person, Reef


def test_names_are_joined_when_it_is_read(db: None, reef: Reef, maya: Person) -> None:
    entry = write(project=reef, kind="Tried", actor=maya, at=AT, data={"what": "s8k2mnpqrstuv"})
    assert presenters.subjects([entry]) == {"s7k2mnpqrstuv", "s8k2mnpqrstuv"}
    names = {"s7k2mnpqrstuv": "Maya Lindqvist", "s8k2mnpqrstuv": "Withdrawn contributor"}
    assert presenters.sentence(entry, names, "Concord") == "Maya Lindqvist tried Withdrawn contributor."


def test_a_sentence_may_be_a_function_or_lazy(db: None, reef: Reef) -> None:
    kinds.register("Counted", lambda values: f"{values['n']} on {values['day']} by {values['actor']}", ("n",))
    kinds.register("Told", gettext_lazy("%(actor)s told."))
    counted = write(project=reef, kind="Counted", actor=None, at=AT, data={"n": 3})
    told = write(project=reef, kind="Told", actor=None, at=AT, data={})
    assert presenters.sentence(counted, {}, "Concord") == "3 on 1 Dec 2026 by Concord"
    assert presenters.sentence(told, {}, "Concord") == "Concord told."


def test_a_kind_nobody_registers_any_more_stays_readable(db: None, reef: Reef) -> None:
    entry = write(project=reef, kind="Tried", actor=None, at=AT, data={"what": "x"})
    del kinds._kinds["Tried"]
    assert presenters.sentence(entry, {}, "Concord") == "Tried"


def test_an_erased_text_is_none(db: None, reef: Reef) -> None:
    write(project=reef, kind="Tried", actor=None, at=AT, data={"what": "x"}, texts={"reasons": "why"})
    assert presenters.texts(queries.entries(reef)[0]) == {"reasons": "why"}
    RecordText.objects.update(salt="", text="")
    assert presenters.texts(queries.entries(reef)[0]) == {"reasons": None}


def test_every_registered_sentence_fits_its_fields() -> None:
    """A template that names a field its kind does not declare would fail on the page."""
    checked = 0
    for name, kind in kinds.registered().items():
        if not callable(kind.sentence):
            assert str(kind.sentence) % dict.fromkeys([*kind.fields, "actor", "day"], "x"), name
            checked += 1
    assert checked > 0
