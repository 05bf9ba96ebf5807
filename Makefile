# bgterm: every command a player or a developer needs. `make help` lists them.

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

.DEFAULT_GOAL := help
.PHONY: help play test check format bench load visits soak stress screenshots manual messages package clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

play: .venv/play ## set everything up and open the game
	@$(BIN)/bgterm

REPEAT ?= 10
VISITS ?= 10000
TESTS ?=

test: .venv/dev ## run the tests, in an order of their own each time
	@$(BIN)/python -m pytest -n auto

check: .venv/dev ## format, lint, types, imports, tests
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pytest -n auto

format: .venv/dev ## format and sort what ruff can mend
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: .venv/bench ## print figures: plays, start-up, bytes and latency
	@$(BIN)/python -m tests.tools.bench

load: .venv/dev ## many players on a server of this machine, whole matches, every journal checked
	@$(BIN)/python -m tests.tools.load

visits: .venv/dev ## 10,000 visits to a server of this machine, and the memory they leave; VISITS=1000 for fewer
	@$(BIN)/python -m tests.tools.visits $(VISITS)

soak: .venv/dev ## the long runs: many random keys, games, faults and examples
	@$(BIN)/python -m pytest -n auto -m "soak or hypothesis" --soak

stress: .venv/dev ## the tests REPEAT=10 times in random order, on a busy machine; TESTS=tests/tui for some
	@$(BIN)/python -m tests.tools.stress --repeat $(REPEAT) $(TESTS)

screenshots: .venv/dev ## regenerate screenshots/ from the running app
	@$(BIN)/python -m tests.tools.screenshots

manual: .venv/dev ## regenerate the man page and the shell completions in share/
	@$(BIN)/python -m tests.tools.manual

messages: .venv/dev ## regenerate bgterm/locale/bgterm.pot, the template for translators
	@$(BIN)/python -m tests.tools.messages

package: .venv/dev ## build the wheel and the sdist, install each into an empty environment and run it
	@$(BIN)/python -m tests.tools.package

clean: ## remove what make has made
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache dist

.venv/bin/python:
	@$(PYTHON) -m venv .venv

.venv/play: .venv/bin/python pyproject.toml constraints.txt
	@echo "setting up bgterm ..."
	@$(PIP) --editable .
	@touch $@

.venv/dev: .venv/play
	@echo "setting up what the tests need ..."
	@$(PIP) --editable '.[dev]'
	@touch $@

.venv/bench: .venv/dev
	@echo "setting up what the figures need ..."
	@$(PIP) --editable '.[dev,bench]'
	@touch $@
