# One image for web, worker and dispatcher. Nothing but Python packages is fetched.
FROM python:3.11-slim

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 PIP_NO_CACHE_DIR=1 \
    DJANGO_SETTINGS_MODULE=portal.settings.prod CONCORD_DATA_DIR=/data

WORKDIR /srv/concord
COPY requirements.lock ./
RUN pip install --require-hashes -r requirements.lock

COPY . .
RUN for file in locale/*/LC_MESSAGES/*.po; do \
      if [ -e "$file" ]; then pybabel compile -i "$file" -o "${file%.po}.mo" || exit 1; fi; \
    done \
 && useradd --system --home-dir /data --create-home concord
USER concord
VOLUME /data
EXPOSE 8000

CMD ["gunicorn", "--config", "python:portal.run.gunicorn", "--bind", "0.0.0.0:8000", "portal.wsgi"]
