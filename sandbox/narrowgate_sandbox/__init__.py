"""An embedded company for demos and tests: loopback only."""

from narrowgate_sandbox.app import create_app
from narrowgate_sandbox.company.company import Company
from narrowgate_sandbox.company.seed import fernwood
from narrowgate_sandbox.fault_proxy import Arrival, Fault, FaultProxy
from narrowgate_sandbox.hosting import Sandbox
from narrowgate_sandbox.web import Seen

__all__ = ["Arrival", "Company", "Fault", "FaultProxy", "Sandbox", "Seen", "create_app", "fernwood"]
