#include "core/risk/fragment_likelihood.hpp"

#include <algorithm>
#include <cstddef>
#include <map>

namespace microdata {

namespace {

// Expected number of rows by class value.
using Rows = std::map<Code, double>;

void add(const FragmentClasses& classes, std::size_t c, Rows& rows) {
  double published = 0;
  for (const ValueCount& v : classes.counts[c])
    published += v.tuples;
  const double slots = classes.rows[c] - published;
  const auto values = static_cast<double>(classes.counts[c].size());
  for (const ValueCount& v : classes.counts[c])
    rows[v.value] += v.tuples + slots / values;
}

double join(const std::vector<Rows>& fragments) {
  double sum = 0;
  for (const auto& [value, rows] : fragments.front()) {
    double product = rows;
    for (std::size_t f = 1; f < fragments.size(); ++f) {
      const auto found = fragments[f].find(value);
      product *= found == fragments[f].end() ? 0 : found->second;
    }
    sum += product;
  }
  return sum;
}

}  // namespace

double membership_likelihood(std::span<const FragmentView> fragments,
                             std::span<const std::vector<std::uint32_t>> matching,
                             const Progress& progress) {
  std::vector<Rows> all;
  std::vector<Rows> of_subject;
  for (std::size_t f = 0; f < fragments.size(); ++f) {
    const FragmentClasses classes = read_classes(fragments[f], progress);
    Rows& rows = all.emplace_back();
    for (std::size_t c = 0; c < classes.rows.size(); ++c) {
      progress.checkpoint_at(c);
      add(classes, c, rows);
    }
    Rows& matched = of_subject.emplace_back();
    for (const std::uint32_t c : matching[f])
      add(classes, c, matched);
  }
  if (fragments.empty()) return 0;
  const double whole = join(all);
  return whole > 0 ? join(of_subject) / whole : 0;
}

}  // namespace microdata
