"""Subjects (who credit belongs to), their names, and the accounts that act for them."""

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
    orcid = models.CharField(max_length=19, blank=True)
    about = models.TextField(blank=True)
    zone = models.CharField(max_length=64, default="UTC")
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

    objects = UserManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        app_label = "portal"
        constraints = [models.UniqueConstraint(Lower("email"), name="email_once_whatever_the_case")]

    def __str__(self) -> str:
        return str(self.subject)
