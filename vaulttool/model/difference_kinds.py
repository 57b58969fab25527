"""The kinds of difference between Obsidian's reading of a note and a forge's, each with its sentence."""

from __future__ import annotations

from enum import Enum


class Kind(Enum):
    """A kind of difference: its name, what it is about (link or heading), and what the two do."""

    WIKILINK = ("wikilink", "link", "A forge shows `[[...]]` as text.")
    EMBED = ("embed", "link", "A forge shows `![[...]]` as text and nothing of the file.")
    PROPERTY_LINK = (
        "property-link",
        "link",
        "Obsidian follows links in properties; a forge shows the front matter as a table of texts.",
    )
    TABLE_BAR = (
        "table-bar",
        "link",
        "In a table the bar of a wikilink is written `\\|`; a forge shows the link as text, with a plain bar.",
    )
    COMMENT_LINK = (
        "comment-link",
        "link",
        "Obsidian hides a `%%` comment but counts the links in it; a forge shows the comment.",
    )
    REFERENCE_LINK = (
        "reference-link",
        "link",
        "Obsidian does not count `[text][label]` as a link; a forge follows it to its definition.",
    )
    HTML_LINK = ("html-link", "link", "Obsidian does not count an HTML `href` or `src` as a link; a forge follows it.")
    EMPTY_TARGET = (
        "empty-target",
        "link",
        "`[text]()` is no link in Obsidian and leads to the page itself on a forge.",
    )
    COLON = (
        "colon",
        "link",
        "Obsidian takes every target with a colon for a web address; a forge only one that begins with a scheme.",
    )
    BAD_ESCAPE = (
        "bad-escape",
        "link",
        "Obsidian drops a link with a malformed percent escape; a forge takes it as it is written.",
    )
    NESTED_LINK = (
        "nested-link",
        "link",
        "Where one link stands in another's text, Obsidian reads the outer one and a forge the inner one; in an "
        "image's text a forge reads none.",
    )
    ESCAPED_ANGLE = (
        "escaped-angle",
        "link",
        "Obsidian ends a target in `<...>` at the first `>`; a forge passes over one with a backslash before it.",
    )
    WIKILINK_LABEL = (
        "wikilink-label",
        "link",
        "Obsidian reads a wikilink where a forge reads its brackets as part of a Markdown link.",
    )
    WIKILINK_CODE = (
        "wikilink-code",
        "link",
        "A backtick in a wikilink opens a code span on a forge, so that code begins and ends elsewhere than in "
        "Obsidian.",
    )
    MATH = ("math", "link", "Obsidian reads a formula between dollar signs, and no link or heading in it.")
    BARE_ADDRESS = (
        "bare-address",
        "link",
        "Obsidian takes all that follows a web address without a space, brackets and backticks too, for a part of it.",
    )
    CALLOUT = (
        "callout",
        "link",
        "A callout's title is a block of its own in Obsidian, so that an indented line below it is code; on a "
        "forge it goes on with the paragraph.",
    )
    INDENTED_CODE = (
        "indented-code",
        "link",
        "An indented line straight below a quote is code in Obsidian and goes on with the quote on a forge.",
    )
    SURPLUS_CELL = ("surplus-cell", "link", "A forge drops the cells of a row beyond those of the table's head.")
    HTML_COMMENT = (
        "html-comment",
        "link",
        "A comment with a double dash inside is none in Obsidian and hides what it holds on a forge.",
    )
    BELOW_TABLE = (
        "line-below-table",
        "link",
        "A line without a bar straight below a table begins a paragraph in Obsidian; on a forge it is one more "
        "row, and what is indented below it is code.",
    )
    TABLE_BELOW = (
        "table-below-paragraph",
        "link",
        "A table straight below a paragraph is a part of it in Obsidian; on a forge it is a table and ends the "
        "paragraph.",
    )
    LETTER_CASE = (
        "letter-case",
        "link",
        "Obsidian finds a file without regard to letters' case; a forge needs the case of the file's name.",
    )
    NORMAL_FORM = (
        "normal-form",
        "link",
        "Obsidian takes composed and decomposed letters for the same, and all kinds of space, and drops spaces at"
        " the ends; a forge compares them as they are.",
    )
    EXTENSION = ("extension-left-out", "link", "Obsidian adds a missing `.md`; a forge does not.")
    VAULT_WIDE = (
        "vault-wide-path",
        "link",
        "Obsidian looks a path up in the whole vault; a forge only from the note's folder.",
    )
    ROOT_PATH = (
        "root-path",
        "link",
        "A path that begins with `/` starts at the vault's root in Obsidian and at the repository's top on a forge.",
    )
    OTHER_FILE = (
        "other-file",
        "link",
        "Both find a file, but not the same: Obsidian tries the path from the vault's root before the one from "
        "the note's folder.",
    )
    FOLDER_LINK = ("folder-link", "link", "A forge opens folders; Obsidian finds only files.")
    OUTSIDE = ("outside-vault", "link", "A forge opens every file of the repository; Obsidian only those of the vault.")
    NO_EXTENSION = ("file-without-extension", "link", "Obsidian never finds a file without extension; a forge does.")
    ENCODED = (
        "encoded-character",
        "link",
        "A forge decodes `%23`, `%2F`, `%3F` and the like in a path; Obsidian leaves them as they are.",
    )
    QUERY = ("query", "link", "A forge cuts a path at its `?`; to Obsidian that is a part of the name.")
    INNER_DOTS = (
        "inner-dots",
        "link",
        "A forge works out `..`, `.` and doubled slashes anywhere in a path; Obsidian only at its beginning.",
    )
    ANCHOR_BY_TEXT = (
        "anchor-by-text",
        "link",
        "The anchor is a heading's text, which Obsidian finds; a forge knows only its slug.",
    )
    ANCHOR_BY_SLUG = (
        "anchor-by-slug",
        "link",
        "The anchor is a heading's slug, which a forge finds; Obsidian knows only its text.",
    )
    ANCHOR_BY_ID = (
        "anchor-by-id",
        "link",
        "The anchor is the `id` or `name` of an HTML element, which Obsidian does not know.",
    )
    BLOCK_ANCHOR = ("block-anchor", "link", "The anchor is a block id, which a forge does not know.")
    FOOTNOTE_ANCHOR = (
        "footnote-anchor",
        "link",
        "The anchor is a footnote in Obsidian's way, which a forge does not know.",
    )
    ANCHOR_FORM = (
        "anchor-form",
        "heading",
        "Obsidian links to a heading by its text; a forge by a slug: lower case, no punctuation, hyphens for spaces.",
    )
    DUPLICATE = (
        "duplicate-heading",
        "heading",
        "A forge numbers the anchors of equal headings `-1`, `-2` and so on; in Obsidian a link finds the first.",
    )
    MARKUP = (
        "heading-markup",
        "heading",
        "Obsidian takes a heading's source, with the targets of its links; a forge its text as shown.",
    )
    BLOCK_ID = (
        "block-id",
        "heading",
        "A block id at the end of a heading is hidden in Obsidian and part of text and anchor on a forge.",
    )
    NO_ANCHOR = (
        "heading-without-anchor",
        "heading",
        "A heading without letters or digits has no anchor on a forge; Obsidian finds it by its text.",
    )
    IN_CONTAINER = (
        "heading-in-container",
        "heading",
        "A heading in a quote, callout, list item or footnote has an anchor on a forge and none in Obsidian.",
    )
    IN_COMMENT = (
        "heading-in-comment",
        "heading",
        "A heading in a `%%` comment is hidden in Obsidian and an ordinary one on a forge.",
    )
    IN_MATH = ("heading-in-math", "heading", "A line in a formula that looks like a heading is one on a forge.")
    SETEXT = (
        "setext-of-several-lines",
        "heading",
        "Several lines over `---` or `===` are a paragraph and a rule in Obsidian and one heading on a forge.",
    )
    UNDERLINE = (
        "underline-with-blanks",
        "heading",
        "A line over `---` or `===` with a blank before or after it is no heading in Obsidian and one on a forge.",
    )
    BELOW_CALLOUT = (
        "heading-below-callout",
        "heading",
        "A line straight below a callout's title begins a block of its own in Obsidian, which can be a heading; "
        "on a forge it goes on with the title.",
    )
    BAR_OVER_DASHES = (
        "bar-over-dashes",
        "heading",
        "A line with a bar over a line of dashes is a heading in Obsidian and can be a table on a forge.",
    )
    HTML_HEADING = (
        "html-heading",
        "heading",
        "An HTML heading such as `<h2>` has an anchor on a forge and none in Obsidian.",
    )

    def __init__(self, title: str, about: str, sentence: str) -> None:
        self.title = title
        self.about = about
        self.sentence = sentence
