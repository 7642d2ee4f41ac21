import pytest
from tests.richtext.storage_documents import documents, read, rebuilt
from tests.richtext.storage_samples import SAMPLES

from narrowgate_common.errors import GatewayError
from narrowgate_common.richtext.blocks import shape
from narrowgate_common.richtext.dialect.parsing import parse
from narrowgate_common.richtext.format import Part
from narrowgate_common.richtext.storage.format import STORAGE

DOCUMENTS = documents()
every_document = pytest.mark.parametrize("name", DOCUMENTS)


@every_document
def test_what_is_read_parses_back_to_the_same_blocks(name: str) -> None:
    found = read(DOCUMENTS[name])
    assert parse(found.markdown) == tuple(map(shape, found.document.blocks))


@every_document
def test_all_blocks_kept_are_the_original_to_the_byte(name: str) -> None:
    document = STORAGE.read(DOCUMENTS[name])
    kept = [Part(block, block, STORAGE.keep(block)) for block in document.blocks]
    assert STORAGE.root(document, kept) == DOCUMENTS[name]


@every_document
def test_all_blocks_made_again_from_their_children_are_the_original_to_the_byte(name: str) -> None:
    document = STORAGE.read(DOCUMENTS[name])
    parts = [Part(block, block, rebuilt(block)) for block in document.blocks]
    assert STORAGE.root(document, parts) == DOCUMENTS[name]


@every_document
def test_a_document_is_sound_and_its_inventory_stable(name: str) -> None:
    assert STORAGE.trouble(DOCUMENTS[name]) is None
    assert STORAGE.inventory(DOCUMENTS[name]) == STORAGE.inventory(DOCUMENTS[name])


@every_document
def test_a_copy_of_every_block_reads_as_the_block_and_holds_nothing_that_must_not_stand_twice(
    name: str,
) -> None:
    document = STORAGE.read(DOCUMENTS[name])
    for block in document.blocks:
        copied = STORAGE.copy(block)
        assert [shape(each) for each in STORAGE.read(STORAGE.new([(block, copied)])).blocks] == [shape(block)]
        assert not [each for each in STORAGE.inventory(copied) if each.unique and each.kind != "task id"]


@pytest.mark.parametrize(
    ("original", "markdown"),
    [
        ('<ac:link><ri:page ri:content-title="T"/></ac:link>', "[T](page:T)"),
        ('<p><time datetime="2026-01-02"/></p>', ":date[2026-01-02]"),
        ("<p>a&nbsp;b &ndash; c</p>", "a&nbsp;b – c"),
        ("<table><tbody><tr><td>Name</td><td>Age</td></tr><tr><td><p>Alice</p></td><td>30</td></tr></tbody></table>",
         "|  |  |\n| --- | --- |\n| Name | Age |\n| Alice | 30 |"),
        ('<p><ac:link><ri:page ri:space-key="A" ri:content-title="x y/z"/><ac:link-body>w</ac:link-body></ac:link></p>',
         "[w](page:A/x%20y%2Fz)"),
        ('<p><ac:link ac:anchor="1.-Request-Service"><ac:link-body>w</ac:link-body></ac:link></p>',
         "[w](#1.-Request-Service)"),
        ("<p>Map&lt;Id,List&lt;X&gt;&gt;</p>", "Map<Id,List<X>>"),
        ("<p><em>x</em> y</p>", "*x* y"),
        (('<ac:structured-macro ac:name="expand"><ac:parameter ac:name="title">T</ac:parameter><ac:rich-text-body><p>a</p>'
         "</ac:rich-text-body></ac:structured-macro>"), ":::expand{title=T}\na\n:::"),
        ("<ul><li>a</li></ul><p /><ul><li>b</li></ul>", "- a\n- b"),
    ],
)  # fmt: skip
def test_a_construct_reads_as_its_markdown(original: str, markdown: str) -> None:
    assert read(original).markdown == markdown


def test_parameters_of_a_macro_never_read_as_words() -> None:
    original = (
        '<table><tbody><tr><td><ac:structured-macro ac:name="profile"><ac:parameter ac:name="a">falsefalse</ac:parameter>'
        '<ac:parameter ac:name="b">fullName,nick</ac:parameter></ac:structured-macro></td></tr></tbody></table>'
        '<ac:structured-macro ac:name="outer"><ac:rich-text-body><ac:structured-macro ac:name="inner"><ac:parameter '
        'ac:name="c">hush</ac:parameter></ac:structured-macro></ac:rich-text-body></ac:structured-macro>'
    )
    markdown = read(original).markdown
    assert not any(word in markdown for word in ("falsefalse", "fullName", "hush"))


def test_code_in_a_cell_keeps_its_lines_and_the_row_its_cells() -> None:
    table = read(SAMPLES["tables"]).document.blocks[1]
    assert [len(row.children) for row in table.children] == [2, 1]
    assert table.children[1].children[0].children[0].text == "a\n```\nb|c"


def test_columns_and_cells_of_layouts_are_all_there() -> None:
    markdown = read(SAMPLES["layout"]).markdown
    assert markdown.count(":::cell") == 3
    assert "left" in markdown
    assert "down" in markdown


def test_split_sections_are_one_code_text() -> None:
    assert read(SAMPLES["macros"]).document.blocks[0].text == "x[0] ] > 1\ny = x[[0]]> z]"


def test_what_markdown_hides_is_named() -> None:
    hidden = STORAGE.read(SAMPLES["words"] + SAMPLES["atoms"] + SAMPLES["tables"]).hidden
    assert set(hidden) == {
        "background colour", "colour", "inline comments", "subscript", "superscript", "underline"
    }  # fmt: skip


def test_whether_a_macro_is_a_block_hangs_on_itself_not_on_its_neighbours() -> None:
    jira = '<ac:structured-macro ac:name="jira"><ac:parameter ac:name="jqlQuery">x</ac:parameter></ac:structured-macro>'
    status = '<ac:structured-macro ac:name="status"><ac:parameter ac:name="title">s</ac:parameter></ac:structured-macro>'
    alone, beside = read(jira).document.blocks, read(status + jira).document.blocks
    assert [block.kind for block in alone] == ["opaque"]
    assert [block.kind for block in beside] == ["paragraph", "opaque"]


@pytest.mark.parametrize(
    "original",
    [
        "<p>a", "a</p>", "<p>a</q>", "<p>a & b</p>", "<p a=b>x</p>", "<br>", "<p>&unknown;</p>", "<p>\x00</p>",
        '<!DOCTYPE p [<!ENTITY a "aaaa">]><p>&a;</p>', '<?xml version="1.0"?><!DOCTYPE p SYSTEM "file:///etc/passwd"><p/>',
        '<!ENTITY x SYSTEM "http://example.org">', "</original><p/>", "a</original><original>b", "<p>\ud800</p>",
        "<ac:layout><ac:layout-section></ac:layout></ac:layout-section>", "<p><![CDATA[x</p>", "<p>&#0;</p>",
    ],
)  # fmt: skip
def test_what_is_no_storage_is_refused_and_shown_as_text(original: str) -> None:
    with pytest.raises(GatewayError) as refusal:
        STORAGE.read(original)
    assert refusal.value.reason == "ill_formed"
    assert STORAGE.trouble(original) is not None
    assert "<p" not in STORAGE.as_text(original)


@pytest.mark.parametrize(
    "original",
    [
        "<p><![CDATA[&unknown; <!DOCTYPE x>]]></p>",
        "<p><!-- &unknown; <!ENTITY --> x</p>",
        "<x:y z:w='1'>a</x:y>",
    ],
)
def test_what_only_looks_dangerous_is_read(original: str) -> None:
    assert STORAGE.trouble(original) is None
    assert STORAGE.read(original).blocks


@pytest.mark.parametrize(
    "opener", ["<ul><li>", "<blockquote>", "<div>", "<span>", "<ac:link><ac:link-body>", "<strong>"]
)
@pytest.mark.parametrize("count", [90, 150, 240, 100_000])
def test_depth_is_bounded(opener: str, count: int) -> None:
    closer = "".join(f"</{name[:-1]}>" for name in reversed(opener.split("<")[1:]))
    original = opener * count + "x" + closer * count
    try:
        document = STORAGE.read(original)
    except GatewayError as refusal:
        assert refusal.reason == "too_deep"  # noqa: PT017 - a refusal is one of the right results
    else:
        parts = [Part(block, block, rebuilt(block)) for block in document.blocks]
        assert STORAGE.root(document, parts) == original


@pytest.mark.parametrize(
    "pattern",
    [
        "<", "<a ", "<a b='", "<!--", "<![CDATA[", "<?", "&", "&#", "]]>", "<p>", "</p>", "<p/>", "<br/>", "<p>a</p>",
        "<ul><li>a</li></ul>", "<b>a</b>", "<i/>", "<!--x-->", "&amp;", "a&nbsp;", '<a href="x">y</a>', "<span>a</span> ",
        "<ac:image/>", '<p a="b" c="d">x</p>', "<tr><td/></tr>", "<E/>text ", "<![CDATA[a]]>", "<ol><li/></ol><p/>", " a:b=",
    ],
)  # fmt: skip
def test_a_long_repetition_is_read_or_refused(pattern: str) -> None:
    for original in (pattern * (100_000 // len(pattern)), f"<p>{pattern * (100_000 // len(pattern))}</p>"):
        try:
            STORAGE.read(original)
        except GatewayError as refusal:
            assert refusal.reason in ("ill_formed", "too_deep")  # noqa: PT017 - one of the right results
        STORAGE.as_text(original)


def test_ids_in_the_words_of_an_attribute_are_no_ids() -> None:
    block = STORAGE.read('<p title="x local-id=\'y\'" local-id="z">a</p>').blocks[0]
    assert STORAGE.copy(block) == "<p title=\"x local-id='y'\">a</p>"
