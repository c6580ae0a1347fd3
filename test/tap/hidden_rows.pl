# What the catalog has of others is hidden from plans, estimates and counters too: a role asks the same of every view that it may
# read, while the rows that it does not see have other contents, and is answered the same.
# Rooms: sql src/postgres/catalog
use strict;
use warnings;
use PostgreSQL::Test::Utils;
use Test::More;
use Microdata;

my $node = new_node('hidden_rows', 'autovacuum = off', 'track_functions = all', 'jit = off');
$node->safe_psql(
	'postgres', q{
	CREATE ROLE keeper LOGIN;
	CREATE ROLE curious LOGIN;
	CREATE ROLE stranger;
	GRANT EXECUTE ON FUNCTION create_prefix_hierarchy(text, integer[]) TO keeper, curious;
	CREATE SCHEMA keeper AUTHORIZATION keeper;
	CREATE SCHEMA curious AUTHORIZATION curious;
	GRANT USAGE ON SCHEMA keeper TO curious});
# Both publish, declare, forget and run; one view of a series is for both.
for my $role ('keeper', 'curious')
{
	$node->safe_psql(
		'postgres', qq{
		SET search_path = $role, public;
		CREATE TABLE visits AS SELECT i AS id, 20 + i % 50 AS age, i % 2 AS sex, 'd' || i % 7 AS disease FROM generate_series(1, 400) i;
		CREATE TABLE stays AS SELECT * FROM visits;
		SELECT declare_roles('visits', sensitive => '{disease}', identifiers => '{id}');
		SELECT create_prefix_hierarchy('$role.letters', '{1}'), create_prefix_hierarchy('$role.digits', '{1}');
		SELECT grant_hierarchy('$role.letters', 'stranger'), declare_hierarchy('visits', 'disease', '$role.letters');
		SELECT add_privacy_rule('visits', 'age -> disease', 3, 'as $role thinks');
		SELECT slice_table('visits', 2, 3, target => 'release_' || i, infeasible => 'suppress') FROM generate_series(1, 6) i;
		SELECT drop_release('release_6');
		SELECT microdata.forget_release((SELECT max(release_id) FROM microdata.ledger WHERE ended IS NOT NULL), 'a reason of $role');
		SELECT create_series('$role.' || i, 'visits', 'bucketization', '{"sensitive": ["disease"], "l": 2}', independent => true, view => '$role.shown_' || i, keep => i)
		FROM generate_series(1, 3) i;
		SELECT publish_series('$role.' || i) FROM generate_series(1, 3) i, generate_series(1, i) e;
		SELECT create_series('$role.kept', 'visits', 'bucketization', '{"sensitive": ["disease"]}', '{id}', 3);
		SELECT publish_series('$role.kept')}, extra_params => [ '-U', $role ]);
	my ($out, $err);
	$node->psql('postgres', "CALL run_series('$role.$_')", stdout => \$out, stderr => \$err, extra_params => [ '-U', $role ]) for 1, 1, 2, 'kept';
}
$node->safe_psql('postgres', 'GRANT SELECT ON keeper.shown_3, keeper.release_1 TO curious', extra_params => [ '-U', 'keeper' ]);
# Enough for statistics.
$node->safe_psql('postgres', q{
	INSERT INTO microdata.run_record (series_id, edition, state, run_by, pid, sqlerrcode, err_message)
	SELECT s.series_id, i % 5, 'failed', 'keeper', 7, '22023', 'secret ' || i % 3 FROM microdata.series_record s, generate_series(1, 8) i WHERE s.name LIKE 'keeper%'});
is($node->safe_psql('postgres', q{SELECT (SELECT count(*) FROM microdata.runs) > 35 AND (SELECT count(*) FROM microdata.editions) >= 14
	AND (SELECT count(*) FROM microdata.forgotten_releases) = 2 AND (SELECT count(*) FROM microdata.privacy_rules) = 2}), 't', 'there is something to hide');


# Of each column, values that some row has and none that the role sees.
my @columns = map { [ split /\|/ ] } split /\n/, $node->safe_psql('postgres', q{
	SELECT c.oid::regclass, quote_ident(a.attname), format_type(a.atttypid, NULL)
	FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
	WHERE c.relnamespace = 'microdata'::regnamespace AND c.relkind IN ('r', 'v') AND c.relname <> 'progress'
	  AND has_column_privilege('curious', c.oid, a.attnum, 'SELECT')
	ORDER BY c.relname, a.attnum});
my (@queries, %guessed);
my ($of_curious, $of_all) = map { values_of($_) } 'curious', 'postgres';
for my $i (0 .. $#columns)
{
	my ($relation, $name, $type) = @{ $columns[$i] };
	my %seen = map { $_ => 1 } @{ $of_curious->[$i] };
	my @hidden = grep { !$seen{$_} } @{ $of_all->[$i] };
	$guessed{$relation} += @hidden;
	push @queries, "SELECT count(*) FROM $relation WHERE $name IS NULL", "SELECT $name FROM $relation GROUP BY 1", "SELECT FROM $relation a JOIN $relation b USING ($name)";
	push @queries, "SELECT count(*) FROM $relation WHERE $name" if $type eq 'boolean';
	for my $value (@hidden[ 0 .. ($#hidden > 0 ? 0 : $#hidden) ])
	{
		my $literal = q{'} . $value =~ s/'/''/gr . qq{'::$type};
		push @queries, map { "SELECT count(*) FROM $relation WHERE $name $_" } "= $literal", "< $literal";
		push @queries, "SELECT FROM (VALUES ($literal)) g (x) JOIN $relation r ON r.$name = g.x";
		push @queries, "SELECT count(*) FROM $relation WHERE $name LIKE " . q{'} . substr($value, 0, 9) =~ s/'/''/gr . q{%'} if $type =~ /^(?:text|name)$/;
	}
}
cmp_ok($guessed{"microdata.$_"}, '>', 0, "guesses at $_")
  for 'releases', 'release_columns', 'ledger', 'forgotten_releases', 'roles', 'privacy_rules', 'hierarchies', 'declared_hierarchies', 'declared_sources', 'series', 'editions', 'series_views', 'runs', 'run_stats';

# The values that a role sees, of each column.
sub values_of
{
	my ($role) = @_;
	my $out = $node->safe_psql('postgres', join("\n", map { "\\echo column\nSELECT DISTINCT encode(convert_to($_->[1]\::text, 'UTF8'), 'hex') FROM $_->[0] WHERE $_->[1] IS NOT NULL ORDER BY 1;" } @columns),
		extra_params => [ '-U', $role ]);
	my (undef, @values) = split /^column$/m, $out, -1;
	return [ map { [ map { pack 'H*', $_ } split /\n/, s/\A\n//r ] } @values ];
}

# What the role is told, by plans, counters of rows and pages, and counters of calls.
sub told
{
	my ($database, $settings) = @_;
	my $calls = q{SELECT COALESCE(sum(calls), 0) AS calls FROM pg_stat_xact_user_functions WHERE schemaname = 'microdata'};
	my $script = join "\n", 'SET client_min_messages = error;', $settings,
	  map { ('BEGIN;', "$calls \\gset", "EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, SUMMARY OFF) $_;", "SELECT calls - :calls FROM ($calls) c;", 'ROLLBACK;') } @queries;
	my ($out, $err) = ('', '');
	IPC::Run::run([ 'psql', '-X', '-A', '-t', '-U', 'curious', '-d', $node->connstr($database) ], '<', \$script, '>', \$out, '2>', \$err);
	$out =~ s/^Planning:\n(?:  .*\n)*//mg;
	return $out;
}

# Two databases that differ in the contents of rows that the role does not see, not in their number, length or order.
my $of_keeper = q{FROM microdata.series_record s WHERE s.series_id = t.series_id AND s.name LIKE 'keeper%'};
my @changes = (
	[ 'release_record', q{source_rows = t.source_rows + 7; suppressed_rows = t.suppressed_rows + 1; buckets = t.buckets + 9; created_by = 'strange'; method = reverse(t.method)},
		q{WHERE t.source = 'keeper.visits'::regclass AND NOT 'keeper.release_1'::regclass = ANY (t.relations) AND release_id NOT IN (SELECT e.release_id FROM microdata.edition_record e JOIN microdata.series_view_record v USING (series_id)
			WHERE v.view = 'keeper.shown_3'::regclass AND e.state = 'shown')} ],
	[ 'release_column_record', q{column_no = 7; generalized = NOT t.generalized; role = CASE t.role WHEN 'sensitive' THEN 'insensitive' ELSE t.role END; attribute = reverse(t.attribute)},
		q{FROM microdata.release_record r WHERE r.release_id = t.release_id AND r.source = 'keeper.visits'::regclass AND NOT 'keeper.release_1'::regclass = ANY (r.relations)} ],
	[ 'role_record', q{role = CASE t.role WHEN 'sensitive' THEN 'subject' ELSE t.role END; of_person = NOT t.of_person}, q{WHERE t.source = 'keeper.visits'::regclass} ],
	[ 'hierarchy_record', q{definition = '{"keep": [9]}'; levels = 5; name = reverse(t.name)}, q{WHERE t.name LIKE 'keeper%'} ],
	[ 'hierarchy_grant_record', q{hierarchy = reverse(t.hierarchy); grantee = 'keeper'}, q{WHERE t.hierarchy LIKE 'keeper%'} ],
	[ 'declared_hierarchy_record', q{hierarchy = reverse(t.hierarchy)}, q{WHERE t.hierarchy LIKE 'keeper%'} ],
	[ 'privacy_rule_record', q{l = 9; comment = reverse(t.comment); left_attributes = '{sex}'}, q{WHERE t.source = 'keeper.visits'::regclass} ],
	[ 'ledger_record', q{source_rows = t.source_rows + 9; created_by = 'strange'; published_rows = 5; method = reverse(t.method); source_name = reverse(t.source_name)},
		q{WHERE t.source_owner = 'keeper'} ],
	[ 'forgotten_release_record', q{reason = reverse(t.reason); method = reverse(t.method); forgotten_by = 'strange'}, q{WHERE t.source_owner = 'keeper'} ],
	[ 'run_record', q{err_message = reverse(t.err_message); edition = t.edition + 77; state = CASE t.state WHEN 'succeeded' THEN t.state ELSE 'failed' END; pid = 1; run_by = 'strange'}, $of_keeper ],
	[ 'edition_record', q{persons = t.persons + 1; counterfeits = 8; waiting = 9; withheld = 10; state = CASE t.state WHEN 'former' THEN 'draft' ELSE t.state END}, $of_keeper ],
	[ 'series_column_record', q{role = CASE t.role WHEN 'subject' THEN 'insensitive' ELSE 'subject' END; type = reverse(t.type)}, $of_keeper ],
	[ 'series_record', q{m = t.m + 9; keep = t.keep + 9; approve = NOT t.approve; source_name = reverse(t.source_name); created_by = 'strange'}, q{WHERE t.name LIKE 'keeper%'} ],
	[ 'series_record', q{name = reverse(t.name)}, q{WHERE t.name LIKE 'keeper%' AND t.name <> 'keeper.3'} ]);
for my $database ('kept', 'changed')
{
	$node->safe_psql('postgres', "CREATE DATABASE $database TEMPLATE postgres");
	$node->safe_psql($database, join ";\n", map {
		my ($table, $values, $rows) = @$_;
		my @sets = $database eq 'changed' ? split(/; /, $values) : map { s/^(\w+) = .*/$1 = t.$1/r } split /; /, $values;
		"UPDATE microdata.$table t SET " . join(', ', @sets) . " $rows"} @changes);
}
my $tables = q{FROM pg_class c WHERE relkind = 'r' AND relnamespace = 'microdata'::regnamespace};
my %pages;
for my $database ('kept', 'changed')
{
	$node->safe_psql($database, join ';', map { "VACUUM (FULL, ANALYZE) $_" } split /\n/, $node->safe_psql($database, "SELECT c.oid::regclass $tables ORDER BY relname"));
	$pages{$database} = $node->safe_psql($database, "SELECT string_agg(format('%s: %s', relname, relpages), ', ' ORDER BY relname) $tables");
}
is($pages{changed}, $pages{kept}, 'tables are of the same sizes');

my @settings = ('', 'SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off;', 'SET enable_nestloop = off; SET enable_hashjoin = off; SET enable_indexscan = off; SET enable_bitmapscan = off;');
# The first time marks rows in their pages.
told($_, $settings[0]) for 'kept', 'changed';
for my $settings (@settings)
{
	my %lines;
	for my $database ('kept', 'changed')
	{
		$lines{$database} = [ split /\n/, told($database, $settings) ];
	}
	my ($kept, $changed) = @lines{ 'kept', 'changed' };
	cmp_ok(scalar(grep { /Rows Removed by Filter/ } @$kept), '>', 50, 'EXPLAIN ANALYZE is told');
	my @other = grep { ($kept->[$_] // '') ne ($changed->[$_] // '') } 0 .. ($#$kept > $#$changed ? $#$kept : $#$changed);
	ok(@other == 0, "nothing is told of what others have ($settings)")
	  or diag(scalar(@other) . ' lines of ' . @$kept . ":\n" . join "\n", map { "was: $kept->[$_]\nis:  $changed->[$_]" } @other[ 0 .. ($#other > 9 ? 9 : $#other) ]);
}

# What is looked up by the number of a release is the row of the view, and nothing where there is none.
for my $role ('postgres', 'keeper', 'curious')
{
	my $by_numbers = q{SELECT v.* FROM generate_series(1, 100) i CROSS JOIN LATERAL microdata.visible_release(i) v ORDER BY 1};
	my $shown = $node->safe_psql('postgres', 'SELECT * FROM microdata.releases ORDER BY 1', extra_params => [ '-U', $role ]);
	is($node->safe_psql('postgres', $by_numbers, extra_params => [ '-U', $role ]), $shown, "releases of $role by their numbers");
	cmp_ok($shown =~ tr/\n//, '>', 3, 'there are some');
}

# The reasons, whatever the role asks.
is($node->safe_psql('kept', q{SELECT count(*) FROM pg_statistic s JOIN pg_class c ON c.oid = s.starelid WHERE c.relnamespace = 'microdata'::regnamespace}), 0, 'there are no statistics of the catalog');
is($node->safe_psql('postgres', q{SELECT count(*) FROM pg_statistic_ext e JOIN pg_class c ON c.oid = e.stxrelid WHERE c.relnamespace = 'microdata'::regnamespace}), 0, 'nor any of several columns');
is($node->safe_psql('postgres', q{SELECT count(*) FROM pg_class c WHERE c.relnamespace = 'microdata'::regnamespace
	AND CASE c.relkind WHEN 'r' THEN has_any_column_privilege('curious', c.oid, 'SELECT') WHEN 'S' THEN has_sequence_privilege('curious', c.oid, 'SELECT, USAGE, UPDATE') END}), 0, 'nobody else reads its tables');
is($node->safe_psql('postgres', q{SELECT string_agg(c.relname, ' ' ORDER BY 1) FROM pg_class c WHERE c.relnamespace = 'microdata'::regnamespace AND relkind = 'v'
	AND relname <> 'progress' AND NOT (COALESCE(reloptions, '{}') @> '{security_barrier=true}' AND pg_get_viewdef(oid) ~ 'OFFSET 0')
	-- Those that stand for hierarchies and series read nothing.
	AND pg_get_viewdef(oid) ~ 'FROM'}), '', 'conditions of readers wait for those of the views');

done_testing();
