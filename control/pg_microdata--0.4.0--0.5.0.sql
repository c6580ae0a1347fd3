\echo Use "ALTER EXTENSION pg_microdata UPDATE TO '0.5.0'" to load this file. \quit

-- Nothing but what pg_catalog has, or what is named with its schema, is bound here: whoever may create in the extension's schema
-- could otherwise plant an operator that fits better, and have it called with the rights of the catalog's owner.
SET LOCAL search_path = pg_catalog, pg_temp;

-- What the scripts before have made.

-- They named these operators without a schema, and where somebody had made better ones, bound those. First of all, so that nothing
-- below calls a stranger's.
ALTER TABLE microdata.privacy_rule_record
    DROP CONSTRAINT privacy_rule_record_left_attributes_check,
    DROP CONSTRAINT privacy_rule_record_right_attributes_check;
ALTER TABLE microdata.hierarchy_record
    DROP CONSTRAINT hierarchy_record_name_check,
    DROP CONSTRAINT hierarchy_record_kind_check,
    DROP CONSTRAINT hierarchy_record_levels_check,
    DROP CONSTRAINT hierarchy_record_check;
ALTER TABLE microdata.role_record DROP CONSTRAINT role_record_role_check;
ALTER TABLE microdata.release_column_record DROP CONSTRAINT release_column_record_role_check;
ALTER TABLE microdata.privacy_rule_record
    ADD CONSTRAINT privacy_rule_record_left_attributes_check
        CHECK (left_attributes OPERATOR(pg_catalog.<>) '{}'::pg_catalog.name[]),
    ADD CONSTRAINT privacy_rule_record_right_attributes_check
        CHECK (right_attributes OPERATOR(pg_catalog.<>) '{}'::pg_catalog.name[]);
ALTER TABLE microdata.hierarchy_record
    ADD CONSTRAINT hierarchy_record_name_check CHECK (name OPERATOR(pg_catalog.<>) ''::pg_catalog.text),
    ADD CONSTRAINT hierarchy_record_kind_check CHECK (
        kind OPERATOR(pg_catalog.=) ANY ('{table,interval,prefix,date}'::pg_catalog.text[])),
    ADD CONSTRAINT hierarchy_record_levels_check CHECK (levels OPERATOR(pg_catalog.>=) 2),
    ADD CONSTRAINT hierarchy_record_check CHECK (
        (kind OPERATOR(pg_catalog.=) 'table'::pg_catalog.text) OPERATOR(pg_catalog.=) (labels IS NOT NULL));
ALTER TABLE microdata.role_record
    ADD CONSTRAINT role_record_role_check CHECK (role OPERATOR(pg_catalog.=) ANY (
        '{identifier,quasi-identifier,sensitive,insensitive}'::pg_catalog.text[]));
ALTER TABLE microdata.release_column_record
    ADD CONSTRAINT release_column_record_role_check CHECK (role OPERATOR(pg_catalog.=) ANY (
        '{identifier,quasi-identifier,sensitive,insensitive}'::pg_catalog.text[]));

-- The catalog.

-- A temporary source ends with its session, unnoticed by event triggers. It is known here as long as it lasts, and never dumped.
CREATE TABLE microdata.temporary_source_record (
    release_id bigint PRIMARY KEY,
    source regclass NOT NULL
);
COMMENT ON TABLE microdata.temporary_source_record
    IS 'temporary sources of releases, while their sessions last; see the view microdata.releases';
CREATE INDEX temporary_source_record_source ON microdata.temporary_source_record (source);
COMMENT ON INDEX microdata.temporary_source_record_source IS 'the releases of one temporary source';

INSERT INTO microdata.temporary_source_record (release_id, source)
    SELECT r.release_id, r.source
    FROM microdata.release_record r
    JOIN pg_catalog.pg_class c ON c.oid OPERATOR(pg_catalog.=) r.source::pg_catalog.oid
    WHERE c.relpersistence OPERATOR(pg_catalog.=) 't';
UPDATE microdata.release_record r SET source = NULL
    WHERE r.source IS NOT NULL
      AND NOT EXISTS (SELECT FROM pg_catalog.pg_class c
                      WHERE c.oid OPERATOR(pg_catalog.=) r.source::pg_catalog.oid
                        AND c.relpersistence OPERATOR(pg_catalog.<>) 't');
UPDATE microdata.release_column_record r SET source = NULL
    WHERE r.source IS NOT NULL
      AND NOT EXISTS (SELECT FROM pg_catalog.pg_class c
                      WHERE c.oid OPERATOR(pg_catalog.=) r.source::pg_catalog.oid
                        AND c.relpersistence OPERATOR(pg_catalog.<>) 't');

-- What event triggers look up at every DROP and ALTER TABLE of anybody, whatever others have in the catalog.
CREATE INDEX release_record_source ON microdata.release_record (source);
COMMENT ON INDEX microdata.release_record_source IS 'the releases of one source';
-- Without a list of what is pending, which every look-up would read.
CREATE INDEX release_record_relations ON microdata.release_record USING gin (relations) WITH (fastupdate = off);
COMMENT ON INDEX microdata.release_record_relations IS 'the release that a relation belongs to';
CREATE INDEX release_column_record_source ON microdata.release_column_record (source);
COMMENT ON INDEX microdata.release_column_record_source IS 'the published attributes of one source';

-- The number of a relation that is gone means nothing elsewhere, or another relation: such rows are not dumped.
CREATE FUNCTION microdata.is_permanent(relation regclass) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path = pg_catalog, pg_temp
AS $$
    SELECT EXISTS (SELECT FROM pg_catalog.pg_class c
                   WHERE c.oid OPERATOR(pg_catalog.=) relation::pg_catalog.oid
                     AND c.relpersistence OPERATOR(pg_catalog.<>) 't')
$$;
COMMENT ON FUNCTION microdata.is_permanent(regclass) IS 'whether there is such a relation, and for longer than a session';
SELECT pg_catalog.pg_extension_config_dump('microdata.release_record',
    'WHERE (source IS NULL OR microdata.is_permanent(source)) AND NOT EXISTS (SELECT FROM pg_catalog.unnest(relations) u (relation) WHERE NOT microdata.is_permanent(u.relation))');
SELECT pg_catalog.pg_extension_config_dump('microdata.release_column_record',
    'WHERE microdata.is_permanent(relation) AND (source IS NULL OR microdata.is_permanent(source))');
SELECT pg_catalog.pg_extension_config_dump('microdata.role_record', 'WHERE microdata.is_permanent(source)');
SELECT pg_catalog.pg_extension_config_dump('microdata.declared_hierarchy_record', 'WHERE microdata.is_permanent(source)');
SELECT pg_catalog.pg_extension_config_dump('microdata.privacy_rule_record', 'WHERE microdata.is_permanent(source)');

CREATE OR REPLACE VIEW microdata.releases WITH (security_barrier) AS
    SELECT r.release_id, r.method,
           (SELECT s.oid::regclass FROM pg_catalog.pg_class s
            WHERE s.oid OPERATOR(pg_catalog.=) COALESCE(r.source, t.source)::pg_catalog.oid
              AND (r.source IS NOT NULL OR s.relpersistence OPERATOR(pg_catalog.=) 't')) AS source,
           r.relations, r.parameters, r.created_at, r.created_by,
           r.source_rows, r.published_rows, r.suppressed_rows, r.buckets
    FROM microdata.release_record r
    LEFT JOIN microdata.temporary_source_record t ON t.release_id OPERATOR(pg_catalog.=) r.release_id
    JOIN pg_catalog.pg_class c ON c.oid OPERATOR(pg_catalog.=) r.relations[1]::pg_catalog.oid
    WHERE pg_catalog.pg_has_role(c.relowner, 'MEMBER');

-- An attribute of a composite type is one of the tables of that type.
DROP EVENT TRIGGER pg_microdata_follow_renamed;
CREATE EVENT TRIGGER pg_microdata_follow_renamed ON ddl_command_end
    WHEN TAG IN ('ALTER TABLE', 'ALTER VIEW', 'ALTER MATERIALIZED VIEW', 'ALTER FOREIGN TABLE', 'ALTER TYPE')
    EXECUTE FUNCTION microdata.follow_renamed();
ALTER EVENT TRIGGER pg_microdata_follow_renamed ENABLE ALWAYS;
COMMENT ON EVENT TRIGGER pg_microdata_follow_renamed
    IS 'takes renamed attributes into the catalog of pg_microdata';

-- Hierarchies.

-- Who may use a hierarchy besides its owner, 0 being everybody. What was made before everybody could use.
CREATE TABLE microdata.hierarchy_grant_record (
    hierarchy text NOT NULL,
    grantee regrole NOT NULL,
    PRIMARY KEY (hierarchy, grantee)
);
COMMENT ON TABLE microdata.hierarchy_grant_record
    IS 'who may use generalization hierarchies; see the view microdata.hierarchies';
INSERT INTO microdata.hierarchy_grant_record (hierarchy, grantee)
    SELECT h.name, '-'::pg_catalog.regrole FROM microdata.hierarchy_record h;
ALTER TABLE microdata.hierarchy_grant_record ENABLE ROW LEVEL SECURITY;
CREATE POLICY hierarchy_grant_record_of_member ON microdata.hierarchy_grant_record FOR SELECT
    USING (EXISTS (
        SELECT FROM microdata.hierarchy_record h
        WHERE h.name OPERATOR(pg_catalog.=) hierarchy
          AND pg_catalog.pg_has_role(h.owner::pg_catalog.oid, 'MEMBER')));
COMMENT ON POLICY hierarchy_grant_record_of_member ON microdata.hierarchy_grant_record
    IS 'who may use a hierarchy is seen by its owner and the members of its role';
GRANT SELECT ON microdata.hierarchy_grant_record TO PUBLIC;

-- The number of a role that is gone is another one's elsewhere.
UPDATE microdata.hierarchy_record h
    SET owner = (SELECT e.extowner::pg_catalog.regrole FROM pg_catalog.pg_extension e
                 WHERE e.extname OPERATOR(pg_catalog.=) 'pg_microdata')
    WHERE NOT EXISTS (SELECT FROM pg_catalog.pg_roles r
                      WHERE r.oid OPERATOR(pg_catalog.=) h.owner::pg_catalog.oid);
SELECT pg_catalog.pg_extension_config_dump('microdata.hierarchy_record',
    'WHERE EXISTS (SELECT FROM pg_catalog.pg_roles r WHERE r.oid OPERATOR(pg_catalog.=) owner::pg_catalog.oid)');
SELECT pg_catalog.pg_extension_config_dump('microdata.hierarchy_grant_record',
    'WHERE grantee::pg_catalog.oid OPERATOR(pg_catalog.=) 0::pg_catalog.oid OR EXISTS (SELECT FROM pg_catalog.pg_roles r WHERE r.oid OPERATOR(pg_catalog.=) grantee::pg_catalog.oid)');

CREATE OR REPLACE VIEW microdata.hierarchies WITH (security_barrier) AS
    SELECT h.name, h.kind, h.definition,
           (SELECT r.rolname FROM pg_catalog.pg_roles r
            WHERE r.oid OPERATOR(pg_catalog.=) h.owner::pg_catalog.oid) AS owner,
           h.levels,
           ARRAY(SELECT COALESCE(r.rolname, 'public') AS grantee
                 FROM microdata.hierarchy_grant_record g
                 LEFT JOIN pg_catalog.pg_roles r ON r.oid OPERATOR(pg_catalog.=) g.grantee::pg_catalog.oid
                 WHERE g.hierarchy OPERATOR(pg_catalog.=) h.name
                   AND (r.oid IS NOT NULL OR g.grantee::pg_catalog.oid OPERATOR(pg_catalog.=) 0::pg_catalog.oid)
                 ORDER BY 1) AS granted_to
    FROM microdata.hierarchy_record h
    WHERE pg_catalog.pg_has_role(h.owner::pg_catalog.oid, 'USAGE')
       OR EXISTS (SELECT FROM microdata.hierarchy_grant_record g
                  WHERE g.hierarchy OPERATOR(pg_catalog.=) h.name
                    AND (g.grantee::pg_catalog.oid OPERATOR(pg_catalog.=) 0::pg_catalog.oid
                         OR pg_catalog.pg_has_role(g.grantee::pg_catalog.oid, 'USAGE')));
COMMENT ON VIEW microdata.hierarchies IS 'generalization hierarchies that you may use';
COMMENT ON COLUMN microdata.hierarchies.granted_to IS 'who may use it besides its owner';

CREATE FUNCTION @extschema@.grant_hierarchy(name text, grantee name) RETURNS void
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_grant_hierarchy';
COMMENT ON FUNCTION @extschema@.grant_hierarchy(text, name) IS 'lets a role, or public, use a hierarchy';

CREATE FUNCTION @extschema@.revoke_hierarchy(name text, grantee name) RETURNS void
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_revoke_hierarchy';
COMMENT ON FUNCTION @extschema@.revoke_hierarchy(text, name) IS 'takes back what grant_hierarchy() has granted';

-- Whoever may make hierarchies fills the catalog, of which everybody has a part: that is for the extension's owner to grant.
REVOKE EXECUTE ON FUNCTION
    @extschema@.create_hierarchy(text, regclass),
    @extschema@.create_interval_hierarchy(text, float8, float8, float8[]),
    @extschema@.create_prefix_hierarchy(text, integer[]),
    @extschema@.create_date_hierarchy(text, text[])
    FROM PUBLIC;
-- A dump has what differs from these privileges. Grants from before the update are no part of what the extension brings.
UPDATE pg_catalog.pg_init_privs i
    SET initprivs = ARRAY[pg_catalog.makeaclitem(p.proowner, p.proowner, 'EXECUTE', false)]
    FROM pg_catalog.pg_proc p
    WHERE i.classoid OPERATOR(pg_catalog.=) 'pg_catalog.pg_proc'::pg_catalog.regclass::pg_catalog.oid
      AND i.objoid OPERATOR(pg_catalog.=) p.oid
      AND i.privtype OPERATOR(pg_catalog.=) 'e'
      AND p.proname OPERATOR(pg_catalog.~) '^create_(interval_|prefix_|date_)?hierarchy$'
      AND EXISTS (SELECT FROM pg_catalog.pg_depend d
                  JOIN pg_catalog.pg_extension e ON e.oid OPERATOR(pg_catalog.=) d.refobjid
                  WHERE d.classid OPERATOR(pg_catalog.=) i.classoid AND d.objid OPERATOR(pg_catalog.=) p.oid
                    AND d.refclassid OPERATOR(pg_catalog.=) 'pg_catalog.pg_extension'::pg_catalog.regclass::pg_catalog.oid
                    AND e.extname OPERATOR(pg_catalog.=) 'pg_microdata');

-- Functions whose arguments change make room for their successors.
DO $$
DECLARE
    old pg_catalog.regprocedure;
BEGIN
    FOR old IN
        SELECT p.oid
        FROM pg_catalog.pg_proc p
        JOIN pg_catalog.pg_depend d ON d.objid = p.oid AND d.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass AND d.deptype = 'e'
        JOIN pg_catalog.pg_extension e ON e.oid = d.refobjid AND d.refclassid = 'pg_catalog.pg_extension'::pg_catalog.regclass
        WHERE e.extname = 'pg_microdata'
          AND p.proname IN ('slice_table', 'slice_rows', 'bucketize_table', 'bucketize_rows', 'generalize_table',
                            'disclosure', 'matching_buckets')
    LOOP
        EXECUTE pg_catalog.format('ALTER FUNCTION %s SET SCHEMA microdata', old);
        EXECUTE pg_catalog.format('ALTER FUNCTION %s RENAME TO %I', old,
            (SELECT p.proname || '_0_4_0' FROM pg_catalog.pg_proc p WHERE p.oid = old));
    END LOOP;
END
$$;

-- Safe by default: every bucket is l-diverse by itself, and bucketization groups persons who are alike. How regions are cut
-- is an argument.

CREATE FUNCTION @extschema@.slice_table(
    source regclass,
    columns integer,
    l float8,
    sensitive text[] = NULL,
    identifiers text[] = NULL,
    insensitive text[] = NULL,
    groups text[] = NULL,
    sensitive_column_size integer = NULL,
    k integer = 1,
    "grouping" text = 'relaxed',
    diversity_check text = 'bucket',
    infeasible text = 'regroup',
    discretization text = 'equal-width',
    intervals integer = 10,
    in_place boolean = false,
    target text = NULL,
    replace boolean = false,
    suppress float8 = 0,
    privacy @extschema@.privacy_model[] = NULL,
    seed bigint = NULL,
    quasi_identifiers text[] = NULL,
    bucket_column text = 'bucket',
    cuts text = 'feasible') RETURNS regclass
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_slice_table';
COMMENT ON FUNCTION @extschema@.slice_table(
    regclass, integer, float8, text[], text[], text[], text[], integer, integer, text, text, text,
    text, integer, boolean, text, boolean, float8, @extschema@.privacy_model[], bigint, text[], text, text)
    IS 'publishes a table sliced, so that no sensitive value is told with a probability above 1/l';

CREATE FUNCTION @extschema@.slice_rows(
    row_type anyelement,
    columns integer,
    l float8,
    sensitive text[] = NULL,
    identifiers text[] = NULL,
    insensitive text[] = NULL,
    groups text[] = NULL,
    sensitive_column_size integer = NULL,
    "grouping" text = 'relaxed',
    diversity_check text = 'bucket',
    infeasible text = 'regroup',
    discretization text = 'equal-width',
    intervals integer = 10,
    suppress float8 = 0,
    privacy @extschema@.privacy_model[] = NULL,
    seed bigint = NULL,
    quasi_identifiers text[] = NULL,
    cuts text = 'feasible') RETURNS TABLE (bucket integer, sliced anyelement)
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_slice_rows';
COMMENT ON FUNCTION @extschema@.slice_rows(
    anyelement, integer, float8, text[], text[], text[], text[], integer, text, text, text, text,
    integer, float8, @extschema@.privacy_model[], bigint, text[], text)
    IS 'the rows that slice_table would publish, for a materialized view';

CREATE FUNCTION @extschema@.bucketize_table(
    source regclass,
    l float8,
    sensitive text[] = NULL,
    identifiers text[] = NULL,
    insensitive text[] = NULL,
    method text = 'mondrian',
    format text = 'joined',
    target text = NULL,
    replace boolean = false,
    suppress float8 = 0,
    privacy @extschema@.privacy_model[] = NULL,
    seed bigint = NULL,
    quasi_identifiers text[] = NULL,
    bucket_column text = 'bucket',
    weight_column text = 'weight',
    count_column text = 'count',
    cuts text = 'feasible') RETURNS regclass
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_bucketize_table';
COMMENT ON FUNCTION @extschema@.bucketize_table(
    regclass, float8, text[], text[], text[], text, text, text, boolean, float8,
    @extschema@.privacy_model[], bigint, text[], text, text, text, text)
    IS 'publishes a table with its sensitive attributes permuted within buckets, or in tables of their own';

CREATE FUNCTION @extschema@.bucketize_rows(
    row_type anyelement,
    l float8,
    sensitive text[] = NULL,
    identifiers text[] = NULL,
    insensitive text[] = NULL,
    method text = 'mondrian',
    suppress float8 = 0,
    privacy @extschema@.privacy_model[] = NULL,
    seed bigint = NULL,
    quasi_identifiers text[] = NULL,
    cuts text = 'feasible') RETURNS TABLE (bucket integer, bucketized anyelement)
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_bucketize_rows';
COMMENT ON FUNCTION @extschema@.bucketize_rows(
    anyelement, float8, text[], text[], text[], text, float8, @extschema@.privacy_model[], bigint,
    text[], text)
    IS 'the rows that bucketize_table would publish, for a materialized view';

CREATE FUNCTION @extschema@.generalize_table(
    source regclass,
    k integer,
    l float8 = NULL,
    sensitive text[] = NULL,
    identifiers text[] = NULL,
    insensitive text[] = NULL,
    recoding text = 'mondrian',
    hierarchies jsonb = NULL,
    "grouping" text = 'strict',
    target text = NULL,
    replace boolean = false,
    suppress float8 = 0,
    privacy @extschema@.privacy_model[] = NULL,
    seed bigint = NULL,
    quasi_identifiers text[] = NULL,
    cuts text = 'feasible') RETURNS regclass
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_generalize_table';
COMMENT ON FUNCTION @extschema@.generalize_table(
    regclass, integer, float8, text[], text[], text[], text, jsonb, text, text, boolean, float8,
    @extschema@.privacy_model[], bigint, text[], text)
    IS 'publishes a table with its quasi-identifiers generalized, so that at least k rows share them';

-- What a release tells: who counts rows weighs buckets otherwise than the slicing paper does, whose figures stay beside them.

CREATE FUNCTION @extschema@.disclosure(relation regclass)
    RETURNS TABLE (tuples bigint, max_probability float8, mean_probability float8,
                   l_achieved float8, max_paper_probability float8)
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_disclosure';
COMMENT ON FUNCTION @extschema@.disclosure(regclass)
    IS 'how well a release lets an adversary guess sensitive values';

CREATE FUNCTION @extschema@.matching_buckets(relation regclass, tuple jsonb)
    RETURNS TABLE (bucket integer, matching_degree float8, probability float8,
                   sensitive_distribution jsonb, paper_probability float8)
    LANGUAGE c VOLATILE PARALLEL UNSAFE
    AS 'MODULE_PATHNAME', 'pg_microdata_matching_buckets';
COMMENT ON FUNCTION @extschema@.matching_buckets(regclass, jsonb)
    IS 'the buckets in which somebody with these quasi-identifier values may be';

-- The successors get the owners and the grants that a DBA gave. A function that others depend on, as a materialized view does on
-- slice_rows(), stays as it was in the schema microdata, no longer part of the extension, so that a dump has it.
DO $$
DECLARE
    old record;
    new record;
    entry record;
BEGIN
    FOR old IN
        SELECT p.oid, p.oid::pg_catalog.regprocedure AS function, p.proname AS name, p.proowner AS owner, p.proacl AS acl
        FROM pg_catalog.pg_proc p
        WHERE p.pronamespace = 'microdata'::pg_catalog.regnamespace AND p.proname LIKE '%\_0\_4\_0'
    LOOP
        SELECT p.oid, p.oid::pg_catalog.regprocedure AS function, p.proowner AS owner, p.proacl AS acl INTO STRICT new
        FROM pg_catalog.pg_proc p
        JOIN pg_catalog.pg_depend d ON d.objid = p.oid AND d.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass AND d.deptype = 'e'
        JOIN pg_catalog.pg_extension e ON e.oid = d.refobjid AND d.refclassid = 'pg_catalog.pg_extension'::pg_catalog.regclass
        WHERE e.extname = 'pg_microdata' AND p.proname || '_0_4_0' = old.name;
        IF new.owner <> old.owner THEN
            EXECUTE pg_catalog.format('ALTER FUNCTION %s OWNER TO %s', new.function, old.owner::pg_catalog.regrole);
        END IF;
        IF old.acl IS NOT NULL OR new.acl IS NOT NULL THEN
            FOR entry IN
                SELECT DISTINCT a.grantee
                FROM pg_catalog.aclexplode(COALESCE((SELECT p.proacl FROM pg_catalog.pg_proc p WHERE p.oid = new.oid),
                                                    pg_catalog.acldefault('f', old.owner))) a
            LOOP
                EXECUTE pg_catalog.format('REVOKE ALL ON FUNCTION %s FROM %s', new.function,
                    CASE entry.grantee WHEN 0 THEN 'PUBLIC' ELSE entry.grantee::pg_catalog.regrole::pg_catalog.text END);
            END LOOP;
            FOR entry IN
                SELECT a.grantee, pg_catalog.bool_or(a.is_grantable) AS with_grant_option
                FROM pg_catalog.aclexplode(COALESCE(old.acl, pg_catalog.acldefault('f', old.owner))) a
                GROUP BY a.grantee
            LOOP
                EXECUTE pg_catalog.format('GRANT EXECUTE ON FUNCTION %s TO %s%s', new.function,
                    CASE entry.grantee WHEN 0 THEN 'PUBLIC' ELSE entry.grantee::pg_catalog.regrole::pg_catalog.text END,
                    CASE WHEN entry.with_grant_option THEN ' WITH GRANT OPTION' END);
            END LOOP;
            -- These grants are the DBA's: a dump would leave out what a script of the extension has granted.
            DELETE FROM pg_catalog.pg_init_privs i
            WHERE i.classoid = 'pg_catalog.pg_proc'::pg_catalog.regclass AND i.objoid = new.oid;
        END IF;
        BEGIN
            EXECUTE pg_catalog.format('DROP FUNCTION %s', old.function);
        EXCEPTION WHEN dependent_objects_still_exist THEN
            EXECUTE pg_catalog.format('ALTER EXTENSION pg_microdata DROP FUNCTION %s', old.function);
            EXECUTE pg_catalog.format('COMMENT ON FUNCTION %s IS %L', old.function,
                'as it was before version 0.5.0 of pg_microdata; left for what depends on it');
            -- An extension's script shows nothing below.
            RAISE WARNING 'function % is kept for what depends on it', old.function
                USING HINT = 'Make that anew with the function of the extension, then drop the old one.';
        END;
    END LOOP;
END
$$;
