"""Handles: short ASCII names in addresses and terms. One spelling a person, and no twins to the eye."""

import hashlib
import re

from confusable_homoglyphs import confusables
from django.utils.translation import gettext as _

from portal.core.errors import Refused
from portal.core.text.input import clean_line, key

LEAST, MOST = 3, 40
_SHAPE = re.compile(r"[a-z0-9]+([._-][a-z0-9]+)*")
# Of UTS 39's confusables, those inside the letters and digits that a handle may have.
TWINS = (("rn", "m"), ("vv", "w"), ("0", "o"), ("1", "l"))
# Words that would pass for the site itself or for one of its pages.
RESERVED = frozenset(
    ("admin", "administrator", "api", "concord", "help", "root", "security", "steward", "stewards", "support", "system")
)


def normal(value: str) -> str:
    """The handle as kept: NFKC, case folded, `a-z 0-9 . _ -`. Raises Refused with the reason."""
    handle = key(clean_line(value, max_bytes=200))
    if not LEAST <= len(handle) <= MOST:
        raise Refused(_("A handle has %(least)s to %(most)s characters.") % {"least": LEAST, "most": MOST})
    if not _SHAPE.fullmatch(handle):
        if not handle.isascii() and confusables.is_confusable(handle, greedy=False, preferred_aliases=["latin"]):
            raise Refused(_("This handle holds letters of another script that look like Latin ones."))
        raise Refused(
            _("A handle has the letters a to z and digits; a point, a hyphen or a low line may stand between them.")
        )
    if handle in RESERVED:
        raise Refused(_("This handle is kept for the site."))
    return handle


def skeleton(handle: str) -> str:
    """What two handles that look alike have in common; never shown."""
    for seen, read in TWINS:
        handle = handle.replace(seen, read)
    return handle


def retired(handle: str) -> str:
    """What is kept of a handle, or of its skeleton, whose owner was erased: enough to refuse it, not to show it."""
    return hashlib.sha256(f"retired handle:{handle}".encode()).hexdigest()
