"""What a person's page shows, and what nobody can take off public pages, with the reason."""

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext_lazy as _

from portal.people.models import Profile

# Part of the page -> (what it is, what stays public all the same). The person chooses each of them.
PARTS: Mapping[str, tuple[object, object]] = {
    "native_name": (
        _("Name in its own script"),
        _("Lists and other pages that name you leave it out as well."),
    ),
    "affiliations": (
        _("Affiliations"),
        _("Author lists and bundles print them all the same: readers judge independence by them."),
    ),
    "orcid": (_("ORCID iD"), _("Also left out where a name like yours has to be told apart.")),
    "about": (_("About you"), _("Nothing else shows it.")),
    "roles": (
        _("Projects and roles"),
        _("Each project's page of people names you and your roles all the same: a role is a right over others."),
    ),
    "credit": (
        _("Credit and places in author lists"),
        _("Each project's ledger and lists show it all the same: anyone can recompute them."),
    ),
}

# (what always is public, why)
ALWAYS: tuple[tuple[object, object], ...] = (
    (_("Your printed name"), _("Author lists, acknowledgements and the record name people by it.")),
    (_("Your handle"), _("It is the address of your page and your name in the terms of projects.")),
    (_("Entries, choices and places"), _("Anyone can recompute a list only from all that it rests on.")),
    (_("Memberships and roles"), _("Who may decide over the work of others is known in every project.")),
    (_("What the record says you did"), _("It is chained by hashes, so that nobody can change it later.")),
)
# What nobody is shown, whatever is chosen.
NEVER: tuple[object, ...] = (
    _("Your e-mail address"),
    _("Your time zone and language"),
    _("Reviews you write where the terms hide reviewers"),
)


def kept_private(names: Iterable[str]) -> list[str]:
    """Those of `names` that are parts, in the order of the page, each once."""
    wanted = set(names)
    return [name for name in PARTS if name in wanted]


def shows(profile: Profile, part: str) -> bool:
    return part not in profile.private
