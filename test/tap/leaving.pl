# Roles that leave: what the catalog records of them is handed over, goes, or keeps them from leaving as PostgreSQL does it for tables,
# and no number of a role that is gone is on record or in a dump.
use strict;
use warnings;
use PostgreSQL::Test::Utils;
use Test::More;
use Microdata;

my $node = new_node('leaving');
$node->safe_psql('postgres', 'CREATE DATABASE clinic; CREATE ROLE ann; CREATE ROLE bob; CREATE ROLE cleo; CREATE ROLE reader');
sub clinic { return $node->safe_psql('clinic', $_[0]) }
sub as { return clinic("SET ROLE $_[0]; $_[1]") }
sub error_in_clinic
{
	my ($out, $err) = ('', '');
	$node->psql('clinic', $_[0], stdout => \$out, stderr => \$err, on_error_stop => 1);
	return $err;
}
clinic(q{
	CREATE EXTENSION pg_microdata;
	GRANT CREATE ON SCHEMA public TO ann, bob, cleo;
	GRANT EXECUTE ON FUNCTION create_prefix_hierarchy, create_interval_hierarchy, create_hierarchy TO ann, bob, cleo});
as('ann', q{
	CREATE TABLE people AS SELECT i AS number, (10000 + i * 37 % 90)::text AS zip, 20 + i % 50 AS age, 'd' || i % 5 AS disease FROM generate_series(1, 300) i;
	SELECT create_prefix_hierarchy('ann.zip', '{4,3,2}'), create_interval_hierarchy('ann.age', 0, 100, '{10,50}');
	SELECT grant_hierarchy('ann.zip', 'reader'), grant_hierarchy('ann.age', 'public');
	SELECT declare_roles('people', identifiers => '{number}', sensitive => '{disease}');
	SELECT declare_hierarchy('people', 'zip', 'ann.zip'), declare_hierarchy('people', 'age', 'ann.age');
	SELECT generalize_table('people', 5, recoding => 'full-domain');
	SELECT create_series('classes', 'people', 'bucketization', '{"sensitive": ["disease"]}', '{number}');
	SELECT publish_series('classes')});

# DROP ROLE.
like(error_in_clinic('DROP ROLE ann'), qr/role "ann" cannot be dropped because some objects depend on it(?s:.*)owner of view microdata\."hierarchy [-0-9a-f]{36}"/,
	'a role that owns hierarchies is not dropped');
like(error_in_clinic('DROP ROLE reader'), qr/privileges for view microdata\."hierarchy [-0-9a-f]{36}"/, 'nor one that may use a hierarchy of others');

# REASSIGN OWNED: there is no event of it, and all goes on under the other role.
my $hierarchies = 'SELECT name, owner, granted_to FROM microdata.hierarchies ORDER BY 1';
clinic('REASSIGN OWNED BY ann TO bob; DROP OWNED BY ann; DROP ROLE ann');
is(clinic($hierarchies), "ann.age|bob|{public}\nann.zip|bob|{reader}", 'hierarchies are handed over, with who may use them');
is(as('bob', q{SELECT bool_and(holds) FROM verify_release('people_generalized')}), 't', 'who has them verifies what was published with them');
is(as('bob', q{SELECT generalize_table('people', 5, recoding => 'full-domain', replace => true); SELECT bool_and(holds) FROM verify_release('people_generalized')}),
	"people_generalized\nt", 'and publishes with them');
is(as('bob', q{SELECT revoke_hierarchy('ann.age', 'public'), grant_hierarchy('ann.age', 'cleo'); SELECT publish_series('classes') IS NOT NULL; SELECT series FROM microdata.series}),
	"|\nt\nclasses", 'they, and the series, are the new owner\'s');
is(as('cleo', 'SELECT name FROM microdata.hierarchies'), 'ann.age', 'who was granted one sees it');

# A grantee leaves.
clinic('DROP OWNED BY reader; DROP ROLE reader');
is(clinic($hierarchies), "ann.age|bob|{cleo}\nann.zip|bob|{}", 'who is gone is no longer granted anything');

# Dumps have it all, with the new owners.
my $file = PostgreSQL::Test::Utils::tempdir() . '/dump';
sub restored
{
	my ($database, @options) = @_;
	$node->command_ok([ 'pg_dump', @options, '-f', $file, 'clinic' ], "pg_dump for $database");
	$node->safe_psql('postgres', "CREATE DATABASE $database TEMPLATE template0");
	$node->command_ok([ 'psql', '-X', '-q', '-v', 'ON_ERROR_STOP=1', '-d', $database, '-f', $file ], "restore of $database");
	return slurp_file($file);
}
my $dump = restored('restored');
is($node->safe_psql('restored', $hierarchies), clinic($hierarchies), 'hierarchies are restored');
is($node->safe_psql('restored', q{SET ROLE bob; SELECT bool_and(holds) FROM verify_release('people_generalized'); SELECT series FROM microdata.series}), "t\nclasses", 'releases verify there');
like($node->safe_psql('restored', q{SELECT count(*) FROM microdata.known_relation_record WHERE relation = 'people'::regclass}), qr/^[1-9]/, 'commands on what was restored are followed');
$node->safe_psql('restored', q{DROP OWNED BY bob CASCADE});
is($node->safe_psql('restored', 'SELECT (SELECT count(*) FROM microdata.hierarchies), (SELECT count(*) FROM microdata.declared_hierarchy_record), (SELECT count(*) FROM microdata.releases)'),
	'0|0|0', 'hierarchies go where what their owner owns is dropped');
# Without owners, to where there are no such roles: all belongs to who restores.
restored('ownerless', '--no-owner', '--no-privileges');
is($node->safe_psql('ownerless', 'SELECT DISTINCT owner FROM microdata.hierarchies'), 'postgres', 'without owners, hierarchies are those of who restores');

# DROP OWNED without CASCADE: what others have declared keeps a hierarchy.
as('cleo', q{CREATE TABLE hers AS SELECT i % 90 AS age, i % 3 AS s FROM generate_series(1, 30) i; SELECT declare_hierarchy('hers', 'age', 'ann.age')});
like(error_in_clinic('DROP OWNED BY bob'), qr/cannot drop hierarchy "ann.age" because it is declared\nDETAIL:  It is declared for attribute "age" of (?:public\.)?hers/, 'DROP OWNED is refused');
my %view = map { split /\|/ } split /\n/, clinic('SELECT name, holder FROM microdata.hierarchies');
like(error_in_clinic("DROP VIEW $view{'ann.age'}"), qr/cannot drop hierarchy "ann.age" because it is declared/, 'so is DROP VIEW');
is(clinic("DROP VIEW $view{'ann.zip'} CASCADE; SELECT name FROM microdata.hierarchies; SELECT hierarchy FROM microdata.declared_hierarchy_record ORDER BY 1"), "ann.age\nann.age\nann.age",
	'dropped with CASCADE it goes, with its declarations');
as('cleo', q{SELECT declare_hierarchy('hers', 'age', NULL)});
is(as('bob', q{SELECT declare_hierarchy('people', 'age', NULL); SELECT drop_hierarchy('ann.age'); SELECT count(*) FROM pg_class WHERE relname LIKE 'hierarchy %' AND relkind = 'v'}), "\n\n0", 'drop_hierarchy drops the view');

# What ALTER DEFAULT PRIVILEGES grants is not granted.
is(clinic(q{ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO PUBLIC; SET ROLE bob; SELECT create_prefix_hierarchy('bob.first', '{1}'); SELECT granted_to FROM microdata.hierarchies;
	RESET ROLE; ALTER DEFAULT PRIVILEGES REVOKE SELECT ON TABLES FROM PUBLIC}), "\n{}", 'a new hierarchy is granted to nobody');
# Nobody learns from the views what hierarchies and series there are.
is(clinic(q{SELECT count(*) FROM pg_class c WHERE c.relnamespace = 'microdata'::regnamespace AND c.relkind = 'v' AND (c.relname || pg_get_viewdef(c.oid)) ~ 'bob\.|classes'}), '0', 'views tell no names');
# Names that are too long for a relation.
my $long = 'bob.' . 'h' x 63;
is(as('bob', "SELECT create_prefix_hierarchy('$long', '{1}'), grant_hierarchy('$long', 'cleo'), drop_hierarchy('$long')"), '||', 'a long name');

# Series: while their source is there, and after.
clinic('CREATE ROLE dan; REASSIGN OWNED BY bob TO dan; DROP OWNED BY bob; DROP ROLE bob');
is(as('dan', 'SELECT series FROM microdata.series'), 'classes', 'a series follows its source');
clinic('DROP TABLE people CASCADE');
is(as('dan', 'SELECT series FROM microdata.series'), 'classes', 'who owned the source last sees the series when it is gone');
clinic('CREATE ROLE eve; REASSIGN OWNED BY dan TO eve');
is(as('eve', 'SELECT series FROM microdata.series'), 'classes', 'a series without a source is handed over, too');
clinic('DROP OWNED BY eve, dan; DROP ROLE eve, dan');
is(clinic('SELECT series FROM microdata.series'), 'classes', 'what it remembers stays, for superusers');

# No column of a role has a number, in the catalog and in dumps.
my $numbers = clinic(q{
	SELECT string_agg(format('SELECT %L FROM %s r WHERE r.%I::text ~ ''^[1-9]''', c.oid::regclass || '.' || a.attname, c.oid::regclass, a.attname), ' UNION ALL ')
	FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.atttypid = 'regrole'::regtype AND NOT a.attisdropped
	WHERE c.relnamespace = 'microdata'::regnamespace AND c.relkind = 'r'});
is(clinic($numbers), '', 'no role that is gone is on record');
restored('restored_last');
is($node->safe_psql('restored_last', 'SELECT series FROM microdata.series'), 'classes', 'the series is restored');

done_testing();
