# Races made to happen: one session is held between two steps by a lock of a second one, which changes what the first has
# looked up. A release is found by its relation's name or OID, its record by the relation: both have to be of one moment.
# Rooms: sql src/postgres/catalog src/postgres/release
use strict;
use warnings;
use PostgreSQL::Test::Utils;
use Test::More;
use Microdata;

my $node = new_node('races', 'deadlock_timeout = 100ms');
people($node, 'people', 2000);
my $slice = q{slice_table('people', 2, 4, sensitive => '{disease}'};
$node->safe_psql('postgres', 'CREATE TABLE several AS SELECT row_number() OVER () / 3 AS person, * FROM people');
my $several = q{bucketize_table('several', 4, '{disease}', subject => '{person}', suppress => 0.9};
my $bucketize = q{bucketize_table('people', 4, '{disease}', format => 'anatomy'};

# A session that is spoken to step by step.
sub session
{
	my $self = { in => '', out => '', err => '' };
	$self->{handle} = IPC::Run::start([ 'psql', '-X', '-q', '-At', '-d', $node->connstr('postgres') ],
		'<', \$self->{in}, '>', \$self->{out}, '2>', \$self->{err}, IPC::Run::timeout(60));
	return $self;
}

# Sends statements without waiting for them.
sub say_to
{
	my ($self, $sql) = @_;
	$self->{in} .= "$sql;\n\\echo done " . ++$self->{said} . "\n";
	$self->{handle}->pump_nb;
	return;
}

# Waits for what was said to be done.
sub done
{
	my ($self) = @_;
	$self->{handle}->pump until $self->{out} =~ /^done $self->{said}$/m;
	return;
}

sub run_in
{
	my ($self, $sql) = @_;
	say_to($self, $sql);
	done($self);
	return;
}

sub finish
{
	my ($self) = @_;
	$self->{in} .= "\\q\n";
	IPC::Run::finish($self->{handle});
	return $self->{err};
}

# Waits until a session whose statement is like this waits for a lock.
sub until_waiting
{
	my ($like) = @_;
	$node->poll_query_until('postgres', "SELECT count(*) = 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%$like%' AND pid <> pg_backend_pid()")
	  or die "no session waits in $like";
	return;
}

# One session does something in an open transaction; another runs a statement that has to wait; the first ends its
# transaction. Returns what the second says, and its errors.
sub beside
{
	my ($first, $statement, $mark, $end) = @_;
	my $one = session();
	run_in($one, "BEGIN; $first");
	is($one->{err} =~ /ERROR/ ? $one->{err} : '', '', "first: $mark");
	my $other = session();
	say_to($other, "/* $mark */ $statement");
	until_waiting($mark);
	# A second lock may have to be waited for once the first is there.
	run_in($one, ref $end ? $end->[0] : 'SELECT 1') if ref $end;
	run_in($one, ref $end ? 'COMMIT' : $end // 'COMMIT');
	done($other);
	my $error_of_first = finish($one);
	my $error = finish($other);
	is($error_of_first =~ /ERROR/ ? $error_of_first : '', '', "first: $mark");
	return ($other->{out}, $error);
}

sub is_whole
{
	my ($relation, $what) = @_;
	is($node->safe_psql('postgres', "SELECT bool_and(holds) FROM verify_release('$relation')"), 't', "$what: the release holds");
	is( $node->safe_psql('postgres', 'SELECT count(*) FROM microdata.release_record r, unnest(r.relations::oid[]) o WHERE NOT EXISTS (SELECT FROM pg_class WHERE oid = o)'),
		0, "$what: no record of a relation that is gone");
	is($node->safe_psql('postgres', 'SELECT count(*) FROM microdata.release_record'), 1, "$what: one record");
	return;
}

my $lock_records = 'LOCK TABLE microdata.release_record IN ACCESS EXCLUSIVE MODE';

# Between the look-up of the name and that of its record the release is replaced.
for my $verb ([ $slice, 'people_sliced' ], [ $bucketize, 'people_bucketized' ], [ $several, 'several_bucketized' ])
{
	my ($call, $release) = @$verb;
	$node->safe_psql('postgres', "SELECT $call)");
	my (undef, $error) = beside($lock_records, "SELECT $call, replace => true)", "between $release", ["SELECT $call, replace => true)"]);
	unlike($error, qr/ERROR/, "$release is replaced between two look-ups of another session");
	is_whole($release, 'replaced between two look-ups');
	(undef, $error) = beside($lock_records, "SELECT $call)", "not between $release", ["SELECT $call, replace => true)"]);
	like($error, qr/ERROR:  relation "$release" already exists/, 'without replace it exists');
	# Dropped in between.
	(undef, $error) = beside($lock_records, "SELECT $call, replace => true)", "dropped between $release", ["SELECT drop_release('$release')"]);
	unlike($error, qr/ERROR/, "$release is dropped between two look-ups of another session");
	is_whole($release, 'dropped between two look-ups');
	# Dropped, and what is no release has the name now.
	(undef, $error) = beside($lock_records, "SELECT $call, replace => true)", "taken between $release",
		["SELECT drop_release('$release'); CREATE TABLE $release (a int)"]);
	like($error, qr/relation "$release" is not a release made here and is not replaced/, 'another relation has the name now');
	$node->safe_psql('postgres', "DROP TABLE $release");
}

# Between the record and its columns.
my $lock_columns = 'LOCK TABLE microdata.release_column_record IN ACCESS EXCLUSIVE MODE';
$node->safe_psql('postgres', "SELECT $slice)");
my (undef, $torn) = beside($lock_columns, "SELECT $slice, replace => true)", 'between record and columns', ["SELECT $slice, replace => true)"]);
unlike($torn, qr/ERROR/, 'a release is replaced while another session reads its record');
is_whole('people_sliced', 'replaced while its record is read');
(undef, $torn) = beside($lock_columns, q{SELECT * FROM verify_release('people_sliced')}, 'verify between record and columns', ["SELECT $slice, replace => true)"]);
like($torn, qr/ERROR:  relation "(people_sliced|\d+)" does not exist/, 'or verifies it');
is_whole('people_sliced', 'replaced while it is looked up');
$node->safe_psql('postgres', q{SELECT drop_release('people_sliced')});

# Two that make the same release: the second waits for the name, and then sees what became of it.
my (undef, $error) = beside("SELECT $slice)", "SELECT $slice)", 'second makes');
like($error, qr/ERROR:  relation "people_sliced" already exists\nHINT:  Use replace => true to replace the release\./, 'the second fails on the name');
is_whole('people_sliced', 'made twice');
$node->safe_psql('postgres', q{SELECT drop_release('people_sliced')});
(undef, $error) = beside("SELECT $slice)", "SELECT $slice)", 'second makes alone', 'ROLLBACK');
unlike($error, qr/ERROR/, 'the second makes it where the first gives up');
is_whole('people_sliced', 'made once');
$node->safe_psql('postgres', q{SELECT drop_release('people_sliced')});
(undef, $error) = beside("SELECT $slice, replace => true)", "SELECT $slice, replace => true)", 'second replaces');
unlike($error, qr/ERROR/, 'the second replaces what it could not have seen when it began');
is_whole('people_sliced', 'made and replaced');
(undef, $error) = beside("SELECT $slice, replace => true)", "SELECT $slice, replace => true)", 'second replaces again');
unlike($error, qr/ERROR/, 'the second replaces what replaced what it has seen');
is_whole('people_sliced', 'replaced twice');
(undef, $error) = beside("SELECT drop_release('people_sliced')", "SELECT $slice, replace => true)", 'replace beside drop');
unlike($error, qr/ERROR/, 'replace beside a drop');
is_whole('people_sliced', 'replaced beside a drop');
# A name that others take without asking.
$node->safe_psql('postgres', q{SELECT drop_release('people_sliced')});
(undef, $error) = beside('CREATE TABLE people_sliced (a int)', "SELECT $slice)", 'plain table');
like($error, qr/ERROR:  relation "people_sliced" already exists/, 'a plain table takes the name meanwhile');
$node->safe_psql('postgres', "DROP TABLE people_sliced; SELECT $slice)");

# Whoever has looked a release up by its OID finds it whole, or is told that it is gone.
for my $statement (q{SELECT * FROM verify_release('people_sliced')}, q{SELECT * FROM disclosure('people_sliced')},
	q{SELECT * FROM matching_buckets('people_sliced', '{"sex": "F"}')}, q{SELECT drop_release('people_sliced')})
{
	(undef, $error) = beside("SELECT $slice, replace => true)", $statement, 'beside a replace');
	like($error, qr/ERROR:  relation "people_sliced" does not exist\nHINT:  Another session has dropped or replaced it meanwhile; call again\./,
		"$statement beside a replace");
	(undef, $error) = beside($lock_records, $statement, 'beside a look-up', ["SELECT $slice, replace => true)"]);
	like($error, qr/ERROR:  relation "(people_sliced|\d+)" does not exist/, "$statement: replaced before its record is read");
	is_whole('people_sliced', $statement);
}
(undef, $error) = beside(q{SELECT drop_release('people_sliced')}, q{SELECT drop_release('people_sliced')}, 'second drops');
like($error, qr/ERROR:  relation "people_sliced" does not exist/, 'the second drop finds it gone');
(undef, $error) = beside("SELECT drop_release('people_bucketized')", q{SELECT drop_release('people_bucketized')}, 'drop in parts') if $node->safe_psql('postgres', "SELECT $bucketize)");
like($error, qr/ERROR:  relation "people_bucketized" does not exist/, 'nor a half of several relations');
is($node->safe_psql('postgres', 'SELECT count(*) FROM microdata.release_record'), 0, 'all are dropped');

# A transaction that keeps to an older snapshot sees the newest catalogs, the extension's as well as the server's.
sub older
{
	my ($prepare, @statements) = @_;
	my $old = session();
	run_in($old, 'BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM pg_class');
	$node->safe_psql('postgres', $prepare);
	run_in($old, $_) for @statements;
	run_in($old, 'COMMIT');
	my $error = finish($old);
	return ($old->{out}, $error);
}
my $out;
($out, $error) = older(q{SELECT declare_roles('people', sensitive => '{disease}', identifiers => '{postcode}')}, q{SELECT slice_table('people', 2, 4)});
unlike($error, qr/ERROR/, 'roles that were declared meanwhile are known');
is($node->safe_psql('postgres', q{SELECT count(*) FROM pg_attribute WHERE attrelid = 'people_sliced'::regclass AND attname = 'postcode'}), 0,
	'and no identifier is published');
$node->safe_psql('postgres', q{SELECT drop_release('people_sliced')});
($out, $error) = older("SELECT $slice)", q{SELECT 'holds: ' || bool_and(holds) FROM verify_release('people_sliced')}, "SELECT $slice, replace => true)",
	q{SELECT 'holds: ' || bool_and(holds) FROM verify_release('people_sliced')});
unlike($error, qr/ERROR/, 'a release that was made meanwhile is found and replaced');
is(() = $out =~ /holds: true/g, 2, 'both hold');
is_whole('people_sliced', 'replaced in an older snapshot');
($out, $error) = older("SELECT $slice, replace => true)", q{SELECT drop_release('people_sliced')});
unlike($error, qr/ERROR/, 'a release that was made meanwhile is dropped');
is($node->safe_psql('postgres', 'SELECT (SELECT count(*) FROM microdata.release_record) + (SELECT count(*) FROM microdata.release_column_record)'), 0, 'and its record with it');
($out, $error) = older("SELECT $slice)", 'DROP TABLE people_sliced');
is($node->safe_psql('postgres', 'SELECT (SELECT count(*) FROM microdata.release_record) + (SELECT count(*) FROM microdata.release_column_record)'), 0, 'nor does DROP TABLE leave one');
($out, $error) = older("SELECT $slice)", 'ALTER TABLE people_sliced RENAME age TO years');
is($node->safe_psql('postgres', q{SELECT count(*) FROM microdata.release_columns WHERE attribute = 'years'}), 1, 'a column is renamed in its record');

# Rows of a release are frozen: a reader in an older snapshot sees the release as it is, never an empty table or a part.
$node->safe_psql('postgres', "SELECT $slice, replace => true)");
($out, $error) = older("SELECT $slice, replace => true)", q{SELECT 'rows: ' || count(*) FROM people_sliced});
like($out, qr/rows: 2000/, 'an older snapshot sees the whole of a new release');
my $reader = session();
run_in($reader, q{BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 'first: ' || sum(hashtext(p::text)) FROM people_sliced p});
my $replacer = session();
say_to($replacer, "SELECT /* over a reader */ $slice, replace => true)");
until_waiting('over a reader');
run_in($reader, q{SELECT 'second: ' || sum(hashtext(p::text)) FROM people_sliced p});
my ($before) = $reader->{out} =~ /first: (-?\d+)/;
like($reader->{out}, qr/second: $before$/m, 'who has read a release reads the same again: it is not replaced while she does');
run_in($reader, 'COMMIT');
done($replacer);
is(finish($reader), '', 'the reader');
unlike(finish($replacer), qr/ERROR/, 'it is replaced then');
# What is sliced in place is not frozen: as after any rewrite, older snapshots find the table empty, never the old rows.
$node->safe_psql('postgres', 'CREATE TABLE visits AS SELECT age, sex, disease FROM people');
($out, $error) = older(q{SELECT slice_table('visits', 2, 4, sensitive => '{disease}', in_place => true)}, q{SELECT 'rows: ' || count(*) FROM visits});
like($out, qr/rows: 0/, 'an older snapshot does not see the rows that were replaced in place');

# Two sessions that may publish no persons twice wait for each other, and for nobody else: no stranger can take that lock.
people($node, 'guests', 400);
my $once = q{SET LOCAL pg_microdata.republish = 'error'; SELECT slice_table('guests', 2, 4, sensitive => '{disease}', target => '%s')};
my $stranger = session();
run_in($stranger, q{SELECT pg_advisory_lock(1818584935, 'guests'::regclass::oid::integer)});
unlike((error_of($node, q{BEGIN; SET LOCAL lock_timeout = '3s'; } . sprintf($once, 'guests_once') . '; ROLLBACK'))[0], qr/ERROR/, 'whoever holds an advisory lock, a table is published');
finish($stranger);
(undef, $error) = beside(sprintf($once, 'guests_once'), 'DO $$ BEGIN ' . sprintf($once =~ s/SELECT/PERFORM/r, 'guests_twice') . '; END $$', 'publishes the same persons');
like($error, qr/ERROR:  persons of "guests" are in 1 earlier release/, 'the second waits, and fails then');
is($node->safe_psql('postgres', q{SELECT count(*) FROM pg_class WHERE relname LIKE 'guests\_%' AND relkind = 'r'}), 1, 'one of them has published');

# A series is dropped between two look-ups of another session: each reads all of its records at one moment, or none.
$node->safe_psql('postgres', 'ALTER TABLE guests ADD id integer GENERATED ALWAYS AS IDENTITY');
my $begin_series = q{SELECT create_series('raced', 'guests', 'bucketization', '{"sensitive": ["disease"]}', '{id}', 2)};
my $gone = qr/ERROR:  series "raced" does not exist/;
for my $table (qw(series_column_record series_record edition_record series_view_record))
{
	for my $reader (q{SELECT count(*) FROM verify_series('raced')}, q{SELECT alter_series('raced', anew => true)}, q{SELECT drop_series('raced')}, q{SELECT edition FROM publish_series('raced')})
	{
		$node->safe_psql('postgres', $begin_series);
		(undef, $error) = beside("LOCK TABLE microdata.$table IN ACCESS EXCLUSIVE MODE", $reader, "waits for $table", [q{SELECT drop_series('raced')}]);
		like($error, $gone, "$reader: dropped before $table is read");
	}
}
# Another session drops the series of a run that ends.
$node->safe_psql('postgres', $begin_series);
my $runner = session();
run_in($runner, q{SELECT microdata.begin_run('raced')});
my $dropper = session();
run_in($dropper, q{BEGIN; SELECT drop_series('raced')});
say_to($runner, q{SELECT /* ends a run */ microdata.end_run((SELECT max(run_id) FROM microdata.run_record), NULL, NULL, NULL, NULL, NULL)});
until_waiting('ends a run');
run_in($dropper, 'COMMIT');
done($runner);
is(finish($dropper), '', 'the series is dropped');
like(finish($runner), qr/ERROR:  run \d+ was not begun by this session\nDETAIL:  Or its series was dropped meanwhile\./, 'and its run cannot end');
is($node->safe_psql('postgres', 'SELECT count(*) FROM microdata.run_record'), 0, 'nor is it on record');

# Mallory swaps her schema for another one, which has a view of each name, a release as earlier versions took views, while a superuser waits for one of her tables. What he named
# are tables: nothing of her views runs.
$node->safe_psql('postgres', 'CREATE ROLE mallory; GRANT CREATE ON DATABASE postgres TO mallory');
sub hers
{
	$node->safe_psql('postgres', q{
		SET client_min_messages = error;
		DROP SCHEMA IF EXISTS hers, swapped CASCADE;
		SET ROLE mallory;
		CREATE SCHEMA hers;
		CREATE FUNCTION hers.spring() RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN RAISE WARNING 'sprung as %', current_user; RETURN true; END $$;
		CREATE TABLE hers.people AS SELECT i % 50 AS age, i % 91 AS zip, 'd' || i % 7 AS disease FROM generate_series(1, 300) i;
		SELECT slice_table('hers.people', 2, 3, sensitive => '{disease}', target => 'hers.release', seed => 1);
		SELECT gnf_decompose('hers.people', 3, rules => '{age -> disease}', target => 'hers.parts', seed => 1)});
	return;
}
my $swap = q{
	ALTER SCHEMA hers RENAME TO swapped;
	CREATE SCHEMA hers;
	CREATE TABLE hers.people AS TABLE swapped.people;
	CREATE VIEW hers.release AS SELECT * FROM swapped.release WHERE swapped.spring();
	CREATE TABLE hers.taken AS TABLE swapped.release;
	SELECT register_release('hers.taken', 'hers.people', 'slicing', '{"age, zip", "disease"}', '{disease}');
	RESET ROLE;
	UPDATE microdata.release_record SET relations = ARRAY['hers.release'::regclass] WHERE relations = ARRAY['hers.taken'::regclass];
	UPDATE microdata.release_column_record SET relation = 'hers.release'::regclass WHERE relation = 'hers.taken'::regclass};
for my $control ('NULL', '0.3')
{
	hers();
	my $audit = "SELECT string_agg(concat_ws(': ', audit, finding), E'\\n' ORDER BY audit) FROM audit('%s.release', control => $control, seed => 1)";
	($out, $error) = beside('SET LOCAL ROLE mallory; LOCK TABLE hers.release IN ACCESS EXCLUSIVE MODE',
		sprintf($audit, 'hers'), "audits with control $control", [$swap]);
	unlike($error, qr/sprung|ERROR/, "nothing of hers runs in an audit with control $control");
	is($out =~ s/^done.*\n//mgr, $node->safe_psql('postgres', sprintf $audit, 'swapped') . "\n", 'all of it is of what was named');
}
# A gate asks whether there are rows where an audit does not suit the release.
hers();
($out, $error) = beside('SET LOCAL ROLE mallory; LOCK TABLE hers.people IN ACCESS EXCLUSIVE MODE',
	q{SELECT 'said: ' || detail FROM microdata.audited_figure('minimality', 'hers.parts_1', 'hers.people', 1)}, 'judges by a gate',
	['ALTER TABLE hers.people RENAME TO others; CREATE VIEW hers.people AS SELECT * FROM hers.others WHERE hers.spring()']);
is($error, '', 'nothing of hers runs for a gate');
like($out, qr/^said: audit_composition\(\) and audit_minimality\(\) support/m, 'it says why there is no figure');

# Between the look at a source and its reading, its owner makes an index: what it has runs with the owner's rights alone, as in the
# planning of an ordinary role's statement.
$node->safe_psql('postgres', 'CREATE ROLE analyst');
for my $role ('postgres', 'analyst')
{
	hers();
	$node->safe_psql(
		'postgres', q{
		GRANT USAGE ON SCHEMA hers TO analyst;
		GRANT SELECT ON hers.people, hers.release TO analyst;
		SET ROLE mallory;
		CREATE FUNCTION hers.indexed() RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN RETURN hers.spring(); END $$;
		CREATE INDEX release_index ON hers.release (disease)});
	($out, $error) = beside('SET LOCAL ROLE mallory; REINDEX INDEX hers.release_index',
		"SET ROLE $role; SELECT /* verifies as $role */ 'holds: ' || bool_and(holds) FROM verify_release('hers.release')",
		"verifies as $role", ['CREATE INDEX ON hers.people ((hers.indexed()))']);
	unlike($error, qr/sprung as (?!mallory)|ERROR/, "no code of an index runs as $role");
	like($error, qr/sprung as mallory/, "it runs as its owner for $role");
	like($out, qr/^holds: true/m, "the release is verified for $role");
}

# Schemas keep their names while a call reads relations by them.
hers();
($out, $error) = beside(q{SELECT 'holds: ' || bool_and(holds) FROM verify_release('hers.release')}, 'ALTER SCHEMA hers RENAME TO swapped',
	'renames a schema that is read');
is($error, '', 'a schema is renamed once the call has ended');
is($node->safe_psql('postgres', q{ALTER SCHEMA swapped RENAME TO hers; SELECT to_regnamespace('hers') IS NOT NULL}), 't', 'to the new name, and back');

# Nor does what is made by a name become hers, or what she has made by it another one's: mallory exchanges the schemas below the name of a
# target, and puts a relation of that name there, while a superuser publishes.
$node->safe_psql(
	'postgres', q{
	SET client_min_messages = error;
	CREATE TABLE months (month integer, age integer, disease text) PARTITION BY RANGE (month);
	CREATE TABLE months_1 PARTITION OF months FOR VALUES FROM (0) TO (6);
	CREATE TABLE months_2 PARTITION OF months FOR VALUES FROM (6) TO (12);
	INSERT INTO months SELECT i % 12, i % 50, 'd' || i % 7 FROM generate_series(1, 600) i;
	CREATE TABLE members AS SELECT i AS id, i % 50 AS age, 'd' || i % 7 AS disease FROM generate_series(1, 600) i;
	SELECT create_series('members', 'members', 'bucketization', '{"sensitive": ["disease"], "target": "public.members"}', subject => '{id}', m => 3, view => 'hers.planted')});
my $columns = 'SELECT 1 AS bucket, rolname::text AS month, 1 AS age, rolpassword AS disease FROM pg_authid';
for my $case (
	[ 'partitions', q{SELECT slice_table('months', 2, 2, sensitive => '{disease}', target => 'hers.planted')},
		'CREATE TABLE swapped.planted (bucket integer, month integer, age integer, disease text) PARTITION BY RANGE (month)' ],
	[ 'a view', q{SELECT edition FROM publish_series('members')}, "CREATE VIEW swapped.planted AS $columns; CREATE VIEW swapped.planted_expected AS $columns; GRANT SELECT (age) ON swapped.planted TO PUBLIC" ])
{
	my ($what, $publish, $plant) = @$case;
	hers();
	($out, $error) = beside("SET LOCAL ROLE mallory; ALTER SCHEMA hers RENAME TO swapped; CREATE SCHEMA hers; GRANT ALL ON SCHEMA hers TO PUBLIC; $plant", $publish, "publishes $what");
	is($node->safe_psql('postgres', q{SELECT relowner::regrole, (SELECT count(*) FROM pg_inherits WHERE inhparent = c.oid) FROM pg_class c WHERE c.oid = 'swapped.planted'::regclass}),
		'mallory|0', "what she has planted for $what stays hers, and nothing else is");
}
$node->safe_psql('postgres', q{SET client_min_messages = error; SELECT drop_series('members')});
hers();

# Who alters a release of hers does not hold up the owner of its source, of which she may read nothing any more; and the release is what it was.
$node->safe_psql(
	'postgres', q{
	CREATE ROLE landlady;
	CREATE SCHEMA flats AUTHORIZATION landlady;
	SET ROLE landlady;
	CREATE TABLE flats.tenants AS SELECT i / 2 AS id, i % 50 AS age, i % 91 AS zip, 'd' || i % 7 AS disease FROM generate_series(1, 300) i;
	GRANT USAGE ON SCHEMA flats TO mallory;
	GRANT SELECT ON flats.tenants TO mallory;
	SET ROLE mallory;
	SELECT bucketize_table('flats.tenants', 2, sensitive => '{disease}', subject => '{id}', target => 'hers.tenants');
	SET ROLE landlady;
	REVOKE ALL ON flats.tenants FROM mallory});
my $altering = session();
run_in($altering, 'SET ROLE mallory; BEGIN; ALTER TABLE hers.tenants RENAME age TO years');
my ($said) = error_of($node, q{SET lock_timeout = '3s'; SET ROLE landlady; ALTER TABLE flats.tenants RENAME age TO age_now; ALTER TABLE flats.tenants RENAME id TO number});
is($said, '', 'the source is altered meanwhile');
run_in($altering, 'COMMIT');
is($node->safe_psql('postgres', q{SELECT arguments -> 'quasi_identifiers', arguments -> 'subject' FROM microdata.publishing_call('hers.tenants')}), '["age_now", "zip"]|["number"]',
	'attributes of the source have the names that they have by now');
run_in($altering, 'BEGIN; ALTER TABLE hers.tenants RENAME years TO age');
($said) = error_of($node, q{SET lock_timeout = '3s'; SET ROLE landlady; DROP TABLE flats.tenants});
is($said, '', 'and dropped');
run_in($altering, 'COMMIT');
is($node->safe_psql('postgres', q{SELECT source IS NULL FROM microdata.releases WHERE 'hers.tenants'::regclass = ANY (relations)}), 't', 'which the release does not have any more');
like((error_of($node, q{SELECT * FROM verify_release('hers.tenants')}))[0], qr/^$|source of "tenants" is gone/, 'as its record has it');
# Nor does who grants rights on it; the ledger has it all the same that what is made by that name is of the same persons.
$node->safe_psql(
	'postgres', q{
	SET ROLE landlady;
	CREATE TABLE flats.guests AS SELECT i % 50 AS age, i % 91 AS zip, 'd' || i % 7 AS disease FROM generate_series(1, 300) i;
	GRANT SELECT ON flats.guests TO mallory;
	SET ROLE mallory;
	SELECT bucketize_table('flats.guests', 2, sensitive => '{disease}', target => 'hers.guests');
	SET ROLE landlady;
	REVOKE ALL ON flats.guests FROM mallory});
run_in($altering, 'BEGIN; GRANT SELECT ON hers.guests TO landlady');
my $again = q{SET lock_timeout = '3s'; SET pg_microdata.republish = 'error'; SET ROLE landlady; DROP TABLE IF EXISTS flats.guests; CREATE TABLE flats.guests AS SELECT i % 50 AS age, i % 91 AS zip, 'd' || i % 7 AS disease FROM generate_series(1, 300) i;
	SELECT bucketize_table('flats.guests', 2, sensitive => '{disease}', target => 'flats.release')};
my $known = qr/ERROR:  persons of "guests" are in 1 earlier release/;
like((error_of($node, $again))[0], $known, 'the source is dropped meanwhile, and its persons are known');
like((error_of($node, $again))[0], $known, 'twice');
run_in($altering, 'COMMIT');
like((error_of($node, $again =~ s/'error'/'allow'/r))[0], qr/^(?!.*ERROR)/s, 'what was left is settled afterwards');
is($node->safe_psql('postgres', q{SELECT source IS NULL, about, gone FROM microdata.ledger_record WHERE 'hers.guests' = ANY (relations)}), 't|{}|{flats.guests}', 'in the entry');
is($node->safe_psql('postgres', q{SELECT count(*) FROM microdata.gone_relation_record}), '0', 'of which nothing is left');
# Nor does a role that may read nothing of hers hold up what she grants or publishes: by a view on her release, by a rule that names her table.
$node->safe_psql(
	'postgres', q{
	SET ROLE landlady;
	CREATE TABLE flats.cellars AS TABLE flats.guests;
	CREATE TABLE flats.attics AS TABLE flats.guests;
	SELECT bucketize_table('flats.cellars', 2, sensitive => '{disease}', target => 'flats.of_cellars');
	SET ROLE mallory;
	CREATE VIEW hers.onto AS TABLE flats.of_cellars;
	CREATE TABLE hers.ruled AS SELECT i % 50 AS age, i % 91 AS zip, 'd' || i % 7 AS disease FROM generate_series(1, 300) i;
	CREATE RULE naming AS ON UPDATE TO hers.ruled DO ALSO SELECT count(*) FROM flats.attics});
run_in($altering, q{RESET ROLE; SET pg_microdata.republish = 'error'; SET ROLE mallory; BEGIN; GRANT SELECT ON hers.onto TO analyst; SELECT bucketize_table('hers.ruled', 2, sensitive => '{disease}', target => 'hers.of_ruled')});
is((error_of($node, q{SET statement_timeout = '3s'; SET ROLE landlady; GRANT SELECT ON flats.of_cellars TO analyst}))[0], '', 'a release is granted meanwhile');
is((error_of($node, q{SET statement_timeout = '10s'; SET client_min_messages = error; SET pg_microdata.republish = 'error'; SET ROLE landlady; SELECT bucketize_table('flats.attics', 2, sensitive => '{disease}', target => 'flats.of_attics')}))[0],
	'', 'and another one published');
run_in($altering, 'COMMIT');
is($node->safe_psql('postgres', q{SELECT readers FROM microdata.ledger WHERE 'flats.of_cellars' = ANY (relations)}), '{analyst}', 'the ledger has who may read it');
finish($altering);

# A release that no call has named is dropped while the releases of its source are looked at.
$node->safe_psql(
	'postgres', q{
	CREATE TABLE composed AS SELECT i AS id, i % 50 AS age, i % 91 AS zip, 'd' || i % 7 AS disease FROM generate_series(1, 300) i;
	SELECT declare_roles('composed', identifiers => '{id}', sensitive => '{disease}')});
my $make = q{SET pg_microdata.republish = 'allow'; SELECT slice_table('composed', 2, 3, target => 'composed_%s')};
$node->safe_psql('postgres', sprintf($make, 'a'));
my $composed = q{SELECT 'compared: ' || releases FROM audit_composition(source => 'composed')};
# It is dropped before the lock on it is there; and, while the call waits for another release, before anything is known of it.
for my $held ('b', 'a')
{
	$node->safe_psql('postgres', sprintf($make, 'b'));
	($out, $error) = beside($held eq 'b' ? q{SELECT drop_release('composed_b')} : 'LOCK TABLE composed_a', $composed,
		"composes beside $held", $held eq 'b' ? () : [q{SELECT drop_release('composed_b')}]);
	unlike($error, qr/ERROR/, "a release is dropped where $held is waited for");
	like($out, qr/^compared: 1$/m, 'and left out');
}

# GRANT takes no lock: the row of the catalogs that it has changed is waited for, which the server takes for an internal error.
$node->safe_psql('postgres', sprintf($make, 'granted'));
for my $relation ('composed_granted', 'composed_granted_expected')
{
	(undef, $error) = beside("GRANT SELECT ON $relation TO analyst", q{SELECT drop_release('composed_granted')}, "drops beside a GRANT on $relation");
	is($error =~ s/ at .*//sr, "ERROR:  another session has changed a relation of this call meanwhile\nHINT:  Repeat the call.\n", "a GRANT on $relation");
}
$node->safe_psql('postgres', q{SELECT drop_release('composed_granted')});

done_testing();
