"""The examples of the README and of the guide, run as they are written, each as a program of its own."""
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGES = ["clients/python/README.md", "docs/guides/clients.md"]
ROOT = Path(__file__).parents[3]
EXAMPLES = [
    example
    for page in PAGES
    for example in re.findall(
        r"^```python\n(.*?)^```", (ROOT / page).read_text(encoding="utf-8"), re.M | re.S
    )
]
OWN = {
    "https://footfall.example.com": "FOOTFALL_URL",
    "http://127.0.0.1:8080": "FOOTFALL_URL",
    "svc_sk_…": "FOOTFALL_KEY",
    "svc_pk_…": "FOOTFALL_WRITE_KEY",
    "SECRET": "FOOTFALL_SIGNING_SECRET",
}


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_example(number: int, tmp_path: Path) -> None:
    example = EXAMPLES[number]
    for told, variable in OWN.items():
        example = example.replace(f'"{told}"', repr(os.environ[variable]))
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", example],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=30,
    )
    assert (done.returncode, done.stderr) == (0, "")
