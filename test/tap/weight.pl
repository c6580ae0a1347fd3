# Nobody pays for what others have put into the catalog: ALTER TABLE, CREATE TABLE and DROP TABLE of one's own take as long as
# before, whatever there is of rules, roles, hierarchies and releases of others.
# Rooms: sql src/postgres/catalog
use strict;
use warnings;
use List::Util qw(max min);
use PostgreSQL::Test::Utils;
use Test::More;

use Microdata;

my $node = new_node('weight', 'autovacuum = off');

# What statements take, in milliseconds of the processor: of many runs together, as Linux adds to the account at its ticks.
my %statements = (
	rename => [ 60, 'ALTER TABLE mine RENAME a TO b; ALTER TABLE mine RENAME b TO a' ],
	alter => [ 100, 'ALTER TABLE mine ALTER a SET DEFAULT 1' ],
	drop => [ 600, 'CREATE TABLE passing (a integer); DROP TABLE passing' ],
	declare => [ 200, q{SELECT declare_roles('mine', sensitive => '{s}')} ],
	publish => [ 15, q{SELECT slice_table('mine', 2, 2, seed => 1, replace => true)} ],
	# What a statement that reads one of the strangers' tables takes more.
	whole => [ 20, q{SELECT count(*) FROM microdata.role_record WHERE role || attribute = 'x'} ]);
sub measure
{
	my ($database) = @_;
	$node->safe_psql(
		$database, q{CREATE FUNCTION pg_temp.worked() RETURNS float8 LANGUAGE sql VOLATILE AS $$ SELECT split_part(pg_read_file('/proc/self/schedstat'), ' ', 1)::float8 / 1000000 $$;
			SET client_min_messages = error; SET statement_timeout = 60000;} . join ' ', map { qq{
			DO \$do\$
			DECLARE
				began float8 := pg_temp.worked();
				command text;
			BEGIN
				FOR i IN 1 .. $statements{$_}[0] LOOP
					FOREACH command IN ARRAY string_to_array(\$c\$$statements{$_}[1]\$c\$, ';') LOOP
						EXECUTE command;
					END LOOP;
				END LOOP;
				INSERT INTO measured SELECT '$_', (pg_temp.worked() - began) / $statements{$_}[0];
			END \$do\$;} } sort keys %statements);
	return;
}

$node->safe_psql('postgres', q{
	CREATE TABLE measured (what text, milliseconds float8);
	CREATE TABLE mine AS SELECT i % 3 AS a, i % 5 AS b, 's' || i % 4 AS s FROM generate_series(1, 40) i;
	ALTER TABLE mine DROP b;
	SELECT declare_roles('mine', sensitive => '{s}')});
# A copy of the database stays as it is. Both are measured in turn, so that what else the machine does slows down both.
$node->safe_psql('template1', 'CREATE DATABASE alone TEMPLATE postgres');

# 100 tables of a stranger: 50,000 rules, 50,000 roles and hierarchies declared, 50,000 sources of them, 50,000 attributes of 5,000 releases, 10,000 hierarchies.
$node->safe_psql(
	'postgres', q{
	CREATE ROLE stranger;
	CREATE SCHEMA strange AUTHORIZATION stranger;
	SELECT create_prefix_hierarchy('first', '{1}');
	DO $$ BEGIN
		FOR t IN 1 .. 100 LOOP
			EXECUTE format('CREATE TABLE strange.t%s (%s)', t, (SELECT string_agg(format('a%s integer', i), ', ') FROM generate_series(1, 500) i));
			EXECUTE format('ALTER TABLE strange.t%s OWNER TO stranger', t);
		END LOOP;
	END $$;
	INSERT INTO microdata.privacy_rule_record (source, left_attributes, right_attributes, comment)
		SELECT c.oid, ARRAY['a' || i], ARRAY['a' || i % 500 + 1], 'x' FROM pg_class c, generate_series(1, 500) i WHERE c.relnamespace = 'strange'::regnamespace AND relkind = 'r';
	INSERT INTO microdata.role_record (source, attribute, role)
		SELECT c.oid, 'a' || i, 'sensitive' FROM pg_class c, generate_series(1, 500) i WHERE c.relnamespace = 'strange'::regnamespace AND relkind = 'r';
	INSERT INTO microdata.declared_source_record (source, attributes)
		SELECT 4000000000 + i, '{}' FROM generate_series(1, 50000) i;
	INSERT INTO microdata.declared_source_record (source, attributes)
		SELECT c.oid, ARRAY(SELECT attname FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0) FROM pg_class c WHERE c.relnamespace = 'strange'::regnamespace AND relkind = 'r';
	INSERT INTO microdata.declared_hierarchy_record (source, attribute, hierarchy)
		SELECT c.oid, 'a' || i, 'first' FROM pg_class c, generate_series(1, 500) i WHERE c.relnamespace = 'strange'::regnamespace AND relkind = 'r';
	INSERT INTO microdata.hierarchy_record (name, kind, definition, holder, levels)
		SELECT 'stranger.h' || i, 'prefix', '{"keep": [1]}', 'strange.t1', 3 FROM generate_series(1, 10000) i;
	INSERT INTO microdata.release_record (method, source, relations, parameters, created_by)
		SELECT 'slicing', c.oid, ARRAY[c.oid::regclass], '{}', 'stranger' FROM pg_class c, generate_series(1, 50) i WHERE c.relnamespace = 'strange'::regnamespace AND relkind = 'r';
	INSERT INTO microdata.release_column_record (release_id, relation, column_no, attribute, role, generalized, source, source_attribute)
		SELECT 1000000, c.oid, 1, 'a' || i, 'sensitive', false, c.oid, 'a' || i FROM pg_class c, generate_series(1, 500) i WHERE c.relnamespace = 'strange'::regnamespace AND relkind = 'r'});
is($node->safe_psql('postgres', q{SELECT (SELECT count(*) FROM microdata.privacy_rule_record), (SELECT count(*) FROM microdata.role_record WHERE source <> 'mine'::regclass)}),
	'50000|50000', 'a stranger has filled the catalog');

for (1 .. 3) { measure($_) for qw(alone postgres); }
my ($alone, $beside) = map { +{ map { split /\|/ } split /\n/, $node->safe_psql($_, 'SELECT what, min(milliseconds) FROM measured GROUP BY 1') } } qw(alone postgres);
my $whole = $beside->{whole};
for my $what (grep { $_ ne 'whole' } sort keys %statements)
{
	diag(sprintf '%s: %.2f ms alone, %.2f ms beside 50,000 rules (to read them takes %.2f ms)', $what, $alone->{$what}, $beside->{$what}, $whole);
	# A statement that reads it all takes hundreds of milliseconds.
	cmp_ok($beside->{$what}, '<', 2 * $alone->{$what} + $whole / 2, "$what costs the same beside a full catalog");
}

# What is looked up of one's own is, too.
my $mine = $node->safe_psql('postgres', q{EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT * FROM microdata.privacy_rules WHERE source = 'mine'::regclass});
unlike($mine, qr/Seq Scan on privacy_rule_record|Rows Removed by Filter: [1-9]\d{3}/, 'the rules of one table are found by an index');

done_testing();
