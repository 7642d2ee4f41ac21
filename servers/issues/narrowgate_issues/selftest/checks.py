"""All checks, in the order in which they run: the last ones look back at what the others said and wrote."""

from __future__ import annotations

from collections.abc import Sequence

from narrowgate_issues.selftest import (
    downloading,
    gating,
    recording,
    refusing,
    scoping,
    speaking,
    uploading,
    writing,
)
from narrowgate_issues.selftest.verdicts import Check

CHECKS: Sequence[Check] = (
    Check("tools", "exactly the tools whose gates are open are listed", gating.tool_list),
    Check("absent tools", "calling one answers like a name that never existed", gating.absent_tools),
    Check("routes", "no tool sends what it does not declare", gating.routes),
    Check("read-only", "with writes shut nothing that writes is left", gating.read_only_mode),
    Check(
        "strict arguments", "unknown and mistyped arguments are refused, nothing is sent", refusing.arguments
    ),
    Check("strict fields", "unknown and protected fields are refused, nothing is sent", refusing.fields),
    Check("scope: keys", "an issue outside the scope is answered like none", scoping.keys),
    Check("scope: search", "a search shows nothing outside the scope", scoping.search),
    Check("scope: links", "linked issues outside the scope are not shown", scoping.links),
    Check("scope: moved", "an old key of an issue that left the scope shows nothing", scoping.moved),
    Check("native query", "JQL is taken only where it was opened, and confined", scoping.native_query),
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
    Check("downloads", "a file name of the tracker's cannot leave the root", downloading.names),
    Check("secrets", "text that holds a credential is refused, nothing is written", speaking.secrets),
    Check("untrusted text", "hostile text is projected and stays inside its boundary", speaking.canary),
    Check("lost answer", "a comment whose answer is cut is posted once", writing.lost_answer),
    Check("update", "only what was asked for is changed", writing.update),
    Check("state", "the configured state directory can be used", recording.state),
    Check("audit", "an intent is on disk before each write, and the chain verifies", recording.audit),
    Check("errors and log", "they hold no token and no local path", recording.leaks),
)
