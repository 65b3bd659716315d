"""PDF without who wrote it, with what, and when. Runs in the worker alone."""

from __future__ import annotations

import io
from typing import Any

from pypdf import PdfReader, PdfWriter
from pypdf.errors import PyPdfError
from pypdf.generic import DictionaryObject, NameObject

from projects.tasks.cleaning.outcome import Cleaned, Locked, Unreadable

# Of any object: what the program that wrote it keeps for itself, with its own dates and paths.
_SAID = {"/Metadata": "xmp", "/PieceInfo": "other", "/LastModified": "time"}
# Of a remark in the margin: who made it, when, and its lasting name. Fields to fill in have their own names in /T.
_REMARK = {"/T": "authors", "/M": "time", "/CreationDate": "time", "/NM": "other"}


def clean(content: bytes) -> Cleaned:
    """Written anew from the objects that are in use, so that earlier states of the file go as well. Raises Unreadable,
    Locked."""
    try:
        reader = PdfReader(io.BytesIO(content), strict=False)
        if reader.is_encrypted:
            raise Locked
        removed = {"info"} if reader.metadata else set()
        writer = PdfWriter(clone_from=reader)
        writer.metadata = None
        for one in list(writer._objects):
            removed |= _strip(one)
        # What nothing points to any more would be written all the same.
        writer.compress_identical_objects(remove_identicals=False, remove_orphans=True)
        written = io.BytesIO()
        writer.write(written)
    except (PyPdfError, ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError) as error:
        raise Unreadable from error
    return Cleaned(written.getvalue(), removed)


def _strip(one: Any) -> set[str]:
    """A stream is a dictionary, too."""
    if not isinstance(one, DictionaryObject):
        return set()
    is_remark = one.get("/Type", "/Annot") == "/Annot" and "/Rect" in one and one.get("/Subtype") != "/Widget"
    names = {**_SAID, **(_REMARK if is_remark else {})}
    found = {names[key] for key in names if NameObject(key) in one}
    for key in names:
        one.pop(NameObject(key), None)
    return found
