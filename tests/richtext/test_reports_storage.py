"""What others' converters did to pages in Confluence's storage format, as public reports tell it, and what is right."""

from __future__ import annotations

import time

import pytest
from tests.richtext.originals import changed, markdown, read, unchanged, written

from narrowgate_common.errors import GatewayError
from narrowgate_common.richtext.storage.format import STORAGE


def macro(name: str, *parameters: tuple[str, str], body: str = "", code: str | None = None) -> str:
    told = "".join(f'<ac:parameter ac:name="{key}">{value}</ac:parameter>' for key, value in parameters)
    rich = f"<ac:rich-text-body>{body}</ac:rich-text-body>" if body else ""
    plain = "" if code is None else f"<ac:plain-text-body><![CDATA[{code}]]></ac:plain-text-body>"
    return f'<ac:structured-macro ac:name="{name}">{told}{rich}{plain}</ac:structured-macro>'


def table(*rows: tuple[str, ...]) -> str:
    lines = ["".join(f"<td>{cell}</td>" for cell in row) for row in rows]
    return f"<table><tbody>{''.join(f'<tr>{line}</tr>' for line in lines)}</tbody></table>"


def page(title: str, words: str = "") -> str:
    body = f"<ac:link-body>{words}</ac:link-body>" if words else ""
    return f'<ac:link><ri:page ri:content-title="{title}"/>{body}</ac:link>'


def test_a_macro_in_a_cell_shows_its_name_and_none_of_its_parameters() -> None:
    card = macro("profile", ("hidePicture", "sesame"), ("fields", "fullName,nick"))
    found = markdown("storage", table((card, "beside")))
    assert "name=profile" in found
    assert "sesame" not in found
    assert "nick" not in found


def test_macros_in_a_macro_show_none_of_their_parameters() -> None:
    inner = macro("inner", ("q", "sesame2"), body="<p>words</p>") + macro("leaf", ("r", "sesame3"))
    found = markdown("storage", macro("outer", ("p", "sesame1"), body=inner))
    assert "sesame" not in found
    assert "words" in found


def test_a_link_without_words_reads_as_the_title_of_its_page() -> None:
    assert markdown("storage", f"<p>See {page('Plan B')}.</p>") == "See [Plan B](page:Plan%20B)."


def test_what_stands_in_an_unknown_macro_is_read() -> None:
    original = macro("house-style", ("tone", "loud"), body=f"<p>See {page('Plan B')} and the rest.</p>")
    assert "See [Plan B](page:Plan%20B) and the rest." in markdown("storage", original)


def test_an_image_is_read_as_its_file_and_written_back_as_it_was() -> None:
    original = '<p>word</p><ac:image ac:width="30" ac:thumbnail="true"><ri:attachment ri:filename="x y.png"/></ac:image>'
    assert "![](attachment:x%20y.png){width=30}" in markdown("storage", original)
    assert "http" not in markdown("storage", original)
    assert changed("storage", original, "word", "other").original == original.replace("word", "other")


def test_a_date_is_seen_and_stays() -> None:
    original = '<p>Due <time datetime="2026-01-02" />, really</p>'
    assert markdown("storage", original) == "Due :date[2026-01-02], really"
    assert changed("storage", original, "really", "perhaps").original == original.replace("really", "perhaps")


@pytest.mark.parametrize("code", ["one\ntwo", "a ``` b\nc | d", "`"])
def test_code_in_a_cell_does_not_split_its_row(code: str) -> None:
    original = table((macro("code", code=code), "beside"), ("below", "last"))
    (block,) = read("storage", original).document.blocks
    assert [len(row.children) for row in block.children] == [2, 2]
    assert block.children[0].children[0].children[0].text == code
    assert changed("storage", original, "below", "under").original == original.replace("below", "under")


def test_a_link_within_a_space_stays_one_when_words_around_it_change() -> None:
    original = f"<p>See {page('Plan B', 'the plan')} soon</p>"
    assert changed("storage", original, "soon", "now").original == original.replace("soon", "now")


def test_columns_of_a_layout_are_read_once_each_in_order() -> None:
    cells = "".join(f"<ac:layout-cell><p>word{n}</p></ac:layout-cell>" for n in range(3))
    inner = macro("section", body=macro("column", body="<p>nested</p>"))
    original = (
        f'<ac:layout><ac:layout-section ac:type="three_equal">{cells}</ac:layout-section>'
        f'<ac:layout-section ac:type="single"><ac:layout-cell>{inner}</ac:layout-cell></ac:layout-section></ac:layout>'
    )
    found = markdown("storage", original)
    words = ["word0", "word1", "word2", "nested"]
    assert [found.count(word) for word in words] == [1, 1, 1, 1]
    assert sorted(words, key=found.index) == words


def test_section_and_column_macros_are_boxes_and_no_table() -> None:
    columns = macro("column", ("width", "50%"), body="<p>a</p>") + macro("column", body="<p>b</p>")
    found = markdown("storage", macro("section", body=columns))
    assert found.count(":::column") == 2
    assert "|" not in found
    assert ":::table" not in found


@pytest.mark.parametrize("anchor", ["2.-How-It-Works", "Überblick", "a b"])
def test_an_anchor_is_the_vendors_own_in_both_directions(anchor: str) -> None:
    original = f'<p><ac:link ac:anchor="{anchor}"><ac:link-body>there</ac:link-body></ac:link></p>'
    found = markdown("storage", original)
    assert written("storage", found) == original


def test_a_link_to_a_page_that_is_not_there_is_a_link() -> None:
    address = "https://wiki.example/pages/createpage.action?spaceKey=A&amp;title=B"
    original = f'<p><a class="createlink" href="{address}">new</a> {page("This very page")}</p>'
    assert markdown("storage", original) == (
        "[new](https://wiki.example/pages/createpage.action?spaceKey=A&title=B) "
        "[This very page](page:This%20very%20page)"
    )


def test_code_in_an_expand_is_a_fence_of_its_own() -> None:
    original = macro("expand", ("title", "More"), body=macro("code", ("language", "py"), code="x = 1"))
    assert markdown("storage", original) == ":::expand{title=More}\n```py\nx = 1\n```\n:::"
    assert unchanged("storage", original) == original


def test_cells_do_not_run_together() -> None:
    found = markdown("storage", table(("Name", "Age"), ("Zed", "41")))
    assert found == "|  |  |\n| --- | --- |\n| Name | Age |\n| Zed | 41 |"


def test_paragraphs_in_cells_leave_the_rows_whole() -> None:
    assert "| a | b |" in markdown("storage", table(("<p>a</p>", "<p>b</p>")))
    (block,) = read("storage", table(("<p>a</p>", "<p>b</p><p>c</p>"))).document.blocks
    assert [len(cell.children) for cell in block.children[0].children] == [1, 2]


def test_a_links_element_ends_where_it_ends() -> None:
    image = '<ac:image><ri:attachment ri:filename="f.png"/></ac:image>'
    original = f"<p>{page('T', 'some <em>words</em>')} after {image} end</p>"
    assert markdown("storage", original) == "[some *words*](page:T) after ![](attachment:f.png) end"


def test_a_page_needs_no_root_no_namespaces_and_no_declared_entities() -> None:
    original = "<p>x&nbsp;y &ndash; z&hellip;</p><p>&euro;</p>"
    assert markdown("storage", original) == "x&nbsp;y – z…\n\n€"
    assert changed("storage", original, "z…", "z!").original == "<p>x&nbsp;y &ndash; z!</p><p>&euro;</p>"


def test_lists_nested_by_two_spaces_are_nested() -> None:
    assert written("storage", "- a\n  - b\n    - c\n- d") == (
        "<ul><li><p>a</p><ul><li><p>b</p><ul><li><p>c</p></li></ul></li></ul></li><li><p>d</p></li></ul>"
    )


@pytest.mark.parametrize(
    "words",
    ["<svg>", "Map<String, List<X>>", "<Idle>", "a < b && c > d", "</br>", "<input disabled>", "<p><p>", "&madeup; &", "]]>"],
)  # fmt: skip
def test_markup_in_words_is_words(words: str) -> None:
    assert STORAGE.read(written("storage", f"before {words} after")).blocks[0].runs[0].text == (
        f"before {words} after"
    )


REFUSED_ELSEWHERE = (
    "a&nbsp;b &copy; c", "`List<X>` and List<Y>", "| a | b |\n| --- | --- |\n| x | `p\\|q` |", "```\na ]]> b\n```",
    "<input disabled>", "<details>\n<summary>s</summary>\n\ntext\n\n</details>", "a<br>b", "<br/>", "\\<b>", "# `<Test>`",
    '[x](https://example.org/?a=1&b="2")', "&lt;", "--", "<!-- c -->", "a\x0bb", "<?php ?>", "<![CDATA[x", "\U0001f680",
)  # fmt: skip


@pytest.mark.parametrize("text", REFUSED_ELSEWHERE)
def test_whatever_a_page_holds_is_well_formed(text: str) -> None:
    original = written("storage", text)
    assert STORAGE.trouble(original) is None
    assert "&nbsp;" not in original.replace("a&nbsp;b", "")


def test_a_line_break_in_a_cell_is_an_empty_element() -> None:
    original = written("storage", "| a |\n| --- |\n| x<br>y |")
    assert "<td><p>x<br/>y</p></td>" in original


@pytest.mark.parametrize("ending", ["]", "]]", "]]>", "a]]>b", "]]]]><![CDATA[>", "> ]"])
def test_brackets_in_code_are_read_back_as_they_were_written(ending: str) -> None:
    original = written("storage", f"```\n{ending}\n```")
    assert read("storage", original).document.blocks[0].text == ending
    fresh = f"<p>word</p>{original}"
    assert changed("storage", fresh, "word", "other").original == f"<p>other</p>{original}"


def test_a_heading_with_markup_in_its_words_stays_out_of_parameters() -> None:
    original = macro("toc", ("maxLevel", "2")) + "<h2>A word</h2>"
    result = changed("storage", original, "## A word", "## `<Test>` A word").original
    assert result == macro("toc", ("maxLevel", "2")) + "<h2><code>&lt;Test&gt;</code> A word</h2>"


@pytest.mark.parametrize("words", ['say "x"', "a [b] c", "1 < 2 & 3", "it's"])
def test_any_words_stand_in_an_attribute(words: str) -> None:
    alt = words.replace("[", "\\[").replace("]", "\\]")
    original = written("storage", f"![{alt}](attachment:f.png) [t](https://example.org/?q=%22x%22&r=[1])")
    image = STORAGE.read(original).blocks[0].runs[0].atom
    assert image is not None
    assert image.label == words


def test_nothing_is_laid_out_inside_of_parameters() -> None:
    original = (
        macro("gallery", ("page", '<ri:attachment ri:filename="f.png"/>'), ("title", " x ")) + "<p>word</p>"
    )
    assert changed("storage", original, "word", "other").original == original.replace("word", "other")
    titled = changed("storage", macro("info", body="<p>a</p>"), "> [!INFO]", "> [!INFO] New").original
    assert '<ac:parameter ac:name="title">New</ac:parameter><ac:rich-text-body><p>a</p>' in titled
    assert "\n" not in written("storage", ":::expand{title=T}\n- a\n\n> b\n:::")


def test_code_between_items_does_not_restart_their_numbers() -> None:
    original = written("storage", "1. a\n\n   ```sh\n   x\n   ```\n\n2. b")
    assert original.count("<ol") == 1
    assert original.count("<li>") == 2


def test_page_properties_are_made_of_a_table() -> None:
    text = ":::details\n| Owner | State |\n| --- | --- |\n| Ann | open |\n:::"
    original = written("storage", text)
    assert original.startswith('<ac:structured-macro ac:name="details"')
    assert "<ac:rich-text-body><table>" in original
    assert markdown("storage", original) == text


def test_an_empty_cell_keeps_its_place() -> None:
    text = "| a | b | c |\n| --- | --- | --- |\n|  | x |  |\n| y |  | z |"
    assert markdown("storage", written("storage", text)) == text


@pytest.mark.parametrize(
    "words", ["naïve “quotes” — Zürich", "日本語 テスト", "[[链接]]查看", "👩\u200d💻 done", "a\u2028b"]
)
def test_every_script_is_kept_to_the_character(words: str) -> None:
    original = f"<p>{words}</p><p>word</p>"
    assert changed("storage", original, "word", "other").original == f"<p>{words}</p><p>other</p>"
    assert markdown("storage", written("storage", markdown("storage", original))) == markdown(
        "storage", original
    )


def test_a_box_that_opens_has_one_form_and_html_is_text() -> None:
    assert written("storage", "<details>") == "<p>&lt;details&gt;</p>"
    assert written("storage", ":::expand{title=More}\na\n:::").startswith(
        '<ac:structured-macro ac:name="expand"'
    )


COMMENTED = (
    '<p>One <ac:inline-comment-marker ac:ref="c-1">two <strong>three</strong></ac:inline-comment-marker> four.</p>'
    '<p>Five.</p><ul><li>six <ac:inline-comment-marker ac:ref="c-2">seven</ac:inline-comment-marker></li></ul>'
)


@pytest.mark.parametrize(
    ("old", "new"),
    [("four", "4"), ("two", "2"), ("**three**", "three"), ("Five.", "Five.\n\nNew."), ("six", "6"), ("seven", "7"),
     ("One two", "Zero and two"), ("Five.", "# Five"), ("Five.", "- Five")],
)  # fmt: skip
def test_comments_in_the_text_stay_where_they_are(old: str, new: str) -> None:
    assert unchanged("storage", COMMENTED) == COMMENTED
    result = changed("storage", COMMENTED, old, new).original
    assert [result.count(f'ac:ref="c-{n}"') for n in (1, 2)] == [1, 1]


def test_a_comment_goes_with_its_paragraph_and_only_with_leave() -> None:
    first = COMMENTED[: COMMENTED.index("<p>Five")]
    moved = changed(
        "storage", COMMENTED, "One two **three** four.\n\nFive.", "Five.\n\nOne two **three** four."
    )
    assert first in moved.original
    with pytest.raises(GatewayError) as refusal:
        changed("storage", COMMENTED, "One two **three** four.\n\n", "")
    assert refusal.value.reason == "would_lose"
    assert any("comment" in line for line in refusal.value.details)


def test_an_edit_of_a_section_takes_nothing_away_elsewhere() -> None:
    image = '<ac:image ac:layout="center"><ri:attachment ri:filename="f.png"/></ac:image>'
    cells = "<ac:layout-cell><h2>Left</h2><p>word</p></ac:layout-cell><ac:layout-cell><p>right</p></ac:layout-cell>"
    original = (
        f'<ac:layout><ac:layout-section ac:type="single"><ac:layout-cell>{macro("toc")}{image}</ac:layout-cell>'
        f'</ac:layout-section><ac:layout-section ac:type="two_equal">{cells}</ac:layout-section></ac:layout>'
    )
    assert changed("storage", original, "word", "other").original == original.replace("word", "other")
    with pytest.raises(GatewayError) as refusal:
        changed("storage", original, read("storage", original).markdown, "## Left\n\nother\n\nright")
    assert refusal.value.reason in ("would_lose", "shrunk")


LONG = "\n\n".join(f"## Part {n}\n\nSome *words* of part {n}.\n\n- one `x`\n- two" for n in range(1_000))
PROCESSOR_S = 10.0


def test_a_long_text_is_written_in_time_and_changed_in_one_place() -> None:
    start = time.process_time()
    original = written("storage", LONG)
    result = changed("storage", original, "of part 500.", "of the middle.").original
    assert result == original.replace("of part 500.", "of the middle.")
    assert time.process_time() - start < PROCESSOR_S
