"""The one entry point for lists, verification and what-if: a bundle in, its result out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from authorship.engine.errors import EngineError
from authorship.engine.evaluate import Evaluation, evaluate
from authorship.engine.shape import shape_problems
from authorship.engine.totals import Totals, totals


def compute(bundle: Mapping[str, Any]) -> dict[str, Any]:
    """The result of a bundle v1, as canonical JSON data; what the bundle says under `result` is not read.

    Only the data decides: no clock, no locale, no order of lists or keys in the bundle. Raises EngineError
    with every problem when the bundle is malformed or names rules that are not computed yet.
    """
    _refuse_malformed(bundle)
    return evaluate(totals_of(bundle), bundle)


def evaluation(bundle: Mapping[str, Any]) -> Evaluation:
    """The same before it is turned into a result, for explanations."""
    _refuse_malformed(bundle)
    return Evaluation(totals_of(bundle), bundle)


def totals_of(bundle: Mapping[str, Any]) -> dict[str, Totals]:
    return totals(bundle["entries"], bundle["output"].get("scope") or {}, bundle["as_of"])


def _refuse_malformed(bundle: Mapping[str, Any]) -> None:
    problems = shape_problems(bundle)
    if problems:
        raise EngineError(problems)
