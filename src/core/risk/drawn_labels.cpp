#include "core/risk/drawn_labels.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/base/grouped.hpp"

namespace microdata {

namespace {

// Returns a * b / whole, rounded up.
std::uint64_t share_of(std::uint64_t a, std::uint64_t b, std::uint64_t whole) {
  return (a * b + whole - 1) / whole;
}

std::vector<std::uint32_t> rows_of_labels(const RegionAttribute& attribute) {
  std::vector<std::uint32_t> rows(attribute.labels);
  for (const Code label : attribute.published)
    ++rows[label];
  return rows;
}

// Returns the number of tuples that are guessed right from the other tuples, by their counts of
// values. A tie among the other tuples is no guess.
std::uint64_t guessed_from_others(const std::vector<std::uint32_t>& counts) {
  std::uint64_t most = 0;
  std::uint64_t second = 0;
  for (const std::uint64_t count : counts) {
    second = std::max(second, std::min(most, count));
    most = std::max(most, count);
  }
  return most > second + 1 ? most : 0;
}

}  // namespace

std::vector<Code> drawn_labels(const RegionAttribute& attribute, Random& random,
                               const Progress& progress) {
  const std::vector<std::uint32_t> rows = rows_of_labels(attribute);
  // Number of rows whose labels cover each value.
  std::vector<std::uint64_t> covering(std::size_t{attribute.values} + 1);
  for (Code label = 0; label < attribute.labels; ++label) {
    attribute.covers[label].for_each_run([&](Code from, Code to) {
      // The first value behind a run takes back the run's rows; sums over all codes follow.
      covering[from] += rows[label];
      covering[to] -= rows[label];
    });
  }
  for (std::size_t value = 1; value < covering.size(); ++value)
    covering[value] += covering[value - 1];
  std::vector<Code> drawn;
  drawn.reserve(attribute.tuples.size());
  for (std::size_t tuple = 0; tuple < attribute.tuples.size(); ++tuple) {
    progress.checkpoint_at(tuple);
    const Code value = attribute.tuples[tuple];
    if (covering[value] == 0) {
      drawn.push_back(nowhere);
      continue;
    }
    auto place = static_cast<std::uint64_t>(random.share() * static_cast<double>(covering[value]));
    Code label = 0;
    for (;; ++label) {
      if (!attribute.covers[label].contains(value)) continue;
      if (place < rows[label]) break;
      place -= rows[label];
    }
    drawn.push_back(label);
  }
  return drawn;
}

Dependency measure_labels(const RegionAttribute& attribute, const CodedColumn& dependent,
                          const Progress& progress) {
  const std::vector<std::uint32_t> rows = rows_of_labels(attribute);
  const Grouped<Row> tuples = group_numbers(attribute.tuples, attribute.values, progress);
  Dependency dependency;
  std::vector<std::uint64_t> of_all(dependent.distinct);
  std::vector<std::uint32_t> counts(dependent.distinct);
  for (Code label = 0; label < attribute.labels; ++label) {
    progress.checkpoint();
    if (rows[label] == 0) continue;
    std::fill(counts.begin(), counts.end(), 0);
    std::uint64_t covered = 0;
    attribute.covers[label].for_each_run([&](Code from, Code to) {
      for (std::size_t place = tuples.first[from]; place < tuples.first[to]; ++place)
        ++counts[dependent.codes[tuples.items[place]]];
      covered += tuples.first[to] - tuples.first[from];
    });
    if (covered < fewest_sharing) continue;
    dependency.rows += rows[label];
    dependency.determined += share_of(rows[label], guessed_from_others(counts), covered);
    for (Code value = 0; value < dependent.distinct; ++value)
      of_all[value] += std::uint64_t{rows[label]} * counts[value] / covered;
  }
  if (!of_all.empty()) dependency.guessed = *std::max_element(of_all.begin(), of_all.end());
  return dependency;
}

}  // namespace microdata
