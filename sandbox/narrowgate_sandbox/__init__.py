"""An embedded company for demos and tests: loopback only."""

from narrowgate_sandbox.company.company import Company
from narrowgate_sandbox.company.seed import fernwood
from narrowgate_sandbox.fault_proxy import Arrival, Fault, FaultProxy
from narrowgate_sandbox.hosting import Sandbox
from narrowgate_sandbox.jira.app import Seen, create_app

__all__ = ["Arrival", "Company", "Fault", "FaultProxy", "Sandbox", "Seen", "create_app", "fernwood"]
