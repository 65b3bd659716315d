"""Names of people: free text, checked only for what would deceive or deface."""

import re

from confusable_homoglyphs import categories
from django.utils.translation import gettext as _

from portal.core.errors import Refused
from portal.core.text.input import clean_line

# Scripts whose letters are taken for each other; any other mixture is somebody's real name.
_TWIN_SCRIPTS = {"LATIN", "CYRILLIC", "GREEK"}
MOST_BYTES = {"printed_name": 200, "given": 120, "family": 120, "native_name": 200}


def clean_name(value: str, *, part: str = "printed_name") -> str:
    """`value` as kept. Raises Refused for what `clean_text` refuses, and for a word of twin scripts."""
    name = clean_line(value, max_bytes=MOST_BYTES[part])
    if part == "printed_name" and not any(character.isalpha() for character in name):
        raise Refused(_("A name has at least one letter."))
    for word in re.split(r"[\W_]+", name):
        scripts = categories.unique_aliases(word) & _TWIN_SCRIPTS
        if len(scripts) > 1:
            raise Refused(_("The word “%(word)s” mixes letters of two scripts that look alike.") % {"word": word})
    return name
