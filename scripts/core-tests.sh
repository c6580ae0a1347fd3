# The core's tests and the program that prints digests of seeded releases (test/digests). Sourced after lib.sh.

# Compiles targets of CMakeLists.txt in a folder, in units; prints what went wrong, and units that were none. $1: the folder; $2: targets; then
# options of cmake.
build_core_tests() {
  local folder=$1 targets=$2
  shift 2
  mkdir -p "$folder"
  # shellcheck disable=SC2086
  cmake -S "$root" -B "$folder" -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE="-O1 -DNDEBUG" \
    -DWARNINGS_AS_ERRORS=ON -DPRECOMPILE_HEADERS=ON -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=8 \
    -DCMAKE_CXX_COMPILER_LAUNCHER="$root/scripts/compile-unit" "$@" >"$folder/log" 2>&1 &&
    cmake --build "$folder" -j "$jobs" --target $targets >>"$folder/log" 2>&1 && {
    grep 'each source is compiled by itself' "$folder/log"
    return 0
  }
  grep -E -A 5 'error|warning' "$folder/log" | head -n 60
  tail -n 20 "$folder/log"
  return 1
}

# Prints the units of the core that get sanitizers, with semicolons between: those with a source that the last commit changed, and a third of
# the others in turn. The turn is that of commits that change the core or its tests, so that others build nothing anew.
sanitized_units() {
  local turn changed
  turn=$(git rev-list --count HEAD -- src/core test/unit test/property CMakeLists.txt 2>/dev/null || echo 0)
  changed=$(scripts/changed-sources 1 | sed -n 's#^src/core/#core/#p')
  find "$build" -path '*/units/core-*.cpp' | sort -V | while read -r unit; do
    turn=$((turn + 1))
    if [ $((turn % 3)) = 0 ] || { [ -n "$changed" ] && grep -qF "$changed" "$unit"; }; then printf '%s;' "$unit"; fi
  done
}

# The same on the core as make builds it for this machine. CHECK_ALL: all of the core gets sanitizers, which look for all that they know.
build_tests_here() {
  make -s -j"$jobs" PG_CONFIG="$PG_CONFIG" core &&
    build_core_tests "$build/tests" "$*" -DBUILT_CORE="$build/core.a" -DSANITIZED_CORE=ON \
      -DSANITIZED_UNITS="$([ -n "${CHECK_ALL:-}" ] || sanitized_units)" ${CHECK_ALL:+-DUNSANITIZED=}
}

# The files of digests in a folder, without the sources beside them.
digest_files() { find "$1" -type f ! -name '*.*' -printf '%f\n' | LC_ALL=C sort; }

# Compares the digests of another compiler's or processor's program with those on record, and runs the core's tests with it.
# $1: the compiler or processor; $2: the folder of the programs; $3: that of the tests; then what to run programs by.
check_programs() {
  local name=$1 folder=$2 tests=$3 good=0
  shift 3
  if "$@" "$folder/seeded_digests" >"$folder/digests" && diff "$root/test/digests/core" "$folder/digests"; then
    echo "$name: seeded releases are the same"
  else
    echo "$name: seeded releases differ" >&2
    good=1
  fi
  find_adult
  export MICRODATA_ADULT=$adult
  seq 0 $((4 * jobs - 1)) | GTEST_TOTAL_SHARDS=$((4 * jobs)) xargs -P "$jobs" -I{} bash -c \
    'GTEST_SHARD_INDEX={} "${@:3}" "$1/$2" --gtest_brief=1 >"$1/tests.{}" 2>&1' \
    _ "$folder" "$tests" "$@" || good=1
  grep -hE 'FAILED|Failure' "$folder"/tests.*
  echo "$name: $(sed -n 's/^\[  PASSED  \] \([0-9]*\) tests\{0,1\}\..*/\1/p' "$folder"/tests.* |
    awk '{ sum += $1 } END { print sum + 0 }') tests of the core pass"
  return "$good"
}
