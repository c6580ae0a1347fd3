#include "postgres/methods/bucketization/cohort_edition.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

#include "core/microdata/attribute_set.hpp"
#include "postgres/methods/bucketization/bucketization_method.hpp"
#include "postgres/methods/bucketization/bucketized_relations.hpp"
#include "postgres/release/cohort_table.hpp"
#include "postgres/release/learned_share.hpp"
#include "postgres/release/published_edition.hpp"
#include "postgres/release/published_record.hpp"
#include "postgres/release/subject_release.hpp"
#include "postgres/release/view_queries.hpp"
#include "postgres/release/writer.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/json.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/spelled_numbers.hpp"

namespace microdata::postgres {

namespace {

struct CohortColumns {
  std::string bucket;
  std::string weight;
  std::string member;
};

// The sets of the cohorts that are published, in the edition's order: of each value the member.
struct ShownSets {
  TuplePartition entries;
  std::vector<Code> members;
  std::vector<Code> values;
  Code most_members = 0;
};

ShownSets show_sets(const CohortTable& made, const Progress& progress) {
  ShownSets shown;
  for (std::size_t c = 0; c < made.cohorts.size(); ++c) {
    progress.checkpoint_at(c);
    Code member = 0;
    if (made.is_published(c)) {
      for (const std::uint32_t i : made.order[c]) {
        const ItemSet& set = made.cohorts[c].sets[i];
        shown.values.insert(shown.values.end(), set.begin(), set.end());
        shown.members.resize(shown.values.size(), ++member);
      }
    }
    shown.most_members = std::max(shown.most_members, member);
    shown.entries.offsets.push_back(static_cast<Row>(shown.values.size()));
  }
  shown.entries.rows.resize(shown.values.size());
  std::iota(shown.entries.rows.begin(), shown.entries.rows.end(), 0U);
  return shown;
}

std::size_t published_cohorts(const CohortTable& made) {
  std::size_t cohorts = 0;
  for (std::size_t c = 0; c < made.cohorts.size(); ++c)
    cohorts += made.is_published(c) ? 1 : 0;
  return cohorts;
}

// The share that a learning attacker guesses of the edition by itself.
LearnedShare learned_of_cohorts(const CohortTable& made, const Series& series,
                                const Progress& progress) {
  Attribute values =
      make_attribute(made.table.data.attributes[made.sensitive].name, Role::sensitive, made.values);
  if (!values.numeric()) values.amounts = amounts_if_all_are(made.values, progress);
  LearnedShare learned;
  learned.attack(made.table,
                 ShownCohorts{made.cohorts, &made.persons, made.set_of, made.sensitive, &values},
                 1.0 / series.m, progress);
  return learned;
}

Oid write_persons(const Target& target, const CohortTable& made, const CohortColumns& names,
                  const Progress& progress) {
  const Table& table = made.table;
  std::vector<TableColumn> definition{{names.bucket, "integer"}};
  std::vector<OutputColumn> columns;
  for (const std::size_t a : attributes_of_persons(table)) {
    definition.push_back(column_definition(table, a));
    columns.push_back(
        plain_column(made.persons.rows, table.data.columns[a], table.dictionaries[a]));
  }
  const Oid relation = create_release_table(target, definition);
  write_release(relation, made.persons, BucketColumn::shown, columns, progress);
  return relation;
}

Oid write_values(const Target& target, const CohortTable& made, const ShownSets& shown,
                 const CohortColumns& names, const Progress& progress) {
  std::vector<Datum> numbers;
  for (Code member = 0; member <= shown.most_members; ++member)
    numbers.push_back(Int32GetDatum(static_cast<std::int32_t>(member)));
  const std::vector<std::uint8_t> nulls(numbers.size());
  OutputColumn member;
  member.linking = shown.entries.rows;
  member.codes = shown.members;
  member.values = numbers;
  member.nulls = nulls;
  const std::vector<OutputColumn> columns{
      member, plain_column(shown.entries.rows, shown.values, made.values)};
  const Oid relation =
      create_release_table(target, {{names.bucket, "integer"},
                                    {names.member, "integer"},
                                    column_definition(made.table, made.sensitive)});
  write_release(relation, shown.entries, BucketColumn::shown, columns, progress);
  return relation;
}

std::string view_query(Oid persons, Oid values, const CohortTable& made,
                       const CohortColumns& names) {
  std::vector<ViewAttribute> attributes;
  for (std::size_t a = 0; a < made.table.data.attributes.size(); ++a) {
    attributes.push_back({made.table.data.attributes[a].name, a == made.sensitive
                                                                  ? SubjectTables::of_values
                                                                  : SubjectTables::of_persons});
  }
  return cohort_view_query({persons, std::nullopt, values}, attributes,
                           {names.bucket, names.weight, {}, names.member});
}

// The bound of m counts sets, as l counts persons.
Json parameters_of(const CohortTable& made, const Series& series, const CohortColumns& names) {
  Json json = Json::object();
  json.add("series", series.name);
  json.add("edition", series.next_edition);
  json.add("m", series.m);
  json.add("cohorts", true);
  json.add("counterfeits", made.counterfeits());
  json.add("l", series.m);
  json.add("privacy", Json::array());
  json.add("subject", subject_json(*made.table.subjects));
  json.add("person_columns", 1);
  json.add("bucket_column", names.bucket);
  json.add("member_column", names.member);
  json.add("weight_column", names.weight);
  json.add("mean_bucket", to_number(rounded(mean_bucket_size(made.persons), 4)));
  return json;
}

RememberedEdition publish_tables(const EditionCall& call, const CohortTable& made,
                                 const CohortColumns& names, const Progress& progress) {
  clear_target(call.target, call.source);
  const Target values_target = part_target(call.target, values_suffix);
  const Target view_target = part_target(call.target, view_suffix);
  const ShownSets shown = show_sets(made, progress);
  const Oid persons = write_persons(call.target, made, names, progress);
  const Oid values = write_values(values_target, made, shown, names, progress);
  const Oid view = create_release_view(view_target, view_query(persons, values, made, names));
  Release release;
  release.method = bucketization_method.name;
  release.source = call.source.relation;
  release.relations = {persons, values, view};
  release.set_parameters(parameters_of(made, call.series, names));
  release.source_rows = made.table.data.rows;
  release.published_rows = static_cast<std::int64_t>(shown.values.size());
  release.buckets = static_cast<std::int64_t>(published_cohorts(made));
  const Microdata& data = made.table.data;
  for (std::size_t a = 0; a < data.attributes.size(); ++a) {
    const bool sensitive = a == made.sensitive;
    const std::string& name = data.attributes[a].name;
    release.attributes.push_back({sensitive ? values : persons, sensitive ? 2 : 1, name,
                                  data.attributes[a].role, false, name});
  }
  return {{call.series.id, call.series.next_edition, record_published(release),
           made.persons.rows.size(), made.counterfeits(), made.waiting, made.withheld},
          release.relations};
}

}  // namespace

RememberedEdition publish_cohorts(const EditionCall& call, Table table, Random& random,
                                  Phases& phases) {
  const Progress progress = phases.progress();
  const CohortColumns names{edition_column(call.series, "bucket"),
                            edition_column(call.series, "weight"),
                            edition_column(call.series, "member")};
  check_subject_names(call.target, table);
  const CohortTable made = make_cohort_table(std::move(table), call.series, random, progress);
  report_edition(learned_of_cohorts(made, call.series, progress), call.series,
                 made.persons.rows.size(), published_cohorts(made));
  phases.begin("write");
  RememberedEdition published = publish_tables(call, made, names, progress);
  record_cohort_edition(call.series, published.record, made.changes);
  return published;
}

}  // namespace microdata::postgres
