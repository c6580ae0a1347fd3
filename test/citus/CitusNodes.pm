# A coordinator and two workers with Citus, each a private cluster that is reached by its Unix socket.
package CitusNodes;

use strict;
use warnings;
use Exporter 'import';
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use Microdata;

our @EXPORT = qw($by_coordinator $watched distributed_visits holds may_ask messages_of new_nodes none_said nothing_prepared nothing_on_workers published_on_workers said said_by shards_of value_of);

# What a statement is to begin with: for the coordinator to read all rows; for Citus to say what it sends.
our $by_coordinator = 'SET pg_microdata.inspect_on_workers = off;';
our $watched = 'SET client_min_messages = debug1; SET citus.log_remote_commands = on;';

# Of the last statement by said_by().
my $debug = '';

# The host by which servers reach each other; none: their sockets.
our $host;

# The coordinator and the workers. Nodes are told of each other first, then the extension is created on the coordinator
# alone: Citus creates it on the workers.
sub new_nodes
{
	my ($name, @settings) = @_;
	my @nodes = map { node("${name}_$_", @settings) } 'coordinator', 'worker_1', 'worker_2';
	my ($coordinator, @workers) = @nodes;
	$_->safe_psql('postgres', 'CREATE EXTENSION citus') for @nodes;
	$coordinator->safe_psql('postgres', sprintf(q{SELECT citus_set_coordinator_host('%s', %d)}, $host // $coordinator->host, $coordinator->port));
	$coordinator->safe_psql('postgres', sprintf(q{SELECT citus_add_node('%s', %d)}, $host // $_->host, $_->port)) for @workers;
	$coordinator->safe_psql('postgres', 'CREATE EXTENSION pg_microdata');
	return ($coordinator, @workers);
}

sub node
{
	my ($name, @settings) = @_;
	my $node = PostgreSQL::Test::Cluster->new($name);
	$node->init;
	$node->append_conf('postgresql.conf', join("\n", 'fsync = off', "pg_microdata.republish = 'allow'", "pg_microdata.unclassified = 'warn'", 'pg_microdata.quick_attack = off', q{shared_preload_libraries = 'citus'}, 'max_prepared_transactions = 50',
		q{citus.node_conninfo = 'sslmode=prefer'}, 'citus.shard_count = 4', sprintf(q{citus.local_hostname = '%s'}, $host // $node->host), @settings, ''));
	$node->start;
	return $node;
}

# Lets a role ask the workers of the functions; all where none are named.
sub may_ask
{
	my ($coordinator, $role, @functions) = @_;
	@functions = qw(slice_region bucketize_region generalize_region audit_region) unless @functions;
	my $grant = 'GRANT EXECUTE ON FUNCTION ' . join(', ', map { "microdata.$_" } @functions) . " TO $role";
	$coordinator->safe_psql('postgres', "$grant; SELECT run_command_on_workers('$grant')");
	return;
}

# A distributed table of so many people, some of whom have no age or no job.
sub distributed_visits
{
	my ($coordinator, $rows) = @_;
	people($coordinator, 'people', $rows);
	$coordinator->safe_psql('postgres', q{
		CREATE TABLE visits AS SELECT row_number() OVER () AS id, * FROM people;
		UPDATE visits SET age = NULL WHERE id % 97 = 0;
		UPDATE visits SET job = NULL WHERE id % 89 = 0;
		SELECT create_distributed_table('visits', 'id');
		DROP TABLE people});
	return;
}

# What a statement returns; what Citus says of it, the statements that it sends included, is kept.
sub said_by
{
	my ($node, $statement, %options) = @_;
	my $result = '';
	$node->psql('postgres', $statement, stdout => \$result, stderr => \$debug, on_error_stop => 1, %options);
	return $result;
}

sub said
{
	my ($what, $name) = @_;
	ok($debug =~ $what, $name);
	return;
}

# Shows, where there is something, the lines.
sub none_said
{
	my ($what, $name) = @_;
	is(join("\n", grep { $_ =~ $what } split /\n/, $debug), '', $name);
	return;
}

# No transaction is prepared on any node.
sub nothing_prepared
{
	my ($what, @nodes) = @_;
	is(join(' ', map { $_->safe_psql('postgres', 'SELECT count(*) FROM pg_prepared_xacts') } @nodes), join(' ', map { 0 } @nodes), "$what: no prepared transactions");
	return;
}

# No table on any node but those of these names and their shards, and nothing in the coordinator's catalog.
sub nothing_on_workers
{
	my ($what, $known, @nodes) = @_;
	my $left = join ' ', map { $_->safe_psql('postgres', qq{
		SELECT string_agg(c.oid::regclass::text, ' ') FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
		WHERE c.relkind IN ('r', 'p', 'v') AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'microdata', 'citus', 'citus_internal', 'columnar_internal', 'columnar')
		AND NOT c.relname ~ '^pg_dist_|^citus_|^($known)(_[0-9]+)?\$'}) } @nodes;
	is($left =~ s/^\s+|\s+$//gr, '', "$what: no table is left on any node");
	is($nodes[0]->safe_psql('postgres', 'SELECT (SELECT count(*) FROM microdata.release_record) + (SELECT count(*) FROM microdata.release_column_record)'), 0, "$what: nothing in the catalog");
	return;
}

# How many rows each worker has of a distributed table.
sub shards_of
{
	my ($coordinator, $table) = @_;
	return split /\n/, $coordinator->safe_psql('postgres',
		qq{SELECT sum(result::bigint) FROM run_command_on_placements('$table', 'SELECT count(*) FROM %s') GROUP BY nodeport ORDER BY nodeport});
}

# What a node says of a call.
sub messages_of
{
	my ($node, $call, $settings) = @_;
	my $messages = '';
	$node->psql('postgres', ($settings // '') . " SET client_min_messages = debug1; SELECT $call", stderr => \$messages);
	return $messages;
}

# Publishes as `call`; not a row is collected by the coordinator.
sub published_on_workers
{
	my ($node, $call, $what, $settings) = @_;
	my $messages = messages_of($node, $call, $settings);
	unlike($messages, qr/ERROR/, "$what: published") or diag($messages =~ /(ERROR.*)/s);
	like($messages, qr/performing repartitioned INSERT/, "$what: rows go from worker to worker");
	unlike($messages, qr/Collecting INSERT/, "$what: and never to the coordinator");
	return $messages;
}

# What a node answers, as a role if there is one; or the error.
sub value_of
{
	my ($node, $sql, $role) = @_;
	my ($status, $value, $errors) = $node->psql('postgres', ($role ? "SET ROLE $role; " : '') . "SELECT $sql");
	return $status == 0 ? $value : $errors;
}

# A release is verified by the coordinator, and nothing is left of its making on any node.
sub holds
{
	my ($release, $what, $coordinator, @workers) = @_;
	is(value_of($coordinator, "string_agg(v::text, '; ') FROM verify_release('$release') v WHERE NOT holds"), '', "$what: verified");
	is(value_of($coordinator, q{count(*) FROM pg_class WHERE relname LIKE 'microdata_scratch%'}), 0, "$what: no scratch table is left");
	nothing_prepared($what, $coordinator, @workers);
	return;
}

1;
