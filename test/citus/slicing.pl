# slice_table on a distributed table: regions are sliced where their rows are, and what comes of it is judged by the
# coordinator's verification, and by SQL that shares nothing with either.
use strict;
use warnings;
use PostgreSQL::Test::Utils;
use Test::More;
use Microdata;
use CitusNodes;

my ($coordinator, @workers) = new_nodes('slicing');
my @nodes = ($coordinator, @workers);
distributed_visits($coordinator, 20000);
my $call = q{slice_table('visits', 2, 4, sensitive => '{disease}', identifiers => '{id}', regions => 6, %s)};
my $attributes = 'age, income, town, sex, children, job, postcode, disease';

my $messages = '';
sub publish
{
	my ($arguments) = @_;
	$coordinator->psql('postgres', 'SET client_min_messages = debug1; SELECT ' . sprintf($call, $arguments), stderr => \$messages);
	unlike($messages, qr/ERROR/, "a distributed table is sliced, $arguments");
	return;
}

# All rows of the source, group by group; buckets in which no disease has more than a quarter of the rows.
sub is_sliced
{
	my ($release, $what) = @_;
	my %groups;
	push @{ $groups{$_->[0]} }, $_->[1] for map { [ split /\|/ ] } split /\n/,
	  $coordinator->safe_psql('postgres', "SELECT column_no, quote_ident(attribute) FROM microdata.release_columns WHERE relation = '$release'::regclass");
	cmp_ok(scalar(keys %groups), '==', 2, "$what: two groups of attributes");
	for my $group (map { join ', ', @$_ } values %groups)
	{
		is($coordinator->safe_psql('postgres', "SELECT count(*) FROM (SELECT $group FROM visits EXCEPT ALL SELECT $group FROM $release) x"), 0, "$what: $group as in the source");
	}
	is($coordinator->safe_psql('postgres', "SELECT count(*) FROM $release"), 20000, "$what: all rows");
	is($coordinator->safe_psql('postgres', "SELECT count(*) FROM (SELECT bucket, disease, count(*) * 4 > sum(count(*)) OVER (PARTITION BY bucket) AS above FROM $release GROUP BY bucket, disease) b WHERE above"),
		0, "$what: no disease has more than a quarter of a bucket");
	is($coordinator->safe_psql('postgres', "SELECT string_agg(v::text, '; ') FROM verify_release('$release') v WHERE NOT holds"), '', "$what: verified");
	return;
}

publish('seed => 1');
like($messages, qr/performing repartitioned INSERT/, 'rows go from worker to worker');
unlike($messages, qr/Collecting INSERT/, 'and never to the coordinator');
is($coordinator->safe_psql('postgres', q{SELECT count(*) FROM pg_dist_partition WHERE logicalrelid = 'visits_sliced'::regclass}), 1, 'the release is distributed');
is(scalar(grep { $_ > 2000 } shards_of($coordinator, 'visits_sliced')), 2, 'both workers have part of it');
is($coordinator->safe_psql('postgres', q{SELECT string_agg(attname, ', ' ORDER BY attnum) FROM pg_attribute WHERE attrelid = 'visits_sliced'::regclass AND attnum > 0}),
	"bucket, $attributes", 'it has the columns that a local release has');
is_sliced('visits_sliced', 'release');
nothing_prepared('publish', @nodes);
is($coordinator->safe_psql('postgres', q{SELECT count(*) FROM pg_class WHERE relname LIKE 'microdata_scratch%'}), 0, 'no scratch table is left');

publish(q{seed => 1, target => 'again'});
is($coordinator->safe_psql('postgres', "SELECT count(*) FROM (SELECT bucket, $attributes FROM visits_sliced EXCEPT ALL SELECT bucket, $attributes FROM again) x"), 0, 'with a seed, the same release');
is($coordinator->safe_psql('postgres', q{SELECT drop_release('again') IS NOT NULL; SELECT to_regclass('again') IS NULL}) =~ s/\n/ /r, 't t', 'dropped');

publish('replace => true');
is_sliced('visits_sliced', 'replaced');
$coordinator->safe_psql('postgres', q{SELECT drop_release('visits_sliced')});
nothing_on_workers('dropped', 'visits', @nodes);

# What is rolled back was never there.
$coordinator->safe_psql('postgres', 'BEGIN; SELECT ' . sprintf($call, 'seed => 1') . '; ROLLBACK');
nothing_on_workers('rolled back', 'visits', @nodes);
nothing_prepared('rolled back', @nodes);

done_testing();
