# Everything a fresh machine with Python 3.11+ needs is made by the targets themselves.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# one more than the cores of a small machine: for a third of the time a test waits for a program or a browser
WORKERS ?= 3
# more extras to test, each with a comma before it: `make test EXTRAS=,cluster` also tests Ray
EXTRAS ?=
# which tests of pages are run against a site
PAGES ?= tests/web
STAMPS := $(VENV)/stamps
# compiled kernels that go into the wheel
PREBUILT := src/plyground/kernel/prebuilt

# uncompiled kernels are a hundred times slower: one variant of each game, and the tests that ask its kernels most
UNCOMPILED := kernel or ((round_trip or distinct or counting or over_exactly or mirrored or playing or perft_file) \
	and not 10x10 and not 8x8 and not usc2019 and not congo-20)
# who waited in vain, for a browser or at all, is asked once more; every other failure counts at once
RERUNS := --reruns 1 --only-rerun "Locator expected" --only-rerun "TimeoutError: (Locator|Page)" \
	--only-rerun "it never happened" --only-rerun "from pytest-timeout"

.DEFAULT_GOAL := help
.PHONY: help run test test-slow test-site check site bench docs dist matrix clean

help: ## list these targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1: /' | awk -F': ' '{printf "make %-16s %s\n", $$1, $$2}'

$(STAMPS)/run: pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Plyground needs Python 3.11 or newer; set PYTHON=python3.x")'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	mkdir -p $(STAMPS) && touch $@

$(STAMPS)/test: $(STAMPS)/run pyproject.toml examples/connect_four/pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test$(EXTRAS)]' --editable examples/connect_four
	touch $@

build/pyodide: src/plyground/web/browser/pyodide.py $(STAMPS)/run
	$(BIN)/python -m plyground.web.browser.pyodide $@
	touch $@

$(STAMPS)/check: $(STAMPS)/test
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[check]'
	touch $@

$(STAMPS)/bench: $(STAMPS)/test
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[bench]'
	touch $@

$(STAMPS)/docs: $(STAMPS)/test
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[docs]'
	touch $@

$(STAMPS)/dist: $(STAMPS)/test
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dist]'
	touch $@

# TypeScript, by which the pages' JavaScript is checked; without npm that check is left out
$(STAMPS)/npm: package.json $(STAMPS)/run
	if command -v npm > /dev/null; then npm install --silent --no-audit --no-fund --no-package-lock && touch $@; \
		else echo "npm is not installed, so the types of the pages' JavaScript are not checked."; fi

run: $(STAMPS)/run ## set everything up and open the app
	$(BIN)/plyground

test: $(STAMPS)/test ## run the whole suite (compiles the kernels first, if they are not in the cache)
	$(BIN)/plyground warmup
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadgroup -m "not slow" $(RERUNS)
	PLYGROUND_JIT=0 $(BIN)/python -m pytest -q -n $(WORKERS) -m "not slow" tests/kernel tests/games/test_every_game.py -k "$(UNCOMPILED)"

test-slow: $(STAMPS)/test ## deep perfts and long matches
	$(BIN)/plyground warmup
	$(BIN)/python -m pytest -m slow --timeout 0 -o faulthandler_timeout=0

test-site: $(STAMPS)/test ## run the tests of pages against a site (PAGES=tests/web/play for a part)
	$(BIN)/plyground site build build/web
	$(BIN)/python -m pytest -q --site build/web $(PAGES)

check: $(STAMPS)/check $(STAMPS)/npm ## lint and types, of Python and of JavaScript
	$(BIN)/ruff format --check src tests examples benchmarks tools
	$(BIN)/ruff check src tests examples benchmarks tools
	$(BIN)/mypy
	$(BIN)/pyright examples/public_names
	status=0; $(BIN)/mypy --platform win32 --cache-dir .mypy_cache/win32 > .mypy_cache/win32.txt || status=$$?; \
		test $$status -le 1 || { cat .mypy_cache/win32.txt; exit 1; }; \
		! grep 'error:' .mypy_cache/win32.txt | grep -v '^src/plyground/programs/'
	$(BIN)/oxlint --quiet src/plyground/web
	$(BIN)/python tools/write_types.py
	test ! -x node_modules/.bin/tsc || node_modules/.bin/tsc

site: $(STAMPS)/run ## write the app as a folder of files that needs no server, in build/web
	$(BIN)/plyground site build build/web

bench: $(STAMPS)/bench ## measure against peers and C++ yardsticks, as ratios
	$(BIN)/plyground warmup
	$(BIN)/python -m benchmarks

docs: $(STAMPS)/docs ## build the documentation as a site, which the app then serves under /docs
	$(BIN)/python tools/build_docs.py

dist: $(STAMPS)/dist docs ## build the wheel and the source distribution in dist/, and test them
	rm -rf dist $(PREBUILT)
	$(BIN)/plyground cache build $(PREBUILT)
	$(BIN)/python -m plyground.web.browser.kernels $(PREBUILT)/browser
	$(BIN)/python -m plyground.web.browser.package $(PREBUILT)/browser
	$(BIN)/python -m build --sdist --wheel --outdir dist
	rm -rf $(PREBUILT)
	$(BIN)/twine check --strict dist/*
	PLYGROUND_DIST=dist $(BIN)/python -m pytest -q tests/test_package.py

matrix: dist ## install the wheel with every Python from 3.11 to 3.14 that is found, and try it compiled
	$(BIN)/python tools/matrix.py dist/*.whl

clean: ## remove the virtual environment and what tools left behind
	rm -rf $(VENV) node_modules build dist src/plyground/site .pytest_cache .mypy_cache .ruff_cache .hypothesis .benchmarks
