#include "core/risk/bucket_hull.hpp"

#include <algorithm>
#include <utility>

#include "core/risk/code_runs.hpp"

namespace microdata {

namespace {

// Largest number of runs of a hull; a hull of more runs becomes one run.
constexpr std::size_t most_runs = 1000;

// Returns the union of runs that are in the order of their beginnings.
CodeSet union_of(const std::vector<std::pair<Code, Code>>& runs) {
  if (runs.empty()) return {};
  if (runs.size() > most_runs) {
    Code end = 0;
    for (const auto& [from, to] : runs)
      end = std::max(end, to);
    return CodeSet::range(runs.front().first, end);
  }
  CodeSet result;
  Code next = 0;
  for (const auto& [from, to] : runs) {
    for (Code code = std::max(from, next); code < to; ++code)
      result.add(code);
    next = std::max(next, to);
  }
  return result;
}

}  // namespace

std::vector<CodeSet> hull_of(const PublishedTable& table, std::span<const std::uint32_t> rows) {
  std::vector<CodeSet> hull;
  for (const PublishedTable::Attribute& attribute : table.attributes) {
    std::vector<Code> labels;
    for (const std::uint32_t row : rows)
      labels.push_back(attribute.published[row]);
    std::sort(labels.begin(), labels.end());
    labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
    std::vector<std::pair<Code, Code>> runs;
    for (const Code label : labels) {
      const CodeSet& codes = attribute.asked_by(label);
      if (codes.empty()) continue;
      codes.for_each_run([&](Code from, Code to) { runs.emplace_back(from, to); });
    }
    std::sort(runs.begin(), runs.end());
    hull.push_back(union_of(runs));
  }
  return hull;
}

double shared_part(const CodeSet& covered, const CodeSet& within) {
  if (covered.empty()) return 0;
  return static_cast<double>(common_codes(covered, within)) / static_cast<double>(covered.size());
}

}  // namespace microdata
