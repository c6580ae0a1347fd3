# What reads a release by regions: memory of one region at a time, and time that grows as the regions do.
# Rooms: src/core/regions src/postgres/*region*
use strict;
use warnings;
use List::Util qw(max min sum);
use PostgreSQL::Test::Utils;
use Test::More;
use Time::HiRes qw(time);
use Microdata;

my $node = new_node('region_memory', 'jit = off');

# Few rows in many regions: what is kept of a region is seen by how many there are.
$node->safe_psql(
	'postgres', q{
	SELECT setseed(0.25);
	CREATE TABLE few AS SELECT (random() * 1000)::int AS a, 'v' || (random() * random() * 20)::int AS b,
	       (random() * 100000)::numeric(10, 2) AS c, 's' || (random() * 5)::int AS d FROM generate_series(1, 2000)});
# Of ticks, in which Linux counts, one run takes too few: all runs together.
my %verified;
for my $regions (100, 400)
{
	$node->safe_psql('postgres',
		qq{SELECT slice_table('few', 2, 1, sensitive => '{d}', sensitive_column_size => 1, regions => $regions, target => 'few_$regions')});
	my @costs = map { [ cost_of($node, '40MB', "SELECT bool_and(holds) FROM verify_release('few_$regions')") ] } 1 .. 5;
	$verified{$regions} = { kilobytes => min(map { $_->[0] } @costs), seconds => max(0.01, sum(map { $_->[1] } @costs)) };
	like($costs[0][2], qr/^t$/m, "$regions regions: what was promised holds");
}
cmp_ok($verified{400}{kilobytes}, '<', 40 * 1024, "400 regions are verified within $verified{400}{kilobytes} kB");
my $times = $verified{400}{seconds} / $verified{100}{seconds};
cmp_ok($times, '<=', 6, "verifying four times the regions takes $times times as long");

# Sets of values that are published as text are taken apart to see whether they lie in one region: the statement that
# does so names every cut.
for my $regions (60, 240)
{
	$node->safe_psql('postgres',
		qq{SELECT generalize_table('few', 1, 1, sensitive => '{d}', recoding => 'multiset', regions => $regions, target => 'multi_$regions')});
	my @costs = map { [ cost_of($node, '40MB', "SELECT bool_and(holds) FROM verify_release('multi_$regions')") ] } 1 .. 5;
	$verified{$regions} = { kilobytes => min(map { $_->[0] } @costs), seconds => max(0.01, sum(map { $_->[1] } @costs)) };
	like($costs[0][2], qr/^t$/m, "multisets in $regions regions: what was promised holds");
}
cmp_ok($verified{240}{kilobytes}, '<', 60 * 1024, "multisets in 240 regions are verified within $verified{240}{kilobytes} kB");
$times = $verified{240}{seconds} / $verified{60}{seconds};
cmp_ok($times, '<=', 6, "verifying four times the regions of multisets takes $times times as long");

# Labels that each region knows of the whole release are read, counted and written without a trace.
people($node, 'people', 60_000);
$node->safe_psql('postgres',
	q{SELECT generalize_table('people', 2, 2, sensitive => '{disease}', regions => 12, target => 'classes');
	-- As if it had so many rows that it must be read by regions.
	UPDATE microdata.release_record SET published_rows = 1000000000000 WHERE 'classes'::regclass = ANY (relations)});
for my $call (
	q{SELECT count(*) FROM estimate('classes', '{sex}')},
	q{SELECT microdata.information_loss('classes', 'width')},
	q{SELECT length(release_description('classes')::text)})
{
	my ($kilobytes) = cost_of($node, '40MB', $call);
	cmp_ok($kilobytes, '<', 64 * 1024, "$call takes $kilobytes kB");
}

# A cancelled call ends soon, wherever it is.
$node->safe_psql('postgres',
	q{SELECT slice_table('few', 2, 1, sensitive => '{d}', sensitive_column_size => 1, regions => 1000, target => 'few_1000')});
my $whole = min(map { (error_of($node, q{SELECT * FROM verify_release('few_1000')}))[1] } 1 .. 5);
for my $share (0.1, 0.2, 0.4)
{
	my $milliseconds = 1 + int(1000 * $whole * $share);
	my ($error, $took) =
	  error_of($node, "SET statement_timeout = $milliseconds; SELECT * FROM verify_release('few_1000')");
	like($error, qr/statement timeout/, "1000 regions: a timeout of $milliseconds ms strikes");
	cmp_ok($took, '<', 3, "and the call ends after $took seconds");
}

done_testing();
