"""The document of the API, made once a process."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django.utils import translation
from drf_spectacular.generators import SchemaGenerator
from rest_framework.request import Request
from rest_framework.response import Response

from portal.core.web.api.views import Endpoint


class SchemaApi(Endpoint):
    """OpenAPI 3.1, as JSON."""

    schema = None

    def get(self, request: Request) -> Response:
        return Response(document())


@lru_cache(maxsize=1)
def document() -> dict[str, Any]:
    """English: the words of the document are for programmers."""
    with translation.override("en"):
        generator = SchemaGenerator()  # type: ignore[no-untyped-call]
        made: dict[str, Any] = generator.get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return made
