"""Findings as JUnit XML, which nearly every CI shows: a test case for each.

What makes the run fail is a failure, the rest is skipped with its message.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from vaulttool.reporters._report import Located, Report
from vaulttool.reporters.text import counts, safe, sentences
from vaulttool.text.xml import portable

READ = "the vault is read"


def render(report: Report, colour: bool = False) -> Iterator[str]:
    """One document: a suite for the run, which always passes, and one for each file with findings."""
    top = Element("testsuites", {"name": "vaulttool"})
    suite = _suite(top, "vaulttool", 1, 0, 0)
    SubElement(suite, "testcase", {"classname": "vaulttool", "name": READ})
    for path, group in groupby(report.findings, key=lambda located: located.path):
        _add(top, _xml(path), [*group], report)
    SubElement(suite, "system-out").text = _xml(counts(report))
    ElementTree.indent(top)
    yield '<?xml version="1.0" encoding="utf-8"?>'
    yield ElementTree.tostring(top, encoding="unicode")


def _add(top: Element, path: str, found: list[Located], report: Report) -> None:
    """The suite of one file. The cases have names of their own, without line numbers, so that a CI knows them again."""
    failing = sum(report.fails(located.finding.severity) for located in found)
    suite = _suite(top, path, len(found), failing, len(found) - failing)
    seen: Counter[str] = Counter()
    for located in found:
        finding = located.finding
        name = _xml(f"{finding.rule}: {finding.message}")
        seen[name] += 1
        number = f" ({seen[name]})" if seen[name] > 1 else ""
        case = SubElement(suite, "testcase", {"classname": path, "name": name + number})
        outcome = "failure" if report.fails(finding.severity) else "skipped"
        told = SubElement(case, outcome, {"type": finding.severity, "message": _xml(finding.message)})
        told.text = "\n".join(_lines(located, path))


def _suite(top: Element, name: str, tests: int, failures: int, skipped: int) -> Element:
    numbers = {"tests": str(tests), "failures": str(failures), "errors": "0", "skipped": str(skipped)}
    return SubElement(top, "testsuite", {"name": name, **numbers})


def _lines(located: Located, path: str) -> Iterator[str]:
    """What is said of a finding, with its place."""
    first, *help = map(_xml, sentences(located.finding))
    yield f"{path}:{located.start.line}:{located.start.column}: {first} [{located.finding.rule}]"
    for other, position, message in located.related:
        yield f"{_xml(other)}:{position.line}:{position.column}: {_xml(message)}"
    yield from help


def _xml(text: str) -> str:
    """Text on one line that may stand in XML: what may not is written out."""
    return portable(safe(text))
