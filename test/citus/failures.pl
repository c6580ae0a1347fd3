# What goes wrong while servers slice: an error, and nothing is left anywhere. Several publishers at a time.
# Rooms: src/postgres/distributed src/postgres/*region*
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

# Waits until a worker slices a region; the process that does. Looks often, as that does not take long; nothing where the call
# is over before.
sub process_that_slices
{
	my ($worker) = @_;
	my (undef, $pid) = $worker->psql('postgres', q{
		DO $$ DECLARE found integer; BEGIN
			FOR try IN 1 .. 20000 LOOP
				PERFORM pg_stat_clear_snapshot();
				SELECT min(pid) INTO found FROM pg_stat_activity
				WHERE query ~ '(slice|generalize)_region' AND pid <> pg_backend_pid() AND state = 'active' AND NOT query LIKE '%pg_stat_activity%';
				EXIT WHEN found IS NOT NULL;
				PERFORM pg_sleep(0.001);
			END LOOP;
			PERFORM set_config('test.pid', coalesce(found::text, ''), false);
		END $$;
		SELECT current_setting('test.pid')});
	return $pid;
}

# Publishes, and does something while a worker slices; again where all was over before.
# $statement: the call, 'SELECT ...'; $worker: whose process $disturb gets, and the publisher's; $mend: what undoes it
# after the call.
sub disturbed
{
	my ($statement, $worker, $disturb, $mend) = @_;
	for my $try (1 .. 20)
	{
		my $session = begin_publishing($statement);
		my $publishing = q{query ~ '^SELECT (slice|generalize)_table' AND state = 'active'};
		$coordinator->poll_query_until('postgres', "SELECT count(*) = 1 FROM pg_stat_activity WHERE $publishing") or die 'nobody publishes';
		my $publisher = $coordinator->safe_psql('postgres', "SELECT min(pid) FROM pg_stat_activity WHERE $publishing");
		my $pid = process_that_slices($worker);
		my $running = $pid =~ /^\d+$/ && $publisher =~ /^\d+$/;
		$disturb->($pid, $publisher) if $running;
		IPC::Run::finish($session->{handle});
		$mend->() if $running && $mend;
		return $session->{err} if $session->{err} =~ /ERROR|server closed|terminating/;
		recovered($_) for @nodes;
		$coordinator->safe_psql('postgres', q{SELECT drop_release(relations[1]) FROM microdata.releases});
	}
	return 'always over before';
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
like(disturbed($call, $workers[0], sub { kill 'KILL', $_[0] }), qr/ERROR/, 'a backend of a worker is killed');
nothing_happened('killed');

# A worker is gone.
like(disturbed($call, $workers[1], sub { $workers[1]->stop('immediate') }, sub { $workers[1]->start }), qr/ERROR/, 'a worker is stopped');
nothing_happened('stopped');

# A backend that dies with the transaction open.
like(disturbed($call, $workers[0], sub { kill 'KILL', $_[1] }), qr/server closed the connection|terminating connection/, q{the coordinator's backend is killed});
for my $worker (@workers)
{
	$worker->poll_query_until('postgres', q{SELECT count(*) = 0 FROM pg_stat_activity WHERE query LIKE '%slice_region%' AND query NOT LIKE '%pg_stat_activity%' AND state = 'active'});
}
nothing_happened('without a coordinator');

# A cancel is passed on to the workers.
like(disturbed($call, $workers[0], sub { $coordinator->safe_psql('postgres', "SELECT pg_cancel_backend($_[1])") }), qr/canceling statement due to user request/, 'a call is cancelled');
nothing_happened('cancelled');

# Where regions tell figures besides their rows, a table beside the scratch table has both.
like(disturbed(q{SELECT generalize_table('visits', 5, sensitive => '{disease}', identifiers => '{id}', regions => 6)}, $workers[1], sub { kill 'KILL', $_[0] }),
	qr/ERROR/, 'a backend of a worker is killed while it generalizes');
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
