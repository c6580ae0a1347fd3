# What the catalog has of others is hidden from plans, estimates and counters too: a role asks the same of every view that it may
# read, while the rows that it does not see have other contents, and is answered the same.
use strict;
use warnings;
use PostgreSQL::Test::Utils;
use Test::More;
use Microdata;

my $node = new_node('hidden_rows', 'autovacuum = off', 'track_functions = all');
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
		SELECT forget_release((SELECT max(release_id) FROM microdata.ledger WHERE ended IS NOT NULL), 'a reason of $role');
		SELECT create_series('$role.' || i, 'visits', 'bucketization', '{"sensitive": ["disease"], "l": 2}', series => 'independent', view => '$role.shown_' || i, keep => i)
		FROM generate_series(1, 3) i;
		SELECT publish_series('$role.' || i) FROM generate_series(1, 3) i, generate_series(1, i) e;
		SELECT create_series('$role.kept', 'visits', 'bucketization', '{"sensitive": ["disease"]}', '{id}', 3);
		SELECT publish_series('$role.kept')}, extra_params => [ '-U', $role ]);
	my ($out, $err);
	$node->psql('postgres', "CALL run_series('$role.$_')", stdout => \$out, stderr => \$err, extra_params => [ '-U', $role ]) for 1, 1, 2, 'kept';
}
$node->safe_psql('postgres', 'GRANT SELECT ON keeper.shown_3 TO curious', extra_params => [ '-U', 'keeper' ]);
# Enough for statistics.
$node->safe_psql('postgres', q{
	INSERT INTO microdata.run_record (series_id, edition, state, run_by, pid, sqlerrcode, err_message)
	SELECT s.series_id, i % 5, 'failed', 'keeper', 7, '22023', 'secret ' || i % 3 FROM microdata.series_record s, generate_series(1, 8) i WHERE s.name LIKE 'keeper%'});
is($node->safe_psql('postgres', q{SELECT (SELECT count(*) FROM microdata.runs) > 35 AND (SELECT count(*) FROM microdata.editions) >= 14
	AND (SELECT count(*) FROM microdata.forgotten_releases) = 2 AND (SELECT count(*) FROM microdata.privacy_rules) = 2}), 't', 'there is something to hide');

sub analyzed
{
	my @tables = split /\n/, $node->safe_psql('postgres', q{SELECT c.oid::regclass FROM pg_class c WHERE relkind = 'r' AND relnamespace = 'microdata'::regnamespace});
	$node->safe_psql('postgres', join ';', map { "VACUUM (FULL, ANALYZE) $_" } @tables);
	return;
}
analyzed();

# Of each column, values that some row has and none that the role sees.
my @columns = map { [ split /\|/ ] } split /\n/, $node->safe_psql('postgres', q{
	SELECT c.oid::regclass, quote_ident(a.attname), format_type(a.atttypid, NULL)
	FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
	WHERE c.relnamespace = 'microdata'::regnamespace AND c.relkind IN ('r', 'v') AND c.relname <> 'progress'
	  AND has_column_privilege('curious', c.oid, a.attnum, 'SELECT')
	ORDER BY c.relname, a.attnum});
my (@queries, %guessed);
for my $column (@columns)
{
	my ($relation, $name, $type) = @$column;
	my %seen = map { $_ => 1 } values_of($relation, $name, 'curious');
	my @hidden = grep { !$seen{$_} } values_of($relation, $name, 'postgres');
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
  for 'releases', 'release_columns', 'ledger', 'forgotten_releases', 'roles', 'privacy_rules', 'hierarchies', 'declared_hierarchies', 'series', 'editions', 'series_views', 'runs', 'run_stats';

sub values_of
{
	my ($relation, $name, $role) = @_;
	my $out = $node->safe_psql('postgres', "SELECT DISTINCT encode(convert_to($name\::text, 'UTF8'), 'hex') FROM $relation WHERE $name IS NOT NULL ORDER BY 1", extra_params => [ '-U', $role ]);
	return map { pack 'H*', $_ } split /\n/, $out;
}

# What the role is told, by plans, counters of rows and pages, and counters of calls.
sub told
{
	my ($settings) = @_;
	my $script = join "\n", 'SET client_min_messages = error;', $settings, (map { ("EXPLAIN $_;", "BEGIN;", "EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, SUMMARY OFF) $_;",
		q{SELECT string_agg(format('%s: %s', funcname, calls), ', ' ORDER BY 1) FROM pg_stat_xact_user_functions WHERE schemaname = 'microdata';}, 'ROLLBACK;') } @queries);
	my ($out, $err) = ('', '');
	IPC::Run::run([ 'psql', '-X', '-A', '-t', '-U', 'curious', '-d', $node->connstr('postgres') ], '<', \$script, '>', \$out, '2>', \$err);
	$out =~ s/^Planning:\n(?:  .*\n)*//mg;
	return $out;
}

my @settings = ('SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off;', 'SET enable_nestloop = off; SET enable_hashjoin = off; SET enable_indexscan = off; SET enable_bitmapscan = off;');
# Twice, as the first time marks rows in their pages.
my @before = map { told($_); told($_) } @settings;
like($before[0], qr/Subquery Scan on releases.*Rows Removed by Filter/s, 'EXPLAIN ANALYZE is told');

# The same number of rows, as long as they were, with other contents; the rows that the role sees stay.
$node->safe_psql('postgres', q{
	UPDATE microdata.release_record r SET source_rows = source_rows + 7, published_rows = published_rows * 3, suppressed_rows = suppressed_rows + 1, buckets = buckets + 9,
		created_by = 'strange', method = 'bucketing' WHERE source = 'keeper.visits'::regclass AND method = 'slicing';
	UPDATE microdata.release_record r SET source_rows = source_rows + 7, suppressed_rows = 5, created_by = 'strange' WHERE source = 'keeper.visits'::regclass AND method <> 'slicing'
		AND release_id NOT IN (SELECT release_id FROM microdata.edition_record JOIN microdata.series_view_record USING (series_id) WHERE view = 'keeper.shown_3'::regclass);
	UPDATE microdata.release_column_record k SET column_no = 7, generalized = NOT generalized, role = 'identifier', attribute = reverse(attribute)
		FROM microdata.release_record r WHERE r.release_id = k.release_id AND r.source = 'keeper.visits'::regclass AND relation::text LIKE '%release%';
	UPDATE microdata.role_record SET role = 'identifier', of_person = NOT of_person WHERE source = 'keeper.visits'::regclass;
	UPDATE microdata.hierarchy_record SET definition = '{"keep": [9]}', levels = 5, kind = 'date', name = reverse(name) WHERE name LIKE 'keeper%';
	UPDATE microdata.hierarchy_grant_record SET hierarchy = reverse(hierarchy), grantee = 'keeper' WHERE hierarchy LIKE 'keeper%';
	UPDATE microdata.declared_hierarchy_record SET hierarchy = reverse(hierarchy) WHERE hierarchy LIKE 'keeper%';
	UPDATE microdata.privacy_rule_record SET l = 9, comment = reverse(comment), left_attributes = '{sex}' WHERE source = 'keeper.visits'::regclass;
	UPDATE microdata.ledger_record SET source_rows = source_rows + 9, readers = '{kept}', created_by = 'strange', ended = CASE WHEN ended IS NULL THEN 'replaced' END, published_rows = 5,
		method = reverse(method), source_name = reverse(source_name) WHERE source_owner = 'keeper';
	UPDATE microdata.forgotten_release_record SET reason = reverse(reason), method = reverse(method), forgotten_by = 'strange' WHERE source_owner = 'keeper';
	UPDATE microdata.run_record r SET err_message = reverse(err_message), err_hint = NULL, edition = 77, state = 'lost', pid = 1, sqlerrcode = '40P01', run_by = 'strange'
		FROM microdata.series_record s WHERE s.series_id = r.series_id AND s.name LIKE 'keeper%';
	UPDATE microdata.edition_record e SET persons = persons + 1, counterfeits = 8, waiting = 9, withheld = 10, published_by = 'strange', approved_by = NULL,
		state = CASE state WHEN 'former' THEN 'draft' WHEN 'shown' THEN 'shown' ELSE 'former' END
		FROM microdata.series_record s WHERE s.series_id = e.series_id AND s.name LIKE 'keeper%';
	UPDATE microdata.series_column_record c SET role = CASE role WHEN 'subject' THEN 'insensitive' ELSE 'subject' END, type = 'mytype', column_number = 5
		FROM microdata.series_record s WHERE s.series_id = c.series_id AND s.name LIKE 'keeper%';
	UPDATE microdata.series_record SET m = 9, keep = 9, approve = NOT approve, independent = NOT independent, source_name = reverse(source_name), created_by = 'strange' WHERE name LIKE 'keeper%';
	UPDATE microdata.series_record SET name = reverse(name) WHERE name LIKE 'keeper%' AND name <> 'keeper.3'});
analyzed();
for my $i (0 .. $#settings)
{
	told($settings[$i]);
	my @now = split /\n/, told($settings[$i]);
	my @then = split /\n/, $before[$i];
	my @other = grep { ($then[$_] // '') ne ($now[$_] // '') } 0 .. ($#now > $#then ? $#now : $#then);
	ok(@other == 0, "nothing is told of what others have ($settings[$i])")
	  or diag(scalar(@other) . ' lines of ' . @now . ":\n" . join "\n", map { "was: $then[$_]\nis:  $now[$_]" } @other[ 0 .. ($#other > 9 ? 9 : $#other) ]);
}

# The reasons, whatever the role asks.
is($node->safe_psql('postgres', q{SELECT count(*) FROM pg_statistic s JOIN pg_class c ON c.oid = s.starelid WHERE c.relnamespace = 'microdata'::regnamespace}), 0, 'there are no statistics of the catalog');
is($node->safe_psql('postgres', q{SELECT count(*) FROM pg_statistic_ext e JOIN pg_class c ON c.oid = e.stxrelid WHERE c.relnamespace = 'microdata'::regnamespace}), 0, 'nor any of several columns');
is($node->safe_psql('postgres', q{SELECT count(*) FROM pg_class c WHERE c.relnamespace = 'microdata'::regnamespace
	AND CASE c.relkind WHEN 'r' THEN has_any_column_privilege('curious', c.oid, 'SELECT') WHEN 'S' THEN has_sequence_privilege('curious', c.oid, 'SELECT, USAGE, UPDATE') END}), 0, 'nobody else reads its tables');
is($node->safe_psql('postgres', q{SELECT string_agg(c.relname, ' ' ORDER BY 1) FROM pg_class c WHERE c.relnamespace = 'microdata'::regnamespace AND relkind = 'v'
	AND relname <> 'progress' AND NOT (COALESCE(reloptions, '{}') @> '{security_barrier=true}' AND pg_get_viewdef(oid) ~ '(?n)^ *OFFSET 0;')}), '', 'conditions of readers wait for those of the views');

done_testing();
