# Publishing calls say what an attacker learns of a distributed table, too: a worker attacks what it makes of the first regions.
# Rooms: src/postgres/distributed src/postgres/release src/core/choice
use strict;
use warnings;
use PostgreSQL::Test::Utils;
use Test::More;
use Microdata;
use CitusNodes;

my ($coordinator, @workers) = new_nodes('quick_attack');
my @nodes = ($coordinator, @workers);
distributed_visits($coordinator, 12000);
# Three of four people have a disease that follows from their job.
$coordinator->safe_psql('postgres', q{
	UPDATE visits SET disease = 'disease ' || CASE WHEN id % 4 > 0 AND job IS NOT NULL THEN substr(job, 5)::int % 7 ELSE id / 4 % 7 END;
	CREATE TABLE here AS SELECT * FROM visits;
	SELECT create_interval_hierarchy('ages', 0, 100, '{5,20}');
	CREATE TABLE trades AS SELECT DISTINCT job AS level0, 'any' AS level1 FROM visits WHERE job IS NOT NULL;
	SELECT create_hierarchy('trades', 'trades')});

# Prints a call's words of a table: its level, the share guessed, the bound, the most frequent value's share, and the attribute that tells most.
sub learned
{
	my ($table, $call, $settings) = @_;
	my $messages = messages_of($coordinator, sprintf($call, $table), $settings // 'SET pg_microdata.quick_attack = on;');
	my @found = $messages =~ /(NOTICE|WARNING): [^\n]*; an attacker that learns from the release guesses "disease" of at least about (\d+)% of people \((?:bound of one bucket (\d+)%, )?most frequent value (\d+)%\)/;
	my ($telling) = $messages =~ /HINT:  Attribute "(\w+)" tells most of it\./;
	return (@found, $telling);
}

my %calls = (
	slices => [ 'sliced', q{slice_table('%s', 2, 4, sensitive => '{disease}', identifiers => '{id}', groups => '{"age, income, town, sex, children, job, postcode", disease}', regions => 5, seed => 1)} ],
	'slices with figures' => [ 'sliced', q{slice_table('%s', 2, 4, sensitive => '{disease}', identifiers => '{id}', groups => '{"age, income, town, sex, children, job, postcode", disease}', regions => 5, k => 5, seed => 1)} ],
	anatomy => [ 'bucketized', q{bucketize_table('%s', 4, '{disease}', identifiers => '{id}', method => 'anatomy', regions => 5, seed => 1)} ],
	mondrian => [ 'bucketized', q{bucketize_table('%s', 4, '{disease}', identifiers => '{id}', method => 'mondrian', regions => 5, seed => 1)} ],
	'format anatomy' => [ 'bucketized', q{bucketize_table('%s', 4, '{disease}', identifiers => '{id}', format => 'anatomy', regions => 5, seed => 1)} ],
	classes => [ 'generalized', q{generalize_table('%s', 7, 4, '{disease}', identifiers => '{id, town}', regions => 5, seed => 1)} ],
	levels => [ 'generalized', q{generalize_table('%s', 7, 2, '{disease}', identifiers => '{id, town, income, postcode, children}', hierarchies => '{"age": "ages", "job": "trades"}', recoding => 'full-domain', seed => 1)} ]);
for my $what (sort keys %calls)
{
	my ($suffix, $call) = @{ $calls{$what} };
	my ($level, $share, $bound, $most, $telling) = learned('visits', $call);
	my ($level_here, $share_here, $bound_here, $most_here, $telling_here) = learned('here', $call);
	ok(defined $share, "$what: the sentence is there");
	cmp_ok(abs(($share // 0) - ($share_here // 100)), '<=', 6, "$what: about as many are guessed as of a local table") or diag(($share // '') . ' and ' . ($share_here // ''));
	is_deeply([ $level, $bound, $most, $telling ], [ $level_here, $bound_here, $most_here, $telling_here ], "$what: all else is said as of a local table");
	nothing_prepared($what, @nodes);
	my $digest = sprintf(q{md5(string_agg(r::text, ',' ORDER BY r::text COLLATE "C")) FROM %s r}, $suffix eq 'bucketized' && $what eq 'format anatomy' ? 'visits_bucketized_qit' : "visits_$suffix");
	my $with = value_of($coordinator, $digest);
	value_of($coordinator, "drop_release('${_}_$suffix')") for 'visits', 'here';
	is(join(' ', map { $_ // '' } learned('visits', $call, 'SET pg_microdata.quick_attack = off;')), '', "$what: off, it is not");
	is(value_of($coordinator, $digest), $with, "$what: with a seed, the release is the same");
	value_of($coordinator, "drop_release('visits_$suffix')");
}

# Buckets of the whole table teach, and classes of people who are near each other do not.
cmp_ok((learned('visits', $calls{anatomy}[1]))[1], '>', 50, 'what follows is learned');

# A session is told of its own calls.
is(value_of($coordinator, q{microdata.learned_of_region(repeat('0', 32), 0) IS NULL}), 't', 'nothing is kept of what was not made');

done_testing();
