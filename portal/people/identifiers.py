"""ORCID and ROR identifiers: shape and check digits."""

import re

from stdnum import isni
from stdnum.exceptions import ValidationError

_ROR_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"  # Crockford's base 32
_ROR = re.compile(r"0[0-9a-hj-km-np-tv-z]{6}[0-9]{2}")


def orcid(value: str) -> str | None:
    """`0000-0002-1825-0097` of an ORCID iD or its address; None where it is none. Empty stays empty."""
    bare = re.sub(r"^(https?://)?(www\.)?orcid\.org/", "", value.strip(), flags=re.IGNORECASE)
    if not bare:
        return ""
    try:
        digits = isni.validate(bare)
    except ValidationError:
        return None
    # An ORCID iD is an ISNI from the blocks set aside for it.
    if not ("0000000150000007" <= digits <= "0000000350000001" or "0009000000000000" <= digits <= "0009001000000000"):
        return None
    return "-".join(digits[i : i + 4] for i in range(0, 16, 4))


def ror(value: str) -> str | None:
    """The nine characters of a ROR id or its address; None where shape or checksum is wrong. Empty stays empty."""
    bare = re.sub(r"^(https?://)?(www\.)?ror\.org/", "", value.strip().lower())
    if not bare:
        return ""
    if not _ROR.fullmatch(bare):
        return None
    number = 0
    for character in bare[:7]:
        number = number * 32 + _ROR_ALPHABET.index(character)
    # ISO 7064 mod 97-10 over the number, as ror.org makes them.
    return bare if 98 - number * 100 % 97 == int(bare[7:]) else None
