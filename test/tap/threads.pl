# How many threads compute has no say in what comes of it, nor has the order of the source's rows, when a seed
# is given; without one, two releases differ. Tables are large enough for their work to be shared.
# Rooms: src/core
use strict;
use warnings;
use PostgreSQL::Test::Utils;
use Test::More;
use Microdata;

my $node = new_node('threads', q{client_min_messages = 'error'});
# Generalization takes tables of more than 65,536 rows apart in another way.
people($node, 'people', 70_000);
$node->safe_psql('postgres', <<'SQL');
CREATE TABLE shuffled AS SELECT * FROM people ORDER BY random();
CREATE TABLE few AS SELECT * FROM people LIMIT 40000;
CREATE TABLE visits AS
SELECT p AS person, CASE WHEN p * 31 % 3 = 0 THEN 'F' ELSE 'M' END AS sex, 1930 + p * 7919::bigint % 60 AS born,
       10000 + p * 104729::bigint % 900 AS zip, 'd' || (p::bigint * p + v * v * 5) % 41 AS icd
FROM generate_series(1, 40000) p, generate_series(1, 3) v WHERE v <= 1 + p % 3;
SELECT create_interval_hierarchy('ages', 0, 100, '{5,10,20,40}');
SELECT create_interval_hierarchy('incomes', 0, 1000000, '{1000,10000,100000}');
SELECT create_interval_hierarchy('postcodes', 0, 100000, '{100,1000,10000}');
SELECT declare_roles(t::regclass, sensitive => '{disease}') FROM unnest('{people,shuffled,few}'::text[]) t;
SELECT declare_roles('visits', sensitive => '{icd}', subject => '{person}', person_attributes => '{sex,born,zip}');
ANALYZE;

-- A digest of the tables that a statement publishes, row by row as they lie; they are dropped.
CREATE FUNCTION digest(statement text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    published regclass[];
    relation regclass;
    digest text;
    digests text = '';
BEGIN
    EXECUTE statement;
    SELECT relations INTO STRICT published FROM microdata.releases;
    FOR relation IN SELECT c.oid FROM pg_class c WHERE c.oid = ANY (published) AND relkind = 'r' ORDER BY relname LOOP
        EXECUTE format('SELECT md5(string_agg(r::text, '','' ORDER BY ctid)) FROM %s r', relation) INTO STRICT digest;
        digests := digests || ' ' || digest;
    END LOOP;
    PERFORM drop_release(published[1]);
    RETURN digests;
END $$;
-- The same of the rows that one returns.
CREATE FUNCTION rows_digest(statement text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    digest text;
BEGIN
    EXECUTE format('SELECT md5(string_agg(r::text, '','')) FROM (%s) r', statement) INTO STRICT digest;
    RETURN digest;
END $$;
SQL

# What a statement publishes in one thread; tests that it is the same in several: in four, and in two as well with CHECK_ALL or where the
# caller names them.
sub in_threads
{
	my ($name, $statement, @several) = @_;
	@several = $ENV{CHECK_ALL} ? (2, 4) : (4) unless @several;
	my $digest = $statement =~ /_rows\(/ ? 'rows_digest' : 'digest';
	my ($one, @others) = split /\n/,
	  $node->safe_psql('postgres', join(';', map { "SET pg_microdata.max_threads = $_; SELECT $digest(\$\$$statement\$\$)" } 1, @several));
	ok($one, "$name: published");
	is($others[$_], $one, "$name: the same in $several[$_] threads") for 0 .. $#several;
	return $one;
}

for my $how (
	[ 'relaxed', 'seed => 7, sensitive_column_size => 2' ],
	[ 'exact', q{seed => 7, sensitive_column_size => 2, diversity_check => 'exact'} ],
	[ 'strict', q{seed => 7, sensitive_column_size => 2, strict => true} ],
	[ 'k', 'seed => 7, k => 20' ],
	[ 'suppress', q{seed => 7, sensitive_column_size => 3, infeasible => 'suppress', suppress => 0.5} ])
{
	my ($name, $arguments) = @$how;
	my $call = "SELECT slice_table('people', 2, 4, target => 'made', $arguments)";
	my $one = in_threads("slice_table, $name", $call, 2, 4);
	is($node->safe_psql('postgres', "SELECT digest(\$\$${\($call =~ s/people/shuffled/r)}\$\$)"),
		$one, "$name: the same from rows that lie in another order");
	isnt($node->safe_psql('postgres', "SELECT digest(\$\$${\($call =~ s/seed => 7/seed => 8/r)}\$\$)"), $one, "$name: another seed, another release");
}
my $unseeded = "SELECT digest(\$\$SELECT slice_table('few', 2, 4, target => 'made', k => 1)\$\$)";
isnt($node->safe_psql('postgres', $unseeded), $node->safe_psql('postgres', $unseeded), 'without a seed, no two are alike');

my $made = q{target => 'made', seed => 7};
my $oblivious = q{cuts => 'oblivious'};
my $hierarchies = q{'{"age": "ages", "income": "incomes", "postcode": "postcodes"}'};
for my $call (
	"slice_table('few', 2, 4, $made, sensitive_column_size => 1, $oblivious)",
	"slice_table('few', 2, 4, $made, cuts => 'correlation')",
	"slice_table('few', 2, 4, $made, regions => 3)",
	"slice_table('visits', 2, 3, $made, rows_per_person => 2, sensitive_column_size => 1)",
	"bucketize_table('few', 4, $made)",
	"bucketize_table('few', 4, $made, $oblivious)",
	"bucketize_table('few', 4, $made, format => 'anatomy')",
	"bucketize_table('few', 4, $made, regions => 3)",
	"bucketize_table('few', 4, $made, regions => 3, $oblivious)",
	"bucketize_table('visits', 3, $made, rows_per_person => 2)",
	"bucketize_table('visits', 3, $made, rows_per_person => 2, $oblivious)",
	"generalize_table('people', 5, 3, $made)",
	"generalize_table('few', 5, 3, $made)",
	qq{generalize_table('few', 5, 3, $made, strict => false, $oblivious)},
	"generalize_table('few', 5, $made, recoding => 'multiset')",
	"generalize_table('few', 5, $made, suppress => 0.1, recoding => 'full-domain', hierarchies => $hierarchies)",
	"generalize_table('few', 5, $made, suppress => 0.1, recoding => 'cell', hierarchies => $hierarchies)",
	"generalize_table('few', 5, 3, $made, regions => 3)",
	"generalize_table('visits', 5, 3, $made, rows_per_person => 2)",
	qq{generalize_table('visits', 5, 3, $made, rows_per_person => 2, strict => false, $oblivious)},
	"gnf_decompose('few', 4, '{\"age -> disease\",\"town -> job\"}', $made)",
	"fragment_table('few', 5, 'disease', $made)",
	"fragment_table('few', 5, 'disease', 2, 'naive', $made)")
{
	in_threads($call =~ s/, target => 'made', seed => 7//r, "SELECT $call");
}
in_threads('slice_rows', q{SELECT * FROM slice_rows(NULL::few, 2, 4, seed => 7)});
in_threads('bucketize_rows', q{SELECT * FROM bucketize_rows(NULL::few, 4, seed => 7)});

done_testing();
