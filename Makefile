# make run and make test set up whatever they need; everything lives in .venv.
PYTHON ?= python3
BIN := .venv/bin
UV := $(BIN)/uv
CORE := src/punto/values/*,src/punto/rules/*,src/punto/ledger/*,src/punto/rounds/*,src/punto/identity/*,src/punto/views/*,src/punto/rehearsals/*

.DEFAULT_GOAL := help

.PHONY: help
help: ## list what can be made
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

.PHONY: run
run: install ## play Tiger Baccarat at a virtual shoe in this terminal
	@$(BIN)/punto play mbs-tiger

.PHONY: install
install: .venv/.installed ## set up .venv, with the command .venv/bin/punto

.venv/.uv: requirements/bootstrap.lock.txt
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --require-hashes -r $<
	@touch $@

.venv/.installed: .venv/.uv requirements/run.lock.txt pyproject.toml
	$(UV) pip install --quiet --python $(BIN)/python --require-hashes -r requirements/run.lock.txt
	$(UV) pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation --editable .
	@touch $@

.venv/.developed: .venv/.installed requirements/dev.lock.txt
	$(UV) pip install --quiet --python $(BIN)/python --require-hashes -r requirements/dev.lock.txt
	@touch $@

.PHONY: develop
develop: .venv/.developed ## set up .venv with everything the tests need

.PHONY: test
test: develop ## everything that gates: format, lint, types, layers, tests, coverage, documents
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy src tests tools
	$(BIN)/deptry src
	$(BIN)/pytest --numprocesses 2 --cov --cov-report=
	$(BIN)/coverage report --include='$(CORE)' \
		--fail-under=100 --show-missing --skip-covered

.PHONY: format
format: develop ## format the code and mend what the linter can mend
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

.PHONY: docs
docs: develop ## generate the pages and data that are derived from code and tests
	$(BIN)/python tools/generate.py

COMPILE = $(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-header --no-annotate

.PHONY: lock
lock: .venv/.uv ## resolve the pinned versions anew
	$(COMPILE) --group bootstrap --output-file requirements/bootstrap.lock.txt
	$(COMPILE) pyproject.toml --group build --output-file requirements/run.lock.txt
	$(COMPILE) pyproject.toml --group build --group tests --group lint \
		--constraint requirements/run.lock.txt --output-file requirements/dev.lock.txt

.PHONY: bench
bench: develop ## measure what a table waits for
	$(BIN)/python tools/bench.py

.PHONY: mutants
mutants: develop ## mutation testing of the rules (slow)
	$(BIN)/mutmut run

.PHONY: clean
clean: ## remove everything that was made
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache .coverage mutants
