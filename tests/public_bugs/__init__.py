"""What users of other tools reported as bugs, as small inputs of our own with the right behaviour: one test or row for
each, named by its number."""
