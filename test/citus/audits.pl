# Distributed releases are estimated from and attacked where their rows are: figures are those of the coordinator that goes by
# the same regions itself, or in its intervals where persons are drawn, weaknesses are found, no more rows come to the
# coordinator than are drawn, and nobody learns more.
use strict;
use warnings;
use JSON::PP;
use PostgreSQL::Test::Utils;
use Test::More;
use Microdata;
use CitusNodes;

my ($coordinator, @workers) = new_nodes('audits', 'track_activity_query_size = 100000');
my @nodes = ($coordinator, @workers);
distributed_visits($coordinator, 12_000);
people($coordinator, 'strangers', 900);
my $all = q{sensitive => '{disease}', identifiers => '{id}', regions => 5, seed => 1};
$coordinator->safe_psql('postgres', qq{
	SET client_min_messages = error;
	SELECT slice_table('visits', 2, 2, $all, target => 'sliced');
	SELECT bucketize_table('visits', 3, $all, target => 'bucketized');
	SELECT generalize_table('visits', 4, 2, $all, quasi_identifiers => '{age,sex,children,income,postcode}', insensitive => '{town,job}', target => 'generalized');
	SELECT generalize_table('visits', 4, 2, $all, recoding => 'multiset', quasi_identifiers => '{age,sex,children}', insensitive => '{income,town,job,postcode}', target => 'multisets')});
my @releases = qw(sliced bucketized generalized multisets);
is($coordinator->safe_psql('postgres', q{SELECT count(*) FROM microdata.releases r JOIN pg_dist_partition p ON p.logicalrelid = r.relations[1] WHERE jsonb_array_length(r.parameters #> '{regions,source_rows}') > 1}), 4, 'releases are distributed and have regions');

# As if each had so many rows that the coordinator must go by regions.
$coordinator->safe_psql('postgres', 'UPDATE microdata.release_record SET published_rows = 1000000000000');

my $asked = qr/microdata\.audit_region\(/;
# Rows of release or source that come to the coordinator, other than counted or drawn ones.
my $pulled = qr/DEBUG:\s+Collecting INSERT|issuing SELECT (?!.*(?:count|min|max|sum|audit_region|worker_partition_query_result)\()(?!.*\brandom\(\)).* FROM public\.(?:visits|@{[ join '|', @releases ]})_\d+/;

sub rows_of
{
	my ($result) = @_;
	return map { decode_json($_) } grep { /^\{/ } split /\n/, $result;
}

# What a call returns where regions are, and what it does through the coordinator.
sub both_ways
{
	my ($what, $call) = @_;
	my $statement = "SELECT to_jsonb(f) FROM (SELECT * FROM $call) f";
	my @there = rows_of(said_by($coordinator, "$watched $statement"));
	none_said(qr/ERROR/, "$what: no error");
	said($asked, "$what: the workers are asked");
	none_said($pulled, "$what: no rows come to the coordinator");
	my @here = rows_of(said_by($coordinator, "$by_coordinator $watched $statement"));
	none_said(qr/ERROR/, "$what: no error through the coordinator");
	none_said($asked, "$what: nor are they otherwise");
	cmp_ok(scalar(@there), '>', 0, "$what: there are rows");
	is(scalar(@there), scalar(@here), "$what: as many rows");
	return (\@there, \@here);
}

# In which columns two rows differ, by more than another order of adding up makes.
sub differing
{
	my ($there, $here) = @_;
	return grep {
		my ($x, $y) = ($there->{$_}, $here->{$_});
		$_ = encode_json([$_]) for grep { ref } $x, $y;
		!(!defined $x && !defined $y) && (!defined $x || !defined $y
			|| ($x =~ /^-?[\d.]+(?:e[-+]?\d+)?$/ && $y =~ /^-?[\d.]+(?:e[-+]?\d+)?$/ ? abs($x - $y) > 1e-7 * (1 + abs $x) : $x ne $y))
	} sort keys %$there;
}

sub same_figures
{
	my ($what, $call) = @_;
	my ($there, $here) = both_ways($what, $call);
	my @differ;
	for my $i (0 .. $#$there)
	{
		push @differ, map { "$_: " . encode_json([ $there->[$i]{$_}, $here->[$i]{$_} ]) } differing($there->[$i], $here->[$i]);
	}
	is(join('; ', @differ), '', "$what: the same figures");
	return $there;
}

sub overlapping
{
	my ($what, $call) = @_;
	my ($there, $here) = both_ways($what, $call);
	my @apart = grep { $there->[$_]{low} > $here->[$_]{high} || $here->[$_]{low} > $there->[$_]{high} } 0 .. $#$there;
	is(join('; ', map { encode_json([ $there->[$_], $here->[$_] ]) } @apart), '', "$what: intervals overlap");
	return $there;
}

my %estimates = (
	'groups' => q{estimate('%s', '{sex,disease}', measures => '{count,avg(age),sum(children)}', method => 'mixed')},
	'conditions' => q{estimate('%s', '{disease}', '{"age": {">=": 40}, "or": [{"sex": "F"}, {"children": {"<": 3}}]}', '{count,sum(age)}', 'mixed')},
	'nobody' => q{estimate('%s', NULL, '{"disease": "nobody has it"}', '{count,sum(age)}', 'mixed')},
	'NULLs' => q{estimate('%s', '{age,job}', '{"job": null}', '{count,avg(children)}', 'mixed')},
	'a model' => q{estimate('%s', '{sex,disease}', measures => '{count,avg(age)}')});
for my $release (@releases)
{
	same_figures("$release, $_", sprintf($estimates{$_}, $release)) for sort keys %estimates;
	same_figures("$release, errors", "relative_error('$release', 2, 0.4, 40, seed => 3)");
	same_figures("$release, members and strangers", "audit_membership('$release', outsiders => 'strangers', seed => 1)")
	  if $release !~ /sliced|bucketized/;
	overlapping("$release, members", "audit_membership('$release', seed => 1)");
	overlapping("$release, links", "audit_linkability('$release', outsiders => 'strangers', attacks => 500, seed => 1)");
	overlapping("$release, guesses", "audit_inference('$release', outsiders => 'strangers', seed => 1)");
	my ($there, $here) = both_ways("$release, singled out", "audit_singling_out('$release', outsiders => 'strangers', attacks => 100, seed => 1)");
	is($there->[0]{success}, $here->[0]{success}, "$release: predicates of one attribute are the same");
	same_figures("$release, composed", "audit_composition(ARRAY['$release'::regclass, 'bucketized', 'generalized'], outsiders => 'strangers', seed => 1)");
}
for my $release ('generalized', 'multisets')
{
	same_figures("$release, loss by $_", "information_loss('$release', '$_')") for 'width', 'values', 'entropy';
	same_figures("$release, cuts", "audit_minimality('$release', outsiders => 'strangers', seed => 1)");
}
is($coordinator->safe_psql('postgres', q{SELECT count(*) FROM pg_class WHERE relname LIKE 'microdata_scratch%'}), 0, 'no scratch table is left');
nothing_prepared('audited', @nodes);

done_testing();
