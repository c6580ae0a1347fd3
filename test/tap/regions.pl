# Publishing by regions: within its memory, and all or nothing.
# Rooms: src/core/regions src/postgres/*region*
use strict;
use warnings;
use PostgreSQL::Test::Utils;
use Test::More;
use Microdata;

my $node = new_node('regions', 'max_wal_size = 4GB', 'work_mem = 4MB');
people($node, 'people', 300_000);
my %call = (
	slice_table => q{SELECT slice_table('people', 2, 4, sensitive => '{disease}', sensitive_column_size => 2%s)},
	bucketize_table => q{SELECT bucketize_table('people', 4, sensitive => '{disease}'%s)});
my %release = (slice_table => 'people_sliced', bucketize_table => 'people_bucketized');

sub regions_of
{
	my ($release) = @_;
	return $node->safe_psql('postgres',
		qq{SELECT coalesce(jsonb_array_length(parameters -> 'regions' -> 'source_rows'), 1) FROM microdata.releases
		   WHERE '$release'::regclass = ANY (relations)});
}

# No more address space than what the backend has already, what caches of the server and the library's threads take, and
# a few regions.
my $bytes_allowed = sub { my $bytes = ($_[0] + 44 * 1024) * 1024; return "--as=$bytes:$bytes" };
my $at_once = q{SET pg_microdata.memory_limit = '1GB'; %s};
my $by_regions = q{SET pg_microdata.memory_limit = '8MB'; %s};
for my $function (sort keys %call)
{
	my $release = $release{$function};
	my (undef, $error) = limited($node, $bytes_allowed, sprintf($at_once, sprintf($call{$function}, '')));
	like($error, qr/ERROR:\s+53200/, "$function at once: not within so little memory");
	nothing_left($node, "$function at once");

	(my $out, $error) = limited($node, $bytes_allowed, sprintf($by_regions, sprintf($call{$function}, '')));
	unlike($error, qr/ERROR/, "$function by regions: within so little memory");
	like($error, qr/is published in \d+ regions/, "$function says so");
	cmp_ok(regions_of($release), '>=', 8, "$function: several regions");
	is($node->safe_psql('postgres', "SELECT count(*) FROM $release"), 300_000, "$function: all rows");
	is( $node->safe_psql(
			'postgres', qq{SELECT count(*) FROM ((SELECT age, income, town, sex, children FROM people
			EXCEPT ALL SELECT age, income, town, sex, children FROM $release)) d}),
		0, "$function: whole rows of quasi-identifiers")
	  if $function eq 'bucketize_table';
	is( $node->safe_psql(
			'postgres', qq{SELECT max(share) <= 0.25 FROM (SELECT count(*) / sum(count(*)) OVER (PARTITION BY bucket) AS share
			FROM $release GROUP BY bucket, disease) s}),
		't', "$function: l holds in every bucket");
	$node->safe_psql('postgres', "SELECT drop_release('$release')");
}

# That the limit is too small even for the largest region is said with the numbers.
my (undef, $error) = limited($node, sub { return '--as=unlimited:unlimited' },
	q{SET pg_microdata.memory_limit = '8MB'; SELECT slice_table('people', 2, 4, sensitive => '{disease}', regions => 2)});
like($error, qr/ERROR:\s+53200.*DETAIL:.*rows/s, 'too few regions for the limit: an error with the numbers');
like($error, qr/HINT/, 'and a hint');
nothing_left($node, 'too few regions');

# Wherever a timeout strikes, nothing is left: no release, and none of the files that rows were sorted in. Fewer rows take fewer seconds.
my $files = q{SELECT count(*) FROM pg_ls_tmpdir()};
people($node, 'fewer', 100_000);
for my $function (sort keys %call)
{
	my $statement = sprintf($call{$function} =~ s/people/fewer/r, ', regions => 12');
	my $report = '';
	$node->psql('postgres', "SET client_min_messages = debug1; BEGIN; $statement; ROLLBACK", stderr => \$report);
	my $all = 0;
	$all += $1 while $report =~ /: \w+ took ([0-9.]+) ms/g;
	my %struck;
	for my $tenth (1 .. 9)
	{
		my $timeout = int($all * $tenth / 10) + 1;
		my ($said, $took) = error_of($node, "SET statement_timeout = $timeout; $statement");
		if ($said =~ /ERROR/)
		{
			like($said, qr/statement timeout/, "$function, $tenth tenths: a timeout");
			$struck{$1} = 1 if $said =~ /phase "(\w+)"/;
			nothing_left($node, "$function, $tenth tenths");
		}
		else
		{
			$node->safe_psql('postgres', "SELECT drop_release('" . $release{$function} =~ s/people/fewer/r . "')");
		}
	}
	cmp_ok(scalar keys %struck, '>=', 2, "$function: timeouts struck in " . join(', ', sort keys %struck));
	is($node->safe_psql('postgres', $files), 0, "$function: no temporary file is left");
}

# More regions than files may wait at once: several share one, which is divided when the first of them comes.
$node->safe_psql('postgres', q{SELECT slice_table('fewer', 2, 1, sensitive => '{disease}', regions => 400, target => 'fine')});
cmp_ok(regions_of('fine'), '>', 128, 'many regions');
is($node->safe_psql('postgres', 'SELECT count(*) FROM fine'), 100_000, 'all of their rows');
is( $node->safe_psql(
		'postgres', q{SELECT count(*) FROM ((SELECT disease, count(*) FROM fewer GROUP BY 1) EXCEPT (SELECT disease, count(*) FROM fine GROUP BY 1)) d}),
	0, 'and those of the source');
is($node->safe_psql('postgres', q{SELECT string_agg(requirement, ', ') FROM verify_release('fine') WHERE holds IS NOT TRUE}), '', 'read as often again, they hold');
is($node->safe_psql('postgres', $files), 0, 'no temporary file is left of them');
$node->safe_psql('postgres', q{SELECT drop_release('fine')});

# With one thread or with several, one region after the other or side by side, a seed gives the same release.
my @made = map {
	my ($threads, $limit) = @$_;
	$node->safe_psql('postgres', qq{SET pg_microdata.max_threads = $threads; SET pg_microdata.memory_limit = '$limit';
		SELECT slice_table('people', 2, 4, sensitive => '{disease}', sensitive_column_size => 2, regions => 6, seed => 11, target => 'made')});
	my $sum = $node->safe_psql('postgres', q{SELECT count(*), sum(hashtextextended(m::text, 0)) FROM made m});
	$node->safe_psql('postgres', q{SELECT drop_release('made')});
	$sum;
} ([ 1, '1GB' ], [ 2, '1GB' ], [ 4, '1GB' ], [ 2, '24MB' ]);
is($made[$_], $made[0], "the same release in other threads, $_") for 1 .. $#made;

# While it runs, it shows the regions that are behind it.
my $session = IPC::Run::start([ 'psql', '-X', '-At', '-d', $node->connstr('postgres'), '-c',
		q{SELECT slice_table('people', 2, 4, sensitive => '{disease}', regions => 9, target => 'shown')} ], '>', \my $said, '2>', \my $told);
my %behind;
while ($session->pumpable)
{
	$session->pump_nb;
	my $shown = $node->safe_psql('postgres', q{SELECT phases_done, phases_total FROM microdata.progress WHERE command = 'slice_table' AND phases_total <> 6});
	$behind{$1}{$2} = 1 if $shown =~ /^(\d+)\|(\d+)$/;
}
$session->finish;
my $shown_regions = regions_of('shown');
my %totals = map { $_ => 1 } map { keys %$_ } values %behind;
is(join(',', keys %totals), $shown_regions, 'it shows how many regions there are');
cmp_ok(scalar(keys %behind), '>=', 2, 'and how many are behind it: ' . join(', ', sort { $a <=> $b } keys %behind));
$node->safe_psql('postgres', q{SELECT drop_release('shown')});

# The regions' snapshot is one of its own within the transaction's.
is( $node->safe_psql(
		'postgres', q{BEGIN ISOLATION LEVEL REPEATABLE READ;
		SELECT slice_table('people', 2, 4, sensitive => '{disease}', regions => 6, seed => 7, target => 'kept');
		SELECT count(*) FROM kept; COMMIT}),
	"kept\n300000", 'within a transaction with a snapshot of its own');

done_testing();
