# What row security hides from the caller is never passed for the whole, however many views it is behind.
use strict;
use warnings;
use PostgreSQL::Test::Utils;
use Test::More;
use Microdata;

my $node = new_node('row_security');
plan skip_all => 'views with security_invoker came with PostgreSQL 15' if $node->safe_psql('postgres', 'SHOW server_version_num') < 150000;
people($node, 'people', 500);
$node->safe_psql(
	'postgres', q{
	CREATE ROLE owner LOGIN;
	CREATE ROLE analyst LOGIN;
	CREATE ROLE trusted LOGIN BYPASSRLS;
	CREATE SCHEMA clinic AUTHORIZATION owner;
	GRANT USAGE ON SCHEMA clinic TO PUBLIC;
	GRANT CREATE ON SCHEMA public TO analyst, owner, trusted;
	GRANT EXECUTE ON FUNCTION create_hierarchy(text, regclass) TO analyst;
	ALTER TABLE people SET SCHEMA clinic;
	ALTER TABLE clinic.people OWNER TO owner;
	SET ROLE owner;
	CREATE POLICY few ON clinic.people USING (income % 10 < 4);
	ALTER TABLE clinic.people ENABLE ROW LEVEL SECURITY;
	CREATE TABLE clinic.open AS SELECT * FROM clinic.people;
	CREATE TABLE clinic.parts (LIKE clinic.people) PARTITION BY LIST (sex);
	CREATE TABLE clinic.women PARTITION OF clinic.parts FOR VALUES IN ('F');
	CREATE TABLE clinic.men PARTITION OF clinic.parts FOR VALUES IN ('M');
	INSERT INTO clinic.parts SELECT * FROM clinic.people;
	CREATE POLICY few ON clinic.parts USING (income % 10 < 4);
	ALTER TABLE clinic.parts ENABLE ROW LEVEL SECURITY;
	GRANT SELECT ON ALL TABLES IN SCHEMA clinic TO analyst, trusted;
	CREATE VIEW clinic.invoker WITH (security_invoker) AS SELECT * FROM clinic.people;
	CREATE VIEW clinic.invoker_of_parts WITH (security_invoker) AS SELECT * FROM clinic.parts;
	CREATE VIEW clinic.invoker_of_open WITH (security_invoker) AS SELECT * FROM clinic.open;
	CREATE VIEW clinic.of_invoker AS SELECT * FROM clinic.invoker;
	CREATE VIEW clinic.invoker_of_invoker WITH (security_invoker) AS SELECT * FROM clinic.invoker WHERE age > 0;
	CREATE VIEW clinic.definer AS SELECT * FROM clinic.people;
	CREATE VIEW clinic.invoker_of_definer WITH (security_invoker) AS SELECT * FROM clinic.definer;
	CREATE VIEW clinic.in_subquery WITH (security_invoker) AS SELECT * FROM clinic.open o WHERE EXISTS (SELECT FROM clinic.people p WHERE p.income = o.income);
	CREATE VIEW clinic.in_cte WITH (security_invoker) AS WITH w AS (SELECT * FROM clinic.people) SELECT * FROM w;
	CREATE VIEW clinic.in_union WITH (security_invoker) AS SELECT * FROM clinic.open UNION ALL SELECT * FROM clinic.people;
	CREATE VIEW clinic.in_target WITH (security_invoker) AS SELECT o.*, (SELECT count(*) FROM clinic.people) AS persons FROM clinic.open o;
	CREATE VIEW clinic.in_lateral WITH (security_invoker) AS SELECT o.* FROM clinic.open o, LATERAL (SELECT FROM clinic.invoker p WHERE p.income = o.income LIMIT 1) x;
	CREATE RECURSIVE VIEW clinic.looped (age, sex, disease) AS SELECT age, sex, disease FROM clinic.open UNION SELECT age, sex, disease FROM looped;
	CREATE MATERIALIZED VIEW clinic.stored AS SELECT * FROM clinic.invoker;
	CREATE VIEW clinic.of_stored WITH (security_invoker) AS SELECT * FROM clinic.stored;
	GRANT SELECT ON ALL TABLES IN SCHEMA clinic TO analyst, trusted;
	RESET ROLE});

sub as
{
	my ($role, $sql) = @_;
	my ($out, $err) = ('', '');
	$node->psql('postgres', $sql, stdout => \$out, stderr => \$err, extra_params => [ '-U', $role ], on_error_stop => 1);
	return $err =~ /ERROR|FATAL/ ? $err : $out;
}

sub published
{
	my ($role, $relation) = @_;
	# What replaces a release is of the same source.
	as($role, "DO \$\$ BEGIN PERFORM drop_release(relations[1]) FROM microdata.releases WHERE relations[1] = to_regclass('public.made_by_$role'); END \$\$");
	return as($role, "SELECT slice_table('clinic.$relation', 2, 4, sensitive => '{disease}', target => 'public.made_by_$role'); SELECT count(*) FROM made_by_$role");
}

# Through views that read as whoever reads them.
for my $view ('invoker', 'of_invoker', 'invoker_of_invoker', 'in_subquery', 'in_cte', 'in_union', 'in_target', 'in_lateral')
{
	like(published('analyst', $view), qr/ERROR:  row security would hide rows of "people" from you\nDETAIL:  The view "[a-z_]+" reads it with the privileges of the view's reader\. /,
		"$view hides rows");
	like(published('trusted', $view), qr/\n\d+$/, "$view is whole for whom no policy concerns");
}
like(published('analyst', 'invoker_of_parts'), qr/row security would hide rows of "parts" from you/, 'a partitioned table behind a view');
is(published('trusted', 'invoker_of_parts'), "made_by_trusted\n500", 'for others it is whole');
is(published('analyst', 'women') =~ /\n(\d+)$/ ? 1 : 0, 1, 'policies of a partitioned table are not those of its partitions');
# Whose rows are not hidden.
is(published('analyst', $_), "made_by_analyst\n500", "$_ shows all") for 'open', 'invoker_of_open', 'stored', 'of_stored';
like(published('analyst', 'looped'), qr/\n\d+$/, 'a view that refers to itself');
# The way out: a view that reads as its owner shows what its owner means to show.
is(published('analyst', 'definer'), "made_by_analyst\n500", 'a view with the rights of its owner, who sees all');
is(published('analyst', 'invoker_of_definer'), "made_by_analyst\n500", 'also within another view');
my $visible = as('analyst', 'SELECT count(*) FROM clinic.people');
is(as('analyst', q{CREATE VIEW mine AS SELECT * FROM clinic.people; SELECT slice_table('mine', 2, 4, sensitive => '{disease}', target => 'mine_sliced'); SELECT count(*) FROM mine_sliced}),
	"mine_sliced\n$visible", 'who wants the rows that she may see makes a view of them');
# A partition with a policy of its own, read on its own and through its parent.
$node->safe_psql('postgres', 'ALTER TABLE clinic.parts DISABLE ROW LEVEL SECURITY; CREATE POLICY none ON clinic.men USING (false); ALTER TABLE clinic.men ENABLE ROW LEVEL SECURITY');
is(published('analyst', 'invoker_of_parts'), "made_by_analyst\n500", 'through the parent its policy hides nothing');
like(published('analyst', 'men'), qr/row security would hide rows of "men" from you/, 'on its own it does');

# Every function that reads a source.
$node->safe_psql('postgres', q{SELECT slice_table('clinic.invoker', 2, 4, sensitive => '{disease}', target => 'public.whole');
	SELECT generalize_table('clinic.invoker', 2, 2, sensitive => '{disease}', target => 'public.general');
	SELECT add_privacy_rule('clinic.invoker', 'age, sex -> disease');
	GRANT SELECT ON whole, general TO analyst});
for my $statement (
	q{SELECT count(*) FROM slice_rows(NULL::clinic.invoker, 2, 4, '{disease}')},
	q{SELECT count(*) FROM attribute_correlation('clinic.invoker')},
	q{SELECT count(*) FROM attribute_partition('clinic.invoker', 2, '{disease}')},
	q{SELECT bucketize_table('clinic.invoker', 4, '{disease}', target => 'public.b')},
	q{SELECT count(*) FROM bucketize_rows(NULL::clinic.invoker, 4, '{disease}')},
	q{SELECT generalize_table('clinic.invoker', 2, 2, sensitive => '{disease}', target => 'public.g')},
	q{SELECT fragment_table('clinic.invoker', 2, 'disease', target => 'public.f')},
	q{SELECT gnf_decompose('clinic.invoker', 3, '{"age, sex -> disease"}', target => 'public.d')},
	q{SELECT register_release('mine_sliced', 'clinic.invoker', 'slicing', ARRAY['age, sex', 'disease'], '{disease}')},
	q{SELECT create_hierarchy('analyst.h', 'clinic.invoker')},
	q{SELECT * FROM verify_release('whole')},
	q{SELECT * FROM disclosure('whole')},
	q{SELECT * FROM verify_release('general')})
{
	# Readers of a release learn nothing of its source.
	my $error = $statement =~ /'(?:whole|general)'/ ? qr/permission denied for the source of/ : qr/row security would hide rows of "people" from you/;
	like(as('analyst', $statement), $error, "$statement is an error");
}
# In place goes for tables only; their owner may be subject to their policies.
$node->safe_psql('postgres', 'ALTER TABLE clinic.people FORCE ROW LEVEL SECURITY');
like(as('owner', q{SELECT slice_table('clinic.people', 2, 4, sensitive => '{disease}', in_place => true)}), qr/row security would hide rows of "people" from you/,
	'in place: not if the owner sees a part');
is($node->safe_psql('postgres', 'SELECT count(*) FROM clinic.people'), 500, 'and it is as it was');
like(published('analyst', 'definer'), qr/made_by_analyst\n$visible/, 'an owner who is subject to a policy shows what she may see');

done_testing();
