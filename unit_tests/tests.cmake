# The list of test executables: one line a capability.
