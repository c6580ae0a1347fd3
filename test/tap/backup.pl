# Backups by roles that are no superusers are whole, also with --enable-row-security, and what they can restore they restore.
use strict;
use warnings;
use PostgreSQL::Test::Utils;
use Test::More;
use Microdata;

my $node = new_node('backup');
$node->safe_psql(
	'postgres', q{
	CREATE ROLE owner_of_database LOGIN;
	CREATE ROLE backup LOGIN IN ROLE pg_read_all_data;
	CREATE ROLE publisher LOGIN;
	CREATE DATABASE clinic OWNER owner_of_database});
$node->safe_psql('clinic', q{CREATE EXTENSION pg_microdata; GRANT EXECUTE ON FUNCTION create_prefix_hierarchy TO publisher; CREATE SCHEMA work AUTHORIZATION publisher});

# What policies would hide, and what everybody could read.
is($node->safe_psql('clinic', q{
	SELECT c.oid::regclass FROM pg_extension e, unnest(e.extconfig) x (relation) JOIN pg_class c ON c.oid = x.relation
	WHERE e.extname = 'pg_microdata' AND (c.relrowsecurity OR has_table_privilege('publisher', c.oid, 'SELECT')
		OR NOT has_table_privilege('backup', c.oid, 'SELECT') AND c.relkind <> 'S')}), '', 'tables that are dumped have no row security and are not for everybody');

my $file = PostgreSQL::Test::Utils::tempdir() . '/dump';
sub dumped_by
{
	my ($role, @options) = @_;
	$node->command_ok([ 'pg_dump', '-U', $role, '-f', $file, @options, 'clinic' ], join ' ', "pg_dump by $role", @options);
	# What later versions put around it, and the setting of the option.
	return slurp_file($file) =~ s/^\\(?:un)?restrict .*\n|^SET row_security = .*\n//mgr;
}
for my $state ('nothing is published', 'there are releases')
{
	my $whole = dumped_by('postgres');
	for my $role ('backup', 'owner_of_database')
	{
		is(dumped_by($role), $whole, "$state: $role dumps all") if $role eq 'backup' || $state eq 'nothing is published';
		is(dumped_by($role, '--enable-row-security'), $whole, "$state: $role misses nothing with row security") if $role eq 'backup' || $state eq 'nothing is published';
	}
	next if $state ne 'nothing is published';
	$node->safe_psql('clinic', q{
		CREATE TABLE work.visits AS SELECT i AS number, i % 7 AS a, (10000 + i)::text AS zip, i % 3 AS s FROM generate_series(1, 60) i;
		SELECT declare_roles('work.visits', identifiers => '{number}', sensitive => '{s}');
		SELECT create_prefix_hierarchy('publisher.zip', '{3}'), grant_hierarchy('publisher.zip', 'backup'), declare_hierarchy('work.visits', 'zip', 'publisher.zip');
		SELECT slice_table('work.visits', 2, 2);
		SELECT create_series('visits', 'work.visits', 'bucketization', '{"sensitive": ["s"]}', '{number}');
		SELECT publish_series('visits')}, extra_params => [ '-U', 'publisher' ]);
}
# Tables of other roles are for pg_read_all_data; the catalog is also the owner's of the database.
$node->command_ok([ 'pg_dump', '-U', 'owner_of_database', '-f', $file, '--data-only', '-t', 'microdata.*', 'clinic' ], 'the owner of the database dumps the catalog');

# A restore by the owner of a database. What only a superuser can restore of an extension is said to have failed; all tables are there.
$node->command_ok([ 'pg_dump', '-U', 'backup', '-F', 'custom', '--no-owner', '--no-privileges', '-f', "$file.custom", 'clinic' ], 'pg_dump of an archive');
for my $with (0, 1)
{
	my $database = "restored_$with";
	$node->safe_psql('postgres', "CREATE DATABASE $database OWNER owner_of_database TEMPLATE template0");
	$node->safe_psql($database, 'CREATE EXTENSION pg_microdata') if $with;
	my ($out, $err) = ('', '');
	IPC::Run::run([ 'pg_restore', '-U', 'owner_of_database', '--no-owner', '--no-privileges', '-d', $node->connstr($database), "$file.custom" ], '>', \$out, '2>', \$err);
	like($err, $with ? qr/permission denied for table hierarchy_record/ : qr/permission denied to create extension "pg_microdata"/,
		'the owner of a database is told what she cannot restore' . ($with ? ' beside the extension' : ''));
	like($err, qr/errors ignored on restore: [1-9]/, 'and how much of it there is');
	is($node->safe_psql($database, 'SELECT (SELECT count(*) FROM work.visits), (SELECT count(*) FROM work.visits_sliced)'), '60|60', 'her tables and releases are there');
}
# By a superuser, all is.
$node->safe_psql('postgres', 'CREATE DATABASE restored TEMPLATE template0');
$node->command_ok([ 'pg_restore', '--exit-on-error', '-d', $node->connstr('restored'), "$file.custom" ], 'restore by a superuser');
my $counted = q{SELECT (SELECT count(*) FROM microdata.releases), (SELECT count(*) FROM microdata.hierarchies), (SELECT count(*) FROM microdata.series),
	(SELECT count(*) FROM microdata.ledger), (SELECT count(*) FROM microdata.roles), (SELECT count(*) FROM microdata.declared_hierarchies)};
is($node->safe_psql('restored', $counted), $node->safe_psql('clinic', $counted), 'has everything');

done_testing();
