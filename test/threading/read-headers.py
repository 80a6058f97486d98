"""What a mail program's library reads in mails: a JSON list of texts in, a JSON list of headers out."""
import email
import email.policy
import json
import sys


def one(value):
    """A header may begin on a line of its own."""
    return None if value is None else str(value).strip()


def read(text):
    mail = email.message_from_bytes(text.encode("utf-8"), policy=email.policy.default)
    return {
        "messageId": one(mail["Message-ID"]),
        "inReplyTo": one(mail["In-Reply-To"]),
        "references": str(mail["References"] or "").split(),
        "subject": mail["Subject"],
        "defects": [str(defect) for part in mail.walk() for defect in part.defects]
        + [str(defect) for value in mail.values() for defect in getattr(value, "defects", ())],
    }


json.dump([read(text) for text in json.load(sys.stdin)], sys.stdout)
