"""What the caller is told about a request that got no answer."""

from __future__ import annotations

import math

from narrowgate_common.errors import Category, GatewayError, configuration_error
from narrowgate_common.replies import Attempt


def rate_limited(delay_s: float) -> GatewayError:
    return GatewayError(
        Category.RATE_LIMITED,
        f"The connected system asks for a pause of {math.ceil(delay_s)} s; the request was not carried out. "
        "Try again after it.",
        reason="throttled",
        retry_after_s=round(delay_s, 1),
    )


def unknown_outcome() -> GatewayError:
    return GatewayError(
        Category.UPSTREAM_ERROR,
        "The request was sent but its answer was lost: it may or may not have taken effect. Look before repeating.",
        reason="answer_lost",
        outcome="unknown",
    )


_TROUBLE = {
    "certificate": "The connected system's certificate is not trusted here; set network.ca_file to its authority.",
    "client_certificate": "The connected system wants another client certificate; see network.client_certificate.",
    "tls": "No TLS connection to the connected system could be made; check connection.base_url and network settings.",
    "proxy": "The configured proxy refused the connection; check network.proxy.",
    "timeout": "The connected system did not answer in time. Try again, or ask for less.",
    "unreachable": "The connected system could not be reached. Try again later.",
    "connection_lost": "The connection to the connected system broke before its answer was complete. Try again.",
    "too_large": "The connected system's answer is larger than this server reads. Ask for less.",
    "encoding": "The connected system's answer is coded in a way this server does not accept.",
    "cut_body": "The connected system's answer was cut short. Try again.",
    "unreadable": "The connected system's answer is not what its interface promises. Try again later.",
    "redirect": "The connected system redirected the request, as to a login page; check connection.base_url and auth.",
}

_FOR_THE_ADMINISTRATOR = {"certificate", "client_certificate", "tls", "proxy"}


def unreachable(attempt: Attempt) -> GatewayError:
    message = _TROUBLE.get(
        attempt.trouble, "The connected system failed to answer this request. Try again later."
    )
    if attempt.trouble in _FOR_THE_ADMINISTRATOR:
        return configuration_error(message, reason=attempt.trouble)
    return GatewayError(Category.UPSTREAM_ERROR, message, reason=attempt.trouble or "no_answer")
