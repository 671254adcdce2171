# What scripts/test, scripts/test_sanitized, scripts/demo and .ci/run share. To be sourced in the repository's root.

export CMAKE_BUILD_PARALLEL_LEVEL=${CMAKE_BUILD_PARALLEL_LEVEL:-$(nproc)}
# Tests say how many threads they use, but seldom use all of them all the time.
export CTEST_PARALLEL_LEVEL=${CTEST_PARALLEL_LEVEL:-$(($(nproc) + 2))}
if command -v ccache >/dev/null; then
  export CMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER-ccache}
fi

heading() { printf '\n== %s\n' "$*"; }

timed() {   # TITLE COMMAND...
  local title=$1 start=$SECONDS status
  shift
  heading "$title"
  "$@"
  status=$?   # behind `||` a failure does not end the script
  printf '== %s: %d s\n' "$title" $((SECONDS - start))
  return $status
}

configure() {   # PRESET [CMAKE OPTION...]
  timed "configuring build/$1" cmake --preset "$@"
}

build() {   # PRESET [BUILD OPTION...]
  timed "building build/$1" cmake --build --preset "$@"
}

build_and_test() {   # PRESET [CMAKE OPTION...]
  configure "$@"
  build "$1"
  timed "testing build/$1" ctest --preset "$1"
}
