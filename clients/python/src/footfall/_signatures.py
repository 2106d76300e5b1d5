"""Proof of what is told: docs/guides/trust.md."""
from __future__ import annotations

import hashlib
import hmac
import time
from typing import Optional


def signature_of(name: str, signing_secret: str) -> str:
    """Of a `user_id` or an `email`, for your page to send as `signature` of identify: it proves that name."""
    return _hmac(name.encode(), signing_secret)


def request_signature(body: bytes, signing_secret: str, now: Optional[float] = None) -> str:
    """The header X-Svc-Signature of a body as it is before it is packed; it holds for five minutes."""
    seconds = int(time.time() if now is None else now)
    return f"t={seconds},v1={_hmac(f'{seconds}.'.encode() + body, signing_secret)}"


def _hmac(text: bytes, secret: str) -> str:
    return hmac.new(secret.encode(), text, hashlib.sha256).hexdigest()
