# make run and make test set up whatever they need; everything lives in .venv.
PYTHON ?= python3
BIN := .venv/bin
UV := $(BIN)/uv

# The core is covered whole, and by its own tests; tracing the others would only slow them. Nor do
# the oracle, the sweeps and the tests marked no_cover cover a line that the other tests of the core
# leave out; traced, those of many random examples take three times as long.
CORE := src/punto/values/*,src/punto/rules/*,src/punto/ledger/*,src/punto/rounds/*,src/punto/live/*,src/punto/identity/*,src/punto/views/*,src/punto/rehearsals/*
# Tests that take long come first, so that none is left alone on one core in the end.
CORE_TESTS := $(addprefix tests/,rules values ledger rounds live identity views rehearsals)
LONG_TESTS := $(addprefix tests/,exploring survival browser web bootstrap conformance torture)
OTHER_TESTS := $(LONG_TESTS) $(filter-out $(LONG_TESTS) $(CORE_TESTS),$(patsubst %/,%,$(filter-out tests/support/,$(wildcard tests/[a-z]*/))))
GENERATED := tests/conformance/test_generated.py

# A shell may ask for no bytecode; every process of the tests would compile everything again.
unexport PYTHONDONTWRITEBYTECODE

# What runs side by side says what it has to say when it is through, where make can do that.
SIDE_BY_SIDE := --jobs 2 $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)

.DEFAULT_GOAL := help

.PHONY: help
help: ## list what can be made
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

.PHONY: run
run: install ## a whole floor in the browser: tables, staff, terminals and robot patrons
	@$(BIN)/punto demo

.PHONY: install
install: .venv/.installed ## set up .venv, with the command .venv/bin/punto and the pages that it serves
	@$(BIN)/python hatch_build.py

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
develop: .venv/.developed install ## set up .venv with everything the tests need

.PHONY: browser
browser: develop ## find a Chromium for the browser tests, or install one
	@$(BIN)/python tools/chromium.py

.PHONY: proxy
proxy: develop ## find an nginx for the test of its documented configuration, or install one
	@$(BIN)/python tools/nginx.py

.PHONY: test
test: develop browser proxy ## everything that gates: format, lint, types, layers, tests, coverage, documents
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	@$(MAKE) --no-print-directory $(SIDE_BY_SIDE) test-core test-generated test-sweeps
	@$(MAKE) --no-print-directory $(SIDE_BY_SIDE) test-others test-types

# Beside the others, which often wait for something and leave a core free.
.PHONY: test-types
test-types:
	$(BIN)/mypy src tests tools
	$(BIN)/deptry src
	$(BIN)/python hatch_build.py run --silent lint
	$(BIN)/python hatch_build.py run --silent check
	$(BIN)/python hatch_build.py test --silent

.PHONY: test-core
test-core:
	$(BIN)/pytest --numprocesses 2 --dist worksteal --cov --cov-report= \
		-m "not sweep" $(CORE_TESTS)
	$(BIN)/coverage report --include='$(CORE)' \
		--fail-under=100 --show-missing --skip-covered

.PHONY: test-sweeps
test-sweeps:
	$(BIN)/pytest -m sweep $(CORE_TESTS)

# Before the others: it collects all tests, and leaves them compiled to the four processes of those.
.PHONY: test-generated
test-generated:
	$(BIN)/pytest $(GENERATED)

# Two more than there are cores, since much of it waits for browsers and other processes. These share
# the cores with dozens of real servers, databases and browsers, so a test that fails among them is
# run once more, alone: if it fails again, the code is wrong, not the machine too busy. Both are shown.
.PHONY: test-others
test-others:
	$(BIN)/pytest --numprocesses 4 --dist worksteal --ignore $(GENERATED) $(OTHER_TESTS) || \
		$(BIN)/pytest --last-failed --last-failed-no-failures none $(OTHER_TESTS)

.PHONY: format
format: develop ## format the code and mend what the linter can mend
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIN)/python hatch_build.py run --silent format

.PHONY: docs
docs: develop ## generate the pages and data that are derived from code and tests
	$(BIN)/python tools/generate.py

.PHONY: screenshots
screenshots: develop browser ## take the pictures of the README from a demonstration floor
	PYTHONPATH=tests $(BIN)/python tools/screenshots.py

COMPILE = $(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-header --no-annotate

.PHONY: lock
lock: .venv/.uv ## resolve the pinned versions again
	$(COMPILE) --group bootstrap --output-file requirements/bootstrap.lock.txt
	$(COMPILE) pyproject.toml --extra lab --group build --output-file requirements/run.lock.txt
	$(COMPILE) pyproject.toml --extra lab --extra load --group build --group tests --group lint \
		--constraint requirements/run.lock.txt --output-file requirements/dev.lock.txt

.PHONY: bench
bench: develop ## measure what a table waits for, rules, bets, rounds, long records, and the lab beside C (minutes)
	PYTHONPATH=tests $(BIN)/python tools/bench.py

# Every soak tells new stories; a failing one names its seed, and SEED=… tells it again.
SEED ?= $(shell date +%s)

.PHONY: soak
soak: soak-survival soak-shoes soak-tampering soak-wizard soak-exploring soak-torture ## the proofs of make test at length: a thousand kills a store, 24,000 shoes, 10,000 floors (hours)

.PHONY: soak-survival
soak-survival: develop
	PUNTO_SEED=$(SEED) PUNTO_KILLS=1000 PUNTO_RESTARTS=5 $(BIN)/pytest --numprocesses 2 tests/survival

.PHONY: soak-shoes
soak-shoes: develop
	PUNTO_SHOES=24000 $(BIN)/pytest tests/devices/test_shuffle_statistics.py

.PHONY: soak-tampering
soak-tampering: develop
	PUNTO_TAMPER_EVERYTHING=1 $(BIN)/pytest --numprocesses 2 tests/audit

.PHONY: soak-wizard
soak-wizard: develop browser
	PUNTO_EVERY_IRREGULARITY=1 $(BIN)/pytest --numprocesses 2 tests/browser/test_wizard.py

.PHONY: soak-exploring
soak-exploring: develop
	PUNTO_EVERY_STATE=1 $(BIN)/pytest --numprocesses 2 tests/exploring

# How long the server plays; MINUTES=480 for a night.
MINUTES ?= 15

.PHONY: soak-floor
soak-floor: develop ## let a server play for MINUTES (15) and judge whether its memory, files or threads grow
	$(BIN)/python tools/soak_floor.py --minutes $(MINUTES)

.PHONY: soak-torture
soak-torture: develop
	$(BIN)/punto torture --seed $(SEED) --seeds 10000 --rounds 4 --workers 2

.PHONY: mutants
mutants: develop ## mutation testing of the rules (slow)
	$(BIN)/mutmut run

.PHONY: clean
clean: ## remove everything that was made
	rm -rf .venv frontend/node_modules src/punto/web/static .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache .coverage mutants
	find src tests tools -name __pycache__ -prune -exec rm -rf {} +
