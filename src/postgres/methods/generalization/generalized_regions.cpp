#include "postgres/methods/generalization/generalized_regions.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <map>
#include <numeric>
#include <span>
#include <string>
#include <utility>

#include "core/generalization/lattice.hpp"
#include "core/microdata/histogram.hpp"
#include "core/microdata/microdata.hpp"
#include "postgres/catalog/hierarchy_catalog.hpp"
#include "postgres/distributed/region_call.hpp"
#include "postgres/distributed/scratch.hpp"
#include "postgres/hierarchies/hierarchies.hpp"
#include "postgres/regions/memory.hpp"
#include "postgres/regions/region_counts.hpp"
#include "postgres/release/publishing_arguments.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/partitioning.hpp"
#include "postgres/source/table.hpp"
#include "postgres/values/dictionary.hpp"
#include "postgres/values/generalized.hpp"

namespace microdata::postgres {

namespace {

// Quasi-identifier, with the facts on which the memory of its values depends.
struct LeveledAttribute {
  // Number of distinct values, at least 1.
  double distinct = 1;
  // Number of levels of its hierarchy, including the values and the root; 2 without a hierarchy.
  std::size_t levels = 2;
};

// Bytes of a tuple while it is read, and of each of its codes; then both while levels are searched.
constexpr double while_reading = 40;
constexpr double code_read = 8;
constexpr double while_searching = 20;
constexpr double code_searched = 4;

// Bytes of a value in a dictionary and as a flat hierarchy's label, with penalties; of its label at
// each level of a hierarchy; and of a label between the values and the root while labels are
// computed, for one attribute after the other.
constexpr double value = 92;
constexpr double label = 50;
constexpr double label_computed = 280;

// Bytes of a class in addition to its key, and for finding it in another table by an index. Tables
// grow in steps, and memory that others free is not always usable; `growth` accounts for both.
constexpr double besides_key = 16;
constexpr double found_in_index = 28;
constexpr double growth = 1.4;

// Returns the bytes of a class, with its key packed as in class_table.hpp: fields do not cross
// words, and a key of more than two words takes the maximal size.
double bytes_of_class(std::span<const LeveledAttribute> quasi_identifiers) {
  constexpr double word_bits = 64;
  double words = 1;
  double used = 0;
  for (const LeveledAttribute& attribute : quasi_identifiers) {
    const double bits = std::ceil(std::log2(attribute.distinct + 1));
    if (used + bits > word_bits) {
      ++words;
      used = 0;
    }
    used += bits;
  }
  constexpr auto most = static_cast<double>(Lattice::most_dimensions);
  return besides_key + 8 * (words > 2 ? most : words);
}

// Returns the tables that each thread holds during the search, in multiples of the number of
// tuples. The search goes up from the lowest node by single levels, each time by the step that
// unites the fewest classes. Levels are assumed to be equal factors apart.
double tables_held(double tuples, std::span<const LeveledAttribute> quasi_identifiers) {
  double classes = 0;
  std::vector<double> steps;
  for (const LeveledAttribute& attribute : quasi_identifiers) {
    const double values = std::log(attribute.distinct);
    const auto levels = static_cast<double>(attribute.levels - 1);
    classes += values;
    steps.insert(steps.end(), attribute.levels - 1, values / levels);
  }
  std::sort(steps.begin(), steps.end());
  double held = 0;
  for (const double step : steps) {
    classes -= step;
    held += std::min(std::exp(classes - std::log(tuples)), 1.0);
  }
  return held;
}

// Returns an upper bound, in bytes, of the memory that full-domain and cell recoding take for so
// many distinct tuples of `columns` columns. The parts were measured (docs/experiments/figures.md,
// "Memory of a row"), and are combined as if values were independent. Less is needed if many tuples
// have the same quasi-identifiers.
double bytes_of_levels(double tuples, std::size_t columns,
                       std::span<const LeveledAttribute> quasi_identifiers, unsigned threads) {
  if (tuples < 1) return 0;
  double values = 0;
  double computed = 0;
  for (const LeveledAttribute& attribute : quasi_identifiers) {
    const auto levels = static_cast<double>(attribute.levels);
    const bool flat = attribute.levels == 2;
    values += attribute.distinct * (value + (flat ? 0 : label * levels));
    computed = std::max(computed, attribute.distinct * label_computed * (levels - 2));
  }
  const double of_class = bytes_of_class(quasi_identifiers);
  const double of_thread =
      found_in_index + growth * of_class * tables_held(tuples, quasi_identifiers);
  const double search =
      tuples * (found_in_index + of_class + of_thread * static_cast<double>(threads));
  const auto codes = static_cast<double>(columns);
  return std::max(
      tuples * (while_reading + code_read * codes) + values,
      tuples * (while_searching + code_searched * codes) + values + std::max(computed, search));
}

// Largest number of rows; rows of classes are counted with 32 bits.
constexpr std::uint64_t most_leveled_rows = std::numeric_limits<Row>::max() - 1;

// Histogram of a table that is read region by region: the distinct tuples of all published columns,
// with their numbers of rows. Its memory is that of the distinct tuples.
class TableHistogram {
 public:
  // `levels` has the number of levels to which each column of the source is generalized; 0 if it is
  // not generalized.
  explicit TableHistogram(std::vector<std::size_t> levels) : levels_(std::move(levels)) {}

  // Adds a region, with or without repeated rows. Fails if the histogram exceeds the memory limit.
  void add(const Table& region, const Progress& progress);

  // Returns the number of the table's rows so far.
  std::uint64_t rows() const { return rows_; }

  // Returns the table of the histogram, as if the table had been read at once. Requires at least
  // one region.
  Table table(const Progress& progress) &&;

 private:
  void check_memory() const;

  // The table, with provisional codes, and without the facts of finished dictionaries.
  Table table_;
  std::vector<std::size_t> levels_;
  // Approximate number of each attribute's values: larger if some values are spelled in several
  // ways.
  std::vector<double> values_;
  std::uint64_t rows_ = 0;
};

}  // namespace

void TableHistogram::add(const Table& region, const Progress& progress) {
  const Microdata some = histogram_of(region.data, progress);
  Microdata& all = table_.data;
  if (all.attributes.empty()) {
    all.attributes = some.attributes;
    all.columns.resize(some.columns.size());
    table_.columns = region.columns;
    table_.harmless = region.harmless;
    values_.assign(region.columns.size(), 1);
    for (const Dictionary& dictionary : region.dictionaries)
      table_.dictionaries.emplace_back(dictionary.type());
  }
  rows_ = std::accumulate(region.data.times.begin(), region.data.times.end(),
                          rows_ + (region.data.times.empty() ? region.data.rows : 0));
  if (rows_ > most_leveled_rows) {
    throw Error(ERRCODE_PROGRAM_LIMIT_EXCEEDED, "too many rows")
        .detail("At most " + std::to_string(most_leveled_rows) +
                " rows can be generalized to levels.")
        .hint("Use recoding => 'mondrian', which goes by regions.");
  }
  for (std::size_t a = 0; a < some.columns.size(); ++a) {
    const std::vector<Code> there = region.dictionaries[a].add_to(table_.dictionaries[a]);
    for (Code value = 0; value < there.size(); ++value) {
      if (!region.dictionaries[a].is_null(value))
        values_[a] = std::max(values_[a], static_cast<double>(there[value]) + 1);
    }
    std::vector<Code>& codes = all.columns[a];
    progress.in_blocks(some.columns[a].size(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i)
        codes.push_back(there[some.columns[a][i]]);
    });
  }
  all.times.insert(all.times.end(), some.times.begin(), some.times.end());
  all.rows += some.rows;
  check_memory();
}

void TableHistogram::check_memory() const {
  const auto tuples = static_cast<double>(table_.data.rows);
  std::vector<LeveledAttribute> attributes;
  for (std::size_t a = 0; a < table_.columns.size(); ++a) {
    const std::size_t levels = levels_[table_.columns[a]];
    if (levels > 0) attributes.push_back({values_[a], levels});
  }
  const auto bytes = static_cast<std::int64_t>(
      bytes_of_levels(tuples, table_.columns.size(), attributes, max_threads()));
  if (bytes <= memory_limit_bytes()) return;
  fail_above_limit("generalize_table()", static_cast<std::int64_t>(rows_), bytes,
                   "Levels are chosen for the table as a whole, by its different rows: " +
                       std::to_string(table_.data.rows) + " of the first " + std::to_string(rows_) +
                       ".");
}

Table TableHistogram::table(const Progress& progress) && {
  Microdata& data = table_.data;
  for (std::size_t a = 0; a < data.columns.size(); ++a) {
    Dictionary& dictionary = table_.dictionaries[a];
    dictionary.finish(progress);
    dictionary.translate(data.columns[a], progress);
    const Attribute& read = data.attributes[a];
    data.attributes[a] = make_attribute(read.name, read.role, dictionary);
    data.attributes[a].harmless = harmless_codes(dictionary, table_.harmless[a], progress);
  }
  data = histogram_of(data, progress);
  return std::move(table_);
}

bool is_by_levels(const GeneralizationRequest& request) {
  return request.options.recoding == Recoding::full_domain ||
         request.options.recoding == Recoding::cell;
}

namespace {

// True if a value shown without labels lies visibly on one side of a split. Sets do not, and the
// ends of ranges over floating-point numbers have fewer digits than the numbers.
bool shows_its_side(const AttributeType& type) {
  return generalized_type(type).is_range() && type.projection != Projection::floating;
}

std::size_t columns_read(const std::vector<AssignedRole>& roles) {
  return static_cast<std::size_t>(
      std::count_if(roles.begin(), roles.end(),
                    [](const AssignedRole& role) { return role.role != Role::identifier; }));
}

// Returns the number of levels of each column of the source as a quasi-identifier; 0 if it is not
// one.
std::vector<std::size_t> levels_of(const Source& source, const std::vector<AssignedRole>& roles,
                                   const GeneralizationRequest& request) {
  const ChosenHierarchies chosen = choose_hierarchies(source, roles, request.hierarchies);
  std::vector<std::size_t> levels;
  for (std::size_t i = 0; i < roles.size(); ++i) {
    const bool leveled = roles[i].role == Role::quasi_identifier;
    levels.push_back(!leveled ? 0 : chosen[i] ? require_hierarchy(*chosen[i]).levels : 2);
  }
  return levels;
}

// Returns the bytes per row for generalizing at once, if all rows are distinct.
double levels_bytes_per_row(const Source& source, const std::vector<AssignedRole>& roles,
                            const GeneralizationRequest& request) {
  // Views and foreign tables are not counted for this purpose, because nothing is known about their
  // values either.
  constexpr double as_good_as_any = 1e6;
  const bool stored = source.kind != RELKIND_VIEW && source.kind != RELKIND_FOREIGN_TABLE;
  const double rows =
      stored ? std::max(static_cast<double>(estimated_rows(source)), 1.0) : as_good_as_any;
  const std::map<std::string, ValueStatistics> statistics = value_statistics(source, rows);
  const std::vector<std::size_t> levels = levels_of(source, roles, request);
  std::vector<LeveledAttribute> attributes;
  for (std::size_t i = 0; i < levels.size(); ++i) {
    const double distinct = statistics.at(source.columns[i].name).distinct;
    if (levels[i] > 0) attributes.push_back({std::max(distinct, 1.0), levels[i]});
  }
  return bytes_of_levels(rows, columns_read(roles), attributes, max_threads()) / rows;
}

}  // namespace

bool is_counted_where_rows_are(const Publication& call, const GeneralizationRequest& request) {
  if (!is_by_levels(request) || shards_of(call.source.relation) == 0) return false;
  for (std::size_t i = 0; i < call.roles.size(); ++i) {
    if (call.roles[i].role != Role::identifier &&
        call.source.columns[i].type.comparison == Comparison::text) {
      return false;
    }
  }
  return true;
}

Table counted_histogram(const Publication& call, const GeneralizationRequest& request) {
  const KeptSnapshot snapshot;
  call.progress.phase("read");
  TableHistogram histogram(levels_of(call.source, call.roles, request));
  {
    const Table read = read_histogram(call.source, call.roles, snapshot, call.progress);
    histogram.add(read, call.progress);
    warn_of_source(call.source, call.roles, read, static_cast<std::int64_t>(histogram.rows()),
                   snapshot, call.progress);
  }
  return std::move(histogram).table(call.progress);
}

Table histogram_of_regions(const Publication& call, const GeneralizationRequest& request,
                           RegionPublication& regions) {
  TableHistogram histogram(levels_of(call.source, call.roles, request));
  regions.for_each_region([&] {
    histogram.add(read_table(call.source, call.roles, Purpose::publication, call.progress),
                  call.progress);
  });
  return std::move(histogram).table(call.progress);
}

double generalization_bytes_per_row(const Source& source, const std::vector<AssignedRole>& roles,
                                    const GeneralizationRequest& request) {
  const double read = generalizing_bytes(columns_read(roles));
  return is_by_levels(request) ? std::max(read, levels_bytes_per_row(source, roles, request))
                               : read;
}

RegionRequest region_request(const Publication& call, const GeneralizationRequest& request) {
  const Source& source = call.source;
  const Roles& roles = call.roles;
  RegionRequest result;
  result.regions = call.regions;
  result.seeded = call.seeded;
  result.bytes_per_row = generalizing_bytes(columns_read(roles));
  result.bytes_at_once = generalization_bytes_per_row(source, roles, request);
  result.bytes_to_verify = verifying_bytes(count_published(roles));
  if (is_by_levels(request)) {
    result.only_read = true;
    return result;
  }
  result.domains = true;
  result.l = request.options.l;
  result.k = request.options.k;
  result.privacy = request.options.privacy;
  result.hierarchies = request.hierarchies;
  result.cuts = request.options.cuts;
  const ChosenHierarchies chosen = choose_hierarchies(source, roles, request.hierarchies);
  for (std::size_t i = 0; i < roles.size(); ++i) {
    if (roles[i].role != Role::quasi_identifier) continue;
    const SourceColumn& column = source.columns[i];
    if (chosen[i] || !shows_its_side(column.type)) result.not_cut.push_back(column.name);
    // Ranges are measured by the ends of their domain if the loss is by width; labels and sets are
    // measured by its values.
    if (chosen[i] || !generalized_type(column.type).is_range() ||
        request.options.loss != LossMeasure::width) {
      result.counted_domains.push_back(column.name);
    }
  }
  return result;
}

namespace {

// True if the table has a value of the column; NULL is not among the values that regions are sent.
bool has_values(const RegionPlan& plan, const std::string& column) {
  const auto found =
      std::find_if(plan.globals.begin(), plan.globals.end(),
                   [&](const GlobalValues& known) { return known.column == column; });
  return found == plan.globals.end() || !found->values.empty();
}

// Returns the shape of every region, without the facts that depend on rows.
GeneralizedTable shape_of_regions(const Publication& call, const GeneralizationRequest& request,
                                  const RegionPlan& plan) {
  const ChosenHierarchies chosen = choose_hierarchies(call.source, call.roles, request.hierarchies);
  GeneralizedTable shape;
  shape.table = unread_table(call.source, call.roles);
  const std::vector<Attribute>& attributes = shape.table.data.attributes;
  shape.hierarchies.resize(attributes.size());
  for (std::size_t a = 0; a < attributes.size(); ++a) {
    if (attributes[a].role != Role::quasi_identifier) continue;
    const AttributeType& type = shape.table.dictionaries[a].type();
    GeneralizedAttribute shown;
    shown.attribute = a;
    if (const auto& hierarchy = chosen[shape.table.columns[a]]) {
      shown.kind = GeneralizedAttribute::Kind::label;
      shape.hierarchies[a] = ResolvedHierarchy{*hierarchy, {}, {}};
    }
    if (request.options.recoding == Recoding::multiset) {
      shown.kind = GeneralizedAttribute::Kind::multiset;
    } else if (!shape.hierarchies[a] && type.projection != Projection::none &&
               generalized_type(type).is_range() && has_values(plan, attributes[a].name)) {
      shown.kind = GeneralizedAttribute::Kind::range;
    }
    shape.generalization.attributes.push_back(std::move(shown));
  }
  return shape;
}

std::string row_column(const Source& source) {
  std::string name = "row";
  while (source.find(name) != nullptr)
    name += "_";
  return name;
}

std::uint64_t as_count(double number) {
  return static_cast<std::uint64_t>(std::llround(number));
}

LossSums losses_of(const RegionFigures& regions) {
  const std::vector<double>& sums = regions.sums;
  return {as_count(sums[0]),
          as_count(sums[1]),
          as_count(sums[2]),
          as_count(sums[3]),
          {sums.begin() + 5, sums.end()},
          sums[4]};
}

}  // namespace

std::vector<double> figures_of_region(const LossSums& lost) {
  std::vector<double> numbers{static_cast<double>(lost.rows), static_cast<double>(lost.suppressed),
                              static_cast<double>(lost.published),
                              static_cast<double>(lost.classes), lost.squares};
  numbers.insert(numbers.end(), lost.of_attribute.begin(), lost.of_attribute.end());
  return numbers;
}

namespace {

std::optional<Json> told_hierarchies(const Publication& call,
                                     const GeneralizationRequest& request) {
  return told_hierarchies(call.source, call.roles,
                          choose_hierarchies(call.source, call.roles, request.hierarchies),
                          {Role::quasi_identifier, Role::sensitive});
}

}  // namespace

bool generalizes_where_rows_are(const Publication& call, const GeneralizationRequest& request) {
  return !is_by_levels(request) && shards_of(call.source.relation) > 0 &&
         told_hierarchies(call, request);
}

Oid generalize_distributed(const Publication& call, const RegionPlan& plan,
                           const GeneralizationRequest& request) {
  require_may_be_asked("generalize_region");
  static constexpr std::array passed{"k", "l", "recoding", "suppress", "privacy", "seed", "loss"};
  call.progress.phase("partition");
  const Scratch scratch = copy_to_scratch(call.target, call.source, call.roles, plan);
  const std::string row = row_column(call.source);
  const GeneralizedTable shape = shape_of_regions(call, request, plan);
  const DraftTable rows = generalized_columns(shape, row);
  ReleaseBuilder builder(call.target, call.source, numbers_of_regions(plan));
  builder.create(rows);
  distribute(call.target.qualified, {row});
  const FiguresOfServers made = publish_on_servers(
      call, plan, scratch,
      {.call = {"generalize_region",
                passed,
                {{"strict", request.options.grouping == Grouping::strict ? "true" : "false"},
                 {"cuts", quote_value(to_string(request.options.cuts))}}},
       .hierarchies = told_hierarchies(call, request),
       .bound = 1 / request.options.l,
       .columns = rows.definition(builder.numbers()),
       .with_figures = true});
  const LossSums lost = losses_of(made.figures);
  report_generalization(lost, request.options.loss, made.learned);
  return record_generalized(shape, request, lost, row, released_regions_json(plan), builder);
}

}  // namespace microdata::postgres
