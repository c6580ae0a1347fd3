-- Triggers and event triggers keep the catalog true: they come last, so that they see none of the commands before.

-- A row that comes in is given the numbers of the attributes that it names, also while replicating or restoring: a number from elsewhere may
-- be that of another attribute here. What it names may be gone.

CREATE FUNCTION microdata.resolve_attribute() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    NEW.attnum := microdata.attribute_number(NEW.source, NEW.attribute);
    RETURN CASE WHEN NEW.attnum IS NULL THEN NULL ELSE NEW END;
END
$$;
COMMENT ON FUNCTION microdata.resolve_attribute IS 'gives what is declared the number of the attribute that it names';

CREATE FUNCTION microdata.resolve_release() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    NEW.parameters := microdata.current_settings(NEW.parameters);
    NEW.subject_attnums := (
        SELECT pg_catalog.array_agg(microdata.attribute_number(NEW.source, u.attribute::name) ORDER BY u.position)
        FROM pg_catalog.jsonb_array_elements_text(NEW.parameters OPERATOR(pg_catalog.->) 'subject') WITH ORDINALITY u (attribute, position));
    PERFORM microdata.bind_view(NEW.relations);
    RETURN NEW;
END
$$;
COMMENT ON FUNCTION microdata.resolve_release IS 'gives a release the numbers of the attributes of its subject, and its parameters the form of this version';

CREATE FUNCTION microdata.resolve_ledger() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    NEW.parameters := microdata.current_settings(NEW.parameters);
    RETURN NEW;
END
$$;
COMMENT ON FUNCTION microdata.resolve_ledger IS 'gives the parameters of a release in the ledger the form of this version';

CREATE FUNCTION microdata.resolve_release_column() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    NEW.attnum := microdata.attribute_number(NEW.relation, NEW.attribute);
    NEW.source_attnum := microdata.attribute_number(NEW.source, NEW.source_attribute);
    RETURN CASE WHEN NEW.attnum IS NULL THEN NULL ELSE NEW END;
END
$$;
COMMENT ON FUNCTION microdata.resolve_release_column IS 'gives an attribute of a release the numbers of the attributes that it names';

CREATE FUNCTION microdata.resolve_declared_source() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    SELECT COALESCE(pg_catalog.array_agg(a.attname ORDER BY a.attnum), '{}'),
           COALESCE(pg_catalog.array_agg(a.attnum ORDER BY a.attnum), '{}')
    INTO NEW.attributes, NEW.attnums
    FROM pg_catalog.unnest(NEW.attributes) u (attribute)
    JOIN pg_catalog.pg_attribute a
      ON a.attrelid OPERATOR(pg_catalog.=) NEW.source::pg_catalog.oid
     AND a.attname OPERATOR(pg_catalog.=) u.attribute
     AND a.attnum OPERATOR(pg_catalog.>) 0 AND NOT a.attisdropped;
    RETURN NEW;
END
$$;
COMMENT ON FUNCTION microdata.resolve_declared_source IS 'gives a source whose roles are declared the numbers of the attributes that it names';

CREATE FUNCTION microdata.resolve_privacy_rule() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    NEW.left_attnums := microdata.attribute_numbers(NEW.source, NEW.left_attributes);
    NEW.right_attnums := microdata.attribute_numbers(NEW.source, NEW.right_attributes);
    RETURN CASE
        WHEN pg_catalog.array_position(NEW.left_attnums || NEW.right_attnums, NULL) IS NULL THEN NEW
    END;
END
$$;
COMMENT ON FUNCTION microdata.resolve_privacy_rule IS 'gives a privacy rule the numbers of the attributes that it names';

CREATE TRIGGER resolve_release BEFORE INSERT ON microdata.release_record FOR EACH ROW EXECUTE FUNCTION microdata.resolve_release();
COMMENT ON TRIGGER resolve_release ON microdata.release_record IS 'gives the row the numbers of the attributes of its subject';
ALTER TABLE microdata.release_record ENABLE ALWAYS TRIGGER resolve_release;
CREATE TRIGGER resolve_ledger BEFORE INSERT ON microdata.ledger_record FOR EACH ROW EXECUTE FUNCTION microdata.resolve_ledger();
COMMENT ON TRIGGER resolve_ledger ON microdata.ledger_record IS 'gives the row''s parameters the form of this version';
ALTER TABLE microdata.ledger_record ENABLE ALWAYS TRIGGER resolve_ledger;
CREATE TRIGGER resolve_release_column BEFORE INSERT ON microdata.release_column_record FOR EACH ROW EXECUTE FUNCTION microdata.resolve_release_column();
COMMENT ON TRIGGER resolve_release_column ON microdata.release_column_record IS 'gives the row the numbers of the attributes that it names';
ALTER TABLE microdata.release_column_record ENABLE ALWAYS TRIGGER resolve_release_column;
CREATE TRIGGER resolve_role BEFORE INSERT ON microdata.role_record FOR EACH ROW EXECUTE FUNCTION microdata.resolve_attribute();
COMMENT ON TRIGGER resolve_role ON microdata.role_record IS 'gives the row the number of the attribute that it names';
ALTER TABLE microdata.role_record ENABLE ALWAYS TRIGGER resolve_role;
CREATE TRIGGER resolve_attribute BEFORE INSERT ON microdata.declared_hierarchy_record FOR EACH ROW EXECUTE FUNCTION microdata.resolve_attribute();
COMMENT ON TRIGGER resolve_attribute ON microdata.declared_hierarchy_record IS 'gives the row the number of the attribute that it names';
ALTER TABLE microdata.declared_hierarchy_record ENABLE ALWAYS TRIGGER resolve_attribute;
CREATE TRIGGER resolve_privacy_rule BEFORE INSERT ON microdata.privacy_rule_record FOR EACH ROW EXECUTE FUNCTION microdata.resolve_privacy_rule();
COMMENT ON TRIGGER resolve_privacy_rule ON microdata.privacy_rule_record IS 'gives the row the numbers of the attributes that it names';
ALTER TABLE microdata.privacy_rule_record ENABLE ALWAYS TRIGGER resolve_privacy_rule;
CREATE TRIGGER resolve_declared_source BEFORE INSERT ON microdata.declared_source_record FOR EACH ROW EXECUTE FUNCTION microdata.resolve_declared_source();
COMMENT ON TRIGGER resolve_declared_source ON microdata.declared_source_record IS 'gives the row the numbers of the attributes that it names';
ALTER TABLE microdata.declared_source_record ENABLE ALWAYS TRIGGER resolve_declared_source;
CREATE TRIGGER resolve_attribute BEFORE INSERT ON microdata.series_column_record FOR EACH ROW EXECUTE FUNCTION microdata.resolve_attribute();
COMMENT ON TRIGGER resolve_attribute ON microdata.series_column_record IS 'gives the row the number of the attribute that it names';
ALTER TABLE microdata.series_column_record ENABLE ALWAYS TRIGGER resolve_attribute;

-- Dumps of versions before 1.0 have the roles of hierarchies and series in rows: their views are made.

CREATE FUNCTION microdata.hold_hierarchy() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    UPDATE microdata.hierarchy_record h SET holder = microdata.make_holder('hierarchy', h.owner), owner = NULL WHERE h.name = NEW.name;
    -- Another session may be restoring the grants.
    IF current_setting('check_function_bodies') = 'off' THEN
        LOCK TABLE microdata.hierarchy_grant_record IN SHARE ROW EXCLUSIVE MODE;
        PERFORM microdata.settle_grants(NEW.name);
    END IF;
    RETURN NULL;
END
$$;
COMMENT ON FUNCTION microdata.hold_hierarchy IS 'makes the view that a role owns in place of a hierarchy';

CREATE FUNCTION microdata.hold_series() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    UPDATE microdata.series_record s SET holder = microdata.make_holder('series', s.source_owner), source_owner = NULL,
        arguments = microdata.current_arguments(s.name, s.arguments) WHERE s.series_id = NEW.series_id;
    RETURN NULL;
END
$$;
COMMENT ON FUNCTION microdata.hold_series IS 'makes the view that a role owns in place of a series';

CREATE FUNCTION microdata.settle_grant() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    PERFORM microdata.settle_grants(NEW.hierarchy);
    RETURN NULL;
END
$$;
COMMENT ON FUNCTION microdata.settle_grant IS 'grants the view of a hierarchy as a row says that a dump of an older version has';

CREATE TRIGGER hold_hierarchy AFTER INSERT ON microdata.hierarchy_record FOR EACH ROW WHEN (NEW.holder IS NULL) EXECUTE FUNCTION microdata.hold_hierarchy();
COMMENT ON TRIGGER hold_hierarchy ON microdata.hierarchy_record IS 'makes the view that the hierarchy''s owner owns';
ALTER TABLE microdata.hierarchy_record ENABLE ALWAYS TRIGGER hold_hierarchy;
CREATE TRIGGER settle_grant AFTER INSERT ON microdata.hierarchy_grant_record FOR EACH ROW EXECUTE FUNCTION microdata.settle_grant();
COMMENT ON TRIGGER settle_grant ON microdata.hierarchy_grant_record IS 'grants the hierarchy''s view as the row says';
ALTER TABLE microdata.hierarchy_grant_record ENABLE ALWAYS TRIGGER settle_grant;
CREATE TRIGGER hold_series AFTER INSERT ON microdata.series_record FOR EACH ROW WHEN (NEW.holder IS NULL) EXECUTE FUNCTION microdata.hold_series();
COMMENT ON TRIGGER hold_series ON microdata.series_record IS 'makes the view that the owner of the series'' source owns';
ALTER TABLE microdata.series_record ENABLE ALWAYS TRIGGER hold_series;

-- Commands on relations that the catalog does not know cost their owners next to nothing: known relations are looked up first.

CREATE FUNCTION microdata.know_recorded() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    CASE TG_TABLE_NAME
        WHEN 'release_record' THEN
            PERFORM microdata.know(NEW.relations, true), microdata.know(ARRAY[NEW.source], false);
        WHEN 'ledger_record' THEN
            PERFORM microdata.know(NEW.about || NEW.source, false);
        WHEN 'series_view_record' THEN
            PERFORM microdata.know(ARRAY[NEW.view], false);
        WHEN 'hierarchy_record' THEN
            PERFORM microdata.know(ARRAY[NEW.holder], false);
        WHEN 'series_record' THEN
            PERFORM microdata.know(ARRAY[NEW.source, NEW.holder], false);
        ELSE
            PERFORM microdata.know(ARRAY[NEW.source], false);
    END CASE;
    RETURN NULL;
END
$$;
COMMENT ON FUNCTION microdata.know_recorded IS 'has the event triggers look at commands on the relations that a row names';

DO $$
DECLARE
    -- Tables, and the columns that name relations.
    of text[];
BEGIN
    FOREACH of SLICE 1 IN ARRAY ARRAY[
        ['release_record', 'relations, source'], ['role_record', 'source'], ['hierarchy_record', 'holder'], ['declared_hierarchy_record', 'source'],
        ['privacy_rule_record', 'source'], ['temporary_source_record', 'source'], ['declared_source_record', 'source'],
        ['ledger_record', 'about, source'], ['series_record', 'source, holder'], ['series_view_record', 'view']]
    LOOP
        EXECUTE pg_catalog.format('CREATE OR REPLACE TRIGGER know_recorded AFTER INSERT OR UPDATE OF %s ON microdata.%I FOR EACH ROW EXECUTE FUNCTION microdata.know_recorded()', of[2], of[1]);
        EXECUTE pg_catalog.format('COMMENT ON TRIGGER know_recorded ON microdata.%I IS %L', of[1],
            'has the event triggers look at commands on the relations that the row names');
        EXECUTE pg_catalog.format('ALTER TABLE microdata.%I ENABLE ALWAYS TRIGGER know_recorded', of[1]);
    END LOOP;
END
$$;

-- A view stands for its table, too.

CREATE FUNCTION microdata.bind_view(relations regclass[]) -- Relations of a release.
    RETURNS void LANGUAGE c STRICT SET search_path = pg_catalog, pg_temp AS 'MODULE_PATHNAME', 'pg_microdata_bind_view';
COMMENT ON FUNCTION microdata.bind_view IS 'has a view of expected counts dropped with its release, both of which are yours';

-- The functions bind names themselves where they have anything to do: to set a path takes longer than to find that they have not. And
-- each trigger that a command calls costs every role, so there is one for an event.

CREATE FUNCTION microdata.forget_dropped() RETURNS event_trigger LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_forget_dropped';
COMMENT ON FUNCTION microdata.forget_dropped IS 'takes what was dropped out of the catalog';

CREATE FUNCTION microdata.follow_commands() RETURNS event_trigger LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_follow_commands';
COMMENT ON FUNCTION microdata.follow_commands
    IS 'takes new names into the catalog, carries owners and grants of a release over to what belongs to it, and records in the ledger which roles could read releases';

-- The trigger of sql_drop goes with the extension, and cannot refuse that. So the library looks at what these commands drop.
CREATE FUNCTION microdata.keep_catalog() RETURNS event_trigger LANGUAGE c AS 'MODULE_PATHNAME', 'pg_microdata_keep_catalog';
COMMENT ON FUNCTION microdata.keep_catalog IS 'has a command fail that drops the extension while there are releases or series, unless pg_microdata.allow_drop is on';

CREATE EVENT TRIGGER pg_microdata_forget_dropped ON sql_drop EXECUTE FUNCTION microdata.forget_dropped();
ALTER EVENT TRIGGER pg_microdata_forget_dropped ENABLE ALWAYS;
COMMENT ON EVENT TRIGGER pg_microdata_forget_dropped IS 'takes dropped releases, sources and attributes out of the catalog of pg_microdata';
CREATE EVENT TRIGGER pg_microdata_follow_commands ON ddl_command_end
    WHEN TAG IN ('ALTER TABLE', 'ALTER VIEW', 'ALTER MATERIALIZED VIEW', 'ALTER FOREIGN TABLE', 'ALTER TYPE', 'GRANT',
                 'REVOKE', 'CREATE SCHEMA', 'CREATE TABLE', 'CREATE VIEW', 'CREATE MATERIALIZED VIEW', 'CREATE RULE')
    EXECUTE FUNCTION microdata.follow_commands();
ALTER EVENT TRIGGER pg_microdata_follow_commands ENABLE ALWAYS;
COMMENT ON EVENT TRIGGER pg_microdata_follow_commands IS 'has pg_microdata follow what becomes of sources and releases: names, owners, grants and readers';
CREATE EVENT TRIGGER pg_microdata_keep_catalog ON ddl_command_start
    WHEN TAG IN ('DROP EXTENSION', 'DROP SCHEMA', 'DROP OWNED') EXECUTE FUNCTION microdata.keep_catalog();
ALTER EVENT TRIGGER pg_microdata_keep_catalog ENABLE ALWAYS;
COMMENT ON EVENT TRIGGER pg_microdata_keep_catalog IS 'keeps pg_microdata from being dropped while there are releases or series';
