# What the scripts share that repeat a paper's experiment. Sourced by bash, after lib.sh.

# Sets $adult, or says that there is nothing to measure.
need_adult() {
  find_adult
  [ -n "$adult" ] && return
  echo "no adult.csv in \$MICRODATA_DATA or ../shared/data: nothing to measure" >&2
  return 1
}

# build_program TARGET: one of CMakeLists.txt's, as build/release/TARGET.
build_program() {
  say "building"
  cmake -S . -B build/release -DCMAKE_BUILD_TYPE=Release >"$build/cmake.log" &&
    cmake --build build/release -j"$jobs" --target "$1" >>"$build/cmake.log" || {
    cat "$build/cmake.log" >&2
    return 1
  }
}

# classify CLASSIFIER TRAINING TEST OUT: Weka's predictions for the rows of TEST, learnt from TRAINING: row, index of
# the actual value, index:value predicted, scores. Rows that are the same but for the class are predicted once: recoded rows are
# as many as there are equivalence classes.
classify() {
  local options=() training=$2 test=$3 out=$4
  [ "$1" = lazy.IBk ] && options=(-K 5)
  awk -v distinct="$out.distinct.arff" -v rows="$out.rows" '
    !within { print >distinct }
    /^@attribute class/ { count = split(substr($3, 2, length($3) - 2), label, ",") }
    within {
      match($0, /,[^,]*$/)
      for (i = 1; i <= count; ++i) if (substr($0, RSTART + 1) == label[i]) actual = i
      features = substr($0, 1, RSTART)
      if (!(features in place)) { place[features] = ++places; print >distinct }
      print place[features], actual >rows
    }
    /^@data/ { within = 1 }' "$test" &&
    java -Xmx1g -XX:+UseSerialGC -Djava.awt.headless=true -cp /usr/share/java/weka.jar "weka.classifiers.$1" "${options[@]}" \
      -t "$training" -T "$out.distinct.arff" -v -p 0 -distribution >"$out.predictions" 2>"$out.errors" &&
    [ -s "$out.predictions" ] &&
    awk 'NR == FNR { if ($1 ~ /^[0-9]+$/) { predicted[$1] = $3; scores[$1] = $NF } next }
      !($1 in predicted) { exit 1 }
      { print FNR, $2, predicted[$1], scores[$1] }' "$out.predictions" "$out.rows" >"$out" || {
    echo "$1 on $training failed:" >&2
    cat "$out.errors" >&2
    return 1
  }
}
export -f classify

# Prints the commit, date and machine that tables were measured with, as a line.
measured_with() {
  local commit
  commit=$(git rev-parse --short=12 HEAD 2>/dev/null || echo unknown)
  [ -z "$(git status --porcelain -- src bench test 2>/dev/null)" ] || commit="$commit and changes"
  printf 'Commit %s, %s, %s, g++ %s, %s processors.\n' "$commit" "$(date +%F)" \
    "$(. /etc/os-release && echo "$PRETTY_NAME")" "$(g++ -dumpfullversion)" "$jobs"
}

# write_tables PAGE PART COMMAND...: what the command prints stands on the page between the lines "<!-- PART" and "<!-- end of
# the PART -->"; the page's text stays.
write_tables() {
  local page=$1 part=$2 name
  shift 2
  name=$build/$(basename "$page" .md)_$part
  "$@" >"$name.part" &&
    awk -v part="$part" -v tables="$name.part" '
      $0 ~ "^<!-- end of the " part { within = 0 }
      !within
      $0 ~ "^<!-- " part ":" { print ""; while ((getline line < tables) > 0) print line; print ""; within = 1 }
    ' "$page" >"$name.md" &&
    cp "$name.md" "$page"
}
