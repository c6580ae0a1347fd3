-- Functions that other files need.

CREATE FUNCTION microdata.attribute_number(
    relation regclass, -- Relation with the attribute.
    attribute name     -- Name of an attribute.
) RETURNS smallint LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT a.attnum FROM pg_catalog.pg_attribute a
    WHERE a.attrelid OPERATOR(pg_catalog.=) relation::pg_catalog.oid
      AND a.attname OPERATOR(pg_catalog.=) attribute
      AND a.attnum OPERATOR(pg_catalog.>) 0 AND NOT a.attisdropped
$$;
COMMENT ON FUNCTION microdata.attribute_number IS 'number of a relation''s attribute; null if there is none of the name';

CREATE FUNCTION microdata.attribute_numbers(
    relation regclass, -- Relation with the attributes.
    attributes name[]  -- Names of attributes.
) RETURNS smallint[] LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT pg_catalog.array_agg(microdata.attribute_number(relation, u.attribute) ORDER BY u.place)
    FROM pg_catalog.unnest(attributes) WITH ORDINALITY u (attribute, place)
$$;
COMMENT ON FUNCTION microdata.attribute_numbers IS 'numbers of a relation''s attributes; null where there is none of a name';

CREATE FUNCTION microdata.quoted_names(attributes name[]) -- Names of attributes.
    RETURNS text LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT pg_catalog.string_agg(pg_catalog.quote_ident(u.attribute), ', ' ORDER BY u.place)
    FROM pg_catalog.unnest(attributes) WITH ORDINALITY u (attribute, place)
$$;
COMMENT ON FUNCTION microdata.quoted_names IS 'names as a list, in double quotes where they need them';

CREATE FUNCTION microdata.is_permanent(relation regclass) -- Relation, or the number of one that is gone.
    RETURNS boolean LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT EXISTS (SELECT FROM pg_catalog.pg_class c
                   WHERE c.oid OPERATOR(pg_catalog.=) relation::pg_catalog.oid
                     AND c.relpersistence OPERATOR(pg_catalog.<>) 't')
$$;
COMMENT ON FUNCTION microdata.is_permanent IS 'whether there is such a relation, and for longer than a session';

CREATE FUNCTION microdata.current_settings(settings jsonb) -- Parameters of a release, or arguments of a series, of this version or 0.12.0.
    RETURNS jsonb LANGUAGE sql IMMUTABLE STRICT SET search_path = pg_catalog, pg_temp AS $$
    SELECT CASE WHEN settings ? 'member_column' AND NOT settings ? 'format' AND NOT settings ? 'series' THEN '{"format": "tables"}' ELSE '{}'::jsonb END
           || COALESCE(jsonb_object_agg(COALESCE(n.key, s.key), COALESCE(n.value, s.value)), '{}')
    FROM jsonb_each(settings) s
    LEFT JOIN (VALUES
        ('grouping', '"strict"'::jsonb, 'strict', 'true'::jsonb), ('grouping', '"relaxed"', 'strict', 'false'),
        ('cuts', '"feasible"', 'cuts', COALESCE(settings -> 'cuts_by', '"width"')),
        ('cuts_by', settings -> 'cuts_by', 'cuts', settings -> 'cuts_by')) n (former, given, key, value) ON n.former = s.key AND n.given = s.value
    WHERE s.key <> 'cuts_by' OR NOT settings ? 'cuts'
$$;
COMMENT ON FUNCTION microdata.current_settings IS 'settings as this version has them: "strict" for "grouping", "cuts" for "cuts" with "cuts_by", and the format of releases of people';

CREATE FUNCTION microdata.current_arguments(
    series text,     -- Name of a series.
    arguments jsonb  -- Its arguments, of this version or 0.12.0.
) RETURNS jsonb LANGUAGE plpgsql STRICT SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    given record;
BEGIN
    FOR given IN
        SELECT a.key, a.value, split_part(a.key, '_', 1) AS name FROM jsonb_each_text(arguments) a WHERE a.key IN ('bucket_column', 'weight_column', 'count_column')
    LOOP
        arguments := arguments - given.key;
        IF given.value <> given.name THEN
            RAISE WARNING 'the next edition of series "%" has a column "%" in place of "%"', series, given.name, given.value
                USING DETAIL = format('There is no argument "%s" any more.', given.key), HINT = 'Change what reads the series by that name.';
        END IF;
    END LOOP;
    RETURN microdata.current_settings(arguments);
END
$$;
COMMENT ON FUNCTION microdata.current_arguments IS 'arguments of a series as this version has them, with a warning where columns of its editions change their names';

-- Calls of public functions. They are called by name, and a role that may create in the extension's schema can give others the same: all
-- arguments are passed, with their types, so that no other function is called by mistake, and fewer can be in the way.

CREATE FUNCTION microdata.function_of_extension(name text) -- Name of a function.
    RETURNS pg_proc LANGUAGE sql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
    SELECT p
    FROM pg_proc p
    JOIN pg_depend d ON d.objid = p.oid AND d.classid = 'pg_proc'::regclass AND d.deptype = 'e'
    JOIN pg_extension e ON e.oid = d.refobjid AND d.refclassid = 'pg_extension'::regclass
    WHERE e.extname = 'pg_microdata' AND p.pronamespace IN (e.extnamespace, 'microdata'::regnamespace) AND p.proname = name
$$;
COMMENT ON FUNCTION microdata.function_of_extension IS 'function of the extension by its name, which only one has';

CREATE FUNCTION microdata.publishing_function(method text) -- Method of the catalog.
    RETURNS text LANGUAGE c STABLE STRICT PARALLEL SAFE AS 'MODULE_PATHNAME', 'pg_microdata_publishing_function';
COMMENT ON FUNCTION microdata.publishing_function IS 'name of the function that publishes by a method of the catalog';

CREATE FUNCTION microdata.publishing_call(release regclass) -- Release, or one of its relations.
    RETURNS TABLE (method text, source regclass, arguments jsonb) LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_publishing_call';
COMMENT ON FUNCTION microdata.publishing_call IS 'how a release was made: its method, its source, and the arguments that would publish the same again';

CREATE FUNCTION microdata.publish(
    source regclass, -- Relation to publish.
    method text,     -- Method of the catalog.
    arguments jsonb, -- Arguments of the publishing function, by name.
    target text      -- Name of the release.
) RETURNS regclass[] LANGUAGE plpgsql STRICT SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    called pg_proc := microdata.function_of_extension(microdata.publishing_function(method));
    relations regclass[];
BEGIN
    EXECUTE format('SELECT array_agg(p.relation) FROM %s p%s', microdata.call_of(called, arguments, '{"source": "$2", "target": "$3"}'),
                   CASE WHEN called.proretset THEN '' ELSE ' (relation)' END) INTO relations USING arguments, source, target;
    RETURN relations;
END
$$;
COMMENT ON FUNCTION microdata.publish IS 'publishes a source by a method of the catalog, with arguments as JSON, and returns what was made, without the views';

CREATE FUNCTION microdata.call_of(
    called pg_proc,  -- Function to call.
    arguments jsonb, -- Arguments that $1 of the statement has.
    given jsonb      -- Expressions of further arguments, by name.
) RETURNS text LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    list text := microdata.argument_list(called, arguments);
BEGIN
    SELECT list || COALESCE(string_agg(format(', %I => (%s)::%s', a.name, a.expression, a.type), '' ORDER BY a.i), '') INTO list
    FROM (SELECT i.i, called.proargnames[i.i + 1] AS name, called.proargtypes[i.i]::regtype AS type,
                 COALESCE(given ->> called.proargnames[i.i + 1], pg_get_function_arg_default(called.oid, i.i + 1)) AS expression
          FROM generate_series(0, called.pronargs - 1) i (i)) a
    WHERE a.expression IS NOT NULL AND (given ? a.name OR COALESCE(arguments -> a.name, 'null') = 'null');
    RETURN format('%s.%I(%s)', called.pronamespace::regnamespace, called.proname, substr(list, 3));
END
$$;
COMMENT ON FUNCTION microdata.call_of IS 'a call with all arguments: those of a statement''s parameter $1, those that are given as expressions, and the defaults of the others';

CREATE FUNCTION microdata.required_arguments(
    called pg_proc, -- Function to call.
    given jsonb     -- Arguments of a call, by name.
) RETURNS SETOF text LANGUAGE sql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
    SELECT r.name FROM unnest(called.proargnames[1:called.pronargs - called.pronargdefaults]) r (name) WHERE r.name NOT IN ('source', 'release')
    UNION ALL
    -- Arguments that slice_table() needs have defaults, as groups may stand in the place of columns.
    SELECT r.name FROM unnest('{columns,l}'::text[]) r (name)
    WHERE called.proname = 'slice_table' AND (r.name = 'l' OR COALESCE(given -> 'groups', 'null') = 'null')
$$;
COMMENT ON FUNCTION microdata.required_arguments IS 'names of arguments that a call cannot do without, besides the source or release';

CREATE FUNCTION microdata.argument_list(
    called pg_proc,  -- Function to call.
    arguments jsonb  -- Arguments of a call, by name.
) RETURNS text LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    argument record;
    value jsonb;
    expression text;
    list text := '';
BEGIN
    FOR argument IN
        SELECT k.key FROM jsonb_object_keys(arguments) k (key)
        WHERE k.key <> ALL (called.proargnames[1:called.pronargs])
    LOOP
        RAISE EXCEPTION '%() has no argument "%"', called.proname, argument.key USING ERRCODE = 'invalid_parameter_value';
    END LOOP;
    FOR argument IN
        SELECT r.name FROM microdata.required_arguments(called, arguments) r (name)
        WHERE COALESCE(arguments -> r.name, 'null') = 'null'
    LOOP
        RAISE EXCEPTION '%() needs the argument "%"', called.proname, argument.name USING ERRCODE = 'invalid_parameter_value';
    END LOOP;
    FOR argument IN
        SELECT called.proargnames[i.i + 1] AS name, t.oid::regtype AS type, t.typname, t.typelem, e.typtype AS element,
               e.oid::regtype AS element_type
        FROM generate_series(0, called.pronargs - 1) i (i)
        JOIN pg_type t ON t.oid = called.proargtypes[i.i]
        LEFT JOIN pg_type e ON e.oid = t.typelem AND t.typcategory = 'A'
    LOOP
        value := arguments -> argument.name;
        CONTINUE WHEN value IS NULL OR value = 'null';
        IF jsonb_typeof(value) = 'array' AND argument.type <> 'jsonb'::regtype AND argument.element IS NULL AND argument.typname <> 'text_list' THEN
            RAISE EXCEPTION 'argument "%" of %() is not a list', argument.name, called.proname USING ERRCODE = 'invalid_parameter_value';
        END IF;
        -- Values go by a parameter of the statement, never as a part of its text.
        expression := CASE
            WHEN argument.type = 'jsonb'::regtype THEN '$1 -> %1$L'
            WHEN argument.type = 'regclass'::regtype AND jsonb_typeof(value) = 'number' THEN '($1 ->> %1$L)::oid::regclass'
            WHEN argument.element = 'c' THEN 'microdata.given_models($1 -> %1$L)'
            WHEN jsonb_typeof(value) = 'array' THEN
                -- A list of names within a list of texts is one of its texts.
                'ARRAY(SELECT CASE jsonb_typeof(e.e) WHEN ''array'' '
                'THEN (SELECT string_agg(quote_ident(n.n), '', '' ORDER BY n.i) '
                'FROM jsonb_array_elements_text(e.e) WITH ORDINALITY n (n, i)) ELSE e.e #>> ''{}'' END '
                'FROM jsonb_array_elements($1 -> %1$L) WITH ORDINALITY e (e, i) ORDER BY e.i)::%2$s'
            ELSE '($1 ->> %1$L)::%2$s'
        END;
        list := list || format(', %1$I => ' || expression, argument.name, argument.type, argument.element_type);
    END LOOP;
    RETURN list;
END
$$;
COMMENT ON FUNCTION microdata.argument_list IS 'arguments by name, each with a comma before it, for a call whose parameter $1 has their values';

CREATE FUNCTION microdata.given_models(given jsonb) -- A privacy model or an array of them, as JSON.
    RETURNS @extschema@.privacy_model[] LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    element jsonb;
    called text[];
    constructor pg_proc;
    numbers text[];
    parameters jsonb;
    model @extschema@.privacy_model;
    models @extschema@.privacy_model[] := '{}';
BEGIN
    FOR element IN
        SELECT e.e
        FROM jsonb_array_elements(CASE jsonb_typeof(given) WHEN 'array' THEN given ELSE jsonb_build_array(given) END) WITH ORDINALITY e (e, i)
        ORDER BY e.i
    LOOP
        model := NULL;
        IF jsonb_typeof(element) = 'string' THEN
            called := regexp_match(element #>> '{}', '^ *([a-z_]+) *[(]( *[0-9]+([.][0-9]+)?( *, *[0-9]+([.][0-9]+)?)*) *[)] *$');
            constructor := microdata.function_of_extension(called[1]);
            numbers := string_to_array(called[2], ',');
            IF constructor.prorettype = '@extschema@.privacy_model'::regtype AND cardinality(numbers) <= constructor.pronargs THEN
                parameters := (SELECT jsonb_object_agg(constructor.proargnames[n.i], n.n::numeric) FROM unnest(numbers) WITH ORDINALITY n (n, i));
                BEGIN
                    EXECUTE format('SELECT (m).* FROM %s m', microdata.call_of(constructor, parameters, '{}')) INTO model USING parameters;
                EXCEPTION WHEN numeric_value_out_of_range OR invalid_text_representation THEN
                    -- A number that the argument's type does not hold.
                END;
            END IF;
        ELSIF jsonb_typeof(element) = 'object' AND element - '{model,parameters}'::text[] = '{}' THEN
            model := jsonb_populate_record(NULL::@extschema@.privacy_model, element);
        END IF;
        IF model IS NULL THEN
            RAISE EXCEPTION 'not a privacy model: %', element USING ERRCODE = 'invalid_parameter_value',
                HINT = 'A model is {"model": "k_anonymity", "parameters": {"k": 5}}, or "k_anonymity(5)" where it takes numbers alone.';
        END IF;
        models := models || model;
    END LOOP;
    RETURN models;
END
$$;
COMMENT ON FUNCTION microdata.given_models IS 'privacy models of JSON arguments: one or a list, each an object or a constructor''s call as text';

-- Users' relations are read in the place of their owners: no code of theirs runs with the rights of a caller who has those of the owner.

CREATE FUNCTION microdata.value_of(statement text) -- SELECT statement.
    RETURNS text LANGUAGE c STRICT AS 'MODULE_PATHNAME', 'pg_microdata_value_of';
COMMENT ON FUNCTION microdata.value_of IS 'first value of a SELECT, which reads relations with the rights of their owner';

CREATE FUNCTION microdata.insert_rows(
    target regclass, -- Relation to insert into.
    statement text   -- SELECT statement.
) RETURNS bigint LANGUAGE c STRICT AS 'MODULE_PATHNAME', 'pg_microdata_insert_rows';
COMMENT ON FUNCTION microdata.insert_rows IS 'inserts the rows of a SELECT, which reads relations with the rights of their owner';

CREATE FUNCTION microdata.kept_name(relation regclass) -- Relation to keep.
    RETURNS text LANGUAGE c STRICT AS 'MODULE_PATHNAME', 'pg_microdata_kept_name';
COMMENT ON FUNCTION microdata.kept_name IS 'name of a relation with its schema, which means that relation to the end of the transaction';

CREATE FUNCTION microdata.readable_name(relation regclass) -- Relation to read.
    RETURNS text LANGUAGE c STRICT AS 'MODULE_PATHNAME', 'pg_microdata_readable_name';
COMMENT ON FUNCTION microdata.readable_name IS 'name of a relation that the caller can read to the end of the transaction without running code of its owner with more rights';

CREATE FUNCTION microdata.has_rows(relation regclass) -- Relation to look at.
    RETURNS boolean LANGUAGE c STRICT AS 'MODULE_PATHNAME', 'pg_microdata_has_rows';
COMMENT ON FUNCTION microdata.has_rows IS 'true if a relation has a row; keeps it as it is until the transaction ends';

CREATE FUNCTION microdata.source_of(release regclass) -- Release, or one of its relations.
    RETURNS regclass LANGUAGE c STRICT AS 'MODULE_PATHNAME', 'pg_microdata_source_of';
COMMENT ON FUNCTION microdata.source_of IS 'the source of a release, kept as it is until the transaction ends; fails where reading it might run code of another role';

CREATE FUNCTION microdata.analyze_copy(copy regclass) -- Temporary copy of a source.
    RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    foreign_column name;
BEGIN
    IF NOT EXISTS (SELECT FROM pg_class c WHERE c.oid = copy) THEN
        RAISE EXCEPTION 'relation "%" does not exist', copy USING ERRCODE = 'undefined_table';
    END IF;
    -- ANALYZE would call what a type has for its statistics, such as the subtype_diff of a range.
    FOR foreign_column IN
        WITH RECURSIVE base AS (
            SELECT a.attname, a.atttypid AS type FROM pg_attribute a WHERE a.attrelid = copy AND a.attnum > 0 AND NOT a.attisdropped
            UNION ALL
            SELECT b.attname, t.typbasetype FROM base b JOIN pg_type t ON t.oid = b.type WHERE t.typtype = 'd')
        SELECT b.attname FROM base b JOIN pg_type t ON t.oid = b.type WHERE t.typtype <> 'd' AND t.oid >= 16384
    LOOP
        EXECUTE format('ALTER TABLE %s ALTER COLUMN %I SET STATISTICS 0', copy, foreign_column);
    END LOOP;
    EXECUTE format('ANALYZE %s', copy);
END
$$;
COMMENT ON FUNCTION microdata.analyze_copy IS 'collects statistics of a copy, but for columns of types that the server did not come with';

-- The ledger counts a relation that reads another one where it may read it. Any role can make rules, views and, by REFERENCES, keys that
-- name a table of another role: these must neither tell of its releases nor have its owner refused.

CREATE FUNCTION microdata.reads_as_invoker(view_options text[]) -- Options of a view, as pg_class.reloptions has them.
    RETURNS boolean LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT EXISTS (SELECT FROM pg_options_to_table(view_options) o WHERE o.option_name = 'security_invoker' AND o.option_value::boolean)
$$;
COMMENT ON FUNCTION microdata.reads_as_invoker IS 'true if a view with these options reads with the rights of its reader, not of its owner';

CREATE FUNCTION microdata.about(
    source regclass,           -- Relation with rows about people.
    subject smallint[] = NULL, -- Numbers of the attributes that identify a person.
    reader oid = NULL          -- Role that reads. NULL: the owner of the source.
) RETURNS regclass[] LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan AS $$
    BEGIN RETURN (WITH RECURSIVE behind (relation, reader) AS (
        SELECT c.oid, COALESCE(about.reader, c.relowner) FROM pg_class c WHERE c.oid = source::oid
        UNION
        SELECT d.refobjid, r.reader
        FROM behind b
        JOIN pg_class v ON v.oid = b.relation
        CROSS JOIN LATERAL (SELECT CASE WHEN microdata.reads_as_invoker(v.reloptions) THEN b.reader ELSE v.relowner END) r (reader)
        JOIN pg_rewrite w ON w.ev_class = v.oid AND w.ev_type = '1'
        JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = w.oid
         AND d.refclassid = 'pg_class'::regclass AND d.refobjid <> w.ev_class
        WHERE has_any_column_privilege(r.reader, d.refobjid, 'SELECT')
    ), above (relation) AS (
        SELECT relation FROM behind
        UNION
        SELECT i.inhparent FROM above a JOIN pg_inherits i ON i.inhrelid = a.relation
    ), below (relation) AS (
        SELECT relation FROM behind
        UNION
        SELECT i.inhrelid FROM below b JOIN pg_inherits i ON i.inhparent = b.relation
    ), tables AS (
        SELECT c.oid AS relation, c.reltuples
        FROM (SELECT relation FROM above UNION SELECT relation FROM below) r JOIN pg_class c ON c.oid = r.relation
        WHERE c.relkind IN ('r', 'p', 'f', 'm') AND c.oid >= 16384
    ), microdata AS (
        SELECT t.relation
        FROM tables t
        WHERE t.relation = source::oid
           OR EXISTS (SELECT FROM microdata.role_record r WHERE r.source::oid = t.relation)
           OR NOT EXISTS (SELECT FROM pg_constraint k JOIN tables o ON o.relation = k.conrelid
                          WHERE k.contype = 'f' AND k.confrelid = t.relation AND t.reltuples > 0 AND o.reltuples >= 100 * t.reltuples)
    ), persons (relation) AS (
        SELECT relation FROM microdata
        UNION
        SELECT k.confrelid
        FROM persons p
        JOIN pg_class o ON o.oid = p.relation
        JOIN pg_constraint k ON k.conrelid = p.relation AND k.contype = 'f'
        WHERE has_any_column_privilege(o.relowner, k.confrelid, 'SELECT')
          AND (k.conkey <@ (COALESCE((SELECT array_agg(r.attnum) FROM microdata.role_record r
                                      WHERE r.source::oid = p.relation AND r.role IN ('subject', 'identifier')), '{}')
                            || CASE WHEN p.relation = source::oid THEN COALESCE(subject, '{}') ELSE '{}' END)
               OR EXISTS (SELECT FROM pg_index i
                          WHERE i.indrelid = p.relation AND i.indisunique AND i.indpred IS NULL AND i.indexprs IS NULL
                            AND i.indkey::smallint[] <@ k.conkey))
    )
    SELECT COALESCE(array_agg(c.oid::regclass ORDER BY c.oid), '{}')
    FROM (SELECT source::oid UNION SELECT relation FROM persons) a (relation)
    JOIN pg_class c ON c.oid = a.relation
    WHERE c.relpersistence <> 't'); END
$$;
COMMENT ON FUNCTION microdata.about
    IS 'tables whose rows are about the persons that a relation is about, as far as views, partitions and foreign keys tell whose owners, or reader, may read these';
REVOKE ALL ON FUNCTION microdata.about FROM PUBLIC;

CREATE FUNCTION microdata.readers(relations regclass[]) -- Relations that can be read.
    RETURNS name[] LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan AS $$
    BEGIN RETURN (WITH RECURSIVE above (relation) AS (
        SELECT u.relation::oid FROM unnest(relations) u (relation)
        UNION
        SELECT x.relation
        FROM above a CROSS JOIN LATERAL (
            SELECT w.ev_class
            FROM pg_depend d JOIN pg_rewrite w ON w.oid = d.objid AND w.ev_type = '1'
            WHERE d.refclassid = 'pg_class'::regclass AND d.refobjid = a.relation AND d.classid = 'pg_rewrite'::regclass
            UNION ALL
            SELECT i.inhparent FROM pg_inherits i WHERE i.inhrelid = a.relation) x (relation)
    ), views AS (
        SELECT v.oid AS view, v.relowner AS owner, microdata.reads_as_invoker(v.reloptions) AS invoker
        FROM above a JOIN pg_class v ON v.oid = a.relation
        WHERE v.relkind IN ('v', 'm')
    ), owners AS (
        SELECT DISTINCT v.owner FROM views v WHERE NOT v.invoker
    ), shown (relation, reader) AS (
        -- A null reader is any role that may read the relation.
        SELECT u.relation::oid, NULL::oid FROM unnest(relations) u (relation)
        UNION
        SELECT x.relation, x.reader
        FROM shown s CROSS JOIN LATERAL (
            SELECT v.view, CASE WHEN v.invoker THEN o.owner END
            FROM pg_depend d
            JOIN pg_rewrite w ON w.oid = d.objid AND w.ev_type = '1'
            JOIN views v ON v.view = w.ev_class
            CROSS JOIN LATERAL (SELECT v.owner WHERE NOT v.invoker UNION ALL SELECT p.owner FROM owners p WHERE v.invoker) o
            WHERE d.refclassid = 'pg_class'::regclass AND d.refobjid = s.relation AND d.classid = 'pg_rewrite'::regclass
              AND COALESCE(s.reader, o.owner) = o.owner AND has_any_column_privilege(o.owner, s.relation, 'SELECT')
            UNION ALL
            SELECT i.inhparent, NULL FROM pg_inherits i WHERE i.inhrelid = s.relation AND s.reader IS NULL) x (relation, reader)
    )
    SELECT COALESCE(array_agg(DISTINCT r.reader ORDER BY r.reader), '{}')
    FROM shown s
    JOIN pg_class c ON c.oid = s.relation
    CROSS JOIN LATERAL (
        SELECT pg_get_userbyid(c.relowner)
        UNION ALL
        SELECT CASE e.grantee WHEN 0 THEN 'public' ELSE pg_get_userbyid(e.grantee) END
        FROM aclexplode(c.relacl) e WHERE e.privilege_type = 'SELECT'
        UNION ALL
        SELECT CASE e.grantee WHEN 0 THEN 'public' ELSE pg_get_userbyid(e.grantee) END
        FROM pg_attribute a CROSS JOIN aclexplode(a.attacl) e
        WHERE a.attrelid = c.oid AND a.attacl IS NOT NULL AND e.privilege_type = 'SELECT') r (reader)
    WHERE s.reader IS NULL); END
$$;
COMMENT ON FUNCTION microdata.readers IS 'returns the owners of relations, of views that may read them and of their parents, and the roles that are granted SELECT on one of these';

CREATE FUNCTION microdata.remember_release(
    release bigint,  -- Number of a release.
    source regclass  -- Its source.
) RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan AS $$
BEGIN INSERT INTO microdata.ledger_record (release_id, method, source, source_name, source_number, source_owner, about, relations,
                                         attributes, parameters, source_rows, published_rows, created_at, created_by, readers)
    SELECT r.release_id, r.method, r.source,
           CASE WHEN s.relpersistence = 't' THEN format('pg_temp.%I', s.relname) WHEN s.oid IS NOT NULL THEN format('%I.%I', n.nspname, s.relname) END,
           s.oid, COALESCE(pg_get_userbyid(s.relowner), r.created_by),
           CASE WHEN s.oid IS NULL THEN '{}' ELSE microdata.about(s.oid, r.subject_attnums, (SELECT a.oid FROM pg_roles a WHERE a.rolname = r.created_by)) END,
           ARRAY(SELECT format('%I.%I', m.nspname, c.relname)
                 FROM unnest(r.relations) WITH ORDINALITY u (relation, position)
                 JOIN pg_class c ON c.oid = u.relation::oid JOIN pg_namespace m ON m.oid = c.relnamespace ORDER BY u.position),
           ARRAY(SELECT DISTINCT k.source_attribute FROM microdata.release_column_record k
                 WHERE k.release_id = r.release_id AND k.source_attribute IS NOT NULL ORDER BY 1),
           r.parameters, r.source_rows, r.published_rows, r.created_at, r.created_by,
           -- A release that is gone before it was entered is unknown.
           CASE WHEN EXISTS (SELECT FROM unnest(r.relations) u (relation) WHERE NOT EXISTS (SELECT FROM pg_class c WHERE c.oid = u.relation::oid))
                THEN '{public}'
                ELSE ARRAY(SELECT u.reader FROM unnest(microdata.readers(r.relations)) u (reader) WHERE u.reader <> r.created_by) END
    FROM microdata.release_record r
    LEFT JOIN pg_class s ON s.oid = remember_release.source::oid
    LEFT JOIN pg_namespace n ON n.oid = s.relnamespace
    WHERE r.release_id = remember_release.release
    ON CONFLICT DO NOTHING; END
$$;
COMMENT ON FUNCTION microdata.remember_release IS 'enters a release in the ledger';
REVOKE ALL ON FUNCTION microdata.remember_release FROM PUBLIC;

-- Event triggers look up first which relations the catalog knows, so that commands on others cost their owners next to nothing.

CREATE FUNCTION microdata.tell_known() RETURNS void LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_tell_known';
COMMENT ON FUNCTION microdata.tell_known IS 'has all sessions look up again which relations are known, once the transaction is committed';
REVOKE ALL ON FUNCTION microdata.tell_known FROM PUBLIC;

CREATE FUNCTION microdata.know(
    relations regclass[], -- Relations to watch.
    of_release boolean    -- True if they are relations of a release.
) RETURNS void LANGUAGE plpgsql STRICT SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    INSERT INTO microdata.known_relation_record (relation, of_release)
    SELECT DISTINCT u.relation::oid, know.of_release FROM unnest(relations) u (relation)
    WHERE u.relation IS NOT NULL
      AND NOT EXISTS (SELECT FROM microdata.known_relation_record k WHERE k.relation = u.relation::oid AND k.of_release = know.of_release);
    IF FOUND THEN
        PERFORM microdata.tell_known();
    END IF;
END
$$;
COMMENT ON FUNCTION microdata.know IS 'has the event triggers look at commands on relations, as tables of a release or as others';
REVOKE ALL ON FUNCTION microdata.know FROM PUBLIC;
