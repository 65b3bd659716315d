"""Addresses of this site as they are printed and cited."""

from functools import lru_cache

from django.conf import settings
from django.urls import reverse


@lru_cache(maxsize=20_000)
def address(name: str, *args: object) -> str:
    """The path of a named page. Addresses here depend on nothing but their arguments, and a list has hundreds."""
    return reverse(name, args=args)


def absolute(name: str, *args: object) -> str:
    """Under the configured address, whatever the request called this site."""
    return f"{settings.CONCORD_BASE_URL.rstrip('/')}{address(name, *args)}"
