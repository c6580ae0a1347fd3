# Out of memory and out of disk: an error with the right SQLSTATE, a server that goes on, nothing left.
# Rooms: src/core src/postgres/server src/postgres/source
use strict;
use warnings;
use PostgreSQL::Test::Utils;
use Test::More;
use Microdata;

my $node = new_node('resources', 'max_wal_size = 4GB');
people($node, 'people', 200_000);
my $call = q{SELECT slice_table('people', 2, 4, sensitive => '{disease}', sensitive_column_size => 2)};

my $failures = 0;
my %phases;
for my $megabytes (1, 4, 8, 12, 16, 20, 24, 32, 40, 48, 64)
{
	my (undef, $err) = limited($node, sub { my $bytes = ($_[0] + $megabytes * 1024) * 1024; return "--as=$bytes:$bytes" }, $call);
	if ($err =~ /ERROR/)
	{
		++$failures;
		like($err, qr/ERROR:\s+53200/, "with $megabytes MB: out of memory");
		nothing_left($node, "with $megabytes MB");
	}
	else
	{
		like($err, qr/NOTICE/, "with $megabytes MB: sliced");
		$node->safe_psql('postgres', q{SELECT drop_release('people_sliced')});
	}
}
cmp_ok($failures, '>=', 3, 'memory ran out more than once');

# A file that may not grow is what a full disk is to the server.
for my $megabytes (1, 4, 10)
{
	my (undef, $err) = limited($node, sub { my $bytes = $megabytes * 1024 * 1024; return "--fsize=$bytes:$bytes" }, $call);
	like($err, qr/ERROR:\s+(58030|53100|54000|22)?.*could not (extend|write)/s, "files of at most $megabytes MB: an error");
	nothing_left($node, "files of at most $megabytes MB");
}
is($node->safe_psql('postgres', $call), 'people_sliced', 'the server goes on');

# A session that slices, and fails, over and over keeps nothing of it.
$node->safe_psql('postgres', 'CREATE TABLE few AS SELECT * FROM people LIMIT 5000');
my $memory = q{SELECT 'kB ' || (regexp_match(pg_read_file('/proc/self/status', 0, 100000), 'RssAnon:\s+(\d+)'))[1]};
my $round = q{
	SELECT slice_table('few', 2, 4, sensitive => '{disease}', replace => true);
	SELECT count(*) FROM verify_release('few_sliced');
	SELECT count(*) FROM matching_buckets('few_sliced', '{"sex": "F"}');
	SELECT slice_table('few', 2, 400, sensitive => '{disease}', replace => true);
	SELECT slice_table('few', 2, 4, sensitive => '{nothing}');
	SELECT count(*) FROM slice_rows(NULL::few, 2, 4, sensitive => '{disease}');
};
my ($out, $err) = ('', '');
$node->psql('postgres', ($round x 10) . $memory . ';' . ($round x 60) . $memory, stdout => \$out, stderr => \$err, on_error_stop => 0);
my ($before, $after) = $out =~ /kB (\d+).*kB (\d+)/s;
my $errors = () = $err =~ /ERROR/g;
cmp_ok($errors, '>=', 140, "a session fails $errors times");
cmp_ok($after - $before, '<', 4096, "and its memory goes from $before to $after kB");
# Values whose text is larger than what the server allocates at once: its internal error becomes one that names the attribute.
$node->safe_psql('postgres', q{
	CREATE VIEW huge AS SELECT i AS id, i % 3 AS age, 'd' || i % 3 AS disease,
	  CASE WHEN i = 1 THEN convert_to(repeat('x', 540000000), 'UTF8') ELSE convert_to('v' || i % 2, 'UTF8') END AS note FROM generate_series(1, 12) i;
	SELECT create_prefix_hierarchy('huge', '{3}');
});
for my $one (
	q{generalize_table('huge', 12, sensitive => '{disease}', identifiers => '{id}', recoding => 'multiset')},
	q{hierarchy_labels('huge', 'note', 'huge')},
	q{create_series('huge', 'huge', 'bucketization', '{"sensitive": ["note"]}', subject => '{id}', m => 2)})
{
	my (undef, undef, $said) = $node->psql('postgres', "\\set VERBOSITY verbose\nSET client_min_messages = error;\nSELECT $one");
	like($said, qr/ERROR:\s+54000: values of attribute "note" are too large/, "$one: the attribute is named");
	unlike($said, qr/XX000/, "$one: no internal error");
}
is($node->safe_psql('postgres', q{SET client_min_messages = error; SELECT count(*) > 0 FROM classify('huge')}), 't', 'what writes no values goes on');

unlike(slurp_file($node->logfile), qr/PANIC|was terminated by signal|TRAP/, 'and never went down');

done_testing();
