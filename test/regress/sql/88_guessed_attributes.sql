-- Attributes that nobody declared sensitive are guessed too: those that the call names, or those that follow most from their group.
-- Rooms: src/core/risk src/postgres/inspection src/postgres/checks src/postgres/audits
CREATE SCHEMA guessed;
SET search_path = guessed, public;
SET client_min_messages = error;
CREATE FUNCTION drawn(i integer, n integer) RETURNS float8 LANGUAGE sql IMMUTABLE AS $$ SELECT (hashint8extended(i, n) & 1048575) / 1048576.0 $$;
-- A grade follows from the job, a town from nothing; names are to be quoted.
CREATE TABLE staff AS
    SELECT i AS id, 'j' || trunc(40 * drawn(i, 1)) AS job, 'g' || trunc(40 * drawn(i, 1))::integer % 8 AS "The Grade", 'town ' || trunc(6 * drawn(i, 2)) AS town,
           18 + trunc(50 * drawn(i, 3))::integer AS age, 'd' || trunc(5 * drawn(i, 4)) AS diagnosis
    FROM generate_series(1, 2000) i;
ALTER TABLE staff ADD PRIMARY KEY (id);
SELECT slice_table('staff', 3, 3, sensitive => '{diagnosis}', identifiers => '{id}', groups => '{"job,\"The Grade\"","town,age",diagnosis}',
                   sensitive_column_size => 1, target => 'sliced', seed => 1) IS NOT NULL AS made;
-- With her job and her bucket everybody's grade is known; the declared attribute is guessed as ever, and has its bound alone.
SELECT attribute, persons, guessed_right > 0.99 AS known, round(bound::numeric, 3) AS bound, guessed_right - naive > 0.5 AS gains
FROM audit_inference('sliced', attributes => '{"The Grade",town}', seed => 1);
SELECT (SELECT guessed_right FROM audit_inference('sliced', seed => 1)) = guessed_right AS alike
FROM audit_inference('sliced', attributes => '{town,diagnosis,town}', seed => 1) WHERE attribute = 'diagnosis';
-- Person by person, with the values of the source.
SELECT count(*), count(*) FILTER (WHERE guess_is_right = (guess = s."The Grade")) AS judged
FROM audit_inference('sliced', attributes => '{"The Grade"}', persons => true, seed => 1) a JOIN staff s ON s.id = (a.person ->> 'id')::integer
WHERE a.attribute = 'The Grade';
-- Numbers come near; a tolerance may be named for them.
SELECT attribute, tolerance, near_right >= guessed_right AS nearer FROM audit_inference('sliced', attributes => '{age}', tolerance => '{"age": 2}', seed => 1)
WHERE attribute = 'age';
-- Against persons who are not in the release.
SELECT attribute, control > 0.99 AS from_jobs_alone, risk > 0.4 AS gains
FROM audit_inference('sliced', attributes => '{"The Grade",job}', control => 0.2, seed => 1) WHERE attribute = 'job';
-- audit() takes those that follow most, or the ones that it is given.
SELECT attribute, round(gain::numeric, 3) AS gain FROM microdata.easiest_to_guess('sliced');
SELECT attribute FROM audit('sliced', seed => 1) WHERE audit = 'audit_inference';
SELECT attribute FROM audit('sliced', control => NULL, attributes => '{town}', seed => 1) WHERE audit = 'audit_inference';
SELECT attribute FROM audit('sliced', control => NULL, attributes => '{}', seed => 1) WHERE audit = 'audit_inference';
SELECT finding FROM audit('sliced', control => NULL, attributes => '{none}', seed => 1) WHERE audit = 'audit_inference';

-- Generalized columns: a label is guessed as its likeliest value. Where groups show no value of fewer than k rows, labels of several values are guessed wrong.
SELECT slice_table('staff', 3, 3, k => 60, sensitive => '{diagnosis}', identifiers => '{id}', groups => '{"job,\"The Grade\"","town,age",diagnosis}',
                   sensitive_column_size => 1, target => 'sliced_k', seed => 1) IS NOT NULL AS made;
SELECT attribute, persons, guessed_right BETWEEN naive AND 0.9 AS between FROM audit_inference('sliced_k', attributes => '{"The Grade"}', seed => 1)
WHERE attribute <> 'diagnosis';
-- Buckets show rows as they are, in one table or two, at once or by regions.
SELECT bucketize_table('staff', 3, method => 'anatomy', sensitive => '{diagnosis}', identifiers => '{id}', target => 'in_buckets', seed => 1) IS NOT NULL AS made;
SELECT count(*) AS made FROM bucketize_table('staff', 3, method => 'anatomy', format => 'anatomy', sensitive => '{diagnosis}', identifiers => '{id}', target => 'in_tables', seed => 1);
SELECT slice_table('staff', 3, 3, sensitive => '{diagnosis}', identifiers => '{id}', groups => '{"job,\"The Grade\"","town,age",diagnosis}',
                   sensitive_column_size => 1, regions => 3, target => 'by_regions', seed => 1) IS NOT NULL AS made;
SELECT count(*) AS made FROM bucketize_table('staff', 3, method => 'anatomy', format => 'anatomy', sensitive => '{diagnosis}', identifiers => '{id}', regions => 3,
                                             target => 'tables_by_regions', seed => 1);
CREATE FUNCTION known(release regclass) RETURNS TABLE (release regclass, attribute name, persons bigint, known boolean, bound float8) LANGUAGE sql AS
$$SELECT $1, a.attribute, a.persons, a.guessed_right > 0.99, a.bound FROM audit_inference($1, attributes => '{"The Grade"}', seed => 1) a WHERE a.attribute <> 'diagnosis'$$;
SELECT k.* FROM unnest('{in_buckets,in_tables,by_regions,tables_by_regions}'::regclass[]) r, known(r) k;
SET pg_microdata.memory_limit = '1MB';
SELECT k.* FROM unnest('{by_regions,tables_by_regions}'::regclass[]) r, known(r) k;
RESET pg_microdata.memory_limit;

-- Refusals.
SET client_min_messages = notice;
\set VERBOSITY default
SELECT * FROM audit_inference('sliced', attributes => '{none}');
SELECT * FROM audit_inference('sliced', attributes => '{NULL}');
SET client_min_messages = error;
SELECT generalize_table('staff', 5, sensitive => '{diagnosis}', identifiers => '{id}', target => 'generalized', seed => 1) IS NOT NULL AS made;
SELECT * FROM audit_inference('generalized', attributes => '{town}');
SELECT attribute FROM audit('generalized', control => NULL, seed => 1) WHERE audit = 'audit_inference';
DROP SCHEMA guessed CASCADE;
