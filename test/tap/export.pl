# Files of a release for programs elsewhere, and the release that another database makes of them; what a dump has of both.
# Rooms: src/client sql
use strict;
use warnings;
use PostgreSQL::Test::Utils;
use Test::More;
use Microdata;

my $node = new_node('export');
my $directory = PostgreSQL::Test::Utils::tempdir();
sub exported
{
	my ($database, @arguments) = @_;
	my ($out, $err) = ('', '');
	my $ok = IPC::Run::run([ 'microdata', 'export', '-d', $node->connstr($database), @arguments ], '>', \$out, '2>', \$err);
	return ($ok, $out, $err);
}

$node->safe_psql(
	'postgres', q{
	CREATE DOMAIN small AS integer;
	CREATE TABLE "odd 'table'" (a small, "b b" text, d date, t timestamptz, r int4range, n numeric, j json, f float8);
	INSERT INTO "odd 'table'" VALUES (1, 'it''s', '2024-02-03', '2024-01-01 10:00+00', '[10,20)', 1.50, '{"a": 1}', 'NaN'),
		(NULL, E'x\\\\y\nz %', NULL, NULL, '[2,5)', 2, NULL, 1.5), (3, 'a,b', 'infinity', '2024-01-01 12:00+02', NULL, 1.5, '[]', NULL)});
my ($ok, $arff, $err) = exported('postgres', '--format', 'arff', q{"odd 'table'"});
ok($ok, 'ARFF is written') or diag($err);
is($arff, <<'ARFF', 'ARFF: domains in the order of their types, NULL, quotes');
@RELATION 'odd \'table\''
@ATTRIBUTE 'a' NUMERIC
@ATTRIBUTE 'b b' {'a,b','it\'s','x\\y\nz %'}
@ATTRIBUTE 'd' DATE "yyyy-MM-dd"
@ATTRIBUTE 't' DATE "yyyy-MM-dd HH:mm:ss"
@ATTRIBUTE 'r' {'[2,5)','[10,20)'}
@ATTRIBUTE 'n' NUMERIC
@ATTRIBUTE 'j' {'[]','{"a": 1}'}
@ATTRIBUTE 'f' NUMERIC
@DATA
1,'it\'s',"2024-02-03","2024-01-01 10:00:00",'[10,20)',1.50,'{"a": 1}',?
?,'x\\y\nz %',?,?,'[2,5)',2,?,1.5
3,'a,b',?,"2024-01-01 10:00:00",?,1.5,'[]',?
ARFF
my ($failed, undef, $message) = exported('postgres', 'nowhere');
ok(!$failed, 'what is not there fails');
like($message, qr/relation "nowhere" does not exist/, 'and says so');

# A release goes by CSV, with its description.
people($node, 'people', 3_000);
$node->safe_psql('postgres', q{SELECT slice_table('people', 2, 4, sensitive => '{disease}', k => 3, infeasible => 'generalize')});
my $csv;
($ok, $csv, $err) = exported('postgres', '--description', "$directory/description", 'people_sliced');
ok($ok, 'CSV and a description are written') or diag($err);
PostgreSQL::Test::Utils::append_to_file("$directory/csv", $csv);
my $columns = $node->safe_psql('postgres', q{SELECT string_agg(quote_ident(attname) || ' ' || format_type(atttypid, atttypmod), ', ' ORDER BY attnum)
	FROM pg_attribute WHERE attrelid = 'people_sliced'::regclass AND attnum > 0});
my $description = PostgreSQL::Test::Utils::slurp_file("$directory/description");
$node->safe_psql('postgres', 'CREATE DATABASE elsewhere');
$node->safe_psql(
	'elsewhere', qq{
	CREATE EXTENSION pg_microdata;
	CREATE TABLE received ($columns);
	COPY received FROM '$directory/csv' (FORMAT csv, HEADER);
	SELECT register_release('received', description => \$description\$$description\$description\$)});
my $predicate = q{'{"sex": "F", "disease": ["disease 1", "disease 2"]}'};
is( $node->safe_psql('elsewhere', "SELECT round(estimate_count('received', $predicate)::numeric, 6)"),
	$node->safe_psql('postgres', "SELECT round(estimate_count('people_sliced', $predicate)::numeric, 6)"),
	'counts are estimated alike in both databases');
is($node->safe_psql('elsewhere', q{SELECT bool_and(holds) FROM verify_release('received')}), 't', 'and the guarantee is verified');

# A dump has the comments, the view and what it goes with.
my $said = q{SELECT c.relname, a.attnum, d.description FROM pg_class c JOIN pg_description d ON d.objoid = c.oid AND d.classoid = 'pg_class'::regclass
	LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = d.objsubid WHERE c.relname ~ '^people_sliced' ORDER BY 1, 2};
$node->safe_psql('postgres', 'CREATE ROLE analyst; GRANT SELECT ON people_sliced TO analyst');
$node->command_ok([ 'pg_dump', '-F', 'custom', '-f', "$directory/dump", $node->connstr('postgres') ], 'dumped');
$node->safe_psql('postgres', 'CREATE DATABASE restored TEMPLATE template0');
$node->command_ok([ 'pg_restore', '--exit-on-error', '-d', $node->connstr('restored'), "$directory/dump" ], 'restored');
is($node->safe_psql('restored', $said), $node->safe_psql('postgres', $said), 'comments are restored');
is($node->safe_psql('restored', q{SET ROLE analyst; SELECT round(sum(weight)) FROM people_sliced_expected}), '3000', 'a reader reads the restored view');
is($node->safe_psql('restored', q{DROP TABLE people_sliced; SELECT count(*) FROM microdata.releases}), '0', 'a restored release goes with its view');

done_testing();
