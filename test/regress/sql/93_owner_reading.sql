-- Relations of a role without the caller's rights are read in that role's place: its code runs with its own rights, never with the caller's.
CREATE ROLE code_owner;
CREATE ROLE code_reader;
CREATE SCHEMA code_of_owner AUTHORIZATION code_owner;
SET client_min_messages = error;
\set SHOW_CONTEXT never
\pset format unaligned
\pset tuples_only on
SET search_path = code_of_owner, microdata, public;
SET SESSION AUTHORIZATION code_owner;
GRANT USAGE ON SCHEMA code_of_owner TO PUBLIC;
-- Advisory locks of the session stay where a statement fails, and are no writing: 1 for the owner's rights, 2 for others.
CREATE FUNCTION spy(i integer) RETURNS integer LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    PERFORM pg_advisory_lock(93, CASE current_user WHEN 'code_owner' THEN 1 ELSE 2 END);
    RETURN i;
END $$;
CREATE FUNCTION spy(a integer, b integer) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN code_of_owner.spy(1) = 1; END';
CREATE FUNCTION tried(statement text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE result text;
BEGIN
    EXECUTE statement INTO result;
    RETURN 'done';
EXCEPTION WHEN OTHERS THEN
    RETURN SQLSTATE || ' ' || SQLERRM;
END $$;
-- Returns the answer of a call, and whose rights the code had since the last one.
CREATE FUNCTION judged(what text, statement text, OUT said text) LANGUAGE plpgsql SET search_path = code_of_owner, public AS $$
BEGIN
    PERFORM pg_advisory_unlock_all();
    said := concat_ws('|', what, tried(statement));
    SELECT concat_ws('|', said, CASE WHEN bool_or(objid = 2) THEN 'RAN WITH THE CALLER''S RIGHTS' END, CASE WHEN bool_or(objid = 1) THEN 'ran with its owner''s rights' END) INTO said
    FROM pg_locks WHERE locktype = 'advisory' AND classid = 93 AND pid = pg_backend_pid();
    PERFORM pg_advisory_unlock_all();
END $$;
CREATE TABLE people AS SELECT i AS id, 20 + i % 50 AS age, 1000 + i % 37 AS zip, 'd' || i % 9 AS disease FROM generate_series(1, 400) i;
CREATE VIEW source AS SELECT age, zip, disease FROM people;

-- Series, decompositions, tables of a release that was named by another one.
SELECT create_series('spied', 'source', 'generalization', '{"k": 3, "sensitive": ["disease"], "target": "spied"}', independent => true);
SELECT edition FROM publish_series('spied');
SELECT count(*) FROM gnf_decompose('source', 2, target => 'decomposed', sensitive => '{disease}');
SELECT generalize_table('source', 5, target => 'generalized', sensitive => '{disease}');
SELECT count(*) FROM fragment_table('people', 2, 'disease', identifiers => '{id}', target => 'fragment');
CREATE STATISTICS on_fragment ON (spy(1) + length(disease)), disease FROM fragment_2;
CREATE INDEX ON spied_1 ((spy(1)));
SELECT create_series('invariant', 'people', 'bucketization', '{"sensitive": ["disease"], "target": "invariant"}', subject => '{id}');
SELECT state FROM publish_series('invariant');
CREATE INDEX ON invariant_1 ((spy(1)));
CREATE TABLE parted (age integer, zip integer, disease text) PARTITION BY RANGE (age);
CREATE TABLE parted_1 PARTITION OF parted FOR VALUES FROM (0) TO (45);
CREATE TABLE parted_2 PARTITION OF parted FOR VALUES FROM (45) TO (100);
INSERT INTO parted SELECT age, zip, disease FROM people;
SELECT create_series('by_partitions', 'parted', 'slicing', '{"l": 2, "columns": 2, "sensitive": ["disease"], "target": "by_partitions"}', independent => true);
SELECT edition FROM publish_series('by_partitions');
CREATE INDEX ON by_partitions_1 ((spy(1)));
SELECT create_series('approved', 'source', 'bucketization', '{"l": 2, "sensitive": ["disease"], "target": "approved"}', independent => true, approve => true);
SELECT state FROM publish_series('approved');
CREATE INDEX ON approved_1 ((spy(1)));
RESET SESSION AUTHORIZATION;
SELECT judged('verify_series', 'SELECT count(*) FROM verify_series(''spied'')');
SELECT judged('verify_release of another fragment', 'SELECT count(*) FROM verify_release(''fragment_1'')');
SELECT judged('verify_series, invariant', 'SELECT count(*) FROM verify_series(''invariant'')');
SELECT judged('publish_series, invariant', 'SELECT state FROM publish_series(''invariant'')');
SELECT judged('publish_series of partitions', 'SELECT edition FROM publish_series(''by_partitions'', partitions => ''{code_of_owner.parted_2}'')');
SELECT judged('approve_edition', 'SELECT approve_edition(''approved'', 1)');

-- The source of a release, changed since. What more than computes is not read at all.
SET SESSION AUTHORIZATION code_owner;
CREATE OPERATOR === (LEFTARG = integer, RIGHTARG = integer, FUNCTION = pg_catalog.int4eq);
CREATE OPERATOR !== (LEFTARG = integer, RIGHTARG = integer, FUNCTION = spy, NEGATOR = OPERATOR(===));
CREATE OPERATOR <<<< (LEFTARG = integer, RIGHTARG = integer, FUNCTION = pg_catalog.int4lt, RESTRICT = scalarltsel);
CREATE OPERATOR >>>> (LEFTARG = integer, RIGHTARG = integer, FUNCTION = spy, COMMUTATOR = OPERATOR(<<<<));
CREATE DOMAIN spied_on AS integer CHECK (spy(VALUE) IS NOT NULL);
CREATE FUNCTION changed_to(what text, query text, OUT said text) LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE 'CREATE OR REPLACE VIEW code_of_owner.source AS ' || query;
    said := what;
END $$;
ANALYZE people;
SELECT changed_to('a negator', 'SELECT age, zip, disease FROM people WHERE NOT (zip OPERATOR(code_of_owner.===) 5)');
RESET SESSION AUTHORIZATION;
SELECT judged('verify_release', 'SELECT count(*) FROM verify_release(''generalized'')');
SET SESSION AUTHORIZATION code_owner;
SELECT changed_to('a commutator', 'SELECT age, zip, disease FROM people WHERE 5 OPERATOR(code_of_owner.<<<<) zip');
RESET SESSION AUTHORIZATION;
SELECT judged('verify_release', 'SELECT count(*) FROM verify_release(''generalized'')');
SET SESSION AUTHORIZATION code_owner;
SELECT changed_to('a domain of XMLTABLE', 'SELECT p.age, p.zip, p.disease FROM people p, XMLTABLE(''/r'' PASSING (''<r>1</r>''::xml) COLUMNS x spied_on PATH ''.'') x WHERE x.x IS NOT NULL');
RESET SESSION AUTHORIZATION;
SELECT judged('verify_release', 'SELECT count(*) FROM verify_release(''generalized'')');
SET SESSION AUTHORIZATION code_owner;
SELECT changed_to('a function', 'SELECT spy(age) AS age, zip, disease FROM people');
RESET SESSION AUTHORIZATION;
SELECT judged('verify_release', 'SELECT count(*) FROM verify_release(''generalized'')');
SELECT judged('verify_series', 'SELECT count(*) FROM verify_series(''spied'')');
SELECT judged('kl_divergence', 'SELECT microdata.kl_divergence(''decomposed_1'')');
SELECT judged('publish_series', 'SELECT edition FROM publish_series(''spied'')');
SELECT judged('slice_table, which names it', 'SELECT slice_table(''source'', 2, 2, sensitive => ''{disease}'', target => ''public.named_source'')');
SELECT judged('explore, which names it', 'SELECT count(*) FROM explore(''source'', ''bucketization'', ''{"l": [2]}'', sensitive => ''{disease}'')');
DROP TABLE IF EXISTS named_source;
SET SESSION AUTHORIZATION code_owner;
CREATE TABLE child (CHECK (age < spy(1000))) INHERITS (people);
SELECT changed_to('a check of a table below', 'SELECT age, zip, disease FROM people WHERE zip > 0');
RESET SESSION AUTHORIZATION;
SELECT judged('audit', 'SELECT count(*) FROM audit(''generalized'')');
SET constraint_exclusion = on;
SELECT judged('audit_membership', 'SELECT count(*) FROM audit_membership(''generalized'', control => 0.3)');
RESET constraint_exclusion;
-- A partition of another owner.
SET search_path = public, code_of_owner, microdata;
CREATE TABLE code_whole (age integer, zip integer, disease text) PARTITION BY RANGE (age);
CREATE TABLE code_of_owner.code_whole_1 PARTITION OF code_whole FOR VALUES FROM (0) TO (1000);
INSERT INTO code_whole SELECT age, zip, disease FROM people;
SELECT generalize_table('code_whole', 5, sensitive => '{disease}');
ALTER TABLE code_of_owner.code_whole_1 OWNER TO code_owner;
SET SESSION AUTHORIZATION code_owner;
CREATE INDEX ON code_of_owner.code_whole_1 ((code_of_owner.spy(1)));
RESET SESSION AUTHORIZATION;
SELECT judged('a partition of another owner', 'SELECT count(*) FROM disclosure(''code_whole_generalized'')');
SELECT drop_release('code_whole_generalized');
DROP TABLE code_whole;

-- An owner that has taken its own rights away keeps nobody from reading, nor has its code run with a superuser's rights.
REVOKE SELECT ON code_of_owner.people FROM code_owner;
SELECT count(*) AS rows, (SELECT bool_and(holds) FROM verify_release('code_of_owner.fragment_1')) AS holds FROM code_of_owner.people;
CREATE INDEX spied ON code_of_owner.people ((code_of_owner.spy(1)));
SELECT judged('without rights of its own', 'SELECT microdata.value_of(''SELECT count(*) FROM code_of_owner.people WHERE age > 0'')');
DROP INDEX code_of_owner.spied;
GRANT SELECT ON code_of_owner.people TO code_owner;
-- In its owner's place, code changes nothing, such as the relation that the next statement means.
SET SESSION AUTHORIZATION code_owner;
CREATE FUNCTION code_of_owner.runs(statement text) RETURNS integer LANGUAGE plpgsql AS 'BEGIN EXECUTE statement; RETURN 1; END';
CREATE FUNCTION code_of_owner.renames(i integer) RETURNS integer LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN
    RETURN CASE WHEN session_user <> 'code_owner' THEN code_of_owner.runs('ALTER TABLE code_of_owner.people RENAME TO renamed') END; END $$;
CREATE FUNCTION code_of_owner.would_write(i integer) RETURNS integer LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN
    RETURN CASE WHEN session_user <> 'code_owner' THEN code_of_owner.runs('SET transaction_read_only = off') END; END $$;
CREATE INDEX renaming ON code_of_owner.people ((code_of_owner.renames(1)));
RESET SESSION AUTHORIZATION;
SELECT tried('SELECT microdata.value_of(''SELECT count(*) FROM code_of_owner.people WHERE age > 0'')');
DROP INDEX code_of_owner.renaming;
SET SESSION AUTHORIZATION code_owner;
CREATE INDEX writing ON code_of_owner.people ((code_of_owner.would_write(1)));
RESET SESSION AUTHORIZATION;
SELECT tried('SELECT microdata.value_of(''SELECT count(*) FROM code_of_owner.people WHERE age > 0'')');
DROP INDEX code_of_owner.writing;

-- In the owner's place, the caller's rights are asked for all the same, and views see who reads them.
SET search_path = code_of_owner, microdata, public;
SET SESSION AUTHORIZATION code_owner;
CREATE TABLE hidden AS TABLE people;
GRANT SELECT (age, zip) ON hidden TO code_reader;
CREATE VIEW mine AS SELECT id, age, zip, disease FROM people WHERE current_user = 'code_owner' OR id <= 200;
GRANT SELECT ON mine, people TO code_reader;
SET SESSION AUTHORIZATION code_reader;
SELECT tried('SELECT value_of(''SELECT max(disease) FROM code_of_owner.hidden'')');
SELECT value_of('SELECT max(age) FROM code_of_owner.hidden'), value_of('SELECT count(*) FROM code_of_owner.mine'), value_of('SELECT count(*) FROM code_of_owner.people WHERE false'),
       value_of('SELECT NULL') IS NULL AS is_null;
-- A caller's own statement is planned with the caller's rights: the planner evaluates what it names.
CREATE FUNCTION pg_temp.evaluated(i integer) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN RETURN (SELECT max(h.disease) FROM code_of_owner.hidden h); END $$;
SELECT tried(format('SELECT value_of(%L)', s)) FROM unnest(ARRAY['SELECT pg_temp.evaluated(1) FROM code_of_owner.people', 'SELECT 1 FROM code_of_owner.people WHERE disease < pg_temp.evaluated(1)',
    'SELECT 1 FROM code_of_owner.people WHERE disease < pg_catalog.table_to_xml(''code_of_owner.hidden'', false, false, '''')::text']) s;
SELECT regexp_replace(tried(format('SELECT value_of(%L)', s)), ' at or near.*', '') FROM unnest('{COMMIT,SAVEPOINT s,COPY code_of_owner.people TO STDOUT,"SELECT 1; SELECT 2"}'::text[]) s;
CREATE TEMPORARY TABLE copy AS SELECT id, age FROM code_of_owner.mine WITH NO DATA;
SELECT tried('SELECT insert_rows(''copy'', ''SELECT length(pg_temp.evaluated(1)), 1 FROM code_of_owner.people'')');
SELECT insert_rows('copy', 'SELECT id, age FROM code_of_owner.mine');
SELECT count(*) FROM copy;
SELECT tried('SELECT insert_rows(''copy'', ''SELECT disease, age FROM code_of_owner.mine'')');
SELECT tried('SELECT insert_rows(''code_of_owner.people'', ''SELECT * FROM code_of_owner.people'')');
DROP TABLE copy;
RESET SESSION AUTHORIZATION;
CREATE TEMPORARY TABLE copy (id integer PRIMARY KEY, disease text CHECK (disease <> 'd9'));
SELECT insert_rows('copy', 'SELECT id, disease FROM code_of_owner.hidden'), value_of('SELECT count(*) FROM code_of_owner.mine') AS of_owner;
SELECT count(DISTINCT disease), count(*) FROM copy;
SELECT tried('SELECT insert_rows(''copy'', ''SELECT id, disease FROM code_of_owner.hidden'')');
SELECT tried('SELECT insert_rows(''copy'', ''SELECT -id, ''''d9'''' FROM code_of_owner.hidden'')');
DROP TABLE copy;

-- Views and partitions that go with a release to a new owner: not those that read what is another's, or have code.
CREATE SCHEMA given AUTHORIZATION code_reader;
GRANT USAGE, CREATE ON SCHEMA given TO code_owner;
SET SESSION AUTHORIZATION code_reader;
CREATE TABLE given.people AS SELECT * FROM people;
CREATE FUNCTION given.spy(i integer) RETURNS integer LANGUAGE sql IMMUTABLE AS 'SELECT i';
SELECT slice_table('given.people', 2, 3, '{disease}', '{id}', target => 'given.' || t) FROM unnest('{plain,replaced,ruled,triggered,called}'::text[]) t;
CREATE FUNCTION pg_temp.replace(view text, rows text, item text) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
    EXECUTE (SELECT format('CREATE OR REPLACE VIEW given.%I AS SELECT %s, %s FROM %s', view, string_agg(format('NULL::%s AS %I', format_type(atttypid, atttypmod), attname), ', ' ORDER BY attnum), item, rows)
        FROM pg_attribute WHERE attrelid = ('given.' || view)::regclass AND attnum > 0);
END $$;
SELECT pg_temp.replace('replaced_expected', 'code_of_owner.hidden h', 'h.disease AS more'), pg_temp.replace('called_expected', 'given.called', 'given.spy(1) AS more');
CREATE RULE r AS ON INSERT TO given.ruled_expected DO INSTEAD SELECT disease FROM code_of_owner.hidden;
CREATE FUNCTION given.acts() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
CREATE TRIGGER t INSTEAD OF INSERT ON given.triggered_expected FOR EACH ROW EXECUTE FUNCTION given.acts();
CREATE TABLE given.parts (id integer, age integer, zip integer, disease text) PARTITION BY RANGE (age);
CREATE TABLE given.parts_1 PARTITION OF given.parts FOR VALUES FROM (0) TO (45);
CREATE TABLE given.parts_2 PARTITION OF given.parts FOR VALUES FROM (45) TO (100);
INSERT INTO given.parts SELECT * FROM people;
SELECT slice_table('given.parts', 2, 3, '{disease}', '{id}', quasi_identifiers => '{age,zip}', target => 'given.whole');
CREATE INDEX ON given.whole_1 ((given.spy(zip)));
CREATE INDEX ON given.whole_2 ((zip % 3));
RESET SESSION AUTHORIZATION;
SELECT format('ALTER TABLE given.%I OWNER TO code_owner', t) FROM unnest('{plain,replaced,ruled,triggered,called,whole}'::text[]) t \gexec
SELECT relname, relowner::regrole FROM pg_class WHERE relnamespace = 'given'::regnamespace AND relkind IN ('v', 'r', 'p') AND relname ~ '_(expected|1|2)$' AND relname !~ 'parts' ORDER BY 1;
-- Nor those that run a text as SQL by a function of the server's, which leaves no dependency; that a table inherits from; or whose function a role has put into an extension.
SET SESSION AUTHORIZATION code_reader;
SELECT slice_table('given.people', 2, 3, '{disease}', '{id}', target => 'given.' || t) FROM unnest('{texts,extended}'::text[]) t;
SELECT bucketize_table('given.people', 2, '{disease}', '{id}', format => 'anatomy', target => 'given.' || t) FROM unnest('{inherited,checked_by}'::text[]) t;
SELECT pg_temp.replace('texts_expected', 'given.texts', 'pg_catalog.query_to_xml(''SELECT given.spy(1)'', true, false, '''')::text AS more');
CREATE TABLE given.heir () INHERITS (given.inherited_qit);
ALTER TABLE given.checked_by_qit ADD CHECK (zip > 0);
RESET SESSION AUTHORIZATION;
SELECT format('GRANT CREATE ON DATABASE %I TO code_reader', current_database()) \gexec
SET SESSION AUTHORIZATION code_reader;
CREATE EXTENSION tcn SCHEMA given;
ALTER EXTENSION tcn ADD FUNCTION given.spy(integer);
SELECT pg_temp.replace('extended_expected', 'given.extended', 'given.spy(1) AS more');
RESET SESSION AUTHORIZATION;
SELECT format('ALTER TABLE given.%I OWNER TO code_owner', t) FROM unnest('{texts,extended,inherited,checked_by}'::text[]) t \gexec
SELECT relname, relowner::regrole FROM pg_class WHERE relnamespace = 'given'::regnamespace AND relname ~ '^(texts|extended|inherited|checked_by)_(expected|qit|st)$' ORDER BY 1;
SELECT tried(format('SELECT drop_release(%L)', 'given.' || t)) FROM unnest('{extended,checked_by}'::text[]) t;
DROP TABLE given.heir;
SELECT tried('SELECT drop_release(''given.inherited'')');
ALTER EXTENSION tcn DROP FUNCTION given.spy(integer);
DROP EXTENSION tcn;
SELECT format('REVOKE CREATE ON DATABASE %I FROM code_reader', current_database()) \gexec
-- Nor those with a type, or a table that refers to them, of a role without the new owner's rights; a series has a view, which is made anew.
SET SESSION AUTHORIZATION code_reader;
CREATE TYPE given.mood AS ENUM ('d0', 'd1', 'd2', 'd3', 'd4', 'd5', 'd6', 'd7', 'd8');
CREATE TABLE given.moods AS SELECT id, age, zip, disease::given.mood FROM people;
CREATE DOMAIN given.checked AS integer CHECK (given.spy(VALUE) > 0);
SELECT bucketize_table('given.moods', 2, '{disease}', '{id}', format => 'anatomy', target => 'given.typed'),
       bucketize_table('given.people', 2, '{disease}', '{id}', format => 'anatomy', target => 'given.indexed'), bucketize_table('given.people', 2, '{disease}', '{id}', format => 'anatomy', target => 'given.referred'),
       bucketize_table('given.people', 2, '{disease}', '{id}', format => 'anatomy', target => 'given.bare');
CREATE INDEX ON given.indexed_qit ((age::given.checked));
CREATE UNIQUE INDEX referred_key ON given.referred_st (bucket, disease);
ALTER TABLE given.referred_st ADD UNIQUE USING INDEX referred_key;
CREATE TABLE given.refers (bucket integer, disease text, FOREIGN KEY (bucket, disease) REFERENCES given.referred_st (bucket, disease));
SELECT create_series('given', 'given.moods', 'slicing', '{"l": 2, "columns": 2, "sensitive": ["disease"]}', independent => true);
RESET SESSION AUTHORIZATION;
SELECT holder AS former FROM microdata.series_record WHERE name = 'given' \gset
SET SESSION AUTHORIZATION code_reader;
CREATE RULE r AS ON INSERT TO :former DO INSTEAD SELECT disease FROM code_of_owner.hidden;
RESET SESSION AUTHORIZATION;
SELECT format('ALTER VIEW given.%I OWNER TO code_owner', t) FROM unnest('{typed,indexed,referred,bare}'::text[]) t \gexec
SELECT relname, relowner::regrole FROM pg_class WHERE relnamespace = 'given'::regnamespace AND relname ~ '_(qit|st)$' AND relkind = 'r' ORDER BY 1;
ALTER TABLE given.moods OWNER TO code_owner;
SELECT to_regclass(:'former') IS NULL AS gone, (SELECT (relowner::regrole, (SELECT count(*) FROM pg_rewrite WHERE ev_class = c.oid)) FROM pg_class c WHERE c.oid = s.holder) AS holder FROM microdata.series_record s WHERE name = 'given';
SELECT drop_series('given');
DROP TABLE given.refers;
SELECT count(drop_release(relations[1])) FROM microdata.releases WHERE relations[1]::text ~ '^given';
SET client_min_messages = error;
DROP SCHEMA given CASCADE;
DROP FUNCTION pg_temp.evaluated, pg_temp.replace;

-- Code of an owner makes the caller's transaction read-only for as long as it runs itself.
CREATE SCHEMA made_read_only;
GRANT USAGE, CREATE ON SCHEMA made_read_only TO code_owner;
SET SESSION AUTHORIZATION code_owner;
CREATE FUNCTION made_read_only.as_it_is(i integer) RETURNS integer LANGUAGE plpgsql AS
    $$ BEGIN PERFORM set_config('transaction_read_only', 'on', true); RETURN i; END $$;
CREATE TABLE made_read_only.people AS SELECT 20 + i % 50 AS age, 'd' || i % 7 AS disease FROM generate_series(1, 100) i;
CREATE VIEW made_read_only.seen AS SELECT made_read_only.as_it_is(age) AS age, disease FROM made_read_only.people;
RESET SESSION AUTHORIZATION;
BEGIN;
SELECT microdata.value_of('SELECT count(age) FROM made_read_only.seen WHERE age > 0');
SHOW transaction_read_only;
SELECT slice_table('made_read_only.seen', 2, 3, sensitive => '{disease}', target => 'made_read_only.sliced');
ROLLBACK;
SET client_min_messages = error;
DROP SCHEMA made_read_only CASCADE;

-- Groups and sorts of types that came with an extension are no code of a release's owner; they are where a superuser has
-- made a class of operators of the owner's function.
CREATE SCHEMA grouped;
GRANT USAGE, CREATE ON SCHEMA grouped TO code_owner;
CREATE EXTENSION citext SCHEMA grouped;
CREATE TYPE grouped.code;
CREATE FUNCTION grouped.code_in(cstring) RETURNS grouped.code LANGUAGE internal IMMUTABLE STRICT AS 'textin';
CREATE FUNCTION grouped.code_out(grouped.code) RETURNS cstring LANGUAGE internal IMMUTABLE STRICT AS 'textout';
CREATE TYPE grouped.code (INPUT = grouped.code_in, OUTPUT = grouped.code_out, LIKE = text, COLLATABLE = true);
CREATE FUNCTION grouped.equals(grouped.code, grouped.code) RETURNS boolean LANGUAGE internal IMMUTABLE STRICT AS 'texteq';
CREATE FUNCTION grouped.below(grouped.code, grouped.code) RETURNS boolean LANGUAGE internal IMMUTABLE STRICT AS 'text_lt';
CREATE FUNCTION grouped.compares(grouped.code, grouped.code) RETURNS integer LANGUAGE internal IMMUTABLE STRICT AS 'bttextcmp';
CREATE OPERATOR grouped.= (LEFTARG = grouped.code, RIGHTARG = grouped.code, FUNCTION = grouped.equals, COMMUTATOR = OPERATOR(grouped.=), MERGES);
CREATE OPERATOR grouped.< (LEFTARG = grouped.code, RIGHTARG = grouped.code, FUNCTION = grouped.below);
CREATE OPERATOR CLASS grouped.codes DEFAULT FOR TYPE grouped.code USING btree AS
    OPERATOR 1 grouped.<, OPERATOR 3 grouped.=, FUNCTION 1 grouped.compares(grouped.code, grouped.code);
SET SESSION AUTHORIZATION code_owner;
CREATE TABLE grouped.people AS SELECT ('Town' || i % 7)::grouped.citext AS town, ('c' || i % 4)::grouped.code COLLATE "C" AS code, 'd' || i % 5 AS disease FROM generate_series(1, 70) i;
SELECT slice_table('grouped.people', 3, 3, sensitive => '{disease}', privacy => k_anonymity(35), target => 'grouped.sliced');
RESET SESSION AUTHORIZATION;
SELECT estimate_count('grouped.sliced', '{}');
ALTER FUNCTION grouped.compares OWNER TO code_owner;
SELECT estimate_count('grouped.sliced', '{}');
-- The server's own functions, and the planner's estimates, find such code by the types of what they are given.
SET SESSION AUTHORIZATION code_owner;
CREATE FUNCTION grouped.apart(integer, integer) RETURNS float8 LANGUAGE sql IMMUTABLE AS 'SELECT ($1 - $2)::float8';
CREATE TYPE grouped.span AS RANGE (subtype = integer, subtype_diff = grouped.apart);
CREATE TYPE grouped.pair AS (code grouped.code, nr integer);
CREATE DOMAIN grouped.spans AS grouped.span[];
CREATE TABLE grouped.looked_up AS SELECT code, grouped.span(i, i + 7) AS span, ROW(code, i)::grouped.pair AS pair, ARRAY[grouped.span(1, i)]::grouped.spans AS spans, i AS nr
    FROM (SELECT code, row_number() OVER ()::integer AS i FROM grouped.people) p;
CREATE FUNCTION pg_temp.refused(query text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE 'SET SESSION AUTHORIZATION code_owner';
    EXECUTE 'CREATE VIEW grouped.viewed AS ' || query;
    EXECUTE 'RESET SESSION AUTHORIZATION';
    BEGIN
        PERFORM microdata.readable_name('grouped.viewed');
    EXCEPTION WHEN insufficient_privilege THEN
        DROP VIEW grouped.viewed;
        RETURN true;
    END;
    DROP VIEW grouped.viewed;
    RETURN false;
END $$;
RESET SESSION AUTHORIZATION;
SELECT query AS runs_code FROM unnest(ARRAY[
    'SELECT nr FROM grouped.looked_up WHERE span && grouped.span(5, 7)', 'SELECT nr FROM grouped.looked_up WHERE spans[1] << grouped.span(5, 7)',
    'SELECT nr FROM grouped.looked_up WHERE grouped.span_multirange(span) @> 5', 'SELECT nr FROM grouped.looked_up WHERE spans @> spans',
    'SELECT greatest(code, code) AS c FROM grouped.looked_up', 'SELECT array_position(ARRAY[code], code) AS c FROM grouped.looked_up',
    'SELECT nr FROM grouped.looked_up WHERE ARRAY[code] = ARRAY[code]', 'SELECT DISTINCT ARRAY[code] AS c FROM grouped.looked_up', 'SELECT DISTINCT pair FROM grouped.looked_up',
    'SELECT nr FROM grouped.looked_up WHERE pair < pair', 'SELECT code FROM grouped.looked_up UNION SELECT code FROM grouped.looked_up', 'SELECT max(ARRAY[code]) AS c FROM grouped.looked_up',
    'SELECT rank() OVER (ORDER BY pair) AS c FROM grouped.looked_up', 'SELECT nr FROM grouped.looked_up WHERE pair IN (SELECT pair FROM grouped.looked_up)',
    'WITH RECURSIVE r AS (SELECT code FROM grouped.looked_up UNION ALL SELECT code FROM r) CYCLE code SET again USING path SELECT code FROM r']) query
WHERE NOT pg_temp.refused(query);
SELECT query AS runs_none FROM unnest(ARRAY[
    'SELECT code, span, pair, spans FROM grouped.looked_up', 'SELECT code FROM grouped.looked_up UNION ALL SELECT code FROM grouped.looked_up', 'SELECT DISTINCT nr FROM grouped.looked_up',
    'SELECT count(*) AS n FROM grouped.looked_up WHERE nr > 3', 'SELECT span FROM grouped.looked_up ORDER BY nr', 'SELECT town FROM grouped.people GROUP BY town']) query
WHERE pg_temp.refused(query);
SET client_min_messages = error;
DROP FUNCTION pg_temp.refused;
SELECT drop_release('grouped.sliced');
DROP SCHEMA grouped CASCADE;

SET client_min_messages = error;
SELECT drop_series(s) FROM unnest('{spied,invariant,by_partitions,approved}'::text[]) s;
DROP SCHEMA code_of_owner CASCADE;
DROP ROLE code_owner, code_reader;
