# Who may do and see what, with roles that log in: publishers, analysts, strangers; default privileges; row security;
# a dump by a role that is no superuser.
use strict;
use warnings;
use PostgreSQL::Test::Utils;
use Test::More;
use Microdata;

my $node = new_node('privileges');
people($node, 'people', 3000);
$node->safe_psql(
	'postgres', q{
	CREATE ROLE publisher LOGIN;
	CREATE ROLE office LOGIN;
	CREATE ROLE colleague LOGIN IN ROLE office;
	CREATE ROLE analyst LOGIN;
	CREATE SCHEMA clinic AUTHORIZATION publisher;
	GRANT USAGE ON SCHEMA clinic TO PUBLIC;
	ALTER TABLE people SET SCHEMA clinic;
	ALTER TABLE clinic.people OWNER TO publisher;
	ALTER DEFAULT PRIVILEGES GRANT ALL ON TABLES TO PUBLIC;
	ALTER DEFAULT PRIVILEGES FOR ROLE publisher GRANT ALL ON TABLES TO analyst WITH GRANT OPTION;
	ALTER DEFAULT PRIVILEGES FOR ROLE publisher IN SCHEMA clinic GRANT SELECT ON TABLES TO PUBLIC});

# What a statement says, or its error, to somebody who logs in.
sub as
{
	my ($role, $sql) = @_;
	my ($out, $err) = ('', '');
	$node->psql('postgres', $sql, stdout => \$out, stderr => \$err, extra_params => [ '-U', $role ], on_error_stop => 1);
	return $err =~ /ERROR|FATAL/ ? $err : $out;
}

my $call = q{SELECT slice_table('clinic.people', 2, 4, sensitive => '{disease}')};
is(as('publisher', $call), 'clinic.people_sliced', 'who owns the source and may create publishes');
$node->safe_psql('postgres', 'GRANT SELECT ON clinic.people TO analyst');
like(as('analyst', $call), qr/permission denied for schema clinic/, 'who may not create there does not');
$node->safe_psql('postgres', 'REVOKE SELECT ON clinic.people FROM analyst');
like(as('analyst', q{SELECT slice_table('clinic.people', 2, 4, sensitive => '{disease}', target => 'public.mine')}),
	qr/permission denied/, 'nor does who may not read the source');

# Default privileges would have let everybody read it.
is(as('publisher', 'CREATE TABLE clinic.other (a int)'), '', 'another table');
is(as('analyst', 'SELECT count(*) FROM clinic.other'), '0', 'is readable by default');
like(as($_, 'SELECT * FROM clinic.people_sliced LIMIT 1'), qr/permission denied/, "the release is not, to $_") for 'analyst', 'office';
is($node->safe_psql('postgres', q{SELECT count(*) FROM pg_class c, aclexplode(c.relacl) a WHERE oid = 'clinic.people_sliced'::regclass AND grantee <> relowner}),
	0, 'nobody but the owner has a privilege on it');
is(as('publisher', 'GRANT SELECT ON clinic.people_sliced TO analyst'), '', 'the owner grants');
is(as('analyst', 'SELECT count(*) FROM clinic.people_sliced'), '3000', 'and then it is read');
is(as('publisher', $call =~ s/'\{disease\}'/'{disease}', replace => true/r), 'clinic.people_sliced', 'a release is replaced');
is(as('analyst', 'SELECT count(*) FROM clinic.people_sliced'), '3000', 'who was granted the old one reads the new one');
like(as('office', 'SELECT * FROM clinic.people_sliced LIMIT 1'), qr/permission denied/, 'nobody else does, whatever default privileges are');
is(as('publisher', 'REVOKE SELECT ON clinic.people_sliced FROM analyst'), '', 'the owner revokes');
is(as('publisher', $call =~ s/'\{disease\}'/'{disease}', replace => true/r), 'clinic.people_sliced', 'and replaces it again');
like(as('analyst', 'SELECT * FROM clinic.people_sliced LIMIT 1'), qr/permission denied/, 'which brings nothing back');

# The catalog shows a release to its owner and the members of its role.
is(as('publisher', 'SELECT count(*) FROM microdata.releases'), '1', 'the owner sees the release');
is(as($_, 'SELECT (SELECT count(*) FROM microdata.releases) + (SELECT count(*) FROM microdata.release_columns)'),
	'0', "$_ does not") for 'analyst', 'office', 'colleague';
like(as($_, 'SELECT count(*) FROM microdata.release_record'), qr/permission denied/, "the table is not for $_") for 'analyst', 'publisher';
is($node->safe_psql('postgres', 'ALTER TABLE clinic.people_sliced OWNER TO office'), '', 'the release is given to another role');
is(as('colleague', 'SELECT count(*) FROM microdata.releases'), '1', 'whose members see it then');
is(as('publisher', 'SELECT count(*) FROM microdata.releases'), '1', 'and still who owns its source');
for my $table ('release_record', 'release_column_record', 'role_record', 'declared_source_record')
{
	like(as('colleague', "DELETE FROM microdata.$table"), qr/permission denied/, "nobody writes $table");
}
like(as('publisher', q{SELECT drop_release('clinic.people_sliced')}), qr/must be owner/, 'who no longer owns it does not drop it');
like(as('publisher', $call =~ s/'\{disease\}'/'{disease}', replace => true/r), qr/must be owner/, 'nor replace it');

# Whoever had the name before gets neither a release nor editions, also where a superuser publishes.
$node->safe_psql('postgres', q{CREATE ROLE squatter LOGIN; GRANT CREATE ON SCHEMA public TO squatter, publisher});
is(as('squatter', q{
	CREATE TABLE own AS SELECT i AS id, i % 4 AS age, 'd' || i % 7 AS disease FROM generate_series(1, 28) i;
	SELECT slice_table('own', 2, 3, sensitive => '{disease}', identifiers => '{id}', target => 'public.taken');
	CREATE VIEW cases AS TABLE taken;
	CREATE VIEW cases_expected AS TABLE taken_expected}), 'taken', 'a stranger has made a release and views of names that others use');
like((error_of($node, $call =~ s/'\{disease\}'/'{disease}', target => 'public.taken', replace => true/r))[0], qr/belongs to role "squatter" and is not replaced/, 'it is not replaced by one of a source that the stranger may not read');
is(as('squatter', 'SELECT count(*) FROM taken'), '28', 'and stays what it was');
is(as('publisher', q{SELECT create_series('cases', 'clinic.people', 'slicing', '{"sensitive": ["disease"], "columns": 2, "l": 4, "target": "public.cases"}', independent => true, view => 'public.cases_of')}), '', 'a series');
is(as('squatter', 'ALTER VIEW cases RENAME TO cases_of; ALTER VIEW cases_expected RENAME TO cases_of_expected'), '', 'whose name is taken then');
like((error_of($node, q{SELECT publish_series('cases')}))[0], qr/has an owner that may not own editions/, 'a superuser publishes nothing behind the view of a stranger');
is($node->safe_psql('postgres', q{SELECT count(*) FROM pg_class WHERE relname = 'cases_1'}), '0', 'and makes no edition');
is(as('publisher', q{SELECT drop_series('cases')}), '', 'the series ends');
$node->safe_psql('postgres', q{DROP OWNED BY squatter; DROP ROLE squatter; REVOKE CREATE ON SCHEMA public FROM publisher});

# Whoever publishes, a role gets nothing in a schema where it may create nothing itself.
my $define = q{independent => true, arguments => '{"sensitive": ["disease"], "columns": 2, "l": 4, "target": "%s"}'};
sub owner_of { my ($name) = @_; return $node->safe_psql('postgres', "SELECT relowner::regrole FROM pg_class WHERE oid = to_regclass('$name')") }
my $super = $node->safe_psql('postgres', 'SELECT current_user');
sub series
{
	my ($name, $target, $more) = @_;
	return as('publisher', "SELECT create_series('$name', 'clinic.people', 'slicing', " . sprintf($define, $target) . ($more // '') . ')');
}
like(series('planted', 'public.planted'), qr/permission denied for schema public/, 'a series makes no editions where its owner may not');
is(series('planted', 'clinic.planted'), '', 'it does where she may');
like(as('publisher', q{SELECT alter_series('planted', arguments => '{"sensitive": ["disease"], "columns": 2, "l": 4, "target": "public.planted"}')}),
	qr/permission denied for schema public/, 'nor is it defined anew so');
like(as('publisher', q{SELECT alter_series('planted', view => 'public.planted')}), qr/permission denied for schema public/, 'nor shown there');
$node->safe_psql('postgres', 'GRANT CREATE ON SCHEMA public TO publisher');
is(as('publisher', q{SELECT alter_series('planted', view => 'public.shown')}), '', 'where she may, it is');
is(series('elsewhere', 'public.elsewhere', q{, gate => '{"verify": true}'}), '', 'as are editions');
is(series('waiting', 'clinic.waiting', q{, view => 'public.waiting', approve => true}), '', 'and what waits for approval');
is($node->safe_psql('postgres', q{SELECT (publish_series('waiting')).state}), 'draft', 'a superuser publishes it');
is(series('usual', 'public.usual', q{, view => 'public.in_use'}), '', 'a series in a schema');
is($node->safe_psql('postgres', q{SELECT (publish_series('usual')).state}), 'shown', 'a superuser publishes it');
is(owner_of($_), 'publisher', "$_ is the owner's") for 'public.usual_1', 'public.usual_1_expected', 'public.in_use', 'public.in_use_expected', 'clinic.waiting_1';
is(as('publisher', $call =~ s/'\{disease\}'/'{disease}', target => 'public.once'/r), 'once', 'a release there');
$node->safe_psql('postgres', 'REVOKE CREATE ON SCHEMA public FROM publisher; CREATE ROLE admin SUPERUSER LOGIN');
is($node->safe_psql('postgres', q{SELECT (publish_series('planted')).state}), 'shown', 'a superuser publishes where she may create nothing any more');
is($node->safe_psql('postgres', q{SELECT (publish_series('elsewhere')).state}), 'published', 'and the other series');
is(owner_of($_), $super, "$_ is not hers") for 'public.shown', 'public.shown_expected', 'public.elsewhere_1', 'public.elsewhere_1_expected';
is(as('admin', q{SELECT approve_edition('waiting', 1)}), 'draft', 'no view is made of a draft of hers');
is(owner_of('public.waiting'), '', 'nor by another way');
like((error_of($node, q{SELECT publish_series('usual')}))[0], qr/could not be made to belong to the owner of view "in_use"/, 'her views show no edition there');
like((error_of($node, $call =~ s/'\{disease\}'/'{disease}', target => 'public.once', replace => true/r))[0], qr/cannot be given to its owner "publisher"/, 'nor is a release of hers replaced');
$node->safe_psql('postgres', q{SELECT drop_series(s) FROM unnest('{planted,elsewhere,waiting,usual}'::text[]) s;
	DROP VIEW shown, shown_expected, in_use, in_use_expected;
	SELECT drop_release(r) FROM unnest('{clinic.planted_1,public.elsewhere_1,clinic.waiting_1,public.usual_1,public.once}'::regclass[]) r});

# Roles are declared by the owner, and seen by who may read the source.
like(as('analyst', q{SELECT declare_roles('clinic.people', sensitive => '{disease}')}), qr/must be owner/, 'a stranger declares no roles');
is(as('publisher', q{SELECT declare_roles('clinic.people', sensitive => '{disease}')}), '', 'the owner does');
is(as('analyst', 'SELECT count(*) FROM microdata.roles'), '0', 'who may not read the table does not see them');
is(as('analyst', 'SELECT count(*) FROM microdata.declared_sources'), '0', 'nor of what they were declared');

# A view that a stranger makes of the table tells neither, however it reads; one that its owner has let her read tells of releases.
sub warned
{
	my ($role, $sql) = @_;
	my $err = '';
	$node->psql('postgres', $sql, stderr => \$err, extra_params => [ '-U', $role ]);
	return join ', ', $err =~ /(is declared as|earlier release)/g;
}
$node->safe_psql('postgres', q{
	CREATE SCHEMA analyst AUTHORIZATION analyst;
	ALTER ROLE analyst SET pg_microdata.republish = 'warn';
	ALTER ROLE publisher SET pg_microdata.republish = 'warn'});
is(as('publisher', 'CREATE VIEW clinic.of_owner AS TABLE clinic.people; GRANT SELECT ON clinic.of_owner TO analyst; CREATE VIEW clinic.own AS TABLE clinic.people'), '', 'views of the owner');
is(as('analyst', q{
	CREATE VIEW analyst.plain AS TABLE clinic.people;
	CREATE VIEW analyst.never AS SELECT * FROM clinic.people WHERE false;
	CREATE VIEW analyst.second AS TABLE analyst.plain;
	CREATE MATERIALIZED VIEW analyst.stored AS TABLE clinic.people WITH NO DATA;
	CREATE VIEW analyst.given AS TABLE clinic.of_owner}), '', 'views of a stranger');
my @views = qw(plain never second stored);
if ($node->safe_psql('postgres', 'SHOW server_version_num') >= 150000)
{
	is(as('analyst', 'CREATE VIEW analyst.as_caller WITH (security_invoker) AS TABLE clinic.people'), '', 'one that reads as its reader');
	push @views, 'as_caller';
}
my $slice_view = q{SELECT slice_table('%1$s', 2, 4, %2$s target => '%1$s_sliced')};
for my $view (map { "analyst.$_" } @views)
{
	is(warned('analyst', sprintf $slice_view, $view, ''), '', "publishing $view tells nothing of the table");
	is(warned('analyst', sprintf $slice_view, $view, q{sensitive => '{disease}',}), '', "nor with roles");
	is(warned('analyst', qq{SELECT * FROM audit_composition(source => '$view')}), '', 'nor does comparing its releases');
	is(as('analyst', qq{SELECT microdata.releases_left_out('$view', 0)}), '', 'nor counting them');
}
is(warned('analyst', sprintf $slice_view, 'analyst.given', q{sensitive => '{disease}',}), 'earlier release', 'who may read the persons is told of their releases');
is(warned('publisher', sprintf $slice_view, 'clinic.own', q{sensitive => '{disease}',}), 'earlier release', 'and the owner');
is(as('analyst', q{SELECT microdata.releases_left_out('analyst.given', 0) > 1}), 't', 'who counts them, too');
is(warned('publisher', q{SELECT slice_table('clinic.own', 2, 4, target => 'clinic.own_again')}) =~ /declared/ ? 'told' : '', 'told', 'and is told of declared roles');
$node->safe_psql('postgres', q{
	SELECT drop_release('analyst.given_sliced'), drop_release('clinic.own_sliced');
	DROP SCHEMA analyst CASCADE;
	DROP VIEW clinic.of_owner, clinic.own;
	ALTER ROLE analyst RESET ALL;
	ALTER ROLE publisher RESET ALL});
is(as('publisher', 'GRANT SELECT ON clinic.people TO analyst'), '', 'with the right to read');
is(as('analyst', 'SELECT attribute FROM microdata.roles'), 'disease', 'they are seen');

# Row security on the source: an error, not a release of a part.
is(as('publisher', 'CREATE POLICY of_women ON clinic.people USING (sex = $$F$$); ALTER TABLE clinic.people ENABLE ROW LEVEL SECURITY'), '', 'a policy');
is($node->safe_psql('postgres', 'GRANT CREATE ON SCHEMA public TO analyst'), '', 'the analyst may create in public');
for my $statement (q{SELECT slice_table('clinic.people', 2, 4, target => 'public.part')}, q{SELECT * FROM attribute_correlation('clinic.people')},
	q{SELECT count(*) FROM slice_rows(NULL::clinic.people, 2, 4)})
{
	like(as('analyst', $statement), qr/row security would hide rows of "people" from you/, "$statement is an error");
}
is(as('publisher', q{SELECT slice_table('clinic.people', 2, 4, target => 'clinic.whole')}), 'clinic.whole', 'the owner, from whom nothing is hidden, publishes');
is(as('analyst', q{CREATE VIEW women AS SELECT age, town, disease FROM clinic.people; SELECT slice_table('women', 2, 4, sensitive => '{disease}')}),
	'women_sliced', 'who wants what she may see makes a view of it');

# What a DBA demands, nobody waives: neither in a session that has not loaded the library yet, nor from the client's side.
my $unclassified = q{SELECT bucketize_table('clinic.people', 2, target => 'clinic.unclassified')};
my $demanded = qr/ERROR:  columns .*"age".* of "people" have no declared role/;
is(as('publisher', $unclassified), 'clinic.unclassified', 'by default, columns need no role');
$node->safe_psql('postgres', q{ALTER DATABASE postgres SET pg_microdata.unclassified = 'error'});
like(as('publisher', $unclassified), $demanded, 'with the setting they do');
like(as('publisher', "SET pg_microdata.unclassified = 'warn'; $unclassified"), $demanded, 'whatever a session sets before it loads the library');
like(as('publisher', "SELECT count(*) FROM attribute_correlation('clinic.people'); SET pg_microdata.unclassified = 'warn'"), qr/permission denied to set parameter/, 'or after');
like(as('publisher', q{ALTER ROLE publisher SET pg_microdata.unclassified = 'warn'}), qr/permission denied to set parameter/, 'or as a role');
like(as('publisher', "CREATE FUNCTION clinic.waive() RETURNS regclass LANGUAGE sql SET pg_microdata.unclassified = 'warn' AS \$\$ $unclassified \$\$; SELECT clinic.waive()"),
	qr/permission denied to set parameter|$demanded/, 'or for a function');
for my $database_wide (1, 0)
{
	local $ENV{PGOPTIONS} = '-c pg_microdata.unclassified=warn';
	like(as('publisher', $unclassified), $demanded, 'or when it connects, ' . ($database_wide ? 'set' : 'not set') . ' for the database');
	$node->safe_psql('postgres', q{ALTER DATABASE postgres RESET pg_microdata.unclassified});
}
$node->safe_psql('postgres', q{ALTER DATABASE postgres SET pg_microdata.unclassified = 'error'; ALTER ROLE publisher SET pg_microdata.unclassified = 'WARN'});
is(as('publisher', $unclassified =~ s/\)$/, replace => true)/r), 'clinic.unclassified', 'a DBA lets a role do without');
$node->safe_psql('postgres', q{ALTER ROLE publisher RESET pg_microdata.unclassified; ALTER DATABASE postgres SET pg_microdata.unclassified = 'on'});
like(as('publisher', $unclassified), $demanded, 'a value that is none is the strict one');
$node->safe_psql('postgres', q{ALTER DATABASE postgres RESET pg_microdata.unclassified});

# So it is with publishing again.
my $again = q{SELECT bucketize_table('clinic.people', 2, target => 'clinic.again')};
my $refused = qr{ERROR:  persons of "people" are in \d+ earlier releases?};
$node->safe_psql('postgres', q{ALTER DATABASE postgres SET pg_microdata.republish = 'error'});
like(as('publisher', $again), $refused, 'where a DBA demands it, nothing is published again');
like(as('publisher', "SET pg_microdata.republish = 'allow'; $again"), $refused, 'whatever a session sets before it loads the library');
$node->safe_psql('postgres', q{ALTER DATABASE postgres RESET pg_microdata.republish});
is(as('publisher', $again), 'clinic.again', 'else it is');

# Nothing tells a role what was declared of, or made from, a table that it may not read; nor that a table is a release.
$node->safe_psql('postgres', q{CREATE ROLE stranger LOGIN});
is(as('publisher', q{CREATE TABLE clinic.secrets AS SELECT age, town, disease FROM clinic.people; CREATE TABLE clinic.plain AS TABLE clinic.secrets;
	SELECT declare_roles('clinic.secrets', sensitive => '{disease}'); SELECT bucketize_table('clinic.secrets', 3); REVOKE ALL ON clinic.secrets, clinic.plain FROM PUBLIC, analyst}),
	"\nclinic.secrets_bucketized", 'a table with roles, one without, and a release');
$node->safe_psql('postgres', q{SELECT create_interval_hierarchy('years', 0, 100, '{10}')});
$node->safe_psql('postgres', q{SELECT declare_hierarchy('clinic.secrets', 'age', 'years')});
my $rule = as('publisher', q{SELECT add_privacy_rule('clinic.secrets', 'age -> disease')});
like($rule, qr/^\d+\z/, 'and a rule');
for my $call (q{slice_table(TABLE, 2, 2, target => 'x')}, q{slice_table(TABLE, 2, 2, identifiers => '{disease}', target => 'x')}, q{generalize_table(TABLE, 2, target => 'x')}, q{bucketize_table(TABLE, 2, target => 'x')},
	q{gnf_decompose(TABLE, 2, target => 'x')}, q{microdata.gnf_plan(TABLE, 2)}, q{microdata.fragment_plan(TABLE, 'age')}, q{microdata.plan_regions(TABLE)}, q{attribute_correlation(TABLE)}, q{attribute_partition(TABLE, 2)}, q{risk(TABLE)}, q{classify(TABLE)},
	q{microdata.functional_dependencies(TABLE)}, q{microdata.assigned_roles(TABLE)}, q{hierarchy_labels(TABLE, 'age')}, q{explore(TABLE, 'slicing')}, q{advise(TABLE)})
{
	my @said = map { as('stranger', "SELECT * FROM $call" =~ s/TABLE/'clinic.$_'/r) =~ s/$_/T/gr } 'secrets', 'plain';
	like($said[0], qr/permission denied for table/, "$call: a stranger is refused");
	is($said[0], $said[1], 'and told nothing of what is declared');
}
for my $call (q{verify_release(TABLE)}, q{microdata.kl_divergence(TABLE)}, q{microdata.membership_likelihood(TABLE, '{}')}, q{matching_buckets(TABLE, '{}')}, q{microdata.information_loss(TABLE)}, q{disclosure(TABLE)}, q{estimate(TABLE)}, q{microdata.relative_error(TABLE)}, q{audit(TABLE)},
	q{audit_inference(TABLE)}, q{audit_membership(TABLE)}, q{audit_singling_out(TABLE)}, q{audit_linkability(TABLE)}, q{audit_minimality(TABLE)}, q{audit_composition(relations => ARRAY[TABLE::regclass])}, q{release_description(TABLE)}, q{drop_release(TABLE)},
	q{microdata.publishing_call(TABLE)}, q{microdata.release_facts(TABLE)}, q{microdata.label_meanings(TABLE, 'age')})
{
	my @said = map { as('stranger', "SELECT * FROM $call" =~ s/TABLE/'clinic.$_'/r) =~ s/$_/T/gr } 'secrets_bucketized', 'plain';
	like($said[0], qr/permission denied for|must be owner/, "$call: a stranger is refused");
	is($said[0], $said[1], 'and not told which tables are releases');
}
is(as('stranger', "SELECT drop_privacy_rule($rule)") =~ s/rule $rule /rule N /r, as('stranger', 'SELECT drop_privacy_rule(424242)') =~ s/rule 424242 /rule N /r, 'nor which rules there are');

# Who reads a release alone learns nothing of its source.
$node->safe_psql('postgres', q{GRANT SELECT ON clinic.secrets_bucketized TO stranger});
for my $call (q{verify_release(TABLE)}, q{microdata.relative_error(TABLE)}, q{audit(TABLE)}, q{audit_inference(TABLE)}, q{audit_membership(TABLE)}, q{audit_singling_out(TABLE)}, q{audit_linkability(TABLE)}, q{audit_minimality(TABLE)},
	q{audit_composition(relations => ARRAY[TABLE::regclass])}, q{microdata.publishing_call(TABLE)}, q{microdata.information_loss(TABLE)}, q{microdata.release_facts(TABLE)}, q{release_description(TABLE)})
{
	unlike(as('stranger', "SELECT * FROM $call" =~ s/TABLE/'clinic.secrets_bucketized'/r), qr/\bsecrets\b/, "$call does not name the source");
}

# A dump of what one owns.
my $file = "$PostgreSQL::Test::Utils::tmp_check/publisher.sql";
my ($out, $err) = ('', '');
ok(IPC::Run::run([ 'pg_dump', '-U', 'publisher', '-t', 'clinic.people', '-t', 'clinic.whole', '-f', $file, '-d', $node->connstr('postgres') ], '>', \$out, '2>', \$err),
	'who is no superuser dumps what is hers')
  or diag($err);

done_testing();
