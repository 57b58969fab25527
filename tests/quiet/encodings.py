"""Notes with the bytes of many editors: line ends, marks, rare spaces, no text at all."""

BODY = (
    '---\nup: "[[Ledger]]"\n# comment\n---\n# Bytes\n\n'
    "See [[Ledger]] and [[#Bytes]] and [[#^end]].\n\n- [ ] do [[Inbox#Soon]]\n\nLast ^end\n"
)
TEXTS: dict[str, str] = {
    "Windows": BODY.replace("\n", "\r\n"),
    "Marked": "\ufeff" + BODY,
    "Marked Windows": "\ufeff" + BODY.replace("\n", "\r\n"),
    "No last line end": BODY.removesuffix("\n"),
    "Windows without last line end": BODY.removesuffix("\n").replace("\n", "\r\n"),
    "Mixed": BODY.replace("# Bytes\n\n", "# Bytes\r\n\r\n").replace("^end]].\n", "^end]].\r\n"),
    "Mark and nothing else": "\ufeff",
    "Empty": "",
    "One line end": "\n",
    "Blank lines": "\n\n   \n\t\n",
    "Blank lines above": "\n\n# Late title\n\n[[#Late title]] [[Ledger]]\n",
    "Form feed": "One page.\f\nAnother [[Ledger]] \f page.\n\n# Title\f\n\nText \v [[Ledger]]\n",
    "Line separators": (
        "One\u2028two [[Ledger]] three\u2029four [[Inbox]]\x85five\n\n# Same\u2028line\n\n`[[n]]\u2028`\n"
    ),
    "Rare spaces": (
        "\u00a0[[Ledger]]\u00a0and\u2003[[Le\u0301on\u00a0Faur\u00e9]]\u3000[[L\u00e9on "
        "Faure\u0301]]\u200a- [[Rota note|a\u00a0b]]\n\n# A\u00a0b\n\n[[#A b]]\n"
    ),
    "Soft hyphen and joiners": (
        "Donau\u00addampf, 👩\u200d👩\u200d👧 family, क\u094dष, [[👩\u200d👧 Family]], \u2066isolated\u2069, "
        "zero\u200bwidth.\n"
    ),
    "Right to left": "# שלום\n\nטקסט [[שלום עולם]] ועוד, [[#שלום]].\n\nنص [[Ledger|دفتر]] هنا.\n",
    "Astral": (
        "𝔘𝔫𝔦𝔠𝔬𝔡𝔢 [[𠮷野家]] 🏳️‍🌈 [x](𠮷野家.md) [y](%F0%A0%AE%B7%E9%87%8E%E5%AE%B6.md) 🙂 ^astral\n\n[[#^astral]]\n"
    ),
    "Jamo": "[[\uac00\ub098]] [[\u1100\u1161\u1102\u1161]]\n",
    "Tabs": (
        "#\tTabbed title\n\n-\titem [[Ledger]]\n\t-\tnested [[Inbox]]\n\n>\tquote [[Ledger]]\n\n[[#Tabbed title]]\n"
    ),
    "Lone carriage return": "old\rmac\rtext\n\nand [[Ledger]]\n",
    "Thousand links": "[[Ledger]] " * 1000 + "\n",
}
TARGETS: dict[str, str] = {
    "L\u00e9on Faur\u00e9": "A name in one form.\n",
    "Rota note": "A note.\n",
    "👩\u200d👧 Family": "Two.\n",
    "שלום עולם": "שלום\n",
    "𠮷野家": "牛丼\n",
    "\u1100\u1161\u1102\u1161": "한글\n",
}


def files() -> dict[str, bytes]:
    """The notes by path, all below `Bytes/`."""
    return {f"Bytes/{name}.md": text.encode() for name, text in (TEXTS | TARGETS).items()}
