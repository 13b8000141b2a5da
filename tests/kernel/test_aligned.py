"""Arrays that begin at a line of the processor's cache."""

import numpy as np
import pytest

from plyground.kernel.aligned import LINE, aligned_zeros


@pytest.mark.parametrize("kind", [np.int8, np.int16, np.uint64])
@pytest.mark.parametrize(("rows", "width"), [(0, 4), (1, 1), (7, 96), (300, 3)])
def test_they_begin_at_a_line_and_are_as_long_as_asked_for(kind, rows, width):
    kept = [aligned_zeros(rows, width, kind) for _ in range(5)]
    for array in kept:
        assert array.shape == (rows, width)
        assert array.dtype == kind
        assert array.flags.c_contiguous
        assert array.ctypes.data % LINE == 0 or rows == 0
        assert not array.any()
        array[:] = 1  # (every element is there to be written)
