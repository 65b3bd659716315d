"""How much people may upload, and for how long what nobody uses is kept. Sizes in bytes, times in days."""

_MB = 1024 * 1024

# Files of one draft or revision.
CONCORD_FILES_EACH = 10
# One file.
CONCORD_FILE_BYTES = 10 * _MB
# Everything ever uploaded to one task, since its revisions keep their files.
CONCORD_FILES_TASK_BYTES = 150 * _MB
# One person: on one day (UTC), and altogether while it is kept.
CONCORD_FILES_DAY_BYTES = 200 * _MB
CONCORD_FILES_DAY_COUNT = 100
CONCORD_FILES_PERSON_BYTES = 500 * _MB
CONCORD_FILES_PERSON_COUNT = 500
# One project.
CONCORD_FILES_PROJECT_BYTES = 20 * 1024 * _MB
# What no draft and no revision names goes after so many days.
CONCORD_FILES_UNUSED_DAYS = 30
# Seconds that an address on MEDIA_ORIGIN works.
CONCORD_MEDIA_SECONDS = 120
