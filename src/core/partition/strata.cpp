#include "core/partition/strata.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "core/microdata/combination.hpp"
#include "core/privacy/diversity.hpp"

namespace microdata {

namespace {

std::vector<std::uint32_t> count_strata(const Strata& strata, std::span<const Row> rows,
                                        const Progress& progress) {
  std::vector<std::uint32_t> counts(strata.distinct());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    progress.checkpoint_at(i);
    ++counts[strata.of_row[rows[i]]];
  }
  return counts;
}

// Calls f(begin, end) for the strata of every group.
template <typename Function>
void for_each_group(const Strata& strata, const Function& f) {
  for (std::uint32_t begin = 0; begin < strata.distinct();) {
    std::uint32_t end = begin + 1;
    while (end < strata.distinct() && strata.group[end] == strata.group[begin])
      ++end;
    f(begin, end);
    begin = end;
  }
}

// Returns the number of tuples that can stay together, besides `harmless` ones, if no value may
// exceed its share of `kept` tuples.
std::uint64_t capped_sum(std::span<const std::uint32_t> counts, std::uint64_t harmless,
                         std::uint32_t kept, double l) {
  const std::uint32_t most = largest_count(kept, l);
  std::uint64_t sum = harmless;
  for (const std::uint32_t count : counts)
    sum += std::min(count, most);
  return sum;
}

// Returns the largest n' with capped_sum(n') >= n'. Stepping down from n' to the sum itself never
// skips a solution, because capped_sum does not grow as n' falls.
std::uint32_t most_to_keep(std::span<const std::uint32_t> counts, std::uint64_t harmless,
                           double l) {
  auto kept = static_cast<std::uint32_t>(std::accumulate(counts.begin(), counts.end(), harmless));
  for (std::uint64_t sum = capped_sum(counts, harmless, kept, l); sum < kept;
       sum = capped_sum(counts, harmless, kept, l)) {
    kept = static_cast<std::uint32_t>(sum);
  }
  return kept;
}

void mark_harmless(const Microdata& data, Strata& strata) {
  const Attribute& attribute = data.attributes[strata.attribute];
  if (attribute.harmless.empty()) return;
  for (const Code value : strata.value)
    strata.harmless.push_back(attribute.harmless[value]);
}

// Sets the counts of harmless strata to 0 and returns their sum.
std::uint64_t take_harmless(const Strata& strata, std::uint32_t begin,
                            std::span<std::uint32_t> counts) {
  std::uint64_t harmless = 0;
  for (std::uint32_t i = 0; i < counts.size(); ++i) {
    if (!strata.is_bounded(begin + i)) harmless += std::exchange(counts[i], 0);
  }
  return harmless;
}

}  // namespace

Strata make_strata(const Microdata& data, std::size_t sensitive_attribute,
                   std::span<const std::uint32_t> known, std::uint32_t known_distinct,
                   const Progress& progress) {
  const std::vector<Code>& values = data.columns[sensitive_attribute];
  const std::array<std::span<const Code>, 2> columns{known, values};
  const std::array<Code, 2> domains{known_distinct, data.attributes[sensitive_attribute].distinct};
  Combinations combinations = combine(data.rows, columns, domains, progress);
  Strata strata;
  strata.attribute = sensitive_attribute;
  strata.groups = known_distinct;
  for (const Row row : representatives(combinations)) {
    strata.group.push_back(known[row]);
    strata.value.push_back(values[row]);
  }
  mark_harmless(data, strata);
  strata.of_row = std::move(combinations.of_row);
  return strata;
}

Strata ungrouped_strata(const Microdata& data, std::size_t sensitive_attribute) {
  Strata strata;
  strata.attribute = sensitive_attribute;
  strata.of_row = data.columns[sensitive_attribute];
  strata.group.resize(data.attributes[sensitive_attribute].distinct);
  strata.value.resize(strata.group.size());
  std::iota(strata.value.begin(), strata.value.end(), 0U);
  strata.groups = 1;
  mark_harmless(data, strata);
  return strata;
}

std::vector<Strata> all_ungrouped_strata(const Microdata& data, const AttributeSet& sensitive) {
  std::vector<Strata> result;
  for (const std::size_t attribute : sensitive)
    result.push_back(ungrouped_strata(data, attribute));
  if (sensitive.empty()) {
    result.push_back({data.attributes.size(), std::vector<std::uint32_t>(data.rows), {0}, {0}, 1});
  }
  return result;
}

TightestStratum tightest_stratum(const Strata& strata, std::span<const Row> rows,
                                 const Progress& progress) {
  std::vector<std::uint32_t> counts = count_strata(strata, rows, progress);
  TightestStratum tightest;
  for_each_group(strata, [&](std::uint32_t begin, std::uint32_t end) {
    const auto total = std::accumulate(counts.begin() + begin, counts.begin() + end, 0U);
    take_harmless(strata, begin, std::span(counts).subspan(begin, end - begin));
    const auto largest = std::max_element(counts.begin() + begin, counts.begin() + end);
    if (*largest == 0) return;
    // The most frequent of equally tight strata is the best evidence.
    const double difference = static_cast<double>(*largest) * tightest.total -
                              static_cast<double>(tightest.count) * total;
    if (tightest.count == 0 || difference > 0 || (difference == 0 && *largest > tightest.count)) {
      tightest = {static_cast<std::uint32_t>(largest - counts.begin()), *largest, total};
    }
  });
  return tightest;
}

std::vector<std::uint32_t> fewest_to_suppress(const Strata& strata, std::span<const Row> rows,
                                              double l, const Progress& progress) {
  std::vector<std::uint32_t> counts = count_strata(strata, rows, progress);
  for_each_group(strata, [&](std::uint32_t begin, std::uint32_t end) {
    const std::span group = std::span(counts).subspan(begin, end - begin);
    const std::uint64_t harmless = take_harmless(strata, begin, group);
    const std::uint32_t kept = most_to_keep(group, harmless, l);
    const std::uint32_t most = largest_count(kept, l);
    // Cutting every count to the cap leaves at least `kept` tuples. No tuple is suppressed in vain,
    // because `kept` is the largest solution.
    for (std::uint32_t& count : group)
      count -= std::min(count, most);
  });
  return counts;
}

}  // namespace microdata
