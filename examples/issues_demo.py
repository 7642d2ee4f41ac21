"""The issues server: gates, reads, safelisted writes, a lost answer, an upload root."""

from __future__ import annotations

import json
from pathlib import Path

from mcp import Client

from examples.stage import ACCOUNT, Stage, agent, authority, call, environment, names
from narrowgate_sandbox import Fault, FaultProxy, Sandbox

SERVER = "narrowgate_issues"
ISSUE = "SHOP-9"


def settings(url: str, home: Path, **more: str) -> dict[str, str]:
    given = {
        "CONNECTION__KIND": "jira_cloud",
        "CONNECTION__BASE_URL": url,
        "CONNECTION__AUTH__KIND": "basic",
        "CONNECTION__AUTH__USERNAME": ACCOUNT,
        "CONNECTION__AUTH__TOKEN_ENV": "DEMO_TOKEN",
        "SCOPE__PROJECTS": '["SHOP", "OPS"]',
        "STATE__DIR": str(home / "state"),
        "LOGGING__LEVEL": "error",
        **more,
    }
    return environment("NARROWGATE_ISSUES", given, str(home))


async def read_only(stage: Stage, url: str, home: Path) -> None:
    stage.act("A server that may only read")
    given = settings(url, home)
    async with agent(SERVER, given) as client:
        listed = await names(client)
        stage.say(", ".join(listed))
        stage.expect("no tool that writes exists", holds="update_issue" not in listed)
        failed, text, _ = await call(client, "update_issue", key=ISSUE, fields={"title": "x"})
        unknown = (await call(client, "no_such_tool"))[1]
        stage.expect("calling one answers exactly like an unknown name", holds=failed and text == unknown)
    stage.act("What that deployment can send: `narrowgate-issues authority`")
    rows = authority(SERVER, given).splitlines()
    stage.say("\n".join(rows[:4]) + f"\n... {len(rows)} rows in all")
    methods = {row.split()[0] for row in rows if "search/jql" not in row}
    stage.expect("no method but GET, and the search", holds=methods == {"GET"})


async def reading(stage: Stage, client: Client) -> None:
    stage.act("The same server, writes enabled: find and read")
    stage.expect(
        "still no upload tool: no upload root is configured", holds="attach_file" not in await names(client)
    )
    _, text, _ = await call(client, "search_issues", text="voucher", status_category="todo", limit=3)
    stage.say(text)
    _, text, _ = await call(client, "get_issue", key=ISSUE)
    stage.say("\n".join(text.splitlines()[:8]))


async def updating(stage: Stage, client: Client, box: Sandbox) -> None:
    stage.act("Update: only fields on the safelist")
    failed, text, _ = await call(
        client, "update_issue", key=ISSUE, fields={"add_labels": ["demo"], "priority": "High"}
    )
    stage.say(text)
    stage.expect("each field is reported as applied or ignored", holds=not failed)
    before = len(box.requests)
    failed, text, _ = await call(client, "update_issue", key=ISSUE, fields={"security": "10001"})
    stage.say(text)
    stage.expect(
        "an invented field is refused and nothing was sent", holds=failed and len(box.requests) == before
    )


async def rewriting(stage: Stage, client: Client, box: Sandbox) -> None:
    stage.act("A rich description: one word of it, beside a table, a panel, a mention and an image")
    stored = box.company.issue("SHOP-2")
    before = json.dumps(stored.values["description"])
    edit = {"field": "description", "old": "sends the payment again", "new": "sends the payment twice"}
    failed, text, _ = await call(client, "update_issue", key="SHOP-2", edits=[edit], preview=True)
    stage.say(text)
    failed, text, _ = await call(client, "update_issue", key="SHOP-2", edits=[edit])
    after = json.dumps(stored.values["description"])
    wanted = before.replace("sends the payment again", "sends the payment twice")
    stage.expect("the stored document differs in that word alone", holds=not failed and after == wanted)


async def moving(stage: Stage, client: Client) -> None:
    stage.act("Transition by the name people use")
    failed, text, _ = await call(client, "transition_issue", key=ISSUE, to="Finished")
    stage.say(text)
    failed, text, _ = await call(client, "transition_issue", key=ISSUE, to="In Progress")
    stage.say(text)
    stage.expect("moved", holds=not failed)
    failed, text, _ = await call(client, "transition_issue", key=ISSUE, to="Done")
    stage.say(text)
    stage.expect("the screen's required field is named before anything moves", holds=failed)


async def commenting(stage: Stage, client: Client, proxy: FaultProxy) -> None:
    stage.act("A comment whose connection is cut after the request left")
    proxy.rule(Fault.RESET_AFTER, method="POST", path="/comment")
    failed, text, data = await call(
        client, "add_comment", key=ISSUE, body="Reproduced on the **demo** stand."
    )
    stage.say(text)
    stage.expect("found by its stamp, not posted twice", holds=not failed and data.get("reconciled") is True)


async def uploading(stage: Stage, url: str, home: Path) -> None:
    stage.act("The same server with an upload root: the tool appears")
    root = home / "outgoing"
    root.mkdir(mode=0o700)
    (root / "report.txt").write_text("All tests passed.\n", encoding="utf-8")
    (home / "secret.txt").write_text("not for the tracker\n", encoding="utf-8")
    (root / "link.txt").symlink_to(home / "secret.txt")
    more = {"WRITES__ENABLED": "true", "UPLOADS__ROOT": str(root)}
    async with agent(SERVER, settings(url, home, **more)) as client:
        stage.expect("attach_file exists now", holds="attach_file" in await names(client))
        failed, text, _ = await call(client, "attach_file", key=ISSUE, path="report.txt")
        stage.say(text)
        stage.expect("a file below the root goes up", holds=not failed)
        for path in ("../secret.txt", "link.txt"):
            failed, text, _ = await call(client, "attach_file", key=ISSUE, path=path)
            stage.expect(f"{path} does not: {text.splitlines()[0]}", holds=failed)


def count(stage: Stage, box: Sandbox) -> None:
    stage.act("What happened at the tracker, counted there")
    issue = box.company.issue(ISSUE)
    ours = [comment for comment in issue.comments if "demo" in str(comment.body)]
    files = [each for each in issue.attachments if each.filename == "report.txt"]
    posts = [
        seen for seen in box.requests if seen.method == "POST" and seen.path.endswith(f"/{ISSUE}/comment")
    ]
    stage.say(f"{ISSUE}: status {issue.status.name}, labels {', '.join(issue.values.get('labels', ()))}")
    stage.say(f"requests that arrived: {len(box.requests)}, of them posted comments: {len(posts)}")
    stage.expect(f"comments added: {len(ours)}", holds=len(ours) == len(posts) == 1)
    stage.expect(f"files attached: {len(files)}", holds=len(files) == 1)


async def play(stage: Stage, box: Sandbox, proxy: FaultProxy, home: Path) -> None:
    await read_only(stage, box.url, home)
    async with agent(SERVER, settings(proxy.url, home, WRITES__ENABLED="true")) as client:
        await reading(stage, client)
        await updating(stage, client, box)
        await rewriting(stage, client, box)
        await moving(stage, client)
        await commenting(stage, client, proxy)
    await uploading(stage, box.url, home)
    count(stage, box)
