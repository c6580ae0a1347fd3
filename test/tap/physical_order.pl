# Neither the place of a row, nor the number of its bucket, nor the release's statistics tell where a
# row was in the source, or which parts of two rows belong together.
# Rooms: src/postgres/release src/postgres/catalog
use strict;
use warnings;
use PostgreSQL::Test::Utils;
use Test::More;
use Microdata;

my $node = new_node('physical_order');
my $rows = 20_000;

sub independent
{
	my ($release) = @_;
	return $node->safe_psql('postgres', "SELECT sum(n) ^ 2 / sum(n * n) FROM (SELECT count(*)::float8 AS n FROM $release GROUP BY bucket) b");
}

# Persons in the order in which they came: in a source that lies by day, the order is a secret.
$node->safe_psql(
	'postgres', qq{
	CREATE TABLE visits AS SELECT i AS nr, (i * 7919) % 1000 AS income, i % 3 AS ward, (i * 104729) % 7 AS disease
	FROM generate_series(1, $rows) i});
for my $strict ('false', 'true')
{
	# The order of visits is published only as an insensitive attribute, so that the test can see it.
	$node->safe_psql('postgres', qq{SELECT slice_table('visits', 2, 5, sensitive => '{disease}', insensitive => '{nr}',
		groups => ARRAY['ward, income, nr', 'disease'], strict => $strict, replace => true)});
	# Correlations of n independent pairs have the standard deviation 1/sqrt(n); allowed are five and a half. A bucket's rows
	# are neighbours in income: there, and in what goes with the bucket's place, there are as many pairs as buckets of the
	# size that a row's bucket has on average.
	my $of_rows = 5.5 / sqrt($rows);
	my $bound = 5.5 / sqrt(independent('visits_sliced'));
	cmp_ok(abs($node->safe_psql('postgres', 'SELECT corr(nr, place) FROM (SELECT nr, row_number() OVER (ORDER BY ctid) AS place FROM visits_sliced) r')),
		'<', $bound, "strict => $strict: the order of rows");
	cmp_ok(abs($node->safe_psql('postgres', 'SELECT corr(nr, bucket) FROM visits_sliced')), '<', $bound, "strict => $strict: the numbers of buckets");
	cmp_ok(abs($node->safe_psql('postgres', 'SELECT corr(income, bucket) FROM visits_sliced')), '<', $bound, "strict => $strict: buckets are not numbered by value");
	cmp_ok(
		abs($node->safe_psql('postgres', 'SELECT corr(nr, rank) FROM (SELECT nr - avg(nr) OVER b AS nr, row_number() OVER (PARTITION BY bucket ORDER BY ctid) - (1 + count(*) OVER b) / 2.0 AS rank FROM visits_sliced WINDOW b AS (PARTITION BY bucket)) r')),
		'<', $of_rows, "strict => $strict: the order within a bucket");
	is($node->safe_psql('postgres', q{SELECT count(*) FROM pg_stats WHERE tablename = 'visits_sliced'}), 0, "strict => $strict: no statistics before ANALYZE");
	# As they were, all of 20,000 pairs would be true ones; of a random linking, a fifth or so.
	cmp_ok($node->safe_psql('postgres', 'SELECT count(*) FROM visits_sliced JOIN visits USING (nr, disease)'),
		'<', $rows * 0.25, "strict => $strict: columns are not linked as they were");
	is($node->safe_psql('postgres', q{SELECT count(*) FROM pg_attribute a JOIN pg_attrdef d ON d.adrelid = a.attrelid WHERE attrelid = 'visits_sliced'::regclass}),
		0, "strict => $strict: no sequence hangs on it");
}
# Two releases of one table number and order their buckets anew.
$node->safe_psql('postgres', q{SELECT slice_table('visits', 2, 5, sensitive => '{disease}', insensitive => '{nr}', groups => ARRAY['ward, income, nr', 'disease'], target => 'again')});
cmp_ok(abs($node->safe_psql('postgres', 'SELECT corr(a.bucket, b.bucket) FROM visits_sliced a JOIN again b USING (nr)')), '<', 5.5 / sqrt(independent('visits_sliced') < independent('again') ? independent('visits_sliced') : independent('again')),
	'two releases share no numbering');

# Nor do the places of rows link the parts of a decomposition: their orders are independent of each other, and of the source's.
$node->safe_psql('postgres', q{
	CREATE TABLE steps AS SELECT nr, nr + 100000 AS again, disease FROM visits;
	SELECT * FROM gnf_decompose('steps', 5, '{"nr -> again, disease", "again -> disease"}', 'single-attribute');
	SELECT * FROM gnf_decompose('steps', 5, '{"nr -> disease"}', target => 'guarded')});
my $of_parts = 5.5 / sqrt($rows);
my $place = 'row_number() OVER (ORDER BY ctid) AS place';
cmp_ok(abs($node->safe_psql('postgres', "SELECT corr(nr, place) FROM (SELECT nr, $place FROM steps_gnf_1) r")), '<', $of_parts, 'a plain part: the order of rows');
cmp_ok(abs($node->safe_psql('postgres', "SELECT corr(nr, again) FROM (SELECT nr, $place FROM steps_gnf_1) a JOIN (SELECT again, $place FROM steps_gnf_2) b USING (place)")),
	'<', $of_parts, 'two plain parts: their orders');
cmp_ok(abs($node->safe_psql('postgres', "SELECT corr(nr, place) FROM (SELECT nr, $place FROM guarded_1) r")), '<', $of_parts, 'a part in buckets: the order of rows');
cmp_ok(abs($node->safe_psql('postgres', 'SELECT corr(nr, bucket) FROM guarded_1')), '<', $of_parts, 'a part in buckets: their numbers');
# Nor those of fragments.
$node->safe_psql('postgres', q{SELECT * FROM fragment_table('steps', 2, 'disease', insensitive => '{nr,again}', quasi_identifiers => '{ward,income}', target => 'piece')})
  if $node->safe_psql('postgres', 'ALTER TABLE steps ADD ward int, ADD income int; UPDATE steps SET ward = v.ward, income = v.income FROM visits v WHERE v.nr = steps.nr') eq '';
cmp_ok(abs($node->safe_psql('postgres', "SELECT corr(nr, place) FROM (SELECT nr, $place FROM " . ($node->safe_psql('postgres', q{SELECT relation FROM microdata.release_columns WHERE attribute = 'nr' AND relation::text LIKE 'piece%'})) . ") r")),
	'<', $of_parts, 'a fragment: the order of rows');

# Persons with three rows each: a label, insensitive, of the person, days of the rows, and a code by which the person can be known.
# Neither the order of persons nor the members' numbers of the two tables of sets link them, within buckets or to the source.
$node->safe_psql('postgres', qq{
	CREATE TABLE stays AS SELECT nr AS person, nr + 0.5 AS label, nr % 2 AS sex, 3 * nr + v AS day, 'code ' || nr AS code FROM visits, generate_series(0, 2) v WHERE nr <= $rows / 4;
	SELECT bucketize_table('stays', 5, sensitive => '{code}', subject => '{person}', suppress => 0.9, insensitive => '{label}', quasi_identifiers => '{day}', format => 'tables');
	SELECT bucketize_table('stays', 5, sensitive => '{code}', subject => '{person}', suppress => 0.9, insensitive => '{label}', quasi_identifiers => '{day}', target => 'joined');
	CREATE VIEW ranked AS
		SELECT p.bucket, p.nr, p.place, r.member AS of_rows, v.member AS of_values, (1 + count(*) OVER (PARTITION BY p.bucket)) / 2.0 AS middle
		FROM (SELECT bucket, floor(label)::int AS nr, row_number() OVER (PARTITION BY bucket ORDER BY ctid) AS place FROM stays_bucketized) p
		JOIN (SELECT DISTINCT bucket, member, day / 3 AS nr FROM stays_bucketized_rows) r USING (bucket, nr)
		JOIN (SELECT DISTINCT bucket, member, substr(code, 6)::int AS nr FROM stays_bucketized_values) v USING (bucket, nr)});
my $persons = $node->safe_psql('postgres', 'SELECT count(*) FROM ranked');
is($persons, $rows / 4, 'every person has a place and two members');
my $of_persons = 5.5 / sqrt($persons);
for my $pair ([ 'place', 'of_rows' ], [ 'place', 'of_values' ], [ 'of_rows', 'of_values' ])
{
	cmp_ok(abs($node->safe_psql('postgres', "SELECT corr($pair->[0] - middle, $pair->[1] - middle) FROM ranked")), '<', $of_persons, "sets of rows: @$pair");
}
for my $number ('place', 'of_rows', 'of_values')
{
	cmp_ok(abs($node->safe_psql('postgres', "SELECT corr(nr - mean, $number - middle) FROM (SELECT *, avg(nr) OVER (PARTITION BY bucket) AS mean FROM ranked) r")),
		'<', $of_persons, "sets of rows: $number and the order of the source");
}
cmp_ok(abs($node->safe_psql('postgres', 'SELECT corr(nr, bucket) FROM ranked')), '<', 5.5 / sqrt(independent('stays_bucketized')), 'sets of rows: the numbers of buckets');
# Nor does the order of a member's rows say which came first.
cmp_ok(abs($node->safe_psql('postgres', 'SELECT corr(day % 3, rank) FROM (SELECT day, row_number() OVER (PARTITION BY bucket, member ORDER BY ctid) AS rank FROM stays_bucketized_rows) r')),
	'<', 5.5 / sqrt(3 * $persons), 'the order of rows within a set');

# In one table, neither the place nor the number of a person says whose attributes, rows or values it shows.
$node->safe_psql('postgres', q{
	CREATE VIEW shown_rows AS
		SELECT bucket, release_person AS person, ctid, row_number() OVER (ORDER BY ctid) AS place, floor(label)::int AS of_person, day / 3 AS of_row, day % 3 AS visit, substr(code, 6)::int AS of_value,
			row_number() OVER (PARTITION BY release_person ORDER BY ctid) AS rank FROM joined;
	CREATE VIEW shown_in_buckets AS
		SELECT bucket, person - avg(person) OVER b AS person, place - avg(place) OVER b AS place, of_person - avg(of_person) OVER b AS of_person, of_row - avg(of_row) OVER b AS of_row, of_value - avg(of_value) OVER b AS of_value
		FROM shown_rows WHERE rank = 1 WINDOW b AS (PARTITION BY bucket)});
is($node->safe_psql('postgres', 'SELECT count(*) FROM shown_in_buckets'), $persons, 'one table: every person has a number');
for my $pair ([ 'person', 'of_person' ], [ 'person', 'of_row' ], [ 'person', 'of_value' ], [ 'place', 'of_person' ], [ 'place', 'of_row' ], [ 'place', 'of_value' ], [ 'of_person', 'of_row' ], [ 'of_person', 'of_value' ], [ 'of_row', 'of_value' ])
{
	cmp_ok(abs($node->safe_psql('postgres', "SELECT corr($pair->[0], $pair->[1]) FROM shown_in_buckets")), '<', $of_persons, "one table: @$pair");
}
cmp_ok(abs($node->safe_psql('postgres', 'SELECT corr(person, of_person) FROM shown_rows WHERE rank = 1')), '<', $of_persons, 'one table: the numbers of persons');
cmp_ok(abs($node->safe_psql('postgres', 'SELECT corr(person, bucket) FROM shown_rows WHERE rank = 1')), '<', $of_persons, 'one table: the numbers of persons and of buckets');
cmp_ok(abs($node->safe_psql('postgres', 'SELECT corr(visit, rank) FROM shown_rows')), '<', 5.5 / sqrt(3 * $persons), 'one table: the order of a person\'s rows');

done_testing();
