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

# Makes a database with the version before, and with what a dump of one had: this library makes nothing in it.
my $roles_of_dump = 'CREATE ROLE "data owner"; CREATE ROLE reader; CREATE ROLE stranger';
$node->safe_psql('postgres', $roles_of_dump);
sub filled
{
	my ($server, $database) = @_;
	$server->safe_psql($database, "CREATE EXTENSION pg_microdata VERSION '$from'");
	$server->command_ok([ 'psql', '-X', '-q', '-v', 'ON_ERROR_STOP=1', '-f', "$ENV{MICRODATA_ROOT}/test/upgrade/$from.dump.sql", $server->connstr($database) ], "$database: a dump of $from");
	# A grant of the dump's DBA, which a fresh database lacks.
	$server->safe_psql($database, 'REVOKE EXECUTE ON FUNCTION create_hierarchy(text, regclass) FROM "data owner"');
	return;
}

my $recorded = q{
	SELECT release_id, source, relations, parameters - '{grouping,strict,cuts,cuts_by}'::text[] - CASE WHEN parameters ? 'member_column' THEN 'format' ELSE '' END, COALESCE(parameters ->> 'strict', (parameters ->> 'grouping' = 'strict')::text),
		CASE parameters ->> 'cuts' WHEN 'feasible' THEN COALESCE(parameters ->> 'cuts_by', 'width') ELSE parameters ->> 'cuts' END FROM microdata.release_record ORDER BY 1;
	SELECT release_id, relation, column_no, attribute, role, generalized FROM microdata.release_column_record ORDER BY 1, 2, 4;
	SELECT source, attribute, role FROM microdata.role_record ORDER BY 1, 2;
	SELECT release_id, readers, ended FROM microdata.ledger_record ORDER BY 1;
	SELECT series_id, edition, state, persons FROM microdata.edition_record ORDER BY 1, 2};
$node->safe_psql('postgres', 'CREATE DATABASE updated');
filled($node, 'updated');
# Rights that policies bound, and statistics of all rows.
$node->safe_psql('updated', q{
	GRANT SELECT ON microdata.release_record TO pg_monitor;
	GRANT SELECT (source, role) ON microdata.role_record TO pg_monitor;
	UPDATE microdata.series_record SET arguments = arguments || '{"target_like": "source", "only_partitions": null}';
	ANALYZE});
my $before = $node->safe_psql('updated', $recorded);
$node->safe_psql('postgres', 'CREATE DATABASE changed TEMPLATE updated');
$node->safe_psql('updated', 'SET client_min_messages = error; ALTER EXTENSION pg_microdata UPDATE');
is($node->safe_psql('updated', $objects), $fresh, 'an updated database equals a fresh one');
is($node->safe_psql('updated', q{SELECT (SELECT count(*) FROM pg_statistic s JOIN pg_class c ON c.oid = s.starelid WHERE c.relnamespace = 'microdata'::regnamespace),
	has_any_column_privilege('pg_monitor', 'microdata.release_record', 'SELECT') OR has_any_column_privilege('pg_monitor', 'microdata.role_record', 'SELECT')}), '0|f',
	'nothing of the catalog is left in statistics, or granted');
is($node->safe_psql('updated', $recorded), $before, 'all that is on record is what it was');
is($node->safe_psql('updated', q{SELECT string_agg(DISTINCT COALESCE(parameters ->> 'format', 'none'), ',' ORDER BY COALESCE(parameters ->> 'format', 'none')) FROM microdata.release_record WHERE parameters ? 'member_column' AND NOT parameters ? 'series'}),
	'tables', 'releases of persons were made in tables apart');
is($node->safe_psql('updated', q{SELECT count(*), count(*) FILTER (WHERE parameters ?| '{grouping,cuts_by}' OR parameters ->> 'cuts' = 'feasible'), count(DISTINCT parameters -> 'strict')
	FROM (SELECT parameters FROM microdata.release_record UNION ALL SELECT parameters FROM microdata.ledger_record) r}) =~ s/^\d+/n/r, 'n|0|2', 'with the settings of this version');
is($node->safe_psql('updated', q{SELECT count(*) > 0, count(*) FILTER (WHERE arguments ?| '{target_like,only_partitions}') FROM microdata.series_record}), 't|0', 'series have no arguments that are gone');
is($node->safe_psql('updated', q{SELECT r, bool_and(v.holds) FROM unnest('{clinic.sliced,clinic.bucketized,clinic.anatomy,clinic.generalized}'::regclass[]) r, verify_release(r) v GROUP BY r ORDER BY r::text}),
	"clinic.anatomy|t\nclinic.bucketized|t\nclinic.generalized|t\nclinic.sliced|t", 'releases hold');
is( $node->safe_psql(
		'updated', q{
		SET client_min_messages = error;
		SET search_path = clinic, public;
		SELECT bucketize_table('people', 3, target => 'new_buckets'), generalize_table('people', 5, target => 'new_classes'), slice_table('people', 2, 3, target => 'sliced', replace => true);
		SELECT relation FROM gnf_decompose('people', 2, '{"age -> disease"}', 'single-attribute', target => 'new_part');
		ALTER TABLE people RENAME age TO years;
		DROP TABLE sliced_k;
		SELECT attribute FROM microdata.role_record WHERE source = 'people'::regclass ORDER BY 1;
		SELECT attributes, attnums FROM microdata.declared_source_record WHERE source = 'people'::regclass}),
	"new_buckets|new_classes|sliced\nnew_part_1\nnew_part_2\nnew_part_3\nnew_part_4\ndisease\nid\n{id,years,zip,sex,disease}|{1,2,3,4,5}",
	'everything works');

# Until then this library touches nothing, and says so; the update makes good what happened meanwhile.
my $other = qr/the library of pg_microdata has version \Q$version\E, the extension version \Q$from\E/;
for my $call (q{slice_table('clinic.people', 2, 3)}, q{declare_roles('clinic.people')}, q{verify_release('clinic.sliced')}, q{publish_series('weekly')}, q{drop_hierarchy('of all')})
{
	my $error = '';
	isnt($node->psql('changed', "SELECT $call", stderr => \$error), 0, "$call fails");
	like($error, qr/ERROR:  $other\nDETAIL:  The extension is that of database "changed"\.\nHINT:  .*ALTER EXTENSION pg_microdata UPDATE/, 'and names the versions');
}
my ($told, $ignored) = ('', '');
$node->psql('changed', q{
	ALTER TABLE clinic.people RENAME age TO years;
	DROP TABLE clinic.sliced_k CASCADE;
	GRANT SELECT ON clinic.bucketized TO stranger;
	DROP TABLE clinic.zips}, stdout => \$ignored, stderr => \$told, on_error_stop => 1);
is(scalar(() = $told =~ /WARNING:  $other\nDETAIL:  Until they agree, the catalog does not follow commands/g), 1, 'a session is told once that its commands are not followed');
$node->safe_psql('changed', 'SET client_min_messages = error; ALTER EXTENSION pg_microdata UPDATE');
is($node->safe_psql('changed', $objects), $fresh, 'changed meanwhile: an updated database equals a fresh one');
is( $node->safe_psql(
		'changed', q{
		SELECT method, ended, count(*) FROM microdata.ledger WHERE relations && '{clinic.sliced_k,sliced_k}' GROUP BY 1, 2;
		SELECT count(*) FROM microdata.release_record r WHERE NOT EXISTS (SELECT FROM pg_class c WHERE c.oid = r.relations[1]);
		SELECT readers FROM microdata.ledger WHERE ended IS NULL AND relations && '{clinic.bucketized,bucketized}';
		SELECT attributes FROM microdata.declared_source_record WHERE source = 'clinic.people'::regclass;
		SELECT rule FROM microdata.privacy_rules;
		SELECT bool_and(holds) FROM verify_release('clinic.generalized')}),
	"slicing|dropped|1\n0\n{stranger}\n{id,years,zip,sex,disease}\nyears -> disease\nt", 'commands of that time are followed then');

# Arguments of series that are gone.
$node->safe_psql('postgres', 'CREATE DATABASE in_series');
$node->safe_psql(
	'in_series', qq{
	CREATE EXTENSION pg_microdata VERSION '$from';
	CREATE TABLE people AS SELECT 20 + i % 60 AS age, i % 2 AS sex, 'd' || i % 7 AS disease, i AS number FROM generate_series(1, 500) i;
	INSERT INTO microdata.series_record (name, source, source_name, source_owner, method, arguments, hash_key, attributes, created_by, independent, m)
	SELECT s.name, 'people', 'public.people', 'postgres'::regrole, 'slicing', s.arguments::jsonb, decode(repeat('00', 16), 'hex'), 3, 'postgres', true, NULL
	FROM (VALUES ('one', '{"l": 3, "cuts": "feasible", "columns": 2, "cuts_by": "correlation", "grouping": "strict", "sensitive": ["disease"], "identifiers": ["number"], "bucket_column": "part"}'),
		('other', '{"l": 3, "cuts": "oblivious", "columns": 2, "sensitive": ["disease"], "bucket_column": "bucket"}')) s (name, arguments)});
my ($nothing, $of_series) = ('', '');
$node->psql('in_series', 'ALTER EXTENSION pg_microdata UPDATE', stdout => \$nothing, stderr => \$of_series, on_error_stop => 1);
is(join(' ', $of_series =~ /WARNING:  (the next edition of .*)/g), 'the next edition of series "one" has a column "bucket" in place of "part"', 'columns of series that have other names') or diag($of_series);
is( $node->safe_psql('in_series', 'SELECT arguments FROM microdata.series_record ORDER BY name'),
	qq({"l": 3, "cuts": "correlation", "strict": true, "columns": 2, "sensitive": ["disease"], "identifiers": ["number"]}\n{"l": 3, "cuts": "oblivious", "columns": 2, "sensitive": ["disease"]}),
	'and their settings');

# The version of the library, which may be another one than that of the extension.
my ($rows, $warning) = ('', '');
$node->psql('postgres', 'SELECT microdata.version()', stdout => \$rows, stderr => \$warning, on_error_stop => 1);
is("$rows $warning", "$version ", 'the library has the version of the extension');
$node->psql('postgres', q{BEGIN; UPDATE pg_extension SET extversion = '0.11.0' WHERE extname = 'pg_microdata'; SELECT microdata.version(); ROLLBACK},
	stdout => \$rows, stderr => \$warning, on_error_stop => 1);
is($rows, $version, 'where the extension has another one, too');
like($warning, qr/WARNING:  the library of pg_microdata has version \Q$version\E, the extension version 0\.11\.0\nDETAIL:  The extension is that of database "postgres"\.\nHINT:  .*ALTER EXTENSION/,
	'which is said');

my $people = q{CREATE TABLE people AS SELECT 20 + i % 60 AS age, i % 2 AS sex, 'd' || i % 7 AS disease, i AS number FROM generate_series(1, 500) i};

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
	CREATE MATERIALIZED VIEW sliced AS SELECT bucket, (sliced).* FROM slice_rows(NULL::people, 2, 3, sensitive => '{disease}', identifiers => '{number}') WITH NO DATA;
	CREATE VIEW button AS SELECT slice_table('people', 2, 3, sensitive => '{disease}', identifiers => '{number}', replace => true);
	CREATE VIEW at_risk AS SELECT model, persons FROM risk('people', identifiers => '{number}') WHERE model = 'prosecutor';
	CREATE VIEW known AS SELECT relations FROM microdata.releases;
	CREATE VIEW named AS SELECT name FROM microdata.series;
	CREATE MATERIALIZED VIEW overlapping AS SELECT bucket, (sliced).* FROM slice_rows(NULL::people, 2, 3, sensitive => '{disease}', identifiers => '{number}', "grouping" => 'strict', cuts => 'feasible') WITH NO DATA;
	CREATE MATERIALIZED VIEW bucketized AS SELECT bucket, (bucketized).* FROM bucketize_rows(NULL::people, 3, sensitive => '{disease}', identifiers => '{number}', cuts => 'oblivious') WITH NO DATA;
	CREATE VIEW correlated AS SELECT slice_table('people', 3, 3, sensitive => '{disease}', identifiers => '{number}', bucket_column => 'part', cuts_by => 'correlation', target => 'correlated_people', replace => true);
	CREATE VIEW classes AS SELECT generalize_table('people', 5, identifiers => '{number}', "grouping" => 'relaxed', target => 'classes_of_people', replace => true);
	CREATE FUNCTION bound() RETURNS bigint LANGUAGE sql BEGIN ATOMIC SELECT count(*) FROM slice_rows(NULL::people, 2, 3, sensitive => '{disease}', identifiers => '{number}'); END;
	GRANT SELECT ON sliced TO publisher});
my $session = $node->background_psql('viewed', on_error_stop => 1);
$session->query_safe(q{
	SET client_min_messages = error;
	PREPARE counted AS SELECT count(*) FROM slice_rows(NULL::people, 2, 3, sensitive => '{disease}', identifiers => '{number}')});
my ($out, $notices) = ('', '');
$node->psql('viewed', 'ALTER EXTENSION pg_microdata UPDATE', stdout => \$out, stderr => \$notices, on_error_stop => 1);
my $kept = join ' ', map { "$_$suffix" } qw(bucketize_rows generalize_table risk slice_rows slice_table);
is(join(' ', sort $notices =~ /WARNING:  function microdata\.(\w+)\(.*\) is kept for what depends on it/g), $kept, 'the update says what it keeps') or diag($notices);
is(answer($session, 'EXECUTE counted'), 500, 'prepared statements are those of the new functions');
$session->quit;
for my $database ('viewed', restored('viewed'))
{
	is($node->safe_psql($database, $objects), $fresh, "$database: the extension is that of a fresh database");
	is( $node->safe_psql(
			$database, qq{
			REFRESH MATERIALIZED VIEW sliced;
			SELECT count(*) FROM sliced;
			REFRESH MATERIALIZED VIEW overlapping;
			SELECT count(*) FROM overlapping;
			REFRESH MATERIALIZED VIEW bucketized;
			SELECT count(*) FROM bucketized;
			SELECT * FROM correlated;
			SELECT parameters ->> 'bucket_column', parameters ->> 'cuts', parameters ->> 'strict' FROM microdata.releases WHERE relations[1] = 'correlated_people'::regclass;
			SELECT * FROM classes;
			SELECT parameters ->> 'cuts', parameters ->> 'strict' FROM microdata.releases WHERE relations[1] = 'classes_of_people'::regclass;
			SELECT * FROM button;
			SELECT * FROM at_risk;
			SELECT * FROM known ORDER BY relations::text;
			SELECT * FROM named;
			SELECT bound();
			SELECT string_agg(proname, ' ' ORDER BY proname) FROM pg_proc WHERE pronamespace = 'microdata'::regnamespace AND proname ~ '$suffix\$';
			SELECT bool_and(holds) FROM verify_release('people_sliced')}),
		"500\n500\n500\ncorrelated_people\npart|correlation|false\nclasses_of_people\nwidth|false\n"
		  . "people_sliced\nprosecutor|500\n{classes_of_people}\n{correlated_people,correlated_people_expected}\n{people_sliced,people_sliced_expected}\n500\n$kept\nt", "$database: what depends on the extension works");
	is( $node->safe_psql(
			$database, qq{
			CREATE OR REPLACE VIEW at_risk AS SELECT model, persons FROM risk('people', identifiers => '{number}') WHERE model = 'prosecutor';
			CREATE OR REPLACE VIEW button AS SELECT slice_table('people', 2, 3, sensitive => '{disease}', identifiers => '{number}', replace => true);
			DROP FUNCTION microdata.risk$suffix;
			SELECT * FROM at_risk}), 'prosecutor|500', "$database: and is made anew");
	is( $node->safe_psql(
			$database, qq{
			DROP MATERIALIZED VIEW sliced, overlapping, bucketized;
			DROP VIEW button, at_risk, known, named, correlated, classes;
			DROP FUNCTION bound, microdata.slice_rows$suffix, microdata.slice_table$suffix, microdata.bucketize_rows$suffix, microdata.generalize_table$suffix;
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
		ALTER EXTENSION pg_microdata UPDATE;
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
	"undone\nupdated\n{updated,updated_expected}\nmade\n{made,made_expected}\n0\n\n0", 'one session goes on with an extension that changes');

# pg_upgrade takes a database of the version before along, which is updated then.
my $next = PostgreSQL::Test::Cluster->new('next');
$next->init;
my $left = PostgreSQL::Test::Cluster->new('left');
$left->init;
$left->start;
$left->safe_psql('postgres', $roles_of_dump);
filled($left, 'postgres');
$before = $left->safe_psql('postgres', $recorded);
$left->stop;
my $bindir = readpipe('pg_config --bindir') =~ s/\s+$//r;
chdir PostgreSQL::Test::Utils::tempdir() or die $!;
command_ok([ "$bindir/pg_upgrade", '--no-sync', '-d', $left->data_dir, '-D', $next->data_dir, '-b', $bindir, '-B', $bindir, '-s', $left->host, '-p', $left->port, '-P', $next->port ],
	'pg_upgrade');
$next->start;
is($next->safe_psql('postgres', q{SELECT extversion FROM pg_extension WHERE extname = 'pg_microdata'}), $from, 'the version before');
$next->safe_psql('postgres', 'ALTER EXTENSION pg_microdata UPDATE');
is($next->safe_psql('postgres', $objects), $fresh, 'updated after pg_upgrade: the extension is that of a fresh database');
is($next->safe_psql('postgres', $recorded), $before, 'all that is on record is what it was');
is($next->safe_psql('postgres', q{
	SET client_min_messages = error;
	SET pg_microdata.republish = allow;
	SELECT edition FROM publish_series('weekly');
	SELECT name, owner, granted_to FROM microdata.hierarchies ORDER BY 1;
	SELECT bool_and(holds) FROM verify_series('weekly')}),
	"3\n\"data owner\".zips|data owner|{reader}\nof all|postgres|{public}\nof nobody|postgres|{}\nt", 'series and hierarchies go on');

done_testing();
