# A series goes on after dump and restore; two sessions publish it one after the other; whatever ends a session in the middle leaves it as it was.
# Rooms: sql src/core/series src/postgres/*series* src/postgres/*edition* src/postgres/*run*
use strict;
use warnings;
use PostgreSQL::Test::Utils;
use Test::More;
use Microdata;

my $node = new_node('series');

# What a series remembers, and which values everybody's bucket shows in an edition: by age, which tells persons apart here.
my $memory = q{
	SELECT series, source, method, arguments, m, subject, sensitive, editions FROM microdata.series ORDER BY series;
	SELECT series, edition, relations, persons, counterfeits, waiting, withheld FROM microdata.editions ORDER BY 1, 2;
	SELECT s.name, p.person, p.signature, p.arrived, p.since, p.shown, p.gone, p.withheld FROM microdata.series_person_record p JOIN microdata.series_record s USING (series_id) ORDER BY 1, 2;
	SELECT s.name, s.source, c.relowner::regrole FROM microdata.series_record s JOIN pg_class c ON c.oid = s.holder ORDER BY 1;
	SELECT s.name, v.signature, v.sensitive_values FROM microdata.series_signature_record v JOIN microdata.series_record s USING (series_id) ORDER BY 1, 2;
	SELECT s.name, m.person, m.cohort, m.arrived, m.missed, m.shown, m.since, m.value_set FROM microdata.series_member_record m JOIN microdata.series_record s USING (series_id) ORDER BY 1, 2;
	SELECT s.name, v.number, v.sensitive_value FROM microdata.series_value_record v JOIN microdata.series_record s USING (series_id) ORDER BY 1, 2};
my $shown = q{SELECT %s.age, string_agg(b.disease, ',' ORDER BY b.disease) FROM %1$s JOIN %1$s b USING (bucket) WHERE %1$s.age %% 3 = 0 AND %1$s.age > 20 GROUP BY 1 ORDER BY 1};
my $patients = q{CREATE TABLE patients AS SELECT i::numeric AS number, i AS age, CASE i % 2 WHEN 0 THEN 'F' ELSE 'M' END AS sex, 'd' || i * i % 7 AS disease FROM generate_series(1, 210) i};
my $week = q{DELETE FROM patients WHERE age < %d; INSERT INTO patients SELECT i, i, 'F', 'd' || i * i %% 7 FROM generate_series(%d, %2$d + 20) i; UPDATE patients SET number = number + 0.00};

# Persons with several rows, who get more.
my $visits = q{CREATE TABLE visits AS SELECT i AS number, i AS age, 'd' || i AS disease FROM generate_series(1, 30) i};
my $visits_later = q{DELETE FROM visits WHERE number = %d; INSERT INTO visits SELECT i, i, 'e%1$d' || i FROM generate_series(11, 30) i};

# What holds of a series however it came where it is: it goes on, and everybody keeps the signature.
sub goes_on
{
	my ($database, $what, @how) = @_;
	my $before = $node->safe_psql($database, sprintf($shown, 'ward_2'), @how);
	$node->safe_psql($database, sprintf($week, 20, 301), @how);
	is($node->safe_psql($database, q{SELECT edition, relations[1] FROM publish_series('ward')}, @how), '3|ward_3', "$what: the next edition");
	my %after = map { split /\|/ } split /\n/, $node->safe_psql($database, sprintf($shown, 'ward_3'), @how);
	my %before = map { split /\|/ } split /\n/, $before;
	cmp_ok(scalar(keys %before), '>', 40, "$what: there is somebody to look at");
	is_deeply({ map { $_ => $after{$_} } keys %before }, \%before, "$what: everybody keeps the signature");
	is($node->safe_psql($database, q{SELECT count(*) FROM verify_series('ward') WHERE holds IS NOT TRUE}, @how), 0, "$what: all of it holds");
	$node->safe_psql($database, sprintf($visits_later, 2), @how);
	is($node->safe_psql($database, q{SELECT edition, persons, counterfeits, waiting FROM publish_series('care')}, @how), '3|28|2|0', "$what: the next edition of cohorts");
	is($node->safe_psql($database, q{SELECT count(*), count(*) FILTER (WHERE holds IS NOT TRUE) FROM verify_series('care')}, @how), '34|0', "$what: cohorts hold");
	return;
}

sub publish_two
{
	my ($database, @how) = @_;
	$node->safe_psql($database, $patients, @how);
	$node->safe_psql($database, q{SELECT create_series('ward', 'patients', 'bucketization', '{"sensitive": ["disease"], "identifiers": ["number"]}', '{number}', 3)}, @how);
	$node->safe_psql($database, q{SELECT publish_series('ward')}, @how);
	$node->safe_psql($database, sprintf($week, 10, 221), @how);
	$node->safe_psql($database, q{SELECT publish_series('ward')}, @how);
	$node->safe_psql($database, $visits, @how);
	$node->safe_psql($database, q{SELECT create_series('care', 'visits', 'bucketization', '{"sensitive": ["disease"], "rows": "growing"}', '{number}', 3)}, @how);
	$node->safe_psql($database, q{SELECT publish_series('care')}, @how);
	$node->safe_psql($database, sprintf($visits_later, 1), @how);
	$node->safe_psql($database, q{SELECT publish_series('care')}, @how);
	return;
}

sub restored
{
	my ($dumped, $restored, $file, @how) = @_;
	$node->command_ok([ 'pg_dump', @how, '-f', $file, $dumped ], "pg_dump of $dumped");
	my ($out, $err) = ('', '');
	ok(IPC::Run::run([ 'psql', '-X', '-q', '-v', 'ON_ERROR_STOP=1', '-f', $file, '-d', $node->connstr($restored) ], '>', \$out, '2>', \$err), "restored as $restored")
	  or diag($err);
	return;
}

# Dump and restore, by a superuser, and by who owns the source and is none.
my $file = PostgreSQL::Test::Utils::tempdir() . '/dump.sql';
$node->safe_psql('postgres', 'CREATE DATABASE restored TEMPLATE template0');
publish_two('postgres');
my $before = $node->safe_psql('postgres', $memory);
like($before, qr/^ward\|1\|\{ward_1\b.*\}\|210\|/m, 'there is a series to dump');
restored('postgres', 'restored', $file);
ok($node->safe_psql('restored', $memory) eq $before, 'what is remembered, after a restore');
goes_on('restored', 'restored');
my @hers = (extra_params => [ '-U', 'md_user' ]);
$node->safe_psql('postgres', 'CREATE ROLE md_user LOGIN; CREATE DATABASE hers OWNER md_user; CREATE DATABASE hers_again OWNER md_user TEMPLATE template0');
$node->safe_psql('hers', 'CREATE EXTENSION pg_microdata; GRANT CREATE ON SCHEMA public TO md_user');
publish_two('hers', @hers);
restored('hers', 'hers_again', $file, '-U', 'md_user', '--enable-row-security');
ok($node->safe_psql('hers_again', $memory, @hers) eq $node->safe_psql('hers', $memory, @hers), 'what is remembered, after a restore of what a user dumped');
goes_on('hers_again', 'dumped by a user', @hers);

# Two sessions: the second waits, and publishes the edition after.
my $first = $node->background_psql('postgres', on_error_stop => 1);
$first->query_safe('SET client_min_messages = error; BEGIN');
is(answer($first, q{SELECT edition FROM publish_series('ward')}), 3, 'a session publishes, and goes on');
my ($out, $err) = ('', '');
my $second = IPC::Run::start([ 'psql', '-X', '-qAt', '-d', $node->connstr('postgres'), '-c', q{SET client_min_messages = error}, '-c', q{SELECT edition FROM publish_series('ward')} ],
	'<', \undef, '>', \$out, '2>', \$err, IPC::Run::timeout(120));
$node->poll_query_until('postgres', "SELECT count(*) = 1 FROM pg_stat_activity WHERE query LIKE '%publish_series%' AND wait_event_type = 'Lock'") or die 'it does not wait';
$first->query_safe('COMMIT');
$first->quit;
IPC::Run::finish($second);
is("$out$err", "4\n", 'another waits, and publishes the next edition');
is($node->safe_psql('postgres', q{SELECT count(*) FROM verify_series('ward') WHERE holds IS NOT TRUE}), 0, 'both hold');
# One that comes to nothing leaves its number.
$node->safe_psql('postgres', q{BEGIN; SELECT publish_series('ward'); ROLLBACK});

# A session that ends in the middle: it holds what it has published until another looks.
sub ended_by
{
	my ($what, $from, $end) = @_;
	my $was = $node->safe_psql('postgres', $memory);
	$node->safe_psql('postgres', sprintf($week, 30, $from));
	my ($in, $said, $wrong) = ("BEGIN; SELECT publish_series('ward'); SELECT 'published', pg_backend_pid();\n", '', '');
	my $session = IPC::Run::start([ 'psql', '-X', '-At', '-v', 'ON_ERROR_STOP=1', '-d', $node->connstr('postgres') ], '<', \$in, '>', \$said, '2>', \$wrong, IPC::Run::timeout(120));
	$session->pump until $said =~ /published\|(\d+)/;
	$end->($1);
	$in .= "COMMIT;\n\\q\n";
	eval { IPC::Run::finish($session) };
	recovered($node);
	ok($node->safe_psql('postgres', $memory) eq $was, "$what: what is remembered is as it was");
	is($node->safe_psql('postgres', q{SELECT to_regclass('ward_5') IS NULL, count(*) FROM microdata.releases WHERE source = 'patients'::regclass}), 't|4', "$what: nothing of the edition is left");
	return;
}
ended_by('a session that is terminated', 401, sub { $node->safe_psql('postgres', "SELECT pg_terminate_backend($_[0], 60000)") });
ended_by('a server that is stopped at once', 501, sub { $node->stop('immediate'); $node->start });

# In the midst of the call, too: a timeout strikes in every tenth of it.
$node->safe_psql('postgres', q{INSERT INTO patients SELECT i, i, 'F', 'd' || i * i % 7 FROM generate_series(1001, 20000) i});
my $was = $node->safe_psql('postgres', $memory);
my $began = Time::HiRes::time();
$node->safe_psql('postgres', q{BEGIN; SELECT publish_series('ward'); ROLLBACK});
my $took = (Time::HiRes::time() - $began) * 1000;
my $struck = 0;
for my $part (1 .. 9)
{
	my ($error) = error_of($node, sprintf(q{BEGIN; SET LOCAL statement_timeout = %d; SELECT publish_series('ward'); ROLLBACK}, $took * $part / 10 + 1));
	$struck++ if $error =~ /statement timeout.*publishing series "ward"/s;
}
cmp_ok($struck, '>', 0, 'a timeout strikes inside of the call');
ok($node->safe_psql('postgres', $memory) eq $was, 'what is remembered is as it was after timeouts');
is($node->safe_psql('postgres', q{SELECT edition, persons + waiting + withheld = (SELECT count(*) FROM patients) FROM publish_series('ward')}), '5|t', 'the series goes on');
is($node->safe_psql('postgres', q{SELECT count(*) FROM verify_series('ward') WHERE holds IS NOT TRUE}), 0, 'and all of it holds');

# Editions of growing rows are attacked as others are. Three of four people have a disease that follows from their ward, later another that does.
$node->safe_psql('postgres', q{
	CREATE TABLE stays AS SELECT i AS number, i * 7919 % 24 AS ward, 'd' || CASE WHEN i % 4 > 0 THEN i * 7919 % 24 / 4 ELSE i / 4 % 6 END AS disease FROM generate_series(1, 3000) i;
	SELECT create_series('growing', 'stays', 'bucketization', '{"sensitive": ["disease"], "rows": "growing"}', '{number}', 3)});
for my $edition (1, 2)
{
	my $said = '';
	$node->psql('postgres', q{SET pg_microdata.quick_attack = on; SELECT publish_series('growing')}, stderr => \$said);
	my ($level, $share) = $said =~ /(NOTICE|WARNING): +edition $edition of series "growing" has 3000 persons in \d+ buckets; an attacker that learns from the release guesses "disease" of at least about (\d+)% of people \(bound of one bucket 33%, most frequent value \d+%\)/;
	is($level, 'WARNING', "edition $edition of growing rows: much is learned") or diag($said);
	cmp_ok($share // 0, '>', 50, "edition $edition of growing rows: of most");
	like($said, qr/Attribute "ward" tells most of it/, "edition $edition of growing rows: by the ward");
	$node->safe_psql('postgres', q{INSERT INTO stays SELECT i, i * 7919 % 24, 'e' || i * 7919 % 24 / 2 FROM generate_series(1, 3000, 2) i});
}

# Partitions that are published again by themselves, too.
$node->safe_psql('postgres', q{
	CREATE TABLE wards (LIKE stays) PARTITION BY RANGE (ward);
	CREATE TABLE wards_low PARTITION OF wards FOR VALUES FROM (0) TO (12);
	CREATE TABLE wards_high PARTITION OF wards FOR VALUES FROM (12) TO (24);
	INSERT INTO wards SELECT i, i * 7919 % 24, 'd' || CASE WHEN i % 4 > 0 THEN i * 7919 % 24 / 4 ELSE i / 4 % 6 END FROM generate_series(1, 3000) i;
	SELECT slice_table('wards', 2, 4, sensitive => '{disease}', identifiers => '{number}')});
my $again = '';
$node->psql('postgres', q{SET pg_microdata.quick_attack = on; SELECT republish_partitions('wards_sliced', '{wards_low}')}, stderr => \$again);
my ($learned) = $again =~ /WARNING: +sliced into groups \{ward\}, \{disease\} and \d+ buckets; an attacker that learns from the release guesses "disease" of at least about (\d+)% of people/;
cmp_ok($learned // 0, '>', 50, 'partitions published again: much is learned') or diag($again);

done_testing();
