-- A database with version 0.12.0 as pg_dump 15 had it: releases of all methods, hierarchies, rules, roles, series with two editions, a ledger
-- and grants. Tests restore it, since this version's library makes nothing in a database of a former one. The roles "data owner", reader and
-- stranger have to be there. It was filled by:
--
--   CREATE SCHEMA clinic AUTHORIZATION "data owner";
--   GRANT USAGE ON SCHEMA clinic TO reader, stranger;
--   SELECT create_prefix_hierarchy('of all', '{2}'), create_prefix_hierarchy('of nobody', '{2}');
--   SELECT grant_hierarchy('of all', 'public');
--   GRANT EXECUTE ON FUNCTION create_hierarchy(text, regclass) TO "data owner";
--   SET ROLE "data owner";
--   SET search_path = clinic, public;
--   CREATE TABLE people AS SELECT i AS id, 20 + i % 40 AS age, (10000 + i % 17)::text AS zip, i % 2 AS sex, 'd' || i * 7 % 11 AS disease FROM generate_series(1, 300) i;
--   CREATE TABLE stays AS SELECT i / 3 AS patient, i / 3 % 2 AS sex, i % 7 AS ward, 'c' || i * 7 % 23 AS code FROM generate_series(1, 150) i;
--   SELECT declare_roles('people', sensitive => '{disease}', identifiers => '{id}');
--   CREATE TABLE guests AS TABLE people;
--   SELECT declare_roles('guests', sensitive => '{disease}', identifiers => '{id}');
--   CREATE TABLE zips AS SELECT DISTINCT zip AS level0, left(zip, 4) AS level1, '*' AS level2 FROM people;
--   SELECT create_hierarchy('"data owner".zips', 'zips'), grant_hierarchy('"data owner".zips', 'reader');
--   SELECT declare_hierarchy('people', 'zip', '"data owner".zips'), declare_hierarchy('guests', 'zip', '"data owner".zips'), declare_hierarchy('people', 'sex', NULL);
--   SELECT add_privacy_rule('people', 'age -> disease', 3, 'by law');
--   SELECT slice_table('people', 2, 3, target => 'sliced'), slice_table('people', 2, 3, k => 2, target => 'sliced_k'), bucketize_table('people', 3, target => 'bucketized'),
--   bucketize_table('people', 3, format => 'anatomy', target => 'anatomy'), generalize_table('people', 5, target => 'generalized');
--   SELECT count(*) FROM gnf_decompose('people', 2, '{"age -> disease"}', target => 'part');
--   SELECT count(*) FROM fragment_table('people', 4, 'disease', target => 'fragment');
--   SELECT bucketize_table('stays', 2, sensitive => '{code}', subject => '{patient}', suppress => 0.9, target => 'of_persons');
--   SELECT bucketize_table('people', 4, target => 'short_lived');
--   SELECT drop_release('short_lived');
--   SELECT create_series('weekly', 'guests', 'bucketization', '{"sensitive": ["disease"]}', '{id}', 3, view => 'clinic.this_week', keep => 3);
--   SELECT create_series('classes', 'guests', 'generalization', '{"sensitive": ["disease"]}', '{id}', 3, gate => '{"verify": true}', approve => true, view => 'clinic.classes_now');
--   SELECT create_series('growing', 'stays', 'bucketization', '{"sensitive": ["code"], "identifiers": ["ward"], "rows": "growing"}', '{patient}', 2);
--   SELECT create_series('monthly', 'guests', 'slicing', '{"columns": 2, "l": 3}', series => 'independent', view => 'clinic.this_month');
--   SET SESSION AUTHORIZATION "data owner";
--   SELECT s, (publish_series(s)).edition FROM unnest('{weekly,growing,monthly,classes}'::text[]) s;
--   RESET SESSION AUTHORIZATION;
--   SELECT approve_edition('classes', 1);
--   SET ROLE "data owner";
--   DELETE FROM guests WHERE id % 9 = 0;
--   INSERT INTO guests SELECT i, 20 + i % 40, (10000 + i % 17)::text, i % 2, 'd' || i * 7 % 11 FROM generate_series(301, 380) i;
--   INSERT INTO stays SELECT i / 3, i / 3 % 2, i % 7, 'c' || i * 7 % 23 FROM generate_series(151, 180) i;
--   SELECT s, (publish_series(s)).edition FROM unnest('{weekly,growing,monthly,classes}'::text[]) s;
--   GRANT SELECT ON sliced, anatomy, generalized, weekly_1 TO reader;
--   GRANT SELECT ON this_week, this_month, classes_now TO reader
--
-- PostgreSQL database dump
--


-- Dumped from database version 15.20 (Debian 15.20-0+deb12u1)
-- Dumped by pg_dump version 15.20 (Debian 15.20-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

--
-- Name: clinic; Type: SCHEMA; Schema: -; Owner: data owner
--

CREATE SCHEMA clinic;


ALTER SCHEMA clinic OWNER TO "data owner";

--
-- Name: pg_microdata; Type: EXTENSION; Schema: -; Owner: -
--

CREATE EXTENSION IF NOT EXISTS pg_microdata WITH SCHEMA public;


--
-- Name: EXTENSION pg_microdata; Type: COMMENT; Schema: -; Owner: 
--

COMMENT ON EXTENSION pg_microdata IS 'publish tables about persons without giving the persons away';


SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: anatomy_qit; Type: TABLE; Schema: clinic; Owner: data owner
--

CREATE TABLE clinic.anatomy_qit (
    bucket integer,
    age integer,
    zip text,
    sex integer
);


ALTER TABLE clinic.anatomy_qit OWNER TO "data owner";

--
-- Name: TABLE anatomy_qit; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON TABLE clinic.anatomy_qit IS 'Made by bucketization: rows are in buckets, and within a bucket nothing links sensitive values to the other attributes. Its guarantee: l = 3, l_diversity (l = 3, variant = frequency).';


--
-- Name: COLUMN anatomy_qit.bucket; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.anatomy_qit.bucket IS 'Number of the bucket: rows of one bucket belong together, and nothing else links groups of attributes.';


--
-- Name: COLUMN anatomy_qit.age; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.anatomy_qit.age IS 'Quasi-identifier, linked within a row only to sex, zip. Each value is one that a person has.';


--
-- Name: COLUMN anatomy_qit.zip; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.anatomy_qit.zip IS 'Quasi-identifier, linked within a row only to age, sex. Each value is one that a person has.';


--
-- Name: COLUMN anatomy_qit.sex; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.anatomy_qit.sex IS 'Quasi-identifier, linked within a row only to age, zip. Each value is one that a person has.';


--
-- Name: anatomy_st; Type: TABLE; Schema: clinic; Owner: data owner
--

CREATE TABLE clinic.anatomy_st (
    bucket integer,
    disease text,
    count integer
);


ALTER TABLE clinic.anatomy_st OWNER TO "data owner";

--
-- Name: TABLE anatomy_st; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON TABLE clinic.anatomy_st IS 'Made by bucketization: rows are in buckets, and within a bucket nothing links sensitive values to the other attributes. Its guarantee: l = 3, l_diversity (l = 3, variant = frequency).';


--
-- Name: COLUMN anatomy_st.bucket; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.anatomy_st.bucket IS 'Number of the bucket: rows of one bucket belong together, and nothing else links groups of attributes.';


--
-- Name: COLUMN anatomy_st.disease; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.anatomy_st.disease IS 'Sensitive attribute, linked within a row to no other attribute. Each value is one that a person has.';


--
-- Name: COLUMN anatomy_st.count; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.anatomy_st.count IS 'In how many rows of the bucket the value occurs.';


--
-- Name: anatomy; Type: VIEW; Schema: clinic; Owner: data owner
--

CREATE VIEW clinic.anatomy AS
 SELECT q.bucket,
    q.age,
    q.zip,
    q.sex,
    s1.disease,
    s1.share AS weight
   FROM (clinic.anatomy_qit q
     JOIN ( SELECT t.bucket,
            t.disease,
            ((t.count)::double precision / (sum(t.count) OVER (PARTITION BY t.bucket))::double precision) AS share
           FROM clinic.anatomy_st t) s1 ON ((s1.bucket = q.bucket)));


ALTER TABLE clinic.anatomy OWNER TO "data owner";

--
-- Name: VIEW anatomy; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON VIEW clinic.anatomy IS 'Made by bucketization: rows are in buckets, and within a bucket nothing links sensitive values to the other attributes. Its guarantee: l = 3, l_diversity (l = 3, variant = frequency).';


--
-- Name: COLUMN anatomy.bucket; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.anatomy.bucket IS 'Number of the bucket: rows of one bucket belong together, and nothing else links groups of attributes.';


--
-- Name: COLUMN anatomy.age; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.anatomy.age IS 'Quasi-identifier, linked within a row only to sex, zip. Each value is one that a person has.';


--
-- Name: COLUMN anatomy.zip; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.anatomy.zip IS 'Quasi-identifier, linked within a row only to age, sex. Each value is one that a person has.';


--
-- Name: COLUMN anatomy.sex; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.anatomy.sex IS 'Quasi-identifier, linked within a row only to age, zip. Each value is one that a person has.';


--
-- Name: COLUMN anatomy.disease; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.anatomy.disease IS 'Sensitive attribute, linked within a row to no other attribute. Each value is one that a person has.';


--
-- Name: COLUMN anatomy.weight; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.anatomy.weight IS 'How many rows the combination stands for: sum it to estimate a count.';


--
-- Name: bucketized; Type: TABLE; Schema: clinic; Owner: data owner
--

CREATE TABLE clinic.bucketized (
    bucket integer,
    age integer,
    zip text,
    sex integer,
    disease text
);


ALTER TABLE clinic.bucketized OWNER TO "data owner";

--
-- Name: TABLE bucketized; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON TABLE clinic.bucketized IS 'Made by bucketization: rows are in buckets, and within a bucket nothing links sensitive values to the other attributes. Its guarantee: l = 3, l_diversity (l = 3, variant = frequency).';


--
-- Name: COLUMN bucketized.bucket; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.bucketized.bucket IS 'Number of the bucket: rows of one bucket belong together, and nothing else links groups of attributes.';


--
-- Name: COLUMN bucketized.age; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.bucketized.age IS 'Quasi-identifier, linked within a row only to sex, zip. Each value is one that a person has.';


--
-- Name: COLUMN bucketized.zip; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.bucketized.zip IS 'Quasi-identifier, linked within a row only to age, sex. Each value is one that a person has.';


--
-- Name: COLUMN bucketized.sex; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.bucketized.sex IS 'Quasi-identifier, linked within a row only to age, zip. Each value is one that a person has.';


--
-- Name: COLUMN bucketized.disease; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.bucketized.disease IS 'Sensitive attribute, linked within a row to no other attribute. Each value is one that a person has.';


--
-- Name: bucketized_expected; Type: VIEW; Schema: clinic; Owner: data owner
--

CREATE VIEW clinic.bucketized_expected AS
 SELECT c1.bucket,
    c1.age,
    c1.zip,
    c1.sex,
    c2.disease,
    b.share AS weight
   FROM ((clinic.bucketized c1
     JOIN clinic.bucketized c2 ON ((c2.bucket = c1.bucket)))
     JOIN ( SELECT t.bucket,
            power((count(*))::double precision, '-1'::double precision) AS power
           FROM clinic.bucketized t
          GROUP BY t.bucket) b(bucket, share) ON ((b.bucket = c1.bucket)));


ALTER TABLE clinic.bucketized_expected OWNER TO "data owner";

--
-- Name: VIEW bucketized_expected; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON VIEW clinic.bucketized_expected IS 'All combinations of what may belong together in the release, with weights whose sums estimate counts. Made by bucketization: rows are in buckets, and within a bucket nothing links sensitive values to the other attributes. Its guarantee: l = 3, l_diversity (l = 3, variant = frequency).';


--
-- Name: COLUMN bucketized_expected.bucket; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.bucketized_expected.bucket IS 'Number of the bucket: rows of one bucket belong together, and nothing else links groups of attributes.';


--
-- Name: COLUMN bucketized_expected.age; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.bucketized_expected.age IS 'Quasi-identifier, linked within a row only to sex, zip. Each value is one that a person has.';


--
-- Name: COLUMN bucketized_expected.zip; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.bucketized_expected.zip IS 'Quasi-identifier, linked within a row only to age, sex. Each value is one that a person has.';


--
-- Name: COLUMN bucketized_expected.sex; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.bucketized_expected.sex IS 'Quasi-identifier, linked within a row only to age, zip. Each value is one that a person has.';


--
-- Name: COLUMN bucketized_expected.disease; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.bucketized_expected.disease IS 'Sensitive attribute, linked within a row to no other attribute. Each value is one that a person has.';


--
-- Name: COLUMN bucketized_expected.weight; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.bucketized_expected.weight IS 'How many rows the combination stands for: sum it to estimate a count.';


--
-- Name: classes_1; Type: TABLE; Schema: clinic; Owner: data owner
--

CREATE TABLE clinic.classes_1 (
    class integer,
    age int4range,
    zip text,
    sex int4range,
    disease text
);


ALTER TABLE clinic.classes_1 OWNER TO "data owner";

--
-- Name: TABLE classes_1; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON TABLE clinic.classes_1 IS 'Made by generalization: quasi-identifiers are shown as values, ranges, sets or labels that several persons share. Its guarantee: l = 3, k = 1, l_diversity (l = 3, variant = frequency). It is edition 1 of the series "classes". In all editions a person is in a bucket with the same set of sensitive values, at least 3 of them, each once: who holds all editions, knows everybody''s other attributes and who is in which edition, and takes all that may have happened for equally probable, gives no value of anybody a probability above 1/3. Every value is somebody''s.';


--
-- Name: COLUMN classes_1.class; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.classes_1.class IS 'Number of the bucket: rows of one bucket belong together, and nothing else links groups of attributes.';


--
-- Name: COLUMN classes_1.age; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.classes_1.age IS 'Quasi-identifier, linked within a row to all other attributes. A range stands for one value in it, and a missing upper bound for NULL as well.';


--
-- Name: COLUMN classes_1.zip; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.classes_1.zip IS 'Quasi-identifier, linked within a row to all other attributes. A label stands for one of the values under it, and * for any value.';


--
-- Name: COLUMN classes_1.sex; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.classes_1.sex IS 'Quasi-identifier, linked within a row to all other attributes. A range stands for one value in it, and a missing upper bound for NULL as well.';


--
-- Name: COLUMN classes_1.disease; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.classes_1.disease IS 'Sensitive attribute, linked within a row to all other attributes. Each value is one that a person has.';


--
-- Name: classes_2; Type: TABLE; Schema: clinic; Owner: data owner
--

CREATE TABLE clinic.classes_2 (
    class integer,
    age int4range,
    zip text,
    sex int4range,
    disease text
);


ALTER TABLE clinic.classes_2 OWNER TO "data owner";

--
-- Name: classes_now; Type: VIEW; Schema: clinic; Owner: data owner
--

CREATE VIEW clinic.classes_now AS
 SELECT classes_1.class,
    classes_1.age,
    classes_1.zip,
    classes_1.sex,
    classes_1.disease
   FROM clinic.classes_1;


ALTER TABLE clinic.classes_now OWNER TO "data owner";

--
-- Name: VIEW classes_now; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON VIEW clinic.classes_now IS 'edition 1 of series "classes"';


--
-- Name: fragment_1; Type: TABLE; Schema: clinic; Owner: data owner
--

CREATE TABLE clinic.fragment_1 (
    age int4range,
    disease text
);


ALTER TABLE clinic.fragment_1 OWNER TO "data owner";

--
-- Name: TABLE fragment_1; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON TABLE clinic.fragment_1 IS 'Made by fragmentation: attributes stand in tables whose rows nothing links. Its guarantee: k = 4, k_anonymity (k = 4).';


--
-- Name: COLUMN fragment_1.age; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.fragment_1.age IS 'Quasi-identifier, linked within a row to no other attribute. A range stands for one value in it, and a missing upper bound for NULL as well.';


--
-- Name: COLUMN fragment_1.disease; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.fragment_1.disease IS 'Sensitive attribute, linked within a row to no other attribute. Each value is one that a person has.';


--
-- Name: fragment_2; Type: TABLE; Schema: clinic; Owner: data owner
--

CREATE TABLE clinic.fragment_2 (
    zip text,
    sex int4range,
    disease text
);


ALTER TABLE clinic.fragment_2 OWNER TO "data owner";

--
-- Name: TABLE fragment_2; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON TABLE clinic.fragment_2 IS 'Made by fragmentation: attributes stand in tables whose rows nothing links. Its guarantee: k = 4, k_anonymity (k = 4).';


--
-- Name: COLUMN fragment_2.zip; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.fragment_2.zip IS 'Quasi-identifier, linked within a row only to sex. A label stands for one of the values under it, and * for any value.';


--
-- Name: COLUMN fragment_2.sex; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.fragment_2.sex IS 'Quasi-identifier, linked within a row only to zip. A range stands for one value in it, and a missing upper bound for NULL as well.';


--
-- Name: COLUMN fragment_2.disease; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.fragment_2.disease IS 'Sensitive attribute, linked within a row to no other attribute. Each value is one that a person has.';


--
-- Name: generalized; Type: TABLE; Schema: clinic; Owner: data owner
--

CREATE TABLE clinic.generalized (
    age int4range,
    zip text,
    sex int4range,
    disease text
);


ALTER TABLE clinic.generalized OWNER TO "data owner";

--
-- Name: TABLE generalized; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON TABLE clinic.generalized IS 'Made by generalization: quasi-identifiers are shown as values, ranges, sets or labels that several persons share. Its guarantee: k = 5, k_anonymity (k = 5).';


--
-- Name: COLUMN generalized.age; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.generalized.age IS 'Quasi-identifier, linked within a row to all other attributes. A range stands for one value in it, and a missing upper bound for NULL as well.';


--
-- Name: COLUMN generalized.zip; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.generalized.zip IS 'Quasi-identifier, linked within a row to all other attributes. A label stands for one of the values under it, and * for any value.';


--
-- Name: COLUMN generalized.sex; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.generalized.sex IS 'Quasi-identifier, linked within a row to all other attributes. A range stands for one value in it, and a missing upper bound for NULL as well.';


--
-- Name: COLUMN generalized.disease; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.generalized.disease IS 'Sensitive attribute, linked within a row to all other attributes. Each value is one that a person has.';


--
-- Name: growing_1; Type: TABLE; Schema: clinic; Owner: data owner
--

CREATE TABLE clinic.growing_1 (
    bucket integer,
    sex integer
);


ALTER TABLE clinic.growing_1 OWNER TO "data owner";

--
-- Name: TABLE growing_1; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON TABLE clinic.growing_1 IS 'Made by bucketization: rows are in buckets, and within a bucket nothing links sensitive values to the other attributes. Its guarantee: l = 2. It is edition 1 of the series "growing". A bucket is a cohort: the same persons with as many sets of values in all editions, under the same number. Sets only grow, and no more once somebody is missing. No value is in more than 1/2 of a cohort''s sets: who holds all editions, knows everybody''s other attributes and who is in which edition, and takes all that may have happened for equally probable, gives no value of anybody a probability above 1/2. Sets of persons who are not there (counterfeits): 0. Each person of a cohort has each of its sets as probably.';


--
-- Name: COLUMN growing_1.bucket; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.growing_1.bucket IS 'Number of the bucket: rows of one bucket belong together, and nothing else links groups of attributes.';


--
-- Name: COLUMN growing_1.sex; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.growing_1.sex IS 'Quasi-identifier, linked within a row to no other attribute. Each value is one that a person has.';


--
-- Name: growing_1_values; Type: TABLE; Schema: clinic; Owner: data owner
--

CREATE TABLE clinic.growing_1_values (
    bucket integer,
    member integer,
    code text
);


ALTER TABLE clinic.growing_1_values OWNER TO "data owner";

--
-- Name: TABLE growing_1_values; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON TABLE clinic.growing_1_values IS 'Made by bucketization: rows are in buckets, and within a bucket nothing links sensitive values to the other attributes. Its guarantee: l = 2. It is edition 1 of the series "growing". A bucket is a cohort: the same persons with as many sets of values in all editions, under the same number. Sets only grow, and no more once somebody is missing. No value is in more than 1/2 of a cohort''s sets: who holds all editions, knows everybody''s other attributes and who is in which edition, and takes all that may have happened for equally probable, gives no value of anybody a probability above 1/2. Sets of persons who are not there (counterfeits): 0. Each person of a cohort has each of its sets as probably.';


--
-- Name: COLUMN growing_1_values.bucket; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.growing_1_values.bucket IS 'Number of the bucket: rows of one bucket belong together, and nothing else links groups of attributes.';


--
-- Name: COLUMN growing_1_values.member; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.growing_1_values.member IS 'Number within the bucket of a person, or of a set of values; in other tables the same number means nothing.';


--
-- Name: COLUMN growing_1_values.code; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.growing_1_values.code IS 'Sensitive attribute, linked within a row to no other attribute. Each value is one that a person has.';


--
-- Name: growing_1_expected; Type: VIEW; Schema: clinic; Owner: data owner
--

CREATE VIEW clinic.growing_1_expected AS
 SELECT p.bucket,
    p.sex,
    v.code,
    ((1)::double precision / (k.sets)::double precision) AS weight
   FROM ((clinic.growing_1 p
     JOIN clinic.growing_1_values v ON ((v.bucket = p.bucket)))
     JOIN ( SELECT g.bucket,
            max(g.member) AS max
           FROM clinic.growing_1_values g
          GROUP BY g.bucket) k(bucket, sets) ON ((k.bucket = p.bucket)));


ALTER TABLE clinic.growing_1_expected OWNER TO "data owner";

--
-- Name: VIEW growing_1_expected; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON VIEW clinic.growing_1_expected IS 'All combinations of what may belong together in the release, with weights whose sums estimate counts. Made by bucketization: rows are in buckets, and within a bucket nothing links sensitive values to the other attributes. Its guarantee: l = 2. It is edition 1 of the series "growing". A bucket is a cohort: the same persons with as many sets of values in all editions, under the same number. Sets only grow, and no more once somebody is missing. No value is in more than 1/2 of a cohort''s sets: who holds all editions, knows everybody''s other attributes and who is in which edition, and takes all that may have happened for equally probable, gives no value of anybody a probability above 1/2. Sets of persons who are not there (counterfeits): 0. Each person of a cohort has each of its sets as probably.';


--
-- Name: COLUMN growing_1_expected.bucket; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.growing_1_expected.bucket IS 'Number of the bucket: rows of one bucket belong together, and nothing else links groups of attributes.';


--
-- Name: COLUMN growing_1_expected.sex; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.growing_1_expected.sex IS 'Quasi-identifier, linked within a row to no other attribute. Each value is one that a person has.';


--
-- Name: COLUMN growing_1_expected.code; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.growing_1_expected.code IS 'Sensitive attribute, linked within a row to no other attribute. Each value is one that a person has.';


--
-- Name: COLUMN growing_1_expected.weight; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.growing_1_expected.weight IS 'How many rows the combination stands for: sum it to estimate a count.';


--
-- Name: growing_2; Type: TABLE; Schema: clinic; Owner: data owner
--

CREATE TABLE clinic.growing_2 (
    bucket integer,
    sex integer
);


ALTER TABLE clinic.growing_2 OWNER TO "data owner";

--
-- Name: TABLE growing_2; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON TABLE clinic.growing_2 IS 'Made by bucketization: rows are in buckets, and within a bucket nothing links sensitive values to the other attributes. Its guarantee: l = 2. It is edition 2 of the series "growing". A bucket is a cohort: the same persons with as many sets of values in all editions, under the same number. Sets only grow, and no more once somebody is missing. No value is in more than 1/2 of a cohort''s sets: who holds all editions, knows everybody''s other attributes and who is in which edition, and takes all that may have happened for equally probable, gives no value of anybody a probability above 1/2. Sets of persons who are not there (counterfeits): 0. Each person of a cohort has each of its sets as probably.';


--
-- Name: COLUMN growing_2.bucket; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.growing_2.bucket IS 'Number of the bucket: rows of one bucket belong together, and nothing else links groups of attributes.';


--
-- Name: COLUMN growing_2.sex; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.growing_2.sex IS 'Quasi-identifier, linked within a row to no other attribute. Each value is one that a person has.';


--
-- Name: growing_2_values; Type: TABLE; Schema: clinic; Owner: data owner
--

CREATE TABLE clinic.growing_2_values (
    bucket integer,
    member integer,
    code text
);


ALTER TABLE clinic.growing_2_values OWNER TO "data owner";

--
-- Name: TABLE growing_2_values; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON TABLE clinic.growing_2_values IS 'Made by bucketization: rows are in buckets, and within a bucket nothing links sensitive values to the other attributes. Its guarantee: l = 2. It is edition 2 of the series "growing". A bucket is a cohort: the same persons with as many sets of values in all editions, under the same number. Sets only grow, and no more once somebody is missing. No value is in more than 1/2 of a cohort''s sets: who holds all editions, knows everybody''s other attributes and who is in which edition, and takes all that may have happened for equally probable, gives no value of anybody a probability above 1/2. Sets of persons who are not there (counterfeits): 0. Each person of a cohort has each of its sets as probably.';


--
-- Name: COLUMN growing_2_values.bucket; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.growing_2_values.bucket IS 'Number of the bucket: rows of one bucket belong together, and nothing else links groups of attributes.';


--
-- Name: COLUMN growing_2_values.member; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.growing_2_values.member IS 'Number within the bucket of a person, or of a set of values; in other tables the same number means nothing.';


--
-- Name: COLUMN growing_2_values.code; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.growing_2_values.code IS 'Sensitive attribute, linked within a row to no other attribute. Each value is one that a person has.';


--
-- Name: growing_2_expected; Type: VIEW; Schema: clinic; Owner: data owner
--

CREATE VIEW clinic.growing_2_expected AS
 SELECT p.bucket,
    p.sex,
    v.code,
    ((1)::double precision / (k.sets)::double precision) AS weight
   FROM ((clinic.growing_2 p
     JOIN clinic.growing_2_values v ON ((v.bucket = p.bucket)))
     JOIN ( SELECT g.bucket,
            max(g.member) AS max
           FROM clinic.growing_2_values g
          GROUP BY g.bucket) k(bucket, sets) ON ((k.bucket = p.bucket)));


ALTER TABLE clinic.growing_2_expected OWNER TO "data owner";

--
-- Name: VIEW growing_2_expected; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON VIEW clinic.growing_2_expected IS 'All combinations of what may belong together in the release, with weights whose sums estimate counts. Made by bucketization: rows are in buckets, and within a bucket nothing links sensitive values to the other attributes. Its guarantee: l = 2. It is edition 2 of the series "growing". A bucket is a cohort: the same persons with as many sets of values in all editions, under the same number. Sets only grow, and no more once somebody is missing. No value is in more than 1/2 of a cohort''s sets: who holds all editions, knows everybody''s other attributes and who is in which edition, and takes all that may have happened for equally probable, gives no value of anybody a probability above 1/2. Sets of persons who are not there (counterfeits): 0. Each person of a cohort has each of its sets as probably.';


--
-- Name: COLUMN growing_2_expected.bucket; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.growing_2_expected.bucket IS 'Number of the bucket: rows of one bucket belong together, and nothing else links groups of attributes.';


--
-- Name: COLUMN growing_2_expected.sex; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.growing_2_expected.sex IS 'Quasi-identifier, linked within a row to no other attribute. Each value is one that a person has.';


--
-- Name: COLUMN growing_2_expected.code; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.growing_2_expected.code IS 'Sensitive attribute, linked within a row to no other attribute. Each value is one that a person has.';


--
-- Name: COLUMN growing_2_expected.weight; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.growing_2_expected.weight IS 'How many rows the combination stands for: sum it to estimate a count.';


--
-- Name: guests; Type: TABLE; Schema: clinic; Owner: data owner
--

CREATE TABLE clinic.guests (
    id integer,
    age integer,
    zip text,
    sex integer,
    disease text
);


ALTER TABLE clinic.guests OWNER TO "data owner";

--
-- Name: monthly_1; Type: TABLE; Schema: clinic; Owner: data owner
--

CREATE TABLE clinic.monthly_1 (
    bucket integer,
    age integer,
    zip text,
    sex integer,
    disease text
);


ALTER TABLE clinic.monthly_1 OWNER TO "data owner";

--
-- Name: TABLE monthly_1; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON TABLE clinic.monthly_1 IS 'Made by slicing: rows are in buckets, and within a bucket nothing links one group of attributes to another. Its guarantee: l = 3, k = 1.';


--
-- Name: COLUMN monthly_1.bucket; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.monthly_1.bucket IS 'Number of the bucket: rows of one bucket belong together, and nothing else links groups of attributes.';


--
-- Name: COLUMN monthly_1.age; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.monthly_1.age IS 'Quasi-identifier, linked within a row to no other attribute. Each value is one that a person has.';


--
-- Name: COLUMN monthly_1.zip; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.monthly_1.zip IS 'Quasi-identifier, linked within a row only to disease, sex. Each value is one that a person has.';


--
-- Name: COLUMN monthly_1.sex; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.monthly_1.sex IS 'Quasi-identifier, linked within a row only to disease, zip. Each value is one that a person has.';


--
-- Name: COLUMN monthly_1.disease; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.monthly_1.disease IS 'Sensitive attribute, linked within a row only to sex, zip. Each value is one that a person has.';


--
-- Name: monthly_1_expected; Type: VIEW; Schema: clinic; Owner: data owner
--

CREATE VIEW clinic.monthly_1_expected AS
 SELECT c1.bucket,
    c1.age,
    c2.zip,
    c2.sex,
    c2.disease,
    b.share AS weight
   FROM ((clinic.monthly_1 c1
     JOIN clinic.monthly_1 c2 ON ((c2.bucket = c1.bucket)))
     JOIN ( SELECT t.bucket,
            power((count(*))::double precision, '-1'::double precision) AS power
           FROM clinic.monthly_1 t
          GROUP BY t.bucket) b(bucket, share) ON ((b.bucket = c1.bucket)));


ALTER TABLE clinic.monthly_1_expected OWNER TO "data owner";

--
-- Name: VIEW monthly_1_expected; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON VIEW clinic.monthly_1_expected IS 'All combinations of what may belong together in the release, with weights whose sums estimate counts. Made by slicing: rows are in buckets, and within a bucket nothing links one group of attributes to another. Its guarantee: l = 3, k = 1.';


--
-- Name: COLUMN monthly_1_expected.bucket; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.monthly_1_expected.bucket IS 'Number of the bucket: rows of one bucket belong together, and nothing else links groups of attributes.';


--
-- Name: COLUMN monthly_1_expected.age; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.monthly_1_expected.age IS 'Quasi-identifier, linked within a row to no other attribute. Each value is one that a person has.';


--
-- Name: COLUMN monthly_1_expected.zip; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.monthly_1_expected.zip IS 'Quasi-identifier, linked within a row only to disease, sex. Each value is one that a person has.';


--
-- Name: COLUMN monthly_1_expected.sex; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.monthly_1_expected.sex IS 'Quasi-identifier, linked within a row only to disease, zip. Each value is one that a person has.';


--
-- Name: COLUMN monthly_1_expected.disease; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.monthly_1_expected.disease IS 'Sensitive attribute, linked within a row only to sex, zip. Each value is one that a person has.';


--
-- Name: COLUMN monthly_1_expected.weight; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.monthly_1_expected.weight IS 'How many rows the combination stands for: sum it to estimate a count.';


--
-- Name: monthly_2; Type: TABLE; Schema: clinic; Owner: data owner
--

CREATE TABLE clinic.monthly_2 (
    bucket integer,
    age integer,
    zip text,
    sex integer,
    disease text
);


ALTER TABLE clinic.monthly_2 OWNER TO "data owner";

--
-- Name: TABLE monthly_2; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON TABLE clinic.monthly_2 IS 'Made by slicing: rows are in buckets, and within a bucket nothing links one group of attributes to another. Its guarantee: l = 3, k = 1.';


--
-- Name: COLUMN monthly_2.bucket; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.monthly_2.bucket IS 'Number of the bucket: rows of one bucket belong together, and nothing else links groups of attributes.';


--
-- Name: COLUMN monthly_2.age; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.monthly_2.age IS 'Quasi-identifier, linked within a row only to disease, sex. Each value is one that a person has.';


--
-- Name: COLUMN monthly_2.zip; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.monthly_2.zip IS 'Quasi-identifier, linked within a row to no other attribute. Each value is one that a person has.';


--
-- Name: COLUMN monthly_2.sex; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.monthly_2.sex IS 'Quasi-identifier, linked within a row only to age, disease. Each value is one that a person has.';


--
-- Name: COLUMN monthly_2.disease; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.monthly_2.disease IS 'Sensitive attribute, linked within a row only to age, sex. Each value is one that a person has.';


--
-- Name: monthly_2_expected; Type: VIEW; Schema: clinic; Owner: data owner
--

CREATE VIEW clinic.monthly_2_expected AS
 SELECT c1.bucket,
    c2.age,
    c1.zip,
    c2.sex,
    c2.disease,
    b.share AS weight
   FROM ((clinic.monthly_2 c1
     JOIN clinic.monthly_2 c2 ON ((c2.bucket = c1.bucket)))
     JOIN ( SELECT t.bucket,
            power((count(*))::double precision, '-1'::double precision) AS power
           FROM clinic.monthly_2 t
          GROUP BY t.bucket) b(bucket, share) ON ((b.bucket = c1.bucket)));


ALTER TABLE clinic.monthly_2_expected OWNER TO "data owner";

--
-- Name: VIEW monthly_2_expected; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON VIEW clinic.monthly_2_expected IS 'All combinations of what may belong together in the release, with weights whose sums estimate counts. Made by slicing: rows are in buckets, and within a bucket nothing links one group of attributes to another. Its guarantee: l = 3, k = 1.';


--
-- Name: COLUMN monthly_2_expected.bucket; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.monthly_2_expected.bucket IS 'Number of the bucket: rows of one bucket belong together, and nothing else links groups of attributes.';


--
-- Name: COLUMN monthly_2_expected.age; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.monthly_2_expected.age IS 'Quasi-identifier, linked within a row only to disease, sex. Each value is one that a person has.';


--
-- Name: COLUMN monthly_2_expected.zip; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.monthly_2_expected.zip IS 'Quasi-identifier, linked within a row to no other attribute. Each value is one that a person has.';


--
-- Name: COLUMN monthly_2_expected.sex; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.monthly_2_expected.sex IS 'Quasi-identifier, linked within a row only to age, disease. Each value is one that a person has.';


--
-- Name: COLUMN monthly_2_expected.disease; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.monthly_2_expected.disease IS 'Sensitive attribute, linked within a row only to age, sex. Each value is one that a person has.';


--
-- Name: COLUMN monthly_2_expected.weight; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.monthly_2_expected.weight IS 'How many rows the combination stands for: sum it to estimate a count.';


--
-- Name: of_persons; Type: TABLE; Schema: clinic; Owner: data owner
--

CREATE TABLE clinic.of_persons (
    bucket integer,
    sex integer
);


ALTER TABLE clinic.of_persons OWNER TO "data owner";

--
-- Name: TABLE of_persons; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON TABLE clinic.of_persons IS 'Made by bucketization: rows are in buckets, and within a bucket nothing links sensitive values to the other attributes. Its guarantee: l = 2, k = 1.';


--
-- Name: COLUMN of_persons.bucket; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.of_persons.bucket IS 'Number of the bucket: rows of one bucket belong together, and nothing else links groups of attributes.';


--
-- Name: COLUMN of_persons.sex; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.of_persons.sex IS 'Quasi-identifier, linked within a row to no other attribute. Each value is one that a person has.';


--
-- Name: of_persons_rows; Type: TABLE; Schema: clinic; Owner: data owner
--

CREATE TABLE clinic.of_persons_rows (
    bucket integer,
    member integer,
    ward integer
);


ALTER TABLE clinic.of_persons_rows OWNER TO "data owner";

--
-- Name: TABLE of_persons_rows; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON TABLE clinic.of_persons_rows IS 'Made by bucketization: rows are in buckets, and within a bucket nothing links sensitive values to the other attributes. Its guarantee: l = 2, k = 1.';


--
-- Name: COLUMN of_persons_rows.bucket; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.of_persons_rows.bucket IS 'Number of the bucket: rows of one bucket belong together, and nothing else links groups of attributes.';


--
-- Name: COLUMN of_persons_rows.member; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.of_persons_rows.member IS 'Number within the bucket of a person, or of a set of values; in other tables the same number means nothing.';


--
-- Name: COLUMN of_persons_rows.ward; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.of_persons_rows.ward IS 'Quasi-identifier, linked within a row to no other attribute. Each value is one that a person has.';


--
-- Name: of_persons_values; Type: TABLE; Schema: clinic; Owner: data owner
--

CREATE TABLE clinic.of_persons_values (
    bucket integer,
    member integer,
    code text
);


ALTER TABLE clinic.of_persons_values OWNER TO "data owner";

--
-- Name: TABLE of_persons_values; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON TABLE clinic.of_persons_values IS 'Made by bucketization: rows are in buckets, and within a bucket nothing links sensitive values to the other attributes. Its guarantee: l = 2, k = 1.';


--
-- Name: COLUMN of_persons_values.bucket; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.of_persons_values.bucket IS 'Number of the bucket: rows of one bucket belong together, and nothing else links groups of attributes.';


--
-- Name: COLUMN of_persons_values.member; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.of_persons_values.member IS 'Number within the bucket of a person, or of a set of values; in other tables the same number means nothing.';


--
-- Name: COLUMN of_persons_values.code; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.of_persons_values.code IS 'Sensitive attribute, linked within a row to no other attribute. Each value is one that a person has.';


--
-- Name: of_persons_expected; Type: VIEW; Schema: clinic; Owner: data owner
--

CREATE VIEW clinic.of_persons_expected AS
 SELECT p.bucket,
    p.sex,
    r.ward,
    v.code,
    v.weight
   FROM ((clinic.of_persons p
     JOIN clinic.of_persons_rows r ON ((r.bucket = p.bucket)))
     JOIN ( SELECT t.bucket,
            t.code,
            ((1)::double precision / (((b.persons)::double precision * (b.persons)::double precision) * (count(*) OVER (PARTITION BY t.bucket, t.member))::double precision)) AS "?column?"
           FROM (clinic.of_persons_values t
             JOIN ( SELECT g.bucket,
                    count(*) AS count
                   FROM clinic.of_persons g
                  GROUP BY g.bucket) b(bucket, persons) ON ((b.bucket = t.bucket)))) v(bucket, code, weight) ON ((v.bucket = p.bucket)));


ALTER TABLE clinic.of_persons_expected OWNER TO "data owner";

--
-- Name: VIEW of_persons_expected; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON VIEW clinic.of_persons_expected IS 'All combinations of what may belong together in the release, with weights whose sums estimate counts. Made by bucketization: rows are in buckets, and within a bucket nothing links sensitive values to the other attributes. Its guarantee: l = 2, k = 1.';


--
-- Name: COLUMN of_persons_expected.bucket; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.of_persons_expected.bucket IS 'Number of the bucket: rows of one bucket belong together, and nothing else links groups of attributes.';


--
-- Name: COLUMN of_persons_expected.sex; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.of_persons_expected.sex IS 'Quasi-identifier, linked within a row to no other attribute. Each value is one that a person has.';


--
-- Name: COLUMN of_persons_expected.ward; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.of_persons_expected.ward IS 'Quasi-identifier, linked within a row to no other attribute. Each value is one that a person has.';


--
-- Name: COLUMN of_persons_expected.code; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.of_persons_expected.code IS 'Sensitive attribute, linked within a row to no other attribute. Each value is one that a person has.';


--
-- Name: COLUMN of_persons_expected.weight; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.of_persons_expected.weight IS 'How many rows the combination stands for: sum it to estimate a count.';


--
-- Name: part_1; Type: TABLE; Schema: clinic; Owner: data owner
--

CREATE TABLE clinic.part_1 (
    bucket integer,
    age integer,
    zip text,
    sex integer,
    disease text
);


ALTER TABLE clinic.part_1 OWNER TO "data owner";

--
-- Name: TABLE part_1; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON TABLE clinic.part_1 IS 'Made by decomposition: attributes stand in tables that nothing but shared values links, in buckets where a privacy rule asks for them. Its guarantee: l = 2.';


--
-- Name: COLUMN part_1.bucket; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.part_1.bucket IS 'Number of the bucket: rows of one bucket belong together, and nothing else links groups of attributes.';


--
-- Name: COLUMN part_1.age; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.part_1.age IS 'Quasi-identifier, linked within a row only to sex, zip. Each value is one that a person has.';


--
-- Name: COLUMN part_1.zip; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.part_1.zip IS 'Quasi-identifier, linked within a row only to age, sex. Each value is one that a person has.';


--
-- Name: COLUMN part_1.sex; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.part_1.sex IS 'Quasi-identifier, linked within a row only to age, zip. Each value is one that a person has.';


--
-- Name: COLUMN part_1.disease; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.part_1.disease IS 'Sensitive attribute, linked within a row to no other attribute. Each value is one that a person has.';


--
-- Name: people; Type: TABLE; Schema: clinic; Owner: data owner
--

CREATE TABLE clinic.people (
    id integer,
    age integer,
    zip text,
    sex integer,
    disease text
);


ALTER TABLE clinic.people OWNER TO "data owner";

--
-- Name: sliced; Type: TABLE; Schema: clinic; Owner: data owner
--

CREATE TABLE clinic.sliced (
    bucket integer,
    age integer,
    zip text,
    sex integer,
    disease text
);


ALTER TABLE clinic.sliced OWNER TO "data owner";

--
-- Name: TABLE sliced; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON TABLE clinic.sliced IS 'Made by slicing: rows are in buckets, and within a bucket nothing links one group of attributes to another. Its guarantee: l = 3, k = 1.';


--
-- Name: COLUMN sliced.bucket; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.sliced.bucket IS 'Number of the bucket: rows of one bucket belong together, and nothing else links groups of attributes.';


--
-- Name: COLUMN sliced.age; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.sliced.age IS 'Quasi-identifier, linked within a row to no other attribute. Each value is one that a person has.';


--
-- Name: COLUMN sliced.zip; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.sliced.zip IS 'Quasi-identifier, linked within a row only to disease, sex. Each value is one that a person has.';


--
-- Name: COLUMN sliced.sex; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.sliced.sex IS 'Quasi-identifier, linked within a row only to disease, zip. Each value is one that a person has.';


--
-- Name: COLUMN sliced.disease; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.sliced.disease IS 'Sensitive attribute, linked within a row only to sex, zip. Each value is one that a person has.';


--
-- Name: sliced_expected; Type: VIEW; Schema: clinic; Owner: data owner
--

CREATE VIEW clinic.sliced_expected AS
 SELECT c1.bucket,
    c1.age,
    c2.zip,
    c2.sex,
    c2.disease,
    b.share AS weight
   FROM ((clinic.sliced c1
     JOIN clinic.sliced c2 ON ((c2.bucket = c1.bucket)))
     JOIN ( SELECT t.bucket,
            power((count(*))::double precision, '-1'::double precision) AS power
           FROM clinic.sliced t
          GROUP BY t.bucket) b(bucket, share) ON ((b.bucket = c1.bucket)));


ALTER TABLE clinic.sliced_expected OWNER TO "data owner";

--
-- Name: VIEW sliced_expected; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON VIEW clinic.sliced_expected IS 'All combinations of what may belong together in the release, with weights whose sums estimate counts. Made by slicing: rows are in buckets, and within a bucket nothing links one group of attributes to another. Its guarantee: l = 3, k = 1.';


--
-- Name: COLUMN sliced_expected.bucket; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.sliced_expected.bucket IS 'Number of the bucket: rows of one bucket belong together, and nothing else links groups of attributes.';


--
-- Name: COLUMN sliced_expected.age; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.sliced_expected.age IS 'Quasi-identifier, linked within a row to no other attribute. Each value is one that a person has.';


--
-- Name: COLUMN sliced_expected.zip; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.sliced_expected.zip IS 'Quasi-identifier, linked within a row only to disease, sex. Each value is one that a person has.';


--
-- Name: COLUMN sliced_expected.sex; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.sliced_expected.sex IS 'Quasi-identifier, linked within a row only to disease, zip. Each value is one that a person has.';


--
-- Name: COLUMN sliced_expected.disease; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.sliced_expected.disease IS 'Sensitive attribute, linked within a row only to sex, zip. Each value is one that a person has.';


--
-- Name: COLUMN sliced_expected.weight; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.sliced_expected.weight IS 'How many rows the combination stands for: sum it to estimate a count.';


--
-- Name: sliced_k; Type: TABLE; Schema: clinic; Owner: data owner
--

CREATE TABLE clinic.sliced_k (
    bucket integer,
    age int4range,
    zip text,
    sex integer,
    disease text
);


ALTER TABLE clinic.sliced_k OWNER TO "data owner";

--
-- Name: TABLE sliced_k; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON TABLE clinic.sliced_k IS 'Made by slicing: rows are in buckets, and within a bucket nothing links one group of attributes to another. Its guarantee: l = 3, k = 2.';


--
-- Name: COLUMN sliced_k.bucket; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.sliced_k.bucket IS 'Number of the bucket: rows of one bucket belong together, and nothing else links groups of attributes.';


--
-- Name: COLUMN sliced_k.age; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.sliced_k.age IS 'Quasi-identifier, linked within a row to no other attribute. A range stands for one value in it, and a missing upper bound for NULL as well.';


--
-- Name: COLUMN sliced_k.zip; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.sliced_k.zip IS 'Quasi-identifier, linked within a row only to disease, sex. Each value is one that a person has.';


--
-- Name: COLUMN sliced_k.sex; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.sliced_k.sex IS 'Quasi-identifier, linked within a row only to disease, zip. Each value is one that a person has.';


--
-- Name: COLUMN sliced_k.disease; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.sliced_k.disease IS 'Sensitive attribute, linked within a row only to sex, zip. Each value is one that a person has.';


--
-- Name: sliced_k_expected; Type: VIEW; Schema: clinic; Owner: data owner
--

CREATE VIEW clinic.sliced_k_expected AS
 SELECT c1.bucket,
    c1.age,
    c2.zip,
    c2.sex,
    c2.disease,
    b.share AS weight
   FROM ((clinic.sliced_k c1
     JOIN clinic.sliced_k c2 ON ((c2.bucket = c1.bucket)))
     JOIN ( SELECT t.bucket,
            power((count(*))::double precision, '-1'::double precision) AS power
           FROM clinic.sliced_k t
          GROUP BY t.bucket) b(bucket, share) ON ((b.bucket = c1.bucket)));


ALTER TABLE clinic.sliced_k_expected OWNER TO "data owner";

--
-- Name: VIEW sliced_k_expected; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON VIEW clinic.sliced_k_expected IS 'All combinations of what may belong together in the release, with weights whose sums estimate counts. Made by slicing: rows are in buckets, and within a bucket nothing links one group of attributes to another. Its guarantee: l = 3, k = 2.';


--
-- Name: COLUMN sliced_k_expected.bucket; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.sliced_k_expected.bucket IS 'Number of the bucket: rows of one bucket belong together, and nothing else links groups of attributes.';


--
-- Name: COLUMN sliced_k_expected.age; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.sliced_k_expected.age IS 'Quasi-identifier, linked within a row to no other attribute. A range stands for one value in it, and a missing upper bound for NULL as well.';


--
-- Name: COLUMN sliced_k_expected.zip; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.sliced_k_expected.zip IS 'Quasi-identifier, linked within a row only to disease, sex. Each value is one that a person has.';


--
-- Name: COLUMN sliced_k_expected.sex; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.sliced_k_expected.sex IS 'Quasi-identifier, linked within a row only to disease, zip. Each value is one that a person has.';


--
-- Name: COLUMN sliced_k_expected.disease; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.sliced_k_expected.disease IS 'Sensitive attribute, linked within a row only to sex, zip. Each value is one that a person has.';


--
-- Name: COLUMN sliced_k_expected.weight; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.sliced_k_expected.weight IS 'How many rows the combination stands for: sum it to estimate a count.';


--
-- Name: stays; Type: TABLE; Schema: clinic; Owner: data owner
--

CREATE TABLE clinic.stays (
    patient integer,
    sex integer,
    ward integer,
    code text
);


ALTER TABLE clinic.stays OWNER TO "data owner";

--
-- Name: this_month; Type: VIEW; Schema: clinic; Owner: data owner
--

CREATE VIEW clinic.this_month AS
 SELECT monthly_2.bucket,
    monthly_2.age,
    monthly_2.zip,
    monthly_2.sex,
    monthly_2.disease
   FROM clinic.monthly_2;


ALTER TABLE clinic.this_month OWNER TO "data owner";

--
-- Name: VIEW this_month; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON VIEW clinic.this_month IS 'edition 2 of series "monthly"';


--
-- Name: this_month_expected; Type: VIEW; Schema: clinic; Owner: data owner
--

CREATE VIEW clinic.this_month_expected AS
 SELECT monthly_2_expected.bucket,
    monthly_2_expected.age,
    monthly_2_expected.zip,
    monthly_2_expected.sex,
    monthly_2_expected.disease,
    monthly_2_expected.weight
   FROM clinic.monthly_2_expected;


ALTER TABLE clinic.this_month_expected OWNER TO "data owner";

--
-- Name: VIEW this_month_expected; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON VIEW clinic.this_month_expected IS 'edition 2 of series "monthly"';


--
-- Name: weekly_2; Type: TABLE; Schema: clinic; Owner: data owner
--

CREATE TABLE clinic.weekly_2 (
    bucket integer,
    age integer,
    zip text,
    sex integer,
    disease text
);


ALTER TABLE clinic.weekly_2 OWNER TO "data owner";

--
-- Name: TABLE weekly_2; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON TABLE clinic.weekly_2 IS 'Made by bucketization: rows are in buckets, and within a bucket nothing links sensitive values to the other attributes. Its guarantee: l = 3, l_diversity (l = 3, variant = frequency). It is edition 2 of the series "weekly". In all editions a person is in a bucket with the same set of sensitive values, at least 3 of them, each once: who holds all editions, knows everybody''s other attributes and who is in which edition, and takes all that may have happened for equally probable, gives no value of anybody a probability above 1/3. Every value is somebody''s.';


--
-- Name: COLUMN weekly_2.bucket; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.weekly_2.bucket IS 'Number of the bucket: rows of one bucket belong together, and nothing else links groups of attributes.';


--
-- Name: COLUMN weekly_2.age; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.weekly_2.age IS 'Quasi-identifier, linked within a row only to sex, zip. Each value is one that a person has.';


--
-- Name: COLUMN weekly_2.zip; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.weekly_2.zip IS 'Quasi-identifier, linked within a row only to age, sex. Each value is one that a person has.';


--
-- Name: COLUMN weekly_2.sex; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.weekly_2.sex IS 'Quasi-identifier, linked within a row only to age, zip. Each value is one that a person has.';


--
-- Name: COLUMN weekly_2.disease; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.weekly_2.disease IS 'Sensitive attribute, linked within a row to no other attribute. Each value is one that a person has.';


--
-- Name: this_week; Type: VIEW; Schema: clinic; Owner: data owner
--

CREATE VIEW clinic.this_week AS
 SELECT weekly_2.bucket,
    weekly_2.age,
    weekly_2.zip,
    weekly_2.sex,
    weekly_2.disease
   FROM clinic.weekly_2;


ALTER TABLE clinic.this_week OWNER TO "data owner";

--
-- Name: VIEW this_week; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON VIEW clinic.this_week IS 'edition 2 of series "weekly"';


--
-- Name: weekly_2_expected; Type: VIEW; Schema: clinic; Owner: data owner
--

CREATE VIEW clinic.weekly_2_expected AS
 SELECT c1.bucket,
    c1.age,
    c1.zip,
    c1.sex,
    c2.disease,
    b.share AS weight
   FROM ((clinic.weekly_2 c1
     JOIN clinic.weekly_2 c2 ON ((c2.bucket = c1.bucket)))
     JOIN ( SELECT t.bucket,
            power((count(*))::double precision, '-1'::double precision) AS power
           FROM clinic.weekly_2 t
          GROUP BY t.bucket) b(bucket, share) ON ((b.bucket = c1.bucket)));


ALTER TABLE clinic.weekly_2_expected OWNER TO "data owner";

--
-- Name: VIEW weekly_2_expected; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON VIEW clinic.weekly_2_expected IS 'All combinations of what may belong together in the release, with weights whose sums estimate counts. Made by bucketization: rows are in buckets, and within a bucket nothing links sensitive values to the other attributes. Its guarantee: l = 3, l_diversity (l = 3, variant = frequency). It is edition 2 of the series "weekly". In all editions a person is in a bucket with the same set of sensitive values, at least 3 of them, each once: who holds all editions, knows everybody''s other attributes and who is in which edition, and takes all that may have happened for equally probable, gives no value of anybody a probability above 1/3. Every value is somebody''s.';


--
-- Name: COLUMN weekly_2_expected.bucket; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.weekly_2_expected.bucket IS 'Number of the bucket: rows of one bucket belong together, and nothing else links groups of attributes.';


--
-- Name: COLUMN weekly_2_expected.age; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.weekly_2_expected.age IS 'Quasi-identifier, linked within a row only to sex, zip. Each value is one that a person has.';


--
-- Name: COLUMN weekly_2_expected.zip; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.weekly_2_expected.zip IS 'Quasi-identifier, linked within a row only to age, sex. Each value is one that a person has.';


--
-- Name: COLUMN weekly_2_expected.sex; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.weekly_2_expected.sex IS 'Quasi-identifier, linked within a row only to age, zip. Each value is one that a person has.';


--
-- Name: COLUMN weekly_2_expected.disease; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.weekly_2_expected.disease IS 'Sensitive attribute, linked within a row to no other attribute. Each value is one that a person has.';


--
-- Name: COLUMN weekly_2_expected.weight; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.weekly_2_expected.weight IS 'How many rows the combination stands for: sum it to estimate a count.';


--
-- Name: this_week_expected; Type: VIEW; Schema: clinic; Owner: data owner
--

CREATE VIEW clinic.this_week_expected AS
 SELECT weekly_2_expected.bucket,
    weekly_2_expected.age,
    weekly_2_expected.zip,
    weekly_2_expected.sex,
    weekly_2_expected.disease,
    weekly_2_expected.weight
   FROM clinic.weekly_2_expected;


ALTER TABLE clinic.this_week_expected OWNER TO "data owner";

--
-- Name: VIEW this_week_expected; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON VIEW clinic.this_week_expected IS 'edition 2 of series "weekly"';


--
-- Name: weekly_1; Type: TABLE; Schema: clinic; Owner: data owner
--

CREATE TABLE clinic.weekly_1 (
    bucket integer,
    age integer,
    zip text,
    sex integer,
    disease text
);


ALTER TABLE clinic.weekly_1 OWNER TO "data owner";

--
-- Name: TABLE weekly_1; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON TABLE clinic.weekly_1 IS 'Made by bucketization: rows are in buckets, and within a bucket nothing links sensitive values to the other attributes. Its guarantee: l = 3, l_diversity (l = 3, variant = frequency). It is edition 1 of the series "weekly". In all editions a person is in a bucket with the same set of sensitive values, at least 3 of them, each once: who holds all editions, knows everybody''s other attributes and who is in which edition, and takes all that may have happened for equally probable, gives no value of anybody a probability above 1/3. Every value is somebody''s.';


--
-- Name: COLUMN weekly_1.bucket; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.weekly_1.bucket IS 'Number of the bucket: rows of one bucket belong together, and nothing else links groups of attributes.';


--
-- Name: COLUMN weekly_1.age; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.weekly_1.age IS 'Quasi-identifier, linked within a row only to sex, zip. Each value is one that a person has.';


--
-- Name: COLUMN weekly_1.zip; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.weekly_1.zip IS 'Quasi-identifier, linked within a row only to age, sex. Each value is one that a person has.';


--
-- Name: COLUMN weekly_1.sex; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.weekly_1.sex IS 'Quasi-identifier, linked within a row only to age, zip. Each value is one that a person has.';


--
-- Name: COLUMN weekly_1.disease; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.weekly_1.disease IS 'Sensitive attribute, linked within a row to no other attribute. Each value is one that a person has.';


--
-- Name: weekly_1_expected; Type: VIEW; Schema: clinic; Owner: data owner
--

CREATE VIEW clinic.weekly_1_expected AS
 SELECT c1.bucket,
    c1.age,
    c1.zip,
    c1.sex,
    c2.disease,
    b.share AS weight
   FROM ((clinic.weekly_1 c1
     JOIN clinic.weekly_1 c2 ON ((c2.bucket = c1.bucket)))
     JOIN ( SELECT t.bucket,
            power((count(*))::double precision, '-1'::double precision) AS power
           FROM clinic.weekly_1 t
          GROUP BY t.bucket) b(bucket, share) ON ((b.bucket = c1.bucket)));


ALTER TABLE clinic.weekly_1_expected OWNER TO "data owner";

--
-- Name: VIEW weekly_1_expected; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON VIEW clinic.weekly_1_expected IS 'All combinations of what may belong together in the release, with weights whose sums estimate counts. Made by bucketization: rows are in buckets, and within a bucket nothing links sensitive values to the other attributes. Its guarantee: l = 3, l_diversity (l = 3, variant = frequency). It is edition 1 of the series "weekly". In all editions a person is in a bucket with the same set of sensitive values, at least 3 of them, each once: who holds all editions, knows everybody''s other attributes and who is in which edition, and takes all that may have happened for equally probable, gives no value of anybody a probability above 1/3. Every value is somebody''s.';


--
-- Name: COLUMN weekly_1_expected.bucket; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.weekly_1_expected.bucket IS 'Number of the bucket: rows of one bucket belong together, and nothing else links groups of attributes.';


--
-- Name: COLUMN weekly_1_expected.age; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.weekly_1_expected.age IS 'Quasi-identifier, linked within a row only to sex, zip. Each value is one that a person has.';


--
-- Name: COLUMN weekly_1_expected.zip; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.weekly_1_expected.zip IS 'Quasi-identifier, linked within a row only to age, sex. Each value is one that a person has.';


--
-- Name: COLUMN weekly_1_expected.sex; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.weekly_1_expected.sex IS 'Quasi-identifier, linked within a row only to age, zip. Each value is one that a person has.';


--
-- Name: COLUMN weekly_1_expected.disease; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.weekly_1_expected.disease IS 'Sensitive attribute, linked within a row to no other attribute. Each value is one that a person has.';


--
-- Name: COLUMN weekly_1_expected.weight; Type: COMMENT; Schema: clinic; Owner: data owner
--

COMMENT ON COLUMN clinic.weekly_1_expected.weight IS 'How many rows the combination stands for: sum it to estimate a count.';


--
-- Name: zips; Type: TABLE; Schema: clinic; Owner: data owner
--

CREATE TABLE clinic.zips (
    level0 text,
    level1 text,
    level2 text
);


ALTER TABLE clinic.zips OWNER TO "data owner";

--
-- Data for Name: anatomy_qit; Type: TABLE DATA; Schema: clinic; Owner: data owner
--

COPY clinic.anatomy_qit (bucket, age, zip, sex) FROM stdin;
1	36	10005	0
1	34	10005	0
1	30	10005	0
2	24	10011	0
2	24	10012	0
2	26	10008	0
3	45	10009	1
3	39	10009	1
3	47	10010	1
4	33	10008	1
4	37	10008	1
4	35	10011	1
4	37	10012	1
4	35	10010	1
5	44	10007	0
5	42	10006	0
5	48	10007	0
5	40	10005	0
5	42	10007	0
6	36	10007	0
6	30	10006	0
6	32	10007	0
6	38	10007	0
6	36	10006	0
7	43	10001	1
7	49	10002	1
7	43	10002	1
8	56	10002	0
8	58	10004	0
8	56	10003	0
9	54	10006	0
9	54	10007	0
9	58	10006	0
9	58	10005	0
9	52	10005	0
10	56	10004	0
10	50	10003	0
10	52	10004	0
11	26	10013	0
11	24	10016	0
11	26	10014	0
12	30	10016	0
12	32	10014	0
12	32	10013	0
13	49	10001	1
13	41	10000	1
13	47	10000	1
14	54	10013	0
14	52	10015	0
14	52	10016	0
15	41	10005	1
15	47	10006	1
15	47	10005	1
16	40	10010	0
16	40	10011	0
16	40	10009	0
17	48	10001	0
17	48	10000	0
17	42	10000	0
18	55	10013	1
18	53	10012	1
18	49	10012	1
19	31	10002	1
19	31	10001	1
19	31	10000	1
20	52	10010	0
20	52	10011	0
20	56	10009	0
21	55	10001	1
21	53	10000	1
21	59	10000	1
22	37	10007	1
22	35	10004	1
22	37	10006	1
22	35	10006	1
22	35	10005	1
23	58	10011	0
23	58	10010	0
23	56	10008	0
24	43	10013	1
24	45	10014	1
24	47	10012	1
25	51	10003	1
25	55	10003	1
25	57	10003	1
26	51	10014	1
26	49	10014	1
26	49	10013	1
27	23	10015	1
27	27	10013	1
27	25	10013	1
28	25	10011	1
28	23	10011	1
28	23	10009	1
29	51	10015	1
29	55	10014	1
29	57	10015	1
30	57	10004	1
30	57	10005	1
30	51	10004	1
31	29	10010	1
31	29	10011	1
31	29	10009	1
32	33	10004	1
32	31	10006	1
32	31	10007	1
33	27	10009	1
33	25	10012	1
33	27	10008	1
34	22	10003	0
34	24	10004	0
34	28	10003	0
35	26	10007	0
35	20	10007	0
35	24	10006	0
35	24	10005	0
35	20	10006	0
36	37	10001	1
36	37	10002	1
36	37	10000	1
37	22	10002	0
37	26	10002	0
37	20	10002	0
38	48	10006	0
38	42	10005	0
38	46	10005	0
39	27	10002	1
39	29	10000	1
39	27	10003	1
40	59	10007	1
40	53	10006	1
40	55	10007	1
41	30	10011	0
41	30	10010	0
41	28	10008	0
42	59	10001	1
42	53	10001	1
42	55	10002	1
43	38	10013	0
43	38	10014	0
43	36	10016	0
44	46	10010	0
44	46	10011	0
44	46	10009	0
45	31	10011	1
45	33	10009	1
45	31	10012	1
46	39	10003	1
46	39	10002	1
46	45	10003	1
47	57	10010	1
47	57	10009	1
47	59	10011	1
48	45	10004	1
48	39	10004	1
48	41	10004	1
49	21	10013	1
49	21	10014	1
49	23	10016	1
50	52	10000	0
50	54	10000	0
50	58	10000	0
51	28	10014	0
51	28	10015	0
51	28	10016	0
52	24	10010	0
52	22	10010	0
52	22	10008	0
53	29	10016	1
53	27	10014	1
53	27	10015	1
54	32	10012	0
54	32	10008	0
54	30	10012	0
55	51	10016	1
55	57	10016	1
55	53	10016	1
56	39	10008	1
56	45	10008	1
56	43	10008	1
57	26	10006	0
57	28	10004	0
57	22	10004	0
58	43	10007	1
58	43	10006	1
58	41	10006	1
58	49	10007	1
59	54	10001	0
59	50	10002	0
59	54	10002	0
60	21	10007	1
60	23	10005	1
60	23	10004	1
61	25	10001	1
61	23	10003	1
61	25	10000	1
62	50	10009	0
62	50	10008	0
62	48	10011	0
63	25	10007	1
63	25	10006	1
63	25	10005	1
64	48	10013	0
64	46	10015	0
64	48	10012	0
65	26	10001	0
65	20	10001	0
65	24	10000	0
66	23	10010	1
66	21	10008	1
66	21	10009	1
67	41	10010	1
67	39	10010	1
67	45	10010	1
68	34	10003	0
68	32	10003	0
68	34	10004	0
69	33	10003	1
69	35	10000	1
69	33	10002	1
70	39	10014	1
70	45	10015	1
70	41	10016	1
70	39	10015	1
70	47	10016	1
71	21	10003	1
71	21	10001	1
71	21	10002	1
72	38	10008	0
72	36	10011	0
72	38	10009	0
73	30	10001	0
73	38	10001	0
73	32	10001	0
74	40	10015	0
74	40	10016	0
74	42	10012	0
75	53	10005	1
75	59	10005	1
75	59	10006	1
76	44	10009	0
76	44	10008	0
76	42	10011	0
77	22	10014	0
77	22	10015	0
77	20	10013	0
78	30	10000	0
78	36	10001	0
78	36	10000	0
79	20	10008	0
79	20	10012	0
79	22	10009	0
80	44	10013	0
80	44	10014	0
80	46	10016	0
81	36	10012	0
81	34	10010	0
81	34	10009	0
82	33	10013	1
82	37	10013	1
82	35	10016	1
82	33	10014	1
82	35	10015	1
83	51	10010	1
83	53	10011	1
83	59	10012	1
84	50	10013	0
84	50	10014	0
84	50	10015	0
85	34	10016	0
85	34	10014	0
85	34	10015	0
86	40	10004	0
86	46	10004	0
86	44	10003	0
87	27	10007	1
87	29	10004	1
87	29	10005	1
88	26	10012	0
88	28	10010	0
88	28	10009	0
89	31	10013	1
89	29	10015	1
89	33	10015	1
90	56	10014	0
90	58	10016	0
90	56	10015	0
90	54	10012	0
91	44	10002	0
91	42	10001	0
91	40	10003	0
92	41	10011	1
92	43	10012	1
92	47	10011	1
93	38	10003	0
93	32	10002	0
93	38	10002	0
94	55	10008	1
94	49	10008	1
94	51	10009	1
\.


--
-- Data for Name: anatomy_st; Type: TABLE DATA; Schema: clinic; Owner: data owner
--

COPY clinic.anatomy_st (bucket, disease, count) FROM stdin;
1	d1	1
1	d3	1
1	d7	1
2	d4	1
2	d6	1
2	d8	1
3	d10	1
3	d2	1
3	d3	1
4	d0	1
4	d2	1
4	d5	1
4	d8	1
4	d9	1
5	d1	1
5	d3	1
5	d4	1
5	d5	1
5	d8	1
6	d0	1
6	d10	1
6	d4	1
6	d6	1
6	d7	1
7	d10	1
7	d3	1
7	d6	1
8	d10	1
8	d2	1
8	d3	1
9	d1	1
9	d10	1
9	d2	1
9	d5	1
9	d6	1
10	d10	1
10	d7	1
10	d9	1
11	d0	1
11	d5	1
11	d7	1
12	d0	1
12	d4	1
12	d9	1
13	d0	1
13	d10	1
13	d7	1
14	d10	1
14	d4	1
14	d8	1
15	d1	1
15	d5	1
15	d8	1
16	d10	1
16	d2	1
16	d6	1
17	d10	1
17	d3	1
17	d7	1
18	d2	1
18	d3	1
18	d5	1
19	d2	1
19	d5	1
19	d9	1
20	d3	1
20	d7	1
20	d8	1
21	d3	1
21	d4	1
21	d8	1
22	d0	1
22	d3	1
22	d4	1
22	d7	1
22	d8	1
23	d0	1
23	d4	1
23	d7	1
24	d10	1
24	d4	1
24	d5	1
25	d0	1
25	d2	1
25	d6	1
26	d2	1
26	d8	1
26	d9	1
27	d10	1
27	d4	1
27	d9	1
28	d1	1
28	d4	1
28	d7	1
29	d1	1
29	d5	1
29	d6	1
30	d10	1
30	d3	1
30	d6	1
31	d1	1
31	d5	1
31	d8	1
32	d10	1
32	d3	1
32	d5	1
33	d0	1
33	d2	1
33	d9	1
34	d0	1
34	d6	1
34	d7	1
35	d10	1
35	d2	1
35	d3	1
35	d5	1
35	d9	1
36	d2	1
36	d6	1
36	d9	1
37	d1	1
37	d3	1
37	d8	1
38	d0	1
38	d8	1
38	d9	1
39	d10	1
39	d4	1
39	d8	1
40	d6	1
40	d8	1
40	d9	1
41	d1	1
41	d4	1
41	d8	1
42	d1	1
42	d7	1
42	d8	1
43	d2	1
43	d4	1
43	d8	1
44	d10	1
44	d3	1
44	d6	1
45	d0	1
45	d4	1
45	d6	1
46	d1	1
46	d5	1
46	d9	1
47	d0	1
47	d3	1
47	d4	1
48	d2	1
48	d4	1
48	d9	1
49	d10	1
49	d2	1
49	d6	1
50	d1	1
50	d5	1
50	d7	1
51	d10	1
51	d3	1
51	d6	1
52	d0	1
52	d5	1
52	d8	1
53	d3	1
53	d6	1
53	d7	1
54	d1	1
54	d10	1
54	d7	1
55	d0	1
55	d5	1
55	d9	1
56	d10	1
56	d4	1
56	d6	1
57	d0	1
57	d4	1
57	d9	1
58	d0	1
58	d1	1
58	d4	1
58	d7	1
59	d0	1
59	d4	1
59	d6	1
60	d1	1
60	d3	1
60	d7	1
61	d1	1
61	d10	1
61	d5	1
62	d0	1
62	d4	1
62	d9	1
63	d10	1
63	d2	1
63	d6	1
64	d0	1
64	d2	1
64	d6	1
65	d4	1
65	d8	1
65	d9	1
66	d5	1
66	d8	1
66	d9	1
67	d3	1
67	d7	1
67	d9	1
68	d4	1
68	d8	1
68	d9	1
69	d1	1
69	d3	1
69	d8	1
70	d0	1
70	d3	1
70	d4	1
70	d7	1
70	d8	1
71	d0	1
71	d4	1
71	d7	1
72	d1	1
72	d3	1
72	d7	1
73	d1	1
73	d5	1
73	d6	1
74	d0	1
74	d7	1
74	d9	1
75	d2	1
75	d5	1
75	d9	1
76	d0	1
76	d5	1
76	d7	1
77	d2	1
77	d3	1
77	d6	1
78	d10	1
78	d2	1
78	d6	1
79	d1	1
79	d10	1
79	d2	1
80	d1	1
80	d4	1
80	d8	1
81	d2	1
81	d5	1
81	d9	1
82	d1	1
82	d10	1
82	d3	1
82	d6	1
82	d7	1
83	d0	1
83	d10	1
83	d7	1
84	d1	1
84	d5	1
84	d9	1
85	d10	1
85	d3	1
85	d7	1
86	d1	1
86	d5	1
86	d6	1
87	d0	1
87	d5	1
87	d7	1
88	d3	1
88	d5	1
88	d9	1
89	d0	1
89	d2	1
89	d8	1
90	d1	1
90	d2	1
90	d6	1
90	d9	1
91	d2	1
91	d3	1
91	d8	1
92	d1	1
92	d2	1
92	d6	1
93	d2	1
93	d5	1
93	d9	1
94	d1	1
94	d7	1
94	d8	1
\.


--
-- Data for Name: bucketized; Type: TABLE DATA; Schema: clinic; Owner: data owner
--

COPY clinic.bucketized (bucket, age, zip, sex, disease) FROM stdin;
1	44	10003	0	d6
1	44	10002	0	d3
1	42	10001	0	d2
2	38	10014	0	d4
2	38	10013	0	d8
2	36	10016	0	d2
3	34	10014	0	d3
3	34	10015	0	d7
3	34	10016	0	d10
4	51	10009	1	d4
4	51	10010	1	d0
4	57	10010	1	d7
5	26	10001	0	d9
5	20	10001	0	d8
5	24	10000	0	d4
6	52	10016	0	d8
6	52	10015	0	d10
6	54	10013	0	d4
7	53	10000	1	d4
7	55	10001	1	d3
7	59	10000	1	d8
8	24	10006	0	d10
8	20	10006	0	d5
8	26	10007	0	d2
8	20	10007	0	d9
8	24	10005	0	d3
9	38	10002	0	d4
9	32	10002	0	d9
9	34	10003	0	d5
10	26	10012	0	d4
10	24	10012	0	d8
10	24	10011	0	d3
11	39	10008	1	d6
11	45	10008	1	d4
11	43	10008	1	d10
12	48	10001	0	d3
12	42	10000	0	d7
12	48	10000	0	d10
13	31	10002	1	d2
13	31	10001	1	d5
13	31	10000	1	d9
14	51	10004	1	d10
14	53	10005	1	d5
14	57	10004	1	d6
15	23	10011	1	d1
15	21	10008	1	d9
15	21	10009	1	d5
16	32	10014	0	d0
16	32	10013	0	d4
16	30	10016	0	d9
17	23	10004	1	d1
17	23	10005	1	d7
17	21	10007	1	d3
18	29	10015	1	d2
18	27	10013	1	d3
18	27	10014	1	d10
19	57	10009	1	d0
19	55	10008	1	d8
19	49	10008	1	d1
20	25	10001	1	d10
20	25	10000	1	d5
20	23	10003	1	d1
21	41	10005	1	d1
21	47	10005	1	d8
21	43	10006	1	d7
22	36	10007	0	d6
22	36	10006	0	d10
22	32	10007	0	d7
22	38	10007	0	d0
22	30	10006	0	d4
23	50	10002	0	d0
23	54	10001	0	d4
23	54	10002	0	d6
24	28	10015	0	d10
24	28	10014	0	d3
24	28	10016	0	d6
25	50	10015	0	d1
25	50	10014	0	d5
25	50	10013	0	d9
26	56	10003	0	d10
26	56	10002	0	d3
26	56	10004	0	d7
27	59	10006	1	d9
27	57	10005	1	d2
27	59	10005	1	d3
28	34	10010	0	d1
28	36	10011	0	d2
28	34	10009	0	d9
29	57	10016	1	d5
29	51	10016	1	d9
29	53	10016	1	d0
30	23	10010	1	d0
30	23	10009	1	d4
30	25	10012	1	d8
31	33	10013	1	d6
31	35	10015	1	d10
31	33	10014	1	d1
31	35	10016	1	d3
31	37	10013	1	d7
32	28	10009	0	d1
32	26	10008	0	d5
32	28	10008	0	d6
33	30	10000	0	d2
33	36	10000	0	d6
33	36	10001	0	d10
34	46	10015	0	d0
34	44	10014	0	d1
34	44	10013	0	d8
35	38	10008	0	d3
35	36	10012	0	d7
35	38	10009	0	d5
36	35	10005	1	d7
36	35	10004	1	d4
36	37	10007	1	d3
36	37	10006	1	d8
36	35	10006	1	d0
37	54	10012	0	d9
37	56	10015	0	d6
37	56	10014	0	d2
37	58	10016	0	d1
38	45	10004	1	d4
38	41	10004	1	d9
38	39	10004	1	d2
39	43	10012	1	d1
39	41	10011	1	d2
39	47	10011	1	d6
40	20	10008	0	d1
40	20	10012	0	d2
40	22	10009	0	d10
41	29	10000	1	d10
41	27	10002	1	d8
41	27	10003	1	d4
42	47	10010	1	d3
42	39	10009	1	d2
42	45	10009	1	d10
43	29	10005	1	d5
43	29	10004	1	d7
43	27	10007	1	d0
44	54	10000	0	d5
44	52	10000	0	d1
44	58	10000	0	d7
45	30	10010	0	d4
45	28	10010	0	d9
45	30	10011	0	d8
46	40	10015	0	d0
46	42	10012	0	d9
46	40	10016	0	d7
47	46	10005	0	d0
47	48	10006	0	d9
47	42	10005	0	d8
48	48	10013	0	d4
48	46	10016	0	d6
48	48	10012	0	d2
49	45	10003	1	d9
49	43	10002	1	d5
49	39	10003	1	d10
50	42	10011	0	d7
50	44	10008	0	d0
50	44	10009	0	d5
51	52	10005	0	d2
51	54	10007	0	d1
51	58	10005	0	d6
51	58	10006	0	d10
51	54	10006	0	d5
52	29	10011	1	d1
52	29	10009	1	d8
52	29	10010	1	d5
53	31	10012	1	d0
53	31	10011	1	d4
53	33	10009	1	d6
54	31	10013	1	d0
54	33	10015	1	d6
54	29	10016	1	d8
55	40	10009	0	d6
55	40	10011	0	d2
55	40	10010	0	d10
56	57	10015	1	d1
56	55	10014	1	d5
56	51	10015	1	d6
57	55	10003	1	d6
57	51	10003	1	d2
57	57	10003	1	d0
58	21	10013	1	d9
58	21	10014	1	d6
58	23	10015	1	d10
59	27	10008	1	d7
59	25	10011	1	d2
59	27	10009	1	d9
60	46	10009	0	d6
60	46	10010	0	d3
60	46	10011	0	d10
61	21	10001	1	d0
61	21	10003	1	d4
61	21	10002	1	d7
62	51	10014	1	d8
62	49	10014	1	d9
62	49	10013	1	d2
63	49	10007	1	d1
63	41	10006	1	d4
63	43	10007	1	d0
63	47	10006	1	d5
64	59	10007	1	d8
64	53	10006	1	d9
64	55	10007	1	d6
65	37	10012	1	d8
65	35	10011	1	d0
65	33	10008	1	d2
65	35	10010	1	d9
65	37	10008	1	d5
66	28	10003	0	d6
66	24	10004	0	d7
66	22	10003	0	d0
67	22	10015	0	d3
67	20	10013	0	d2
67	22	10014	0	d6
68	50	10008	0	d0
68	50	10009	0	d9
68	48	10011	0	d4
69	22	10010	0	d5
69	22	10008	0	d0
69	24	10010	0	d8
70	55	10002	1	d1
70	53	10001	1	d7
70	59	10001	1	d8
71	25	10006	1	d6
71	25	10005	1	d10
71	25	10007	1	d2
72	47	10000	1	d6
72	43	10001	1	d7
72	41	10000	1	d0
73	33	10002	1	d1
73	33	10003	1	d8
73	35	10000	1	d3
74	30	10005	0	d3
74	36	10005	0	d7
74	34	10005	0	d1
75	49	10012	1	d10
75	53	10011	1	d3
75	59	10011	1	d5
76	43	10013	1	d5
76	47	10012	1	d10
76	45	10014	1	d4
77	22	10002	0	d1
77	20	10002	0	d8
77	26	10002	0	d3
78	26	10013	0	d0
78	26	10014	0	d7
78	24	10016	0	d5
79	40	10004	0	d5
79	46	10004	0	d8
79	40	10003	0	d1
80	50	10003	0	d10
80	58	10004	0	d2
80	52	10004	0	d9
81	58	10011	0	d8
81	56	10009	0	d0
81	58	10010	0	d7
82	41	10010	1	d9
82	45	10010	1	d3
82	39	10010	1	d7
83	37	10000	1	d9
83	37	10002	1	d6
83	37	10001	1	d2
84	39	10014	1	d0
84	47	10016	1	d8
84	41	10016	1	d7
84	39	10015	1	d4
84	45	10015	1	d3
85	23	10016	1	d4
85	25	10013	1	d7
85	27	10015	1	d2
86	38	10001	0	d6
86	30	10001	0	d5
86	32	10001	0	d1
87	22	10004	0	d4
87	28	10004	0	d9
87	26	10006	0	d0
88	49	10001	1	d3
88	49	10002	1	d10
88	39	10002	1	d1
89	33	10004	1	d3
89	31	10007	1	d5
89	31	10006	1	d10
90	32	10012	0	d10
90	32	10008	0	d1
90	30	10012	0	d7
91	56	10008	0	d7
91	52	10011	0	d4
91	52	10010	0	d3
92	32	10003	0	d2
92	38	10003	0	d8
92	34	10004	0	d9
93	59	10012	1	d2
93	55	10013	1	d3
93	53	10012	1	d7
94	44	10007	0	d4
94	42	10006	0	d1
94	40	10005	0	d8
94	48	10007	0	d5
94	42	10007	0	d3
\.


--
-- Data for Name: classes_1; Type: TABLE DATA; Schema: clinic; Owner: data owner
--

COPY clinic.classes_1 (class, age, zip, sex, disease) FROM stdin;
1	[22,31)	1001	[0,1)	d6
1	[22,31)	1001	[0,1)	d8
1	[22,31)	1001	[0,1)	d9
2	[45,46)	*	[1,2)	d3
2	[45,46)	*	[1,2)	d7
2	[45,46)	*	[1,2)	d10
3	[43,50)	1000	[1,2)	d10
3	[43,50)	1000	[1,2)	d7
3	[43,50)	1000	[1,2)	d3
4	[47,54)	*	[1,2)	d7
4	[47,54)	*	[1,2)	d10
4	[47,54)	*	[1,2)	d3
5	[39,52)	1000	[1,2)	d2
5	[39,52)	1000	[1,2)	d4
5	[39,52)	1000	[1,2)	d5
6	[21,24)	*	[1,2)	d9
6	[21,24)	*	[1,2)	d6
6	[21,24)	*	[1,2)	d8
7	[40,45)	1001	[0,1)	d9
7	[40,45)	1001	[0,1)	d8
7	[40,45)	1001	[0,1)	d6
8	[53,60)	1000	[1,2)	d8
8	[53,60)	1000	[1,2)	d9
8	[53,60)	1000	[1,2)	d6
9	[31,38)	1000	[1,2)	d7
9	[31,38)	1000	[1,2)	d10
9	[31,38)	1000	[1,2)	d3
10	[20,39)	1000	[0,1)	d9
10	[20,39)	1000	[0,1)	d8
10	[20,39)	1000	[0,1)	d6
11	[23,56)	*	[1,2)	d0
11	[23,56)	*	[1,2)	d2
11	[23,56)	*	[1,2)	d1
12	[44,51)	1000	[0,1)	d10
12	[44,51)	1000	[0,1)	d7
12	[44,51)	1000	[0,1)	d3
13	[23,58)	1001	[1,2)	d1
13	[23,58)	1001	[1,2)	d0
13	[23,58)	1001	[1,2)	d5
14	[20,27)	1000	[0,1)	d8
14	[20,27)	1000	[0,1)	d6
14	[20,27)	1000	[0,1)	d9
15	[39,44)	1001	[1,2)	d5
15	[39,44)	1001	[1,2)	d4
15	[39,44)	1001	[1,2)	d2
16	[43,48)	1000	[1,2)	d5
16	[43,48)	1000	[1,2)	d4
16	[43,48)	1000	[1,2)	d2
17	[20,33)	10012	[0,1)	d3
17	[20,33)	10012	[0,1)	d7
17	[20,33)	10012	[0,1)	d10
18	[48,60)	1000	[0,2)	d8
18	[48,60)	1000	[0,2)	d6
18	[48,60)	1000	[0,2)	d9
19	[29,47)	1001	[0,2)	d0
19	[29,47)	1001	[0,2)	d4
19	[29,47)	1001	[0,2)	d1
20	[41,54)	1000	[1,2)	d1
20	[41,54)	1000	[1,2)	d0
20	[41,54)	1000	[1,2)	d5
21	[21,44)	*	[0,2)	d1
21	[21,44)	*	[0,2)	d0
21	[21,44)	*	[0,2)	d5
22	[40,53)	1001	[0,1)	d10
22	[40,53)	1001	[0,1)	d7
22	[40,53)	1001	[0,1)	d3
23	[28,44)	1000	[0,2)	d4
23	[28,44)	1000	[0,2)	d1
23	[28,44)	1000	[0,2)	d0
24	[25,30)	1001	[1,2)	d5
24	[25,30)	1001	[1,2)	d2
24	[25,30)	1001	[1,2)	d4
25	[25,36)	1000	[1,2)	d8
25	[25,36)	1000	[1,2)	d6
25	[25,36)	1000	[1,2)	d9
26	[27,36)	*	[1,2)	d4
26	[27,36)	*	[1,2)	d5
26	[27,36)	*	[1,2)	d2
27	[39,48)	*	[1,2)	d3
27	[39,48)	*	[1,2)	d10
27	[39,48)	*	[1,2)	d7
28	[33,36)	1001	[1,2)	d3
28	[33,36)	1001	[1,2)	d10
28	[33,36)	1001	[1,2)	d7
29	[27,40)	1000	[1,2)	d8
29	[27,40)	1000	[1,2)	d6
29	[27,40)	1000	[1,2)	d9
30	[42,59)	*	[0,1)	d0
30	[42,59)	*	[0,1)	d1
30	[42,59)	*	[0,1)	d5
31	[30,47)	1001	[0,1)	d2
31	[30,47)	1001	[0,1)	d0
31	[30,47)	1001	[0,1)	d1
32	[20,25)	*	[0,1)	d5
32	[20,25)	*	[0,1)	d2
32	[20,25)	*	[0,1)	d4
33	[21,26)	1000	[1,2)	d1
33	[21,26)	1000	[1,2)	d4
33	[21,26)	1000	[1,2)	d0
34	[29,36)	1000	[1,2)	d3
34	[29,36)	1000	[1,2)	d10
34	[29,36)	1000	[1,2)	d7
35	[40,55)	1000	[0,1)	d2
35	[40,55)	1000	[0,1)	d5
35	[40,55)	1000	[0,1)	d4
36	[20,31)	1000	[0,1)	d5
36	[20,31)	1000	[0,1)	d2
36	[20,31)	1000	[0,1)	d4
37	[53,60)	1001	[1,2)	d7
37	[53,60)	1001	[1,2)	d3
37	[53,60)	1001	[1,2)	d10
38	[45,52)	1001	[1,2)	d4
38	[45,52)	1001	[1,2)	d2
38	[45,52)	1001	[1,2)	d5
39	[21,24)	1000	[1,2)	d10
39	[21,24)	1000	[1,2)	d3
39	[21,24)	1000	[1,2)	d7
40	[23,32)	1001	[1,2)	d9
40	[23,32)	1001	[1,2)	d6
40	[23,32)	1001	[1,2)	d8
41	[47,50)	*	[1,2)	d9
41	[47,50)	*	[1,2)	d8
41	[47,50)	*	[1,2)	d6
42	[51,59)	*	[0,2)	d1
42	[51,59)	*	[0,2)	d0
42	[51,59)	*	[0,2)	d2
43	[34,35)	1001	[0,1)	d7
43	[34,35)	1001	[0,1)	d10
43	[34,35)	1001	[0,1)	d3
44	[24,57)	*	[0,2)	d1
44	[24,57)	*	[0,2)	d0
44	[24,57)	*	[0,2)	d4
45	[26,35)	1000	[0,1)	d5
45	[26,35)	1000	[0,1)	d2
45	[26,35)	1000	[0,1)	d4
46	[24,39)	1000	[0,1)	d7
46	[24,39)	1000	[0,1)	d10
46	[24,39)	1000	[0,1)	d3
47	[41,52)	*	[1,2)	d8
47	[41,52)	*	[1,2)	d9
47	[41,52)	*	[1,2)	d6
48	[34,43)	1000	[0,1)	d0
48	[34,43)	1000	[0,1)	d1
48	[34,43)	1000	[0,1)	d4
49	[21,29)	1001	[0,2)	d7
49	[21,29)	1001	[0,2)	d3
49	[21,29)	1001	[0,2)	d10
50	[33,38)	1000	[1,2)	d8
50	[33,38)	1000	[1,2)	d9
50	[33,38)	1000	[1,2)	d6
51	[20,29)	1001	[0,1)	d3
51	[20,29)	1001	[0,1)	d10
51	[20,29)	1001	[0,1)	d7
52	[49,58)	1001	[1,2)	d2
52	[49,58)	1001	[1,2)	d4
52	[49,58)	1001	[1,2)	d5
53	[50,59)	1000	[0,1)	d0
53	[50,59)	1000	[0,1)	d5
53	[50,59)	1000	[0,1)	d1
54	[45,49)	*	[0,2)	d8
54	[45,49)	*	[0,2)	d6
54	[45,49)	*	[0,2)	d9
55	[56,59)	1000	[0,1)	d7
55	[56,59)	1000	[0,1)	d10
55	[56,59)	1000	[0,1)	d3
56	[34,39)	*	[0,2)	d8
56	[34,39)	*	[0,2)	d9
56	[34,39)	*	[0,2)	d6
57	[24,35)	1001	[0,1)	d5
57	[24,35)	1001	[0,1)	d4
57	[24,35)	1001	[0,1)	d2
58	[55,58)	1000	[1,2)	d3
58	[55,58)	1000	[1,2)	d10
58	[55,58)	1000	[1,2)	d7
59	[21,34)	1000	[1,2)	d0
59	[21,34)	1000	[1,2)	d5
59	[21,34)	1000	[1,2)	d1
60	[32,37)	1000	[0,1)	d9
60	[32,37)	1000	[0,1)	d6
60	[32,37)	1000	[0,1)	d8
61	[25,55)	1000	[0,2)	d5
61	[25,55)	1000	[0,2)	d0
61	[25,55)	1000	[0,2)	d1
62	[38,55)	1000	[0,1)	d5
62	[38,55)	1000	[0,1)	d2
62	[38,55)	1000	[0,1)	d4
63	[48,57)	1000	[0,1)	d7
63	[48,57)	1000	[0,1)	d10
63	[48,57)	1000	[0,1)	d3
64	[32,39)	1000	[0,1)	d7
64	[32,39)	1000	[0,1)	d10
64	[32,39)	1000	[0,1)	d3
65	[24,31)	1000	[0,1)	d9
65	[24,31)	1000	[0,1)	d8
65	[24,31)	1000	[0,1)	d6
66	[40,60)	1000	[0,2)	d5
66	[40,60)	1000	[0,2)	d2
66	[40,60)	1000	[0,2)	d4
67	[50,57)	*	[0,1)	d8
67	[50,57)	*	[0,1)	d6
67	[50,57)	*	[0,1)	d9
68	[22,25)	1000	[0,1)	d7
68	[22,25)	1000	[0,1)	d3
68	[22,25)	1000	[0,1)	d10
69	[48,57)	*	[0,2)	d1
69	[48,57)	*	[0,2)	d2
69	[48,57)	*	[0,2)	d0
70	[23,32)	1000	[1,2)	d3
70	[23,32)	1000	[1,2)	d7
70	[23,32)	1000	[1,2)	d10
71	[41,56)	1000	[1,2)	d10
71	[41,56)	1000	[1,2)	d3
71	[41,56)	1000	[1,2)	d7
72	[46,55)	1001	[0,1)	d7
72	[46,55)	1001	[0,1)	d3
72	[46,55)	1001	[0,1)	d10
73	[47,56)	1000	[1,2)	d0
73	[47,56)	1000	[1,2)	d1
73	[47,56)	1000	[1,2)	d4
74	[51,58)	1001	[1,2)	d8
74	[51,58)	1001	[1,2)	d9
74	[51,58)	1001	[1,2)	d6
75	[42,53)	1000	[0,1)	d8
75	[42,53)	1000	[0,1)	d9
75	[42,53)	1000	[0,1)	d6
76	[22,47)	1000	[0,1)	d5
76	[22,47)	1000	[0,1)	d0
76	[22,47)	1000	[0,1)	d1
77	[45,60)	1000	[1,2)	d8
77	[45,60)	1000	[1,2)	d9
77	[45,60)	1000	[1,2)	d6
78	[30,37)	1000	[0,1)	d3
78	[30,37)	1000	[0,1)	d7
78	[30,37)	1000	[0,1)	d10
79	[40,53)	1001	[0,1)	d1
79	[40,53)	1001	[0,1)	d0
79	[40,53)	1001	[0,1)	d4
80	[37,40)	1000	[1,2)	d0
80	[37,40)	1000	[1,2)	d2
80	[37,40)	1000	[1,2)	d1
81	[32,37)	*	[0,2)	d2
81	[32,37)	*	[0,2)	d5
81	[32,37)	*	[0,2)	d4
82	[27,28)	1001	[1,2)	d10
82	[27,28)	1001	[1,2)	d3
82	[27,28)	1001	[1,2)	d7
83	[39,54)	1000	[1,2)	d6
83	[39,54)	1000	[1,2)	d8
83	[39,54)	1000	[1,2)	d9
84	[22,37)	1000	[0,1)	d1
84	[22,37)	1000	[0,1)	d0
84	[22,37)	1000	[0,1)	d4
85	[20,37)	*	[0,1)	d1
85	[20,37)	*	[0,1)	d0
85	[20,37)	*	[0,1)	d5
86	[23,52)	*	[1,2)	d1
86	[23,52)	*	[1,2)	d0
86	[23,52)	*	[1,2)	d4
87	[25,41)	1000	[0,2)	d0
87	[25,41)	1000	[0,2)	d1
87	[25,41)	1000	[0,2)	d2
88	[38,51)	1001	[0,1)	d5
88	[38,51)	1001	[0,1)	d2
88	[38,51)	1001	[0,1)	d4
89	[33,38)	*	[1,2)	d8
89	[33,38)	*	[1,2)	d6
89	[33,38)	*	[1,2)	d9
90	[28,31)	1001	[0,1)	d9
90	[28,31)	1001	[0,1)	d6
90	[28,31)	1001	[0,1)	d8
91	[47,60)	*	[1,2)	d1
91	[47,60)	*	[1,2)	d0
91	[47,60)	*	[1,2)	d2
92	[40,59)	1001	[0,2)	d10
92	[40,59)	1001	[0,2)	d3
92	[40,59)	1001	[0,2)	d7
93	[48,57)	1001	[0,1)	d8
93	[48,57)	1001	[0,1)	d9
93	[48,57)	1001	[0,1)	d6
94	[40,51)	1000	[0,1)	d8
94	[40,51)	1000	[0,1)	d9
94	[40,51)	1000	[0,1)	d6
95	[27,32)	1000	[1,2)	d2
95	[27,32)	1000	[1,2)	d5
95	[27,32)	1000	[1,2)	d4
96	[22,59)	1001	[0,1)	d0
96	[22,59)	1001	[0,1)	d2
96	[22,59)	1001	[0,1)	d1
97	[27,39)	1000	[0,2)	d5
97	[27,39)	1000	[0,2)	d4
97	[27,39)	1000	[0,2)	d2
98	[42,49)	1000	[0,1)	d3
98	[42,49)	1000	[0,1)	d7
98	[42,49)	1000	[0,1)	d10
99	[28,53)	1000	[0,1)	d0
99	[28,53)	1000	[0,1)	d1
99	[28,53)	1000	[0,1)	d2
100	[24,28)	1000	[0,2)	d9
100	[24,28)	1000	[0,2)	d6
100	[24,28)	1000	[0,2)	d8
\.


--
-- Data for Name: classes_2; Type: TABLE DATA; Schema: clinic; Owner: data owner
--

COPY clinic.classes_2 (class, age, zip, sex, disease) FROM stdin;
1	[43,60)	1000	[1,2)	d4
1	[43,60)	1000	[1,2)	d2
1	[43,60)	1000	[1,2)	d5
2	[41,54)	1000	[1,2)	d9
2	[41,54)	1000	[1,2)	d8
2	[41,54)	1000	[1,2)	d6
3	[25,55)	1000	[0,2)	d5
3	[25,55)	1000	[0,2)	d1
3	[25,55)	1000	[0,2)	d0
4	[46,53)	*	[0,2)	d9
4	[46,53)	*	[0,2)	d6
4	[46,53)	*	[0,2)	d8
5	[49,58)	1001	[1,2)	d4
5	[49,58)	1001	[1,2)	d5
5	[49,58)	1001	[1,2)	d2
6	[40,53)	1000	[0,1)	d8
6	[40,53)	1000	[0,1)	d6
6	[40,53)	1000	[0,1)	d9
7	[40,57)	1001	[0,1)	d1
7	[40,57)	1001	[0,1)	d0
7	[40,57)	1001	[0,1)	d4
8	[43,57)	1000	[0,2)	d7
8	[43,57)	1000	[0,2)	d3
8	[43,57)	1000	[0,2)	d10
9	[24,35)	1001	[0,1)	d5
9	[24,35)	1001	[0,1)	d4
9	[24,35)	1001	[0,1)	d2
10	[21,34)	*	[1,2)	d0
10	[21,34)	*	[1,2)	d5
10	[21,34)	*	[1,2)	d1
11	[57,60)	1000	[1,2)	d8
11	[57,60)	1000	[1,2)	d6
11	[57,60)	1000	[1,2)	d9
12	[46,59)	1001	[0,1)	d7
12	[46,59)	1001	[0,1)	d10
12	[46,59)	1001	[0,1)	d3
13	[46,53)	*	[0,1)	d0
13	[46,53)	*	[0,1)	d2
13	[46,53)	*	[0,1)	d1
14	[42,49)	1000	[0,1)	d3
14	[42,49)	1000	[0,1)	d7
14	[42,49)	1000	[0,1)	d10
15	[38,53)	*	[0,1)	d10
15	[38,53)	*	[0,1)	d7
15	[38,53)	*	[0,1)	d3
16	[22,37)	1000	[0,1)	d0
16	[22,37)	1000	[0,1)	d1
16	[22,37)	1000	[0,1)	d4
17	[20,59)	*	[0,1)	d1
17	[20,59)	*	[0,1)	d0
17	[20,59)	*	[0,1)	d5
18	[40,55)	1000	[0,1)	d2
18	[40,55)	1000	[0,1)	d5
18	[40,55)	1000	[0,1)	d4
19	[28,33)	*	[0,1)	d2
19	[28,33)	*	[0,1)	d0
19	[28,33)	*	[0,1)	d1
20	[30,35)	*	[0,1)	d6
20	[30,35)	*	[0,1)	d9
20	[30,35)	*	[0,1)	d8
21	[24,27)	1000	[0,1)	d10
21	[24,27)	1000	[0,1)	d7
21	[24,27)	1000	[0,1)	d3
22	[20,27)	1001	[0,1)	d10
22	[20,27)	1001	[0,1)	d3
22	[20,27)	1001	[0,1)	d7
23	[41,48)	1001	[1,2)	d10
23	[41,48)	1001	[1,2)	d3
23	[41,48)	1001	[1,2)	d7
24	[37,60)	*	[1,2)	d2
24	[37,60)	*	[1,2)	d0
24	[37,60)	*	[1,2)	d1
25	[31,36)	*	[1,2)	d2
25	[31,36)	*	[1,2)	d5
25	[31,36)	*	[1,2)	d4
26	[35,38)	1000	[1,2)	d7
26	[35,38)	1000	[1,2)	d10
26	[35,38)	1000	[1,2)	d3
27	[55,59)	1000	[0,2)	d2
27	[55,59)	1000	[0,2)	d1
27	[55,59)	1000	[0,2)	d0
28	[29,36)	1000	[1,2)	d7
28	[29,36)	1000	[1,2)	d3
28	[29,36)	1000	[1,2)	d10
29	[20,33)	1000	[0,1)	d5
29	[20,33)	1000	[0,1)	d2
29	[20,33)	1000	[0,1)	d4
30	[32,39)	1000	[0,1)	d8
30	[32,39)	1000	[0,1)	d9
30	[32,39)	1000	[0,1)	d6
31	[24,47)	1001	[0,1)	d0
31	[24,47)	1001	[0,1)	d4
31	[24,47)	1001	[0,1)	d1
32	[25,40)	*	[1,2)	d0
32	[25,40)	*	[1,2)	d1
32	[25,40)	*	[1,2)	d2
33	[26,33)	1000	[0,1)	d6
33	[26,33)	1000	[0,1)	d8
33	[26,33)	1000	[0,1)	d9
34	[22,33)	1001	[0,1)	d10
34	[22,33)	1001	[0,1)	d7
34	[22,33)	1001	[0,1)	d3
35	[33,54)	1000	[1,2)	d0
35	[33,54)	1000	[1,2)	d5
35	[33,54)	1000	[1,2)	d1
36	[26,39)	1000	[0,1)	d6
36	[26,39)	1000	[0,1)	d9
36	[26,39)	1000	[0,1)	d8
37	[44,56)	1000	[0,2)	d6
37	[44,56)	1000	[0,2)	d9
37	[44,56)	1000	[0,2)	d8
38	[51,58)	1001	[1,2)	d8
38	[51,58)	1001	[1,2)	d6
38	[51,58)	1001	[1,2)	d9
39	[23,49)	*	[0,2)	d2
39	[23,49)	*	[0,2)	d0
39	[23,49)	*	[0,2)	d1
40	[25,36)	1000	[1,2)	d9
40	[25,36)	1000	[1,2)	d6
40	[25,36)	1000	[1,2)	d8
41	[36,47)	*	[0,1)	d2
41	[36,47)	*	[0,1)	d1
41	[36,47)	*	[0,1)	d0
42	[29,40)	1001	[1,2)	d9
42	[29,40)	1001	[1,2)	d6
42	[29,40)	1001	[1,2)	d8
43	[31,57)	*	[0,2)	d1
43	[31,57)	*	[0,2)	d0
43	[31,57)	*	[0,2)	d4
44	[47,58)	1001	[1,2)	d6
44	[47,58)	1001	[1,2)	d9
44	[47,58)	1001	[1,2)	d8
45	[32,39)	*	[0,1)	d7
45	[32,39)	*	[0,1)	d3
45	[32,39)	*	[0,1)	d10
46	[21,24)	1000	[1,2)	d10
46	[21,24)	1000	[1,2)	d3
46	[21,24)	1000	[1,2)	d7
47	[42,49)	1001	[0,1)	d9
47	[42,49)	1001	[0,1)	d6
47	[42,49)	1001	[0,1)	d8
48	[49,57)	*	[0,2)	d1
48	[49,57)	*	[0,2)	d2
48	[49,57)	*	[0,2)	d0
49	[27,32)	1000	[1,2)	d4
49	[27,32)	1000	[1,2)	d2
49	[27,32)	1000	[1,2)	d5
50	[40,55)	1000	[0,2)	d4
50	[40,55)	1000	[0,2)	d5
50	[40,55)	1000	[0,2)	d2
51	[36,37)	1000	[0,1)	d7
51	[36,37)	1000	[0,1)	d10
51	[36,37)	1000	[0,1)	d3
52	[20,31)	*	[0,1)	d2
52	[20,31)	*	[0,1)	d0
52	[20,31)	*	[0,1)	d1
53	[48,53)	1000	[0,1)	d1
53	[48,53)	1000	[0,1)	d2
53	[48,53)	1000	[0,1)	d0
54	[20,22)	1001	[0,2)	d3
54	[20,22)	1001	[0,2)	d7
54	[20,22)	1001	[0,2)	d10
55	[28,37)	1000	[0,2)	d1
55	[28,37)	1000	[0,2)	d4
55	[28,37)	1000	[0,2)	d0
56	[22,39)	1000	[0,1)	d5
56	[22,39)	1000	[0,1)	d2
56	[22,39)	1000	[0,1)	d4
57	[30,39)	1000	[0,1)	d7
57	[30,39)	1000	[0,1)	d3
57	[30,39)	1000	[0,1)	d10
58	[42,45)	1000	[0,1)	d10
58	[42,45)	1000	[0,1)	d7
58	[42,45)	1000	[0,1)	d3
59	[23,44)	*	[1,2)	d0
59	[23,44)	*	[1,2)	d1
59	[23,44)	*	[1,2)	d4
60	[26,43)	1001	[0,2)	d0
60	[26,43)	1001	[0,2)	d1
60	[26,43)	1001	[0,2)	d5
61	[53,56)	1001	[1,2)	d7
61	[53,56)	1001	[1,2)	d3
61	[53,56)	1001	[1,2)	d10
62	[42,59)	1000	[0,1)	d5
62	[42,59)	1000	[0,1)	d1
62	[42,59)	1000	[0,1)	d0
63	[33,34)	1001	[1,2)	d3
63	[33,34)	1001	[1,2)	d7
63	[33,34)	1001	[1,2)	d10
64	[33,38)	*	[1,2)	d9
64	[33,38)	*	[1,2)	d8
64	[33,38)	*	[1,2)	d6
65	[20,31)	*	[0,1)	d4
65	[20,31)	*	[0,1)	d2
65	[20,31)	*	[0,1)	d5
66	[50,59)	1000	[0,1)	d10
66	[50,59)	1000	[0,1)	d7
66	[50,59)	1000	[0,1)	d3
67	[41,54)	1000	[1,2)	d2
67	[41,54)	1000	[1,2)	d5
67	[41,54)	1000	[1,2)	d4
68	[43,52)	1001	[1,2)	d4
68	[43,52)	1001	[1,2)	d2
68	[43,52)	1001	[1,2)	d5
69	[53,60)	1001	[1,2)	d3
69	[53,60)	1001	[1,2)	d7
69	[53,60)	1001	[1,2)	d10
70	[24,29)	1000	[0,1)	d2
70	[24,29)	1000	[0,1)	d5
70	[24,29)	1000	[0,1)	d4
71	[34,43)	1000	[0,1)	d4
71	[34,43)	1000	[0,1)	d1
71	[34,43)	1000	[0,1)	d0
72	[22,30)	1001	[0,2)	d2
72	[22,30)	1001	[0,2)	d5
72	[22,30)	1001	[0,2)	d4
73	[28,35)	1001	[0,1)	d7
73	[28,35)	1001	[0,1)	d10
73	[28,35)	1001	[0,1)	d3
74	[31,38)	1000	[1,2)	d7
74	[31,38)	1000	[1,2)	d10
74	[31,38)	1000	[1,2)	d3
75	[33,38)	1000	[1,2)	d8
75	[33,38)	1000	[1,2)	d6
75	[33,38)	1000	[1,2)	d9
76	[21,34)	1000	[1,2)	d0
76	[21,34)	1000	[1,2)	d1
76	[21,34)	1000	[1,2)	d5
77	[21,26)	1000	[1,2)	d0
77	[21,26)	1000	[1,2)	d4
77	[21,26)	1000	[1,2)	d1
78	[48,55)	1000	[0,1)	d7
78	[48,55)	1000	[0,1)	d3
78	[48,55)	1000	[0,1)	d10
79	[21,28)	*	[1,2)	d8
79	[21,28)	*	[1,2)	d9
79	[21,28)	*	[1,2)	d6
80	[25,32)	1000	[1,2)	d3
80	[25,32)	1000	[1,2)	d7
80	[25,32)	1000	[1,2)	d10
81	[43,58)	1000	[1,2)	d3
81	[43,58)	1000	[1,2)	d10
81	[43,58)	1000	[1,2)	d7
82	[40,47)	1001	[0,1)	d10
82	[40,47)	1001	[0,1)	d7
82	[40,47)	1001	[0,1)	d3
83	[36,51)	*	[0,1)	d1
83	[36,51)	*	[0,1)	d5
83	[36,51)	*	[0,1)	d0
84	[21,26)	1000	[1,2)	d6
84	[21,26)	1000	[1,2)	d9
84	[21,26)	1000	[1,2)	d8
85	[41,56)	1000	[1,2)	d10
85	[41,56)	1000	[1,2)	d7
85	[41,56)	1000	[1,2)	d3
86	[20,25)	1000	[0,1)	d9
86	[20,25)	1000	[0,1)	d8
86	[20,25)	1000	[0,1)	d6
87	[27,40)	1000	[1,2)	d2
87	[27,40)	1000	[1,2)	d4
87	[27,40)	1000	[1,2)	d5
88	[49,58)	1000	[1,2)	d10
88	[49,58)	1000	[1,2)	d3
88	[49,58)	1000	[1,2)	d7
89	[46,59)	1000	[0,1)	d9
89	[46,59)	1000	[0,1)	d6
89	[46,59)	1000	[0,1)	d8
90	[32,45)	1001	[0,1)	d0
90	[32,45)	1001	[0,1)	d1
90	[32,45)	1001	[0,1)	d5
91	[45,52)	1000	[1,2)	d7
91	[45,52)	1000	[1,2)	d10
91	[45,52)	1000	[1,2)	d3
92	[27,28)	1001	[1,2)	d10
92	[27,28)	1001	[1,2)	d7
92	[27,28)	1001	[1,2)	d3
93	[48,57)	1001	[0,1)	d6
93	[48,57)	1001	[0,1)	d9
93	[48,57)	1001	[0,1)	d8
94	[40,51)	1000	[0,1)	d8
94	[40,51)	1000	[0,1)	d6
94	[40,51)	1000	[0,1)	d9
95	[20,31)	1000	[0,1)	d9
95	[20,31)	1000	[0,1)	d8
95	[20,31)	1000	[0,1)	d6
96	[23,32)	1001	[1,2)	d6
96	[23,32)	1001	[1,2)	d8
96	[23,32)	1001	[1,2)	d9
97	[45,60)	*	[0,2)	d5
97	[45,60)	*	[0,2)	d0
97	[45,60)	*	[0,2)	d1
97	[45,60)	*	[0,2)	d6
97	[45,60)	*	[0,2)	d9
98	[38,51)	1001	[0,1)	d4
98	[38,51)	1001	[0,1)	d2
98	[38,51)	1001	[0,1)	d5
99	[27,34)	*	[1,2)	d4
99	[27,34)	*	[1,2)	d2
99	[27,34)	*	[1,2)	d5
100	[47,56)	1000	[1,2)	d4
100	[47,56)	1000	[1,2)	d1
100	[47,56)	1000	[1,2)	d0
101	[37,46)	1001	[1,2)	d5
101	[37,46)	1001	[1,2)	d4
101	[37,46)	1001	[1,2)	d2
102	[23,59)	*	[0,2)	d1
102	[23,59)	*	[0,2)	d4
102	[23,59)	*	[0,2)	d0
103	[25,36)	*	[0,2)	d2
103	[25,36)	*	[0,2)	d1
103	[25,36)	*	[0,2)	d0
104	[44,51)	1000	[0,1)	d2
104	[44,51)	1000	[0,1)	d4
104	[44,51)	1000	[0,1)	d5
105	[39,50)	*	[1,2)	d8
105	[39,50)	*	[1,2)	d6
105	[39,50)	*	[1,2)	d9
106	[41,46)	1001	[1,2)	d8
106	[41,46)	1001	[1,2)	d6
106	[41,46)	1001	[1,2)	d9
107	[28,39)	1001	[0,1)	d9
107	[28,39)	1001	[0,1)	d8
107	[28,39)	1001	[0,1)	d6
108	[39,52)	1001	[0,2)	d4
108	[39,52)	1001	[0,2)	d5
108	[39,52)	1001	[0,2)	d2
109	[39,58)	1000	[1,2)	d5
109	[39,58)	1000	[1,2)	d2
109	[39,58)	1000	[1,2)	d4
110	[39,46)	*	[1,2)	d7
110	[39,46)	*	[1,2)	d10
110	[39,46)	*	[1,2)	d3
111	[22,25)	1000	[0,1)	d10
111	[22,25)	1000	[0,1)	d3
111	[22,25)	1000	[0,1)	d7
112	[54,57)	*	[0,1)	d9
112	[54,57)	*	[0,1)	d8
112	[54,57)	*	[0,1)	d6
113	[24,29)	*	[0,1)	d8
113	[24,29)	*	[0,1)	d6
113	[24,29)	*	[0,1)	d9
114	[39,54)	1000	[1,2)	d9
114	[39,54)	1000	[1,2)	d6
114	[39,54)	1000	[1,2)	d8
115	[22,33)	1001	[0,1)	d8
115	[22,33)	1001	[0,1)	d6
115	[22,33)	1001	[0,1)	d9
\.


--
-- Data for Name: fragment_1; Type: TABLE DATA; Schema: clinic; Owner: data owner
--

COPY clinic.fragment_1 (age, disease) FROM stdin;
[25,26)	d0
[34,35)	d3
[36,37)	d1
[49,50)	d4
[58,59)	d1
[46,47)	d5
[48,49)	d2
[29,30)	d6
[45,46)	d9
[31,32)	d10
[44,45)	d0
[50,51)	d6
[20,21)	d9
[52,53)	d2
[58,59)	d5
[28,29)	d3
[36,37)	d10
[35,36)	d10
[52,53)	d9
[20,21)	d4
[33,34)	d0
[25,26)	d2
[48,49)	d3
[44,45)	d3
[28,29)	d0
[23,24)	d3
[36,37)	d0
[50,51)	d0
[21,22)	d0
[34,35)	d2
[34,35)	d8
[52,53)	d7
[38,39)	d9
[24,25)	d4
[54,55)	d4
[45,46)	d8
[21,22)	d4
[31,32)	d8
[42,43)	d3
[45,46)	d2
[45,46)	d3
[42,43)	d4
[38,39)	d2
[34,35)	d7
[32,33)	d1
[53,54)	d0
[28,29)	d5
[37,38)	d8
[20,21)	d3
[30,31)	d8
[20,21)	d2
[42,43)	d9
[33,34)	d8
[58,59)	d2
[29,30)	d1
[44,45)	d1
[59,60)	d3
[58,59)	d6
[42,43)	d5
[26,27)	d3
[55,56)	d2
[46,47)	d0
[21,22)	d9
[36,37)	d4
[40,41)	d8
[56,57)	d7
[25,26)	d6
[54,55)	d10
[35,36)	d3
[41,42)	d1
[26,27)	d2
[30,31)	d9
[36,37)	d6
[30,31)	d1
[36,37)	d7
[54,55)	d5
[31,32)	d0
[45,46)	d7
[30,31)	d2
[21,22)	d5
[52,53)	d3
[33,34)	d6
[37,38)	d3
[56,57)	d10
[37,38)	d6
[27,28)	d9
[35,36)	d9
[47,48)	d0
[56,57)	d2
[38,39)	d10
[22,23)	d3
[23,24)	d7
[48,49)	d7
[41,42)	d4
[32,33)	d10
[33,34)	d3
[53,54)	d10
[50,51)	d1
[20,21)	d8
[22,23)	d5
[46,47)	d4
[23,24)	d4
[46,47)	d9
[28,29)	d6
[37,38)	d1
[55,56)	d7
[34,35)	d10
[25,26)	d4
[22,23)	d6
[27,28)	d3
[34,35)	d1
[30,31)	d4
[45,46)	d4
[39,40)	d6
[20,21)	d5
[44,45)	d6
[29,30)	d0
[44,45)	d2
[26,27)	d9
[21,22)	d6
[51,52)	d1
[22,23)	d2
[52,53)	d1
[37,38)	d7
[53,54)	d5
[29,30)	d10
[47,48)	d1
[36,37)	d5
[41,42)	d9
[38,39)	d8
[38,39)	d4
[41,42)	d2
[38,39)	d7
[47,48)	d7
[40,41)	d7
[24,25)	d5
[21,22)	d7
[35,36)	d8
[30,31)	d3
[54,55)	d1
[59,60)	d9
[48,49)	d9
[46,47)	d6
[31,32)	d3
[28,29)	d10
[24,25)	d6
[33,34)	d2
[31,32)	d4
[39,40)	d4
[31,32)	d9
[30,31)	d7
[54,55)	d0
[24,25)	d10
[39,40)	d9
[52,53)	d8
[51,52)	d6
[39,40)	d0
[49,50)	d9
[26,27)	d0
[41,42)	d8
[38,39)	d3
[34,35)	d9
[24,25)	d3
[22,23)	d8
[25,26)	d7
[45,46)	d10
[57,58)	d9
[24,25)	d9
[22,23)	d1
[59,60)	d6
[31,32)	d2
[27,28)	d5
[32,33)	d7
[58,59)	d7
[35,36)	d4
[32,33)	d9
[56,57)	d4
[56,57)	d9
[28,29)	d9
[58,59)	d10
[48,49)	d8
[27,28)	d2
[35,36)	d0
[33,34)	d5
[57,58)	d0
[22,23)	d0
[50,51)	d10
[26,27)	d8
[37,38)	d9
[56,57)	d8
[26,27)	d6
[36,37)	d2
[57,58)	d4
[38,39)	d5
[54,55)	d7
[51,52)	d8
[48,49)	d6
[55,56)	d3
[51,52)	d7
[54,55)	d6
[59,60)	d1
[50,51)	d5
[32,33)	d5
[26,27)	d7
[27,28)	d10
[31,32)	d5
[59,60)	d2
[56,57)	d3
[43,44)	d6
[23,24)	d9
[51,52)	d0
[23,24)	d2
[55,56)	d6
[47,48)	d10
[22,23)	d7
[43,44)	d10
[40,41)	d1
[49,50)	d3
[57,58)	d3
[44,45)	d8
[41,42)	d7
[53,54)	d4
[28,29)	d4
[29,30)	d2
[58,59)	d0
[34,35)	d4
[24,25)	d8
[40,41)	d2
[40,41)	d0
[49,50)	d10
[40,41)	d5
[25,26)	d1
[27,28)	d4
[24,25)	d0
[32,33)	d4
[39,40)	d3
[46,47)	d3
[40,41)	d10
[50,51)	d4
[23,24)	d10
[27,28)	d8
[57,58)	d5
[57,58)	d6
[25,26)	d5
[37,38)	d2
[46,47)	d10
[51,52)	d2
[43,44)	d5
[29,30)	d7
[53,54)	d3
[42,43)	d8
[55,56)	d1
[35,36)	d5
[43,44)	d0
[32,33)	d0
[28,29)	d1
[57,58)	d10
[59,60)	d8
[52,53)	d4
[42,43)	d0
[29,30)	d8
[47,48)	d2
[25,26)	d10
[40,41)	d6
[49,50)	d5
[47,48)	d6
[21,22)	d10
[53,54)	d8
[59,60)	d7
[37,38)	d0
[49,50)	d8
[47,48)	d5
[21,22)	d1
[32,33)	d6
[49,50)	d2
[27,28)	d7
[51,52)	d5
[33,34)	d7
[42,43)	d10
[33,34)	d1
[35,36)	d6
[43,44)	d7
[39,40)	d1
[43,44)	d4
[43,44)	d1
[55,56)	d8
[20,21)	d10
[26,27)	d1
[53,54)	d9
[55,56)	d0
[30,31)	d6
[50,51)	d9
[48,49)	d1
[23,24)	d1
[23,24)	d8
[29,30)	d5
[44,45)	d7
[39,40)	d5
[41,42)	d3
[39,40)	d10
\.


--
-- Data for Name: fragment_2; Type: TABLE DATA; Schema: clinic; Owner: data owner
--

COPY clinic.fragment_2 (zip, sex, disease) FROM stdin;
10002	[1,2)	d8
10016	[1,2)	d5
10004	[1,2)	d2
10015	[0,1)	d7
10007	[0,1)	d4
10011	[1,2)	d6
10004	[1,2)	d10
10006	[0,1)	d7
10010	[1,2)	d4
10001	[0,1)	d3
10008	[1,2)	d2
10010	[1,2)	d5
10016	[1,2)	d10
10012	[1,2)	d3
10010	[0,1)	d0
10013	[1,2)	d1
10004	[0,1)	d0
10003	[1,2)	d9
10013	[0,1)	d10
10016	[1,2)	d3
10004	[1,2)	d5
10007	[0,1)	d10
10005	[0,1)	d3
10002	[1,2)	d3
10008	[1,2)	d6
10006	[0,1)	d0
10005	[0,1)	d5
10002	[0,1)	d1
10009	[0,1)	d8
10016	[0,1)	d7
10000	[0,1)	d9
10007	[1,2)	d4
10002	[0,1)	d9
10011	[0,1)	d1
10012	[0,1)	d8
10000	[0,1)	d7
10003	[0,1)	d2
10000	[0,1)	d1
10014	[1,2)	d6
10004	[1,2)	d3
10008	[1,2)	d4
10000	[1,2)	d9
10004	[0,1)	d4
10005	[1,2)	d5
10004	[0,1)	d2
10004	[1,2)	d7
10006	[0,1)	d3
10000	[1,2)	d10
10013	[1,2)	d4
10010	[1,2)	d2
10001	[0,1)	d0
10006	[1,2)	d5
10012	[0,1)	d2
10014	[0,1)	d0
10009	[0,1)	d0
10014	[1,2)	d7
10014	[0,1)	d5
10011	[0,1)	d5
10016	[1,2)	d7
10004	[0,1)	d9
10012	[0,1)	d5
10006	[1,2)	d10
10004	[1,2)	d4
10002	[0,1)	d10
10011	[1,2)	d1
10014	[1,2)	d10
10005	[0,1)	d0
10007	[1,2)	d6
10008	[0,1)	d2
10013	[1,2)	d10
10015	[0,1)	d4
10011	[0,1)	d7
10003	[0,1)	d10
10005	[1,2)	d7
10010	[0,1)	d5
10010	[1,2)	d1
10010	[1,2)	d0
10004	[1,2)	d6
10012	[1,2)	d0
10009	[1,2)	d9
10016	[1,2)	d2
10011	[0,1)	d3
10012	[0,1)	d1
10006	[1,2)	d6
10001	[1,2)	d7
10014	[0,1)	d1
10008	[0,1)	d1
10015	[0,1)	d6
10013	[0,1)	d8
10015	[0,1)	d10
10003	[0,1)	d0
10011	[0,1)	d4
10009	[1,2)	d8
10003	[1,2)	d10
10013	[1,2)	d5
10007	[1,2)	d10
10008	[0,1)	d6
10008	[1,2)	d10
10000	[1,2)	d7
10005	[0,1)	d1
10008	[0,1)	d0
10001	[0,1)	d1
10009	[0,1)	d4
10008	[1,2)	d8
10005	[0,1)	d7
10013	[1,2)	d8
10012	[1,2)	d5
10005	[1,2)	d3
10010	[1,2)	d9
10015	[0,1)	d9
10012	[1,2)	d4
10015	[1,2)	d7
10001	[1,2)	d2
10002	[1,2)	d10
10005	[0,1)	d6
10011	[0,1)	d8
10006	[0,1)	d4
10010	[0,1)	d3
10016	[0,1)	d0
10010	[0,1)	d6
10000	[1,2)	d3
10011	[0,1)	d10
10012	[0,1)	d9
10016	[1,2)	d9
10004	[0,1)	d1
10007	[1,2)	d1
10000	[1,2)	d8
10008	[0,1)	d3
10013	[0,1)	d3
10007	[0,1)	d5
10010	[0,1)	d10
10016	[1,2)	d0
10015	[0,1)	d2
10002	[0,1)	d4
10001	[0,1)	d4
10009	[0,1)	d1
10002	[0,1)	d6
10012	[0,1)	d6
10007	[1,2)	d7
10007	[0,1)	d3
10004	[0,1)	d5
10007	[1,2)	d0
10005	[1,2)	d9
10012	[1,2)	d1
10014	[0,1)	d8
10012	[0,1)	d3
10009	[0,1)	d9
10008	[1,2)	d5
10014	[1,2)	d3
10006	[1,2)	d9
10008	[0,1)	d4
10011	[1,2)	d7
10012	[1,2)	d8
10013	[0,1)	d7
10004	[0,1)	d7
10000	[1,2)	d1
10008	[1,2)	d9
10009	[1,2)	d0
10008	[0,1)	d8
10002	[1,2)	d4
10000	[1,2)	d5
10006	[1,2)	d8
10001	[1,2)	d9
10007	[1,2)	d5
10015	[1,2)	d5
10001	[0,1)	d7
10013	[1,2)	d2
10013	[1,2)	d6
10004	[0,1)	d6
10000	[0,1)	d6
10001	[1,2)	d10
10002	[1,2)	d6
10002	[0,1)	d5
10011	[1,2)	d3
10010	[0,1)	d2
10009	[0,1)	d2
10008	[1,2)	d0
10001	[0,1)	d8
10009	[1,2)	d7
10016	[0,1)	d8
10002	[1,2)	d2
10009	[0,1)	d7
10007	[0,1)	d6
10016	[0,1)	d9
10013	[1,2)	d9
10016	[0,1)	d1
10003	[1,2)	d0
10009	[1,2)	d6
10015	[1,2)	d9
10003	[0,1)	d8
10002	[1,2)	d0
10010	[1,2)	d7
10014	[1,2)	d4
10003	[0,1)	d4
10010	[1,2)	d8
10006	[0,1)	d8
10014	[0,1)	d2
10000	[1,2)	d4
10007	[0,1)	d9
10015	[1,2)	d2
10013	[0,1)	d0
10007	[1,2)	d3
10005	[0,1)	d9
10008	[0,1)	d7
10006	[1,2)	d3
10009	[0,1)	d5
10015	[1,2)	d4
10001	[1,2)	d3
10003	[1,2)	d1
10013	[0,1)	d4
10013	[1,2)	d3
10003	[0,1)	d7
10011	[1,2)	d10
10016	[0,1)	d5
10002	[0,1)	d3
10003	[0,1)	d3
10015	[1,2)	d0
10016	[1,2)	d6
10000	[1,2)	d0
10014	[0,1)	d6
10016	[0,1)	d3
10000	[0,1)	d5
10005	[0,1)	d2
10015	[1,2)	d1
10006	[1,2)	d7
10002	[0,1)	d8
10011	[1,2)	d9
10014	[0,1)	d9
10003	[0,1)	d6
10015	[1,2)	d6
10007	[0,1)	d8
10011	[1,2)	d2
10001	[1,2)	d1
10014	[0,1)	d4
10009	[1,2)	d10
10002	[0,1)	d2
10001	[1,2)	d5
10004	[0,1)	d8
10007	[0,1)	d2
10005	[0,1)	d10
10009	[1,2)	d3
10003	[1,2)	d2
10010	[0,1)	d7
10006	[0,1)	d10
10015	[1,2)	d8
10005	[1,2)	d1
10014	[1,2)	d0
10016	[0,1)	d4
10006	[1,2)	d1
10015	[0,1)	d0
10012	[1,2)	d10
10010	[0,1)	d4
10016	[0,1)	d2
10008	[1,2)	d1
10007	[1,2)	d8
10011	[0,1)	d9
10011	[1,2)	d0
10008	[0,1)	d10
10013	[0,1)	d6
10001	[1,2)	d6
10009	[0,1)	d6
10004	[1,2)	d0
10002	[1,2)	d7
10014	[1,2)	d2
10011	[1,2)	d5
10000	[0,1)	d2
10012	[0,1)	d7
10006	[0,1)	d1
10007	[0,1)	d1
10012	[0,1)	d10
10001	[0,1)	d6
10005	[1,2)	d8
10001	[1,2)	d8
10000	[0,1)	d3
10006	[0,1)	d5
10014	[1,2)	d8
10005	[1,2)	d2
10001	[0,1)	d5
10003	[0,1)	d9
10015	[0,1)	d3
10004	[1,2)	d9
10003	[1,2)	d4
10000	[0,1)	d10
10013	[0,1)	d1
10002	[1,2)	d1
10014	[0,1)	d10
10009	[1,2)	d4
10005	[1,2)	d4
10003	[1,2)	d8
10010	[1,2)	d3
10001	[0,1)	d10
10010	[0,1)	d9
10003	[1,2)	d5
10005	[1,2)	d0
10009	[1,2)	d2
10011	[0,1)	d0
10012	[1,2)	d7
10006	[0,1)	d9
10003	[1,2)	d6
10006	[1,2)	d2
\.


--
-- Data for Name: generalized; Type: TABLE DATA; Schema: clinic; Owner: data owner
--

COPY clinic.generalized (age, zip, sex, disease) FROM stdin;
[24,29)	1000	[0,1)	d1
[30,36)	1000	[0,1)	d5
[39,42)	1000	[1,2)	d4
[54,59)	1001	[0,1)	d10
[54,55)	1000	[0,1)	d4
[49,54)	1001	[1,2)	d8
[30,36)	1000	[0,1)	d6
[55,56)	1000	[1,2)	d8
[44,45)	1000	[0,1)	d2
[20,25)	1001	[0,1)	d5
[34,39)	1001	[0,1)	d3
[49,54)	1001	[1,2)	d1
[22,23)	1000	[0,1)	d8
[55,60)	1001	[1,2)	d4
[24,29)	1000	[0,1)	d9
[34,38)	1001	[1,2)	d9
[24,29)	1000	[0,1)	d9
[45,50)	1000	[1,2)	d10
[55,60)	1001	[1,2)	d9
[39,42)	1000	[1,2)	d1
[21,26)	1001	[1,2)	d1
[34,39)	1001	[0,1)	d4
[40,45)	1001	[0,1)	d6
[33,34)	1000	[1,2)	d5
[27,30)	1000	[1,2)	d8
[39,42)	1000	[1,2)	d8
[55,56)	1000	[1,2)	d1
[24,29)	1000	[0,1)	d3
[51,54)	1000	[1,2)	d5
[57,60)	1000	[1,2)	d2
[31,34)	1001	[1,2)	d4
[22,23)	1000	[0,1)	d7
[46,49)	1001	[0,1)	d2
[36,37)	1000	[0,1)	d10
[56,59)	1000	[0,1)	d6
[21,26)	1001	[1,2)	d0
[36,37)	1000	[0,1)	d7
[55,60)	1001	[1,2)	d5
[21,24)	1000	[1,2)	d1
[54,59)	1001	[0,1)	d2
[26,29)	1001	[0,1)	d10
[33,34)	1000	[1,2)	d2
[31,32)	1000	[1,2)	d10
[34,39)	1001	[0,1)	d2
[45,50)	1000	[1,2)	d4
[21,26)	1001	[1,2)	d2
[22,23)	1000	[0,1)	d0
[49,54)	1001	[1,2)	d0
[30,36)	1000	[0,1)	d3
[26,29)	1001	[0,1)	d7
[33,34)	1000	[1,2)	d8
[46,49)	1001	[0,1)	d3
[34,38)	1001	[1,2)	d5
[46,49)	1001	[0,1)	d0
[40,43)	1000	[0,1)	d4
[45,48)	1001	[1,2)	d2
[51,54)	1000	[1,2)	d6
[21,26)	1001	[1,2)	d8
[57,60)	1000	[1,2)	d6
[20,25)	1001	[0,1)	d2
[26,29)	1001	[0,1)	d0
[26,29)	1001	[0,1)	d3
[50,53)	1001	[0,1)	d9
[31,34)	1001	[1,2)	d0
[21,24)	1000	[1,2)	d10
[27,30)	1001	[1,2)	d10
[40,43)	1000	[0,1)	d10
[49,54)	1001	[1,2)	d2
[22,23)	1000	[0,1)	d1
[25,26)	1000	[1,2)	d2
[34,39)	1001	[0,1)	d1
[27,30)	1001	[1,2)	d3
[24,29)	1000	[0,1)	d1
[57,60)	1000	[1,2)	d8
[43,44)	1000	[1,2)	d6
[34,38)	1001	[1,2)	d8
[30,36)	1000	[0,1)	d8
[34,39)	1001	[0,1)	d7
[24,29)	1000	[0,1)	d5
[45,50)	1000	[1,2)	d1
[33,34)	1000	[1,2)	d6
[30,33)	1001	[0,1)	d8
[40,43)	1000	[0,1)	d5
[20,21)	1000	[0,1)	d8
[40,45)	1001	[0,1)	d0
[40,43)	1000	[0,1)	d1
[39,44)	1001	[1,2)	d2
[39,44)	1001	[1,2)	d4
[55,60)	1001	[1,2)	d3
[55,60)	1001	[1,2)	d7
[35,38)	1000	[1,2)	d8
[39,44)	1001	[1,2)	d3
[50,53)	1000	[0,1)	d6
[51,54)	1000	[1,2)	d4
[50,53)	1000	[0,1)	d4
[21,26)	1001	[1,2)	d6
[46,49)	1000	[0,1)	d8
[27,30)	1001	[1,2)	d2
[46,49)	1001	[0,1)	d6
[38,39)	1000	[0,1)	d5
[38,39)	1000	[0,1)	d2
[31,32)	1000	[1,2)	d3
[50,53)	1000	[0,1)	d2
[31,34)	1001	[1,2)	d7
[21,24)	1000	[1,2)	d0
[21,24)	1000	[1,2)	d4
[20,25)	1001	[0,1)	d4
[46,49)	1000	[0,1)	d3
[54,59)	1001	[0,1)	d1
[56,59)	1000	[0,1)	d8
[46,49)	1000	[0,1)	d6
[57,60)	1000	[1,2)	d0
[39,42)	1000	[1,2)	d5
[49,54)	1001	[1,2)	d5
[39,42)	1000	[1,2)	d1
[21,26)	1001	[1,2)	d9
[55,60)	1001	[1,2)	d6
[35,38)	1000	[1,2)	d3
[50,53)	1000	[0,1)	d9
[54,59)	1001	[0,1)	d6
[20,21)	1000	[0,1)	d2
[54,55)	1000	[0,1)	d5
[46,49)	1000	[0,1)	d5
[39,44)	1001	[1,2)	d1
[20,25)	1001	[0,1)	d10
[31,34)	1001	[1,2)	d0
[35,38)	1000	[1,2)	d9
[45,50)	1000	[1,2)	d8
[34,39)	1001	[0,1)	d5
[27,30)	1001	[1,2)	d5
[20,25)	1001	[0,1)	d3
[54,59)	1001	[0,1)	d0
[54,55)	1000	[0,1)	d7
[31,34)	1001	[1,2)	d3
[43,44)	1000	[1,2)	d0
[24,29)	1000	[0,1)	d8
[27,30)	1000	[1,2)	d0
[57,60)	1000	[1,2)	d1
[43,44)	1000	[1,2)	d7
[43,44)	1000	[1,2)	d4
[38,39)	1000	[0,1)	d7
[25,26)	1000	[1,2)	d6
[40,45)	1001	[0,1)	d9
[30,36)	1000	[0,1)	d9
[39,44)	1001	[1,2)	d5
[39,42)	1000	[1,2)	d7
[30,36)	1000	[0,1)	d6
[57,60)	1000	[1,2)	d10
[26,29)	1001	[0,1)	d3
[39,44)	1001	[1,2)	d3
[44,45)	1000	[0,1)	d6
[45,48)	1001	[1,2)	d7
[50,53)	1001	[0,1)	d3
[57,60)	1000	[1,2)	d3
[51,54)	1000	[1,2)	d9
[45,48)	1001	[1,2)	d4
[36,37)	1000	[0,1)	d6
[35,38)	1000	[1,2)	d7
[34,39)	1001	[0,1)	d2
[25,26)	1000	[1,2)	d5
[21,24)	1000	[1,2)	d3
[24,29)	1000	[0,1)	d0
[20,21)	1000	[0,1)	d5
[40,45)	1001	[0,1)	d1
[27,30)	1000	[1,2)	d2
[35,38)	1000	[1,2)	d0
[54,59)	1001	[0,1)	d9
[30,33)	1001	[0,1)	d1
[27,30)	1000	[1,2)	d10
[40,45)	1001	[0,1)	d10
[55,56)	1000	[1,2)	d0
[50,53)	1001	[0,1)	d1
[45,50)	1000	[1,2)	d0
[26,29)	1001	[0,1)	d9
[45,48)	1001	[1,2)	d6
[40,45)	1001	[0,1)	d8
[27,30)	1001	[1,2)	d6
[56,59)	1000	[0,1)	d10
[50,53)	1001	[0,1)	d7
[40,45)	1001	[0,1)	d5
[40,43)	1000	[0,1)	d3
[45,50)	1000	[1,2)	d5
[21,24)	1000	[1,2)	d5
[30,36)	1000	[0,1)	d4
[22,23)	1000	[0,1)	d3
[55,60)	1001	[1,2)	d2
[20,25)	1001	[0,1)	d5
[56,59)	1000	[0,1)	d5
[39,42)	1000	[1,2)	d9
[24,29)	1000	[0,1)	d6
[51,54)	1000	[1,2)	d8
[34,38)	1001	[1,2)	d10
[34,39)	1001	[0,1)	d10
[50,53)	1000	[0,1)	d10
[56,59)	1000	[0,1)	d7
[30,33)	1001	[0,1)	d4
[24,29)	1000	[0,1)	d4
[46,49)	1000	[0,1)	d9
[30,36)	1000	[0,1)	d1
[20,21)	1000	[0,1)	d4
[21,26)	1001	[1,2)	d7
[46,49)	1001	[0,1)	d9
[39,44)	1001	[1,2)	d0
[49,54)	1001	[1,2)	d3
[31,32)	1000	[1,2)	d2
[38,39)	1000	[0,1)	d9
[45,50)	1000	[1,2)	d9
[34,38)	1001	[1,2)	d6
[55,56)	1000	[1,2)	d3
[50,53)	1001	[0,1)	d5
[21,26)	1001	[1,2)	d10
[30,33)	1001	[0,1)	d7
[30,36)	1000	[0,1)	d7
[46,49)	1000	[0,1)	d1
[51,54)	1000	[1,2)	d2
[45,50)	1000	[1,2)	d10
[21,24)	1000	[1,2)	d4
[46,49)	1001	[0,1)	d4
[49,54)	1001	[1,2)	d5
[49,54)	1001	[1,2)	d0
[30,33)	1001	[0,1)	d4
[27,30)	1000	[1,2)	d4
[21,26)	1001	[1,2)	d4
[20,25)	1001	[0,1)	d8
[56,59)	1000	[0,1)	d4
[50,53)	1000	[0,1)	d1
[46,49)	1001	[0,1)	d10
[30,36)	1000	[0,1)	d1
[35,38)	1000	[1,2)	d0
[44,45)	1000	[0,1)	d0
[30,33)	1001	[0,1)	d0
[24,29)	1000	[0,1)	d10
[50,53)	1001	[0,1)	d8
[39,42)	1000	[1,2)	d10
[35,38)	1000	[1,2)	d6
[46,49)	1000	[0,1)	d7
[24,29)	1000	[0,1)	d6
[27,30)	1001	[1,2)	d1
[25,26)	1000	[1,2)	d10
[31,32)	1000	[1,2)	d9
[56,59)	1000	[0,1)	d3
[57,60)	1000	[1,2)	d9
[54,55)	1000	[0,1)	d0
[49,54)	1001	[1,2)	d9
[45,48)	1001	[1,2)	d10
[39,44)	1001	[1,2)	d9
[33,34)	1000	[1,2)	d1
[45,50)	1000	[1,2)	d3
[20,25)	1001	[0,1)	d0
[54,55)	1000	[0,1)	d1
[56,59)	1000	[0,1)	d10
[38,39)	1000	[0,1)	d3
[21,24)	1000	[1,2)	d7
[25,26)	1000	[1,2)	d1
[27,30)	1000	[1,2)	d9
[36,37)	1000	[0,1)	d0
[35,38)	1000	[1,2)	d2
[20,21)	1000	[0,1)	d9
[39,42)	1000	[1,2)	d6
[27,30)	1000	[1,2)	d7
[35,38)	1000	[1,2)	d4
[50,53)	1001	[0,1)	d4
[36,37)	1000	[0,1)	d4
[30,36)	1000	[0,1)	d10
[20,25)	1001	[0,1)	d6
[34,38)	1001	[1,2)	d1
[45,50)	1000	[1,2)	d3
[54,59)	1001	[0,1)	d7
[50,53)	1000	[0,1)	d0
[35,38)	1000	[1,2)	d3
[43,44)	1000	[1,2)	d10
[24,29)	1000	[0,1)	d2
[55,56)	1000	[1,2)	d7
[26,29)	1001	[0,1)	d6
[31,32)	1000	[1,2)	d5
[40,43)	1000	[0,1)	d8
[21,24)	1000	[1,2)	d9
[34,39)	1001	[0,1)	d8
[31,34)	1001	[1,2)	d8
[45,50)	1000	[1,2)	d2
[44,45)	1000	[0,1)	d3
[45,48)	1001	[1,2)	d8
[44,45)	1000	[0,1)	d7
[21,24)	1000	[1,2)	d7
[40,43)	1000	[0,1)	d2
[30,33)	1001	[0,1)	d9
[49,54)	1001	[1,2)	d10
[56,59)	1000	[0,1)	d2
[30,36)	1000	[0,1)	d2
[27,30)	1000	[1,2)	d5
[40,43)	1000	[0,1)	d8
[38,39)	1000	[0,1)	d10
[40,45)	1001	[0,1)	d7
[27,30)	1001	[1,2)	d7
[45,48)	1001	[1,2)	d7
[57,60)	1000	[1,2)	d6
[51,54)	1000	[1,2)	d7
[40,43)	1000	[0,1)	d0
[30,36)	1000	[0,1)	d9
[27,30)	1000	[1,2)	d8
\.


--
-- Data for Name: growing_1; Type: TABLE DATA; Schema: clinic; Owner: data owner
--

COPY clinic.growing_1 (bucket, sex) FROM stdin;
1	0
1	1
2	0
2	1
3	0
3	1
4	1
4	0
5	0
5	1
6	1
6	1
7	0
7	0
8	0
8	1
9	1
9	0
10	1
10	1
11	0
11	1
12	1
12	0
13	0
13	1
14	0
14	1
15	0
15	1
16	0
16	1
17	0
17	0
18	0
18	1
19	0
19	1
20	0
20	1
21	1
21	0
22	1
22	0
23	1
23	0
24	0
24	1
25	1
25	0
25	0
\.


--
-- Data for Name: growing_1_values; Type: TABLE DATA; Schema: clinic; Owner: data owner
--

COPY clinic.growing_1_values (bucket, member, code) FROM stdin;
1	1	c1
1	1	c10
1	1	c17
1	2	c12
1	2	c19
1	2	c3
2	1	c14
2	1	c21
2	1	c5
2	2	c15
2	2	c22
2	2	c8
3	1	c12
3	1	c19
3	1	c5
3	2	c0
3	2	c16
3	2	c7
4	1	c18
4	1	c2
4	1	c9
4	2	c11
4	2	c20
4	2	c4
5	1	c1
5	1	c17
5	1	c8
5	2	c10
5	2	c19
5	2	c3
6	1	c14
6	1	c21
6	1	c7
6	2	c13
6	2	c20
6	2	c6
7	1	c18
7	1	c2
7	1	c9
7	2	c15
7	2	c22
7	2	c6
8	1	c12
8	1	c21
8	1	c5
8	2	c10
8	2	c17
8	2	c3
9	1	c11
9	1	c18
9	1	c4
9	2	c1
9	2	c15
9	2	c8
10	1	c0
10	1	c14
10	1	c7
10	2	c13
10	2	c20
10	2	c4
11	1	c16
11	1	c2
11	1	c9
11	2	c14
11	2	c21
11	2	c5
12	1	c1
12	1	c17
12	1	c8
12	2	c13
12	2	c22
12	2	c6
13	1	c0
13	1	c16
13	1	c7
13	2	c10
13	2	c19
13	2	c3
14	1	c11
14	1	c20
14	1	c4
14	2	c12
14	2	c19
14	2	c5
15	1	c15
15	1	c22
15	1	c6
15	2	c1
15	2	c17
15	2	c8
16	1	c0
16	1	c14
16	1	c7
16	2	c11
16	2	c18
16	2	c2
17	1	c0
17	1	c16
17	1	c9
17	2	c12
17	2	c21
17	2	c5
18	1	c10
18	1	c17
18	1	c3
18	2	c13
18	2	c20
18	2	c6
19	1	c11
19	1	c18
19	1	c4
19	2	c1
19	2	c15
19	2	c8
20	1	c12
20	1	c19
20	1	c3
20	2	c16
20	2	c2
20	2	c9
21	1	c13
21	1	c22
21	1	c6
21	2	c14
21	2	c21
21	2	c7
22	1	c1
22	1	c10
22	1	c17
22	2	c15
22	2	c22
22	2	c8
23	1	c12
23	1	c21
23	1	c5
23	2	c11
23	2	c18
23	2	c2
24	1	c0
24	1	c16
24	1	c9
24	2	c13
24	2	c20
24	2	c4
25	1	c10
25	1	c19
25	1	c3
25	2	c14
25	2	c7
25	3	c15
\.


--
-- Data for Name: growing_2; Type: TABLE DATA; Schema: clinic; Owner: data owner
--

COPY clinic.growing_2 (bucket, sex) FROM stdin;
1	0
1	1
2	0
2	1
3	1
3	0
4	1
4	0
5	1
5	0
6	1
6	1
7	0
7	0
8	0
8	1
9	1
9	0
10	1
10	1
11	1
11	0
12	1
12	0
13	1
13	0
14	0
14	1
15	1
15	0
16	1
16	0
17	0
17	0
18	1
18	0
19	0
19	1
20	1
20	0
21	1
21	0
22	0
22	1
23	0
23	1
24	1
24	0
25	0
25	1
25	0
26	0
26	1
27	0
27	0
28	0
28	1
29	1
29	1
30	1
30	0
\.


--
-- Data for Name: growing_2_values; Type: TABLE DATA; Schema: clinic; Owner: data owner
--

COPY clinic.growing_2_values (bucket, member, code) FROM stdin;
1	1	c12
1	1	c19
1	1	c3
1	2	c1
1	2	c10
1	2	c17
2	1	c15
2	1	c22
2	1	c8
2	2	c14
2	2	c21
2	2	c5
3	1	c12
3	1	c19
3	1	c5
3	2	c0
3	2	c16
3	2	c7
4	1	c11
4	1	c20
4	1	c4
4	2	c18
4	2	c2
4	2	c9
5	1	c1
5	1	c17
5	1	c8
5	2	c10
5	2	c19
5	2	c3
6	1	c13
6	1	c20
6	1	c6
6	2	c14
6	2	c21
6	2	c7
7	1	c15
7	1	c22
7	1	c6
7	2	c18
7	2	c2
7	2	c9
8	1	c12
8	1	c21
8	1	c5
8	2	c10
8	2	c17
8	2	c3
9	1	c1
9	1	c15
9	1	c8
9	2	c11
9	2	c18
9	2	c4
10	1	c13
10	1	c20
10	1	c4
10	2	c0
10	2	c14
10	2	c7
11	1	c16
11	1	c2
11	1	c9
11	2	c14
11	2	c21
11	2	c5
12	1	c13
12	1	c22
12	1	c6
12	2	c1
12	2	c17
12	2	c8
13	1	c0
13	1	c16
13	1	c7
13	2	c10
13	2	c19
13	2	c3
14	1	c12
14	1	c19
14	1	c5
14	2	c11
14	2	c20
14	2	c4
15	1	c15
15	1	c22
15	1	c6
15	2	c1
15	2	c17
15	2	c8
16	1	c0
16	1	c14
16	1	c7
16	2	c11
16	2	c18
16	2	c2
17	1	c0
17	1	c16
17	1	c9
17	2	c12
17	2	c21
17	2	c5
18	1	c13
18	1	c20
18	1	c6
18	2	c10
18	2	c17
18	2	c3
19	1	c1
19	1	c15
19	1	c8
19	2	c11
19	2	c18
19	2	c4
20	1	c12
20	1	c19
20	1	c3
20	2	c16
20	2	c2
20	2	c9
21	1	c14
21	1	c21
21	1	c7
21	2	c13
21	2	c22
21	2	c6
22	1	c1
22	1	c10
22	1	c17
22	2	c15
22	2	c22
22	2	c8
23	1	c11
23	1	c18
23	1	c2
23	2	c12
23	2	c21
23	2	c5
24	1	c0
24	1	c16
24	1	c9
24	2	c13
24	2	c20
24	2	c4
25	1	c10
25	1	c19
25	1	c3
25	2	c15
25	2	c22
25	2	c6
25	3	c14
25	3	c7
26	1	c13
26	1	c22
26	1	c6
26	2	c11
26	2	c20
26	2	c4
27	1	c10
27	1	c17
27	1	c3
27	2	c11
27	2	c18
27	2	c2
28	1	c14
28	1	c21
28	1	c7
28	2	c12
28	2	c19
28	2	c5
29	1	c13
29	1	c20
29	1	c4
29	2	c0
29	2	c16
29	2	c9
30	1	c1
30	1	c15
30	1	c8
30	2	c18
\.


--
-- Data for Name: guests; Type: TABLE DATA; Schema: clinic; Owner: data owner
--

COPY clinic.guests (id, age, zip, sex, disease) FROM stdin;
1	21	10001	1	d7
2	22	10002	0	d3
3	23	10003	1	d10
4	24	10004	0	d6
5	25	10005	1	d2
6	26	10006	0	d9
7	27	10007	1	d5
8	28	10008	0	d1
10	30	10010	0	d4
11	31	10011	1	d0
12	32	10012	0	d7
13	33	10013	1	d3
14	34	10014	0	d10
15	35	10015	1	d6
16	36	10016	0	d2
17	37	10000	1	d9
19	39	10002	1	d1
20	40	10003	0	d8
21	41	10004	1	d4
22	42	10005	0	d0
23	43	10006	1	d7
24	44	10007	0	d3
25	45	10008	1	d10
26	46	10009	0	d6
28	48	10011	0	d9
29	49	10012	1	d5
30	50	10013	0	d1
31	51	10014	1	d8
32	52	10015	0	d4
33	53	10016	1	d0
34	54	10000	0	d7
35	55	10001	1	d3
37	57	10003	1	d6
38	58	10004	0	d2
39	59	10005	1	d9
40	20	10006	0	d5
41	21	10007	1	d1
42	22	10008	0	d8
43	23	10009	1	d4
44	24	10010	0	d0
46	26	10012	0	d3
47	27	10013	1	d10
48	28	10014	0	d6
49	29	10015	1	d2
50	30	10016	0	d9
51	31	10000	1	d5
52	32	10001	0	d1
53	33	10002	1	d8
55	35	10004	1	d0
56	36	10005	0	d7
57	37	10006	1	d3
58	38	10007	0	d10
59	39	10008	1	d6
60	40	10009	0	d2
61	41	10010	1	d9
62	42	10011	0	d5
64	44	10013	0	d8
65	45	10014	1	d4
66	46	10015	0	d0
67	47	10016	1	d7
68	48	10000	0	d3
69	49	10001	1	d10
70	50	10002	0	d6
71	51	10003	1	d2
73	53	10005	1	d5
74	54	10006	0	d1
75	55	10007	1	d8
76	56	10008	0	d4
77	57	10009	1	d0
78	58	10010	0	d7
79	59	10011	1	d3
80	20	10012	0	d10
82	22	10014	0	d2
83	23	10015	1	d9
84	24	10016	0	d5
85	25	10000	1	d1
86	26	10001	0	d8
87	27	10002	1	d4
88	28	10003	0	d0
89	29	10004	1	d7
91	31	10006	1	d10
92	32	10007	0	d6
93	33	10008	1	d2
94	34	10009	0	d9
95	35	10010	1	d5
96	36	10011	0	d1
97	37	10012	1	d8
98	38	10013	0	d4
100	40	10015	0	d7
101	41	10016	1	d3
102	42	10000	0	d10
103	43	10001	1	d6
104	44	10002	0	d2
105	45	10003	1	d9
106	46	10004	0	d5
107	47	10005	1	d1
109	49	10007	1	d4
110	50	10008	0	d0
111	51	10009	1	d7
112	52	10010	0	d3
113	53	10011	1	d10
114	54	10012	0	d6
115	55	10013	1	d2
116	56	10014	0	d9
118	58	10016	0	d1
119	59	10000	1	d8
120	20	10001	0	d4
121	21	10002	1	d0
122	22	10003	0	d7
123	23	10004	1	d3
124	24	10005	0	d10
125	25	10006	1	d6
127	27	10008	1	d9
128	28	10009	0	d5
129	29	10010	1	d1
130	30	10011	0	d8
131	31	10012	1	d4
132	32	10013	0	d0
133	33	10014	1	d7
134	34	10015	0	d3
136	36	10000	0	d6
137	37	10001	1	d2
138	38	10002	0	d9
139	39	10003	1	d5
140	40	10004	0	d1
141	41	10005	1	d8
142	42	10006	0	d4
143	43	10007	1	d0
145	45	10009	1	d3
146	46	10010	0	d10
147	47	10011	1	d6
148	48	10012	0	d2
149	49	10013	1	d9
150	50	10014	0	d5
151	51	10015	1	d1
152	52	10016	0	d8
154	54	10001	0	d0
155	55	10002	1	d7
156	56	10003	0	d3
157	57	10004	1	d10
158	58	10005	0	d6
159	59	10006	1	d2
160	20	10007	0	d9
161	21	10008	1	d5
163	23	10010	1	d8
164	24	10011	0	d4
165	25	10012	1	d0
166	26	10013	0	d7
167	27	10014	1	d3
168	28	10015	0	d10
169	29	10016	1	d6
170	30	10000	0	d2
172	32	10002	0	d5
173	33	10003	1	d1
174	34	10004	0	d8
175	35	10005	1	d4
176	36	10006	0	d0
177	37	10007	1	d7
178	38	10008	0	d3
179	39	10009	1	d10
181	41	10011	1	d2
182	42	10012	0	d9
183	43	10013	1	d5
184	44	10014	0	d1
185	45	10015	1	d8
186	46	10016	0	d4
187	47	10000	1	d0
188	48	10001	0	d7
190	50	10003	0	d10
191	51	10004	1	d6
192	52	10005	0	d2
193	53	10006	1	d9
194	54	10007	0	d5
195	55	10008	1	d1
196	56	10009	0	d8
197	57	10010	1	d4
199	59	10012	1	d7
200	20	10013	0	d3
201	21	10014	1	d10
202	22	10015	0	d6
203	23	10016	1	d2
204	24	10000	0	d9
205	25	10001	1	d5
206	26	10002	0	d1
208	28	10004	0	d4
209	29	10005	1	d0
210	30	10006	0	d7
211	31	10007	1	d3
212	32	10008	0	d10
213	33	10009	1	d6
214	34	10010	0	d2
215	35	10011	1	d9
217	37	10013	1	d1
218	38	10014	0	d8
219	39	10015	1	d4
220	40	10016	0	d0
221	41	10000	1	d7
222	42	10001	0	d3
223	43	10002	1	d10
224	44	10003	0	d6
226	46	10005	0	d9
227	47	10006	1	d5
228	48	10007	0	d1
229	49	10008	1	d8
230	50	10009	0	d4
231	51	10010	1	d0
232	52	10011	0	d7
233	53	10012	1	d3
235	55	10014	1	d6
236	56	10015	0	d2
237	57	10016	1	d9
238	58	10000	0	d5
239	59	10001	1	d1
240	20	10002	0	d8
241	21	10003	1	d4
242	22	10004	0	d0
244	24	10006	0	d3
245	25	10007	1	d10
246	26	10008	0	d6
247	27	10009	1	d2
248	28	10010	0	d9
249	29	10011	1	d5
250	30	10012	0	d1
251	31	10013	1	d8
253	33	10015	1	d0
254	34	10016	0	d7
255	35	10000	1	d3
256	36	10001	0	d10
257	37	10002	1	d6
258	38	10003	0	d2
259	39	10004	1	d9
260	40	10005	0	d5
262	42	10007	0	d8
263	43	10008	1	d4
264	44	10009	0	d0
265	45	10010	1	d7
266	46	10011	0	d3
267	47	10012	1	d10
268	48	10013	0	d6
269	49	10014	1	d2
271	51	10016	1	d5
272	52	10000	0	d1
273	53	10001	1	d8
274	54	10002	0	d4
275	55	10003	1	d0
276	56	10004	0	d7
277	57	10005	1	d3
278	58	10006	0	d10
280	20	10008	0	d2
281	21	10009	1	d9
282	22	10010	0	d5
283	23	10011	1	d1
284	24	10012	0	d8
285	25	10013	1	d4
286	26	10014	0	d0
287	27	10015	1	d7
289	29	10000	1	d10
290	30	10001	0	d6
291	31	10002	1	d2
292	32	10003	0	d9
293	33	10004	1	d5
294	34	10005	0	d1
295	35	10006	1	d8
296	36	10007	0	d4
298	38	10009	0	d7
299	39	10010	1	d3
300	40	10011	0	d10
301	41	10012	1	d6
302	42	10013	0	d2
303	43	10014	1	d9
304	44	10015	0	d5
305	45	10016	1	d1
306	46	10000	0	d8
307	47	10001	1	d4
308	48	10002	0	d0
309	49	10003	1	d7
310	50	10004	0	d3
311	51	10005	1	d10
312	52	10006	0	d6
313	53	10007	1	d2
314	54	10008	0	d9
315	55	10009	1	d5
316	56	10010	0	d1
317	57	10011	1	d8
318	58	10012	0	d4
319	59	10013	1	d0
320	20	10014	0	d7
321	21	10015	1	d3
322	22	10016	0	d10
323	23	10000	1	d6
324	24	10001	0	d2
325	25	10002	1	d9
326	26	10003	0	d5
327	27	10004	1	d1
328	28	10005	0	d8
329	29	10006	1	d4
330	30	10007	0	d0
331	31	10008	1	d7
332	32	10009	0	d3
333	33	10010	1	d10
334	34	10011	0	d6
335	35	10012	1	d2
336	36	10013	0	d9
337	37	10014	1	d5
338	38	10015	0	d1
339	39	10016	1	d8
340	40	10000	0	d4
341	41	10001	1	d0
342	42	10002	0	d7
343	43	10003	1	d3
344	44	10004	0	d10
345	45	10005	1	d6
346	46	10006	0	d2
347	47	10007	1	d9
348	48	10008	0	d5
349	49	10009	1	d1
350	50	10010	0	d8
351	51	10011	1	d4
352	52	10012	0	d0
353	53	10013	1	d7
354	54	10014	0	d3
355	55	10015	1	d10
356	56	10016	0	d6
357	57	10000	1	d2
358	58	10001	0	d9
359	59	10002	1	d5
360	20	10003	0	d1
361	21	10004	1	d8
362	22	10005	0	d4
363	23	10006	1	d0
364	24	10007	0	d7
365	25	10008	1	d3
366	26	10009	0	d10
367	27	10010	1	d6
368	28	10011	0	d2
369	29	10012	1	d9
370	30	10013	0	d5
371	31	10014	1	d1
372	32	10015	0	d8
373	33	10016	1	d4
374	34	10000	0	d0
375	35	10001	1	d7
376	36	10002	0	d3
377	37	10003	1	d10
378	38	10004	0	d6
379	39	10005	1	d2
380	40	10006	0	d9
\.


--
-- Data for Name: monthly_1; Type: TABLE DATA; Schema: clinic; Owner: data owner
--

COPY clinic.monthly_1 (bucket, age, zip, sex, disease) FROM stdin;
1	57	10005	1	d8
1	59	10005	1	d9
1	53	10005	1	d3
1	41	10005	1	d1
1	47	10005	1	d5
2	31	10002	1	d8
2	33	10002	1	d2
2	21	10002	1	d4
2	27	10002	1	d6
2	37	10002	1	d0
3	23	10005	1	d7
3	29	10005	1	d0
3	35	10005	1	d2
3	25	10005	1	d4
4	28	10015	0	d10
4	34	10015	0	d6
4	22	10015	0	d3
5	46	10009	0	d0
5	50	10009	0	d8
5	40	10009	0	d4
5	44	10009	0	d6
5	56	10009	0	d2
6	35	10004	1	d7
6	33	10004	1	d0
6	23	10004	1	d5
6	29	10004	1	d3
7	21	10001	1	d5
7	25	10001	1	d2
7	37	10001	1	d7
7	31	10001	1	d9
8	47	10016	1	d9
8	53	10016	1	d5
8	41	10016	1	d3
8	51	10016	1	d0
8	57	10016	1	d7
9	38	10002	0	d1
9	20	10002	0	d9
9	32	10002	0	d5
9	26	10002	0	d8
9	22	10002	0	d3
10	46	10011	0	d3
10	42	10011	0	d10
10	40	10011	0	d5
11	31	10006	1	d8
11	37	10006	1	d3
11	25	10006	1	d6
11	35	10006	1	d10
12	39	10002	1	d3
12	49	10002	1	d7
12	43	10002	1	d1
12	55	10002	1	d10
13	49	10012	1	d5
13	43	10012	1	d7
13	59	10012	1	d3
13	47	10012	1	d10
13	53	10012	1	d1
14	54	10006	0	d10
14	48	10006	0	d8
14	58	10006	0	d1
14	42	10006	0	d4
15	30	10001	0	d8
15	20	10001	0	d6
15	26	10001	0	d4
16	22	10008	0	d8
16	20	10008	0	d2
16	26	10008	0	d6
17	32	10003	0	d2
17	34	10003	0	d7
17	28	10003	0	d4
17	38	10003	0	d0
17	22	10003	0	d9
18	36	10011	0	d1
18	30	10011	0	d8
18	24	10011	0	d4
19	26	10007	0	d10
19	20	10007	0	d2
19	36	10007	0	d6
19	38	10007	0	d9
19	32	10007	0	d4
20	32	10012	0	d1
20	30	10012	0	d5
20	36	10012	0	d7
21	49	10001	1	d8
21	53	10001	1	d6
21	59	10001	1	d1
21	55	10001	1	d3
21	43	10001	1	d10
22	54	10001	0	d7
22	48	10001	0	d3
22	42	10001	0	d0
23	41	10004	1	d10
23	57	10004	1	d6
23	45	10004	1	d2
23	51	10004	1	d4
23	39	10004	1	d9
24	41	10000	1	d4
24	59	10000	1	d7
24	47	10000	1	d0
24	53	10000	1	d8
25	21	10014	1	d10
25	27	10014	1	d3
25	33	10014	1	d7
26	56	10014	0	d1
26	44	10014	0	d5
26	50	10014	0	d9
27	23	10015	1	d0
27	35	10015	1	d9
27	29	10015	1	d7
27	33	10015	1	d2
27	27	10015	1	d6
28	55	10008	1	d10
28	49	10008	1	d6
28	45	10008	1	d4
28	43	10008	1	d1
28	39	10008	1	d8
29	34	10014	0	d8
29	38	10014	0	d4
29	32	10014	0	d10
30	45	10003	1	d2
30	55	10003	1	d6
30	51	10003	1	d9
30	39	10003	1	d5
30	57	10003	1	d0
31	55	10013	1	d2
31	49	10013	1	d5
31	43	10013	1	d9
32	36	10006	0	d9
32	26	10006	0	d0
32	30	10006	0	d3
32	20	10006	0	d5
32	24	10006	0	d7
33	24	10000	0	d2
33	36	10000	0	d6
33	30	10000	0	d9
34	48	10007	0	d1
34	44	10007	0	d8
34	54	10007	0	d5
34	42	10007	0	d3
35	48	10013	0	d6
35	50	10013	0	d8
35	54	10013	0	d1
35	44	10013	0	d10
36	34	10009	0	d1
36	22	10009	0	d9
36	38	10009	0	d7
36	28	10009	0	d5
37	32	10013	0	d4
37	20	10013	0	d0
37	26	10013	0	d3
37	38	10013	0	d7
38	58	10010	0	d10
38	40	10010	0	d6
38	46	10010	0	d3
38	52	10010	0	d7
39	31	10013	1	d3
39	37	10013	1	d8
39	33	10013	1	d1
40	33	10008	1	d5
40	37	10008	1	d9
40	27	10008	1	d0
40	21	10008	1	d2
41	50	10008	0	d7
41	56	10008	0	d4
41	44	10008	0	d0
42	29	10016	1	d2
42	35	10016	1	d10
42	23	10016	1	d6
43	41	10011	1	d3
43	47	10011	1	d10
43	59	10011	1	d2
43	53	10011	1	d6
44	45	10014	1	d4
44	39	10014	1	d6
44	51	10014	1	d8
44	49	10014	1	d2
44	55	10014	1	d0
45	29	10010	1	d8
45	23	10010	1	d5
45	35	10010	1	d1
46	42	10000	0	d5
46	54	10000	0	d1
46	48	10000	0	d10
46	58	10000	0	d7
46	52	10000	0	d3
47	55	10007	1	d4
47	43	10007	1	d8
47	59	10007	1	d0
47	49	10007	1	d6
48	33	10009	1	d2
48	27	10009	1	d4
48	23	10009	1	d6
48	21	10009	1	d9
48	29	10009	1	d8
49	51	10015	1	d4
49	45	10015	1	d8
49	57	10015	1	d5
49	39	10015	1	d1
50	28	10014	0	d2
50	22	10014	0	d6
50	26	10014	0	d0
51	36	10001	0	d5
51	32	10001	0	d10
51	38	10001	0	d1
52	47	10006	1	d1
52	59	10006	1	d2
52	53	10006	1	d9
52	41	10006	1	d7
52	43	10006	1	d5
53	37	10012	1	d8
53	25	10012	1	d4
53	31	10012	1	d0
54	54	10012	0	d6
54	42	10012	0	d9
54	48	10012	0	d2
55	28	10004	0	d0
55	24	10004	0	d6
55	22	10004	0	d4
55	34	10004	0	d8
56	47	10010	1	d2
56	51	10010	1	d4
56	57	10010	1	d0
57	31	10011	1	d9
57	29	10011	1	d1
57	23	10011	1	d5
57	35	10011	1	d7
57	25	10011	1	d0
58	21	10007	1	d3
58	31	10007	1	d10
58	27	10007	1	d7
58	25	10007	1	d1
58	37	10007	1	d5
59	58	10005	0	d0
59	52	10005	0	d2
59	46	10005	0	d6
59	40	10005	0	d5
59	42	10005	0	d9
60	52	10016	0	d1
60	46	10016	0	d4
60	40	10016	0	d8
60	58	10016	0	d0
61	21	10003	1	d1
61	27	10003	1	d8
61	23	10003	1	d10
61	33	10003	1	d4
62	52	10015	0	d4
62	46	10015	0	d7
62	50	10015	0	d2
62	56	10015	0	d0
62	40	10015	0	d9
63	45	10010	1	d7
63	41	10010	1	d9
63	39	10010	1	d3
64	30	10005	0	d3
64	34	10005	0	d10
64	24	10005	0	d7
64	36	10005	0	d1
65	29	10000	1	d3
65	37	10000	1	d5
65	31	10000	1	d10
65	35	10000	1	d1
65	25	10000	1	d9
66	51	10009	1	d10
66	39	10009	1	d3
66	57	10009	1	d0
66	45	10009	1	d7
67	28	10008	0	d10
67	38	10008	0	d1
67	32	10008	0	d3
68	28	10016	0	d5
68	36	10016	0	d9
68	30	10016	0	d2
68	34	10016	0	d3
68	24	10016	0	d7
69	44	10003	0	d3
69	40	10003	0	d6
69	56	10003	0	d10
69	50	10003	0	d8
70	52	10004	0	d5
70	40	10004	0	d9
70	56	10004	0	d1
70	58	10004	0	d2
70	46	10004	0	d7
71	52	10011	0	d7
71	48	10011	0	d9
71	58	10011	0	d0
72	24	10010	0	d4
72	22	10010	0	d9
72	30	10010	0	d2
72	28	10010	0	d0
72	34	10010	0	d5
73	24	10012	0	d8
73	26	10012	0	d3
73	20	10012	0	d10
74	21	10013	1	d4
74	27	10013	1	d10
74	25	10013	1	d6
75	54	10002	0	d4
75	44	10002	0	d10
75	56	10002	0	d2
75	50	10002	0	d6
\.


--
-- Data for Name: monthly_2; Type: TABLE DATA; Schema: clinic; Owner: data owner
--

COPY clinic.monthly_2 (bucket, age, zip, sex, disease) FROM stdin;
1	51	10016	1	d1
1	51	10015	1	d5
1	51	10014	1	d8
2	26	10006	0	d9
2	26	10002	0	d5
2	26	10003	0	d8
2	26	10001	0	d1
3	36	10007	0	d0
3	36	10006	0	d4
3	36	10005	0	d7
4	52	10006	0	d1
4	52	10005	0	d6
4	52	10000	0	d2
5	29	10010	1	d5
5	29	10016	1	d6
5	29	10012	1	d9
5	29	10015	1	d1
5	29	10011	1	d2
6	48	10007	0	d0
6	48	10002	0	d1
6	48	10001	0	d7
6	48	10000	0	d3
7	59	10002	1	d1
7	59	10006	1	d9
7	59	10001	1	d2
7	59	10005	1	d5
7	59	10000	1	d8
8	38	10007	0	d9
8	38	10004	0	d6
8	38	10002	0	d10
8	38	10003	0	d2
9	45	10003	1	d10
9	45	10008	1	d9
9	45	10005	1	d6
10	29	10006	1	d7
10	29	10004	1	d10
10	29	10005	1	d0
10	29	10000	1	d4
11	58	10004	0	d9
11	58	10000	0	d5
11	58	10001	0	d2
12	47	10005	1	d4
12	47	10001	1	d1
12	47	10000	1	d0
13	20	10012	0	d10
13	20	10008	0	d3
13	20	10014	0	d7
13	20	10013	0	d2
14	39	10003	1	d1
14	39	10004	1	d9
14	39	10002	1	d5
14	39	10005	1	d2
15	23	10003	1	d6
15	23	10006	1	d0
15	23	10004	1	d10
15	23	10000	1	d3
16	23	10015	1	d8
16	23	10010	1	d9
16	23	10016	1	d2
16	23	10011	1	d1
16	23	10009	1	d4
17	34	10011	0	d6
17	34	10009	0	d2
17	34	10010	0	d9
18	37	10006	1	d3
18	37	10007	1	d10
18	37	10003	1	d7
19	50	10009	0	d0
19	50	10008	0	d8
19	50	10010	0	d4
19	50	10014	0	d1
19	50	10013	0	d5
20	46	10016	0	d6
20	46	10011	0	d4
20	46	10009	0	d0
20	46	10010	0	d3
20	46	10015	0	d10
21	21	10003	1	d4
21	21	10007	1	d7
21	21	10002	1	d0
21	21	10001	1	d1
21	21	10004	1	d8
22	25	10013	1	d0
22	25	10012	1	d4
22	25	10008	1	d3
23	24	10007	0	d7
23	24	10006	0	d10
23	24	10005	0	d3
24	41	10011	1	d3
24	41	10016	1	d2
24	41	10010	1	d6
24	41	10012	1	d9
25	54	10007	0	d1
25	54	10014	0	d5
25	54	10012	0	d6
25	54	10008	0	d3
25	54	10006	0	d9
26	47	10012	1	d9
26	47	10007	1	d10
26	47	10011	1	d7
26	47	10016	1	d5
26	47	10006	1	d6
27	40	10011	0	d7
27	40	10009	0	d10
27	40	10016	0	d2
27	40	10015	0	d0
28	57	10004	1	d2
28	57	10005	1	d10
28	57	10003	1	d3
28	57	10000	1	d6
29	35	10011	1	d6
29	35	10012	1	d9
29	35	10010	1	d5
29	35	10015	1	d2
30	54	10001	0	d7
30	54	10000	0	d4
30	54	10002	0	d0
31	39	10015	1	d6
31	39	10010	1	d10
31	39	10016	1	d3
31	39	10008	1	d4
31	39	10009	1	d8
32	34	10005	0	d1
32	34	10004	0	d0
32	34	10000	0	d8
33	32	10001	0	d5
33	32	10003	0	d1
33	32	10007	0	d6
33	32	10002	0	d9
34	26	10008	0	d6
34	26	10012	0	d7
34	26	10014	0	d0
34	26	10009	0	d3
34	26	10013	0	d10
35	25	10005	1	d2
35	25	10006	1	d6
35	25	10007	1	d10
36	41	10005	1	d7
36	41	10001	1	d0
36	41	10004	1	d4
36	41	10000	1	d8
37	28	10008	0	d5
37	28	10010	0	d9
37	28	10009	0	d1
38	32	10008	0	d8
38	32	10012	0	d0
38	32	10015	0	d7
38	32	10009	0	d3
38	32	10013	0	d10
39	59	10013	1	d0
39	59	10011	1	d3
39	59	10012	1	d7
40	44	10002	0	d10
40	44	10003	0	d6
40	44	10007	0	d3
40	44	10004	0	d2
41	28	10005	0	d8
41	28	10003	0	d4
41	28	10004	0	d0
42	51	10005	1	d10
42	51	10003	1	d6
42	51	10004	1	d2
43	33	10003	1	d1
43	33	10004	1	d5
43	33	10002	1	d8
44	42	10002	0	d10
44	42	10001	0	d3
44	42	10000	0	d7
45	38	10014	0	d3
45	38	10013	0	d8
45	38	10008	0	d7
45	38	10015	0	d1
45	38	10009	0	d4
46	21	10014	1	d10
46	21	10015	1	d9
46	21	10009	1	d3
46	21	10008	1	d5
47	30	10006	0	d2
47	30	10000	0	d0
47	30	10001	0	d6
47	30	10007	0	d7
48	36	10002	0	d6
48	36	10000	0	d3
48	36	10001	0	d10
49	35	10000	1	d7
49	35	10006	1	d8
49	35	10005	1	d3
49	35	10004	1	d0
49	35	10001	1	d4
50	40	10005	0	d8
50	40	10003	0	d5
50	40	10004	0	d1
50	40	10006	0	d9
50	40	10000	0	d4
51	50	10004	0	d6
51	50	10002	0	d3
51	50	10003	0	d10
52	20	10001	0	d4
52	20	10007	0	d9
52	20	10006	0	d8
52	20	10002	0	d1
52	20	10003	0	d5
53	27	10009	1	d2
53	27	10010	1	d9
53	27	10008	1	d6
54	45	10015	1	d7
54	45	10014	1	d1
54	45	10016	1	d8
54	45	10009	1	d3
54	45	10010	1	d4
55	25	10000	1	d9
55	25	10002	1	d1
55	25	10001	1	d5
56	34	10016	0	d10
56	34	10015	0	d7
56	34	10014	0	d3
57	43	10008	1	d5
57	43	10014	1	d9
57	43	10013	1	d4
58	27	10004	1	d4
58	27	10002	1	d5
58	27	10007	1	d1
59	51	10010	1	d4
59	51	10011	1	d7
59	51	10009	1	d0
60	33	10010	1	d2
60	33	10008	1	d10
60	33	10009	1	d6
61	37	10013	1	d1
61	37	10012	1	d8
61	37	10014	1	d5
62	53	10006	1	d2
62	53	10007	1	d9
62	53	10005	1	d8
62	53	10001	1	d5
63	24	10001	0	d2
63	24	10004	0	d9
63	24	10000	0	d6
64	31	10008	1	d4
64	31	10012	1	d0
64	31	10014	1	d7
64	31	10011	1	d1
64	31	10013	1	d8
65	52	10016	0	d0
65	52	10010	0	d4
65	52	10012	0	d7
65	52	10015	0	d8
65	52	10011	0	d3
66	46	10006	0	d2
66	46	10000	0	d5
66	46	10005	0	d8
66	46	10004	0	d9
67	28	10011	0	d10
67	28	10015	0	d6
67	28	10014	0	d2
68	30	10011	0	d8
68	30	10010	0	d9
68	30	10016	0	d1
68	30	10013	0	d5
68	30	10012	0	d4
69	58	10010	0	d7
69	58	10005	0	d6
69	58	10012	0	d1
69	58	10006	0	d4
69	58	10016	0	d10
70	55	10008	1	d0
70	55	10003	1	d8
70	55	10002	1	d1
70	55	10007	1	d3
70	55	10001	1	d7
71	22	10004	0	d3
71	22	10003	0	d4
71	22	10002	0	d7
71	22	10005	0	d0
72	44	10015	0	d8
72	44	10014	0	d0
72	44	10013	0	d5
72	44	10009	0	d1
73	36	10013	0	d1
73	36	10011	0	d2
73	36	10016	0	d9
74	31	10002	1	d5
74	31	10007	1	d3
74	31	10000	1	d10
74	31	10006	1	d2
75	53	10011	1	d3
75	53	10012	1	d10
75	53	10016	1	d7
75	53	10013	1	d0
76	33	10014	1	d0
76	33	10013	1	d4
76	33	10015	1	d3
76	33	10016	1	d7
77	56	10008	0	d7
77	56	10003	0	d3
77	56	10004	0	d4
78	42	10011	0	d2
78	42	10012	0	d9
78	42	10013	0	d5
79	37	10002	1	d6
79	37	10000	1	d9
79	37	10001	1	d2
80	48	10008	0	d9
80	48	10011	0	d2
80	48	10013	0	d6
80	48	10012	0	d5
81	56	10014	0	d8
81	56	10015	0	d6
81	56	10009	0	d9
81	56	10010	0	d1
81	56	10016	0	d2
82	49	10013	1	d5
82	49	10012	1	d2
82	49	10014	1	d8
82	49	10009	1	d9
82	49	10008	1	d1
83	49	10003	1	d10
83	49	10001	1	d4
83	49	10007	1	d7
84	55	10015	1	d5
84	55	10014	1	d2
84	55	10009	1	d6
84	55	10013	1	d10
85	57	10010	1	d0
85	57	10009	1	d8
85	57	10016	1	d9
85	57	10011	1	d4
86	27	10013	1	d7
86	27	10014	1	d10
86	27	10015	1	d3
87	22	10016	0	d5
87	22	10008	0	d10
87	22	10010	0	d6
87	22	10015	0	d8
87	22	10014	0	d2
88	24	10010	0	d5
88	24	10011	0	d4
88	24	10016	0	d0
88	24	10012	0	d8
89	42	10006	0	d8
89	42	10005	0	d4
89	42	10007	0	d0
90	43	10007	1	d10
90	43	10002	1	d7
90	43	10006	1	d6
90	43	10001	1	d0
90	43	10003	1	d3
\.


--
-- Data for Name: of_persons; Type: TABLE DATA; Schema: clinic; Owner: data owner
--

COPY clinic.of_persons (bucket, sex) FROM stdin;
1	1
1	1
2	1
2	1
3	0
3	0
4	1
4	1
5	1
5	1
6	0
6	0
7	1
7	1
8	0
8	0
9	0
9	0
10	0
10	0
11	1
11	1
12	1
12	1
13	1
13	1
13	1
14	0
14	0
15	1
15	1
16	1
16	1
17	0
17	0
18	0
18	0
19	0
19	0
20	1
20	1
21	0
21	0
22	0
22	0
23	1
23	1
24	0
24	0
25	0
25	0
\.


--
-- Data for Name: of_persons_rows; Type: TABLE DATA; Schema: clinic; Owner: data owner
--

COPY clinic.of_persons_rows (bucket, member, ward) FROM stdin;
1	1	2
1	1	1
1	1	3
1	2	3
1	2	2
1	2	4
2	1	3
2	1	5
2	1	4
2	2	1
2	2	2
2	2	3
3	1	2
3	1	4
3	1	3
3	2	6
3	2	0
3	2	5
4	1	1
4	1	6
4	1	0
4	2	1
4	2	0
4	2	2
5	1	5
5	1	6
5	1	4
5	2	0
5	2	6
5	2	5
6	1	0
6	1	1
6	1	2
6	2	3
6	2	1
6	2	2
7	1	5
7	1	4
7	1	3
7	2	6
7	2	0
7	2	1
8	1	0
8	1	6
8	1	1
8	2	5
8	2	4
8	2	6
9	1	4
9	1	3
9	1	5
9	2	1
9	2	6
9	2	0
10	1	0
10	1	6
10	1	1
10	2	6
10	2	5
10	2	4
11	1	0
11	1	1
11	1	6
11	2	6
11	2	4
11	2	5
12	1	1
12	1	2
12	1	0
12	2	2
12	2	4
12	2	3
13	1	3
13	1	2
13	1	4
13	2	3
13	2	1
13	2	2
13	3	6
13	3	5
13	3	4
14	1	5
14	1	3
14	1	4
14	2	2
14	2	3
14	2	1
15	1	4
15	1	5
15	1	3
15	2	0
15	2	2
15	2	1
16	1	5
16	1	6
16	1	0
16	2	2
16	2	4
16	2	3
17	1	1
17	1	2
17	1	0
17	2	1
17	2	0
17	2	6
18	1	4
18	1	3
18	1	2
18	2	2
18	2	3
18	2	4
19	1	5
19	1	3
19	1	4
19	2	1
19	2	3
19	2	2
20	1	0
20	1	1
20	1	2
20	2	0
20	2	5
20	2	6
21	1	0
21	1	5
21	1	6
21	2	4
21	2	6
21	2	5
22	1	5
22	1	0
22	1	6
22	2	0
22	2	2
22	2	1
23	1	2
23	1	3
23	1	1
23	2	3
23	2	5
23	2	4
24	1	2
24	2	3
25	1	6
25	1	0
25	1	5
25	2	6
25	2	4
25	2	5
\.


--
-- Data for Name: of_persons_values; Type: TABLE DATA; Schema: clinic; Owner: data owner
--

COPY clinic.of_persons_values (bucket, member, code) FROM stdin;
1	1	c5
1	1	c21
1	1	c12
1	2	c9
1	2	c2
1	2	c16
2	1	c13
2	1	c4
2	1	c20
2	2	c5
2	2	c12
2	2	c21
3	1	c17
3	1	c10
3	1	c3
3	2	c12
3	2	c19
3	2	c5
4	1	c13
4	1	c6
4	1	c22
4	2	c14
4	2	c7
4	2	c0
5	1	c6
5	1	c22
5	1	c15
5	2	c19
5	2	c3
5	2	c10
6	1	c9
6	1	c18
6	1	c2
6	2	c3
6	2	c19
6	2	c12
7	1	c13
7	1	c20
7	1	c6
7	2	c2
7	2	c18
7	2	c9
8	1	c8
8	1	c15
8	1	c1
8	2	c4
8	2	c11
8	2	c18
9	1	c4
9	1	c20
9	1	c11
9	2	c16
9	2	c9
9	2	c0
10	1	c2
10	1	c18
10	1	c11
10	2	c10
10	2	c3
10	2	c19
11	1	c11
11	1	c4
11	1	c20
11	2	c12
11	2	c5
11	2	c19
12	1	c12
12	1	c3
12	1	c19
12	2	c16
12	2	c0
12	2	c9
13	1	c14
13	1	c21
13	1	c7
13	2	c10
13	2	c17
13	2	c1
13	3	c15
13	3	c8
13	3	c22
14	1	c6
14	1	c22
14	1	c13
14	2	c9
14	2	c16
14	2	c2
15	1	c8
15	1	c1
15	1	c17
15	2	c11
15	2	c2
15	2	c18
16	1	c5
16	1	c14
16	1	c21
16	2	c8
16	2	c17
16	2	c1
17	1	c8
17	1	c15
17	1	c22
17	2	c14
17	2	c5
17	2	c21
18	1	c16
18	1	c7
18	1	c0
18	2	c12
18	2	c5
18	2	c21
19	1	c17
19	1	c1
19	1	c8
19	2	c7
19	2	c14
19	2	c21
20	1	c4
20	1	c18
20	1	c11
20	2	c8
20	2	c15
20	2	c1
21	1	c20
21	1	c6
21	1	c13
21	2	c17
21	2	c10
21	2	c1
22	1	c20
22	1	c13
22	1	c4
22	2	c15
22	2	c6
22	2	c22
23	1	c3
23	1	c10
23	1	c17
23	2	c16
23	2	c7
23	2	c0
24	1	c15
24	2	c14
25	1	c0
25	1	c14
25	1	c7
25	2	c3
25	2	c10
25	2	c19
\.


--
-- Data for Name: part_1; Type: TABLE DATA; Schema: clinic; Owner: data owner
--

COPY clinic.part_1 (bucket, age, zip, sex, disease) FROM stdin;
1	21	10003	1	d4
1	53	10005	1	d5
2	36	10012	0	d8
2	29	10009	1	d5
3	27	10007	1	d5
3	36	10001	0	d10
4	28	10004	0	d7
4	38	10009	0	d4
5	24	10012	0	d2
5	44	10002	0	d8
6	35	10016	1	d10
6	37	10013	1	d1
7	29	10011	1	d5
7	35	10015	1	d6
8	29	10015	1	d2
8	39	10010	1	d3
9	40	10010	0	d6
9	42	10005	0	d0
10	22	10008	0	d8
10	59	10011	1	d3
11	34	10014	0	d0
11	31	10011	1	d10
12	53	10006	1	d3
12	24	10006	0	d9
13	51	10010	1	d0
13	34	10003	0	d4
14	38	10014	0	d8
14	48	10001	0	d7
15	37	10001	1	d0
15	57	10009	1	d2
16	44	10014	0	d0
16	33	10015	1	d1
17	26	10007	0	d3
17	44	10007	0	d2
18	42	10000	0	d8
18	55	10007	1	d10
19	32	10003	0	d7
19	25	10011	1	d9
20	43	10002	1	d10
20	54	10002	0	d4
21	24	10010	0	d0
21	33	10004	1	d5
22	53	10016	1	d0
22	26	10001	0	d8
23	49	10012	1	d5
23	59	10006	1	d2
24	44	10009	0	d8
24	34	10004	0	d0
25	32	10013	0	d1
25	59	10001	1	d0
26	30	10012	0	d1
26	42	10007	0	d8
27	31	10006	1	d10
27	22	10010	0	d5
28	33	10003	1	d2
28	38	10003	0	d1
29	41	10000	1	d1
29	55	10008	1	d7
30	27	10014	1	d3
30	52	10015	0	d4
31	39	10003	1	d2
31	30	10000	0	d5
32	47	10005	1	d9
32	59	10005	1	d1
33	50	10003	0	d1
33	48	10007	0	d10
34	44	10003	0	d9
34	34	10009	0	d6
35	43	10013	1	d4
35	45	10014	1	d5
36	51	10003	1	d7
36	22	10003	0	d2
37	46	10016	0	d4
37	37	10008	1	d0
38	50	10009	0	d4
38	56	10004	0	d7
39	23	10009	1	d4
39	35	10011	1	d9
40	35	10010	1	d5
40	43	10012	1	d1
41	50	10013	0	d1
41	22	10004	0	d0
42	49	10008	1	d8
42	37	10000	1	d9
43	48	10000	0	d3
43	59	10000	1	d8
44	55	10002	1	d9
44	38	10002	0	d7
45	51	10009	1	d9
45	28	10010	0	d7
46	20	10006	0	d10
46	40	10011	0	d5
47	37	10006	1	d6
47	36	10000	0	d3
48	51	10014	1	d10
48	25	10007	1	d8
49	32	10001	0	d1
49	41	10011	1	d2
50	46	10004	0	d5
50	28	10003	0	d0
51	21	10001	1	d7
51	31	10000	1	d5
52	21	10014	1	d3
52	23	10004	1	d10
53	41	10005	1	d8
53	56	10014	0	d9
54	45	10009	1	d9
54	23	10015	1	d3
55	39	10008	1	d8
55	45	10015	1	d6
56	27	10003	1	d8
56	45	10008	1	d10
57	52	10005	0	d2
57	34	10016	0	d7
58	45	10010	1	d7
58	31	10007	1	d3
59	26	10002	0	d1
59	47	10011	1	d6
60	39	10014	1	d0
60	58	10005	0	d6
61	23	10016	1	d2
61	32	10008	0	d10
62	23	10010	1	d8
62	20	10008	0	d2
63	24	10005	0	d1
63	54	10006	0	d10
64	36	10006	0	d4
64	20	10001	0	d0
65	45	10003	1	d2
65	31	10002	1	d9
66	58	10004	0	d4
66	42	10006	0	d2
67	35	10005	1	d8
67	56	10009	0	d4
68	22	10009	0	d5
68	38	10001	0	d1
69	38	10013	0	d4
69	53	10011	1	d10
70	54	10013	0	d10
70	40	10009	0	d2
71	27	10009	1	d7
71	29	10004	1	d2
72	39	10002	1	d9
72	42	10012	0	d1
73	59	10007	1	d3
73	57	10005	1	d6
74	43	10006	1	d10
74	39	10009	1	d7
75	36	10007	0	d9
75	20	10007	0	d4
76	38	10008	0	d5
76	24	10016	0	d3
77	47	10006	1	d4
77	32	10014	0	d5
78	26	10014	0	d0
78	56	10008	0	d4
79	56	10002	0	d10
79	41	10004	1	d4
80	35	10004	1	d3
80	28	10016	0	d0
81	50	10008	0	d0
81	33	10009	1	d6
82	37	10002	1	d9
82	52	10004	0	d6
83	53	10012	1	d3
83	46	10005	0	d9
84	36	10011	0	d1
84	38	10007	0	d10
85	20	10002	0	d4
85	25	10013	1	d8
86	34	10010	0	d4
86	39	10015	1	d2
87	29	10010	1	d6
87	54	10012	0	d1
88	21	10007	1	d1
88	46	10011	0	d3
89	49	10013	1	d7
89	37	10007	1	d9
90	40	10004	0	d1
90	31	10013	1	d8
91	34	10015	0	d3
91	48	10012	0	d2
92	26	10006	0	d9
92	43	10007	1	d0
93	46	10015	0	d0
93	30	10006	0	d7
94	22	10015	0	d6
94	23	10003	1	d10
95	33	10014	1	d2
95	36	10016	0	d7
96	40	10005	0	d5
96	49	10001	1	d10
97	32	10007	0	d7
97	59	10012	1	d6
98	49	10002	1	d3
98	33	10008	1	d2
99	48	10013	0	d6
99	23	10005	1	d7
100	27	10008	1	d9
100	46	10009	0	d6
101	31	10012	1	d4
101	25	10006	1	d6
102	51	10016	1	d7
102	32	10012	0	d5
103	25	10000	1	d9
103	50	10015	0	d1
104	49	10007	1	d4
104	26	10008	0	d6
105	25	10005	1	d2
105	27	10015	1	d7
106	21	10013	1	d7
106	58	10010	0	d6
107	58	10006	0	d7
107	40	10015	0	d10
108	39	10004	1	d9
108	47	10016	1	d7
109	48	10011	0	d2
109	49	10014	1	d9
110	25	10001	1	d5
110	40	10016	0	d0
111	53	10000	1	d9
111	41	10010	1	d4
112	51	10004	1	d6
112	20	10012	0	d10
113	42	10001	0	d3
113	27	10002	1	d4
114	52	10016	0	d9
114	21	10009	1	d8
115	46	10010	0	d10
115	30	10010	0	d4
116	57	10015	1	d10
116	28	10015	0	d5
117	22	10014	0	d2
117	35	10000	1	d3
118	58	10016	0	d1
118	54	10001	0	d0
119	40	10003	0	d8
119	47	10010	1	d2
120	53	10001	1	d5
120	28	10009	0	d8
121	57	10004	1	d6
121	43	10001	1	d10
122	27	10013	1	d3
122	33	10013	1	d10
123	26	10013	0	d7
123	52	10010	0	d3
124	55	10014	1	d0
124	55	10003	1	d6
125	34	10005	0	d6
125	24	10004	0	d1
126	45	10004	1	d9
126	31	10001	1	d2
127	32	10002	0	d2
127	55	10013	1	d5
128	44	10008	0	d3
128	30	10005	0	d7
129	21	10008	1	d5
129	51	10015	1	d1
130	52	10011	0	d1
130	52	10000	0	d7
131	33	10002	1	d7
131	54	10000	0	d8
132	41	10016	1	d5
132	42	10011	0	d3
133	29	10000	1	d10
133	22	10002	0	d3
134	57	10003	1	d6
134	29	10005	1	d0
135	24	10000	0	d9
135	35	10006	1	d8
136	24	10011	0	d8
136	44	10013	0	d4
137	50	10002	0	d7
137	36	10005	0	d6
138	20	10013	0	d3
138	57	10010	1	d4
139	48	10006	0	d8
139	43	10008	1	d4
140	28	10008	0	d1
140	54	10007	0	d5
141	55	10001	1	d1
141	23	10011	1	d3
142	37	10012	1	d8
142	58	10011	0	d0
143	57	10016	1	d10
143	47	10012	1	d9
144	26	10012	0	d3
144	56	10015	0	d2
145	30	10011	0	d3
145	56	10003	0	d8
146	25	10012	1	d0
146	28	10014	0	d6
147	30	10016	0	d6
147	29	10016	1	d9
148	21	10002	1	d1
148	41	10006	1	d0
149	58	10000	0	d5
149	47	10000	1	d0
150	30	10001	0	d6
150	50	10014	0	d5
\.


--
-- Data for Name: people; Type: TABLE DATA; Schema: clinic; Owner: data owner
--

COPY clinic.people (id, age, zip, sex, disease) FROM stdin;
1	21	10001	1	d7
2	22	10002	0	d3
3	23	10003	1	d10
4	24	10004	0	d6
5	25	10005	1	d2
6	26	10006	0	d9
7	27	10007	1	d5
8	28	10008	0	d1
9	29	10009	1	d8
10	30	10010	0	d4
11	31	10011	1	d0
12	32	10012	0	d7
13	33	10013	1	d3
14	34	10014	0	d10
15	35	10015	1	d6
16	36	10016	0	d2
17	37	10000	1	d9
18	38	10001	0	d5
19	39	10002	1	d1
20	40	10003	0	d8
21	41	10004	1	d4
22	42	10005	0	d0
23	43	10006	1	d7
24	44	10007	0	d3
25	45	10008	1	d10
26	46	10009	0	d6
27	47	10010	1	d2
28	48	10011	0	d9
29	49	10012	1	d5
30	50	10013	0	d1
31	51	10014	1	d8
32	52	10015	0	d4
33	53	10016	1	d0
34	54	10000	0	d7
35	55	10001	1	d3
36	56	10002	0	d10
37	57	10003	1	d6
38	58	10004	0	d2
39	59	10005	1	d9
40	20	10006	0	d5
41	21	10007	1	d1
42	22	10008	0	d8
43	23	10009	1	d4
44	24	10010	0	d0
45	25	10011	1	d7
46	26	10012	0	d3
47	27	10013	1	d10
48	28	10014	0	d6
49	29	10015	1	d2
50	30	10016	0	d9
51	31	10000	1	d5
52	32	10001	0	d1
53	33	10002	1	d8
54	34	10003	0	d4
55	35	10004	1	d0
56	36	10005	0	d7
57	37	10006	1	d3
58	38	10007	0	d10
59	39	10008	1	d6
60	40	10009	0	d2
61	41	10010	1	d9
62	42	10011	0	d5
63	43	10012	1	d1
64	44	10013	0	d8
65	45	10014	1	d4
66	46	10015	0	d0
67	47	10016	1	d7
68	48	10000	0	d3
69	49	10001	1	d10
70	50	10002	0	d6
71	51	10003	1	d2
72	52	10004	0	d9
73	53	10005	1	d5
74	54	10006	0	d1
75	55	10007	1	d8
76	56	10008	0	d4
77	57	10009	1	d0
78	58	10010	0	d7
79	59	10011	1	d3
80	20	10012	0	d10
81	21	10013	1	d6
82	22	10014	0	d2
83	23	10015	1	d9
84	24	10016	0	d5
85	25	10000	1	d1
86	26	10001	0	d8
87	27	10002	1	d4
88	28	10003	0	d0
89	29	10004	1	d7
90	30	10005	0	d3
91	31	10006	1	d10
92	32	10007	0	d6
93	33	10008	1	d2
94	34	10009	0	d9
95	35	10010	1	d5
96	36	10011	0	d1
97	37	10012	1	d8
98	38	10013	0	d4
99	39	10014	1	d0
100	40	10015	0	d7
101	41	10016	1	d3
102	42	10000	0	d10
103	43	10001	1	d6
104	44	10002	0	d2
105	45	10003	1	d9
106	46	10004	0	d5
107	47	10005	1	d1
108	48	10006	0	d8
109	49	10007	1	d4
110	50	10008	0	d0
111	51	10009	1	d7
112	52	10010	0	d3
113	53	10011	1	d10
114	54	10012	0	d6
115	55	10013	1	d2
116	56	10014	0	d9
117	57	10015	1	d5
118	58	10016	0	d1
119	59	10000	1	d8
120	20	10001	0	d4
121	21	10002	1	d0
122	22	10003	0	d7
123	23	10004	1	d3
124	24	10005	0	d10
125	25	10006	1	d6
126	26	10007	0	d2
127	27	10008	1	d9
128	28	10009	0	d5
129	29	10010	1	d1
130	30	10011	0	d8
131	31	10012	1	d4
132	32	10013	0	d0
133	33	10014	1	d7
134	34	10015	0	d3
135	35	10016	1	d10
136	36	10000	0	d6
137	37	10001	1	d2
138	38	10002	0	d9
139	39	10003	1	d5
140	40	10004	0	d1
141	41	10005	1	d8
142	42	10006	0	d4
143	43	10007	1	d0
144	44	10008	0	d7
145	45	10009	1	d3
146	46	10010	0	d10
147	47	10011	1	d6
148	48	10012	0	d2
149	49	10013	1	d9
150	50	10014	0	d5
151	51	10015	1	d1
152	52	10016	0	d8
153	53	10000	1	d4
154	54	10001	0	d0
155	55	10002	1	d7
156	56	10003	0	d3
157	57	10004	1	d10
158	58	10005	0	d6
159	59	10006	1	d2
160	20	10007	0	d9
161	21	10008	1	d5
162	22	10009	0	d1
163	23	10010	1	d8
164	24	10011	0	d4
165	25	10012	1	d0
166	26	10013	0	d7
167	27	10014	1	d3
168	28	10015	0	d10
169	29	10016	1	d6
170	30	10000	0	d2
171	31	10001	1	d9
172	32	10002	0	d5
173	33	10003	1	d1
174	34	10004	0	d8
175	35	10005	1	d4
176	36	10006	0	d0
177	37	10007	1	d7
178	38	10008	0	d3
179	39	10009	1	d10
180	40	10010	0	d6
181	41	10011	1	d2
182	42	10012	0	d9
183	43	10013	1	d5
184	44	10014	0	d1
185	45	10015	1	d8
186	46	10016	0	d4
187	47	10000	1	d0
188	48	10001	0	d7
189	49	10002	1	d3
190	50	10003	0	d10
191	51	10004	1	d6
192	52	10005	0	d2
193	53	10006	1	d9
194	54	10007	0	d5
195	55	10008	1	d1
196	56	10009	0	d8
197	57	10010	1	d4
198	58	10011	0	d0
199	59	10012	1	d7
200	20	10013	0	d3
201	21	10014	1	d10
202	22	10015	0	d6
203	23	10016	1	d2
204	24	10000	0	d9
205	25	10001	1	d5
206	26	10002	0	d1
207	27	10003	1	d8
208	28	10004	0	d4
209	29	10005	1	d0
210	30	10006	0	d7
211	31	10007	1	d3
212	32	10008	0	d10
213	33	10009	1	d6
214	34	10010	0	d2
215	35	10011	1	d9
216	36	10012	0	d5
217	37	10013	1	d1
218	38	10014	0	d8
219	39	10015	1	d4
220	40	10016	0	d0
221	41	10000	1	d7
222	42	10001	0	d3
223	43	10002	1	d10
224	44	10003	0	d6
225	45	10004	1	d2
226	46	10005	0	d9
227	47	10006	1	d5
228	48	10007	0	d1
229	49	10008	1	d8
230	50	10009	0	d4
231	51	10010	1	d0
232	52	10011	0	d7
233	53	10012	1	d3
234	54	10013	0	d10
235	55	10014	1	d6
236	56	10015	0	d2
237	57	10016	1	d9
238	58	10000	0	d5
239	59	10001	1	d1
240	20	10002	0	d8
241	21	10003	1	d4
242	22	10004	0	d0
243	23	10005	1	d7
244	24	10006	0	d3
245	25	10007	1	d10
246	26	10008	0	d6
247	27	10009	1	d2
248	28	10010	0	d9
249	29	10011	1	d5
250	30	10012	0	d1
251	31	10013	1	d8
252	32	10014	0	d4
253	33	10015	1	d0
254	34	10016	0	d7
255	35	10000	1	d3
256	36	10001	0	d10
257	37	10002	1	d6
258	38	10003	0	d2
259	39	10004	1	d9
260	40	10005	0	d5
261	41	10006	1	d1
262	42	10007	0	d8
263	43	10008	1	d4
264	44	10009	0	d0
265	45	10010	1	d7
266	46	10011	0	d3
267	47	10012	1	d10
268	48	10013	0	d6
269	49	10014	1	d2
270	50	10015	0	d9
271	51	10016	1	d5
272	52	10000	0	d1
273	53	10001	1	d8
274	54	10002	0	d4
275	55	10003	1	d0
276	56	10004	0	d7
277	57	10005	1	d3
278	58	10006	0	d10
279	59	10007	1	d6
280	20	10008	0	d2
281	21	10009	1	d9
282	22	10010	0	d5
283	23	10011	1	d1
284	24	10012	0	d8
285	25	10013	1	d4
286	26	10014	0	d0
287	27	10015	1	d7
288	28	10016	0	d3
289	29	10000	1	d10
290	30	10001	0	d6
291	31	10002	1	d2
292	32	10003	0	d9
293	33	10004	1	d5
294	34	10005	0	d1
295	35	10006	1	d8
296	36	10007	0	d4
297	37	10008	1	d0
298	38	10009	0	d7
299	39	10010	1	d3
300	40	10011	0	d10
\.


--
-- Data for Name: sliced; Type: TABLE DATA; Schema: clinic; Owner: data owner
--

COPY clinic.sliced (bucket, age, zip, sex, disease) FROM stdin;
1	39	10002	1	d1
1	49	10002	1	d7
1	43	10002	1	d3
1	55	10002	1	d10
2	51	10016	1	d7
2	41	10016	1	d0
2	53	10016	1	d3
2	47	10016	1	d5
2	57	10016	1	d9
3	48	10007	0	d5
3	42	10007	0	d8
3	54	10007	0	d1
3	44	10007	0	d3
4	35	10016	1	d2
4	23	10016	1	d6
4	29	10016	1	d10
5	36	10011	0	d1
5	24	10011	0	d8
5	30	10011	0	d4
6	20	10013	0	d7
6	32	10013	0	d4
6	26	10013	0	d0
6	38	10013	0	d3
7	28	10003	0	d7
7	38	10003	0	d4
7	22	10003	0	d2
7	32	10003	0	d0
7	34	10003	0	d9
8	26	10008	0	d6
8	22	10008	0	d8
8	20	10008	0	d2
9	36	10000	0	d2
9	24	10000	0	d9
9	30	10000	0	d6
10	59	10012	1	d5
10	43	10012	1	d7
10	47	10012	1	d10
10	53	10012	1	d1
10	49	10012	1	d3
11	36	10005	0	d7
11	24	10005	0	d3
11	30	10005	0	d1
11	34	10005	0	d10
12	21	10001	1	d9
12	37	10001	1	d5
12	31	10001	1	d2
12	25	10001	1	d7
13	45	10008	1	d8
13	43	10008	1	d10
13	39	10008	1	d1
13	49	10008	1	d4
13	55	10008	1	d6
14	57	10003	1	d2
14	39	10003	1	d5
14	45	10003	1	d9
14	51	10003	1	d0
14	55	10003	1	d6
15	23	10010	1	d8
15	29	10010	1	d1
15	35	10010	1	d5
16	57	10010	1	d4
16	47	10010	1	d2
16	51	10010	1	d0
17	35	10015	1	d7
17	23	10015	1	d6
17	27	10015	1	d9
17	29	10015	1	d2
17	33	10015	1	d0
18	37	10012	1	d8
18	25	10012	1	d4
18	31	10012	1	d0
19	45	10004	1	d4
19	41	10004	1	d9
19	39	10004	1	d2
19	57	10004	1	d10
19	51	10004	1	d6
20	37	10008	1	d5
20	27	10008	1	d2
20	33	10008	1	d9
20	21	10008	1	d0
21	45	10010	1	d9
21	41	10010	1	d3
21	39	10010	1	d7
22	23	10005	1	d0
22	29	10005	1	d7
22	35	10005	1	d2
22	25	10005	1	d4
23	44	10002	0	d2
23	54	10002	0	d10
23	56	10002	0	d6
23	50	10002	0	d4
24	43	10001	1	d1
24	53	10001	1	d3
24	55	10001	1	d8
24	59	10001	1	d6
24	49	10001	1	d10
25	47	10006	1	d5
25	53	10006	1	d2
25	59	10006	1	d9
25	41	10006	1	d7
25	43	10006	1	d1
26	36	10012	0	d7
26	32	10012	0	d5
26	30	10012	0	d1
27	46	10004	0	d1
27	58	10004	0	d7
27	56	10004	0	d2
27	52	10004	0	d9
27	40	10004	0	d5
28	46	10016	0	d0
28	58	10016	0	d1
28	40	10016	0	d8
28	52	10016	0	d4
29	26	10014	0	d6
29	22	10014	0	d0
29	28	10014	0	d2
30	46	10005	0	d6
30	42	10005	0	d9
30	40	10005	0	d2
30	52	10005	0	d0
30	58	10005	0	d5
31	53	10005	1	d9
31	47	10005	1	d1
31	59	10005	1	d5
31	41	10005	1	d8
31	57	10005	1	d3
32	24	10006	0	d7
32	20	10006	0	d3
32	36	10006	0	d0
32	26	10006	0	d5
32	30	10006	0	d9
33	44	10013	0	d1
33	50	10013	0	d10
33	54	10013	0	d6
33	48	10013	0	d8
34	59	10011	1	d6
34	53	10011	1	d3
34	41	10011	1	d10
34	47	10011	1	d2
35	32	10002	0	d1
35	38	10002	0	d3
35	20	10002	0	d5
35	26	10002	0	d8
35	22	10002	0	d9
36	33	10014	1	d3
36	27	10014	1	d7
36	21	10014	1	d10
37	56	10008	0	d4
37	44	10008	0	d0
37	50	10008	0	d7
38	22	10009	0	d1
38	28	10009	0	d9
38	34	10009	0	d7
38	38	10009	0	d5
39	33	10004	1	d5
39	23	10004	1	d3
39	35	10004	1	d0
39	29	10004	1	d7
40	34	10015	0	d3
40	28	10015	0	d10
40	22	10015	0	d6
41	50	10015	0	d7
41	46	10015	0	d2
41	56	10015	0	d0
41	52	10015	0	d9
41	40	10015	0	d4
42	39	10014	1	d6
42	49	10014	1	d8
42	51	10014	1	d0
42	45	10014	1	d2
42	55	10014	1	d4
43	58	10010	0	d3
43	40	10010	0	d10
43	52	10010	0	d6
43	46	10010	0	d7
44	44	10003	0	d8
44	56	10003	0	d3
44	40	10003	0	d6
44	50	10003	0	d10
45	34	10014	0	d10
45	32	10014	0	d4
45	38	10014	0	d8
46	40	10011	0	d10
46	42	10011	0	d3
46	46	10011	0	d5
47	20	10001	0	d4
47	26	10001	0	d8
47	30	10001	0	d6
48	49	10007	1	d0
48	43	10007	1	d6
48	59	10007	1	d8
48	55	10007	1	d4
49	25	10011	1	d5
49	35	10011	1	d1
49	29	10011	1	d9
49	23	10011	1	d7
49	31	10011	1	d0
50	38	10008	0	d1
50	32	10008	0	d10
50	28	10008	0	d3
51	54	10001	0	d0
51	48	10001	0	d7
51	42	10001	0	d3
52	31	10002	1	d2
52	27	10002	1	d4
52	21	10002	1	d8
52	33	10002	1	d6
52	37	10002	1	d0
53	21	10013	1	d4
53	25	10013	1	d6
53	27	10013	1	d10
54	48	10006	0	d1
54	54	10006	0	d8
54	42	10006	0	d10
54	58	10006	0	d4
55	20	10012	0	d8
55	26	10012	0	d3
55	24	10012	0	d10
56	33	10009	1	d2
56	27	10009	1	d4
56	21	10009	1	d8
56	29	10009	1	d9
56	23	10009	1	d6
57	33	10003	1	d4
57	21	10003	1	d8
57	27	10003	1	d10
57	23	10003	1	d1
58	30	10010	0	d0
58	24	10010	0	d9
58	22	10010	0	d4
58	34	10010	0	d2
58	28	10010	0	d5
59	44	10014	0	d5
59	56	10014	0	d1
59	50	10014	0	d9
60	32	10001	0	d10
60	38	10001	0	d1
60	36	10001	0	d5
61	27	10007	1	d5
61	21	10007	1	d1
61	25	10007	1	d7
61	37	10007	1	d10
61	31	10007	1	d3
62	57	10009	1	d7
62	45	10009	1	d3
62	39	10009	1	d0
62	51	10009	1	d10
63	26	10007	0	d2
63	38	10007	0	d4
63	32	10007	0	d6
63	36	10007	0	d9
63	20	10007	0	d10
64	54	10012	0	d9
64	48	10012	0	d6
64	42	10012	0	d2
65	41	10000	1	d7
65	53	10000	1	d0
65	59	10000	1	d4
65	47	10000	1	d8
66	34	10004	0	d8
66	28	10004	0	d0
66	24	10004	0	d6
66	22	10004	0	d4
67	37	10000	1	d9
67	25	10000	1	d10
67	35	10000	1	d5
67	31	10000	1	d3
67	29	10000	1	d1
68	58	10011	0	d7
68	48	10011	0	d9
68	52	10011	0	d0
69	31	10006	1	d6
69	35	10006	1	d3
69	37	10006	1	d10
69	25	10006	1	d8
70	55	10013	1	d5
70	43	10013	1	d9
70	49	10013	1	d2
71	57	10015	1	d1
71	39	10015	1	d5
71	45	10015	1	d4
71	51	10015	1	d8
72	56	10009	0	d2
72	46	10009	0	d8
72	40	10009	0	d6
72	44	10009	0	d4
72	50	10009	0	d0
73	34	10016	0	d5
73	30	10016	0	d3
73	24	10016	0	d9
73	28	10016	0	d2
73	36	10016	0	d7
74	48	10000	0	d7
74	52	10000	0	d3
74	58	10000	0	d1
74	54	10000	0	d10
74	42	10000	0	d5
75	31	10013	1	d8
75	33	10013	1	d1
75	37	10013	1	d3
\.


--
-- Data for Name: sliced_k; Type: TABLE DATA; Schema: clinic; Owner: data owner
--

COPY clinic.sliced_k (bucket, age, zip, sex, disease) FROM stdin;
1	[38,49)	10010	0	d7
1	[38,49)	10010	0	d6
1	[49,60)	10010	0	d3
1	[49,60)	10010	0	d10
2	[52,60)	10006	0	d10
2	[52,60)	10006	0	d1
2	[41,52)	10006	0	d4
2	[41,52)	10006	0	d8
3	[23,27)	10011	1	d9
3	[27,39)	10011	1	d7
3	[27,39)	10011	1	d5
3	[23,27)	10011	1	d0
3	[27,39)	10011	1	d1
4	[20,41)	10014	1	d3
4	[20,41)	10014	1	d10
4	[20,41)	10014	1	d7
5	[35,39)	10006	1	d8
5	[20,35)	10006	1	d3
5	[20,35)	10006	1	d6
5	[35,39)	10006	1	d10
6	[20,32)	10013	0	d3
6	[32,46)	10013	0	d4
6	[32,46)	10013	0	d0
6	[20,32)	10013	0	d7
7	[32,50)	10010	1	d9
7	[32,50)	10010	1	d3
7	[32,50)	10010	1	d7
8	[20,27)	10009	1	d9
8	[27,36)	10009	1	d8
8	[27,36)	10009	1	d2
8	[20,27)	10009	1	d6
8	[27,36)	10009	1	d4
9	[37,47)	10015	1	d8
9	[47,60)	10015	1	d5
9	[47,60)	10015	1	d1
9	[37,47)	10015	1	d4
10	[23,26)	10005	1	d0
10	[26,37)	10005	1	d7
10	[26,37)	10005	1	d4
10	[23,26)	10005	1	d2
11	[20,46)	10010	1	d8
11	[20,46)	10010	1	d5
11	[20,46)	10010	1	d1
12	[20,36)	10001	0	d8
12	[20,36)	10001	0	d6
12	[20,36)	10001	0	d4
13	[50,60)	10016	0	d8
13	[50,60)	10016	0	d1
13	[38,50)	10016	0	d4
13	[38,50)	10016	0	d0
14	[29,38)	10012	0	d5
14	[29,38)	10012	0	d7
14	[29,38)	10012	0	d1
15	[21,31)	10013	1	d4
15	[21,31)	10013	1	d6
15	[21,31)	10013	1	d10
16	[21,25)	10003	1	d1
16	[25,41)	10003	1	d10
16	[25,41)	10003	1	d8
16	[21,25)	10003	1	d4
17	[35,49)	10000	0	d10
17	[49,60)	10000	0	d7
17	[35,49)	10000	0	d5
17	[49,60)	10000	0	d1
17	[49,60)	10000	0	d3
18	[31,60)	10014	0	d1
18	[31,60)	10014	0	d9
18	[31,60)	10014	0	d5
19	[52,60)	10006	1	d2
19	[35,52)	10006	1	d9
19	[35,52)	10006	1	d1
19	[52,60)	10006	1	d5
19	[35,52)	10006	1	d7
20	[39,48)	10009	1	d3
20	[39,48)	10009	1	d7
20	[48,60)	10009	1	d0
20	[48,60)	10009	1	d10
21	[22,27)	10010	0	d9
21	[27,42)	10010	0	d0
21	[27,42)	10010	0	d2
21	[27,42)	10010	0	d4
21	[22,27)	10010	0	d5
22	[49,60)	10002	1	d10
22	[36,49)	10002	1	d7
22	[36,49)	10002	1	d3
22	[49,60)	10002	1	d1
23	[49,60)	10008	1	d4
23	[32,49)	10008	1	d10
23	[32,49)	10008	1	d8
23	[49,60)	10008	1	d1
23	[32,49)	10008	1	d6
24	[37,60)	10001	0	d7
24	[37,60)	10001	0	d0
24	[37,60)	10001	0	d3
25	[53,60)	10001	1	d1
25	[53,60)	10001	1	d3
25	[39,53)	10001	1	d8
25	[39,53)	10001	1	d6
25	[53,60)	10001	1	d10
26	[40,47)	10011	0	d10
26	[40,47)	10011	0	d5
26	[40,47)	10011	0	d3
27	[49,60)	10016	1	d7
27	[49,60)	10016	1	d5
27	[35,49)	10016	1	d0
27	[35,49)	10016	1	d3
27	[49,60)	10016	1	d9
28	[37,50)	10009	0	d0
28	[50,60)	10009	0	d6
28	[50,60)	10009	0	d2
28	[37,50)	10009	0	d4
28	[37,50)	10009	0	d8
29	[20,34)	10009	0	d7
29	[34,41)	10009	0	d5
29	[34,41)	10009	0	d9
29	[20,34)	10009	0	d1
30	[20,37)	10016	1	d2
30	[20,37)	10016	1	d6
30	[20,37)	10016	1	d10
31	[33,40)	10000	1	d1
31	[33,40)	10000	1	d5
31	[21,33)	10000	1	d10
31	[21,33)	10000	1	d9
31	[21,33)	10000	1	d3
32	[44,60)	10010	1	d2
32	[44,60)	10010	1	d4
32	[44,60)	10010	1	d0
33	[28,45)	10001	0	d10
33	[28,45)	10001	0	d5
33	[28,45)	10001	0	d1
34	[50,60)	10013	0	d10
34	[39,50)	10013	0	d8
34	[50,60)	10013	0	d6
34	[39,50)	10013	0	d1
35	[34,47)	10014	1	d0
35	[47,60)	10014	1	d8
35	[47,60)	10014	1	d6
35	[34,47)	10014	1	d4
35	[47,60)	10014	1	d2
36	[27,40)	10006	0	d5
36	[20,27)	10006	0	d7
36	[27,40)	10006	0	d9
36	[20,27)	10006	0	d0
36	[20,27)	10006	0	d3
37	[33,46)	10004	1	d6
37	[33,46)	10004	1	d4
37	[46,60)	10004	1	d2
37	[33,46)	10004	1	d9
37	[46,60)	10004	1	d10
38	[20,32)	10012	0	d10
38	[20,32)	10012	0	d8
38	[20,32)	10012	0	d3
39	[20,28)	10001	1	d7
39	[28,41)	10001	1	d2
39	[20,28)	10001	1	d5
39	[28,41)	10001	1	d9
40	[37,52)	10002	0	d10
40	[52,60)	10002	0	d2
40	[52,60)	10002	0	d4
40	[37,52)	10002	0	d6
41	[40,53)	10005	1	d3
41	[40,53)	10005	1	d5
41	[53,60)	10005	1	d1
41	[53,60)	10005	1	d8
41	[53,60)	10005	1	d9
42	[41,60)	10013	1	d2
42	[41,60)	10013	1	d9
42	[41,60)	10013	1	d5
43	[48,60)	10003	1	d5
43	[37,48)	10003	1	d0
43	[48,60)	10003	1	d2
43	[48,60)	10003	1	d9
43	[37,48)	10003	1	d6
44	[20,45)	10011	0	d4
44	[20,45)	10011	0	d8
44	[20,45)	10011	0	d1
45	[33,36)	10004	1	d7
45	[20,33)	10004	1	d3
45	[33,36)	10004	1	d5
45	[20,33)	10004	1	d0
46	[20,30)	10015	1	d6
46	[20,30)	10015	1	d2
46	[30,39)	10015	1	d0
46	[20,30)	10015	1	d7
46	[30,39)	10015	1	d9
47	[20,31)	10002	0	d5
47	[31,42)	10002	0	d1
47	[20,31)	10002	0	d8
47	[20,31)	10002	0	d3
47	[31,42)	10002	0	d9
48	[39,52)	10012	1	d1
48	[52,60)	10012	1	d5
48	[52,60)	10012	1	d7
48	[39,52)	10012	1	d3
48	[39,52)	10012	1	d10
49	[22,38)	10000	0	d6
49	[22,38)	10000	0	d2
49	[22,38)	10000	0	d9
50	[31,39)	10005	0	d10
50	[31,39)	10005	0	d7
50	[24,31)	10005	0	d1
50	[24,31)	10005	0	d3
51	[26,41)	10004	0	d6
51	[20,26)	10004	0	d0
51	[20,26)	10004	0	d8
51	[26,41)	10004	0	d4
52	[33,60)	10008	0	d7
52	[33,60)	10008	0	d0
52	[33,60)	10008	0	d4
53	[20,32)	10003	0	d7
53	[20,32)	10003	0	d9
53	[32,43)	10003	0	d2
53	[32,43)	10003	0	d4
53	[32,43)	10003	0	d0
54	[36,51)	10007	1	d0
54	[51,60)	10007	1	d4
54	[36,51)	10007	1	d8
54	[51,60)	10007	1	d6
55	[21,42)	10012	1	d8
55	[21,42)	10012	1	d4
55	[21,42)	10012	1	d0
56	[36,48)	10003	0	d8
56	[48,60)	10003	0	d3
56	[36,48)	10003	0	d10
56	[48,60)	10003	0	d6
57	[20,30)	10014	0	d2
57	[20,30)	10014	0	d6
57	[20,30)	10014	0	d0
58	[30,40)	10007	0	d9
58	[30,40)	10007	0	d4
58	[30,40)	10007	0	d2
58	[20,30)	10007	0	d6
58	[20,30)	10007	0	d10
59	[28,39)	10002	1	d6
59	[20,28)	10002	1	d4
59	[20,28)	10002	1	d2
59	[28,39)	10002	1	d8
59	[28,39)	10002	1	d0
60	[23,34)	10016	0	d2
60	[34,40)	10016	0	d5
60	[23,34)	10016	0	d7
60	[23,34)	10016	0	d3
60	[34,40)	10016	0	d9
61	[33,47)	10005	0	d0
61	[47,60)	10005	0	d5
61	[33,47)	10005	0	d9
61	[47,60)	10005	0	d6
61	[33,47)	10005	0	d2
62	[52,60)	10011	1	d2
62	[38,52)	10011	1	d3
62	[38,52)	10011	1	d6
62	[52,60)	10011	1	d10
63	[20,28)	10008	1	d5
63	[28,42)	10008	1	d9
63	[20,28)	10008	1	d2
63	[28,42)	10008	1	d0
64	[26,42)	10008	0	d1
64	[26,42)	10008	0	d3
64	[26,42)	10008	0	d10
65	[48,60)	10011	0	d7
65	[48,60)	10011	0	d0
65	[48,60)	10011	0	d9
66	[45,60)	10007	0	d5
66	[41,45)	10007	0	d8
66	[41,45)	10007	0	d3
66	[45,60)	10007	0	d1
67	[35,48)	10015	0	d0
67	[48,60)	10015	0	d7
67	[48,60)	10015	0	d9
67	[35,48)	10015	0	d4
67	[48,60)	10015	0	d2
68	[50,60)	10004	0	d9
68	[50,60)	10004	0	d7
68	[37,50)	10004	0	d5
68	[37,50)	10004	0	d2
68	[50,60)	10004	0	d1
69	[28,38)	10007	1	d3
69	[20,28)	10007	1	d1
69	[20,28)	10007	1	d5
69	[28,38)	10007	1	d7
69	[20,28)	10007	1	d10
70	[30,60)	10012	0	d9
70	[30,60)	10012	0	d6
70	[30,60)	10012	0	d2
71	[48,60)	10000	1	d8
71	[36,48)	10000	1	d4
71	[48,60)	10000	1	d0
71	[36,48)	10000	1	d7
72	[26,46)	10014	0	d10
72	[26,46)	10014	0	d8
72	[26,46)	10014	0	d4
73	[20,36)	10015	0	d10
73	[20,36)	10015	0	d3
73	[20,36)	10015	0	d6
74	[28,41)	10013	1	d8
74	[28,41)	10013	1	d3
74	[28,41)	10013	1	d1
75	[20,31)	10008	0	d8
75	[20,31)	10008	0	d2
75	[20,31)	10008	0	d6
\.


--
-- Data for Name: stays; Type: TABLE DATA; Schema: clinic; Owner: data owner
--

COPY clinic.stays (patient, sex, ward, code) FROM stdin;
0	0	1	c7
0	0	2	c14
1	1	3	c21
1	1	4	c5
1	1	5	c12
2	0	6	c19
2	0	0	c3
2	0	1	c10
3	1	2	c17
3	1	3	c1
3	1	4	c8
4	0	5	c15
4	0	6	c22
4	0	0	c6
5	1	1	c13
5	1	2	c20
5	1	3	c4
6	0	4	c11
6	0	5	c18
6	0	6	c2
7	1	0	c9
7	1	1	c16
7	1	2	c0
8	0	3	c7
8	0	4	c14
8	0	5	c21
9	1	6	c5
9	1	0	c12
9	1	1	c19
10	0	2	c3
10	0	3	c10
10	0	4	c17
11	1	5	c1
11	1	6	c8
11	1	0	c15
12	0	1	c22
12	0	2	c6
12	0	3	c13
13	1	4	c20
13	1	5	c4
13	1	6	c11
14	0	0	c18
14	0	1	c2
14	0	2	c9
15	1	3	c16
15	1	4	c0
15	1	5	c7
16	0	6	c14
16	0	0	c21
16	0	1	c5
17	1	2	c12
17	1	3	c19
17	1	4	c3
18	0	5	c10
18	0	6	c17
18	0	0	c1
19	1	1	c8
19	1	2	c15
19	1	3	c22
20	0	4	c6
20	0	5	c13
20	0	6	c20
21	1	0	c4
21	1	1	c11
21	1	2	c18
22	0	3	c2
22	0	4	c9
22	0	5	c16
23	1	6	c0
23	1	0	c7
23	1	1	c14
24	0	2	c21
24	0	3	c5
24	0	4	c12
25	1	5	c19
25	1	6	c3
25	1	0	c10
26	0	1	c17
26	0	2	c1
26	0	3	c8
27	1	4	c15
27	1	5	c22
27	1	6	c6
28	0	0	c13
28	0	1	c20
28	0	2	c4
29	1	3	c11
29	1	4	c18
29	1	5	c2
30	0	6	c9
30	0	0	c16
30	0	1	c0
31	1	2	c7
31	1	3	c14
31	1	4	c21
32	0	5	c5
32	0	6	c12
32	0	0	c19
33	1	1	c3
33	1	2	c10
33	1	3	c17
34	0	4	c1
34	0	5	c8
34	0	6	c15
35	1	0	c22
35	1	1	c6
35	1	2	c13
36	0	3	c20
36	0	4	c4
36	0	5	c11
37	1	6	c18
37	1	0	c2
37	1	1	c9
38	0	2	c16
38	0	3	c0
38	0	4	c7
39	1	5	c14
39	1	6	c21
39	1	0	c5
40	0	1	c12
40	0	2	c19
40	0	3	c3
41	1	4	c10
41	1	5	c17
41	1	6	c1
42	0	0	c8
42	0	1	c15
42	0	2	c22
43	1	3	c6
43	1	4	c13
43	1	5	c20
44	0	6	c4
44	0	0	c11
44	0	1	c18
45	1	2	c2
45	1	3	c9
45	1	4	c16
46	0	5	c0
46	0	6	c7
46	0	0	c14
47	1	1	c21
47	1	2	c5
47	1	3	c12
48	0	4	c19
48	0	5	c3
48	0	6	c10
49	1	0	c17
49	1	1	c1
49	1	2	c8
50	0	3	c15
50	0	4	c22
50	0	5	c6
51	1	6	c13
51	1	0	c20
51	1	1	c4
52	0	2	c11
52	0	3	c18
52	0	4	c2
53	1	5	c9
53	1	6	c16
53	1	0	c0
54	0	1	c7
54	0	2	c14
54	0	3	c21
55	1	4	c5
55	1	5	c12
55	1	6	c19
56	0	0	c3
56	0	1	c10
56	0	2	c17
57	1	3	c1
57	1	4	c8
57	1	5	c15
58	0	6	c22
58	0	0	c6
58	0	1	c13
59	1	2	c20
59	1	3	c4
59	1	4	c11
60	0	5	c18
\.


--
-- Data for Name: weekly_1; Type: TABLE DATA; Schema: clinic; Owner: data owner
--

COPY clinic.weekly_1 (bucket, age, zip, sex, disease) FROM stdin;
1	23	10011	1	d1
1	50	10014	0	d5
1	40	10016	0	d0
2	57	10004	1	d3
2	55	10002	1	d7
2	57	10005	1	d10
3	57	10015	1	d4
3	55	10013	1	d5
3	46	10016	0	d2
4	54	10013	0	d3
4	52	10011	0	d7
4	52	10010	0	d10
5	35	10004	1	d0
5	45	10004	1	d1
5	55	10008	1	d2
6	43	10008	1	d2
6	47	10010	1	d4
6	39	10003	1	d5
7	55	10014	1	d6
7	45	10015	1	d9
7	57	10016	1	d8
8	23	10016	1	d2
8	36	10007	0	d4
8	20	10006	0	d5
9	25	10012	1	d4
9	21	10007	1	d0
9	31	10012	1	d1
10	37	10007	1	d7
10	31	10006	1	d3
10	37	10006	1	d10
11	52	10005	0	d2
11	58	10011	0	d1
11	50	10013	0	d0
12	42	10011	0	d5
12	58	10016	0	d1
12	24	10010	0	d0
13	44	10013	0	d6
13	50	10015	0	d9
13	48	10013	0	d8
14	39	10010	1	d7
14	58	10010	0	d3
14	46	10010	0	d10
15	38	10013	0	d4
15	48	10012	0	d2
15	54	10007	0	d5
16	32	10001	0	d1
16	36	10006	0	d0
16	24	10011	0	d4
17	20	10008	0	d4
17	20	10001	0	d5
17	25	10001	1	d2
18	54	10006	0	d1
18	22	10010	0	d5
18	43	10007	1	d0
19	53	10001	1	d6
19	51	10004	1	d8
19	45	10003	1	d9
20	26	10008	0	d6
20	26	10001	0	d9
20	20	10007	0	d8
21	59	10012	1	d7
21	53	10011	1	d3
21	59	10011	1	d10
22	28	10014	0	d6
22	38	10014	0	d9
22	30	10016	0	d8
23	30	10005	0	d10
23	36	10001	0	d7
23	36	10005	0	d3
24	21	10009	1	d6
24	33	10009	1	d9
24	23	10010	1	d8
25	40	10005	0	d2
25	58	10004	0	d5
25	56	10008	0	d4
26	28	10003	0	d2
26	38	10003	0	d1
26	28	10008	0	d0
27	51	10015	1	d1
27	45	10014	1	d0
27	39	10014	1	d4
28	35	10006	1	d6
28	39	10008	1	d8
28	27	10008	1	d9
29	25	10013	1	d4
29	35	10010	1	d2
29	29	10015	1	d5
30	34	10003	0	d4
30	32	10002	0	d2
30	30	10000	0	d5
31	25	10005	1	d2
31	33	10004	1	d4
31	21	10003	1	d5
32	20	10012	0	d10
32	32	10012	0	d7
32	26	10012	0	d3
33	20	10013	0	d7
33	27	10013	1	d3
33	25	10011	1	d10
34	47	10005	1	d0
34	53	10005	1	d1
34	57	10009	1	d5
35	31	10013	1	d8
35	23	10015	1	d6
35	21	10013	1	d9
36	51	10014	1	d6
36	46	10009	0	d9
36	56	10014	0	d8
37	58	10005	0	d9
37	42	10007	0	d8
37	46	10005	0	d6
38	28	10016	0	d3
38	26	10013	0	d10
38	28	10015	0	d7
39	52	10004	0	d8
39	50	10002	0	d9
39	40	10003	0	d6
40	22	10008	0	d6
40	30	10001	0	d9
40	24	10000	0	d8
41	43	10001	1	d9
41	41	10005	1	d6
41	39	10004	1	d8
42	47	10012	1	d3
42	51	10009	1	d10
42	53	10012	1	d7
43	38	10001	0	d0
43	50	10008	0	d1
43	26	10002	0	d5
44	45	10010	1	d10
44	45	10008	1	d7
44	45	10009	1	d3
45	51	10016	1	d0
45	53	10016	1	d1
45	29	10010	1	d5
46	27	10003	1	d8
46	31	10001	1	d9
46	25	10006	1	d6
47	41	10004	1	d0
47	29	10005	1	d4
47	25	10000	1	d1
48	37	10000	1	d8
48	37	10002	1	d6
48	33	10002	1	d9
49	54	10012	0	d8
49	56	10009	0	d9
49	48	10011	0	d6
50	35	10000	1	d10
50	29	10004	1	d7
50	29	10000	1	d3
51	28	10010	0	d6
51	29	10016	1	d9
51	24	10012	0	d8
52	34	10005	0	d1
52	33	10015	1	d0
52	51	10003	1	d2
53	56	10002	0	d3
53	54	10000	0	d10
53	48	10000	0	d7
54	41	10006	1	d2
54	37	10001	1	d1
54	21	10002	1	d0
55	49	10002	1	d10
55	43	10006	1	d3
55	43	10002	1	d7
56	24	10005	0	d3
56	22	10003	0	d7
56	22	10002	0	d10
57	42	10012	0	d8
57	52	10016	0	d9
57	40	10010	0	d6
58	27	10014	1	d10
58	21	10014	1	d7
58	27	10015	1	d3
59	47	10016	1	d10
59	41	10016	1	d3
59	39	10009	1	d7
60	49	10013	1	d8
60	47	10011	1	d6
60	49	10008	1	d9
61	41	10000	1	d10
61	55	10001	1	d3
61	49	10001	1	d7
62	46	10011	0	d10
62	40	10015	0	d7
62	40	10011	0	d3
63	47	10006	1	d5
63	57	10010	1	d2
63	41	10011	1	d4
64	59	10005	1	d8
64	59	10000	1	d9
64	57	10003	1	d6
65	21	10001	1	d7
65	23	10004	1	d10
65	23	10003	1	d3
66	28	10004	0	d4
66	47	10000	1	d1
66	22	10009	0	d0
67	30	10010	0	d2
67	29	10011	1	d5
67	27	10009	1	d4
68	24	10006	0	d10
68	30	10006	0	d7
68	38	10007	0	d3
69	33	10013	1	d3
69	33	10014	1	d10
69	35	10016	1	d7
70	32	10013	0	d2
70	30	10012	0	d1
70	22	10014	0	d0
71	49	10014	1	d5
71	39	10015	1	d4
71	49	10012	1	d2
72	21	10008	1	d4
72	33	10008	1	d2
72	23	10009	1	d5
73	42	10000	0	d7
73	42	10001	0	d3
73	48	10001	0	d10
74	24	10016	0	d5
74	32	10014	0	d4
74	34	10010	0	d2
75	48	10006	0	d6
75	41	10010	1	d8
75	44	10003	0	d9
76	22	10004	0	d2
76	26	10007	0	d0
76	36	10011	0	d1
77	37	10013	1	d0
77	43	10013	1	d5
77	26	10014	0	d1
78	34	10004	0	d8
78	32	10003	0	d9
78	36	10000	0	d6
79	58	10006	0	d10
79	56	10003	0	d3
79	56	10004	0	d7
80	32	10008	0	d7
80	38	10009	0	d3
80	38	10008	0	d10
81	59	10007	1	d9
81	55	10007	1	d8
81	53	10006	1	d6
82	31	10000	1	d5
82	27	10002	1	d2
82	31	10002	1	d4
83	52	10015	0	d4
83	36	10016	0	d5
83	36	10012	0	d2
84	40	10004	0	d2
84	44	10009	0	d1
84	44	10002	0	d0
85	24	10004	0	d8
85	26	10006	0	d6
85	20	10002	0	d9
86	54	10001	0	d0
86	28	10009	0	d5
86	52	10000	0	d1
87	22	10015	0	d9
87	34	10009	0	d8
87	30	10011	0	d6
88	39	10002	1	d5
88	27	10007	1	d1
88	37	10008	1	d0
89	53	10000	1	d1
89	59	10001	1	d4
89	55	10003	1	d0
90	43	10012	1	d4
90	49	10007	1	d0
90	51	10010	1	d1
91	44	10014	0	d0
91	46	10015	0	d1
91	56	10015	0	d2
92	31	10007	1	d7
92	23	10005	1	d3
92	25	10007	1	d10
93	54	10002	0	d4
93	42	10005	0	d1
93	48	10007	0	d0
94	46	10004	0	d2
94	42	10006	0	d4
94	59	10006	1	d5
95	34	10015	0	d10
95	34	10014	0	d3
95	34	10016	0	d7
96	37	10012	1	d9
96	35	10011	1	d6
96	35	10015	1	d8
97	38	10002	0	d8
97	29	10009	1	d9
97	32	10007	0	d6
98	44	10008	0	d7
98	44	10007	0	d3
98	50	10003	0	d10
99	58	10000	0	d5
99	40	10009	0	d4
99	50	10009	0	d2
100	33	10003	1	d1
100	35	10005	1	d0
100	31	10011	1	d4
\.


--
-- Data for Name: weekly_2; Type: TABLE DATA; Schema: clinic; Owner: data owner
--

COPY clinic.weekly_2 (bucket, age, zip, sex, disease) FROM stdin;
1	47	10012	1	d7
1	47	10016	1	d10
1	41	10016	1	d3
2	24	10007	0	d10
2	26	10009	0	d7
2	24	10006	0	d3
3	24	10010	0	d1
3	54	10006	0	d5
3	44	10015	0	d0
4	34	10015	0	d7
4	32	10012	0	d10
4	28	10015	0	d3
5	57	10005	1	d10
5	49	10001	1	d3
5	49	10003	1	d7
6	31	10011	1	d0
6	21	10007	1	d1
6	41	10004	1	d4
7	51	10014	1	d8
7	39	10008	1	d9
7	41	10010	1	d6
8	28	10004	0	d1
8	42	10005	0	d0
8	32	10001	0	d4
9	39	10002	1	d0
9	43	10007	1	d5
9	53	10005	1	d1
10	23	10004	1	d3
10	21	10001	1	d10
10	23	10003	1	d7
11	20	10013	0	d10
11	20	10014	0	d7
11	22	10016	0	d3
12	29	10006	1	d4
12	23	10000	1	d6
12	58	10001	0	d5
12	37	10014	1	d9
13	21	10008	1	d4
13	23	10009	1	d2
13	27	10009	1	d5
14	42	10011	0	d5
14	40	10016	0	d0
14	29	10010	1	d1
15	38	10014	0	d9
15	30	10016	0	d8
15	28	10014	0	d6
16	54	10002	0	d0
16	23	10006	1	d4
16	33	10003	1	d1
17	43	10001	1	d6
17	39	10004	1	d8
17	53	10001	1	d9
18	46	10010	0	d3
18	54	10014	0	d7
18	58	10010	0	d10
19	39	10009	1	d10
19	39	10010	1	d7
19	45	10010	1	d3
20	51	10011	1	d4
20	49	10014	1	d2
20	55	10009	1	d5
21	20	10006	0	d5
21	30	10010	0	d2
21	34	10010	0	d4
22	29	10015	1	d2
22	35	10010	1	d4
22	25	10013	1	d5
23	22	10010	0	d1
23	48	10002	0	d5
23	26	10002	0	d0
24	22	10004	0	d2
24	38	10003	0	d1
24	36	10011	0	d0
25	30	10001	0	d8
25	24	10000	0	d6
25	20	10002	0	d9
26	35	10004	1	d2
26	55	10008	1	d0
26	39	10005	1	d1
27	52	10012	0	d0
27	56	10015	0	d2
27	50	10013	0	d1
28	32	10015	0	d8
28	29	10012	1	d6
28	33	10009	1	d9
29	43	10006	1	d7
29	43	10002	1	d3
29	55	10001	1	d10
30	31	10007	1	d7
30	31	10006	1	d3
30	37	10007	1	d10
31	41	10000	1	d10
31	43	10003	1	d7
31	51	10005	1	d3
32	40	10006	0	d6
32	52	10006	0	d8
32	42	10007	0	d9
33	43	10013	1	d0
33	23	10011	1	d5
33	53	10016	1	d1
34	57	10010	1	d2
34	59	10006	1	d5
34	59	10002	1	d4
35	33	10004	1	d4
35	31	10002	1	d5
35	27	10002	1	d2
36	40	10004	0	d0
36	44	10009	0	d2
36	44	10002	0	d1
37	38	10015	0	d2
37	32	10013	0	d0
37	22	10014	0	d1
38	20	10012	0	d10
38	26	10012	0	d7
38	26	10013	0	d3
39	40	10000	0	d0
39	55	10003	1	d1
39	25	10000	1	d4
40	50	10004	0	d7
40	55	10002	1	d10
40	57	10004	1	d3
41	54	10008	0	d8
41	54	10012	0	d6
41	56	10009	0	d9
42	38	10009	0	d7
42	34	10014	0	d10
42	32	10009	0	d3
43	43	10014	1	d8
43	41	10012	1	d9
43	39	10016	1	d6
44	49	10012	1	d5
44	39	10015	1	d2
44	41	10011	1	d4
45	45	10016	1	d1
45	59	10013	1	d0
45	52	10005	0	d2
46	54	10007	0	d4
46	40	10009	0	d2
46	58	10012	0	d5
47	55	10014	1	d9
47	57	10016	1	d6
47	45	10015	1	d8
48	24	10001	0	d0
48	28	10003	0	d2
48	34	10005	0	d1
49	50	10008	0	d5
49	52	10000	0	d1
49	28	10009	0	d0
50	59	10001	1	d4
50	49	10007	1	d0
50	47	10000	1	d1
51	24	10005	0	d7
51	22	10002	0	d3
51	22	10003	0	d10
52	33	10016	1	d4
52	23	10016	1	d2
52	29	10011	1	d5
53	41	10001	1	d5
53	47	10001	1	d4
53	49	10009	1	d0
53	30	10013	0	d1
54	29	10005	1	d1
54	27	10004	1	d0
54	35	10005	1	d4
55	53	10011	1	d3
55	59	10011	1	d10
55	59	10012	1	d7
56	57	10011	1	d9
56	49	10013	1	d6
56	47	10011	1	d8
57	52	10016	0	d6
57	56	10016	0	d8
57	56	10014	0	d9
58	47	10005	1	d5
58	27	10007	1	d1
58	54	10001	0	d0
59	56	10008	0	d5
59	57	10000	1	d4
59	40	10005	0	d2
60	36	10000	0	d8
60	26	10006	0	d6
60	26	10001	0	d9
61	45	10003	1	d8
61	55	10007	1	d9
61	50	10002	0	d6
62	51	10010	1	d0
62	51	10015	1	d1
62	45	10014	1	d4
63	34	10016	0	d10
63	27	10013	1	d7
63	21	10015	1	d3
64	33	10002	1	d6
64	37	10002	1	d8
64	37	10000	1	d9
65	37	10003	1	d7
65	37	10006	1	d10
65	35	10001	1	d3
66	58	10006	0	d10
66	56	10003	0	d3
66	56	10004	0	d7
67	33	10014	1	d10
67	33	10013	1	d7
67	33	10010	1	d3
68	45	10005	1	d8
68	53	10006	1	d9
68	49	10008	1	d6
69	48	10011	0	d8
69	46	10009	0	d9
69	50	10010	0	d6
70	55	10013	1	d2
70	52	10015	0	d5
70	47	10006	1	d4
71	28	10005	0	d6
71	26	10008	0	d9
71	34	10009	0	d8
72	35	10012	1	d2
72	33	10015	1	d1
72	28	10008	0	d0
73	30	10007	0	d0
73	30	10012	0	d2
73	28	10011	0	d1
74	45	10009	1	d7
74	45	10008	1	d3
74	51	10009	1	d10
75	21	10004	1	d9
75	32	10007	0	d6
75	25	10002	1	d8
76	22	10005	0	d4
76	20	10008	0	d5
76	26	10003	0	d2
77	48	10000	0	d10
77	54	10000	0	d7
77	50	10003	0	d3
78	48	10007	0	d0
78	24	10011	0	d4
78	36	10006	0	d1
79	39	10003	1	d5
79	53	10007	1	d2
79	43	10008	1	d4
80	50	10014	0	d1
80	58	10016	0	d0
80	26	10014	0	d5
81	36	10001	0	d3
81	36	10002	0	d10
81	36	10005	0	d7
82	35	10015	1	d9
82	35	10011	1	d8
82	37	10012	1	d6
83	34	10004	0	d6
83	38	10004	0	d8
83	32	10003	0	d9
84	58	10005	0	d9
84	46	10005	0	d8
84	46	10000	0	d6
85	25	10005	1	d2
85	21	10003	1	d5
85	25	10001	1	d4
86	30	10006	0	d7
86	32	10008	0	d3
86	38	10008	0	d10
87	40	10003	0	d9
87	38	10002	0	d8
87	44	10003	0	d6
88	40	10015	0	d7
88	40	10011	0	d3
88	46	10011	0	d10
89	41	10005	1	d6
89	51	10004	1	d8
89	47	10007	1	d9
90	22	10008	0	d6
90	24	10004	0	d9
90	20	10007	0	d8
91	21	10014	1	d10
91	27	10014	1	d7
91	27	10015	1	d3
92	25	10008	1	d3
92	31	10008	1	d7
92	25	10007	1	d10
93	52	10011	0	d10
93	52	10010	0	d7
93	38	10007	0	d3
94	42	10006	0	d2
94	58	10004	0	d4
94	46	10004	0	d5
95	27	10010	1	d9
95	31	10013	1	d8
95	23	10015	1	d6
96	48	10013	0	d8
96	44	10013	0	d6
96	42	10012	0	d9
97	44	10007	0	d10
97	42	10002	0	d3
97	44	10004	0	d7
98	21	10009	1	d9
98	23	10010	1	d8
98	29	10016	1	d6
99	20	10001	0	d2
99	30	10000	0	d5
99	32	10002	0	d4
100	53	10012	1	d3
100	53	10013	1	d7
100	55	10015	1	d10
101	35	10000	1	d10
101	29	10000	1	d3
101	29	10004	1	d7
102	33	10008	1	d2
102	31	10000	1	d4
102	36	10007	0	d5
103	46	10015	0	d2
103	42	10013	0	d1
103	44	10014	0	d0
104	36	10016	0	d4
104	38	10013	0	d5
104	24	10016	0	d2
105	30	10011	0	d8
105	36	10013	0	d6
105	34	10011	0	d9
106	42	10000	0	d10
106	42	10001	0	d7
106	48	10001	0	d3
107	58	10000	0	d4
107	50	10009	0	d2
107	46	10006	0	d5
108	21	10002	1	d0
108	20	10003	0	d2
108	37	10001	1	d1
109	27	10008	1	d9
109	35	10006	1	d8
109	25	10006	1	d6
110	59	10000	1	d6
110	57	10003	1	d8
110	59	10005	1	d9
111	34	10000	0	d2
111	51	10003	1	d0
111	56	10010	0	d1
112	22	10015	0	d8
112	28	10010	0	d6
112	24	10012	0	d9
113	37	10013	1	d5
113	57	10009	1	d1
113	51	10016	1	d0
114	25	10012	1	d0
114	31	10014	1	d1
114	31	10012	1	d4
115	48	10012	0	d2
115	48	10008	0	d5
115	46	10016	0	d4
\.


--
-- Data for Name: zips; Type: TABLE DATA; Schema: clinic; Owner: data owner
--

COPY clinic.zips (level0, level1, level2) FROM stdin;
10011	1001	*
10009	1000	*
10013	1001	*
10016	1001	*
10012	1001	*
10014	1001	*
10003	1000	*
10000	1000	*
10008	1000	*
10015	1001	*
10001	1000	*
10004	1000	*
10005	1000	*
10006	1000	*
10010	1001	*
10007	1000	*
10002	1000	*
\.


--
-- Data for Name: declared_hierarchy_record; Type: TABLE DATA; Schema: microdata; Owner: postgres
--

COPY microdata.declared_hierarchy_record (source, attribute, attnum, hierarchy) FROM stdin;
clinic.people	zip	3	"data owner".zips
clinic.guests	zip	3	"data owner".zips
\.


--
-- Data for Name: declared_source_record; Type: TABLE DATA; Schema: microdata; Owner: postgres
--

COPY microdata.declared_source_record (source, attributes, attnums, subject_size) FROM stdin;
clinic.people	{id,age,zip,sex,disease}	{1,2,3,4,5}	0
clinic.guests	{id,age,zip,sex,disease}	{1,2,3,4,5}	0
\.


--
-- Data for Name: edition_record; Type: TABLE DATA; Schema: microdata; Owner: postgres
--

COPY microdata.edition_record (series_id, edition, release_id, persons, counterfeits, waiting, withheld, created_at, created_by, state, findings, published_by, approved_by, shown_at, publisher, contents) FROM stdin;
2	1	13	300	0	0	0	2026-11-29 11:29:25.447341+00	data owner	shown	[{"gate": "verify", "bound": true, "holds": true, "detail": null, "achieved": 0}]	data owner	postgres	2026-11-29 11:29:26.300964+00	7713552150822210916/24020	f1530140206a65f7204f02f8ea39713cd9f47782db4278807025010583019449
3	1	11	51	0	0	0	2026-11-29 11:29:25.447341+00	data owner	published	[]	data owner	\N	\N	7713552150822210916/24020	\N
1	1	10	300	0	0	0	2026-11-29 11:29:25.447341+00	data owner	former	[{"gate": "verify", "bound": true, "holds": true, "detail": null, "achieved": 0}]	data owner	\N	2026-11-29 11:29:25.674807+00	7713552150822210916/24020	\N
1	2	14	347	0	0	0	2026-11-29 11:29:26.304458+00	data owner	shown	[{"gate": "verify", "bound": true, "holds": true, "detail": null, "achieved": 0}]	postgres	\N	2026-11-29 11:29:26.536111+00	7713552150822210916/10	\N
3	2	15	61	0	0	0	2026-11-29 11:29:26.304458+00	data owner	published	[]	postgres	\N	\N	7713552150822210916/10	\N
4	1	12	300	0	0	0	2026-11-29 11:29:25.447341+00	data owner	former	[{"gate": "verify", "bound": true, "holds": true, "detail": null, "achieved": 0}]	data owner	\N	2026-11-29 11:29:26.025327+00	7713552150822210916/24020	\N
4	2	16	347	0	0	0	2026-11-29 11:29:26.304458+00	data owner	shown	[{"gate": "verify", "bound": true, "holds": true, "detail": null, "achieved": 0}]	postgres	\N	2026-11-29 11:29:26.89728+00	7713552150822210916/10	\N
2	2	17	347	0	0	0	2026-11-29 11:29:26.304458+00	data owner	draft	[{"gate": "verify", "bound": true, "holds": true, "detail": null, "achieved": 0}]	postgres	\N	\N	7713552150822210916/10	67282f307d638ed5e117b4cb44cd2d311effa853bb2fdc6a2f995d1a1a3c1956
\.


--
-- Data for Name: forgotten_release_record; Type: TABLE DATA; Schema: microdata; Owner: postgres
--

COPY microdata.forgotten_release_record (release_id, method, source_name, source_owner, created_at, forgotten_at, forgotten_by, reason) FROM stdin;
\.


--
-- Data for Name: hierarchy_grant_record; Type: TABLE DATA; Schema: microdata; Owner: postgres
--

COPY microdata.hierarchy_grant_record (hierarchy, grantee) FROM stdin;
of all	-
"data owner".zips	reader
\.


--
-- Data for Name: hierarchy_record; Type: TABLE DATA; Schema: microdata; Owner: postgres
--

COPY microdata.hierarchy_record (name, kind, definition, owner, levels, labels) FROM stdin;
of all	prefix	{"keep": [2]}	postgres	3	\N
of nobody	prefix	{"keep": [2]}	postgres	3	\N
"data owner".zips	table	{"values": 17}	"data owner"	3	{{10000,1000,*},{10001,1000,*},{10002,1000,*},{10003,1000,*},{10004,1000,*},{10005,1000,*},{10006,1000,*},{10007,1000,*},{10008,1000,*},{10009,1000,*},{10010,1001,*},{10011,1001,*},{10012,1001,*},{10013,1001,*},{10014,1001,*},{10015,1001,*},{10016,1001,*}}
\.


--
-- Data for Name: ledger_record; Type: TABLE DATA; Schema: microdata; Owner: postgres
--

COPY microdata.ledger_record (release_id, method, source, gone, source_name, source_number, source_owner, about, relations, attributes, parameters, source_rows, published_rows, created_at, created_by, readers, ended_at, ended_by, ended) FROM stdin;
2	slicing	clinic.people	{}	clinic.people	24510	data owner	{clinic.people}	{clinic.sliced_k,clinic.sliced_k_expected}	{age,disease,sex,zip}	{"k": 2, "l": 3, "cuts": "feasible", "columns": 2, "cuts_by": "width", "k_scope": "bucket", "privacy": [], "grouping": "relaxed", "suppress": 0, "inference": null, "intervals": 10, "regrouped": true, "infeasible": "regroup", "mean_bucket": 4.1733, "bucket_column": "bucket", "weight_column": "weight", "discretization": "equal-width", "groups_by_hand": false, "diversity_check": "bucket", "exact_check_cut_short": false, "sensitive_column_size": null}	300	300	2026-11-29 11:29:24.100492+00	data owner	{}	\N	\N	\N
3	bucketization	clinic.people	{}	clinic.people	24510	data owner	{clinic.people}	{clinic.bucketized,clinic.bucketized_expected}	{age,disease,sex,zip}	{"l": 3, "cuts": "feasible", "format": "joined", "method": "mondrian", "privacy": [{"model": "l_diversity", "parameters": {"l": 3, "variant": "frequency"}}], "suppress": 0, "inference": null, "mean_bucket": 3.2933, "bucket_column": "bucket", "weight_column": "weight"}	300	300	2026-11-29 11:29:24.100492+00	data owner	{}	\N	\N	\N
6	gnf	clinic.people	{}	clinic.people	24510	data owner	{clinic.people}	{clinic.part_1}	{age,disease,sex,zip}	{"l": 2, "parts": [{"bucketed": ["disease"], "enforced": [{"known": ["age"], "privacy": [{"model": "l_diversity", "parameters": {"l": 2, "variant": "frequency"}}], "sensitive": ["disease"]}], "attributes": ["age", "zip", "sex", "disease"]}], "rules": [{"known": ["age"], "privacy": [{"model": "l_diversity", "parameters": {"l": 2, "variant": "frequency"}}], "sensitive": ["disease"]}], "privacy": [], "suppress": 0, "algorithm": "uad", "attributes": ["age", "zip", "sex", "disease"], "bucket_column": "bucket"}	300	300	2026-11-29 11:29:24.743356+00	data owner	{}	\N	\N	\N
7	fragmentation	clinic.people	{}	clinic.people	24510	data owner	{clinic.people}	{clinic.fragment_1,clinic.fragment_2}	{age,disease,sex,zip}	{"k": 4, "l": null, "plan": [{"relevance": 0.012194, "redundancy": 2.300695, "information_loss": 0}, {"relevance": 0.024745, "redundancy": 0.881792, "information_loss": 0}], "class": "disease", "delta": 0.5, "method": "dependency-graph", "privacy": [{"model": "k_anonymity", "parameters": {"k": 4}}], "suppress": 0, "fragments": 2, "hierarchies": {"zip": "\\"data owner\\".zips"}, "changed_class_values": 0}	300	300	2026-11-29 11:29:24.837608+00	data owner	{}	\N	\N	\N
8	bucketization	clinic.stays	{}	clinic.stays	24515	data owner	{clinic.stays}	{clinic.of_persons,clinic.of_persons_rows,clinic.of_persons_values,clinic.of_persons_expected}	{code,sex,ward}	{"k": 1, "l": 2, "cuts": "feasible", "rows": 150, "levels": [{"rows": 1, "persons": 2}, {"rows": 3, "persons": 49}], "method": "mondrian", "persons": 51, "privacy": [], "subject": ["patient"], "suppress": 0.9, "mean_bucket": 2.0588, "bucket_column": "bucket", "member_column": "member", "weight_column": "weight", "person_columns": 1, "rows_per_person": null, "rows_beyond_limit": 0, "suppressed_persons": 0}	150	149	2026-11-29 11:29:24.959536+00	data owner	{}	\N	\N	\N
9	bucketization	clinic.people	{}	clinic.people	24510	data owner	{clinic.people}	{clinic.short_lived,clinic.short_lived_expected}	{age,disease,sex,zip}	{"l": 4, "cuts": "feasible", "format": "joined", "method": "mondrian", "privacy": [{"model": "l_diversity", "parameters": {"l": 4, "variant": "frequency"}}], "suppress": 0, "inference": null, "mean_bucket": 4.4, "bucket_column": "bucket", "weight_column": "weight"}	300	300	2026-11-29 11:29:25.083559+00	data owner	{}	2026-11-29 11:29:25.207374+00	data owner	dropped
11	bucketization	clinic.stays	{}	clinic.stays	24515	data owner	{clinic.stays}	{clinic.growing_1,clinic.growing_1_values,clinic.growing_1_expected}	{code,sex}	{"l": 2, "m": 2, "series": "growing", "cohorts": true, "edition": 1, "privacy": [], "subject": ["patient"], "mean_bucket": 2.0588, "counterfeits": 0, "bucket_column": "bucket", "member_column": "member", "weight_column": "weight", "person_columns": 1}	150	150	2026-11-29 11:29:25.447341+00	data owner	{}	\N	\N	\N
12	slicing	clinic.guests	{}	clinic.guests	24520	data owner	{clinic.guests}	{clinic.monthly_1,clinic.monthly_1_expected}	{age,disease,sex,zip}	{"k": 1, "l": 3, "cuts": "feasible", "columns": 2, "cuts_by": "width", "privacy": [], "grouping": "relaxed", "suppress": 0, "inference": null, "intervals": 10, "regrouped": true, "infeasible": "regroup", "mean_bucket": 4.1733, "bucket_column": "bucket", "weight_column": "weight", "discretization": "equal-width", "groups_by_hand": false, "diversity_check": "bucket", "exact_check_cut_short": false, "sensitive_column_size": null}	300	300	2026-11-29 11:29:25.447341+00	data owner	{}	\N	\N	\N
10	bucketization	clinic.guests	{}	clinic.guests	24520	data owner	{clinic.guests}	{clinic.weekly_1,clinic.weekly_1_expected}	{age,disease,sex,zip}	{"l": 3, "m": 3, "format": "joined", "series": "weekly", "edition": 1, "privacy": [{"model": "l_diversity", "parameters": {"l": 3, "variant": "frequency"}}], "subject": ["id"], "mean_bucket": 3, "counterfeits": 0, "bucket_column": "bucket", "weight_column": "weight"}	300	300	2026-11-29 11:29:25.447341+00	data owner	{reader}	\N	\N	\N
13	generalization	clinic.guests	{}	clinic.guests	24520	data owner	{clinic.guests}	{clinic.classes_1}	{age,disease,sex,zip}	{"k": 1, "l": 3, "m": 3, "loss": "width", "series": "classes", "edition": 1, "privacy": [{"model": "l_diversity", "parameters": {"l": 3, "variant": "frequency"}}], "subject": ["id"], "recoding": "mondrian", "hierarchies": {"zip": "\\"data owner\\".zips"}, "mean_bucket": 3, "counterfeits": 0, "bucket_column": "class", "information_loss": {"discernibility": 900, "certainty_penalty": 0.3509, "average_class_size": 3, "certainty_penalty_of": {"age": 0.255641, "sex": 0.17, "zip": 0.627059}}}	300	300	2026-11-29 11:29:25.447341+00	data owner	{postgres,reader}	\N	\N	\N
15	bucketization	clinic.stays	{}	clinic.stays	24515	data owner	{clinic.stays}	{clinic.growing_2,clinic.growing_2_values,clinic.growing_2_expected}	{code,sex}	{"l": 2, "m": 2, "series": "growing", "cohorts": true, "edition": 2, "privacy": [], "subject": ["patient"], "mean_bucket": 2.0492, "counterfeits": 0, "bucket_column": "bucket", "member_column": "member", "weight_column": "weight", "person_columns": 1}	180	180	2026-11-29 11:29:26.304458+00	data owner	{}	\N	\N	\N
17	generalization	clinic.guests	{}	clinic.guests	24520	data owner	{clinic.guests}	{clinic.classes_2}	{age,disease,sex,zip}	{"k": 1, "l": 3, "m": 3, "loss": "width", "series": "classes", "edition": 2, "privacy": [{"model": "l_diversity", "parameters": {"l": 3, "variant": "frequency"}}], "subject": ["id"], "recoding": "mondrian", "hierarchies": {"zip": "\\"data owner\\".zips"}, "mean_bucket": 3.0288, "counterfeits": 0, "bucket_column": "class", "information_loss": {"discernibility": 1051, "certainty_penalty": 0.348402, "average_class_size": 3.0174, "certainty_penalty_of": {"age": 0.245917, "sex": 0.152738, "zip": 0.64655}}}	347	347	2026-11-29 11:29:26.304458+00	data owner	{}	\N	\N	\N
1	slicing	clinic.people	{}	clinic.people	24510	data owner	{clinic.people}	{clinic.sliced,clinic.sliced_expected}	{age,disease,sex,zip}	{"k": 1, "l": 3, "cuts": "feasible", "columns": 2, "cuts_by": "width", "privacy": [], "grouping": "relaxed", "suppress": 0, "inference": null, "intervals": 10, "regrouped": true, "infeasible": "regroup", "mean_bucket": 4.1733, "bucket_column": "bucket", "weight_column": "weight", "discretization": "equal-width", "groups_by_hand": false, "diversity_check": "bucket", "exact_check_cut_short": false, "sensitive_column_size": null}	300	300	2026-11-29 11:29:24.100492+00	data owner	{reader}	\N	\N	\N
4	bucketization	clinic.people	{}	clinic.people	24510	data owner	{clinic.people}	{clinic.anatomy,clinic.anatomy_qit,clinic.anatomy_st}	{age,disease,sex,zip}	{"l": 3, "cuts": "feasible", "format": "anatomy", "method": "mondrian", "privacy": [{"model": "l_diversity", "parameters": {"l": 3, "variant": "frequency"}}], "suppress": 0, "inference": null, "mean_bucket": 3.2933, "count_column": "count", "bucket_column": "bucket", "weight_column": "weight"}	300	300	2026-11-29 11:29:24.100492+00	data owner	{reader}	\N	\N	\N
5	generalization	clinic.people	{}	clinic.people	24510	data owner	{clinic.people}	{clinic.generalized}	{age,disease,sex,zip}	{"k": 5, "l": null, "cuts": "feasible", "loss": "width", "privacy": [{"model": "k_anonymity", "parameters": {"k": 5}}], "grouping": "strict", "recoding": "mondrian", "suppress": 0, "hierarchies": {"zip": "\\"data owner\\".zips"}, "information_loss": {"discernibility": 2432, "certainty_penalty": 0.192723, "average_class_size": 7.5, "certainty_penalty_of": {"age": 0.061111, "sex": 0, "zip": 0.517059}}}	300	300	2026-11-29 11:29:24.100492+00	data owner	{reader}	\N	\N	\N
14	bucketization	clinic.guests	{}	clinic.guests	24520	data owner	{clinic.guests}	{clinic.weekly_2,clinic.weekly_2_expected}	{age,disease,sex,zip}	{"l": 3, "m": 3, "format": "joined", "series": "weekly", "edition": 2, "privacy": [{"model": "l_diversity", "parameters": {"l": 3, "variant": "frequency"}}], "subject": ["id"], "mean_bucket": 3.0231, "counterfeits": 0, "bucket_column": "bucket", "weight_column": "weight"}	347	347	2026-11-29 11:29:26.304458+00	data owner	{reader}	\N	\N	\N
16	slicing	clinic.guests	{}	clinic.guests	24520	data owner	{clinic.guests}	{clinic.monthly_2,clinic.monthly_2_expected}	{age,disease,sex,zip}	{"k": 1, "l": 3, "cuts": "feasible", "columns": 2, "cuts_by": "width", "privacy": [], "grouping": "relaxed", "suppress": 0, "inference": null, "intervals": 10, "regrouped": true, "infeasible": "regroup", "mean_bucket": 4.0317, "bucket_column": "bucket", "weight_column": "weight", "discretization": "equal-width", "groups_by_hand": false, "diversity_check": "bucket", "exact_check_cut_short": false, "sensitive_column_size": null}	347	347	2026-11-29 11:29:26.304458+00	data owner	{reader}	\N	\N	\N
\.


--
-- Data for Name: privacy_rule_record; Type: TABLE DATA; Schema: microdata; Owner: postgres
--

COPY microdata.privacy_rule_record (rule_id, source, left_attributes, right_attributes, left_attnums, right_attnums, l, privacy, comment) FROM stdin;
1	clinic.people	{age}	{disease}	{2}	{5}	3	\N	by law
\.


--
-- Data for Name: release_column_record; Type: TABLE DATA; Schema: microdata; Owner: postgres
--

COPY microdata.release_column_record (release_id, relation, column_no, attribute, attnum, role, generalized, source, source_attribute, source_attnum) FROM stdin;
1	clinic.sliced	1	age	2	quasi-identifier	f	clinic.people	age	2
1	clinic.sliced	2	zip	3	quasi-identifier	f	clinic.people	zip	3
1	clinic.sliced	2	sex	4	quasi-identifier	f	clinic.people	sex	4
1	clinic.sliced	2	disease	5	sensitive	f	clinic.people	disease	5
2	clinic.sliced_k	1	age	2	quasi-identifier	t	clinic.people	age	2
2	clinic.sliced_k	2	zip	3	quasi-identifier	f	clinic.people	zip	3
2	clinic.sliced_k	2	sex	4	quasi-identifier	f	clinic.people	sex	4
2	clinic.sliced_k	2	disease	5	sensitive	f	clinic.people	disease	5
3	clinic.bucketized	1	age	2	quasi-identifier	f	clinic.people	age	2
3	clinic.bucketized	1	zip	3	quasi-identifier	f	clinic.people	zip	3
3	clinic.bucketized	1	sex	4	quasi-identifier	f	clinic.people	sex	4
3	clinic.bucketized	2	disease	5	sensitive	f	clinic.people	disease	5
4	clinic.anatomy_qit	1	age	2	quasi-identifier	f	clinic.people	age	2
4	clinic.anatomy_qit	1	zip	3	quasi-identifier	f	clinic.people	zip	3
4	clinic.anatomy_qit	1	sex	4	quasi-identifier	f	clinic.people	sex	4
4	clinic.anatomy_st	2	disease	2	sensitive	f	clinic.people	disease	5
5	clinic.generalized	1	age	1	quasi-identifier	t	clinic.people	age	2
5	clinic.generalized	1	zip	2	quasi-identifier	t	clinic.people	zip	3
5	clinic.generalized	1	sex	3	quasi-identifier	t	clinic.people	sex	4
5	clinic.generalized	1	disease	4	sensitive	f	clinic.people	disease	5
6	clinic.part_1	1	age	2	quasi-identifier	f	clinic.people	age	2
6	clinic.part_1	1	zip	3	quasi-identifier	f	clinic.people	zip	3
6	clinic.part_1	1	sex	4	quasi-identifier	f	clinic.people	sex	4
6	clinic.part_1	2	disease	5	sensitive	f	clinic.people	disease	5
7	clinic.fragment_1	1	age	1	quasi-identifier	t	clinic.people	age	2
7	clinic.fragment_1	2	disease	2	sensitive	f	clinic.people	disease	5
7	clinic.fragment_2	1	zip	1	quasi-identifier	t	clinic.people	zip	3
7	clinic.fragment_2	1	sex	2	quasi-identifier	t	clinic.people	sex	4
7	clinic.fragment_2	2	disease	3	sensitive	f	clinic.people	disease	5
8	clinic.of_persons	1	sex	2	quasi-identifier	f	clinic.stays	sex	2
8	clinic.of_persons_rows	2	ward	3	quasi-identifier	f	clinic.stays	ward	3
8	clinic.of_persons_values	3	code	3	sensitive	f	clinic.stays	code	4
10	clinic.weekly_1	1	age	2	quasi-identifier	f	clinic.guests	age	2
10	clinic.weekly_1	1	zip	3	quasi-identifier	f	clinic.guests	zip	3
10	clinic.weekly_1	1	sex	4	quasi-identifier	f	clinic.guests	sex	4
10	clinic.weekly_1	2	disease	5	sensitive	f	clinic.guests	disease	5
11	clinic.growing_1	1	sex	2	quasi-identifier	f	clinic.stays	sex	2
11	clinic.growing_1_values	2	code	3	sensitive	f	clinic.stays	code	4
12	clinic.monthly_1	1	age	2	quasi-identifier	f	clinic.guests	age	2
12	clinic.monthly_1	2	zip	3	quasi-identifier	f	clinic.guests	zip	3
12	clinic.monthly_1	2	sex	4	quasi-identifier	f	clinic.guests	sex	4
12	clinic.monthly_1	2	disease	5	sensitive	f	clinic.guests	disease	5
13	clinic.classes_1	1	age	2	quasi-identifier	t	clinic.guests	age	2
13	clinic.classes_1	1	zip	3	quasi-identifier	t	clinic.guests	zip	3
13	clinic.classes_1	1	sex	4	quasi-identifier	t	clinic.guests	sex	4
13	clinic.classes_1	1	disease	5	sensitive	f	clinic.guests	disease	5
14	clinic.weekly_2	1	age	2	quasi-identifier	f	clinic.guests	age	2
14	clinic.weekly_2	1	zip	3	quasi-identifier	f	clinic.guests	zip	3
14	clinic.weekly_2	1	sex	4	quasi-identifier	f	clinic.guests	sex	4
14	clinic.weekly_2	2	disease	5	sensitive	f	clinic.guests	disease	5
15	clinic.growing_2	1	sex	2	quasi-identifier	f	clinic.stays	sex	2
15	clinic.growing_2_values	2	code	3	sensitive	f	clinic.stays	code	4
16	clinic.monthly_2	2	age	2	quasi-identifier	f	clinic.guests	age	2
16	clinic.monthly_2	1	zip	3	quasi-identifier	f	clinic.guests	zip	3
16	clinic.monthly_2	2	sex	4	quasi-identifier	f	clinic.guests	sex	4
16	clinic.monthly_2	2	disease	5	sensitive	f	clinic.guests	disease	5
17	clinic.classes_2	1	age	2	quasi-identifier	t	clinic.guests	age	2
17	clinic.classes_2	1	zip	3	quasi-identifier	t	clinic.guests	zip	3
17	clinic.classes_2	1	sex	4	quasi-identifier	t	clinic.guests	sex	4
17	clinic.classes_2	1	disease	5	sensitive	f	clinic.guests	disease	5
\.


--
-- Data for Name: release_record; Type: TABLE DATA; Schema: microdata; Owner: postgres
--

COPY microdata.release_record (release_id, method, source, relations, parameters, created_at, created_by, source_rows, published_rows, suppressed_rows, buckets, subject_attnums, dropped_attributes) FROM stdin;
1	slicing	clinic.people	{clinic.sliced,clinic.sliced_expected}	{"k": 1, "l": 3, "cuts": "feasible", "columns": 2, "cuts_by": "width", "privacy": [], "grouping": "relaxed", "suppress": 0, "inference": null, "intervals": 10, "regrouped": true, "infeasible": "regroup", "mean_bucket": 4.1733, "bucket_column": "bucket", "weight_column": "weight", "discretization": "equal-width", "groups_by_hand": false, "diversity_check": "bucket", "exact_check_cut_short": false, "sensitive_column_size": null}	2026-11-29 11:29:24.100492+00	data owner	300	300	0	75	\N	{}
2	slicing	clinic.people	{clinic.sliced_k,clinic.sliced_k_expected}	{"k": 2, "l": 3, "cuts": "feasible", "columns": 2, "cuts_by": "width", "k_scope": "bucket", "privacy": [], "grouping": "relaxed", "suppress": 0, "inference": null, "intervals": 10, "regrouped": true, "infeasible": "regroup", "mean_bucket": 4.1733, "bucket_column": "bucket", "weight_column": "weight", "discretization": "equal-width", "groups_by_hand": false, "diversity_check": "bucket", "exact_check_cut_short": false, "sensitive_column_size": null}	2026-11-29 11:29:24.100492+00	data owner	300	300	0	75	\N	{}
3	bucketization	clinic.people	{clinic.bucketized,clinic.bucketized_expected}	{"l": 3, "cuts": "feasible", "format": "joined", "method": "mondrian", "privacy": [{"model": "l_diversity", "parameters": {"l": 3, "variant": "frequency"}}], "suppress": 0, "inference": null, "mean_bucket": 3.2933, "bucket_column": "bucket", "weight_column": "weight"}	2026-11-29 11:29:24.100492+00	data owner	300	300	0	94	\N	{}
4	bucketization	clinic.people	{clinic.anatomy,clinic.anatomy_qit,clinic.anatomy_st}	{"l": 3, "cuts": "feasible", "format": "anatomy", "method": "mondrian", "privacy": [{"model": "l_diversity", "parameters": {"l": 3, "variant": "frequency"}}], "suppress": 0, "inference": null, "mean_bucket": 3.2933, "count_column": "count", "bucket_column": "bucket", "weight_column": "weight"}	2026-11-29 11:29:24.100492+00	data owner	300	300	0	94	\N	{}
5	generalization	clinic.people	{clinic.generalized}	{"k": 5, "l": null, "cuts": "feasible", "loss": "width", "privacy": [{"model": "k_anonymity", "parameters": {"k": 5}}], "grouping": "strict", "recoding": "mondrian", "suppress": 0, "hierarchies": {"zip": "\\"data owner\\".zips"}, "information_loss": {"discernibility": 2432, "certainty_penalty": 0.192723, "average_class_size": 7.5, "certainty_penalty_of": {"age": 0.061111, "sex": 0, "zip": 0.517059}}}	2026-11-29 11:29:24.100492+00	data owner	300	300	0	40	\N	{}
6	gnf	clinic.people	{clinic.part_1}	{"l": 2, "parts": [{"bucketed": ["disease"], "enforced": [{"known": ["age"], "privacy": [{"model": "l_diversity", "parameters": {"l": 2, "variant": "frequency"}}], "sensitive": ["disease"]}], "attributes": ["age", "zip", "sex", "disease"]}], "rules": [{"known": ["age"], "privacy": [{"model": "l_diversity", "parameters": {"l": 2, "variant": "frequency"}}], "sensitive": ["disease"]}], "privacy": [], "suppress": 0, "algorithm": "uad", "attributes": ["age", "zip", "sex", "disease"], "bucket_column": "bucket"}	2026-11-29 11:29:24.743356+00	data owner	300	300	0	150	\N	{}
7	fragmentation	clinic.people	{clinic.fragment_1,clinic.fragment_2}	{"k": 4, "l": null, "plan": [{"relevance": 0.012194, "redundancy": 2.300695, "information_loss": 0}, {"relevance": 0.024745, "redundancy": 0.881792, "information_loss": 0}], "class": "disease", "delta": 0.5, "method": "dependency-graph", "privacy": [{"model": "k_anonymity", "parameters": {"k": 4}}], "suppress": 0, "fragments": 2, "hierarchies": {"zip": "\\"data owner\\".zips"}, "changed_class_values": 0}	2026-11-29 11:29:24.837608+00	data owner	300	300	0	\N	\N	{}
8	bucketization	clinic.stays	{clinic.of_persons,clinic.of_persons_rows,clinic.of_persons_values,clinic.of_persons_expected}	{"k": 1, "l": 2, "cuts": "feasible", "rows": 150, "levels": [{"rows": 1, "persons": 2}, {"rows": 3, "persons": 49}], "method": "mondrian", "persons": 51, "privacy": [], "subject": ["patient"], "suppress": 0.9, "mean_bucket": 2.0588, "bucket_column": "bucket", "member_column": "member", "weight_column": "weight", "person_columns": 1, "rows_per_person": null, "rows_beyond_limit": 0, "suppressed_persons": 0}	2026-11-29 11:29:24.959536+00	data owner	150	149	1	25	{1}	{}
10	bucketization	clinic.guests	{clinic.weekly_1,clinic.weekly_1_expected}	{"l": 3, "m": 3, "format": "joined", "series": "weekly", "edition": 1, "privacy": [{"model": "l_diversity", "parameters": {"l": 3, "variant": "frequency"}}], "subject": ["id"], "mean_bucket": 3, "counterfeits": 0, "bucket_column": "bucket", "weight_column": "weight"}	2026-11-29 11:29:25.447341+00	data owner	300	300	0	100	{1}	{}
11	bucketization	clinic.stays	{clinic.growing_1,clinic.growing_1_values,clinic.growing_1_expected}	{"l": 2, "m": 2, "series": "growing", "cohorts": true, "edition": 1, "privacy": [], "subject": ["patient"], "mean_bucket": 2.0588, "counterfeits": 0, "bucket_column": "bucket", "member_column": "member", "weight_column": "weight", "person_columns": 1}	2026-11-29 11:29:25.447341+00	data owner	150	150	\N	25	{1}	{}
12	slicing	clinic.guests	{clinic.monthly_1,clinic.monthly_1_expected}	{"k": 1, "l": 3, "cuts": "feasible", "columns": 2, "cuts_by": "width", "privacy": [], "grouping": "relaxed", "suppress": 0, "inference": null, "intervals": 10, "regrouped": true, "infeasible": "regroup", "mean_bucket": 4.1733, "bucket_column": "bucket", "weight_column": "weight", "discretization": "equal-width", "groups_by_hand": false, "diversity_check": "bucket", "exact_check_cut_short": false, "sensitive_column_size": null}	2026-11-29 11:29:25.447341+00	data owner	300	300	0	75	\N	{}
13	generalization	clinic.guests	{clinic.classes_1}	{"k": 1, "l": 3, "m": 3, "loss": "width", "series": "classes", "edition": 1, "privacy": [{"model": "l_diversity", "parameters": {"l": 3, "variant": "frequency"}}], "subject": ["id"], "recoding": "mondrian", "hierarchies": {"zip": "\\"data owner\\".zips"}, "mean_bucket": 3, "counterfeits": 0, "bucket_column": "class", "information_loss": {"discernibility": 900, "certainty_penalty": 0.3509, "average_class_size": 3, "certainty_penalty_of": {"age": 0.255641, "sex": 0.17, "zip": 0.627059}}}	2026-11-29 11:29:25.447341+00	data owner	300	300	0	100	{1}	{}
14	bucketization	clinic.guests	{clinic.weekly_2,clinic.weekly_2_expected}	{"l": 3, "m": 3, "format": "joined", "series": "weekly", "edition": 2, "privacy": [{"model": "l_diversity", "parameters": {"l": 3, "variant": "frequency"}}], "subject": ["id"], "mean_bucket": 3.0231, "counterfeits": 0, "bucket_column": "bucket", "weight_column": "weight"}	2026-11-29 11:29:26.304458+00	data owner	347	347	0	115	{1}	{}
15	bucketization	clinic.stays	{clinic.growing_2,clinic.growing_2_values,clinic.growing_2_expected}	{"l": 2, "m": 2, "series": "growing", "cohorts": true, "edition": 2, "privacy": [], "subject": ["patient"], "mean_bucket": 2.0492, "counterfeits": 0, "bucket_column": "bucket", "member_column": "member", "weight_column": "weight", "person_columns": 1}	2026-11-29 11:29:26.304458+00	data owner	180	180	\N	30	{1}	{}
16	slicing	clinic.guests	{clinic.monthly_2,clinic.monthly_2_expected}	{"k": 1, "l": 3, "cuts": "feasible", "columns": 2, "cuts_by": "width", "privacy": [], "grouping": "relaxed", "suppress": 0, "inference": null, "intervals": 10, "regrouped": true, "infeasible": "regroup", "mean_bucket": 4.0317, "bucket_column": "bucket", "weight_column": "weight", "discretization": "equal-width", "groups_by_hand": false, "diversity_check": "bucket", "exact_check_cut_short": false, "sensitive_column_size": null}	2026-11-29 11:29:26.304458+00	data owner	347	347	0	90	\N	{}
17	generalization	clinic.guests	{clinic.classes_2}	{"k": 1, "l": 3, "m": 3, "loss": "width", "series": "classes", "edition": 2, "privacy": [{"model": "l_diversity", "parameters": {"l": 3, "variant": "frequency"}}], "subject": ["id"], "recoding": "mondrian", "hierarchies": {"zip": "\\"data owner\\".zips"}, "mean_bucket": 3.0288, "counterfeits": 0, "bucket_column": "class", "information_loss": {"discernibility": 1051, "certainty_penalty": 0.348402, "average_class_size": 3.0174, "certainty_penalty_of": {"age": 0.245917, "sex": 0.152738, "zip": 0.64655}}}	2026-11-29 11:29:26.304458+00	data owner	347	347	0	115	{1}	{}
\.


--
-- Data for Name: role_record; Type: TABLE DATA; Schema: microdata; Owner: postgres
--

COPY microdata.role_record (source, attribute, attnum, role, of_person) FROM stdin;
clinic.people	id	1	identifier	f
clinic.people	disease	5	sensitive	f
clinic.guests	id	1	identifier	f
clinic.guests	disease	5	sensitive	f
\.


--
-- Data for Name: run_record; Type: TABLE DATA; Schema: microdata; Owner: postgres
--

COPY microdata.run_record (run_id, series_id, edition, state, started_at, finished_at, run_by, pid, sqlerrcode, err_message, err_detail, err_hint, notices, phases) FROM stdin;
\.


--
-- Data for Name: series_column_record; Type: TABLE DATA; Schema: microdata; Owner: postgres
--

COPY microdata.series_column_record (series_id, source, attribute, attnum, role, type, column_number, hierarchy, hierarchy_hash) FROM stdin;
1	clinic.guests	id	1	subject	integer	\N	\N	\N
1	clinic.guests	age	2	quasi-identifier	integer	\N	\N	\N
1	clinic.guests	zip	3	quasi-identifier	pg_catalog.text	\N	\N	\N
1	clinic.guests	sex	4	quasi-identifier	integer	\N	\N	\N
1	clinic.guests	disease	5	sensitive	pg_catalog.text	\N	\N	\N
2	clinic.guests	id	1	subject	integer	\N	\N	\N
2	clinic.guests	age	2	quasi-identifier	integer	\N	\N	\N
2	clinic.guests	zip	3	quasi-identifier	pg_catalog.text	\N	"data owner".zips	73cbe8527ebfcc46c881788a07a104cab1e3753d6231d7924cf5acf4dfdd58b5
2	clinic.guests	sex	4	quasi-identifier	integer	\N	\N	\N
2	clinic.guests	disease	5	sensitive	pg_catalog.text	\N	\N	\N
3	clinic.stays	patient	1	subject	integer	\N	\N	\N
3	clinic.stays	sex	2	quasi-identifier	integer	\N	\N	\N
3	clinic.stays	code	4	sensitive	pg_catalog.text	\N	\N	\N
4	clinic.guests	age	2	quasi-identifier	integer	\N	\N	\N
4	clinic.guests	zip	3	quasi-identifier	pg_catalog.text	\N	\N	\N
4	clinic.guests	sex	4	quasi-identifier	integer	\N	\N	\N
4	clinic.guests	disease	5	sensitive	pg_catalog.text	\N	\N	\N
\.


--
-- Data for Name: series_member_record; Type: TABLE DATA; Schema: microdata; Owner: postgres
--

COPY microdata.series_member_record (series_id, cohort, person, arrived, missed, shown, since, value_set) FROM stdin;
3	24	21d50aa6-d1a8-2527-be57-a0d92c8e0c1f	1	\N	1338529800	1	6 14
3	22	1898a7bb-07fe-9b40-94cb-3cdef08a7e99	1	\N	-1422357512	1	3 7 8
3	12	e2bcba05-03f6-9487-203f-d3d5e12a3ad1	1	\N	1338529800	1	1 4 5
3	11	fbf848a6-c846-0b7a-b91f-34b411e7bc52	1	\N	-1422357512	1	0 2 11
3	6	7ecb1157-5a5d-1b1d-249b-3c46f46773e3	1	\N	1338529800	1	9 10 22
3	9	1739c1b1-323f-96ab-72c0-4307de0b4f50	1	\N	-1422357512	1	21 19 20
3	22	c99ddd43-4f3c-d4e6-f4df-76cd3eb6962a	1	\N	1338529800	1	18 15 16
3	23	97e901ec-09fe-49f1-223f-1ea05326c9a4	1	\N	-1422357512	1	12 13 17
3	20	bbe3fcbd-077c-2808-19b9-6b449da89ff4	1	\N	1338529800	1	6 7 14
3	2	c0629a97-ffab-2018-cead-0aab542e34e0	1	\N	-1422357512	1	3 4 8
3	7	1e66ef6c-d1d8-6d0e-e147-cca50f2afe24	1	\N	1338529800	1	1 2 5
3	18	fba4b6f2-340b-b00c-a533-290d49fd5750	1	\N	-1422357512	1	0 9 11
3	11	8c1691a6-eccb-9b08-f1b5-0af7d234e4ee	1	\N	1338529800	1	21 10 22
3	13	84b683f2-81f5-6bed-b28c-f91c7a5c061f	1	\N	-1422357512	1	18 19 20
3	6	bbcee6b9-7bb4-2cd9-c733-0bb93efb7704	1	\N	1338529800	1	15 16 17
3	12	346dca9f-e911-f73a-b77c-c3860a04ebc7	1	\N	-1422357512	1	12 13 14
3	1	1c6a2731-a7ac-d8df-996a-cba84468d177	1	\N	1338529800	1	6 7 8
3	0	9e7010d8-c6a4-adb4-06fa-db2114a360fb	1	\N	-1422357512	1	3 4 5
3	0	f9a09e1e-fb6c-eb81-990f-1dd6d89d2e17	1	\N	1338529800	1	0 1 2
3	1	b4cf1dc6-9346-0be1-2f3c-73e0742dfcc4	1	\N	-1422357512	1	9 10 11
3	17	45172214-2b24-33bd-2917-ba0b6eac38b7	1	\N	1338529800	1	21 19 22
3	8	757b68bd-e9bc-5cd1-28a8-7d43d53e89f4	1	\N	-1422357512	1	18 15 20
3	10	7515aa02-765f-b11e-c663-d8d4e24b191f	1	\N	1338529800	1	13 16 17
3	9	aac0a0ab-2251-5377-47ee-1cd8da63653f	1	\N	-1422357512	1	12 6 14
3	16	b3de4eb4-d2d5-3617-885d-93df84376541	1	\N	1338529800	1	3 7 8
3	24	61061f21-5801-b601-f5d6-742f9cd396c6	1	\N	-1422357512	1	1 4 5
3	14	8526a5e9-b258-fafd-29c0-54c68f8a6c8d	1	\N	1338529800	1	0 2 11
3	14	969e8f16-88bc-abb9-a21d-d9e0df6e856c	1	\N	-1422357512	1	9 10 22
3	23	5a4117ef-2671-dab7-f081-21134bd52e35	1	\N	1338529800	1	21 19 20
3	15	133f8aec-1afb-7e63-85bc-f6c1f51571b6	1	\N	-1422357512	1	18 15 16
3	16	ea4b2cc9-e933-cf05-132d-ecbc6f364211	1	\N	1338529800	1	12 13 17
3	5	26c72d59-ca34-e2e0-1084-c80ac463545b	1	\N	-1422357512	1	6 7 14
3	13	c3966212-ec85-8eba-5b03-676acd9afac5	1	\N	1338529800	1	3 4 8
3	17	7ac70ab2-0f16-b778-833b-e0c047d3235b	1	\N	-1422357512	1	1 2 5
3	8	3c3dda80-1c33-2c4f-fd10-0329f5330208	1	\N	1338529800	1	0 9 11
3	20	33da95d1-f78a-6f72-cf48-ed3cad5c53bf	1	\N	-1422357512	1	21 10 22
3	3	34779b72-6f29-8859-4c43-fc7e8654a200	1	\N	1338529800	1	18 19 20
3	3	51c474c3-b70e-6881-ed58-df6bf52ccf31	1	\N	-1422357512	1	15 16 17
3	2	166634bf-6e11-c81d-7905-ba777a146bce	1	\N	1338529800	1	12 13 14
3	10	edfc0de5-a245-6e0a-a576-cbdf7bf790b1	1	\N	-1422357512	1	6 7 8
3	19	5cbc730c-5fbf-af8e-046e-fdfeb67cacc3	1	\N	1338529800	1	3 4 5
3	21	c374dce5-facf-3a16-a8f7-386f16760f4c	1	\N	-1422357512	1	0 1 2
3	21	6e26d0ce-7041-63ab-9cff-5e84be750485	1	\N	1338529800	1	9 10 11
3	5	9e03ba93-987f-7dcc-b83f-066ccb182719	1	\N	-1422357512	1	21 19 22
3	18	12459009-9544-b968-1213-2a0da116827f	1	\N	1338529800	1	18 15 20
3	19	4f8efde9-bdc8-1368-4e81-fbec165eb709	1	\N	-1422357512	1	13 16 17
3	15	1f55ade4-8d0e-234e-8fb4-c830571c6071	1	\N	1338529800	1	12 6 14
3	7	efa3b12a-1059-a4e9-d435-eb5b8ed0826b	1	\N	-1422357512	1	3 7 8
3	4	8f835670-83b1-5620-457a-9be3328e3906	1	\N	1338529800	1	1 4 5
3	4	db2b05c9-c71e-d86a-b600-28b522a6e76d	1	\N	-1422357512	1	0 2 11
3	28	0caf7204-7ee7-0b74-806f-b3fa3f656ea0	2	\N	-1422357512	2	21 19 20
3	26	1f922031-0c8d-02b5-7c80-2e0855bfe616	2	\N	1338529800	2	18 15 16
3	28	3033e1ab-ad85-972c-9d06-daa7e70ab4b2	2	\N	-1422357512	2	12 13 17
3	27	ca42d904-d21c-633e-d1ec-3d01a630571a	2	\N	1338529800	2	6 7 14
3	27	a2a9aa5e-8c17-e9c3-2083-5b083892dc13	2	\N	-1422357512	2	3 4 8
3	26	9f630a0e-ce1f-7941-d080-25dfda795d49	2	\N	1338529800	2	1 2 5
3	29	10feadc9-bc0d-e2a8-babf-c5420f562013	2	\N	-1422357512	2	0 9 11
3	25	ab612b3c-da28-b5aa-ffe8-bdfd1abf5526	2	\N	1338529800	2	21 10 22
3	25	9dc7c183-ab87-aaf3-93ce-53b93251c03a	2	\N	-1422357512	2	18 19 20
3	29	77336452-ad6f-988d-7285-b68e81480dbd	2	\N	1338529800	2	15
3	24	60438759-dd2a-a17d-507a-8b1bceb2e9fc	1	\N	1338529800	1	9 10 22
\.


--
-- Data for Name: series_person_record; Type: TABLE DATA; Schema: microdata; Owner: postgres
--

COPY microdata.series_person_record (series_id, signature, person, arrived, since, shown, gone, withheld) FROM stdin;
1	0	daef5382-f439-98c1-895b-70d5ad20274f	1	\N	-546234140	\N	\N
1	0	851573ab-45f6-62ef-9947-65929ab1014a	1	\N	-220556442	\N	\N
1	0	17bf3b55-6c02-631d-4309-53743ca8cf91	1	\N	1623359965	\N	\N
1	1	30f140b9-cad5-c064-a9ad-06373911981a	1	\N	493364150	\N	\N
1	2	01372cfa-1869-e2da-e0e8-10532be6536d	1	\N	1381981731	\N	\N
1	1	e1a85c0d-6b0b-b5c3-0e79-f9c122ba7592	1	\N	218616069	\N	\N
1	3	048b4818-481e-347b-9159-0e65e1c0910d	1	\N	797060388	\N	\N
1	5	2ed856c8-84c9-4ce2-78d4-88a96c7c9d2d	1	\N	-589242684	\N	\N
1	2	f546bd12-a84d-33c1-1972-97921dfebdb7	1	\N	2094983876	\N	\N
1	4	7979d460-55e4-d754-eb91-5aabd52d3daa	1	\N	-920139098	\N	\N
1	0	3253fd26-53d1-4571-eb84-57c468a37c74	1	\N	-1369782149	\N	\N
1	0	30ed4df9-8d64-bd4e-7893-51bc9e03128c	1	\N	-1661332088	\N	\N
1	0	51d0b2e9-6651-8d64-8891-48371e9f8723	1	\N	1076297108	\N	\N
1	1	229f57fc-36c2-bfb9-bd48-b77041096f73	1	\N	-1766980695	\N	\N
1	2	24c1b326-0056-7cc4-04cc-dee8da3a5708	1	\N	-1136960160	\N	\N
1	1	3345280c-e717-52fa-f0f4-a4937fbe84ea	1	\N	-713863784	\N	\N
1	3	d576c52b-743f-1b5d-a2f4-87b97fe83a1d	1	\N	1929446659	\N	\N
1	1	bd6839f2-96a9-e12c-357b-acae01ddfa92	1	\N	-1612873064	\N	\N
1	4	6bf3491c-406d-395e-0f85-fb251ec0f6b9	1	\N	1579243225	\N	\N
1	4	b89e64fd-fb5a-310b-eedb-706c6ba86f3c	1	\N	1767851450	\N	\N
1	0	80d86d2c-aa97-48b6-b5ee-2daa040f4350	1	\N	275608718	\N	\N
1	0	faae2db4-828f-086b-b377-bf26b2a29907	1	\N	342104317	\N	\N
1	0	899d6d19-8d1a-d989-5aa7-345e2ce09aa5	1	\N	1669286336	\N	\N
1	1	1e1c5c10-1230-d812-e384-37eb8faa5383	1	\N	-146361696	\N	\N
1	1	8e2768ba-6c3f-9406-786e-1982dac77bfb	1	\N	-337600961	\N	\N
1	2	5ff5eded-aa2d-14c7-6ef9-71cfc239944b	1	\N	1288091492	\N	\N
1	5	9c26563a-6ec5-455d-a7bb-f35c982db688	1	\N	-819840232	\N	\N
1	1	9c42c6ca-8913-1107-d62d-42f2da0bbb6b	1	\N	-1412582419	\N	\N
1	2	5ceff375-e595-c305-3874-3fcf87a102dd	1	\N	-584592072	\N	\N
1	3	38128b65-d3d2-0173-7d36-d5ff4f82329c	1	\N	-246445120	\N	\N
1	0	935f4511-a886-89ec-e8e1-63dac1987ee8	1	\N	1470041428	\N	\N
1	0	00d7c74f-ef67-2b6f-be3e-fb6d2c9d1189	1	\N	-213331390	\N	\N
1	1	561941eb-81b3-ef6a-e7b1-37df46b6519d	1	\N	1752764559	\N	\N
1	2	cbb55714-d37c-44f9-4209-d6ab4a7bd6b7	1	\N	-1998159439	\N	\N
1	1	46e85db0-34d2-b5b9-934c-0a23a0894080	1	\N	-1982572134	\N	\N
1	2	61dff7c8-e165-0174-5e32-eba771c73036	1	\N	-367965855	\N	\N
1	4	c0f57bfe-f1f3-9e71-a4b4-be037bd1a6f8	1	\N	844423011	\N	\N
1	1	232d9305-7d96-2aa4-76ad-08226b01b4dc	1	\N	-1152443834	\N	\N
1	2	f64e1558-4d05-05de-a574-fbe54b056f27	1	\N	-458943869	\N	\N
1	3	887564a6-6014-9c8f-836f-6d730e3e3ea0	1	\N	210736644	\N	\N
1	0	5b7ea894-3d56-049c-4f9c-41ee3e7c7f53	1	\N	-2034876350	\N	\N
1	0	46d53a97-9cc1-c539-ae19-daee14747314	1	\N	1490364230	\N	\N
1	1	58968b8a-4fe7-1d48-022a-ae36a1f2d6ee	1	\N	-757342040	\N	\N
1	2	ab0791ed-4416-7c29-b191-9aee57e43120	1	\N	-738476994	\N	\N
1	1	22b563bc-4951-7763-14e2-2d9081351a4c	1	\N	1372538425	\N	\N
1	2	e6cd52ef-b6dc-9b8f-9b16-9f1fe4e52eb9	1	\N	-2004704519	\N	\N
1	4	73011ea4-1dfa-6e0b-dbe4-7f3571d7f3d4	1	\N	-589389183	\N	\N
1	1	22ca7ade-3647-690e-67d2-b95da533af74	1	\N	1542334442	\N	\N
1	5	37acaa7a-809f-4e6f-439c-939d2ced48e0	1	\N	-1735423478	\N	\N
1	0	1e83a727-4017-0338-f5e7-643d856b65f7	1	\N	-2053499546	\N	\N
1	0	413030b2-3fca-ddd3-4cd4-d43366ae5fc8	1	\N	-788103051	\N	\N
1	0	218c1320-c3af-d413-85d2-887d6d5b6147	1	\N	-1048843616	\N	\N
1	1	60d23125-b91c-cf97-2fe9-fafb5c36486a	1	\N	502150154	\N	\N
1	2	74f4544a-94ee-8767-26e8-d8d95ccf88d4	1	\N	280927792	\N	\N
1	1	88d5065a-eccf-57d2-ab49-f1c9e893f2a9	1	\N	2034478992	\N	\N
1	3	19f08101-1469-6b14-0fe8-fb29de9d7a65	1	\N	759456604	\N	\N
1	1	58c081a9-172d-ec7c-bf58-210597c37984	1	\N	-152577390	\N	\N
1	4	2957ec86-298e-5c3e-058e-9166fcd0f8e1	1	\N	1985224367	\N	\N
1	5	4e588837-a0f1-efec-7040-5130bd33832e	1	\N	725488965	\N	\N
1	0	318406b8-9f63-3b9b-9283-5ff5400ef820	1	\N	-718362535	\N	\N
1	0	ffb6f65e-acea-989c-05b5-4c2af346984c	1	\N	85361640	\N	\N
1	0	c981ba98-4b58-0bda-16f1-fc2fb59df8a5	1	\N	1155509575	\N	\N
1	1	c3ad73f7-3789-981d-ad56-2bc74b66ab97	1	\N	1773845790	\N	\N
1	5	c39e50ed-40d1-6528-8d8e-b7191d01e31b	1	\N	-988558919	\N	\N
1	3	8783b3a0-e8b0-36ed-4ac9-7704e73c0660	1	\N	1792323545	\N	\N
1	3	e59f3550-cf70-1d6e-abdf-94eae419bc28	1	\N	-1812592460	\N	\N
1	1	63784d14-08b3-75bc-d9ce-33d2a6f2c50f	1	\N	-389189778	\N	\N
1	2	3681e7e3-7421-da86-1729-ff4790fca9bd	1	\N	1463979058	\N	\N
1	3	4f84f4b8-190d-e056-4273-eac7f3c29800	1	\N	-1417096136	\N	\N
1	0	ef6d16ca-e865-ce20-61fa-2e04b14934f8	1	\N	693935622	\N	\N
1	0	c8fd35ec-b97e-a2cb-2040-85d715315fc7	1	\N	523348752	\N	\N
1	0	85e7bffd-de9f-2bc0-893e-a2bda9ad5d0b	1	\N	-1525508802	\N	\N
1	5	9df05fff-bb04-0317-b979-d9464efbed39	1	\N	-694825477	\N	\N
1	1	47d34b97-4770-68be-dd72-927f2c78a856	1	\N	907665753	\N	\N
1	2	2fcaa555-86ff-14c8-e24a-de2710fb9fa5	1	\N	1740002432	\N	\N
1	4	3ec655c7-a8cc-b849-efb0-7a84f0c31912	1	\N	16661498	\N	\N
1	1	23d3f9fc-efad-bfae-a865-bf113c7a3759	1	\N	37289110	\N	\N
1	2	3ca9a6e2-50e4-d26d-4be4-e228e3a2fe65	1	\N	413974525	\N	\N
1	5	ffc5bfb9-67d9-764d-7f81-d681e38d4e38	1	\N	-1244213732	\N	\N
1	0	f1bb4807-0d01-9e4a-849a-8e4747c0cfa6	1	\N	1643162121	\N	\N
1	0	7bd93684-3539-6c06-49f6-36fa1bfe8c72	1	\N	-49917656	\N	\N
1	1	e90e9e65-1c70-b9f2-9dd9-83b79164b9d7	1	\N	315414591	\N	\N
1	2	c4a1aa14-22c7-a4da-4c02-41c09b8d4116	1	\N	1297317237	\N	\N
1	1	5cd92eef-b3dc-8cfa-84b0-016820c02232	1	\N	309715044	\N	\N
1	2	097505c6-c11b-0ba4-2285-edfb35af88e3	1	\N	-504967547	\N	\N
1	5	5c06a459-921f-b728-f6ca-0b3ea9d208fd	1	\N	-859754052	\N	\N
1	1	ac9c3edf-b1ac-9b25-9aa4-7bfc612124fc	1	\N	1115422493	\N	\N
1	2	1a478709-8546-79cb-1a32-06a8021bf0d2	1	\N	858952031	\N	\N
1	0	f7c52369-3736-2072-86a9-1de6ad0352f1	1	\N	-653369775	\N	\N
1	0	8b6bf9f3-d4fd-22ae-216a-730b5b976b6d	1	\N	-1297970239	\N	\N
1	0	8e87315d-84a1-fcee-d614-c00a455fa353	1	\N	-1310214363	\N	\N
1	1	4c9b3a73-42b6-55d2-8ee9-9ccfd47846b6	1	\N	805918691	\N	\N
1	5	af4f5b58-a0e9-8dbb-3dd0-98efe05d0cdb	1	\N	-2043259315	\N	\N
1	1	127d2153-c3b1-0f40-355a-71b2d6d820c4	1	\N	2031449924	\N	\N
1	2	0dd9274b-b39a-1337-963c-c0b1e304b429	1	\N	-630385945	\N	\N
1	3	80128e44-7963-2c82-ef19-06cbc2f8190e	1	\N	1200235316	\N	\N
1	4	459e567b-819b-ec1e-6a78-2ff43931c053	1	\N	805999359	\N	\N
1	3	16551b7e-136a-c5a0-dabd-a0a0d1ec4250	1	\N	506421467	\N	\N
1	0	7796a79d-a723-12a3-a8e1-0f0c723c211b	1	\N	-1537083417	\N	\N
1	0	57c9e742-205e-b3a7-1e7e-1e8cd3933f84	1	\N	-1738981810	\N	\N
1	0	f366f920-6946-2c0d-374d-ac3e7c4c766c	1	\N	-1871031470	\N	\N
1	1	e389d695-2d3e-e389-037d-edc2084d35d4	1	\N	1771646853	\N	\N
1	2	9ef5cd6d-4367-09b9-0e9e-e0769e310542	1	\N	908955207	\N	\N
1	1	fd067033-749b-fea7-70f2-9b3246638bb7	1	\N	773062959	\N	\N
1	3	5a3bf0eb-e46b-e85a-8e1a-54a73f2c0a1a	1	\N	11078749	\N	\N
1	1	364c6e90-881b-0a82-0fa4-0956ee9a3807	1	\N	1558803243	\N	\N
1	2	09c3d3f5-904e-efba-93c9-160ca2ba42e2	1	\N	-1693878979	\N	\N
1	5	f25796a9-03f8-88ee-afc9-d78236dec695	1	\N	1264992713	\N	\N
1	0	770731c9-ce9b-405f-e136-869630c2fecc	1	\N	1011075171	\N	\N
1	0	28c4a7db-e314-4cb6-77c3-5949cf72f9ac	1	\N	1406145732	\N	\N
1	0	29219018-d87b-a24c-e8ae-5b39ae0327f9	1	\N	-700680784	\N	\N
1	1	fbff99fe-8e60-0c75-2cae-badb80bc0431	1	\N	-1491446060	\N	\N
1	1	c07a4572-ab5b-90c0-a7ab-6f4e14c465e3	1	\N	-428827817	\N	\N
1	3	323773d4-05d9-cf0f-26b8-76967288258d	1	\N	1318064118	\N	\N
1	3	c59dff4c-6171-33a1-b68b-a36055538261	1	\N	1434545392	\N	\N
1	1	722aeb04-086e-6839-9685-a18a6bc31dea	1	\N	-1559469821	\N	\N
1	4	5b884000-cd9e-0192-8c9a-de989ba685ce	1	\N	-352989376	\N	\N
1	5	99324bea-10b8-76a3-ce03-2710aa4f2d41	1	\N	101505813	\N	\N
1	0	83d2f7a2-b504-b8f6-729f-0c9a7ac9f768	1	\N	257002684	\N	\N
1	0	6cf43265-7030-494b-8c45-fec95c496ce2	1	\N	-418723706	\N	\N
1	1	a6954c44-fea8-ca27-0df5-233270ee707a	1	\N	282865762	\N	\N
1	5	fae93487-dafa-d9dd-af19-52f52cb893f1	1	\N	807737288	\N	\N
1	1	261af22f-54e8-9aaa-0b01-f187511c007a	1	\N	1957183903	\N	\N
1	2	e4be3661-2664-56e3-67a9-52c32aa95954	1	\N	-2142615320	\N	\N
1	5	966f2321-5253-fdd0-0a08-d9a31fbe4159	1	\N	1426876564	\N	\N
1	1	8a815de1-957e-2817-a940-33eb879aa661	1	\N	245444483	\N	\N
1	2	6f2b4b00-c864-da42-d342-bc14c7ff870d	1	\N	-180848830	\N	\N
1	3	2b5f1894-efe0-caeb-cc66-aad6e58f33e5	1	\N	2031902458	\N	\N
1	0	7c693c59-dde5-2c08-1434-3f8eadc6b939	1	\N	1806952637	\N	\N
1	0	3798fd14-764c-44ba-b839-61f708c47a05	1	\N	-450618409	\N	\N
1	1	fbe2e5ed-549f-fed7-33d4-f8b8e8dcbc1c	1	\N	1806586733	\N	\N
1	2	839bcd58-6add-ae55-40d6-4212db4bb169	1	\N	-2072496411	\N	\N
1	1	152ff114-10cd-ab61-b7f1-f5466f4d6200	1	\N	651203353	\N	\N
1	3	f2c60959-83cb-0344-b177-4d196f92b858	1	\N	-1326206492	\N	\N
1	4	6eed132a-c90f-4d54-0f37-5d792870a89d	1	\N	-1326754771	\N	\N
1	1	94be0e9d-850f-7642-a773-c9110866bcfd	1	\N	1624538071	\N	\N
1	3	320cbbf5-6390-0675-4c2c-17719559d5b7	1	\N	-1190310880	\N	\N
1	0	7eb4a833-60a6-20f1-ac58-3b8f1274c097	1	\N	1306009479	\N	\N
1	0	63426d7a-55d4-e25a-a385-aba6dd3f1628	1	\N	1896049370	\N	\N
1	0	0e7e8d45-999a-af16-d395-774cec6b77df	1	\N	1333322079	\N	\N
1	1	b9c2cea0-4d22-76f3-e0a9-a161c66c30b9	1	\N	-53629074	\N	\N
1	2	b005042a-17a8-e5ca-b7a7-c0705cb58f26	1	\N	-412427971	\N	\N
1	1	b2f974ad-2177-84c1-289e-9230889f7517	1	\N	1609728816	\N	\N
1	2	4e05ef09-d24c-525b-8325-8e853c315ded	1	\N	-1016941359	\N	\N
1	1	d7765a49-c3fc-9f85-3213-8fa84ab17bff	1	\N	1411961367	\N	\N
1	4	35473b5e-7e29-1f40-f348-008087f281b8	1	\N	-2048560729	\N	\N
1	4	4e241609-6d16-bc3d-9926-4b6d09585ccd	1	\N	-76454295	\N	\N
1	0	ad5a518c-8ccd-18e6-b7e8-ca5e60b45880	1	\N	-828799322	\N	\N
1	0	faf1b649-88c3-e31d-b734-68cec22ee4f7	1	\N	-522196632	\N	\N
1	0	852497dc-27c1-1202-1166-d09b993c661a	1	\N	-450418528	\N	\N
1	1	bf058c4d-f419-c589-81a8-4f065b614b11	1	\N	-1517200919	\N	\N
1	2	9f88bb98-56e6-6e84-3414-b5c6ea0bd95c	1	\N	-1496164584	\N	\N
1	2	be961a75-6c24-cef3-51d6-b197e0054028	1	\N	-1676477059	\N	\N
1	4	d0151200-46db-7df4-0960-3b56847c237b	1	\N	1356624413	\N	\N
1	1	cdab1c38-9fba-58fa-a6a5-d67ba7430fb5	1	\N	1086062453	\N	\N
1	4	0bc3afb4-64f9-9d07-36c3-87c7917d4bbf	1	\N	-1672750483	\N	\N
1	4	903a1471-4d0a-6b0e-3981-d36f56c81542	1	\N	17987527	\N	\N
1	0	4fb99059-fc63-e32b-df44-a501092a6729	1	\N	-364193406	\N	\N
1	0	2d1332d5-9bd6-d2a4-04f0-389dcb7f7326	1	\N	1321850338	\N	\N
1	0	3e965257-01ee-1571-049c-cf357c246b32	1	\N	446217368	\N	\N
1	2	1baf505a-6b3c-8a5c-274b-7ad9d64a7754	1	\N	-617283881	\N	\N
1	1	1966df6a-1139-a830-e481-b7197c89d0ee	1	\N	583491024	\N	\N
1	3	cf31f8c5-b1ee-88ee-8e83-4a430dc3ea67	1	\N	-1557796244	\N	\N
1	5	f08e128f-985b-bf4d-0eb3-8bc5513cc028	1	\N	-1158699284	\N	\N
1	1	105cf114-5f1d-2cbd-ee34-854bb4cc66cf	1	\N	-2145733188	\N	\N
1	2	f24b4fee-da98-53ce-1340-3ed99c88b9db	1	\N	-566341940	\N	\N
1	4	9e34d3fc-e0a5-d8de-7a06-74a5bc487989	1	\N	-1980440149	\N	\N
1	0	c7151f96-3344-6cae-af9a-b8ed3b2b36c6	1	\N	-277422184	\N	\N
1	0	c0bb2ca4-d993-cfaf-9062-fe27288ddfb9	1	\N	612908188	\N	\N
1	1	ffe6c2a7-290f-6e00-d219-c6063aeac8a7	1	\N	1710054281	\N	\N
1	5	81c958a3-2fae-92da-2092-4951637c57b7	1	\N	-192504893	\N	\N
1	1	ed65ee54-b5cd-e6e5-a964-993a2cb464e3	1	\N	-442600398	\N	\N
1	2	73f2df71-788b-6b7c-1404-a7c6fe8df311	1	\N	434435836	\N	\N
1	5	6fd1758b-503e-ef38-d6ea-0fafc6dbd0c6	1	\N	483461592	\N	\N
1	1	4260cc15-17ba-67ef-4d30-946345f0f7af	1	\N	105507322	\N	\N
1	2	b46d6f7d-0f57-a8bc-5307-db694ff20610	1	\N	-1322238686	\N	\N
1	0	d040db5c-9c60-92e7-78a3-4359faf78c03	1	\N	1393950960	\N	\N
1	0	5b0d5254-b654-321f-4583-bc73c13995dc	1	\N	-1613794022	\N	\N
1	0	aa39c876-19ed-35d1-32ff-5df0788b9117	1	\N	687170267	\N	\N
1	1	ffed26b8-c5f3-7714-21f4-0e3157b72248	1	\N	1499425649	\N	\N
1	2	b6a3bdb7-b6fc-9432-5a6d-d44671001389	1	\N	-1826620635	\N	\N
1	1	3709e050-ca78-2138-c73a-3d19ec61e9b6	1	\N	-1547720721	\N	\N
1	2	761b241c-5a20-f807-ac29-80ca68d938de	1	\N	497606297	\N	\N
1	3	26ed0793-993a-6828-f936-5810b4f9b000	1	\N	-627238015	\N	\N
1	4	ea77c5c6-006b-df91-3b7b-c9f0124f076d	1	\N	543155414	\N	\N
1	4	6f7d0e7f-d42f-876d-dd60-37011ae93755	1	\N	-1072802308	\N	\N
1	0	1384dd17-c997-ca27-d776-248154cdc056	1	\N	1497261967	\N	\N
1	0	a87c5598-d541-6bb0-98d8-55fa9c77694d	1	\N	1539006160	\N	\N
1	0	f5b857ae-63fd-488b-2988-c8a8665ae694	1	\N	-1133439122	\N	\N
1	1	7d194bc1-d4e3-7384-1ced-4caa9db0fd0f	1	\N	-22547293	\N	\N
1	2	36a54136-0455-98d3-15b0-00f0b6b55103	1	\N	-580950765	\N	\N
1	1	faa59295-b281-e452-e9e5-51d91a395596	1	\N	-1538504527	\N	\N
1	3	6324d97f-4b4d-fcb0-c1ce-bc61a6c52de3	1	\N	922773001	\N	\N
1	1	5fb872b0-c997-0c30-e94c-5456e8ac2f7e	1	\N	439682696	\N	\N
1	2	1bb0bf4a-7d2e-ba10-9f19-1f034dcff411	1	\N	-297343731	\N	\N
1	3	5cff8cb8-1494-5de6-101e-28c2cacc5b61	1	\N	-634700175	\N	\N
1	0	daa0d6a8-451f-eec4-147c-e34270912066	1	\N	728626772	\N	\N
1	0	c92226dd-9f71-6529-023e-4f21d6c12d56	1	\N	548067005	\N	\N
1	0	8712a6a1-c107-85a1-214e-61fd4c997b33	1	\N	-1691281595	\N	\N
1	1	3e3d5fab-2f8b-0ae3-b87a-b2cc87fd4485	1	\N	1886123417	\N	\N
1	1	22680a50-17e8-93d8-5714-49aba93a74de	1	\N	-2103728488	\N	\N
1	2	b7fe22d7-1bfd-8f63-b553-d6b11b80160a	1	\N	17984507	\N	\N
1	4	591fbf5b-4deb-ffaa-fa95-db03e46807da	1	\N	-654902791	\N	\N
1	1	85c0fbbf-6ae0-aeac-e67f-b2ec32fa03e3	1	\N	-2061593138	\N	\N
1	2	f52786c3-ac93-92ae-9d16-b7abc05ac699	1	\N	221801827	\N	\N
1	4	949eea6b-4ea4-c8fe-9f71-36cd71527c42	1	\N	1950543066	\N	\N
1	0	92fe83bf-4bc1-9ee3-0dbc-a3ec3be59a75	1	\N	-313235282	\N	\N
1	0	93f4d315-49b1-e8d5-4a5c-47a9e23ce95c	1	\N	548729341	\N	\N
1	1	a5afaa0d-a95f-f0e5-c4e8-ccd570bc0720	1	\N	-585020661	\N	\N
1	5	4878d4d2-ad4a-1cac-f49d-60005e0f5216	1	\N	890662753	\N	\N
1	1	0c3b7671-6a8c-c793-c488-795b967f770c	1	\N	-1040442842	\N	\N
1	2	a20b8577-4447-1094-66ee-e1561a9c06d8	1	\N	1643421426	\N	\N
1	4	cfca98de-cc6e-40b5-b016-af234264cbd5	1	\N	-204315176	\N	\N
1	1	cd64c77c-8072-5d52-8e29-38fc22a10523	1	\N	1154965918	\N	\N
1	2	cd0d6ae6-4718-3e82-5eaf-579cd6596ac9	1	\N	-2022732909	\N	\N
1	5	72c879d6-3170-1712-b3f8-e90985d3bb1e	1	\N	-545725954	\N	\N
1	0	0678d1a5-8bc5-1d8d-a906-f930b825554f	1	\N	-1388752578	\N	\N
1	0	8e0810e4-f211-43a8-6d29-460aa7c4d8e4	1	\N	1527129533	\N	\N
1	1	fb8ffaa1-30ff-8c0d-6fc5-8bf2cac665ce	1	\N	1611366685	\N	\N
1	2	81446d1f-fc89-84ff-acce-564bbe029793	1	\N	1102865973	\N	\N
1	1	4b2b5c55-b118-0cd1-69c6-21dbe811e01a	1	\N	-468254592	\N	\N
1	2	7e096916-c774-1075-d293-4e14f47a0df7	1	\N	-230466547	\N	\N
1	5	5ff83a6e-8dd2-285e-2c80-08e8169b7689	1	\N	-817267605	\N	\N
1	1	cbc51018-ea7b-031f-a5d6-8555d2c2ff74	1	\N	-1221685979	\N	\N
1	5	eb04c0a3-a37b-84dd-063c-fa48b6006673	1	\N	583394818	\N	\N
1	0	abae65f9-674f-7bd0-2b15-00193e2bb9b6	1	\N	1938733231	\N	\N
1	0	9ced4c84-7140-3889-ee82-6463010e604d	1	\N	-1075854732	\N	\N
1	0	44773101-6278-a2e3-0811-8cfdc59fbda3	1	\N	-1755420346	\N	\N
1	1	6221d04f-c110-f8e6-9c7f-06551809cd51	1	\N	-301259614	\N	\N
1	5	c69f8f8d-6992-16fa-7307-c545c2badafb	1	\N	1017027267	\N	\N
1	1	7645b9dc-6e45-3cca-eb3b-6f6e9c16d1af	1	\N	-1166714155	\N	\N
1	2	ebca7781-2933-9c2d-4533-3082dff7fdfd	1	\N	2054326675	\N	\N
1	1	0173de79-5858-4e81-b31c-11ce06fd0a04	1	\N	684875290	\N	\N
1	2	b97ac535-d1b7-42d8-cd24-5eabee84dacf	1	\N	-825571365	\N	\N
1	5	b4d68a6d-b538-8bba-3969-763483dfc355	1	\N	-1376203124	\N	\N
1	0	8d7c75c7-1bd1-a965-2f3b-c20b624dce77	1	\N	94104717	\N	\N
1	0	d6891cea-5523-7a9d-db4f-4a9cc40e28b2	1	\N	741155882	\N	\N
1	0	189fcfc1-fbed-1ed3-6662-3ebb3f159c27	1	\N	1536735702	\N	\N
1	1	8a4b5d3c-786d-04bb-77ca-78c232aa3f1e	1	\N	91974538	\N	\N
1	2	25ccfe88-59e7-0192-1d67-ad3bde1a08e3	1	\N	303866732	\N	\N
1	3	88a4d85b-9088-509c-edd6-daed08cda3a0	1	\N	-1529078354	\N	\N
1	3	f31567dc-f291-b516-0eb7-3545fcb547d6	1	\N	-707784652	\N	\N
1	1	60515680-6f80-4df4-0bf3-d272beb1ba5d	1	\N	-1531909718	\N	\N
1	4	d897599f-f33d-9989-a15a-20672f4cb03e	1	\N	-1096153983	\N	\N
1	4	5481276a-fba5-6ff4-d9e7-979db5e0d31c	1	\N	402442179	\N	\N
1	0	5d28491d-320f-5317-2e9b-36bebb242f6c	1	\N	-2016503074	\N	\N
1	0	dcd77070-67cb-ff88-58e6-57863c5a10d9	1	\N	524564367	\N	\N
1	0	d2721e11-42b4-a4f2-8bd1-611551daa32a	1	\N	1857950491	\N	\N
1	2	75ae1ccb-37c4-075f-0d8f-d36406c799b4	1	\N	1199216438	\N	\N
1	1	ba206bf3-f201-89dc-15af-727b9406e88f	1	\N	-279438328	\N	\N
1	3	14f523ae-3970-eb5f-ec9e-d03ad3ea23cd	1	\N	300499159	\N	\N
1	3	db8fba62-c8b4-8e87-b75a-10bd2f6ee386	1	\N	-550653848	\N	\N
1	1	69e5300d-198a-db6c-e49b-4ca81c0eed8b	1	\N	-1567531099	\N	\N
1	2	fa8c3e0d-ded7-d83d-7250-fe25acf5310a	1	\N	27301656	\N	\N
1	3	5a8c70c2-da40-f757-d0df-8fbe1d6cd73a	1	\N	2097970266	\N	\N
1	0	c1d5713d-6bb1-d95d-75df-806ce4adb0d4	1	\N	913903000	\N	\N
1	0	b24f4db5-ceb4-4ccb-a19b-6f525801f636	1	\N	-2014238405	\N	\N
1	1	a6f326a3-39a0-6f05-c046-762fd99bbb2a	1	\N	1514730909	\N	\N
1	2	fdaf41e7-572e-6f79-816f-b1a190f5e132	1	\N	-1123526250	\N	\N
1	1	b0ba3032-c52d-7c06-edf5-448ec29590b8	1	\N	-419428634	\N	\N
1	2	4a710b31-6427-dc01-2065-c235d4762631	1	\N	-546617378	\N	\N
1	5	3a037f5b-5e4f-83c5-479d-a057f9238e10	1	\N	-199899084	\N	\N
1	1	9e2f8161-0af5-4c5b-bbb5-1de6a13918d4	1	\N	459609129	\N	\N
1	2	598d2d8c-59fc-cd69-cac5-f4e924bcce9f	1	\N	-1064691633	\N	\N
1	0	d7aca690-f624-6c3c-ab84-68c625865ecc	1	\N	2123500753	\N	\N
1	0	ebb162a2-5a8e-cb42-4b27-6e3d9d99b9ed	1	\N	-1041359076	\N	\N
1	0	c7f117d9-6da0-f1c1-55b2-96531afe6eca	1	\N	-1701782054	\N	\N
2	0	c8904e6a-cfc6-970d-de6d-746ee0119baa	1	\N	901318226	\N	\N
2	0	13a34e40-bb70-0045-6ce4-6de0bb8ea003	1	\N	1582188527	\N	\N
2	0	743c848c-c619-4415-41d9-45bd47a539c1	1	\N	-875487335	\N	\N
2	1	ac2d1f20-76dc-5ec1-ede9-2329eb7c96b2	1	\N	385255399	\N	\N
2	5	f4838234-963b-2274-1d5d-214ec522ae90	1	\N	1858650869	\N	\N
2	1	acebad3b-d0a5-544d-fa76-cd70c676f62e	1	\N	-1318024402	\N	\N
2	2	2cd84b7b-fe0b-6099-9a32-ce130ee5df34	1	\N	311517402	\N	\N
2	4	f07853a6-c43e-7223-7949-2528deaa0b2e	1	\N	2099856450	\N	\N
2	2	a3dbad92-98c3-1fd5-e727-af19dde7426b	1	\N	1637929970	\N	\N
2	4	a6e7c7de-bbd2-a16c-59cc-1fd76406637b	1	\N	2131262286	\N	\N
2	0	4da530ca-f0e3-2c98-94ca-493930f468e0	1	\N	-2068787539	\N	\N
2	0	1afb5a52-46f2-3897-6deb-a58954fe6f6f	1	\N	-1030885444	\N	\N
2	0	50c3c411-ab7e-eedc-87c6-a30f6faf1781	1	\N	326993491	\N	\N
2	1	83988fd1-fe9e-b81b-2507-ae28117a478f	1	\N	877105747	\N	\N
2	5	644c49f2-a076-574f-1182-e8cce52c2229	1	\N	438988090	\N	\N
2	1	41db6f81-52e9-5132-8ba8-d291367612ce	1	\N	-1844023503	\N	\N
2	5	168fc126-2a0f-26d7-3663-9499551f62da	1	\N	2045421979	\N	\N
2	1	34b2078e-9440-29ae-afad-3eb77707b465	1	\N	-481842732	\N	\N
2	2	eca2dc31-7aec-10f2-56a2-5da20f4d9921	1	\N	864068558	\N	\N
2	3	a42e9eec-2560-e6b4-de6d-e7b5ef604fff	1	\N	-1210379715	\N	\N
2	0	dbd2f686-844d-3f2e-bbe3-b5635eab3c96	1	\N	-1296805398	\N	\N
2	0	444a9551-70a0-731a-1a22-2f19683cec12	1	\N	328692183	\N	\N
2	0	682c623f-5b4d-990b-732b-a44747a35029	1	\N	-385954577	\N	\N
2	1	da0f0d07-c71c-f22e-f2a0-370384b90f7a	1	\N	-756646754	\N	\N
2	1	0a2b0e18-7a3b-596b-24b0-ebe5e04afc6d	1	\N	-1015370947	\N	\N
2	2	4f70de14-f389-ba65-2b32-ce0cba9c7035	1	\N	-827576309	\N	\N
2	5	9d431f3a-08e2-cacd-4f15-5c4c2273539d	1	\N	1236547200	\N	\N
2	1	e11f23f7-3de9-aa2f-f176-6bd29cc9f53d	1	\N	20340101	\N	\N
2	4	a2873c02-253a-17a8-e8ca-86bb3608bd01	1	\N	-383878282	\N	\N
2	5	f14a2e70-8f10-4a3e-8127-1c37d66af378	1	\N	2003419838	\N	\N
2	0	64d3e1f9-72cf-2a34-4497-6362c68a757d	1	\N	1168599363	\N	\N
2	0	7b84a799-351f-515d-c048-80ad793f1628	1	\N	-1955282354	\N	\N
2	1	ab0a139e-d96a-526c-6940-59293680f7d3	1	\N	1255366442	\N	\N
2	5	563b4d91-726a-b451-fda2-f8720e8e6db0	1	\N	299832792	\N	\N
2	1	44603905-5363-b5aa-517a-1e04e53be44f	1	\N	-931538281	\N	\N
2	3	a1a25d70-0b9b-d005-c625-7b3a3b6d3e50	1	\N	1027353384	\N	\N
2	3	6c7e168a-887e-10b0-60e2-bd6b9fa0338e	1	\N	634579476	\N	\N
2	1	4c640328-641f-8f0e-752e-c69bbf6fb1e7	1	\N	1735401377	\N	\N
2	4	fc863a1d-8bce-bb78-f08d-2f0859692deb	1	\N	629203202	\N	\N
2	4	352bd430-4f4b-1e48-1594-2b96206fa839	1	\N	1251355516	\N	\N
2	0	0f1ab221-f20c-f971-1269-33136432e9b9	1	\N	704754124	\N	\N
2	0	8a6bc339-959f-b1e7-11c2-a5085300b766	1	\N	433899187	\N	\N
2	1	30d4a594-20d9-7e30-7e3c-e9b3236a0f83	1	\N	-1123097667	\N	\N
2	2	2202abc9-81c5-e246-a46b-e2c7c590410a	1	\N	323138308	\N	\N
2	1	3aab1c8a-8874-7a3d-8803-4eedf560ffef	1	\N	-378997780	\N	\N
2	2	85af1f33-e009-7a27-9a82-6cded5b96c90	1	\N	-151480459	\N	\N
2	5	6d093ba5-47ff-d461-6421-0d3f31650a96	1	\N	-19821591	\N	\N
2	1	f29bb97c-f1b7-0155-6fbc-8d9115a133b1	1	\N	-1541153951	\N	\N
2	5	07d80ccb-a097-f7cc-9c34-a3c721f81047	1	\N	-256522295	\N	\N
2	0	12e98957-d0e9-3cde-98b3-e3b08ea2653d	1	\N	1515400560	\N	\N
2	0	bba1eca1-c4f6-5db6-6bcc-679fdbf4e41a	1	\N	895904932	\N	\N
2	0	9f34e689-4435-1f9f-2ef8-0d9ea867ff31	1	\N	-96682256	\N	\N
2	1	edcb6e23-726a-a068-9810-26d58a9f428d	1	\N	1347723989	\N	\N
2	2	54b64728-a28c-3468-c80a-af0d0ff78bf5	1	\N	1067181565	\N	\N
2	1	f4d1bb90-73ef-89a6-03e9-a93d983fa30b	1	\N	1522362497	\N	\N
2	3	212e29ac-da53-8a70-649c-e19718dc2948	1	\N	1883581105	\N	\N
2	1	12bcecd7-bac8-4363-3e1b-66cff76ed470	1	\N	683719456	\N	\N
2	2	2e0996f0-5cda-0c41-e032-04213fe1ec7c	1	\N	262818458	\N	\N
2	5	12a247d1-4d83-7211-e5ea-fbe68e232467	1	\N	-1053018483	\N	\N
2	0	e900f5b4-8831-6db7-97d1-9cd21aeaa9fa	1	\N	-1892907343	\N	\N
2	0	5150b3e4-e2ee-952d-173d-c528738436f8	1	\N	860268713	\N	\N
2	0	d8dc3492-8081-dbad-5c05-47a432465bad	1	\N	187815501	\N	\N
2	1	fc7b925b-12de-9336-6001-407c7d360610	1	\N	2008328284	\N	\N
2	2	a4779f39-d53c-bcdd-fde2-b06e8b90ee96	1	\N	-1788040032	\N	\N
2	3	b9191548-889f-1018-4721-cd60b0f4b905	1	\N	776755937	\N	\N
2	3	a635d179-385c-8eb7-0915-a8864c4eeafa	1	\N	1195201816	\N	\N
2	1	08f10b37-d257-44ec-47ac-0c69165bcf91	1	\N	-165340037	\N	\N
2	4	35adf247-13d5-5a73-eaac-07f5becd0faf	1	\N	-1594142556	\N	\N
2	5	ae6cb029-421d-24fc-a920-eaa020b04dee	1	\N	250092413	\N	\N
2	0	f6f5a3b8-72be-48b4-ce62-2c4305e2262f	1	\N	-345386545	\N	\N
2	0	12e8a170-c385-1b4a-e3aa-5d73f26838ef	1	\N	-1535625890	\N	\N
2	0	e6789d50-b2d8-258c-a52a-611c45d12437	1	\N	-344846661	\N	\N
2	5	284040a3-2c49-bf06-d793-b3e892520006	1	\N	-825547651	\N	\N
2	1	3973fb6b-4f2c-c0fb-1ea6-8611afe60e17	1	\N	103853464	\N	\N
2	2	8cd0d25f-71c1-a3ce-c7e6-e830e0ad9a98	1	\N	1868566095	\N	\N
2	4	cfda951f-cf24-6982-e1e5-962ccdb18850	1	\N	695715847	\N	\N
2	1	56d971e3-240a-7112-04b1-e53dfe40b2e0	1	\N	-1369224558	\N	\N
2	2	7652aaeb-85ee-3e1e-0fa1-b0b941a3af21	1	\N	-686262109	\N	\N
2	5	c1bae4fe-2d40-1c00-612d-4b25468d1c80	1	\N	-597167915	\N	\N
2	0	28a40c4f-fa66-7b90-e0e5-896fbdf9e2b5	1	\N	1664450878	\N	\N
2	0	954baf62-8a11-a088-6495-475411889223	1	\N	-1465334105	\N	\N
2	1	b92821f2-348b-15a8-c508-64e930256b5e	1	\N	-1487179586	\N	\N
2	2	b0503175-73d8-8d9f-176a-97dbcba54fc9	1	\N	501322109	\N	\N
2	1	13867732-2d72-43aa-b8e8-e96462f3af9e	1	\N	296149825	\N	\N
2	2	47c0775b-fb63-8fe8-45cf-c1d37aaef36f	1	\N	178824154	\N	\N
2	3	13c4a7cb-979b-4815-4e0d-5a25b7302526	1	\N	1254669223	\N	\N
2	1	327e11a2-4679-fcd3-115b-20181dcc2033	1	\N	-1127396096	\N	\N
2	2	aff97f6d-57b1-01eb-73e0-8676cb413158	1	\N	-1915297645	\N	\N
2	0	bdc29208-499a-099b-66a2-694585c01c4d	1	\N	-915725026	\N	\N
2	0	3f700243-b21b-f474-5020-0bb4d39e5532	1	\N	-617089783	\N	\N
2	0	b4bd9b6c-6f89-b353-5825-d3d860780c42	1	\N	-785844220	\N	\N
2	1	9089c58b-63f3-bae4-e023-d54e4ffc8822	1	\N	-671098046	\N	\N
2	2	8547c564-3691-c4ac-c127-85ce95c8b166	1	\N	-758931293	\N	\N
2	1	674ff8fc-2844-a38d-34a0-1855fd0ed275	1	\N	-946016712	\N	\N
2	3	3273ef0d-a79c-04d2-83b9-0e1b00164802	1	\N	-2032981846	\N	\N
2	4	3d4acfa6-ec8c-5258-6b04-acea7a9dbc32	1	\N	-1129841764	\N	\N
2	4	212c29fa-8cdd-54d9-0f77-1367b17e389e	1	\N	-1470510267	\N	\N
2	3	423ee0f1-2cd1-3730-9056-5de0cee8c7f8	1	\N	408255746	\N	\N
2	0	1ebffda1-5aa2-4d14-788d-4560b6b6702d	1	\N	652769736	\N	\N
2	0	3f2b2099-571f-312a-49da-efddcc751027	1	\N	763715495	\N	\N
2	0	c34f450b-2842-2dd4-0527-cccafb579539	1	\N	-676605031	\N	\N
2	1	881e0e54-1fcb-cd40-eaeb-5ce2b76efe23	1	\N	-1260288980	\N	\N
2	2	2164930a-5f36-c0e7-7ca8-2f70bc110697	1	\N	1394139647	\N	\N
2	1	8888a7ea-6b88-a643-f3ca-b4879ad9e003	1	\N	-24768463	\N	\N
2	3	1c4dd92b-5b13-e35d-cea2-9dbcfd2072de	1	\N	120606996	\N	\N
2	1	66cb2122-b38e-cf91-6275-beca31959e9b	1	\N	-174004595	\N	\N
2	2	de4f0a82-48c6-a9c3-6f73-c7458717759b	1	\N	-542931465	\N	\N
2	4	10fda9eb-6c1a-c715-a2e5-830e4102a5fe	1	\N	-2144355084	\N	\N
2	0	6cc21c79-483f-141e-c8f0-8042e783074a	1	\N	1320692934	\N	\N
2	0	6669ac27-8ff2-843d-71b1-2c8f4b1fe4d2	1	\N	-490131873	\N	\N
2	0	bfd57c21-ac3f-7a5a-a02e-bdbdbbc9b32d	1	\N	25342294	\N	\N
2	1	8c36068a-d68b-28bb-fc3d-69bb742c52e6	1	\N	762442125	\N	\N
2	1	60f1c603-7a58-2b54-36c3-889d412b2abd	1	\N	1361121340	\N	\N
2	2	ba22b52d-37ea-c8c4-40bc-6d6a8d2496ef	1	\N	-342953893	\N	\N
2	4	38171fbb-9cdd-7de6-07fb-02e881f91fab	1	\N	871719012	\N	\N
2	1	a89b6225-2adf-2a25-b1ef-b6fa615af957	1	\N	-623445687	\N	\N
2	2	63cd3193-b295-1255-4b43-83d5a478e28e	1	\N	655346664	\N	\N
2	3	2e8a0eb3-554b-dfe8-6afd-2a84e640b851	1	\N	-1232335661	\N	\N
2	0	b3469846-0a5d-15d6-79ad-199da111f2d4	1	\N	-402191804	\N	\N
2	0	758412b5-b9bf-4933-cd98-77a254613920	1	\N	-197797711	\N	\N
2	1	d146d619-81b5-5683-2e27-3ed142e2c654	1	\N	395828849	\N	\N
2	5	dddc5be7-8d88-e382-2701-584c5afcfc66	1	\N	1610232512	\N	\N
2	1	3d3b53a4-920e-53f6-7ae7-2ff697362fb5	1	\N	1066915828	\N	\N
2	2	d3527ab5-791a-d592-3b93-d38161497c59	1	\N	265847341	\N	\N
2	5	cf88177f-ab71-f81f-3b60-4aabfb7a736f	1	\N	1516581172	\N	\N
2	1	b050704f-bf16-9761-0c8b-ef8d6bb829af	1	\N	-1953440139	\N	\N
2	4	479a8fa9-d034-8249-93c4-de1dc6e8e94d	1	\N	-156065547	\N	\N
2	4	262756fa-5fd2-af08-2ced-677d68ab20db	1	\N	-218277795	\N	\N
2	0	a4ecbfe8-6e0b-6440-7f98-86c1e81ff186	1	\N	-1636356985	\N	\N
2	0	35ab8091-7928-9387-47aa-bfd841780a72	1	\N	203633819	\N	\N
2	1	48858c93-cf67-8015-7c29-caa968896581	1	\N	-600634616	\N	\N
2	2	4cfb2564-5d03-7fde-8e64-6943bc17cb84	1	\N	1112408136	\N	\N
2	1	39055e0a-ce2a-251b-453e-b7f067d4fe2b	1	\N	1812458656	\N	\N
2	2	9d2ea074-67f1-c763-5f92-8837655c97d8	1	\N	-889142490	\N	\N
2	4	6100f067-aaac-ddc4-fa70-f4d5be25d755	1	\N	924373856	\N	\N
2	1	fc1fb50f-cd6d-3cd2-37ba-0698bf1fa237	1	\N	-1088912756	\N	\N
2	3	753f6fee-cd92-be61-a51f-3f90655dd2f0	1	\N	-1326374413	\N	\N
2	0	08e72d4a-2c4a-3221-f812-734b71ddc158	1	\N	2105965780	\N	\N
2	0	908702f0-805c-4378-2b17-e9499220d37f	1	\N	1165467604	\N	\N
2	0	a043bf44-cc20-b108-57e7-a6a2a282d7ca	1	\N	-511379712	\N	\N
2	1	aeaf3af8-493e-07ea-0906-fb540e0270dd	1	\N	-1514237267	\N	\N
2	2	05f63dfb-0556-5e6c-5120-38fffc6b51c9	1	\N	-773848697	\N	\N
2	1	5af4e4af-b4dd-74b0-7c82-403654b71768	1	\N	-610108321	\N	\N
2	3	5d3d4995-938b-ec41-e426-d76ef7105ea8	1	\N	-1020850037	\N	\N
2	1	7ec900b8-8442-e49b-90ff-371430fb4e9c	1	\N	-1237642113	\N	\N
2	2	24906da7-9ee3-e055-54bf-926af2f8961f	1	\N	-2132741920	\N	\N
2	5	55c13666-b4e9-fcb1-df5a-76047c3ec616	1	\N	-1469343027	\N	\N
2	0	5677a3b9-dcac-99a4-f514-23ae3541cf76	1	\N	-1229343334	\N	\N
2	0	8ece5593-bcbe-a230-5173-092a64e221c2	1	\N	-224640982	\N	\N
2	0	a035fd63-84e5-457c-1d89-feb79d2a4a85	1	\N	121913527	\N	\N
2	1	5b3fb8c4-f1fb-847e-3079-23eba7b9241a	1	\N	1325212334	\N	\N
2	2	0e30e125-b024-645e-0d9c-0a14ff1c8a18	1	\N	-1707412958	\N	\N
2	2	71782a3c-8c07-3dd5-5f94-f851fe905ad5	1	\N	1319216985	\N	\N
2	3	05b350d0-8556-dd06-2155-c3d0ebe89934	1	\N	-288704596	\N	\N
2	1	4a5112b8-d666-d881-f0f1-58391f7c4896	1	\N	-632237340	\N	\N
2	4	2c5ec67a-ea5c-ca05-0714-b21c2f3c604a	1	\N	1154157209	\N	\N
2	4	fad305ea-2166-ea71-40d9-cc5f9ec685f0	1	\N	-576242501	\N	\N
2	0	4156c495-f94f-d53c-7d16-7eecf769ea00	1	\N	2124857674	\N	\N
2	0	34ff7315-b02b-85bc-462b-53322f46166d	1	\N	-380616790	\N	\N
2	0	5e3bf3ae-a2e7-4fc1-d3db-720f52163e00	1	\N	1633212575	\N	\N
2	2	aac2deed-e1a6-2c09-77b9-fb6f31177585	1	\N	1134951049	\N	\N
2	1	21a04ca6-c57e-6534-2836-ff5598213257	1	\N	-1338836456	\N	\N
2	2	f21085aa-156c-ea66-26ef-2fbae17003f1	1	\N	-531185214	\N	\N
2	4	e03776c9-eae7-4ebc-8568-7bb245b1733b	1	\N	-1397302938	\N	\N
2	1	d62af734-d4ba-c0b1-d994-3d923b4fef52	1	\N	966970981	\N	\N
2	4	40cb27df-5ac6-f97e-ce29-0885d4a944a0	1	\N	1238554116	\N	\N
2	3	a3c3147e-4266-b182-e96d-c3dda8408895	1	\N	-2079815922	\N	\N
2	0	e5b607b0-837f-44ee-0d8d-3e0292e79d84	1	\N	1294343233	\N	\N
2	0	4abb63b2-00b0-5713-d88f-ba37bf4ebdf3	1	\N	1720633456	\N	\N
2	1	aa44347a-1fa5-14d0-10aa-0c5027e1bfd0	1	\N	756048872	\N	\N
2	5	5f794839-1640-bc4d-6e0a-bad29f62c79c	1	\N	-525970241	\N	\N
2	1	1ae28757-1b09-593b-4b73-f6c5a68e32b8	1	\N	1557935164	\N	\N
2	2	b2d13f08-0963-1701-2295-314060426451	1	\N	-1373842157	\N	\N
2	5	489e00cd-c02c-248b-fa51-dd07d372ab7d	1	\N	-158274496	\N	\N
2	1	7b9c1d57-1960-2659-068a-283eda5f0cbd	1	\N	-2145465191	\N	\N
2	2	5316037a-c3f2-8b0e-6dfb-78a5496ca704	1	\N	1755077525	\N	\N
2	0	3ff7d73c-4fc2-785a-43ae-61bac4eca495	1	\N	-194104048	\N	\N
2	0	e45ede7f-24be-3daa-ae02-182187ca691f	1	\N	1846466062	\N	\N
2	0	cacb9754-7004-7738-0e38-44f82d0ee192	1	\N	528855509	\N	\N
2	1	b0bf99d1-0c99-1db1-2a91-3ace5041065c	1	\N	16456695	\N	\N
2	5	d28c809c-19b0-7bcd-3eb8-4309074e4292	1	\N	-994300438	\N	\N
2	1	b08b0318-3b22-149f-6953-f96ea25460a0	1	\N	1462655054	\N	\N
2	3	86c7f6ed-305f-ca6d-2dcc-65e012e54838	1	\N	-416756842	\N	\N
2	4	dc4b8aab-e00c-8913-a268-9a9207783820	1	\N	710382119	\N	\N
2	2	90b1e37b-0300-82fb-9e7a-fee6fee3c049	1	\N	-1432936897	\N	\N
2	3	dcdebb0a-9f81-4c09-0422-77dfec222757	1	\N	114467114	\N	\N
2	0	bd4c77d2-944e-f29a-17d1-e86016215e93	1	\N	618016584	\N	\N
2	0	f58ba518-6cec-27e9-6814-0b5c2eb11663	1	\N	-77020024	\N	\N
2	0	96714c11-9fd4-6f4b-afea-0772ab972458	1	\N	-661753750	\N	\N
2	1	a1bd7edf-5a29-d960-695e-168cb7ecabe1	1	\N	507458972	\N	\N
2	2	5c5bc2cd-2898-0a7a-82c7-528876a256cc	1	\N	-1380383631	\N	\N
2	1	66a835ef-c24e-eba6-b00d-39df89297d92	1	\N	-848197142	\N	\N
2	4	8f49966a-18ad-46df-6ef9-6220e33dd937	1	\N	-1312885589	\N	\N
2	1	0a0be940-508f-e583-7bc0-a49ba3a5df1f	1	\N	-1482961667	\N	\N
2	2	ccd9a256-6759-e5d9-dd8a-fc69727ae7d1	1	\N	-2045466245	\N	\N
2	4	e37b9a8e-a692-7230-81fe-96de6eec02b9	1	\N	754719218	\N	\N
2	0	30752d17-7c7a-83a3-ada1-9c91fcb1121b	1	\N	570748046	\N	\N
2	0	5b40ce79-8813-3b4d-f58a-d4cf0db54255	1	\N	496978987	\N	\N
2	0	1af56bb3-937c-74de-8825-15c550cafb5a	1	\N	114794639	\N	\N
2	1	fe8aeecd-b835-e537-7276-77f4f1f41849	1	\N	-231670597	\N	\N
2	1	9bb58740-22d4-db5f-6d95-460dcc66cb3e	1	\N	335666402	\N	\N
2	2	cde08081-70a3-688c-d846-2d3d09517312	1	\N	385155982	\N	\N
2	5	1a219cb7-4895-dd4a-b0a4-4fa7d4c02fb8	1	\N	-1154366486	\N	\N
2	1	1e81553d-94e1-22f8-ff3d-5842e4d7c2cd	1	\N	-886214965	\N	\N
2	2	a541b3c5-a83f-9511-ddfe-ec03eba6cd65	1	\N	1739597702	\N	\N
2	5	4f9c80c7-a24c-37d3-3eb2-3456829b8769	1	\N	1638681142	\N	\N
2	0	032edb78-061d-7d02-86d0-fb0bbb87ef49	1	\N	2084526208	\N	\N
2	0	227882bb-3b8a-29ac-e93a-7bcf8918b548	1	\N	1897398894	\N	\N
2	1	92691d4a-ab6d-5d14-4049-fe026f609890	1	\N	549233860	\N	\N
2	5	5b6f9b24-590e-d8f4-a1ae-47b22a9c8b7f	1	\N	-969557312	\N	\N
2	1	456e603b-ae47-459f-5db2-6842dfb71315	1	\N	288842415	\N	\N
2	3	dbce3a28-0a2b-7fe6-67fd-733cf00d993c	1	\N	1830196408	\N	\N
2	5	26ef3495-185f-ed2b-51b8-9e4a2216269a	1	\N	290942208	\N	\N
2	1	e188d226-4e56-42e8-e1dc-56b25d187e2f	1	\N	1171267821	\N	\N
2	4	0aa1534c-c493-2cf7-4712-f2c82d751d66	1	\N	-419776388	\N	\N
2	4	cf13acbb-7a9f-4a4b-8dfb-b4f6cccd6c03	1	\N	599889392	\N	\N
2	0	9298e2ac-6a84-1230-c1b0-0f5766d8f7e4	1	\N	-1312270135	\N	\N
2	0	a10bd2cd-eb91-92a8-851d-cb53ccdc087c	1	\N	-1652172855	\N	\N
2	1	d065edc2-2d00-d3ee-480d-69841a6cd17b	1	\N	-319859023	\N	\N
2	2	113be296-cbdb-e536-895f-1f18e98a5864	1	\N	-1336481669	\N	\N
2	1	1a26f737-3430-8ff8-5ca6-0dc52d8bd7a2	1	\N	-1711220952	\N	\N
2	2	15fe2670-0f62-f8e2-7e49-737c655cba2d	1	\N	-1597344138	\N	\N
2	5	f5640035-d9dc-c231-079d-f62b9eb1a02b	1	\N	413807979	\N	\N
2	1	86f79355-1d65-e5ed-39be-2318099dc836	1	\N	-1980470428	\N	\N
2	3	73f4ec92-8983-0d03-5f9c-801659fed044	1	\N	-1959134881	\N	\N
2	0	196069ea-c919-c7fa-9844-a66e32111942	1	\N	247693521	\N	\N
2	0	99d76a3d-abb2-d4ee-84e7-93580ba3c666	1	\N	-386732489	\N	\N
2	0	e013cf8f-4c37-9f09-4f4c-4e0a69a6c63c	1	\N	408720724	\N	\N
2	1	541f6827-f788-13e2-323a-30b53fd793a5	1	\N	-1866194537	\N	\N
2	2	ade40604-cf50-6a56-691c-03ec538cb48a	1	\N	-405330701	\N	\N
2	1	4f1a1338-94c9-135e-5bfa-7e8098941560	1	\N	-492693648	\N	\N
2	2	d0e07591-49b5-54fb-28c2-ccf506aba995	1	\N	674401302	\N	\N
2	1	31ca1c79-c1ea-2bdb-f3a9-24d3d0418dbc	1	\N	-11316310	\N	\N
2	2	b3d78e1b-352c-dce4-a2a2-eefa04bf511c	1	\N	-682615294	\N	\N
2	3	e086ede5-b835-51c3-b9bc-3bba19b4c22f	1	\N	-4121169	\N	\N
2	0	1b8dea23-4981-a9c1-e5f0-fe6e5bca4c3c	1	\N	1883808603	\N	\N
2	0	bbbd35c6-dc52-0986-ae3a-21f4ebe5692f	1	\N	-1120112145	\N	\N
2	0	80e7acdc-4a91-2177-e7e5-8abbe13b5fa7	1	\N	1492378265	\N	\N
2	1	4da6831b-ebeb-5e80-a346-05320823286f	1	\N	361674648	\N	\N
2	2	e9c0c753-4e60-0395-54cd-17816830d144	1	\N	1835814158	\N	\N
2	2	8e0e2896-05c9-fd4a-b727-c55a03ffdd65	1	\N	1502307897	\N	\N
2	5	02a8a8c3-58bc-3178-17b8-8d01e8fb7033	1	\N	1182246098	\N	\N
2	1	e4231f4a-cb40-7e1a-2795-b89780eeacb0	1	\N	440469664	\N	\N
2	2	ec6cff20-a661-dc6f-0b36-c63617f0ef6c	1	\N	1488552594	\N	\N
2	4	14ae6008-a211-2130-8518-d38c19776e9b	1	\N	653637503	\N	\N
2	0	53b94b18-6c53-d702-8c9e-63420543ca6a	1	\N	555754068	\N	\N
2	0	561d1769-24f3-b2d6-69c3-4f527f3cae24	1	\N	-1884634337	\N	\N
2	0	5d13e158-a5c6-fe8a-d224-ce301a36aa8a	1	\N	-2131574028	\N	\N
2	2	216556db-2fd3-85dd-9bc8-f629250424ce	1	\N	851404907	\N	\N
2	1	2b82a4a7-27e5-339d-9cbf-84c48f5defd8	1	\N	-196077946	\N	\N
2	2	483953cd-b41e-90cc-465d-c58182c35011	1	\N	1561624076	\N	\N
2	3	84d5ba22-a390-9c9c-7d13-1f106f7397b6	1	\N	-81273449	\N	\N
2	1	37177bab-64b5-8bf5-c076-d97950231fcd	1	\N	1834912086	\N	\N
2	2	3f836706-e33f-0044-1113-d7eb07906b18	1	\N	-23309456	\N	\N
2	3	cfe6df71-2301-3ceb-6bed-d0e6e2c5e9e0	1	\N	1581791689	\N	\N
2	0	d888d92b-259f-33c5-e012-5525bef93a99	1	\N	544242071	\N	\N
2	0	84d8c6d4-30a2-36c0-c63d-f86aa7313634	1	\N	-1802173704	\N	\N
2	1	fb6f1a2e-3feb-17c6-6f93-60ab839bfe31	1	\N	-883866258	\N	\N
2	2	dd176d9f-7d5e-dd06-e09d-824848da8551	1	\N	-397153974	\N	\N
2	1	ee6bb1b1-b46f-49d9-5575-9d64ed9619dd	1	\N	1748467880	\N	\N
2	3	6c75a22d-4dfb-6833-826c-6e3e7fe66140	1	\N	2017601385	\N	\N
2	4	6ad086e8-2fd2-1c31-e7bc-ab5dccf90846	1	\N	-1334290986	\N	\N
2	1	df3ae8aa-ec9d-0ff3-0bb1-e61641c00058	1	\N	988916056	\N	\N
2	4	af2a0ff5-4f2b-4074-863a-ea1398f6b6b6	1	\N	-674859476	\N	\N
2	0	dcd78ff9-cd43-01c5-264a-fb73c957545f	1	\N	-447937169	\N	\N
2	0	a38f9b01-5797-d251-bd21-45f554812cc9	1	\N	-167142667	\N	\N
2	0	7d6ee4cb-3191-a95a-ca85-4e217245f757	1	\N	2093575278	\N	\N
1	1	4eb3c35a-6459-bee6-40d0-cb8e41507731	2	\N	-533237713	\N	\N
1	5	274858db-7dd7-2976-f76a-79b997346e8c	2	\N	1896349114	\N	\N
1	1	621d1c1d-9646-f08c-11ed-13e8fbb481d3	2	\N	133464554	\N	\N
1	3	2c96d2ba-f0c3-2a70-16d8-5338af027e19	2	\N	710233162	\N	\N
1	5	aa87aa73-25c5-6312-797c-1f4adf4587c3	2	\N	-1867417722	\N	\N
1	1	9d1ab07c-682c-a5ee-28db-b230d09f920c	2	\N	1614729896	\N	\N
1	7	a5bfa590-2d87-0ee4-df15-01ca4da54837	2	\N	-1393854251	\N	\N
1	3	84356d75-27ce-a87e-8eda-a6fa44c945d4	2	\N	1217315764	\N	\N
1	0	254cd796-a614-99e1-4148-c809a6a550ee	2	\N	-1377685764	\N	\N
1	0	620a75b6-1dbb-ba25-eb83-8206d29c22cd	2	\N	-1912942701	\N	\N
1	0	8be9bab7-d4b8-32c7-592c-d8c055e0d242	2	\N	-2115527325	\N	\N
1	1	22c48966-a663-c978-57bd-d67a86ff39e2	2	\N	-1223344134	\N	\N
1	2	7298484d-bd5b-1cac-6793-270fbcbb43eb	2	\N	-62443535	\N	\N
1	1	2fb593ed-162c-7abc-0a3d-05a1aa246748	2	\N	1040262024	\N	\N
1	2	7e9649b8-0778-d11b-8758-e9d41dc99869	2	\N	-1097690629	\N	\N
1	5	c8fceb0f-0851-dbff-74ba-6f45c32abee2	2	\N	1446757493	\N	\N
1	1	6fb5ef60-5a6c-bf50-b2d3-ebcfc2c595ce	2	\N	1008855871	\N	\N
1	2	2dda7693-6d4c-b33f-1d48-1cef8d4f821e	2	\N	1706350741	\N	\N
1	5	95212673-368a-8f7a-a979-41dec884e48b	2	\N	1390485799	\N	\N
1	0	5a94a814-5432-fe2f-a940-3f5d5bfa3dca	2	\N	912217777	\N	\N
1	0	43352d7f-0b9d-3a73-0970-934305d7c85f	2	\N	585265569	\N	\N
1	0	6f00049b-f525-ab25-9e8e-5223d686622f	2	\N	180459925	\N	\N
1	6	7ce598a2-86ba-83c1-b180-bff4397e6fbf	2	\N	1057732283	\N	\N
1	5	be71bff4-6e52-576b-4562-bc1f35547352	2	\N	1387961674	\N	\N
1	1	3ae827f1-7f2d-883f-66ed-7e0793a778f1	2	\N	-2144348175	\N	\N
1	2	ec11800e-a658-bfc7-956d-6b353d353499	2	\N	808636903	\N	\N
1	4	162b126d-9669-b7de-e392-6e5ac7704f56	2	\N	-667001967	\N	\N
1	1	c4858849-c60b-0e5a-d739-4d668ac3273e	2	\N	1774181957	\N	\N
1	6	d21d7c37-2ca6-7772-b83c-254901d93306	2	\N	1643548032	\N	\N
1	5	59e34587-f5fb-5a05-8bf7-cbccb090a06d	2	\N	1370863690	\N	\N
1	0	12b207b3-bb07-f8d0-f004-aecb10de1acf	2	\N	-213050546	\N	\N
1	0	ad7b1b89-5f29-c5c6-d0e1-ce2ec849fe2c	2	\N	-1721088407	\N	\N
1	0	ca60e8ce-6a10-5779-82b1-f74c38cfb950	2	\N	1738925039	\N	\N
1	1	13bfa7b8-e970-d59b-9e1c-6788e8ab4555	2	\N	2126964130	\N	\N
1	5	fbaf63e9-a6c7-cf47-1599-d3d409498d1f	2	\N	1443592928	\N	\N
1	1	3b32ddf6-b7c8-2716-588a-5ea5e287cef0	2	\N	1682820242	\N	\N
1	6	947e9082-462a-d3ab-1a36-9322692d68e8	2	\N	296923418	\N	\N
1	5	38e22e32-655b-f30a-8715-dd6cb24b0e25	2	\N	-174733600	\N	\N
1	1	7ff508ab-fa1c-8f43-c2c9-ac6c70352a83	2	\N	-913320069	\N	\N
1	4	3110bb44-bd3e-c8e6-df07-7a22e4244004	2	\N	1105454488	\N	\N
1	7	a187afab-3940-0594-08bf-cd58a0ae580b	2	\N	-717262407	\N	\N
1	0	2c917029-99bc-7fb4-7bc6-a580652a0253	2	\N	823356434	\N	\N
1	0	04f85251-5a9a-0ddc-38b6-0a5afe438442	2	\N	405347091	\N	\N
1	0	3828e56d-3064-52d0-05bd-7505bd4ac587	2	\N	-418065880	\N	\N
1	1	51fd7f46-2696-0b66-f78b-382c57c3f60f	2	\N	-90874537	\N	\N
1	2	152694fa-7f39-7754-6c76-200faec84f80	2	\N	-2131478820	\N	\N
1	1	4b3a2066-df99-5817-da29-15172a8bdbf8	2	\N	1843224722	\N	\N
1	2	0649bc03-3ed2-7e9f-190f-936d7663d21c	2	\N	-1601864349	\N	\N
1	7	fc594724-0ee1-95fd-be5c-107acd9ae797	2	\N	-1700218952	\N	\N
1	1	fa32c06a-a330-96d2-32f7-01d0e230c8bb	2	\N	-339641775	\N	\N
1	2	97a9dc4e-c37d-74c1-d6c8-fb6f142d69a9	2	\N	675659066	\N	\N
1	5	8ab8ed30-122e-4b78-1115-303da75ee9da	2	\N	-361903363	\N	\N
1	0	b43a5eed-f35f-1cc8-416a-9760c3f0763b	2	\N	435295603	\N	\N
1	0	a31b09ac-b29f-837b-e40d-8248a8bc70d9	2	\N	-690110901	\N	\N
1	0	01c075aa-2a43-4d4b-5d1b-aef8bf93a4b2	2	\N	1083775249	\N	\N
1	1	4e7e420d-2a84-5eec-730b-6c879cb62f34	2	\N	1812001999	\N	\N
1	2	83cf4a8e-ae57-27bf-82d4-2eefacfced57	2	\N	2053456319	\N	\N
1	6	8dcd02e6-90ed-9656-dc45-e698912df85e	2	\N	672704820	\N	\N
1	2	5ad98b83-6cc9-5014-3f3f-0bea40c2075d	2	\N	-900797856	\N	\N
1	5	13fea2be-d9c2-45ea-28cc-05783f568f33	2	\N	-315793722	\N	\N
1	1	39243d4b-5bef-3210-571b-31e6e292086b	2	\N	-781411369	\N	\N
1	2	d1795b6e-0bc1-155f-4f3e-91b099d168a2	2	\N	-1436558349	\N	\N
1	4	274b972b-522a-390d-b03f-babb4e1d81ea	2	\N	-1470829935	\N	\N
1	0	31336459-b71f-d0a8-8fed-3d819b897559	2	\N	-1529723931	\N	\N
1	0	41e986e2-f67b-7039-6517-679588c66290	2	\N	381575661	\N	\N
1	0	1e062322-79d8-0738-cd22-86992f0448c9	2	\N	1885201696	\N	\N
1	1	372fa219-c186-f615-9227-82c41d00e67f	2	\N	676265452	\N	\N
1	5	c5dd00ce-72e1-ea9a-6483-d9e737cb4357	2	\N	-51120251	\N	\N
1	1	5b25f394-c344-8ce4-145a-f477b28939c0	2	\N	1544752706	\N	\N
1	7	ec0adef8-43e8-ee4f-9589-73dc4e0ea8b7	2	\N	-2058329879	\N	\N
1	4	790acb71-8c3d-4c99-965d-32bcbfd0f88d	2	\N	-1282588296	\N	\N
1	1	22217a05-4e7f-40c4-730a-86f3f5a3a0b7	2	\N	733707998	\N	\N
1	2	6f2e5ce4-c99d-f847-6ea4-aa9b457c8a08	2	\N	-1046904703	\N	\N
1	5	ee6882e8-a519-4dc3-9921-21638d2be60f	2	\N	1069701461	\N	\N
1	0	28055e9c-4ec1-76ba-a95a-d98b4aa38c65	2	\N	-1614956503	\N	\N
1	0	fcde552e-a981-6899-1378-f2eb7db3e486	2	\N	969390990	\N	\N
1	0	4fe3e60d-c3dd-b823-d45f-cd23978a8e1c	2	\N	330745520	\N	\N
1	1	cf7e9a8d-3b60-aeea-9aac-cdb3b397137e	2	\N	194713832	\N	\N
1	5	621e5bbb-c226-51ca-8909-7088a78b4a46	2	\N	-470448446	\N	\N
1	1	dfbe4507-a195-5da4-8104-020878c533ac	2	\N	-69944374	\N	\N
1	1	69ee8987-4b0b-1e3e-d2de-b79d599d4dfb	1	\N	-211253332	2	\N
1	3	b201087f-27c0-156c-7548-ca8d9bacbb27	1	\N	-1944176654	2	\N
1	2	7b599acc-c93b-2e39-42a5-71e8bda433b9	1	\N	-1095304044	2	\N
1	0	206c06f0-5412-4b0e-11b8-ac108fe438b4	1	\N	-2004045680	2	\N
1	0	554bad9d-ce6c-c8be-d120-11e0da4f8e52	1	\N	1286363303	2	\N
1	2	67addd0e-03e0-1c74-c774-207c02a7f473	1	\N	-282627274	2	\N
1	4	7604cfff-1266-9368-3aee-fdde9e890171	1	\N	-1952506625	2	\N
1	1	03db1174-618b-245e-cac4-296be5d605b2	1	\N	-1840478969	2	\N
1	1	c097318c-26ca-98d4-629b-4687a51b1c4c	1	\N	461619468	2	\N
1	0	150fdd59-e7d5-17be-269e-7dedeceb4c48	1	\N	1750641697	2	\N
1	4	2aa2c777-97d0-f8b5-c9f5-f18990376ed5	1	\N	-1385161581	2	\N
1	1	cbd44093-4867-523c-f8d3-2d0bdf696a7e	1	\N	-2077346030	2	\N
1	2	5eb98fbb-25bb-1faa-1209-5662504da98a	1	\N	-1982358838	2	\N
1	5	4bd3ba53-62ce-cd9b-8225-1ac10b728e27	1	\N	1818634046	2	\N
1	0	b1089e6f-deaf-b26e-fc72-5375e71cf9a9	1	\N	-338424146	2	\N
1	0	fbede153-b1ae-a392-4b36-ec55e1a2f792	1	\N	78866236	2	\N
1	4	98e48578-e0fc-e923-01f1-898ac1e68495	1	\N	638549508	2	\N
1	4	3f4839e5-5ad2-f969-0cda-cc5b40af3d0c	1	\N	124013478	2	\N
1	1	8e32d385-aa74-5254-84c8-fa449cc93733	1	\N	1079984609	2	\N
1	1	6b598167-97ef-9ea2-8222-d666834a9e82	1	\N	-2108977040	2	\N
1	0	6920d0f7-abd1-7e4a-07ab-cb2626cb4f2e	1	\N	1605629578	2	\N
1	5	7c4dcede-fff4-4cd7-68b0-9d006145eb61	1	\N	1659696742	2	\N
1	1	ae4a1fdd-4da3-f143-fdbc-3f442ac24770	1	\N	1519346934	2	\N
1	2	c5a0d90c-8921-d74a-d710-f799400bd9c6	1	\N	2032412030	2	\N
1	5	0f5d3aff-d829-2093-1614-78634edb9510	1	\N	-1822935396	2	\N
1	0	8e89d96c-8e56-fb8e-8af6-2f7d717b11d5	1	\N	2025688960	2	\N
1	0	d165dffe-68e8-11e2-ac60-519485ff07fc	1	\N	-1236145994	2	\N
1	2	75acabc0-1281-04c2-0b3a-281ef1570342	1	\N	-261364140	2	\N
1	5	d034f01f-d638-545c-b918-83fd0e3d08d7	1	\N	-1600080007	2	\N
1	1	8e1ee079-541a-0cc5-f84d-ce5972aef7c9	1	\N	1591508607	2	\N
1	1	2bc7aa0a-613b-0478-0bc1-c6c0c4fc993c	1	\N	-661659298	2	\N
1	0	f887d6a3-1b96-c4da-a5e6-2fb4b52b8e5f	1	\N	443910371	2	\N
1	3	cbb86fab-a524-a772-b164-e83de06ee0ef	1	\N	-289993363	2	\N
2	1	73421525-f8af-b34a-ed12-f9eb41c65d2e	2	\N	1676480631	\N	\N
2	2	d4d32b61-02af-a567-0c81-15d4e3a10e3e	2	\N	248594879	\N	\N
2	1	095713d7-4d07-4642-e198-419acbaea5fd	2	\N	271277441	\N	\N
2	3	5a858a66-2589-2ca4-1373-2fbb7bdfb6e9	2	\N	721484536	\N	\N
2	6	f509cbe5-45c1-59b6-077c-829f0aae64c0	2	\N	1265245903	\N	\N
2	1	1ba085fa-64aa-f24d-ba9f-12a331b89aa7	2	\N	-1433112240	\N	\N
2	2	edd418db-5f9d-e5ba-72b3-143db80a9709	2	\N	-1314608586	\N	\N
2	5	1014b127-5c17-21d3-f88f-154a75bbe93f	2	\N	1033014745	\N	\N
2	0	c9d4280d-bb09-77eb-b8b7-9c3eee688a23	2	\N	-520746296	\N	\N
2	0	54b2ca93-443b-c54f-b14a-3b9544812c93	2	\N	1432058972	\N	\N
2	0	c09f2645-36bf-002d-01bc-f70ea6852380	2	\N	821092265	\N	\N
2	1	1ecda7b3-2435-3540-4d4a-1d125ca7c370	2	\N	607438570	\N	\N
2	2	aad6a1fd-e9c5-938c-4daa-0a23e7c49a39	2	\N	648414433	\N	\N
2	6	177ce213-c942-ab21-544e-29e170e1737b	2	\N	1566945708	\N	\N
2	2	4bd7086d-f4cb-3989-37eb-dd5aca3170bb	2	\N	1406013398	\N	\N
2	4	e129d0ea-f36a-c922-4cbc-db715ee23477	2	\N	1383173766	\N	\N
2	1	a05236fb-c07c-a2fa-b1a4-99b0b0b537cb	2	\N	-1008640110	\N	\N
2	4	f843ecda-14f0-d6a4-0926-5425373ac93a	2	\N	1163571871	\N	\N
2	6	7502a42c-f20a-3d61-b421-f4d631d32224	2	\N	1331691540	\N	\N
2	0	dea0e3c9-5ae4-20ae-6c9f-b73490811b11	2	\N	2000876928	\N	\N
2	0	040eb5b4-fcc7-0fdc-5aee-bac5a9b01613	2	\N	-196110236	\N	\N
2	0	d699959c-3029-eb25-dd7e-8b7e3dbc325a	2	\N	491469448	\N	\N
2	1	07502a4a-bdfe-149c-a774-87cc886c1a68	2	\N	-1370638349	\N	\N
2	2	4268d291-bb67-0768-e0a9-f82468ed3b9f	2	\N	-414721785	\N	\N
2	1	7229c816-29fb-2eb1-73fd-b72f9e550132	2	\N	-730332982	\N	\N
2	2	bb587961-e6e2-66d0-db17-bdbb5b379f3d	2	\N	-1044699648	\N	\N
2	3	a567063a-9ea4-fbbf-9182-0ded30f4c92b	2	\N	-1038962314	\N	\N
2	1	9b6703c7-11ac-0eee-b98c-6392298c5d6a	2	\N	1833779461	\N	\N
2	2	6e2bd644-440f-30cb-b02e-84323b13df0e	2	\N	1932865299	\N	\N
2	5	f4f2cd70-e8a3-e511-8103-4fb4f51a00f9	2	\N	1754331253	\N	\N
2	0	64ee151f-f565-37e6-085b-2e3f1781b707	2	\N	1993492062	\N	\N
2	0	c4f28774-b367-5758-872c-2970cd2d6180	2	\N	208511281	\N	\N
2	0	0a92fb86-8f38-8eb0-6361-e75d394b9858	2	\N	-1760528861	\N	\N
2	1	0b1e4c3b-33c1-def2-740f-5d76a56f1ecc	2	\N	-1259193034	\N	\N
2	5	653e59a8-2680-f643-60e1-c52457df2a19	2	\N	824019321	\N	\N
2	1	138b72de-a13f-e691-790b-19dd01ebeff3	2	\N	1320977848	\N	\N
2	2	d4e5c84b-838d-39b4-0385-2fe9e6d5ba96	2	\N	1335157354	\N	\N
2	3	589a5fbe-e616-b56b-8b01-3ef057b4c3e5	2	\N	-165427780	\N	\N
2	1	a36e6a5e-b4b3-7163-279f-9e654d85f35a	2	\N	-1691605572	\N	\N
2	2	e8027102-535c-913c-0a01-fb3dfb3a308e	2	\N	1362064405	\N	\N
2	5	5bfa8cc5-c9ad-c72d-ca2f-c6a0c4ba36f4	2	\N	-1848975750	\N	\N
2	0	1928b44c-4c3d-4f26-4f81-0868c8bd6533	2	\N	-1197212447	\N	\N
2	0	a5726176-ddc9-f1b9-c76c-5c440587f156	2	\N	182707958	\N	\N
2	0	a93a0c53-e597-8f93-d70b-6ed7c2f51941	2	\N	-891392175	\N	\N
2	6	f9ab17b0-7b50-cb20-3699-b36a8413ce2e	2	\N	-1070423168	\N	\N
2	5	a51db341-e420-822e-af70-2716d60a7375	2	\N	1401678435	\N	\N
2	1	c9b27305-770c-82a0-52b0-9a6695721210	2	\N	-772458829	\N	\N
2	2	83f516c9-c971-e264-e22b-179af3a39e23	2	\N	-949182665	\N	\N
2	5	ce42246e-8bea-882a-b8e6-25d204fa452e	2	\N	1416284365	\N	\N
2	1	f2f2bca6-e183-bd85-02a5-a5c357c98abd	2	\N	-149217932	\N	\N
2	2	ecb33053-dc32-4549-78e7-e69f44ac2b25	2	\N	-553863547	\N	\N
2	5	40a6a0e3-4aaf-c384-ee6a-fdd3a46eec8c	2	\N	1680069218	\N	\N
2	0	c75e8b81-2a67-e096-c63c-7a3fb25f01a8	2	\N	-840594464	\N	\N
2	0	d03fc9c8-2032-9844-2592-4258ed49203d	2	\N	1006827676	\N	\N
2	0	6a2c7d11-a980-e508-dc29-b7e644442d90	2	\N	1625944768	\N	\N
2	1	bf2aed25-c22a-a9de-49e7-a716728fb9d8	2	\N	1318323406	\N	\N
2	2	221a76c6-a65d-884a-a6c6-f7d853591e96	2	\N	310994789	\N	\N
2	1	853f9dac-028c-3d5f-d2e2-f0979aa7eeed	2	\N	-1010993299	\N	\N
2	6	27fb4b44-b573-c3a2-4a42-3a150da1ff1d	2	\N	-1402916015	\N	\N
2	5	d2660f45-c0ac-85dc-6102-8d235c4568c7	2	\N	-619739184	\N	\N
2	1	a0610cf5-41e2-dc36-a482-20f29c64c711	2	\N	657984711	\N	\N
2	2	23046588-f937-7e23-1a99-b0c6fa6856db	2	\N	-1638591942	\N	\N
2	4	aa3ba9aa-38aa-ea52-5f85-ab954874d154	2	\N	-654019281	\N	\N
2	0	c2a32e28-dc35-95a1-6e53-62d5cbd53534	2	\N	-1925013627	\N	\N
2	0	f2d122c8-b4f5-cbb4-e4ba-50387d562d07	2	\N	1419271137	\N	\N
2	0	54ae6780-2997-2c3b-df0d-849bfe63da91	2	\N	1820438841	\N	\N
2	1	c75bca31-dc83-6bda-ee3b-bdb6a981d5ff	2	\N	1062782129	\N	\N
2	5	7861ce02-60a3-da72-e193-825458320fe0	2	\N	652814150	\N	\N
2	1	9f84c1af-be5a-b866-fa0c-4501295dcce9	2	\N	-977155848	\N	\N
2	2	735088f8-e788-a1a9-befb-26cf06d01ba8	2	\N	1713899230	\N	\N
2	3	7ca54376-8d02-02b9-96aa-7bc128b9f48d	2	\N	-1794034485	\N	\N
2	1	14873388-6102-dc61-dab7-ea925d692fc5	2	\N	1277473206	\N	\N
2	2	b549f7a9-1b05-2c73-3741-a0f56342f639	2	\N	398546551	\N	\N
2	4	14059d5f-4443-ecc9-334b-3a552a9b751a	2	\N	-1761117101	\N	\N
2	0	30adaeca-2899-6c8f-ef75-449cc8f5e50d	2	\N	1613453571	\N	\N
2	0	8576e94c-470d-2ac6-db6b-e9a01dfc2df2	2	\N	2066029736	\N	\N
2	0	fdee26c7-6b8a-e442-2751-1068f813d87f	2	\N	-1933461049	\N	\N
2	1	fe45f331-0b3f-9913-e217-eb8d647c71cf	2	\N	-711159338	\N	\N
2	2	4a321eb2-491b-e34a-73ea-7a018d6097c0	2	\N	-2133471407	\N	\N
2	1	d159d0de-6d69-73fd-bb6e-a01204832295	2	\N	-576382204	\N	\N
2	1	7ed49ee2-5d5b-afbd-1bfc-8c9cc9e3ddd8	1	\N	211436630	2	\N
2	2	50996e40-cb9e-2586-6451-259a8a4edc03	1	\N	85442678	2	\N
2	5	0c7bda63-53d5-0403-05bd-b932b3b82227	1	\N	1275304525	2	\N
2	0	6f6eaf5d-8bf9-a81f-25e6-0534bb1e1a15	1	\N	1172185695	2	\N
2	0	960fd8b2-96dc-f885-1256-160580fb1365	1	\N	-1540787557	2	\N
2	2	f2ce289a-b9ac-8c17-877c-a77aada06624	1	\N	2097198276	2	\N
2	3	01d2df1b-a206-7d0d-ffc9-065f67dd914d	1	\N	-1544235240	2	\N
2	1	8e09d338-07f4-4724-a2c9-f0a69c0b6b34	1	\N	1021069574	2	\N
2	1	ee032fb8-c84e-3115-e8e0-adb6b09ce4ae	1	\N	162867367	2	\N
2	0	be3d3a95-1bc2-8f0d-04e6-1f4c400a1bd3	1	\N	-1607214026	2	\N
2	4	8e321dee-7823-c2af-2b84-cde67d7417cd	1	\N	1386603869	2	\N
2	1	682e636a-43a6-1bad-aba2-ab313ebee507	1	\N	-2057724226	2	\N
2	3	adf23eea-262a-f65f-df3b-a8dd197214df	1	\N	-133343605	2	\N
2	2	0128f85f-9cda-af4b-d990-aa33f89a65d7	1	\N	-84065482	2	\N
2	0	e3b9634e-abd3-5698-5f82-5540d6420159	1	\N	-1614405835	2	\N
2	0	24375208-432a-e330-4d22-499ed08cbe16	1	\N	-1528760133	2	\N
2	2	aec45f77-02ed-d38b-fcdc-2f868cb95cc4	1	\N	1214416808	2	\N
2	3	3e87485e-f8ad-8d6a-baef-6fef85841f1b	1	\N	-1899613005	2	\N
2	1	80de2de1-053c-40d1-4aee-1c4423e5a913	1	\N	-716764578	2	\N
2	1	a8d52ee1-7cc4-159a-adb9-b87f25460b49	1	\N	-2096000193	2	\N
2	0	57c2caf1-7388-302c-c45e-621ccabe5ec2	1	\N	967038591	2	\N
2	5	7d713569-1be9-75c6-7e7c-7bf365edd09a	1	\N	535718510	2	\N
2	1	c2901997-3d95-addc-700f-7327e6309e1d	1	\N	-1488141869	2	\N
2	2	f9771ec4-f716-0e5f-cb3a-61962a215bc4	1	\N	-1991795389	2	\N
2	2	4881818c-1063-3903-6725-6756380f8a4a	1	\N	524177820	2	\N
2	0	8cca5709-8b4d-a255-fc07-edfc2f183c74	1	\N	761943176	2	\N
2	0	68290325-8a57-a8e8-cdec-a08cee16ac42	1	\N	-420592879	2	\N
2	2	d1c1267e-ee66-d250-fd92-a02b439688fb	1	\N	985363625	2	\N
2	3	3d67f7c8-d8be-aed9-e33c-f720cebb3e75	1	\N	-1671811416	2	\N
2	1	6cb6aa3d-9a0d-97e5-c689-ab3ba3e70a9d	1	\N	-1826935796	2	\N
2	1	3c7dbe55-56be-a151-7f9a-210a4733c784	1	\N	1554910377	2	\N
2	0	59e87b1a-36b5-b94a-567b-dd24a57b2d81	1	\N	-680614358	2	\N
2	5	24884ef0-045a-fc42-330f-9ec0409f2a25	1	\N	-1588390800	2	\N
\.


--
-- Data for Name: series_record; Type: TABLE DATA; Schema: microdata; Owner: postgres
--

COPY microdata.series_record (series_id, name, source, source_name, source_owner, method, arguments, m, hash_key, attributes, first_edition, created_at, created_by, independent, view_name, keep, gate, approve) FROM stdin;
1	weekly	clinic.guests	clinic.guests	"data owner"	bucketization	{"sensitive": ["disease"]}	3	\\x6faac9f3fa3672aa6225c1d50ce139fe	5	1	2026-11-29 11:29:25.284598+00	data owner	f	clinic.this_week	3	{}	f
3	growing	clinic.stays	clinic.stays	"data owner"	bucketization	{"rows": "growing", "sensitive": ["code"], "identifiers": ["ward"]}	2	\\x561260275341b02043763c38c1256330	3	1	2026-11-29 11:29:25.367467+00	data owner	f	\N	\N	{}	f
4	monthly	clinic.guests	clinic.guests	"data owner"	slicing	{"l": 3, "columns": 2}	\N	\\xa0baddb5d2161dfa0e184436ac7a069d	4	1	2026-11-29 11:29:25.404421+00	data owner	t	clinic.this_month	\N	{}	f
2	classes	clinic.guests	clinic.guests	"data owner"	generalization	{"sensitive": ["disease"]}	3	\\x442293ee073914e71d5b12bb2adf4041	5	1	2026-11-29 11:29:25.322936+00	data owner	f	clinic.classes_now	\N	{"verify": true}	t
\.


--
-- Data for Name: series_signature_record; Type: TABLE DATA; Schema: microdata; Owner: postgres
--

COPY microdata.series_signature_record (series_id, signature, sensitive_values) FROM stdin;
1	0	{d10,d3,d7}
1	1	{d6,d8,d9}
1	2	{d2,d4,d5}
1	3	{d0,d1,d5}
1	4	{d0,d1,d4}
1	5	{d0,d1,d2}
2	0	{d10,d3,d7}
2	1	{d6,d8,d9}
2	2	{d2,d4,d5}
2	3	{d0,d1,d5}
2	4	{d0,d1,d4}
2	5	{d0,d1,d2}
1	6	{d4,d5,d6,d9}
1	7	{d0,d1,d4,d5}
2	6	{d0,d1,d5,d6,d9}
\.


--
-- Data for Name: series_value_record; Type: TABLE DATA; Schema: microdata; Owner: postgres
--

COPY microdata.series_value_record (series_id, number, sensitive_value) FROM stdin;
3	0	c1
3	1	c10
3	2	c17
3	3	c12
3	4	c19
3	5	c3
3	6	c14
3	7	c21
3	8	c5
3	9	c15
3	10	c22
3	11	c8
3	12	c0
3	13	c16
3	14	c7
3	15	c18
3	16	c2
3	17	c9
3	18	c11
3	19	c20
3	20	c4
3	21	c13
3	22	c6
\.


--
-- Data for Name: series_view_record; Type: TABLE DATA; Schema: microdata; Owner: postgres
--

COPY microdata.series_view_record (view, series_id, suffix) FROM stdin;
clinic.classes_now	2	
clinic.this_week	1	
clinic.this_week_expected	1	_expected
clinic.this_month	4	
clinic.this_month_expected	4	_expected
\.


--
-- Name: privacy_rule_record_rule_id_seq; Type: SEQUENCE SET; Schema: microdata; Owner: postgres
--

SELECT pg_catalog.setval('microdata.privacy_rule_record_rule_id_seq', 1, true);


--
-- Name: release_record_release_id_seq; Type: SEQUENCE SET; Schema: microdata; Owner: postgres
--

SELECT pg_catalog.setval('microdata.release_record_release_id_seq', 17, true);


--
-- Name: run_record_run_id_seq; Type: SEQUENCE SET; Schema: microdata; Owner: postgres
--

SELECT pg_catalog.setval('microdata.run_record_run_id_seq', 1, false);


--
-- Name: series_record_series_id_seq; Type: SEQUENCE SET; Schema: microdata; Owner: postgres
--

SELECT pg_catalog.setval('microdata.series_record_series_id_seq', 4, true);


--
-- Name: SCHEMA clinic; Type: ACL; Schema: -; Owner: data owner
--

GRANT USAGE ON SCHEMA clinic TO reader;
GRANT USAGE ON SCHEMA clinic TO stranger;


--
-- Name: FUNCTION create_hierarchy(name text, relation regclass); Type: ACL; Schema: public; Owner: postgres
--

GRANT ALL ON FUNCTION public.create_hierarchy(name text, relation regclass) TO "data owner";


--
-- Name: TABLE anatomy_qit; Type: ACL; Schema: clinic; Owner: data owner
--

GRANT SELECT ON TABLE clinic.anatomy_qit TO reader;


--
-- Name: TABLE anatomy_st; Type: ACL; Schema: clinic; Owner: data owner
--

GRANT SELECT ON TABLE clinic.anatomy_st TO reader;


--
-- Name: TABLE anatomy; Type: ACL; Schema: clinic; Owner: data owner
--

GRANT SELECT ON TABLE clinic.anatomy TO reader;


--
-- Name: TABLE classes_now; Type: ACL; Schema: clinic; Owner: data owner
--

GRANT SELECT ON TABLE clinic.classes_now TO reader;


--
-- Name: TABLE generalized; Type: ACL; Schema: clinic; Owner: data owner
--

GRANT SELECT ON TABLE clinic.generalized TO reader;


--
-- Name: TABLE sliced; Type: ACL; Schema: clinic; Owner: data owner
--

GRANT SELECT ON TABLE clinic.sliced TO reader;


--
-- Name: TABLE sliced_expected; Type: ACL; Schema: clinic; Owner: data owner
--

GRANT SELECT ON TABLE clinic.sliced_expected TO reader;


--
-- Name: TABLE this_month; Type: ACL; Schema: clinic; Owner: data owner
--

GRANT SELECT ON TABLE clinic.this_month TO reader;


--
-- Name: TABLE this_month_expected; Type: ACL; Schema: clinic; Owner: data owner
--

GRANT SELECT ON TABLE clinic.this_month_expected TO reader;


--
-- Name: TABLE this_week; Type: ACL; Schema: clinic; Owner: data owner
--

GRANT SELECT ON TABLE clinic.this_week TO reader;


--
-- Name: TABLE this_week_expected; Type: ACL; Schema: clinic; Owner: data owner
--

GRANT SELECT ON TABLE clinic.this_week_expected TO reader;


--
-- Name: TABLE weekly_1; Type: ACL; Schema: clinic; Owner: data owner
--

GRANT SELECT ON TABLE clinic.weekly_1 TO reader;


--
-- Name: TABLE weekly_1_expected; Type: ACL; Schema: clinic; Owner: data owner
--

GRANT SELECT ON TABLE clinic.weekly_1_expected TO reader;


--
-- PostgreSQL database dump complete
--


