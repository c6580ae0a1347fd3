# Distributed tables of Citus: read as in any query, never sliced in place. Skipped where Citus is not installed.
use strict;
use warnings;
use PostgreSQL::Test::Utils;
use Test::More;
use Microdata;

plan skip_all => 'Citus is not installed' unless has_extension('citus');

my $node = new_node('citus', q{shared_preload_libraries = 'citus'}, q{max_prepared_transactions = 20}, q{citus.node_conninfo = 'sslmode=prefer'}, q{citus.shard_count = 4});
$node->safe_psql('postgres', 'CREATE EXTENSION citus; CREATE EXTENSION citus_columnar');
$node->safe_psql('postgres', sprintf(q{SELECT citus_set_coordinator_host('%s', %d); SELECT citus_set_node_property('%1$s', %2$d, 'shouldhaveshards', true)}, $node->host, $node->port));
people($node, 'people', 2000);
$node->safe_psql('postgres', q{
	CREATE TABLE spread AS SELECT * FROM people;
	SELECT create_distributed_table('spread', 'postcode');
	CREATE TABLE everywhere AS SELECT * FROM people;
	SELECT create_reference_table('everywhere');
	CREATE TABLE in_columns USING columnar AS SELECT * FROM people;
	CREATE TABLE ordinary AS SELECT * FROM people});
is($node->safe_psql('postgres', 'SELECT count(*) FROM pg_dist_partition'), 2, 'two tables are known to Citus');

# In place.
for my $table ([ 'spread', 'It is a distributed table' ], [ 'everywhere', 'It is a distributed table' ], [ 'in_columns', 'It is of the access method "columnar"' ])
{
	my ($name, $why) = @$table;
	my ($error) = error_of($node, "SELECT slice_table('$name', 2, 4, sensitive => '{disease}', in_place => true)");
	like($error, qr/ERROR:  cannot slice "$name" in place\nDETAIL:  $why/, "$name is not sliced in place");
	is($node->safe_psql('postgres', "SELECT count(*) FROM (SELECT * FROM $name EXCEPT ALL SELECT * FROM people) changed"), 0, "$name is as it was");
}
is($node->safe_psql('postgres', q{SELECT slice_table('ordinary', 2, 4, sensitive => '{disease}', in_place => true)}), 'ordinary', 'what Citus does not know is');

# Published as releases.
for my $table ('spread', 'everywhere', 'in_columns')
{
	$node->safe_psql('postgres', "SELECT slice_table('$table', 2, 4, sensitive => '{disease}')");
	is($node->safe_psql('postgres', "SELECT count(*) FROM ${table}_sliced"), 2000, "all rows of $table are published");
	is($node->safe_psql('postgres', "SELECT bool_and(holds) FROM verify_release('${table}_sliced')"), 't', "and the release of $table holds");
	is($node->safe_psql('postgres', "SELECT count(*) FROM slice_rows(NULL::$table, 2, 4, '{disease}')"), 2000, "$table: as rows");
	$node->safe_psql('postgres', "SELECT generalize_table('$table', 5, 2, '{disease}')");
	is($node->safe_psql('postgres', "SELECT bool_and(holds) FROM verify_release('${table}_generalized')"), 't', "$table: generalized");
}
is($node->safe_psql('postgres', q{SELECT slice_table('spread', 2, 4, sensitive => '{disease}', replace => true)}), 'spread_sliced', 'a release is replaced');
is($node->safe_psql('postgres', q{SELECT count(*) FROM (SELECT drop_release('spread_sliced')) x}), 1, 'and dropped');

# Releases are written where the default is another access method.
is($node->safe_psql('postgres', q{SET default_table_access_method = columnar; SELECT slice_table('people', 2, 4, sensitive => '{disease}', target => 'stored_in_columns')}),
	'stored_in_columns', 'a release in columns');
is($node->safe_psql('postgres', q{SELECT bool_and(holds) FROM verify_release('stored_in_columns')}), 't', 'holds');

done_testing();
