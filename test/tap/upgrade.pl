# A database that was made with an older version and updated is one that was made with this version,
# and what was published there goes on working.
# Rooms: control
use strict;
use warnings;
use PostgreSQL::Test::Utils;
use List::Util qw(min);
use Test::More;
use Microdata;

my $node = new_node('upgrade');
my $version = $node->safe_psql('postgres', q{SELECT extversion FROM pg_extension WHERE extname = 'pg_microdata'});
my @older = grep { $_ ne $version } versions($node);
ok(@older > 0, 'there are older versions');

# Everything that the extension consists of, by name.
my $objects = q{
	WITH member AS (
		SELECT d.classid, d.objid, pg_describe_object(d.classid, d.objid, 0) AS name
		FROM pg_depend d JOIN pg_extension e ON d.refclassid = 'pg_extension'::regclass AND d.refobjid = e.oid
		WHERE e.extname = 'pg_microdata' AND d.deptype = 'e')
	SELECT name, 'comment', obj_description(objid, classid::regclass::name) FROM member
	UNION ALL
	SELECT name, 'function', pg_get_functiondef(objid) FROM member WHERE classid = 'pg_proc'::regclass
	UNION ALL
	SELECT name, 'privileges', coalesce(p.proacl, acldefault('f', p.proowner))::text FROM member JOIN pg_proc p ON p.oid = objid AND classid = 'pg_proc'::regclass
	UNION ALL
	SELECT name, 'relation', concat_ws(' ', c.relkind, c.relrowsecurity, c.relacl, c.reloptions, pg_get_viewdef(c.oid))
	FROM member JOIN pg_class c ON c.oid = objid AND classid = 'pg_class'::regclass
	UNION ALL
	SELECT name, 'initial privileges', i.initprivs::text FROM member JOIN pg_init_privs i ON i.objoid = objid AND i.classoid = classid AND classid = 'pg_class'::regclass
	UNION ALL
	SELECT name, 'column ' || a.attnum, concat_ws(' ', a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attstattarget,
		pg_get_expr(x.adbin, x.adrelid), col_description(a.attrelid, a.attnum))
	FROM member JOIN pg_attribute a ON a.attrelid = objid AND classid = 'pg_class'::regclass AND a.attnum > 0 AND NOT a.attisdropped
		LEFT JOIN pg_attrdef x ON x.adrelid = a.attrelid AND x.adnum = a.attnum
	UNION ALL
	SELECT name, 'constraint', concat_ws(' ', k.conname, pg_get_constraintdef(k.oid)) FROM member JOIN pg_constraint k ON k.conrelid = objid AND classid = 'pg_class'::regclass
	UNION ALL
	SELECT name, 'index', concat_ws(' ', pg_get_indexdef(i.indexrelid), obj_description(i.indexrelid, 'pg_class'))
	FROM member JOIN pg_index i ON i.indrelid = objid AND classid = 'pg_class'::regclass
	UNION ALL
	SELECT name, 'trigger', concat_ws(' ', pg_get_triggerdef(t.oid), t.tgenabled, obj_description(t.oid, 'pg_trigger'))
	FROM member JOIN pg_trigger t ON t.tgrelid = objid AND classid = 'pg_class'::regclass AND NOT t.tgisinternal
	UNION ALL
	SELECT name, 'policy', concat_ws(' ', p.polname, p.polcmd, p.polpermissive, pg_get_expr(p.polqual, p.polrelid), obj_description(p.oid, 'pg_policy'))
	FROM member JOIN pg_policy p ON p.polrelid = objid AND classid = 'pg_class'::regclass
	UNION ALL
	SELECT name, 'event trigger', concat_ws(' ', v.evtevent, v.evttags, v.evtenabled, v.evtfoid::regproc)
	FROM member JOIN pg_event_trigger v ON v.oid = objid AND classid = 'pg_event_trigger'::regclass
	UNION ALL
	SELECT name, 'type', concat_ws(' ', t.typlen, t.typalign, t.typstorage, t.typcategory, t.typinput, t.typoutput, t.typreceive, t.typsend, t.typacl)
	FROM member JOIN pg_type t ON t.oid = objid AND classid = 'pg_type'::regclass
	UNION ALL
	SELECT name, 'cast', concat_ws(' ', c.castfunc::regprocedure, c.castcontext, c.castmethod) FROM member JOIN pg_cast c ON c.oid = objid AND classid = 'pg_cast'::regclass
	UNION ALL
	SELECT 'dumped', c.oid::regclass::text, x.condition
	FROM pg_extension e, unnest(e.extconfig, e.extcondition) x (relation, condition) JOIN pg_class c ON c.oid = x.relation WHERE e.extname = 'pg_microdata'
	ORDER BY 1, 2, 3};
my $fresh = $node->safe_psql('postgres', $objects);
like($fresh, qr/generalize_table/, 'a fresh database has something to compare');

my $releases = q{
	SELECT release_id, source, relations, parameters FROM microdata.releases ORDER BY 1;
	SELECT release_id, relation, column_no, attribute, role, generalized FROM microdata.release_columns ORDER BY 1, 2, 4;
	SELECT source, attribute, role FROM microdata.roles ORDER BY 1, 2;
	SELECT r.relations, v.* FROM microdata.releases r, verify_release(r.relations[1]) v ORDER BY 1, 2};
my $kept = q{
	SELECT release_id, source, relations, parameters FROM microdata.releases ORDER BY 1;
	SELECT source, attribute, role FROM microdata.roles ORDER BY 1, 2};
my %made;
for my $from (@older)
{
	my $database = "from_$from";
	$node->safe_psql('postgres', qq{CREATE DATABASE "$database"});
	$made{$from} = $node->safe_psql(
		$database, qq{
		CREATE EXTENSION pg_microdata VERSION '$from';
		\\o /dev/null
		CREATE TABLE people AS SELECT 20 + i % 60 AS age, i % 2 AS sex, 'd' || i % 7 AS disease, i AS number FROM generate_series(1, 500) i;
		SELECT declare_roles('people', sensitive => '{disease}', identifiers => '{number}');
		CREATE TABLE narrow (gone integer, a integer, s integer);
		ALTER TABLE narrow DROP gone;
		SELECT declare_roles('narrow', sensitive => '{s}');
		CREATE TABLE undeclared (a integer);
		SELECT slice_table('people', 2, 3);
		SELECT slice_table('people', 2, 3, target => 'again', privacy => ARRAY[k_anonymity(4), l_diversity(3, 'entropy')]);
		\\o
		SELECT 'verified', bool_and(holds) FROM verify_release('people_sliced');
		$objects});
	like($made{$from}, qr/^verified\|t\n(?s:.*)slice_table/, "$from: a release verifies");
}

# From each version to the next one that is not installed, with CHECK_ALL to each later one, each in a transaction.
for my $from (0 .. $#older)
{
	my @to = @older[ $from + 1 .. ($ENV{CHECK_ALL} ? $#older : min($from + 1, $#older)) ] or next;
	my @shown = split /^next$/m, $node->safe_psql("from_$older[$from]", join "\n", map { qq{
		\\echo next
		BEGIN;
		$kept;
		ALTER EXTENSION pg_microdata UPDATE TO '$_';
		\\echo kept
		$kept;
		\\echo objects
		SELECT 'verified', bool_and(holds) FROM verify_release('people_sliced');
		$objects;
		ROLLBACK;}
	} @to);
	shift @shown;
	for my $to (@to)
	{
		my ($before, $after, $made) = map { s/^\n|\n\z//gr } split /^(?:kept|objects)$/m, shift @shown;
		my $what = "from $older[$from] to $to";
		is($after, $before, "$what: releases and roles are what they were");
		is($made, $made{$to}, "$what: an updated database equals one that was made as $to");
	}
}

# From each version to this one.
for my $from (@older)
{
	my $database = "from_$from";
	$node->safe_psql($database, q{
		-- What policies bound, and statistics of all rows.
		GRANT SELECT ON microdata.release_record TO pg_monitor;
		GRANT SELECT (source, role) ON microdata.role_record TO pg_monitor;
		ANALYZE});
	my $before = $node->safe_psql($database, $releases);
	$node->safe_psql($database, 'ALTER EXTENSION pg_microdata UPDATE');
	is($node->safe_psql($database, $objects), $fresh, "from $from: an updated database equals a fresh one");
	is($node->safe_psql($database, q{SELECT (SELECT count(*) FROM pg_statistic s JOIN pg_class c ON c.oid = s.starelid WHERE c.relnamespace = 'microdata'::regnamespace),
		has_any_column_privilege('pg_monitor', 'microdata.release_record', 'SELECT') OR has_any_column_privilege('pg_monitor', 'microdata.role_record', 'SELECT')}), '0|f',
		"from $from: nothing of the catalog is left in statistics, or granted");
	is($node->safe_psql($database, $releases), $before, "from $from: releases and roles are what they were");
	is( $node->safe_psql(
			$database, q{
			SELECT bucketize_table('people', 3), generalize_table('people', 5), slice_table('people', 2, 3, replace => true);
			SELECT relation FROM gnf_decompose('people', 3, '{"age -> disease"}', 'single-attribute');
			SELECT relation FROM fragment_table('people', 5, 'disease');
			ALTER TABLE people RENAME age TO years;
			DROP TABLE again;
			SELECT count(*) FROM microdata.releases;
			SELECT declare_roles('narrow', subject => '{a}', person_attributes => '{s}');
			SELECT attribute, role, of_person FROM microdata.roles WHERE source = 'narrow'::regclass ORDER BY 1}),
		"people_bucketized|people_generalized|people_sliced\npeople_gnf_1\npeople_gnf_2\npeople_gnf_3\npeople_fragment_1\npeople_fragment_2\n5\n\na|subject|f\ns|sensitive|t",
		"from $from: everything works");
	is($node->safe_psql($database, 'SELECT * FROM microdata.declared_source_record ORDER BY source::text'),
		"narrow|{a,s}|{2,3}|1\npeople|{years,sex,disease,number}|{1,2,3,4}|0",
		"from $from: attributes of sources with declared roles, and their subject's, count as seen");
	my ($rows, $warnings) = ('', '');
	$node->psql($database, q{SELECT slice_table('people', 2, 3, replace => true); ALTER TABLE people ADD hiv boolean; SELECT slice_table('people', 2, 3, replace => true)},
		stdout => \$rows, stderr => \$warnings, on_error_stop => 1);
	is(join("\n", $warnings =~ /WARNING:  (.* added .*)/g), 'column "hiv" was added to "people" after its roles were declared', "from $from: later ones do not");
}

# The version of the library, which may be another one than that of the extension.
my ($rows, $warning) = ('', '');
$node->psql('postgres', 'SELECT microdata.version()', stdout => \$rows, stderr => \$warning, on_error_stop => 1);
is("$rows $warning", "$version ", 'the library has the version of the extension');
$node->psql('postgres', q{BEGIN; UPDATE pg_extension SET extversion = '0.11.0' WHERE extname = 'pg_microdata'; SELECT microdata.version(); ROLLBACK},
	stdout => \$rows, stderr => \$warning, on_error_stop => 1);
is($rows, $version, 'where the extension has another one, too');
like($warning, qr/WARNING:  the library of pg_microdata has version \Q$version\E, the extension version 0\.11\.0\nDETAIL:  The extension is that of database "postgres"\.\nHINT:  .*ALTER EXTENSION/,
	'which is said');

# What a DBA did to the functions whose arguments change is done to their successors; and a dump keeps it.
my $file = PostgreSQL::Test::Utils::tempdir() . '/dump';

sub restored
{
	my ($database) = @_;
	my ($out, $err) = ('', '');
	$node->command_ok([ 'pg_dump', '-F', 'custom', '-f', "$file.$database", $node->connstr($database) ], "$database: dumped");
	$node->safe_psql('postgres', "CREATE DATABASE restored_$database TEMPLATE template0");
	ok(IPC::Run::run([ 'pg_restore', '--exit-on-error', '-d', $node->connstr("restored_$database"), "$file.$database" ], '>', \$out, '2>', \$err), "$database: restored")
	  or diag($err);
	return "restored_$database";
}
$node->safe_psql(
	'postgres', q{
	CREATE ROLE dba SUPERUSER;
	CREATE ROLE publisher;
	CREATE ROLE "Odd role";
	CREATE ROLE stranger;
	CREATE DATABASE granted;
	CREATE DATABASE viewed});
$node->safe_psql(
	'granted', q{
	ALTER DEFAULT PRIVILEGES GRANT EXECUTE ON FUNCTIONS TO publisher;
	CREATE EXTENSION pg_microdata VERSION '0.4.0';
	REVOKE EXECUTE ON FUNCTION slice_table FROM PUBLIC;
	GRANT EXECUTE ON FUNCTION slice_table TO publisher, "Odd role" WITH GRANT OPTION;
	ALTER FUNCTION bucketize_rows OWNER TO dba;
	REVOKE EXECUTE ON FUNCTION bucketize_rows FROM publisher;
	ALTER FUNCTION generalize_table OWNER TO dba;
	REVOKE EXECUTE ON FUNCTION generalize_table FROM PUBLIC;
	REVOKE EXECUTE ON FUNCTION create_prefix_hierarchy FROM PUBLIC;
	GRANT EXECUTE ON FUNCTION create_prefix_hierarchy TO "Odd role"});
my $privileges = q{
	SELECT p.proname, p.proowner::regrole, (SELECT string_agg(concat_ws(' ', coalesce(nullif(a.grantee, 0)::regrole::text, 'public'), CASE WHEN a.is_grantable THEN '*' END), ', '
		ORDER BY a.grantee::regrole::text) FROM aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a)
	FROM pg_proc p WHERE p.proname IN ('slice_table', 'slice_rows', 'bucketize_table', 'bucketize_rows', 'generalize_table') ORDER BY 1};
my $granted = $node->safe_psql('granted', $privileges);
is($granted, join("\n", 'bucketize_rows|dba|public, dba', 'bucketize_table|postgres|public, postgres, publisher', 'generalize_table|dba|dba, publisher',
	'slice_rows|postgres|public, postgres, publisher', 'slice_table|postgres|"Odd role" *, postgres, publisher *'), 'what a DBA had');
$node->safe_psql('granted', 'ALTER EXTENSION pg_microdata UPDATE');
is($node->safe_psql('granted', $privileges), $granted, 'is there after the update');
is($node->safe_psql('granted', q{SELECT count(*) FROM pg_proc WHERE pronamespace = 'microdata'::regnamespace AND proname ~ '_0_4_0$'}), 0, 'nothing else is');
my $creators = q{SELECT string_agg(a.grantee::regrole::text, ', ' ORDER BY a.grantee::regrole::text) FROM pg_proc p, aclexplode(p.proacl) a WHERE p.proname = 'create_prefix_hierarchy' AND a.grantee <> 0};
is($node->safe_psql('granted', $creators), '"Odd role", postgres, publisher', 'who was granted to make hierarchies still may');
my $making = sub { my ($database, $role) = @_; $node->psql($database, qq{SET ROLE "$role"; SELECT create_prefix_hierarchy('"$role".letters', '{1}'), drop_hierarchy('"$role".letters')}, on_error_stop => 1) };
isnt($making->('granted', 'stranger'), 0, 'others may not');
is($making->('granted', 'Odd role'), 0, 'granted by a DBA is granted');
my $restored = restored('granted');
is($node->safe_psql($restored, $privileges =~ s/p\.proowner::regrole/''/r), $granted =~ s/\|(?:dba|postgres)\|/||/gr =~ s/public, dba/public, postgres/r =~ s/dba, publisher/postgres, publisher/r,
	'and in a restored dump');
is($node->safe_psql($restored, $creators), '"Odd role", postgres, publisher', 'so are the privileges of who makes hierarchies');
isnt($making->($restored, 'stranger'), 0, 'and of who does not');

# What PUBLIC was granted does not count any more, and the update says so.
$node->safe_psql('postgres', 'CREATE DATABASE open_to_all');
$node->safe_psql('open_to_all', q{CREATE EXTENSION pg_microdata VERSION '0.12.0'; GRANT EXECUTE ON FUNCTION create_prefix_hierarchy TO PUBLIC});
my ($made, $said) = ('', '');
$node->psql('open_to_all', 'ALTER EXTENSION pg_microdata UPDATE', stdout => \$made, stderr => \$said, on_error_stop => 1);
like($said, qr/WARNING:  PUBLIC makes no hierarchies with public\.create_prefix_hierarchy\(text,integer\[\]\) any more\nHINT:  Grant EXECUTE to roles\./, 'PUBLIC made hierarchies');
isnt($making->('open_to_all', 'stranger'), 0, 'and does not any more');

# What depends on them goes on working, and can be restored.
$node->safe_psql(
	'viewed', q{
	CREATE EXTENSION pg_microdata VERSION '0.4.0';
	CREATE TABLE people AS SELECT 20 + i % 60 AS age, i % 2 AS sex, 'd' || i % 7 AS disease FROM generate_series(1, 500) i;
	CREATE MATERIALIZED VIEW sliced AS SELECT bucket, (sliced).* FROM slice_rows(NULL::people, 2, 3, sensitive => '{disease}');
	CREATE MATERIALIZED VIEW bucketized AS SELECT bucket, (bucketized).* FROM bucketize_rows(NULL::people, 3, sensitive => '{disease}');
	CREATE VIEW button AS SELECT slice_table('people', 2, 3, sensitive => '{disease}', replace => true);
	GRANT SELECT ON sliced TO publisher});
my ($out, $notices) = ('', '');
$node->psql('viewed', 'ALTER EXTENSION pg_microdata UPDATE', stdout => \$out, stderr => \$notices, on_error_stop => 1);
is(scalar(() = $notices =~ /WARNING:  function microdata\.\w+_0_4_0\(.*\) is kept for what depends on it/g), 3, 'the update says what it keeps') or diag($notices);
for my $database ('viewed', restored('viewed'))
{
	is($node->safe_psql($database, $objects), $fresh, "$database: the extension is that of a fresh database");
	is( $node->safe_psql(
			$database, q{
			REFRESH MATERIALIZED VIEW sliced;
			REFRESH MATERIALIZED VIEW bucketized;
			SELECT count(*) FROM sliced;
			SELECT count(*) FROM bucketized;
			SELECT * FROM button;
			SELECT count(*) FROM slice_rows(NULL::people, 2, 3, sensitive => '{disease}');
			SELECT string_agg(proname, ' ' ORDER BY proname) FROM pg_proc WHERE pronamespace = 'microdata'::regnamespace AND proname ~ '_0_4_0$';
			SELECT bool_and(holds) FROM verify_release('people_sliced')}),
		"500\n500\npeople_sliced\n500\nbucketize_rows_0_4_0 slice_rows_0_4_0 slice_table_0_4_0\nt",
		"$database: what depends on the functions works");
	is( $node->safe_psql(
			$database, q{
			DROP MATERIALIZED VIEW sliced;
			CREATE MATERIALIZED VIEW sliced AS SELECT bucket, (sliced).* FROM slice_rows(NULL::people, 2, 3, sensitive => '{disease}');
			DROP FUNCTION microdata.slice_rows_0_4_0;
			SELECT count(*) FROM sliced}), 500, "$database: and is made anew");
}

# Lists that were arrays: whatever was made with the functions of 0.5.0 goes on working.
$node->safe_psql('postgres', 'CREATE DATABASE listed');
my $people = q{CREATE TABLE people AS SELECT 20 + i % 60 AS age, i % 2 AS sex, 'd' || i % 7 AS disease FROM generate_series(1, 500) i};
my $views = q{
	CREATE MATERIALIZED VIEW sliced AS SELECT bucket, (sliced).* FROM slice_rows(NULL::people, 2, 3, sensitive => '{disease}');
	CREATE VIEW button AS SELECT slice_table('people', 2, 3, sensitive => ARRAY['disease'], insensitive => string_to_array('', ','), replace => true);
	CREATE VIEW checked AS SELECT * FROM check_gnf('{"age, sex"}', '{"age -> disease"}');
	CREATE FUNCTION mine(s text[]) RETURNS regclass LANGUAGE sql AS $$ SELECT slice_table('people', 2, 3, sensitive => s, replace => true) $$;
	CREATE FUNCTION theirs(s name[]) RETURNS regclass LANGUAGE plpgsql AS $$ BEGIN RETURN slice_table('people', 2, 3, sensitive => s, replace => true); END $$;
	CREATE FUNCTION bound() RETURNS bigint LANGUAGE sql BEGIN ATOMIC SELECT count(*) FROM slice_rows(NULL::people, 2, 3, sensitive => '{disease}'); END};
$node->safe_psql('listed', "CREATE EXTENSION pg_microdata VERSION '0.5.0'; $people; $views");
$node->safe_psql('listed', q{GRANT EXECUTE ON FUNCTION create_date_hierarchy TO "Odd role"; REVOKE EXECUTE ON FUNCTION declare_roles FROM PUBLIC});
$node->safe_psql('postgres', 'CREATE DATABASE granted_before TEMPLATE listed');
my $session = $node->background_psql('listed', on_error_stop => 1);
$session->query_safe(q{
	SET client_min_messages = error;
	PREPARE untyped AS SELECT slice_table('people', 2, 3, sensitive => $1, replace => true);
	PREPARE typed (text[]) AS SELECT count(*) FROM slice_rows(NULL::people, 2, 3, sensitive => $1);
	EXECUTE untyped('{disease}');
	EXECUTE typed('{disease}')});
my $use = q{
	REFRESH MATERIALIZED VIEW sliced;
	SELECT count(*) FROM sliced;
	SELECT * FROM button;
	SELECT satisfied FROM checked;
	SELECT mine('{disease}');
	SELECT theirs('{disease}'), bound()};
my $used = "500\npeople_sliced\nt\npeople_sliced\npeople_sliced|500";
is($node->safe_psql('listed', $use), $used, 'what 0.5.0 says');
$node->command_ok([ 'pg_dump', '-x', '-f', "$file.listed.sql", $node->connstr('listed') ], 'a dump of 0.5.0');

($out, $notices) = ('', '');
$node->psql('listed', 'ALTER EXTENSION pg_microdata UPDATE', stdout => \$out, stderr => \$notices, on_error_stop => 1);
is(join(' ', sort $notices =~ /WARNING:  function microdata\.(\w+)\(.*\) is kept for what depends on it/g), 'check_gnf_0_5_0 slice_rows_0_5_0 slice_table_0_5_0',
	'the update says what it keeps') or diag($notices);
is(answer($session, q{EXECUTE untyped('{disease}'); EXECUTE typed('{disease}')}), "people_sliced\n500", 'prepared statements are those of the new functions');
$session->quit;
my $acl = q{SELECT p.proname, (SELECT string_agg(coalesce(nullif(a.grantee, 0)::regrole::text, 'public'), ', ' ORDER BY a.grantee::regrole::text)
	FROM aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a) FROM pg_proc p WHERE p.proname IN ('create_date_hierarchy', 'declare_roles', 'gnf_plan') ORDER BY 1};
my $granted_acl = qq{create_date_hierarchy|"Odd role", public, postgres\ndeclare_roles|postgres\ngnf_plan|public, postgres};
for my $database ('listed', restored('listed'))
{
	my $differing = $objects =~ s/SELECT name, 'privileges'.*?UNION ALL\s//sr;
	is($node->safe_psql($database, $differing), $node->safe_psql('postgres', $differing), "$database: the extension is that of a fresh database");
	is($node->safe_psql($database, $acl), $granted_acl, "$database: privileges");
	is($node->safe_psql($database, $use), $used, "$database: what depends on the functions works");
	is( $node->safe_psql(
			$database, q{
			DROP MATERIALIZED VIEW sliced;
			DROP VIEW button, checked;
			DROP FUNCTION bound, microdata.slice_rows_0_5_0, microdata.slice_table_0_5_0, microdata.check_gnf_0_5_0;
			CREATE MATERIALIZED VIEW sliced AS SELECT bucket, (sliced).* FROM slice_rows(NULL::people, 2, 3, sensitive => '{disease}');
			DROP MATERIALIZED VIEW sliced;
			SET pg_microdata.allow_drop = on;
			DROP EXTENSION pg_microdata;
			SELECT count(*) FROM pg_type WHERE typname = 'text_list'}), 0, "$database: nothing keeps the extension");
}

# A dump of 0.5.0 that is restored where 0.6.0 is installed has the new functions at once.
$node->safe_psql('postgres', 'CREATE DATABASE restored TEMPLATE template0');
my ($restored_out, $restored_error) = ('', '');
ok(IPC::Run::run([ 'psql', '-X', '-q', '-v', 'ON_ERROR_STOP=1', '-f', "$file.listed.sql", '-d', $node->connstr('restored') ], '>', \$restored_out, '2>', \$restored_error),
	'a dump of 0.5.0 is restored') or diag($restored_error);
is($node->safe_psql('restored', $use), $used, 'and works');
like($node->safe_psql('restored', q{SELECT pg_get_viewdef('sliced')}), qr/sensitive => \('\{disease\}'::text\[\]\)::text_list/, 'with lists');

# Where it grants what has other arguments now, the extension is there in its old version first.
$node->command_ok([ 'pg_dump', '-f', "$file.granted.sql", $node->connstr('granted_before') ], 'a dump of 0.5.0 with privileges');
$node->safe_psql('postgres', 'CREATE DATABASE restored_before TEMPLATE template0');
$node->safe_psql('restored_before', q{CREATE EXTENSION pg_microdata VERSION '0.5.0'});
ok(IPC::Run::run([ 'psql', '-X', '-q', '-v', 'ON_ERROR_STOP=1', '-f', "$file.granted.sql", '-d', $node->connstr('restored_before') ], '>', \$restored_out, '2>', \$restored_error),
	'it is restored into 0.5.0') or diag($restored_error);
$node->safe_psql('restored_before', 'ALTER EXTENSION pg_microdata UPDATE');
is($node->safe_psql('restored_before', $acl), $granted_acl, 'and updated, with its privileges');

# Functions of 0.6.0 that know no subject: what depends on them goes on, with the subject that is declared; privileges are kept.
$node->safe_psql('postgres', 'CREATE DATABASE before_subjects');
$node->safe_psql('before_subjects', qq{
	CREATE EXTENSION pg_microdata VERSION '0.6.0';
	$people;
	CREATE TABLE visits AS SELECT i % 20 AS patient, i % 7 AS age, 'd' || i % 5 AS disease FROM generate_series(1, 60) i;
	CREATE VIEW button AS SELECT slice_table('visits', 2, 2, sensitive => '{disease}', quasi_identifiers => '{age}', replace => true);
	CREATE MATERIALIZED VIEW sliced AS SELECT bucket, (sliced).* FROM slice_rows(NULL::people, 2, 3, sensitive => '{disease}');
	REVOKE EXECUTE ON FUNCTION declare_roles FROM PUBLIC;
	GRANT EXECUTE ON FUNCTION declare_roles, gnf_decompose TO publisher WITH GRANT OPTION;
	ALTER FUNCTION fragment_table OWNER TO dba});
($out, $notices) = ('', '');
$node->psql('before_subjects', 'ALTER EXTENSION pg_microdata UPDATE', stdout => \$out, stderr => \$notices, on_error_stop => 1);
is(join(' ', sort $notices =~ /WARNING:  function microdata\.(\w+)\(.*\) is kept for what depends on it/g), 'slice_rows_0_6_0 slice_table_0_6_0',
	'the update says what it keeps') or diag($notices);
$node->safe_psql('before_subjects', q{SELECT declare_roles('visits', subject => '{patient}')});
for my $database ('before_subjects', restored('before_subjects'))
{
	is($node->safe_psql($database, q{REFRESH MATERIALIZED VIEW sliced; SELECT count(*) FROM sliced}), 500, "$database: what depends on the functions works");
	my ($ignored, $error) = ('', '');
	$node->psql($database, 'SELECT * FROM button', stdout => \$ignored, stderr => \$error);
	like($error, qr/attributes of persons: "disease"; of their rows: "age"/, "$database: an old function knows the declared subject");
	my $owner = $database =~ /restored/ ? 'postgres' : 'dba';
	is( $node->safe_psql($database, q{
		SELECT p.proname, p.proowner::regrole, (SELECT string_agg(concat_ws(' ', coalesce(nullif(a.grantee, 0)::regrole::text, 'public'), CASE WHEN a.is_grantable THEN '*' END), ', '
			ORDER BY a.grantee::regrole::text) FROM aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a)
		FROM pg_proc p WHERE p.proname IN ('declare_roles', 'gnf_decompose', 'fragment_table') ORDER BY 1}),
		"declare_roles|postgres|postgres, publisher *\nfragment_table|$owner|public, $owner\ngnf_decompose|postgres|public, postgres, publisher *", "$database: privileges");
}

# A hierarchy that everybody could use is one that everybody may use; one that nobody owns any more is the extension owner's.
$node->safe_psql('postgres', 'CREATE DATABASE hierarchies; CREATE ROLE leaver; CREATE ROLE stayer');
$node->safe_psql(
	'hierarchies', q{
	CREATE EXTENSION pg_microdata VERSION '0.4.0';
	CREATE TABLE people AS SELECT 'd' || i % 7 AS disease FROM generate_series(1, 50) i;
	GRANT SELECT ON people TO PUBLIC;
	SELECT create_prefix_hierarchy('first', '{1}');
	SET ROLE stayer;
	SELECT create_prefix_hierarchy('theirs', '{1}');
	SET ROLE leaver;
	SELECT create_prefix_hierarchy('left', '{1}');
	RESET ROLE;
	DROP ROLE leaver;
	ALTER EXTENSION pg_microdata UPDATE});
is( $node->safe_psql(
		'hierarchies', q{
		SET ROLE stayer;
		SELECT name, owner, granted_to FROM microdata.hierarchies ORDER BY 1;
		SELECT count(*) FROM microdata.hierarchies h, hierarchy_labels('people', 'disease', h.name);
		SELECT drop_hierarchy('theirs')}),
	"first|postgres|{public}\nleft|postgres|{public}\ntheirs|stayer|{public}\n21\n", 'hierarchies from before the update');

# Statements of a session find what is there when the extension is made again or updated, or its making is undone,
# and what a role may see is looked up whenever they run.
$node->safe_psql('postgres', 'CREATE DATABASE session');
my $publish = q{SELECT slice_table('people', 2, 3, sensitive => '{disease}', seed => 1, target => };
is( $node->safe_psql(
		'session', qq{
		CREATE TABLE people AS SELECT 20 + i % 60 AS age, i % 2 AS sex, 'd' || i % 7 AS disease FROM generate_series(1, 50) i;
		BEGIN;
		CREATE EXTENSION pg_microdata;
		$publish 'undone');
		ROLLBACK;
		CREATE EXTENSION pg_microdata VERSION '0.7.0';
		$publish 'old');
		ALTER EXTENSION pg_microdata UPDATE;
		SELECT bool_and(holds) FROM verify_release('old');
		$publish 'updated');
		SELECT relations FROM microdata.releases ORDER BY release_id;
		SET pg_microdata.allow_drop = on;
		DROP EXTENSION pg_microdata;
		CREATE EXTENSION pg_microdata;
		$publish 'made');
		SELECT relations FROM microdata.releases ORDER BY release_id;
		SET ROLE stayer;
		SELECT count(*) FROM microdata.releases;
		RESET ROLE;
		SELECT drop_release('made');
		SELECT count(*) FROM microdata.releases}),
	"undone\nold\nt\nupdated\n{old,old_expected}\n{updated,updated_expected}\nmade\n{made,made_expected}\n0\n\n0", 'one session goes on with an extension that changes');

done_testing();
