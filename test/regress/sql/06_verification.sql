-- Table 1(f) of the slicing paper, made elsewhere and registered.
\pset format unaligned
\pset tuples_only on
SET client_min_messages = warning;
CREATE TABLE patients AS TABLE table_1a;
CREATE TABLE table_1f (bucket integer, age integer, sex text, zipcode text, disease text);
INSERT INTO table_1f VALUES
    (1, 22, 'M', '47905', 'flu'),        (1, 22, 'F', '47906', 'dyspepsia'),
    (1, 33, 'F', '47905', 'bronchitis'), (1, 52, 'F', '47906', 'flu'),
    (2, 54, 'M', '47304', 'gastritis'),  (2, 60, 'M', '47302', 'flu'),
    (2, 60, 'M', '47302', 'dyspepsia'),  (2, 64, 'F', '47304', 'dyspepsia');
SELECT register_release('table_1f', 'patients', 'slicing', ARRAY['age, sex', 'zipcode, disease'], '{disease}') > 0 AS registered;
SELECT method, source, relations, parameters, source_rows, published_rows, suppressed_rows, buckets FROM microdata.releases;
SELECT * FROM matching_buckets('table_1f', '{"age": 22, "sex": "M", "zipcode": "47906"}');
SELECT * FROM disclosure('table_1f');
SELECT * FROM verify_release('table_1f');

-- An attacker with less matches more.
SELECT * FROM matching_buckets('table_1f', '{"sex": "M"}');
SELECT * FROM matching_buckets('table_1f', '{}');
SELECT * FROM matching_buckets('table_1f', '{"age": 99}');
SELECT * FROM matching_buckets('table_1f', '{"age": null}');
\set ECHO none
SELECT attempts($$
SELECT * FROM matching_buckets('table_1f', '{"wealth": 1}')
SELECT * FROM matching_buckets('table_1f', '{"disease": "flu"}')
$$);
\set ECHO all
SELECT * FROM matching_buckets('table_1f', '{"age": "old"}');
\set ECHO none
SELECT attempts($$
SELECT * FROM matching_buckets('table_1f', '[1]')
-- What register_release refuses.
register_release('table_1f', 'patients', 'slicing', ARRAY['age, sex', 'zipcode, disease'], '{disease}')
$$);
\set ECHO all
SELECT FROM drop_release('table_1f');
CREATE TABLE copy (bucket integer, age integer, sex text, zipcode text, disease text);
SELECT register_release('copy', 'patients', 'slicing', ARRAY['age, sex', 'zipcode, disease'], '{disease}');
INSERT INTO copy VALUES (1, 22, 'M', '47906', 'flu');
\set ECHO none
SELECT attempts($$
register_release('copy', 'patients', 'magic', ARRAY['age, sex', 'zipcode, disease'], '{disease}')
register_release('copy', 'patients', 'slicing', ARRAY['age, sex', 'zipcode'], '{disease}')
register_release('copy', 'patients', 'slicing', ARRAY['age, sex', 'zipcode, disease'], '{}')
register_release('copy', 'patients', 'slicing', ARRAY['age, sex', 'zipcode, disease'], '{illness}')
register_release('copy', 'patients', 'slicing', ARRAY['age, sex', 'zipcode, disease, age'], '{disease}')
register_release('copy', 'patients', 'slicing', ARRAY['age, sex, bucket', 'zipcode, disease'], '{disease}')
register_release('copy', 'patients', 'slicing', ARRAY['age, sex', 'zipcode, disease'], '{disease}', 'group_no')
register_release('copy', 'patients', 'slicing', ARRAY['age', 'zipcode, disease'], '{disease}', 'sex')
register_release('copy', 'patients', 'slicing', NULL, '{disease}')
register_release('copy', 'patients', 'slicing', ARRAY['age, sex', 'zipcode, disease'], '{disease}', l => 0)
register_release('patients', 'patients', 'slicing', ARRAY['age, sex', 'zipcode, disease'], '{disease}')
$$);
\set ECHO all
ALTER TABLE copy ALTER age TYPE text;
\set ECHO none
SELECT attempts($$
register_release('copy', 'patients', 'slicing', ARRAY['age, sex', 'zipcode, disease'], '{disease}')
register_release('copy', 'patients', 'slicing', ARRAY['zipcode, disease'], '{disease}')
$$);
\set ECHO all
DROP TABLE copy;

-- Tampering with a release of a thousand people. Each row of this table is one way to do it.
\set directory `echo "${PG_ABS_SRCDIR:-$PWD/test/regress}"`
\set file :directory '/../../data/german_credit.csv'
CREATE TABLE customers (
    checking_status text, duration integer, credit_history text, purpose text, credit_amount integer, savings_status text,
    employment text, installment_commitment integer, personal_status text, other_parties text, residence_since integer,
    property_magnitude text, age integer, other_payment_plans text, housing text, existing_credits integer, job text,
    num_dependents integer, own_telephone text, foreign_worker text, class text);
COPY customers FROM :'file' (FORMAT csv, HEADER);
SELECT slice_table('customers', 2, 3, sensitive => '{purpose}', sensitive_column_size => 2, seed => 7);
SELECT bool_and(holds) FROM verify_release('customers_sliced');
CREATE FUNCTION tamper(how text, statement text) RETURNS TABLE (tampering text, fails text) LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE statement;
    tampering := how;
    SELECT string_agg(requirement, '; ') INTO fails FROM verify_release('customers_sliced') WHERE NOT holds;
    RETURN NEXT;
    RAISE EXCEPTION USING ERRCODE = 'UE001', MESSAGE = how || ': ' || coalesce(fails, 'holds');
END $$;
CREATE FUNCTION report(how text, statement text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    PERFORM tamper(how, statement);
EXCEPTION WHEN SQLSTATE 'UE001' THEN
    RETURN SQLERRM;
END $$;
SELECT report('nothing', 'SELECT 1');
SELECT report('a value invented', 'UPDATE customers_sliced SET age = 199 WHERE ctid = (SELECT min(ctid) FROM customers_sliced)');
SELECT report('a sensitive value invented', 'UPDATE customers_sliced SET purpose = ''yacht'' WHERE ctid = (SELECT min(ctid) FROM customers_sliced)');
SELECT report('a row left out', 'DELETE FROM customers_sliced WHERE ctid = (SELECT min(ctid) FROM customers_sliced)');
SELECT report('a row doubled', 'INSERT INTO customers_sliced SELECT * FROM customers_sliced WHERE ctid = (SELECT min(ctid) FROM customers_sliced)');
SELECT report('a person added to the source', 'INSERT INTO customers SELECT * FROM customers LIMIT 1');
SELECT count(*) > 40 AS usually_found FROM (
    SELECT report('moved', format('UPDATE customers_sliced SET bucket = 1 + bucket %% (SELECT max(bucket) FROM customers_sliced) WHERE ctid = %L', c)) AS result
    FROM (SELECT ctid FROM customers_sliced ORDER BY credit_amount LIMIT 50) r (c)) m
WHERE result <> 'moved: holds';
SELECT report('every bucket split in two',
    'UPDATE customers_sliced s SET bucket = bucket + 10000 FROM (SELECT ctid, row_number() OVER (PARTITION BY bucket) AS n FROM customers_sliced) r WHERE r.ctid = s.ctid AND n % 2 = 0');
SELECT report('one bucket split to the last',
    'UPDATE customers_sliced s SET bucket = bucket + 10000 * n FROM (SELECT ctid, row_number() OVER (PARTITION BY bucket) AS n FROM customers_sliced WHERE bucket = 1) r WHERE r.ctid = s.ctid');
SELECT report('the sensitive column not permuted', $$
    UPDATE customers_sliced s SET purpose = c.purpose, housing = c.housing, class = c.class, personal_status = c.personal_status
    FROM customers c WHERE (s.age, s.credit_amount, s.duration, s.checking_status, s.property_magnitude) = (c.age, c.credit_amount, c.duration, c.checking_status, c.property_magnitude)$$);

-- What matches in the release, and what a person's chances are.
SELECT count(*) > 0 AS somewhere, round(sum(probability)::numeric, 9) AS total, max(matching_degree) <= 1 AS degree
FROM matching_buckets('customers_sliced', '{"age": 67, "duration": 6}');

-- Without its source a release can only be judged bucket by bucket.
ALTER TABLE customers RENAME TO clients;
SELECT bool_and(holds) FROM verify_release('customers_sliced');
ALTER TABLE clients DROP class;
SELECT verify_release('customers_sliced');
DROP TABLE clients;
SELECT requirement, bound, holds FROM verify_release('customers_sliced');
DROP TABLE customers_sliced, patients;
DROP FUNCTION report(text, text);
DROP FUNCTION tamper(text, text);
