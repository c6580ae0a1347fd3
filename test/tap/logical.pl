# Logical replication of releases: what arrives at a subscriber, which knows nothing of the extension, when releases are replaced,
# dropped and published again; what a publication of all tables carries of the extension's catalog, and that series go on under one.
# Rooms: src/postgres/release src/postgres/catalog
use strict;
use warnings;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use Microdata;

my $publisher = PostgreSQL::Test::Cluster->new('logical_publisher');
$publisher->init(allows_streaming => 'logical');
$publisher->append_conf('postgresql.conf', "fsync = off\npg_microdata.republish = 'allow'\npg_microdata.unclassified = 'warn'");
$publisher->start;
$publisher->safe_psql('postgres', 'CREATE EXTENSION pg_microdata');
my $subscriber = PostgreSQL::Test::Cluster->new('logical_subscriber');
$subscriber->init;
$subscriber->append_conf('postgresql.conf', "fsync = off\nwal_retrieve_retry_interval = 100");
$subscriber->start;
people($publisher, 'people', 400);
$publisher->safe_psql('postgres', q{SELECT declare_roles('people', sensitive => '{disease}')});
my $there = $publisher->connstr . ' dbname=postgres';

# Rows as a scan finds them: their order is the one that they were published in.
sub rows { my ($node, $table) = @_; return $node->safe_psql('postgres', "SELECT t.*, t.ctid FROM $table t") =~ s/\|\(\d+,\d+\)$//mgr; }
sub sorted { return join "\n", sort split /\n/, rows(@_); }

# What a DBA does for a table to be there: its definition, as pg_dump has it.
sub make_there
{
	my (@tables) = @_;
	my $file = PostgreSQL::Test::Utils::tempdir() . '/tables.sql';
	command_ok([ 'pg_dump', '-s', '-O', '-x', (map { ('-t', $_) } @tables), '-f', $file, $publisher->connstr('postgres') ], "the definition of @tables");
	command_ok([ 'psql', '-X', '-q', '-v', 'ON_ERROR_STOP=1', '-f', $file, $subscriber->connstr('postgres') ], 'is all that a subscriber needs');
	return;
}

sub published
{
	my ($statement) = @_;
	my ($out, $err) = ('', '');
	$publisher->psql('postgres', $statement, stdout => \$out, stderr => \$err, on_error_stop => 1) == 0 or die $err;
	return $err;
}

# One table by its name.
published(q{SELECT slice_table('people', 2, 3); CREATE PUBLICATION one FOR TABLE people_sliced});
make_there('people_sliced');
$subscriber->safe_psql('postgres', "CREATE SUBSCRIPTION one CONNECTION '$there' PUBLICATION one");
$subscriber->wait_for_subscription_sync($publisher, 'one');
is(rows($subscriber, 'people_sliced'), rows($publisher, 'people_sliced'), 'a release arrives, in the order that it was published in');
like(published(q{SELECT slice_table('people', 2, 4, replace => true)}), qr/publication of table public\.people_sliced in publication one/, 'one that is replaced is in no publication, and this is said');
$publisher->wait_for_catchup('one');
is(rows($subscriber, 'people_sliced'), '', 'subscribers do not keep the one before');
# The subscription has to forget the table before it copies it again.
$subscriber->safe_psql('postgres', 'ALTER SUBSCRIPTION one REFRESH PUBLICATION');
$publisher->safe_psql('postgres', 'ALTER PUBLICATION one ADD TABLE people_sliced');
$subscriber->safe_psql('postgres', 'ALTER SUBSCRIPTION one REFRESH PUBLICATION');
$subscriber->wait_for_subscription_sync($publisher, 'one');
is(rows($subscriber, 'people_sliced'), rows($publisher, 'people_sliced'), 'it arrives once it is added again');

# A subscriber with the extension reads estimates, by the description of the release.
my $description = $publisher->safe_psql('postgres', q{SELECT release_description('people_sliced')});
$subscriber->safe_psql('postgres', 'CREATE EXTENSION pg_microdata');
my $estimate = q{SELECT estimate_count('people_sliced', '{"age": {"between": [30, 40]}, "sex": "F"}')};
is( $subscriber->safe_psql('postgres', "SET client_min_messages = warning; SELECT register_release('people_sliced', description => \$description\$$description\$description\$) > 0; $estimate"),
	"t\n" . $publisher->safe_psql('postgres', $estimate), 'estimates at the subscriber are those of the publisher');
$subscriber->safe_psql('postgres', 'SET pg_microdata.allow_drop = on; DROP EXTENSION pg_microdata');

SKIP:
{
	skip 'schemas are published from 15 on', 1 if $publisher->safe_psql('postgres', 'SHOW server_version_num') < 150000;

	# All tables of a schema: what takes the name of another is published as well.
	published(q{
		CREATE SCHEMA research;
		CREATE TABLE parted (day integer, age integer, disease text) PARTITION BY RANGE (day);
		CREATE TABLE parted_1 PARTITION OF parted FOR VALUES FROM (0) TO (10);
		CREATE TABLE parted_2 PARTITION OF parted FOR VALUES FROM (10) TO (20);
		INSERT INTO parted SELECT i % 20, i % 50, 'd' || i % 9 FROM generate_series(1, 800) i;
		SELECT slice_table('people', 2, 3, target => 'research.people_sliced');
		SELECT bucketize_table('people', 3, format => 'anatomy', target => 'research.counted');
		SELECT slice_table('parted', 2, 3, sensitive => '{disease}', target => 'research.parts');
		CREATE PUBLICATION all_of_research FOR TABLES IN SCHEMA research});
	$subscriber->safe_psql('postgres', 'CREATE SCHEMA research');
	make_there(map { "research.$_*" } qw(people_sliced counted parts));
	$subscriber->safe_psql('postgres', "CREATE SUBSCRIPTION research CONNECTION '$there' PUBLICATION all_of_research");
	$subscriber->wait_for_subscription_sync($publisher, 'research');
	my @tables = qw(research.people_sliced research.counted_qit research.counted_st research.parts research.parts_1);
	my $arrived = sub {
		my ($what) = @_;
		$publisher->wait_for_catchup('research');
		is(sorted($subscriber, $_), sorted($publisher, $_), "$_ $what") for @tables;
	};
	$arrived->('arrives');
	my $before = sorted($publisher, 'research.people_sliced');
	published(q{
		SELECT slice_table('people', 2, 4, target => 'research.people_sliced', replace => true);
		SELECT bucketize_table('people', 4, format => 'anatomy', target => 'research.counted', replace => true)});
	$arrived->('has the rows of the new release alone');
	isnt(sorted($subscriber, 'research.people_sliced'), $before, 'which are others');
	published(q{SELECT republish_partitions('research.parts', '{parted_1}')});
	$arrived->('has the partition that was published again, and the others');
	# Of one partition TRUNCATE is not carried to who has all of them in one table.
	published(q{CREATE PUBLICATION as_one FOR TABLE research.parts WITH (publish_via_partition_root = true)});
	like((error_of($publisher, q{SELECT republish_partitions('research.parts', '{parted_1}')}))[0],
		qr/partitions cannot be published again into "parts"/, 'a publication as one table is refused');
	published(q{ALTER PUBLICATION as_one SET (publish_via_partition_root = false);
		SELECT republish_partitions('research.parts', '{parted_1}'); DROP PUBLICATION as_one});
	$arrived->('has the partition that was published a third time');
	# Whoever owns the table is who empties it.
	published(q{
		CREATE ROLE owner;
		GRANT CREATE, USAGE ON SCHEMA research TO owner;
		CREATE FUNCTION who() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE WARNING 'emptied by %', current_user; RETURN NULL; END $$;
		ALTER TABLE research.people_sliced OWNER TO owner;
		CREATE TRIGGER who BEFORE TRUNCATE ON research.people_sliced EXECUTE FUNCTION who()});
	like(published(q{SELECT drop_release('research.people_sliced')}), qr/WARNING:  emptied by owner\b/, 'a release is dropped in the name of its owner');
	$publisher->wait_for_catchup('research');
	is(rows($subscriber, 'research.people_sliced'), '', 'what is dropped has no rows at the subscriber');
	$subscriber->safe_psql('postgres', 'DROP TABLE research.people_sliced CASCADE');

	# A new table stops the subscription until it is there; drafts are carried like all else.
	published(q{
		CREATE TABLE patients AS SELECT i AS number, 20 + i % 50 AS age, CASE i % 2 WHEN 0 THEN 'F' ELSE 'M' END AS sex, 'd' || i % 7 AS disease FROM generate_series(1, 210) i;
		SELECT create_series('ward', 'patients', 'bucketization', '{"sensitive": ["disease"], "target": "research.ward"}', '{number}', 3, view => 'ward', keep => 2, approve => true);
		SELECT * FROM publish_series('ward')});
	for my $try (1 .. 300)
	{
		last if slurp_file($subscriber->logfile) =~ /logical replication target relation "research\.ward_1" does not exist/;
		select(undef, undef, undef, 0.1);
	}
	like(slurp_file($subscriber->logfile), qr/logical replication target relation "research\.ward_1" does not exist/, 'a subscription waits for a table that it does not have');
	make_there('research.ward_1');
	$publisher->wait_for_catchup('research');
	$subscriber->safe_psql('postgres', 'ALTER SUBSCRIPTION research REFRESH PUBLICATION');
	$subscriber->wait_for_subscription_sync($publisher, 'research');
	is($publisher->safe_psql('postgres', 'SELECT edition, state FROM microdata.editions'), '1|draft', 'that nobody has approved');
	is(sorted($subscriber, 'research.ward_1'), sorted($publisher, 'research.ward_1'), 'it goes on when the table is there');
	$subscriber->safe_psql('postgres', 'DROP SUBSCRIPTION research');
}
$subscriber->safe_psql('postgres', 'DROP SUBSCRIPTION one');

# All tables: those of the extension are among them, and what they remember of persons.
$publisher->safe_psql('postgres', 'CREATE PUBLICATION everything FOR ALL TABLES');
is( $publisher->safe_psql('postgres', q{SELECT string_agg(tablename, ' ' ORDER BY tablename) FROM pg_publication_tables WHERE pubname = 'everything' AND schemaname = 'microdata' AND tablename ~ '^(ledger|series_(record|person|member|signature))'}),
	'ledger_record series_member_record series_person_record series_record series_signature_record', 'a publication of all tables carries the memory of series');
is( $publisher->safe_psql('postgres', q{SELECT c.relname FROM pg_class c WHERE c.relnamespace = 'microdata'::regnamespace AND c.relkind = 'r' AND c.relreplident <> 'f'
	AND NOT EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary)}), '', 'every table of the catalog has a replica identity');
published(q{
	CREATE TABLE visits AS SELECT i AS number, i AS age, 'd' || i AS disease FROM generate_series(1, 30) i;
	SELECT create_series('under_all', 'visits', 'bucketization', '{"sensitive": ["disease"]}', '{number}', 3), create_series('growing', 'visits', 'bucketization', '{"sensitive": ["disease"], "rows": "growing"}', '{number}', 3);
	SELECT publish_series('under_all'), publish_series('growing');
	ALTER TABLE visits REPLICA IDENTITY FULL;
	DELETE FROM visits WHERE number = 2;
	INSERT INTO visits SELECT i, i, 'e' || i FROM generate_series(31, 60) i;
	SELECT publish_series('under_all'), publish_series('growing');
	SELECT publish_series('under_all'), publish_series('growing')});
is($publisher->safe_psql('postgres', q{SELECT count(*) FROM unnest('{under_all,growing}'::text[]) s, verify_series(s) v WHERE NOT v.holds}), 0, 'series go on under it');
published(q{SELECT drop_series('under_all'), drop_series('growing')});
done_testing();
