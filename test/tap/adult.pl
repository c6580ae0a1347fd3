# Known figures of the UCI Adult data, through SQL. Where there is none, says so.
# Rooms: src/core
use strict;
use warnings;
use PostgreSQL::Test::Utils;
use Test::More;
use Microdata;

plan skip_all => 'no adult.csv' unless $ENV{MICRODATA_ADULT};

my $node = new_node('adult');
$node->safe_psql(
	'postgres', qq{
	CREATE TABLE adult (age int, workclass text, fnlwgt int, education text, education_num int, marital_status text, occupation text, relationship text,
		race text, sex text, capital_gain int, capital_loss int, hours_per_week int, native_country text, salary text);
	COPY adult FROM '$ENV{MICRODATA_ADULT}' (FORMAT csv, HEADER)});

is($node->safe_psql('postgres', q{SELECT attribute_1, attribute_2, round(correlation::numeric, 4) FROM attribute_correlation('adult')
	WHERE (attribute_1, attribute_2) IN (('occupation', 'sex'), ('occupation', 'salary')) ORDER BY 2 DESC}),
	"occupation|sex|0.1899\noccupation|salary|0.1197", 'phi2');

# The weights of the census, of which two thirds are different, name nobody.
is($node->safe_psql('postgres', q{SELECT count(*), count(*) FILTER (WHERE suggested = 'quasi-identifier' AND reason = 'shows nothing that names persons')
	FROM classify('adult')}), '15|14', 'nothing in Adult names persons, and a weight says nothing else');
is($node->safe_psql('postgres', q{SELECT distinct_values FROM classify('adult') WHERE attribute = 'fnlwgt'}),
	$node->safe_psql('postgres', 'SELECT count(DISTINCT fnlwgt) FROM adult'), 'counted as SQL does');

my ($error) = error_of($node, q{SELECT slice_table('adult', 2, 5, sensitive => '{occupation}', sensitive_column_size => 2, infeasible => 'error')});
like($error, qr/l = 5 is infeasible for "occupation" in one column with "sex"/, 'sex with occupation is infeasible for l = 5');
like($error, qr/3730 of 14695 rows with the same "sex" have the value "Adm-clerical"/, 'with the evidence');
like($error, qr/Use l => 3\.93 or less/, 'and the largest l');
($error) = error_of($node, q{SELECT slice_table('adult', 2, 8, sensitive => '{occupation}')});
like($error, qr/6020 of 45222 rows have the value "Craft-repair".*Use l => 7\.51 or less/s, 'l = 8 is infeasible in any grouping');

# Buckets as small as they can be, and every figure on record.
for my $case ([ 'X', q{diversity_check => 'exact', sensitive_column_size => 2}, 'adult', 14_000, 3.3 ],
	[ 'Y', q{diversity_check => 'exact', groups => ARRAY['age, marital_status, sex', 'workclass', 'education', 'race', 'occupation'],
	         identifiers => '{fnlwgt,education_num,relationship,capital_gain,capital_loss,hours_per_week,native_country,salary}'}, 'adult', 24_000, 2.5 ])
{
	my ($name, $arguments, $table, $buckets, $mean) = @$case;
	$node->safe_psql('postgres', "SELECT slice_table('$table', 2, 3, sensitive => '{occupation}', $arguments, target => 'release')");
	my ($got_buckets, $got_mean) = split /\|/, $node->safe_psql('postgres', q{SELECT buckets, parameters ->> 'mean_bucket' FROM microdata.releases});
	cmp_ok($got_buckets, '>=', $buckets, "$name: $got_buckets buckets");
	cmp_ok($got_mean, '<=', $mean, "$name: mean size $got_mean");
	is($node->safe_psql('postgres', 'SELECT count(DISTINCT bucket) FROM release'), $got_buckets, "$name: as on record");
	is($node->safe_psql('postgres', q{SELECT bool_and(holds) FROM verify_release('release')}), 't', "$name: verified");
	is($node->safe_psql('postgres', q{SELECT tuples, l_achieved >= 3 - 1e-9 FROM disclosure('release')}), '45222|t', "$name: disclosure");
	$node->safe_psql('postgres', q{SELECT drop_release('release')});
}

# The default call takes the next grouping that is feasible, and says so.
my $stderr = '';
$node->psql('postgres', q{SELECT slice_table('adult', 2, 5, sensitive => '{occupation}', sensitive_column_size => 2)}, stderr => \$stderr);
like($stderr, qr/DETAIL:  Attributes were regrouped to make l = 5 feasible/, 'regrouped');
is($node->safe_psql('postgres', q{SELECT bool_and(holds) FROM verify_release('adult_sliced')}), 't', 'and verified');

# What slicing is judged against: generalization and bucketization of the same data, verified.
my $others = q{identifiers => '{fnlwgt,education_num,capital_gain,capital_loss,hours_per_week,salary}'};
for my $case (
	[ 'mondrian generalization', 'generalize_table', "'adult', 5, 5, sensitive => '{occupation}', $others" ],
	[ 'distinct 5-diversity', 'generalize_table', "'adult', 5, sensitive => '{occupation}', privacy => ARRAY[l_diversity(5, 'distinct')], $others", 0.03 ],
	[ 'k = 5 alone', 'generalize_table', "'adult', 5, sensitive => '{occupation}', $others", 0.0234 ],
	[ 'relaxed', 'generalize_table', qq{'adult', 5, 5, sensitive => '{occupation}', strict => false, $others} ],
	[ 'multisets', 'generalize_table', "'adult', 5, 5, sensitive => '{occupation}', recoding => 'multiset', $others" ],
	[ 'full-domain', 'generalize_table', "'adult', 5, 5, sensitive => '{occupation}', recoding => 'full-domain', suppress => 0.05, $others" ],
	[ 'cells', 'generalize_table', "'adult', 5, 5, sensitive => '{occupation}', recoding => 'cell', suppress => 0.05, $others" ],
	[ 'anatomy', 'bucketize_table', "'adult', 5, sensitive => '{occupation}', method => 'anatomy', $others" ],
	[ 'anatomy in tables', 'bucketize_table', "'adult', 5, sensitive => '{occupation}', method => 'anatomy', format => 'anatomy', $others" ],
	[ 'mondrian bucketization', 'bucketize_table', "'adult', 5, sensitive => '{occupation}', $others" ])
{
	my ($name, $verb, $arguments, $most) = @$case;
	$node->safe_psql('postgres', "SELECT $verb($arguments, target => 'release')");
	is($node->safe_psql('postgres', q{SELECT bool_and(holds) FROM verify_release('release')}), 't', "$name: verified");
	my $loss = $node->safe_psql('postgres', q{SELECT parameters #>> '{information_loss,certainty_penalty}' FROM microdata.releases WHERE relations[1]::text = 'release'});
	cmp_ok($loss, '<', $most, "$name: information loss $loss") if defined $most;
	$node->safe_psql('postgres', q{SELECT drop_release('release')});
}

done_testing();
