"""Subjects (who credit belongs to), their names, and the accounts that act for them."""

from collections.abc import Iterator
from typing import ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from portal.core import ids


class Subject(models.Model):
    """A person, an organization, or somebody imported and not yet claimed. History names only the random id."""

    class Kind(models.TextChoices):
        PERSON = "person", _("Person")
        ORGANIZATION = "organization", _("Organization")
        UNCLAIMED = "unclaimed", _("Not yet claimed")

    id = models.CharField(primary_key=True, max_length=24, default=ids.subject_id, editable=False)
    kind = models.CharField(max_length=12, choices=Kind.choices, default=Kind.PERSON)
    handle = models.CharField(max_length=40, unique=True, null=True)
    # What look-alike handles share. Empty for rows that were imported: their handles are not chosen here.
    handle_skeleton = models.CharField(max_length=40, unique=True, null=True, editable=False)
    created_at = models.DateTimeField()
    # Set by `portal.people.alike.mark` for one page: what tells this person from somebody with a name like theirs.
    told_apart: str = ""

    class Meta:
        app_label = "portal"

    def __str__(self) -> str:
        return self.handle or self.id


class Profile(models.Model):
    """How a subject is printed. Beside the ledger, never in it; erasing empties it and sets `erased_at`."""

    subject = models.OneToOneField(Subject, on_delete=models.PROTECT, related_name="profile")
    printed_name = models.CharField(max_length=200)
    given = models.CharField(max_length=120, blank=True)
    family = models.CharField(max_length=120, blank=True)
    native_name = models.CharField(max_length=200, blank=True)
    sort_key = models.CharField(max_length=400)
    # What printed names share that look alike (`portal.people.alike`); empty for somebody erased.
    look = models.CharField(max_length=400, blank=True, db_index=True, editable=False)
    orcid = models.CharField(max_length=19, blank=True)
    # Set while the person signs in with this very iD; empty where the iD is only what they say.
    orcid_proved_at = models.DateTimeField(null=True)
    about = models.TextField(blank=True)
    zone = models.CharField(max_length=64, default="UTC")
    # What the person keeps off their page: names out of `portal.people.showing.PARTS`.
    private = models.JSONField(default=list, blank=True)
    erased_at = models.DateTimeField(null=True)

    class Meta:
        app_label = "portal"
        constraints = [
            models.UniqueConstraint(
                fields=["orcid"], condition=~models.Q(orcid=""), name="orcid_belongs_to_one_subject"
            )
        ]

    def __str__(self) -> str:
        return self.printed_name

    @property
    def native_shown(self) -> str:
        """Beside the printed name, wherever that stands."""
        return "" if self.erased_at or "native_name" in self.private else self.native_name


class Affiliation(models.Model):
    """One institution of a subject, in the subject's own order. `ror` is a ROR id (https://ror.org) or empty."""

    subject = models.ForeignKey(Subject, on_delete=models.PROTECT, related_name="affiliations")
    position = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=300)
    ror = models.CharField(max_length=9, blank=True)

    class Meta:
        app_label = "portal"
        ordering = ["subject", "position"]
        constraints = [models.UniqueConstraint(fields=["subject", "position"], name="affiliation_place_once")]


class UserManager(BaseUserManager["User"]):
    def create_user(self, email: str, password: str | None = None, **fields: object) -> "User":
        user = self.model(email=self.normalize_email(email).lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def get_by_natural_key(self, email: str | None) -> "User":
        return self.get(email__iexact=email)


class User(AbstractBaseUser, PermissionsMixin):
    """An account: signs in by e-mail and acts for one subject. A superuser has no shortcut over terms or credit."""

    email = models.EmailField(unique=True)
    subject = models.OneToOneField(Subject, on_delete=models.PROTECT, related_name="user")
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField(default=False)
    date_joined = models.DateTimeField()
    language = models.CharField(max_length=10, blank=True)
    # Whatever was handed out (API tokens) carries this number and ends when it rises: a new password, "end all
    # sessions", a taken-back change of address, closing.
    generation = models.PositiveIntegerField(default=1)
    closed_at = models.DateTimeField(null=True)
    # How many notices wait to be read, where a session became this user (`portal.people.backend`).
    unread: int = 0

    objects = UserManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        app_label = "portal"
        constraints = [models.UniqueConstraint(Lower("email"), name="email_once_whatever_the_case")]

    def __str__(self) -> str:
        return str(self.subject)

    def get_session_auth_hash(self) -> str:
        """What a session must carry to go on: it ends with the password and with the generation."""
        return self._in_generation(super().get_session_auth_hash())

    def get_session_auth_fallback_hash(self) -> Iterator[str]:
        for older in super().get_session_auth_fallback_hash():
            yield self._in_generation(older)

    def _in_generation(self, signature: str) -> str:
        return f"{self.generation}:{signature}"


class EmailChange(models.Model):
    """A change of address that the old address may take back until `undo_until`, once, by the secret mailed to it."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="email_changes")
    old = models.EmailField()
    new = models.EmailField()
    changed_at = models.DateTimeField()
    undo_until = models.DateTimeField()
    # SHA-256 hex of the secret; the secret itself is only in the mail.
    secret_hash = models.CharField(max_length=64, unique=True)
    undone_at = models.DateTimeField(null=True)

    class Meta:
        app_label = "portal"


class Erasure(models.Model):
    """That a subject was erased, append-only: replayed on a database restored from before it."""

    subject = models.OneToOneField(Subject, on_delete=models.PROTECT, related_name="erasure")
    at = models.DateTimeField()
    # Who asked for it: "own", the person themselves, or "operator" in their name.
    asked_by = models.CharField(max_length=20)

    class Meta:
        app_label = "portal"


class RetiredHandle(models.Model):
    """That a handle, or one that looks like it, was somebody's who was erased: nobody takes it again.

    SHA-256 hex, with no link to the subject and no order: it does not say whose the handle was.
    """

    digest = models.CharField(primary_key=True, max_length=64)

    class Meta:
        app_label = "portal"
