"""What an uploaded file is, by its bytes, and what it may be called. Pure."""

from __future__ import annotations

import re
import unicodedata

BINARY = "application/octet-stream"
TEXT = "text/plain; charset=utf-8"
_LONGEST_NAME = 120
# Signatures at the start of a file; what is none of these and no text is a file of unknown kind.
_SIGNATURES: tuple[tuple[bytes, str], ...] = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"%PDF-", "application/pdf"),
    (b"PK\x03\x04", "application/zip"),
    (b"PK\x05\x06", "application/zip"),
    (b"\x1f\x8b", "application/gzip"),
)
# A name that ends so promises this content; another content under it is refused.
_PROMISES: dict[str, frozenset[str]] = {
    "png": frozenset({"image/png"}),
    "jpg": frozenset({"image/jpeg"}),
    "jpeg": frozenset({"image/jpeg"}),
    "gif": frozenset({"image/gif"}),
    "webp": frozenset({"image/webp"}),
    "pdf": frozenset({"application/pdf"}),
    **dict.fromkeys(
        ("zip", "docx", "xlsx", "pptx", "odt", "ods", "odp", "odg"),
        frozenset({"application/zip"}),
    ),
    "gz": frozenset({"application/gzip"}),
    "txt": frozenset({TEXT}),
    "csv": frozenset({TEXT}),
    "json": frozenset({TEXT}),
    "svg": frozenset({TEXT}),
    "html": frozenset({TEXT}),
    "htm": frozenset({TEXT}),
}
_RESERVED = re.compile(r"(?i)^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)")
_NOT_IN_NAMES = re.compile(r'[/\\:*?"<>|]+')


def media_type(content: bytes) -> str:
    """From the content alone. SVG and HTML are text here: nothing of ours is ever shown by a browser."""
    for signature, found in _SIGNATURES:
        if content.startswith(signature):
            return found
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return "image/webp"
    return TEXT if _is_text(content) else BINARY


def contradicts(name: str, found: str) -> bool:
    promised = _PROMISES.get(name.rpartition(".")[2].casefold()) if "." in name else None
    return promised is not None and found not in promised


def clean_name(name: str) -> str:
    """A name to show and to offer for saving; the file itself is stored under a random key.

    Folders, control characters, marks of direction and reserved names are taken out; at most 120 characters.
    """
    name = unicodedata.normalize("NFC", name).replace("\\", "/").rpartition("/")[2]
    name = "".join(c for c in name if unicodedata.category(c)[0] != "C" and c not in "\u2028\u2029")
    name = _NOT_IN_NAMES.sub("_", name).strip(" .")
    if _RESERVED.match(name):
        name = f"_{name}"
    stem, dot, ending = name.rpartition(".")
    if not dot or len(ending) > 16:
        stem, dot, ending = name, "", ""
    return f"{stem[: _LONGEST_NAME - len(dot + ending)]}{dot}{ending}" or "attachment"


def _is_text(content: bytes) -> bool:
    if b"\x00" in content:
        return False
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
