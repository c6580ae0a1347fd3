-- Whatever is done next: what comes of it is the same with every version.
\pset format unaligned
\pset tuples_only on
\set VERBOSITY verbose
\set SHOW_CONTEXT never
SET client_min_messages = warning;
SET SESSION AUTHORIZATION registrar;
\echo the ledger
SELECT slice_table('people', 3, 4, target => 'again');
SELECT drop_release('again');
RESET SESSION AUTHORIZATION;
SET pg_microdata.republish = 'error';
SET SESSION AUTHORIZATION registrar;
SELECT slice_table('people', 3, 4, target => 'refused'); -- refused
SELECT generalize_table('parted', 5, sensitive => '{disease}', target => 'refused'); -- refused
SELECT publish_series('monthly'); -- refused
RESET SESSION AUTHORIZATION;
SET pg_microdata.republish = 'allow';
SET SESSION AUTHORIZATION registrar;
SELECT microdata.forget_release(min(release_id), 'others could read it') FROM microdata.ledger WHERE ended = 'dropped' AND relations::text ~ 'read'; -- refused
\echo releases
SELECT slice_table('people', 3, 3, replace => true), bucketize_table('people', 3, replace => true), generalize_table('people', 6, replace => true);
SELECT republish_partitions('parts', '{parted_1}');
SELECT count(*) > 1 FROM gnf_decompose('people', 2, target => '"Odd schema".part', replace => true);
SELECT count(*) FROM fragment_table('people', 4, 'disease', replace => true);
SELECT indexdef FROM pg_indexes WHERE tablename = 'people_sliced';
REFRESH MATERIALIZED VIEW listed;
SELECT count(*) FROM listed;
\echo roles, rules and hierarchies
SELECT declare_roles('people', sensitive => '{disease}', identifiers => '{id,remark}', insensitive => '{seen_by_nobody}');
SELECT add_privacy_rule('people', 'age -> disease', 3), create_prefix_hierarchy('registrar.more', '{2}');
SELECT drop_hierarchy('registrar.more');
ALTER TABLE people RENAME town TO city;
SELECT attribute, role FROM microdata.roles WHERE source = 'people'::regclass ORDER BY 1;
SELECT slice_table('people', 2, 3, target => 'renamed');
\echo series
CALL next_week(20, 301);
CALL publish_all();
SELECT series, edition, state, persons, counterfeits, waiting, withheld FROM microdata.editions ORDER BY 1, 2;
SELECT approve_edition('slices', max(edition)) FROM microdata.editions WHERE series = 'slices'; -- refused
RESET SESSION AUTHORIZATION;
SET SESSION AUTHORIZATION head_of_registry;
SELECT approve_edition('slices', max(edition)) FROM microdata.editions WHERE series = 'slices';
RESET SESSION AUTHORIZATION;
SET SESSION AUTHORIZATION registrar;
CALL run_series('ward');
SELECT series, runs, failures, last_state FROM microdata.run_stats ORDER BY 1;
SELECT alter_series('ward', keep => 1);
CALL run_series('ward');
SELECT series, edition, state, relations FROM microdata.editions ORDER BY 1, 2;
SELECT alter_series('classes', m => 2);
SELECT persons, state FROM publish_series('classes');
SELECT s.series, v.edition, v.requirement FROM microdata.series s, verify_series(s.series) v WHERE v.holds IS NOT TRUE ORDER BY 1, 2, 3;
SELECT r.relations, v.requirement FROM microdata.releases r, verify_release(r.relations[1]) v WHERE v.holds IS NOT TRUE ORDER BY r.release_id, 2;
SELECT max(release_id) - min(release_id) FROM microdata.ledger;
SELECT drop_series('care');
\echo what follows tables
DROP TABLE people_generalized;
SELECT relations, ended FROM microdata.ledger WHERE ended IS NOT NULL ORDER BY release_id;
ALTER TABLE people_sliced RENAME TO "Sliced anew";
SELECT count(*) FROM verify_release('"Sliced anew"');
RESET SESSION AUTHORIZATION;
SET SESSION AUTHORIZATION analyst;
SELECT count(*) FROM "Sliced anew";
SELECT count(*) > 0 FROM ward;
RESET SESSION AUTHORIZATION;
DROP TABLE people CASCADE;
SELECT count(*) FROM microdata.roles WHERE source::text ~ 'people';
