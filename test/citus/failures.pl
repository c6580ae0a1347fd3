# What goes wrong while servers slice: an error, and nothing is left anywhere. Several publishers at a time.
use strict;
use warnings;
use IPC::Run;
use PostgreSQL::Test::Utils;
use Test::More;
use Microdata;
use CitusNodes;

my ($coordinator, @workers) = new_nodes('failures', 'restart_after_crash = on', 'citus.recover_2pc_interval = 1s', 'track_activity_query_size = 100000');
my @nodes = ($coordinator, @workers);
people($coordinator, 'people', 100_000);
$coordinator->safe_psql('postgres', q{
	CREATE TABLE visits AS SELECT row_number() OVER () AS id, * FROM people;
	SELECT create_distributed_table('visits', 'id');
	DROP TABLE people});
my $call = q{SELECT slice_table('visits', 2, 4, sensitive => '{disease}', identifiers => '{id}', regions => 6)};

# Begins to publish in a session of its own.
sub begin_publishing
{
	my ($statement) = @_;
	my %session = (in => '', out => '', err => '');
	$session{handle} = IPC::Run::start([ 'psql', '-X', '-v', 'ON_ERROR_STOP=1', '-d', $coordinator->connstr('postgres'), '-c', $statement ],
		'<', \$session{in}, '>', \$session{out}, '2>', \$session{err});
	return \%session;
}

# Waits until a worker slices a region; the process that does.
sub process_that_slices
{
	my ($worker) = @_;
	my $slicing = q{query ~ '(slice|generalize)_region' AND query NOT LIKE '%pg_stat_activity%' AND state = 'active'};
	$worker->poll_query_until('postgres', "SELECT count(*) > 0 FROM pg_stat_activity WHERE $slicing") or die 'nobody slices';
	return $worker->safe_psql('postgres', "SELECT min(pid) FROM pg_stat_activity WHERE $slicing");
}

# A psql that a server turns away would leave a pipe broken.
sub recovered
{
	my ($node) = @_;
	for (1 .. 1800)
	{
		return if system('pg_isready', '-q', '-h', $node->host, '-p', $node->port) == 0;
		select undef, undef, undef, 0.1;
	}
	die 'no recovery';
}

sub nothing_happened
{
	my ($what) = @_;
	recovered($_) for @nodes;
	$coordinator->safe_psql('postgres', 'SELECT recover_prepared_transactions()');
	nothing_on_workers($what, 'visits', @nodes);
	nothing_prepared($what, @nodes);
	is($coordinator->safe_psql('postgres', 'SELECT count(*) FROM visits'), 100_000, "$what: the source is whole");
	return;
}

# A worker's backend is killed, and with it all of the worker's: the server recovers.
my $session = begin_publishing($call);
kill 'KILL', process_that_slices($workers[0]);
IPC::Run::finish($session->{handle});
like($session->{err}, qr/ERROR/, 'a backend of a worker is killed');
nothing_happened('killed');

# A worker is gone.
$session = begin_publishing($call);
process_that_slices($workers[1]);
$workers[1]->stop('immediate');
IPC::Run::finish($session->{handle});
like($session->{err}, qr/ERROR/, 'a worker is stopped');
$workers[1]->start;
nothing_happened('stopped');

# A backend that dies with the transaction open.
$session = begin_publishing($call);
process_that_slices($workers[0]);
my $publisher = $coordinator->safe_psql('postgres', q{SELECT pid FROM pg_stat_activity WHERE query LIKE 'SELECT slice_table(%' AND state = 'active'});
kill 'KILL', $publisher;
IPC::Run::finish($session->{handle});
like($session->{err}, qr/server closed the connection|terminating connection/, q{the coordinator's backend is killed});
for my $worker (@workers)
{
	$worker->poll_query_until('postgres', q{SELECT count(*) = 0 FROM pg_stat_activity WHERE query LIKE '%slice_region%' AND query NOT LIKE '%pg_stat_activity%' AND state = 'active'});
}
nothing_happened('without a coordinator');

# A cancel is passed on to the workers.
$session = begin_publishing($call);
process_that_slices($workers[0]);
$coordinator->safe_psql('postgres', q{SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE query LIKE 'SELECT slice_table(%' AND state = 'active'});
IPC::Run::finish($session->{handle});
like($session->{err}, qr/canceling statement due to user request/, 'a call is cancelled');
nothing_happened('cancelled');

# Where regions tell figures besides their rows, a table beside the scratch table has both.
$session = begin_publishing(q{SELECT generalize_table('visits', 5, sensitive => '{disease}', identifiers => '{id}', regions => 6)});
kill 'KILL', process_that_slices($workers[1]);
IPC::Run::finish($session->{handle});
like($session->{err}, qr/ERROR/, 'a backend of a worker is killed while it generalizes');
nothing_happened('killed while generalizing');

# Two at a time.
my @sessions = map { begin_publishing($call =~ s/\)$/, target => 'visits_$_')/r) } 'one', 'two';
IPC::Run::finish($_->{handle}) for @sessions;
unlike($_->{err}, qr/ERROR/, 'two publish at a time') for @sessions;
is($coordinator->safe_psql('postgres', "SELECT bool_and(holds) FROM verify_release('visits_$_')"), 't', "and release $_ holds") for 'one', 'two';
$coordinator->safe_psql('postgres', "SELECT drop_release('visits_$_')") for 'one', 'two';

@sessions = map { begin_publishing($call) } 1, 2;
IPC::Run::finish($_->{handle}) for @sessions;
is(scalar(grep { $_->{err} =~ /ERROR:  relation "visits_sliced" already exists/ } @sessions), 1, 'one of two makes the release, the other is told');
$coordinator->safe_psql('postgres', q{SELECT drop_release('visits_sliced')});
nothing_happened('dropped');

done_testing();
