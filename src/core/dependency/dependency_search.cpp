#include "core/dependency/dependency_search.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include "core/dependency/held_value.hpp"
#include "core/dependency/numeric_dependency.hpp"
#include "core/dependency/ordered_dependency.hpp"
#include "core/dependency/partial_dependency.hpp"
#include "core/microdata/combination.hpp"
#include "core/microdata/selection.hpp"

namespace microdata {

namespace {

constexpr double least_coverage_of_pairs = 0.1;

CodedColumn column_of(const Microdata& data, std::size_t attribute) {
  return {data.columns[attribute], data.attributes[attribute].distinct};
}

// Returns a pseudorandom number that depends only on the row. Rows at equal distances would be too
// similar in many tables.
std::uint64_t mixed(std::uint64_t row) {
  std::uint64_t mixed = row + 0x9e3779b97f4a7c15U;
  mixed = (mixed ^ (mixed >> 30U)) * 0xbf58476d1ce4e5b9U;
  mixed = (mixed ^ (mixed >> 27U)) * 0x94d049bb133111ebU;
  return mixed ^ (mixed >> 31U);
}

std::vector<Row> sampled_rows_of_persons(const CodedColumn& person_of_row,
                                         const Progress& progress) {
  const auto rows = static_cast<double>(person_of_row.codes.size());
  const double share =
      std::max(most_paired_rows / rows, 1.0 * fewest_sampled_persons / person_of_row.distinct);
  std::vector<std::uint32_t> rows_of(person_of_row.distinct);
  std::vector<Row> sample;
  for (std::size_t row = 0; row < person_of_row.codes.size(); ++row) {
    progress.checkpoint_at(row);
    const Code person = person_of_row.codes[row];
    const double place = static_cast<double>(mixed(person) >> 11U) / (std::uint64_t{1} << 53U);
    if (place < share && rows_of[person]++ < most_rows_of_person)
      sample.push_back(static_cast<Row>(row));
  }
  return sample;
}

std::vector<Row> sampled_rows(Row rows, const CodedColumn& person_of_row,
                              const Progress& progress) {
  if (rows > most_paired_rows && !person_of_row.codes.empty())
    return sampled_rows_of_persons(person_of_row, progress);
  std::vector<Row> sample;
  for (Row row = 0; row < rows; ++row) {
    if (row % 65536 == 0) progress.checkpoint();
    if (rows <= most_paired_rows || mixed(row) % rows < most_paired_rows) sample.push_back(row);
  }
  return sample;
}

// A column of the sampled rows, in codes that occur in the sample.
struct DrawnColumn {
  std::vector<Code> codes;
  std::uint32_t distinct = 0;

  operator CodedColumn() const { return {codes, distinct}; }
};

DrawnColumn numbered(std::span<const std::span<const Code>> columns, std::span<const Code> domains,
                     std::size_t rows, const Progress& progress) {
  Combinations combinations = combine(static_cast<Row>(rows), columns, domains, progress);
  return {std::move(combinations.of_row), combinations.distinct};
}

DrawnColumn sampled(const CodedColumn& column, std::span<const Row> rows,
                    const Progress& progress) {
  if (column.codes.empty()) return {};
  const std::vector<Code> codes = selected(column.codes, rows);
  const std::vector<std::span<const Code>> columns{codes};
  return numbered(columns, std::vector<Code>{column.distinct}, rows.size(), progress);
}

// Returns the pairs of two columns. Combinations of few values need not be numbered densely.
DrawnColumn combined(const DrawnColumn& a, const DrawnColumn& b, const Progress& progress) {
  constexpr std::uint64_t most_combinations = 65536;
  const std::uint64_t combinations = std::uint64_t{a.distinct} * b.distinct;
  if (combinations <= most_combinations) {
    DrawnColumn pair{std::vector<Code>(a.codes.size()), static_cast<std::uint32_t>(combinations)};
    for (std::size_t i = 0; i < a.codes.size(); ++i)
      pair.codes[i] = a.codes[i] * b.distinct + b.codes[i];
    return pair;
  }
  const std::vector<std::span<const Code>> columns{a.codes, b.codes};
  return numbered(columns, std::vector<Code>{a.distinct, b.distinct}, a.codes.size(), progress);
}

bool is_in(const AttributeSet& set, std::size_t attribute) {
  return std::find(set.begin(), set.end(), attribute) != set.end();
}

// Search in some of the rows for attributes that determine a sensitive attribute partly, and for
// pairs of attributes that determine it.
class SampledSearch {
 public:
  SampledSearch(const Microdata& data, const DependencySearch& search, const Progress& progress)
      : data_(data),
        search_(search),
        progress_(progress),
        rows_(sampled_rows(data.rows, search.person_of_row, progress)),
        persons_(sampled(search.person_of_row, rows_, progress)),
        times_(data.times.empty() ? std::vector<std::uint32_t>() : selected(data.times, rows_)),
        columns_(data.attributes.size()) {}

  // Returns the strongest partial dependency of a sensitive attribute on an attribute. A partial
  // dependency covers the numbers, one value, the values of a person, or all values but one.
  std::optional<FoundDependency> find_partly(std::size_t attribute, std::size_t sensitive) {
    const CodedColumn dependent = column(sensitive);
    const CodedColumn a = column(attribute);
    std::optional<FoundDependency> best;
    const auto take = [&](std::optional<FoundDependency> found) {
      if (found && (!best || found->dependency.lambda() > best->dependency.lambda()))
        best = std::move(found);
    };
    take(find_near(attribute, sensitive));
    take(find_rest(attribute, a, sensitive, dependent));
    const Dependency one = measure_one_value(a, dependent, {persons_, times_}, progress_);
    if (is_determining(one))
      take(FoundDependency{{attribute}, sensitive, Determination::tells_one_value, one});
    take(find_parted(attribute, sensitive, dependent));
    take(find_by_order(attribute, sensitive, dependent));
    if (persons_.codes.empty()) return best;
    const HeldValue held = measure_held_value(a, dependent, persons_, progress_);
    if (is_determining(held.all))
      take(FoundDependency{{attribute}, sensitive, Determination::tells_held_value, held.all});
    if (is_determining(held.rest) && covers_enough(held.rest.rows))
      take(FoundDependency{
          {attribute}, sensitive, Determination::tells_held_value_partly, held.rest});
    return best;
  }

  const SearchExtent& extent() const { return extent_; }

  // Finds pairs of attributes that determine a sensitive attribute. `alone` has the attributes that
  // determine it by themselves.
  void find(std::size_t sensitive, const AttributeSet& alone, std::vector<FoundDependency>& found) {
    AttributeSet paired = paired_attributes(alone);
    note_extent(paired.size());
    if (paired.size() > most_paired_attributes) paired.resize(most_paired_attributes);
    const CodedColumn dependent = column(sensitive);
    const std::span<const double> numbers = numbers_of(sensitive);
    const std::vector<Code> told = selected(data_.columns[sensitive], rows_);
    for (std::size_t i = 0; i < paired.size(); ++i) {
      for (std::size_t j = i + 1; j < paired.size(); ++j) {
        if (!is_in(search_.suspected, paired[i]) && !is_in(search_.suspected, paired[j])) continue;
        const DrawnColumn pair = combined(column(paired[i]), column(paired[j]), progress_);
        Determination determination = Determination::determines;
        Dependency dependency = measure_dependency(pair, dependent, {persons_, times_}, progress_);
        if (!covers_enough(dependency.rows)) continue;
        if (!is_determining(dependency) && !numbers.empty()) {
          determination = Determination::approximates;
          dependency = measure_numbers_by_value(pair, {numbers, told}, persons_, progress_);
        }
        if (!is_determining(dependency)) continue;
        AttributeSet both{paired[i], paired[j]};
        std::sort(both.begin(), both.end());
        found.push_back({std::move(both), sensitive, determination, dependency});
      }
    }
  }

 private:
  std::span<const double> numbers_of(std::size_t attribute) const {
    const std::vector<double>& own = data_.attributes[attribute].projection;
    return own.empty() && !search_.spelled_numbers.empty() ? search_.spelled_numbers[attribute]
                                                           : own;
  }

  std::optional<FoundDependency> find_near(std::size_t attribute, std::size_t sensitive) {
    if (numbers_of(sensitive).empty()) return std::nullopt;
    const std::vector<Code> told = selected(data_.columns[sensitive], rows_);
    const NumericColumn numbers{numbers_of(sensitive), told};
    Dependency near;
    if (!numbers_of(attribute).empty()) {
      const std::vector<Code> known = selected(data_.columns[attribute], rows_);
      near =
          measure_numeric_dependency({numbers_of(attribute), known}, numbers, persons_, progress_);
    }
    if (!is_determining(near))
      near = measure_numbers_by_value(column(attribute), numbers, persons_, progress_);
    if (!is_determining(near)) return std::nullopt;
    return FoundDependency{{attribute}, sensitive, Determination::approximates, near};
  }

  // Codes are in the order of their values, except numbers that texts spell.
  std::optional<FoundDependency> find_by_order(std::size_t attribute, std::size_t sensitive,
                                               const CodedColumn& dependent) const {
    const std::vector<Code> codes = selected(data_.columns[attribute], rows_);
    const Dependency ordered = measure_ordered_dependency(
        {codes, data_.attributes[attribute].distinct},
        search_.spelled_numbers.empty() ? std::span<const double>()
                                        : std::span(search_.spelled_numbers[attribute]),
        dependent, {persons_, times_}, progress_);
    if (!is_determining(ordered)) return std::nullopt;
    return FoundDependency{{attribute}, sensitive, Determination::tells_by_order, ordered};
  }

  // Compares rows with one value of the attribute with all others, because few rows might share the
  // other values.
  std::optional<FoundDependency> find_parted(std::size_t attribute, std::size_t sensitive,
                                             const CodedColumn& dependent) {
    const Attribute& of_values = data_.attributes[attribute];
    if (of_values.distinct <= 2) return std::nullopt;
    const std::vector<Code> codes = selected(data_.columns[attribute], rows_);
    const Code null = of_values.nullable ? of_values.distinct - 1 : of_values.distinct;
    const std::pair<Code, Determination> values[] = {
        {null, Determination::tells_one_value_by_null},
        {commonest(codes, of_values.distinct), Determination::tells_one_value_by_commonest}};
    for (const auto& [value, determination] : values) {
      if (value == of_values.distinct) continue;
      std::vector<Code> has_value(codes.size());
      std::transform(codes.begin(), codes.end(), has_value.begin(),
                     [value = value](Code code) { return code == value ? 1U : 0U; });
      const Dependency one =
          measure_one_value({has_value, 2}, dependent, {persons_, times_}, progress_);
      if (is_determining(one)) return FoundDependency{{attribute}, sensitive, determination, one};
    }
    return std::nullopt;
  }

  static Code commonest(const std::vector<Code>& codes, Code distinct) {
    std::vector<Row> count(distinct);
    for (const Code code : codes)
      ++count[code];
    return static_cast<Code>(std::max_element(count.begin(), count.end()) - count.begin());
  }

  std::optional<FoundDependency> find_rest(std::size_t attribute, const CodedColumn& a,
                                           std::size_t sensitive, const CodedColumn& dependent) {
    const std::optional<DependencyOfRest> rest =
        measure_rest(a, dependent, {persons_, times_}, progress_);
    if (!rest || !covers_enough(rest->dependency.rows)) return std::nullopt;
    if (is_determining(rest->dependency)) {
      return FoundDependency{
          {attribute}, sensitive, Determination::determines_partly, rest->dependency};
    }
    if (!search_.backwards) return std::nullopt;
    const std::vector<Code> of_a = selected(a.codes, rest->rows);
    const std::vector<Code> of_dependent = selected(dependent.codes, rest->rows);
    const std::vector<Code> persons =
        persons_.codes.empty() ? std::vector<Code>() : selected(persons_.codes, rest->rows);
    const std::vector<std::uint32_t> times =
        times_.empty() ? std::vector<std::uint32_t>() : selected(times_, rest->rows);
    const Dependency backwards =
        measure_dependency({of_dependent, dependent.distinct}, {of_a, a.distinct},
                           {{persons, persons_.distinct}, times}, progress_);
    if (!covers_enough(backwards.rows) || !is_determining(backwards)) return std::nullopt;
    return FoundDependency{{attribute}, sensitive, Determination::is_determined_partly, backwards};
  }

  std::uint64_t times(std::size_t row) const { return times_.empty() ? 1 : times_[row]; }

  bool covers_enough(std::uint64_t rows) const {
    const std::uint64_t all = times_.empty()
                                  ? rows_.size()
                                  : std::accumulate(times_.begin(), times_.end(), std::uint64_t{0});
    return static_cast<double>(rows) >= least_coverage_of_pairs * static_cast<double>(all);
  }

  // True if enough rows share values of the attribute. A pair's values are shared by at most as
  // many rows as the values of either attribute.
  bool is_shared_enough(std::size_t attribute) {
    std::vector<std::uint64_t> frequencies(column(attribute).distinct);
    const std::vector<Code>& codes = column(attribute).codes;
    for (std::size_t row = 0; row < codes.size(); ++row)
      frequencies[codes[row]] += times(row);
    std::uint64_t shared = 0;
    for (const std::uint64_t frequency : frequencies)
      shared += frequency >= fewest_sharing ? frequency : 0;
    return covers_enough(shared);
  }

  void note_extent(std::size_t attributes) {
    extent_.rows = data_.rows;
    extent_.looked_at = static_cast<Row>(rows_.size());
    if (attributes < extent_.attributes) return;
    extent_.attributes = attributes;
    extent_.paired = std::min(attributes, most_paired_attributes);
  }

  // Returns the attributes that can form pairs, the ones with the fewest values first.
  AttributeSet paired_attributes(const AttributeSet& alone) {
    AttributeSet attributes;
    for (const std::size_t a : search_.published) {
      if (data_.attributes[a].distinct > 1 && !is_in(alone, a) && is_shared_enough(a))
        attributes.push_back(a);
    }
    std::stable_sort(attributes.begin(), attributes.end(), [&](std::size_t a, std::size_t b) {
      return data_.attributes[a].distinct < data_.attributes[b].distinct;
    });
    return attributes;
  }

  const DrawnColumn& column(std::size_t attribute) {
    DrawnColumn& column = columns_[attribute];
    if (column.codes.empty()) column = sampled(column_of(data_, attribute), rows_, progress_);
    return column;
  }

  const Microdata& data_;
  const DependencySearch& search_;
  const Progress& progress_;
  std::vector<Row> rows_;
  DrawnColumn persons_;
  std::vector<std::uint32_t> times_;
  std::vector<DrawnColumn> columns_;
  SearchExtent extent_;
};

// True if two attributes have about equally many values, and fewer than ten rows per value.
bool may_be_names_of_one(const CodedColumn& a, const CodedColumn& s) {
  constexpr std::size_t most_rows = 10;
  const std::size_t more = std::max(a.distinct, s.distinct);
  return 10 * (more - std::min(a.distinct, s.distinct)) <= more &&
         s.codes.size() < most_rows * s.distinct;
}

// Returns the dependency between an attribute and a sensitive attribute, preferably that of the
// sensitive one on the attribute.
std::optional<FoundDependency> look_at(const Microdata& data, std::size_t attribute,
                                       std::size_t sensitive, const RowMeaning& meaning,
                                       bool look_backwards, const Progress& progress) {
  const CodedColumn a = column_of(data, attribute);
  const CodedColumn s = column_of(data, sensitive);
  const Dependency forwards = measure_dependency(a, s, meaning, progress);
  if (is_determining(forwards))
    return FoundDependency{{attribute}, sensitive, Determination::determines, forwards};
  const Dependency backwards =
      look_backwards ? measure_dependency(s, a, meaning, progress) : Dependency();
  if (is_determining(backwards))
    return FoundDependency{{attribute}, sensitive, Determination::is_determined, backwards};
  if (!may_be_names_of_one(a, s)) return std::nullopt;
  RowMeaning of_two = meaning;
  of_two.fewest = 2;
  const Dependency one_to_one = measure_dependency(a, s, of_two, progress);
  if (!is_determining(one_to_one) || !is_determining(measure_dependency(s, a, of_two, progress)))
    return std::nullopt;
  return FoundDependency{{attribute}, sensitive, Determination::determines, one_to_one};
}

// Rows of a sample, each repeated for every element of its list.
struct RowsOfElements {
  // Number of rows whose lists are included.
  Row lists = 0;
  Microdata data;
  std::vector<Code> person_of_row;
  Code persons = 0;
};

RowsOfElements rows_of_elements(const Microdata& data, const DependencySearch& search,
                                std::size_t lists, const Progress& progress) {
  constexpr std::size_t most_rows_of_elements = 50'000;
  RowsOfElements result;
  std::map<std::string, Code> code_of;
  std::vector<Row> row_of;
  std::vector<Code> element_of;
  for (const Row row : sampled_rows(data.rows, search.person_of_row, progress)) {
    progress.checkpoint();
    std::vector<Code> list;
    for (std::string& element : search.elements[lists](data.columns[lists][row])) {
      const auto next = static_cast<Code>(code_of.size());
      list.push_back(code_of.emplace(std::move(element), next).first->second);
    }
    if (row_of.size() < most_rows_of_elements) ++result.lists;
    const std::uint32_t times = data.times.empty() ? 1 : data.times[row];
    for (std::uint32_t time = 0; time < times && row_of.size() < most_rows_of_elements; ++time) {
      for (const Code element : list) {
        row_of.push_back(row);
        element_of.push_back(element);
        result.person_of_row.push_back(
            search.person_of_row.codes.empty() ? result.persons : search.person_of_row.codes[row]);
      }
      ++result.persons;
    }
  }
  if (!search.person_of_row.codes.empty()) result.persons = search.person_of_row.distinct;
  result.data.rows = static_cast<Row>(row_of.size());
  result.data.attributes = data.attributes;
  result.data.columns.resize(data.columns.size());
  for (const std::size_t attribute : search.published)
    result.data.columns[attribute] = selected(data.columns[attribute], row_of);
  result.data.attributes[lists] = {};
  result.data.attributes[lists].distinct = static_cast<Code>(code_of.size());
  result.data.columns[lists] = std::move(element_of);
  return result;
}

// Adds the dependencies of the elements of a sensitive attribute's lists. `alone` has the
// attributes on which the lists themselves depend.
void find_elements(const Microdata& data, const DependencySearch& search, std::size_t lists,
                   const AttributeSet& alone, const Progress& progress, FoundDependencies& found) {
  DependencySearch of_elements;
  of_elements.backwards = search.backwards;
  for (const std::size_t attribute : search.published) {
    if (is_in(alone, attribute)) continue;
    of_elements.published.push_back(attribute);
    if (is_in(search.suspected, attribute)) of_elements.suspected.push_back(attribute);
  }
  const RowsOfElements rows = rows_of_elements(data, search, lists, progress);
  found.extent.lists = std::max(found.extent.lists, rows.lists);
  if (rows.data.rows == 0) return;
  of_elements.sensitive = {lists};
  of_elements.person_of_row = {rows.person_of_row, rows.persons};
  of_elements.spelled_numbers = search.spelled_numbers;
  if (!of_elements.spelled_numbers.empty()) of_elements.spelled_numbers[lists].clear();
  for (FoundDependency& one : find_dependencies(rows.data, of_elements, progress).dependencies)
    found.dependencies.push_back(std::move(one));
}

}  // namespace

FoundDependencies find_dependencies(const Microdata& data, const DependencySearch& search,
                                    const Progress& progress) {
  FoundDependencies found;
  if (search.suspected.empty() || search.sensitive.empty()) return found;
  SampledSearch sampled_search(data, search, progress);
  const RowMeaning meaning{search.person_of_row, data.times};
  for (const std::size_t sensitive : search.sensitive) {
    AttributeSet alone;
    for (const std::size_t attribute : search.published) {
      auto one = look_at(data, attribute, sensitive, meaning, search.backwards, progress);
      if (!one) one = sampled_search.find_partly(attribute, sensitive);
      if (!one) continue;
      alone.push_back(attribute);
      if (is_in(search.suspected, attribute)) found.dependencies.push_back(*one);
    }
    sampled_search.find(sensitive, alone, found.dependencies);
    if (!search.elements.empty() && search.elements[sensitive])
      find_elements(data, search, sensitive, alone, progress, found);
  }
  const Row lists = found.extent.lists;
  found.extent = sampled_search.extent();
  found.extent.lists = lists;
  return found;
}

}  // namespace microdata
