#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "core/base/parallel.hpp"
#include "core/base/progress.hpp"
#include "core/base/threads.hpp"
#include "core/generalization/class_requirement.hpp"
#include "core/generalization/class_table.hpp"
#include "core/generalization/lattice.hpp"

namespace microdata {

struct LatticeSearchResult {
  // Best node; its loss is unlimited_loss if no node meets the requirement.
  LatticeNode node = 0;
  Loss loss = unlimited_loss;
  // Checked node that needs the fewest suppressed rows, if no node meets the requirement.
  LatticeNode nearest = 0;
  Row fewest_suppressed = std::numeric_limits<Row>::max();
  std::size_t checked = 0;
};

// Search for the node of least loss that meets the requirement after at most `allowed` rows are
// suppressed.
//
// The loss of a node is its generalization loss plus the loss that suppression adds, its `extra`.
// Two bounds make checks of most nodes unnecessary:
//   - Generalization costs a node no more than its successors. Nodes with a generalization loss
//     above the loss of the best known node need no check (Kohlmayer, Prasser and Kuhn, "The cost
//     of quality", J. Biomed. Inform. 58, 2015).
//   - If a class lacks tuples or values, the classes that it unites lack them too. Its rows are
//     therefore suppressed at all predecessors, at the same loss. The extra of a predecessor is at
//     least the node's. If the node fails, its predecessors fail (the roll-down of "Incognito" and
//     OLA, here also for the extra). Other causes of suppression count likewise in two cases: if
//     the requirement holds in supersets, or if no suppression is allowed, because the requirement
//     holds in unions.
//
// The search first finds a good node by descending from the top. It then sweeps the lattice layer
// by layer from the top, so everything that successors imply is known when a node is met. Only two
// kinds of nodes are checked: the maximal nodes that fail, and nodes that could be better.
template <std::size_t Words>
class LatticeSearch {
 public:
  LatticeSearch(const Microdata& data, const AttributeSet& quasi_identifiers,
                const Lattice& lattice, const KeyLayout& layout,
                const ClassRequirement& requirement, Row allowed, Threads threads,
                const Progress& progress)
      : lattice_(lattice),
        layout_(layout),
        requirement_(requirement),
        bits_(make_value_bits(data, requirement)),
        with_values_(!requirement.counts_suffice() || !bits_.complete),
        allowed_(std::min(allowed, lattice.rows - 1)),
        tags_all_(requirement.holds_in_supersets() || allowed == 0),
        threads_(threads),
        progress_(progress),
        lowest_(lowest_classes<Words>(data, quasi_identifiers, lattice, layout, requirement, bits_,
                                      with_values_, progress)),
        tags_(lattice.nodes) {
    const Loss most_extra =
        lattice.unit * static_cast<Loss>(lattice.quasi_identifiers) * static_cast<Loss>(allowed_);
    extra_step_ = most_extra / most_extra_tag + 1;
  }

  LatticeSearchResult run() {
    const LatticeNode top = lattice_.nodes - 1;
    check(std::vector<LatticeNode>{top});
    if (found()) {
      descend(top);
    } else if (tags_all_) {
      return result_;
    }
    sweep();
    return result_;
  }

 private:
  // Knowledge about a node. The lower bits are its least possible extra in units of extra_step_,
  // rounded down, or failed_tag if the node cannot meet the requirement. The upper bit records a
  // check.
  static constexpr std::uint16_t checked_bit = 0x8000;
  static constexpr std::uint16_t failed_tag = 0x7FFF;
  static constexpr Loss most_extra_tag = failed_tag - 1;

  // Numbers of nodes that one thread checks in a row, and of nodes between updates of the best
  // node. The numbers do not depend on the number of threads, so the same nodes are always checked.
  static constexpr std::size_t smallest_chunk = 8;
  static constexpr std::size_t largest_chunk = 64;
  static constexpr std::size_t block_size = 2048;

  struct Assessment {
    // Least extra of the node and its predecessors; unlimited if they fail.
    Loss least_extra = 0;
    // Extra of the node itself; unlimited if it fails.
    Loss extra = 0;
    Row suppressed = 0;
  };

  struct Check {
    LatticeNode node = 0;
    NodeLevels levels{};
    Assessment assessment;
  };

  struct Workspace {
    RollUp<Words> roll_up;
    // One table for each depth of the recursion, which still needs the tables above.
    std::deque<ClassTable<Words>> tables;
    std::vector<std::uint32_t> failing;
  };

  bool found() const { return result_.loss < unlimited_loss; }

  // Returns the largest difference that rounding can make between equal losses: half a unit for
  // every value, on both sides.
  Loss rounding() const { return lattice_.most_loss() / lattice_.unit; }

  // Returns the largest loss with which a node still matters.
  Loss limit() const { return found() ? least_loss_ + rounding() : unlimited_loss; }

  Loss tagged_extra(std::uint16_t tag) const {
    const std::uint16_t steps = tag & failed_tag;
    return steps == failed_tag ? unlimited_loss : steps * extra_step_;
  }

  void raise_tag(LatticeNode node, Loss extra) {
    // Suppressing rows with a negative penalty can cost more than the largest tag.
    const auto steps = static_cast<std::uint16_t>(
        extra >= unlimited_loss ? failed_tag : std::min(extra / extra_step_, most_extra_tag));
    const std::uint16_t known = tags_[node] & failed_tag;
    tags_[node] = static_cast<std::uint16_t>((tags_[node] & checked_bit) | std::max(known, steps));
  }

  void descend(LatticeNode from) {
    LatticeNode at = from;
    Loss loss = least_loss_;
    while (true) {
      const Loss before = loss;
      for (const bool sideways : {false, true}) {
        for (const Check& c : check(neighbours(at, sideways))) {
          const Loss there = loss_of(c);
          if (there >= loss) continue;
          loss = there;
          at = c.node;
        }
        if (loss < before) break;
      }
      if (loss == before) return;
    }
  }

  // Returns unchecked neighbours that could be better than the best node. A neighbour has one
  // dimension a level lower. A sideways neighbour also has another dimension a level higher.
  std::vector<LatticeNode> neighbours(LatticeNode node, bool sideways) const {
    std::vector<LatticeNode> result;
    const NodeLevels levels = levels_of(lattice_, node);
    const auto add = [&](const NodeLevels& there) {
      const LatticeNode neighbour = node_at(lattice_, there);
      if ((tags_[neighbour] & checked_bit) != 0) return;
      if (generalization_loss(lattice_, there) + tagged_extra(tags_[neighbour]) > limit()) return;
      result.push_back(neighbour);
    };
    for (std::size_t down = 0; down < lattice_.dimensions.size(); ++down) {
      if (levels[down] == 0) continue;
      NodeLevels there = levels;
      --there[down];
      if (!sideways) {
        add(there);
        continue;
      }
      for (std::size_t up = 0; up < lattice_.dimensions.size(); ++up) {
        if (up == down || levels[up] + 1U == lattice_.dimensions[up].levels()) continue;
        ++there[up];
        add(there);
        --there[up];
      }
    }
    return result;
  }

  void sweep() {
    const LatticeLayers layers(lattice_);
    std::vector<LatticeNode> due;
    std::vector<LatticeNode> block;
    for (std::size_t height = lattice_.height() + 1; height-- > 0;) {
      due.clear();
      std::size_t visited = 0;
      layers.for_each(height, limit(), [&](LatticeNode node, const NodeLevels& levels, Loss loss) {
        progress_.checkpoint_at(visited++);
        inherit_tag(node, levels);
        if ((tags_[node] & checked_bit) == 0 && loss + tagged_extra(tags_[node]) <= limit()) {
          due.push_back(node);
        }
      });
      for (std::size_t next = 0; next < due.size();) {
        block.clear();
        for (; next < due.size() && block.size() < block_size; ++next) {
          const LatticeNode node = due[next];
          progress_.checkpoint_at(next);
          const Loss loss = generalization_loss(lattice_, levels_of(lattice_, node));
          if (loss + tagged_extra(tags_[node]) <= limit()) block.push_back(node);
        }
        check(block);
      }
    }
  }

  void inherit_tag(LatticeNode node, const NodeLevels& levels) {
    std::uint16_t tag = tags_[node] & failed_tag;
    for (std::size_t d = 0; d < lattice_.dimensions.size(); ++d) {
      const LatticeDimension& dimension = lattice_.dimensions[d];
      if (levels[d] + 1U == dimension.levels()) continue;
      tag = std::max<std::uint16_t>(tag, tags_[node + dimension.stride] & failed_tag);
    }
    tags_[node] = static_cast<std::uint16_t>((tags_[node] & checked_bit) | tag);
  }

  // Checks nodes, records the results, and returns them in no particular order.
  std::vector<Check> check(const std::vector<LatticeNode>& nodes) {
    std::vector<Check> checks;
    checks.reserve(nodes.size());
    for (const LatticeNode node : nodes)
      checks.push_back({node, levels_of(lattice_, node), {}});
    std::vector<std::span<Check>> chunks;
    divide(checks, std::clamp(checks.size() / 4, smallest_chunk, largest_chunk), chunks);
    const auto threads = static_cast<unsigned>(std::min<std::size_t>(threads_.most, chunks.size()));
    WorkList<std::span<Check>>::run(
        threads, std::move(chunks), progress_,
        [&](std::span<Check>& some, auto& /*list*/, const Progress& progress) {
          Workspace w = take_workspace();
          check_together(some, lowest_, 0, w, progress);
          give_back(std::move(w));
        });
    for (const Check& c : checks)
      record(c);
    return checks;
  }

  void divide(std::span<Check> checks, std::size_t most,
              std::vector<std::span<Check>>& chunks) const {
    if (checks.empty()) return;
    if (checks.size() <= most) {
      chunks.push_back(checks);
      return;
    }
    const std::size_t half = halve(checks);
    divide(checks.first(half), most, chunks);
    divide(checks.subspan(half), most, chunks);
  }

  // Returns the levels of the greatest common predecessor.
  NodeLevels common_levels(std::span<const Check> checks) const {
    NodeLevels common = checks.front().levels;
    for (const Check& c : checks) {
      for (std::size_t d = 0; d < lattice_.dimensions.size(); ++d)
        common[d] = std::min(common[d], c.levels[d]);
    }
    return common;
  }

  // Divides at least two different nodes by the dimension that keeps their common predecessor
  // lowest. Returns the size of the first part, which has the lower levels.
  std::size_t halve(std::span<Check> checks) const {
    NodeLevels low = checks.front().levels;
    NodeLevels high = low;
    for (const Check& c : checks) {
      for (std::size_t d = 0; d < lattice_.dimensions.size(); ++d) {
        low[d] = std::min(low[d], c.levels[d]);
        high[d] = std::max(high[d], c.levels[d]);
      }
    }
    std::size_t widest = 0;
    double width = 0;
    for (std::size_t d = 0; d < lattice_.dimensions.size(); ++d) {
      const std::vector<std::uint32_t>& labels = lattice_.dimensions[d].labels;
      const double here = static_cast<double>(labels[low[d]]) / labels[high[d]];
      if (here > width && high[d] > low[d]) {
        width = here;
        widest = d;
      }
    }
    const auto middle = checks.begin() + static_cast<std::ptrdiff_t>(checks.size() / 2);
    const auto lower = [&](const Check& a, const Check& b) {
      return std::pair(a.levels[widest], a.node) < std::pair(b.levels[widest], b.node);
    };
    std::nth_element(checks.begin(), middle, checks.end(), lower);
    // Nodes of one level stay together.
    const std::uint16_t level =
        std::max(middle->levels[widest], static_cast<std::uint16_t>(low[widest] + 1));
    const auto first_above = std::partition(
        checks.begin(), checks.end(), [&](const Check& c) { return c.levels[widest] < level; });
    return static_cast<std::size_t>(first_above - checks.begin());
  }

  // Rolls up to the greatest common predecessor of all the nodes, then recursively to the common
  // predecessor of each half. Nodes thus share most of the work.
  void check_together(std::span<Check> checks, const ClassTable<Words>& from, std::size_t depth,
                      Workspace& w, const Progress& progress) {
    progress.checkpoint();
    if (w.tables.size() == depth) w.tables.emplace_back();
    ClassTable<Words>& table = w.tables[depth];
    const NodeLevels common = common_levels(checks);
    if (checks.size() == 1) {
      w.roll_up.unite_classes(from, common, table, progress);
      checks.front().assessment = assess(from, table, w, progress);
      return;
    }
    const bool same = common == from.levels;
    if (!same) {
      w.roll_up.unite_classes(from, common, table, progress);
      if (with_values_) w.roll_up.unite_values(from, table, progress);
    }
    const ClassTable<Words>& source = same ? from : table;
    const std::size_t half = halve(checks);
    check_together(checks.first(half), source, depth + 1, w, progress);
    check_together(checks.subspan(half), source, depth + 1, w, progress);
  }

  bool counts_hold(const EquivalenceClass<Words>& c) const {
    if (c.rows < requirement_.fewest()) return false;
    return std::all_of(bits_.fields.begin(), bits_.fields.end(), [&](const auto& field) {
      return static_cast<std::uint32_t>(std::popcount(c.value_bits & field.mask)) >= field.fewest;
    });
  }

  bool values_hold(const ClassTable<Words>& table, std::size_t c) const {
    for (std::size_t j = 0; j < table.values.size(); ++j) {
      if (!requirement_.holds(j, table.values[j].of(c))) return false;
    }
    return true;
  }

  // Returns the loss of suppressing a class minus the loss of generalizing it.
  Loss extra_of(const EquivalenceClass<Words>& c, const NodeLevels& levels) const {
    Loss each = lattice_.unit * static_cast<Loss>(lattice_.quasi_identifiers);
    for (std::size_t d = 0; d < lattice_.dimensions.size(); ++d) {
      const KeyField& field = layout_.fields[d];
      each -= lattice_.dimensions[d]
                  .penalty[levels[d]][(c.key[field.word] >> field.shift) & field.mask];
    }
    return each * static_cast<Loss>(c.rows);
  }

  Assessment assess(const ClassTable<Words>& from, ClassTable<Words>& table, Workspace& w,
                    const Progress& progress) const {
    Assessment result;
    w.failing.clear();
    const std::size_t classes = table.classes.size();
    for (std::uint32_t c = 0; c < classes; ++c) {
      progress.checkpoint_at(c);
      if (counts_hold(table.classes[c])) continue;
      result.suppressed += table.classes[c].rows;
      if (result.suppressed > allowed_ && found()) return failed(result);
      w.failing.push_back(c);
    }
    const bool fails = result.suppressed > allowed_;
    Loss extra = 0;
    for (const std::uint32_t c : w.failing)
      extra += extra_of(table.classes[c], table.levels);
    result.least_extra = fails ? unlimited_loss : extra;
    if (with_values_) {
      w.roll_up.unite_values(from, table, progress);
      auto failing = w.failing.begin();
      for (std::uint32_t c = 0; c < classes; ++c) {
        progress.checkpoint_at(c);
        if (failing != w.failing.end() && *failing == c) {
          ++failing;
        } else if (!values_hold(table, c)) {
          result.suppressed += table.classes[c].rows;
          extra += extra_of(table.classes[c], table.levels);
        }
      }
    }
    result.extra = result.suppressed > allowed_ ? unlimited_loss : extra;
    if (tags_all_) result.least_extra = result.extra;
    return result;
  }

  static Assessment failed(Assessment assessment) {
    assessment.least_extra = unlimited_loss;
    assessment.extra = unlimited_loss;
    return assessment;
  }

  // Returns the loss of a node; unlimited if the node fails.
  Loss loss_of(const Check& c) const {
    if (c.assessment.extra >= unlimited_loss) return unlimited_loss;
    return generalization_loss(lattice_, c.levels) + c.assessment.extra;
  }

  void record(const Check& check) {
    const LatticeNode node = check.node;
    const Assessment& assessment = check.assessment;
    ++result_.checked;
    tags_[node] |= checked_bit;
    raise_tag(node, assessment.least_extra);
    if (assessment.extra >= unlimited_loss) {
      if (!found() && assessment.suppressed <= result_.fewest_suppressed) {
        result_.fewest_suppressed = assessment.suppressed;
        result_.nearest = node;
      }
      return;
    }
    const Loss loss = loss_of(check);
    least_loss_ = std::min(least_loss_, loss);
    // A node can finally come first only if it is better than every other node in loss or in place.
    const auto dominated = [&](const std::pair<Loss, LatticeNode>& c) {
      return c.first <= loss && c.second <= node;
    };
    if (std::none_of(candidates_.begin(), candidates_.end(), dominated)) {
      candidates_.emplace_back(loss, node);
    }
    std::erase_if(candidates_, [&](const std::pair<Loss, LatticeNode>& c) {
      return c.first > least_loss_ + rounding() || (c.second > node && c.first >= loss);
    });
    const auto first =
        std::min_element(candidates_.begin(), candidates_.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    result_.loss = first->first;
    result_.node = first->second;
  }

  Workspace take_workspace() {
    const std::lock_guard lock(mutex_);
    if (workspaces_.empty()) {
      return {RollUp<Words>(lattice_, layout_, requirement_.make_scratch()), {}, {}};
    }
    Workspace w = std::move(workspaces_.back());
    workspaces_.pop_back();
    return w;
  }

  void give_back(Workspace w) {
    const std::lock_guard lock(mutex_);
    workspaces_.push_back(std::move(w));
  }

  const Lattice& lattice_;
  const KeyLayout& layout_;
  const ClassRequirement& requirement_;
  ValueBits bits_;
  bool with_values_;
  Row allowed_;
  bool tags_all_;
  Threads threads_;
  const Progress& progress_;
  ClassTable<Words> lowest_;
  std::vector<std::uint16_t> tags_;
  Loss extra_step_ = 1;
  Loss least_loss_ = unlimited_loss;
  std::vector<std::pair<Loss, LatticeNode>> candidates_;
  LatticeSearchResult result_;
  std::mutex mutex_;
  std::vector<Workspace> workspaces_;
};

}  // namespace microdata
