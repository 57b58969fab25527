"""One fuzzer at work on one target, in a process of its own: `bench.fuzz` starts it.

python -m bench.fuzzed TARGET [OPTION OF LIBFUZZER]... [FOLDER]...
"""

from __future__ import annotations

import sys

import atheris

from bench.checkout import TOP


def main() -> None:
    """Fuzz until libFuzzer ends the process."""
    sys.path.insert(0, str(TOP / "tests"))
    name = sys.argv.pop(1)
    with atheris.instrument_imports(include=["vaulttool"]):  # to the end: much is imported when it is first needed
        from fuzzing.targets import TARGETS

        TARGETS[name].attempt(b"")  # what it imports takes longer than an input may, made ready for atheris
        atheris.Setup(sys.argv, TARGETS[name].attempt)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
