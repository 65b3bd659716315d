"""Office documents without who wrote them: OOXML and OpenDocument. Any other archive is left as it is. Pure."""

from __future__ import annotations

import io
import re
import zipfile
import zlib

from projects.tasks.cleaning import pictures
from projects.tasks.cleaning.outcome import Cleaned, Locked, Unreadable

# Judged by the totals that the archive announces, before anything is unpacked; reading more than announced ends it.
MOST_BYTES = 200 * 1024 * 1024
MOST_ENTRIES = 5000
# Never the day and hour of writing; the first that the format knows.
_NO_DAY = (1980, 1, 1, 0, 0, 0)

_XML = b'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_PACKAGE = b"http://schemas.openxmlformats.org/package/2006/metadata/core-properties"
_OFFICE = b"http://schemas.openxmlformats.org/officeDocument/2006/"
_ODF = b"urn:oasis:names:tc:opendocument:xmlns:office:1.0"
# In the place of what an office program says about its file: the same part, saying nothing.
_EMPTY = {
    "docProps/core.xml": _XML + b'<cp:coreProperties xmlns:cp="' + _PACKAGE + b'"/>',
    "docProps/app.xml": _XML + b'<Properties xmlns="' + _OFFICE + b'extended-properties"/>',
    "docProps/custom.xml": _XML + b'<Properties xmlns="' + _OFFICE + b'custom-properties"/>',
    "meta.xml": _XML + b'<office:document-meta xmlns:office="' + _ODF + b'" office:version="1.2"/>',
}
# Who remarked or changed something, by the parts of a document in which such a name stands.
_NOBODY = b"Author"
_WORD = re.compile(rb"""(\b(?:w:author|w:initials|w15:author|w15:userId|w15:providerId)\s*=\s*)("[^"]*"|'[^']*')""")
_PERSON = re.compile(rb"""(\b(?:displayName|userId|providerId|name|initials)\s*=\s*)("[^"]*"|'[^']*')""")
_ELEMENT = re.compile(rb"(<(?:author|dc:creator|meta:creator-initials|loext:sender-initials)>)([^<]*)")
_PEOPLE = ("xl/persons/", "ppt/commentAuthors", "ppt/authors")
_PATH = re.compile(rb"<x15ac:absPath\b[^>]*?(?:/>|>.*?</x15ac:absPath>)", re.DOTALL)
_KINDS = ((b"\x89PNG\r\n\x1a\n", "image/png"), (b"\xff\xd8\xff", "image/jpeg"), (b"GIF8", "image/gif"))


def clean(content: bytes) -> Cleaned:
    """Raises Unreadable, Locked."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            entries = archive.infolist()
            if not _is_office({one.filename for one in entries}):
                return Cleaned(content, looked_through=False)
            if len(entries) > MOST_ENTRIES or sum(one.file_size for one in entries) > MOST_BYTES:
                raise Unreadable
            if any(one.flag_bits & 1 for one in entries):
                raise Locked
            return _written_anew(archive, entries)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, OSError, ValueError) as error:
        raise Unreadable from error


def _is_office(names: set[str]) -> bool:
    return "[Content_Types].xml" in names or ("mimetype" in names and "content.xml" in names)


def _written_anew(archive: zipfile.ZipFile, entries: list[zipfile.ZipInfo]) -> Cleaned:
    written, removed = io.BytesIO(), set()
    with zipfile.ZipFile(written, "w") as packed:
        for one in entries:
            content, said = _part(one.filename, archive.read(one))
            removed |= said
            made = zipfile.ZipInfo(one.filename, _NO_DAY)
            # OpenDocument wants its first entry as it is.
            made.compress_type = zipfile.ZIP_STORED if one.filename == "mimetype" else zipfile.ZIP_DEFLATED
            packed.writestr(made, content)
    return Cleaned(written.getvalue(), removed)


def _part(name: str, content: bytes) -> tuple[bytes, set[str]]:
    """One entry as it is kept, with the codes of what was taken out."""
    if name in _EMPTY:
        return _EMPTY[name], {"info"}
    if name.endswith((".xml", ".rels")):
        return _without_people(name, content)
    for signature, kind in _KINDS:
        if content.startswith(signature):
            try:
                cleaned = pictures.clean(kind, content)
            except Unreadable:  # not shown by any program either; the document stays one
                return content, set()
            return cleaned.content, {"pictures"} if cleaned.removed else set()
    return content, set()


def _without_people(name: str, content: bytes) -> tuple[bytes, set[str]]:
    found = 0
    for pattern in (_WORD, _ELEMENT, *((_PERSON,) if name.startswith(_PEOPLE) else ())):
        said = b"" if pattern is _ELEMENT else b'"'
        content, count = pattern.subn(rb"\1" + said + _NOBODY + said, content)
        found += count
    content, paths = _PATH.subn(b"", content)
    return content, ({"authors"} if found else set()) | ({"path"} if paths else set())
