# What other sessions see of a call in microdata.progress, in the process title and in pg_stat_activity while it runs, and that nothing of it is
# left after success, error and cancel.
# Rooms: src/core src/postgres/server src/client
use strict;
use warnings;
use File::Spec;
use IPC::Run;
use PostgreSQL::Test::Utils;
use Test::More;
use Time::HiRes qw(sleep time);
use Microdata;

my $node = new_node('progress', 'max_wal_size = 4GB');
people($node, 'people', 300_000);
$node->safe_psql('postgres', 'CREATE ROLE stranger LOGIN; CREATE ROLE monitor LOGIN IN ROLE pg_read_all_stats; CREATE DATABASE elsewhere');
$node->safe_psql('elsewhere', 'CREATE EXTENSION pg_microdata');

# Watches the session of a name until its call is over, for a minute at most. A row for each change.
my $watch = q{
	CREATE FUNCTION watch(session text) RETURNS TABLE (pid integer, datname name, usename name, command text, relid oid, relation text, phase text,
		phases_done integer, phases_total integer, done bigint, total bigint, unit text, started timestamptz, waits text)
	LANGUAGE plpgsql AS $$
	DECLARE
		now_shown record;
		before text := '';
		until timestamptz := clock_timestamp() + interval '1 min';
	BEGIN
		WHILE clock_timestamp() < until LOOP
			PERFORM pg_stat_clear_snapshot();
			SELECT p.pid, p.datname, p.usename, p.command, p.relid, p.relation, p.phase, p.phases_done, p.phases_total, p.done, p.total, p.unit,
			       p.started, a.wait_event_type || ':' || a.wait_event AS waits
			INTO now_shown FROM microdata.progress p JOIN pg_stat_activity a USING (pid) WHERE a.application_name = session;
			IF now_shown.pid IS NULL THEN
				-- Commands within the call have the slot for a moment.
				EXIT WHEN before <> '' AND NOT EXISTS (SELECT FROM pg_stat_activity a WHERE a.application_name = session AND a.query !~ 'pg_sleep');
			ELSIF now_shown::text <> before THEN
				before := now_shown;
				pid := now_shown.pid; datname := now_shown.datname; usename := now_shown.usename; command := now_shown.command;
				relid := now_shown.relid; relation := now_shown.relation; phase := now_shown.phase; phases_done := now_shown.phases_done;
				phases_total := now_shown.phases_total; done := now_shown.done; total := now_shown.total; unit := now_shown.unit;
				started := now_shown.started; waits := now_shown.waits;
				RETURN NEXT;
			END IF;
			PERFORM pg_sleep(0.001);
		END LOOP;
	END $$};
$node->safe_psql($_, $watch) for qw(postgres elsewhere);

# A session of that name, which runs the statements one after the other.
sub begin_session
{
	my ($database, $name, @statements) = @_;
	my %session = (out => '', err => '');
	local $ENV{PGAPPNAME} = $name;
	$session{handle} = IPC::Run::start([ 'psql', '-X', '-A', '-t', '-d', $node->connstr($database), map { ('-c', $_) } @statements ],
		'<', File::Spec->devnull(), '>', \$session{out}, '2>', \$session{err});
	return \%session;
}

my $calls = 0;

# Makes a call beside watchers, each with its database and its role; `meanwhile` is done with the call's pid while it runs. Returns the samples
# of each watcher, the call's errors, and the process titles that were seen.
sub watched
{
	my ($call, $watchers, $meanwhile) = @_;
	my $name = 'call ' . ++$calls;
	my @watching = map { begin_session($_->[0], 'watcher', "SET ROLE $_->[1]", "SELECT * FROM watch('$name')") } @$watchers;
	# All of them are at it before the call begins.
	$node->poll_query_until('postgres', "SELECT count(*) = " . @watching . " FROM pg_stat_activity WHERE application_name = 'watcher' AND query ~ '$name'")
		or die 'no watchers';
	my $session = begin_session('postgres', $name, q{SELECT 'pid', pg_backend_pid()}, $call,
		q{SELECT 'left', count(*) FROM microdata.progress WHERE pid = pg_backend_pid()}, 'SELECT pg_sleep(0.2)');
	my %titles;
	my $done_meanwhile = 0;
	my $pid;
	while ($session->{handle}->pumpable)
	{
		$session->{handle}->pump_nb;
		$pid //= $1 if $session->{out} =~ /^pid\|(\d+)$/m;
		if (defined $pid && open(my $file, '<', "/proc/$pid/cmdline"))
		{
			my $line = <$file> // '';
			$line =~ s/\0.*//s;
			$titles{$1} = 1 if $line =~ /\] (.*)$/;
			close $file;
		}
		$done_meanwhile ||= $meanwhile->($pid) if defined $pid && $meanwhile;
		sleep 0.002;
	}
	$session->{handle}->finish;
	my @samples;
	my @names = qw(pid datname usename command relid relation phase phases_done phases_total done total unit started waits);
	for my $watching (@watching)
	{
		$watching->{handle}->finish;
		is($watching->{err}, '', 'the watcher ends');
		push @samples, [ map { my %row; @row{@names} = split(/\|/, $_, -1); \%row } grep { /\|/ } split(/\n/, $watching->{out}) ];
	}
	like($session->{out}, qr/^left\|0$/m, 'afterwards the session shows nothing');
	return { samples => \@samples, error => $session->{err}, titles => \%titles, out => $session->{out} };
}

# The phases in the order in which they were seen; a phase that is seen again later is there again.
sub phases_seen
{
	my @phases;
	for my $sample (@_)
	{
		push @phases, $sample->{phase} if $sample->{phase} ne '' && (!@phases || $phases[-1] ne $sample->{phase});
	}
	return @phases;
}

# What a bar on a terminal relies on.
sub never_goes_back
{
	my ($what, @samples) = @_;
	my $before;
	my $wrong = '';
	for my $sample (@samples)
	{
		if ($sample->{phases_total} ne '')
		{
			$wrong .= "$sample->{phases_done} of $sample->{phases_total} phases; " if $sample->{phases_done} > $sample->{phases_total};
			$wrong .= "phase $sample->{phases_done} after $before->{phases_done}; "
				if $before && $before->{phases_total} ne '' && $sample->{phases_done} < $before->{phases_done};
		}
		if ($sample->{unit} ne '')
		{
			$wrong .= "$sample->{phase}: $sample->{done} of $sample->{total}; " if $sample->{total} ne '' && $sample->{done} > $sample->{total};
			$wrong .= "$sample->{phase}: $sample->{done} after $before->{done}; "
				if $before && $before->{phase} eq $sample->{phase} && $before->{unit} ne '' && $before->{phases_done} eq $sample->{phases_done}
				&& $sample->{done} < $before->{done};
		}
		$before = $sample;
	}
	is($wrong, '', "$what: what is done grows, up to the total");
	return;
}

sub is_in_order
{
	my ($expected, @phases) = @_;
	my @rest = @$expected;
	for my $phase (@phases)
	{
		shift @rest while @rest && $rest[0] ne $phase;
		return 0 unless @rest;
	}
	return 1;
}

my $slice = q{SELECT slice_table('people', 2, 4, sensitive => '{disease}', sensitive_column_size => 2)};

# A phase that lasts but a moment on a machine that does much else may be missed: then the call is made again.
my $seen;
for my $try (1 .. 5)
{
	$seen = watched($slice, [ [ 'postgres', 'postgres' ], [ 'elsewhere', 'monitor' ], [ 'elsewhere', 'stranger' ] ]);
	$node->safe_psql('postgres', q{SELECT drop_release('people_sliced')});
	my $phases = join(' ', phases_seen(@{ $seen->{samples}[0] }));
	last if $phases =~ /read.*partition.*write/ && grep { /slice_table: / } keys %{ $seen->{titles} };
}
unlike($seen->{error}, qr/ERROR/, 'a call that is watched');
my @own = @{ $seen->{samples}[0] };
my @order = qw(read correlate partition permute write);
my @phases = phases_seen(@own);
ok(is_in_order(\@order, @phases), "phases follow each other: @phases");
like("@phases", qr/read.*partition.*write/, 'the long ones are seen');
never_goes_back('slicing', @own);
my ($in_phase) = grep { $_->{phase} ne '' } @own;
is("@$in_phase{qw(command datname usename relation)}", 'slice_table postgres postgres people', 'what it is');
is(scalar(grep { $_->{phases_total} ne '' && $_->{phases_total} != 6 } @own), 0, 'of six phases');
my %counted = map { ("$_->{phase} $_->{unit}" => $_->{total}) } grep { $_->{unit} ne '' } @own;
is($counted{'write rows'}, 300_000, 'rows are written, as many as there are');
is($counted{'partition rows'}, 300_000, 'rows are partitioned');
cmp_ok($counted{'read rows'}, '>', 150_000, 'rows are read');
is(scalar(grep { $_->{waits} ne '' && $_->{waits} !~ /^(Extension:(Extension|MicrodataThreads)|IO:.*|LWLock:.*|Timeout:.*|Client:.*|Lock:.*)$/ } @own), 0, 'nothing else is waited for');
note('waited for threads in ' . scalar(grep { $_->{waits} =~ /^Extension/ } @own) . ' of ' . @own . ' samples');
ok(scalar(grep { /^SELECT slice_table: (read|correlate|partition|permute|write)$/ } keys %{ $seen->{titles} }), 'the process title names the phase')
	or diag(join(', ', sort keys %{ $seen->{titles} }));
is(scalar(grep { !/^(idle|SELECT|SELECT slice_table(: \w+)?|startup|authentication|initializing)$/ } keys %{ $seen->{titles} }), 0, 'and is put back')
	or diag(join(', ', sort keys %{ $seen->{titles} }));
ok($seen->{titles}{SELECT}, 'SELECT stands alone while another statement runs');

my @monitor = @{ $seen->{samples}[1] };
ok(scalar(@monitor) > 0, 'another database sees it');
is_deeply([ map { $monitor[-1]{$_} } qw(datname usename command relation) ], [ 'postgres', 'postgres', 'slice_table', '' ], 'without the name of what is not there');
is($monitor[-1]{relid}, $node->safe_psql('postgres', q{SELECT 'people'::regclass::oid}), 'but its OID');
my @stranger = @{ $seen->{samples}[2] };
ok(scalar(@stranger) > 0, 'somebody else sees it');
is(join(',', map { $stranger[-1]{$_} } qw(datname usename command relid relation phase phases_done phases_total done total unit started)), 'postgres,,,,,,,,,,,',
	'but the database only');

# An error and a cancel end it.
$seen = watched(q{SELECT slice_table('people', 2, 40, sensitive => '{disease}')}, [ [ 'postgres', 'postgres' ] ]);
like($seen->{error}, qr/ERROR/, 'a call that fails');
ok(scalar(@{ $seen->{samples}[0] }) > 0, 'is seen');
for my $phase (qw(read partition write))
{
	$seen = watched($slice, [ [ 'postgres', 'postgres' ] ], sub {
		my ($pid) = @_;
		return $node->safe_psql('postgres', "SELECT count(pg_cancel_backend(pid)) FROM microdata.progress WHERE pid = $pid AND phase = '$phase'") > 0; });
	if ($seen->{error} =~ /canceling statement/)
	{
		pass("a cancel in $phase");
	}
	else
	{
		note("$phase was over before the cancel");
		$node->safe_psql('postgres', q{SELECT drop_release('people_sliced')});
	}
}
nothing_left($node, 'cancels');

# Functions that call others stay the command that is shown.
$seen = watched(q{SELECT count(*) FROM explore('people', 'bucketization', '{"l": [2, 3, 4]}', sensitive => '{disease}', sample => 40000, seed => 1)}, [ [ 'postgres', 'postgres' ] ]);
unlike($seen->{error}, qr/ERROR/, 'explore');
my @explored = @{ $seen->{samples}[0] };
is(join(' ', sort keys %{ { map { $_->{command} => 1 } @explored } }), 'explore', 'explore() alone is shown');
is($explored[-1]{relation}, 'people', 'about its source');
is(join(' ', sort keys %{ { map { $_->{phases_total} => 1 } grep { $_->{phases_total} ne '' } @explored } }), '3', 'three settings are to be tried');
never_goes_back('explore', @explored);
cmp_ok(scalar(keys %{ { map { $_->{phase} => 1 } grep { $_->{phase} ne '' } @explored } }), '>', 2, 'with phases of what it calls');

done_testing();
