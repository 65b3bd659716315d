"""Tables of the public hash-chained log, one chain a project."""

from django.db import models


class RecordHead(models.Model):
    """The end of one project's chain; appends are serialised on this row."""

    project = models.CharField(max_length=24, unique=True)
    count = models.PositiveBigIntegerField(default=0)
    hash = models.CharField(max_length=64, default="0" * 64)

    class Meta:
        app_label = "portal"


class RecordEntry(models.Model):
    """One public step, append-only. `payload` is canonical JSON of ids, numbers, hashes and commitments."""

    project = models.CharField(max_length=24)
    seq = models.PositiveBigIntegerField()
    kind = models.CharField(max_length=60)
    at = models.DateTimeField()
    actor = models.CharField(max_length=24, blank=True)
    payload = models.TextField()
    previous_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        app_label = "portal"
        ordering = ["project", "seq"]
        constraints = [models.UniqueConstraint(fields=["project", "seq"], name="record_seq_once_a_project")]


class RecordText(models.Model):
    """Free text of an entry and the salt of its commitment. Erasing empties both; the row and the chain stay."""

    entry = models.ForeignKey(RecordEntry, on_delete=models.PROTECT, related_name="texts")
    name = models.CharField(max_length=40)
    salt = models.CharField(max_length=64)
    text = models.TextField()

    class Meta:
        app_label = "portal"
        constraints = [models.UniqueConstraint(fields=["entry", "name"], name="record_text_once_an_entry")]

    @property
    def erased(self) -> bool:
        return not self.salt and not self.text


class Checkpoint(models.Model):
    """A published, Ed25519-signed head, append-only. `signature` is hex over canonical JSON of the four fields."""

    project = models.CharField(max_length=24)
    count = models.PositiveBigIntegerField()
    head = models.CharField(max_length=64)
    at = models.DateTimeField()
    public_key = models.CharField(max_length=64)
    signature = models.CharField(max_length=128)

    class Meta:
        app_label = "portal"
        ordering = ["project", "count", "at"]
