"""What files say about who made them is taken out, and nothing else of them changes."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib

import pytest
from PIL import Image, ImageSequence, PngImagePlugin
from pypdf import PdfReader, PdfWriter
from pypdf.annotations import Text

from portal.core.errors import Refused
from projects.tasks import attachments
from projects.tasks.cleaning import process, words
from projects.tasks.cleaning.outcome import CODES, Locked, Unreadable

WHO = "Quispe-Marker"
WHERE = b"Exif\x00\x00" + b"MM\0*" + struct.pack(">IH", 8, 2)
WHERE += struct.pack(">HHIHH", 0x0112, 3, 1, 6, 0) + struct.pack(">HHII", 0x013B, 2, 14, 38) + struct.pack(">I", 0)
WHERE += WHO.encode() + b"\0"


def picture() -> Image.Image:
    made = Image.new("RGB", (8, 6), (10, 200, 30))
    made.putpixel((3, 2), (250, 1, 2))
    return made


def saved(made: Image.Image, kind: str, **options: object) -> bytes:
    written = io.BytesIO()
    made.save(written, kind, **options)
    return written.getvalue()


def samples(content: bytes) -> list[bytes]:
    return [frame.convert("RGBA").tobytes() for frame in ImageSequence.Iterator(Image.open(io.BytesIO(content)))]


def png() -> bytes:
    info = PngImagePlugin.PngInfo()
    info.add_text("Author", WHO)
    info.add_itxt("XML:com.adobe.xmp", f"<x>{WHO}</x>")
    content = saved(picture(), "PNG", pnginfo=info, exif=WHERE, dpi=(300, 300))
    day = b"tIME" + bytes([7, 234, 1, 2, 3, 4, 5])
    chunk = struct.pack(">I", 7) + day + struct.pack(">I", zlib.crc32(day))
    return content[:33] + chunk + content[33:] + b"<html>" + WHO.encode()


def jpeg() -> bytes:
    content = saved(picture(), "JPEG", exif=WHERE, comment=WHO.encode(), xmp=WHO.encode(), progressive=True)
    iptc = b"Photoshop 3.0\0" + WHO.encode()
    return content[:2] + b"\xff\xed" + struct.pack(">H", len(iptc) + 2) + iptc + content[2:] + WHO.encode()


def gif() -> bytes:
    frames = [picture(), Image.new("RGB", (8, 6), (1, 2, 3))]
    return saved(frames[0], "GIF", save_all=True, append_images=frames[1:], comment=WHO.encode(), loop=0)


def webp() -> bytes:
    return saved(picture(), "WEBP", lossless=True, exif=WHERE, xmp=WHO.encode())


PICTURES = {
    "image/png": (png, {"exif", "text", "time", "behind"}),
    "image/jpeg": (jpeg, {"exif", "xmp", "iptc", "comment", "behind"}),
    "image/gif": (gif, {"comment"}),
    "image/webp": (webp, {"exif", "xmp"}),
}


@pytest.mark.parametrize("kind", PICTURES)
def test_a_picture_loses_its_maker_and_no_sample(kind: str) -> None:
    make, removed = PICTURES[kind]
    before = make()
    assert WHO.encode() in before
    cleaned = process.clean(kind, before)
    assert WHO.encode() not in cleaned.content
    assert cleaned.removed == removed
    assert samples(cleaned.content) == samples(before)
    assert process.clean(kind, cleaned.content).content == cleaned.content, "clean stays as it is"


def test_which_side_of_a_photograph_is_up_stays() -> None:
    cleaned = process.clean("image/jpeg", jpeg())
    assert dict(Image.open(io.BytesIO(cleaned.content)).getexif()) == {0x0112: 6}


def pdf(*, locked: bool = False) -> bytes:
    made = PdfWriter()
    made.add_blank_page(200, 200)
    made.add_metadata({"/Author": WHO, "/Producer": f"{WHO} 1.0"})
    made.xmp_metadata = f'<?xpacket begin="" id="1"?><x:xmpmeta xmlns:x="adobe:ns:meta/">{WHO}</x:xmpmeta>'.encode()
    made.add_annotation(0, Text(rect=(1, 1, 20, 20), text="So?", title_bar=WHO))
    if locked:
        made.encrypt("secret", algorithm="RC4-128")
    written = io.BytesIO()
    made.write(written)
    return written.getvalue()


def test_a_pdf_loses_its_properties_and_keeps_its_pages_and_remarks() -> None:
    cleaned = process.clean("application/pdf", pdf())
    assert cleaned.removed == {"info", "xmp", "authors"}
    assert WHO.encode() not in cleaned.content
    read = PdfReader(io.BytesIO(cleaned.content))
    assert len(read.pages) == 1
    assert read.metadata is None
    assert read.xmp_metadata is None
    [remark] = read.pages[0]["/Annots"]
    assert remark.get_object()["/Contents"] == "So?"


def zipped(parts: dict[str, bytes]) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return written.getvalue()


def docx() -> bytes:
    return zipped(
        {
            "[Content_Types].xml": b"<Types/>",
            "docProps/core.xml": f"<cp:coreProperties><dc:creator>{WHO}</dc:creator></cp:coreProperties>".encode(),
            "docProps/app.xml": f"<Properties><Company>{WHO}</Company></Properties>".encode(),
            "word/document.xml": f'<w:ins w:id="1" w:author="{WHO}"><w:t>The drawdown.</w:t></w:ins>'.encode(),
            "word/media/image1.jpeg": jpeg(),
            "xl/tables/table1.xml": b'<table displayName="Levels"/>',
            "xl/persons/person.xml": f'<person displayName="{WHO}" userId="{WHO}@x"/>'.encode(),
            "xl/workbook.xml": f'<workbook><x15ac:absPath url="C:\\Users\\{WHO}\\"/></workbook>'.encode(),
        }
    )


def test_an_office_document_loses_its_people_and_keeps_its_words() -> None:
    cleaned = process.clean("application/zip", docx())
    assert cleaned.removed == {"info", "authors", "pictures", "path"}
    opened = zipfile.ZipFile(io.BytesIO(cleaned.content))
    parts = {name: opened.read(name) for name in opened.namelist()}
    assert list(parts) == zipfile.ZipFile(io.BytesIO(docx())).namelist()
    assert not [name for name, content in parts.items() if WHO.encode() in content]
    assert parts["word/document.xml"] == b'<w:ins w:id="1" w:author="Author"><w:t>The drawdown.</w:t></w:ins>'
    assert parts["xl/tables/table1.xml"] == b'<table displayName="Levels"/>', "a name in formulas is nobody's"
    assert {one.date_time[0] for one in opened.infolist()} == {1980}


def test_an_opendocument_text_keeps_its_first_entry_as_it_is() -> None:
    text = f"<office:annotation><dc:creator>{WHO}</dc:creator>So?</office:annotation>".encode()
    parts = {"mimetype": b"application/vnd.oasis.opendocument.text", "content.xml": text, "meta.xml": WHO.encode()}
    cleaned = process.clean("application/zip", zipped(parts))
    opened = zipfile.ZipFile(io.BytesIO(cleaned.content))
    assert opened.infolist()[0].filename == "mimetype"
    assert opened.infolist()[0].compress_type == zipfile.ZIP_STORED
    assert opened.read("content.xml") == b"<office:annotation><dc:creator>Author</dc:creator>So?</office:annotation>"
    assert WHO.encode() not in opened.read("meta.xml")


def test_other_files_are_kept_as_they_came_and_the_page_says_so() -> None:
    for kind, content in (("text/plain; charset=utf-8", b"by me"), ("application/zip", zipped({"a.txt": b"by me"}))):
        cleaned = process.clean(kind, content)
        assert (cleaned.content, cleaned.removed, cleaned.looked_through) == (content, set(), False)
    assert words.told((), looked_through=False) == (
        "Kept as it came: nothing is taken out of files of this kind. Look for names, addresses and folders in it "
        "yourself."
    )
    assert words.told((), looked_through=True) == "Nothing about who made it was found beside its content."
    assert words.told(["time", "exif"], looked_through=True) == (
        "Taken out: what the camera wrote (EXIF: place, device, time), times of changes."
    )
    assert set(words.NAMES) == set(CODES)


def bomb() -> bytes:
    """B69: a document of 42 kB that announces 300 MB."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", b"<Types/>")
        for number in range(3):
            archive.writestr(f"word/{number}.xml", b" " * 100 * 1024 * 1024)
    return written.getvalue()


@pytest.mark.parametrize(
    ("kind", "content"),
    [
        ("image/png", png()[:60]),
        ("image/jpeg", b"\xff\xd8\xff\xe1\xff\xff" + b"x" * 50),
        ("image/jpeg", b"\xff\xd8\xff"),
        ("image/gif", gif()[:30]),
        ("image/webp", b"RIFF\xff\xff\xff\xffWEBPVP8 "),
        ("application/pdf", b"%PDF-1.7 and nothing"),
        ("application/zip", b"PK\x03\x04 and nothing"),
    ],
)
def test_what_is_no_whole_file_of_its_kind_is_refused(kind: str, content: bytes) -> None:
    with pytest.raises(Unreadable):
        process.clean(kind, content)


def test_b69_a_bomb_is_refused_by_what_it_announces() -> None:
    content = bomb()
    assert len(content) < 1_000_000
    with pytest.raises(Unreadable):
        process.clean("application/zip", content)


def test_a_locked_document_is_refused_with_a_reason() -> None:
    with pytest.raises(Locked):
        process.clean("application/pdf", pdf(locked=True))
    with pytest.raises(Refused, match=r"“p\.pdf” is locked with a password, so nothing can be taken out of it"):
        attachments.prepare([named("p.pdf", pdf(locked=True))])


def named(name: str, content: bytes) -> attachments.Uploaded:
    from django.core.files.uploadedfile import SimpleUploadedFile

    return SimpleUploadedFile(name, content)


def test_what_hangs_is_ended_and_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "SECONDS", 0.01)
    with pytest.raises(Unreadable):
        process.clean("image/png", png())
    with pytest.raises(Refused) as refused:
        attachments.prepare([named("a.png", png())])
    assert list(map(str, refused.value.reasons)) == [
        "“a.png” could not be read to its end, so what it says about you could not be taken out. Save it anew with the "
        "program it comes from, and send that."
    ]
