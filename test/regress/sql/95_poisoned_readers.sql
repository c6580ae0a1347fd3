-- A role that may not read a table neither learns from the ledger what was published of it, nor enters there what its owner is refused by.
CREATE ROLE kept_owner;
CREATE ROLE kept_thief;
CREATE ROLE kept_reader;
CREATE SCHEMA kept AUTHORIZATION kept_owner;
CREATE SCHEMA stolen AUTHORIZATION kept_thief;
CREATE SCHEMA granted AUTHORIZATION kept_reader;
CREATE SCHEMA shared;
GRANT ALL ON SCHEMA shared TO PUBLIC;
SET client_min_messages = error;
SET pg_microdata.republish = 'error';
\set SHOW_CONTEXT never
\pset format unaligned
\pset tuples_only on
SET SESSION AUTHORIZATION kept_owner;
GRANT USAGE ON SCHEMA kept TO PUBLIC;
CREATE FUNCTION kept.said(statement text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    detail text;
BEGIN
    EXECUTE statement;
    RETURN 'done';
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL;
    RETURN concat_ws('|', SQLSTATE, SQLERRM, NULLIF(detail, ''));
END $$;
CREATE FUNCTION kept.published(source text, target text) RETURNS text LANGUAGE sql AS $$
    SELECT split_part(kept.said(format('SELECT public.bucketize_table(%L, 2, sensitive => ''{disease}'', identifiers => ''{id}'', target => %L)',
                                       source, target)), '|pg_microdata.republish', 1)
$$;
CREATE FUNCTION kept.make(name text, more text = '') RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('CREATE TABLE %s (id integer UNIQUE, age integer, disease text %s)', name, more);
    EXECUTE format('INSERT INTO %s SELECT i, 20 + i %% 7, ''d'' || i %% 5 FROM generate_series(1, 100) i', name);
END $$;
SELECT count(kept.make(name)) FROM unnest('{kept.known,kept.fresh,kept.open,kept.gated}'::text[]) name;
GRANT REFERENCES (id) ON kept.known, kept.fresh TO kept_thief;
GRANT SELECT, REFERENCES ON kept.known, kept.open TO kept_reader;
SELECT kept.published('kept.known', 'kept.known_1');

-- Links of a role that may not read what it links to are none: rules, keys, views.
SET SESSION AUTHORIZATION kept_thief;
SELECT count((kept.make('stolen.ruled_' || name), kept.make('stolen.key_' || name, format(', FOREIGN KEY (id) REFERENCES kept.%s (id)', name)),
              kept.make('stolen.claimed_' || name)))
FROM unnest('{known,fresh}'::text[]) name;
CREATE RULE r AS ON UPDATE TO stolen.ruled_known DO ALSO SELECT count(*) FROM kept.known;
CREATE RULE r AS ON UPDATE TO stolen.ruled_fresh DO ALSO SELECT count(*) FROM kept.fresh;
CREATE VIEW stolen.view_known AS SELECT age, disease FROM kept.known;
CREATE VIEW stolen.view_fresh AS SELECT age, disease FROM kept.fresh;
CREATE VIEW stolen.ruled_view AS SELECT id, age, disease FROM stolen.ruled_known;
CREATE RULE r AS ON UPDATE TO stolen.ruled_view DO INSTEAD SELECT count(*) FROM kept.known;
SELECT 'told the thief', said FROM unnest('{ruled_known,ruled_fresh,key_known,key_fresh}'::text[]) source,
    kept.published('stolen.' || source, 'stolen.of_' || source) said WHERE said <> 'done';
SELECT kept.said(format('SELECT public.register_release(%L, %L, ''slicing'', ''{age,disease}'', ''{disease}'', bucket_column => ''id'')', 'stolen.claimed_' || name, 'stolen.view_' || name))
FROM unnest('{known,fresh}'::text[]) name;
SET SESSION AUTHORIZATION kept_owner;
SELECT kept.published('kept.fresh', 'kept.fresh_1');
RESET SESSION AUTHORIZATION;
SELECT release_id, relations FROM microdata.ledger_record WHERE about && '{kept.known,kept.fresh}' AND created_by <> 'kept_owner';
-- A rule of a view hides nothing from who publishes it.
SET SESSION AUTHORIZATION kept_thief;
GRANT ALL ON SCHEMA stolen TO PUBLIC;
GRANT SELECT ON stolen.ruled_view TO kept_reader;
SET SESSION AUTHORIZATION kept_reader;
SELECT kept.published('stolen.ruled_view', 'granted.of_ruled_view');

-- A role that may read it is told, and what it publishes counts. The owner sees that, but no figures of another role's source, and can forget it.
SELECT FROM kept.make('granted.key', ', FOREIGN KEY (id) REFERENCES kept.known (id)');
CREATE VIEW granted.known AS TABLE kept.known;
CREATE VIEW granted.open AS TABLE kept.open;
SELECT kept.published('granted.' || source, 'granted.of_' || source) FROM unnest('{key,known,open}'::text[]) source;
SET SESSION AUTHORIZATION kept_owner;
SELECT kept.published('kept.open', 'kept.open_1');
SELECT release_id AS entry FROM microdata.ledger WHERE 'kept.open'::regclass = ANY (about) \gset
SELECT source, source_name, about, relations, created_by, readers, ended, attributes, parameters, source_rows, published_rows FROM microdata.ledger WHERE release_id = :entry;
SELECT kept.said(format('SELECT microdata.forget_release(%s, ''still there'')', :entry)) = format('55000|release %s is still there', :entry);
SET SESSION AUTHORIZATION kept_thief;
SELECT release_id FROM microdata.ledger WHERE release_id = :entry;
SELECT split_part(kept.said(format('SELECT microdata.forget_release(%s, ''not mine'')', :entry)), '|', 1);
SET SESSION AUTHORIZATION kept_reader;
SELECT FROM public.drop_release('granted.of_open');
SET SESSION AUTHORIZATION kept_owner;
SELECT FROM microdata.forget_release(:entry, 'of nobody else');
SELECT kept.published('kept.open', 'kept.open_1');

-- A name that another role's table had is not the table's.
SET SESSION AUTHORIZATION kept_thief;
SELECT FROM kept.make('shared.patients');
SELECT kept.published('shared.patients', 'stolen.patients_1');
DROP TABLE shared.patients CASCADE;
SET SESSION AUTHORIZATION kept_owner;
SELECT FROM kept.make('shared.patients');
SELECT kept.published('shared.patients', 'kept.patients_1');
DROP TABLE shared.patients CASCADE;
SELECT FROM kept.make('shared.patients');
SELECT kept.published('shared.patients', 'kept.patients_2');
RESET SESSION AUTHORIZATION;
DROP TABLE shared.patients CASCADE;
SELECT FROM kept.make('shared.patients');
SELECT kept.published('shared.patients', 'kept.patients_2');

-- Views make readers where their owners may read; rules of tables and views of others' rights make none.
SET SESSION AUTHORIZATION kept_owner;
SELECT kept.said(format('SELECT public.generalize_table(''kept.gated'', 5, sensitive => ''{disease}'', identifiers => ''{id}'', target => %L)', 'kept.gated_1'));
SET SESSION AUTHORIZATION kept_thief;
CREATE VIEW stolen.onto AS TABLE kept.gated_1;
CREATE VIEW stolen.onto_onto AS TABLE stolen.onto;
CREATE MATERIALIZED VIEW stolen.kept_rows AS TABLE kept.gated_1 WITH NO DATA;
CREATE TABLE stolen.ruled (i integer);
CREATE RULE r AS ON UPDATE TO stolen.ruled DO ALSO SELECT count(*) FROM kept.gated_1;
CREATE VIEW stolen.invoking AS TABLE kept.gated_1;
SELECT current_setting('server_version_num')::integer >= 150000 AS has_invokers \gset
\if :has_invokers
ALTER VIEW stolen.invoking SET (security_invoker);
\endif
GRANT SELECT ON ALL TABLES IN SCHEMA stolen TO PUBLIC;
SET SESSION AUTHORIZATION kept_reader;
\if :has_invokers
CREATE VIEW granted.onto_invoking AS TABLE stolen.invoking;
\else
CREATE VIEW granted.onto_invoking AS TABLE kept.gated_1;
\endif
CREATE VIEW granted.onto_stolen AS TABLE stolen.onto;
GRANT SELECT ON granted.onto_invoking, granted.onto_stolen TO kept_thief;
RESET SESSION AUTHORIZATION;
SELECT readers FROM microdata.ledger WHERE 'kept.gated_1' = ANY (relations);
-- A role that is granted it afterwards lets others read by views on it that are there.
BEGIN;
GRANT SELECT ON kept.gated_1 TO kept_reader;
SELECT readers FROM microdata.ledger WHERE 'kept.gated_1' = ANY (relations);
GRANT SELECT (age) ON kept.gated_1 TO kept_thief;
SELECT readers FROM microdata.ledger WHERE 'kept.gated_1' = ANY (relations);
ROLLBACK;
SET SESSION AUTHORIZATION kept_thief;
SELECT kept.published('kept.gated', 'stolen.gated');
DROP VIEW stolen.onto, stolen.invoking CASCADE;
DROP MATERIALIZED VIEW stolen.kept_rows;
DROP TABLE stolen.ruled;
SET SESSION AUTHORIZATION kept_owner;
SELECT FROM public.drop_release('kept.gated_1');
SELECT release_id AS entry FROM microdata.ledger WHERE 'kept.gated_1' = ANY (relations) \gset
SELECT FROM public.create_series('kept.gated', 'kept.gated', 'generalization', '{"k": 5, "sensitive": ["disease"], "identifiers": ["id"], "target": "kept.edition"}',
    independent => true, gate => '{"composition": 1}');
RESET SESSION AUTHORIZATION;
SET pg_microdata.republish = 'warn';
SET SESSION AUTHORIZATION kept_owner;
SELECT state FROM public.publish_series('kept.gated');
SELECT FROM microdata.forget_release(:entry, 'nobody else could read it');

-- Whatever a relation of another role is, the caller is told that it is another role's.
CREATE VIEW shared.shown AS SELECT 1 AS bucket;
SELECT kept.published('kept.open', 'shared.release');
SELECT FROM public.create_series('kept.viewed', 'kept.open', 'bucketization', '{"l": 2, "sensitive": ["disease"], "identifiers": ["id"], "target": "kept.viewed"}', independent => true, view => 'shared.of_series');
SELECT state FROM public.publish_series('kept.viewed');
SET SESSION AUTHORIZATION kept_thief;
SELECT FROM kept.make('stolen.mine');
SELECT kept.said(format('SELECT public.create_series(%L, ''stolen.mine'', ''bucketization'', ''{"l": 2, "sensitive": ["disease"], "target": "stolen.edition"}'', independent => true, view => %L)', 'mine', view))
FROM unnest('{shared.shown,shared.release,shared.of_series}'::text[]) view;

RESET SESSION AUTHORIZATION;
SELECT public.drop_series(name) FROM unnest('{kept.gated,kept.viewed}'::text[]) name;
DROP SCHEMA kept, stolen, granted, shared CASCADE;
DROP ROLE kept_owner, kept_thief, kept_reader;
