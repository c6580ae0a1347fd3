# Runs of series: on record whatever ends them, one at a time, and made by the real pg_cron in the name of who owns the source.
# Rooms: sql src/core/series src/postgres/*series* src/postgres/*edition* src/postgres/*run*
use strict;
use warnings;
use File::Spec;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use Time::HiRes qw(time);
use Microdata;

my $library = readpipe('pg_config --pkglibdir') =~ s/\s+$//r;
my $has_cron = -e "$library/pg_cron.so";
my $node = new_node('runs');
with_cron($node) if $has_cron;

sub with_cron
{
	my ($of) = @_;
	$of->append_conf('postgresql.conf', "shared_preload_libraries = 'pg_cron'\ncron.host = '@{[ $of->host ]}'");
	$of->restart;
	return;
}

my @hers = (extra_params => [ '-U', 'md_owner' ]);
my $people = q{SELECT i AS id, 20 + i % 40 AS age, CASE i / 6 % 2 WHEN 0 THEN 'F' ELSE 'M' END AS sex, 'd' || i % 6 AS disease FROM generate_series(1, 120) i};
$node->safe_psql('postgres', q{CREATE ROLE md_owner LOGIN; GRANT ALL ON SCHEMA public TO md_owner});
$node->safe_psql('postgres', qq{CREATE TABLE patients AS $people; CREATE TABLE cases AS $people; CREATE TABLE wards AS $people;
	SELECT create_series(s, t::regclass, 'bucketization', '{"sensitive": ["disease"]}', '{id}', 3)
	FROM (VALUES ('weekly', 'patients'), ('ward''s "own"', 'cases'), ('wards', 'wards')) v (s, t)}, @hers);

# pg_cron, whose shortest period is a minute: what else is tested is tested meanwhile.
my $scheduled = time;
SKIP:
{
	skip 'pg_cron is not installed', 12 unless $has_cron;
	my $line = '';
	$node->psql('postgres', q{SELECT schedule_series('weekly', '* * * * *')}, stderr => \$line, @hers);
	like($line, qr/pg_cron is not installed.*HINT:.*"microdata run"/s, 'without the extension an ordinary owner is told of the client');
	unlike($line, qr/superuser|It works in/, 'and of no setting that she may not see');
	$node->safe_psql('postgres', 'CREATE DATABASE restored');
	$node->safe_psql('postgres', 'CREATE EXTENSION pg_microdata', connstr => $node->connstr('restored'));
	$node->safe_psql('postgres', q{CREATE SCHEMA hers AUTHORIZATION md_owner}, connstr => $node->connstr('restored'));
	my $elsewhere = '';
	$node->psql('postgres', qq{CREATE TABLE hers.p AS $people; SELECT create_series('weekly', 'hers.p', 'bucketization', '{"sensitive": ["disease"]}', '{id}', 3);
		SELECT schedule_series('weekly', '\@daily'); SELECT unschedule_series('weekly')}, stderr => \$elsewhere, connstr => $node->connstr('restored') . ' user=md_owner', on_error_stop => 0);
	like($elsewhere, qr/pg_cron is not installed.*"restored"/s, 'so it is in a database of another name than pg_cron has');
	$node->safe_psql('postgres', 'CREATE EXTENSION pg_cron');
	my $stderr = '';
	$node->psql('postgres', q{SELECT schedule_series('weekly', '* * * * *')}, stderr => \$stderr, @hers);
	like($stderr, qr/permission denied for schema cron/, 'who may use pg_cron is for the DBA to say');
	$node->safe_psql('postgres', 'GRANT USAGE ON SCHEMA cron TO md_owner');
	$scheduled = time;
	is($node->safe_psql('postgres', q{SELECT schedule_series('weekly', '0 3 * * 0') IS NOT NULL, schedule_series('weekly', '* * * * *') IS NOT NULL}, @hers), 't|t', 'scheduled, and again');
	is($node->safe_psql('postgres', q{SELECT schedule, command, database, username, active FROM cron.job}), q{* * * * *|CALL public.run_series('weekly')|postgres|md_owner|t}, 'one job, the owner\'s');
	is($node->safe_psql('postgres', q{SELECT series, schedule, active FROM microdata.run_stats WHERE job_id IS NOT NULL}, @hers),
		'weekly|* * * * *|t', 'run_stats knows the job');
	$node->safe_psql('postgres', 'UPDATE cron.job SET active = false');
	my $status = '';
	IPC::Run::run([ 'microdata', 'status', 'weekly', '-U', 'md_owner', '-d', $node->connstr('postgres') ], '<', File::Spec->devnull(), '>', \$status);
	like($status, qr/^MICRODATA WARNING - weekly: job \d+ of pg_cron is not active; no edition \|/, 'a monitoring system is told of a job that does not run');
	$node->safe_psql('postgres', 'UPDATE cron.job SET active = true');
	# A stranger's job of the name and call of one that there is, and of one that there is not.
	$node->safe_psql('postgres', 'CREATE ROLE md_stranger LOGIN; GRANT USAGE ON SCHEMA cron TO md_stranger');
	for my $series (qw(weekly wards))
	{
		my $id = $node->safe_psql('postgres', "SELECT series_id FROM microdata.series_record WHERE name = '$series'");
		$node->safe_psql('postgres', "SELECT cron.schedule('pg_microdata series $id', '0 0 29 2 *', \$\$CALL public.run_series('$series')\$\$)", extra_params => [ '-U', 'md_stranger' ]);
	}
	is($node->safe_psql('postgres', q{SELECT series, schedule FROM microdata.run_stats WHERE job_id IS NOT NULL}, @hers), 'weekly|* * * * *', 'the job of a stranger is no schedule');
	is($node->safe_psql('postgres', q{SELECT unschedule_series('wards')}, @hers), 't', 'it is ended like one');
	is($node->safe_psql('postgres', q{SELECT string_agg(jobname || ' of ' || username, ', ') FROM cron.job WHERE command ~ 'wards'}), '', 'then none is left');
	$node->safe_psql('postgres', q{SELECT cron.unschedule(jobid) FROM cron.job WHERE username = 'md_stranger'; DROP OWNED BY md_stranger; DROP ROLE md_stranger});
	$node->safe_psql('postgres', q{CREATE ROLE md_group; GRANT md_group TO md_owner; ALTER TABLE cases OWNER TO md_group});
	like((error_of($node, q{SELECT schedule_series('ward''s "own"', '@daily')}))[0], qr/role "md_group" cannot log in/, 'pg_cron must be able to connect');
	$node->safe_psql('postgres', q{ALTER TABLE cases OWNER TO md_owner; DROP ROLE md_group});
}

# Everybody who listens gets to know the outcome, and no more of it.
sub run
{
	my ($name, @more) = @_;
	my ($out, $err) = ('', '');
	IPC::Run::run([ 'psql', '-X', '-U', 'md_owner', '-v', 'VERBOSITY=verbose', '-d', $node->connstr('postgres'), @more, '-c', "CALL run_series('$name')" ], '<', File::Spec->devnull(), '>', \$out, '2>', \$err);
	return ($out, $err, $? >> 8);
}
my ($out, $err, $status) = run('wards', '-c', 'LISTEN microdata');
is($status, 0, 'a run that succeeds') or diag($err);
like($out, qr/notification "microdata" with payload "\{"series": "wards", "run": \d+, "edition": 1, "state": "succeeded", "sqlerrcode": null\}"/, 'notified');
$node->safe_psql('postgres', 'UPDATE wards SET id = 1 WHERE id = 2', @hers);
($out, $err, $status) = run('wards', '-c', 'LISTEN microdata');
isnt($status, 0, 'whoever calls sees the error');
like($err, qr/ERROR:  0A000: .*\n(?:.*\n)*DETAIL:/, 'with its SQLSTATE and detail');
is($node->safe_psql('postgres', q{SELECT state, edition IS NULL, sqlerrcode, err_message <> '', err_detail <> '', run_by, phases ? 'read' FROM microdata.runs WHERE series = 'wards' ORDER BY run_id DESC LIMIT 1}, @hers),
	'failed|t|0A000|t|t|md_owner|t', 'the failure is on record');
my ($payload) = $node->safe_psql('postgres', q{SELECT err_message FROM microdata.runs WHERE state = 'failed'});
unlike($out, qr/\Q$payload\E/, 'what an error says of the source is not for everybody');
$node->safe_psql('postgres', 'UPDATE wards SET id = 2 WHERE ctid = (SELECT max(ctid) FROM wards WHERE id = 1)', @hers);

# A run that waits for its source, which another session has locked.
sub held_run
{
	my ($name) = @_;
	my $holder = $node->background_psql('postgres');
	$holder->query_safe('BEGIN; LOCK cases');
	my $run = { out => '', err => '' };
	$run->{handle} = IPC::Run::start([ 'psql', '-X', '-U', 'md_owner', '-v', 'VERBOSITY=verbose', '-d', $node->connstr('postgres'), '-c', "CALL run_series(\$\$$name\$\$)" ],
		'<', File::Spec->devnull(), '>', \$run->{out}, '2>', \$run->{err});
	$node->poll_query_until('postgres', q{SELECT EXISTS (SELECT FROM pg_stat_activity a JOIN microdata.runs r USING (pid) WHERE r.state = 'running' AND a.wait_event_type = 'Lock')}) or die 'no run waits';
	return ($holder, $run);
}
sub released
{
	my ($holder, $run) = @_;
	$holder->query_safe('ROLLBACK');
	$holder->quit;
	IPC::Run::finish($run->{handle});
	return $run->{err};
}
my $own = q{ward's "own"};
my $last = q{SELECT state, edition, sqlerrcode FROM microdata.runs WHERE series = 'ward''s "own"' ORDER BY run_id DESC LIMIT 1};

my ($holder, $run) = held_run($own);
my $began = time;
($out, $err, $status) = run(q{ward''s "own"});
like($err, qr/ERROR:  55006: series "ward's ""?own""?" is being published by another session\nDETAIL:  It is process \d+\./, 'two at once: the second learns why it is not made');
cmp_ok(time - $began, '<', 3, 'and does not wait');
is(released($holder, $run), '', 'two at once: the first goes on');
is($node->safe_psql('postgres', $last), 'succeeded|1|', 'one edition');
is($node->safe_psql('postgres', q{SELECT count(*) FROM microdata.runs WHERE series LIKE 'ward''s%'}), 1, 'and one run');

($holder, $run) = held_run($own);
is($node->safe_psql('postgres', q{SELECT pg_cancel_backend(pid) FROM microdata.runs WHERE state = 'running'}), 't', 'cancelled');
IPC::Run::finish($run->{handle});
like($run->{err}, qr/ERROR:  57014: canceling statement due to user request/, 'whoever called learns that');
is($node->safe_psql('postgres', $last), 'failed||57014', 'a run that was cancelled is on record');
$holder->query_safe('ROLLBACK');
$holder->quit;

($holder, $run) = held_run($own);
$node->safe_psql('postgres', q{SELECT pg_terminate_backend(pid, 10000) FROM microdata.runs WHERE state = 'running'});
IPC::Run::finish($run->{handle});
is($node->safe_psql('postgres', $last), 'lost||', 'a run whose backend is gone is lost');
is($node->safe_psql('postgres', q{SELECT last_state, failures, runs FROM microdata.run_stats WHERE series LIKE 'ward''s%'}), 'lost|2|3', 'also for run_stats');
$holder->query_safe('ROLLBACK');
$holder->quit;
(undef, $err, $status) = run(q{ward''s "own"});
is($status, 0, 'the next run is made') or diag($err);
is($node->safe_psql('postgres', q{SELECT string_agg(state, ' ' ORDER BY run_id) FROM microdata.run_record r JOIN microdata.series_record s USING (series_id) WHERE s.name LIKE 'ward''s%'}),
	'succeeded failed lost succeeded', 'what was lost stays so');

# What is verified is what was published, while others write to the source.
my $writer = IPC::Run::start([ 'psql', '-X', '-q', '-d', $node->connstr('postgres'), '-c', q{DO $$ BEGIN FOR i IN 1 .. 400 LOOP
	UPDATE cases SET age = 20 + (age + 1) % 40 WHERE id = i % 120 + 1; COMMIT; END LOOP; END $$} ], '<', File::Spec->devnull(), '>', \my $written, '2>', \my $failed);
(undef, $err, $status) = run(q{ward''s "own"});
is($status, 0, 'a run beside writers') or diag($err);
IPC::Run::finish($writer);

# pg_microdata.keep_runs
$node->safe_psql('postgres', q{LOAD 'pg_microdata'; ALTER SYSTEM SET pg_microdata.keep_runs = 2});
$node->reload;
run('wards') for 1 .. 2;
is($node->safe_psql('postgres', q{SELECT count(*) FROM microdata.runs WHERE series = 'wards'}), 2, 'as many runs are kept as are to be');
$node->safe_psql('postgres', q{LOAD 'pg_microdata'; ALTER SYSTEM RESET pg_microdata.keep_runs});
$node->reload;

SKIP:
{
	skip 'pg_cron is not installed', 8 unless $has_cron;
	$node->poll_query_until('postgres', q{SELECT EXISTS (SELECT FROM microdata.runs WHERE series = 'weekly' AND state <> 'running')}) or die 'pg_cron does not run the series';
	cmp_ok(time - $scheduled, '<', 75, 'pg_cron runs the series within a minute');
	is($node->safe_psql('postgres', q{SELECT edition, state, run_by FROM microdata.runs WHERE series = 'weekly' ORDER BY run_id LIMIT 1}), '1|succeeded|md_owner', 'in the name of the owner of its source');

	# Dump and restore into another cluster: runs and schedules are there, and the series' job can be made anew.
	my $known = q{SELECT run_id, series, edition, CASE state WHEN 'running' THEN 'lost' ELSE state END, started_at, run_by, sqlerrcode, err_message, notices FROM microdata.runs ORDER BY run_id;
		SELECT series, runs, schedule, active FROM microdata.run_stats ORDER BY series};
	$node->safe_psql('postgres', q{UPDATE cron.job SET schedule = '0 3 * * 0'});
	my $before = $node->safe_psql('postgres', $known);
	my $file = PostgreSQL::Test::Utils::tempdir() . '/dump.sql';
	$node->command_ok([ 'pg_dump', '-f', $file, 'postgres' ], 'dumped');
	my $other = PostgreSQL::Test::Cluster->new('restored');
	$other->init;
	$other->append_conf("postgresql.conf", "fsync = off");
	$other->start;
	with_cron($other);
	$other->safe_psql('postgres', 'CREATE ROLE md_owner LOGIN');
	my ($stdout, $stderr) = ('', '');
	ok(IPC::Run::run([ 'psql', '-X', '-q', '-v', 'ON_ERROR_STOP=1', '-f', $file, '-d', $other->connstr('postgres') ], '>', \$stdout, '2>', \$stderr), 'restored') or diag($stderr);
	is($other->safe_psql('postgres', $known), $before, 'runs and schedules are restored');
	$other->safe_psql('postgres', q{SELECT schedule_series('weekly', '@daily')}, @hers);
	is($other->safe_psql('postgres', q{SELECT count(*), min(nodename) = current_setting('cron.host') FROM cron.job}), '1|t', 'the job is made anew where it is now');
	$other->stop;

	is($node->safe_psql('postgres', q{SELECT unschedule_series('weekly'), unschedule_series('weekly')}, @hers), 't|f', 'unscheduled, once');
	$node->safe_psql('postgres', q{SELECT schedule_series('wards', '@daily'); SELECT drop_series('wards')}, @hers);
	is($node->safe_psql('postgres', q{SELECT count(*), (SELECT count(*) FROM microdata.runs WHERE series = 'wards') FROM cron.job}), '0|0', 'a series that ends leaves no job and no run');
}

$node->stop;
done_testing();
