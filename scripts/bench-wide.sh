# Measures fragment_table on many features against the shuffle of the same table; read by scripts/bench,
# which has made the cluster: 7,000 rows of 160 numbers in 16 blocks of ten that go with a hidden number
# each, and a class, 15 to 85, that goes with half of the hidden numbers.

make_wide() {
  local select='' f
  for f in $(seq 0 159); do
    select+="${select:+, }round((h[$((f / 10 + 1))] + random() * $((1 + f % 10)))::numeric * 40)::integer AS f$f"
  done
  run_psql -q <<SQL
SELECT setseed(0.5) \g /dev/null
CREATE TABLE wide AS
SELECT $select, (SELECT sum(v) FROM unnest(h[1:8]) v) + random() > 29.5 AS class
FROM (SELECT ARRAY(SELECT random() * 6 FROM generate_series(1, 16) WHERE i > 0) AS h FROM generate_series(1, 7000) i OFFSET 0) d;
VACUUM ANALYZE wide;
SQL
}

bench_wide() {
  local run time verb
  make_wide || exit 1
  say "fragment_table (k = 10) of 160 features and 7,000 rows"
  echo "medians of $runs runs in ms; ratio: to CREATE TABLE AS ... ORDER BY random() of the same table"
  rm -f "$work"/time.*
  for run in $(seq 0 "$runs"); do
    round shuffle "${shuffle/people/wide}"
    for verb in 2 5; do
      round $verb "SELECT fragment_table('wide', 10, 'class', $verb)" wide_fragment_1
    done
  done
  printf '%-12s %10s %6s\n' fragments time ratio
  for verb in shuffle 2 5; do
    time=$(median <"$work/time.$verb")
    printf '%-12s %10s %6s\n' "$verb" "$time" "$(awk -v a="$time" -v b="$(median <"$work/time.shuffle")" 'BEGIN { printf "%.2f", a / b }')"
  done
  run_psql -q -c 'DROP TABLE wide'
}
