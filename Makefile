# `make` alone lists what there is. Every target works first on a machine with python3, pip and make.
.DEFAULT_GOAL := help
UV_VERSION := 0.13.9
UV := PYTHONPATH=.uv .uv/bin/uv
PY := .venv/bin/python
MEMBERS := -e ./common -e ./servers/issues -e ./servers/docs -e ./servers/chat -e ./sandbox

.PHONY: help setup demo test check fix snapshots lock counterparts cases bench mutants

help: ## this list
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 14

.uv/bin/uv:
	@python3 -m pip install --quiet --disable-pip-version-check --no-warn-script-location --root-user-action=ignore --target .uv uv==$(UV_VERSION)

.venv/ready: requirements.txt pyproject.toml common/pyproject.toml servers/issues/pyproject.toml servers/docs/pyproject.toml servers/chat/pyproject.toml sandbox/pyproject.toml | .uv/bin/uv
	@$(UV) venv --quiet --allow-existing .venv
	@$(UV) pip install --quiet --python .venv --require-hashes -r requirements.txt
	@$(UV) pip install --quiet --python .venv --no-deps --no-build-isolation $(MEMBERS)
	@touch $@

setup: .venv/ready ## install everything into .venv (needs only python3 and pip)
	@echo "setup: ready in .venv"

demo: .venv/ready ## play a short session on the embedded company
	@$(PY) -m examples.demo

test: .venv/ready ## run the tests
	@$(PY) -m pytest -q -n auto

counterparts: .venv/ready ## install the third-party servers the integration tests use
	@$(PY) -m tests.counterparts

check: .venv/ready ## what CI runs: format, lint, types, import contracts, tests with coverage
	@.venv/bin/ruff format --check .
	@.venv/bin/ruff check .
	@.venv/bin/mypy
	@.venv/bin/lint-imports
	@.venv/bin/coverage erase
	@$(PY) -m pytest -q -n auto --cov --cov-report=term

fix: .venv/ready ## format and apply safe fixes
	@.venv/bin/ruff format .
	@.venv/bin/ruff check --fix .

snapshots: .venv/ready ## write the tools' snapshots, configuration schema, README table and page of constructs anew
	@$(PY) -m tests.snapshots

bench: .venv/ready ## compare with peers; writes benchmarks/RESULTS.md
	@$(PY) -m benchmarks

cases: .venv/ready ## which attack case is held by which test
	@$(PY) -m tests.case_map

mutants: .venv/ready ## plant small faults in what decides, and see whether the tests notice (an hour)
	@$(PY) -m tests.mutants

lock: | .uv/bin/uv ## pin requirements.txt anew from the floors in the pyprojects
	@$(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url \
	  --no-annotate --no-emit-package narrowgate-common --no-emit-package narrowgate-issues --no-emit-package narrowgate-docs --no-emit-package narrowgate-chat --no-emit-package narrowgate-sandbox \
	  common/pyproject.toml servers/issues/pyproject.toml servers/docs/pyproject.toml servers/chat/pyproject.toml sandbox/pyproject.toml --group dev --group build \
	  --output-file requirements.txt
