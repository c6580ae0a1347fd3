# Distributed tables with columns of all kinds of types and names, by publishers who are no superusers; and calls that do
# not go where the rows are: they do what they do to local tables, or say why not, before any work.
# Rooms: src/postgres/distributed src/postgres/*region*
use strict;
use warnings;
use PostgreSQL::Test::Utils;
use Test::More;
use Microdata;
use CitusNodes;

my ($coordinator, @workers) = new_nodes('types');
my @nodes = ($coordinator, @workers);
my $rows = 3000;

# All types of columns, and names that need quotes. Citus makes types and roles on the workers.
$coordinator->safe_psql('postgres', qq{
	CREATE ROLE publisher LOGIN;
	CREATE ROLE reader LOGIN;
	CREATE SCHEMA "Data of ""us""" AUTHORIZATION publisher;
	SET ROLE publisher;
	SET search_path = "Data of ""us""";
	CREATE TYPE "Mood" AS ENUM ('sad', 'so so', 'glad, very');
	CREATE DOMAIN "Age" AS integer CHECK (VALUE < 150);
	CREATE TYPE place AS (street text, number integer);
	CREATE TABLE "The Visits" AS SELECT n AS "Id, of all", ((n * 7919) % 90)::"Age" AS "Age", (ARRAY['sad', 'so so', 'glad, very']::"Mood"[])[n % 3 + 1] AS "how, ""really""",
		ARRAY[n % 4, NULL, n % 2] AS numbers, to_jsonb(n % 5) AS "table", '2026-01-01'::timestamptz + (n % 700) * interval '1 hour' AS seen, (n % 1000)::numeric(10, 2) / 7 AS paid,
		ROW('x' || n % 3, n % 2)::place AS "where", int4range(n % 5, n % 5 + 3) AS "row", decode(lpad(to_hex(n % 6), 2, '0'), 'hex') AS bytes, ('00000000-0000-0000-0000-00000000000' || n % 7)::uuid AS region,
		('10.0.0.' || n % 9)::inet AS figures, CASE WHEN n % 50 > 0 THEN ('code ' || n % 8)::char(9) END AS c, 'disease ' || (n * 31) % 11 AS disease, to_json(n % 3) AS text
		FROM generate_series(1, $rows) n;
	ALTER DEFAULT PRIVILEGES FOR ROLE publisher GRANT SELECT ON TABLES TO reader;
	GRANT USAGE ON SCHEMA "Data of ""us""" TO reader});
$coordinator->safe_psql('postgres', q{SET ROLE publisher; SELECT create_distributed_table('"Data of ""us"""."The Visits"', 'Id, of all')});
my $schema = q{"Data of ""us"""};
my $table = qq{'$schema."The Visits"'};
# Functions by which workers are asked are granted, on each server.
{
	my ($error) = error_of($coordinator, qq{\\set VERBOSITY verbose
SET ROLE publisher; SELECT slice_table($table, 3, 3, sensitive => '{disease}', identifiers => '{"Id, of all"}', regions => 4)});
	like($error, qr/42501: permission denied for function slice_region/, 'a role that may not ask the workers does not publish');
	like($error, qr/HINT:.*GRANT EXECUTE ON FUNCTION microdata\.slice_region/, 'and is told what an administrator can grant');
}
may_ask($coordinator, $_, qw(slice_region bucketize_region generalize_region)) for 'publisher', 'reader';
my @columns = map { qq{"$_"} } 'Age', 'how, ""really""', 'numbers', 'table', 'seen', 'paid', 'where', 'row', 'bytes', 'region', 'figures', 'c', 'disease', 'text';

for my $call (
	[ "slice_table($table, 3, 3, sensitive => '{disease}', identifiers => '{\"Id, of all\"}', regions => 4)", 'sliced' ],
	[ "bucketize_table($table, 3, '{disease}', identifiers => '{\"Id, of all\"}', method => 'mondrian', regions => 4)", 'bucketized' ],
	[ "bucketize_table($table, 3, '{disease}', identifiers => '{\"Id, of all\"}', format => 'anatomy', regions => 4)", 'bucketized' ],
	[ "generalize_table($table, 3, sensitive => '{disease}', identifiers => '{\"Id, of all\"}', insensitive => '{\"table\", \"where\", text}', regions => 4)", 'generalized' ],
	[ "generalize_table($table, 3, sensitive => '{disease}', identifiers => '{\"Id, of all\"}', insensitive => '{\"table\", \"where\", text}', regions => 4, recoding => 'multiset')", 'generalized' ],
	[ "slice_table($table, 2, 3, sensitive => '{disease}', identifiers => '{\"Id, of all\"}', insensitive => '{\"table\", \"where\", text}', regions => 4, infeasible => 'generalize', k => 3)", 'sliced' ])
{
	my ($sql, $suffix) = @$call;
	my $what = $sql =~ s/\(.*?, (\d)/($1/r;
	my $release = qq{$schema."The Visits_$suffix"};
	like(value_of($coordinator, $sql, 'publisher'), qr/"The Visits_$suffix"$/, "$what: published by its owner");
	my $of_rows = $what =~ /anatomy/ ? qq{$schema."The Visits_${suffix}_qit"} : $release;
	is(value_of($coordinator, "count(*) FROM $of_rows", 'publisher'), $rows, 'all rows are there');
	is(value_of($coordinator, "count(*) FROM pg_dist_partition WHERE logicalrelid = '$of_rows'::regclass"), 1, 'where the rows were');
	is(value_of($coordinator, "string_agg(v::text, '; ') FROM verify_release('$release') v WHERE NOT holds", 'publisher'), '', 'and it holds');
	like(value_of($coordinator, "count(*) FROM $of_rows", 'reader'), qr/permission denied/, 'nobody else reads it');
	is(join(' ', map { $_->safe_psql('postgres', qq{SELECT string_agg(c.relname, ' ') FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace WHERE relname LIKE 'The Visits_$suffix%' AND relkind = 'r' AND has_table_privilege('reader', c.oid, 'SELECT')}) } @nodes), '  ', 'nor do they read a shard');
	for my $column ($suffix eq 'generalized' || $what =~ /k => 3/ ? ('"table"', '"where"', 'disease') : grep { !($what =~ /anatomy/ && /disease/) } @columns)
	{
		my $as_text = "md5(string_agg($column\::text, ',' ORDER BY $column\::text))";
		is(value_of($coordinator, "$as_text FROM $of_rows"), value_of($coordinator, "$as_text FROM $schema.\"The Visits\""), "$column is as it was") unless $column =~ /"c"|paid/;
	}
	value_of($coordinator, "drop_release('$release')", 'publisher');
}
nothing_on_workers('dropped', 'The Visits', @nodes);

# Somebody who may read the source publishes where they may create, and not elsewhere.
$coordinator->safe_psql('postgres', qq{ALTER DEFAULT PRIVILEGES FOR ROLE publisher REVOKE SELECT ON TABLES FROM reader; GRANT SELECT ON $schema."The Visits" TO reader; CREATE SCHEMA of_reader AUTHORIZATION reader});
my $slice = "slice_table($table, 3, 3, sensitive => '{disease}', identifiers => '{\"Id, of all\"}', regions => 4%s)";
like(value_of($coordinator, sprintf($slice, ''), 'reader'), qr/permission denied for schema/, 'nothing is made where one may not create');
like(value_of($coordinator, sprintf($slice, q{, target => 'of_reader.mine'}), 'reader'), qr/of_reader.mine$/, 'a reader publishes in a schema of theirs');
is(value_of($coordinator, q{bool_and(holds) FROM verify_release('of_reader.mine')}, 'reader'), 't', 'and it holds');
like(value_of($coordinator, 'count(*) FROM of_reader.mine', 'publisher'), qr/permission denied/, 'for nobody else');
value_of($coordinator, q{drop_release('of_reader.mine')}, 'reader');
$coordinator->safe_psql('postgres', qq{REVOKE SELECT ON $schema."The Visits" FROM reader});
like(value_of($coordinator, sprintf($slice, q{, target => 'of_reader.mine'}), 'reader'), qr/permission denied/, 'who may not read does not publish');

# Nobody sees the rows meanwhile.
is(value_of($coordinator, q{count(*) FROM pg_class WHERE relname LIKE 'microdata_scratch%'}), 0, 'no scratch table is left');

# What does not go where the rows are.
people($coordinator, 'people', $rows);
$coordinator->safe_psql('postgres', q{
	CREATE TABLE visits AS SELECT row_number() OVER () AS id, row_number() OVER () / 2 AS person, * FROM people;
	SELECT create_distributed_table('visits', 'id');
	CREATE TABLE parts (LIKE visits) PARTITION BY LIST (sex);
	CREATE TABLE parts_f PARTITION OF parts FOR VALUES IN ('F');
	CREATE TABLE parts_m PARTITION OF parts FOR VALUES IN ('M');
	SELECT create_distributed_table('parts', 'id');
	INSERT INTO parts SELECT * FROM visits;
	DROP TABLE people});
like((error_of($coordinator, q{\set VERBOSITY verbose
SELECT slice_table('visits', 2, 4, sensitive => '{disease}', in_place => true)}))[0], qr/0A000/, 'in_place is refused');
# Regions of persons are published by the coordinator.
$coordinator->safe_psql('postgres', q{
	SET client_min_messages = error;
	CREATE TABLE pairs AS SELECT id, person, person % 50 AS age, person % 2 AS sex, disease FROM visits;
	SELECT create_distributed_table('pairs', 'id');
	SELECT slice_table('pairs', 2, 2, sensitive => '{disease}', identifiers => '{id}', quasi_identifiers => '{age,sex}', subject => '{person}', regions => 3, suppress => 0.5)});
is($coordinator->safe_psql('postgres', q{SELECT parameters ? 'regions' FROM microdata.releases WHERE source = 'pairs'::regclass}), 't', 'persons with several rows go by regions');
is($coordinator->safe_psql('postgres', q{SELECT string_agg(requirement, '; ') FROM verify_release('pairs_sliced') WHERE holds IS NOT TRUE}), '', 'and are verified');
value_of($coordinator, q{slice_table('visits', 2, 2, sensitive => '{disease}', identifiers => '{id}', subject => '{person}')});
is(value_of($coordinator, q{bool_and(holds) FROM verify_release('visits_sliced')}), 't', 'but at once');
value_of($coordinator, q{drop_release('visits_sliced')});
value_of($coordinator, q{generalize_table('parts', 4, sensitive => '{disease}', identifiers => '{id, person}')});
is(value_of($coordinator, q{count(*) FROM pg_inherits WHERE inhparent = 'parts_generalized'::regclass}), 0, 'a generalized release has no partitions');
value_of($coordinator, q{drop_release('parts_generalized')});

# A partitioned table is published where its rows are; by its partitions, through the coordinator.
value_of($coordinator, q{slice_table('parts', 2, 4, sensitive => '{disease}', identifiers => '{id, person}', regions => 3)});
is(value_of($coordinator, q{(SELECT bool_and(holds) FROM verify_release('parts_sliced')) AND EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'parts_sliced'::regclass)}), 't', 'a partitioned table is sliced where its rows are');
value_of($coordinator, q{drop_release('parts_sliced')});
value_of($coordinator, q{slice_table('parts', 2, 4, sensitive => '{disease}', identifiers => '{id, person}')});
is(value_of($coordinator, q{string_agg(inhrelid::regclass::text, ' ' ORDER BY inhrelid::regclass::text) FROM pg_inherits WHERE inhparent = 'parts_sliced'::regclass}), 'parts_sliced_f parts_sliced_m', 'partitioned as a local table is');
is(value_of($coordinator, q{bool_and(holds) FROM verify_release('parts_sliced')}), 't', 'and it holds');
value_of($coordinator, q{republish_partitions('parts_sliced', '{parts_f}')});
is(value_of($coordinator, q{bool_and(holds) FROM verify_release('parts_sliced')}), 't', 'published again: it still holds');
value_of($coordinator, q{drop_release('parts_sliced')});

# A series is published at once, its editions are local tables.
value_of($coordinator, q{create_series('editions', 'visits', 'bucketization', '{"sensitive": ["disease"]}', '{id}', 3)});
like(value_of($coordinator, q{publish_series('editions')}), qr/./, 'a series of a distributed table has an edition');
is(value_of($coordinator, q{bool_and(holds) FROM verify_series('editions')}), 't', 'which holds');

done_testing();
