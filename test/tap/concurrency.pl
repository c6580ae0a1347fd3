# Many sessions at once.
# Rooms: sql src/postgres/catalog src/postgres/release
use strict;
use warnings;
use PostgreSQL::Test::Utils;
use File::Spec;
use Test::More;
use Microdata;

my $node = new_node('concurrency', 'max_connections = 50', 'deadlock_timeout = 100ms');
people($node, 'people', 20_000);

# Runs each statement in a session of its own, all at once; returns their standard errors.
sub at_once
{
	my @statements = @_;
	my @sessions;
	for my $statement (@statements)
	{
		my $session = { out => '', err => '' };
		$session->{handle} = IPC::Run::start([ 'psql', '-X', '-d', $node->connstr('postgres'), '-c', $statement ],
			'<', File::Spec->devnull(), '>', \$session->{out}, '2>', \$session->{err});
		push @sessions, $session;
	}
	IPC::Run::finish($_->{handle}) for @sessions;
	return map { $_->{err} } @sessions;
}

# 16 sessions slice the same table, each into a release of its own.
my @errors = at_once(map { "SELECT slice_table('people', 2, 4, sensitive => '{disease}', target => 'sliced_$_')" } 1 .. 16);
is(scalar(grep { /ERROR/ } @errors), 0, '16 sessions slice the same table at once');
is($node->safe_psql('postgres', 'SELECT count(*), count(DISTINCT release_id) FROM microdata.releases'), '16|16', 'every release is recorded');
is( $node->safe_psql('postgres', q{SELECT count(*) FROM microdata.releases r, verify_release(r.relations[1]) v WHERE NOT holds}),
	0, 'every release holds');
$node->safe_psql('postgres', 'SELECT drop_release(relations[1]) FROM microdata.releases');

# Into the same release: one makes it, the others are told that it exists.
@errors = at_once(map { "SELECT slice_table('people', 2, 4, sensitive => '{disease}')" } 1 .. 16);
is(scalar(grep { !/ERROR/ } @errors), 1, 'one of 16 makes the release');
is(scalar(grep { /relation "people_sliced" already exists/ } @errors), 15, 'the others fail on its name');
is($node->safe_psql('postgres', 'SELECT count(*) FROM microdata.releases'), 1, 'it is recorded once');

# Replacing the same release: whoever succeeds leaves a whole one.
@errors = at_once(map { "SELECT slice_table('people', 2, 4, sensitive => '{disease}', replace => true)" } 1 .. 8);
is(scalar(grep { /ERROR/ } @errors), 0, 'eight sessions replace it, one after the other');
is($node->safe_psql('postgres', 'SELECT count(*) FROM microdata.releases'), 1, 'there is one release');
is($node->safe_psql('postgres', q{SELECT bool_and(holds) FROM verify_release('people_sliced')}), 't', 'and it holds');
is($node->safe_psql('postgres', 'SELECT count(*) FROM microdata.release_record r, unnest(r.relations::oid[]) o WHERE NOT EXISTS (SELECT FROM pg_class WHERE oid = o)'),
	0, 'no record of a relation that is gone');
$node->safe_psql('postgres', q{SELECT drop_release('people_sliced')});

# A source that others change meanwhile is read in one snapshot: money is moved, none is made.
$node->safe_psql('postgres', 'CREATE TABLE accounts AS SELECT i AS id, 1000 AS money, i % 5 AS disease FROM generate_series(1, 50000) i; ALTER TABLE accounts ADD PRIMARY KEY (id)');
my $mover = q{DO $$ BEGIN FOR i IN 1 .. 300 LOOP
	UPDATE accounts SET money = money + CASE id % 2 WHEN 0 THEN 10 ELSE -10 END WHERE id BETWEEN i * 100 AND i * 100 + 99;
	COMMIT; END LOOP; END $$};
@errors = at_once($mover, map { "SELECT slice_table('accounts', 2, 4, sensitive => '{disease}', target => 'accounts_sliced_$_')" } 1 .. 6);
is(scalar(grep { /ERROR/ } @errors), 0, 'slicing beside updates');
is($node->safe_psql('postgres', "SELECT sum(money) FROM accounts_sliced_$_"), 50_000_000, "release $_ shows one moment") for 1 .. 6;
$node->safe_psql('postgres', 'SELECT drop_release(relations[1]) FROM microdata.releases');

# A deadlock ends one of the two; it leaves nothing.
$node->safe_psql('postgres', 'CREATE TABLE a AS SELECT * FROM people LIMIT 1000; CREATE TABLE b AS SELECT * FROM a');
my $lock = sub {
	my ($first, $second) = @_;
	return "BEGIN; LOCK $first; SELECT pg_sleep(0.5); SELECT slice_table('$second', 2, 4, sensitive => '{disease}'); ROLLBACK;";
};
@errors = at_once($lock->('a', 'b'), $lock->('b', 'a'));
is(scalar(grep { /deadlock detected/ } @errors), 1, 'a deadlock is reported to one session');
nothing_left($node, 'after a deadlock');

# Another in the phase of writing: each waits for the name that the other has taken.
my $names = sub {
	my ($first, $second) = @_;
	return "BEGIN; SELECT slice_table('a', 2, 4, sensitive => '{disease}', target => '$first'); SELECT pg_sleep(0.5); "
	  . "SELECT slice_table('a', 2, 4, sensitive => '{disease}', target => '$second'); ROLLBACK;";
};
@errors = at_once($names->('x_sliced', 'y_sliced'), $names->('y_sliced', 'x_sliced'));
is(scalar(grep { /deadlock detected/ } @errors), 1, 'a deadlock while writing is reported to one session');
nothing_left($node, 'after a deadlock while writing');

# In place waits for others and takes their rows.
my ($in, $out, $err) = ("BEGIN; INSERT INTO a SELECT * FROM b LIMIT 10;\n", '', '');
my $timer = IPC::Run::timeout(60);
my $writer = IPC::Run::start([ 'psql', '-X', '-d', $node->connstr('postgres') ], '<', \$in, '>', \$out, '2>', \$err, $timer);
$writer->pump until $out =~ /INSERT 0 10/;
my ($out2, $err2) = ('', '');
my $slicer = IPC::Run::start([ 'psql', '-X', '-d', $node->connstr('postgres'), '-c', q{SELECT slice_table('a', 2, 4, sensitive => '{disease}', in_place => true)} ],
	'<', File::Spec->devnull(), '>', \$out2, '2>', \$err2, $timer);
$node->poll_query_until('postgres', "SELECT count(*) = 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'");
$in .= "COMMIT;\n\\q\n";
IPC::Run::finish($writer);
IPC::Run::finish($slicer);
unlike($err2, qr/ERROR/, 'in place waits for a writer');
is($node->safe_psql('postgres', 'SELECT count(*) FROM a'), 1010, 'and loses none of its rows');

# What another session is changing is waited for, and then seen as it has become.
sub while_changing
{
	my ($change, $statement) = @_;
	my ($in, $out, $err) = ("BEGIN;\n$change;\n\\echo changed\n", '', '');
	my $timer = IPC::Run::timeout(60);
	my $changer = IPC::Run::start([ 'psql', '-X', '-q', '-d', $node->connstr('postgres') ], '<', \$in, '>', \$out, '2>', \$err, $timer);
	$changer->pump until $out =~ /changed/;
	my ($out2, $err2) = ('', '');
	my $reader = IPC::Run::start([ 'psql', '-X', '-At', '-d', $node->connstr('postgres'), '-c', $statement ],
		'<', File::Spec->devnull(), '>', \$out2, '2>', \$err2, $timer);
	$node->poll_query_until('postgres', "SELECT count(*) = 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'") or die 'it does not wait';
	$in .= "COMMIT;\n\\q\n";
	IPC::Run::finish($changer);
	IPC::Run::finish($reader);
	return ($out2, $err2);
}
$node->safe_psql('postgres', q{CREATE TABLE visits AS SELECT age, sex, disease FROM people LIMIT 2000; SELECT slice_table('visits', 2, 4, sensitive => '{disease}');
	DROP VIEW visits_sliced_expected});
for my $statement (q{SELECT * FROM verify_release('visits_sliced')}, q{SELECT * FROM disclosure('visits_sliced')},
	q{SELECT * FROM matching_buckets('visits_sliced', '{"sex": "F"}')})
{
	my (undef, $error) = while_changing('ALTER TABLE visits_sliced ALTER sex TYPE integer USING 1', $statement);
	like($error, qr/ERROR/, "$statement sees the new type");
	$node->safe_psql('postgres', q{ALTER TABLE visits_sliced ALTER sex TYPE text});
}
my (undef, $changed) = while_changing('ALTER TABLE visits ALTER sex TYPE integer USING 1', q{SELECT slice_table('visits', 2, 4, sensitive => '{disease}', replace => true)});
unlike($changed, qr/ERROR/, 'a source whose type changes meanwhile is published as it has become');
my (undef, $renamed) = while_changing('ALTER TABLE visits_sliced RENAME sex TO gender', q{SELECT * FROM verify_release('visits_sliced')});
unlike($renamed, qr/server closed|terminated/, 'a column that is renamed meanwhile');
(undef, $changed) = while_changing('ALTER TABLE visits_sliced RENAME TO visits_elsewhere', q{SELECT drop_release('visits_sliced')});
unlike($changed, qr/server closed|terminated/, 'a release that is renamed meanwhile');

# Who may not rewrite a table does not hold up those who read it.
$node->safe_psql('postgres', 'CREATE ROLE stranger; GRANT SELECT ON visits TO stranger');
{
	my ($held, $said, $wrong) = ("BEGIN; LOCK TABLE visits, pg_catalog.pg_authid IN SHARE UPDATE EXCLUSIVE MODE;\n\\echo held\n", '', '');
	my $holder = IPC::Run::start([ 'psql', '-X', '-q', '-d', $node->connstr('postgres') ], '<', \$held, '>', \$said, '2>', \$wrong, IPC::Run::timeout(60));
	$holder->pump until $said =~ /held/;
	for my $statement (q{SELECT slice_table('visits', 2, 2, sensitive => '{disease}', in_place => true)},
		q{SELECT declare_roles('visits', sensitive => '{disease}')},
		q{SELECT register_release('visits', 'people', 'slicing', ARRAY['sex', 'disease'], '{disease}')},
		q{SELECT slice_table('pg_catalog.pg_authid', 2, 2, sensitive => '{rolname}', in_place => true)})
	{
		my ($error) = error_of($node, "SET lock_timeout = '1s'; SET ROLE stranger; $statement");
		like($error, qr/must be owner/, "$statement fails without asking for a lock");
	}
	$held .= "ROLLBACK;\n\\q\n";
	IPC::Run::finish($holder);
}

done_testing();
