#include "postgres/methods/slicing/slicing_method.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/series/person_permutation.hpp"
#include "core/slicing/slicing.hpp"
#include "postgres/inspection/release_structure.hpp"
#include "postgres/inspection/subject_relations.hpp"
#include "postgres/methods/slicing/slicing_arguments.hpp"
#include "postgres/release/edition_table.hpp"
#include "postgres/release/publishing_arguments.hpp"
#include "postgres/release/release_table.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

// Adds the groups to the call, unless clustering chose them. If persons have several rows, groups
// consist of attributes of persons.
void add_groups(const Release& release, Json& arguments) {
  const auto columns = static_cast<int>(release.layout.columns.value_or(1));
  arguments.add("columns", std::max(columns, 1));
  if (!release.layout.groups_by_hand) return;
  std::map<int, std::vector<std::string>> names;
  for (const ReleaseAttribute& attribute : release.attributes) {
    if (is_of_subjects(release) && attribute.column > columns) continue;
    names[attribute.column].push_back(quote_name(name_in_source(attribute, release)));
  }
  std::vector<std::string> groups;
  for (const auto& [column, of_column] : names)
    groups.push_back(join(of_column));
  arguments.add("groups", groups);
}

}  // namespace

const Method slicing_method{
    .name = "slicing",
    .about =
        "Made by slicing: rows are in buckets, and within a bucket nothing links one group of "
        "attributes to another.",
    .call = {.function = "slice_table", .add_arguments = add_groups},
    .structure = check_groups_in_buckets,
    .layout = LayoutKind::buckets,
};

namespace {

constexpr std::array arguments_of_slicing{SeriesArgument{"columns", SeriesArgument::Kind::number},
                                          SeriesArgument{"groups", SeriesArgument::Kind::names}};

// Default number of groups: two of quasi-identifiers, and the sensitive attribute. With one group
// of quasi-identifiers, an edition would equal one by bucketization.
constexpr std::int32_t usual_columns = 3;

// Returns the request, as slice_table() reads it, with a column for the sensitive attribute alone.
SlicingRequest series_request(const SeriesArguments& arguments, std::size_t published) {
  SlicingRequest request;
  const std::optional<std::int32_t> columns = arguments.integer("columns");
  const auto groups = arguments.names("groups");
  if (columns && groups) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "columns cannot be combined with groups");
  }
  if (columns && *columns < 2) fail_range("columns", "at least 2", std::to_string(*columns));
  request.options.columns = columns ? static_cast<std::size_t>(*columns)
                                    : std::min<std::size_t>(usual_columns, published);
  request.options.sensitive_column_size = 1;
  if (!groups) return request;
  if (groups->empty()) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "groups must not be empty");
  }
  for (const std::string& group : *groups)
    request.groups.push_back(split_names(group, "groups"));
  return request;
}

[[noreturn]] void refuse_linked(const std::string& sensitive, const std::string& linked) {
  throw Error(ERRCODE_FEATURE_NOT_SUPPORTED,
              "in a series the sensitive attribute must be alone in its group")
      .detail("An attacker with " + in_quotes(linked) +
              " of a person would have fewer candidates for " + in_quotes(sensitive) +
              " than the values of the person's signature.")
      .hint("Give " + in_quotes(sensitive) + " a group of its own.");
}

// Numbers the groups as the columns of the attribute partition, with the sensitive attribute's
// last.
void fix_given_groups(const std::vector<std::vector<std::string>>& groups,
                      std::vector<SeriesAttribute>& attributes) {
  const auto find = [&](const std::string& name) -> SeriesAttribute& {
    return *std::find_if(attributes.begin(), attributes.end(),
                         [&](const SeriesAttribute& a) { return a.name == name; });
  };
  std::int32_t number = 0;
  for (const std::vector<std::string>& group : groups) {
    const auto sensitive = std::find_if(group.begin(), group.end(), [&](const std::string& name) {
      return find(name).role == Role::sensitive;
    });
    if (sensitive == group.end()) {
      ++number;
      for (const std::string& name : group)
        find(name).column = number;
    } else if (group.size() > 1) {
      refuse_linked(*sensitive, group[sensitive == group.begin() ? 1 : 0]);
    } else {
      find(*sensitive).column = static_cast<std::int32_t>(groups.size());
    }
  }
}

void begin_sliced(const Source& source, const std::vector<AssignedRole>& roles,
                  const SeriesArguments& arguments, std::vector<SeriesAttribute>& attributes) {
  const auto published = static_cast<std::size_t>(
      std::count_if(roles.begin(), roles.end(),
                    [](const AssignedRole& role) { return role.role != Role::identifier; }));
  const SlicingRequest request = series_request(arguments, published);
  check_request(request, source, roles, true);
  check_column_count(published + 1);
  fix_given_groups(request.groups, attributes);
}

void check_names_of_sliced(const EditionCall& call) {
  check_expected_name(call.target);
}

// Returns the fixed column of the attribute partition, from 1, by attribute of the table.
std::vector<std::int32_t> fixed_columns(const Table& table, const Series& series) {
  std::vector<std::int32_t> columns(table.data.attributes.size());
  for (const SeriesAttribute& attribute : series.attributes) {
    for (std::size_t a = 0; a < columns.size(); ++a) {
      if (table.data.attributes[a].name == attribute.name)
        columns[a] = attribute.column.value_or(0);
    }
  }
  return columns;
}

// Clusters the attributes by their correlation, like slice_table(), and fixes the groups. The
// sensitive attribute is not used, so that the groups disclose nothing about it; nothing is drawn
// at random.
std::vector<std::int32_t> choose_columns(const EditionCall& call, const Table& table,
                                         const Progress& progress) {
  const Microdata& data = table.data;
  const AttributeSet published = published_attributes(data);
  SlicingOptions options = series_request(call.arguments, published.size()).options;
  options.threads = max_threads();
  const AttributePartition partition = find_attribute_partition(data, options, progress);
  std::vector<std::int32_t> columns(data.attributes.size());
  std::vector<FixedColumn> fixed;
  for (std::size_t c = 0; c < partition.size(); ++c) {
    for (const std::size_t a : partition[c].attributes) {
      columns[a] = static_cast<std::int32_t>(c) + 1;
      fixed.push_back({data.attributes[a].name, columns[a]});
    }
  }
  fix_columns(call.series.id, fixed);
  return columns;
}

std::vector<std::int32_t> columns_of_series(const EditionCall& call, const Table& table,
                                            const Progress& progress) {
  std::vector<std::int32_t> columns = fixed_columns(table, call.series);
  const bool fixed = std::find(columns.begin(), columns.end(), 0) == columns.end();
  if (fixed) return columns;
  progress.phase("correlate");
  return choose_columns(call, table, progress);
}

// Returns, by column of the partition and row of the table, 1 if the row is NULL in the whole
// column.
std::vector<std::vector<std::uint8_t>> empty_in_columns(const EditionTable& made,
                                                        const std::vector<std::int32_t>& column_of,
                                                        std::size_t columns,
                                                        const Progress& progress) {
  const Microdata& data = made.table.data;
  std::vector<std::vector<std::uint8_t>> empty(columns, std::vector<std::uint8_t>(data.rows, 1));
  for (std::size_t a = 0; a < data.attributes.size(); ++a) {
    if (a == made.sensitive) continue;
    std::vector<std::uint8_t>& of_column = empty[static_cast<std::size_t>(column_of[a]) - 1];
    for (Row row = 0; row < data.rows; ++row) {
      progress.checkpoint_at(row);
      if (!made.table.dictionaries[a].is_null(data.columns[a][row])) of_column[row] = 0;
    }
  }
  return empty;
}

AttributePartition partition_of(const std::vector<std::int32_t>& column_of) {
  AttributePartition columns;
  for (std::size_t a = 0; a < column_of.size(); ++a) {
    const auto column = static_cast<std::size_t>(column_of[a]);
    if (columns.size() < column) columns.resize(column);
    columns[column - 1].attributes.push_back(a);
  }
  return columns;
}

MadeEdition publish_sliced_edition(const EditionCall& call, Table table, Random& random,
                                   Phases& phases) {
  const Progress progress = phases.progress();
  const std::vector<std::int32_t> column_of = columns_of_series(call, table, progress);
  EditionTable made = make_edition_table(std::move(table), call.series, random, progress);
  const LearnedShare learned =
      learned_of_edition(made, call.series, partition_of(column_of), false, progress);
  progress.phase("permute");
  const Microdata& data = made.table.data;
  const auto groups = static_cast<std::size_t>(column_of[made.sensitive]) - 1;
  EditionPlaces places = places_of(made, progress);
  shuffle_values(places, random, progress);
  const std::vector<std::vector<Row>> permuted = permute_persons(
      made.shown, empty_in_columns(made, column_of, groups, progress), random, progress);
  phases.begin("write");
  std::vector<std::vector<Row>> linking;
  for (const std::vector<Row>& of_group : permuted)
    linking.push_back(at_places(made, of_group, places));
  const std::string bucket_column = edition_column(call.series, "bucket");
  DraftTable shown{"", bucket_column, &places.places};
  for (std::size_t a = 0; a < data.attributes.size(); ++a) {
    const auto group = static_cast<std::size_t>(column_of[a]) - 1;
    shown.columns.push_back(
        draft_column(made.table, a, column_of[a],
                     a == made.sensitive ? std::span<const Row>() : linking[group]));
  }
  shown.columns[made.sensitive].output = sensitive_column(made, places);
  ReleaseBuilder builder(call.target, call.source);
  builder.add(shown, progress);
  const std::optional<std::string> weight_column =
      builder.add_expected_view(bucket_column, edition_column(call.series, "weight"),
                                mean_bucket_size(made.shown), made.edition.counterfeits() > 0);
  Json json = edition_parameters(made, call.series, bucket_column);
  json.add("columns", column_of[made.sensitive]);
  if (weight_column) json.add("weight_column", *weight_column);
  // The groups are given in later editions, even if clustering chose them at first.
  json.add("groups_by_hand", true);
  const PublishedEdition published =
      record_edition_as(slicing_method.name, made, std::move(json), builder);
  return {std::move(made), published, learned};
}

}  // namespace

const SeriesMethod slicing_series{"slicing", arguments_of_slicing, begin_sliced,
                                  check_names_of_sliced, publish_sliced_edition};

}  // namespace microdata::postgres
