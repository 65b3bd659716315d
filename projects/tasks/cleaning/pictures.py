"""Pictures without what tells who made them, where and on what. Pure: not one sample of the picture changes.

Each format is a row of blocks; those a picture needs to look as it does are copied, the others are left out. What lies
behind the end of the picture is left out as well.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

from projects.tasks.cleaning.outcome import Cleaned, Unreadable

_PNG = b"\x89PNG\r\n\x1a\n"
# Chunks with a small first letter may be left out of any PNG; these of them change how it looks or moves.
_PNG_SHOWN = frozenset(b"tRNS gAMA cHRM sRGB iCCP cICP sBIT bKGD pHYs acTL fcTL fdAT".split())
_PNG_SAID = {b"eXIf": "exif", b"tIME": "time", b"tEXt": "text", b"zTXt": "text", b"iTXt": "text"}
_JPEG_ORIENTATION = 0x0112
_WEBP_SAID = {b"EXIF": "exif", b"XMP ": "xmp"}
_WEBP_SHOWN = frozenset((b"VP8 ", b"VP8L", b"VP8X", b"ALPH", b"ANIM", b"ANMF", b"ICCP"))
# In the flags of VP8X: that there is EXIF, that there is XMP.
_WEBP_FLAGS = 0x08 | 0x04


def clean(kind: str, content: bytes) -> Cleaned:
    """`kind` is a media type of `tasks.files`. Raises Unreadable for what is no whole picture of it."""
    cleaners = {"image/png": _png, "image/jpeg": _jpeg, "image/gif": _gif, "image/webp": _webp}
    try:
        return cleaners[kind](content)
    except (IndexError, struct.error) as error:
        raise Unreadable from error


def _png(content: bytes) -> Cleaned:
    kept, at = [_PNG], len(_PNG)
    removed: set[str] = set()
    while True:
        (size,) = struct.unpack_from(">I", content, at)
        name, end = content[at + 4 : at + 8], at + 12 + size
        if len(name) < 4 or end > len(content):
            raise Unreadable
        if name[0] < 0x60 or name in _PNG_SHOWN:
            kept.append(content[at:end])
        else:
            removed.add(_PNG_SAID.get(name, "other"))
        at = end
        if name == b"IEND":
            break
    return Cleaned(b"".join(kept), removed | _behind(content, at))


def _jpeg(content: bytes) -> Cleaned:
    kept = [b"\xff\xd8"]
    removed: set[str] = set()
    for marker, segment, at in _segments(content):
        if marker == 0xD9:
            kept.append(b"\xff\xd9")
            return Cleaned(b"".join(kept), removed | _behind(content, at))
        said = _jpeg_says(marker, segment)
        if said:
            removed.add(said)
            if said == "exif" and (turned := _orientation(segment)):
                kept.append(turned)
        else:
            kept.append(segment)
    raise Unreadable


def _segments(content: bytes) -> Iterator[tuple[int, bytes, int]]:
    """Every segment with its marker and where it ends; a scan with its coded data."""
    at = 2
    while True:
        while content[at] == 0xFF and content[at + 1] == 0xFF:
            at += 1
        if content[at] != 0xFF:
            raise Unreadable
        marker, start = content[at + 1], at
        if marker == 0xD9:
            yield marker, b"", at + 2
            return
        (size,) = struct.unpack_from(">H", content, at + 2)
        at += 2 + size
        if size < 2 or at > len(content):
            raise Unreadable
        if marker == 0xDA:
            at = _scan_end(content, at)
        yield marker, content[start:at], at


def _scan_end(content: bytes, at: int) -> int:
    """Where the coded data of a scan end: at the next marker that is neither a stuffed byte nor a restart."""
    while True:
        at = content.find(b"\xff", at)
        if at < 0:
            raise Unreadable
        following = content[at + 1]
        if following != 0x00 and not 0xD0 <= following <= 0xD7 and following != 0xFF:
            return at
        at += 1 if following == 0xFF else 2


def _jpeg_says(marker: int, segment: bytes) -> str:
    """The code of what the segment says beside the picture, "" where it belongs to it."""
    if marker == 0xFE:
        return "comment"
    if marker == 0xE0 and segment[4:8] in (b"JFIF", b"JFXX"):
        # The extension holds a small copy of the picture, and sometimes of another.
        return "" if segment[4:8] == b"JFIF" else "preview"
    if (marker == 0xEE and segment[4:9] == b"Adobe") or (marker == 0xE2 and segment[4:15] == b"ICC_PROFILE"):
        return ""
    if 0xE0 <= marker <= 0xEF:
        if marker == 0xE1:
            return "exif" if segment[4:8] == b"Exif" else "xmp"
        return "iptc" if marker == 0xED else "other"
    return ""


def _orientation(segment: bytes) -> bytes:
    """An EXIF segment that says which side is up and nothing else; empty where that is said already by nothing."""
    tiff = segment[10:]
    order = {b"II": "<", b"MM": ">"}.get(tiff[:2])
    if order is None:
        return b""
    try:
        (first,) = struct.unpack_from(f"{order}I", tiff, 4)
        (count,) = struct.unpack_from(f"{order}H", tiff, first)
        for number in range(min(count, 200)):
            tag, kind, _count, value = struct.unpack_from(f"{order}HHIH", tiff, first + 2 + 12 * number)
            if tag == _JPEG_ORIENTATION and kind == 3 and 2 <= value <= 8:
                return _turned(value)
    except struct.error:
        return b""
    return b""


def _turned(value: int) -> bytes:
    entry = struct.pack(">HHIHH", _JPEG_ORIENTATION, 3, 1, value, 0)
    body = b"Exif\0\0MM\0*" + struct.pack(">IH", 8, 1) + entry + struct.pack(">I", 0)
    return b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body


def _gif(content: bytes) -> Cleaned:
    flags = content[10]
    at = 13 + (3 << ((flags & 7) + 1) if flags & 0x80 else 0)
    kept = [content[:at]]
    removed: set[str] = set()
    while content[at] != 0x3B:
        start, said = at, ""
        if content[at] == 0x21:
            said = _gif_says(content, at)
            at = _blocks_end(content, at + 2)
        elif content[at] == 0x2C:
            flags = content[at + 9]
            at = _blocks_end(content, at + 11 + (3 << ((flags & 7) + 1) if flags & 0x80 else 0))
        else:
            raise Unreadable
        if said:
            removed.add(said)
        else:
            kept.append(content[start:at])
    kept.append(b"\x3b")
    return Cleaned(b"".join(kept), removed | _behind(content, at + 1))


def _gif_says(content: bytes, at: int) -> str:
    label = content[at + 1]
    if label == 0xFE:
        return "comment"
    if label == 0xFF:
        name = content[at + 3 : at + 14]
        if name in (b"NETSCAPE2.0", b"ANIMEXTS1.0"):  # how often it plays
            return ""
        return "xmp" if name == b"XMP DataXMP" else "other"
    return ""


def _blocks_end(content: bytes, at: int) -> int:
    while content[at]:
        at += content[at] + 1
    return at + 1


def _webp(content: bytes) -> Cleaned:
    (size,) = struct.unpack_from("<I", content, 4)
    last = 8 + size
    if last > len(content) + 1:
        raise Unreadable
    kept, at = [], 12
    removed: set[str] = set()
    while at + 8 <= min(last, len(content)):
        name = content[at : at + 4]
        (size,) = struct.unpack_from("<I", content, at + 4)
        end = at + 8 + size + size % 2
        if at + 8 + size > len(content):
            raise Unreadable
        if name in _WEBP_SHOWN:
            kept.append(_webp_chunk(name, content[at:end]))
        else:
            removed.add(_WEBP_SAID.get(name, "other"))
        at = end
    if not kept:
        raise Unreadable
    body = b"WEBP" + b"".join(kept)
    return Cleaned(b"RIFF" + struct.pack("<I", len(body)) + body, removed | _behind(content, last))


def _webp_chunk(name: bytes, chunk: bytes) -> bytes:
    """Whole, to an even length; the first one no longer announces what is left out."""
    if name == b"VP8X":
        chunk = chunk[:8] + bytes([chunk[8] & ~_WEBP_FLAGS]) + chunk[9:]
    return chunk + b"\0" * (len(chunk) % 2)


def _behind(content: bytes, end: int) -> set[str]:
    return {"behind"} if content[end:].strip(b"\0") else set()
