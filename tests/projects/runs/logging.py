"""Runs as tests log them."""

from __future__ import annotations

from typing import Any

RUN: dict[str, Any] = {"model": "Kiln", "attempts": "20", "solved": "3", "ran_on": "2026-11-02"}


def run(**said: Any) -> dict[str, Any]:
    return {**RUN, **said}
