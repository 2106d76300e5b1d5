"""The version of the service that it is made for.

Made from docs/openapi.json by npm run generate; not written by hand.
"""
from __future__ import annotations

version = "0.1.0"
