-- Relations follow a release, a partitioned table or the view of a series if they belonged to its former owner and are part of it still: those of others stay theirs, and are granted by them.
\pset format unaligned \pset tuples_only on
\set ECHO none
CREATE ROLE leader_owner;
CREATE ROLE leader_heir;
CREATE ROLE follower_owner;
CREATE ROLE follower_reader;
CREATE SCHEMA followed;
GRANT ALL ON SCHEMA followed TO leader_owner, leader_heir, follower_owner;
SET client_min_messages = error;
SET search_path = followed, public;
SET SESSION AUTHORIZATION leader_owner;
CREATE TABLE people AS SELECT i % 50 AS a, i % 7 AS b, (ARRAY['x', 'y', 'z'])[1 + i % 3] AS s FROM generate_series(1, 300) i;
CREATE TABLE parted (LIKE people) PARTITION BY RANGE (a);
CREATE TABLE parted_1 PARTITION OF parted FOR VALUES FROM (0) TO (25);
CREATE TABLE parted_2 PARTITION OF parted FOR VALUES FROM (25) TO (100);
INSERT INTO parted TABLE people;
RESET SESSION AUTHORIZATION;
CREATE FUNCTION owners(like_name text) RETURNS text LANGUAGE sql AS $$
    SELECT string_agg(owned, '; ' ORDER BY owned) FROM (
        SELECT pg_get_userbyid(relowner) || ': ' || string_agg(relname, ' ' ORDER BY relname) AS owned FROM pg_class
        WHERE relnamespace = 'followed'::regnamespace AND relkind IN ('r', 'p', 'v') AND relname ~ like_name GROUP BY relowner) o
$$;
\set ECHO all

-- A fragment whose columns are others now.
SET SESSION AUTHORIZATION leader_owner;
SELECT count(*) FROM fragment_table('people', 3, 's', target => 'f');
ALTER TABLE f_2 DROP b, DROP s, ADD secret text;
RESET SESSION AUTHORIZATION;
ALTER TABLE f_2 OWNER TO follower_owner;
GRANT SELECT ON f_2 TO follower_reader;
ALTER TABLE f_1 SET (fillfactor = 90);
GRANT SELECT ON f_1 TO leader_heir;
REVOKE SELECT ON f_1 FROM follower_reader;
ALTER TABLE f_1 OWNER TO leader_heir;
SELECT owners('^f_'), has_table_privilege('follower_reader', 'f_2', 'SELECT') AS kept, has_table_privilege('leader_heir', 'f_2', 'SELECT') AS granted;
-- It is none that follows, whosever it is.
ALTER TABLE f_1 OWNER TO follower_owner;
GRANT SELECT ON f_1 TO leader_heir;
REVOKE SELECT ON f_1 FROM follower_reader;
ALTER TABLE f_1 OWNER TO leader_owner;
SELECT owners('^f_'), has_table_privilege('follower_reader', 'f_2', 'SELECT') AS kept, has_table_privilege('leader_heir', 'f_2', 'SELECT') AS granted;

-- The view of expected counts, and a table of the format anatomy.
SET SESSION AUTHORIZATION leader_owner;
SELECT bucketize_table('people', 2, sensitive => '{s}', target => 'joined') > 0 AS made, bucketize_table('people', 2, sensitive => '{s}', format => 'anatomy', target => 'apart') > 0 AS made;
RESET SESSION AUTHORIZATION;
ALTER VIEW joined_expected OWNER TO follower_owner;
ALTER TABLE apart_st OWNER TO follower_owner;
GRANT SELECT ON joined_expected, apart_st TO follower_reader;
ALTER TABLE joined SET (fillfactor = 90);
ALTER VIEW apart SET (security_barrier = false);
REVOKE SELECT ON joined, apart FROM follower_reader;
ALTER TABLE joined RENAME TO renamed;
SELECT owners('^(joined|renamed|apart)'), has_table_privilege('follower_reader', 'joined_expected', 'SELECT') AS kept, has_table_privilege('follower_reader', 'apart_st', 'SELECT') AS kept;
ALTER TABLE renamed OWNER TO leader_heir;
ALTER VIEW apart OWNER TO leader_heir;
SELECT owners('^(joined|renamed|apart)');
-- They follow where they belong to its owner again, also several times in a block or a transaction.
ALTER VIEW joined_expected OWNER TO leader_heir;
ALTER TABLE apart_st OWNER TO leader_heir;
DO $$BEGIN
    ALTER TABLE renamed OWNER TO leader_owner;
    ALTER VIEW joined_expected OWNER TO leader_heir;
    ALTER TABLE renamed SET (fillfactor = 80);
    ALTER TABLE renamed OWNER TO follower_owner;
    ALTER VIEW apart OWNER TO leader_owner;
    ALTER VIEW apart OWNER TO follower_owner;
END$$;
SELECT owners('^(joined|renamed|apart)');
BEGIN ISOLATION LEVEL REPEATABLE READ;
SELECT 1 AS begun;
SAVEPOINT s;
ALTER VIEW apart OWNER TO leader_heir;
ROLLBACK TO s;
ALTER VIEW apart OWNER TO leader_owner;
COMMIT;
SELECT owners('^apart');

-- A partition.
SET SESSION AUTHORIZATION leader_owner;
SELECT slice_table('parted', 2, 2, sensitive => '{s}', target => 'p');
RESET SESSION AUTHORIZATION;
ALTER TABLE p_1 OWNER TO follower_owner;
ALTER TABLE p SET SCHEMA followed;
ALTER TABLE p ALTER a SET NOT NULL;
SELECT owners('^p_');
ALTER TABLE p OWNER TO leader_heir;
SELECT owners('^p(_|$)');

-- An edition of a series, and a view.
SET SESSION AUTHORIZATION leader_owner;
SELECT create_series('led', 'people', 'bucketization', '{"l": 2, "sensitive": ["s"], "target": "led"}', independent => true, view => 'shown');
SELECT edition, state FROM publish_series('led');
SELECT edition, state FROM publish_series('led');
RESET SESSION AUTHORIZATION;
ALTER TABLE led_1 OWNER TO follower_owner;
ALTER VIEW shown_expected OWNER TO follower_owner;
ALTER VIEW shown SET (security_barrier = false);
ALTER TABLE people SET (fillfactor = 90);
SELECT owners('^(led|shown)');
ALTER VIEW shown OWNER TO leader_heir;
ALTER TABLE people OWNER TO leader_heir;
SELECT owners('^(led|shown)');
\set ECHO none
SELECT FROM drop_series('led');
RESET search_path;
DROP OWNED BY leader_owner, leader_heir, follower_owner, follower_reader CASCADE;
DROP SCHEMA followed CASCADE;
DROP ROLE leader_owner, leader_heir, follower_owner, follower_reader;
