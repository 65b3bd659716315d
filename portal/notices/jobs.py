"""The one Celery task, and the jobs of the layers below that may not know of jobs."""
