# bgterm: every command a player or a developer needs. `make help` lists them.

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

.DEFAULT_GOAL := help
.PHONY: help play test bare check coverage format bench load visits soak stress screenshots manual messages rules package clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

play: .venv/play ## set everything up and open the game
	@$(BIN)/bgterm

REPEAT ?= 10
VISITS ?= 10000
TESTS ?=
SOAK ?= soak or hypothesis

test: .venv/dev ## run the tests but the long ones, in an order of their own each time
	@$(BIN)/python -m pytest -n auto --dist worksteal

bare: ## make play and make test in a fresh clone, on a machine with nothing but Python, make and a shell
	@$(PYTHON) -m tools.bare

check: .venv/dev ## format, lint, types, imports, and all tests but those of soak
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pytest -n auto --dist worksteal -m "not soak" --hypothesis-profile=many

coverage: .venv/dev ## print for each package how much the tests run, branches too; ALL=1 with the long tests
	@$(BIN)/coverage erase
	@status=0; $(BIN)/coverage run -m pytest -n auto --dist worksteal $(if $(ALL),-m "not soak" --hypothesis-profile=many) || status=$$?; \
	$(BIN)/coverage combine --quiet; $(BIN)/python -m tools.coverage_table; exit $$status

format: .venv/dev ## format and sort what ruff can mend
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: .venv/bench ## print figures: plays, start-up, bytes and latency
	@$(BIN)/python -m tools.bench

load: .venv/dev ## many players on a server of this machine, whole matches, every journal checked
	@$(BIN)/python -m tools.load

visits: .venv/dev ## 10,000 visits to a server of this machine, and the memory they leave; VISITS=1000 for fewer
	@$(BIN)/python -m tools.visits $(VISITS)

soak: .venv/dev ## the longest runs: many random keys, games, faults and examples; SOAK=soak without the examples
	@$(BIN)/python -m pytest -n auto --dist worksteal -m "$(SOAK)" --hypothesis-profile=soak -o faulthandler_timeout=2000

stress: .venv/dev ## the tests REPEAT=10 times in random order, on a busy machine; TESTS=tests/tui for some
	@$(BIN)/python -m tools.stress --repeat $(REPEAT) $(TESTS)

screenshots: .venv/dev ## regenerate screenshots/ and the file of all screens from the running app
	@$(BIN)/python -m tools.screenshots

manual: .venv/dev ## regenerate the man page and the shell completions in share/
	@$(BIN)/python -m tools.manual

messages: .venv/dev ## regenerate bgterm/locale/bgterm.pot, the template for translators
	@$(BIN)/python -m tools.messages

rules: .venv/dev ## regenerate docs/rule_tests.md, the tests of each rule
	@$(BIN)/python -m tools.rule_tests

package: .venv/dev ## build the wheel and the sdist into dist/, after each has run in an empty environment
	@$(BIN)/python -m tools.package

clean: ## remove what make has made
	rm -rf .venv .coverage .coverage.* .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache dist

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
