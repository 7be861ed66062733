# Every target sets up what it needs. `make` alone lists the targets.
PYTHON ?= python3
BIN := .venv/bin
POSITION ?= examples/azul/midround-2p.txt
TIME ?= 5s
export MPLBACKEND := Agg

.PHONY: help analyze test test-all check bench docs golden mutants clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

.venv/run: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	    { echo "azulyst needs Python 3.11 or later; try: make PYTHON=python3.12 ..." >&2; exit 1; }
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable .
	@touch $@

.venv/dev: .venv/run
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --group dev
	@touch $@

analyze: .venv/run ## rank the moves of an example position (POSITION=file TIME=5s)
	$(BIN)/azulyst analyze $(POSITION) --time $(TIME) --out out/analyze --force

test: .venv/dev ## the default tests, about twenty minutes on two cores
	$(BIN)/python -m pytest -m 'not slow' --numprocesses auto --dist loadfile --no-loadscope-reorder

test-all: .venv/dev ## all tests, with the full-size suites
	$(BIN)/python -m pytest --numprocesses auto --dist worksteal

check: .venv/dev ## format, lint, types, import rules, generated files up to date
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python docs/generate.py --check
	$(BIN)/python docs/catalogue.py --check

bench: .venv/dev ## speed of engines and searches, and the behaviour signature
	$(BIN)/azulyst bench

docs: .venv/dev ## write the generated pages, the tutorial and the catalogue
	$(BIN)/python docs/generate.py
	$(BIN)/python docs/tutorial.py
	$(BIN)/python docs/catalogue.py

golden: .venv/dev ## write the golden playthroughs anew; review the diff
	$(BIN)/python -m tests.golden.write

mutants: .venv/dev ## break the rules on purpose; every break must be caught
	$(BIN)/python -m tests.mutants

clean: ## remove the environment and results
	rm -rf .venv out build *.egg-info
