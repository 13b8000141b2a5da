"""Set-up for all tests: hypothesis without deadlines (a kernel may compile in the first example), the public cases."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")


@pytest.fixture(scope="session")
def cases() -> Path:
    """The folder of public samples beside the checkout; tests that need it are skipped where it is not."""
    folder = Path(__file__).parent.parent.parent / "shared" / "cases"
    if not folder.is_dir():
        pytest.skip("the public samples (../shared/cases) are not here")
    return folder
