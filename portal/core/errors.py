"""What a service may raise. Pages and API turn each into the same sentence and the right status."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


class Reason(str):
    """A sentence of a refusal that knows its field: `text`, `requests.2.cure`. A page leads from one to the other."""

    field: str
    __slots__ = ("field",)

    def __new__(cls, sentence: object, field: str) -> Reason:
        made = super().__new__(cls, sentence)
        made.field = field
        return made

    def __reduce__(self) -> tuple[type[Reason], tuple[str, str]]:
        """A copy has its field as well."""
        return Reason, (str(self), self.field)


def within(field: str, reasons: Iterable[object], frame: str = "%(reason)s", **values: object) -> list[Reason]:
    """The reasons of a part, said in `frame`, under the name of the field that holds it."""
    return [
        Reason(frame % {**values, "reason": one}, ".".join(filter(None, (field, getattr(one, "field", "")))))
        for one in reasons
    ]


class DomainError(Exception):
    """A refusal with sentences for the person who asked. `code` is stable and machine-readable."""

    status = 422
    code = "refused"

    def __init__(self, *reasons: object, code: str | None = None, **context: object) -> None:
        self.reasons: Sequence[object] = reasons
        if code is not None:
            self.code = code
        self.context = context
        super().__init__("; ".join(str(reason) for reason in reasons))


class Refused(DomainError):
    """A value that is understood and not accepted (422)."""


class Forbidden(DomainError):
    """A right is missing (403)."""

    status = 403
    code = "forbidden"


class Conflict(DomainError):
    """The state moved on, or the version named is stale (409)."""

    status = 409
    code = "conflict"


class NotVisible(DomainError):
    """Missing and forbidden look the same (404)."""

    status = 404
    code = "not_found"
