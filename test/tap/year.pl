# A year of weekly releases behind a view, in a minute: what a DBA finds at its end is what she set up at its beginning.
# Readers ask all the time. One edition misses its gate, one publisher is killed while it writes, the server restarts, the source gets a column
# that nobody classified, and the database is dumped and restored.
# Rooms: sql src/core/series src/postgres/*series* src/postgres/*edition* src/postgres/*run*
use strict;
use warnings;
use IPC::Run;
use List::Util qw(max sum);
use PostgreSQL::Test::Utils;
use Test::More;
use Time::HiRes qw(sleep time);
use Microdata;

my $persons = 1200;
# A reader whose lock is not there after this time is in the log.
my $patience = 500;
my $node = new_node('year', "deadlock_timeout = ${patience}ms", 'log_lock_waits = on', 'restart_after_crash = on', "log_line_prefix = '%p %a '", "pg_microdata.unclassified = 'error'");
my $database = 'postgres';

sub ask
{
	my ($sql, $role) = @_;
	return $node->safe_psql($database, $sql, defined $role ? (extra_params => [ '-U', $role ]) : ());
}

# The error of a statement that is to fail, whole.
sub refused
{
	my ($sql, $role) = @_;
	my $stderr = '';
	my $status = $node->psql($database, "\\set VERBOSITY verbose\n$sql", stderr => \$stderr, on_error_stop => 1, extra_params => [ '-U', $role // 'clinic' ]);
	isnt($status, 0, "refused: $sql");
	return $stderr;
}

ask(qq{
	CREATE ROLE clinic LOGIN; CREATE ROLE analyst LOGIN; CREATE ROLE board LOGIN;
	CREATE SCHEMA ward AUTHORIZATION clinic; CREATE SCHEMA research AUTHORIZATION clinic;
	GRANT USAGE ON SCHEMA research TO analyst, board;
	SET ROLE clinic;
	CREATE TABLE ward.patients AS
	SELECT i AS number, 18 + i * 7 % 60 AS age, CASE i % 2 WHEN 0 THEN 'F' ELSE 'M' END AS sex, 'town ' || i * 13 % 9 AS town, 'disease ' || (i * i + i / 7) % 11 AS disease
	FROM generate_series(1, $persons) i;
	SELECT declare_roles('ward.patients', sensitive => '{disease}', subject => '{number}', quasi_identifiers => '{age,sex,town}');
	SELECT create_series('weekly', 'ward.patients', 'bucketization', '{"target": "research.weekly"}', m => 3, view => 'research.patients', keep => 4,
		gate => '{"verify": true, "rows": [0.8, 1.25], "suppressed": 0.4}');
	CALL run_series('weekly');
	COMMENT ON VIEW research.patients IS 'patients, by week';
	COMMENT ON COLUMN research.patients.age IS 'in years';
	GRANT SELECT ON research.patients TO analyst WITH GRANT OPTION;
	GRANT SELECT (sex, disease) ON research.patients TO board;
	CREATE VIEW research.old_patients AS SELECT age, town, disease FROM research.patients WHERE age > 60;
	GRANT SELECT ON research.old_patients TO board;});

# A week brings some, takes some, and changes values of some.
sub a_week_passes
{
	my ($week) = @_;
	ask(sprintf(q{
		DELETE FROM ward.patients WHERE number %% 53 = %1$d %% 53;
		INSERT INTO ward.patients (number, age, sex, town, disease)
		SELECT %1$d * 1000000 + i, 18 + i * 11 %% 60, CASE i %% 2 WHEN 0 THEN 'F' ELSE 'M' END, 'town ' || i * 5 %% 9, 'disease ' || (i * i + %1$d) %% 11
		FROM generate_series(1, %2$d) i;
		UPDATE ward.patients SET disease = 'disease ' || (number + %1$d) %% 11 WHERE number %% 97 = %1$d %% 97},
		$week, $persons / 50), 'clinic');
	return;
}

sub shown { return ask(q{SELECT edition FROM microdata.series_views WHERE view = 'research.patients'::regclass}, 'analyst') }
sub last_run { return ask(q{SELECT state, edition, sqlerrcode FROM microdata.runs ORDER BY run_id DESC LIMIT 1}, 'clinic') }

# Readers. Each query reads the view, by itself or by the view upon it.
my $script = PostgreSQL::Test::Utils::tempdir() . '/readers.sql';
append_to_file($script, <<'SQL');
\set age random(18, 77)
SELECT count(*), count(DISTINCT disease) FROM research.patients WHERE age = :age;
SELECT town, count(*) FROM research.old_patients GROUP BY town;
BEGIN;
SELECT count(*) FROM research.patients;
\sleep 5 ms
SELECT avg(age) FROM research.patients;
END;
SQL
my (@latencies, $readers, $said);

sub readers_begin
{
	my $log = PostgreSQL::Test::Utils::tempdir() . '/pgbench';
	$said = '';
	$readers = { log => $log, run => IPC::Run::start(
		[ 'pgbench', '-n', '-M', 'prepared', '-c', '3', '-j', '1', '-R', '150', '-T', '600', '-f', $script, '--log', "--log-prefix=$log", '-U', 'clinic', $node->connstr($database) . ' application_name=reader' ],
		'>', \$said, '2>&1') };
	# pgbench writes a hundred lines at a time.
	for my $try (1 .. 600)
	{
		last if (grep { -s } glob "$log*") || !$readers->{run}->pumpable;
		$readers->{run}->pump_nb;
		select(undef, undef, undef, 0.1);
	}
	return;
}

# Stops them at a moment when none of them was disturbed: no query has failed.
sub readers_end
{
	my ($what) = @_;
	$readers->{run}->pump_nb;
	ok($readers->{run}->pumpable && $said !~ /error|fatal|aborted/i, "$what: no reader has failed") or diag($said);
	# Not INT, which children of a shell's background jobs ignore.
	$readers->{run}->signal('TERM');
	$readers->{run}->finish;
	my @taken = map { (split)[2] / 1000 } map { split /\n/, slurp_file($_) } glob "$readers->{log}*";
	cmp_ok(scalar(@taken), '>', 50, "$what: readers have read");
	push @latencies, @taken;
	return;
}

my $week = 1;
my %missed;

sub weeks
{
	my ($last) = @_;
	while ($week < $last)
	{
		a_week_passes(++$week);
		ask(q{CALL run_series('weekly')}, 'clinic');
	}
	return;
}

readers_begin();
weeks(12);
is(shown(), 12, 'after twelve weeks the view shows the twelfth edition');

# Most of the source is gone, by mistake: the gate keeps the edition back.
ask(q{CREATE TABLE ward.mistake AS SELECT * FROM ward.patients WHERE number % 3 > 0; DELETE FROM ward.patients WHERE number % 3 > 0}, 'clinic');
$week++;
like(refused(q{CALL run_series('weekly')}), qr/ERROR:  55000: .*rows/s, 'an edition of a third of the rows misses its gate');
is(last_run(), 'failed|13|55000', 'the run is on record');
is(shown(), 12, 'the old edition stays');
is(ask(q{SELECT state FROM microdata.editions WHERE edition = 13}, 'clinic'), 'draft', 'what missed it is a draft');
like(refused('SELECT count(*) FROM research.weekly_13', 'analyst'), qr/permission denied/, 'which readers do not see');
ask(q{INSERT INTO ward.patients SELECT * FROM ward.mistake; DROP TABLE ward.mistake}, 'clinic');
weeks(20);
is(shown(), 20, 'the next editions are shown');
readers_end('twenty weeks');

# The publisher is killed after it has written all rows, and before it commits.
a_week_passes(++$week);
ask(q{
	CREATE FUNCTION public.held() RETURNS event_trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_advisory_lock(16); END';
	CREATE EVENT TRIGGER held ON ddl_command_end WHEN TAG IN ('COMMENT') EXECUTE FUNCTION public.held()});
my $holder = $node->background_psql($database);
$holder->query_safe('SELECT pg_advisory_lock(16)');
my ($out, $err) = ('', '');
my $publisher = IPC::Run::start([ 'psql', '-X', '-U', 'clinic', '-d', $node->connstr($database), '-c', q{CALL run_series('weekly')} ], '>', \$out, '2>', \$err);
ok( $node->poll_query_until(
		$database, q{SELECT count(*) = 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = 16 AND NOT granted}),
	'a publisher is about to finish');
is(ask(q{SELECT state FROM microdata.runs ORDER BY run_id DESC LIMIT 1}, 'clinic'), 'running', 'its run is seen while it runs');
my $pid = ask(q{SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = 16 AND NOT granted});
kill 'KILL', $pid;
$publisher->finish;
eval { $holder->quit };
recovered($node);
ask('DROP EVENT TRIGGER held; DROP FUNCTION public.held()');
like(last_run(), qr/^lost\|/, 'its run is lost');
is(ask(q{SELECT to_regclass('research.weekly_21') IS NULL AND (SELECT count(*) FROM microdata.editions WHERE edition = 21) = 0}), 't', 'and has left nothing');
is(shown(), 20, 'the view shows what it showed');
ask(q{CALL run_series('weekly')}, 'clinic');
is(shown(), 21, 'the next run makes the edition');

readers_begin();
weeks(30);
readers_end('thirty weeks');
$node->restart;
readers_begin();
weeks(35);

# A column of which nobody has said what it is.
ask(q{ALTER TABLE ward.patients ADD COLUMN phone text; UPDATE ward.patients SET phone = '555' || number}, 'clinic');
a_week_passes(++$week);
like(refused(q{CALL run_series('weekly')}), qr/phone/, 'a column that nobody classified stops the run');
like(last_run(), qr/^failed\|/, 'which is on record');
is(shown(), 35, 'the view shows the last edition');
ask(q{SELECT declare_roles('ward.patients', sensitive => '{disease}', subject => '{number}', identifiers => '{phone}', quasi_identifiers => '{age,sex,town}')}, 'clinic');
ask(q{CALL run_series('weekly')}, 'clinic');
is(shown(), 36, 'once it is classified, the edition is made');
weeks(42);
readers_end('forty-two weeks');

# What the year left, whichever database it is in.
my $kept = q{
	SELECT obj_description('research.patients'::regclass), col_description('research.patients'::regclass, (SELECT attnum FROM pg_attribute WHERE attrelid = 'research.patients'::regclass AND attname = 'age'));
	SELECT relname, relacl, pg_get_userbyid(relowner) FROM pg_class WHERE relname IN ('patients', 'old_patients') AND relnamespace = 'research'::regnamespace ORDER BY 1;
	SELECT attname, attacl FROM pg_attribute WHERE attrelid = 'research.patients'::regclass AND attacl IS NOT NULL ORDER BY 1;
	SELECT series, source, method, m, view, keep, gate, shown FROM microdata.series;
	SELECT edition, persons, counterfeits, waiting, state, published_by FROM microdata.editions ORDER BY 1;
	SELECT edition, state, sqlerrcode, err_message FROM microdata.runs ORDER BY run_id;
	SELECT release_id, method, relations, created_by, ended FROM microdata.ledger ORDER BY 1};
my $before = ask($kept);
my $file = PostgreSQL::Test::Utils::tempdir() . '/year.sql';
$node->safe_psql('postgres', 'CREATE DATABASE restored TEMPLATE template0');
$node->command_ok([ 'pg_dump', '-f', $file, $node->connstr('postgres') ], 'dumped');
$node->command_ok([ 'psql', '-X', '-q', '-v', 'ON_ERROR_STOP=1', '-f', $file, '-d', $node->connstr('restored') ], 'restored');
$database = 'restored';
is(ask($kept), $before, 'the restored database has what the other had');
readers_begin();
weeks(52);
readers_end('a year');

is(shown(), 52, 'a year later the view shows the last edition');
is(ask(q{SELECT string_agg(relname, ' ' ORDER BY relname) FROM pg_class WHERE relnamespace = 'research'::regnamespace AND relkind = 'r'}),
	'weekly_49 weekly_50 weekly_51 weekly_52', 'four editions are kept');
is(ask(q{SELECT state, count(*) FROM microdata.editions GROUP BY 1 ORDER BY 1}, 'clinic'), "draft|1\nformer|50\nshown|1", 'fifty-one editions were shown, one never');
is(ask(q{SELECT state, count(*) FROM microdata.runs GROUP BY 1 ORDER BY 1}, 'clinic'), "failed|2\nlost|1\nsucceeded|51", 'all runs are on record');
is(ask(q{SELECT runs, failures, last_state FROM microdata.run_stats}, 'clinic'), '54|3|succeeded', 'and counted');
is(ask(q{SELECT count(*), count(*) FILTER (WHERE ended = 'dropped') FROM microdata.ledger WHERE relations::text LIKE '%weekly%'}, 'clinic'), '52|48', 'the ledger has all editions');
is(ask(q{SELECT count(*) FROM verify_series('weekly') WHERE NOT holds}, 'clinic'), 0, 'all of the series holds');
is(ask(q{SELECT obj_description('research.patients'::regclass)}), 'patients, by week', 'the comment of the view');
is(ask(q{SELECT count(*) > 0 FROM research.patients}, 'analyst'), 't', 'analysts read');
is(ask(q{SELECT count(*) > 0 FROM research.old_patients}, 'board'), 't', 'who has a view upon it reads');
is(ask(q{SELECT has_table_privilege('analyst', 'research.patients', 'SELECT WITH GRANT OPTION'), has_column_privilege('board', 'research.patients', 'disease', 'SELECT'),
	has_column_privilege('board', 'research.patients', 'age', 'SELECT')}), 't|t|f', 'grants are what they were');
is(ask(q{SELECT round(estimate_count('research.patients', '{}')) BETWEEN 500 AND 3000}, 'analyst'), 't', 'estimates take the view');

# Waits for locks are what the view could cause; the rest of a latency is the machine's. That such a wait is seen is shown by one that is made.
my $waits = sub { return scalar(() = slurp_file($node->logfile) =~ /^\d+ reader LOG:  process \d+ still waiting for /mg) };
is($waits->(), 0, "no reader has waited for a lock for $patience ms");
my $locker = $node->background_psql($database);
$locker->query_safe('BEGIN; LOCK TABLE research.patients IN ACCESS EXCLUSIVE MODE');
my $waiter = IPC::Run::start([ 'psql', '-X', '-U', 'analyst', '-d', $node->connstr($database) . ' application_name=reader', '-c', 'SELECT count(*) FROM research.patients' ], '>', \$out, '2>', \$err);
sleep 0.1 until $waits->() > 0 || !$waiter->pumpable;
$locker->query_safe('COMMIT');
$locker->quit;
$waiter->finish;
is($waits->(), 1, 'one that is made to wait is seen');
note(sprintf 'readers: %d transactions, %.1f ms in the mean, %.1f ms at most', scalar(@latencies), sum(@latencies) / @latencies, max(@latencies));
$node->stop;
done_testing();
