"""Runs as a CSV file, read and written. A cell means what the field of the same name means in the form."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator
from typing import Any

from django.utils.translation import gettext as _

from portal.core.errors import Refused
from portal.core.text.series import series
from portal.core.text.spreadsheet import line
from projects.runs.cleaning import AS_TEXT, FIELDS
from projects.runs.models import ModelRun
from projects.terms.document.money import format_money

MOST_BYTES = 512 * 1024
NEEDED = ("model", "attempts", "solved", "ran_on")
_MOST_CELL = 20_000
_MARK = "\ufeff"  # spreadsheets begin their files with it
WRITTEN = ("run", "revision", *FIELDS, "by", "taken_back")


def read(content: bytes) -> list[dict[str, Any]]:
    """A row a run, with its `line`. Refused: what is no CSV in UTF-8, other columns, a row of another length."""
    if len(content) > MOST_BYTES:
        raise Refused(_("The file is larger than %(n)s kB.") % {"n": MOST_BYTES // 1024}, code="too_large")
    try:
        text = content.decode("utf-8").removeprefix(_MARK)
    except UnicodeDecodeError:
        raise Refused(_("The file is not UTF-8."), code="not_text") from None
    lines = csv.reader(io.StringIO(text, newline=""), strict=True)
    try:
        head = [cell.strip() for cell in next(lines, [])]
        _refuse_head(head)
        return list(_rows(lines, head))
    except csv.Error:
        raise Refused(
            _("Line %(line)s: %(reason)s") % {"line": lines.line_num, "reason": _("it is no CSV.")}, code="invalid"
        ) from None


def _refuse_head(head: list[str]) -> None:
    if len(set(head)) < len(head):
        raise Refused(_("A column stands twice in the first line."), code="columns")
    if unknown := [name[:40] for name in head if name not in FIELDS]:
        raise Refused(
            _("Unknown columns: %(names)s. Known here: %(known)s.")
            % {"names": series(unknown[:10]), "known": series(FIELDS)},
            code="columns",
        )
    if missing := [name for name in NEEDED if name not in head]:
        raise Refused(_("The first line lacks the columns %(names)s.") % {"names": series(missing)}, code="columns")


def _rows(lines: Any, head: list[str]) -> Iterator[dict[str, Any]]:
    wrong = []
    for cells in lines:
        if not any(cell.strip() for cell in cells):
            continue
        if len(cells) != len(head):
            reason = _("%(n)s cells, the first line has %(wanted)s.") % {"n": len(cells), "wanted": len(head)}
            wrong.append(_("Line %(line)s: %(reason)s") % {"line": lines.line_num, "reason": reason})
        elif any(len(cell) > _MOST_CELL for cell in cells):
            wrong.append(_("Line %(line)s: %(reason)s") % {"line": lines.line_num, "reason": _("a cell is too long.")})
        else:
            yield {**dict(zip(head, cells, strict=True)), "line": lines.line_num}
    if wrong:
        raise Refused(*wrong[:50], code="invalid")


def written(runs: Iterable[ModelRun]) -> Iterator[str]:
    """Whoever logged a run is a contributor or a reviewer here, and has no name: a file goes on to anybody."""
    yield line(WRITTEN)
    for run in runs:
        said = {**cells_of(run), "run": run.number, "revision": run.revision}
        said["by"] = "reviewer" if run.as_reviewer else "contributor"
        said["taken_back"] = run.retraction.reason if hasattr(run, "retraction") else ""
        yield line(said[name] for name in WRITTEN)


def cells_of(run: ModelRun) -> dict[str, Any]:
    """As it would be typed."""
    return {
        "model": run.model,
        "version": run.version,
        "settings": settings_text(run.settings),
        "attempts": run.attempts,
        "solved": run.solved,
        "failures": " | ".join(run.failures),
        "note": run.note,
        "cost": cost_text(run),
        "tokens": "" if run.tokens is None else run.tokens,
        "ran_on": run.ran_on.isoformat(),
        "transcript": run.transcript,
    }


def settings_text(settings: dict[str, str]) -> str:
    if set(settings) <= {AS_TEXT}:
        return settings.get(AS_TEXT, "")
    return json.dumps(settings, ensure_ascii=False, sort_keys=True)


def cost_text(run: ModelRun) -> str:
    return "" if run.cost_minor is None else format_money({"minor": run.cost_minor, "currency": run.currency})
