#include "postgres/regions/region_eligibility.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

#include "core/microdata/attribute_set.hpp"
#include "core/privacy/diversity.hpp"
#include "core/regions/share_margin.hpp"
#include "postgres/regions/person_counts.hpp"
#include "postgres/source/source_tuples.hpp"

namespace microdata::postgres {

namespace {

std::vector<Code> codes_in_order(const Dictionary& dictionary, const std::vector<ResultRow>& rows,
                                 std::size_t place, const Progress& progress) {
  auto [known, codes, distinct] = number_together(
      dictionary, rows.size(), [&](std::size_t row) { return rows[row][place]; }, progress);
  for (Code& code : codes) {
    const auto above = std::upper_bound(known.begin(), known.end(), code);
    code = static_cast<Code>(std::max<std::ptrdiff_t>(above - known.begin() - 1, 0));
  }
  return codes;
}

}  // namespace

KnownBeside known_beside(const std::vector<std::string>& columns,
                         const std::vector<ResultRow>& combinations, const Table& sample,
                         const Progress& progress) {
  KnownBeside known;
  known.combinations.assign(combinations.size(), {});
  for (std::size_t a = 0; a < sample.data.attributes.size(); ++a) {
    const auto column = std::find(columns.begin(), columns.end(), sample.data.attributes[a].name);
    if (column == columns.end()) continue;
    known.attributes.push_back(a);
    const std::vector<Code> codes =
        codes_in_order(sample.dictionaries[a], combinations,
                       static_cast<std::size_t>(column - columns.begin()), progress);
    for (std::size_t row = 0; row < combinations.size(); ++row)
      known.combinations[row].push_back(codes[row]);
  }
  return known;
}

namespace {

// Returns codes of counted and then of harmless values in a dictionary; values that it lacks get
// numbers beyond its codes.
std::vector<Code> codes_in(const Dictionary& dictionary, const std::vector<RegionCount>& counts,
                           const HarmlessValues& harmless, const Progress& progress) {
  auto [known, codes, distinct] = number_together(
      dictionary, counts.size() + harmless.size(),
      [&](std::size_t i) {
        return i < counts.size() ? counts[i].value : harmless[i - counts.size()];
      },
      progress);
  std::vector<Code> code_of(distinct, dictionary.distinct());
  for (Code code = 0; code < known.size(); ++code)
    code_of[known[code]] = code;
  Code beyond = dictionary.distinct();
  for (Code& code : code_of) {
    if (code == dictionary.distinct()) code = beyond++;
  }
  for (Code& code : codes)
    code = code_of[code];
  return codes;
}

std::uint32_t narrowed(std::int64_t rows) {
  return static_cast<std::uint32_t>(
      std::min<std::int64_t>(rows, std::numeric_limits<std::uint32_t>::max()));
}

std::vector<ValueCount> sum(const std::vector<std::vector<ValueCount>>& histogram,
                            std::span<const std::uint32_t> regions) {
  std::map<Code, std::int64_t> counts;
  for (const std::uint32_t region : regions) {
    for (const ValueCount& count : histogram[region])
      counts[count.value] += count.tuples;
  }
  std::vector<ValueCount> result;
  for (const auto& [value, rows] : counts)
    result.push_back({value, narrowed(rows)});
  return result;
}

}  // namespace

CountedRegions::CountedRegions(const Source& source, const Table& sample, const RegionNeeds& needs,
                               const std::string& region, std::uint32_t regions,
                               const KeptSnapshot& snapshot, const Progress& progress)
    : needs_(needs) {
  if (needs.persons != nullptr) {
    count_persons(source, sample, region, regions, snapshot, progress);
    return;
  }
  if (!count_at_once(source, sample, region, regions, snapshot, progress))
    count_one_by_one(source, sample, region, regions, snapshot, progress);
}

bool CountedRegions::count_at_once(const Source& source, const Table& sample,
                                   const std::string& region, std::uint32_t regions,
                                   const KeptSnapshot& snapshot, const Progress& progress) {
  constexpr double most_combinations = 50000;
  const AttributeSet sensitive = attributes_with_role(sample.data, Role::sensitive);
  if (sensitive.size() != 1 || needs_.linked.size() > 1) return false;
  const std::vector<std::string> others =
      needs_.linked.empty() ? std::vector<std::string>() : needs_.linked.front().others;
  double combinations =
      static_cast<double>(regions) * sample.data.attributes[sensitive.front()].distinct;
  for (const Attribute& attribute : sample.data.attributes) {
    if (std::find(others.begin(), others.end(), attribute.name) != others.end())
      combinations *= attribute.distinct;
  }
  if (combinations > most_combinations) return false;
  // The sample does not have all values.
  auto counted = count_together(source.columns[sample.columns[sensitive.front()]], others, source,
                                region, 2 * static_cast<std::size_t>(most_combinations), snapshot);
  if (!counted) return false;
  rows_.assign(regions, 0);
  std::map<std::pair<std::uint32_t, std::optional<std::string>>, std::int64_t> by_value;
  for (const LinkedCount& count : *counted) {
    rows_[count.region] += count.rows;
    by_value[{count.region, count.value}] += count.rows;
  }
  std::vector<RegionCount> counts;
  for (const auto& [place, rows] : by_value)
    counts.push_back({place.first, place.second, rows});
  add_histogram(counts, sample.dictionaries[sensitive.front()], sample.harmless[sensitive.front()],
                progress);
  if (needs_.linked.empty()) return true;
  std::vector<std::vector<LinkedCount>> by_region(regions);
  for (LinkedCount& count : *counted)
    by_region[count.region].push_back(std::move(count));
  linked_.push_back(std::move(by_region));
  mark_linked(needs_.linked.front().sensitive, sample, progress);
  return true;
}

namespace {

// The probability with which drawn rows may exceed a share, although regions were planned for it.
constexpr double drawn_failure = 1e-6;

// The largest number of counts of linked columns to read; a group with more cannot be kept.
constexpr std::size_t most_linked_counts = 1000000;

}  // namespace

void CountedRegions::count_one_by_one(const Source& source, const Table& sample,
                                      const std::string& region, std::uint32_t regions,
                                      const KeptSnapshot& snapshot, const Progress& progress) {
  rows_ = count_regions(source, region, regions, snapshot);
  for (std::size_t a = 0; a < sample.columns.size(); ++a) {
    if (sample.data.attributes[a].role != Role::sensitive) continue;
    progress.checkpoint();
    count(source.columns[sample.columns[a]], a, sample, source, region, snapshot, progress);
  }
  for (const RegionNeeds::Linked& linked : needs_.linked) {
    progress.checkpoint();
    std::vector<std::vector<LinkedCount>> by_region(regions);
    for (LinkedCount& count : count_linked(*source.find(linked.sensitive), linked.others, source,
                                           region, needs_.l, most_linked_counts, snapshot)) {
      by_region[count.region].push_back(std::move(count));
    }
    linked_.push_back(std::move(by_region));
    mark_linked(linked.sensitive, sample, progress);
  }
}

// Finds the harmless values among the last linked counts.
void CountedRegions::mark_linked(const std::string& sensitive, const Table& sample,
                                 const Progress& progress) {
  std::set<std::optional<std::string>>& harmless = harmless_linked_.emplace_back();
  const auto column = std::find_if(sample.data.attributes.begin(), sample.data.attributes.end(),
                                   [&](const Attribute& a) { return a.name == sensitive; });
  const auto a = static_cast<std::size_t>(column - sample.data.attributes.begin());
  if (sample.harmless[a].empty()) return;
  std::set<std::optional<std::string>> counted;
  for (const std::vector<LinkedCount>& of_region : linked_.back()) {
    for (const LinkedCount& count : of_region)
      counted.insert(count.value);
  }
  const std::vector<std::optional<std::string>> values(counted.begin(), counted.end());
  const std::vector<std::uint8_t> marks =
      marked_harmless(sample.dictionaries[a].type(), values, sample.harmless[a], progress);
  for (std::size_t v = 0; v < marks.size(); ++v) {
    if (marks[v] != 0) harmless.insert(values[v]);
  }
}

void CountedRegions::count_persons(const Source& source, const Table& sample,
                                   const std::string& region, std::uint32_t regions,
                                   const KeptSnapshot& snapshot, const Progress& progress) {
  rows_ = count_regions(source, region, regions, snapshot);
  persons_ = count_persons_by_region(source, *needs_.persons, region, regions, snapshot);
  for (std::size_t a = 0; a < sample.columns.size(); ++a) {
    if (sample.data.attributes[a].role != Role::sensitive) continue;
    progress.checkpoint();
    const std::vector<PersonsWithValue> persons = count_persons_with_values(
        source.columns[sample.columns[a]], source, *needs_.persons, region, snapshot);
    std::vector<RegionCount> expected;
    for (const PersonsWithValue& with : persons)
      expected.push_back({with.region, with.value, std::llround(std::max(with.drawn, 1.0))});
    add_histogram(expected, sample.dictionaries[a], sample.harmless[a], progress);
    const std::vector<Code> codes =
        codes_in(sample.dictionaries[a], expected, sample.harmless[a], progress);
    std::vector<std::vector<DrawnValue>>& drawn = drawn_.emplace_back(regions);
    for (std::size_t i = 0; i < persons.size(); ++i) {
      drawn[persons[i].region].push_back(
          {codes[i], static_cast<double>(persons[i].any), persons[i].drawn});
    }
  }
}

void CountedRegions::count(const SourceColumn& column, std::size_t sample_attribute,
                           const Table& sample, const Source& source, const std::string& region,
                           const KeptSnapshot& snapshot, const Progress& progress) {
  const OfValues which = needs_.privacy.empty() ? OfValues::above_share : OfValues::all;
  add_histogram(count_by_region(column, source, region, which, needs_.l, snapshot),
                sample.dictionaries[sample_attribute], sample.harmless[sample_attribute], progress);
}

void CountedRegions::add_histogram(const std::vector<RegionCount>& counts,
                                   const Dictionary& dictionary, const HarmlessValues& harmless,
                                   const Progress& progress) {
  const std::vector<Code> codes = codes_in(dictionary, counts, harmless, progress);
  harmless_.emplace_back(codes.begin() + static_cast<std::ptrdiff_t>(counts.size()), codes.end());
  Histogram histogram(rows_.size());
  for (std::size_t i = 0; i < counts.size(); ++i)
    histogram[counts[i].region].push_back({codes[i], narrowed(counts[i].rows)});
  histograms_.push_back(std::move(histogram));
}

std::int64_t CountedRegions::rows(std::span<const std::uint32_t> regions) const {
  return std::accumulate(regions.begin(), regions.end(), std::int64_t{0},
                         [&](std::int64_t sum, std::uint32_t r) { return sum + rows_[r]; });
}

std::int64_t CountedRegions::tuples(std::span<const std::uint32_t> regions) const {
  if (persons_.empty()) return rows(regions);
  return std::accumulate(regions.begin(), regions.end(), std::int64_t{0},
                         [&](std::int64_t sum, std::uint32_t r) { return sum + persons_[r]; });
}

bool CountedRegions::has_k(std::span<const std::uint32_t> regions) const {
  return tuples(regions) >= std::max<std::int64_t>(needs_.k, 1);
}

bool CountedRegions::meets(std::span<const std::uint32_t> regions) const {
  const auto all = static_cast<double>(tuples(regions));
  return has_k(regions) &&
         (persons_.empty() ? meets_l(regions, all) : drawn_rows_meet_l(regions, all)) &&
         meets_models(regions) && meets_linked(regions);
}

bool CountedRegions::meets_l(std::span<const std::uint32_t> regions, double rows) const {
  for (std::size_t j = 0; j < histograms_.size(); ++j) {
    for (const ValueCount& value : sum(histograms_[j], regions)) {
      if (!harmless_[j].contains(value.value) && !share_holds(value.tuples, rows, needs_.l))
        return false;
    }
  }
  return true;
}

bool CountedRegions::drawn_rows_meet_l(std::span<const std::uint32_t> regions,
                                       double persons) const {
  for (std::size_t j = 0; j < drawn_.size(); ++j) {
    std::map<Code, DrawnValue> values;
    for (const std::uint32_t region : regions) {
      for (const DrawnValue& of_region : drawn_[j][region]) {
        DrawnValue& value = values[of_region.value];
        value.any += of_region.any;
        value.drawn += of_region.drawn;
      }
    }
    const bool hold = std::all_of(values.begin(), values.end(), [&](const auto& value) {
      return harmless_[j].contains(value.first) ||
             drawn_share_holds(value.second.drawn, value.second.any, persons, needs_.l,
                               drawn_failure);
    });
    if (!hold) return false;
  }
  return true;
}

bool CountedRegions::meets_models(std::span<const std::uint32_t> regions) const {
  if (needs_.privacy.empty()) return true;
  if (histograms_.empty()) {
    const ValueCount all{0, narrowed(tuples(regions))};
    return needs_.privacy.holds(0, std::span(&all, 1));
  }
  for (std::size_t j = 0; j < histograms_.size(); ++j) {
    if (!needs_.privacy.holds(j, sum(histograms_[j], regions))) return false;
  }
  return true;
}

bool CountedRegions::meets_linked(std::span<const std::uint32_t> regions) const {
  for (std::size_t c = 0; c < linked_.size(); ++c) {
    const auto& by_region = linked_[c];
    std::map<std::int64_t, std::int64_t> totals;
    std::map<std::pair<std::int64_t, std::optional<std::string>>, std::int64_t> counts;
    for (const std::uint32_t region : regions) {
      for (const LinkedCount& count : by_region[region]) {
        totals[count.given] += count.rows;
        counts[{count.given, count.value}] += count.rows;
      }
    }
    const bool hold = std::all_of(counts.begin(), counts.end(), [&](const auto& counted) {
      const auto& [given, value] = counted.first;
      return harmless_linked_[c].contains(value) ||
             share_holds(static_cast<double>(counted.second), static_cast<double>(totals[given]),
                         needs_.l);
    });
    if (!hold) return false;
  }
  return true;
}

}  // namespace microdata::postgres
