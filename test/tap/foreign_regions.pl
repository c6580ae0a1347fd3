# Regions of foreign tables of postgres_fdw: aggregates of microdata.plan_regions() are computed where the rows are.
# Rooms: src/core/regions src/postgres/*region*
use strict;
use warnings;
use PostgreSQL::Test::Utils;
use Test::More;
use Microdata;

plan skip_all => 'postgres_fdw is not installed' unless has_extension('postgres_fdw');

my $node = new_node('foreign_regions', q{session_preload_libraries = 'auto_explain'}, q{auto_explain.log_min_duration = 0}, q{auto_explain.log_nested_statements = on},
	q{auto_explain.log_verbose = on});
plan skip_all => 'postgres_fdw sends CASE since PostgreSQL 15' if $node->safe_psql('postgres', 'SHOW server_version_num') < 150000;
$node->safe_psql('postgres', 'CREATE DATABASE shard');
my $columns = 'number integer, age integer, zip integer, born date, income float8, disease text';
$node->safe_psql(
	'shard', qq{
	CREATE TABLE visits ($columns);
	INSERT INTO visits SELECT i, 18 + (i * 37) % 70, 47900 + (i * 13) % 41, date '1940-01-01' + (i * 101) % 20000, (i * 7) % 300, 'd' || (i * i) % 11 FROM generate_series(1, 20000) i;
	ANALYZE visits});
$node->safe_psql(
	'postgres', sprintf qq{
	CREATE EXTENSION postgres_fdw;
	CREATE SERVER shard FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '%s', port '%s', dbname 'shard', fetch_size '10000');
	CREATE USER MAPPING FOR CURRENT_USER SERVER shard;
	CREATE FOREIGN TABLE visits ($columns) SERVER shard;
	CREATE TABLE here AS SELECT * FROM visits;
	ANALYZE here}, $node->host, $node->port);

my $plan = q{microdata.plan_regions('%s', 6, 4, sensitive => '{disease}', identifiers => '{number}', columns => 3, groups => '{"disease, zip", age, "born, income"}', seed => 7)};
my $from = -s $node->logfile;
my $foreign = $node->safe_psql('postgres', 'SET client_min_messages = error; SELECT ' . sprintf($plan, 'visits') . q{ - 'values'});
my $log = substr(slurp_file($node->logfile), $from);
is($foreign, $node->safe_psql('postgres', 'SET client_min_messages = error; SELECT ' . sprintf($plan, 'here') . q{ - 'values'}), 'the plan of a foreign table is that of the same rows here');
cmp_ok($node->safe_psql('postgres', "SELECT jsonb_array_length(\$plan\$$foreign\$plan\$::jsonb -> 'regions')"), '>', 1, 'it is cut');

# What is not sent: the sample. All else are aggregates there.
my @remote = $log =~ /Remote SQL: (.*)/g;
my @rows = grep { !/\b(?:count|min|max)\(/ } @remote;
my @counted = grep { /count\(\*\)/ && /GROUP BY/ } @remote;
is(scalar @rows, 1, 'rows are fetched once, for the sample') or diag(join("\n", @rows));
is(scalar(grep { /CASE WHEN/ } @counted), 1, 'regions, their sensitive values, and these by zip are counted there in one pass') or diag(join("\n", @remote));
is(scalar(grep { /min\(/ && /max\(/ } @remote), 1, 'so are extremes');
like($log, qr/Relations: Aggregate on \(public\.visits\)/, 'as EXPLAIN shows');

# Of a partitioned table whose partitions are elsewhere, each counts its rows.
$node->safe_psql('shard', 'CREATE TABLE north AS SELECT * FROM visits WHERE age < 50; CREATE TABLE south AS SELECT * FROM visits WHERE age >= 50');
$node->safe_psql(
	'postgres', qq{
	CREATE TABLE everywhere ($columns) PARTITION BY RANGE (age);
	CREATE FOREIGN TABLE north PARTITION OF everywhere FOR VALUES FROM (MINVALUE) TO (50) SERVER shard;
	CREATE FOREIGN TABLE south PARTITION OF everywhere FOR VALUES FROM (50) TO (MAXVALUE) SERVER shard;
	ANALYZE everywhere, north, south});
$from = -s $node->logfile;
my $shards = $node->safe_psql('postgres', 'SET client_min_messages = error; SELECT ' . sprintf($plan, 'everywhere') . q{ #> '{regions}'});
$log = substr(slurp_file($node->logfile), $from);
@remote = $log =~ /Remote SQL: (.*)/g;
@rows = grep { !/\b(?:count|min|max)\(/ } @remote;
is(scalar @rows, 2, 'of each partition, rows are fetched once, for the sample') or diag(join("\n", @rows));
like($log, qr/Relations: Aggregate on \(public\.$_/, "$_ aggregates its rows") for 'north', 'south';
my $rows = 'SELECT sum((r -> \'rows\')::int) FROM jsonb_array_elements($plan$%s$plan$::jsonb) r';
is($node->safe_psql('postgres', sprintf $rows, $shards), 20000, 'all rows are counted');
is($node->safe_psql('postgres', q{SHOW enable_partitionwise_aggregate}), 'off', 'the setting stays');

# Servers that order text differently: what is compared is compared in one place, here. Rows of 'P...' come first by
# bytes, and between 'o...' and 'q...' by the language.
my $icu = 'CREATE DATABASE language TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE \'en-US\' LOCALE \'C.UTF-8\'';
SKIP:
{
	my ($status) = $node->psql('postgres', $icu);
	skip 'no ICU', 1 if $status != 0;
	my $stays = 'age integer, city text, d text';
	$node->safe_psql(
		'language', qq{
		CREATE TABLE stays ($stays);
		INSERT INTO stays SELECT i % 60, CASE WHEN i % 400 = 0 THEN 'P' || i % 3 ELSE chr(97 + i % 26) || i % 10 END, 'd' || i % 9 FROM generate_series(1, 40000) i});
	$node->safe_psql('postgres', 'CREATE DATABASE bytes TEMPLATE template0 LOCALE_PROVIDER libc LOCALE \'C\' ENCODING \'UTF8\'');
	$node->safe_psql(
		'bytes', sprintf qq{
		CREATE EXTENSION postgres_fdw;
		CREATE EXTENSION pg_microdata;
		CREATE SERVER language FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '%s', port '%s', dbname 'language', fetch_size '10000');
		CREATE USER MAPPING FOR CURRENT_USER SERVER language;
		CREATE FOREIGN TABLE stays ($stays) SERVER language;
		CREATE FOREIGN TABLE stays_c (age integer, city text COLLATE "C", d text) SERVER language OPTIONS (table_name 'stays');
		CREATE VIEW cities AS SELECT city, d FROM stays;
		CREATE TABLE mixed ($stays) PARTITION BY LIST (city);
		CREATE TABLE mixed_a PARTITION OF mixed FOR VALUES IN ('a0', 'b1');
		CREATE FOREIGN TABLE mixed_other PARTITION OF mixed DEFAULT SERVER language OPTIONS (table_name 'stays');
		INSERT INTO mixed_a SELECT i % 60, (ARRAY['a0', 'b1'])[1 + i % 2], 'd' || i % 9 FROM generate_series(1, 5000) i},
		$node->host, $node->port);
	for my $source ('stays', 'stays_c', 'cities', 'mixed')
	{
		for my $call (
			[ slice_table => '2, 3', 'sliced', ', sensitive_column_size => 1' ],
			[ bucketize_table => '3', 'bucketized', '' ])
		{
			my ($function, $numbers, $ending, $more) = @$call;
			my $name = "$function of $source";
			my (undef, undef, $error) = $node->psql('bytes',
				"SET client_min_messages = error; SELECT $function('$source', $numbers, sensitive => '{d}', regions => 4$more)");
			is($error, '', "$name: published") or next;
			my $release = "${source}_$ending";
			is($node->safe_psql('bytes', "SELECT count(*) FROM (SELECT city FROM $source EXCEPT ALL SELECT city FROM $release) d"), 0, "$name: whole");
			cmp_ok($node->safe_psql('bytes', qq{SELECT coalesce(jsonb_array_length(parameters -> 'regions' -> 'source_rows'), 1) FROM microdata.releases
				WHERE '$release'::regclass = ANY (relations)}), '>', 1, "$name: in regions");
			is($node->safe_psql('bytes', "SET client_min_messages = error; SELECT count(*) FROM verify_release('$release') WHERE NOT holds"), 0, "$name: verified");
		}
	}
}

done_testing();
