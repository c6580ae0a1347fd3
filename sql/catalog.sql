-- The catalog: tables that only the extension's own code writes, and only their owner reads. Views show each role its part of them.

CREATE SCHEMA microdata;
COMMENT ON SCHEMA microdata IS 'releases of pg_microdata and what is known about them';
GRANT USAGE ON SCHEMA microdata TO PUBLIC;

-- Attributes are known by their numbers, which a rename leaves alone, and dumped by their names, which a restore leaves alone: triggers
-- give a row that comes in the numbers that its names have. No row of one table needs a row of another, because a parallel restore loads
-- them in any order: so there are no foreign keys, and sources are named in several tables.

-- Releases.

CREATE TABLE microdata.release_record (
    release_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    method text NOT NULL,
    source regclass,
    relations regclass[] NOT NULL,
    parameters jsonb NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    created_by name NOT NULL,
    source_rows bigint,
    published_rows bigint,
    suppressed_rows bigint,
    buckets bigint,
    subject_attnums smallint[],
    dropped_attributes name[] NOT NULL DEFAULT '{}'
);
COMMENT ON TABLE microdata.release_record IS 'releases; see the view microdata.releases';
COMMENT ON SEQUENCE microdata.release_record_release_id_seq IS 'numbers of releases';
COMMENT ON COLUMN microdata.release_record.subject_attnums IS 'numbers of the source''s attributes that parameters -> ''subject'' names';
COMMENT ON COLUMN microdata.release_record.dropped_attributes IS 'published attributes whose columns were dropped since, from tables that are still there';
-- Event triggers look relations up at every DROP and ALTER TABLE of any role. Without fastupdate there is no list of what is pending,
-- which every look-up would read.
CREATE INDEX release_record_source ON microdata.release_record (source);
CREATE INDEX release_record_relations ON microdata.release_record USING gin (relations) WITH (fastupdate = off);
COMMENT ON INDEX microdata.release_record_source IS 'the releases of one source';
COMMENT ON INDEX microdata.release_record_relations IS 'the release that a relation belongs to';

CREATE TABLE microdata.release_column_record (
    release_id bigint NOT NULL,
    relation regclass NOT NULL,
    column_no integer NOT NULL,
    attribute name NOT NULL,
    attnum smallint NOT NULL,
    role text NOT NULL CHECK (role = ANY ('{identifier,quasi-identifier,sensitive,insensitive}'::text[])),
    generalized boolean NOT NULL,
    source regclass,
    source_attribute name,
    source_attnum smallint,
    PRIMARY KEY (relation, attnum)
);
COMMENT ON TABLE microdata.release_column_record IS 'attributes of releases; see the view microdata.release_columns';
CREATE INDEX release_column_record_release_id ON microdata.release_column_record (release_id);
CREATE INDEX release_column_record_source ON microdata.release_column_record (source);
COMMENT ON INDEX microdata.release_column_record_release_id IS 'the attributes of one release';
COMMENT ON INDEX microdata.release_column_record_source IS 'the published attributes of one source';

-- A temporary source ends with its session, unnoticed by event triggers. It is known here as long as it lasts, and never dumped.
CREATE TABLE microdata.temporary_source_record (
    release_id bigint PRIMARY KEY,
    source regclass NOT NULL
);
COMMENT ON TABLE microdata.temporary_source_record IS 'temporary sources of releases, while their sessions last; see the view microdata.releases';
CREATE INDEX temporary_source_record_source ON microdata.temporary_source_record (source);
COMMENT ON INDEX microdata.temporary_source_record_source IS 'the releases of one temporary source';

-- The ledger keeps all releases that were ever made.

CREATE TABLE microdata.ledger_record (
    release_id bigint PRIMARY KEY,
    method text NOT NULL,
    -- Null once it is gone, and where it is temporary.
    source regclass,
    -- Last names of tables that the release was about and that are gone.
    gone text[] NOT NULL DEFAULT '{}',
    source_name text,
    source_number oid,
    source_owner name NOT NULL,
    about regclass[] NOT NULL,
    relations text[] NOT NULL,
    attributes name[] NOT NULL,
    parameters jsonb NOT NULL,
    source_rows bigint,
    published_rows bigint,
    created_at timestamptz NOT NULL,
    created_by name NOT NULL,
    readers name[] NOT NULL DEFAULT '{}',
    ended_at timestamptz,
    ended_by name,
    ended text CHECK (ended = ANY ('{dropped,replaced}'::text[]))
);
COMMENT ON TABLE microdata.ledger_record IS 'all releases that were ever made; see the view microdata.ledger';
CREATE INDEX ledger_record_source ON microdata.ledger_record (source);
CREATE INDEX ledger_record_about ON microdata.ledger_record USING gin (about) WITH (fastupdate = off);
COMMENT ON INDEX microdata.ledger_record_source IS 'the releases ever made of one source';
COMMENT ON INDEX microdata.ledger_record_about IS 'the releases ever made of persons that are in a table';

CREATE TABLE microdata.forgotten_release_record (
    release_id bigint PRIMARY KEY,
    method text NOT NULL,
    source_name text,
    source_owner name NOT NULL,
    created_at timestamptz NOT NULL,
    forgotten_at timestamptz NOT NULL DEFAULT now(),
    forgotten_by name NOT NULL,
    reason text NOT NULL
);
COMMENT ON TABLE microdata.forgotten_release_record IS 'releases that were taken out of the ledger; see the view microdata.forgotten_releases';

-- Owners of relations wait for no role that has locked rows of the ledger.
CREATE TABLE microdata.gone_relation_record (
    relation oid NOT NULL,
    identity text
);
COMMENT ON TABLE microdata.gone_relation_record
    IS 'relations that are gone, as far as entries of the ledger that were locked then are about them; the next publication settles it';
ALTER TABLE microdata.gone_relation_record REPLICA IDENTITY FULL;

-- Rows are only added, and go with their relations; a row without reason costs its owner some time. No key: no role waits for another
-- that has recorded the same relation and not committed yet.
CREATE TABLE microdata.known_relation_record (
    relation oid NOT NULL,
    of_release boolean NOT NULL
);
COMMENT ON TABLE microdata.known_relation_record IS 'relations that the catalog names: the event triggers look there before they do anything else';
CREATE INDEX known_relation_record_relation ON microdata.known_relation_record (relation);
COMMENT ON INDEX microdata.known_relation_record_relation IS 'what is on record of a relation';
ALTER TABLE microdata.known_relation_record REPLICA IDENTITY FULL;

-- Roles of attributes.

CREATE TABLE microdata.role_record (
    source regclass NOT NULL,
    attribute name NOT NULL,
    attnum smallint NOT NULL,
    role text CHECK (role = ANY ('{identifier,quasi-identifier,sensitive,insensitive,subject}'::text[])),
    of_person boolean NOT NULL DEFAULT false,
    harmless text[],
    PRIMARY KEY (source, attnum),
    CHECK (role IS NOT NULL OR of_person)
);
COMMENT ON TABLE microdata.role_record IS 'declared roles of attributes; see the view microdata.roles';

-- A subject that loses a column is not the one that was declared: hence its size.
CREATE TABLE microdata.declared_source_record (
    source regclass PRIMARY KEY,
    attributes name[] NOT NULL,
    attnums smallint[] NOT NULL,
    subject_size integer NOT NULL DEFAULT 0
);
COMMENT ON TABLE microdata.declared_source_record IS 'attributes that sources had when their roles were declared; publishing warns of those that came later';
COMMENT ON COLUMN microdata.declared_source_record.subject_size IS 'of how many attributes its subject was declared to consist';

-- Hierarchies. Labels stand value by value, level by level; a hierarchy that is not made from a table computes them.

CREATE TABLE microdata.hierarchy_record (
    name text PRIMARY KEY CHECK (name <> ''::text),
    kind text NOT NULL CHECK (kind = ANY ('{table,interval,prefix,date}'::text[])),
    definition jsonb NOT NULL,
    -- Filled by dumps of versions before 1.0 alone: then a trigger makes the view.
    owner regrole,
    levels integer NOT NULL CHECK (levels >= 2),
    labels text[],
    -- The view that the hierarchy's owner owns, and that is granted to roles which may use the hierarchy. REASSIGN OWNED, DROP OWNED, DROP
    -- ROLE and dumps treat it as they do all views. It is no member of the extension.
    holder regclass,
    CHECK ((kind = 'table'::text) = (labels IS NOT NULL))
);
COMMENT ON TABLE microdata.hierarchy_record IS 'generalization hierarchies; see the view microdata.hierarchies';
CREATE INDEX hierarchy_record_holder ON microdata.hierarchy_record (holder);
COMMENT ON INDEX microdata.hierarchy_record_holder IS 'the hierarchy that a view stands for';

-- Dumps of versions before 1.0 fill it, and a trigger grants the views.
CREATE TABLE microdata.hierarchy_grant_record (
    hierarchy text NOT NULL,
    -- 0 is every role.
    grantee regrole NOT NULL,
    PRIMARY KEY (hierarchy, grantee)
);
COMMENT ON TABLE microdata.hierarchy_grant_record IS 'roles that may use generalization hierarchies; see the view microdata.hierarchies';

CREATE TABLE microdata.declared_hierarchy_record (
    source regclass NOT NULL,
    attribute name NOT NULL,
    attnum smallint NOT NULL,
    hierarchy text NOT NULL,
    PRIMARY KEY (source, attnum)
);
COMMENT ON TABLE microdata.declared_hierarchy_record IS 'declared hierarchies of attributes; see the view microdata.declared_hierarchies';

-- Privacy rules.

CREATE TABLE microdata.privacy_rule_record (
    rule_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    source regclass NOT NULL,
    left_attributes name[] NOT NULL CHECK (left_attributes <> '{}'::name[]),
    right_attributes name[] NOT NULL CHECK (right_attributes <> '{}'::name[]),
    left_attnums smallint[] NOT NULL,
    right_attnums smallint[] NOT NULL,
    l float8,
    privacy jsonb,
    comment text
);
COMMENT ON TABLE microdata.privacy_rule_record IS 'declared privacy rules; see the view microdata.privacy_rules';
COMMENT ON SEQUENCE microdata.privacy_rule_record_rule_id_seq IS 'numbers of privacy rules';
CREATE INDEX privacy_rule_record_source ON microdata.privacy_rule_record (source);
COMMENT ON INDEX microdata.privacy_rule_record_source IS 'the rules of one table';

-- Series: the people of one source published again and again, everyone with the values of one signature. What a series remembers of a
-- person is known by a keyed hash of the subject. The key is here, too: so only the source's owner sees a series.

CREATE TABLE microdata.series_record (
    series_id serial PRIMARY KEY,
    name text NOT NULL UNIQUE,
    -- Null once it is gone.
    source regclass,
    source_name text NOT NULL,
    -- Filled by dumps of versions before 1.0 alone: then a trigger makes the view. A role, not a name: names are given anew.
    source_owner regrole,
    method text NOT NULL,
    arguments jsonb NOT NULL,
    -- Null where editions are independent.
    m integer CHECK (m >= 2),
    hash_key bytea NOT NULL,
    -- Number of attributes that it publishes and identifies people by.
    attributes integer NOT NULL,
    -- The first since it began, or began anew.
    first_edition integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now(),
    created_by name NOT NULL,
    -- Each edition is a release by itself, which remembers nobody.
    independent boolean NOT NULL DEFAULT false,
    -- The name of the view that readers use, quoted, with its schema; null where there is none.
    view_name text,
    -- Number of editions that stay, the shown one among them, and of drafts; null: all.
    keep integer CHECK (keep >= 1),
    gate jsonb NOT NULL DEFAULT '{}',
    -- An edition waits for another role than the one that published it.
    approve boolean NOT NULL DEFAULT false,
    -- The view that the owner of the source owns, or owned last.
    holder regclass
);
COMMENT ON TABLE microdata.series_record IS 'series of editions; see the view microdata.series';
COMMENT ON SEQUENCE microdata.series_record_series_id_seq IS 'numbers of series';
CREATE INDEX series_record_source ON microdata.series_record (source);
CREATE INDEX series_record_holder ON microdata.series_record (holder);
COMMENT ON INDEX microdata.series_record_source IS 'the series of one source';
COMMENT ON INDEX microdata.series_record_holder IS 'the series that a view stands for';

CREATE TABLE microdata.series_column_record (
    series_id integer NOT NULL,
    source regclass NOT NULL,
    attribute name NOT NULL,
    attnum smallint NOT NULL,
    role text NOT NULL CHECK (role = ANY ('{subject,quasi-identifier,sensitive,insensitive}'::text[])),
    type text NOT NULL,
    -- Group of a slice; null until the first edition has chosen.
    column_number integer,
    -- Name of a generalization's hierarchy, and a hash of its labels.
    hierarchy text,
    hierarchy_hash text,
    -- Harmless values of a sensitive attribute; null: none.
    harmless text[],
    PRIMARY KEY (source, attnum, series_id)
);
COMMENT ON TABLE microdata.series_column_record IS 'attributes that series publish, or tell persons apart by, with their types at first';

CREATE TABLE microdata.series_signature_record (
    series_id integer NOT NULL,
    signature integer NOT NULL,
    sensitive_values text[] NOT NULL,
    PRIMARY KEY (series_id, signature)
);
COMMENT ON TABLE microdata.series_signature_record IS 'sets of sensitive values that buckets of series have';

-- Looked up a whole series at a time, so that equal entries of the index are one. At most eight columns: with nine the bits that tell
-- which are null would make every row eight bytes longer.
CREATE TABLE microdata.series_person_record (
    series_id integer NOT NULL,
    -- Null while the person waits.
    signature integer,
    person uuid NOT NULL,
    -- The first edition that the person was in, or missed while waiting.
    arrived integer NOT NULL,
    -- The edition since when the person was in every one, with the same attributes but for the sensitive one; null where this is `arrived`.
    since integer,
    -- A keyed hash of these attributes, by which it is seen that they change. Null while the person waits.
    shown integer,
    -- The first edition that the person missed again.
    gone integer,
    -- The edition from which on the person is withheld.
    withheld integer
);
COMMENT ON TABLE microdata.series_person_record IS 'persons that series remember, by a keyed hash of their subject';
CREATE INDEX series_person_record_series ON microdata.series_person_record (series_id);
COMMENT ON INDEX microdata.series_person_record_series IS 'the persons of one series';
-- People leave: a publication of all tables would refuse that without something to tell rows by.
ALTER TABLE microdata.series_person_record REPLICA IDENTITY FULL;

-- Series of people with several rows: everyone is in a cohort, with a set of values.
CREATE TABLE microdata.series_value_record (
    series_id integer NOT NULL,
    number integer NOT NULL,
    sensitive_value text,
    PRIMARY KEY (series_id, number)
);
COMMENT ON TABLE microdata.series_value_record IS 'sensitive values by the numbers that sets of persons have';

CREATE TABLE microdata.series_member_record (
    series_id integer NOT NULL,
    -- Null while the person waits.
    cohort integer,
    person uuid NOT NULL,
    -- The first edition that the person was in, or missed while waiting.
    arrived integer NOT NULL,
    -- The first edition since then that was without the person, who may have come back: the cohort does not grow any more.
    missed integer,
    -- A hash of what the newest edition shows of the person beside the sensitive values; 0 where the person is not in it.
    shown integer NOT NULL,
    -- The first of the editions up to the newest that all show that, or none of which has the person.
    since integer NOT NULL,
    -- The numbers of the values that are published, as a text for the sake of its size.
    value_set text
);
COMMENT ON TABLE microdata.series_member_record IS 'persons with several rows that series remember, by a keyed hash of their subject';
CREATE INDEX series_member_record_series ON microdata.series_member_record (series_id);
COMMENT ON INDEX microdata.series_member_record_series IS 'the persons of one series';
ALTER TABLE microdata.series_member_record REPLICA IDENTITY FULL;

CREATE TABLE microdata.edition_record (
    series_id integer NOT NULL,
    edition integer NOT NULL,
    release_id bigint NOT NULL,
    persons bigint NOT NULL,
    counterfeits bigint NOT NULL,
    waiting bigint NOT NULL,
    withheld bigint NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    created_by name NOT NULL,
    -- A draft is for its owner alone. Where the series has a view, the view shows one edition, and those before it are former ones.
    state text NOT NULL DEFAULT 'published' CHECK (state = ANY ('{draft,published,shown,former}'::text[])),
    -- Findings of gates: an array of objects with gate, bound, achieved, holds.
    findings jsonb NOT NULL DEFAULT '[]',
    -- The roles that logged in, whatever they were set to.
    published_by name,
    approved_by name,
    shown_at timestamptz,
    -- The cluster's identifier and the number of the role in published_by, however it is called.
    publisher text,
    -- A hash of the tables of a draft when it was published.
    contents text,
    PRIMARY KEY (series_id, edition)
);
COMMENT ON TABLE microdata.edition_record IS 'editions of series; see the view microdata.editions';
CREATE INDEX edition_record_release ON microdata.edition_record (release_id);
COMMENT ON INDEX microdata.edition_record_release IS 'the edition that a release is';

-- The views of a series, each in place of one relation of its editions.
CREATE TABLE microdata.series_view_record (
    view regclass PRIMARY KEY,
    series_id integer NOT NULL,
    -- End of the relation's name behind the edition's, and of the view's.
    suffix text NOT NULL,
    UNIQUE (series_id, suffix)
);
COMMENT ON TABLE microdata.series_view_record IS 'views that show the editions of series; see microdata.series_views';

CREATE TABLE microdata.series_change_record (
    change_id bigserial PRIMARY KEY,
    series_id integer NOT NULL,
    changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    -- The role that logged in, whatever it was set to.
    changed_by name NOT NULL,
    setting text NOT NULL CHECK (setting IN ('gate', 'approve')),
    before jsonb NOT NULL,
    after jsonb NOT NULL
);
COMMENT ON TABLE microdata.series_change_record IS 'changes of gates and approval; see the view microdata.series_changes';
COMMENT ON SEQUENCE microdata.series_change_record_change_id_seq IS 'numbers of changes of series';
CREATE INDEX series_change_record_series ON microdata.series_change_record (series_id, change_id);
COMMENT ON INDEX microdata.series_change_record_series IS 'the changes of one series';

CREATE TABLE microdata.run_record (
    run_id bigserial PRIMARY KEY,
    series_id integer NOT NULL,
    edition integer,
    -- A run that goes on holds a lock; one that is on record as running and does not is lost.
    state text NOT NULL DEFAULT 'running' CHECK (state = ANY ('{running,succeeded,failed,lost}'::text[])),
    started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    finished_at timestamptz,
    run_by name NOT NULL,
    pid integer NOT NULL,
    sqlerrcode text,
    err_message text,
    err_detail text,
    err_hint text,
    notices jsonb NOT NULL DEFAULT '[]',
    phases jsonb NOT NULL DEFAULT '{}'
);
COMMENT ON TABLE microdata.run_record IS 'runs of series; see the view microdata.runs';
COMMENT ON SEQUENCE microdata.run_record_run_id_seq IS 'numbers of runs';
CREATE INDEX run_record_series ON microdata.run_record (series_id, run_id);
COMMENT ON INDEX microdata.run_record_series IS 'the runs of one series';

-- Dumps. pg_read_all_data reads all of it like any table, and the database's owner may. The number of a relation or role that is gone
-- means nothing elsewhere, or another one: such rows are not dumped.

GRANT SELECT ON
    microdata.run_record, microdata.run_record_run_id_seq, microdata.role_record, microdata.ledger_record, microdata.series_record,
    microdata.series_record_series_id_seq, microdata.edition_record, microdata.release_record, microdata.release_record_release_id_seq,
    microdata.hierarchy_record, microdata.series_view_record, microdata.privacy_rule_record, microdata.privacy_rule_record_rule_id_seq,
    microdata.series_value_record, microdata.series_change_record, microdata.series_change_record_change_id_seq,
    microdata.series_column_record, microdata.series_member_record, microdata.series_person_record, microdata.release_column_record,
    microdata.declared_source_record, microdata.hierarchy_grant_record, microdata.series_signature_record,
    microdata.temporary_source_record, microdata.forgotten_release_record, microdata.declared_hierarchy_record
    TO pg_database_owner;
SELECT pg_extension_config_dump('microdata.release_record_release_id_seq', '');
SELECT pg_extension_config_dump('microdata.release_record',
    'WHERE (source IS NULL OR microdata.is_permanent(source)) AND NOT EXISTS (SELECT FROM pg_catalog.unnest(relations) u (relation) WHERE NOT microdata.is_permanent(u.relation))');
SELECT pg_extension_config_dump('microdata.release_column_record',
    'WHERE microdata.is_permanent(relation) AND (source IS NULL OR microdata.is_permanent(source))');
SELECT pg_extension_config_dump('microdata.role_record', 'WHERE microdata.is_permanent(source)');
SELECT pg_extension_config_dump('microdata.hierarchy_record',
    'WHERE EXISTS (SELECT FROM pg_catalog.pg_class c WHERE c.oid OPERATOR(pg_catalog.=) holder::pg_catalog.oid)');
SELECT pg_extension_config_dump('microdata.declared_hierarchy_record', 'WHERE microdata.is_permanent(source)');
SELECT pg_extension_config_dump('microdata.privacy_rule_record_rule_id_seq', '');
SELECT pg_extension_config_dump('microdata.privacy_rule_record', 'WHERE microdata.is_permanent(source)');
SELECT pg_extension_config_dump('microdata.hierarchy_grant_record',
    'WHERE grantee::pg_catalog.oid OPERATOR(pg_catalog.=) 0::pg_catalog.oid OR EXISTS (SELECT FROM pg_catalog.pg_roles r WHERE r.oid OPERATOR(pg_catalog.=) grantee::pg_catalog.oid)');
SELECT pg_extension_config_dump('microdata.declared_source_record', 'WHERE microdata.is_permanent(source)');

-- The planner's statistics are of all rows, and estimates tell what they say: so there are none.
DO $$
DECLARE
    member record;
    dumped text;
BEGIN
    FOREACH dumped IN ARRAY '{ledger_record,forgotten_release_record,series_record_series_id_seq,series_record,series_column_record,
        series_signature_record,series_person_record,edition_record,series_value_record,series_member_record,series_view_record,
        run_record_run_id_seq,run_record,series_change_record_change_id_seq,series_change_record}'::text[] LOOP
        PERFORM pg_extension_config_dump(('microdata.' || dumped)::regclass, '');
    END LOOP;
    FOR member IN
        SELECT c.oid::regclass AS name, a.attname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
        WHERE c.relnamespace = 'microdata'::regnamespace AND c.relkind = 'r'
    LOOP
        EXECUTE format('ALTER TABLE %s ALTER %I SET STATISTICS 0', member.name, member.attname);
    END LOOP;
END
$$;
