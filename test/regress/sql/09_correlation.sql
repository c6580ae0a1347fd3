-- Correlations, and the columns that come of them.
\pset format unaligned
\pset tuples_only on
\set directory `echo "${PG_ABS_SRCDIR:-$PWD/test/regress}"`
\set file :directory '/../../data/german_credit.csv'
CREATE TABLE customers (
    checking_status text, duration integer, credit_history text, purpose text, credit_amount integer, savings_status text,
    employment text, installment_commitment integer, personal_status text, other_parties text, residence_since integer,
    property_magnitude text, age integer, other_payment_plans text, housing text, existing_credits integer, job text,
    num_dependents integer, own_telephone text, foreign_worker text, class text);
COPY customers FROM :'file' (FORMAT csv, HEADER);

SELECT count(*), count(correlation), min(correlation) >= 0 AS positive, max(correlation) <= 1 AS normalized FROM attribute_correlation('customers');
-- By the definition, in SQL.
WITH cells AS (
    SELECT housing, property_magnitude, count(*)::float8 / 1000 AS f FROM customers GROUP BY 1, 2
), pairs AS (
    SELECT a.f AS fi, b.f AS fj, coalesce(c.f, 0) AS fij
    FROM (SELECT housing, sum(f) AS f FROM cells GROUP BY 1) a
    CROSS JOIN (SELECT property_magnitude, sum(f) AS f FROM cells GROUP BY 1) b
    LEFT JOIN cells c USING (housing, property_magnitude)
)
SELECT round((SELECT sum((fij - fi * fj) ^ 2 / (fi * fj)) / 2 FROM pairs)::numeric, 10) = round(correlation::numeric, 10) AS phi2
FROM attribute_correlation('customers') WHERE (attribute_1, attribute_2) = ('property_magnitude', 'housing');
SELECT round(correlation::numeric, 10) = (SELECT round(corr(duration, credit_amount)::numeric, 10) FROM customers) AS pearson
FROM attribute_correlation('customers', 'pearson') WHERE (attribute_1, attribute_2) = ('duration', 'credit_amount');
WITH joint AS (SELECT job, class, count(*)::float8 / 1000 AS f FROM customers GROUP BY 1, 2)
SELECT round(correlation::numeric, 10) = (
    SELECT round(sum(f * ln(f / (fi * fj)))::numeric, 10)
    FROM (SELECT f, sum(f) OVER (PARTITION BY job) AS fi, sum(f) OVER (PARTITION BY class) AS fj FROM joint) j) AS mutual_information
FROM attribute_correlation('customers', 'mutual-information') WHERE (attribute_1, attribute_2) = ('job', 'class');
SELECT attribute_1, attribute_2, round(correlation::numeric, 4) FROM attribute_correlation('customers') ORDER BY correlation DESC LIMIT 5;
SELECT attribute_1, attribute_2, round(correlation::numeric, 4) FROM attribute_correlation('customers', discretization => 'k-means', intervals => 5) ORDER BY correlation DESC LIMIT 5;
SELECT count(*) FROM attribute_correlation('customers', identifiers => '{age,class}');

-- A constant attribute correlates with nothing.
CREATE TABLE constant AS SELECT 1 AS a, i % 3 AS b, i % 2 AS c FROM generate_series(1, 12) i;
SELECT * FROM attribute_correlation('constant');
SELECT attribute_1, attribute_2, abs(correlation) < 1e-12 AS none FROM attribute_correlation('constant', 'pearson');
SELECT * FROM attribute_correlation('constant', identifiers => '{b,c}');

SELECT * FROM attribute_partition('customers', 5);
SELECT * FROM attribute_partition('customers', 3, sensitive => '{purpose}', sensitive_column_size => 3);
SELECT * FROM attribute_partition('customers', 1, identifiers => '{age}');
DROP TABLE customers, constant;
