"""How the record tells what happened to a project."""

from django.utils.translation import gettext_lazy as _

from portal.core.record import kinds

kinds.register("ProjectCreated", _("%(actor)s created the project."), ("slug",), texts=("title", "summary"))
kinds.register("RecruitingOpened", _("%(actor)s opened the project to contributors."))
kinds.register("RecruitingClosed", _("%(actor)s closed the project to new contributors."))
