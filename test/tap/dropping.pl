# The extension is dropped with its ledger, and comes again with what a dump of its catalog has kept.
use strict;
use warnings;
use PostgreSQL::Test::Utils;
use Test::More;
use Microdata;

my $node = new_node('dropping');
people($node, 'people', 300);
$node->safe_psql(
	'postgres', q{
	ALTER TABLE people ADD id serial;
	CREATE ROLE analyst;
	SELECT create_prefix_hierarchy('letters', '{2,1}');
	SELECT slice_table('people', 2, 3, sensitive => '{disease}', identifiers => '{id}');
	GRANT SELECT ON people_sliced TO analyst;
	SELECT slice_table('people', 2, 2, sensitive => '{disease}', identifiers => '{id}', target => 'gone');
	GRANT SELECT ON gone TO analyst;
	SELECT drop_release('gone');
	SELECT create_series('weekly', 'people', 'bucketization', '{"sensitive": ["disease"]}', '{id}', 3);
	CALL run_series('weekly')});
my $summary = q{
	SELECT * FROM microdata.ledger ORDER BY release_id;
	SELECT release_id, relations, source, method FROM microdata.releases ORDER BY 1;
	SELECT * FROM microdata.series;
	SELECT * FROM microdata.editions;
	SELECT series, edition, state, started_at FROM microdata.runs;
	SELECT count(*) FROM microdata.series_person_record;
	SELECT name, kind, owner FROM microdata.hierarchies};
my $before = $node->safe_psql('postgres', $summary);
my $file = PostgreSQL::Test::Utils::tempdir() . '/catalog';

sub fails
{
	my ($statement) = @_;
	my $error = '';
	isnt($node->psql('postgres', $statement, on_error_stop => 1, stderr => \$error), 0, "$statement fails");
	return $error;
}

# As docs/install.md has it.
like(fails('DROP EXTENSION pg_microdata CASCADE'), qr/releases or series are on record\nDETAIL:  Releases: 2; series: 1; releases in the ledger: 3\./, 'it says what there is');
$node->command_ok([ 'pg_dump', '-Fc', '-t', 'microdata.*', '-f', $file, $node->connstr('postgres') ], 'the catalog is dumped');
my ($out, $said) = ('', '');
is($node->psql('postgres', 'SET pg_microdata.allow_drop = on; DROP EXTENSION pg_microdata CASCADE; CREATE EXTENSION pg_microdata', stdout => \$out, stderr => \$said, on_error_stop => 1), 0, 'and dropped');
like($said, qr/WARNING:  the ledger of pg_microdata is dropped with the extension\nDETAIL:  Releases in the ledger: 3\./, 'with a word');
is($node->safe_psql('postgres', 'SELECT count(*) FROM microdata.ledger'), 0, 'the ledger is gone');
is($node->safe_psql('postgres', 'SELECT count(*) > 200 FROM people_sliced'), 't', 'tables of releases stay');
$node->command_ok([ 'pg_restore', '--single-transaction', '-d', $node->connstr('postgres'), $file ], 'what was kept comes back');
is($node->safe_psql('postgres', $summary), $before, 'all of it');
is($node->safe_psql('postgres', q{SELECT bool_and(holds) FROM verify_release('people_sliced')}), 't', 'releases verify');
is($node->safe_psql('postgres', q{CALL run_series('weekly'); SELECT max(edition) FROM microdata.editions}), 2, 'the series goes on');
like(fails(q{SET pg_microdata.republish = error; SELECT slice_table('people', 2, 3, sensitive => '{disease}', identifiers => '{id}', target => 'again')}), qr/earlier releases/, 'what was published counts');

# A restore over what is there.
$node->command_ok([ 'pg_dump', '-Fc', '-f', "$file.all", $node->connstr('postgres') ], 'all is dumped');
my @restore = ('pg_restore', '--clean', '--if-exists', '--single-transaction', '-d', $node->connstr('postgres'), "$file.all");
$before = $node->safe_psql('postgres', $summary);
{
	local $ENV{PGOPTIONS} = '-c pg_microdata.allow_drop=on';
	$node->command_ok(\@restore, 'pg_restore --clean where that is allowed');
}
is($node->safe_psql('postgres', $summary), $before, 'restores all of it');

# Two sessions: one that publishes meanwhile, and one that drops.
$node->safe_psql('postgres', q{SELECT drop_series('weekly'); SELECT count(drop_release(relations[1])) FROM microdata.releases});
my $publisher = $node->background_psql('postgres', on_error_stop => 0);
$publisher->query_safe(q{SET client_min_messages = error; BEGIN; SELECT slice_table('people', 2, 3, sensitive => '{disease}', identifiers => '{id}', target => 'late')});
my $dropping = IPC::Run::start([ 'psql', '-X', '-c', 'DROP EXTENSION pg_microdata CASCADE', $node->connstr('postgres') ], '<', \undef, '>', \$out, '2>', \my $refused);
$node->poll_query_until('postgres', q{SELECT count(*) > 0 FROM pg_locks WHERE NOT granted}) or die 'nobody waits';
$publisher->query_safe('COMMIT');
$publisher->quit;
$dropping->finish;
like($refused, qr/releases or series are on record/, 'what is committed while it waits counts');

# Without the library no trigger of it can run.
$node->safe_psql('postgres', 'ALTER EVENT TRIGGER pg_microdata_keep_catalog DISABLE; DROP EXTENSION pg_microdata CASCADE');
is($node->safe_psql('postgres', q{SELECT count(*) FROM pg_namespace WHERE nspname = 'microdata'}), 0, 'a superuser disables the trigger');

$node->stop;
done_testing();
