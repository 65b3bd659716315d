"""The site's clock. The record's tables are in `portal.core.record.models`."""

from django.db import models


class SiteClock(models.Model):
    """One row: how far the site's clock is from the database's. See `portal.core.clock`."""

    offset_seconds = models.BigIntegerField(default=0)

    class Meta:
        app_label = "portal"
        constraints = [models.CheckConstraint(condition=models.Q(pk=1), name="site_clock_is_one_row")]
