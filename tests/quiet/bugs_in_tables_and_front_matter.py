"""Inputs that upset other tools in tables and front matter and on which a plain check says nothing."""

MORE_NOTES = {
    "B043 comment in front matter": "---\n# owner: ops\ntitle: x\n---\n\nText.\n",
    "B045 row with an escaped bar": (
        "| site | since |\n| --- | --- |\n| [[sites/oslo\\|Oslo]] | 2024 |\n| a \\| b | 2025 |\n"
    ),
    "B046 cell with an alias": (
        "| word | meaning |\n| --- | --- |\n| bar | [[foo\\|bar]] |\n| [[notes/foo\\|bar]] | same |\n"
    ),
    "B048 bar in code in a table": "| cmd | use |\n|-|-|\n| `a || b` | retry |\n",
    "B049 bar in code outside a table": "Pipe it with `a | b` and [[foo]].\n",
    "B051 row of dashes": "| a | b |\n| -- | -- |\n| 1 | [[foo]] |\n| -- | -- |\n| 2 | [[foo]] |\n",
    "B052 table in a list item": "- item\n\n  | a |\n  | - |\n  | [[foo]] |\n\n- next\n",
    "B054 link only in a cell": "| host | role |\n| ---- | ---- |\n| [[db01]] | store |\n",
    "B055 dashes inside a value": '---\ntitle: "pump tuning---a log"\ntype: note\n---\nText.\n',
    "B057 quoted keys": '---\n"net:vlan": 12\n\'odd key\': 1\n"[[n]]": 2\n---\n',
    "B058 second pair of dashes": (
        "---\ntitle: first\n---\n\n# Log\n\nThis is a paragraph about pumps.\n\nAnd one more.\n\n"
        "---\nx: y\n---\n\nText below the rules, [[foo]].\n"
    ),
    "B060 heading with a labelled link": (
        "---\ntitle: Pump log\n---\n\n# [[Old pump|Pump]] log\n\n[[#Old pump Pump log]]\n"
    ),
    "B061 instant": '---\ncreated: 2026-02-03T07:08:09Z\nupdated: "2026-02-03 07:08"\nday: 2026-02-03\n---\n',
    "B063 dollars in values": "---\ncmd: echo $1 $&\nother: $HOME/$(pwd)\n---\n",
    "B064 one field among many": (
        '---\n# keep me\nanswer: "yes" # quoted\nwhen: 2026-09-19\nstatus: open\n\n# last\nplain: yes\n---\n'
    ),
    "B066 last newline": "---\na: 1\n---\ntext\n",
    "B069 tag equal to its key": "---\ntags: [tags, tag]\n---\n#tags #tag\n",
    "B073 equal names in two folders": (
        "| east | west |\n| --- | --- |\n| [[east/Rack\\|Rack]] | [[west/Rack\\|Rack]] |\n"
    ),
    "B112 bar in front matter": '---\nicon: "[[disk|Disk]]"\n---\n',
    "M01 bar in a title": ('---\ntitle: "a | b"\n---\n\n| file | title |\n| --- | --- |\n| [[foo]] | a \\| b |\n'),
    "M02 space in a Markdown destination": "[t](d/two%20words.md) [t](<d/two words.md>)\n",
}
MORE_COMPANIONS: dict[str, str] = {
    "sites/oslo.md": "North.\n",
    "notes/foo.md": "---\naliases: [bar]\n---\nA word.\n",
    "db01.md": "A store.\n",
    "Old pump.md": "It leaks.\n",
    "east/Rack.md": "Full.\n",
    "west/Rack.md": "Empty.\n",
    "d/two words.md": "Two.\n",
}
