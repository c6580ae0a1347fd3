# On a coordinator with two workers: what is distributed is read, published and verified.
# Rooms: src/postgres/distributed src/postgres/*region*
use strict;
use warnings;
use PostgreSQL::Test::Utils;
use Test::More;
use Microdata;
use CitusNodes;

my ($coordinator, @workers) = new_nodes('reading');
my $newest = $coordinator->safe_psql('postgres', 'SELECT microdata.version()');
is(join(' ', map { $_->safe_psql('postgres', qq{SELECT extversion = '$newest' FROM pg_extension WHERE extname = 'pg_microdata'}) } @workers),
	't t', 'the extension is on the workers, of the same version');

people($coordinator, 'people', 2000);
$coordinator->safe_psql('postgres', q{
	CREATE TABLE spread AS SELECT row_number() OVER () AS id, * FROM people;
	SELECT create_distributed_table('spread', 'id');
	CREATE TABLE everywhere AS SELECT row_number() OVER () AS id, * FROM people;
	SELECT create_reference_table('everywhere')});
is(scalar(grep { $_ > 0 } shards_of($coordinator, 'spread')), 2, 'both workers have rows');

for my $table ('spread', 'everywhere', 'people')
{
	my $identifiers = $table eq 'people' ? '' : q{, identifiers => '{id}'};
	$coordinator->safe_psql('postgres', "SELECT slice_table('$table', 2, 4, sensitive => '{disease}'$identifiers)");
	is($coordinator->safe_psql('postgres', "SELECT count(*) FROM ${table}_sliced"), 2000, "$table: all rows are published");
	is($coordinator->safe_psql('postgres', "SELECT bool_and(holds) FROM verify_release('${table}_sliced')"), 't', "$table: the release holds");
	$coordinator->safe_psql('postgres', "SELECT generalize_table('$table', 5, 2, '{disease}'$identifiers)");
	is($coordinator->safe_psql('postgres', "SELECT bool_and(holds) FROM verify_release('${table}_generalized')"), 't', "$table: generalized");
	$coordinator->safe_psql('postgres', "SELECT bucketize_table('$table', 4, '{disease}'$identifiers)");
	is($coordinator->safe_psql('postgres', "SELECT bool_and(holds) FROM verify_release('${table}_bucketized')"), 't', "$table: bucketized");
	$coordinator->safe_psql('postgres', "SELECT drop_release('${table}_$_')") for 'sliced', 'generalized', 'bucketized';
}
nothing_on_workers('dropped', 'spread|everywhere|people', $coordinator, @workers);
nothing_prepared('dropped', $coordinator, @workers);

done_testing();
