# Distributed releases are estimated from and attacked where their rows are: figures are those of the coordinator that goes by
# the same regions itself, or in its intervals where persons are drawn, weaknesses are found, no more rows come to the
# coordinator than are drawn, and nobody learns more.
# Rooms: src/postgres/distributed src/postgres/*region*
use strict;
use warnings;
use JSON::PP;
use PostgreSQL::Test::Utils;
use Test::More;
use Microdata;
use CitusNodes;

my $json = JSON::PP->new->canonical;
my ($coordinator, @workers) = new_nodes('audits', 'track_activity_query_size = 100000');
my @nodes = ($coordinator, @workers);
distributed_visits($coordinator, 12_000);
people($coordinator, 'strangers', 900);
$coordinator->safe_psql('postgres', q{CREATE TABLE local_strangers AS SELECT * FROM strangers; SELECT create_distributed_table('strangers', 'age')});
my $all = q{sensitive => '{disease}', identifiers => '{id}', regions => 5, seed => 1};
$coordinator->safe_psql('postgres', qq{
	SET client_min_messages = error;
	SELECT slice_table('visits', 2, 2, $all, target => 'sliced');
	SELECT bucketize_table('visits', 3, $all, target => 'bucketized');
	SELECT generalize_table('visits', 4, 2, $all, quasi_identifiers => '{age,sex,children,income,postcode}', insensitive => '{town,job}', target => 'generalized');
	SELECT generalize_table('visits', 4, 2, $all, recoding => 'multiset', quasi_identifiers => '{age,sex,children}', insensitive => '{income,town,job,postcode}', target => 'multisets');
	SELECT bucketize_table('visits', 3, $all, format => 'anatomy', target => 'apart');
	SELECT create_interval_hierarchy('decades', 0, 100, '{5,10,50}');
	SELECT generalize_table('visits', 4, 2, $all, hierarchies => '{"age": "decades"}', quasi_identifiers => '{age,sex,children,income,postcode}', insensitive => '{town,job}', target => 'labels')});
my @releases = qw(sliced bucketized generalized multisets apart labels);
is($coordinator->safe_psql('postgres', q{SELECT count(*) FROM microdata.releases r WHERE EXISTS (SELECT FROM pg_dist_partition p WHERE p.logicalrelid = ANY (r.relations)) AND jsonb_array_length(r.parameters #> '{regions,source_rows}') > 1}), 6, 'releases are distributed and have regions');

# As if each had so many rows that the coordinator must go by regions.
$coordinator->safe_psql('postgres', 'UPDATE microdata.release_record SET published_rows = 1000000000000');

my $asked = qr/microdata\.audit_region\(/;
# Rows of release or source that come to the coordinator, other than counted ones, distinct values or persons who are drawn: where there are
# not more than are wanted, all.
my $pulled = qr/DEBUG:\s+Collecting INSERT|issuing SELECT (?!.*(?:count|min|max|sum|audit_region|worker_partition_query_result)\()(?!.*\brandom\(\))(?!.* visits WHERE true$)(?!.* AS v FROM .* GROUP BY \w+$).* FROM public\.(?:visits|apart_\w+|@{[ join '|', @releases ]})_\d+/m;

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
		$_ = $json->encode([$_]) for grep { ref } $x, $y;
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
		push @differ, map { "$_: " . $json->encode([ $there->[$i]{$_}, $here->[$i]{$_} ]) } differing($there->[$i], $here->[$i]);
	}
	is(join('; ', @differ), '', "$what: the same figures");
	return $there;
}

sub overlapping
{
	my ($what, $call) = @_;
	my ($there, $here) = both_ways($what, $call);
	my @apart = grep { $there->[$_]{low} > $here->[$_]{high} || $here->[$_]{low} > $there->[$_]{high} } 0 .. $#$there;
	is(join('; ', map { $json->encode([ $there->[$_], $here->[$_] ]) } @apart), '', "$what: intervals overlap");
	return $there;
}

my %estimates = (
	'groups' => q{estimate('%s', '{sex,disease}', measures => '{count,avg(age),sum(children)}', method => 'mixed')},
	'conditions' => q{estimate('%s', '{disease}', '{"age": {">=": 40}, "or": [{"sex": "F"}, {"children": {"<": 3}}]}', '{count,sum(age)}', 'mixed')},
	'nobody' => q{estimate('%s', NULL, '{"disease": "nobody has it"}', '{count,sum(age)}', 'mixed')},
	'NULLs' => q{estimate('%s', '{age,job}', '{"job": null}', '{count,avg(children)}', 'mixed')},
	'expressions' => q{estimate('%s', '{sex,"right(disease, 1)"}', '{"length(disease)": {">": 2}}', '{count,avg(length(disease))}', 'mixed')},
	'a model' => q{estimate('%s', '{sex,disease}', measures => '{count,avg(age)}')});
for my $release (@releases)
{
	same_figures("$release, $_", sprintf($estimates{$_}, $release)) for sort keys %estimates;
	same_figures("$release, errors", "microdata.relative_error('$release', 2, 0.4, 40, seed => 3)");
	same_figures("$release, members and strangers", "audit_membership('$release', outsiders => 'strangers', seed => 1)")
	  if $release !~ /sliced|bucketized|apart/;
	overlapping("$release, members", "audit_membership('$release', seed => 1)");
	overlapping("$release, links", "audit_linkability('$release', outsiders => 'strangers', attacks => 500, seed => 1)");
	overlapping("$release, guesses", "audit_inference('$release', outsiders => 'strangers', seed => 1)");
	my ($there, $here) = both_ways("$release, singled out", "audit_singling_out('$release', outsiders => 'strangers', attacks => 100, seed => 1)");
	is($there->[0]{success}, $here->[0]{success}, "$release: predicates of one attribute are the same");
	same_figures("$release, composed", "audit_composition(ARRAY['$release'::regclass, 'bucketized', 'generalized'], outsiders => 'strangers', seed => 1)");
}
for my $release ('generalized', 'multisets', 'labels')
{
	same_figures("$release, loss by $_", "microdata.information_loss('$release', '$_')") for 'width', 'values', 'entropy';
	same_figures("$release, cuts", "audit_minimality('$release', outsiders => 'strangers', seed => 1)");
}
is(said_by($coordinator, "$watched SELECT f FROM audit_minimality('generalized', outsiders => 'local_strangers', seed => 1) f"), said_by($coordinator, "SELECT f FROM audit_minimality('generalized', outsiders => 'strangers', seed => 1) f"), 'strangers may be in a table of the coordinator');

# Of many persons those who are looked at are drawn by the servers that have them.
said_by($coordinator, "$watched SELECT * FROM audit_linkability('sliced', attacks => 500)");
said(qr/issuing SELECT .* FROM public\.visits_\d+ visits WHERE .*\brandom\(\)/, 'persons are drawn where they are');

# One after the other in a transaction; and all that there are.
is(said_by($coordinator, "$watched BEGIN; SELECT count(*) FROM estimate('bucketized', '{disease}'); SELECT bool_and(holds) FROM verify_release('bucketized'); SELECT count(*) FROM audit_linkability('bucketized', attacks => 100); SELECT count(*) FROM estimate('bucketized', '{disease}'); COMMIT"), "12\nt\n1\n12", 'in a transaction');
like(said_by($coordinator, "$watched SELECT string_agg(DISTINCT audit, ' ' ORDER BY audit) FROM audit('bucketized', seed => 1)"), qr/audit_composition audit_inference audit_linkability audit_membership audit_minimality audit_singling_out/, 'all audits are made');
said($asked, 'on the workers');

# Literals mean what they mean to who writes them.
$coordinator->safe_psql('postgres', q{
	SET client_min_messages = error;
	CREATE TABLE stays AS SELECT id, age, sex, disease, date '2026-01-01' + id::int % 90 AS began FROM visits;
	SELECT create_distributed_table('stays', 'id');
	SELECT bucketize_table('stays', 2, sensitive => '{disease}', identifiers => '{id}', regions => 3, seed => 1, target => 'published_stays')});
my $days = q{SELECT estimate FROM estimate('published_stays', NULL, '{"began": {"between": ["02/01/2026", "03/01/2026"]}}', '{count}', 'mixed')};
is(said_by($coordinator, "SET DateStyle = 'ISO, DMY'; $watched $days"), $coordinator->safe_psql('postgres', q{SELECT count(*) FROM stays WHERE began BETWEEN '2026-01-02' AND '2026-01-03'}), 'day before month');
said($asked, 'on the workers');
is(said_by($coordinator, "SET DateStyle = 'ISO, MDY'; $watched $days"), $coordinator->safe_psql('postgres', q{SELECT count(*) FROM stays WHERE began BETWEEN '2026-02-01' AND '2026-03-01'}), 'month before day');
my $counted = q{SELECT estimate_count('published_stays', '{"began": {"between": ["02/01/2026", "03/01/2026"]}}')};
is(said_by($coordinator, "SET DateStyle = 'ISO, DMY'; $counted"), $coordinator->safe_psql('postgres', q{SELECT count(*) FROM stays WHERE began BETWEEN '2026-01-02' AND '2026-01-03'}), 'a count, too: day before month');

# What is wrong with a release is found: diseases go with ages, which a model learns from buckets, and a table that is published as
# it is, whole, tells persons from others.
$coordinator->safe_psql('postgres', q{
	SET client_min_messages = error;
	CREATE TABLE telling AS SELECT i AS id, i * 7919 % 60 AS age, i * 6131 % 20011 AS zipcode, i * 31 % 20011 AS ward,
		CASE WHEN i * 104729 % 10 < 9 THEN 'd' || (i * 7919 % 60) / 10 ELSE 'd' || i * 17 % 6 END AS disease FROM generate_series(1, 20000) i;
	SELECT create_distributed_table('telling', 'id');
	SELECT bucketize_table('telling', 2, sensitive => '{disease}', identifiers => '{id}', regions => 8, seed => 1, target => 'told')});
is(said_by($coordinator, "$watched SELECT persons, low > 0.75, naive < 0.25 FROM audit_inference('told', seed => 1)"), '20000|t|t', 'a model learns from all regions');
said($asked, 'on the workers');
# Near is the same on all workers: by the whole source.
$coordinator->safe_psql('postgres', q{
	SET client_min_messages = error;
	CREATE TABLE earning AS SELECT i AS id, i * 7919 % 60 AS age, i * 6131 % 20011 AS zipcode, 1000 * (i * 7919 % 60) + i * 104729 % 997 AS salary FROM generate_series(1, 20000) i;
	SELECT create_distributed_table('earning', 'id');
	SELECT bucketize_table('earning', 4, sensitive => '{salary}', identifiers => '{id}', regions => 8, seed => 1, target => 'earned')});
is(said_by($coordinator, "$watched SELECT tolerance::float8 BETWEEN 1700 AND 1760, guessed_right < 0.5, near_low > 0.9, near_naive < 0.2 FROM audit_inference('earned', seed => 1)"), 't|t|t|t', 'numbers are guessed to come near');
said($asked, 'on the workers');
is(said_by($coordinator, "$watched SELECT near_right = guessed_right FROM audit_inference('earned', tolerance => '0', seed => 1)"), 't', 'by a tolerance that was asked for');
is($coordinator->safe_psql('postgres', q{SELECT low > 0.8 FROM audit_membership('told', seed => 1) WHERE known = 'quasi-identifiers'}), 't', 'members are told from others');

# Who may read the release has its estimates, from the workers who may make tables beside it; who may not read its source has no
# audit. Nobody else reads what regions are told.
$coordinator->safe_psql('postgres', q{
	CREATE ROLE reader LOGIN; CREATE ROLE maker LOGIN;
	GRANT CREATE, USAGE ON SCHEMA public TO maker;
	ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO PUBLIC;
	GRANT SELECT ON generalized TO reader, maker});
may_ask($coordinator, $_) for 'reader', 'maker';
my $estimate = sprintf "SELECT string_agg(f::text, '; ' ORDER BY f::text) FROM %s f", sprintf $estimates{groups}, 'generalized';
$_ =~ s/(\d+\.\d{9,})/sprintf '%.10g', $1/ge for my ($expected, $of_maker, $of_reader, $read_only) =
  map { said_by($coordinator, "$watched $_") } $estimate, "SET ROLE maker; $estimate", "SET ROLE reader; $estimate", "BEGIN READ ONLY; $estimate; COMMIT";
none_said($asked, 'a transaction that does not write goes through the coordinator');
is($of_maker, $expected, 'who may make tables has the estimates');
is($of_reader, $expected, 'so has who may not');
is($read_only, $expected, 'and a transaction that does not write');
said_by($coordinator, "$watched SET ROLE maker; $estimate");
said($asked, 'the former from the workers');
said_by($coordinator, "$watched SET ROLE reader; $estimate");
none_said($asked, 'the latter from the coordinator');
for my $audit ("audit_membership('generalized')", "audit_inference('generalized')", "audit_linkability('generalized')", "audit_singling_out('generalized')", "microdata.relative_error('generalized')", "microdata.information_loss('generalized', 'values')", "audit_minimality('generalized')", "audit_composition('{generalized}')")
{
	for my $way ('on', 'off')
	{
		my ($error) = error_of($coordinator, "SET pg_microdata.inspect_on_workers = $way; SET ROLE maker; SELECT * FROM $audit");
		like($error, qr/permission denied for the source of/, "who may not read the source is told nothing: $way: $audit");
	}
}
said_by($coordinator, "$watched SELECT * FROM audit_singling_out('generalized', attacks => 10, seed => 1)");
said(qr/REVOKE/, 'default privileges are revoked');
$coordinator->safe_psql('postgres', 'ALTER DEFAULT PRIVILEGES REVOKE SELECT ON TABLES FROM PUBLIC');
is($coordinator->safe_psql('postgres', q{SELECT count(*) FROM pg_class WHERE relname LIKE 'microdata_scratch%'}), 0, 'no scratch table is left');
nothing_prepared('audited', @nodes);

done_testing();
