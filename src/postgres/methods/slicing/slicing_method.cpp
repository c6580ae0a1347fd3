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
#include "postgres/release/edition_table.hpp"
#include "postgres/release/learned_share.hpp"
#include "postgres/release/publishing_arguments.hpp"
#include "postgres/release/release_table.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

int count_role(const std::vector<AssignedRole>& roles, Role role) {
  return static_cast<int>(std::count_if(roles.begin(), roles.end(),
                                        [&](const AssignedRole& r) { return r.role == role; }));
}

// Returns the number of groups with each column of the source.
std::vector<int> uses_in_groups(const SlicingRequest& request, const Source& source,
                                const std::vector<AssignedRole>& roles) {
  std::vector<int> uses(source.columns.size());
  for (const auto& group : request.groups) {
    for (const std::string& name : group) {
      const std::size_t position = column_position(source, name, "groups", NamesIn::folded);
      if (roles[position].role == Role::identifier) {
        throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                    "attribute " + in_quotes(name) + " in groups is an identifier")
            .hint("Identifiers are never published; give it another role to publish it.");
      }
      if (++uses[position] > 1) {
        throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                    "attribute " + in_quotes(name) + " appears more than once in groups")
            .hint("Every published attribute belongs to exactly one group.");
      }
    }
  }
  return uses;
}

void check_groups(const SlicingRequest& request, const Source& source,
                  const std::vector<AssignedRole>& roles) {
  const std::vector<int> uses = uses_in_groups(request, source, roles);
  for (std::size_t i = 0; i < uses.size(); ++i) {
    if (uses[i] == 0 && roles[i].role != Role::identifier) {
      throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                  "attribute " + in_quotes(source.columns[i].name) + " is in no group")
          .hint(
              "Every published attribute belongs to exactly one group; to leave it out, name it "
              "in identifiers.");
    }
  }
}

void check_column_size(const SlicingOptions& options, int published, int sensitive,
                       int quasi_identifiers) {
  if (!options.sensitive_column_size) return;
  const auto alpha = static_cast<int>(*options.sensitive_column_size);
  const auto others = static_cast<int>(options.columns) - 1;
  const int most = std::min(sensitive + quasi_identifiers, published - others);
  const int least = others == 0 ? published : sensitive;
  if (alpha < least || alpha > most) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                "sensitive_column_size must be " +
                    (least == most ? std::to_string(most)
                                   : "between " + std::to_string(std::max(least, 1)) + " and " +
                                         std::to_string(most)) +
                    ", not " + std::to_string(alpha))
        .detail("There are " + std::to_string(published) + " attributes to publish in " +
                std::to_string(options.columns) +
                (options.columns == 1 ? " group, " : " groups, ") + std::to_string(sensitive) +
                " of them sensitive.");
  }
}

// Fails if an option other than the cuts would depend on sensitive values although cuts are
// oblivious.
void check_oblivious(const SlicingOptions& options) {
  if (options.cuts == Cuts::feasible) return;
  const auto refuse = [](const char* what, const char* hint) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                std::string("oblivious cuts cannot be combined with ") + what)
        .hint(hint);
  };
  if (options.grouping == Grouping::strict) refuse("strict grouping", "Use strict => false.");
  if (options.check == DiversityCheckScope::exact)
    refuse("the exact diversity check", "Use diversity_check => 'bucket'.");
  if (options.if_infeasible == IfInfeasible::generalize ||
      options.if_infeasible == IfInfeasible::suppress) {
    refuse("generalization and suppression for the sake of l", "Use infeasible => 'error'.");
  }
}

// Fails if the columns, or their treatment, would depend on people's sensitive values.
void check_oblivious_columns(const SlicingRequest& request, const Source& source,
                             const std::vector<AssignedRole>& roles, int sensitive) {
  const SlicingOptions& options = request.options;
  if (request.groups.empty()) {
    if (static_cast<int>(options.sensitive_column_size.value_or(0)) == sensitive) return;
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                "oblivious cuts need groups that do not depend on sensitive values")
        .hint("Use sensitive_column_size => " + std::to_string(sensitive) + ", or give groups.");
  }
  const auto has = [&](const std::vector<std::string>& group, Role role) {
    return std::any_of(group.begin(), group.end(), [&](const std::string& name) {
      return roles[column_position(source, name, "groups", NamesIn::folded)].role == role;
    });
  };
  const auto linked =
      std::count_if(request.groups.begin(), request.groups.end(), [&](const auto& group) {
        return has(group, Role::sensitive) && has(group, Role::quasi_identifier);
      });
  if (linked == 0) return;
  const auto unsupported = [](const char* what) {
    throw Error(
        ERRCODE_FEATURE_NOT_SUPPORTED,
        std::string("oblivious cuts with quasi-identifiers in ") + what + " are not supported")
        .hint("Give groups that keep the sensitive attributes apart from quasi-identifiers.");
  };
  if (linked > 1) unsupported("several groups with sensitive attributes");
  if (options.k > 1) unsupported("a group with sensitive attributes and k above 1");
  if (std::any_of(options.privacy.begin(), options.privacy.end(), [](const PrivacyModel& model) {
        return is_about_sensitive_values(model) || fewest_tuples(model) > 1;
      })) {
    unsupported("a column with sensitive attributes and privacy models");
  }
}

void read_groups(const Arguments& arguments, SlicingRequest& request) {
  const auto groups = arguments.optional_texts("groups");
  if (!groups) return;
  if (groups->empty()) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "groups must not be empty");
  }
  for (const std::string& group : *groups)
    request.groups.push_back(split_names(group, "groups"));
}

// Reads the arguments about the partitioning of tuples and the requirements on buckets.
void read_partitioning(const Arguments& arguments, SlicingRequest& request) {
  SlicingOptions& options = request.options;
  options.grouping = given_strict(arguments) ? Grouping::strict : Grouping::relaxed;
  request.diversity_check = arguments.text("diversity_check");
  options.check = arguments.choice<DiversityCheckScope>(
      "diversity_check",
      {{"exact", DiversityCheckScope::exact}, {"bucket", DiversityCheckScope::bucket}});
  request.infeasible = arguments.text("infeasible");
  options.if_infeasible =
      arguments.choice<IfInfeasible>("infeasible", {{"error", IfInfeasible::error},
                                                    {"regroup", IfInfeasible::regroup},
                                                    {"generalize", IfInfeasible::generalize},
                                                    {"suppress", IfInfeasible::suppress}});
  options.suppress = given_suppress(arguments);
  options.privacy = given_privacy(arguments);
  const SlicingCuts cuts = given_slicing_cuts(arguments);
  options.cuts = cuts.cuts;
  options.cuts_by = cuts.by;
  request.inference = given_inference(arguments, options.cuts);
  if (options.cuts_by == CutsBy::correlation) request.for_one_row_each = "cuts => 'correlation'";
  if (request.diversity_check == "exact") request.for_one_row_each = "diversity_check => 'exact'";
  check_oblivious(options);
}

std::size_t number_of_groups(const Arguments& arguments, const SlicingRequest& request) {
  const auto columns = arguments.optional_integer("columns");
  if (columns && *columns < 1) fail_range("columns", "at least 1", std::to_string(*columns));
  if (columns) return static_cast<std::size_t>(*columns);
  if (!request.groups.empty()) return request.groups.size();
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "slicing needs the argument columns or groups")
      .hint(R"(Use columns => 2, or groups => '{"age, sex","zipcode, disease"}'.)");
}

double needed_l(const Arguments& arguments) {
  if (!arguments.is_null("l")) return given_l(arguments);
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "slicing needs the argument l")
      .hint("Use l => 3 to keep the probability of every sensitive value at or below 1/3.");
}

}  // namespace

SlicingRequest slicing_request(const Arguments& arguments) {
  SlicingRequest request;
  SlicingOptions& options = request.options;
  if (arguments.has("groups")) read_groups(arguments, request);
  options.columns = number_of_groups(arguments, request);
  if (arguments.has("l")) options.l = needed_l(arguments);
  if (const auto alpha = arguments.optional_integer("sensitive_column_size")) {
    if (*alpha < 1) fail_range("sensitive_column_size", "at least 1", std::to_string(*alpha));
    options.sensitive_column_size = static_cast<std::size_t>(*alpha);
  }
  if (arguments.has("k")) options.k = given_k(arguments);
  if (arguments.has("diversity_check")) read_partitioning(arguments, request);
  request.discretization = arguments.text("discretization");
  options.discretization = given_discretization(arguments);
  options.threads = max_threads();
  request.rows_per_person = given_rows_per_person(arguments);
  return request;
}

DiscretizationOptions given_discretization(const Arguments& arguments) {
  DiscretizationOptions options;
  options.method = arguments.choice<Discretization>(
      "discretization",
      {{"equal-width", Discretization::equal_width}, {"k-means", Discretization::k_means}});
  options.intervals = given_between(arguments, "intervals", 2, most_intervals);
  return options;
}

void check_named_groups(const SlicingRequest& request, const Source& source,
                        const std::vector<AssignedRole>& roles) {
  uses_in_groups(request, source, roles);
}

void check_request(const SlicingRequest& request, const Source& source,
                   const std::vector<AssignedRole>& roles, bool needs_sensitive) {
  const int sensitive = count_role(roles, Role::sensitive);
  const int quasi_identifiers = count_role(roles, Role::quasi_identifier);
  const int published = static_cast<int>(roles.size()) - count_role(roles, Role::identifier);
  check_cuts(request.options.cuts, request.options.suppress);
  if (needs_sensitive) require_sensitive(source, roles);
  const bool oblivious = request.options.cuts == Cuts::oblivious;
  if (!request.groups.empty()) {
    check_groups(request, source, roles);
    if (oblivious) check_oblivious_columns(request, source, roles, sensitive);
    return;
  }
  if (static_cast<int>(request.options.columns) > published) {
    fail_range(
        "columns",
        "between 1 and " + std::to_string(published) + ", the number of attributes to publish",
        std::to_string(request.options.columns));
  }
  check_column_size(request.options, published, sensitive, quasi_identifiers);
  if (oblivious) check_oblivious_columns(request, source, roles, sensitive);
}

AttributePartition resolve_groups(const SlicingRequest& request, const Table& table) {
  AttributePartition partition;
  for (const auto& group : request.groups) {
    Column column;
    for (const std::string& name : group) {
      const auto found =
          std::find_if(table.data.attributes.begin(), table.data.attributes.end(),
                       [&](const Attribute& attribute) { return attribute.name == name; });
      column.attributes.push_back(static_cast<std::size_t>(found - table.data.attributes.begin()));
    }
    std::sort(column.attributes.begin(), column.attributes.end());
    partition.push_back(std::move(column));
  }
  return partition;
}

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
