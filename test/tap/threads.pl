# How many threads compute has no say in what comes of it, nor has the order of the source's rows, when a seed
# is given; without one, two releases differ.
use strict;
use warnings;
use PostgreSQL::Test::Utils;
use Test::More;
use Microdata;

my $node = new_node('threads');
people($node, 'people', 60_000);
$node->safe_psql('postgres', 'CREATE TABLE shuffled AS SELECT * FROM people ORDER BY random()');

# A digest of the release, row by row as they lie.
sub release_of
{
	my ($source, $threads, $arguments) = @_;
	$node->safe_psql('postgres', qq{SET pg_microdata.max_threads = $threads;
		SELECT slice_table('$source', 2, 4, sensitive => '{disease}', target => 'made', replace => true, $arguments)});
	return $node->safe_psql('postgres', q{SELECT md5(string_agg(r::text, ',' ORDER BY ctid)) FROM made r});
}

for my $how (
	[ 'relaxed', 'seed => 7, sensitive_column_size => 2' ],
	[ 'exact', q{seed => 7, sensitive_column_size => 2, diversity_check => 'exact'} ],
	[ 'strict', q{seed => 7, sensitive_column_size => 2, "grouping" => 'strict'} ],
	[ 'k', 'seed => 7, k => 20' ],
	[ 'suppress', q{seed => 7, sensitive_column_size => 3, infeasible => 'suppress', suppress => 0.5} ])
{
	my ($name, $arguments) = @$how;
	my $one = release_of('people', 1, $arguments);
	is(release_of('people', 4, $arguments), $one, "$name: the same in four threads");
	is(release_of('people', 2, $arguments), $one, "$name: the same in two threads");
	is(release_of('shuffled', 2, $arguments), $one, "$name: the same from rows that lie in another order");
	isnt(release_of('people', 2, $arguments =~ s/seed => 7/seed => 8/r), $one, "$name: another seed, another release");
}
isnt(release_of('people', 2, 'k => 1'), release_of('people', 2, 'k => 1'), 'without a seed, no two are alike');

done_testing();
