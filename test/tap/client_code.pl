# Code of a relation's owner that the program must not run with the rights of its caller, whatever the owner changes meanwhile;
# what others put in the way of files; and names that look like messages.
# Rooms: src/client sql
use strict;
use warnings;
use PostgreSQL::Test::Utils;
use Test::More;
use Microdata;

my $node = new_node('client_code');
my $directory = PostgreSQL::Test::Utils::tempdir();
my @there = ('-h', $node->host, '-p', $node->port, '-d', 'postgres');

$node->safe_psql(
	'postgres', q{
	CREATE SCHEMA hers;
	CREATE TYPE hers.evil AS ENUM ('e1', 'e2');
	CREATE DOMAIN hers.number AS integer;
	CREATE FUNCTION hers.as_json(hers.evil) RETURNS json LANGUAGE plpgsql AS $$ BEGIN RAISE WARNING 'HER CODE RUNS'; RETURN '"x"'; END $$;
	CREATE FUNCTION hers.as_text(hers.evil) RETURNS text LANGUAGE plpgsql AS $$ BEGIN RAISE WARNING 'HER CODE RUNS'; RETURN 'x'; END $$;
	CREATE FUNCTION hers.as_float(hers.evil) RETURNS float8 LANGUAGE plpgsql AS $$ BEGIN RAISE WARNING 'HER CODE RUNS'; RETURN 1; END $$;
	CREATE FUNCTION hers.as_timestamp(hers.evil) RETURNS timestamp LANGUAGE plpgsql AS $$ BEGIN RAISE WARNING 'HER CODE RUNS'; RETURN '2024-01-01'; END $$;
	CREATE FUNCTION hers.says(text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN RAISE WARNING 'HER CODE RUNS'; RETURN true; END $$;
	CREATE CAST (hers.evil AS json) WITH FUNCTION hers.as_json(hers.evil);
	CREATE CAST (hers.evil AS text) WITH FUNCTION hers.as_text(hers.evil) AS IMPLICIT;
	CREATE CAST (hers.evil AS float8) WITH FUNCTION hers.as_float(hers.evil) AS IMPLICIT;
	CREATE CAST (hers.evil AS timestamp) WITH FUNCTION hers.as_timestamp(hers.evil) AS IMPLICIT});

# Runs the program; returns what it ended with and what it wrote.
sub microdata
{
	my ($out, $err) = ('', '');
	IPC::Run::run([ 'microdata', @_ ], '<', \undef, '>', \$out, '2>', \$err);
	return ($? >> 8, $out, $err);
}

# Runs it while another session changes a relation that it waits for, after its snapshot was taken.
sub while_changed
{
	my ($change, @command) = @_;
	my $owner = $node->background_psql('postgres');
	$owner->query_safe("BEGIN; $change");
	my ($out, $err) = ('', '');
	my $run = IPC::Run::start([ 'microdata', @command, @there ], '<', \undef, '>', \$out, '2>', \$err, IPC::Run::timeout(120));
	$node->poll_query_until('postgres',
		qq{SELECT EXISTS (SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock')}) or diag($err);
	$owner->query_safe('COMMIT');
	$owner->quit;
	IPC::Run::finish($run);
	return ($? >> 8, $out, $err);
}

# Exchanges two columns of a table.
sub while_exchanged
{
	my ($table, $one, $other, @command) = @_;
	return while_changed("ALTER TABLE $table RENAME $one TO t; ALTER TABLE $table RENAME $other TO $one; ALTER TABLE $table RENAME t TO $other", @command);
}

# Exports. All is as it was where nothing is exchanged.
$node->safe_psql(
	'postgres', q{
	CREATE TABLE hers.swapped (a text, b hers.evil, t1 date, t2 timestamptz, n hers.number, flag boolean, c char(5), i inet, e hers.evil);
	INSERT INTO hers.swapped VALUES ('q', 'e1', '2024-02-03', '2024-02-03 04:05:06+00', 7, true, 'x', '10.0.0.1', 'e2'), (NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)});
my ($status, $out, $err) = microdata('export', '--format', 'json', 'hers.swapped', @there);
like($out, qr/^\{"a":"q","b":"e1","t1":"2024-02-03","t2":"2024-02-03T04:05:06\+00:00","n":7,"flag":true,"c":"x    ","i":"10.0.0.1","e":"e2"\},$/m,
	'JSON: the server\'s types, and a domain, as to_json has them');
like($out, qr/^\{"a":null,"b":null,"t1":null,"t2":null,"n":null,"flag":null,"c":null,"i":null,"e":null\}$/m, 'and NULL');
($status, $out, $err) = microdata('export', '--format', 'arff', 'hers.swapped', @there);
like($out, qr{^'?q'?,'?e1'?,"2024-02-03","2024-02-03 04:05:06",7,'?true'?,'?x'?,'?10.0.0.1/32'?,'?e2'?$}m, 'ARFF: as casts have them') or diag($out, $err);
for my $format (qw(json arff))
{
	for my $column (qw(a t1 t2 n flag c i))
	{
		($status, $out, $err) = while_exchanged('hers.swapped', $column, 'b', 'export', '--format', $format, 'hers.swapped');
		unlike($err, qr/HER CODE RUNS/, "$format: no cast of the owner's runs where $column gets another type");
		$node->safe_psql('postgres', "ALTER TABLE hers.swapped RENAME $column TO t; ALTER TABLE hers.swapped RENAME b TO $column; ALTER TABLE hers.swapped RENAME t TO b");
	}
}

# The text of an array whose elements are of any type: pg_stats of a table of hers.
$node->safe_psql('postgres', q{CREATE TABLE hers.counted AS SELECT 'e1'::hers.evil AS v FROM generate_series(1, 100); ANALYZE hers.counted});
($status, $out, $err) = microdata('export', '--format', 'json', 'pg_catalog.pg_stats', @there);
is($status, 0, 'statistics are exported') or diag($err);
like($out, qr/"most_common_vals":"\{e1\}"/, 'as text');
unlike($err, qr/HER CODE RUNS/, 'without casts of the elements');

# Reports.
$node->safe_psql(
	'postgres', q{
	CREATE TABLE hers.source (age int, other hers.evil, seen date, other_date hers.evil, zip int, disease text);
	INSERT INTO hers.source SELECT 20 + i % 13, 'e1', date '2024-01-01' + i % 9, 'e1', 1000 + i % 7, 'd' || i % 5 FROM generate_series(1, 200) i;
	SELECT slice_table('hers.source', columns => 2, l => 2, sensitive => '{disease}', identifiers => '{other,other_date}', target => 'hers.sliced')});
for ([ 'age', 'other' ], [ 'seen', 'other_date' ])
{
	my ($column, $other) = @$_;
	($status, $out, $err) = while_exchanged('hers.source', $column, $other, 'report', 'hers.sliced', '--private', '--seconds', 1, '-o', "$directory/page.html");
	unlike($err, qr/HER CODE RUNS/, "a report runs no cast of the owner's where $column gets another type");
	$node->safe_psql('postgres', "ALTER TABLE hers.source RENAME $column TO t; ALTER TABLE hers.source RENAME $other TO $column; ALTER TABLE hers.source RENAME t TO $other");
}

# Sources of releases that a superuser names: what their owner has put into a view afterwards, or into a table.
$node->safe_psql(
	'postgres', q{
	CREATE ROLE other_owner;
	CREATE SCHEMA theirs AUTHORIZATION other_owner;
	SET ROLE other_owner;
	CREATE FUNCTION theirs.same(integer) RETURNS integer LANGUAGE plpgsql IMMUTABLE AS
		$$ BEGIN IF current_user <> 'other_owner' THEN RAISE WARNING 'THEIR CODE RUNS'; END IF; RETURN $1; END $$;
	CREATE TABLE theirs.persons AS SELECT 20 + i % 13 AS age, 1000 + i % 7 AS zip, 'd' || i % 5 AS disease FROM generate_series(1, 400) i;
	CREATE VIEW theirs.source AS SELECT * FROM theirs.persons;
	CREATE VIEW theirs.harmless AS SELECT age + 1 AS age, zip, disease FROM theirs.persons;
	CREATE TABLE theirs.indexed AS SELECT * FROM theirs.persons;
	SELECT bucketize_table('theirs.source', 2, sensitive => '{disease}', target => 'theirs.bucketized');
	SELECT generalize_table('theirs.source', 5, sensitive => '{disease}', target => 'theirs.generalized');
	SELECT gnf_decompose('theirs.source', 2, sensitive => '{disease}', target => 'theirs.decomposed');
	SELECT bucketize_table('theirs.indexed', 2, sensitive => '{disease}', target => 'theirs.of_indexed');
	SELECT bucketize_table('theirs.harmless', 2, sensitive => '{disease}', target => 'theirs.of_harmless');
	SELECT create_series('theirs', 'theirs.source', 'bucketization', '{"l": 2, "sensitive": ["disease"], "target": "theirs.edition"}', independent => true, view => 'theirs.shown');
	SELECT publish_series('theirs');
	CREATE OR REPLACE VIEW theirs.source AS SELECT theirs.same(age) AS age, zip, disease FROM theirs.persons;
	CREATE INDEX ON theirs.indexed ((theirs.same(1) + age))});
for my $release (qw(bucketized generalized decomposed_1 edition_1 shown of_indexed))
{
	($status, $out, $err) = microdata('report', "theirs.$release", '-o', "$directory/page.html", @there);
	is($status, 0, "theirs.$release: a page for readers");
	unlike($err, qr/THEIR CODE RUNS/, 'of the release alone');
	($status, $out, $err) = microdata('report', "theirs.$release", '--private', '--seconds', 1, '--sample', 100, '-o', "$directory/page.html", @there);
	is($status, 3, "theirs.$release: no page with figures of the source");
	like($err, qr/^ERROR:  the source of "$release" might run code of another role with your rights$/m, 'for its sake');
	unlike($err, qr/THEIR CODE RUNS/, 'which does not run');
}
($status, $out, $err) = microdata('report', 'theirs.of_harmless', '--private', '--seconds', 1, '--sample', 100, '-o', "$directory/page.html", @there);
is($status, 0, 'a view that only computes is read') or diag($err);
{
	local $ENV{PGOPTIONS} = '-c role=other_owner';
	($status, $out, $err) = microdata('report', 'theirs.generalized', '--private', '--seconds', 1, '--sample', 100, '-o', "$directory/page.html", @there);
	is($status, 0, 'the owner has the page') or diag($err);
}

# The owner of what a superuser exports or reports puts a view in its place, or renames its schema, while the program waits; or a view is what
# the name has meant from the beginning, or a table with an index.
my $begin = q{
	DROP SCHEMA IF EXISTS swapped, former CASCADE;
	CREATE SCHEMA swapped AUTHORIZATION other_owner;
	SET ROLE other_owner;
	CREATE FUNCTION swapped.springs() RETURNS integer LANGUAGE plpgsql IMMUTABLE AS
		$$ BEGIN IF current_user <> 'other_owner' THEN RAISE WARNING 'THEIR CODE RUNS'; END IF; RETURN 1; END $$;
	CREATE TABLE swapped.persons AS SELECT 20 + i % 13 AS age, 1000 + i % 7 AS zip, 'd' || i % 5 AS disease FROM generate_series(1, 400) i;
	SELECT generalize_table('swapped.persons', 5, sensitive => '{disease}', target => 'swapped.release')};
my $in_place = sub { return "SET LOCAL ROLE other_owner; ALTER TABLE swapped.$_[0] RENAME TO former; CREATE VIEW swapped.$_[0] AS SELECT *, swapped.springs() AS x FROM swapped.former" };
my $schema = q{SET LOCAL ROLE other_owner; LOCK TABLE swapped.release; RESET ROLE; ALTER SCHEMA swapped RENAME TO former; CREATE SCHEMA swapped;
	CREATE VIEW swapped.release AS SELECT *, former.springs() AS x FROM former.release; ALTER VIEW swapped.release OWNER TO other_owner};
my %reading = map { ("export --format $_" => [ 'export', '--format', $_ ]) } qw(csv json arff);
$reading{report} = [ 'report', '-q', '-o', "$directory/page.html" ];
for my $what (sort keys %reading)
{
	for my $change ([ 'a view in its place', $in_place->('release') ], [ 'a schema in the place of its own', $schema ])
	{
		$node->safe_psql('postgres', "SET client_min_messages = error; $begin");
		($status, $out, $err) = while_changed($change->[1], @{ $reading{$what} }, 'swapped.release');
		# A report is of names at its snapshot; where one of them has come to mean something else, it is refused.
		like("$status$err", $what eq 'report' ? qr/^0|^3ERROR:  relation "release" might run code/ : qr/^0/, "$what: $change->[0] is not what was named");
		unlike($err, qr/THEIR CODE RUNS/, 'and does not run');
	}
	$node->safe_psql('postgres', "SET client_min_messages = error; $begin; CREATE VIEW swapped.seen AS SELECT *, swapped.springs() AS x FROM swapped.persons");
	($status, $out, $err) = microdata(@{ $reading{$what} }, 'swapped.seen', @there);
	is($status, 3, "$what: a view that calls a function of its owner");
	like($err, qr/^ERROR:  relation "seen" might run code of another role with your rights$/m, 'is refused');
	unlike($err, qr/THEIR CODE RUNS/, 'before it runs');
	$node->safe_psql('postgres', 'CREATE INDEX ON swapped.release ((swapped.springs() + length(disease))); ANALYZE swapped.release');
	($status, $out, $err) = microdata(@{ $reading{$what} }, 'swapped.release', @there);
	is($status, 3, "$what: a table whose index calls a function of its owner");
	unlike($err, qr/THEIR CODE RUNS/, 'is refused before it runs');
	{
		local $ENV{PGOPTIONS} = '-c role=other_owner';
		is((microdata(@{ $reading{$what} }, 'swapped.release', @there))[0], 0, 'its owner reads it');
	}
}
# No index comes between the look at a table and its reading.
$node->safe_psql('postgres', "SET client_min_messages = error; $begin");
my $reader = $node->background_psql('postgres');
$reader->query_safe(q{BEGIN READ ONLY; SELECT microdata.readable_name('swapped.release')});
for my $command ('CREATE INDEX ON swapped.release ((swapped.springs() + length(disease)))', 'CREATE STATISTICS swapped.s ON (swapped.springs() || disease) FROM swapped.release')
{
	like((error_of($node, "SET lock_timeout = '100ms'; SET ROLE other_owner; $command"))[0], qr/lock timeout/, 'an owner waits with an index, or statistics');
}
$reader->query_safe('COMMIT');
# One relation of a release is exchanged while the other one is waited for.
$node->safe_psql('postgres', q{SET ROLE other_owner; SET pg_microdata.republish = 'allow';
	SELECT bucketize_table('swapped.persons', 2, sensitive => '{disease}', method => 'anatomy', format => 'anatomy', target => 'swapped.two')});
($status, $out, $err) = while_changed($in_place->('two_st'), 'report', '-o', "$directory/page.html", 'swapped.two');
unlike($err, qr/THEIR CODE RUNS/, 'a report of a release in two tables runs nothing of a view in the place of one');
# A role without rights has no name to read by.
$node->safe_psql('postgres', 'CREATE ROLE nobody_special; CREATE TABLE people_of_others (a integer)');
for ([ 'swapped.release', 'schema swapped' ], [ 'people_of_others', 'table people_of_others' ])
{
	my $oid = $node->safe_psql('postgres', "SELECT '$_->[0]'::regclass::oid");
	like((error_of($node, "SET ROLE nobody_special; SELECT microdata.readable_name($oid)"))[0], qr/permission denied for $_->[1]/, "$_->[0]: no right, no name");
}
$reader->quit;

# Constraints that a plan with conditions would compute.
$node->safe_psql(
	'postgres', q{
	CREATE TABLE hers.parted (age int, p int, disease text) PARTITION BY LIST (p);
	CREATE TABLE hers.parted_1 PARTITION OF hers.parted FOR VALUES IN (1);
	CREATE TABLE hers.parted_2 PARTITION OF hers.parted FOR VALUES IN (2);
	INSERT INTO hers.parted SELECT 20 + i % 13, 1 + i % 2, 'd' || i % 5 FROM generate_series(1, 400) i;
	ALTER TABLE hers.parted_1 ADD CHECK (hers.says('here'));
	ALTER TABLE hers.parted_2 ADD CHECK (hers.says('there'))});
for my $format (qw(csv json arff))
{
	($status, $out, $err) = microdata('export', '--format', $format, 'hers.parted', @there);
	is($status, 0, "$format of a partitioned table");
	unlike($err, qr/HER CODE RUNS/, 'computes no constraint');
}

# Names with line ends.
$node->safe_psql(
	'postgres', qq{
	CREATE TABLE hers."nn\nERROR:  forged" AS SELECT 20 + i % 13 AS age, 1000 + i % 7 AS zip, 'd' || i % 5 AS disease FROM generate_series(1, 200) i});
$ENV{PGOPTIONS} = '-c pg_microdata.republish=warn';
for (1, 2)
{
	($status, $out, $err) = microdata('slice', qq{hers."nn\nERROR:  forged"}, '--columns', 2, '--l', 2, '--sensitive', 'disease', '--target', "hers.forged_$_", @there);
	is($status, 0, 'a table with a line end in its name');
	$node->safe_psql('postgres', "GRANT SELECT ON hers.forged_$_ TO PUBLIC");
}
like($err, qr/^WARNING:  .*forged/ms, 'is named in a warning');
unlike($err, qr/^ERROR/m, 'which does not look like another message');

# A file of one's own keeps its permissions.
PostgreSQL::Test::Utils::append_to_file("$directory/own.csv", '');
chmod 0640, "$directory/own.csv";
is((microdata('export', 'hers.counted', '-o', "$directory/own.csv", @there))[0], 0, 'a file is replaced');
is((stat "$directory/own.csv")[2] & 07777, 0640, 'with its permissions');

done_testing();
