# Whoever makes types, and tables with whatever runs code, runs none of it with the rights of a superuser who publishes, inspects or
# exports them: nothing more than a plain SELECT of the table runs.
# Rooms: sql src/postgres/server src/postgres/values src/postgres/source src/postgres/hierarchies src/postgres/release src/postgres/catalog src/client
use strict;
use warnings;
use PostgreSQL::Test::Utils;
use List::Util qw(min);
use Test::More;
use Microdata;

my $node = new_node('foreign_types', 'autovacuum = off');
# A session that is not the one that mallory's objects are made in. Everything she writes leaves a line in the server's log, which a
# rollback leaves alone.
$node->safe_psql(
	'postgres', q{
	CREATE ROLE mallory LOGIN;
	CREATE SCHEMA hers AUTHORIZATION mallory;
	GRANT CREATE ON SCHEMA public TO mallory;
	SET ROLE mallory;
	CREATE FUNCTION hers.spring(what text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog AS $$
	BEGIN
		IF (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN RAISE LOG 'sprung: %.', what; END IF;
		RETURN true;
	END $$;
	-- In a body that is planned once a session: what is immutable is called when constants are planned, this each time.
	CREATE FUNCTION hers.spring_each(what text) RETURNS boolean LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog AS $$ BEGIN RETURN hers.spring(what); END $$;
	CREATE FUNCTION hers.is_good(i integer) RETURNS boolean LANGUAGE sql IMMUTABLE RETURN hers.spring_each('check of a domain');
	CREATE FUNCTION hers.of_row(what text, i integer) RETURNS integer LANGUAGE plpgsql IMMUTABLE AS
		$$ BEGIN PERFORM hers.spring_each(what); RETURN i; END $$;
	CREATE FUNCTION hers.distance(a float8, b float8) RETURNS float8 LANGUAGE plpgsql IMMUTABLE AS
		$$ BEGIN PERFORM hers.spring_each('subtype_diff'); RETURN a - b; END $$;
	CREATE FUNCTION hers.on_change() RETURNS trigger LANGUAGE plpgsql AS
		$$ BEGIN PERFORM hers.spring_each('trigger'); RETURN NEW; END $$;

	-- The kinds of types: domain, composite of a domain, composite, array, domain over it, enum, range, multirange, range of a domain, and row types.
	CREATE DOMAIN hers.good AS integer CHECK (hers.is_good(value));
	CREATE TYPE hers.held AS (a integer, g hers.good);
	CREATE TYPE hers.pair AS (a integer, b text);
	CREATE TYPE hers.keen AS (a integer, b text);
	CREATE DOMAIN hers.one_pair AS hers.pair;
	CREATE DOMAIN hers.some_pairs AS hers.pair[];
	CREATE DOMAIN hers.goods AS hers.good[];
	CREATE TYPE hers.mood AS ENUM ('sad', 'ok', 'happy', 'wild', 'calm');
	CREATE TYPE hers.way AS RANGE (subtype = float8, subtype_diff = hers.distance, multirange_type_name = hers.ways);
	CREATE TYPE hers.span AS RANGE (subtype = hers.good);
	-- json has no equality: a composite with it has none either, and is told apart by its text.
	CREATE TYPE hers.loose AS (a integer, j json);
	DO $make$
	DECLARE
		from_type text;
		to_type text;
		result text;
	BEGIN
		FOREACH from_type IN ARRAY '{hers.held,hers.pair,hers.pair[],hers.keen,hers.keen[],hers.mood,hers.mood[],hers.way,hers.ways,hers.span,hers.loose,hers.loose[],hers.good[]}'::text[] LOOP
			FOREACH to_type IN ARRAY '{text,json,jsonb,bytea,xml,int4,int8,float8,numeric,text[],varchar}'::text[] LOOP
				result := CASE to_type WHEN 'bytea' THEN $$'\x00'$$ WHEN 'xml' THEN $$'<a/>'$$ WHEN 'text[]' THEN $$'{a}'$$ ELSE $$'1'$$ END;
				EXECUTE format('CREATE FUNCTION hers.%I(%s) RETURNS %s LANGUAGE plpgsql AS $f$ BEGIN PERFORM hers.spring_each(%L); RETURN %s; END $f$',
					from_type || ' to ' || to_type, from_type, to_type, format('cast of %s to %s', from_type, to_type), result);
				EXECUTE format('CREATE FUNCTION hers.%I(%s) RETURNS %s LANGUAGE plpgsql AS $f$ BEGIN PERFORM hers.spring_each(%L); RETURN NULL; END $f$',
					to_type || ' to ' || from_type, to_type, from_type, format('cast of %s to %s', to_type, from_type));
				EXECUTE format('CREATE CAST (%s AS %s) WITH FUNCTION hers.%I(%s) AS ASSIGNMENT', to_type, from_type, to_type || ' to ' || from_type, to_type);
				-- A few at a time are called unasked: with all of them nothing would be resolved.
				EXECUTE format('CREATE CAST (%s AS %s) WITH FUNCTION hers.%I(%s) AS %s', from_type, to_type, from_type || ' to ' || to_type, from_type,
					CASE WHEN from_type ~ 'keen' AND to_type IN ('text', 'float8') OR from_type ~ 'held' AND to_type = 'int4' OR from_type ~ 'loose' AND to_type = 'text'
						THEN 'IMPLICIT' ELSE 'ASSIGNMENT' END);
			END LOOP;
		END LOOP;
		-- Operators, where a search_path would find them.
		FOREACH from_type IN ARRAY '{hers.held,hers.pair,hers.pair[],hers.keen,hers.mood,hers.way,hers.loose,hers.good}'::text[] LOOP
			EXECUTE format('CREATE FUNCTION hers.%1$I(%2$s, %2$s) RETURNS boolean LANGUAGE plpgsql AS $f$ BEGIN RETURN hers.spring_each(%3$L); END $f$',
				from_type || ' compared', from_type, 'operator of ' || from_type);
			FOREACH to_type IN ARRAY '{=,<>,<,<=,>,>=,@>,&&}'::text[] LOOP
				EXECUTE format('CREATE OPERATOR public.%1$s (LEFTARG = %2$s, RIGHTARG = %2$s, FUNCTION = hers.%3$I)', to_type, from_type, from_type || ' compared');
			END LOOP;
			EXECUTE format('CREATE FUNCTION public.%1$I(%2$s) RETURNS text LANGUAGE plpgsql AS $f$ BEGIN PERFORM hers.spring_each(%3$L); RETURN $g$1$g$; END $f$',
				'text', from_type, 'function text of ' || from_type);
		END LOOP;
	END $make$;

	CREATE SEQUENCE hers.numbers;
	CREATE TABLE hers.plain (
		id integer PRIMARY KEY, t text, age integer, sex text, pair hers.pair, pairs hers.pair[], one_pair hers.one_pair, some_pairs hers.some_pairs, keen hers.keen,
		mood hers.mood, way hers.way, ways hers.ways, held hers.held, good hers.good, goods hers.goods, span hers.span, loose hers.loose, disease text);
	INSERT INTO hers.plain
	SELECT i, 'town ' || i % 3, 20 + i % 8, CASE i % 2 WHEN 0 THEN 'F' ELSE 'M' END, (i % 3, 'p')::hers.pair, ARRAY[(i % 3, 'p')::hers.pair], (i % 2, 'p')::hers.pair, ARRAY[(i % 2, 'p')::hers.pair],
		(i % 3, 'k')::hers.keen, (enum_range(NULL::hers.mood))[1 + i % 3], hers.way(i % 2, 5), hers.ways(hers.way(i % 2, 5)), (i % 3, i % 2)::hers.held, i % 3, ARRAY[i % 2], hers.span((i % 2)::hers.good, 5::hers.good),
		(i % 2, '{}')::hers.loose, 'd' || (i * 7) % 5
	FROM generate_series(1, 240) i;
	CREATE TABLE hers.people (
		LIKE hers.plain, made integer DEFAULT hers.of_row('default', 1),
		twice integer GENERATED ALWAYS AS (hers.of_row('generated column', age)) STORED,
		CHECK (hers.of_row('check', age) > 0), CHECK (hers.spring('check of constants')), PRIMARY KEY (id));
	INSERT INTO hers.people SELECT * FROM hers.plain;
	CREATE INDEX ON hers.people (hers.of_row('index', age));
	CREATE INDEX ON hers.people (age) WHERE hers.of_row('partial index', age) > 20;
	CREATE INDEX ON hers.people USING gist (way);
	CREATE STATISTICS hers.counted ON (hers.of_row('statistics', age)), sex FROM hers.people;
	CREATE TRIGGER t BEFORE INSERT OR UPDATE OR DELETE ON hers.people FOR EACH ROW EXECUTE FUNCTION hers.on_change();
	CREATE TRIGGER s AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON hers.people EXECUTE FUNCTION hers.on_change();
	CREATE RULE r AS ON INSERT TO hers.people WHERE hers.spring('rule') DO ALSO NOTHING;
	CREATE POLICY p ON hers.people USING (hers.spring('policy'));
	ALTER TABLE hers.people ENABLE ROW LEVEL SECURITY;
	ANALYZE hers.people;
	CREATE TABLE hers.elders (LIKE hers.plain INCLUDING ALL);
	CREATE TABLE hers.kin (CHECK (hers.of_row('check of a child', age) > 0)) INHERITS (hers.elders);
	INSERT INTO hers.kin SELECT * FROM hers.plain;
	CREATE TABLE hers.parts (LIKE hers.plain, CHECK (hers.of_row('check of partitions', age) > 0)) PARTITION BY LIST (mood);
	CREATE TABLE hers.sad PARTITION OF hers.parts FOR VALUES IN ('sad');
	CREATE TABLE hers.others PARTITION OF hers.parts FOR VALUES IN ('ok', 'happy', 'wild', 'calm');
	INSERT INTO hers.parts SELECT * FROM hers.plain;
	CREATE TABLE hers.held_parts (LIKE hers.plain) PARTITION BY LIST (held);
	CREATE TABLE hers.held_0 PARTITION OF hers.held_parts FOR VALUES IN ('(0,0)', '(0,1)');
	CREATE TABLE hers.held_1 PARTITION OF hers.held_parts DEFAULT;
	INSERT INTO hers.held_parts SELECT * FROM hers.plain;
	CREATE TABLE hers.aged_parts (LIKE hers.plain) PARTITION BY RANGE (age);
	CREATE TABLE hers.young PARTITION OF hers.aged_parts FOR VALUES FROM (MINVALUE) TO (24);
	CREATE TABLE hers.old PARTITION OF hers.aged_parts FOR VALUES FROM (24) TO (MAXVALUE);
	INSERT INTO hers.aged_parts SELECT * FROM hers.plain;
	CREATE TABLE hers.aged_held_parts (LIKE hers.plain) PARTITION BY RANGE (age, held);
	CREATE TABLE hers.young_held PARTITION OF hers.aged_held_parts FOR VALUES FROM (MINVALUE, MINVALUE) TO (24, '(1,1)');
	CREATE TABLE hers.old_held PARTITION OF hers.aged_held_parts DEFAULT;
	INSERT INTO hers.aged_held_parts SELECT * FROM hers.plain;
	CREATE TABLE hers.computed_parts (LIKE hers.plain) PARTITION BY LIST ((hers.of_row('partition key', age % 2)));
	CREATE TABLE hers.odd PARTITION OF hers.computed_parts FOR VALUES IN (1);
	CREATE TABLE hers.even PARTITION OF hers.computed_parts FOR VALUES IN (0);
	INSERT INTO hers.computed_parts SELECT * FROM hers.plain;
	CREATE VIEW hers.seen AS SELECT id, t, age, sex, pair, keen, mood, held, disease, hers.of_row('view', age) AS shown FROM hers.plain;
	CREATE MATERIALIZED VIEW hers.kept AS SELECT * FROM hers.seen;
	CREATE TABLE hers.labels (level0 hers.mood, level1 hers.keen, level2 hers.pair);
	INSERT INTO hers.labels SELECT m, (1, 'all')::hers.keen, (1, 'all')::hers.pair FROM unnest(enum_range(NULL::hers.mood)) m;
	-- The row types of her tables.
	DO $make$
	DECLARE
		from_type text;
		to_type text;
		result text;
	BEGIN
		FOREACH from_type IN ARRAY '{hers.plain,hers.people,hers.kin,hers.elders,hers.parts,hers.seen,hers.kept,hers.labels}'::text[] LOOP
			FOREACH to_type IN ARRAY '{text,json,jsonb,bytea}'::text[] LOOP
				EXECUTE format('CREATE FUNCTION hers.%I(%s) RETURNS %s LANGUAGE plpgsql AS $f$ BEGIN PERFORM hers.spring_each(%L); RETURN %s; END $f$',
					from_type || ' to ' || to_type, from_type, to_type, format('cast of %s to %s', from_type, to_type), CASE to_type WHEN 'bytea' THEN $$'\x00'$$ ELSE $$'1'$$ END);
				EXECUTE format('CREATE CAST (%s AS %s) WITH FUNCTION hers.%I(%s) AS ASSIGNMENT', from_type, to_type, from_type || ' to ' || to_type, from_type);
			END LOOP;
		END LOOP;
	END $make$;
	RESET ROLE;
	ALTER DATABASE postgres SET client_min_messages = warning});

# What of hers ran with a superuser's rights since a place in the log.
sub sprung_since
{
	my %sprung = map { $_ => 1 } slurp_file($node->logfile, $_[0]) =~ /sprung: (.*?)\.$/mg;
	return \%sprung;
}

my @relations = map { "hers.$_" } qw(plain people elders kin parts aged_parts held_parts aged_held_parts computed_parts seen kept);
my %allowed;
for my $relation (@relations)
{
	my $before = -s $node->logfile;
	$node->safe_psql('postgres', "COPY (SELECT * FROM $relation) TO '/dev/null'");
	$allowed{$relation} = sprung_since($before);
}
is_deeply([ keys %{ $allowed{'hers.seen'} } ], ['view'], 'a plain SELECT runs the functions of a view');
is_deeply($allowed{'hers.plain'}, {}, 'and nothing of a table');

# Nothing of hers may run but what a plain SELECT of the relations that are named would. Who calls has run something; tests what came of it.
my %called;
sub harmless
{
	my ($what, $sprung, @named) = @_;
	my %plain = map { %{ $allowed{$_} // {} } } @named;
	is(join(', ', sort grep { !$plain{$_} } keys %$sprung), '', "$what: nothing of hers runs");
	return;
}

# Runs what a superuser calls outside of a session of SQL, and returns what it returns.
sub run_harmless
{
	my ($what, $run, @named) = @_;
	my $before = -s $node->logfile;
	my @result = $run->();
	harmless($what, sprung_since($before), @named);
	return @result;
}

# Statements wait here until `run_waiting` runs them in one session of a superuser: to begin a session takes longer than most calls. The
# server's log and psql's standard error say where each begins.
my @waiting;
sub run_waiting
{
	my @statements = splice @waiting or return;
	my $before = -s $node->logfile;
	my $script = join '', map { "DO \$\$ BEGIN RAISE LOG 'begun: $_.'; END \$\$;\n\\warn begun: $_.\n" . ($_ < @statements ? "$statements[$_]{sql};\n" : '') } 0 .. @statements;
	my $said = '';
	$node->psql('postgres', $script, stderr => \$said, on_error_stop => 0);
	my %sprung = slurp_file($node->logfile, $before) =~ /LOG:  begun: (\d+)\.$(.*?)(?=LOG:  begun: \d+\.$|\z)/msg;
	my %errors = "$said\n" =~ /^begun: (\d+)\.\n(.*?)\s*(?=^begun: \d+\.$|\z)/msg;
	ok(exists $errors{ scalar @statements } && keys %sprung == @statements + 1, 'no session ends') or diag(substr $said, -2000);
	for my $i (0 .. $#statements)
	{
		my $statement = $statements[$i];
		harmless($statement->{name}, +{ map { $_ => 1 } ($sprung{$i} // '') =~ /sprung: (.*?)\.$/mg }, @{ $statement->{named} });
		my $error = $errors{$i} // 'it is not run';
		if (defined $statement->{fails}) { like($error, $statement->{fails}, "$statement->{name}: fails") }
		elsif ($statement->{succeeds}) { ok($error !~ /ERROR:|it is not run/, "$statement->{name}: succeeds") or diag($error) }
	}
	return;
}

sub call
{
	my ($sql, %options) = @_;
	my @named = $sql =~ /(hers\.\w+)/g;
	push @waiting, { sql => "SELECT count(*) FROM $sql", name => $sql, named => \@named, fails => $options{fails}, succeeds => 1 };
	$called{$_} = 1 for $sql =~ /(?<![.\w])([a-z_]+)\(/g;
	return;
}

# The same of what may fail, for what the data are.
sub attempt
{
	my ($sql, @of) = @_;
	push @waiting, { sql => $sql, name => $sql, named => \@of };
	$called{$_} = 1 for $sql =~ /(?<![.\w])([a-z_]+)\(/g;
	return;
}

my $roles = q{sensitive => '{disease}', identifiers => '{id}', seed => 1};
my @kinds = qw(mood pair keen held good loose way);

for my $relation (@relations)
{
	my $name = $relation =~ s/.*\.//r;
	call("classify('$relation')");
	call("attribute_correlation('$relation', identifiers => '{id}')");
	call("attribute_partition('$relation', 2, sensitive => '{disease}', identifiers => '{id}')");
	call("risk('$relation', identifiers => '{id}', sensitive => '{disease}')");
	call("slice_table('$relation', 3, 2, $roles, target => 'sliced_$name')");
	call("bucketize_table('$relation', 2, $roles, target => 'bucketized_$name')");
	call("generalize_table('$relation', 4, 2, $roles, target => 'generalized_$name')");
	call("slice_rows(NULL::$relation, 3, 2, $roles)");
	call("bucketize_rows(NULL::$relation, 2, $roles)");
	call("microdata.functional_dependencies('$relation', 1, identifiers => '{id}')");
	call("gnf_decompose('$relation', 2, rules => '{\"mood -> disease\"}', identifiers => '{id}', seed => 1, target => 'decomposed_$name')");
	call("fragment_table('$relation', 2, 'disease', identifiers => '{id}', seed => 1, target => 'fragmented_$name')");
	call("microdata.plan_regions('$relation', 3, 2, $roles)");
	call("slice_table('$relation', 3, 2, $roles, regions => 3, target => 'region_sliced_$name')");
	call("bucketize_table('$relation', 2, $roles, regions => 3, target => 'region_bucketized_$name')");
	call("generalize_table('$relation', 4, 2, $roles, regions => 3, target => 'region_generalized_$name')");
	call("advise('$relation', sensitive => '{disease}')");
	call("explore('$relation', 'slicing', '{\"columns\": 2, \"l\": [2]}', sensitive => '{disease}', identifiers => '{id}', seed => 1)");
	call("explore('$relation', 'generalization', '{\"k\": [3]}', sensitive => '{disease}', identifiers => '{id}', sample => 200, seed => 1)");
}

# Columns of each kind in each role, and what is made of them.
for my $kind (@kinds)
{
	my $of = "sensitive => '{$kind}', identifiers => '{id,disease}', seed => 1";
	for my $regions (1, 3)
	{
		my $by = $regions > 1 ? ', regions => 3' : '';
		call("slice_table('hers.plain', 3, 1.5, $of$by, target => 'by_${kind}_sliced_$regions')");
		call("slice_table('hers.plain', 3, 1.5, $of$by, k => 2, infeasible => 'generalize', target => 'by_${kind}_k_sliced_$regions')");
		call("bucketize_table('hers.plain', 1.5, $of$by, target => 'by_${kind}_bucketized_$regions')");
		call("bucketize_table('hers.plain', 1.5, $of$by, format => 'joined', target => 'by_${kind}_joined_$regions')");
		call("generalize_table('hers.plain', 3, 1.5, $of$by, target => 'by_${kind}_generalized_$regions')");
		call("generalize_table('hers.plain', 3, 1.5, $of$by, privacy => ARRAY[t_closeness(0.9)], target => 'by_${kind}_close_$regions')");
	}
	my @others = grep { $_ ne $kind } qw(pair keen held mood good loose way);
	my $out = join ',', qw(id disease pairs one_pair some_pairs ways goods span), @others[ 1 .. $#others ];
	call("microdata.plan_regions('hers.plain', 3, 1.5, sensitive => '{$kind}', identifiers => '{$out}', seed => 1, groups => '{\"$kind, sex, t\",\"age, $others[0]\"}', columns => 2)", fails => qr/^$|is infeasible for groups/);
	call("gnf_decompose('hers.plain', 1.5, rules => '{\"sex -> $kind\"}', identifiers => '{id}', seed => 1, target => 'by_${kind}_decomposed')");
	call("fragment_table('hers.plain', 2, '$kind', identifiers => '{id,disease}', seed => 1, target => 'by_${kind}_fragmented')");
}
my @labelled = qw(mood keen t);
$node->safe_psql('postgres', join ';', 'SET ROLE mallory', map { "CREATE TABLE hers.of_$_ AS SELECT DISTINCT $_ AS level0, '*'::text AS level1 FROM hers.plain" } @labelled);
for my $kind (@labelled)
{
	call("create_hierarchy('moods_$kind', 'hers.of_$kind')");
	call("declare_hierarchy('hers.plain', '$kind', 'moods_$kind')");
	call("hierarchy_labels('hers.plain', '$kind')");
	for my $recoding (qw(mondrian full-domain))
	{
		call("generalize_table('hers.plain', 4, 2, $roles, hierarchies => '{\"$kind\": \"moods_$kind\"}', recoding => '$recoding', target => 'labelled_$kind', replace => true)");
		call("verify_release('hers.labelled_$kind')");
	}
}
call("create_hierarchy('odd_labels', 'hers.labels')");
call("add_privacy_rule('hers.plain', 'mood, pair -> disease')");
call("microdata.gnf_plan('hers.plain', 2, identifiers => '{id}')");
call("microdata.fragment_plan('hers.plain', 'disease', 2, identifiers => '{id}')");
call("declare_roles('hers.plain', sensitive => '{disease}', identifiers => '{id}')");

# Persons with several rows, told apart by each kind; and series.
for my $kind (@kinds)
{
	my $of = "sensitive => '{disease}', subject => '{$kind}', identifiers => '{id}', quasi_identifiers => '{sex,age}', insensitive => '{t,pairs,one_pair,some_pairs,ways,span,goods}', seed => 1";
	call("slice_table('hers.plain', 2, 1, $of, target => 'persons_${kind}_sliced', rows_per_person => 200)");
	call("bucketize_table('hers.plain', 1, $of, target => 'persons_${kind}_bucketized', rows_per_person => 200)");
	call("generalize_table('hers.plain', 1, 1, $of, target => 'persons_${kind}_generalized', rows_per_person => 200)");
}
# The attack on all releases of a source together, with controls, publishes each of them again. What makes all attacks, audit() and private
# reports, is so called with releases of a source that has few, one of each kind.
# Sensitive values that no other column determines.
$node->safe_psql('postgres', q{SET ROLE mallory; CREATE TABLE hers.audited AS SELECT * FROM hers.plain;
	UPDATE hers.audited SET mood = (enum_range(NULL::hers.mood))[1 + abs(hashint4(id)) % 3], held = (abs(hashint4(-id)) % 3, abs(hashint4(1000 + id)) % 2)::hers.held});
sub audited { return "sensitive => '{$_[0]}', identifiers => '{id,disease}', seed => 1, regions => 3" }
my $of_persons = "sensitive => '{disease}', subject => '{mood}', identifiers => '{id}', quasi_identifiers => '{sex,age}', insensitive => '{t,pairs,one_pair,some_pairs,ways,span,goods}', seed => 1, rows_per_person => 200";
call("slice_table('hers.audited', 3, 1.5, " . audited('mood') . ", target => 'hers.audited_sliced')");
call("generalize_table('hers.audited', 3, 1.5, " . audited('mood') . ", target => 'hers.audited_generalized')");
call("generalize_table('hers.audited', 3, 1.5, " . audited('keen') . ", target => 'hers.audited_keen_generalized')");
call("bucketize_table('hers.audited', 1.5, " . audited('held') . ", target => 'hers.audited_bucketized')");
call("slice_table('hers.audited', 2, 1, $of_persons, target => 'hers.audited_persons')");
call("bucketize_table('hers.audited', 1, $of_persons, target => 'hers.audited_persons_bucketized')");
call("generalize_table('hers.audited', 4, 2, $roles, hierarchies => '{\"mood\": \"moods_mood\"}', target => 'hers.audited_labelled')");
call("gnf_decompose('hers.audited', 2, rules => '{\"mood -> disease\"}', identifiers => '{id}', seed => 1, target => 'hers.audited_decomposed')");
run_waiting();
my @series = (
	[ 'bucketization', '{"sensitive": ["disease"]}' ],
	[ 'bucketization', '{"sensitive": ["mood"], "insensitive": ["disease"]}' ],
	[ 'slicing', '{"sensitive": ["disease"], "columns": 2}' ],
	[ 'generalization', '{"sensitive": ["disease"]}' ],
	[ 'generalization', '{"sensitive": ["pair"], "insensitive": ["disease"]}' ]);
sub as_mallory
{
	my ($out, $err) = ('', '');
	my $status = $node->psql('postgres', "SET client_min_messages = error; $_[0]", stdout => \$out, stderr => \$err, extra_params => [ '-U', 'mallory' ], on_error_stop => 1);
	return $status == 0 ? $out : $err;
}
# What the server says of each of her statements that fails, which all are run.
sub errors_of_mallory
{
	my (@statements) = @_;
	my $said = '';
	$node->psql('postgres', join('', map { "\\warn begun: $_.\n" . ($statements[$_] // 'SELECT 1') . ";\n" } 0 .. @statements), stderr => \$said, extra_params => [ '-U', 'mallory' ], on_error_stop => 0);
	my %errors = "$said\n" =~ /^begun: (\d+)\.\n(.*?)\s*(?=^begun: \d+\.$|\z)/msg;
	return map { $errors{$_} // 'it is not run' } 0 .. $#statements;
}
$node->safe_psql('postgres', "DROP TABLE IF EXISTS hers.later; CREATE TABLE hers.later AS SELECT * FROM hers.plain; DELETE FROM microdata.role_record WHERE false; ALTER TABLE hers.later OWNER TO mallory");
for my $i (0 .. $#series)
{
	my ($method, $arguments) = @{ $series[$i] };
	my $gate = $method eq 'generalization' ? '{"verify": true}' : '{"verify": true, "inference": 1}';
	is(as_mallory("SELECT create_series('series_$i', 'hers.later', '$method', '$arguments', subject => '{id}', m => 2, approve => true, view => 'hers.series_$i', gate => '$gate')"), '', "series $i");
	like(as_mallory("SELECT publish_series('series_$i')"), qr/^\(/, "series $i: its owner publishes");
	my $draft = $node->safe_psql('postgres', "SELECT relations[1] FROM microdata.editions WHERE series = 'series_$i' AND edition = 1");
	as_mallory("CREATE FUNCTION hers.\"$i to text\"($draft) RETURNS text LANGUAGE plpgsql AS \$\$ BEGIN PERFORM hers.spring_each('cast of a draft'); RETURN 1; END \$\$; CREATE CAST ($draft AS text) WITH FUNCTION hers.\"$i to text\"($draft)");
	call("approve_edition('series_$i', 1)");
	run_waiting();
	# Her own rows of persons who come.
	as_mallory("INSERT INTO hers.later SELECT id + " . (240 * ($i + 1)) . ", t, age, sex, pair, pairs, one_pair, some_pairs, keen, mood, way, ways, held, good, goods, span, loose, disease FROM hers.later WHERE id <= 240");
	call("publish_series('series_$i')");
	attempt("SELECT count(*) FROM verify_series('series_$i')");
	run_waiting();
	# A draft that was changed is not what was judged, whatever its columns are called.
	like(as_mallory("SELECT approve_edition('series_$i', 2)"), qr/^\w+$/, "series $i: its owner approves");
	as_mallory("INSERT INTO hers.later SELECT id + " . (2400 + 240 * ($i + 1)) . ", t, age, sex, pair, pairs, one_pair, some_pairs, keen, mood, way, ways, held, good, goods, span, loose, disease FROM hers.later WHERE id <= 240");
	like(as_mallory("SELECT publish_series('series_$i')"), qr/^\(/, "series $i: its owner publishes again");
	$draft = $node->safe_psql('postgres', "SELECT relations[1] FROM microdata.editions WHERE series = 'series_$i' AND edition = 3");
	is(as_mallory("UPDATE $draft SET disease = 'd0' WHERE disease = 'd1'"), '', "series $i: a draft is changed");
	call("approve_edition('series_$i', 3)", fails => qr/changed/);
}
attempt($_) for "SELECT alter_series('series_0', gate => '{}', approve => false)", "CALL run_series('series_0')",
  "SELECT alter_series('series_2', arguments => '{\"sensitive\": [\"disease\"], \"columns\": 3}')", "SELECT publish_series('series_2')", "SELECT drop_edition('series_0', 1)";
run_waiting();

# Every function that reads a release, on every release.
my @releases = split /\n/, $node->safe_psql('postgres', q{SELECT DISTINCT ON (r.release_id) r.relations[1] FROM microdata.releases r
	WHERE r.relations[1]::text !~ '(people|elders|kin|aged_parts|held_parts|computed_parts|kept)$' OR r.relations[1]::text ~ 'region_generalized' ORDER BY r.release_id});
cmp_ok(scalar @releases, '>', 100, 'there are releases');
my @reading = split /\n/, $node->safe_psql('postgres', q{
	SELECT CASE p.pronamespace WHEN 'microdata'::regnamespace THEN 'microdata.' ELSE '' END || p.proname
	FROM pg_proc p JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e'
	WHERE p.proargnames[1] = 'release' AND p.proname NOT IN ('register_release', 'drop_release', 'republish_partitions')
	  AND (p.pronamespace = 'public'::regnamespace OR p.proname IN ('membership_likelihood', 'kl_divergence', 'relative_error', 'information_loss')) ORDER BY 1});
cmp_ok(scalar @reading, '>', 12, 'there are functions that read releases');
my %more = (
	matching_buckets => q{, tuple => '{"age": 21}'}, estimate_count => q{, predicate => '{"sex": "F", "age": 21}'}, membership_likelihood => q{, tuple => '{"age": 21}'},
	estimate => q{, group_by => '{sex}'}, audit => ', seconds => 2', audit_linkability => q{, "left" => '{age}', "right" => '{sex}'});
sub read_all
{
	my ($release, $what, @of) = @_;
	# Whatever fails for what the method is, does so alike; audit makes all attacks again.
	my $all = join '; ', map { "SELECT count(*) FROM $_('$release'" . ($more{s/.*\.//r} // '') . ')' } grep { $_ ne 'audit' || $release =~ /audited_(?:sliced|generalized|persons)$/ } @reading;
	attempt($all, @of);
	return;
}
push @waiting, map { { sql => "ANALYZE $_", name => "ANALYZE of $_", named => [], succeeds => 1 } } @releases;
read_all($_, '', /seen/ ? 'hers.seen' : ()) for @releases;
run_waiting();

# The program microdata.
my $directory = PostgreSQL::Test::Utils::tempdir();
sub run_program
{
	my (@arguments) = @_;
	return run_harmless(
		"microdata @arguments",
		sub {
			my ($out, $err) = ('', '');
			return (IPC::Run::run([ 'microdata', @arguments, '-d', $node->connstr('postgres') ], '<', \undef, '>', \$out, '2>', \$err), $err);
		},
		grep { /^hers\./ } @arguments);
}

sub program
{
	my (@arguments) = @_;
	my ($done, $said) = run_program(@arguments);
	ok($done, "microdata @arguments: succeeds") or diag($said);
	return;
}
for my $format (qw(csv arff json))
{
	program('export', '--format', $format, 'hers.plain', '-o', "$directory/$format");
	# Expressions of an index, and functions of a view.
	for my $relation ('hers.people', 'hers.seen')
	{
		my (undef, $said) = run_program('export', '--format', $format, $relation, '-o', "$directory/$format");
		like($said, qr/might run code of another role/, "export --format $format $relation: is refused");
	}
}
program('slice', 'hers.audited', '--columns', 2, '--l', 2, '--sensitive', 'disease', '--identifiers', 'id', '--target', 'hers.by_program');
program('explore', 'hers.plain', '--method', 'slicing', '--settings', '{"columns": 2, "l": [2]}', '--sensitive', 'disease', '--identifiers', 'id');
program('verify', 'hers.by_program');
program('audit', 'hers.by_program', '--seconds', 1);
my @reported = ('hers.by_program', grep { /^hers\.audited_(?:sliced|keen_generalized|bucketized|persons_bucketized|labelled|decomposed_1)$/ } @releases);
is(scalar @reported, 7, 'there are releases to report');
for my $release (@reported)
{
	program('report', $release, '-o', "$directory/report.html", @$_) for [], ['--private'];
	program('export', '--format', $_, $release, '-o', "$directory/$_") for qw(arff json);
}

# Releases, and a source, whose columns their owner has altered since.
my @altered = grep { /^hers\.(?:by_(?:mood|held|good)_(?:sliced|k_sliced|generalized|bucketized|joined)_3|persons_mood_|labelled_mood|region_generalized_plain|fragmented_plain)/ } @releases;
cmp_ok(scalar @altered, '>', 15, 'there are releases to alter');
my $altered = "'{" . join(',', @altered) . "}'::regclass[]";
$node->safe_psql('postgres', q{
	SET client_min_messages = error;
	DO $$
	DECLARE
		released regclass[];
		r regclass;
	BEGIN
		FOR released IN SELECT relations FROM microdata.releases WHERE relations && } . $altered . q{ LOOP
			FOREACH r IN ARRAY released LOOP
				IF (SELECT relkind FROM pg_class WHERE oid = r) = 'v' THEN
					EXECUTE format('DROP VIEW %s', r);
				END IF;
			END LOOP;
			FOREACH r IN ARRAY (SELECT relations FROM microdata.releases WHERE released[1] = ANY (relations)) LOOP
				EXECUTE format('ALTER TABLE %s OWNER TO mallory', r);
			END LOOP;
		END LOOP;
	END $$});
my %columns;
for (split /\n/, $node->safe_psql('postgres', q{SELECT format('%s %s %I', e.release, r, a.attname)
	FROM unnest(} . $altered . q{) WITH ORDINALITY e (release, i) JOIN microdata.releases s ON e.release = ANY (s.relations), unnest(s.relations) WITH ORDINALITY u (r, n)
	JOIN pg_attribute a ON a.attrelid = r AND a.attnum > 0 AND NOT a.attisdropped AND a.attname IN ('bucket', 'count', 'age', 'sex', 'mood', 'member') ORDER BY e.i, u.n, a.attnum}))
{
	my ($release, @column) = split / /;
	push @{ $columns{$release} }, \@column;
}
for my $altering (0, 1)
{
	my @here = grep { $columns{$_}[$altering] } @altered;
	my @said = errors_of_mallory(map {
		my ($table, $name) = @{ $columns{$_}[$altering] };
		my $type = $name eq 'sex' ? 'hers.loose' : $name eq 'mood' ? 'hers.keen' : 'hers.held';
		my $value = $name eq 'sex' ? q{(1, '{}')} : $name eq 'mood' ? q{(1, 'x')} : '(1, 1)';
		"ALTER TABLE $table ALTER COLUMN $name TYPE $type USING $value" } @here);
	for my $release (@here)
	{
		my $name = $columns{$release}[$altering][1];
		is(shift @said, '', "$release: $name is altered");
		read_all($release, ", altered in $name");
	}
	run_waiting();
}
run_harmless("microdata report of $_, altered",
	sub { my ($out, $err) = ('', ''); IPC::Run::run([ 'microdata', 'report', $_, '--private', '-o', "$directory/report.html", '-d', $node->connstr('postgres') ], '>', \$out, '2>', \$err); return })
  for @altered;

# Her own releases, which a superuser publishes again, with what she has attached to them; and in place.
$node->safe_psql('postgres', 'CREATE TABLE hers.placed (LIKE hers.people INCLUDING ALL); ALTER TABLE hers.placed OWNER TO mallory;
	ALTER TABLE hers.placed DROP CONSTRAINT placed_pkey; ALTER TABLE hers.placed ALTER id DROP NOT NULL');
my $attached = q{CREATE INDEX ON %1$s (hers.of_row('index of a release', age)); CREATE STATISTICS hers.of_%2$s ON (hers.of_row('statistics of a release', age)), sex FROM %1$s;
	ALTER TABLE %1$s ADD CHECK (hers.of_row('check of a release', age) > 0); ALTER TABLE %1$s ALTER sex SET DEFAULT hers.spring('default of a release')::text;
	CREATE TRIGGER t BEFORE INSERT OR UPDATE OR DELETE ON %1$s FOR EACH ROW EXECUTE FUNCTION hers.on_change();
	CREATE POLICY p ON %1$s USING (hers.spring('policy of a release')); ALTER TABLE %1$s ENABLE ROW LEVEL SECURITY};
as_mallory(q{INSERT INTO hers.placed SELECT * FROM hers.plain WHERE id <= 240; CREATE TRIGGER t BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON hers.placed EXECUTE FUNCTION hers.on_change()});
for my $relation ('hers.aged_parts', 'hers.parts')
{
	my ($part, $again) = $relation =~ /aged/ ? ('young', 'renewed_by_age') : ('sad', 'renewed_by_mood');
	my $publish = "slice_table('$relation', 3, 2, sensitive => '{disease}', identifiers => '{id}', target => 'hers.$again'";
	is(as_mallory("SELECT $publish)"), "hers.$again", "$again: she publishes by partitions");
	is(as_mallory(sprintf $attached, "hers.$again", $again), '', "$again: she attaches what is hers");
	# Bounds of her own type would be read with the caller's rights.
	my @fails = $relation =~ /aged/ ? () : (fails => qr/belongs to somebody else|cannot be published again/);
	call("republish_partitions('hers.$again', '{hers.$part}')", @fails);
	call("$publish, replace => true)");
	run_waiting();
}
call("slice_table('hers.placed', 3, 2, sensitive => '{disease}', identifiers => '{id}', in_place => true)");
$node->safe_psql('postgres', 'CREATE TABLE hers.copied AS SELECT * FROM hers.by_program; ALTER TABLE hers.copied OWNER TO mallory; CREATE TABLE hers.placed_copy AS SELECT * FROM hers.plain');
attempt("SELECT register_release('hers.copied', 'hers.audited', description => release_description('hers.by_program'))");
read_all('hers.copied', '');
attempt($_) for "SELECT count(*) FROM audit_composition(source => 'hers.plain')", "SELECT count(*) FROM audit_inference('hers.by_program', control => 0.3, seed => 1)",
  "SELECT create_series('of_superuser', 'hers.elders', 'bucketization', '{\"sensitive\": [\"disease\"]}', '{id}', view => 'hers.of_superuser')", "SELECT publish_series('of_superuser')",
  "SELECT drop_series('of_superuser')", "SELECT drop_release('hers.by_program')";
run_waiting();

# A draft of bytes that are text in no encoding is approved, too.
$node->safe_psql('postgres', q{CREATE DATABASE bytes ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0});
$node->safe_psql(
	'bytes', q{
	SET client_min_messages = error;
	CREATE EXTENSION pg_microdata;
	CREATE TABLE people AS SELECT i AS id, convert_from(decode(CASE i % 2 WHEN 0 THEN 'e9' ELSE 'ff' END, 'hex'), 'SQL_ASCII') AS t, i % 4 AS age, 'd' || i % 5 AS disease FROM generate_series(1, 100) i;
	ALTER TABLE people OWNER TO mallory;
	GRANT CREATE ON SCHEMA public TO mallory});
my ($published, $said) = ('', '');
$node->psql('bytes', q{SET client_min_messages = error; SELECT create_series('bytes', 'people', 'bucketization', '{"sensitive": ["disease"]}', subject => '{id}', approve => true);
	SELECT (publish_series('bytes')).edition}, stdout => \$published, stderr => \$said, extra_params => [ '-U', 'mallory' ]);
is($node->safe_psql('bytes', q{SELECT approve_edition('bytes', 1)}), 'published', 'in SQL_ASCII a draft is approved') or diag($said);

# Every function that is called with a relation was called. pg_cron is not there.
my $missing = $node->safe_psql('postgres', q{SELECT string_agg(DISTINCT p.proname, ' ' ORDER BY p.proname) FROM pg_proc p JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e'
	WHERE p.pronamespace = 'public'::regnamespace AND (p.proargtypes::oid[] && ARRAY['regclass'::regtype::oid, 'regclass[]'::regtype, 'anyelement'::regtype] OR p.proname ~ '(?<!schedule_)series|edition')
	AND p.proname <> ALL (string_to_array('} . join(' ', keys %called) . q{', ' '))});
is($missing, '', 'every function that reads a relation was called');
done_testing();
