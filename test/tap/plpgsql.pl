# PL/pgSQL looks names up when a line first runs: plpgsql_check looks at all lines of all functions of the extension.
use strict;
use warnings;
use Test::More;
use Microdata;

plan skip_all => 'plpgsql_check is not installed' unless has_extension('plpgsql_check');
my $node = new_node('plpgsql');
$node->safe_psql('postgres', 'CREATE EXTENSION plpgsql_check');
# Triggers are checked with each table that they are on; a branch for another table reads columns that this one lacks. Temporary tables are
# made by the functions.
my $functions = q{
	CREATE TEMPORARY TABLE passing ();
	SELECT p.oid::regprocedure AS function, coalesce(t.tgrelid, 0) AS relation
	INTO TEMPORARY functions
	FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang AND l.lanname = 'plpgsql'
	     JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e'
	     JOIN pg_extension e ON e.oid = d.refobjid AND e.extname = 'pg_microdata'
	     LEFT JOIN pg_trigger t ON t.tgfoid = p.oid;};
cmp_ok($node->safe_psql('postgres', "$functions SELECT count(*) FROM functions"), '>', 30, 'the extension has functions in PL/pgSQL');
is( $node->safe_psql(
		'postgres', qq{
		$functions
		SELECT format('%s, line %s: %s', function, found.lineno, found.message)
		FROM functions, plpgsql_check_function_tb(function::oid, relid => relation, fatal_errors => false) found
		WHERE found.level = 'error' AND found.message !~ '"pg_temp[.]|^record "new" has no field'
		ORDER BY 1}),
	'', 'all that they name is there');

done_testing();
