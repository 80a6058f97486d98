"""All objects of requests, responses and events."""

from .generated.models import *  # noqa: F403
