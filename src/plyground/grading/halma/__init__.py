"""The CSCI 561 homework Halma: legal plays first, then games on CPU clocks."""
