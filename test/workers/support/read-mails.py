"""Reads mails, one a line in base64, as Python's parser does; writes what it sees of each as a line of JSON."""

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
