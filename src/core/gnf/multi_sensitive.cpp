#include "core/gnf/multi_sensitive.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "core/microdata/attribute_set.hpp"
#include "core/microdata/combination.hpp"
#include "core/privacy/diversity.hpp"

namespace microdata {

namespace {

// How many tuples of each combination of sensitive values.
using Counts = std::vector<std::uint32_t>;

// The combinations that occur; along each sensitive attribute, those that agree in the others are a
// line.
struct Grid {
  Combinations combinations;
  // [sensitive attribute][combination]
  std::vector<std::vector<std::uint32_t>> line;
  std::vector<std::uint32_t> lines;
  std::vector<std::vector<Code>> value;
  std::vector<double> l;
};

Grid grid_of(const Microdata& data, const AttributeSet& sensitive, std::span<const double> l,
             const Progress& progress) {
  Grid grid{combine(data, sensitive, progress), {}, {}, {}, {l.begin(), l.end()}};
  const std::vector<Row> examples = representatives(grid.combinations);
  std::vector<Code> domains;
  for (const std::size_t a : sensitive) {
    std::vector<Code>& codes = grid.value.emplace_back();
    for (const Row row : examples)
      codes.push_back(data.columns[a][row]);
    domains.push_back(data.attributes[a].distinct);
  }
  for (std::size_t j = 0; j < sensitive.size(); ++j) {
    std::vector<std::span<const Code>> columns(grid.value.begin(), grid.value.end());
    std::vector<Code> others = domains;
    columns.erase(columns.begin() + static_cast<std::ptrdiff_t>(j));
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(j));
    Combinations lines = combine(static_cast<Row>(examples.size()), columns, others, progress);
    grid.lines.push_back(lines.distinct);
    grid.line.push_back(std::move(lines.of_row));
  }
  return grid;
}

// The largest selection within the counts that meets the constraints; it may be empty. Looks at the
// combinations in `active` alone, the others having count 0, and leaves there those that remain.
class Reduction {
 public:
  Reduction(const Grid& grid, const Progress& progress) : grid_(&grid), progress_(&progress) {
    for (const std::uint32_t lines : grid.lines)
      sums_.emplace_back(lines);
  }

  void reduce(Counts& counts, std::vector<std::uint32_t>& active) {
    bool reduced = true;
    while (reduced) {
      reduced = false;
      for (std::size_t j = 0; j < sums_.size(); ++j) {
        progress_->checkpoint();
        const std::vector<std::uint32_t>& line = grid_->line[j];
        for (const std::uint32_t c : active)
          sums_[j][line[c]] = 0;
        for (const std::uint32_t c : active)
          sums_[j][line[c]] += counts[c];
        for (const std::uint32_t c : active) {
          const std::uint32_t most = largest_count(sums_[j][line[c]], grid_->l[j]);
          reduced = reduced || counts[c] > most;
          counts[c] = std::min(counts[c], most);
        }
        std::erase_if(active, [&](std::uint32_t c) { return counts[c] == 0; });
      }
    }
  }

 private:
  const Grid* grid_;
  const Progress* progress_;
  std::vector<std::vector<std::uint32_t>> sums_;
};

struct Selection {
  Counts counts;
  // Combinations with a count above 0, ascending.
  std::vector<std::uint32_t> active;
};

Selection selection_of(const Counts& counts) {
  Selection selection{counts, {}};
  for (std::uint32_t c = 0; c < counts.size(); ++c) {
    if (counts[c] > 0) selection.active.push_back(c);
  }
  return selection;
}

// Takes away what `leaves` tells to, and what cannot stay then, if anything stays.
template <typename Leaves>
bool try_without(Selection& selection, Reduction& reduction, const Leaves& leaves) {
  Selection fewer = selection;
  for (const std::uint32_t c : selection.active) {
    if (leaves(c)) fewer.counts[c] = 0;
  }
  std::erase_if(fewer.active, [&](std::uint32_t c) { return fewer.counts[c] == 0; });
  reduction.reduce(fewer.counts, fewer.active);
  if (fewer.active.empty()) return false;
  selection = std::move(fewer);
  return true;
}

// The values of the j-th attribute that occur in the selection, those with the fewest tuples left
// first: what is frequent is to be used up as fast.
std::vector<Code> rare_first(const Grid& grid, std::size_t j, const Selection& selection,
                             const Counts& left) {
  std::vector<std::pair<std::uint64_t, Code>> tuples;
  std::vector<std::uint32_t> order = selection.active;
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return grid.value[j][a] < grid.value[j][b]; });
  for (const std::uint32_t c : order) {
    if (tuples.empty() || tuples.back().second != grid.value[j][c])
      tuples.emplace_back(0, grid.value[j][c]);
    tuples.back().first += left[c];
  }
  std::sort(tuples.begin(), tuples.end());
  std::vector<Code> values;
  for (const auto& [count, value] : tuples)
    values.push_back(value);
  return values;
}

// A group from which nothing can be taken away, neither a value nor a combination. Empty where
// there is no group.
Selection small_group(const Grid& grid, const Counts& left, Reduction& reduction) {
  Counts once = left;
  for (std::uint32_t& count : once)
    count = std::min<std::uint32_t>(count, 1);
  Selection group = selection_of(once);
  reduction.reduce(group.counts, group.active);
  if (group.active.empty()) {
    group = selection_of(left);
    reduction.reduce(group.counts, group.active);
  }
  for (std::size_t j = 0; j < grid.line.size(); ++j) {
    for (const Code value : rare_first(grid, j, group, left))
      try_without(group, reduction, [&](std::uint32_t c) { return grid.value[j][c] == value; });
  }
  std::vector<std::uint32_t> order = group.active;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return left[a] < left[b]; });
  for (const std::uint32_t one : order)
    try_without(group, reduction, [&](std::uint32_t c) { return c == one; });
  return group;
}

// So many groups of the same composition that what is left is still mixed.
std::uint32_t times_of(const Selection& group, const Counts& left) {
  std::uint32_t most = std::numeric_limits<std::uint32_t>::max();
  for (const std::uint32_t c : group.active)
    most = std::min(most, left[c] / group.counts[c]);
  return std::max<std::uint32_t>(1, most / 2);
}

Counts sum_of(const Counts& a, const Counts& b) {
  Counts sum = a;
  for (std::size_t c = 0; c < sum.size(); ++c)
    sum[c] += b[c];
  return sum;
}

// What is left over goes together with as many of the last groups as it takes.
void absorb(std::vector<Counts>& groups, Counts left, Reduction& reduction) {
  if (std::all_of(left.begin(), left.end(), [](std::uint32_t count) { return count == 0; })) return;
  for (std::size_t merged = 1;; merged *= 2) {
    for (std::size_t i = 0; i < merged && !groups.empty(); ++i) {
      left = sum_of(left, groups.back());
      groups.pop_back();
    }
    Selection all = selection_of(left);
    reduction.reduce(all.counts, all.active);
    if (all.counts == left || groups.empty()) break;
  }
  groups.push_back(std::move(left));
}

}  // namespace

AttributeSet sensitive_attributes(std::span<const PrivacyRule> rules) {
  AttributeSet result;
  for (const PrivacyRule& rule : rules)
    result = united(result, rule.sensitive);
  return result;
}

BinaryProgramme group_programme(const Microdata& data, const AttributeSet& sensitive,
                                std::span<const double> l, std::span<const Row> rows,
                                const Progress& progress) {
  BinaryProgramme programme;
  programme.objective.assign(rows.size(), 1);
  const Grid grid = grid_of(data, sensitive, l, progress);
  for (std::size_t j = 0; j < sensitive.size(); ++j) {
    std::vector<std::vector<std::uint32_t>> on_line(grid.lines[j]);
    for (std::uint32_t i = 0; i < rows.size(); ++i)
      on_line[grid.line[j][grid.combinations.of_row[rows[i]]]].push_back(i);
    for (const std::vector<std::uint32_t>& variables : on_line) {
      std::vector<std::uint32_t> combinations;
      for (const std::uint32_t i : variables)
        combinations.push_back(grid.combinations.of_row[rows[i]]);
      std::sort(combinations.begin(), combinations.end());
      combinations.erase(std::unique(combinations.begin(), combinations.end()), combinations.end());
      for (const std::uint32_t c : combinations) {
        progress.checkpoint();
        BinaryProgramme::Constraint& constraint = programme.constraints.emplace_back();
        for (const std::uint32_t i : variables) {
          const bool has = grid.combinations.of_row[rows[i]] == c;
          constraint.terms.push_back({i, (has ? 1.0 : 0.0) - 1.0 / l[j]});
        }
      }
    }
  }
  return programme;
}

MultiSensitiveGroups multi_sensitive_groups(const Microdata& data, const AttributeSet& sensitive,
                                            std::span<const double> l, std::span<const Row> rows,
                                            const Progress& progress) {
  MultiSensitiveGroups result;
  for (const double one : l)
    result.smallest_possible *= fewest_tuples(one);
  const Grid grid = grid_of(data, sensitive, l, progress);
  std::vector<std::vector<Row>> rows_of(grid.combinations.distinct);
  for (std::size_t i = rows.size(); i-- > 0;)
    rows_of[grid.combinations.of_row[rows[i]]].push_back(rows[i]);
  Counts left(grid.combinations.distinct);
  for (std::size_t c = 0; c < left.size(); ++c)
    left[c] = static_cast<std::uint32_t>(rows_of[c].size());

  Reduction reduction(grid, progress);
  Selection published = selection_of(left);
  reduction.reduce(published.counts, published.active);
  left = published.counts;
  std::vector<Counts> groups;
  while (true) {
    const Selection group = small_group(grid, left, reduction);
    if (group.active.empty()) break;
    for (std::uint32_t times = times_of(group, left); times > 0; --times) {
      for (const std::uint32_t c : group.active)
        left[c] -= group.counts[c];
      groups.push_back(group.counts);
    }
  }
  absorb(groups, std::move(left), reduction);

  for (const Counts& group : groups) {
    for (std::size_t c = 0; c < group.size(); ++c) {
      for (std::uint32_t i = 0; i < group[c]; ++i) {
        result.groups.rows.push_back(rows_of[c].back());
        rows_of[c].pop_back();
      }
    }
    result.groups.offsets.push_back(static_cast<Row>(result.groups.rows.size()));
  }
  for (const std::vector<Row>& not_taken : rows_of)
    result.suppressed.insert(result.suppressed.end(), not_taken.begin(), not_taken.end());
  std::sort(result.suppressed.begin(), result.suppressed.end());
  return result;
}

}  // namespace microdata
