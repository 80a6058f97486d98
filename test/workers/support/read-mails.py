"""Parses messages with Python's parser: one base64 line each. Writes header names and recipients of each as a JSON line."""

import base64
import json
import sys
from email import message_from_bytes, policy

for line in sys.stdin:
    mail = message_from_bytes(base64.b64decode(line), policy=policy.default)
    recipients = [
        address.addr_spec
        for name in ("to", "cc", "bcc", "resent-to")
        for header in mail.get_all(name, [])
        for address in header.addresses
    ]
    json.dump({"headers": [name.lower() for name in mail.keys()], "recipients": recipients}, sys.stdout)
    sys.stdout.write("\n")
