# What the owner of types, tables and releases has attached to them runs with her rights or not at all, whoever calls: neither with those
# of a superuser nor with those of an ordinary role, as far as a plain SELECT does not run it.
# Rooms: sql src/postgres src/client
use strict;
use warnings;
use PostgreSQL::Test::Utils;
use Test::More;
use Microdata;

my $node = new_node('foreign_code', 'autovacuum = off');
$node->safe_psql(
	'postgres', q{
	CREATE ROLE mallory LOGIN;
	CREATE ROLE victim LOGIN;
	CREATE SCHEMA hers AUTHORIZATION mallory;
	CREATE SCHEMA his AUTHORIZATION victim;
	SET ROLE mallory;
	GRANT USAGE ON SCHEMA hers TO PUBLIC;
	CREATE FUNCTION hers.spring(what text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog AS $$
	BEGIN
		IF current_user <> 'mallory' THEN RAISE LOG 'sprung: % as %.', what, current_user; END IF;
		RETURN true;
	END $$;
	CREATE FUNCTION hers.text_of(what text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS
		$$ BEGIN PERFORM hers.spring(what); RETURN what; END $$;
	CREATE DOMAIN hers.good AS text CHECK (hers.spring('check of a domain'));
	CREATE TYPE hers.pair AS (a hers.good, b integer);
	CREATE TYPE hers.mood AS ENUM ('sad', 'happy');
	CREATE FUNCTION hers.make(name text, other text DEFAULT '') RETURNS void LANGUAGE plpgsql AS $$
	BEGIN
		EXECUTE format('CREATE TABLE hers.%I (age integer, zip integer, disease text, p integer %s)', name, other);
		EXECUTE format('GRANT SELECT ON hers.%I TO PUBLIC', name);
	END $$;
	CREATE FUNCTION hers.fill(name text) RETURNS void LANGUAGE plpgsql AS $$
	BEGIN
		EXECUTE format('INSERT INTO hers.%I SELECT 20 + i %% 13, 1000 + i %% 7, $d$d$d$ || i %% 5, 1 + i %% 3 FROM generate_series(1, 600) i', name);
	END $$});

sub run_as
{
	my ($role, $sql) = @_;
	my ($out, $err) = ('', '');
	my $status = $node->psql('postgres', "SET client_min_messages = error; $sql", stdout => \$out, stderr => \$err, extra_params => [ '-U', $role ], on_error_stop => 1);
	return $status == 0 ? '' : $err;
}

# The superuser of the node.
my $super = $node->safe_psql('postgres', 'SELECT current_user');
sub sprung_by
{
	my ($role, $sql) = @_;
	my $before = -s $node->logfile;
	my $said = run_as($role, $sql);
	return ($said, map { $_ => 1 } slurp_file($node->logfile, $before) =~ /sprung: (.*?)\.$/mg);
}

# Runs a statement, by which nothing of hers may run but what a plain SELECT of the relations that it names would, such as what the
# planner asks of indexes.
sub harmless
{
	my ($role, $sql, $fails) = @_;
	my %plain;
	for my $relation ($sql =~ /(hers\.\w+)/g)
	{
		(undef, my %sprung) = sprung_by($role, "SELECT count(*) FROM $relation");
		%plain = (%plain, %sprung);
	}
	my ($said, %sprung) = sprung_by($role, $sql);
	is(join(', ', sort grep { !$plain{$_} } keys %sprung), '', "$sql by $role: nothing of hers runs");
	if (defined $fails) { like($said, $fails, "$sql: fails") }
	else { is($said, '', "$sql: succeeds") }
	return;
}

sub mallory
{
	my ($sql) = @_;
	my $said = run_as('mallory', $sql);
	is($said, '', 'mallory makes her things');
	return;
}
my $sliced = q{columns => 2, l => 2, sensitive => '{disease}', seed => 1};

# Policies that are made again for a release that replaces another.
mallory(qq{
	SELECT hers.make('guarded'); SELECT hers.fill('guarded');
	SELECT public.slice_table('hers.guarded', $sliced, target => 'hers.guarded_release');
	CREATE POLICY p ON hers.guarded_release USING (('(p,1)'::hers.pair) IS NOT NULL AND age > 0 AND '{in a policy}'::hers.good[] IS NOT NULL);
	ALTER TABLE hers.guarded_release ENABLE ROW LEVEL SECURITY});
harmless($super, "SELECT slice_table('hers.guarded', $sliced, target => 'hers.guarded_release', replace => true)");
is($node->safe_psql('postgres', q{SELECT count(*) FROM pg_policy WHERE polrelid = 'hers.guarded_release'::regclass}), '1', 'the policy is kept');

# Columns that are made not null again, after checks.
mallory(qq{
	SELECT hers.make('checked'); SELECT hers.fill('checked');
	SELECT public.slice_table('hers.checked', $sliced, target => 'hers.checked_release');
	ALTER TABLE hers.checked_release ALTER age SET NOT NULL, ADD CONSTRAINT k CHECK (hers.spring('check of constants'))});
harmless($super, "SELECT slice_table('hers.checked', $sliced, target => 'hers.checked_release', replace => true)");
is($node->safe_psql('postgres', q{SELECT attnotnull FROM pg_attribute WHERE attrelid = 'hers.checked_release'::regclass AND attname = 'age'}), 't', 'the column is not null again');

# Sources that are partitioned by a domain.
mallory(q{
	SELECT hers.make('by_domain', ', d hers.good) PARTITION BY LIST (d');
	CREATE TABLE hers.by_domain_a PARTITION OF hers.by_domain FOR VALUES IN ('a');
	CREATE TABLE hers.by_domain_b PARTITION OF hers.by_domain FOR VALUES IN ('b');
	GRANT SELECT ON hers.by_domain_a, hers.by_domain_b TO PUBLIC;
	INSERT INTO hers.by_domain SELECT 20 + i % 13, 1000 + i % 7, 'd' || i % 5, 1, CASE i % 2 WHEN 0 THEN 'a' ELSE 'b' END FROM generate_series(1, 600) i});
for my $role ($super, 'victim')
{
	harmless($role, "SELECT slice_table('hers.by_domain', $sliced, target => 'his.by_domain_$role')");
	harmless($role, "SELECT bucketize_table('hers.by_domain', l => 2, sensitive => '{disease}', regions => 2, target => 'his.by_regions_$role')");
	harmless($role, q{SELECT microdata.plan_regions('hers.by_domain', l => 2, sensitive => '{disease}', regions => 2)});
}
# She may publish so herself; whoever publishes partitions of that again does it in vain.
mallory(qq{SELECT public.slice_table('hers.by_domain', $sliced, target => 'hers.by_domain_release')});
harmless($super, "SELECT republish_partitions('hers.by_domain_release', '{hers.by_domain_a}')", qr/ERROR/);
harmless($super, "SELECT count(*) FROM verify_release('hers.by_domain_release')");

# Partitions that are made of a release of hers.
mallory(qq{
	SELECT hers.make('parted', ') PARTITION BY LIST (p');
	CREATE TABLE hers.parted_1 PARTITION OF hers.parted FOR VALUES IN (1);
	CREATE TABLE hers.parted_2 PARTITION OF hers.parted FOR VALUES IN (2);
	CREATE TABLE hers.parted_d PARTITION OF hers.parted DEFAULT;
	SELECT hers.fill('parted');
	SELECT public.slice_table('hers.parted', $sliced, target => 'hers.parted_release');
	CREATE INDEX ON hers.parted_release ((hers.text_of('index') || age::text));
	CREATE INDEX ON hers.parted_release (age) WHERE hers.spring('partial index');
	ALTER TABLE hers.parted_release ADD CHECK (hers.spring('check of a release'));
	ALTER TABLE hers.parted_release_d ADD CHECK (hers.spring('check of a default partition'));
	ALTER TABLE hers.parted_release ALTER zip SET NOT NULL});
harmless($super, "SELECT republish_partitions('hers.parted_release', '{hers.parted_1}')");
is($node->safe_psql('postgres', q{SELECT string_agg(DISTINCT relowner::regrole::text, ',') FROM pg_partition_tree('hers.parted_release') t JOIN pg_class c ON c.oid = t.relid}), 'mallory', 'all partitions are hers');
mallory('ALTER TABLE hers.parted DETACH PARTITION hers.parted_2');
harmless($super, "SELECT republish_partitions('hers.parted_release', '{hers.parted_1}')");
harmless($super, q{SELECT drop_release('hers.parted_release')});

# Texts that are read as values of types of another role, by one that has not her rights.
mallory(q{
	SELECT hers.make('typed', ', c hers.pair, ar hers.good[], mood hers.mood, moods hers.mood[], good hers.good');
	INSERT INTO hers.typed SELECT 20 + i % 13, 1000 + i % 7, 'd' || i % 5, 1, ('x' || i % 3, i % 4)::hers.pair, ARRAY['y' || i % 3]::hers.good[],
		(enum_range(NULL::hers.mood))[1 + i % 2], ARRAY['sad']::hers.mood[], 'g' || i % 3 FROM generate_series(1, 200) i});
my $refused = qr/ERROR:  values of type hers\.(?:pair|good\[\]) cannot be read with your rights/;
harmless('victim', "SELECT slice_table('hers.typed', $sliced, target => 'his.typed')");
harmless('victim', q{SELECT * FROM matching_buckets('his.typed', '{"zip": 1001, "c": "(x1,2)", "ar": "{y1}"}')}, $refused);
harmless('victim', q{SELECT * FROM estimate_count('his.typed', '{"ar": "{y1}"}')}, $refused);
harmless('victim', q{SELECT * FROM estimate_count('his.typed', '{"mood": "sad", "moods": "{sad}", "good": "g1"}')});
harmless('victim', "SELECT slice_table('hers.typed', $sliced, target => 'his.typed_regions', regions => 2)", qr/^$|$refused/);
harmless('victim', q{SELECT bucketize_table('hers.typed', l => 2, sensitive => '{disease}', regions => 2, seed => 1, target => 'his.typed_buckets')}, qr/^$|$refused/);
harmless('victim', q{SELECT bucketize_table('hers.typed', l => 2, sensitive => '{disease}', identifiers => '{c,ar}', regions => 2, seed => 1, target => 'his.typed_enums')});
for my $call ("verify_release('his.typed')", "audit('his.typed', seconds => 1)", "risk('hers.typed')", "classify('hers.typed')", "attribute_correlation('hers.typed')",
	q{explore('hers.typed', 'slicing', '{"columns": 2, "l": [2]}', sensitive => '{disease}')},
	q{advise('hers.typed', sensitive => '{disease}')})
{
	harmless('victim', "SELECT count(*) FROM $call");
}
like($node->safe_psql('postgres', q{SET ROLE victim; SELECT string_agg(about || ' ' || advice, '; ' ORDER BY about) FROM advise('hers.typed', sensitive => '{disease}') WHERE part = 'role'}),
	qr/ar identifier: is of a type that runs functions of another role; c identifier: is of/, 'such columns are left out');
# One that has her rights has them read with hers.
$node->safe_psql('postgres', 'GRANT mallory TO victim');
harmless('victim', q{SELECT * FROM matching_buckets('his.typed', '{"zip": 1001, "c": "(x1,2)", "ar": "{y1}"}')});
$node->safe_psql('postgres', 'REVOKE mallory FROM victim');

# Checks of partitions that are looked at for a WHERE.
mallory(q{
	SELECT hers.make('excluded', ') PARTITION BY LIST (p');
	CREATE TABLE hers.excluded_1 PARTITION OF hers.excluded FOR VALUES IN (1);
	CREATE TABLE hers.excluded_2 PARTITION OF hers.excluded DEFAULT;
	SELECT hers.fill('excluded');
	GRANT SELECT ON hers.excluded_1, hers.excluded_2 TO PUBLIC;
	ALTER TABLE hers.excluded_1 ADD CHECK (hers.spring('check of a partition'));
	ALTER TABLE hers.excluded_2 ADD CHECK (hers.spring('check of a partition'))});
for my $role ($super, 'victim')
{
	my $target = "his.excluded_$role";
	harmless($role, "SELECT slice_table('hers.excluded', $sliced, target => '$target')");
	harmless($role, "SELECT republish_partitions('$target', '{hers.excluded_1}')");
	harmless($role, "SELECT slice_table('hers.excluded', $sliced, target => '${target}_regions', regions => 2)");
	harmless($role, "SELECT count(*) FROM $_") for "verify_release('$target')", "verify_release('${target}_regions')", "audit('${target}_regions', seconds => 1)", "risk('hers.excluded')",
		"classify('hers.excluded')", "attribute_correlation('hers.excluded')", "microdata.functional_dependencies('hers.excluded')", "audit_composition(source => 'hers.excluded')",
		"audit_singling_out('$target')", "audit_membership('$target')", "audit_inference('$target')";
}
done_testing();
