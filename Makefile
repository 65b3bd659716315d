# Python 3.11 or newer and make are all that setup, run and test need.
PYTHON ?= python3
PORT ?= 8000
BIN := .venv/bin
STAMP := .venv/.installed

.PHONY: setup run test test-browser test-services test-acceptance check migrations messages compile-messages relock clean

setup: $(STAMP) compile-messages

# uv installs in about 20 seconds what takes pip 90; pip takes the same file where uv has no wheel.
$(STAMP): requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit("Concord needs Python 3.11 or newer; this is " + sys.version.split()[0]) if sys.version_info < (3, 11) else None'
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@if $(BIN)/python -m pip install --quiet uv; then \
		VIRTUAL_ENV=$(CURDIR)/.venv $(BIN)/uv pip install --quiet --require-hashes -r requirements.lock; \
	else \
		$(BIN)/python -m pip install --quiet --require-hashes -r requirements.lock; \
	fi
	@touch $@

# Babel, not gettext: msgfmt is not on every machine.
compile-messages: $(STAMP)
	@for file in locale/*/LC_MESSAGES/*.po; do \
		if [ -e "$$file" ] && [ "$$file" -nt "$${file%.po}.mo" ]; then \
			$(BIN)/pybabel --quiet compile -i "$$file" -o "$${file%.po}.mo" || exit 1; \
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

# Until the first release the four initial migrations are made anew instead of stacked.
migrations: setup
	rm -f portal/migrations/0*.py projects/migrations/0*.py licensing/migrations/0*.py authorship/migrations/0*.py
	for app in portal projects licensing authorship; do $(BIN)/python manage.py makemigrations --name initial $$app || exit 1; done
