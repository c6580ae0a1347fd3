# A cancel takes effect within 200 ms, wherever a call is: no thread works for 100 ms between two checkpoints, and a cancelled call waits
# for its own next checkpoint and for those of the threads that help it. One run of each call, measured by processor time, bounds all
# moments. Two calls, with CHECK_ALL every one, are also cancelled at moments that are spread over their runs. Without CHECK_ALL the table has
# half of the rows, and less than half of the time is allowed: work that grows with the rows is found in either.
# SWEEP_ROWS and SWEEP_MOMENTS make the table larger and the moments more; SWEEP_ONLY is a pattern of calls.
# Rooms: src/core src/postgres/server src/postgres/methods src/postgres/regions src/postgres/inspection src/postgres/checks src/postgres/audits src/postgres/estimates
use strict;
use warnings;
use PostgreSQL::Test::Utils;
use Test::More;
use Microdata;
use Time::HiRes qw(sleep time);

my $rows = $ENV{SWEEP_ROWS} // ($ENV{CHECK_ALL} ? 200_000 : 100_000);
my $allowed = $rows < 200_000 ? 40 : 100;
my $moments = $ENV{SWEEP_MOMENTS} // 6;
my $node = new_node('cancel_sweep', 'max_wal_size = 4GB', 'checkpoint_timeout = 1h');
people($node, 'people', $rows);
$node->safe_psql('postgres', q{
	CREATE TABLE coarse AS SELECT age, income / 1000 AS income, town, sex, children, job, postcode / 1000 AS postcode, disease FROM people;
	ANALYZE coarse;
	CREATE TABLE in_place AS SELECT * FROM people;
	CREATE TABLE visits AS SELECT row_number() OVER () / 5 AS person, * FROM people;
	ANALYZE visits});

# The processor time of a process and all its threads, in milliseconds; Linux counts it in ticks of 10 ms.
sub processor_time
{
	my ($pid) = @_;
	my ($user, $system) = slurp_file("/proc/$pid/stat") =~ /\) (?:\S+ ){11}(\d+) (\d+)/;
	return 10 * ($user + $system);
}

# Runs a statement in a session of its own, and cancels it after so many seconds; returns what it said, and the processor time in
# milliseconds that it took from then on.
sub cancelled
{
	my ($statement, $after) = @_;
	my ($in, $out, $err) = ("LOAD 'pg_microdata'; SELECT 'pid', pg_backend_pid();\n", '', '');
	my $session = IPC::Run::start([ 'psql', '-X', '-At', '-d', $node->connstr('postgres') ], '<', \$in, '>', \$out, '2>', \$err, IPC::Run::timeout(120));
	$session->pump until $out =~ /pid\|(\d+)/;
	my ($pid) = $out =~ /pid\|(\d+)/;
	$in .= "BEGIN;\n\\echo begun\n$statement;\n\\echo over\n";
	$session->pump until $out =~ /begun/;
	sleep($after);
	my $before = processor_time($pid);
	kill 'INT', $pid;
	$session->pump until $out =~ /over/;
	my $took = processor_time($pid) - $before;
	$in .= "ROLLBACK;\n\\q\n";
	IPC::Run::finish($session);
	die $err if $err =~ /server closed|FATAL/;
	return ($err, $took);
}

# How long a thread worked at most between two checkpoints of a call, in milliseconds, in which phase, and how long the call took. $end: COMMIT,
# or ROLLBACK.
sub longest_work
{
	my ($statement, $end) = @_;
	my ($out, $err) = ('', '');
	my $began = time;
	my $status = $node->psql('postgres', "BEGIN; SET LOCAL client_min_messages = debug1; $statement; $end", stdout => \$out, stderr => \$err, on_error_stop => 1);
	die $err if $status != 0;
	my $seconds = time - $began;
	my ($longest, $phase) = $err =~ /at most ([0-9.]+) ms between two checkpoints(?:, in phase "(\w+)")?\n(?!.*between two checkpoints)/s or die "nothing is said of checkpoints: $err";
	return ($longest, $phase // 'no phase', $seconds);
}

# Of the options, cancelled has the call cancelled without CHECK_ALL, too, and kept leaves what it publishes for the calls that follow.
sub sweep
{
	my ($call, %options) = @_;
	my $statement = "SELECT count(*) FROM $call";
	if (defined $ENV{SWEEP_ONLY} && $call !~ /$ENV{SWEEP_ONLY}/)
	{
		$node->safe_psql('postgres', $statement) if $options{kept};
		return;
	}
	$statement =~ s/\)$/, target => 'passing')/ if $call =~ /^\w+_table\((?!.*in_place)/ && !$options{kept};
	my ($longest, $where, $lasts) = longest_work($statement, $options{kept} ? 'COMMIT' : 'ROLLBACK');
	note(sprintf('%-70s %5.0f ms; at most %3.0f ms without a checkpoint, in %s', $call, 1000 * $lasts, $longest, $where));
	cmp_ok($longest, '<', $allowed, "$call: no thread works for $allowed ms without a checkpoint");
	return unless $options{cancelled} || $ENV{CHECK_ALL};
	$statement =~ s/(?:, target => '\w+')?\)$/, target => 'cancelled')/ if $options{kept};
	my ($worst, $hit) = (0, 0);
	for my $moment (1 .. $moments)
	{
		my ($said, $took) = cancelled($statement, $lasts * ($moment - 0.5) / $moments);
		next unless $said =~ /canceling statement/;
		++$hit;
		$worst = $took if $took > $worst;
	}
	cmp_ok($hit, '>', 0, "$call is hit");
	cmp_ok($worst, '<', 2 * $allowed, "$call ends within " . 2 * $allowed . " ms of processor time of each of $moments moments");
	return;
}

sweep(q{slice_table('people', 2, 4, sensitive => '{disease}')}, cancelled => 1, kept => 1);
sweep(q{slice_table('people', 2, 4, sensitive => '{disease}', diversity_check => 'exact', sensitive_column_size => 2)});
sweep(q{slice_table('in_place', 2, 4, sensitive => '{disease}', in_place => true)});
sweep(q{slice_rows(NULL::people, 2, 4, '{disease}')});
sweep(q{attribute_correlation('people')});
# Every interval of every round is a checkpoint; there are hundreds of rounds. One attribute of many values is enough.
sweep(q{attribute_correlation('people', discretization => 'k-means', intervals => } . ($ENV{CHECK_ALL} ? '10000)' : q{10000, identifiers => '{age,town,sex,children,job,postcode}')}));
sweep(q{attribute_partition('people', 2, '{disease}')});
sweep(q{bucketize_table('people', 4, '{disease}')});
sweep(q{bucketize_table('people', 4, '{disease,children}', method => 'anatomy', format => 'anatomy', target => 'people_anatomy')}, kept => 1);
sweep(q{bucketize_table('visits', 4, '{disease}', subject => '{person}', suppress => 0.9)}, kept => 1);
sweep(q{slice_table('visits', 1, 4, sensitive => '{disease}', identifiers => '{income,postcode}', subject => '{person}', suppress => 0.9)});
sweep(q{bucketize_rows(NULL::people, 4, '{disease}')});
sweep(q{generalize_table('coarse', 5, 2, '{disease}')}, cancelled => 1, kept => 1);
sweep(q{generalize_table('coarse', 5, sensitive => '{disease}', recoding => 'cell')});
sweep(q{generalize_table('coarse', 50, sensitive => '{disease}', recoding => 'multiset')});
sweep(q{gnf_decompose('people', 3, '{"age, children -> disease", "disease -> age"}', 'gd')}, kept => 1);
sweep(q{fragment_table('people', 5, 'disease')}, kept => 1);

$node->safe_psql('postgres', q{SELECT bucketize_table('people', 4, '{disease}', method => 'anatomy')});
sweep("verify_release('$_')") for 'people_sliced', 'people_bucketized', 'people_anatomy', 'visits_bucketized', 'coarse_generalized', 'people_gnf_1', 'people_fragment_1';
sweep("disclosure('$_')") for 'people_sliced', 'people_bucketized', 'people_anatomy', 'visits_bucketized', 'coarse_generalized', 'people_gnf_1';
sweep(q{matching_buckets('people_sliced', '{"sex": "F"}')});
sweep(q{matching_buckets('visits_bucketized', '{}')});
sweep(qq{estimate_count('$_', '{"sex": "F", "disease": "disease 1"}')}) for 'people_sliced', 'people_anatomy', 'visits_bucketized', 'coarse_generalized';

# Calls whose work is that of rules, parts and attributes, not of rows.
$node->safe_psql('postgres', 'CREATE TABLE wide AS SELECT ' . join(', ', map { "(random() * 3)::integer AS c$_" } 1 .. 800) . ' FROM generate_series(1, 20)');
my $chain = sub { my ($rules) = @_; return "(SELECT array_agg(format('a%s,b%s -> c%s', i, i, i)) FROM generate_series(1, $rules) i)" };
my $wide_rules = q{(SELECT array_agg(format('c%s,c%s -> c%s', i, i % 7 + 794, (i * 31) % 793 + 1)) FROM generate_series(1, 790) i WHERE (i * 31) % 793 + 1 <> i)};
sweep(q{microdata.check_gnf((SELECT array_agg(format('a%s,b%s,a%s', i, i, i + 1)) FROM generate_series(1, 600) i), } . $chain->(400) . ')');
sweep(q{microdata.check_gnf((SELECT array_agg(format('a%s,b%s,c', i, i)) FROM generate_series(1, 150) i), (SELECT array_agg(format('a%s,b%s -> c', i, i)) FROM generate_series(1, 30) i))});
sweep('microdata.irreducible_privacy_rules(' . $chain->(1000) . ')');
sweep('microdata.expand_privacy_rules(' . $chain->(40) . q{, (SELECT array_agg(format('c%s -> c%s', i + 1, i)) FROM generate_series(1, 40) i))});
sweep(qq{microdata.gnf_plan('wide', 1, rules => $wide_rules)});
sweep(q{microdata.fragment_plan('wide', 'c1', 300)});

done_testing();
