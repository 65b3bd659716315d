"""`python -m tests.checks.messages`: every string is extracted, translated and whole. Needs gettext.

Extraction runs in a folder of links to the sources, so that the catalogue itself is never touched.
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import polib

ROOT = Path(__file__).resolve().parents[2]
# Beside English, which is the source.
LANGUAGES = ("zh_Hans",)
SOURCES = ("portal", "projects", "licensing", "authorship", "templates")
PLACE = re.compile(r"%\((\w+)\)[sd]|%[sd]|\{(\w*)\}")
TAG = re.compile(r"<[^>]+>")


def main() -> int:
    wrong = []
    wanted = extracted()
    for language in LANGUAGES:
        catalogue = ROOT / "locale" / language / "LC_MESSAGES" / "django.po"
        found = differences(wanted, polib.pofile(str(catalogue))) if catalogue.exists() else ["no catalogue"]
        wrong += [f"{language}: {line}" for line in found]
    print("\n".join(wrong) or f"{len(wanted)} messages, complete in every language")
    return 1 if wrong else 0


def extracted() -> polib.POFile:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for source in SOURCES:
            (folder / source).symlink_to(ROOT / source)
        (folder / "locale").mkdir()
        command = [sys.executable, "-m", "django", "makemessages", "--locale=zh_Hans", "--symlinks", "--no-location"]
        environment = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
        subprocess.run(command, cwd=folder, env=environment, check=True, capture_output=True)
        return polib.pofile(str(folder / "locale" / "zh_Hans" / "LC_MESSAGES" / "django.po"))


def differences(wanted: polib.POFile, catalogue: polib.POFile) -> list[str]:
    have = {(entry.msgctxt, entry.msgid): entry for entry in catalogue if not entry.obsolete}
    need = {(entry.msgctxt, entry.msgid): entry for entry in wanted}
    found = [f"not in the catalogue: {key[1]!r}" for key in need if key not in have]
    found += [f"no longer in the sources: {key[1]!r}" for key in have if key not in need]
    for entry in have.values():
        if not entry.translated():
            found.append(f"not translated: {entry.msgid!r}")
            continue
        for translation in entry.msgstr_plural.values() or [entry.msgstr]:
            if parts(translation) - parts(entry.msgid, entry.msgid_plural):
                found.append(f"a placeholder or tag that the source lacks: {entry.msgid!r}")
    return found


def parts(*texts: str) -> set[str]:
    return {match.group() for text in texts for pattern in (PLACE, TAG) for match in pattern.finditer(text)}


if __name__ == "__main__":
    sys.exit(main())
