# Lists of large values that are refused are not made, and groups of large values stand in memory one at a time.
# Rooms: src/core src/postgres/source
use strict;
use warnings;
use PostgreSQL::Test::Utils;
use Test::More;
use Microdata;

my $node = new_node('list_memory', 'jit = off', 'max_wal_size = 4GB');
# 100 values of 250 kB, 10,000 combinations of 30 kB, 640 regions that show one of 16 values of 100 kB, but for one of them.
$node->safe_psql(
	'postgres', q{
	CREATE VIEW large AS SELECT i AS a, repeat('x', 250000) || abs(hashint4(i)) % 100 AS b, (ARRAY['x', 'y', 'z'])[1 + i % 3] AS s
	FROM generate_series(1, 600) i;
	CREATE VIEW crossed AS SELECT repeat('x', 15000) || i % 100 AS a, repeat('y', 15000) || i / 100 % 100 AS b, (ARRAY['x', 'y', 'z'])[1 + i % 3] AS s
	FROM generate_series(1, 10000) i;
	CREATE VIEW repeated AS SELECT i AS a, repeat('x', 100000) || CASE i WHEN 5 THEN 1 ELSE i / 400 END AS b, (ARRAY['x', 'y', 'z'])[1 + i % 3] AS s
	FROM generate_series(0, 6399) i;
	SELECT slice_table('crossed', 3, 2, sensitive => '{s}', quasi_identifiers => '{a,b}');
	-- One bucket, of which each group shows thousands of values.
	CREATE TABLE apart AS SELECT i AS a, i * 7919 % 20011 AS b, (ARRAY['x', 'y', 'z'])[1 + i % 3] AS s FROM generate_series(1, 20000) i;
	SELECT slice_table('apart', 3, 2, sensitive => '{s}', quasi_identifiers => '{a,b}', groups => '{a,b,s}', k => 2, privacy => ARRAY[k_anonymity(20000)]);
	-- 400 buckets, in nearly each of which a range covers most of 30,000 values.
	CREATE TABLE ranges AS SELECT i AS a, i * 7919 % 30011 AS b, i * 10007 % 30011 AS c, (ARRAY['x', 'y', 'z'])[1 + i % 3] AS s FROM generate_series(1, 30000) i;
	SELECT slice_table('ranges', 4, 2, sensitive => '{s}', quasi_identifiers => '{a,b,c}', groups => '{a,b,c,s}', k => 10, privacy => ARRAY[k_anonymity(75)], seed => 1)});

for (
	[ q{generalize_table('large', 2, sensitive => '{s}')}, qr/54000: the lists of values of the release would take/ ],
	[ q{generalize_table('large', 20, sensitive => '{s}')}, qr/54000: the lists of values of the release would take/ ],
	[ q{generalize_table('large', 2, sensitive => '{s}', recoding => 'multiset')}, qr/54000: the multisets of the release would take/ ],
	[ q{fragment_table('large', 10, 's')}, qr/54000: the lists of values of the release would take/ ],
	[ q{slice_table('large', 1, 1, k => 10, sensitive => '{s}')}, qr/54000: the lists of values of the release would take/ ],
	[ q{slice_table('large', 3, 2, k => 3, sensitive => '{s}', infeasible => 'generalize')}, qr/54000: the lists of values of the release would take/ ],
	[ q{slice_table('repeated', 1, 1, k => 2, sensitive => '{s}')}, qr/NOTICE/ ],
	[ q{count(*) FROM estimate('crossed_sliced', '{a,b}', method => 'mixed')}, qr/^psql:<stdin>:2: NOTICE:  00000: standard errors of these estimates are not known$/m ],
	[ q{count(*) FROM verify_release('apart_sliced')}, qr/^$/ ],
	[ q{count(*) FROM verify_release('ranges_sliced')}, qr/^$/ ])
{
	my ($call, $said) = @$_;
	my ($out, $err) = ('', '');
	$node->psql('postgres', "\\set VERBOSITY verbose\nSELECT $call;\nSELECT 'MB ' || (regexp_match(pg_read_file('/proc/self/status', 0, 100000), 'VmHWM:\\s+(\\d+)'))[1]::int / 1024",
		stdout => \$out, stderr => \$err, on_error_stop => 0);
	like($err, $said, "$call: the expected end");
	my ($megabytes) = $out =~ /MB (\d+)/;
	cmp_ok($megabytes, '<=', 120, "$call: $megabytes MB");
}
done_testing();
