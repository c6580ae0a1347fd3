# A database that was made with the version before and updated is one that was made with this version, and releases, series, hierarchies, grants and
# views of users go on working; also through a dump and pg_upgrade.
# Rooms: sql scripts/install-sql test/upgrade src/postgres/catalog
use strict;
use warnings;
use PostgreSQL::Test::Cluster;
use PostgreSQL::Test::Utils;
use Test::More;
use Microdata;

my ($from) = former_versions();
plan skip_all => 'no former version is installed here' unless $from;
my $node = new_node('upgrade');
my $version = $node->safe_psql('postgres', q{SELECT extversion FROM pg_extension WHERE extname = 'pg_microdata'});

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
	SELECT name, 'privileges', (SELECT string_agg(a::text, ' ' ORDER BY a::text COLLATE "C") FROM unnest(coalesce(p.proacl, acldefault('f', p.proowner))) a)
	FROM member JOIN pg_proc p ON p.oid = objid AND classid = 'pg_proc'::regclass
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
my $people = q{CREATE TABLE people AS SELECT 20 + i % 60 AS age, i % 2 AS sex, 'd' || i % 7 AS disease, i AS number FROM generate_series(1, 500) i};
$node->safe_psql('postgres', 'CREATE DATABASE updated');
is($node->safe_psql(
		'updated', qq{
		CREATE EXTENSION pg_microdata VERSION '$from';
		\\o /dev/null
		$people;
		SELECT declare_roles('people', sensitive => '{disease}', identifiers => '{number}');
		CREATE TABLE narrow (gone integer, a integer, s integer);
		ALTER TABLE narrow DROP gone;
		SELECT declare_roles('narrow', sensitive => '{s}');
		CREATE TABLE undeclared (a integer);
		SELECT slice_table('people', 2, 3);
		SELECT slice_table('people', 2, 3, target => 'again', privacy => ARRAY[k_anonymity(4), l_diversity(3, 'entropy')]);
		-- Rights that policies bound, and statistics of all rows.
		GRANT SELECT ON microdata.release_record TO pg_monitor;
		GRANT SELECT (source, role) ON microdata.role_record TO pg_monitor;
		ANALYZE;
		\\o
		SELECT bool_and(holds) FROM verify_release('people_sliced')}), 't', "$from: a release verifies");
my $before = $node->safe_psql('updated', $releases);
$node->safe_psql('updated', 'ALTER EXTENSION pg_microdata UPDATE');
is($node->safe_psql('updated', $objects), $fresh, 'an updated database equals a fresh one');
is($node->safe_psql('updated', q{SELECT (SELECT count(*) FROM pg_statistic s JOIN pg_class c ON c.oid = s.starelid WHERE c.relnamespace = 'microdata'::regnamespace),
	has_any_column_privilege('pg_monitor', 'microdata.release_record', 'SELECT') OR has_any_column_privilege('pg_monitor', 'microdata.role_record', 'SELECT')}), '0|f',
	'nothing of the catalog is left in statistics, or granted');
is($node->safe_psql('updated', $releases), $before, 'releases and roles are what they were');
is( $node->safe_psql(
		'updated', q{
		SELECT bucketize_table('people', 3), generalize_table('people', 5), slice_table('people', 2, 3, replace => true);
		SELECT relation FROM gnf_decompose('people', 3, '{"age -> disease"}', 'single-attribute');
		SELECT relation FROM fragment_table('people', 5, 'disease');
		ALTER TABLE people RENAME age TO years;
		DROP TABLE again;
		SELECT count(*) FROM microdata.releases;
		SELECT declare_roles('narrow', subject => '{a}', person_attributes => '{s}');
		SELECT attribute, role, of_person FROM microdata.roles WHERE source = 'narrow'::regclass ORDER BY 1}),
	"people_bucketized|people_generalized|people_sliced\npeople_gnf_1\npeople_gnf_2\npeople_gnf_3\npeople_fragment_1\npeople_fragment_2\n5\n\na|subject|f\ns|sensitive|t",
	'everything works');
is($node->safe_psql('updated', 'SELECT * FROM microdata.declared_source_record ORDER BY source::text'),
	"narrow|{a,s}|{2,3}|1\npeople|{years,sex,disease,number}|{1,2,3,4}|0", "attributes of sources with declared roles, and their subject's, count as seen");

# The version of the library, which may be another one than that of the extension.
my ($rows, $warning) = ('', '');
$node->psql('postgres', 'SELECT microdata.version()', stdout => \$rows, stderr => \$warning, on_error_stop => 1);
is("$rows $warning", "$version ", 'the library has the version of the extension');
$node->psql('postgres', q{BEGIN; UPDATE pg_extension SET extversion = '0.11.0' WHERE extname = 'pg_microdata'; SELECT microdata.version(); ROLLBACK},
	stdout => \$rows, stderr => \$warning, on_error_stop => 1);
is($rows, $version, 'where the extension has another one, too');
like($warning, qr/WARNING:  the library of pg_microdata has version \Q$version\E, the extension version 0\.11\.0\nDETAIL:  The extension is that of database "postgres"\.\nHINT:  .*ALTER EXTENSION/,
	'which is said');

# A DBA's grants and owners of functions whose arguments change are those of their successors; and a dump keeps them.
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
	'granted', qq{
	ALTER DEFAULT PRIVILEGES GRANT EXECUTE ON FUNCTIONS TO publisher;
	CREATE EXTENSION pg_microdata VERSION '$from';
	REVOKE EXECUTE ON FUNCTION audit FROM PUBLIC;
	GRANT EXECUTE ON FUNCTION audit TO publisher, "Odd role" WITH GRANT OPTION;
	ALTER FUNCTION audit_inference OWNER TO dba;
	REVOKE EXECUTE ON FUNCTION audit_inference FROM publisher;
	ALTER FUNCTION bucketize_rows OWNER TO dba;
	REVOKE EXECUTE ON FUNCTION bucketize_rows FROM PUBLIC;
	REVOKE SELECT ON microdata.ledger FROM PUBLIC;
	GRANT SELECT ON microdata.ledger TO "Odd role";
	REVOKE EXECUTE ON FUNCTION create_prefix_hierarchy FROM PUBLIC;
	GRANT EXECUTE ON FUNCTION create_prefix_hierarchy TO "Odd role"});
my $privileges = q{
	SELECT p.proname, p.proowner::regrole, (SELECT string_agg(concat_ws(' ', coalesce(nullif(a.grantee, 0)::regrole::text, 'public'), CASE WHEN a.is_grantable THEN '*' END), ', '
		ORDER BY a.grantee::regrole::text) FROM aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a)
	FROM pg_proc p WHERE p.proname IN ('audit', 'audit_inference', 'bucketize_rows', 'risk', 'slice_table') AND p.pronamespace = 'public'::regnamespace ORDER BY 1;
	SELECT (SELECT string_agg(coalesce(nullif(a.grantee, 0)::regrole::text, 'public'), ', ' ORDER BY a.grantee::regrole::text) FROM aclexplode(c.relacl) a WHERE a.privilege_type = 'SELECT')
	FROM pg_class c WHERE c.oid = 'microdata.ledger'::regclass};
my $granted = $node->safe_psql('granted', $privileges);
is($granted, join("\n", 'audit|postgres|"Odd role" *, postgres, publisher *', 'audit_inference|dba|public, dba', 'bucketize_rows|dba|dba, publisher',
	'risk|postgres|public, postgres, publisher', 'slice_table|postgres|public, postgres, publisher', '"Odd role", postgres'), 'what a DBA had');
$node->safe_psql('granted', 'ALTER EXTENSION pg_microdata UPDATE');
is($node->safe_psql('granted', $privileges), $granted, 'is there after the update');
my $suffix = '_' . $from =~ tr/./_/r;
is($node->safe_psql('granted', qq{SELECT count(*) FROM pg_proc WHERE pronamespace = 'microdata'::regnamespace AND proname ~ '$suffix\$'}), 0, 'nothing else is');
my $creators = q{SELECT string_agg(a.grantee::regrole::text, ', ' ORDER BY a.grantee::regrole::text) FROM pg_proc p, aclexplode(p.proacl) a WHERE p.proname = 'create_prefix_hierarchy' AND a.grantee <> 0};
is($node->safe_psql('granted', $creators), '"Odd role", postgres, publisher', 'roles that were granted to make hierarchies still may');
my $making = sub { my ($database, $role) = @_; $node->psql($database, qq{SET ROLE "$role"; SELECT create_prefix_hierarchy('"$role".letters', '{1}'), drop_hierarchy('"$role".letters')}, on_error_stop => 1) };
isnt($making->('granted', 'stranger'), 0, 'others may not');
is($making->('granted', 'Odd role'), 0, 'granted by a DBA is granted');
my $restored = restored('granted');
is($node->safe_psql($restored, $privileges =~ s/p\.proowner::regrole/''/r), $granted =~ s/\|(?:dba|postgres)\|/||/gr =~ s/public, dba/public, postgres/r =~ s/dba, publisher/postgres, publisher/r,
	'and in a restored dump');
is($node->safe_psql($restored, $creators), '"Odd role", postgres, publisher', 'so are the privileges of roles that make hierarchies');
isnt($making->($restored, 'stranger'), 0, 'and of those that do not');

# Rights of PUBLIC to make hierarchies do not count any more, and the update says so.
$node->safe_psql('postgres', 'CREATE DATABASE open_to_all');
$node->safe_psql('open_to_all', qq{CREATE EXTENSION pg_microdata VERSION '$from'; GRANT EXECUTE ON FUNCTION create_prefix_hierarchy TO PUBLIC});
my ($made, $said) = ('', '');
$node->psql('open_to_all', 'ALTER EXTENSION pg_microdata UPDATE', stdout => \$made, stderr => \$said, on_error_stop => 1);
like($said, qr/WARNING:  PUBLIC makes no hierarchies with public\.create_prefix_hierarchy\(text,integer\[\]\) any more\nHINT:  Grant EXECUTE to roles\./, 'PUBLIC made hierarchies');
isnt($making->('open_to_all', 'stranger'), 0, 'and does not any more');

# Views, functions and prepared statements of users go on working, and can be restored.
$node->safe_psql(
	'viewed', qq{
	CREATE EXTENSION pg_microdata VERSION '$from';
	$people;
	CREATE MATERIALIZED VIEW sliced AS SELECT bucket, (sliced).* FROM slice_rows(NULL::people, 2, 3, sensitive => '{disease}', identifiers => '{number}');
	CREATE VIEW button AS SELECT slice_table('people', 2, 3, sensitive => '{disease}', identifiers => '{number}', replace => true);
	CREATE VIEW at_risk AS SELECT model, persons FROM risk('people', identifiers => '{number}') WHERE model = 'prosecutor';
	CREATE VIEW known AS SELECT relations FROM microdata.releases;
	CREATE VIEW named AS SELECT name FROM microdata.series;
	CREATE FUNCTION bound() RETURNS bigint LANGUAGE sql BEGIN ATOMIC SELECT count(*) FROM slice_rows(NULL::people, 2, 3, sensitive => '{disease}', identifiers => '{number}'); END;
	GRANT SELECT ON sliced TO publisher});
my $session = $node->background_psql('viewed', on_error_stop => 1);
$session->query_safe(q{
	SET client_min_messages = error;
	PREPARE counted AS SELECT count(*) FROM slice_rows(NULL::people, 2, 3, sensitive => '{disease}', identifiers => '{number}');
	EXECUTE counted});
my ($out, $notices) = ('', '');
$node->psql('viewed', 'ALTER EXTENSION pg_microdata UPDATE', stdout => \$out, stderr => \$notices, on_error_stop => 1);
is(join(' ', $notices =~ /WARNING:  function microdata\.(\w+)\(.*\) is kept for what depends on it/g), "risk$suffix", 'the update says what it keeps') or diag($notices);
is(answer($session, 'EXECUTE counted'), 500, 'prepared statements are those of the new functions');
$session->quit;
for my $database ('viewed', restored('viewed'))
{
	is($node->safe_psql($database, $objects), $fresh, "$database: the extension is that of a fresh database");
	is( $node->safe_psql(
			$database, qq{
			REFRESH MATERIALIZED VIEW sliced;
			SELECT count(*) FROM sliced;
			SELECT * FROM button;
			SELECT * FROM at_risk;
			SELECT * FROM known;
			SELECT * FROM named;
			SELECT bound();
			SELECT string_agg(proname, ' ') FROM pg_proc WHERE pronamespace = 'microdata'::regnamespace AND proname ~ '$suffix\$';
			SELECT bool_and(holds) FROM verify_release('people_sliced')}),
		"500\npeople_sliced\nprosecutor|500\n{people_sliced,people_sliced_expected}\n500\nrisk$suffix\nt", "$database: what depends on the extension works");
	is( $node->safe_psql(
			$database, qq{
			CREATE OR REPLACE VIEW at_risk AS SELECT model, persons FROM risk('people', identifiers => '{number}') WHERE model = 'prosecutor';
			DROP FUNCTION microdata.risk$suffix;
			SELECT * FROM at_risk}), 'prosecutor|500', "$database: and is made anew");
	is( $node->safe_psql(
			$database, q{
			DROP MATERIALIZED VIEW sliced;
			DROP VIEW button, at_risk, known, named;
			DROP FUNCTION bound;
			SET pg_microdata.allow_drop = on;
			DROP EXTENSION pg_microdata;
			SELECT count(*) FROM pg_type WHERE typname = 'text_list'}), 0, "$database: nothing keeps the extension");
}

# Statements of a session find what is there when the extension is made again or updated, or its making is undone,
# and what a role may see is looked up whenever they run.
$node->safe_psql('postgres', 'CREATE DATABASE session');
my $publish = q{SELECT slice_table('people', 2, 3, sensitive => '{disease}', identifiers => '{number}', seed => 1, target => };
is( $node->safe_psql(
		'session', qq{
		$people;
		BEGIN;
		CREATE EXTENSION pg_microdata;
		$publish 'undone');
		ROLLBACK;
		CREATE EXTENSION pg_microdata VERSION '$from';
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
		SET ROLE stranger;
		SELECT count(*) FROM microdata.releases;
		RESET ROLE;
		SELECT drop_release('made');
		SELECT count(*) FROM microdata.releases}),
	"undone\nold\nt\nupdated\n{old,old_expected}\n{updated,updated_expected}\nmade\n{made,made_expected}\n0\n\n0", 'one session goes on with an extension that changes');

# pg_upgrade takes a database of the version before along, which is updated then.
my $next = PostgreSQL::Test::Cluster->new('next');
$next->init;
my $left = PostgreSQL::Test::Cluster->new('left');
$left->init;
$left->start;
$left->safe_psql('postgres', qq{
	CREATE EXTENSION pg_microdata VERSION '$from';
	\\o /dev/null
	$people;
	SELECT declare_roles('people', sensitive => '{disease}', identifiers => '{number}');
	SELECT create_prefix_hierarchy('letters', '{1}'), grant_hierarchy('letters', 'public');
	SELECT slice_table('people', 2, 3), bucketize_table('people', 3);
	SELECT create_series('weekly', 'people', 'bucketization', '{"sensitive": ["disease"]}', '{number}', 3);
	SELECT publish_series('weekly')});
$before = $left->safe_psql('postgres', $releases);
$left->stop;
my $bindir = readpipe('pg_config --bindir') =~ s/\s+$//r;
chdir PostgreSQL::Test::Utils::tempdir() or die $!;
command_ok([ "$bindir/pg_upgrade", '--no-sync', '-d', $left->data_dir, '-D', $next->data_dir, '-b', $bindir, '-B', $bindir, '-s', $left->host, '-p', $left->port, '-P', $next->port ],
	'pg_upgrade');
$next->start;
is($next->safe_psql('postgres', q{SELECT extversion FROM pg_extension WHERE extname = 'pg_microdata'}), $from, 'the version before');
$next->safe_psql('postgres', 'ALTER EXTENSION pg_microdata UPDATE');
is($next->safe_psql('postgres', $objects), $fresh, 'updated after pg_upgrade: the extension is that of a fresh database');
is($next->safe_psql('postgres', $releases), $before, 'releases and roles are what they were');
is($next->safe_psql('postgres', q{SELECT edition FROM publish_series('weekly'); SELECT name, owner, granted_to FROM microdata.hierarchies; SELECT bool_and(holds) FROM verify_series('weekly')}),
	"2\nletters|postgres|{public}\nt", 'series and hierarchies go on');

done_testing();
