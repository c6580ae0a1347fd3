# A database that was made with an older version and updated is one that was made with this version,
# and what was published there goes on working.
use strict;
use warnings;
use PostgreSQL::Test::Utils;
use Test::More;
use Microdata;

my $node = new_node('upgrade');
my $version = $node->safe_psql('postgres', q{SELECT extversion FROM pg_extension WHERE extname = 'pg_microdata'});
my @older = grep { $_ ne $version }
  split /\n/, $node->safe_psql('postgres', q{SELECT version FROM pg_available_extension_versions WHERE name = 'pg_microdata' ORDER BY 1});
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
	SELECT name, 'column ' || a.attnum, concat_ws(' ', a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity,
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
	SELECT 'dumped', c.oid::regclass::text, x.condition
	FROM pg_extension e, unnest(e.extconfig, e.extcondition) x (relation, condition) JOIN pg_class c ON c.oid = x.relation WHERE e.extname = 'pg_microdata'
	ORDER BY 1, 2, 3};
my $fresh = $node->safe_psql('postgres', $objects);
like($fresh, qr/generalize_table/, 'a fresh database has something to compare');

my $releases = q{
	SELECT release_id, source, relations, parameters FROM microdata.releases ORDER BY 1;
	SELECT * FROM microdata.release_columns ORDER BY 1, 2, 4;
	SELECT * FROM microdata.roles ORDER BY 1, 2;
	SELECT r.relations, v.* FROM microdata.releases r, verify_release(r.relations[1]) v ORDER BY 1, 2};
for my $from (@older)
{
	my $database = "from_$from";
	$node->safe_psql('postgres', qq{CREATE DATABASE "$database"});
	$node->safe_psql(
		$database, qq{
		CREATE EXTENSION pg_microdata VERSION '$from';
		CREATE TABLE people AS SELECT 20 + i % 60 AS age, i % 2 AS sex, 'd' || i % 7 AS disease, i AS number FROM generate_series(1, 500) i;
		SELECT declare_roles('people', sensitive => '{disease}', identifiers => '{number}');
		SELECT slice_table('people', 2, 3);
		SELECT slice_table('people', 2, 3, target => 'again', privacy => ARRAY[k_anonymity(4), l_diversity(3, 'entropy')])});
	my $before = $node->safe_psql($database, $releases);
	$node->safe_psql($database, 'ALTER EXTENSION pg_microdata UPDATE');
	is($node->safe_psql($database, $objects), $fresh, "from $from: an updated database equals a fresh one");
	is($node->safe_psql($database, $releases), $before, "from $from: releases and roles are what they were");
	is( $node->safe_psql(
			$database, q{
			SELECT bucketize_table('people', 3), generalize_table('people', 5), slice_table('people', 2, 3, replace => true);
			SELECT relation FROM gnf_decompose('people', 3, '{"age -> disease"}', 'single-attribute');
			SELECT relation FROM fragment_table('people', 5, 'disease');
			ALTER TABLE people RENAME age TO years;
			DROP TABLE again;
			SELECT count(*) FROM microdata.releases}),
		"people_bucketized|people_generalized|people_sliced\npeople_gnf_1\npeople_gnf_2\npeople_gnf_3\npeople_fragment_1\npeople_fragment_2\n5",
		"from $from: everything works");
}

done_testing();
