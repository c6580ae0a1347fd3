# Readers of a view go on while an edition takes the place of another: those in a transaction with the old one, new ones without waiting in line; what fails leaves nothing torn.
# Rooms: sql src/core/series src/postgres/*series* src/postgres/*edition* src/postgres/*run*
use strict;
use warnings;
use File::Spec;
use PostgreSQL::Test::Utils;
use Test::More;
use Microdata;

my $node = new_node('shown_edition', 'restart_after_crash = on');

# The edition that the view shows, by its persons: every edition has seven more.
my $read = 'SELECT count(age) FROM research.patients';
my $everything = q{
	SELECT series, view, keep, gate, approve, shown, independent, editions FROM microdata.series ORDER BY 1;
	SELECT series, edition, state, relations, findings, published_by, shown_at FROM microdata.editions ORDER BY 1, 2;
	SELECT view, series, edition, release, rows FROM microdata.series_views ORDER BY view::text;
	SELECT c.relname, c.relacl, pg_get_viewdef(c.oid), obj_description(c.oid, 'pg_class'), c.reloptions FROM pg_class c WHERE relnamespace = 'research'::regnamespace ORDER BY 1;
	SELECT relname FROM pg_class WHERE relname LIKE 'ward\_%' ORDER BY 1};

$node->safe_psql('postgres', q{
	CREATE ROLE md_analyst LOGIN;
	CREATE SCHEMA research;
	GRANT USAGE ON SCHEMA research TO md_analyst;
	CREATE TABLE patients AS SELECT i AS number, i AS age, 'd' || i % 7 AS disease FROM generate_series(1, 210) i;
	SELECT create_series('ward', 'patients', 'bucketization', '{"sensitive": ["disease"]}', '{number}', 3, view => 'research.patients', keep => 2);
	SELECT publish_series('ward');
	GRANT SELECT ON research.patients TO md_analyst;
	ALTER VIEW research.patients SET (security_barrier);
	CREATE VIEW research.by_disease AS SELECT disease, count(*) FROM research.patients GROUP BY 1});

sub arrive
{
	$node->safe_psql('postgres', q{INSERT INTO patients SELECT n + i, n + i, 'd' || i FROM (SELECT max(number) FROM patients) p (n), generate_series(1, 7) i});
	return;
}

sub shown
{
	my ($database) = @_;
	return $node->safe_psql($database // 'postgres', q{SELECT shown FROM microdata.series WHERE series = 'ward'});
}

# Who reads in a transaction holds the view. Others read on while it is tried to have it, and nobody waits for as long as two tries take.
my $reader = $node->background_psql('postgres', on_error_stop => 1, extra_params => [ '-U', 'md_analyst' ]);
$reader->query_safe('BEGIN');
is(answer($reader, $read), 210, 'somebody reads in a transaction');
arrive();
my $script = PostgreSQL::Test::Utils::tempdir() . '/read.sql';
PostgreSQL::Test::Utils::append_to_file($script, "SET lock_timeout = '2s';\n$read;\n");
my ($said, $wrong) = ('', '');
my $readers = IPC::Run::start([ 'pgbench', '-n', '-c', '2', '-t', '400', '-f', $script, '-h', $node->host, '-p', $node->port, '-U', 'md_analyst', 'postgres' ],
	'>', \$said, '2>', \$wrong, IPC::Run::timeout(120));
my ($out, $err) = ('', '');
$node->psql('postgres', q{SET pg_microdata.swap_lock_timeout = '20ms'; SET pg_microdata.swap_timeout = '600ms'; SELECT edition, state FROM publish_series('ward')},
	stdout => \$out, stderr => \$err);
is($out, '2|draft', 'an edition that readers do not let in stays a draft');
like($err, qr/edition 2 of series "ward" is not shown.*Readers held view.*approve_edition/s, 'which is said');
ok(IPC::Run::finish($readers), 'others read meanwhile') or diag($wrong);
like($said, qr{transactions actually processed: 800/800}, 'all of them');
is(answer($reader, $read), 210, 'who reads in a transaction goes on with the old edition');
is($node->safe_psql('postgres', q{SELECT findings @> '[{"gate": "swap", "holds": false}]' FROM microdata.editions WHERE edition = 2}), 't', 'why it is a draft is on record');
is(($node->psql('postgres', 'SELECT count(*) FROM ward_2', extra_params => [ '-U', 'md_analyst' ]))[0], 3, 'nobody else reads a draft');

# Once they are gone, it is shown; another that is published meanwhile waits for them.
$reader->query_safe('COMMIT');
is($node->safe_psql('postgres', q{SELECT microdata.show_edition('ward', 2)}), 'shown', 'shown afterwards');
is($node->safe_psql('postgres', q{SELECT jsonb_path_query_array(findings, '$.gate') FROM microdata.editions WHERE edition = 2}), '["verify"]', 'and nothing is on record against it');
is($node->safe_psql('postgres', $read, extra_params => [ '-U', 'md_analyst' ]), 217, 'readers have it');
$reader->query_safe('BEGIN');
is(answer($reader, $read), 217, 'a transaction again');
arrive();
($out, $err) = ('', '');
my $publisher = IPC::Run::start([ 'psql', '-X', '-qAt', '-d', $node->connstr('postgres'), '-c', q{SET pg_microdata.swap_lock_timeout = '10ms'; SET client_min_messages = error}, '-c', q{SELECT edition, state FROM publish_series('ward')} ],
	'<', \undef, '>', \$out, '2>', \$err, IPC::Run::timeout(120));
$node->poll_query_until('postgres', q{SELECT count(*) = 1 FROM pg_stat_activity WHERE query LIKE '%publish_series%' AND wait_event_type = 'Extension'}) or die 'it does not pause';
is($node->safe_psql('postgres', "SET lock_timeout = '2s'; $read", extra_params => [ '-U', 'md_analyst' ]), 217, 'one who comes while it is tried reads the old one');
$reader->query_safe('COMMIT');
IPC::Run::finish($publisher);
is("$out$err", "3|shown\n", 'it is tried until readers let it in');
is(answer($reader, $read), 224, 'who reads again reads the new one');

# Editions that somebody holds stay until the next publication.
$reader->quit;
my $holder = $node->background_psql('postgres', on_error_stop => 1);
$holder->query_safe('BEGIN; SELECT count(*) FROM ward_2');
arrive();
is($node->safe_psql('postgres', q{SELECT edition, state FROM publish_series('ward')}), '4|shown', 'published beside an edition that is held');
is($node->safe_psql('postgres', q{SELECT string_agg(edition::text, ',' ORDER BY edition) FROM microdata.editions WHERE relations <> '{}'}), '2,3,4', 'it stays');
is($node->safe_psql('postgres', q{SELECT drop_edition('ward', 2)}), 'f', 'and is not waited for');
my ($timeout) = error_of($node, q{SET lock_timeout = '50ms'; SELECT drop_edition('ward', 2, wait => true)});
like($timeout, qr/lock timeout/, 'unless that is asked for');
is($node->safe_psql('postgres', 'SELECT count(*) FROM pg_locks WHERE locktype = \'relation\' AND mode = \'AccessExclusiveLock\''), 0, 'nobody is held up');
$holder->query_safe('COMMIT');
$holder->quit;
arrive();
$node->safe_psql('postgres', q{SELECT publish_series('ward')});
is($node->safe_psql('postgres', q{SELECT string_agg(edition::text, ',' ORDER BY edition) FROM microdata.editions WHERE relations <> '{}'}), '4,5', 'the next one drops it');

# What ends the session in the middle, or the call, leaves the view and all else as it was.
sub ended_by
{
	my ($what, $end) = @_;
	my $was = $node->safe_psql('postgres', $everything);
	my ($in, $told, $complaint) = ("BEGIN; SELECT state FROM publish_series('ward'); SELECT 'published', pg_backend_pid();\n", '', '');
	my $session = IPC::Run::start([ 'psql', '-X', '-At', '-v', 'ON_ERROR_STOP=1', '-d', $node->connstr('postgres') ], '<', \$in, '>', \$told, '2>', \$complaint, IPC::Run::timeout(120));
	$session->pump until $told =~ /shown.*published\|(\d+)/s;
	$end->($1);
	$in .= "COMMIT;\n\\q\n";
	eval { IPC::Run::finish($session) };
	recovered($node);
	ok($node->safe_psql('postgres', $everything) eq $was, "$what: all is as it was");
	is($node->safe_psql('postgres', $read, extra_params => [ '-U', 'md_analyst' ]), 238, "$what: readers read on");
	return;
}
arrive();
ended_by('a session that is killed', sub { kill('KILL', $_[0]); $node->poll_query_until('postgres', "SELECT NOT EXISTS (SELECT FROM pg_stat_activity WHERE pid = $_[0])") });
ended_by('a session that is terminated', sub { $node->safe_psql('postgres', "SELECT pg_terminate_backend($_[0], 60000)") });
my $was = $node->safe_psql('postgres', $everything);
$reader = $node->background_psql('postgres', on_error_stop => 1);
$reader->query_safe("BEGIN; $read");
my ($cancelled) = error_of($node, q{SET statement_timeout = '2s'; SELECT publish_series('ward')});
like($cancelled, qr/statement timeout/, 'a cancel while it is tried to have the view');
$reader->query_safe('COMMIT');
$reader->quit;
ok($node->safe_psql('postgres', $everything) eq $was, 'a cancel: all is as it was');

# A dump has the views, what they show, and that they do.
my $file = PostgreSQL::Test::Utils::tempdir() . '/dump.sql';
$node->safe_psql('postgres', 'CREATE DATABASE restored TEMPLATE template0');
$node->command_ok([ 'pg_dump', '-f', $file, 'postgres' ], 'pg_dump');
$node->command_ok([ 'psql', '-X', '-q', '-v', 'ON_ERROR_STOP=1', '-f', $file, '-d', $node->connstr('restored') ], 'restored');
ok($node->safe_psql('restored', $everything) eq $was, 'all is as it was, after a restore');
is($node->safe_psql('restored', q{SELECT edition, state FROM publish_series('ward')}), '6|shown', 'the series goes on');
is($node->safe_psql('restored', $read, extra_params => [ '-U', 'md_analyst' ]), 245, 'and its readers with it');
is($node->safe_psql('restored', 'SELECT sum(count) >= 245 FROM research.by_disease'), 't', 'and those of views on it');

# What others change meanwhile: a transaction with one snapshot does not judge by what was before, and a scheduled run is made again.
$node->safe_psql('postgres', $_) for q{CREATE TABLE others AS SELECT i AS number, i % 30 AS age, 'd' || i % 7 AS disease FROM generate_series(1, 210) i},
	q{SELECT create_series('other', 'others', 'bucketization', '{"sensitive": ["disease"]}', '{number}', 3, view => 'research.others', keep => 4)},
	q{CALL run_series('other')}, q{CALL run_series('other')};
for my $call (q{SELECT publish_series('other')}, q{SELECT approve_edition('other', 2)})
{
	my $old = $node->background_psql('postgres', on_error_stop => 0);
	$old->query_safe('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1');
	$node->safe_psql('postgres', q{SELECT alter_series('other', gate => '{"rows": [5, 6]}')});
	my (undef, $failed) = $old->query("\\set VERBOSITY sqlstate\n$call;");
	like($old->{stderr}, qr/40001/, "$call does not go by an older gate");
	$old->quit;
	$node->safe_psql('postgres', q{SELECT alter_series('other', gate => '{"rows": null}')});
}
sub run_beside
{
	my ($statement) = @_;
	my $changer = $node->background_psql('postgres');
	$changer->query_safe("BEGIN; $statement");
	my ($said_of_run, $wrong_with_run) = ('', '');
	my $run = IPC::Run::start([ 'psql', '-X', '-v', 'VERBOSITY=verbose', '-d', $node->connstr('postgres'), '-c', q{CALL run_series('other')} ],
		'<', File::Spec->devnull(), '>', \$said_of_run, '2>', \$wrong_with_run, IPC::Run::timeout(60));
	$node->poll_query_until('postgres', q{SELECT EXISTS (SELECT FROM pg_stat_activity WHERE query LIKE 'CALL run_series%' AND wait_event_type = 'Lock')}) or die 'the run does not wait';
	$changer->query_safe('COMMIT');
	$changer->quit;
	IPC::Run::finish($run);
	is($node->safe_psql('postgres', q{SELECT state, sqlerrcode FROM microdata.runs WHERE series = 'other' ORDER BY run_id DESC LIMIT 1}), 'succeeded|', "a run beside $statement")
	  or diag($wrong_with_run);
	return;
}
run_beside(q{SELECT alter_series('other', keep => 3)});
is($node->safe_psql('postgres', q{SELECT notices -> 0 ->> 'message' FROM microdata.runs WHERE series = 'other' ORDER BY run_id DESC LIMIT 1}),
	'the edition is published again, since others changed what it needs', 'that it was made again is on record');
run_beside(q{SELECT publish_series('other')});
run_beside('GRANT SELECT ON research.others TO md_analyst');
run_beside(q{SELECT drop_edition('other', (SELECT min(edition) FROM microdata.editions WHERE series = 'other' AND relations <> '{}'))});

# A draft that is approved is the one that was judged: the approval waits for a session that is changing it, and then sees the change.
$node->safe_psql('postgres', q{
	CREATE ROLE approver LOGIN SUPERUSER;
	CREATE TABLE judged AS SELECT i AS number, i % 20 AS age, 'd' || i % 7 AS disease FROM generate_series(1, 210) i;
	SELECT create_series('judged', 'judged', 'generalization', '{"k": 3, "sensitive": ["disease"], "identifiers": ["number"]}', independent => true,
		view => 'research.judged', gate => '{"verify": true}', approve => true);
	SELECT publish_series('judged')});
my $old = $node->background_psql('postgres', on_error_stop => 0, extra_params => [ '-U', 'approver' ]);
$old->query_safe('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1');
my $writer = $node->background_psql('postgres', on_error_stop => 1);
$writer->query_safe(q{BEGIN; UPDATE judged_1 SET disease = 'forged'});
my $approver = $node->background_psql('postgres', on_error_stop => 0, extra_params => [ '-U', 'approver' ]);
$approver->query_until(qr/begun/, "\\echo begun\nSELECT approve_edition('judged', 1);\n");
ok($node->poll_query_until('postgres', q{SELECT count(*) = 1 FROM pg_locks WHERE relation = 'judged_1'::regclass AND mode = 'ShareLock' AND NOT granted}),
	'an approval waits for changes');
$writer->query_safe('COMMIT');
$writer->quit;
$approver->quit;
is($node->safe_psql('postgres', q{SELECT state FROM microdata.editions WHERE series = 'judged'}), 'draft', 'and does not show what was changed');
$old->query("\\set VERBOSITY sqlstate\nSELECT approve_edition('judged', 1);");
like($old->{stderr}, qr/40001/, 'nor does one with an older snapshot');
$old->quit;

done_testing();
