"""The law of incremental work: checking only what a change touches gives what checking everything gives."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st
from lengths import law
from vaults import vault_of

from vaulttool import engine
from vaulttool.config import Config
from vaulttool.model.dependents import affected, changed
from vaulttool.model.finding import Finding
from vaulttool.model.vault import Vault

PATHS = ["Home.md", "a/One.md", "a/Two.md", "b/Two.md", "b/Three.md", "Board.canvas", "p.png", "Other.md", "a/Four.md"]
TEXTS = [
    "# Top\n\n## Sub\n\ntext ^id\n",
    "---\naliases: [Uno]\ntype: reference\n---\n[[One]] [[Two#Top]] ![[p.png]]\n",
    "[[a/Two#Sub]] [[Uno]] [t](../b/Two.md#Top) [x](Thre.md)\n",
    '---\nup: "[[Three]] and [[One]]"\nsuperseded_by: "[[Two]]"\n---\n[[Two #Top]] [[#^id]] ![[Four]]\n',
    "[[Home]] [[Two]] [[Two]] [[Other#Nope]] <!-- vaulttool:ignore missing-heading -->\n",
    "| a |\n| - |\n| [[One|x]] |\n",
    "[[Two#Top]] [[Three]] <!-- vaulttool:ignore broken-link missing-heading unstable-link -->\n\n"
    "%% vaulttool:ignore-begin missing-block broken-link %% [[One#^id]] [[Four]] %% vaulttool:ignore-end %%\n",
    "[t](b%2FTwo.md) [[b/Three#^id]] [[One#Top#Sub]]\n",
    "---\ntitle: T\ndescription: D\n---\n<!-- vaulttool:begin backlinks -->\n\n- [[One]]\n\n<!-- vaulttool:end backlinks sum=0123456789 -->\n",
    '<!-- vaulttool:begin index folder="a" columns="link,description?" -->\n<!-- vaulttool:end index -->\n[[One]]\n',
    "",
]
CANVAS = '{"nodes": [{"type": "file", "file": "a/One.md"}, {"type": "text", "text": "[[Two]]"}]}'
VAULTS = st.dictionaries(st.sampled_from(PATHS), st.sampled_from(TEXTS), min_size=1)
EVERY_RULE = engine.active(
    Config(rules={name: "warning" for name in engine.rules() if name != "forge-link"}), configured=True
)


def built(files: dict[str, str]) -> Vault:
    return vault_of({path: CANVAS if path.endswith(".canvas") else text for path, text in files.items()})


def whole(vault: Vault) -> list[Finding]:
    return engine.check(vault, EVERY_RULE)


@law(400)
@given(VAULTS, VAULTS)
def test_incremental_equals_full(before: dict[str, str], after: dict[str, str]) -> None:
    old, new = built(before), built(after)
    touched = affected(old, new, changed(old, new))
    again = engine.check(new, EVERY_RULE, only=touched)
    wide = {rule.name for rule, _, _, _ in EVERY_RULE if rule.scope == "vault"}
    kept = [
        finding
        for finding in whole(old)
        if finding.path in new.notes and finding.path not in touched and finding.rule not in wide
    ]
    assert sorted(kept + again, key=lambda finding: finding.order) == whole(new)


@law(100)
@given(VAULTS)
def test_nothing_changed_touches_only_open_links(files: dict[str, str]) -> None:
    vault = built(files)
    assert list(changed(vault, built(files))) == []


@law(100)
@given(VAULTS, st.randoms())
def test_the_order_of_the_files_changes_no_finding(files: dict[str, str], random: Random) -> None:
    paths = list(files)
    random.shuffle(paths)
    assert whole(built({path: files[path] for path in paths})) == whole(built(files))
