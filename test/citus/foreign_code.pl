# What the owner of a distributed release has attached to it runs with her rights, on workers and on the coordinator, where another role
# publishes partitions of it again.
# Rooms: src/postgres/distributed src/postgres/*region*
use strict;
use warnings;
use PostgreSQL::Test::Utils;
use Test::More;
use Microdata;
use CitusNodes;

my ($coordinator, @workers) = new_nodes('foreign_code');
my @nodes = ($coordinator, @workers);
$coordinator->safe_psql('postgres', q{
	CREATE ROLE mallory LOGIN;
	CREATE ROLE deputy LOGIN IN ROLE mallory;
	CREATE ROLE reader LOGIN;
	CREATE SCHEMA hers AUTHORIZATION mallory});
may_ask($coordinator, 'mallory');
my $super = $coordinator->safe_psql('postgres', 'SELECT current_user');

sub run_as
{
	my ($role, $sql) = @_;
	my $errors = '';
	$coordinator->psql('postgres', "SET client_min_messages = error; $sql", stderr => \$errors, extra_params => [ '-U', $role ], on_error_stop => 1);
	return $errors;
}

sub mallory
{
	my ($sql) = @_;
	is(run_as('mallory', $sql), '', 'mallory makes her things');
	return;
}

my $sliced = q{2, 2, sensitive => '{disease}', identifiers => '{id}', seed => 1};
mallory(qq{
	CREATE FUNCTION hers.spring(what text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog AS \$\$
	BEGIN
		RAISE LOG 'sprung: % as %.', what, current_user;
		RETURN true;
	END \$\$;
	CREATE FUNCTION hers.text_of(what text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS \$\$
	BEGIN
		PERFORM hers.spring(what);
		RETURN what;
	END \$\$;
	CREATE DOMAIN hers.good AS text CHECK (hers.spring('domain'));
	CREATE TABLE hers.stays (id integer, age integer, zip integer, disease text, p integer) PARTITION BY LIST (p);
	CREATE TABLE hers.stays_1 PARTITION OF hers.stays FOR VALUES IN (1);
	CREATE TABLE hers.stays_2 PARTITION OF hers.stays FOR VALUES IN (2);
	CREATE TABLE hers.visits (LIKE hers.stays, mood hers.good) PARTITION BY LIST (p);
	CREATE TABLE hers.visits_1 PARTITION OF hers.visits FOR VALUES IN (1);
	CREATE TABLE hers.visits_2 PARTITION OF hers.visits FOR VALUES IN (2);
	SELECT create_distributed_table('hers.stays', 'id');
	INSERT INTO hers.stays SELECT i, 20 + i % 13, 1000 + i % 7, 'd' || i % 5, 1 + i % 2 FROM generate_series(1, 600) i;
	INSERT INTO hers.visits SELECT s.*, 'm' || id % 2 FROM hers.stays s;
	SELECT slice_table('hers.stays', $sliced, target => 'hers.on_workers');
	SELECT slice_table('hers.visits', $sliced, target => 'hers.on_coordinator')});
# What is on the coordinator is written without a connection, by the caller's own backend.
$coordinator->safe_psql('postgres', sprintf(q{SELECT citus_set_node_property('%s', %d, 'shouldhaveshards', %s)}, $_->host, $_->port, $_ == $coordinator ? 'true' : 'false')) for @nodes;
mallory(q{SELECT create_distributed_table('hers.on_coordinator', NULL)});

my %source_of = (on_coordinator => 'visits', on_workers => 'stays');
my %nodes_of = (on_coordinator => [$coordinator], on_workers => \@workers);
for my $release (sort keys %source_of)
{
	mallory(qq{
		CREATE INDEX ON hers.$release ((hers.text_of('index') || age::text));
		ALTER TABLE hers.$release ADD CONSTRAINT checked CHECK (hers.spring('check'));
		COMMENT ON TABLE hers.${release}_1 IS 'hers';
		GRANT SELECT ON hers.${release}_1 TO reader});
	is(value_of($coordinator, "count(*) FROM pg_dist_partition WHERE logicalrelid = 'hers.$release'::regclass"), 1, "$release: distributed");
}

# Publishes a partition again, or a new one: whatever of hers runs, runs as her.
sub published_by
{
	my ($role, $release, $partition) = @_;
	my $source = $source_of{$release};
	my $what = "$role publishes $partition of $release";
	my %before = map { $_->name => -s $_->logfile } @nodes;
	is(run_as($role, "SELECT republish_partitions('hers.$release', '{hers.$partition}')"), '', $what);
	my %sprung = map { $_->name => slurp_file($_->logfile, $before{ $_->name }) } @nodes;
	is(join(', ', map { $sprung{$_} =~ /sprung: (?!.* as mallory\.)(.*?)\.$/mg } sort keys %sprung), '', "$what: nothing of hers runs as another");
	for my $node (map { $_->name } @{ $nodes_of{$release} })
	{
		like($sprung{$node}, qr/sprung: $_ as mallory/, "$what: her $_ runs on $node") for 'check', 'index', $release eq 'on_coordinator' ? 'domain' : ();
	}
	is(value_of($coordinator, "count(*) FROM hers.$release"), value_of($coordinator, "count(*) FROM hers.$source"), "$what: all rows are there");
	is(value_of($coordinator, "string_agg(DISTINCT relowner::regrole::text, ',') FROM pg_partition_tree('hers.$release') t JOIN pg_class c ON c.oid = t.relid"), 'mallory', "$what: all partitions are hers");
	is(value_of($coordinator, "concat_ws(' ', obj_description('hers.${release}_1'::regclass), has_table_privilege('reader', 'hers.${release}_1', 'SELECT'))"), 'hers t', "$what: what a partition had is kept");
	holds("hers.$release", $what, @nodes);
	return;
}

my $new = 3;
for my $role ('deputy', $super)
{
	for my $source (sort values %source_of)
	{
		mallory(qq{
			CREATE TABLE hers.${source}_$new PARTITION OF hers.$source FOR VALUES IN ($new);
			INSERT INTO hers.$source SELECT i, 20 + i % 13, 1000 + i % 7, 'd' || i % 5, $new FROM generate_series(1, 300) i});
	}
	for my $release (sort keys %source_of)
	{
		published_by($role, $release, "$source_of{$release}_$new");
		published_by($role, $release, "$source_of{$release}_1");
	}
	$new++;
}

done_testing();
