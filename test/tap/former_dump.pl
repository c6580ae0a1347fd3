# A dump of a database with 0.12.0 is restored where this version is installed: into 0.12.0, which is updated then, or into this version at
# once. Releases, series, ledger, hierarchies and grants are there as in a database that was updated where it was, and go on working.
# Rooms: sql scripts/install-sql test/upgrade
use strict;
use warnings;
use PostgreSQL::Test::Utils;
use Test::More;
use Microdata;

my ($from) = former_versions();
plan skip_all => 'no former version is installed here' unless $from;
my $node = new_node('former_dump');
$node->safe_psql('postgres', q{
	CREATE ROLE "data owner";
	CREATE ROLE reader;
	CREATE ROLE stranger;
	CREATE DATABASE former TEMPLATE template0});
my $filled = q{
	SET client_min_messages = error;
	CREATE EXTENSION pg_microdata VERSION '0.12.0';
	CREATE SCHEMA clinic AUTHORIZATION "data owner";
	GRANT USAGE ON SCHEMA clinic TO reader, stranger;
	SELECT create_prefix_hierarchy('of all', '{2}'), create_prefix_hierarchy('of nobody', '{2}');
	SELECT grant_hierarchy('of all', 'public');
	GRANT EXECUTE ON FUNCTION create_hierarchy(text, regclass) TO "data owner";
	SET ROLE "data owner";
	SET search_path = clinic, public;
	CREATE TABLE people AS SELECT i AS id, 20 + i % 40 AS age, (10000 + i % 17)::text AS zip, i % 2 AS sex, 'd' || i * 7 % 11 AS disease FROM generate_series(1, 300) i;
	CREATE TABLE stays AS SELECT i / 3 AS patient, i / 3 % 2 AS sex, i % 7 AS ward, 'c' || i * 7 % 23 AS code FROM generate_series(1, 150) i;
	SELECT declare_roles('people', sensitive => '{disease}', identifiers => '{id}');
	CREATE TABLE guests AS TABLE people;
	SELECT declare_roles('guests', sensitive => '{disease}', identifiers => '{id}');
	CREATE TABLE zips AS SELECT DISTINCT zip AS level0, left(zip, 4) AS level1, '*' AS level2 FROM people;
	SELECT create_hierarchy('"data owner".zips', 'zips'), grant_hierarchy('"data owner".zips', 'reader');
	SELECT declare_hierarchy('people', 'zip', '"data owner".zips'), declare_hierarchy('guests', 'zip', '"data owner".zips'), declare_hierarchy('people', 'sex', NULL);
	SELECT add_privacy_rule('people', 'age -> disease', 3, 'by law');
	SELECT slice_table('people', 2, 3, target => 'sliced'), slice_table('people', 2, 3, k => 2, target => 'sliced_k'), bucketize_table('people', 3, target => 'bucketized'),
		bucketize_table('people', 3, format => 'anatomy', target => 'anatomy'), generalize_table('people', 5, target => 'generalized');
	SELECT count(*) FROM gnf_decompose('people', 2, '{"age -> disease"}', target => 'part');
	SELECT count(*) FROM fragment_table('people', 4, 'disease', target => 'fragment');
	SELECT bucketize_table('stays', 2, sensitive => '{code}', subject => '{patient}', suppress => 0.9, target => 'of_persons');
	SELECT bucketize_table('people', 4, target => 'short_lived');
	SELECT drop_release('short_lived');
	SELECT create_series('weekly', 'guests', 'bucketization', '{"sensitive": ["disease"]}', '{id}', 3, view => 'clinic.this_week', keep => 3);
	SELECT create_series('classes', 'guests', 'generalization', '{"sensitive": ["disease"]}', '{id}', 3, gate => '{"verify": true}', approve => true, view => 'clinic.classes_now');
	SELECT create_series('growing', 'stays', 'bucketization', '{"sensitive": ["code"], "identifiers": ["ward"], "rows": "growing"}', '{patient}', 2);
	SELECT create_series('monthly', 'guests', 'slicing', '{"columns": 2, "l": 3}', series => 'independent', view => 'clinic.this_month');
	SET SESSION AUTHORIZATION "data owner";
	SELECT s, (publish_series(s)).edition FROM unnest('{weekly,growing,monthly,classes}'::text[]) s;
	RESET SESSION AUTHORIZATION;
	SELECT approve_edition('classes', 1);
	SET ROLE "data owner";
	DELETE FROM guests WHERE id % 9 = 0;
	INSERT INTO guests SELECT i, 20 + i % 40, (10000 + i % 17)::text, i % 2, 'd' || i * 7 % 11 FROM generate_series(301, 380) i;
	INSERT INTO stays SELECT i / 3, i / 3 % 2, i % 7, 'c' || i * 7 % 23 FROM generate_series(151, 180) i;
	SELECT s, (publish_series(s)).edition FROM unnest('{weekly,growing,monthly,classes}'::text[]) s;
	GRANT SELECT ON sliced, anatomy, generalized, weekly_1 TO reader;
	GRANT SELECT ON this_week, this_month, classes_now TO reader};
$node->safe_psql('former', "\\o /dev/null\n$filled");
$node->safe_psql('postgres', 'CREATE DATABASE never_dumped TEMPLATE former');
my $file = PostgreSQL::Test::Utils::tempdir() . '/dump';
$node->command_ok([ 'pg_dump', '-F', 'custom', '-f', $file, $node->connstr('former') ], 'a database with 0.12.0 is dumped');

sub restored
{
	my ($database, $before) = @_;
	my ($out, $err) = ('', '');
	$node->safe_psql('postgres', "CREATE DATABASE $database TEMPLATE template0");
	$node->safe_psql($database, $before) if $before;
	my $whole = IPC::Run::run([ 'pg_restore', '--exit-on-error', '-d', $node->connstr($database), $file ], '>', \$out, '2>', \$err);
	ok($whole, "$database: restored") or diag($err);
	return $whole;
}
ok(restored('updated_then', q{CREATE EXTENSION pg_microdata VERSION '0.12.0'}), '0.12.0 is restored into 0.12.0');
is($node->safe_psql('updated_then', q{SELECT extversion FROM pg_extension WHERE extname = 'pg_microdata'}), '0.12.0', 'and stays that until it is updated');
$node->safe_psql($_, q{SET client_min_messages = error; ALTER EXTENSION pg_microdata UPDATE}) for qw(never_dumped updated_then);
ok(restored('at_once', ''), '0.12.0 is restored into this version');

# All that is on record, but for what dumping changes: oids, and how views that stand for hierarchies and series are called.
my $on_record = q{
	SET search_path = clinic, public;
	SELECT release_id, method, source, relations, parameters, created_by, source_rows, published_rows, suppressed_rows, buckets FROM microdata.releases ORDER BY 1;
	SELECT release_id, relation, column_no, attribute, role, generalized FROM microdata.release_columns ORDER BY 1, relation::text, 4;
	SELECT release_id, method, source, source_name, about, relations, attributes, created_by, readers, ended, ended_by FROM microdata.ledger ORDER BY 1;
	SELECT * FROM microdata.roles ORDER BY source::text, 2;
	SELECT name, kind, definition, owner, levels, granted_to FROM microdata.hierarchies ORDER BY 1;
	SELECT * FROM microdata.declared_hierarchies ORDER BY source::text, 2;
	SELECT * FROM microdata.privacy_rules ORDER BY 1;
	SELECT series, source, method, arguments, m, subject, view, gate, approve FROM microdata.series ORDER BY 1;
	SELECT series, edition, state, relations, persons, counterfeits, withheld FROM microdata.editions ORDER BY 1, 2;
	SELECT r.relations[1], v.requirement, v.holds FROM microdata.releases r, verify_release(r.relations[1]) v ORDER BY r.release_id, 2;
	SELECT s.series, v.edition, v.requirement, v.holds FROM microdata.series s, verify_series(s.series) v ORDER BY 1, 2, 3;
	SELECT c.oid::regclass, c.relowner::regrole, c.relacl FROM pg_class c WHERE c.relnamespace = 'clinic'::regnamespace AND c.relkind IN ('r', 'v') ORDER BY c.relname;
	SELECT h.name, c.relowner::regrole, c.relacl FROM microdata.hierarchy_record h LEFT JOIN pg_class c ON c.oid = h.holder ORDER BY 1;
	SELECT s.name, c.relowner::regrole FROM microdata.series_record s LEFT JOIN pg_class c ON c.oid = s.holder ORDER BY 1};
my $expected = $node->safe_psql('never_dumped', $on_record);
like($expected, qr/^sliced\|/m, 'there is something to compare');
unlike($expected, qr/^(?:sliced|bucketized|generalized|anatomy)\|[^|]*\|f$/m, 'releases hold before');

# Users go on with the restored releases, each as the role that may.
my $going_on = q{
	SET client_min_messages = error;
	SET search_path = clinic, public;
	SET ROLE "data owner";
	SET SESSION AUTHORIZATION "data owner";
	SELECT s, (publish_series(s)).edition FROM unnest('{weekly,growing,monthly,classes}'::text[]) s;
	RESET SESSION AUTHORIZATION;
	SELECT approve_edition('classes', 3);
	SET ROLE "data owner";
	SELECT bool_and(holds) FROM unnest('{weekly,growing,monthly,classes}'::text[]) s, verify_series(s);
	SELECT slice_table('people', 2, 3, target => 'sliced', replace => true);
	SELECT bool_and(holds) FROM verify_release('sliced');
	SELECT count(*) > 0 FROM hierarchy_labels('people', 'zip', '"data owner".zips');
	SELECT grant_hierarchy('"data owner".zips', 'stranger'), revoke_hierarchy('"data owner".zips', 'reader');
	SELECT forget_release(min(release_id), 'a draft') IS NOT NULL FROM microdata.ledger WHERE ended = 'dropped';
	SELECT alter_series('weekly', gate => '{"verify": true}');
	SELECT count(*) FROM microdata.series;
	SET ROLE reader;
	SELECT count(*) > 0 FROM this_week;
	SELECT count(*) > 0 FROM this_month;
	SELECT count(*) > 0 FROM classes_now;
	SELECT count(*) FROM microdata.releases WHERE source IS NULL;
	SELECT estimate_count('this_week', '{"sex": "1"}') > 0;
	SELECT estimate_count('sliced', '{"sex": "1"}') > 0;
	SELECT name FROM microdata.hierarchies ORDER BY 1;
	SELECT count(*) FROM microdata.series;
	SET ROLE stranger;
	SELECT count(*) FROM microdata.releases;
	SELECT name FROM microdata.hierarchies ORDER BY 1};
my $went_on = $node->safe_psql('never_dumped', $going_on);
for my $database (qw(updated_then at_once))
{
	is($node->safe_psql($database, $on_record), $expected, "$database: all is on record as where nothing was dumped");
	is($node->safe_psql($database, $going_on), $went_on, "$database: and goes on");
	for my $barred ('SELECT FROM clinic.people', 'SELECT FROM clinic.classes_3', q{SELECT publish_series('weekly')}, 'SELECT FROM microdata.release_record')
	{
		isnt($node->psql($database, "SET ROLE reader; $barred", on_error_stop => 1), 0, "$database: a reader may not $barred");
	}
	$node->safe_psql($database, q{REASSIGN OWNED BY "data owner" TO reader; SET ROLE reader; SET client_min_messages = error; SELECT publish_series('weekly'); SELECT drop_series('growing')});
}

done_testing();
