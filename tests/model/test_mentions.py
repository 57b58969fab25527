"""What in prose speaks of an image, a model, a flag, a figure or a name; the longer table is what does not."""

from __future__ import annotations

import pytest
from vaults import document

from vaulttool.model.mentions import Term, mentions, silent

IMAGE = Term("image", "localhost/engine:0.13.0-e060895")
NO_REGISTRY = Term("image", "engine:0.13.0-e060895")
TAG = Term("image", "0.13.0-e060895")
MODEL = Term("model", "maker/Swift-27B-MXFP6")
SHORT = Term("model", "Swift-27B-MXFP6")
FLAG = Term("flag", "--max-num-seqs", "8")
SHARE = Term("flag", "--fill", "0.98")
POOL = Term("figure", "425,047", "tok")
BARE_POOL = Term("figure", "425047", "tok")
FREE = Term("figure", "14.42", "GiB")
FACTOR = Term("figure", "1.62", "x")
RANGE = Term("figure", "37.4-40.6", "tok/s")
NAME = Term("name", "frank-medium")
TITLE = Term("title", "TP=2, bf16 KV")
ALL = [IMAGE, NO_REGISTRY, TAG, MODEL, SHORT, FLAG, SHARE, POOL, BARE_POOL, FREE, FACTOR, RANGE, NAME, TITLE]

SPEAKING = {
    "an image": ("It runs localhost/engine:0.13.0-e060895.", ["localhost/engine:0.13.0-e060895"]),
    "an image without its registry": ("`engine:0.13.0-e060895` serves", ["engine:0.13.0-e060895"]),
    "an image by its tag": ("tag 0.13.0-e060895, built here", ["0.13.0-e060895"]),
    "the tag of another image of that build": ("ours/other:0.13.0-e060895", ["0.13.0-e060895"]),
    "an image with its digest": ("localhost/engine:0.13.0-e060895@sha256:12", ["localhost/engine:0.13.0-e060895"]),
    "a model": ("`maker/Swift-27B-MXFP6`", ["maker/Swift-27B-MXFP6"]),
    "a model without its maker": ("the Swift-27B-MXFP6 checkpoint.", ["Swift-27B-MXFP6"]),
    "a model in a path": ("/models/Swift-27B-MXFP6/config.json", ["Swift-27B-MXFP6"]),
    "a model in an address": ("<https://hub.example/maker/Swift-27B-MXFP6>", ["maker/Swift-27B-MXFP6"]),
    "a flag": ("with --max-num-seqs 8, so", ["--max-num-seqs 8"]),
    "a flag with an equals sign": ("`--max-num-seqs=8`", ["--max-num-seqs=8"]),
    "a flag whose value is quoted": ('--max-num-seqs "8"', ['--max-num-seqs "8']),
    "a flag at the end of a sentence": ("It has --fill 0.98. Then", ["--fill 0.98"]),
    "code": ("```sh\nserve --max-num-seqs 8 --model maker/Swift-27B-MXFP6\n```", ["--max-num-seqs 8", MODEL.text]),
    "a figure": ("a pool of 425,047 tokens", ["425,047 tokens"]),
    "a figure alone": ("425,047.", ["425,047"]),
    "a figure without commas": ("425047 tok, 425047", ["425047 tok", "425047"]),
    "a figure about so large": ("~425,047 tokens", ["425,047 tokens"]),
    "a figure in a table": ("| pool | 425,047 |\n", ["425,047"]),
    "a figure with its unit": ("14.42 GiB per card", ["14.42 GiB"]),
    "a figure in bold": ("**14.42** GiB", ["14.42** GiB"]),
    "a factor": ("1.62x the window, 1.62× it", ["1.62x", "1.62×"]),
    "a range": ("37.4-40.6 tok/s", ["37.4-40.6 tok/s"]),
    "a name": ("Ask frank-medium.", ["frank-medium"]),
    "a name in a table": ("| `frank-medium` |", ["frank-medium"]),
    "a name of a unit file": ("systemctl status frank-medium.service", ["frank-medium"]),
    "a name shown for a link": ("[[Porto|frank-medium]]", ["frank-medium"]),
    "a title": ("the shape *TP=2, bf16 KV* serves", ["TP=2, bf16 KV"]),
    "a title over two lines": ("the shape TP=2,\nbf16 KV", ["TP=2,\nbf16 KV"]),
    "a value in front matter": ("---\ndescription: the endpoint frank-medium\n---\n", ["frank-medium"]),
    "a tag in front matter": ("---\ntags: [frank-medium]\n---\n", ["frank-medium"]),
    "an unmarked number beside a marked one": ("425,047<!-- =run/a#b --> and 425,047", ["425,047"]),
    "a title that holds a figure, once": ("TP=2, bf16 KV and 1.62x", ["TP=2, bf16 KV", "1.62x"]),
}

SILENT = {
    "another tag": "localhost/engine:0.13.0-e060896",
    "a longer tag": "engine:0.13.0-e060895-rc1 and 0.13.0-e0608951, v0.13.0-e060895",
    "a tag that goes on": "0.13.0-e060895.2",
    "the image without its tag": "localhost/engine",
    "another model": "Swift-27B-MXFP6-awq, Swift-27B-MXFP60, My-Swift-27B-MXFP6",
    "a model of another size": "Swift-27B-MXFP6:Q8 and Swift-27B-MXFP6.gguf",
    "the family": "Swift-27B",
    "another value": "--max-num-seqs 3, --max-num-seqs 80, --max-num-seqs 8.5",
    "another flag": "--no-max-num-seqs 8, --max-num-seqs-x 8",
    "the flag without a value": "--max-num-seqs in the unit, 8 of them",
    "a share that goes on": "--fill 0.982",
    "part of a longer number": "1,425,047 and 425,047,000 and 425,0471 and 14250478",
    "part of a number with decimals": "425,047.5 and 3.425,047",
    "part of a range": "425,047-430,000 and 420,000–425,047",
    "part of a version": "v1.425047 and 425047.1",
    "part of a date or a ratio": "2026-425047 and 425047/2 and 1:425047",
    "part of a word": "id425047 and 425047b",
    "another unit": "425,047 B and 425,047 tok/s and 14.42 GB",
    "few digits without a unit": "14.42 and 1.62 and 1.62.",
    "few digits as part of a longer number": "114.42 GiB and 14.421 GiB and 11.62x",
    "a unit that is a word of its own": "1.62 xylophones",
    "a longer name": "frank-medium-proxy, my-frank-medium, frank-mediums, frank-medium_a",
    "a name in another case": "FRANK-MEDIUM",
    "a name in the variables of the environment": "FRANK_MEDIUM_PORT",
    "the name of a page in a link": "[[frank-medium]] and [[LLM/frank-medium#TP=2, bf16 KV|its page]]",
    "the name of a page in a Markdown link": "[its page](frank-medium.md)",
    "a model in a link to its own page": "[[Swift-27B-MXFP6]] and ![[Swift-27B-MXFP6.png]]",
    "a link in front matter": '---\nup: "[[frank-medium]]"\n---\n',
    "an alias": "---\naliases: [frank-medium]\n---\n",
    "aliases in a list": "---\naliases:\n  - frank-medium\n  - Frank\n---\n",
    "the name of a property": "---\nfrank-medium: yes\n---\n",
    "a figure with a marker": "The pool holds 425,047<!-- =run/boot#kv_pool_tokens --> tokens, **14.42**<!-- =run/a#b --> GiB.",
    "a region": (
        "<!-- vaulttool:begin eras endpoint=\"frank-medium\" -->\n\n| TP=2, bf16 KV | `maker/Swift-27B-MXFP6` |\n\n"
        "<!-- vaulttool:end eras sum=0123456789 -->\n"
    ),
    "part of a title": "TP=2, bf16 KVs and xTP=2, bf16 KV",
    "the words of a title apart": "TP=2 and bf16 KV",
    "nothing": "",
}  # fmt: skip


def spoken(text: str) -> list[str]:
    found = mentions(text, ALL, silent(document("Page.md", text)))
    return [mention.span.of(text) for mention in found]


@pytest.mark.parametrize("case", SPEAKING)
def test_what_speaks_of_the_old_shape(case: str) -> None:
    text, expected = SPEAKING[case]
    assert spoken(text) == expected


@pytest.mark.parametrize("case", SILENT)
def test_what_does_not(case: str) -> None:
    assert spoken(SILENT[case]) == []


@pytest.mark.parametrize("case", SPEAKING)
def test_line_ends_change_nothing(case: str) -> None:
    text, expected = SPEAKING[case]
    assert spoken(text.replace("\n", "\r\n")) == [words.replace("\n", "\r\n") for words in expected]


def test_the_longest_term_counts_once() -> None:
    text = "localhost/engine:0.13.0-e060895"
    assert [mention.term for mention in mentions(text, [TAG, NO_REGISTRY, IMAGE])] == [IMAGE]
