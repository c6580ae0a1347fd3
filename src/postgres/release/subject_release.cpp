#include "postgres/release/subject_release.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "core/microdata/attribute_set.hpp"
#include "core/privacy/infeasible.hpp"
#include "core/subject/joined_rows.hpp"
#include "postgres/release/infeasible.hpp"
#include "postgres/release/release_draft.hpp"
#include "postgres/release/release_views.hpp"
#include "postgres/release/row_size.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"
#include "postgres/values/privacy_models.hpp"

namespace microdata::postgres {

namespace {

constexpr const char* rows_suffix = "rows";

// Published attributes, by their table.
struct Parts {
  AttributeSet persons;
  AttributeSet rows;
  AttributeSet values;
};

Parts parts_of(const Table& table) {
  return {attributes_of_persons(table), attributes_of_rows(table),
          attributes_with_role(table.data, Role::sensitive)};
}

// Returns the number of the attribute's column: columns of persons' attributes come first, then the
// rows', then the sensitive values'.
int column_of(const Parts& parts, const SubjectRequest& request, std::size_t a) {
  const auto columns = static_cast<int>(request.columns.size());
  if (contains(parts.rows, a)) return columns + 1;
  if (contains(parts.values, a)) return columns + (parts.rows.empty() ? 1 : 2);
  const auto in = std::find_if(request.columns.begin(), request.columns.end(),
                               [&](const AttributeSet& column) { return contains(column, a); });
  return static_cast<int>(in - request.columns.begin()) + 1;
}

// Returns the column of an attribute, for the rows of `linking`. The column refers to `linking` and
// `bucket_at`, which must outlive it.
DraftColumn column_at(const Table& table, const SubjectRequest& request, std::size_t a,
                      std::span<const Row> linking, std::span<const Row> bucket_at) {
  static const std::vector<WrittenAttribute> none;
  return draft_column(table, a, column_of(parts_of(table), request, a), linking,
                      request.written == nullptr ? none : *request.written, bucket_at);
}

// Returns the bucket at each place, if buckets are classes that show generalized values; otherwise
// empty.
std::vector<Row> buckets_at(const TuplePartition& buckets, const SubjectRequest& request) {
  std::vector<Row> result;
  if (request.written == nullptr) return result;
  result.reserve(buckets.rows.size());
  for (Row b = 0; b < buckets.buckets(); ++b)
    result.insert(result.end(), buckets.bucket(b).size(), b);
  return result;
}

// Returns, for each place of a column of persons, one published row of the person at that place.
std::vector<Row> rows_of_persons(const SubjectBucketization& bucketization,
                                 const std::vector<Row>& persons, const Progress& progress) {
  std::vector<Row> rows;
  rows.reserve(persons.size());
  for (std::size_t place = 0; place < persons.size(); ++place) {
    progress.checkpoint_at(place);
    rows.push_back(bucketization.published_rows.bucket(persons[place]).front());
  }
  return rows;
}

// Adds one table with a row for each published row: the bucket, the person, and all attributes.
void add_joined(const Table& table, const SubjectBucketization& bucketization,
                const SubjectRequest& request, ReleaseBuilder& builder, Random& random,
                const Progress& progress) {
  const Parts parts = parts_of(table);
  const JoinedRows joined = join_rows(bucketization, random, progress);
  std::vector<std::vector<Row>> linking;
  for (const std::vector<Row>& persons : bucketization.linking) {
    const std::vector<Row> of_places = rows_of_persons(bucketization, persons, progress);
    std::vector<Row>& of_rows = linking.emplace_back();
    of_rows.reserve(joined.places.size());
    for (const Row place : joined.places)
      of_rows.push_back(of_places[place]);
  }
  std::vector<Row> places(joined.persons.size());
  std::iota(places.begin(), places.end(), 0U);
  const std::vector<Row> bucket_at = buckets_at(joined.rows, request);
  DraftTable rows{"", request.bucket_column, &joined.rows};
  rows.columns.push_back(numbers_column(request.member_column, places, joined.persons));
  for (std::size_t a = 0; a < table.data.attributes.size(); ++a) {
    const int column = column_of(parts, request, a);
    const std::vector<Row>& shown = contains(parts.values, a) ? joined.values
                                    : contains(parts.rows, a)
                                        ? joined.rows.rows
                                        : linking[static_cast<std::size_t>(column - 1)];
    rows.columns.push_back(column_at(table, request, a, shown, bucket_at));
  }
  builder.add(rows, progress);
}

void add_persons(const Table& table, const AttributeSet& attributes,
                 const SubjectBucketization& bucketization, const SubjectRequest& request,
                 ReleaseBuilder& builder, const Progress& progress) {
  std::vector<std::vector<Row>> linking;
  for (std::size_t c = 0; c < request.columns.size(); ++c)
    linking.push_back(rows_of_persons(bucketization, bucketization.linking[c], progress));
  const std::vector<Row> bucket_at = buckets_at(bucketization.buckets, request);
  DraftTable persons{"", request.bucket_column, &bucketization.buckets};
  for (const std::size_t a : attributes) {
    const auto in = std::find_if(request.columns.begin(), request.columns.end(),
                                 [&](const AttributeSet& column) { return contains(column, a); });
    persons.columns.push_back(
        column_at(table, request, a,
                  linking[static_cast<std::size_t>(in - request.columns.begin())], bucket_at));
  }
  builder.add(persons, progress);
}

// Rows in the sets of every bucket, member by member.
struct MemberRows {
  TuplePartition entries;
  std::vector<Code> members;
};

MemberRows member_rows(const TuplePartition& buckets, const std::vector<Row>& sets,
                       const Subjects& shown, const Progress& progress) {
  MemberRows result;
  result.entries.rows.reserve(shown.rows.size());
  result.members.reserve(shown.rows.size());
  for (std::size_t b = 0; b < buckets.buckets(); ++b) {
    progress.checkpoint_at(b);
    Code member = 0;
    for (std::size_t place = buckets.offsets[b]; place < buckets.offsets[b + 1]; ++place) {
      ++member;
      const std::span<const Row> rows = shown.bucket(sets[place]);
      result.entries.rows.insert(result.entries.rows.end(), rows.begin(), rows.end());
      result.members.insert(result.members.end(), rows.size(), member);
    }
    result.entries.offsets.push_back(static_cast<Row>(result.entries.rows.size()));
  }
  return result;
}

// Adds a table of sets, and returns it: bucket, member, and the attributes of the sets' rows.
Oid add_sets(const char* suffix, const Table& table, const AttributeSet& attributes,
             const MemberRows& shown, const SubjectRequest& request, ReleaseBuilder& builder,
             const Progress& progress) {
  std::vector<Row> places(shown.members.size());
  std::iota(places.begin(), places.end(), 0U);
  const std::vector<Row> bucket_at = buckets_at(shown.entries, request);
  DraftTable sets{suffix, request.bucket_column, &shown.entries};
  sets.columns.push_back(numbers_column(request.member_column, places, shown.members));
  for (const std::size_t a : attributes)
    sets.columns.push_back(column_at(table, request, a, shown.entries.rows, bucket_at));
  builder.add(sets, progress);
  return builder.relations().back();
}

std::string view_query(const SubjectTables& tables, const Table& table, const Parts& parts,
                       const SubjectRequest& request) {
  std::vector<ViewAttribute> attributes;
  for (std::size_t a = 0; a < table.data.attributes.size(); ++a) {
    attributes.push_back(
        {table.data.attributes[a].name, contains(parts.values, a)    ? SubjectTables::of_values
                                        : contains(parts.persons, a) ? SubjectTables::of_persons
                                                                     : SubjectTables::of_rows});
  }
  return subject_view_query(
      tables, attributes,
      {request.bucket_column, request.weight_column, {}, request.member_column});
}

// Adds the tables apart, and the view over them.
void add_tables(const Table& table, const SubjectBucketization& bucketization,
                const SubjectRequest& request, ReleaseBuilder& builder, const Progress& progress) {
  const Parts parts = parts_of(table);
  add_persons(table, parts.persons, bucketization, request, builder, progress);
  SubjectTables tables{builder.relations().front(), {}, {}};
  if (!parts.rows.empty()) {
    tables.rows = add_sets(rows_suffix, table, parts.rows,
                           member_rows(bucketization.buckets, bucketization.row_sets,
                                       bucketization.published_rows, progress),
                           request, builder, progress);
  }
  if (!parts.values.empty()) {
    tables.values = add_sets(values_suffix, table, parts.values,
                             member_rows(bucketization.buckets, bucketization.value_sets,
                                         bucketization.published_values, progress),
                             request, builder, progress);
  }
  builder.add_view(view_suffix, view_query(tables, table, parts, request));
}

// Returns the number of persons by number of published rows.
Json levels_json(const SubjectBucketization& bucketization) {
  std::map<std::size_t, std::size_t> levels;
  for (const Row person : bucketization.buckets.rows)
    ++levels[bucketization.published_rows.bucket(person).size()];
  return json_array(levels, [](const auto& level) {
    return Json::object().add("rows", level.first).add("persons", level.second);
  });
}

// Returns the number of rows that exceed rows_per_person, and are therefore not requested.
std::size_t rows_beyond_limit(const Table& table, const SubjectBucketizationOptions& options) {
  std::size_t rows = 0;
  const Subjects& persons = table.subjects->persons;
  for (std::size_t p = 0; p < persons.buckets() && options.rows_per_person; ++p) {
    const std::size_t all = persons.bucket(p).size();
    rows += all - std::min<std::size_t>(all, *options.rows_per_person);
  }
  return rows;
}

void add_parameters(const Table& table, const SubjectBucketization& bucketization,
                    const SubjectRequest& request, Json& json) {
  const SubjectBucketizationOptions& options = request.options;
  std::vector<PrivacyModel> models = options.privacy;
  if (options.k > 1) {
    const PrivacyModel anonymity = KAnonymity{static_cast<double>(options.k)};
    models.insert(models.begin(), anonymity);
  }
  // A generalization can be requested without l.
  json.add("l", options.classes && options.l <= 1 ? Json() : Json(options.l));
  json.add("k", options.k);
  json.add("method", request.method);
  json.add("suppress", options.suppress);
  json.add("privacy", privacy_models_json(models));
  json.add("subject", subject_json(*table.subjects));
  json.add("persons", table.subjects->persons.buckets());
  json.add("suppressed_persons", bucketization.suppressed_persons);
  json.add("rows", table.data.rows);
  json.add("rows_per_person", options.rows_per_person);
  json.add("rows_beyond_limit", rows_beyond_limit(table, options));
  json.add("levels", levels_json(bucketization));
  json.add("person_columns", request.columns.size());
  if (attributes_with_role(table.data, Role::sensitive).empty()) {
    json.add("value_sets", false);
    json.add("row_sets", !attributes_of_rows(table).empty());
  }
  json.add("format", request.format == SubjectFormat::joined ? "joined" : "tables");
  json.add("bucket_column", request.bucket_column);
  json.add(request.format == SubjectFormat::joined ? "person_column" : "member_column",
           request.member_column);
  json.add("mean_bucket", to_number(rounded(mean_bucket_size(bucketization.buckets), 4)));
}

}  // namespace

bool has_several_rows(const Table& table) {
  return table.subjects && !table.subjects->one_row_each();
}

AttributeSet attributes_of_persons(const Table& table) {
  return without(table.subjects->of_person, attributes_with_role(table.data, Role::sensitive));
}

AttributeSet attributes_of_rows(const Table& table) {
  return without(without(published_attributes(table.data), table.subjects->of_person),
                 attributes_with_role(table.data, Role::sensitive));
}

SubjectFormat given_subject_format(const Arguments& arguments) {
  if (!arguments.has("format")) return SubjectFormat::tables;
  return arguments.choice<SubjectFormat>(
      "format", {{"joined", SubjectFormat::joined}, {"tables", SubjectFormat::tables}});
}

std::string member_column_for(SubjectFormat format, const Source& source) {
  return free_column(source, format == SubjectFormat::joined ? "person" : "member");
}

void check_subject_names(const Target& target, const Table& table, SubjectFormat format) {
  // One table has all attributes, a bucket and a person; the view has a bucket and a weight.
  check_column_count(table.data.attributes.size() + 2);
  if (format == SubjectFormat::joined) {
    return check_expected_name(target);
  }
  const Parts parts = parts_of(table);
  if (!parts.rows.empty()) part_target(target, rows_suffix);
  if (!parts.values.empty()) part_target(target, values_suffix);
  part_target(target, view_suffix);
}

SubjectBucketization bucketize_persons(const Table& table, const SubjectRequest& request,
                                       Random& random, const Progress& progress) {
  // Classes show other values, and check their rows themselves.
  if (request.format == SubjectFormat::joined && !request.options.classes) {
    AttributeSet all(table.data.attributes.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    require_row_fits(2 * sizeof(std::int32_t) + least_bytes_of_values(table, all), all.size() + 2);
  }
  const SubjectRows& subjects = *table.subjects;
  const Asked asked{request.options.l, request.options.k, false};
  CountedTuples tuples{"person", "persons", static_cast<Row>(subjects.persons.buckets())};
  try {
    return bucketize_subjects(table.data, subjects.persons, subjects.of_person, request.options,
                              random, progress);
  } catch (const PersonsInfeasible& infeasible) {
    tuples.rows_to_suppress = infeasible.rows_to_suppress;
    tuples.all_rows = infeasible.all_rows;
    tuples.enough_tuples = infeasible.enough_persons;
    tuples.enough_rows = infeasible.enough_rows;
    tuples.smaller = infeasible.smaller;
    throw infeasible_error(table, infeasible, asked, tuples);
  } catch (const Infeasible& infeasible) {
    throw infeasible_error(table, infeasible, asked, tuples);
  } catch (const RowsLeftOut& left) {
    throw left_out_error(table, left, asked);
  }
}

void refuse_several_rows(const std::string& what, const char* hint) {
  throw Error(ERRCODE_FEATURE_NOT_SUPPORTED, what + " does not support persons with several rows")
      .hint(hint);
}

void report_left_out(const Table& table, const SubjectBucketization& bucketization) {
  const std::size_t persons = bucketization.buckets.rows.size();
  if (bucketization.suppressed_persons > 0) {
    report(NOTICE, std::to_string(bucketization.suppressed_persons) + " of " +
                       count_of(persons + bucketization.suppressed_persons, "person") +
                       " left out");
  }
  if (bucketization.rows_left_out > 0) {
    report(NOTICE,
           std::to_string(bucketization.rows_left_out) + " of " + count_of(table.data.rows, "row") +
               " left out, of persons who are published",
           "Within a bucket as many rows are published of every person, so that their number does "
           "not tell whose they are.");
  }
}

LearnedShare learned_of_subjects(const Table& table, const SubjectBucketization& bucketization,
                                 const SubjectRequest& request, const Progress& progress) {
  LearnedShare learned;
  learned.attack(table,
                 ShownSubjects{&bucketization, request.columns, attributes_of_rows(table),
                               request.options.classes.has_value()},
                 1 / request.options.l, progress);
  return learned;
}

void report_subjects(const Table& table, const SubjectBucketization& bucketization,
                     const char* done, const LearnedShare& learned) {
  report_left_out(table, bucketization);
  const std::size_t persons = bucketization.buckets.rows.size();
  learned.report(std::string(done) + " " + count_of(persons, "person") + " into " +
                 count_of(bucketization.buckets.buckets(), "bucket"));
}

Oid publish_subjects(const Target& target, const Source& source, const Table& table,
                     const SubjectBucketization& bucketization, const SubjectRequest& request,
                     const char* method_name, Json parameters, Random& random,
                     const Progress& progress) {
  ReleaseBuilder builder(target, source);
  std::optional<std::string> weight_column = request.weight_column;
  if (request.format == SubjectFormat::joined) {
    add_joined(table, bucketization, request, builder, random, progress);
    weight_column = builder.add_expected_view(request.bucket_column, request.weight_column,
                                              mean_bucket_size(bucketization.buckets));
  } else {
    add_tables(table, bucketization, request, builder, progress);
  }
  add_parameters(table, bucketization, request, parameters);
  parameters.add("weight_column", weight_column);
  const auto published = static_cast<std::int64_t>(bucketization.published_rows.rows.size());
  builder.record(
      method_name, std::move(parameters),
      {table.data.rows, published, table.data.rows - published, bucketization.buckets.buckets()});
  return builder.relations().front();
}

}  // namespace microdata::postgres
