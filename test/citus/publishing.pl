# bucketize_table, generalize_table, and slice_table with k, the exact check and generalization, on a distributed table:
# where the rows are, and what comes of it is judged by the coordinator's verification, and by SQL that shares nothing
# with either.
use strict;
use warnings;
use PostgreSQL::Test::Utils;
use Test::More;
use Microdata;
use CitusNodes;

my ($coordinator, @workers) = new_nodes('publishing');
my @nodes = ($coordinator, @workers);
my $rows = 12000;
distributed_visits($coordinator, $rows);
my $quasi_identifiers = 'age, income, town, sex, children, job, postcode';

sub holds_there
{
	my ($release, $what) = @_;
	holds($release, $what, @nodes);
	is(value_of($coordinator, "count(*) FROM pg_dist_partition WHERE logicalrelid = '$release'::regclass"), 1, "$what: distributed") unless $what =~ /anatomy/;
	return;
}

# The same of a local table.
sub holds_here
{
	my ($release, $what) = @_;
	is(value_of($coordinator, "string_agg(v::text, '; ') FROM verify_release('$release') v WHERE NOT holds"), '', "$what: verified");
	return;
}

sub dropped
{
	my ($release) = @_;
	value_of($coordinator, "drop_release('$release')");
	nothing_on_workers("$release dropped", 'visits|trades|wards|here', @nodes);
	return;
}

# The same rows, columns by columns.
sub as_in_source
{
	my ($release, $columns, $what) = @_;
	is(value_of($coordinator, "count(*) FROM (SELECT $columns FROM visits EXCEPT ALL SELECT $columns FROM $release) x"), 0, "$what: as in the source");
	is(value_of($coordinator, "count(*) FROM $release"), $rows, "$what: all rows");
	return;
}

# Buckets of a table with a column of diseases, and how many rows have each.
sub is_diverse
{
	my ($buckets, $what) = @_;
	is(value_of($coordinator, "count(*) FROM (SELECT max(n) * 4 > sum(n) AS above FROM (SELECT bucket, disease, sum(n) AS n FROM ($buckets) b GROUP BY 1, 2) d GROUP BY bucket) b WHERE above"),
		0, "$what: no disease has more than a quarter of a bucket");
	return;
}

# bucketize_table
for my $method (in_turn(2, 'anatomy', 'mondrian'))
{
	published_on_workers($coordinator, "bucketize_table('visits', 4, '{disease}', identifiers => '{id}', method => '$method', regions => 5, seed => 1)", $method);
	as_in_source('visits_bucketized', $quasi_identifiers, $method);
	as_in_source('visits_bucketized', 'disease', $method);
	is_diverse('SELECT bucket, disease, 1 AS n FROM visits_bucketized', $method);
	is(value_of($coordinator, q{(parameters -> 'mean_bucket')::float8 - (SELECT sum(n * n) / sum(n) FROM (SELECT count(*) AS n FROM visits_bucketized GROUP BY bucket) b) BETWEEN -0.0001 AND 0.0001 FROM microdata.releases WHERE 'visits_bucketized'::regclass = ANY (relations)}), 't', "$method: the mean bucket is on record");
	holds_there('visits_bucketized', $method);
	is(scalar(grep { $_ > 1000 } shards_of($coordinator, 'visits_bucketized')), 2, "$method: both workers have part of it");
	published_on_workers($coordinator, "bucketize_table('visits', 4, '{disease}', identifiers => '{id}', method => '$method', regions => 5, seed => 1, target => 'again')", "$method, again");
	is(value_of($coordinator, "count(*) FROM (SELECT bucket, $quasi_identifiers, disease FROM visits_bucketized EXCEPT ALL SELECT bucket, $quasi_identifiers, disease FROM again) x"), 0, "$method: with a seed, the same release");
	value_of($coordinator, q{drop_release('again')});
	published_on_workers($coordinator, "bucketize_table('visits', 4, '{disease}', identifiers => '{id}', method => '$method', regions => 5, replace => true)", "$method, replaced");
	dropped('visits_bucketized');
}

# Workers hold no bound for harmless values: ten of twelve diseases.
my $harmless = '{"disease": [' . join(', ', map { qq{"disease $_"} } 0 .. 9) . ']}';
for my $call ("bucketize_table('visits', 10, '{disease}'", "slice_table('visits', 2, 10, '{disease}', sensitive_column_size => 1")
{
	published_on_workers($coordinator, "$call, identifiers => '{id}', regions => 5, harmless => '$harmless', target => 'some_harmless', seed => 1)", "$call, harmless values");
	is(value_of($coordinator, q{bool_or(n * 10 > rows AND disease IN ('disease 10', 'disease 11')) || ' ' || bool_or(n * 10 > rows) FROM
		(SELECT disease, count(*) AS n, sum(count(*)) OVER (PARTITION BY bucket) AS rows FROM some_harmless GROUP BY bucket, disease) b}),
		'false true', "$call: others are bounded");
	dropped('some_harmless');
}

published_on_workers($coordinator, q{bucketize_table('visits', 4, '{disease, job}', identifiers => '{id}', format => 'anatomy', method => 'mondrian', regions => 5)}, 'format anatomy');
as_in_source('visits_bucketized_qit', 'age, income, town, sex, children, postcode', 'format anatomy');
for my $table ([ 'st_1', 'job' ], [ 'st_2', 'disease' ])
{
	my ($suffix, $attribute) = @$table;
	my $counts = "visits_bucketized_$suffix";
	is(value_of($coordinator, "count(*) FROM (SELECT $attribute, count(*) FROM visits GROUP BY 1 EXCEPT SELECT $attribute, sum(count) FROM $counts GROUP BY 1) x"), 0, "format anatomy: $attribute is counted");
	is(value_of($coordinator, "count(*) FROM (SELECT bucket, count(*) FROM visits_bucketized_qit GROUP BY 1 EXCEPT SELECT bucket, sum(count) FROM $counts GROUP BY 1) x"), 0, "format anatomy: as many values of $attribute as rows in each bucket");
	is(value_of($coordinator, "count(*) FROM (SELECT 1 FROM $counts GROUP BY bucket, $attribute HAVING count(*) > 1) x"), 0, "format anatomy: each once");
	is_diverse("SELECT bucket, $attribute AS disease, count AS n FROM $counts", "format anatomy, $attribute");
}
is(value_of($coordinator, q{count(DISTINCT colocationid) || ' ' || count(*) FROM pg_dist_partition WHERE logicalrelid::text ~ '^visits_bucketized_'}), '1 3', 'format anatomy: tables of a bucket lie beside each other');
is(value_of($coordinator, 'round(sum(weight)) FROM visits_bucketized'), $rows, 'format anatomy: weights add up to the rows');
holds_there('visits_bucketized', 'format anatomy');
published_on_workers($coordinator, q{bucketize_table('visits', 4, '{disease, job}', identifiers => '{id}', format => 'anatomy', regions => 5, replace => true)}, 'format anatomy, replaced');
holds_there('visits_bucketized', 'format anatomy, replaced');
dropped('visits_bucketized');

# generalize_table. With strict grouping classes do not overlap, so that each row of the source is in one.
my $generalized = q{generalize_table('visits', 7, 2, '{disease}', identifiers => '{id, town, job}', regions => 5, strict => true};
my $in_class = join ' AND ', map { "(CASE WHEN s.$_ IS NULL THEN c.$_ IS NULL OR upper_inf(c.$_) ELSE c.$_ @> s.$_ END)" } 'age', 'income', 'children', 'postcode';
published_on_workers($coordinator, "$generalized)", 'mondrian');
is(value_of($coordinator, q{string_agg(attname, ', ' ORDER BY attnum) FROM pg_attribute WHERE attrelid = 'visits_generalized'::regclass AND attnum > 0}), 'row, age, income, sex, children, postcode, disease', 'mondrian: it has a column to be distributed by');
is(value_of($coordinator, q{count(DISTINCT "row") || ' ' || min("row") || ' ' || max("row") FROM visits_generalized}), "$rows 1 $rows", 'mondrian: of numbers of rows');
is(value_of($coordinator, qq{count(*) FROM
	(SELECT c.*, count(*) FROM (SELECT DISTINCT age, income, sex, children, postcode FROM visits_generalized) c
	 JOIN (SELECT * FROM visits OFFSET 0) s ON (s.sex = c.sex OR c.sex IN ('*', '{F,M}')) AND $in_class GROUP BY 1, 2, 3, 4, 5
	 EXCEPT SELECT age, income, sex, children, postcode, count(*) FROM visits_generalized GROUP BY 1, 2, 3, 4, 5) x}), 0, 'mondrian: each class has the rows of the source that lie in it');
is(value_of($coordinator, 'count(*) FROM (SELECT 1 FROM visits_generalized GROUP BY age, income, sex, children, postcode HAVING count(*) < 7) x'), 0, 'mondrian: at least k of them');
is(value_of($coordinator, q{count(*) FROM (SELECT max(n) * 2 > sum(n) AS above FROM (SELECT age, income, sex, children, postcode, disease, count(*) AS n FROM visits_generalized GROUP BY 1, 2, 3, 4, 5, 6) d
	GROUP BY age, income, sex, children, postcode) c WHERE above}), 0, 'mondrian: no disease has more than half of a class');
as_in_source('visits_generalized', 'disease', 'mondrian');
holds_there('visits_generalized', 'mondrian');
is(value_of($coordinator, q{abs((r.parameters #> '{information_loss,certainty_penalty}')::float8 - microdata.information_loss('visits_generalized')) < 1e-5 FROM microdata.releases r WHERE 'visits_generalized'::regclass = ANY (relations)}), 't', 'mondrian: the information loss on record is that of what is published');
published_on_workers($coordinator, "$generalized, seed => 3, replace => true)", 'mondrian, replaced');
published_on_workers($coordinator, "$generalized, seed => 3, target => 'again')", 'mondrian, again');
is(value_of($coordinator, 'count(*) FROM (SELECT * FROM visits_generalized EXCEPT ALL SELECT * FROM again) x'), 0, 'mondrian: with a seed, the same release');
value_of($coordinator, q{drop_release('again')});
dropped('visits_generalized');

published_on_workers($coordinator, "$generalized, recoding => 'multiset')", 'multiset');
for my $attribute ('age', 'sex')
{
	is(value_of($coordinator, qq{count(*) FROM (SELECT coalesce($attribute\::text, 'NULL'), count(*) FROM visits GROUP BY 1
		EXCEPT SELECT split_part(e, ':', 1), round(sum(split_part(e, ':', 2)::numeric / n))
		FROM (SELECT $attribute AS shown, (SELECT sum(split_part(s, ':', 2)::int) FROM string_to_table($attribute, ',') s) AS n FROM visits_generalized) r, string_to_table(shown, ',') e GROUP BY 1) x}), 0, "multiset: $attribute, counted over classes, as in the source");
	is(value_of($coordinator, "count(*) FROM visits_generalized WHERE (SELECT sum(split_part(s, ':', 2)::int) FROM string_to_table($attribute, ',') s) < 7"), 0, "multiset: at least k rows in each class");
}
as_in_source('visits_generalized', 'disease', 'multiset');
holds_there('visits_generalized', 'multiset');
dropped('visits_generalized');

# Hierarchies are the coordinator's, and are told to the workers; what is recorded is what one machine records.
$coordinator->safe_psql('postgres', q{
	SELECT create_interval_hierarchy('ages', 0, 100, '{5,20}');
	CREATE TABLE trades AS SELECT DISTINCT job AS level0, 'trade ' || left(job, 5) AS level1, 'any' AS level2 FROM visits WHERE job IS NOT NULL;
	SELECT create_hierarchy('trades', 'trades');
	CREATE TABLE wards AS SELECT DISTINCT disease AS level0, 'ward ' || ascii(right(disease, 1)) % 3 AS level1, 'any' AS level2 FROM visits;
	SELECT create_hierarchy('wards', 'wards');
	SELECT declare_hierarchy('visits', 'disease', 'wards')});
my $labelled = q{generalize_table('visits', 7, 2, '{disease}', identifiers => '{id, town, income}', hierarchies => '{"age": "ages", "job": "trades"}', regions => 4, strict => true};
for my $recoding (in_turn(2, 'mondrian', 'multiset'))
{
	published_on_workers($coordinator, "$labelled, recoding => '$recoding', privacy => ARRAY[t_closeness(0.8, 'hierarchical')])", "hierarchies, $recoding");
	is(value_of($coordinator, q{parameters -> 'hierarchies' FROM microdata.releases WHERE 'visits_generalized'::regclass = ANY (relations)}), '{"age": "ages", "job": "trades"}', "hierarchies, $recoding: on record");
	is(value_of($coordinator, 'count(*) FROM (SELECT 1 FROM visits_generalized GROUP BY age, sex, children, job, postcode HAVING count(*) < 7) x'), 0, "hierarchies, $recoding: at least k rows in each class");
	as_in_source('visits_generalized', 'disease', "hierarchies, $recoding");
	holds_there('visits_generalized', "hierarchies, $recoding");
	if ($recoding eq 'mondrian')
	{
		# Intervals of the hierarchy, or its values: each row of the source lies in a class of as many.
		is(value_of($coordinator, q{count(*) FROM visits_generalized WHERE age !~ '^(\d+|\[\d+,\d+\)|\*)$' OR job !~ '^(job \d+|trade .*|any)$'}), 0, 'hierarchies: labels are shown');
		is(value_of($coordinator, qq{count(*) FROM
			(SELECT c.*, count(*) FROM (SELECT DISTINCT age, sex, children, job, postcode FROM visits_generalized) c JOIN (SELECT * FROM visits OFFSET 0) s
			 ON (s.sex = c.sex OR c.sex IN ('*', '{F,M}')) AND (c.age IS NULL AND s.age IS NULL OR c.age IN ('*', s.age::text, format('[%s,%s)', s.age / 5 * 5, s.age / 5 * 5 + 5), format('[%s,%s)', s.age / 20 * 20, s.age / 20 * 20 + 20)))
			 AND (c.job IS NULL AND s.job IS NULL OR c.job IN ('any', s.job, 'trade ' || left(s.job, 5))) AND }
			. join(' AND ', map { "(CASE WHEN s.$_ IS NULL THEN c.$_ IS NULL OR upper_inf(c.$_) ELSE c.$_ @> s.$_ END)" } 'children', 'postcode')
			. q{ GROUP BY 1, 2, 3, 4, 5 EXCEPT SELECT age, sex, children, job, postcode, count(*) FROM visits_generalized GROUP BY 1, 2, 3, 4, 5) x}), 0, 'hierarchies: each class has the rows of the source that lie in it');
	}
	dropped('visits_generalized');
}
published_on_workers($coordinator, q{slice_table('visits', 2, 2, sensitive => '{disease}', identifiers => '{id}', regions => 4, privacy => ARRAY[t_closeness(0.6, 'hierarchical')])}, 'distances on a hierarchy');
is(value_of($coordinator, q{count(*) FROM verify_release('visits_sliced') WHERE requirement ~ '^t_closeness.*on hierarchy "wards"' AND holds}), 1, 'distances on a hierarchy: measured');
holds_there('visits_sliced', 'distances on a hierarchy');
dropped('visits_sliced');

# Levels are chosen for the table as a whole, by what workers count: equal rows come to the coordinator once. The release is
# the one of a table that is not distributed.
$coordinator->safe_psql('postgres', 'CREATE TABLE here AS SELECT * FROM visits');
for my $recoding (in_turn(2, 'full-domain', 'cell'))
{
	my $levels = qq{generalize_table('%s', 7, 2, '{disease}', identifiers => '{id, town, income, postcode}', hierarchies => '{"age": "ages", "job": "trades"}', recoding => '$recoding', seed => 1)};
	my $messages = '';
	$coordinator->psql('postgres', 'SET client_min_messages = notice; SET citus.log_remote_commands = on; SELECT ' . sprintf($levels, 'visits'), stderr => \$messages);
	my @read = grep { /issuing SELECT .*disease.* FROM public\.visits_\d+/ } split /\n/, $messages;
	cmp_ok(scalar(@read), '>', 3, "$recoding: each shard is read");
	is(join("\n", grep { !/GROUP BY/ } @read), '', "$recoding: equal rows once");
	is(value_of($coordinator, q{count(*) FROM pg_dist_partition WHERE logicalrelid = 'visits_generalized'::regclass}), 0, "$recoding: a local table");
	is(value_of($coordinator, 'count(*) FROM visits_generalized'), $rows, "$recoding: all rows");
	value_of($coordinator, sprintf($levels, 'here'));
	is(value_of($coordinator, 'count(*) FROM (SELECT * FROM here_generalized EXCEPT ALL SELECT * FROM visits_generalized) x'), 0, "$recoding: as of a local table");
	is(value_of($coordinator, q{count(DISTINCT parameters) FROM microdata.releases WHERE relations && '{here_generalized, visits_generalized}'::regclass[]}), 1, "$recoding: with the same figures");
	holds_here('visits_generalized', $recoding);
	value_of($coordinator, qq{drop_release('${_}_generalized')}) for 'here', 'visits';
}

# What divides columns by a class or by rules reads the table as a whole, and makes local tables.
my %local = (
	fragmentation => [ q{count(*) FROM fragment_table('visits', 5, 'disease', 2, identifiers => '{id, income, postcode}')}, '2' ],
	gnf => [ q{count(*) > 0 FROM gnf_decompose('visits', 3, rules => '{"town, age -> disease"}', identifiers => '{id, income, postcode}')}, 't' ]);
for my $method (sort keys %local)
{
	my ($call, $parts) = @{ $local{$method} };
	is(value_of($coordinator, $call) =~ /^(\w+)$/m ? $1 : '', $parts, "$method: published through the coordinator");
	my $relation = value_of($coordinator, q{relations[1] FROM microdata.releases});
	is(value_of($coordinator, q{count(*) FROM microdata.releases, unnest(relations) r JOIN pg_dist_partition ON logicalrelid = r}), 0, "$method: local tables");
	is(value_of($coordinator, "count(*) > 1 FROM verify_release('$relation')"), 't', "$method: there is something to verify");
	holds_here($relation, $method);
	dropped($relation);
}

# slice_table
my $sliced = q{slice_table('visits', 2, 4, sensitive => '{disease}', identifiers => '{id}', groups => '{"town, sex, job", "age, income, children, postcode, disease"}', regions => 5, infeasible => 'generalize'};
published_on_workers($coordinator, "$sliced)", 'generalize');
is(value_of($coordinator, q{string_agg(format_type(atttypid, NULL), ', ' ORDER BY attnum) FROM pg_attribute WHERE attrelid = 'visits_sliced'::regclass AND attnum > 0}), 'integer, int4range, int4range, text, text, int4range, text, int4range, text', 'generalize: what stands beside the sensitive attribute is shown as ranges');
as_in_source('visits_sliced', 'town, sex, job', 'generalize');
as_in_source('visits_sliced', 'disease', 'generalize');
is_diverse('SELECT bucket, disease, 1 AS n FROM visits_sliced', 'generalize');
is(value_of($coordinator, qq{count(*) FROM (SELECT s.disease, count(*) FROM visits s WHERE EXISTS (SELECT FROM (SELECT DISTINCT age, income, children, postcode, disease FROM visits_sliced) c WHERE c.disease = s.disease AND $in_class)
	GROUP BY 1 EXCEPT SELECT disease, count(*) FROM visits GROUP BY 1) x}), 0, 'generalize: each person lies in what is shown of somebody with the disease');
holds_there('visits_sliced', 'generalize');
dropped('visits_sliced');

published_on_workers($coordinator, q{slice_table('visits', 2, 4, sensitive => '{disease}', identifiers => '{id}', groups => '{"age, income, children, postcode", "town, sex, job, disease"}', regions => 5, infeasible => 'generalize', k => 5)}, 'k');
is(value_of($coordinator, 'count(*) FROM (SELECT 1 FROM visits_sliced GROUP BY bucket, age, income, children, postcode HAVING count(*) < 5) x'), 0, 'k: what is shown of the others is shown of k rows of the bucket');
is(value_of($coordinator, 'count(*) FROM (SELECT 1 FROM visits_sliced GROUP BY bucket, town, sex, job HAVING count(*) < 5) x'), 0, 'k: so is what stands beside the sensitive attribute');
as_in_source('visits_sliced', 'disease', 'k');
is_diverse('SELECT bucket, disease, 1 AS n FROM visits_sliced', 'k');
holds_there('visits_sliced', 'k');
dropped('visits_sliced');

published_on_workers($coordinator, q{slice_table('visits', 3, 4, sensitive => '{disease}', identifiers => '{id, income, postcode}', groups => '{"age, town", "sex, children, job", disease}', diversity_check => 'exact', regions => 5)}, 'exact');
as_in_source('visits_sliced', $_, "exact, $_") for 'age, town', 'sex, children, job', 'disease';
holds_there('visits_sliced', 'exact');
# From the definition (Li, Li, Zhang and Molloy, 2012): a bucket matches a tuple as often as its groups' values occur
# together there; a disease is as likely as it is in the buckets that match, each by how much it does.
is(value_of($coordinator, q{count(*) FROM (
	WITH local AS MATERIALIZED (SELECT * FROM visits_sliced),
	size AS (SELECT bucket, count(*)::float8 AS n FROM local GROUP BY 1),
	a AS (SELECT bucket, age, town, count(*) AS n FROM local GROUP BY 1, 2, 3),
	b AS (SELECT bucket, sex, children, job, count(*) AS n FROM local GROUP BY 1, 2, 3, 4),
	d AS (SELECT bucket, disease, count(*) AS n FROM local GROUP BY 1, 2),
	t AS (SELECT row_number() OVER () AS number, s.* FROM (SELECT DISTINCT age, town, sex, children, job FROM visits) s),
	matching AS (SELECT t.number, m.bucket, m.f, sum(m.f) OVER (PARTITION BY t.number) AS all_f FROM t, LATERAL
		(SELECT a.bucket, a.n * b.n / (s.n * s.n) AS f FROM a JOIN b ON b.bucket = a.bucket JOIN size s ON s.bucket = a.bucket
		 WHERE a.age IS NOT DISTINCT FROM t.age AND a.town = t.town AND b.sex = t.sex AND b.children = t.children AND b.job IS NOT DISTINCT FROM t.job) m)
	SELECT m.number FROM matching m JOIN d ON d.bucket = m.bucket JOIN size s ON s.bucket = m.bucket
	GROUP BY m.number, d.disease HAVING sum(m.f / m.all_f * d.n / s.n) > 0.25 + 1e-9) x}),
	0, 'exact: no disease of anybody is likelier than a quarter');
dropped('visits_sliced');

# A server refuses what is not a region's.
my %plans = (
	'more regions than the tree has' => '{"rows": 60, "regions": [{"rows": 60}, {"rows": 0}], "tree": [{"region": 0}], "groups": [], "values": []}',
	'rows below 0' => '{"rows": 60, "regions": [{"rows": 61}, {"rows": -1}], "tree": [{"column": "age", "below": "30", "left": 1, "right": 2}, {"region": 0}, {"region": 1}], "groups": [], "values": []}',
	'not the sum of rows' => '{"rows": 0, "regions": [{"rows": 60}], "tree": [{"region": 0}], "groups": [], "values": []}',
	'fewer counts than values' => '{"rows": 60, "regions": [{"rows": 60}], "tree": [{"region": 0}], "groups": [], "values": [{"column": "disease", "values": ["a", "b"], "counts": [1], "nulls": 0}]}');
for my $plan (sort keys %plans)
{
	like((error_of($coordinator, "SELECT * FROM microdata.bucketize_region('visits'::regclass, 0, '$plans{$plan}', repeat('0', 32), 2, '{disease}', '{id}', NULL, NULL, NULL, 'anatomy', 'width', 0, NULL, NULL) AS r (age int)"))[0],
		qr/invalid region plan/, "a plan with $plan");
}
my $asked = q{microdata.generalize_region('visits'::regclass, 0, '{"rows": 60, "regions": [{"rows": 60}], "tree": [{"region": 0}], "groups": [], "values": []}', %s, 2, NULL, '{disease}', '{id}', NULL, NULL, NULL, '%s', true, 'width', 'width', 0, NULL, NULL) AS r (%s)};
like((error_of($coordinator, 'SELECT * FROM ' . sprintf($asked, q{repeat('0', 32)}, 'cell', 'age int')))[0], qr/regions cannot be generalized with recoding => 'cell'/, 'levels are not of regions');
like((error_of($coordinator, 'SELECT * FROM ' . sprintf($asked, q{'x'}, 'mondrian', 'age int')))[0], qr/number_key must have 32 hexadecimal digits/, 'a key is a key');

done_testing();
