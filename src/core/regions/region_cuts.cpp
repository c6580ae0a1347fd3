#include "core/regions/region_cuts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <queue>
#include <set>
#include <span>
#include <utility>

#include "core/microdata/attribute_set.hpp"
#include "core/partition/mondrian_space.hpp"
#include "core/privacy/sensitive_distribution.hpp"
#include "core/regions/known_shares.hpp"
#include "core/regions/region_margin.hpp"
#include "core/regions/share_margin.hpp"

namespace microdata {

namespace {

// Number of cuts of an attribute that are tried, those nearest to the median first.
constexpr std::size_t cuts_tried = 8;

// Share of the room between a part's largest share and 1/l that a cut may use up, if another cut
// uses less. Without this bound, half of the rows of Adult at l = 1.3 by salary end in a region
// that cannot be cut further. With a smaller share, cuts of Mondrian come too late (figures in
// docs/experiments/figures.md).
constexpr double room_used = 0.8;

// Divisor of the rows. A cut that leaves at most this part of the rows on one side is made only if
// no other cut is possible. Mondrian does not make such a cut either (partition/mondrian.hpp).
constexpr std::size_t lopsided = 16;

// Returns the largest number of sides of cuts that are judged, each of which might be misjudged.
// One of the two places beside the median might not be among the cuts tried.
double sides_judged(std::uint32_t regions, std::size_t attributes) {
  return 2.0 * regions * (cuts_tried + 1) *
         static_cast<double>(std::max<std::size_t>(attributes, 1));
}

// Factor between numbers of rows that are tried one after the other.
constexpr double growth = 1.05;

// Requirements that both sides of a cut have to meet.
class SideJudge {
 public:
  SideJudge(const Microdata& sample, const RegionCutOptions& options, const Progress& progress)
      : sample_(sample),
        options_(options),
        whole_(sample.rows >= options.rows),
        diversity_(LDiversity{options.l, LDiversity::Variant::frequency, 1}),
        fewest_(static_cast<double>(options.fewest)) {
    // Every side is judged by its rows, by l and by every model for each attribute.
    double asked = 1;
    if (!options.oblivious) {
      if (options.privacy != nullptr) {
        models_ = options.privacy->models();
        fewest_ = std::max(fewest_, static_cast<double>(options.privacy->fewest()));
      }
      asked += static_cast<double>(options.sensitive.size() * (models_.size() + 1));
      for (std::size_t j = 0; j < options.sensitive.size(); ++j) {
        tables_.push_back(sensitive_distribution(sample, options.sensitive[j], progress));
        beside_.emplace_back();
        if (j < options.known.size() && !options.known[j].attributes.empty())
          beside_.back().emplace(sample, options.known[j].attributes, options.sensitive[j],
                                 options.l, progress);
      }
    }
    failure_ = options.failure / (sides_judged(options.regions, options.attributes.size()) * asked);
  }

  // True if both sides of a cut of the part on `attribute` meet the requirements. The first `left`
  // rows go left.
  bool allows(std::span<const Row> part, std::size_t left, std::size_t attribute,
              const Progress& progress) const {
    const std::span<const Row> sides[] = {part.first(left), part.subspan(left)};
    for (const std::span<const Row> side : sides) {
      if (!enough(static_cast<double>(side.size()))) return false;
    }
    for (std::size_t j = 0; j < tables_.size(); ++j) {
      if (is_known(j, attribute)) {
        // Each side has other combinations, with all rows that the whole part has of them.
      } else if (beside_[j]) {
        if (!beside_[j]->allows(part, left, whole_ ? std::nullopt : std::optional(failure_),
                                progress)) {
          return false;
        }
      } else {
        for (const std::span<const Row> side : sides) {
          if (!judge(diversity_, count(side, j, progress), j)) return false;
        }
      }
      if (models_.empty()) continue;
      for (const std::span<const Row> side : sides) {
        const std::vector<ValueCount> values = count(side, j, progress);
        for (const PrivacyModel& model : models_) {
          if (!judge(model, values, j)) return false;
        }
      }
    }
    return true;
  }

  // True if both sides leave enough of the room that the part has between its largest share and
  // 1/l. Buckets grow if the room is used up.
  bool leaves_room(std::span<const Row> part, std::size_t left, const Progress& progress) const {
    for (std::size_t j = 0; j < tables_.size(); ++j) {
      const double share = largest_share(part, j, progress);
      const double limit = share + (1 / options_.l - share) * room_used;
      if (largest_share(part.first(left), j, progress) > limit ||
          largest_share(part.subspan(left), j, progress) > limit) {
        return false;
      }
    }
    return true;
  }

  bool is_known(std::size_t j, std::size_t attribute) const {
    return j < options_.known.size() && contains(options_.known[j].attributes, attribute);
  }

 private:
  bool enough(double rows) const {
    return whole_ ? rows >= std::max(fewest_, 1.0)
                  : enough_rows(rows, sample_.rows, options_.rows, fewest_, failure_);
  }

  std::vector<ValueCount> count(std::span<const Row> side, std::size_t j,
                                const Progress& progress) const {
    return count_values(sample_, options_.sensitive[j], side, progress);
  }

  double largest_share(std::span<const Row> side, std::size_t j, const Progress& progress) const {
    const std::vector<ValueCount> values = count(side, j, progress);
    std::uint32_t most = 0;
    for (const ValueCount& v : values) {
      if (!tables_[j].is_harmless(v.value)) most = std::max(most, v.tuples);
    }
    return most / std::max(static_cast<double>(side.size()), 1.0);
  }

  bool judge(const PrivacyModel& model, std::span<const ValueCount> values, std::size_t j) const {
    return whole_ ? holds(model, values, tables_[j])
                  : holds_with_margin(model, values, tables_[j], failure_);
  }

  const Microdata& sample_;
  const RegionCutOptions& options_;
  // True if the sample is the table, so that no margin is needed.
  bool whole_;
  PrivacyModel diversity_;
  double fewest_;
  double failure_ = 0;
  std::vector<PrivacyModel> models_;
  // Distributions and known attributes of each sensitive attribute.
  std::vector<SensitiveDistribution> tables_;
  std::vector<std::optional<KnownShares>> beside_;
};

// Part of the sample that is one region so far.
struct Part {
  std::size_t node = 0;
  std::size_t begin = 0;
  std::size_t end = 0;
  // Combinations of the table that lie here and are not in the sample, by sensitive attribute.
  std::vector<std::vector<std::vector<Code>>> unseen = {};

  std::size_t size() const { return end - begin; }
  // Orders the largest part first, then the part with the lower node.
  bool operator<(const Part& other) const {
    return size() != other.size() ? size() < other.size() : node > other.node;
  }
};

class RegionCuts {
 public:
  RegionCuts(const Microdata& sample, const RegionCutOptions& options, const Progress& progress)
      : sample_(sample),
        options_(options),
        progress_(progress),
        judge_(sample, options, progress),
        rows_(sample.rows) {
    std::iota(rows_.begin(), rows_.end(), 0U);
    for (const std::size_t a : options.attributes) {
      const Attribute& attribute = sample.attributes[a];
      progress.checkpoint();
      if (attribute.divisible && attribute.distinct > 1)
        axes_.push_back(make_ordered_axis(sample, a, progress));
    }
  }

  CutTree run() {
    CutTree tree;
    tree.nodes.emplace_back();
    std::priority_queue<Part> parts;
    parts.push({0, 0, rows_.size(), unseen_combinations()});
    std::uint32_t regions = 1;
    while (regions < options_.regions && !parts.empty()) {
      progress_.checkpoint();
      const Part part = parts.top();
      parts.pop();
      std::optional<CutNode> cut = find_cut(part);
      if (!cut) continue;
      const std::size_t middle = part.begin + divide(rows_of(part), *cut);
      cut->left = tree.nodes.size();
      cut->right = cut->left + 1;
      tree.nodes[part.node] = *cut;
      tree.nodes.resize(tree.nodes.size() + 2);
      parts.push({cut->left, part.begin, middle, unseen_on(part, *cut, true)});
      parts.push({cut->right, middle, part.end, unseen_on(part, *cut, false)});
      ++regions;
    }
    std::uint32_t next = 0;
    number_regions(tree, 0, next);
    return tree;
  }

 private:
  using Unseen = std::vector<std::vector<std::vector<Code>>>;

  Unseen unseen_combinations() const {
    Unseen result;
    for (const KnownBeside& known : options_.known) {
      std::set<std::vector<Code>> missing(known.combinations.begin(), known.combinations.end());
      std::vector<Code> seen(known.attributes.size());
      for (Row row = 0; row < sample_.rows && !missing.empty(); ++row) {
        progress_.checkpoint_at(row);
        for (std::size_t i = 0; i < seen.size(); ++i)
          seen[i] = sample_.columns[known.attributes[i]][row];
        missing.erase(seen);
      }
      result.emplace_back(missing.begin(), missing.end());
    }
    return result;
  }

  // Returns the unseen combinations of a side. Cuts divide none of them.
  Unseen unseen_on(const Part& part, const CutNode& cut, bool left) const {
    Unseen result = part.unseen;
    for (std::size_t j = 0; j < result.size(); ++j) {
      const AttributeSet& attributes = options_.known[j].attributes;
      const auto place = static_cast<std::size_t>(
          std::find(attributes.begin(), attributes.end(), cut.attribute) - attributes.begin());
      if (place == attributes.size()) continue;
      std::erase_if(result[j], [&](const std::vector<Code>& codes) {
        return (codes[place] < cut.first_right) != left;
      });
    }
    return result;
  }

  // True if a cut on `attribute` might divide an unseen combination, which is known only to be
  // rare.
  bool may_part_unseen(const Part& part, std::size_t attribute) const {
    for (std::size_t j = 0; j < part.unseen.size() && !options_.oblivious; ++j) {
      if (!part.unseen[j].empty() && !judge_.is_known(j, attribute)) return true;
    }
    return false;
  }

  struct Width {
    float width;
    const Axis* axis;
  };

  Cell cell(const Axis& axis, Row row) const {
    return axis.cell_of_code[sample_.columns[axis.attribute][row]];
  }

  std::span<Row> rows_of(const Part& part) {
    return std::span(rows_).subspan(part.begin, part.size());
  }

  // Returns the axes on which the part is not flat, widest first, as Mondrian sorts them.
  std::vector<Width> widths(std::span<const Row> rows) const {
    std::vector<Width> result;
    for (const Axis& axis : axes_) {
      Cell low = std::numeric_limits<Cell>::max();
      Cell high = std::numeric_limits<Cell>::min();
      progress_.in_blocks(rows.size(), [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
          low = std::min(low, cell(axis, rows[i]));
          high = std::max(high, cell(axis, rows[i]));
        }
      });
      if (low >= high) continue;
      result.push_back({axis.position[cell_index(high)] - axis.position[cell_index(low)], &axis});
    }
    std::stable_sort(result.begin(), result.end(),
                     [](const Width& a, const Width& b) { return a.width > b.width; });
    return result;
  }

  // Kind of cuts that are searched.
  struct Search {
    std::size_t least;   // fewest rows of the smaller side
    bool room;           // true if both sides must leave room
    bool beside_median;  // true for only the two places beside the median
  };

  // Returns a cut of a part, nothing if no cut is possible. The first search is for Mondrian's cut
  // of the part, as if the part were a table, so that regions distinguish what Mondrian
  // distinguishes first. That cut must leave room if more cuts follow. Then come cuts that halve
  // the part rather evenly, because the largest region decides how much memory is needed.
  std::optional<CutNode> find_cut(const Part& part) {
    const std::span<Row> rows = rows_of(part);
    const std::vector<Width> by_width = widths(rows);
    const bool cut_again = rows.size() > 2 * (rows_.size() / options_.regions);
    for (const Search& search :
         {Search{rows.size() / lopsided + 1, cut_again, true}, Search{rows.size() / 4, true, false},
          Search{rows.size() / lopsided, true, false}, Search{rows.size() / 4, false, false},
          Search{rows.size() / lopsided, false, false}, Search{0, false, false}}) {
      // Oblivious regions are not merged and should be large.
      if (search.beside_median && options_.oblivious) continue;
      for (const Width& w : by_width) {
        if (may_part_unseen(part, w.axis->attribute)) continue;
        const std::optional<CutNode> cut = find_cut(*w.axis, rows, search);
        if (cut) return cut;
      }
    }
    return std::nullopt;
  }

  // Returns the cut between values of an axis that both sides allow, the nearest to the median
  // among a few cuts of the search.
  std::optional<CutNode> find_cut(const Axis& axis, std::span<Row> rows, const Search& search) {
    for (const Place& place : places(axis, rows, search)) {
      CutNode cut;
      cut.attribute = axis.attribute;
      cut.first_right = place.first_right;
      divide(rows, cut);
      if (search.room && !judge_.leaves_room(rows, place.left, progress_)) continue;
      if (judge_.allows(rows, place.left, axis.attribute, progress_)) return cut;
    }
    return std::nullopt;
  }

  // Place where an axis can be cut, with the number of rows that go left.
  struct Place {
    std::size_t left;
    Code first_right;
  };

  std::vector<Place> places(const Axis& axis, std::span<const Row> rows,
                            const Search& search) const {
    const std::size_t least = std::max<std::size_t>(search.least, 1);
    std::vector<std::size_t> counts(axis.position.size());
    progress_.in_blocks(rows.size(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i)
        ++counts[cell_index(cell(axis, rows[i]))];
    });
    const auto smaller = [&](std::size_t left) { return std::min(left, rows.size() - left); };
    std::vector<Place> result;
    std::size_t left = 0;
    for (std::size_t index = 0; index < counts.size(); ++index) {
      if (counts[index] == 0) continue;
      if (smaller(left) >= least) {
        const std::optional<Code> code = first_code(axis, index);
        if (code) result.push_back({left, *code});
      }
      left += counts[index];
    }
    if (search.beside_median) keep_beside(rows.size() / 2, result);
    std::stable_sort(result.begin(), result.end(), [&](const Place& a, const Place& b) {
      return smaller(a.left) > smaller(b.left);
    });
    if (result.size() > cuts_tried) result.resize(cuts_tried);
    return result;
  }

  // Keeps the last place with at most `half` rows on the left, and the next; `places` are in order.
  static void keep_beside(std::size_t half, std::vector<Place>& places) {
    const auto above = std::partition_point(places.begin(), places.end(),
                                            [&](const Place& p) { return p.left <= half; });
    if (above != places.end()) places.erase(above + 1, places.end());
    if (above != places.begin()) places.erase(places.begin(), above - 1);
  }

  // Returns the first code of a cell; nothing for the cell of NULL.
  std::optional<Code> first_code(const Axis& axis, std::size_t index) const {
    const std::vector<Cell>& cells = axis.cell_of_code;
    const auto found = std::lower_bound(cells.begin(), cells.end(), index,
                                        [](Cell c, std::size_t i) { return cell_index(c) < i; });
    const auto code = static_cast<Code>(found - cells.begin());
    const Attribute& attribute = sample_.attributes[axis.attribute];
    if (attribute.nullable && code + 1 == attribute.distinct) return std::nullopt;
    return code;
  }

  // Moves the rows of the left side to the front and returns their number.
  std::size_t divide(std::span<Row> rows, const CutNode& cut) {
    const std::vector<Code>& column = sample_.columns[cut.attribute];
    right_.clear();
    std::size_t left = 0;
    progress_.in_blocks(rows.size(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        if (column[rows[i]] < cut.first_right) {
          rows[left++] = rows[i];
        } else {
          right_.push_back(rows[i]);
        }
      }
    });
    std::copy(right_.begin(), right_.end(), rows.begin() + static_cast<std::ptrdiff_t>(left));
    return left;
  }

  static void number_regions(CutTree& tree, std::size_t node, std::uint32_t& next) {
    if (tree.nodes[node].left == 0) {
      tree.nodes[node].region = next++;
      return;
    }
    number_regions(tree, tree.nodes[node].left, next);
    number_regions(tree, tree.nodes[node].right, next);
  }

  const Microdata& sample_;
  const RegionCutOptions& options_;
  const Progress& progress_;
  SideJudge judge_;
  std::vector<Row> rows_;
  std::vector<Row> right_;
  std::vector<Axis> axes_;
};

// Bounds of the number of sampled rows. A smaller table is sampled as a whole.
constexpr double fewest_sampled = 10000;
constexpr double most_sampled = 1U << 20U;

// Assumed numbers of attributes and values, because they are not known when samples are planned.
constexpr std::size_t usual_attributes = 16;
constexpr double usual_values = 64;

double rows_to_sample(double of_region, std::uint32_t regions) {
  return std::clamp(of_region * regions, fewest_sampled, most_sampled);
}

}  // namespace

CutTree cut_regions(const Microdata& sample, const RegionCutOptions& options,
                    const Progress& progress) {
  return RegionCuts(sample, options, progress).run();
}

std::size_t sample_size(double largest_share, double l, std::uint32_t regions, double failure) {
  const double bound = 1 / l;
  if (bound <= largest_share) return static_cast<std::size_t>(fewest_sampled);
  // The sample allows for regions of half the mean size, in which the largest share is half as far
  // from the bound.
  const double share = largest_share + (bound - largest_share) / 2;
  const double of_test = failure / (sides_judged(regions, usual_attributes) * usual_values);
  double rows = 1;
  while (rows < most_sampled && chance_of_so_few(share * rows, rows, bound) > of_test)
    rows *= growth;
  return static_cast<std::size_t>(std::ceil(rows_to_sample(2 * rows, regions)));
}

std::size_t sample_size(const SensitiveDistribution& table, std::span<const PrivacyModel> models,
                        std::uint32_t regions, double failure) {
  const double of_test =
      failure / (sides_judged(regions, usual_attributes) * static_cast<double>(models.size()));
  const auto like_table = [&](double rows) {
    std::vector<ValueCount> values;
    for (Code value = 0; value < table.domain(); ++value) {
      const auto count = static_cast<std::uint32_t>(std::lround(table.share(value) * rows));
      if (count > 0) values.push_back({value, count});
    }
    return values;
  };
  double most = 0;
  for (const PrivacyModel& model : models) {
    // If even a region like the table does not meet the model, no sample helps.
    if (!holds(model, like_table(most_sampled), table)) continue;
    double rows = 1;
    while (rows < most_sampled && !holds_with_margin(model, like_table(rows), table, of_test))
      rows *= growth;
    most = std::max(most, rows);
  }
  // The sample allows for regions of half the mean size that are not quite like the table.
  return static_cast<std::size_t>(std::ceil(rows_to_sample(4 * most, regions)));
}

}  // namespace microdata
