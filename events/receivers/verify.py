"""Usage: WEBHOOK_SECRET=whsec_… python3 verify.py SIGNATURE < body, exit code 0 or 1."""

import hashlib
import hmac
import os
import sys


def is_genuine(body: bytes, signature: str | None, secret: str) -> bool:
    """Return whether signature, the header X-Webhook-Signature, is valid for body, the raw bytes of the request."""
    expected = "sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    return hmac.compare_digest((signature or "").encode(), expected.encode())


if __name__ == "__main__":
    secret = os.environ.get("WEBHOOK_SECRET") or sys.exit("WEBHOOK_SECRET is not set")
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(0 if is_genuine(sys.stdin.buffer.read(), sys.argv[1], secret) else 1)
