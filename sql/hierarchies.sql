-- Hierarchies give each value a label at every level. Making one needs EXECUTE on its function, which the functions look up themselves:
-- their errors name the privilege that a role lacks, which the server's would not. EXECUTE of PUBLIC therefore does not count.

CREATE FUNCTION @extschema@.create_hierarchy(
    name text,         -- Name of a hierarchy.
    relation regclass  -- Relation with the columns level0, level1, ...
) RETURNS void LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_create_hierarchy';
COMMENT ON FUNCTION @extschema@.create_hierarchy(text, regclass) IS 'creates a hierarchy from a table with the columns level0, level1 and so on';
GRANT EXECUTE ON FUNCTION @extschema@.create_hierarchy(text, regclass) TO PUBLIC;

CREATE FUNCTION @extschema@.create_interval_hierarchy(
    name text,       -- Name of a hierarchy.
    lower float8,    -- Lower end of the intervals, included.
    upper float8,    -- Upper end of the intervals, excluded.
    widths float8[]  -- Widths of the levels, each a multiple of the one before.
) RETURNS void LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_create_interval_hierarchy';
COMMENT ON FUNCTION @extschema@.create_interval_hierarchy(text, float8, float8, float8[]) IS 'creates a hierarchy of numbers from intervals of ascending widths';
GRANT EXECUTE ON FUNCTION @extschema@.create_interval_hierarchy(text, float8, float8, float8[]) TO PUBLIC;

CREATE FUNCTION @extschema@.create_prefix_hierarchy(
    name text,      -- Name of a hierarchy.
    keep integer[]  -- Numbers of characters that the levels keep, descending.
) RETURNS void LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_create_prefix_hierarchy';
COMMENT ON FUNCTION @extschema@.create_prefix_hierarchy(text, integer[]) IS 'creates a hierarchy of texts that keeps their first characters and masks the rest';
GRANT EXECUTE ON FUNCTION @extschema@.create_prefix_hierarchy(text, integer[]) TO PUBLIC;

CREATE FUNCTION @extschema@.create_date_hierarchy(
    name text,                   -- Name of a hierarchy.
    units @extschema@.text_list  -- Units of the levels, as date_trunc has them, from fine to coarse.
) RETURNS void LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_create_date_hierarchy';
COMMENT ON FUNCTION @extschema@.create_date_hierarchy(text, @extschema@.text_list) IS 'creates a hierarchy of dates and timestamps by units such as month and year';
GRANT EXECUTE ON FUNCTION @extschema@.create_date_hierarchy(text, @extschema@.text_list) TO PUBLIC;

CREATE FUNCTION @extschema@.drop_hierarchy(name text) -- Name of a hierarchy.
    RETURNS void LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_drop_hierarchy';
COMMENT ON FUNCTION @extschema@.drop_hierarchy(text) IS 'drops a hierarchy';

CREATE FUNCTION @extschema@.grant_hierarchy(
    name text,    -- Name of a hierarchy.
    grantee name  -- Role, or 'public' for every role.
) RETURNS void LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_grant_hierarchy';
COMMENT ON FUNCTION @extschema@.grant_hierarchy(text, name) IS 'allows a role, or public, to use a hierarchy';

CREATE FUNCTION @extschema@.revoke_hierarchy(
    name text,    -- Name of a hierarchy.
    grantee name  -- Role, or 'public' for every role.
) RETURNS void LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_revoke_hierarchy';
COMMENT ON FUNCTION @extschema@.revoke_hierarchy(text, name) IS 'revokes what grant_hierarchy() granted';

CREATE FUNCTION @extschema@.declare_hierarchy(
    source regclass, -- Relation with the attribute.
    attribute name,  -- Name of an attribute.
    name text        -- Name of a hierarchy. NULL removes the declaration.
) RETURNS void LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_declare_hierarchy';
COMMENT ON FUNCTION @extschema@.declare_hierarchy(regclass, name, text) IS 'declares the hierarchy of an attribute for later calls, or removes the declaration';

CREATE FUNCTION @extschema@.hierarchy_labels(
    source regclass,  -- Relation with the attribute.
    attribute name,   -- Name of an attribute.
    name text = NULL  -- Name of a hierarchy. NULL: as declared.
) RETURNS TABLE (
    value text,   -- Value of the attribute.
    labels text[] -- Labels of the value, from level 1 to the root.
) LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_hierarchy_labels';
COMMENT ON FUNCTION @extschema@.hierarchy_labels(regclass, name, text) IS 'returns the labels of each value of an attribute in a hierarchy';

CREATE VIEW microdata.hierarchies WITH (security_barrier) AS
    SELECT h.name, h.kind, h.definition, o.rolname AS owner, h.levels,
           ARRAY(SELECT DISTINCT COALESCE(r.rolname, 'public') AS grantee
                 FROM pg_class c
                 CROSS JOIN LATERAL aclexplode(c.relacl) p
                 LEFT JOIN pg_roles r ON r.oid = p.grantee
                 WHERE c.oid = h.holder::oid AND p.privilege_type = 'SELECT' AND p.grantee <> c.relowner
                 ORDER BY 1) AS granted_to,
           h.holder
    FROM (SELECT u.* FROM microdata.hierarchy_record u WHERE has_table_privilege(u.holder::oid, 'SELECT') OFFSET 0) h
    LEFT JOIN (SELECT c.oid, r.rolname FROM pg_class c JOIN pg_roles r ON r.oid = c.relowner) o ON o.oid = h.holder::oid;
COMMENT ON VIEW microdata.hierarchies IS 'generalization hierarchies that you can use';
COMMENT ON COLUMN microdata.hierarchies.name IS 'name of the hierarchy';
COMMENT ON COLUMN microdata.hierarchies.kind IS 'table, interval, prefix or date';
COMMENT ON COLUMN microdata.hierarchies.definition IS 'arguments that it was made with; for a table, the number of its values';
COMMENT ON COLUMN microdata.hierarchies.owner IS 'role that can drop it';
COMMENT ON COLUMN microdata.hierarchies.levels IS 'number of levels, including the values and the root';
COMMENT ON COLUMN microdata.hierarchies.granted_to IS 'other roles that can use it; public is everybody';
COMMENT ON COLUMN microdata.hierarchies.holder IS 'view that stands for it, with its owner and grants';
GRANT SELECT ON microdata.hierarchies TO PUBLIC;

CREATE VIEW microdata.declared_hierarchies WITH (security_barrier) AS
    SELECT c.oid::regclass AS source, a.attname AS attribute, d.hierarchy
    FROM pg_class c
    CROSS JOIN LATERAL (SELECT h.* FROM microdata.declared_hierarchy_record h WHERE h.source::oid = c.oid OFFSET 0) d
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = d.attnum AND a.attname = d.attribute
    WHERE NOT a.attisdropped AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND has_table_privilege(c.oid, 'SELECT');
COMMENT ON VIEW microdata.declared_hierarchies IS 'hierarchies declared for attributes of tables that you can read';
COMMENT ON COLUMN microdata.declared_hierarchies.source IS 'relation with the attribute';
COMMENT ON COLUMN microdata.declared_hierarchies.attribute IS 'name of the attribute';
COMMENT ON COLUMN microdata.declared_hierarchies.hierarchy IS 'name of the hierarchy';
GRANT SELECT ON microdata.declared_hierarchies TO PUBLIC;

-- Every role sees a view's name and definition, and no other role is to learn which hierarchies and series there are: the name is random.
CREATE FUNCTION microdata.make_holder(
    kind text,     -- Kind of object, the first word of the view's name.
    owner regrole  -- Role that owns the view.
) RETURNS regclass LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    called CONSTANT text := format('microdata.%I', left(kind, 20) || ' ' || gen_random_uuid());
    grantee text;
BEGIN
    EXECUTE format('CREATE VIEW %s AS SELECT NULL::text AS held', called);
    -- Rights that ALTER DEFAULT PRIVILEGES has granted.
    FOR grantee IN
        SELECT DISTINCT CASE p.grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(p.grantee)) END
        FROM pg_class c, aclexplode(c.relacl) p WHERE c.oid = called::regclass AND p.grantee <> c.relowner
    LOOP
        EXECUTE format('REVOKE ALL ON %s FROM %s CASCADE', called, grantee);
    END LOOP;
    EXECUTE format('ALTER VIEW %s OWNER TO %I', called,
                   COALESCE((SELECT r.rolname FROM pg_roles r WHERE r.oid = make_holder.owner::oid), current_user));
    RETURN called::regclass;
END
$$;
COMMENT ON FUNCTION microdata.make_holder IS 'makes the view that a role owns in place of a hierarchy or a series';
REVOKE ALL ON FUNCTION microdata.make_holder FROM PUBLIC;

CREATE FUNCTION microdata.settle_grants(hierarchy text) -- Name of a hierarchy.
    RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    given record;
BEGIN
    FOR given IN
        SELECT h.holder, CASE g.grantee::oid WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(g.grantee)) END AS grantee
        FROM microdata.hierarchy_grant_record g JOIN microdata.hierarchy_record h ON h.name = g.hierarchy
        WHERE g.hierarchy = settle_grants.hierarchy AND h.holder IS NOT NULL
          AND (g.grantee::oid = 0 OR EXISTS (SELECT FROM pg_roles r WHERE r.oid = g.grantee::oid))
    LOOP
        EXECUTE format('GRANT SELECT ON %s TO %s', given.holder, given.grantee);
    END LOOP;
    DELETE FROM microdata.hierarchy_grant_record g
    WHERE g.hierarchy = settle_grants.hierarchy
      AND EXISTS (SELECT FROM microdata.hierarchy_record h WHERE h.name = g.hierarchy AND h.holder IS NOT NULL);
END
$$;
COMMENT ON FUNCTION microdata.settle_grants IS 'grants the view of a hierarchy as the rows say that a dump of an older version has';
REVOKE ALL ON FUNCTION microdata.settle_grants FROM PUBLIC;
