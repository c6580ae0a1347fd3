#include "described_releases.hpp"

#include <stdexcept>

namespace microdata::fuzz {

namespace {

// Small tables with one or several rows per person, with many types, and with few rows.
constexpr const char* sources = R"sql(CREATE SCHEMA fuzz;
CREATE SCHEMA copies;
SET search_path = fuzz, public;
SET pg_microdata.unclassified = 'warn';
CREATE TABLE people (id int PRIMARY KEY, age int, sex text, zip text, weight float8, born date,
  city text, disease text, ward text);
INSERT INTO people SELECT i, 20 + i * 7919 % 37,
  CASE WHEN i % 29 = 0 THEN NULL WHEN i * 31 % 5 < 2 THEN 'F' ELSE 'M' END, '1' || i * 613 % 7,
  50 + i * 104729 % 40 / 2.0, date '1980-01-01' + i * 17 % 900, NULLIF('c' || i * 11 % 5, 'c3'),
  NULLIF('d' || i * 7 % 6, 'd5'), 'w' || i * 13 % 4 FROM generate_series(1, 120) i;
CREATE TABLE visits (id int, person int, age int, sex text, zip text, visited date, disease text);
INSERT INTO visits SELECT i, i % 50, 20 + i % 50 % 13, CASE i % 50 % 2 WHEN 0 THEN 'M' ELSE 'F' END,
  '1' || i % 50 % 4, date '2026-01-01' + i, 'd' || i % 7 FROM generate_series(1, 150) i;
CREATE TABLE patients (id int, badge int, age int, mass float8, sex text, zip text, disease text);
CREATE FUNCTION admit(first int, last int) RETURNS void LANGUAGE sql
  SET search_path = fuzz, pg_catalog AS $$
  INSERT INTO patients SELECT i, i, NULLIF(20 + i * 7 % 50, 25), 50 + i % 31,
    (ARRAY['F', 'M', NULL])[1 + i % 3], '1' || i % 5, 'd' || i * 5 % 7
  FROM generate_series(first, last) i $$;
SELECT admit(1, 60);
CREATE TABLE stays (id int, age int, sex text, visited date, disease text);
INSERT INTO stays SELECT i, i, 'F', date '2026-01-01' + j, NULLIF('v' || i, 'v24')
  FROM generate_series(1, 24) i, generate_series(0, CASE WHEN i < 13 THEN 2 ELSE 0 END) j;
CREATE TABLE kinds (n numeric, big int8, flag bool, at timestamptz, r int4range, tags text[], s text);
INSERT INTO kinds SELECT CASE WHEN i % 17 = 0 THEN NULL ELSE (i % 6)::numeric / 2 END,
  i % 5 * 10000000000, i % 3 = 0, timestamptz '2026-01-01 00:00Z' + i % 4 * interval '1 day',
  int4range(i % 3, 5 + i % 2), ARRAY['t' || i % 2, NULL], 's' || i % 5
  FROM generate_series(1, 60) i;
CREATE TABLE tiny (a int, b int, s text);
INSERT INTO tiny VALUES (1, 1, 'x'), (1, 2, 'y'), (2, 1, 'z'), (2, 2, NULL), (NULL, 3, 'x'),
  (NULL, 3, 'y');
SELECT create_prefix_hierarchy('zips', '{1}'),
  create_interval_hierarchy('ages', 0, 100, '{5,10,50}'),
  create_date_hierarchy('days', '{month,year}');
CREATE TABLE city_levels (level0 text, level1 text, level2 text);
INSERT INTO city_levels SELECT 'c' || i, CASE WHEN i < 3 THEN 'south' ELSE 'north' END, '*'
  FROM generate_series(0, 5) i;
SELECT create_hierarchy('cities', 'city_levels');
)sql";

// Releases of these tables by every method, in every format and with every member of descriptions.
constexpr const char* releases =
    R"sql(SELECT slice_table('people', 2, 2, '{disease}', '{id}', seed => 1, target => 's_plain');
SELECT slice_table('people', 3, 2, '{disease}', '{id}', seed => 1, insensitive => '{ward}',
  suppress => 0.1, target => 's_three');
SELECT slice_table('people', 2, 2, '{disease,ward}', '{id}', strict => true, seed => 1,
  target => 's_strict');
SELECT slice_table('people', 2, 1.5, '{disease}', '{id}', diversity_check => 'exact', seed => 1,
  target => 's_exact');
SELECT slice_table('people', 2, 2, '{disease}', '{id,weight,born}', k => 4,
  infeasible => 'generalize', seed => 1, target => 's_ranges');
SELECT slice_table('people', 2, 2, '{disease}', '{id}', groups => '{"age, sex, city", "zip,
  disease", "weight, born, ward"}', infeasible => 'generalize', seed => 1, target => 's_groups');
SELECT slice_table('people', 2, 2, '{disease}', '{id}', cuts => 'oblivious',
  sensitive_column_size => 1, seed => 1, target => 's_oblivious');
SELECT slice_table('people', 3, 2, '{disease}', '{id}', cuts => 'correlation',
  privacy => ARRAY[k_anonymity(3), t_closeness(0.9)], seed => 1, target => 's_models');
SELECT slice_table('people', 2, 2, '{disease}', '{id}', regions => 3, seed => 1,
  target => 's_regions');
SELECT slice_table('visits', 2, 2, '{disease}', '{id}', subject => '{person}', seed => 1,
  target => 's_persons');
SELECT slice_table('visits', 3, 1.5, '{disease}', '{id,visited}', subject => '{person}',
  rows_per_person => 2, suppress => 0.3, format => 'tables', seed => 1, target => 's_few');
SELECT slice_table('visits', 2, 1.5, '{disease}', '{id}', insensitive => '{visited}',
  subject => '{person}', seed => 1, target => 's_visited');
SELECT slice_table('kinds', 2, 2, '{s}', seed => 1, target => 's_kinds');
SELECT slice_table('tiny', 2, 1.5, '{s}', seed => 1, target => 's_tiny');
SELECT bucketize_table('people', 2, '{disease}', '{id}', seed => 1, target => 'b_joined');
SELECT bucketize_table('people', 2, '{disease,ward}', '{id}', method => 'anatomy', seed => 1,
  target => 'b_method');
SELECT bucketize_table('people', 2, '{disease}', '{id}', format => 'anatomy', seed => 1,
  target => 'b_anatomy');
SELECT bucketize_table('people', 2, '{disease,ward}', '{id}', format => 'anatomy',
  suppress => 0.1, seed => 1, target => 'b_two');
SELECT bucketize_table('people', 2, '{disease}', '{id}', cuts => 'oblivious',
  privacy => ARRAY[beta_likeness(2), delta_disclosure(3)], seed => 1, target => 'b_oblivious');
SELECT bucketize_table('people', 2, '{disease}', '{id}', regions => 3, seed => 1,
  target => 'b_regions');
SELECT bucketize_table('people', 2, '{disease}', '{id}', format => 'anatomy',
  regions => 3, seed => 1, target => 'b_apart');
SELECT bucketize_table('visits', 2, '{disease}', '{id}', subject => '{person}', seed => 1,
  target => 'b_persons');
SELECT bucketize_table('visits', 2, '{disease}', '{id,visited}', subject => '{person}',
  seed => 1, rows_per_person => 2, suppress => 0.3, format => 'tables', target => 'b_few');
SELECT generalize_table('people', 4, 2, '{disease}', '{id}', seed => 1, target => 'g_mondrian');
SELECT generalize_table('people', 4, sensitive => '{disease}', identifiers => '{id}',
  strict => false, seed => 1, target => 'g_relaxed');
SELECT generalize_table('people', 4, 2, '{disease,ward}', '{id}', hierarchies => '{"zip": "zips",
  "age": "ages", "city": "cities", "born": "days"}', seed => 1, target => 'g_labels');
SELECT generalize_table('people', 4, 1.5, '{disease}', '{id,weight,born}',
  recoding => 'multiset', seed => 1, target => 'g_multiset');
SELECT generalize_table('people', 4, sensitive => '{disease}',
  identifiers => '{id,weight,born,ward}', recoding => 'full-domain',
  hierarchies => '{"zip": "zips", "age": "ages", "city": "cities"}', suppress => 0.5, seed => 1,
  target => 'g_domain');
SELECT generalize_table('people', 4, sensitive => '{disease}',
  identifiers => '{id,weight,born,ward}', recoding => 'cell', hierarchies => '{"zip": "zips",
  "age": "ages", "city": "cities"}', suppress => 0.5, seed => 1, target => 'g_cell');
SELECT generalize_table('people', 5, 2, '{disease}', '{id}', cuts => 'oblivious',
  strict => false, loss => 'entropy', seed => 1, target => 'g_oblivious');
SELECT generalize_table('people', 4, 2, '{disease}', '{id}', regions => 3, seed => 1,
  target => 'g_regions');
SELECT generalize_table('people', 4, 2, '{disease}', '{id,weight}', recoding => 'multiset',
  regions => 3, seed => 1, target => 'g_multisets_regions');
SELECT generalize_table('people', 4, 2, '{disease}', '{id}', privacy => ARRAY[l_diversity(1.5,
  'entropy'), rho_breach(0.3, 0.8), belief_distance(0.9), alpha_k_anonymity(0.8, 2)], seed => 1,
  target => 'g_models');
SELECT generalize_table('visits', 4, 2, '{disease}', '{id}', subject => '{person}', seed => 1,
  target => 'g_persons');
SELECT generalize_table('visits', 4, sensitive => '{disease}', identifiers => '{id,visited}',
  subject => '{person}', hierarchies => '{"zip": "zips", "age": "ages"}', seed => 1,
  target => 'g_persons_labels');
SELECT generalize_table('kinds', 4, 1.5, '{s}', seed => 1, target => 'g_kinds');
SELECT generalize_table('tiny', 2, sensitive => '{s}', seed => 1, target => 'g_tiny');
SELECT gnf_decompose('people', 2, '{"age, zip -> disease"}', identifiers => '{id}', seed => 1,
  target => 'n_one');
SELECT gnf_decompose('people', 2, '{"age -> disease", "sex, zip -> city", "disease -> ward"}',
  identifiers => '{id}', seed => 1, target => 'n_three');
SELECT gnf_decompose('people', 2, '{"age, sex -> disease"}', algorithm => 'gd',
  sensitive => '{ward}', identifiers => '{id}', suppress => 0.2,
  privacy => ARRAY[beta_likeness(3)], seed => 1, target => 'n_models');
SELECT fragment_table('people', 4, 'disease', identifiers => '{id}', seed => 1,
  target => 'f_two');
SELECT fragment_table('people', 4, 'disease', fragments => 3, sensitive => '{ward}', l => 1.5,
  identifiers => '{id}', seed => 1, target => 'f_three');
SELECT fragment_table('people', 4, 'ward', fragments => 3, method => 'delta-selectivity',
  identifiers => '{id,weight}', seed => 1, target => 'f_delta');
SELECT fragment_table('people', 4, 'sex', fragments => 1, identifiers => '{id}',
  privacy => ARRAY[k_anonymity(5)], seed => 1, target => 'f_one');
SELECT create_series('e_joined', 'patients', 'bucketization', '{"sensitive": ["disease"],
  "insensitive": ["badge"], "target": "fuzz.e_joined"}', '{id}', 3),
 create_series('e_anatomy', 'patients', 'bucketization', '{"sensitive": ["disease"],
  "insensitive": ["badge"], "format": "anatomy", "target": "fuzz.e_anatomy"}', '{id}', 3),
 create_series('e_slices', 'patients', 'slicing', '{"sensitive": ["disease"],
  "insensitive": ["badge"], "columns": 4, "target": "fuzz.e_slices"}',
  '{id}', 3),
 create_series('e_classes', 'patients', 'generalization', '{"sensitive": ["disease"],
  "insensitive": ["badge"], "hierarchies": {"zip": "zips"}, "target": "fuzz.e_classes"}', '{id}',
  3),
 create_series('e_cohorts', 'stays', 'bucketization', '{"sensitive": ["disease"],
  "identifiers": ["visited"], "rows": "growing", "target": "fuzz.e_cohorts"}', '{id}', 3),
 create_series('e_few', 'patients', 'generalization', '{"sensitive": ["disease"],
  "identifiers": ["badge"], "k": 4, "target": "fuzz.e_few"}', '{id}', independent => true);
SELECT publish_series(series) FROM microdata.series ORDER BY series;
DELETE FROM patients WHERE id % 9 = 0; SELECT admit(61, 80);
INSERT INTO stays SELECT i, i, 'M', date '2026-02-01', 'v' || i FROM generate_series(25,
  36) i; INSERT INTO stays SELECT 3, 3, 'F', date '2026-02-02', 'v5';
SELECT publish_series(series) FROM microdata.series ORDER BY series;
)sql";

// Tables that have the columns of a source but are not the source of a release.
constexpr const char* other_sources =
    R"sql(CREATE TABLE people_other AS SELECT 1000 + id AS id, age * 2 AS age, 'X' AS sex, zip || '9' AS zip,
  weight, born - 9000 AS born, NULL::text AS city, 'e' || id AS disease, ward FROM people;
CREATE TABLE people_few AS SELECT * FROM people LIMIT 7;
CREATE TABLE people_none AS SELECT * FROM people LIMIT 0;
CREATE TABLE people_text AS SELECT id::text AS id, age::text AS age, sex, zip, weight::text AS weight,
  born::text AS born, city, disease, ward FROM people;
CREATE TABLE people_more AS SELECT p.id + 1000 * i AS id, age, sex, zip, weight, born, city,
  disease, 'w' || i AS ward FROM people p, generate_series(0, 4) i;
ALTER TABLE people_more ADD PRIMARY KEY (id);
CREATE TABLE visits_other AS SELECT id, person % 3 AS person, NULL::int AS age, sex, zip, visited,
  'x' || id AS disease FROM visits;
CREATE TABLE stays_other AS SELECT id % 5 AS id, age, sex, visited, disease FROM stays;
)sql";

// Tables of the same names in another schema, on which descriptions are registered.
constexpr const char* copies = R"sql(
DO $$
DECLARE
  part record;
BEGIN
  FOR part IN SELECT c.relname FROM microdata.release_record r, unnest(r.relations::oid[]) u
    JOIN pg_class c ON c.oid = u WHERE c.relkind = 'r' LOOP
    EXECUTE format('CREATE TABLE copies.%1$I AS SELECT * FROM fuzz.%1$I', part.relname);
  END LOOP;
END $$;
)sql";

Outcome demand(Session& session, const std::string& sql) {
  Outcome outcome = session.run(sql);
  if (outcome.failed()) {
    throw std::runtime_error("the releases to describe cannot be made: " +
                             (outcome.error ? outcome.error->text + " " + outcome.detail : ""));
  }
  return outcome;
}

std::vector<Attribute> attributes_of(Session& session, const std::string& table) {
  std::vector<Attribute> attributes;
  for (const auto& row :
       demand(session, "SELECT attname, format('SELECT DISTINCT %I::text AS v FROM " + table +
                           " ORDER BY 1 LIMIT 20', attname) FROM pg_attribute WHERE attrelid = " +
                           literal(table) + "::regclass AND attnum > 0 ORDER BY attnum")
           .rows) {
    Attribute attribute;
    attribute.name = *row[0];
    attribute.type = &value_types().front();
    for (const auto& value : demand(session, *row[1]).rows) {
      if (value[0]) attribute.values.push_back(*value[0]);
    }
    attributes.push_back(std::move(attribute));
  }
  return attributes;
}

}  // namespace

std::string described_releases_script() {
  return std::string("SET client_min_messages = error;\nSET pg_microdata.republish = 'allow';\n") +
         sources + releases + other_sources + copies + "RESET search_path;\n";
}

DescribedReleases described_releases(Session& session) {
  session.run("DROP SCHEMA IF EXISTS fuzz CASCADE; DROP SCHEMA IF EXISTS copies CASCADE");
  session.run("SELECT drop_series(series) FROM microdata.series");
  session.run("SELECT drop_hierarchy(name) FROM microdata.hierarchies");
  demand(session, described_releases_script());
  DescribedReleases made;
  for (const auto& row :
       demand(session,
              "SELECT r.method, s.relname, release_description(r.relations[1]), (SELECT "
              "string_agg(c.relname, ' ' ORDER BY u.place) FROM unnest(r.relations::oid[]) WITH "
              "ORDINALITY u (relation, place) JOIN pg_class c ON c.oid = u.relation AND c.relkind "
              "= 'r') FROM microdata.release_record r JOIN pg_class s ON s.oid = r.source ORDER BY "
              "r.release_id")
           .rows) {
    DescribedRelease release;
    release.method = *row[0];
    release.source = *row[1];
    release.description = Json::parse(*row[2]);
    for (std::size_t from = 0; from < row[3]->size();) {
      const std::size_t to = std::min(row[3]->find(' ', from), row[3]->size());
      release.tables.push_back(row[3]->substr(from, to - from));
      from = to + 1;
    }
    made.releases.push_back(std::move(release));
  }
  for (const auto& row :
       demand(session,
              "SELECT relname FROM pg_class WHERE relnamespace = 'fuzz'::regnamespace "
              "AND relkind = 'r' AND (relname IN ('people', 'visits', 'patients', "
              "'stays', 'kinds', 'tiny') OR relname ~ '^(people|visits|stays)_') ORDER "
              "BY 1")
           .rows)
    made.sources[*row[0]] = attributes_of(session, "fuzz." + *row[0]);
  return made;
}

}  // namespace microdata::fuzz
