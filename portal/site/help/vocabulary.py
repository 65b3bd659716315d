"""The words of Concord, as every page, address and file uses them."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

WORDS: tuple[tuple[Promise, Promise], ...] = (
    (_("Project"), _("One benchmark collaboration: draft, recruiting, closed, completed or archived.")),
    (
        _("Terms"),
        _("A project's rules as a structured document. A published version has a number and a hash and never changes."),
    ),
    (_("Acceptance"), _("A person agreed to one version, by number and hash, at an instant.")),
    (_("Role"), _("Declared by the terms: what it takes, which powers it has, how it is granted and lost.")),
    (_("Task"), _("One benchmark item on its way: draft, in review, accepted, declined, withdrawn, under correction.")),
    (_("Revision"), _("A numbered text of a task. Once submitted it does not change.")),
    (
        _("Share"),
        _("How the contributors of a task split its credit. Each confirms their own; together they are exactly one."),
    ),
    (_("Round"), _("One pass of review over one revision, under the rubric that was current when it opened.")),
    (
        _("Change request"),
        _("One thing to change, tied to a place in the text: open, done, contested, settled or dropped."),
    ),
    (_("Decision"), _("Accept, revise or decline, with the criteria and the reasons it rests on.")),
    (
        _("Entry"),
        _("Credit on the ledger: who, which kind, exactly how much, from what, under which version, on which day."),
    ),
    (
        _("Correction"),
        _("An accepted task looked at again by two people without interest. Entries are reversed, never erased."),
    ),
    (_("Output"), _("A paper or a data release that has an author list.")),
    (
        _("Author list"),
        _("Computed from the ledger, the rules and people's choices at an instant, and kept as it was."),
    ),
    (
        _("Record"),
        _("A project's public log of everything that changed rights or credit, each entry chained to the one before."),
    ),
    (_("Checkpoint"), _("The head of the record, signed and published, so that nothing can be taken out later.")),
    (_("Bundle"), _("Everything a list was computed from, in one file: anybody can compute it again.")),
)
