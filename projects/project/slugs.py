"""Addresses of projects."""

import secrets

from django.utils.text import slugify

from portal.core.ids import ALPHABET
from projects.project.models import Project

MAX_LENGTH = 60
_SUFFIX_LENGTH = 5
# Words that are pages beside the projects' own.
RESERVED = frozenset({"new", "compare", "mine", "all", "search", "projects", "terms", "admin", "api"})


def free_slug(wanted: str, title: str) -> str:
    """`wanted` or else the title as an address; a random suffix is added where it is taken or reserved.

    The suffix is the same for a project one may see, one hidden from everybody, and a reserved word,
    so that it never says which of them stands in the way.
    """
    base = slugify(wanted)[:MAX_LENGTH].strip("-") or slugify(title)[:MAX_LENGTH].strip("-") or "project"
    if base not in RESERVED and not Project.objects.filter(slug=base).exists():
        return base
    return with_suffix(base)


def with_suffix(base: str) -> str:
    suffix = "".join(secrets.choice(ALPHABET) for _ in range(_SUFFIX_LENGTH))
    return f"{base[: MAX_LENGTH - _SUFFIX_LENGTH - 1].rstrip('-')}-{suffix}"
