"""The docs server: a page with a layout, a Jira macro, an inline comment and a panel, changed in one sentence alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from mcp import Client

from examples.stage import ACCOUNT, Stage, agent, call, environment
from narrowgate_sandbox import Sandbox

SERVER = "narrowgate_docs"
PAGE = "ENG/Checkout architecture"


def settings(url: str, home: Path) -> dict[str, str]:
    given = {
        "CONNECTION__KIND": "confluence_cloud",
        "CONNECTION__BASE_URL": f"{url}/wiki",
        "CONNECTION__AUTH__KIND": "basic",
        "CONNECTION__AUTH__USERNAME": ACCOUNT,
        "CONNECTION__AUTH__TOKEN_ENV": "DEMO_TOKEN",
        "SCOPE__SPACES": '["ENG", "OPS"]',
        "WRITES__ENABLED": "true",
        "STATE__DIR": str(home / "docs-state"),
        "LOGGING__LEVEL": "error",
    }
    return environment("NARROWGATE_DOCS", given, str(home))


async def finding(stage: Stage, client: Client) -> dict[str, Any]:
    stage.act("The docs server: search for passages, then read a page")
    _, text, _ = await call(client, "search_pages", text="payment service", limit=2)
    stage.say(text)
    _, text, page = await call(client, "get_page", page=PAGE)
    stage.say(text)
    shown = page.get("untrusted", {}).get("body", "")
    stage.expect(
        "a layout, a panel and a Jira macro stand in the Markdown",
        holds=all(part in shown for part in (":::layout", "> [!INFO]", "```macro name=jira")),
    )
    hidden = page.get("untrusted", {}).get("hidden_from_markdown", [])
    stage.expect(f"what Markdown does not show is named: {', '.join(hidden)}", holds=bool(hidden))
    return page


async def one_sentence(stage: Stage, client: Client, box: Sandbox, page: dict[str, Any]) -> None:
    stage.act("Change one sentence, commented words in it included")
    stored = box.company.wiki_page("ENG", "Checkout architecture")
    before = stored.body
    edit = {
        "old": "waits at most eight seconds for its answer",
        "new": "waits at most eight seconds for an answer",
    }
    arguments: dict[str, Any] = {"page": PAGE, "version": page["version"], "edits": [edit]}
    _, text, _ = await call(client, "edit_page", **arguments, preview=True)
    stage.say(text)
    failed, text, _ = await call(client, "edit_page", **arguments)
    stage.say(text)
    wanted = before.replace("for its answer", "for an answer")
    stage.expect("the stored page differs in that sentence alone", holds=not failed and stored.body == wanted)


async def stale(stage: Stage, client: Client, box: Sandbox, page: dict[str, Any]) -> None:
    stage.act("A second agent, still on the old version, changes another paragraph")
    stored = box.company.wiki_page("ENG", "Checkout architecture")
    edit = {"old": "One request for each step", "new": "One request for every step"}
    failed, text, data = await call(client, "edit_page", page=PAGE, version=page["version"], edits=[edit])
    stage.say(text)
    both = "for an answer" in stored.body and "for every step" in stored.body
    stage.expect("both changes are in the page", holds=not failed and data.get("merged") is True and both)
    edit = {"old": "waits at most eight seconds", "new": "waits for a minute"}
    failed, text, _ = await call(client, "edit_page", page=PAGE, version=page["version"], edits=[edit])
    stage.say(text)
    stage.expect("the same paragraph is refused with what changed", holds=failed)


async def losing(stage: Stage, client: Client, box: Sandbox) -> None:
    stage.act("An update that would drop the Jira macro")
    stored = box.company.wiki_page("ENG", "Checkout architecture")
    before = stored.body
    _, _, page = await call(client, "get_page", page=PAGE)
    text = page["untrusted"]["body"]
    begin = text.index("```macro name=jira")
    without = text[:begin] + text[text.index("```\n", begin + 3) + 4 :]
    failed, told, _ = await call(
        client, "update_page", page=PAGE, version=page["version"], fields={"body": without}
    )
    stage.say(told)
    stage.expect("refused, and nothing was written", holds=failed and stored.body == before)


async def play(stage: Stage, box: Sandbox, home: Path) -> None:
    async with agent(SERVER, settings(box.url, home)) as client:
        page = await finding(stage, client)
        await one_sentence(stage, client, box, page)
        await stale(stage, client, box, page)
        await losing(stage, client, box)
