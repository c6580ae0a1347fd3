# A table much larger than what its server may have: sliced and verified by regions in the address space that `ulimit -v` leaves, where it fails at
# once. MICRODATA_LARGE_ROWS: 10000000 is what docs/experiments/figures.md tells of, under 2 GB and with the default memory_limit; fewer
# rows, which are the default, have a share of both.
# Rooms: src/core/regions src/postgres/*region*
use strict;
use warnings;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use Microdata;

my $rows = $ENV{MICRODATA_LARGE_ROWS} // 600_000;
my $most_rows = 10_000_000;
my $most_kilobytes = 2 * 1024 * 1024;
my $limit = int(1024 * 1024 * $rows / $most_rows);
my $node = new_node('large', 'max_wal_size = 8GB', 'shared_buffers = 64MB', 'jit = off', "pg_microdata.memory_limit = ${limit}kB");
$node->safe_psql(
	'postgres', qq{
	SELECT setseed(0.5);
	CREATE TABLE people AS
	SELECT (random() * 70)::int + 18 AS age, (random() * random() * 1e6)::int AS income, 'town ' || (random() * 40)::int AS town,
	       CASE WHEN random() < 0.5 THEN 'F' ELSE 'M' END AS sex, (random() * 8)::int AS children, 'job ' || (random() * 20)::int AS job,
	       (random() * 1e5)::int AS postcode, 'class ' || (random() * 7)::int AS class, 'school ' || (random() * random() * 15)::int AS school,
	       (random() * 15)::int AS years, 'family ' || (random() * 6)::int AS family, (random() * 98)::int AS hours,
	       'country ' || (random() * random() * 40)::int AS country, random() < 0.25 AS rich, 'disease ' || floor(random() * 12)::int AS disease
	FROM generate_series(1, $rows);
	ANALYZE people;
	CREATE TABLE few AS SELECT * FROM people LIMIT 20000;
	ANALYZE few});
my $call = q{SELECT slice_table('%s', 2, 4, sensitive => '{disease}', sensitive_column_size => 2%s)};

# What a backend has before rows are many: the server's own, and its libraries.
my ($small) = limited($node, sub { return '--as=unlimited:unlimited' },
	'SET pg_microdata.max_threads = 1; ' . sprintf($call, 'few', ', regions => 4')
	  . q{; SELECT 'size', (regexp_match(pg_read_file('/proc/self/status'), 'VmSize:\s+(\d+)'))[1]});
my ($base) = $small =~ /size\|(\d+)/ or die "no size: $small";

# A server that a shell started after ulimit -v has this for each of its processes.
# Stacks of threads are as large for few rows as for many.
my $stacks = 32 * 1024;
my $allowed = $base + $stacks + int(($most_kilobytes - $base - $stacks) * $rows / $most_rows);
$node->stop;
my $of_self = sub { system('prlimit', '--pid', $$, "--as=$_[0]:") == 0 or die 'prlimit failed' };
my ($before) = slurp_file('/proc/self/limits') =~ /Max address space\s+(\S+)/;
$of_self->($allowed * 1024);
$node->start;
$of_self->($before);

my ($stdout, $stderr) = ('', '');
my $status = $node->psql('postgres', sprintf($call, 'people', ''), stdout => \$stdout, stderr => \$stderr);
is($status, 0, "$rows rows are sliced in $allowed kB of address space") or diag($stderr);
like($stderr, qr/"people" is published in \d+ regions/, 'by regions');
is($node->safe_psql('postgres', 'SELECT count(*) FROM people_sliced'), $rows, 'all of them');
my ($verified, $error) = ('', '');
$node->psql('postgres', q{SELECT count(*) > 3, bool_and(holds) FROM verify_release('people_sliced')}, stdout => \$verified, stderr => \$error);
is($verified, 't|t', 'and the release is verified') or diag($error);
$node->safe_psql('postgres', q{SELECT drop_release('people_sliced')});

# What was allowed is what it takes to go by regions: at once, a row takes more, to be sliced or to be verified.
my ($failure) = error_of($node, q{SET pg_microdata.memory_limit = '100GB'; } . sprintf($call, 'people', '') . q{; SELECT count(*) FROM verify_release('people_sliced')});
like($failure, qr/out of memory/, 'at once, memory runs out');
$node->stop;
done_testing();
