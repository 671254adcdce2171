#pragma once

// Each instruction set that is worth it has code of its own, which is chosen when the program
// starts.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define YOKE_HAS_CLONES
#define YOKE_CLONES \
  __attribute__((flatten, target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define YOKE_CLONES
#endif
