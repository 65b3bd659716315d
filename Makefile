# Python 3.11 or newer and make are all that setup, run and test need.
PYTHON ?= python3
PORT ?= 8000
BIN := .venv/bin
STAMP := .venv/.installed

.PHONY: setup run test test-browser test-services test-acceptance bench check migrations messages compile-messages relock

setup: $(STAMP) compile-messages

# uv installs in about 20 seconds what takes pip 90; pip takes the same file where uv has no wheel.
$(STAMP): requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit("Concord needs Python 3.11 or newer; this is " + sys.version.split()[0]) if sys.version_info < (3, 11) else None'
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@if $(BIN)/python -m pip install --quiet uv; then \
		VIRTUAL_ENV=$(CURDIR)/.venv $(BIN)/uv pip install --quiet --compile-bytecode --require-hashes -r requirements.lock; \
	else \
		$(BIN)/python -m pip install --quiet --require-hashes -r requirements.lock; \
	fi
	@touch $@

# Babel, not gettext: msgfmt is not on every machine.
compile-messages: $(STAMP)
	@for file in locale/*/LC_MESSAGES/*.po; do \
		mo="$${file%.po}.mo"; \
		if [ ! -e "$$mo" ] || [ "$$file" -nt "$$mo" ]; then \
			$(BIN)/pybabel --quiet compile -i "$$file" -o "$$mo" || exit 1; \
		fi; \
	done

run: setup
	@exec $(BIN)/python manage.py run --end-with-parent --port $(PORT)

# Everything but the parts that need a browser, services or the shared data.
test: setup
	$(BIN)/python -m pytest -n auto

test-browser: setup
	$(BIN)/python -m pytest tests/browser

test-services: setup
	$(BIN)/python -m tests.services.runner

test-acceptance: setup
	$(BIN)/python -m pytest tests/acceptance

# Pages and recomputation against limits from elsewhere; writes bench/results.md. Needs PostgreSQL and a quiet machine.
bench: setup
	$(BIN)/python -m bench

# Everything a reader of the source can be told without running it. Needs gettext.
check: setup
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/djlint templates --lint --quiet
	$(BIN)/lint-imports
	$(BIN)/python manage.py write_docs --check
	DJANGO_SETTINGS_MODULE=portal.settings.test $(BIN)/python manage.py makemigrations --check --dry-run
	DJANGO_SETTINGS_MODULE=portal.settings.test $(BIN)/python manage.py check
	$(PRODUCTION) $(BIN)/python manage.py check --deploy --fail-level WARNING
	$(BIN)/python -m tests.checks.messages

# Values that production settings accept, for judging the settings themselves; nothing is connected to.
PRODUCTION = env DJANGO_SETTINGS_MODULE=portal.settings.prod CONCORD_DEMO=0 CONCORD_PROXIES=1 \
	SECRET_KEY=$$($(BIN)/python -c 'import secrets; print(secrets.token_hex(32))') \
	CHECKPOINT_KEY=$$($(BIN)/python -c 'import secrets; print(secrets.token_hex(32))') \
	BASE_URL=https://concord.example CONTACT_EMAIL=help@concord.example MEDIA_ORIGIN=https://files.concord.example \
	DATABASE_URL=postgres://concord@127.0.0.1:1/concord REDIS_URL=redis://127.0.0.1:1/3 \
	EMAIL_URL=smtp+tls://concord:secret@mail.concord.example:587

# Strings from source and templates into the catalogues. Needs gettext.
messages: setup
	$(BIN)/python -m django makemessages --locale zh_Hans --no-location --no-obsolete \
		--ignore .venv --ignore var --ignore tests --ignore build
	@# By their words, so that two changes of the source rarely meet in one place of the file.
	@for file in locale/*/LC_MESSAGES/django.po; do msgcat --sort-output --output-file="$$file" "$$file" || exit 1; done

# One file for every system and Python from 3.11; it names no registry.
relock: $(STAMP)
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
		--group dev --upgrade pyproject.toml -o requirements.lock

# Until the first release the four initial migrations are made anew instead of stacked.
migrations: setup
	rm -f portal/migrations/0*.py projects/migrations/0*.py licensing/migrations/0*.py authorship/migrations/0*.py
	for app in portal projects licensing authorship; do \
		DJANGO_SETTINGS_MODULE=portal.settings.test $(BIN)/python manage.py makemigrations --name initial $$app || exit 1; \
		[ ! -e $$app/migrations/0001_initial.py ] || $(BIN)/python -m tests.checks.initial $$app || exit 1; \
	done
