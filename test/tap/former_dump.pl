# A dump of a database with 0.12.0 is restored where this version is installed: into 0.12.0, which is updated then, or into this version at
# once. Releases, series, ledger, hierarchies and grants are the same in both, and go on working.
# Rooms: sql scripts/install-sql test/upgrade
use strict;
use warnings;
use PostgreSQL::Test::Utils;
use Test::More;
use Microdata;

my ($from) = former_versions();
plan skip_all => 'no former version is installed here' unless $from;
my $node = new_node('former_dump');
$node->safe_psql('postgres', 'CREATE ROLE "data owner"; CREATE ROLE reader; CREATE ROLE stranger');

sub restored
{
	my ($database, $before) = @_;
	$node->safe_psql('postgres', "CREATE DATABASE $database TEMPLATE template0");
	$node->safe_psql($database, $before) if $before;
	$node->command_ok([ 'psql', '-X', '-q', '-v', 'ON_ERROR_STOP=1', '-f', "$ENV{MICRODATA_ROOT}/test/upgrade/$from.dump.sql", $node->connstr($database) ], "$database: restored");
	return;
}
restored('updated_then', "CREATE EXTENSION pg_microdata VERSION '$from'");
is($node->safe_psql('updated_then', q{SELECT extversion FROM pg_extension WHERE extname = 'pg_microdata'}), $from, "$from is restored into $from, and stays that until it is updated");
$node->safe_psql('updated_then', q{SET client_min_messages = error; ALTER EXTENSION pg_microdata UPDATE});
restored('at_once', '');

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
my $expected = $node->safe_psql('updated_then', $on_record);
like($expected, qr/^sliced\|/m, 'there is something to compare');
unlike($expected, qr/"grouping"|"cuts_by"|"feasible"/, 'settings are those of this version');
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
	SELECT microdata.forget_release(min(release_id), 'a draft') IS NOT NULL FROM microdata.ledger WHERE ended = 'dropped';
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
my $went_on = $node->safe_psql('updated_then', $going_on);
is($node->safe_psql('at_once', $on_record), $expected, 'all is on record alike in both');
is($node->safe_psql('at_once', $going_on), $went_on, 'and goes on alike');
for my $database (qw(updated_then at_once))
{
	for my $barred ('SELECT FROM clinic.people', 'SELECT FROM clinic.classes_3', q{SELECT publish_series('weekly')}, 'SELECT FROM microdata.release_record')
	{
		isnt($node->psql($database, "SET ROLE reader; $barred", on_error_stop => 1), 0, "$database: a reader may not $barred");
	}
	$node->safe_psql($database, q{REASSIGN OWNED BY "data owner" TO reader; SET ROLE reader; SET client_min_messages = error; SELECT publish_series('weekly'); SELECT drop_series('growing')});
}

done_testing();
