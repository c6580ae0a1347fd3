-- A superuser who runs, verifies or approves what another role has prepared: none of that role's code runs, and it gets nothing by it.
\pset format unaligned
\pset tuples_only on
SET client_min_messages = warning;
SET pg_microdata.republish = 'allow';
CREATE ROLE z_owner;
CREATE ROLE z_other;
CREATE SCHEMA z_series AUTHORIZATION z_owner;
GRANT USAGE, CREATE ON SCHEMA z_series TO z_other;
SET search_path = z_series, public;
SET ROLE z_owner;
CREATE FUNCTION taken() RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN RAISE WARNING 'code of z_owner runs as a superuser'; END IF;
    RETURN true;
END$$;
CREATE FUNCTION said(call text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE call;
    RETURN 'done';
EXCEPTION WHEN OTHERS THEN
    RETURN SQLSTATE || ' ' || SQLERRM;
END$$;
CREATE TABLE z_source AS SELECT i AS id, (20 + i % 10)::smallint AS age, (1000 + i % 5)::text AS zip, 'd' || i * 7 % 6 AS disease FROM generate_series(1, 80) i;

-- A table of a former edition becomes a view that reads with its caller's rights.
SELECT FROM create_series('z_joined', 'z_source', 'bucketization', '{"sensitive": "disease", "quasi_identifiers": ["age", "zip"]}', 'id', view => 'z_joined_view');
SELECT FROM create_series('z_growing', 'z_source', 'bucketization', '{"sensitive": "disease", "quasi_identifiers": ["age", "zip"], "rows": "growing"}', 'id');
SELECT FROM create_series('z_each', 'z_source', 'bucketization', '{"sensitive": "disease", "identifiers": "id", "quasi_identifiers": ["age", "zip"], "l": 2}', independent => true);
SELECT s, (publish_series(s)).state FROM unnest('{z_joined,z_growing,z_each}'::text[]) s;
INSERT INTO z_source SELECT i, 20 + i % 10, (1000 + i % 5)::text, 'd' || i * 7 % 6 FROM generate_series(81, 180) i;
SELECT s, (publish_series(s)).state FROM unnest('{z_joined,z_growing,z_each}'::text[]) s;
DO $$
DECLARE replaced text;
BEGIN
    FOREACH replaced IN ARRAY '{z_joined_1,z_growing_1,z_growing_1_values,z_each_1}'::text[] LOOP
        CONTINUE WHEN to_regclass(replaced) IS NULL;
        EXECUTE format('CREATE TABLE %I AS TABLE %I', 'kept_' || replaced, replaced);
        EXECUTE format('DELETE FROM %I', replaced);
        EXECUTE format('CREATE RULE "_RETURN" AS ON SELECT TO %I DO INSTEAD SELECT * FROM %I WHERE taken()', replaced, 'kept_' || replaced);
        EXECUTE format('ALTER VIEW %I SET (security_invoker)', replaced);
    END LOOP;
END$$;
RESET ROLE;
SELECT c AS call, array_agg(DISTINCT said(format(c, s))) FROM unnest('{z_joined,z_growing,z_each}'::text[]) s,
    unnest(ARRAY['SELECT FROM verify_series(%L)', 'SELECT FROM publish_series(%L)', 'SELECT microdata.show_edition(%L, 2)', 'SELECT FROM approve_edition(%L, 2)',
        'SELECT FROM verify_release(%1$L::text || ''_2'')', 'SELECT FROM audit((%1$L::text || ''_2'')::regclass)', 'SELECT FROM audit_composition(source => ''z_source'')']) c GROUP BY 1 ORDER BY 1;

-- Hierarchies that the source's owner may not use: a series is not made of them, nor defined anew, in the words in which publishing would fail.
CREATE TABLE z_rows AS TABLE z_source;
ALTER TABLE z_rows OWNER TO z_owner;
CREATE TABLE z_zips AS SELECT (1000 + i)::text AS level0, CASE WHEN i < 3 THEN 'low' ELSE 'high' END AS level1, '*' AS level2 FROM generate_series(0, 4) i;
SELECT FROM create_hierarchy('z_of_superuser', 'z_zips');
SELECT s, said(format('SELECT FROM create_series(%L, ''z_rows'', ''generalization'', %L, %L, independent => %L)', 'z_' || s,
    '{"sensitive": "disease", "quasi_identifiers": ["age", "zip"], "hierarchies": {"zip": "z_of_superuser"}' || CASE s WHEN 'independent' THEN ', "k": 2, "identifiers": "id"}' ELSE '}' END, '{id}', s = 'independent'))
FROM unnest('{invariant,independent}'::text[]) s;
SELECT given, said(format('SELECT FROM create_series(''z_wrong'', ''z_rows'', ''generalization'', %L, ''{id}'', independent => true)', '{"sensitive": "disease", "quasi_identifiers": ["age", "zip"], "k": 2, "hierarchies": ' || given || '}'))
FROM unnest(ARRAY['{"zip": "z_nowhere"}', '{"nothing": "z_of_superuser"}', '["z_of_superuser"]', '{"zip": 1}']) given;
SELECT said('SELECT FROM alter_series(''z_each'', method => ''generalization'', arguments => ''{"sensitive": "disease", "identifiers": "id", "quasi_identifiers": ["age", "zip"], "k": 2, "hierarchies": {"zip": "z_of_superuser"}}'')');
SELECT declare_hierarchy('z_rows', 'zip', 'z_of_superuser');
SELECT said('SELECT FROM create_series(''z_declared'', ''z_rows'', ''bucketization'', ''{"sensitive": "disease", "quasi_identifiers": ["age", "zip"]}'', ''{id}'')');
SELECT grant_hierarchy('z_of_superuser', 'z_owner');
SELECT said('SELECT FROM create_series(''z_declared'', ''z_rows'', ''generalization'', ''{"sensitive": "disease", "quasi_identifiers": ["age", "zip"]}'', ''{id}'')');
SELECT (publish_series('z_declared')).state;
SELECT FROM drop_series('z_declared');
SELECT FROM drop_release('z_declared_1');
SELECT declare_hierarchy('z_rows', 'zip', NULL);
SELECT FROM drop_hierarchy('z_of_superuser');

-- A view of a superuser is not taken over, though a superuser publishes.
SET ROLE z_owner;
CREATE TABLE z_counted AS TABLE z_source;
SELECT FROM create_series('z_taking', 'z_counted', 'bucketization', '{"sensitive": "disease", "quasi_identifiers": ["age", "zip"]}', 'id', view => 'z_stats');
RESET ROLE;
CREATE TABLE z_own AS TABLE z_counted;
SELECT bucketize_table('z_own', 2, sensitive => 'disease', identifiers => 'id', quasi_identifiers => '{age,zip}', target => 'z_own_released');
CREATE VIEW z_stats AS TABLE z_own_released;
SELECT said('SELECT FROM publish_series(''z_taking'')');
SELECT pg_get_viewdef('z_stats'::regclass) ~ 'z_own_released' AS as_it_was;
DROP VIEW z_stats;

-- A view that is made anew is granted to nobody by default.
SELECT (publish_series('z_taking')).state;
ALTER DEFAULT PRIVILEGES IN SCHEMA z_series GRANT SELECT ON TABLES TO z_other;
SET ROLE z_owner;
ALTER TABLE z_counted ALTER age TYPE integer;
RESET ROLE;
SELECT (publish_series('z_taking')).state;
SELECT format_type(atttypid, NULL), has_table_privilege('z_other', 'z_stats', 'SELECT') FROM pg_attribute WHERE attrelid = 'z_stats'::regclass AND attname = 'age';
ALTER DEFAULT PRIVILEGES IN SCHEMA z_series REVOKE SELECT ON TABLES FROM z_other;

-- Hierarchies are those that the source's owner may use.
CREATE TABLE z_levels AS SELECT i::text AS level0, 'secret ' || i / 10 AS level1, '*' AS level2 FROM generate_series(20, 29) i;
SELECT FROM create_hierarchy('z_secret', 'z_levels');
SET ROLE z_owner;
SELECT said($$SELECT FROM create_series('z_led', 'z_counted', 'generalization', '{"k": 5, "recoding": "full-domain", "hierarchies": {"age": "z_secret"}, "sensitive": "disease", "identifiers": "id"}', independent => true)$$);
RESET ROLE;
SELECT FROM grant_hierarchy('z_secret', 'z_owner');
SET ROLE z_owner;
SELECT said($$SELECT FROM create_series('z_led', 'z_counted', 'generalization', '{"k": 5, "recoding": "full-domain", "hierarchies": {"age": "z_secret"}, "sensitive": "disease", "identifiers": "id"}', independent => true)$$);
RESET ROLE;
SELECT FROM revoke_hierarchy('z_secret', 'z_owner');
SELECT said('SELECT FROM publish_series(''z_led'')');
SELECT FROM grant_hierarchy('z_secret', 'z_owner');
SELECT said('SELECT FROM publish_series(''z_led'')');

-- So are those that are declared, whoever publishes.
SET ROLE z_owner;
SELECT FROM declare_hierarchy('z_counted', 'age', 'z_secret');
SELECT FROM create_series('z_declared', 'z_counted', 'generalization', '{"k": 5, "recoding": "full-domain", "sensitive": "disease", "identifiers": "id"}', independent => true);
RESET ROLE;
SELECT said('SELECT FROM publish_series(''z_declared'')');
SELECT FROM revoke_hierarchy('z_secret', 'z_owner');
SELECT said('SELECT FROM publish_series(''z_declared'')');
SELECT FROM declare_hierarchy('z_counted', 'age', NULL);

-- A relation that carries code, or is read or written by way of others' tables, stays with its owner.
SET ROLE z_owner;
SELECT bucketize_table('z_counted', 2, sensitive => 'disease', identifiers => 'id', quasi_identifiers => '{age,zip}', format => 'anatomy', target => 'z_' || t) FROM unnest('{plain,heir,key,refreshed}'::text[]) t;
CREATE TABLE z_parent (disease text);
ALTER TABLE z_heir_st INHERIT z_parent;
CREATE TABLE z_buckets AS SELECT DISTINCT bucket FROM z_key_qit;
ALTER TABLE z_buckets ADD PRIMARY KEY (bucket);
ALTER TABLE z_key_st ADD FOREIGN KEY (bucket) REFERENCES z_buckets ON DELETE CASCADE;
SELECT release_description('z_refreshed_qit') AS description \gset
RESET ROLE;
CREATE SCHEMA z_copied AUTHORIZATION z_owner;
GRANT USAGE, CREATE ON SCHEMA z_copied TO z_other;
SET ROLE z_owner;
CREATE TABLE z_copied.z_refreshed_qit AS TABLE z_refreshed_qit;
SELECT format('CREATE MATERIALIZED VIEW z_copied.z_refreshed_st AS SELECT * FROM (VALUES %s) v (bucket, disease, count) WHERE query_to_xml(''SELECT z_series.taken()'', true, true, '''') IS NOT NULL',
    string_agg(format('(%s, %L::text, %s)', bucket, disease, count), ', ')) AS made FROM z_refreshed_st \gset
:made;
SELECT said(format('SELECT FROM register_release(%L, description => %L)', 'z_copied.z_refreshed_qit', :'description'));
RESET ROLE;
ALTER VIEW z_plain OWNER TO z_other;
ALTER VIEW z_heir OWNER TO z_other;
ALTER VIEW z_key OWNER TO z_other;
ALTER TABLE z_copied.z_refreshed_qit OWNER TO z_other;
SELECT relname, relowner::regrole FROM pg_class WHERE relname ~ '^z_(plain|heir|key|refreshed)_(qit|st)$' AND relkind IN ('r', 'm') AND (relname !~ 'refreshed' OR relnamespace = 'z_copied'::regnamespace) ORDER BY 1;
SELECT count(drop_series(series)) FROM microdata.series WHERE series LIKE 'z\_%';
SELECT FROM drop_hierarchy('z_secret');
DROP SCHEMA z_copied, z_series CASCADE;
DROP ROLE z_owner, z_other;
