"""Text that needs no work takes a short way, which leads to where the long one does."""

from hypothesis import example, given
from hypothesis import strategies as st

from narrowgate_issues.adapters.jira.richtext import markdown_inline, tidy
from narrowgate_issues.adapters.jira.richtext.tree import Break, Run

TEXTS = st.text(
    "aZ\u00e9\u4e2d1 .,:;!?'\"()/-+=>#|*_~`[]<&\\{}@\t\n\r\x00\x85\u00a0\u2028\ufffe", max_size=12
) | st.text(max_size=12)
LINES = TEXTS | st.builds(lambda text: f"a{text}", TEXTS) | st.builds(lambda text: f"a {text} z", TEXTS)
RUNS = st.builds(Run, LINES) | st.builds(
    Run, LINES, st.just(frozenset({"em"})), st.sampled_from([None, "https://e.io"])
)


@given(st.lists(RUNS | st.builds(Break), max_size=2))
@example([Run("see https://e.io now")])
@example([Run("")])
def test_content_is_tidied_alike(content: list[Run | Break]) -> None:
    assert tidy.tidy(content) == tidy._tidied(tuple(content))


@given(st.lists(RUNS, min_size=1, max_size=2).map(tidy.tidy).filter(bool))
@example((Run("a # "),))
@example((Run("a|b"),))
@example((Run("foo_bar_baz"),))
@example((Run("a:b[c]"),))
def test_content_is_written_alike(content: tuple[Run | Break, ...]) -> None:
    assert markdown_inline.paragraph(content) == markdown_inline._paragraph(content, continues=False)
    assert markdown_inline.paragraph(content, continues=True) == markdown_inline._paragraph(
        content, continues=True
    )
    assert markdown_inline.heading(content) == markdown_inline._heading(content)
    assert markdown_inline.cell(content) == markdown_inline._cell(content)
