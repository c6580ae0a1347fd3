# Levels are looked for within the memory that was estimated: a call that fits takes no more.
# Rooms: src/core
use strict;
use warnings;
use PostgreSQL::Test::Utils;
use Test::More;
use Microdata;

# Pages of shared memory that a backend touches count as its own.
my $node = new_node('level_memory', 'jit = off', 'shared_buffers = 16MB', 'max_wal_size = 4GB');
my $shared = 16 * 1024;
my $rows = 100_000;
$node->safe_psql(
	'postgres', qq{
	SELECT create_interval_hierarchy('tens', 0, 1001, '{13,91}');
	SELECT create_interval_hierarchy('numbers', 0, 1000001, '{100000}');
	SELECT setseed(0.5);
	CREATE TABLE six AS SELECT (random() * 99)::int AS a, (random() * 999)::int AS b, (random() * 49)::int AS c, 't' || (random() * 19)::int AS d, i AS e,
	       's' || (random() * 9)::int AS s FROM generate_series(1, $rows) i;
	CREATE TABLE fifteen AS SELECT *, (random() * 9)::int AS f, (random() * 99)::int AS g, (random() * 999)::int AS h, 'u' || (random() * 4)::int AS i,
	       'v' || (random() * 9)::int AS j, (random() * 19)::int AS k, (random() * 29)::int AS l, (random() * 39)::int AS m, (random() * 49)::int AS n FROM six;
	CREATE TABLE six_repeated AS SELECT t.* FROM (SELECT * FROM six WHERE e <= $rows / 50) t, generate_series(1, 50);
	CREATE TABLE fifteen_repeated AS SELECT t.* FROM (SELECT * FROM fifteen WHERE e <= $rows / 50) t, generate_series(1, 50);
	ANALYZE});

my %columns = (six => [qw(a b c d e)], fifteen => [qw(a b c d e f g h i j k l m n)]);
my $call = sub {
	my ($table, $generalized, $recoding, $how) = @_;
	my @all = @{ $columns{ $table =~ s/_repeated//r } };
	my $others = join ',', @all[ $generalized .. $#all ];
	my $numbers = $generalized > 4 ? ', "e": "numbers"' : '';
	return qq{SELECT generalize_table('$table', 5, 2, sensitive => '{s}', insensitive => '{$others}', recoding => '$recoding',
		hierarchies => '{"b": "tens"$numbers}', suppress => 0.05, target => 'g_$table', replace => true, $how)};
};

for my $shape ([ 'six', 3, 2 ], [ 'six', 5, 3 ], [ 'fifteen', 3, 2 ], [ 'fifteen', 14, 2 ])
{
	my ($table, $generalized, $most) = @$shape;
	for my $recoding ('full-domain', 'cell')
	{
		my $what = "$recoding of $table columns, $generalized of them generalized";
		my ($error) = error_of($node, q{SET pg_microdata.memory_limit = '1MB'; } . $call->($table, $generalized, $recoding, 'regions => 1'));
		like($error, qr/publishing "$table" at once would take more memory/, "$what: fails before it starts");
		my ($estimated) = $error =~ /would take (\d+) MB; the limit is/ or die $error;
		my $limit = $estimated + 1;
		my ($kilobytes) = cost_of($node, "${limit}MB", $call->($table, $generalized, $recoding, 'regions => 1'));
		cmp_ok($kilobytes, '<=', $limit * 1024 + $shared, "$what: $kilobytes kB of $limit MB");
		cmp_ok($estimated * 1024, '<=', $most * $kilobytes, "$what: $estimated MB are not much more");
	}
	# The same rows, each fifty times: at once they are taken to differ, in a histogram they do not.
	my ($error) = error_of($node, q{SET pg_microdata.memory_limit = '1MB'; } . $call->("${table}_repeated", $generalized, 'cell', 'regions => 4'));
	like($error, qr/53200|would take/, "$table columns, repeated: not within 1 MB");
	my ($kilobytes, undef, $out) = cost_of($node, '16MB', $call->("${table}_repeated", $generalized, 'cell', 'regions => 8'));
	cmp_ok($kilobytes, '<=', 16 * 1024 + $shared, "$table columns, repeated: $kilobytes kB of 16 MB");
}
done_testing();
