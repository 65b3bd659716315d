"""Names that look alike: what they have in common, and the note that tells the people behind them apart."""

import unicodedata
from collections.abc import Iterable
from functools import cache

from confusable_homoglyphs import confusables
from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.utils.translation import gettext as _

from portal.core.text.series import groups
from portal.people.handles import TWINS
from portal.people.models import Affiliation, Profile, Subject

MOST_LOOK = 400
# Who may be taken for each other: these subjects, or a condition over profiles, which a large project answers faster.
Among = QuerySet[Subject] | Q
# A capital I is an l to the eye and an i to the case.
_ONE_STROKE = str.maketrans(dict.fromkeys("iI1", "l"))


def look(name: str) -> str:
    """What names share that a reader takes for each other: compatibility forms, case, the twins of UTS 39, and the
    signs and spaces between letters make no difference. An accent does: one sees it."""
    table = _prototypes()
    folded = unicodedata.normalize("NFKC", name).casefold()
    seen = "".join(table.get(character, character) for character in folded)
    for twins, read in TWINS:
        seen = seen.replace(twins, read)
    return "".join(c for c in seen.translate(_ONE_STROKE) if unicodedata.category(c)[0] in "LNM")[:MOST_LOOK]


def mark(subjects: Iterable[Subject | None], among: Among) -> None:
    """Gives each of `subjects` (profiles loaded) that shares its look with somebody else of `among` a note, which
    the component `person` shows. One query; none where nobody is named."""
    shown = [subject for subject in subjects if subject is not None and hasattr(subject, "profile")]
    notes = told_apart((subject.profile for subject in shown), among)
    for subject in shown:
        subject.told_apart = notes.get(subject.pk, "")


def told_apart(profiles: Iterable[Profile], among: Among) -> dict[str, str]:
    """Subject id -> note, of those profiles whose look somebody else of `among`, or of the profiles, has as well."""
    shown = {profile.subject_id: profile for profile in profiles if profile.look and not profile.erased_at}
    if not shown:
        return {}
    looks = {profile.look for profile in shown.values()}
    place = Affiliation.objects.filter(subject=OuterRef("subject")).order_by("position").values("name")[:1]
    them = among if isinstance(among, Q) else Q(subject__in=among)
    found = Profile.objects.filter(them, look__in=looks).annotate(place=Subquery(place))
    places: dict[str, str] = {}
    by_look: dict[str, set[str]] = {}
    for profile in shown.values():
        by_look.setdefault(profile.look, set()).add(profile.subject_id)
    for seen, subject_id, where in found.values_list("look", "subject_id", "place"):
        by_look[seen].add(subject_id)
        places[subject_id] = where or ""
    return {pk: note(one, places.get(pk, "")) for pk, one in shown.items() if by_look[one.look] != {pk}}


def note(profile: Profile, place: str = "") -> str:
    """What tells one person from others: the handle, an ORCID iD and how it is known, the first affiliation."""
    said = [f"@{profile.subject.handle}"] if profile.subject.handle else [profile.subject_id]
    if profile.orcid and "orcid" not in profile.private:
        words = _("ORCID %(orcid)s, verified") if profile.orcid_proved_at else _("ORCID %(orcid)s, not verified")
        said.append(words % {"orcid": profile.orcid})
    if place and "affiliations" not in profile.private:
        said.append(place)
    return _("Not the only one with such a name: %(who)s") % {"who": groups(said)}


@cache
def _prototypes() -> dict[str, str]:
    """Character -> the one that stands for all that look like it: an ASCII letter where there is one."""
    parent: dict[str, str] = {}

    def root(character: str) -> str:
        while parent.setdefault(character, character) != character:
            character = parent[character]
        return character

    for character, twins in confusables.confusables_data.items():
        for twin in twins:
            # The table writes some characters between marks of direction.
            one, other = character.strip("\u200e\u200f"), twin["c"].strip("\u200e\u200f")
            if len(one) == len(other) == 1:
                first, second = sorted((root(one), root(other)), key=_preference)
                parent[second] = first
    # Where capitals look alike (Cyrillic and Latin H) the small letters stand for them, since case makes no
    # difference; unless the small letter looks like another one of ours (a Greek nu like a v, its capital like an N).
    capitals = [(one, root(one)) for one in parent if one.isupper() and not one.isascii()]
    for one, latin in capitals:
        small = one.lower()
        if latin.isascii() and latin.isupper() and len(small) == 1 and not root(small).isascii():
            parent[root(small)] = root(latin.lower())
    return {character: root(character).casefold() for character in parent if root(character) != character}


def _preference(character: str) -> tuple[bool, bool, int]:
    return (not character.isascii(), not character.isalpha(), ord(character))
