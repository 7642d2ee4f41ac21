"""Whether the tests notice small faults in what decides: `python -m tests.mutants --help`."""
