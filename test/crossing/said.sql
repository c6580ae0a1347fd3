-- All that is said of what is there: the same before the server's version changes and after.
\pset format unaligned
\pset tuples_only on
\set ON_ERROR_STOP on
SET client_min_messages = error;
SET SESSION AUTHORIZATION registrar;
\echo catalog
SELECT release_id, method, source, relations, parameters, created_at AT TIME ZONE 'UTC', created_by, source_rows, published_rows, buckets, suppressed_rows FROM microdata.releases ORDER BY 1;
SELECT release_id, relation, column_no, attribute, role, generalized FROM microdata.release_columns ORDER BY 1, relation::text, 4;
SELECT l.* FROM microdata.ledger l ORDER BY release_id;
SELECT * FROM microdata.forgotten_releases ORDER BY 1;
SELECT * FROM microdata.roles ORDER BY 1, 2;
SELECT * FROM microdata.hierarchies ORDER BY 1;
SELECT * FROM microdata.declared_hierarchies ORDER BY 1, 2;
SELECT d.attribute, l.* FROM microdata.declared_hierarchies d, hierarchy_labels(d.source, d.attribute) l ORDER BY 1, 2;
SELECT rule_id, source, rule, l, privacy, comment FROM microdata.privacy_rules ORDER BY 1;
SELECT * FROM microdata.series ORDER BY 1;
SELECT * FROM microdata.editions ORDER BY 1, 2;
SELECT * FROM microdata.series_views ORDER BY view::text;
SELECT series, edition, state, sqlerrcode, err_message, run_by FROM microdata.runs ORDER BY run_id;
RESET SESSION AUTHORIZATION;
\echo memory
SELECT r.* FROM microdata.ledger_record r ORDER BY release_id;
SELECT s.name, p.person, p.signature, p.arrived, p.since, p.shown, p.gone, p.withheld FROM microdata.series_person_record p JOIN microdata.series_record s USING (series_id) ORDER BY 1, 2;
SELECT s.name, v.signature, v.sensitive_values FROM microdata.series_signature_record v JOIN microdata.series_record s USING (series_id) ORDER BY 1, 2;
SELECT s.name, m.person, m.cohort, m.arrived, m.missed, m.shown, m.since, m.value_set FROM microdata.series_member_record m JOIN microdata.series_record s USING (series_id) ORDER BY 1, 2;
SELECT s.name, v.number, v.sensitive_value FROM microdata.series_value_record v JOIN microdata.series_record s USING (series_id) ORDER BY 1, 2;
SELECT * FROM microdata.hierarchy_grant_record ORDER BY 1, grantee::text;
SELECT relation, attribute, source_attribute FROM microdata.release_column_record ORDER BY relation::text, 2, 3;
SET SESSION AUTHORIZATION registrar;
\echo figures
-- The order of rows is not kept to the last.
SELECT r.relations, v.requirement, CASE WHEN v.requirement !~ '(tables|parts|fragments) are shuffled' THEN v.achieved END, CASE WHEN v.requirement !~ '(tables|parts|fragments) are shuffled' THEN v.bound END, v.holds FROM microdata.releases r, verify_release(r.relations[1]) v ORDER BY r.release_id, v.requirement;
SELECT s.series, v.edition, v.requirement, CASE WHEN v.requirement !~ '(tables|parts|fragments) are shuffled' THEN v.bound END, CASE WHEN v.requirement !~ '(tables|parts|fragments) are shuffled' THEN v.achieved END, v.holds FROM microdata.series s, verify_series(s.series) v ORDER BY 1, 2, 3;
SELECT r.relations[1], release_description(r.relations[1]) FROM microdata.releases r ORDER BY r.release_id;
SELECT r.relations[1], round(estimate_count(r.relations[1], CASE WHEN r.source = 'people'::regclass THEN '{"age": {"between": [30, 50]}, "sex": "F"}' ELSE '{}' END::jsonb)::numeric, 6) FROM microdata.releases r WHERE r.source IN ('people'::regclass, 'patients'::regclass) AND r.method <> 'fragmentation' ORDER BY r.release_id;
SELECT r.relations[1], md5(query_to_xml(format('SELECT * FROM %s t ORDER BY t::text COLLATE "C"', r.relations[1]), true, false, '')::text) FROM microdata.releases r ORDER BY r.release_id;
SELECT audit, attribute, round(figure::numeric, 6), round(control::numeric, 6) FROM audit('people_sliced', control => NULL, seconds => NULL, seed => 1) WHERE audit <> 'audit_composition' ORDER BY 1, 2;
\echo readers
RESET SESSION AUTHORIZATION;
SET SESSION AUTHORIZATION analyst;
SELECT count(*) FROM people_sliced;
SELECT count(*) FROM ward;
SELECT count(*) FROM monthly;
SELECT series, edition FROM microdata.series_views ORDER BY view::text;
SELECT relations FROM microdata.releases ORDER BY release_id;
