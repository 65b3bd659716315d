"""The OpenAPI document says everything that an address answers: parameters, headers, every refusal, no open object."""

from __future__ import annotations

from typing import Any

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ResolvedComponent
from drf_spectacular.utils import OpenApiParameter

from portal.core.web.api.views import Endpoint, Filter

PROBLEM = "Problem"
PROBLEM_TYPE = "application/problem+json"
_TEXTS = {"type": "array", "items": {"type": "string"}}
_PROBLEM = {
    "type": "object",
    "description": "RFC 9457. `code` is stable, `reasons` are sentences for people.",
    "required": ["type", "title", "status", "code", "reasons"],
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "code": {"type": "string"},
        "reasons": _TEXTS,
        "fields": {**_TEXTS, "description": "Paths of the fields that were refused."},
        "page": {"type": "string", "format": "uri", "description": "Where a person does this."},
        "yours": {"type": "object", "additionalProperties": {}, "description": "409: what was sent."},
        "theirs": {"type": "object", "additionalProperties": {}, "description": "409: what was saved in between."},
    },
    "additionalProperties": False,
}
_WORDS = {
    "304": "Not changed since the tag in If-None-Match.",
    "400": "Cannot be read: not JSON, an unknown field or parameter, a header that is none.",
    "401": "Nobody is signed in, or the token does not hold.",
    "403": "A right is missing, the token is for something else, or it is done on a page.",
    "404": "It does not exist, or it is not visible to you.",
    "406": "Only JSON is spoken.",
    "409": "The state moved on, the version is stale, or the same request is being worked on.",
    "413": "Too large.",
    "415": "Not JSON in UTF-8.",
    "422": "A value is not accepted, or the Idempotency-Key stood for another request.",
    "428": "If-Match is missing.",
    "429": "Too many requests; Retry-After says when to ask again.",
}
_OF_WRITES = ("409", "422")
_OF_BODIES = ("403", "404", "413", "415")
_ALWAYS = ("400", "401", "406", "429")
_TAG = {"description": "Strong; for this caller alone.", "schema": {"type": "string"}}
_SECONDS = {"description": "Seconds.", "schema": {"type": "string"}}


class Schema(AutoSchema):
    """Reads what an `Endpoint` declares."""

    view: Endpoint  # type: ignore[override]  # every address is one

    def get_override_parameters(self) -> list[Any]:
        if self.method != "GET":
            return [*self._of_write()]
        found = [_parameter(one) for one in self.view._parameters()]
        return [*found, _header("If-None-Match", "A tag you have: 304 where nothing changed.")]

    def _of_write(self) -> list[OpenApiParameter]:
        if self._on_page():
            return []
        found = [_header("Idempotency-Key", "The same key and request give the same answer for a day.")]
        if self.view.versioned:
            found.append(_header("If-Match", "The ETag of the version you started from.", required=True))
        return found

    def _on_page(self) -> bool:
        """Whether this is done in the browser only."""
        return bool(getattr(self.view, "page", ""))

    def get_auth(self) -> list[Any]:
        """Reads without an account only where anybody may."""
        found = super().get_auth()
        free = not self.view.private and (self.method == "GET" or self._on_page())
        return found if free else [one for one in found if one]

    def get_tags(self) -> list[str]:
        parts = [part for part in self.path.removeprefix("/api/v1/").split("/") if part]
        return [parts[2] if len(parts) > 2 else parts[0]]

    def get_operation(self, *args: Any, **kwargs: Any) -> dict[str, Any] | None:
        operation = super().get_operation(*args, **kwargs)
        if operation is None:
            return None
        for code, answer in operation["responses"].items():
            if code.startswith("2") and (self.method == "GET" or self.view.versioned):
                answer.setdefault("headers", {})["ETag"] = _TAG
        if self.method == "GET":
            operation["responses"]["304"] = {"description": _WORDS["304"], "headers": {"ETag": _TAG}}
        operation["responses"] |= {code: self._refusal(code) for code in self._codes()}
        return operation

    def _codes(self) -> list[str]:
        codes = set(_ALWAYS)
        if self.method == "GET":
            codes |= {"404"} if "{" in self.path else set()
            codes |= {"403"} if self.view.private else set()
        else:
            codes |= set(_OF_BODIES)
            codes |= set() if self._on_page() else set(_OF_WRITES)
            codes |= {"428"} if self.view.versioned else set()
        return sorted(codes)

    def _refusal(self, code: str) -> dict[str, Any]:
        component = ResolvedComponent(  # type: ignore[no-untyped-call]
            name=PROBLEM, type=ResolvedComponent.SCHEMA, schema=_PROBLEM, object=PROBLEM
        )
        self.registry.register_on_missing(component)
        answer: dict[str, Any] = {"description": _WORDS[code], "content": {PROBLEM_TYPE: {"schema": component.ref}}}
        return answer | ({"headers": {"Retry-After": _SECONDS}} if code == "429" else {})


def _parameter(one: Filter) -> OpenApiParameter:
    values: dict[str, Any] = {"type": "string", "minLength": 1, "maxLength": 200}
    if one.choices:
        values = {"type": "string", "enum": list(one.choices)}
    if one.many:
        values = {"type": "array", "items": values}
    return OpenApiParameter(one.name, values, description=one.about, explode=True if one.many else None)


def _header(name: str, about: str, *, required: bool = False) -> OpenApiParameter:
    return OpenApiParameter(name, str, OpenApiParameter.HEADER, required=required, description=about)


def close_objects(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """No field outside the document: an object that names its properties has no others."""
    for schema in result.get("components", {}).get("schemas", {}).values():
        if schema.get("type") == "object" and "properties" in schema:
            schema.setdefault("additionalProperties", False)
        elif schema.get("type") == "object" and "additionalProperties" not in schema:
            schema["additionalProperties"] = False
    return result
