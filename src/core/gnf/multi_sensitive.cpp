#include "core/gnf/multi_sensitive.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "core/microdata/attribute_set.hpp"
#include "core/microdata/combination.hpp"
#include "core/privacy/diversity.hpp"
#include "core/privacy/published_rows.hpp"

namespace microdata {

namespace {

// Number of tuples of each combination of sensitive values.
using Counts = std::vector<std::uint32_t>;

// Combinations that occur. A line along a sensitive attribute has the combinations with the same
// values of the others.
struct Grid {
  Combinations combinations;
  // Number of the line by [sensitive attribute][combination].
  std::vector<std::vector<std::uint32_t>> line;
  std::vector<std::uint32_t> lines;
  std::vector<std::vector<Code>> value;
  std::vector<Code> domains;
  std::vector<double> l;
  // 1 by [sensitive attribute][combination] if its value of the attribute is harmless.
  std::vector<std::vector<std::uint8_t>> harmless;
};

Grid grid_of(const Microdata& data, const AttributeSet& sensitive, std::span<const double> l,
             const Progress& progress) {
  Grid grid{combine(data, sensitive, progress), {}, {}, {}, {}, {l.begin(), l.end()}, {}};
  const std::vector<Row> examples = representatives(grid.combinations);
  for (const std::size_t a : sensitive) {
    std::vector<Code>& codes = grid.value.emplace_back();
    std::vector<std::uint8_t>& harmless = grid.harmless.emplace_back();
    for (const Row row : examples) {
      codes.push_back(data.columns[a][row]);
      harmless.push_back(data.attributes[a].is_harmless(codes.back()) ? 1 : 0);
    }
    grid.domains.push_back(data.attributes[a].distinct);
  }
  for (std::size_t j = 0; j < sensitive.size(); ++j) {
    std::vector<std::span<const Code>> columns(grid.value.begin(), grid.value.end());
    std::vector<Code> others = grid.domains;
    columns.erase(columns.begin() + static_cast<std::ptrdiff_t>(j));
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(j));
    Combinations lines = combine(static_cast<Row>(examples.size()), columns, others, progress);
    grid.lines.push_back(lines.distinct);
    grid.line.push_back(std::move(lines.of_row));
  }
  return grid;
}

// Numbers of tuples of some combinations.
struct Selection {
  // Combinations, ascending.
  std::vector<std::uint32_t> combinations;
  // Number of tuples of each combination, above 0.
  std::vector<std::uint32_t> counts;

  bool empty() const { return combinations.empty(); }
  std::size_t tuples() const {
    return std::accumulate(counts.begin(), counts.end(), std::size_t{0});
  }
};

Selection selection_of(const Counts& counts, std::uint32_t at_most) {
  Selection selection;
  for (std::uint32_t c = 0; c < counts.size(); ++c) {
    if (counts[c] == 0) continue;
    selection.combinations.push_back(c);
    selection.counts.push_back(std::min(counts[c], at_most));
  }
  return selection;
}

constexpr std::uint32_t unlimited = std::numeric_limits<std::uint32_t>::max();

// Reducer of selections to the largest part that meets the constraints, which may be empty.
class Reduction {
 public:
  Reduction(const Grid& grid, const Progress& progress) : grid_(&grid), progress_(&progress) {
    for (const std::uint32_t lines : grid.lines)
      sums_.emplace_back(lines);
  }

  void reduce(Selection& selection) {
    bool reduced = true;
    while (reduced) {
      reduced = false;
      for (std::size_t j = 0; j < sums_.size(); ++j) {
        progress_->checkpoint();
        reduced = cut_along(j, selection) || reduced;
      }
    }
  }

  // True if a combination has a value that is not harmless.
  bool has_bounded(const Selection& selection) const {
    return std::any_of(selection.combinations.begin(), selection.combinations.end(),
                       [&](std::uint32_t c) {
                         return std::any_of(grid_->harmless.begin(), grid_->harmless.end(),
                                            [&](const auto& of_value) { return of_value[c] == 0; });
                       });
  }

 private:
  bool cut_along(std::size_t j, Selection& selection) {
    const std::vector<std::uint32_t>& line = grid_->line[j];
    std::vector<std::uint32_t>& sums = sums_[j];
    for (const std::uint32_t c : selection.combinations)
      sums[line[c]] = 0;
    for (std::size_t i = 0; i < selection.counts.size(); ++i)
      sums[line[selection.combinations[i]]] += selection.counts[i];
    bool cut = false;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < selection.counts.size(); ++i) {
      const std::uint32_t c = selection.combinations[i];
      const std::uint32_t most =
          grid_->harmless[j][c] != 0 ? unlimited : largest_count(sums[line[c]], grid_->l[j]);
      cut = cut || selection.counts[i] > most;
      selection.combinations[kept] = c;
      selection.counts[kept] = std::min(selection.counts[i], most);
      kept += selection.counts[kept] > 0 ? 1 : 0;
    }
    selection.combinations.resize(kept);
    selection.counts.resize(kept);
    return cut;
  }

  const Grid* grid_;
  const Progress* progress_;
  std::vector<std::vector<std::uint32_t>> sums_;
};

// Removes the combinations for which `leaves` is true, and what cannot stay without them, if
// anything stays. Harmless values do not stay alone, because others need them.
template <typename Leaves>
bool try_without(Selection& selection, Reduction& reduction, const Leaves& leaves) {
  Selection fewer;
  for (std::size_t i = 0; i < selection.counts.size(); ++i) {
    if (leaves(selection.combinations[i])) continue;
    fewer.combinations.push_back(selection.combinations[i]);
    fewer.counts.push_back(selection.counts[i]);
  }
  reduction.reduce(fewer);
  if (fewer.empty() || (!reduction.has_bounded(fewer) && reduction.has_bounded(selection)))
    return false;
  selection = std::move(fewer);
  return true;
}

// Removes `items` places one after the other, if possible; rank(c) is the place of a combination's
// item. Several are removed at once if possible. Reducing after each or after all gives the same
// result, and items that empty a selection also empty all selections within it.
template <typename Rank>
void take_away(Selection& selection, std::size_t items, Reduction& reduction, const Rank& rank) {
  std::size_t at_once = items / 2;
  for (std::size_t next = 0; next < items;) {
    at_once = std::clamp<std::size_t>(at_once, 1, items - next);
    const bool taken = try_without(selection, reduction, [&](std::uint32_t c) {
      return rank(c) >= next && rank(c) < next + at_once;
    });
    if (taken || at_once == 1) {
      next += at_once;
      at_once = (items - next) / 2;
    } else {
      at_once /= 2;
    }
  }
}

// Returns the values of the j-th attribute that occur in the selection, those with the fewest
// remaining tuples first. Frequent values are then used up equally fast.
std::vector<Code> rare_first(const Grid& grid, std::size_t j, const Selection& selection,
                             const Counts& left) {
  std::vector<std::pair<std::uint64_t, Code>> tuples;
  std::vector<std::uint32_t> order = selection.combinations;
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

// Returns a group from which neither a value nor a combination can be removed; empty if there is no
// group.
Selection small_group(const Grid& grid, const Counts& left, Reduction& reduction) {
  Selection group = selection_of(left, 1);
  reduction.reduce(group);
  if (group.empty()) {
    group = selection_of(left, unlimited);
    reduction.reduce(group);
  }
  for (std::size_t j = 0; j < grid.line.size(); ++j) {
    const std::vector<Code> values = rare_first(grid, j, group, left);
    std::vector<std::size_t> rank(grid.domains[j]);
    for (std::size_t i = 0; i < values.size(); ++i)
      rank[values[i]] = i;
    take_away(group, values.size(), reduction,
              [&](std::uint32_t c) { return rank[grid.value[j][c]]; });
  }
  std::vector<std::uint32_t> order = group.combinations;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return left[a] < left[b]; });
  std::vector<std::size_t> rank(left.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    rank[order[i]] = i;
  take_away(group, order.size(), reduction, [&](std::uint32_t c) { return rank[c]; });
  return group;
}

// Returns half the possible number of groups of the same composition, at least 1, so that the
// remaining tuples stay mixed.
std::uint32_t times_of(const Selection& group, const Counts& left) {
  std::uint32_t most = unlimited;
  for (std::size_t i = 0; i < group.counts.size(); ++i)
    most = std::min(most, left[group.combinations[i]] / group.counts[i]);
  return std::max<std::uint32_t>(1, most / 2);
}

void add(Counts& counts, const Selection& selection) {
  for (std::size_t i = 0; i < selection.counts.size(); ++i)
    counts[selection.combinations[i]] += selection.counts[i];
}

void take(Counts& counts, const Selection& selection) {
  for (std::size_t i = 0; i < selection.counts.size(); ++i)
    counts[selection.combinations[i]] -= selection.counts[i];
}

// Joins the remaining tuples with the last groups, as many as necessary.
void absorb(std::vector<Selection>& groups, Counts left, Reduction& reduction) {
  Selection rest = selection_of(left, unlimited);
  if (rest.empty()) return;
  for (std::size_t merged = 1;; merged *= 2) {
    for (std::size_t i = 0; i < merged && !groups.empty(); ++i) {
      add(left, groups.back());
      groups.pop_back();
    }
    rest = selection_of(left, unlimited);
    Selection protectable = rest;
    reduction.reduce(protectable);
    if (protectable.tuples() == rest.tuples() || groups.empty()) break;
  }
  groups.push_back(std::move(rest));
}

// Returns all remaining tuples in groups.
std::vector<Selection> groups_of(const Grid& grid, Counts left, Reduction& reduction,
                                 Remainder remainder) {
  std::vector<Selection> groups;
  while (true) {
    const Selection group = small_group(grid, left, reduction);
    if (group.empty()) break;
    for (std::uint32_t times = times_of(group, left); times > 0; --times) {
      take(left, group);
      groups.push_back(group);
    }
  }
  if (remainder == Remainder::merged) absorb(groups, std::move(left), reduction);
  return groups;
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
        if (grid.harmless[j][c] != 0) continue;
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
                                            const Progress& progress, Remainder remainder) {
  MultiSensitiveGroups result;
  for (std::size_t j = 0; j < sensitive.size(); ++j) {
    if (data.attributes[sensitive[j]].harmless.empty())
      result.smallest_possible *= fewest_tuples(l[j]);
  }
  const Grid grid = grid_of(data, sensitive, l, progress);
  std::vector<std::vector<Row>> rows_of(grid.combinations.distinct);
  for (std::size_t i = rows.size(); i-- > 0;)
    rows_of[grid.combinations.of_row[rows[i]]].push_back(rows[i]);
  Counts left(grid.combinations.distinct);
  for (std::size_t c = 0; c < left.size(); ++c)
    left[c] = static_cast<std::uint32_t>(rows_of[c].size());

  Reduction reduction(grid, progress);
  Selection published = selection_of(left, unlimited);
  reduction.reduce(published);
  left.assign(left.size(), 0);
  add(left, published);
  for (const Selection& group : groups_of(grid, std::move(left), reduction, remainder)) {
    for (std::size_t i = 0; i < group.counts.size(); ++i) {
      std::vector<Row>& from = rows_of[group.combinations[i]];
      const auto taken = static_cast<std::ptrdiff_t>(group.counts[i]);
      result.groups.rows.insert(result.groups.rows.end(), from.rbegin(), from.rbegin() + taken);
      from.resize(from.size() - group.counts[i]);
    }
    result.groups.offsets.push_back(static_cast<Row>(result.groups.rows.size()));
  }
  for (const std::vector<Row>& not_taken : rows_of)
    result.suppressed.insert(result.suppressed.end(), not_taken.begin(), not_taken.end());
  std::sort(result.suppressed.begin(), result.suppressed.end());
  return result;
}

MultiSensitiveGroups groups_to_publish(const Microdata& data, const AttributeSet& sensitive,
                                       std::span<const double> l, double suppress, Random& random,
                                       const Progress& progress) {
  const PublishedRows all(data.rows, suppress, random);
  MultiSensitiveGroups found;
  // Rows that no small group can take are better suppressed than merged into groups that they make
  // large.
  for (const Remainder remainder : {Remainder::suppressed, Remainder::merged}) {
    found = multi_sensitive_groups(data, sensitive, l, all.in_random_order(), progress, remainder);
    const double allowed = data.rows * suppress * (1 + share_tolerance);
    if (!found.groups.rows.empty() && static_cast<double>(found.suppressed.size()) <= allowed)
      return found;
  }
  Infeasible infeasible;
  infeasible.reason = Infeasible::Reason::no_groups;
  infeasible.total = data.rows;
  infeasible.to_suppress = static_cast<Row>(found.suppressed.size());
  throw infeasible;
}

}  // namespace microdata
