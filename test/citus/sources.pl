# What is published where rows are besides tables as they are: views of a distributed table, partitioned tables, and as many
# regions as the memory limit needs.
# Rooms: src/postgres/distributed src/postgres/*region*
use strict;
use warnings;
use PostgreSQL::Test::Utils;
use Test::More;
use Microdata;
use CitusNodes;

my ($coordinator, @workers) = new_nodes('sources');
my @nodes = ($coordinator, @workers);
distributed_visits($coordinator, 30000);

sub is_distributed
{
	return value_of($coordinator, "count(*) FROM pg_dist_partition WHERE logicalrelid = '$_[0]'::regclass");
}

sub regions_of
{
	return value_of($coordinator, "coalesce(jsonb_array_length(parameters #> '{regions,source_rows}'), 1) FROM microdata.releases WHERE '$_[0]'::regclass = ANY (relations)");
}

# Without regions there is one for each shard, and as many as a server needs to keep the limit with each.
my %call = (
	sliced => q{slice_table('visits', 2, 4, sensitive => '{disease}', identifiers => '{id}'%s)},
	bucketized => q{bucketize_table('visits', 4, '{disease}', identifiers => '{id}'%s)},
	generalized => q{generalize_table('visits', 4, 2, '{disease}', identifiers => '{id}'%s)});
for my $method (sort keys %call)
{
	published_on_workers($coordinator, sprintf($call{$method}, ''), $method);
	my $regions = regions_of("visits_$method");
	ok($regions == 2 || $regions == 3, "$method: as many regions as workers have something to do with");
	my $messages = published_on_workers($coordinator, sprintf($call{$method}, ', replace => true'), "$method, with little memory", q{SET pg_microdata.memory_limit = '1500kB';});
	like($messages, qr/At once, about 30000 rows would take/, "$method: it is said why");
	$regions = regions_of("visits_$method");
	cmp_ok($regions, '>', 8, "$method: more regions where there is less memory");
	my $largest = value_of($coordinator, "max(n::int) FROM microdata.releases, jsonb_array_elements_text(parameters #> '{regions,source_rows}') n WHERE 'visits_$method'::regclass = ANY (relations)");
	cmp_ok($largest * (24 * 8 + 240), '<=', 1.5 * 1024 * 1024, "$method: each is verified within the limit as well");
	holds("visits_$method", "$method, with little memory", @nodes);
	# Asked for, and too few.
	like(messages_of($coordinator, sprintf($call{$method}, ', regions => 2, replace => true'), q{SET pg_microdata.memory_limit = '1500kB';}), qr/ERROR:.*memory_limit/, "$method: two regions are too large, which is an error before anything is done");
	value_of($coordinator, "drop_release('visits_$method')");
}

# A view whose rows are each of one shard's.
$coordinator->safe_psql('postgres', q{
	CREATE VIEW grown AS SELECT id, age + 1 AS years, lower(town) AS place, income / 1000 AS thousands, job, disease FROM visits WHERE age >= 18 OR age IS NULL;
	CREATE VIEW counted AS SELECT town, disease, count(*) FROM visits GROUP BY 1, 2;
	CREATE VIEW first AS SELECT * FROM visits ORDER BY id LIMIT 20000});
my $of_view = q{sensitive => '{disease}', identifiers => '{id}', regions => 4};
my $rows = value_of($coordinator, 'count(*) FROM grown');
for my $call ("slice_table('grown', 2, 4, $of_view, target => 'release')", "bucketize_table('grown', 4, $of_view, target => 'release')", "generalize_table('grown', 4, 2, $of_view, target => 'release')")
{
	my ($what) = $call =~ /^(\w+)/;
	published_on_workers($coordinator, $call, "$what of a view");
	is(is_distributed('release'), 1, "$what of a view: distributed");
	cmp_ok(regions_of('release'), '>', 1, "$what of a view: in regions");
	is(value_of($coordinator, 'count(*) FROM (SELECT disease FROM grown EXCEPT ALL SELECT disease FROM release) x'), 0, "$what of a view: diseases are the view's");
	is(value_of($coordinator, 'count(*) FROM release'), $rows, "$what of a view: all rows");
	my $messages = '';
	$coordinator->psql('postgres', q{SET citus.log_remote_commands = on; SELECT count(*) FROM verify_release('release') WHERE NOT holds}, stderr => \$messages);
	like($messages, qr/audit_region/, "$what of a view: verified by workers");
	holds('release', "$what of a view", @nodes);
	value_of($coordinator, q{drop_release('release')});
}
published_on_workers($coordinator, q{slice_table('grown', 2, 4, sensitive => '{disease}', identifiers => '{id}', target => 'release')}, 'a view, without regions');
holds('release', 'a view, without regions', @nodes);
value_of($coordinator, q{drop_release('release')});

# Others are read by the coordinator, as any query.
like(value_of($coordinator, q{slice_table('first', 2, 4, sensitive => '{disease}', identifiers => '{id}', regions => 4, target => 'release')}), qr/^release/m, 'a view that is put together');
is(is_distributed('release'), 0, 'a view that is put together: the release is local');
is(value_of($coordinator, 'count(*) FROM release'), 20000, 'a view that is put together: all rows');
holds('release', 'a view that is put together', @nodes);
value_of($coordinator, q{drop_release('release')});
like(value_of($coordinator, q{slice_table('counted', 2, 2, sensitive => '{disease}', target => 'release')}), qr/^release/m, 'a view of groups');
is(is_distributed('release'), 0, 'a view of groups: the release is local');
value_of($coordinator, q{drop_release('release')});

# A partitioned table.
$coordinator->safe_psql('postgres', q{
	CREATE TABLE stays (LIKE visits) PARTITION BY RANGE (age);
	CREATE TABLE stays_young PARTITION OF stays FOR VALUES FROM (MINVALUE) TO (40);
	CREATE TABLE stays_middle PARTITION OF stays FOR VALUES FROM (40) TO (60);
	CREATE TABLE stays_other PARTITION OF stays DEFAULT;
	SELECT create_distributed_table('stays', 'id');
	INSERT INTO stays SELECT * FROM visits});
for my $call (q{slice_table('stays', 2, 4, sensitive => '{disease}', identifiers => '{id}', target => 'release', groups => '{"age, sex, children, job, town", "income, postcode", disease}')}, q{bucketize_table('stays', 4, '{disease}', identifiers => '{id}', target => 'release')})
{
	my ($what) = $call =~ /^(\w+)/;
	published_on_workers($coordinator, $call, "$what by partitions");
	is(value_of($coordinator, q{string_agg(pg_get_expr(c.relpartbound, c.oid), '; ' ORDER BY c.relname) FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'release'::regclass}),
		'FOR VALUES FROM (40) TO (60); DEFAULT; FOR VALUES FROM (MINVALUE) TO (40)', "$what by partitions: the release has those of the source");
	is(value_of($coordinator, q{count(*) FROM pg_dist_partition WHERE logicalrelid::text ~ '^release'}), 4, "$what by partitions: distributed");
	is(value_of($coordinator, 'count(*) FROM release'), 30000, "$what by partitions: all rows");
	holds('release', "$what by partitions", @nodes);
	is(value_of($coordinator, q{estimate_count('release', '{}')}), 30000, "$what by partitions: counts of all");
	my $estimate = q{round(estimate_count('release', '{"age": {"between": [30, 50]}, "disease": ["disease 3"]}', 'mixed')::numeric, 6)};
	is(value_of($coordinator, $estimate), $coordinator->safe_psql('postgres', "SET pg_microdata.inspect_on_workers = off; SELECT $estimate"), "$what by partitions: counts of some");

	# One of them has changed.
	my $kept = value_of($coordinator, q{md5(string_agg(r::text, '' ORDER BY r::text)) FROM release r WHERE age < 40});
	$coordinator->safe_psql('postgres', q{INSERT INTO stays SELECT id + 100000, age, income, town, sex, children, job, postcode, disease FROM visits WHERE age BETWEEN 40 AND 59 AND id % 3 = 0});
	is(value_of($coordinator, q{bool_and(holds) FROM verify_release('release')}), 'f', "$what: the source has changed");
	like(value_of($coordinator, q{republish_partitions('release', '{stays_middle}')}), qr/release$/, "$what: one partition is published again");
	is(value_of($coordinator, 'count(*) FROM release'), value_of($coordinator, 'count(*) FROM stays'), "$what: all rows are there");
	is(value_of($coordinator, q{md5(string_agg(r::text, '' ORDER BY r::text)) FROM release r WHERE age < 40}), $kept, "$what: others are as they were");
	is(value_of($coordinator, 'count(*) FROM (SELECT disease FROM stays WHERE age BETWEEN 40 AND 59 EXCEPT ALL SELECT disease FROM release WHERE age BETWEEN 40 AND 59) x'), 0, "$what: diseases are the partition's");
	is(value_of($coordinator, q{count(*) FROM pg_dist_partition WHERE logicalrelid::text ~ '^release'}), 4, "$what: the release is distributed as it was");
	is(value_of($coordinator, q{count(*) FROM pg_class WHERE relname ~ '^microdata_'}), 0, "$what: nothing else is left");
	holds('release', "$what, one partition again", @nodes);
	$coordinator->safe_psql('postgres', 'DELETE FROM stays WHERE id > 100000');
	value_of($coordinator, q{drop_release('release')});
}

# Buckets of two partitions: one has too few rows to be a region.
$coordinator->safe_psql('postgres', q{
	CREATE TABLE stays_few PARTITION OF stays FOR VALUES FROM (200) TO (300);
	INSERT INTO stays SELECT 200000 + n, 200 + n % 3, n, 'town 1', 'F', 1, 'job 1', n, 'disease 1' FROM generate_series(1, 40) n});
published_on_workers($coordinator, q{bucketize_table('stays', 4, '{disease}', identifiers => '{id}', target => 'release')}, 'a small partition');
cmp_ok(value_of($coordinator, 'count(*) FROM (SELECT 1 FROM release GROUP BY bucket HAVING max(age) >= 200 AND count(age) < count(*)) b'), '>', 5, 'a small partition: its rows are in buckets with others');
is(value_of($coordinator, q{estimate_count('release', '{}') = (SELECT count(*) FROM release)}), 't', 'a small partition: all are counted');
is(value_of($coordinator, q{estimate_count('release', '{"disease": ["disease 1"]}') = (SELECT count(*) FROM release WHERE disease = 'disease 1')}), 't', 'a small partition: so are some');
holds('release', 'a small partition', @nodes);
value_of($coordinator, q{drop_release('release')});
nothing_on_workers('dropped', 'visits|stays|stays_few|stays_young|stays_middle|stays_other|grown|counted|first', @nodes);

done_testing();
