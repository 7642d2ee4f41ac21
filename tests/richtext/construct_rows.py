"""Every construct of the three formats: what stands among words, and what is a block."""

from __future__ import annotations

from tests.richtext.construct_rows_blocks import BLOCKS
from tests.richtext.construct_rows_boxes import BOXES
from tests.richtext.construct_rows_inline import INLINE

CONSTRUCTS = (*INLINE, *BLOCKS, *BOXES)
