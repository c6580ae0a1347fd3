# Steps that are tried one after the other, and counted. Sourced by bash, after lib.sh.
steps_passed=0
steps_failed=0

# step NAME COMMAND...: says whether the command succeeds, and after how long; of one that fails, what it printed.
step() {
  local name=$1 begin=$SECONDS
  shift
  if "$@" >"$build/step.log" 2>&1; then
    steps_passed=$((steps_passed + 1))
    echo "ok, $((SECONDS - begin)) s: $name"
  else
    steps_failed=$((steps_failed + 1))
    tail -n 60 "$build/step.log"
    echo "FAILED, $((SECONDS - begin)) s: $name"
    return 1
  fi
}
refuses() { ! "$@"; }

finish_steps() {
  echo
  echo "$steps_passed passed, $steps_failed failed"
  [ "$steps_failed" = 0 ]
  exit
}
