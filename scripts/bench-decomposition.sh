# Measures gnf_decompose against the shuffle of the same table; read by scripts/bench, which has made
# the cluster. A table the size of the GNF paper's Texas data, which are not at hand: 177,148
# discharges with the 18 domains of its Table 5(b). A discharge has a hidden case, one of 4,000, that
# diagnoses, procedures and groups go with, each to its own degree; county goes with the zip code,
# hospital and surgeon with the county. bench/texas_like.cpp makes the same in C++.

# Column, domain, what it goes with (hidden: the case, none: nothing), how often.
texas_columns='pat_zip,1581,none,0 county,241,pat_zip,0.97 gender,2,hidden,0.2 pat_age,22,hidden,0.4 race,5,county,0.3
  thcic,323,pat_age,0.7 ad_diag,3391,hidden,0.6 prn_diag,3488,hidden,0.9 diag1,3881,prn_diag,0.5 diag2,4193,diag1,0.3
  diag3,4251,diag2,0.3 p_icd9,1708,hidden,0.7 hcfa_drg,396,hidden,0.8 apr_drg,297,hcfa_drg,0.9 hcfa_mdc,24,apr_drg,0.98
  rsk_mor,6,pat_age,0.4 and_md,15000,thcic,0.8 surgeon,17432,and_md,0.6'

make_texas() {
  local select='' from='' column name domain with strength n=0 what
  for column in $texas_columns; do
    IFS=, read -r name domain with strength <<<"$column"
    n=$((n + 1))
    case $with in
      hidden) what=d.hidden ;;
      none) what=0 ;;
      *) what=$with.v ;;
    esac
    from+=", LATERAL (SELECT went_with($what, $strength, $domain) AS v) $name"
    select+="${select:+, }$name.v AS $name"
  done
  run_psql -q <<SQL
SELECT setseed(0.5) \g /dev/null
CREATE OR REPLACE FUNCTION went_with(value integer, strength float8, domain integer) RETURNS integer LANGUAGE plpgsql AS \$\$
DECLARE
    v float8 := random();
BEGIN
    IF random() < strength THEN
        v := (hashint8extended(value * 3 + floor(random() * 3)::bigint, 0) & 9007199254740991) / 9007199254740992.0;
    END IF;
    RETURN floor(v * v * domain)::integer;
END \$\$;
CREATE TABLE discharges AS
SELECT $select
FROM (SELECT floor(power(random(), 2) * 4000)::integer AS hidden FROM generate_series(1, $1) OFFSET 0) d$from;
VACUUM ANALYZE discharges;
CHECKPOINT;
SQL
}

# Nine rules with three attributes on the left, drawn so that no value on the right has a share above a tenth.
draw_rules() {
  run_psql -q -A -t <<'SQL'
SELECT setseed(0.25) \g /dev/null
CREATE FUNCTION drawn_rules() RETURNS text[] LANGUAGE plpgsql AS $$
DECLARE
    rules text[] := '{}';
    names text[];
    share float8;
BEGIN
    WHILE cardinality(rules) < 9 LOOP
        SELECT array_agg(attname ORDER BY random()) INTO names FROM pg_attribute WHERE attrelid = 'discharges'::regclass AND attnum > 0;
        EXECUTE format('SELECT max(n) / sum(n) FROM (SELECT count(*) AS n FROM discharges GROUP BY %I) s', names[4]) INTO share;
        CONTINUE WHEN share > 0.1;
        SELECT array_agg(r) INTO rules FROM microdata.irreducible_privacy_rules(rules || format('%s, %s, %s -> %s', names[1], names[2], names[3], names[4])) r;
    END LOOP;
    RETURN rules;
END $$;
SELECT drawn_rules();
DROP FUNCTION drawn_rules();
SQL
}

bench_decomposition() {
  local rules= before= rows algorithm time doubling
  say "gnf_decompose (l = 10, 9 rules) of the 18 attributes of the Texas data, generated"
  echo "medians of $runs runs in ms; ratio: to CREATE TABLE AS ... ORDER BY random() of the same table"
  printf '%9s %-9s %10s %6s %11s\n' rows verb time ratio doubling
  for rows in ${TEXAS_SIZES:-177148 354296 708592}; do
    make_texas "$rows" || exit 1
    [ -n "$rules" ] || rules=$(draw_rules) || exit 1
    rm -f "$work"/time.*
    for run in $(seq 0 "$runs"); do
      round shuffle "${shuffle/people/discharges}"
      for algorithm in uad gd; do
        [ "$algorithm" = gd ] && [ "$rows" != 177148 ] && continue
        round "$algorithm" "SELECT gnf_decompose('discharges', 10, '$rules', '$algorithm')" discharges_gnf_1
      done
    done
    for algorithm in shuffle uad gd; do
      [ -s "$work/time.$algorithm" ] || continue
      time=$(median <"$work/time.$algorithm")
      doubling=-
      [ "$algorithm" != gd ] && [ -n "$before" ] && doubling=$(awk -v a="$time" -v b="$(cat "$work/texas.$algorithm")" 'BEGIN { printf "%.2f", a / b }')
      echo "$time" >"$work/texas.$algorithm"
      printf '%9d %-9s %10s %6s %11s\n' "$rows" "$algorithm" "$time" \
        "$(awk -v a="$time" -v b="$(cat "$work/texas.shuffle")" 'BEGIN { printf "%.2f", a / b }')" "$doubling"
    done
    before=$rows
    run_psql -q -c 'DROP TABLE discharges'
  done
}
