"""Files as bytes, the way a command reads them."""

import csv
import io
import json

import pytest

from authorship.imports import services


def as_csv(header, *rows):
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="\n").writerows([header, *rows])
    return buffer.getvalue().encode()


def as_jsonl(*rows):
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()


@pytest.fixture
def people(open_project):
    def run(content, name="people.csv", **options):
        return services.import_people(project=open_project, name=name, content=content, **options)

    return run


@pytest.fixture
def credits(open_project):
    def run(content, name="credits.csv", **options):
        return services.import_credits(project=open_project, name=name, content=content, **options)

    return run
