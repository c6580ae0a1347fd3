#include "core/partition/gain_cuts.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>

#include "core/microdata/parallel.hpp"
#include "core/microdata/pool.hpp"
#include "core/microdata/radix_sort.hpp"
#include "core/partition/class_penalty.hpp"
#include "core/privacy/diversity.hpp"

namespace microdata {

namespace {

// A class: the tuples between two places.
struct Range {
  std::size_t begin;
  std::size_t end;

  std::size_t size() const { return end - begin; }
};

// A cut of one attribute, the so-manieth of those that vary: its first `left` tuples in the
// attribute's order against the rest, or, where that is 0, each label below the common one by
// itself.
struct Cut {
  double penalty;
  std::size_t attribute;
  std::size_t left;
};

// The values of one sensitive attribute in a growing set of tuples.
class Tally {
 public:
  explicit Tally(const Strata& strata) : strata_(&strata), counts_(strata.distinct()) {}

  void add(Row row) {
    const std::uint32_t count = ++counts_[strata_->of_row[row]];
    distinct_ += count == 1 ? 1 : 0;
    largest_ = std::max(largest_, count);
    ++tuples_;
  }

  // Forgets the rows, which are all that were added, or more.
  void clear(std::span<const Row> rows) {
    for (const Row row : rows)
      counts_[strata_->of_row[row]] = 0;
    distinct_ = 0;
    largest_ = 0;
    tuples_ = 0;
  }

  // The same, and lists the values.
  void take(std::span<const Row> rows, std::vector<ValueCount>& values) {
    for (const Row row : rows) {
      std::uint32_t& count = counts_[strata_->of_row[row]];
      if (count > 0) values.push_back({strata_->value[strata_->of_row[row]], count});
      count = 0;
    }
    clear({});
  }

  bool holds(double l, double distinct) const {
    return share_holds(largest_, tuples_, l) && distinct_ >= distinct;
  }

 private:
  const Strata* strata_;
  std::vector<std::uint32_t> counts_;
  double distinct_ = 0;
  std::uint32_t largest_ = 0;
  std::uint32_t tuples_ = 0;
};

class GainCuts {
 public:
  GainCuts(const Microdata& data, const AttributeSet& quasi_identifiers,
           std::span<const Strata> strata, const PrivacyRequirement& privacy,
           const GainCutOptions& options)
      : data_(data), strata_(strata), privacy_(privacy), options_(options) {
    for (const std::size_t a : quasi_identifiers) {
      if (data.attributes[a].distinct < 2) continue;
      attributes_.push_back(a);
      penalties_.emplace_back(data.attributes[a]);
      ranks_.push_back(rank_codes(data.attributes[a]));
    }
    fewest_ = std::max<std::size_t>(privacy.fewest(), fewest_tuples(options.l));
    for (const PrivacyModel& model : privacy.models()) {
      const auto* diversity = std::get_if<LDiversity>(&model);
      const bool is_distinct =
          diversity != nullptr && diversity->variant == LDiversity::Variant::distinct;
      if (is_distinct) distinct_ = std::max(distinct_, diversity->l);
      counted_ = counted_ && (is_distinct || std::holds_alternative<KAnonymity>(model));
    }
  }

  TuplePartition run(TuplePartition classes, const Progress& progress) {
    rows_ = std::move(classes.rows);
    const std::size_t width = attributes_.size();
    codes_.resize(rows_.size() * width);
    in_parallel_blocks(options_.threads, rows_.size(), progress,
                       [&](std::size_t begin, std::size_t end) {
                         for (std::size_t x = 0; x < width; ++x) {
                           const Code* const column = data_.columns[attributes_[x]].data();
                           for (std::size_t i = begin; i < end; ++i)
                             codes_[i * width + x] = column[rows_[i]];
                         }
                       });
    starts_.assign(rows_.size() + 1, 0);
    std::vector<Range> ranges;
    for (std::size_t b = 0; b + 1 < classes.offsets.size(); ++b) {
      ranges.push_back({classes.offsets[b], classes.offsets[b + 1]});
      starts_[classes.offsets[b]] = 1;
    }
    WorkList<Range>::run(options_.threads, std::move(ranges), progress,
                         [this](Range& range, WorkList<Range>& list, const Progress& poll) {
                           work(range, list, poll);
                         });
    TuplePartition result;
    for (std::size_t i = 1; i < rows_.size(); ++i) {
      if (starts_[i] != 0) result.offsets.push_back(static_cast<Row>(i));
    }
    result.offsets.push_back(static_cast<Row>(rows_.size()));
    result.rows = std::move(rows_);
    return result;
  }

 private:
  // Working memory of one thread.
  struct Workspace {
    GrowingClass growing;
    std::vector<Tally> tallies;
    std::vector<std::vector<std::uint32_t>> frequency;  // by attribute, by code, kept at zero
    // Of the class at hand: the attributes that it has several values of, and these, tuple by
    // tuple.
    std::vector<std::uint32_t> varying;
    std::vector<Code> codes;
    std::vector<Code> moved_codes;
    std::vector<std::uint64_t> keyed;
    std::vector<std::uint32_t> order;
    std::vector<std::uint32_t> next;
    std::vector<double> from_left;
    std::vector<std::uint8_t> allowed;
    std::vector<Cut> cuts;
    std::vector<std::size_t> ends;  // of the parts into which the class is cut
    std::vector<Row> rows;
    std::vector<Range> pending;
    std::vector<std::pair<double, std::size_t>> widest;
    std::vector<ValueCount> histogram;
  };

  // Classes of fewer tuples are worked off by the thread that has them.
  static constexpr std::size_t smallest_task = 1024;

  // For models that are not counted along the way: into how many parts a class is divided to have
  // a cut from each, and how many of all of them are tried.
  static constexpr std::size_t parts_tried = 8;
  static constexpr std::size_t cuts_tried = 32;

  // Up to so many places in an attribute's order for each tuple, tuples are sorted by counting
  // them.
  static constexpr std::size_t ranks_per_tuple = 2;

  // What is sorted without a look at whether it was cancelled.
  static constexpr std::size_t longest_sort = 65536;

  // Place of each code in the attribute's order; empty where that is by frequency.
  static std::vector<std::uint32_t> rank_codes(const Attribute& attribute) {
    if (!attribute.numeric() && !attribute.hierarchy) return {};
    std::vector<std::uint32_t> order(attribute.distinct);
    std::iota(order.begin(), order.end(), 0U);
    if (attribute.hierarchy) {
      for (std::size_t level = 1; level < attribute.hierarchy->levels(); ++level) {
        const std::vector<std::uint32_t>& label = attribute.hierarchy->label_of_code[level];
        std::stable_sort(order.begin(), order.end(),
                         [&](Code a, Code b) { return label[a] < label[b]; });
      }
    }
    std::vector<std::uint32_t> rank(order.size());
    for (std::uint32_t i = 0; i < order.size(); ++i)
      rank[order[i]] = i;
    return rank;
  }

  Workspace make_workspace() const {
    Workspace w{
        GrowingClass(penalties_), {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}};
    for (const Strata& strata : strata_)
      w.tallies.emplace_back(strata);
    for (std::size_t x = 0; x < attributes_.size(); ++x)
      w.frequency.emplace_back(ranks_[x].empty() ? data_.attributes[attributes_[x]].distinct : 0);
    return w;
  }

  void work(Range range, WorkList<Range>& list, const Progress& progress) {
    Workspace w = workspaces_.borrow();
    w.pending.assign(1, range);
    while (!w.pending.empty()) {
      range = w.pending.back();
      w.pending.pop_back();
      progress.checkpoint_at(range.begin);
      if (!cut(range, w, progress)) continue;
      std::size_t begin = 0;
      for (const std::size_t end : w.ends) {
        starts_[range.begin + begin] = 1;
        const Range part{range.begin + begin, range.begin + end};
        if (part.size() >= smallest_task) {
          list.push(part);
        } else {
          w.pending.push_back(part);
        }
        begin = end;
      }
    }
    workspaces_.give_back(std::move(w));
  }

  static const Code* codes_of(const Workspace& w, std::size_t tuple) {
    return w.codes.data() + tuple * w.varying.size();
  }

  // Leaves what varies within the class in the workspace.
  void find_varying(const Range& range, Workspace& w, const Progress& progress) const {
    const std::size_t width = attributes_.size();
    const Code* const first = codes_.data() + range.begin * width;
    w.varying.clear();
    for (std::uint32_t x = 0; x < width; ++x) {
      for (std::size_t i = 1; i < range.size(); ++i) {
        if (first[i * width + x] == first[x]) continue;
        w.varying.push_back(x);
        break;
      }
    }
    w.codes.resize(range.size() * w.varying.size());
    w.growing.begin(w.varying);
    Code* next = w.codes.data();
    for (std::size_t i = 0; i < range.size(); ++i) {
      progress.checkpoint_at(i);
      for (const std::uint32_t x : w.varying)
        *next++ = first[i * width + x];
      w.growing.add(codes_of(w, i));
    }
  }

  // Puts the tuples into the order of the best cut, and the ends of its parts into w.ends; false if
  // there is no cut.
  bool cut(const Range& range, Workspace& w, const Progress& progress) {
    if (range.size() < 2 * fewest_) return false;
    const std::span<Row> rows = std::span(rows_).subspan(range.begin, range.size());
    find_varying(range, w, progress);
    w.widest.clear();
    for (std::size_t v = 0; v < w.varying.size(); ++v) {
      if (!data_.attributes[attributes_[w.varying[v]]].divisible) continue;
      w.widest.emplace_back(w.growing.penalty(v), v);
    }
    std::stable_sort(w.widest.begin(), w.widest.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    if (w.widest.size() > options_.attributes_tried) w.widest.resize(options_.attributes_tried);
    w.cuts.clear();
    for (const auto& [penalty, v] : w.widest)
      find_cuts(rows, v, w, progress);
    std::sort(w.cuts.begin(), w.cuts.end(), [](const Cut& a, const Cut& b) {
      return std::pair(a.penalty, a.attribute) < std::pair(b.penalty, b.attribute);
    });
    for (std::size_t c = 0; c < w.cuts.size() && (counted_ || c < cuts_tried); ++c) {
      const Cut& cut = w.cuts[c];
      sort_on(rows.size(), cut.attribute, w, progress);
      if (cut.left > 0) {
        w.ends = {cut.left, rows.size()};
      } else {
        find_children(rows.size(), cut.attribute, w);
      }
      w.rows.clear();
      for (const std::uint32_t i : w.order)
        w.rows.push_back(rows[i]);
      if (!counted_ && !models_hold_in_parts(w)) continue;
      std::copy(w.rows.begin(), w.rows.end(), rows.begin());
      move_codes(range, w);
      return true;
    }
    return false;
  }

  bool models_hold_in_parts(Workspace& w) const {
    std::size_t begin = 0;
    return std::all_of(w.ends.begin(), w.ends.end(), [&](std::size_t end) {
      const bool hold = models_hold(std::span<const Row>(w.rows).subspan(begin, end - begin), w);
      begin = end;
      return hold;
    });
  }

  // Into the order that the rows now have.
  void move_codes(const Range& range, Workspace& w) {
    const std::size_t width = attributes_.size();
    const auto first = codes_.begin() + static_cast<std::ptrdiff_t>(range.begin * width);
    w.moved_codes.clear();
    for (const std::uint32_t i : w.order) {
      const auto codes = first + static_cast<std::ptrdiff_t>(i * width);
      w.moved_codes.insert(w.moved_codes.end(), codes, codes + static_cast<std::ptrdiff_t>(width));
    }
    std::copy(w.moved_codes.begin(), w.moved_codes.end(), first);
  }

  bool models_hold(std::span<const Row> rows, Workspace& w) const {
    for (std::size_t j = 0; j < strata_.size(); ++j) {
      for (const Row row : rows)
        w.tallies[j].add(row);
      w.histogram.clear();
      w.tallies[j].take(rows, w.histogram);
      if (!privacy_.holds(j, w.histogram)) return false;
    }
    return true;
  }

  // Leaves the tuples' order on the v-th of the varying attributes in w.order; those with equal
  // values stay as they are.
  void sort_on(std::size_t tuples, std::size_t v, Workspace& w, const Progress& progress) const {
    const std::size_t x = w.varying[v];
    const std::size_t width = w.varying.size();
    if (!ranks_[x].empty() && ranks_[x].size() <= ranks_per_tuple * tuples) {
      sort_by_counting(tuples, v, w);
      return;
    }
    w.keyed.resize(tuples);
    if (!ranks_[x].empty()) {
      for (std::size_t i = 0; i < tuples; ++i) {
        w.keyed[i] = std::uint64_t{ranks_[x][w.codes[i * width + v]]} << 32U | i;
      }
      if (tuples <= longest_sort) {
        std::sort(w.keyed.begin(), w.keyed.end());
      } else {
        radix_sort(
            std::span(w.keyed), ranks_[x].size(), [](std::uint64_t key) { return key >> 32U; },
            progress);
      }
    } else {
      std::vector<std::uint32_t>& frequency = w.frequency[x];
      for (std::size_t i = 0; i < tuples; ++i)
        ++frequency[w.codes[i * width + v]];
      for (std::size_t i = 0; i < tuples; ++i)
        w.keyed[i] = std::uint64_t{w.codes[i * width + v]} << 32U | i;
      // Most frequent first; of equally frequent ones the lesser code.
      std::sort(w.keyed.begin(), w.keyed.end(), [&](std::uint64_t a, std::uint64_t b) {
        const std::uint32_t of_a = frequency[a >> 32U];
        const std::uint32_t of_b = frequency[b >> 32U];
        return of_a != of_b ? of_a > of_b : a < b;
      });
      for (std::size_t i = 0; i < tuples; ++i)
        frequency[w.codes[i * width + v]] = 0;
    }
    w.order.resize(tuples);
    for (std::size_t i = 0; i < tuples; ++i)
      w.order[i] = static_cast<std::uint32_t>(w.keyed[i]);
  }

  // The same for an attribute with an order.
  void sort_by_counting(std::size_t tuples, std::size_t v, Workspace& w) const {
    const std::vector<std::uint32_t>& rank = ranks_[w.varying[v]];
    const std::size_t width = w.varying.size();
    const Code* const codes = w.codes.data() + v;
    w.next.assign(rank.size() + 1, 0);
    for (std::size_t i = 0; i < tuples; ++i)
      ++w.next[rank[codes[i * width]] + std::size_t{1}];
    std::partial_sum(w.next.begin(), w.next.end(), w.next.begin());
    w.order.resize(tuples);
    for (std::size_t i = 0; i < tuples; ++i)
      w.order[w.next[rank[codes[i * width]]]++] = static_cast<std::uint32_t>(i);
  }

  // allowed[p]: the counted part of the requirement holds for the first p tuples and for the rest.
  void mark_allowed(std::span<const Row> rows, Workspace& w) const {
    const std::size_t n = rows.size();
    w.allowed.assign(n + 1, 0);
    for (std::size_t p = fewest_; p + fewest_ <= n; ++p)
      w.allowed[p] = 1;
    for (Tally& tally : w.tallies) {
      for (std::size_t i = 0; i < n; ++i) {
        tally.add(rows[w.order[i]]);
        if (!tally.holds(options_.l, distinct_)) w.allowed[i + 1] = 0;
      }
      tally.clear(rows);
      for (std::size_t i = n; i-- > 0;) {
        tally.add(rows[w.order[i]]);
        if (!tally.holds(options_.l, distinct_)) w.allowed[i] = 0;
      }
      tally.clear(rows);
    }
  }

  // Leaves the ends of the labels below the common one, in the order that the tuples are sorted in,
  // in w.ends.
  void find_children(std::size_t tuples, std::size_t v, Workspace& w) const {
    const std::size_t width = w.varying.size();
    const Hierarchy& hierarchy = penalties_[w.varying[v]].hierarchy();
    const auto code = [&](std::size_t i) { return w.codes[w.order[i] * width + v]; };
    std::size_t level = 0;
    for (std::size_t i = 1; i < tuples; ++i) {
      while (hierarchy.label_of_code[level][code(i)] != hierarchy.label_of_code[level][code(0)])
        ++level;
    }
    const std::vector<std::uint32_t>& child = hierarchy.label_of_code[level - 1];
    w.ends.clear();
    for (std::size_t i = 1; i < tuples; ++i) {
      if (child[code(i)] != child[code(i - 1)]) w.ends.push_back(i);
    }
    w.ends.push_back(tuples);
  }

  // Strict classes must not overlap: parts whose lowest common label is the class's would. So each
  // label below it becomes a class of its own, or the attribute is not cut.
  void cut_into_children(std::span<const Row> rows, std::size_t v, Workspace& w,
                         const Progress& progress) const {
    find_children(rows.size(), v, w);
    double penalty = 0;
    std::size_t begin = 0;
    for (const std::size_t end : w.ends) {
      if (end - begin < fewest_ || !counted_part_holds(rows, begin, end, w)) return;
      w.growing.clear();
      for (std::size_t i = begin; i < end; ++i) {
        progress.checkpoint_at(i);
        w.growing.add(codes_of(w, w.order[i]));
      }
      penalty += static_cast<double>(end - begin) * w.growing.penalty();
      begin = end;
    }
    w.cuts.push_back({penalty, v, 0});
  }

  bool counted_part_holds(std::span<const Row> rows, std::size_t begin, std::size_t end,
                          Workspace& w) const {
    w.rows.clear();
    for (std::size_t i = begin; i < end; ++i)
      w.rows.push_back(rows[w.order[i]]);
    return std::all_of(w.tallies.begin(), w.tallies.end(), [&](Tally& tally) {
      for (const Row row : w.rows)
        tally.add(row);
      const bool holds = tally.holds(options_.l, distinct_);
      tally.clear(w.rows);
      return holds;
    });
  }

  // The best cut of an attribute in each part of the class, so that models that are not counted
  // along the way, and may reject what is best, have others to choose from.
  void find_cuts(std::span<const Row> rows, std::size_t v, Workspace& w,
                 const Progress& progress) const {
    const std::size_t n = rows.size();
    const std::size_t width = w.varying.size();
    const Attribute& attribute = data_.attributes[attributes_[w.varying[v]]];
    progress.checkpoint();
    sort_on(n, v, w, progress);
    if (options_.grouping == Grouping::strict &&
        penalties_[w.varying[v]].kind() == AttributePenalty::Kind::label) {
      cut_into_children(rows, v, w, progress);
      return;
    }
    mark_allowed(rows, w);
    w.from_left.assign(n + 1, 0);
    w.growing.clear();
    for (std::size_t i = 0; i < n; ++i) {
      progress.checkpoint_at(i);
      w.growing.add(codes_of(w, w.order[i]));
      w.from_left[i + 1] = static_cast<double>(i + 1) * w.growing.penalty();
    }
    const std::size_t parts = counted_ ? 1 : parts_tried;
    std::vector<Cut> best(parts, Cut{0, v, 0});
    w.growing.clear();
    for (std::size_t p = n; p-- > 1;) {
      progress.checkpoint_at(p);
      w.growing.add(codes_of(w, w.order[p]));
      if (w.allowed[p] == 0) continue;
      const bool tied = attribute.end_of_range(w.codes[w.order[p - 1] * width + v]) ==
                        attribute.end_of_range(w.codes[w.order[p] * width + v]);
      if (tied && options_.grouping == Grouping::strict) continue;
      const double penalty = w.from_left[p] + static_cast<double>(n - p) * w.growing.penalty();
      Cut& cut = best[p * parts / n];
      const auto balance = [&](std::size_t left) { return std::min(left, n - left); };
      if (cut.left == 0 || penalty < cut.penalty ||
          (penalty == cut.penalty && balance(p) > balance(cut.left))) {
        cut = {penalty, v, p};
      }
    }
    for (const Cut& cut : best) {
      if (cut.left > 0) w.cuts.push_back(cut);
    }
  }

  const Microdata& data_;
  std::span<const Strata> strata_;
  const PrivacyRequirement& privacy_;
  GainCutOptions options_;
  AttributeSet attributes_;
  std::vector<AttributePenalty> penalties_;
  std::vector<std::vector<std::uint32_t>> ranks_;
  std::size_t fewest_ = 1;
  // Distinct l-diversity, the largest asked for.
  double distinct_ = 0;
  // Whether l, k and distinct_ are all there is.
  bool counted_ = true;
  // Bucket by bucket, with the codes of attributes_, tuple by tuple.
  std::vector<Row> rows_;
  std::vector<Code> codes_;
  std::vector<std::uint8_t> starts_;
  Pool<Workspace> workspaces_{[this] { return make_workspace(); }};
};

}  // namespace

TuplePartition cut_by_gain(const Microdata& data, const AttributeSet& quasi_identifiers,
                           std::span<const Strata> strata, const PrivacyRequirement& privacy,
                           TuplePartition classes, const GainCutOptions& options,
                           const Progress& progress) {
  return GainCuts(data, quasi_identifiers, strata, privacy, options)
      .run(std::move(classes), progress);
}

}  // namespace microdata
