#include "postgres/release/subject_release.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/choice/quick_subject_attack.hpp"
#include "core/choice/subject_goal.hpp"
#include "core/microdata/attribute_set.hpp"
#include "core/privacy/diversity.hpp"
#include "core/privacy/infeasible.hpp"
#include "core/subject/joined_rows.hpp"
#include "postgres/release/infeasible.hpp"
#include "postgres/release/release_views.hpp"
#include "postgres/release/writer.hpp"
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
  return draft_column(table, a, column_of(parts_of(table), request, a), linking, request.written,
                      bucket_at);
}

// Returns the bucket at each place, if buckets are classes that show generalized values; otherwise
// empty.
std::vector<Row> buckets_at(const TuplePartition& buckets, const SubjectRequest& request) {
  std::vector<Row> result;
  if (request.written.empty()) return result;
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
void add_joined(const PersonsPart& part, const BucketNumbers& numbers, std::int64_t before,
                ReleaseBuilder& builder, Random& random, const Progress& progress) {
  const auto& [table, request, bucketization] = part;
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
  rows.columns.push_back(numbers_column(request.member_column, places, joined.persons, numbers,
                                        static_cast<std::uint64_t>(before)));
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

// Adds the part's rows of the tables apart.
void add_tables(const PersonsPart& part, ReleaseBuilder& builder, const Progress& progress) {
  const auto& [table, request, bucketization] = part;
  const Parts parts = parts_of(table);
  add_persons(table, parts.persons, bucketization, request, builder, progress);
  if (!parts.rows.empty()) {
    add_sets(rows_suffix, table, parts.rows,
             member_rows(bucketization.buckets, bucketization.row_sets,
                         bucketization.published_rows, progress),
             request, builder, progress);
  }
  if (!parts.values.empty()) {
    add_sets(values_suffix, table, parts.values,
             member_rows(bucketization.buckets, bucketization.value_sets,
                         bucketization.published_values, progress),
             request, builder, progress);
  }
}

// Adds the view over the tables apart.
void add_view_of_tables(const PersonsPart& part, ReleaseBuilder& builder) {
  const Parts parts = parts_of(part.table);
  const std::vector<Oid>& relations = builder.relations();
  SubjectTables tables{relations.front(), {}, {}};
  if (!parts.rows.empty()) tables.rows = relations[1];
  if (!parts.values.empty()) tables.values = relations[parts.rows.empty() ? 1 : 2];
  builder.add_view(view_suffix, view_query(tables, part.table, parts, part.request));
}

void add_parameters(const PersonsPart& last, const SubjectFigures& figures,
                    const BucketNumbers& numbers, Json& json) {
  const auto& [table, request, made] = last;
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
  json.add("persons", figures.persons);
  json.add("suppressed_persons", figures.suppressed_persons);
  json.add("rows", figures.rows);
  json.add("rows_per_person", options.rows_per_person);
  if (figures.goal) add_goal(json, figures.goal);
  json.add("rows_beyond_limit", figures.rows_beyond_limit);
  json.add("levels", json_array(figures.levels, [](const auto& level) {
             return Json::object().add("rows", level.first).add("persons", level.second);
           }));
  json.add("person_columns", request.columns.size());
  if (attributes_with_role(table.data, Role::sensitive).empty()) {
    json.add("value_sets", false);
    json.add("row_sets", !attributes_of_rows(table).empty());
  }
  const bool joined = request.format == SubjectFormat::joined;
  json.add("format", joined ? "joined" : "tables");
  json.add("bucket_column", request.bucket_column);
  json.add(joined ? "person_column" : "member_column", request.member_column);
  if (joined && numbers.largest() > 0) json.add("person_numbers", numbers.largest());
  json.add("mean_bucket", to_number(rounded(figures.sizes.mean(), 4)));
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

namespace {

// Puts persons into buckets that are large enough for the goal.
GoalFigures bucketize_for_goal(PersonsPart& part, const SubjectBucketizationOptions& options,
                               Random& random, const Progress& progress) {
  const Table& table = part.table;
  const SubjectRequest& request = part.request;
  const InferenceGoal goal = inference_goal(*request.inference);
  MadeForGoal<SubjectBucketization> found = bucketize_subjects_for_goal(
      table.data, table.subjects->persons, table.subjects->of_person, options,
      ShownSubjects{nullptr, request.columns, attributes_of_rows(table)}, goal, random, progress);
  const GoalFigures figures = require_met(
      table, goal, found,
      [&](const SubjectBucketization&) { return "l = " + microdata::to_string(request.options.l); },
      "person");
  part.made = std::move(found.release);
  return figures;
}

}  // namespace

std::optional<GoalFigures> bucketize_persons(PersonsPart& part, const PersonFacts* facts,
                                             Random& random, const Progress& progress) {
  const auto& [table, request, made] = part;
  // Classes show other values, and check their rows themselves.
  if (request.format == SubjectFormat::joined && !request.options.classes) {
    AttributeSet all(table.data.attributes.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    require_row_fits(2 * sizeof(std::int32_t) + least_bytes_of_values(table, all), all.size() + 2);
  }
  const SubjectRows& subjects = *table.subjects;
  Asked asked{{request.options.l, request.options.k}};
  CountedTuples tuples{"person", "persons", static_cast<Row>(subjects.persons.buckets())};
  SubjectBucketizationOptions options = request.options;
  if (facts != nullptr) {
    options.suppress = 1;
    options.leave_out = 1;
    options.persons_of_table = static_cast<Row>(facts->persons);
  }
  asked.of_persons = &options;
  asked.settings.privacy = options.privacy;
  asked.progress = progress;
  try {
    if (request.inference) return bucketize_for_goal(part, options, random, progress);
    part.made = bucketize_subjects(table.data, subjects.persons, subjects.of_person, options,
                                   random, progress);
    return std::nullopt;
  } catch (const PersonsInfeasible& infeasible) {
    tuples.rows_to_suppress = infeasible.rows_to_suppress;
    tuples.all_rows = infeasible.all_rows;
    tuples.enough_tuples = infeasible.enough_persons;
    tuples.enough_rows = infeasible.enough_rows;
    tuples.smaller = infeasible.smaller;
    tuples.by_drawn_row = true;
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

void SubjectFigures::add(const PersonsPart& part, const Progress& progress) {
  const auto& [table, request, made] = part;
  const Subjects& all = table.subjects->persons;
  const std::optional<std::uint32_t>& most = request.options.rows_per_person;
  for (std::size_t p = 0; p < all.buckets(); ++p) {
    progress.checkpoint_at(p);
    const std::size_t of_person = all.bucket(p).size();
    const std::size_t requested = most ? std::min<std::size_t>(of_person, *most) : of_person;
    const std::size_t published = made.published_rows.bucket(p).size();
    rows_beyond_limit += static_cast<std::int64_t>(of_person - requested);
    persons_with_less += published < requested ? 1 : 0;
    if (published > 0) ++levels[published];
  }
  persons += static_cast<std::int64_t>(all.buckets());
  suppressed_persons += made.suppressed_persons;
  rows += table.data.rows;
  published_rows += static_cast<std::int64_t>(made.published_rows.rows.size());
  rows_left_out += made.rows_left_out;
  sizes.add(made.buckets);
  ++regions;
  if (goal) return;
  learned.attack(table,
                 ShownSubjects{&made, request.columns, attributes_of_rows(table),
                               request.options.classes.has_value()},
                 1 / request.options.l, progress);
}

void SubjectFigures::require_allowed(const PersonsPart& last) const {
  const double allowed = last.request.options.suppress * (1 + share_tolerance);
  RowsLeftOut left;
  left.all_rows = static_cast<Row>(rows - rows_beyond_limit);
  left.rows = left.all_rows - static_cast<Row>(published_rows);
  left.all_persons = static_cast<Row>(persons);
  left.persons = static_cast<Row>(persons_with_less);
  const auto share = [](double part, double all) { return part / all; };
  const double needed = std::max(share(left.rows, left.all_rows),
                                 share(static_cast<double>(suppressed_persons), left.all_persons));
  if (needed <= allowed) return;
  // Rows are drawn in each region, so that another call differs less than a region does.
  constexpr double of_other_draws = 1.1;
  left.enough_rows = static_cast<Row>(std::min(std::ceil(needed * left.all_rows * of_other_draws),
                                               static_cast<double>(left.all_rows)));
  Error error =
      left_out_error(last.table, left, {{last.request.options.l, last.request.options.k}});
  if (last.request.options.l <= 1) throw error;
  const std::string hint =
      error.hint() +
      " If a frequent value is no secret, declare it harmless: then it costs no rows.";
  throw std::move(error).hint(hint);
}

void remark_left_out(const SubjectFigures& figures) {
  if (figures.suppressed_persons > 0) {
    remark(std::to_string(figures.suppressed_persons) + " of " +
           count_of(static_cast<std::uint64_t>(figures.persons), "person") + " are suppressed");
  }
  if (figures.rows_left_out > 0) {
    remark(std::to_string(figures.rows_left_out) + " of " +
               count_of(static_cast<std::uint64_t>(figures.rows), "row") +
               " are suppressed, of persons who are published",
           "Within a bucket as many rows are published of every person, so that their number does "
           "not tell whose they are.");
  }
}

std::string in_regions(const SubjectFigures& figures) {
  return figures.regions > 1 ? " in " + count_of(figures.regions, "region") : "";
}

void report_subjects(const PersonsPart& last, const SubjectFigures& figures, const char* done) {
  remark_left_out(figures);
  remark_goal(last.table, figures.goal);
  figures.learned.report(
      std::string(done) + " " +
      count_of(static_cast<std::uint64_t>(figures.persons - figures.suppressed_persons), "person") +
      " into " + count_of(figures.sizes.buckets, "bucket") + in_regions(figures));
}

void write_subjects(const PersonsPart& part, const BucketNumbers& numbers, std::int64_t before,
                    ReleaseBuilder& builder, Random& random, const Progress& progress) {
  if (part.request.format == SubjectFormat::joined) {
    add_joined(part, numbers, before, builder, random, progress);
  } else {
    add_tables(part, builder, progress);
  }
}

Oid record_subjects(const PersonsPart& last, const SubjectFigures& figures, const char* method_name,
                    Json parameters, const BucketNumbers& numbers, const Json& regions,
                    ReleaseBuilder& builder) {
  std::optional<std::string> weight_column = last.request.weight_column;
  if (last.request.format == SubjectFormat::joined) {
    weight_column = builder.add_expected_view(last.request.bucket_column,
                                              last.request.weight_column, figures.sizes.mean());
  } else {
    add_view_of_tables(last, builder);
  }
  add_parameters(last, figures, numbers, parameters);
  parameters.add("weight_column", weight_column);
  if (!regions.is_null()) parameters.add("regions", regions);
  builder.record(method_name, std::move(parameters),
                 {figures.rows, figures.published_rows, figures.rows - figures.published_rows,
                  static_cast<std::int64_t>(figures.sizes.buckets)});
  return builder.relations().front();
}

}  // namespace microdata::postgres
