"""Second, slow and obvious implementations of the rules, to check the kernels."""
