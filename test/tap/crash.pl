# kill -9 of the backend in the middle: the cluster recovers, nothing of the release is there.
# Rooms: src/postgres/release src/postgres/catalog
use strict;
use warnings;
use PostgreSQL::Test::Utils;
use Test::More;
use Microdata;

my $node = new_node('crash', 'restart_after_crash = on', 'max_wal_size = 4GB');
people($node, 'people', 400_000);
$node->safe_psql('postgres', 'CHECKPOINT');
my $call = q{SELECT slice_table('people', 2, 4, sensitive => '{disease}', sensitive_column_size => 2)};

# Files of the database that no relation owns.
sub orphans
{
	my $directory = $node->data_dir . '/' . $node->safe_psql('postgres',
		q{SELECT 'base/' || oid FROM pg_database WHERE datname = 'postgres'});
	$node->safe_psql('postgres', 'CHECKPOINT');
	my %owned = map { $_ => 1 } split /\n/,
	  $node->safe_psql('postgres', q{SELECT pg_relation_filenode(oid) FROM pg_class WHERE pg_relation_filenode(oid) IS NOT NULL});
	opendir(my $handle, $directory) or die;
	return grep { /^(\d+)/ && !$owned{$1} && -s "$directory/$_" } readdir $handle;
}

# Runs the statement and kills its backend once the condition, a query on the backend's pid, is met.
sub killed_once
{
	my ($condition, $statement) = @_;
	my ($in, $out, $err) = ('', '', '');
	my $handle = IPC::Run::start([ 'psql', '-X', '-d', $node->connstr('postgres'), '-c', $statement ],
		'<', \$in, '>', \$out, '2>', \$err);
	my $mine = "query LIKE 'SELECT slice_table(%' AND state = 'active'";
	$node->poll_query_until('postgres', "SELECT count(*) = 1 FROM pg_stat_activity WHERE $mine");
	my $pid = $node->safe_psql('postgres', "SELECT pid FROM pg_stat_activity WHERE $mine");
	$node->safe_psql('postgres', "DO \$\$ BEGIN WHILE NOT EXISTS ($condition) LOOP PERFORM pg_stat_clear_snapshot(); END LOOP; END \$\$" =~ s/PID/$pid/r);
	kill 'KILL', $pid;
	IPC::Run::finish($handle);
	like($err, qr/server closed the connection|crash of another server process|terminating connection/, 'the backend is gone');
	recovered($node);
	return;
}

# The source is being read, and no table has been made; the release's table is there and being filled.
my $reading = q{SELECT FROM pg_locks WHERE pid = PID AND relation = 'people'::regclass};
my $writing = q{SELECT FROM pg_locks WHERE pid = PID AND mode = 'AccessExclusiveLock' AND locktype = 'relation'};

my @before = orphans();
is(scalar @before, 0, 'no orphans to begin with');

# Before the release's table is made there is nothing on disk. On a busy machine the call may have come to writing before it is killed.
my @left;
for (1 .. 5)
{
	killed_once($reading, $call);
	@left = grep { my $file = $_; !grep { $_ eq $file } @before } orphans();
	last if !@left;
	push @before, @left;
}
nothing_left($node, 'killed while computing');
is("@left", '', 'killed while computing: no orphan files');

# While it is being filled, PostgreSQL leaves the file of a table that was never committed, as after
# any CREATE TABLE AS that is killed: recovery has no means to tell. The catalog is clean all the same.
killed_once($writing, $call);
nothing_left($node, 'killed while writing');
is($node->safe_psql('postgres', 'SELECT count(*) FROM people'), 400_000, 'the source is whole');
$node->safe_psql('postgres', $call);
is($node->safe_psql('postgres', q{SELECT bool_and(holds) FROM verify_release('people_sliced')}), 't', 'and is sliced afterwards');

# In place: the old rows are there until the new ones are committed.
$node->safe_psql('postgres', 'CREATE TABLE precious AS SELECT * FROM people; DROP TABLE people_sliced');
my $sum = $node->safe_psql('postgres', 'SELECT sum(hashtext(p::text)) FROM precious p');
killed_once("SELECT FROM pg_locks WHERE pid = PID AND mode = 'AccessExclusiveLock' AND relation NOT IN ('precious'::regclass, (SELECT reltoastrelid FROM pg_class WHERE oid = 'precious'::regclass))",
	q{SELECT slice_table('precious', 2, 4, sensitive => '{disease}', sensitive_column_size => 2, in_place => true)});
is($node->safe_psql('postgres', 'SELECT sum(hashtext(p::text)) FROM precious p'), $sum, 'a table sliced in place is as it was');
nothing_left($node, 'killed in place');

done_testing();
