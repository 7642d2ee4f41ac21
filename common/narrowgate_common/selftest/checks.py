"""The checks that every server has, in the order in which they run: the last ones look back at what the others said."""

from __future__ import annotations

from collections.abc import Sequence

from narrowgate_common.selftest import (
    downloading,
    gating,
    recording,
    refusing,
    scoping,
    speaking,
    uploading,
    writing,
)
from narrowgate_common.selftest.verdicts import Check

GATING: Sequence[Check] = (
    Check("tools", "exactly the tools whose gates are open are listed", gating.tool_list),
    Check("absent tools", "calling one answers like a name that never existed", gating.absent_tools),
    Check("routes", "no tool sends what it does not declare", gating.routes),
    Check("read-only", "with writes shut nothing that writes is left", gating.read_only_mode),
    Check(
        "strict arguments", "unknown and mistyped arguments are refused, nothing is sent", refusing.arguments
    ),
    Check("strict fields", "unknown and protected fields are refused, nothing is sent", refusing.fields),
)
QUERIES: Sequence[Check] = (
    Check(
        "native query",
        "the vendor's query language is taken only where it was opened, and confined",
        scoping.native_query,
    ),
)
FILES: Sequence[Check] = (
    Check("uploads: paths", "paths that lead out of the root are refused, nothing is sent", uploading.paths),
    Check(
        "uploads: files",
        "links, pipes, hidden and oversized files are refused, nothing is sent",
        uploading.special,
    ),
    Check(
        "uploads: secrets", "a file that holds a credential is refused, nothing is sent", uploading.secrets
    ),
    Check("uploads: plain file", "a plain file goes up, once and whole", uploading.plain),
    Check("uploads: root", "nobody else can swap what lies in the root", uploading.others),
    Check("downloads", "a file name of the vendor's cannot leave the root", downloading.names),
)
TEXTS: Sequence[Check] = (
    Check("secrets", "text that holds a credential is refused, nothing is written", speaking.secrets),
    Check("untrusted text", "hostile text is projected and stays inside its boundary", speaking.canary),
)
LOSSES: Sequence[Check] = (
    Check("cut read", "a read whose request is cut is sent again", writing.cut_read),
    Check("lost answer", "what adds something and whose answer is cut is sent once", writing.lost_answer),
)
LAST: Sequence[Check] = (
    Check("state", "the configured state directory can be used", recording.state),
    Check("audit", "an intent is on disk before each write, and the chain verifies", recording.audit),
    Check("error bounds", "errors have a category and a bounded text", recording.bounds),
    Check("errors and log", "they hold no token and no local path", recording.leaks),
)
