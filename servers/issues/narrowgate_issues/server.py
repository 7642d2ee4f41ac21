"""Puts the server together: the only file that knows everything."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from narrowgate_common.audit import Audit, verify
from narrowgate_common.calls import LOCAL_PRINCIPAL, Call
from narrowgate_common.cli import Finding
from narrowgate_common.configuration import load
from narrowgate_common.cursors import Cursors
from narrowgate_common.deadlines import Deadline
from narrowgate_common.dispatch import Books, Dispatcher
from narrowgate_common.downloads import DownloadRoot
from narrowgate_common.errors import GatewayError
from narrowgate_common.gates import Grants
from narrowgate_common.ledger import Ledger
from narrowgate_common.ledger_entry import Entry
from narrowgate_common.logs import Log, configure
from narrowgate_common.operations import Operation
from narrowgate_common.outbound import Outbound
from narrowgate_common.roots import Roots, check_roots
from narrowgate_common.routes import Grant, Route
from narrowgate_common.state import StateDirectory, default_state_dir
from narrowgate_common.tools import Tool
from narrowgate_common.uploads import UploadRoot
from narrowgate_issues import VERSION
from narrowgate_issues.adapters import VENDORS, Vendor
from narrowgate_issues.adapters.jira.jira import Profile
from narrowgate_issues.connection import Connected, connected
from narrowgate_issues.fields import SAFELISTS, safelist
from narrowgate_issues.port import CustomField
from narrowgate_issues.scope import Scope
from narrowgate_issues.settings import IssuesSettings
from narrowgate_issues.tools.catalogue import INSTRUCTIONS, catalogue
from narrowgate_issues.tools.desk import Desk, House

FAMILY = "ISSUES"
NAME = "narrowgate-issues"
