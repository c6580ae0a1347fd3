-- Event triggers are made again at the end: none of them sees the commands of this script.
DROP EVENT TRIGGER pg_microdata_forget_dropped;
DROP EVENT TRIGGER pg_microdata_follow_renamed;
DROP EVENT TRIGGER pg_microdata_follow_granted;
DROP EVENT TRIGGER pg_microdata_remember_readers;

-- Only their owner reads the tables. A dump has all of them: pg_read_all_data reads them like any table, and the database's owner may. Grants
-- to a role were bound by policies, and would be of all rows now.
DO $$
DECLARE
    member record;
    grantee text;
BEGIN
    FOR member IN
        SELECT c.oid, c.relkind, format('%s %I.%I', CASE c.relkind WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END, n.nspname, c.relname) AS name,
               (SELECT string_agg(format('ALTER %I SET STATISTICS 0', a.attname), ', ' ORDER BY a.attnum)
                FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) AS without_statistics,
               ARRAY(SELECT format('DROP POLICY %I ON %I.%I', p.polname, n.nspname, c.relname) FROM pg_policy p WHERE p.polrelid = c.oid) AS dropping
        FROM pg_depend d
        JOIN pg_extension e ON d.refclassid = 'pg_extension'::regclass AND d.refobjid = e.oid AND d.deptype = 'e'
        JOIN pg_class c ON d.classid = 'pg_class'::regclass AND d.objid = c.oid
        JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE e.extname = 'pg_microdata' AND c.relkind IN ('r', 'S')
        ORDER BY c.oid
    LOOP
        FOR grantee IN
            SELECT DISTINCT CASE x.grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(x.grantee)) END
            FROM pg_class c,
                 LATERAL (SELECT p.grantee FROM aclexplode(c.relacl) p
                          UNION ALL
                          SELECT p.grantee FROM pg_attribute a, aclexplode(a.attacl) p WHERE a.attrelid = c.oid) x
            WHERE c.oid = member.oid AND x.grantee <> c.relowner
        LOOP
            EXECUTE format('REVOKE ALL ON %s FROM %s CASCADE', member.name, grantee);
        END LOOP;
        EXECUTE format('GRANT SELECT ON %s TO pg_database_owner', member.name);
        CONTINUE WHEN member.relkind = 'S';
        -- The planner's statistics are of all rows, and estimates tell what they say.
        EXECUTE format('ALTER %s DISABLE ROW LEVEL SECURITY, %s', member.name, member.without_statistics);
        DELETE FROM pg_statistic s WHERE s.starelid = member.oid;
        FOR i IN 1 .. cardinality(member.dropping) LOOP
            EXECUTE member.dropping[i];
        END LOOP;
    END LOOP;
END
$$;

-- Hierarchies and series belong to roles as views do.
ALTER TABLE microdata.hierarchy_record ALTER owner DROP NOT NULL, ADD holder regclass, ALTER holder SET STATISTICS 0;
ALTER TABLE microdata.series_record ALTER source_owner DROP NOT NULL, ADD holder regclass, ALTER holder SET STATISTICS 0;
SELECT pg_extension_config_dump('microdata.hierarchy_record',
    'WHERE EXISTS (SELECT FROM pg_catalog.pg_class c WHERE c.oid OPERATOR(pg_catalog.=) holder::pg_catalog.oid)');

-- New tables and indexes are those of sql/catalog.sql: scripts/install-sql puts them here.
-- @catalog series_change_record gone_relation_record known_relation_record series_record_holder hierarchy_record_holder
ALTER TABLE microdata.series_change_record ALTER change_id SET STATISTICS 0, ALTER series_id SET STATISTICS 0, ALTER changed_at SET STATISTICS 0,
    ALTER changed_by SET STATISTICS 0, ALTER setting SET STATISTICS 0, ALTER before SET STATISTICS 0, ALTER after SET STATISTICS 0;
ALTER TABLE microdata.gone_relation_record ALTER relation SET STATISTICS 0, ALTER identity SET STATISTICS 0;
ALTER TABLE microdata.known_relation_record ALTER relation SET STATISTICS 0, ALTER of_release SET STATISTICS 0;
GRANT SELECT ON microdata.series_change_record, microdata.series_change_record_change_id_seq TO pg_database_owner;
SELECT pg_extension_config_dump('microdata.series_change_record', '');
SELECT pg_extension_config_dump('microdata.series_change_record_change_id_seq', '');

ALTER TABLE microdata.role_record ADD harmless text[], ALTER harmless SET STATISTICS 0;
ALTER TABLE microdata.series_column_record ADD harmless text[], ALTER harmless SET STATISTICS 0;

-- Views read this one until they are replaced.
ALTER FUNCTION microdata.may_see_series(regclass, regrole) RENAME TO may_see_series_by_owner;
ALTER VIEW microdata.series RENAME COLUMN name TO series;

-- Arguments have other names. ALTER FUNCTION cannot change them, and views on these functions stay.
UPDATE pg_proc p SET proargnames = array_replace(p.proargnames, r.former, r.name)
FROM (VALUES ('relation', 'release', '{audit,audit_inference,audit_linkability,audit_membership,audit_minimality,audit_singling_out,disclosure,
                  drop_release,estimate,estimate_count,information_loss,kl_divergence,matching_buckets,membership_likelihood,register_release,
                  relative_error,release_description,verify_release,audited_figure,comment_release,figure_of,label_meanings,publishing_call,
                  release_facts,uncomment_release}'::name[]),
             ('name', 'series', '{approve_edition,begin_run,drop_edition,drop_series,gate_findings,old_editions,publish_edition,publish_series,
                  run_series,schedule_series,show_edition,unschedule_series,verify_series}')) r (former, name, functions),
     pg_depend d, pg_extension e
WHERE p.proname = ANY (r.functions) AND d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.refclassid = 'pg_extension'::regclass
  AND d.refobjid = e.oid AND d.deptype = 'e' AND e.extname = 'pg_microdata';
UPDATE pg_proc p SET proargnames = array_replace(p.proargnames, 'only_partitions', 'partitions')
FROM pg_depend d, pg_extension e
WHERE p.proname = 'publish_series' AND d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.refclassid = 'pg_extension'::regclass
  AND d.refobjid = e.oid AND d.deptype = 'e' AND e.extname = 'pg_microdata';

-- Specialists' functions are in the catalog's schema.
DROP FUNCTION microdata.information_loss(regclass);
DO $$
DECLARE
    moved regprocedure;
BEGIN
    FOR moved IN
        SELECT p.oid
        FROM pg_proc p
        JOIN pg_depend d ON d.objid = p.oid AND d.classid = 'pg_proc'::regclass AND d.deptype = 'e'
        JOIN pg_extension e ON e.oid = d.refobjid AND d.refclassid = 'pg_extension'::regclass
        WHERE e.extname = 'pg_microdata' AND p.pronamespace = e.extnamespace
          AND p.proname = ANY ('{plan_regions,check_gnf,irreducible_privacy_rules,expand_privacy_rules,functional_dependencies,gnf_plan,fragment_plan,
                                 membership_likelihood,kl_divergence,relative_error,information_loss,forget_release}')
    LOOP
        EXECUTE format('ALTER FUNCTION %s SET SCHEMA microdata', moved);
    END LOOP;
END
$$;

-- It had when the next run begins.
DROP VIEW microdata.run_stats;
DROP FUNCTION microdata.next_start(text, timestamptz);
DROP FUNCTION microdata.systemd_calendar(text);
DROP FUNCTION microdata.cron_fields(text);
DROP FUNCTION microdata.cron_values(text, integer, integer, text[]);
DROP FUNCTION microdata.cron_time_zone();
DROP FUNCTION microdata.gnf_plan(regclass, float8, @extschema@.text_list, text, @extschema@.text_list, @extschema@.text_list, @extschema@.text_list,
    float8, @extschema@.privacy_model[], @extschema@.text_list);
DROP FUNCTION microdata.plan_regions(regclass, integer, float8, integer, @extschema@.text_list, @extschema@.text_list, @extschema@.text_list, integer,
    @extschema@.text_list, integer, text, integer, @extschema@.privacy_model[], bigint, @extschema@.text_list, text);
DROP FUNCTION @extschema@.redefine_series(text, jsonb, @extschema@.text_list, integer, text);

ALTER FUNCTION microdata.slice_region RENAME TO slice_region_0_12_0;
ALTER FUNCTION microdata.bucketize_region RENAME TO bucketize_region_0_12_0;
ALTER FUNCTION microdata.generalize_region RENAME TO generalize_region_0_12_0;
CALL microdata.set_functions_aside('0.12.0', '{declare_roles,explore,risk,audit_inference,audit,estimate_count,create_series,alter_series,slice_table,slice_rows,
    attribute_partition,bucketize_table,bucketize_rows,generalize_table,gnf_decompose,fragment_table}');
DROP FUNCTION microdata.explored(regclass, text, jsonb, @extschema@.text_list, @extschema@.text_list, @extschema@.text_list, @extschema@.text_list,
    @extschema@.text_list, integer, bigint);
DROP FUNCTION microdata.about(regclass, smallint[]);
DROP FUNCTION microdata.count_in_shard(oid, jsonb, jsonb);
DROP FUNCTION microdata.inspect_region(text, oid[], oid, text, integer, jsonb, jsonb);
DROP FUNCTION microdata.finding_sentence(jsonb);
DROP FUNCTION microdata.left_out(bigint, microdata.edition_record, boolean);
DROP FUNCTION microdata.audited(regclass, float8, float8, bigint);
