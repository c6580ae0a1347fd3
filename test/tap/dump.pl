# Releases, hierarchies and what is declared survive pg_dump and restore, whatever became of the tables' shapes.
# Rooms: sql
use strict;
use warnings;
use PostgreSQL::Test::Utils;
use Test::More;
use Microdata;

my $node = new_node('dump');
people($node, 'people', 2_000);
$node->safe_psql(
	'postgres', q{
	CREATE SCHEMA "Odd schema";
	-- A dropped column makes attribute numbers differ after the restore.
	ALTER TABLE people ADD gone integer;
	ALTER TABLE people ADD name text DEFAULT 'x';
	ALTER TABLE people DROP gone;
	ALTER TABLE people ADD note text DEFAULT 'y';
	SELECT declare_roles('people', sensitive => '{disease}', identifiers => '{name}', insensitive => '{note}');
	CREATE TABLE levels AS SELECT DISTINCT disease AS level0, length(disease) AS level1, '*' AS level2 FROM people;
	INSERT INTO levels VALUES ('NULL', 0, '*'), ('{"a\\b", }', 1, '*'), (E'two\nlines\t', 2, '*');
	SELECT create_hierarchy('disease', 'levels');
	SELECT create_prefix_hierarchy('o''ne "letter"', '{1,0}');
	SELECT create_interval_hierarchy('age', 0, 100, '{0.1,50}');
	SELECT create_date_hierarchy('day', '{day,week}');
	CREATE ROLE "hierarchy owner";
	CREATE ROLE "hierarchy user";
	GRANT EXECUTE ON FUNCTION create_prefix_hierarchy(text, integer[]) TO "hierarchy owner";
	SET ROLE "hierarchy owner";
	SELECT create_prefix_hierarchy('"hierarchy owner".theirs', '{2}');
	SELECT grant_hierarchy('"hierarchy owner".theirs', 'hierarchy user'), grant_hierarchy('"hierarchy owner".theirs', 'public');
	RESET ROLE;
	ALTER ROLE "hierarchy owner" RENAME TO "new owner";
	DROP TABLE levels;
	SELECT declare_hierarchy('people', 'disease', 'disease'), declare_hierarchy('people', 'note', 'o''ne "letter"'), declare_hierarchy('people', 'age', 'age');
	ALTER TABLE people RENAME note TO remark;
	-- One that nobody has seen.
	ALTER TABLE people ADD seen_by_nobody boolean;
	CREATE VIEW "Odd schema"."a view" AS SELECT age, disease FROM people;
	SELECT declare_roles('"Odd schema"."a view"', sensitive => '{disease}');
	CREATE OR REPLACE VIEW "Odd schema"."a view" AS SELECT age, disease, job AS "Odd job" FROM people;
	SELECT slice_table('people', 2, 4);
	SELECT slice_table('people', 2, 4, target => '"Odd schema"."a release"', k => 3, infeasible => 'generalize');
	SELECT slice_table('people', 2, 4, target => 'renamed', privacy => ARRAY[t_closeness(0.9, 'hierarchical')]);
	ALTER TABLE renamed RENAME TO "new name";
	ALTER TABLE "new name" RENAME age TO years;
	SELECT bucketize_table('people', 4, format => 'anatomy', target => '"Odd schema".counted');
	SELECT generalize_table('people', 5, target => 'general', privacy => ARRAY[t_closeness(0.4)]);
	SELECT add_privacy_rule('people', 'age, town -> disease', 4, 'by law');
	SELECT add_privacy_rule('people', 'remark -> job', privacy => l_diversity(2, 'entropy'));
	SELECT count(*) FROM gnf_decompose('people', 2, target => '"Odd schema".part');
	SELECT count(*) FROM gnf_decompose('people', 2, '{"age, town -> disease", "sex -> age, town"}', 'gd', target => 'guarded');
	ALTER TABLE guarded_1 RENAME TO "the guardian";
	SELECT count(*) FROM fragment_table('people', 4, 'disease', l => 2, target => '"Odd schema".fragment');
	CREATE TABLE temporary_source AS SELECT * FROM people;
	SELECT slice_table('temporary_source', 2, 4, sensitive => '{disease}', identifiers => '{name}', target => 'orphan');
	DROP TABLE temporary_source;
	-- To the views beside them, too; what restores several relations at a time grants both.
	GRANT SELECT ON "new name", general, orphan, "Odd schema"."a release" TO "hierarchy user", "new owner";
	CREATE TABLE lists AS SELECT '{disease,"Odd name",NULL}'::text_list AS list UNION ALL SELECT '{}';
	CREATE MATERIALIZED VIEW listed AS SELECT bucket, (sliced).*
		FROM slice_rows(NULL::people, 2, 4, sensitive => '{disease}', identifiers => ARRAY['name'], insensitive => ARRAY['remark'::name], quasi_identifiers => '{age}'::text);
	CREATE TABLE "Odd schema".visits AS SELECT 0 AS gone, i % 10 AS "Patient", i % 3 AS ward, i % 10 / 5 AS sex, i % 4 AS code FROM generate_series(1, 40) i;
	ALTER TABLE "Odd schema".visits DROP gone;
	SELECT declare_roles('"Odd schema".visits', sensitive => '{code}', subject => '{"Patient",ward}', person_attributes => '{sex,code}');
	ALTER TABLE "Odd schema".visits RENAME ward TO "Ward";
	CREATE TABLE numbered AS SELECT row_number() OVER () AS "Number", age, sex, disease FROM people;
	SELECT bucketize_table('numbered', 4, sensitive => '{disease}', subject => '{"Number"}', target => 'by_person');
	CREATE TABLE "Odd schema".stays AS SELECT 0 AS gone, i / 3 AS patient, i / 3 % 2 AS sex, i % 7 AS ward, i * i % 11 AS code FROM generate_series(1, 150) i;
	ALTER TABLE "Odd schema".stays DROP gone;
	SELECT bucketize_table('"Odd schema".stays', 3, sensitive => '{code}', subject => '{patient}', suppress => 0.9, privacy => ARRAY[k_anonymity(4)], format => 'tables');
	ALTER TABLE "Odd schema".stays_bucketized_rows RENAME TO "rows of stays";
	ALTER TABLE "Odd schema".stays RENAME patient TO "Patient's";
	CREATE TABLE "Odd schema".moves AS SELECT i / 3 AS patient, i / 3 % 2 AS sex, i % 7 AS ward, i % 5 AS day, i * i % 11 AS code FROM generate_series(1, 150) i;
	SELECT bucketize_table('"Odd schema".moves', 3, sensitive => '{code}', subject => '{patient}', suppress => 0.9, format => 'tables');
	SELECT bucketize_table('"Odd schema".moves', 3, sensitive => '{code}', subject => '{patient}', suppress => 0.9, target => 'joined_moves');
	ALTER TABLE "Odd schema".moves_bucketized_rows DROP day CASCADE;
	SELECT drop_release('people_sliced');
	SELECT microdata.forget_release(min(release_id), 'a draft') FROM microdata.ledger WHERE ended = 'dropped';
	SELECT slice_table('people', 2, 4)});
# A model of values bounds what buckets show, and nothing shows these two attributes together.
like((error_of($node, q{SELECT gnf_decompose('people', 2, '{"remark -> sex, job"}', privacy => ARRAY[l_diversity(2, 'entropy')], target => 'refused')}))[0],
	qr/is not supported for the parts of the rule/, 'a model of values that parts do not show together');

my $summary = q{
	SELECT release_id, method, source, relations, parameters, created_by, source_rows, published_rows, buckets FROM microdata.releases ORDER BY 1;
	SELECT release_id, relation, column_no, attribute, role, generalized FROM microdata.release_columns ORDER BY 1, relation::text, 4;
	SELECT release_id, method, source, source_name, source_owner, about, relations, attributes, parameters, created_at, created_by, readers, ended, ended_at, ended_by FROM microdata.ledger_record ORDER BY 1;
	SELECT * FROM microdata.forgotten_releases ORDER BY 1;
	SELECT * FROM microdata.roles ORDER BY 1, 2;
	SELECT source, ARRAY(SELECT unnest(attributes) ORDER BY 1) FROM microdata.declared_source_record ORDER BY source::text;
	SELECT r.source, a.attname FROM microdata.declared_source_record r JOIN pg_attribute a ON attrelid = r.source
		WHERE attnum > 0 AND NOT attisdropped AND attnum <> ALL (attnums) ORDER BY r.source::text, 2;
	SELECT * FROM microdata.hierarchies ORDER BY 1;
	SELECT name, kind, definition, owner, levels, labels, holder FROM microdata.hierarchy_record ORDER BY 1;
	SELECT * FROM microdata.hierarchy_grant_record ORDER BY 1, grantee::text;
	SELECT * FROM microdata.declared_hierarchies ORDER BY 1, 2;
	SELECT attribute, hierarchy FROM microdata.declared_hierarchy_record ORDER BY 1, 2;
	SELECT d.attribute, l.* FROM microdata.declared_hierarchies d, hierarchy_labels(d.source, d.attribute) l ORDER BY 1, 2;
	-- COPY does not keep the order of rows to the last.
	SELECT r.relations, v.requirement, CASE WHEN v.requirement !~ '(tables|parts|fragments) are shuffled' THEN v.achieved END, v.holds FROM microdata.releases r, verify_release(r.relations[1]) v ORDER BY r.release_id, v.requirement;
	SELECT r.release_id, a.attname, r.dropped_attributes FROM microdata.release_record r LEFT JOIN pg_attribute a ON a.attrelid = r.source AND a.attnum = ANY (r.subject_attnums)
		WHERE r.parameters ? 'subject' ORDER BY 1, 2;
	SELECT rule_id, source, rule, l, privacy, comment FROM microdata.privacy_rules ORDER BY 1;
	SELECT list::text FROM lists ORDER BY 1;
	SELECT pg_get_viewdef('listed'), count(*) FROM listed;
	SELECT relation, attribute, source_attribute FROM microdata.release_column_record ORDER BY relation::text, 2, 3};
my $before = $node->safe_psql('postgres', $summary);
like($before, qr/Odd schema/, 'there is something to dump');
like($before, qr/^\d+\|Patient's\|\{\}$/m, 'with a subject that was renamed');
like($before, qr/^\d+\|patient\|\{day\}$/m, 'and a release that lost an attribute');
like($before, qr/^people\|seen_by_nobody$/m, 'with an attribute that came after the roles were declared');
is($node->safe_psql('postgres', 'SELECT count(*) FROM microdata.releases r, verify_release(r.relations[1]) v WHERE NOT v.holds'), 0, 'and all of it holds');

my $file = PostgreSQL::Test::Utils::tempdir() . '/dump';
$node->command_ok([ 'pg_dump', '-f', "$file.sql", 'postgres' ], 'pg_dump of SQL');
$node->command_ok([ 'pg_dump', '-F', 'custom', '-f', $file, 'postgres' ], 'pg_dump of an archive');

# A parallel restore loads the tables in any order: the dump knows of no order among an extension's.
my ($list, $error) = ('', '');
IPC::Run::run([ 'pg_restore', '-l', $file ], '>', \$list, '2>', \$error) or die $error;
my @data = grep { / TABLE DATA / } split /\n/, $list;
my @rest = grep { !/ TABLE DATA |^;/ } split /\n/, $list;
ok(@data > 5, 'there are data to load in another order');
append_to_file("$file.list", join("\n", @rest, reverse(@data)) . "\n");

my %restore = (
	plain => [ 'psql', '-X', '-q', '-v', 'ON_ERROR_STOP=1', '-f', "$file.sql" ],
	parallel => [ 'pg_restore', '--exit-on-error', '-j', '2', $file ],
	reversed => [ 'pg_restore', '--exit-on-error', '-L', "$file.list", $file ]);
for my $way (sort keys %restore)
{
	my $restored = "restored_$way";
	$node->safe_psql('postgres', "CREATE DATABASE $restored TEMPLATE template0");
	my ($out, $err) = ('', '');
	ok(IPC::Run::run([ @{ $restore{$way} }, '-d', $node->connstr($restored) ], '>', \$out, '2>', \$err), "$way restore")
	  or diag($err);
	is($node->safe_psql($restored, $summary), $before, "the catalog after a $way restore");
	is( $node->safe_psql($restored,
			q{SELECT drop_release('people_sliced'); SELECT slice_table('people', 2, 4) > 0; SELECT max(release_id) > 5 FROM microdata.releases}),
		"\nt\nt", 'numbers go on from where they were');
	my ($notices, $warnings) = ('', '');
	$node->psql($restored, q{SELECT slice_table('people', 2, 4, replace => true)}, stdout => \$notices, stderr => \$warnings, on_error_stop => 1);
	is(join("\n", $warnings =~ /WARNING:  (columns? .* added .*)/g), 'column "seen_by_nobody" was added to "people" after its roles were declared', "nobody has seen it after a $way restore");
	is($node->safe_psql($restored, 'DROP TABLE people, numbered, "Odd schema".visits, "Odd schema".stays, "Odd schema".moves CASCADE; SELECT count(*) FROM microdata.role_record; SELECT count(*) FROM microdata.declared_source_record; SELECT count(*) FROM microdata.declared_hierarchy_record; SELECT count(source) FROM microdata.releases'),
		"0\n0\n0\n0", 'the event triggers are there');
}

# Who may read everything, or owns the database, dumps the catalog whole, with nothing of theirs in it and without any.
$node->safe_psql(
	'postgres', q{
	CREATE ROLE md_user LOGIN;
	CREATE ROLE backup LOGIN IN ROLE pg_read_all_data;
	CREATE ROLE nobody LOGIN;
	CREATE DATABASE hers OWNER md_user});
sub dumped_by
{
	my ($role, @options) = @_;
	$node->command_ok([ 'pg_dump', '-U', $role, '-f', $file, @options, 'hers' ], "pg_dump by $role");
	return slurp_file($file) =~ s/^\\(?:un)?restrict .*\n//mgr;
}
$node->safe_psql('hers', 'CREATE EXTENSION pg_microdata');
is(dumped_by('md_user'), dumped_by('postgres'), 'the owner of a database dumps it while the catalog is empty');
$node->safe_psql('hers', 'CREATE SCHEMA mine AUTHORIZATION md_user; GRANT EXECUTE ON FUNCTION create_prefix_hierarchy TO md_user');
$node->safe_psql('hers', q{
	CREATE TABLE mine.t AS SELECT i % 7 AS a, i % 3 AS s FROM generate_series(1, 30) i;
	SELECT slice_table('mine.t', 2, 2, sensitive => '{s}');
	SELECT create_prefix_hierarchy('md_user.hers', '{1}'), grant_hierarchy('md_user.hers', 'md_user'), declare_hierarchy('mine.t', 'a', 'md_user.hers')}, extra_params => [ '-U', 'md_user' ]);
$node->safe_psql('hers', q{
	CREATE SCHEMA others;
	GRANT USAGE ON SCHEMA others TO md_user;
	CREATE TABLE others.t AS SELECT i AS id, i % 7 AS a, i % 3 AS s FROM generate_series(1, 30) i;
	GRANT SELECT ON others.t TO md_user;
	SELECT slice_table('others.t', 2, 2, sensitive => '{s}', identifiers => '{id}', target => 'others.released');
	GRANT SELECT ON others.released, others.released_expected TO md_user;
	SELECT create_series('theirs', 'others.t', 'bucketization', '{"sensitive": ["s"]}', '{id}');
	SELECT create_prefix_hierarchy('not hers', '{1}'), grant_hierarchy('not hers', 'md_user')});
my $whole = dumped_by('postgres');
like($whole, qr/COPY microdata\.release_record.*\n1\tslicing\tmine\.t\t\{mine\.t_sliced,mine\.t_sliced_expected\}/, 'with her releases');
like($whole, qr/COPY microdata\.hierarchy_record(?s:.*)\nnot hers\tprefix\t/, 'and hierarchies of others');
like($whole, qr/COPY microdata\.series_record .*\n1\ttheirs\tothers\.t\t/, 'and series of others');
is(dumped_by('md_user'), $whole, 'the owner of the database dumps what a superuser does');
is(dumped_by('backup'), $whole, 'so does who may read all data');
$node->command_fails_like([ 'pg_dump', '-U', 'nobody', '-f', $file, 'hers' ], qr/permission denied/, 'nobody else dumps the catalog');
$node->safe_psql('postgres', 'CREATE DATABASE restored_hers TEMPLATE template0');
dumped_by('backup');
$node->command_ok([ 'psql', '-X', '-q', '-v', 'ON_ERROR_STOP=1', '-d', 'restored_hers', '-f', $file ], 'what was dumped so is restored');
my $counted = q{SELECT (SELECT count(*) FROM microdata.releases), (SELECT count(*) FROM microdata.hierarchies), (SELECT count(*) FROM microdata.series), (SELECT count(*) FROM microdata.ledger)};
is($node->safe_psql('restored_hers', $counted), $node->safe_psql('hers', $counted), 'with everything');

# Sources that are temporary, or gone without a trace, and roles that are gone: their numbers are other relations' and roles' where
# the dump is restored.
$node->safe_psql('postgres', 'CREATE DATABASE passing; CREATE ROLE leaver; CREATE ROLE heir');
$node->safe_psql('passing', 'CREATE EXTENSION pg_microdata');
my $table = q{AS SELECT i % 7 AS a, i % 5 AS b, i % 3 AS s FROM generate_series(1, 60) i};
my $session = $node->background_psql('passing', on_error_stop => 1);
$session->query_safe(qq{
	SET client_min_messages = error;
	CREATE TEMPORARY TABLE t $table;
	SELECT slice_table('t', 2, 2, sensitive => '{s}', target => 'public.passing');
	SELECT count(*) FROM gnf_decompose('t', 2, '{"a -> s"}', 'single-attribute', target => 'public.parts')});
$node->command_ok([ 'pg_dump', '-f', "$file.while", 'passing' ], 'pg_dump while the temporary source is there');
is(answer($session, q{SELECT bool_and(holds) FROM verify_release('passing')}), 't', 'its own session knows the temporary source');
$session->quit;
$node->poll_query_until('passing', q{SELECT NOT EXISTS (SELECT FROM pg_class WHERE relname = 't')}) or die 'the temporary table stays';
$node->safe_psql(
	'passing', qq{
	CREATE TABLE kept $table;
	CREATE TABLE lost $table;
	CREATE TABLE lost_declared $table;
	SELECT slice_table('kept', 2, 2, sensitive => '{s}'), slice_table('lost', 2, 2, sensitive => '{s}');
	SELECT count(*) FROM gnf_decompose('kept', 2, '{"a -> s"}', 'single-attribute', target => 'torn');
	SELECT declare_roles(t, sensitive => '{s}'), add_privacy_rule(t, 'a -> s') FROM unnest('{kept,lost_declared}'::regclass[]) t;
	GRANT EXECUTE ON FUNCTION create_prefix_hierarchy TO leaver;
	SET ROLE leaver;
	SELECT create_prefix_hierarchy('leaver.first', '{1}');
	RESET ROLE;
	SELECT create_prefix_hierarchy('first', '{1}'), grant_hierarchy('first', 'leaver'), grant_hierarchy('first', 'heir');
	SELECT declare_hierarchy(t, 'a', 'first') FROM unnest('{kept,lost_declared}'::regclass[]) t;
	REVOKE EXECUTE ON FUNCTION create_prefix_hierarchy FROM leaver;
	DROP OWNED BY leaver;
	DROP ROLE leaver;
	ALTER EVENT TRIGGER pg_microdata_forget_dropped DISABLE;
	DROP TABLE lost, lost_declared, torn_2;
	ALTER EVENT TRIGGER pg_microdata_forget_dropped ENABLE ALWAYS});
$node->command_ok([ 'pg_dump', '-f', "$file.after", 'passing' ], 'pg_dump after');
for my $when ('while', 'after')
{
	my @copied = slurp_file("$file.$when") =~ /^COPY microdata\.(\w+) .*?\n(.*?)^\\\.$/msg;
	my $rows = '';
	while (my ($name, $data) = splice @copied, 0, 2)
	{
		$rows .= "$name $_\n" for split /\n/, $data;
	}
	like($rows, qr/release_record .*\tpassing\b|release_record .*\{(?:public\.)?passing,(?:public\.)?passing_expected\}/, "$when: the release is dumped");
	# Columns that are relations or roles have numbers in them where what they refer to is gone.
	unlike($rows, qr/^release_record \d+\t\w+\t(?:\d|pg_temp)/m, "$when: no number for a source");
	unlike($rows, qr/^release_record \d+\t\w+\t[^\t]*\t\{(?:[^}]*,)?\d+[,}]/m, "$when: no number for a relation");
	unlike($rows, qr/^release_column_record \d+\t(?:\d|pg_temp)/m, "$when: no number for the relation of an attribute");
	unlike($rows, qr/^release_column_record (?:[^\t]*\t){7}(?:\d|pg_temp)/m, "$when: no number for the source of an attribute");
	unlike($rows, qr/^(?:role_record|declared_source_record|declared_hierarchy_record) \d/m, "$when: no number for whom roles and hierarchies are declared");
	unlike($rows, qr/^privacy_rule_record \d+\t\d/m, "$when: no number for whom rules are declared");
	unlike($rows, qr/^hierarchy_record (?:[^\t]*\t){3}\d/m, "$when: no number for the owner of a hierarchy");
	unlike($rows, qr/^hierarchy_grant_record [^\t]*\t\d/m, "$when: no number for whom a hierarchy is granted to");
	$node->safe_psql('postgres', "CREATE DATABASE restored_$when TEMPLATE template0");
	my ($out, $err) = ('', '');
	ok(IPC::Run::run([ 'psql', '-X', '-q', '-v', 'ON_ERROR_STOP=1', '-f', "$file.$when", '-d', $node->connstr("restored_$when") ], '>', \$out, '2>', \$err), "$when: restored")
	  or diag($err);
	is($node->safe_psql("restored_$when", q{SELECT count(*), count(source) FROM microdata.releases WHERE relations::text ~ 'passing|parts'}), '2|0', "$when: releases without a source");
}
is($node->safe_psql('restored_after', q{
	SELECT source, relations FROM microdata.releases WHERE source IS NOT NULL;
	SELECT source, attribute FROM microdata.roles;
	SELECT source, attributes FROM microdata.declared_source_record;
	SELECT source, rule FROM microdata.privacy_rules;
	SELECT * FROM microdata.declared_hierarchies;
	SELECT name, owner, granted_to FROM microdata.hierarchies;
	SELECT bool_and(holds) FROM verify_release('kept_sliced')}),
	"kept|{kept_sliced,kept_sliced_expected}\nkept|s\nkept|{a,b,s}\nkept|a -> s\nkept|a|first\nfirst|postgres|{heir}\nt", 'what lasts is restored');

# A release that is partitioned as its source is: dumped with its partitions, and partitions are published again after the restore.
$node->safe_psql('postgres', 'CREATE DATABASE by_months; CREATE ROLE reader_of_months');
$node->safe_psql(
	'by_months', q{
	CREATE EXTENSION pg_microdata;
	CREATE TABLE visits (id integer, day date, age integer, disease text) PARTITION BY RANGE (day);
	CREATE TABLE visits_1 PARTITION OF visits FOR VALUES FROM ('2026-01-01') TO ('2026-02-01');
	CREATE TABLE visits_2 PARTITION OF visits FOR VALUES FROM ('2026-02-01') TO ('2026-03-01');
	INSERT INTO visits SELECT i, DATE '2026-01-01' + i % 59, 20 + i % 50, 'disease ' || i % 7 FROM generate_series(1, 1400) i;
	SELECT declare_roles('visits', identifiers => '{id}', sensitive => '{disease}', quasi_identifiers => '{day, age}');
	SELECT slice_table('visits', 2, 3);
	GRANT SELECT ON visits_sliced TO reader_of_months});
$node->command_ok([ 'pg_dump', '-f', "$file.months", 'by_months' ], 'pg_dump of a partitioned release');
$node->safe_psql('postgres', 'CREATE DATABASE restored_months TEMPLATE template0');
$node->command_ok([ 'psql', '-X', '-q', '-v', 'ON_ERROR_STOP=1', '-d', 'restored_months', '-f', "$file.months" ], 'restore of it');
my $of_months = q{SELECT string_agg(format('%s %s', tableoid::regclass, n), ', ' ORDER BY tableoid::regclass::text)
	FROM (SELECT tableoid, count(*) AS n FROM visits_sliced GROUP BY tableoid) c};
is($node->safe_psql('restored_months', $of_months), $node->safe_psql('by_months', $of_months), 'rows are in the partitions that they were in');
is($node->safe_psql('restored_months', q{SELECT bool_and(holds) FROM verify_release('visits_sliced')}), 't', 'and verified');
$node->safe_psql(
	'restored_months', q{
	CREATE TABLE visits_3 PARTITION OF visits FOR VALUES FROM ('2026-03-01') TO ('2026-04-01');
	INSERT INTO visits SELECT i, DATE '2026-03-01' + i % 31, 20 + i % 50, 'disease ' || i % 7 FROM generate_series(1401, 2100) i;
	SELECT republish_partitions('visits_sliced', '{visits_3}')});
is($node->safe_psql('restored_months', q{SELECT bool_and(holds), has_table_privilege('reader_of_months', 'visits_sliced', 'SELECT'),
	has_table_privilege('reader_of_months', 'visits_sliced_3', 'SELECT') FROM verify_release('visits_sliced')}),
	't|t|f', 'a new month is published after the restore');

done_testing();
