# Whoever may create objects in the extension's schema before it is installed binds nothing into it: no operator, function, type or
# cast of a stranger is bound by an install or upgrade script, or called by what they make.
# Rooms: sql scripts/install-sql
use strict;
use warnings;
use PostgreSQL::Test::Utils;
use Test::More;
use Microdata;

# Every trap is an object that its transaction locks.
my $node = new_node('takeover', 'max_locks_per_transaction = 1024');
my $version = $node->safe_psql('postgres', q{SELECT extversion FROM pg_extension WHERE extname = 'pg_microdata'});
my @older = former_versions();

# What the scripts name: words before a parenthesis, and operators. Bodies of functions are part of it, texts are not.
my $script = join "\n", map { slurp_file($_) } glob "$ENV{MICRODATA_ROOT}/{sql,sql/updates,test/upgrade}/*.sql";
$script =~ s/--[^\n]*//g;
$script =~ s/'(?:[^']|'')*'/''/g;
my %words = map { $_ => 1 } $script =~ /\b([a-z_0-9]+)\s*\(/g;
my %operators = map { $_ => 1 } ($script =~ m{([-+*/<>=~!@#%^&|`?]+)}g, '=', '<>', '<', '<=', '>', '>=', '||', '@>', '<@', '&&');
my $words = join ', ', map { "'$_'" } sort keys %words;
my $operators = join ', ', map { "'$_'" } sort keys %operators;

# The types of whatever the extension has: columns, arguments, results.
my $types = $node->safe_psql(
	'postgres', q{
	SELECT string_agg(DISTINCT quote_literal(t.oid::regtype), ', ') FROM pg_type t
	WHERE t.typtype = 'b' AND t.typnamespace = 'pg_catalog'::regnamespace AND t.oid IN (
		SELECT a.atttypid FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid WHERE c.relnamespace = 'microdata'::regnamespace
		UNION SELECT unnest(p.proargtypes::oid[] || coalesce(p.proallargtypes, '{}') || p.prorettype) FROM pg_proc p
			JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e'
		UNION SELECT unnest(ARRAY['oid'::regtype, 'oid[]', '"char"', 'xid', 'text', 'text[]', 'oidvector']))});
cmp_ok(scalar(split /, /, $types), '>', 15, 'there are types to plant operators for');

# As mallory, who may create in public, as everybody could before PostgreSQL 15. What she plants leaves a trace that outlives a
# rollback, and makes her a superuser where it can.
$node->safe_psql('postgres', 'CREATE ROLE mallory; CREATE DATABASE poisoned');
my $planted = $node->safe_psql(
	'poisoned', qq{
	GRANT CREATE ON SCHEMA public TO PUBLIC;
	SET ROLE mallory;
	SET search_path = pg_catalog;
	CREATE SEQUENCE public.sprung;
	GRANT ALL ON SEQUENCE public.sprung TO PUBLIC;
	CREATE FUNCTION public.spring(what text) RETURNS boolean LANGUAGE plpgsql SET search_path = pg_catalog AS \$\$
	BEGIN
		PERFORM nextval('public.sprung');
		RAISE WARNING 'sprung: %', what;
		IF (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN ALTER ROLE mallory SUPERUSER; END IF;
		RETURN true;
	END \$\$;
	CREATE TYPE public.stranger AS ENUM ('{}', '');
	CREATE TABLE public.planted (what text);
	-- The types that may stand where pg_catalog's operator or function takes another: whatever else would have bound nothing without her. A
	-- literal may become text, and any type is one of her own to begin with.
	CREATE TABLE public.fits AS
	SELECT t.oid::regtype AS type, p.oid AS taken FROM unnest(ARRAY[$types]) u (name) JOIN pg_type t ON t.oid = u.name::regtype, pg_type p
	WHERE t.oid = p.oid OR t.oid = 'text'::regtype
		OR p.typname IN ('any', 'anyelement', 'anynonarray', 'anycompatible', 'anycompatiblenonarray')
		OR p.typname IN ('anyarray', 'anycompatiblearray') AND t.typelem <> 0
		OR EXISTS (SELECT FROM pg_cast c WHERE c.castcontext = 'i' AND (c.castsource = t.oid AND c.casttarget = p.oid
			OR c.castsource = t.typelem AND c.casttarget = p.typelem AND t.typelem <> 0 AND p.typelem <> 0));
	ANALYZE public.fits;
	-- She plants what she knows to compile.
	SET check_function_bodies = off;
	DO \$plant\$
	DECLARE
		types text[] := ARRAY[$types];
		polymorphic text[] := ARRAY['anyelement', 'anyarray', 'anynonarray', 'anycompatible', 'anycompatiblearray'];
		body constant text := 'LANGUAGE plpgsql AS \$f\$ BEGIN PERFORM public.spring(%L); RETURN %s; END \$f\$';
		operator text;
		l text;
		r text;
		result text;
		f record;
	BEGIN
		-- Operators, with every pair of types, and with a type of her own, which a literal may become.
		FOREACH operator IN ARRAY (SELECT array_agg(DISTINCT oprname::text) FROM pg_operator WHERE oprname IN ($operators)) LOOP
			FOR l, r IN
				SELECT DISTINCT a.type::text, b.type::text FROM pg_operator o JOIN public.fits a ON a.taken = o.oprleft JOIN public.fits b ON b.taken = o.oprright
				WHERE o.oprname = operator
				UNION ALL SELECT t, 'public.stranger' FROM unnest(types) t UNION ALL SELECT 'public.stranger', t FROM unnest(types) t
				UNION ALL SELECT 'public.stranger', 'public.stranger'
				UNION ALL SELECT a, a FROM unnest(polymorphic) a
				UNION ALL SELECT 'anyarray', 'anyelement' UNION ALL SELECT 'anyelement', 'anyarray'
			LOOP
				result := CASE WHEN operator IN ('||', '+', '-', '*', '/') THEN l ELSE 'boolean' END;
				BEGIN
					EXECUTE format('CREATE FUNCTION public.trap(%s, %s) RETURNS %s ' || body, l, r, result, concat(l, ' ', operator, ' ', r),
						CASE result WHEN 'boolean' THEN 'true' ELSE '\$1' END);
					EXECUTE format('CREATE OPERATOR public.%s (LEFTARG = %s, RIGHTARG = %s, FUNCTION = public.trap)', operator, l, r);
					EXECUTE format('ALTER FUNCTION public.trap(%s, %s) RENAME TO %I', l, r, concat('trap ', operator));
					INSERT INTO public.planted VALUES (concat(l, operator, r));
				EXCEPTION WHEN OTHERS THEN
					RAISE LOG 'not planted: % % %: %', l, operator, r, SQLERRM;
				END;
			END LOOP;
		END LOOP;
		-- Functions: as they are, with every type for an argument that is polymorphic or takes anything, and with what fits for each other.
		FOR f IN
			SELECT DISTINCT ON (p.proname, v.arguments) p.proname, v.arguments, p.proretset, p.prokind, CASE WHEN p.prorettype::regtype::text ~ '^any' THEN coalesce(v.type, 'text') ELSE p.prorettype::regtype::text END AS result
			FROM pg_proc p
			CROSS JOIN LATERAL (
				SELECT oidvectortypes(p.proargtypes) AS arguments, NULL AS type
				UNION ALL SELECT replace(regexp_replace(oidvectortypes(p.proargtypes), '"any"|any[a-z]*', t, 'g'), '[][]', '[]'), t FROM unnest(types) t WHERE p.pronargs > 0
				UNION ALL SELECT a.type::text, a.type::text FROM public.fits a WHERE p.pronargs = 1 AND a.taken = p.proargtypes[0]
				UNION ALL SELECT concat_ws(', ', a.type, b.type), a.type::text FROM public.fits a, public.fits b
					WHERE p.pronargs = 2 AND a.taken = p.proargtypes[0] AND b.taken = p.proargtypes[1]
				UNION ALL SELECT 'text, text, text', 'text') v
			WHERE p.pronamespace = 'pg_catalog'::regnamespace AND p.proname IN ($words) AND p.prokind IN ('f', 'a') AND p.prorettype <> 'trigger'::regtype
		LOOP
			BEGIN
				EXECUTE format('CREATE FUNCTION public.%I(%s) RETURNS %s%s ' || body, f.proname, f.arguments, CASE WHEN f.proretset THEN 'SETOF ' END, f.result,
					concat(f.proname, '(', f.arguments, ')'), CASE WHEN f.proretset THEN '' ELSE 'NULL' END);
				INSERT INTO public.planted VALUES (concat(f.proname, '(', f.arguments, ')'));
			EXCEPTION WHEN OTHERS THEN
				RAISE LOG 'not planted: %(%): %', f.proname, f.arguments, SQLERRM;
			END;
		END LOOP;
		-- Types of the names that the scripts use; casts from and to her own.
		FOREACH l IN ARRAY types LOOP
			CONTINUE WHEN l ~ '\\[\\]';
			BEGIN
				EXECUTE format('CREATE DOMAIN public.%I AS %s CHECK (public.spring(%L))', (SELECT typname FROM pg_type WHERE oid = l::regtype), l, l);
			EXCEPTION WHEN OTHERS THEN
				RAISE LOG 'not planted: %: %', l, SQLERRM;
			END;
		END LOOP;
		FOREACH l IN ARRAY types LOOP
			EXECUTE format('CREATE FUNCTION public.%I(public.stranger) RETURNS %s ' || body, 'to ' || l, l, 'cast to ' || l, 'NULL');
			EXECUTE format('CREATE CAST (public.stranger AS %s) WITH FUNCTION public.%I(public.stranger) AS IMPLICIT', l, 'to ' || l);
			EXECUTE format('CREATE FUNCTION public.from_other(%s) RETURNS public.stranger ' || body, l, 'cast from ' || l, 'NULL');
			EXECUTE format('CREATE CAST (%s AS public.stranger) WITH FUNCTION public.from_other(%s) AS IMPLICIT', l, l);
		END LOOP;
	END \$plant\$;
	SELECT count(*) FILTER (WHERE what ~ 'name\\[\\]<>name\\[\\]|anyarray<>anyarray|has_table_privilege\\(oid, text\\)|concat\\(text, text, text\\)|unnest\\(name\\[\\]\\)'), count(*) > 2000 FROM public.planted});
is($planted, '5|t', 'operators and functions are planted');

# Whatever belongs to the extension, and needs what belongs to somebody else.
my $bound = q{
	SET search_path = pg_catalog;
	WITH RECURSIVE part AS (
		SELECT d.classid, d.objid FROM pg_depend d JOIN pg_extension e ON d.refclassid = 'pg_extension'::regclass AND d.refobjid = e.oid
		WHERE e.extname = 'pg_microdata' AND d.deptype = 'e'
		UNION
		SELECT d.classid, d.objid FROM pg_depend d JOIN part p ON d.refclassid = p.classid AND d.refobjid = p.objid WHERE d.deptype IN ('i', 'a', 'P', 'S'))
	SELECT DISTINCT pg_describe_object(d.classid, d.objid, d.objsubid) || ' needs ' || pg_describe_object(d.refclassid, d.refobjid, d.refobjsubid)
	FROM part p JOIN pg_depend d ON d.classid = p.classid AND d.objid = p.objid
	WHERE NOT EXISTS (SELECT FROM part o WHERE o.classid = d.refclassid AND o.objid = d.refobjid)
		-- Where nobody but the bootstrap superuser creates anything.
		AND coalesce((pg_identify_object(d.refclassid, d.refobjid, 0)).schema, '') NOT IN ('pg_catalog', 'information_schema')
		AND NOT (d.refclassid = 'pg_extension'::regclass OR d.refclassid = 'pg_language'::regclass
			OR d.refclassid = 'pg_namespace'::regclass AND d.refobjid = 'public'::regnamespace)
	ORDER BY 1};
my $trace = q{SELECT (SELECT is_called FROM public.sprung), (SELECT rolsuper FROM pg_catalog.pg_roles WHERE rolname OPERATOR(pg_catalog.=) 'mallory')};

sub clean
{
	my ($database, $what) = @_;
	is($node->safe_psql($database, $bound), '', "$what: nothing of hers is bound");
	is($node->safe_psql($database, $trace), 'f|f', "$what: nothing of hers was called");
	return;
}

# A superuser uses all of the catalog; search_path is his, statements that he writes are not tested here.
my $use = q{
	SET search_path = pg_catalog;
	CREATE TABLE public.people AS SELECT 20 + i % 60 AS age, i % 2 AS sex, 'd' || i % 7 AS disease, i AS number FROM generate_series(1, 200) i;
	CREATE TABLE public.levels AS SELECT 'd' || i AS level0, '*' AS level1 FROM generate_series(0, 6) i;
	SELECT public.declare_roles('public.people', ARRAY['disease'::name], ARRAY['number'::character(10)], '{}'::text, '{age}'::varchar);
	SELECT public.declare_roles('public.people', ARRAY['disease'], ARRAY['number'::varchar], '{}', '{}'::name);
	SELECT public.add_privacy_rule('public.people', 'age -> disease', 2);
	SELECT public.create_hierarchy('levels', 'public.levels'), public.create_prefix_hierarchy('prefix', '{1}');
	SELECT public.declare_hierarchy('public.people', 'disease', 'levels');
	SELECT public.slice_table('public.people', 2, 3), public.bucketize_table('public.people', 3), public.generalize_table('public.people', 5);
	SELECT relation FROM public.gnf_decompose('public.people', 3, '{"age -> disease"}', 'single-attribute');
	SELECT * FROM microdata.releases, microdata.release_columns, microdata.roles, microdata.privacy_rules, microdata.hierarchies, microdata.declared_hierarchies;
	SELECT * FROM microdata.releases r, public.verify_release(r.relations[1]);
	SELECT * FROM public.advise('public.people');
	SELECT * FROM public.explore('public.people', 'slicing', '{"columns": 2, "l": 3, "k_anonymity": [1, 5]}', sample => 150);
	SELECT * FROM public.audit('public.people_sliced');
	ALTER TABLE public.people RENAME age TO years;
	ALTER TABLE public.people DROP sex;
	DROP TABLE public.people;};
# What the clients of an ordinary dump run.
my $dump = PostgreSQL::Test::Utils::tempdir() . '/dump.sql';

for my $from ($version, @older)
{
	my $database = "from_$from";
	$node->safe_psql('postgres', qq{CREATE DATABASE "$database" TEMPLATE poisoned});
	$node->safe_psql($database, "CREATE EXTENSION pg_microdata VERSION '$from'");
	clean($database, "created as $from");
	next if $from eq $version;
	$node->safe_psql($database, 'ALTER EXTENSION pg_microdata UPDATE');
	clean($database, "updated from $from");
}
for my $database (map { "from_$_" } $version, @older)
{
	$node->safe_psql($database, $use);
	$node->command_ok([ 'pg_dump', '-f', $dump, $node->connstr($database) ], "$database: dumped");
	clean($database, "$database, used");
}

# Names that the scripts are about to give: a stranger who has them already stops the script, and is not bound by it.
my %squatters = (
	type => [ '', q{CREATE TYPE public.text_list AS ENUM ('{}', '{disease}')}, qr/type "text_list" already exists/ ],
	domain => [ '', q{CREATE DOMAIN public.text_list AS text[] CHECK (public.spring('text_list'))}, qr/type "text_list" already exists/ ],
	function => [ '', q{CREATE FUNCTION public.k_anonymity(k integer) RETURNS text LANGUAGE sql AS 'SELECT public.spring(''k'')::text'},
		qr/function "k_anonymity" already exists/ ],
	map { ("successor of $_" => [ $_, q{CREATE FUNCTION public.audit(relation regclass, control float8, seconds float8, seed bigint, attributes public.text_list)
			RETURNS TABLE (risk text, audit text, attribute name, figure float8, low float8, high float8, control_figure float8, finding text)
			LANGUAGE sql AS 'SELECT public.spring(''audit'')::text, NULL, NULL::name, 1, 1, 1, 1, NULL'}, qr/ERROR:  (?:cannot change|function public\.audit\(.*\) is not a member)/ ]) } @older);
for my $kind (sort keys %squatters)
{
	my ($from, $statement, $error) = @{ $squatters{$kind} };
	my $stderr = '';
	$node->safe_psql('postgres', "CREATE DATABASE \"squatted $kind\" TEMPLATE poisoned");
	$node->safe_psql("squatted $kind", "CREATE EXTENSION pg_microdata VERSION '$from'") if $from;
	$node->safe_psql("squatted $kind", "SET ROLE mallory; $statement");
	$node->psql("squatted $kind", $from ? 'ALTER EXTENSION pg_microdata UPDATE' : 'CREATE EXTENSION pg_microdata', stderr => \$stderr);
	like($stderr, $error, "a stranger's $kind: the script fails");
	clean("squatted $kind", "a stranger's $kind");
}

# The attack as it was found.
my $attack = q{
	SET ROLE mallory;
	CREATE FUNCTION public.evil(name[], name[]) RETURNS bool LANGUAGE plpgsql AS $$BEGIN
		PERFORM nextval('public.sprung');
		IF (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN ALTER ROLE mallory SUPERUSER; END IF; RETURN true; END$$;
	CREATE OPERATOR public.<> (LEFTARG = name[], RIGHTARG = name[], FUNCTION = public.evil);
	CREATE TABLE public.mine (a int, s int);
	CREATE SEQUENCE public.sprung;
	GRANT ALL ON SEQUENCE public.sprung TO PUBLIC;
	RESET ROLE};
my $rule = q{SET ROLE mallory; SELECT public.add_privacy_rule('public.mine', 'a -> s')};
$node->safe_psql('postgres', 'CREATE DATABASE attacked');
$node->safe_psql('attacked', "GRANT CREATE ON SCHEMA public TO PUBLIC; $attack; CREATE EXTENSION pg_microdata; $rule");
clean('attacked', 'the attack on a fresh database');

$node->safe_psql('attacked', "$rule; RESET ROLE; SELECT public.create_prefix_hierarchy('other', '{1}'), public.declare_roles('public.mine', identifiers => '{a}')");
clean('attacked', 'used');
for my $statement (
	q{UPDATE microdata.privacy_rule_record SET left_attributes = '{}'}, q{UPDATE microdata.privacy_rule_record SET right_attributes = '{}'},
	q{UPDATE microdata.role_record SET role = 'other'}, q{UPDATE microdata.hierarchy_record SET name = ''}, q{UPDATE microdata.hierarchy_record SET kind = 'other'},
	q{UPDATE microdata.hierarchy_record SET levels = 1}, q{UPDATE microdata.hierarchy_record SET labels = '{}'})
{
	my $stderr = '';
	$node->psql('attacked', $statement, stderr => \$stderr);
	like($stderr, qr/violates check constraint/, "still checked: $statement");
}

done_testing();
