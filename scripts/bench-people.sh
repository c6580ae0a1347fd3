# A server of its own with the Adult data, and what measures statements on rows resampled from it. To be sourced after
# lib.sh.

need_server || exit 1
find_adult
if [ -z "$adult" ]; then
  echo "no adult.csv in \$MICRODATA_DATA or ../shared/data: nothing to measure" >&2
  exit 1
fi
say "building and installing the extension"
install_extension || exit 1
make_work
start_cluster "max_wal_size = 8GB" "min_wal_size = 4GB" "checkpoint_timeout = 1h" "pg_microdata.unclassified = warn" "pg_microdata.quick_attack = off" || exit 1

header=$(head -n 1 "$adult" | tr -d '\r')
numeric=' age fnlwgt education_num capital_gain capital_loss hours_per_week '
definition=
for name in ${header//,/ }; do
  kind=text
  [[ $numeric == *" $name "* ]] && kind=integer
  definition+="${definition:+, }$name $kind"
done
run_psql -q <<SQL || exit 1
CREATE EXTENSION pg_microdata;
CREATE TABLE adult ($definition);
\copy adult FROM '$adult' (FORMAT csv, HEADER)
ALTER TABLE adult ADD pick serial;
CREATE UNIQUE INDEX ON adult (pick);
SQL

# So many rows drawn from Adult; the numbers are moved a little, so that they are not all ties.
resample() {
  run_psql -q <<SQL
SELECT setseed(0.5) \g /dev/null
CREATE TABLE people AS
SELECT greatest(17, a.age + floor(random() * 5)::int - 2) AS age, workclass,
       fnlwgt + floor(random() * 2001)::int - 1000 AS fnlwgt, education, education_num, marital_status, occupation,
       relationship, race, sex,
       CASE WHEN capital_gain > 0 THEN capital_gain + floor(random() * 21)::int - 10 ELSE 0 END AS capital_gain,
       CASE WHEN capital_loss > 0 THEN capital_loss + floor(random() * 21)::int - 10 ELSE 0 END AS capital_loss,
       greatest(1, hours_per_week + floor(random() * 5)::int - 2) AS hours_per_week, native_country, salary
FROM (SELECT 1 + floor(random() * (SELECT count(*) FROM adult))::int AS pick FROM generate_series(1, $1) OFFSET 0) p
     JOIN adult a USING (pick);
VACUUM ANALYZE people;
CHECKPOINT;
SQL
}

# Milliseconds of one statement, in a session of its own; what it says goes to $build/bench.log.
# What statements before it left to be written is written first.
timed() {
  run_psql -q -c CHECKPOINT
  run_psql -q -c '\timing on' -c "SET client_min_messages = debug1" -c "$1" >"$build/bench.log" 2>&1 || {
    cat "$build/bench.log" >&2
    exit 1
  }
  sed -n 's/^Time: \([0-9.]*\) ms.*/\1/p' "$build/bench.log" | tail -n 1
}

# The middle of the numbers on standard input.
median() { sort -n | awk '{ v[NR] = $1 } END { printf "%.1f", (v[int((NR + 1) / 2)] + v[int(NR / 2) + 1]) / 2 }'; }

shuffle="CREATE TABLE shuffled AS SELECT * FROM people ORDER BY random()"

# Megabytes of the backend's own memory at the peak of a statement, without the shared buffers: the
# greatest RssAnon seen, in a run that is not timed. The release that it makes, if there is one, is dropped.
peak_memory() {
  local pid status
  mkfifo "$work/commands"
  run_psql -q -A -t -f "$work/commands" >"$work/memory.out" 2>&1 &
  local client=$!
  exec 9>"$work/commands"
  echo "SELECT pg_backend_pid();" >&9
  until [ -s "$work/memory.out" ]; do sleep 0.05; done
  pid=$(head -n 1 "$work/memory.out")
  echo "$1;" >&9
  exec 9>&-
  local peak=0 now
  while status=$(grep RssAnon "/proc/$pid/status" 2>/dev/null); do
    now=${status//[!0-9]/}
    [ "$now" -gt "$peak" ] && peak=$now
    sleep 0.005
  done
  wait "$client"
  rm "$work/commands" "$work/memory.out"
  [ -z "${2-}" ] || run_psql -q -c "SELECT drop_release('$2')" >/dev/null 2>&1
  echo $((peak / 1024))
}
