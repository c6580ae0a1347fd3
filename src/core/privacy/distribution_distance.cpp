#include "core/privacy/distribution_distance.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace microdata {

double group_total(std::span<const ValueCount> group) {
  double total = 0;
  for (const ValueCount& v : group)
    total += v.tuples;
  return total;
}

double total_variation(std::span<const ValueCount> group, const SensitiveDistribution& table) {
  // P exceeds Q only in the group's own values.
  const double total = group_total(group);
  double more = 0;
  for (const ValueCount& v : group)
    more += std::max(v.tuples / total - table.share(v.value), 0.0);
  return more;
}

double ordered_distance(std::span<const ValueCount> group, const SensitiveDistribution& table) {
  const std::size_t domain = table.domain();
  if (domain < 2) return 0;
  std::vector<ValueCount> sorted(group.begin(), group.end());
  std::sort(sorted.begin(), sorted.end(),
            [](const ValueCount& a, const ValueCount& b) { return a.value < b.value; });
  // The work is the sum over all values but the last of |cumulative P - cumulative Q|. Between the
  // group's values, cumulative P is constant while cumulative Q grows. The difference therefore
  // changes its sign at most once, at the value where Q reaches P.
  const double total = group_total(group);
  double work = 0;
  const auto add = [&](std::size_t begin, std::size_t end, double p) {
    const std::size_t turn = std::clamp(table.first_at_least(p), begin, end);
    const auto sum = [&](std::size_t from, std::size_t to) {
      return table.sum_of_cumulative(to) - table.sum_of_cumulative(from);
    };
    work += static_cast<double>(turn - begin) * p - sum(begin, turn);
    work += sum(turn, end) - static_cast<double>(end - turn) * p;
  };
  std::size_t begin = 0;
  double tuples = 0;
  for (const ValueCount& v : sorted) {
    add(begin, v.value, tuples / total);
    begin = v.value;
    tuples += v.tuples;
  }
  add(begin, domain - 1, 1);
  // Rounding can make the difference of sums negative.
  return std::max(work, 0.0) / static_cast<double>(domain - 1);
}

double hierarchical_distance(std::span<const ValueCount> group,
                             const SensitiveDistribution& table) {
  const Hierarchy& hierarchy = *table.hierarchy();
  const double total = group_total(group);
  std::vector<double> extra(table.domain());
  for (Code value = 0; value < table.domain(); ++value)
    extra[value] = -table.share(value);
  for (const ValueCount& v : group)
    extra[v.value] += v.tuples / total;
  // Surplus and deficit of one label's children are exchanged among them, at the height of that
  // label.
  std::vector<Code> example(table.domain());
  for (Code value = 0; value < table.domain(); ++value)
    example[value] = value;
  double work = 0;
  for (std::size_t level = 1; level < hierarchy.levels(); ++level) {
    std::vector<double> more(hierarchy.labels[level]);
    std::vector<double> less(hierarchy.labels[level]);
    std::vector<Code> next_example(hierarchy.labels[level]);
    for (std::size_t child = 0; child < extra.size(); ++child) {
      const std::uint32_t parent = hierarchy.label_of_code[level][example[child]];
      (extra[child] > 0 ? more : less)[parent] += std::abs(extra[child]);
      next_example[parent] = example[child];
    }
    extra.assign(hierarchy.labels[level], 0);
    for (std::size_t parent = 0; parent < extra.size(); ++parent) {
      work += static_cast<double>(level) * std::min(more[parent], less[parent]);
      extra[parent] = more[parent] - less[parent];
    }
    example = std::move(next_example);
  }
  return hierarchy.height() == 0 ? 0 : work / static_cast<double>(hierarchy.height());
}

double kullback_leibler(std::span<const ValueCount> group, const SensitiveDistribution& table) {
  const double total = group_total(group);
  double sum = 0;
  for (const ValueCount& v : group) {
    const double p = v.tuples / total;
    sum += p * std::log(p / table.share(v.value));
  }
  return std::max(sum, 0.0);
}

double jensen_shannon(std::span<const ValueCount> group, const SensitiveDistribution& table) {
  const double total = group_total(group);
  double sum = 0;
  double elsewhere = 1;
  for (const ValueCount& v : group) {
    const double p = v.tuples / total;
    const double q = table.share(v.value);
    const double mean = (p + q) / 2;
    sum += p * std::log(p / mean) + q * std::log(q / mean);
    elsewhere -= q;
  }
  return std::max(sum + std::max(elsewhere, 0.0) * std::log(2.0), 0.0) / 2;
}

}  // namespace microdata
