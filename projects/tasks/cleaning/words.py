"""What was taken out of a file, in words for whoever uploads it."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from portal.core.text.series import series

NAMES = {
    "exif": gettext_lazy("what the camera wrote (EXIF: place, device, time)"),
    "xmp": gettext_lazy("what a program wrote about the file (XMP)"),
    "iptc": gettext_lazy("caption and by-line (IPTC)"),
    "text": gettext_lazy("texts beside the picture"),
    "comment": gettext_lazy("a comment"),
    "time": gettext_lazy("times of changes"),
    "preview": gettext_lazy("a small preview"),
    "info": gettext_lazy("the document’s properties (author, program, dates)"),
    "authors": gettext_lazy("names beside remarks and tracked changes"),
    "path": gettext_lazy("the folder it lay in"),
    "pictures": gettext_lazy("what the pictures inside said about themselves"),
    "behind": gettext_lazy("bytes behind its end"),
    "other": gettext_lazy("what a program kept for itself"),
}


def told(removed: Iterable[str], *, looked_through: bool) -> str:
    """One sentence or two."""
    if not looked_through:
        return _(
            "Kept as it came: nothing is taken out of files of this kind. Look for names, addresses and folders in it "
            "yourself."
        )
    names = [NAMES[code] for code in NAMES if code in set(removed)]
    if not names:
        return _("Nothing about who made it was found beside its content.")
    return _("Taken out: %(things)s.") % {"things": series(names)}
