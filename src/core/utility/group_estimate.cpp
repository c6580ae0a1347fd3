#include "core/utility/group_estimate.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <unordered_map>
#include <utility>

#include "core/base/grouped.hpp"
#include "core/utility/bucket_order.hpp"
#include "core/utility/linked_column.hpp"

namespace microdata {

namespace {

// Factor of standard errors, because influences that a model lacks move the rows of a bucket
// together: linkings vary more than by the model alone. Measured on Adult and German credit
// (docs/experiments/figures.md).
constexpr double overdispersion = 1.5;
// Limit on the derivatives held at a time.
constexpr std::size_t most_derivatives = 20'000'000;

// Row of a bucket with a level of each column.
struct Combination {
  std::size_t row = 0;
  // Slot in each column but the first; `level` includes the first column.
  std::vector<std::size_t> slot;
  std::vector<Code> level;
  double probability = 0;
  // Share of the combination that satisfies the predicates, and the number of its group.
  double share = 0;
  std::size_t group = 0;
};

// Sums over the combinations of a group.
struct Totals {
  double rows = 0;
  // Sums of the numbers, of the rows with a number, and of the squared numbers, by measure.
  std::vector<double> sum;
  std::vector<double> known;
  std::vector<double> squares;
};

// Statistics with a variance. `count` is a group's number of rows; the others concern a measure.
// They are its sum, the sum less the mean times the rows with a number, these rows, and the sum of
// the last two.
enum class Kind { count, sum, centered, known, both };

struct Statistic {
  Kind kind = Kind::count;
  std::size_t measure = 0;
};

class Estimation {
 public:
  // `parts` is true if sums of other buckets will be added.
  Estimation(const EstimateQuestion& question, bool parts, const Progress& progress)
      : question_(question),
        progress_(progress),
        order_(group_numbers(
            question.bucket_of.first(question.bucket_of.size() - question.counterfeits),
            question.buckets, progress)) {
    if (question.counterfeits > 0)
      order_of_all_ = group_numbers(question.bucket_of, question.buckets, progress);
    double groups = 1;
    for (const AskedColumn& column : question.columns)
      groups *= column.groups;
    if (groups > 1e18) throw std::length_error("too many groups");
    std::size_t room = most_links;
    for (std::size_t c = 1; c < question.columns.size(); ++c)
      linked_.emplace_back(question.columns[c], order_of(question.columns[c]), room, progress);
    statistics_.push_back({Kind::count, 0});
    for (std::size_t m = 0; m < question.measures; ++m) {
      statistics_.push_back({Kind::sum, m});
      statistics_.push_back({Kind::centered, m});
      statistics_.push_back({Kind::known, m});
      if (parts) statistics_.push_back({Kind::both, m});
    }
  }

  std::vector<GroupSums> mixed() {
    totals_ = find_totals();
    return sums(totals_, {totals_, totals_}, find_variances());
  }

  std::vector<GroupSums> likelihood() {
    const std::vector<Totals> mixed = find_totals();
    const std::array<std::vector<Totals>, 2> halves{learned(LinkedColumn::Learners::even),
                                                    learned(LinkedColumn::Learners::odd)};
    totals_ = learned(LinkedColumn::Learners::all);
    std::vector<GroupSums> result = sums(mixed, halves, find_variances());
    const auto linked = static_cast<double>(linked_.size());
    for (GroupSums& one : result)
      one.unmodelled_pairs = std::max(0.0, linked * (linked - 1) / 2);
    return result;
  }

 private:
  // Returns the totals by models that learned from some of the buckets.
  std::vector<Totals> learned(LinkedColumn::Learners learners) {
    for (std::size_t c = 1; c <= linked_.size(); ++c)
      linked_[c - 1].learn(question_, c, learners, progress_);
    return find_totals();
  }

  // Returns the order of the column's rows. In both orders the persons come first within a bucket.
  const BucketOrder& order_of(const AskedColumn& column) const {
    return column.level_of.size() == order_.items.size() ? order_ : order_of_all_;
  }

  // Calls body(combination) for each combination of the bucket with a share above 0.
  template <typename Body>
  void each(std::size_t bucket, const Body& body) {
    Combination one;
    one.slot.resize(linked_.size());
    one.level.resize(question_.columns.size());
    for (one.row = 0; one.row < order_.size(bucket); ++one.row) {
      const Row row = order_.items[order_.first[bucket] + one.row];
      one.level[0] = question_.columns[0].level_of[row];
      one.probability = question_.weights.empty() ? 1 : question_.weights[row];
      combine(bucket, 0, one, body);
    }
  }

  template <typename Body>
  void combine(std::size_t bucket, std::size_t c, Combination& one, const Body& body) {
    if (c == linked_.size()) {
      one.share = share(one.level);
      if (one.share == 0) return;
      one.group = group(one.level);
      body(one);
      return;
    }
    const auto slots = linked_[c].slots(bucket);
    const auto links = linked_[c].links(bucket).subspan(one.row * slots.size(), slots.size());
    const double before = one.probability;
    for (std::size_t s = 0; s < slots.size(); ++s) {
      if (links[s] == 0) continue;
      one.slot[c] = s;
      one.level[c + 1] = slots[s].level;
      one.probability = before * links[s];
      combine(bucket, c + 1, one, body);
    }
    one.probability = before;
  }

  double share(const std::vector<Code>& level) const {
    if (question_.conjunctions == 0) return 1;
    double none = 1;
    for (std::size_t k = 0; k < question_.conjunctions; ++k) {
      double all = 1;
      for (std::size_t c = 0; c < level.size(); ++c)
        all *= question_.columns[c].share[level[c] * question_.conjunctions + k];
      none *= 1 - all;
    }
    return 1 - none;
  }

  std::size_t group(const std::vector<Code>& level) {
    std::uint64_t key = 0;
    for (std::size_t c = 0; c < level.size(); ++c)
      key = key * question_.columns[c].groups + question_.columns[c].group[level[c]];
    const auto [found, is_new] = group_of_.try_emplace(key, keys_.size());
    if (is_new) {
      if (keys_.size() == most_estimated_groups) throw std::length_error("too many groups");
      keys_.push_back(key);
    }
    return found->second;
  }

  double number(const std::vector<Code>& level, std::size_t measure) const {
    for (std::size_t c = 0; c < level.size(); ++c) {
      const auto& of_level = question_.columns[c].measure[measure];
      if (of_level) return (*of_level)[level[c]];
    }
    return std::numeric_limits<double>::quiet_NaN();
  }

  std::vector<Totals> find_totals() {
    const std::vector<double> zeros(question_.measures);
    const Totals none{0, zeros, zeros, zeros};
    // A group that mixing shows can have probability 0 by a model.
    std::vector<Totals> totals(keys_.size(), none);
    for (std::size_t b = 0; b < order_.groups(); ++b) {
      progress_.checkpoint_at(b * 64);
      each(b, [&](const Combination& one) {
        if (one.group >= totals.size()) totals.resize(keys_.size(), none);
        Totals& of_group = totals[one.group];
        const double rows = one.probability * one.share;
        of_group.rows += rows;
        for (std::size_t m = 0; m < question_.measures; ++m) {
          const double x = number(one.level, m);
          if (std::isnan(x)) continue;
          of_group.sum[m] += rows * x;
          of_group.known[m] += rows;
          of_group.squares[m] += rows * x * x;
        }
      });
    }
    return totals;
  }

  // Returns the term that a combination adds to a statistic of its group.
  double term(const Combination& one, const Statistic& statistic) const {
    if (statistic.kind == Kind::count) return 1;
    const double x = number(one.level, statistic.measure);
    if (std::isnan(x)) return 0;
    if (statistic.kind == Kind::sum) return x;
    if (statistic.kind == Kind::known) return 1;
    const Totals& totals = totals_[one.group];
    const double known = totals.known[statistic.measure];
    const double centered = known > 0 ? x - totals.sum[statistic.measure] / known : 0;
    return statistic.kind == Kind::both ? centered + 1 : centered;
  }

  // Term of a bucket's statistic; `of` numbers the group and the statistic.
  struct Term {
    std::size_t of = 0;
    std::size_t combination = 0;
    double value = 0;
  };

  std::size_t derivatives(std::size_t c) const {
    const LevelModel* model = linked_[c].model();
    return model == nullptr ? 0 : static_cast<std::size_t>(model->weights.size());
  }

  // Returns the variances by group and statistic: the sums of those of the linking, of generalized
  // values and of the models' weights.
  std::vector<double> find_variances() {
    const std::size_t all = totals_.size() * statistics_.size();
    std::vector<double> variances(all);
    std::size_t most = 1;
    for (std::size_t c = 0; c < linked_.size(); ++c)
      most = std::max(most, derivatives(c));
    const std::size_t at_once = std::max<std::size_t>(1, most_derivatives / most);
    for (std::size_t from = 0; from < all; from += at_once)
      add_variances(from, std::min(all, from + at_once), variances);
    return variances;
  }

  void add_variances(std::size_t from, std::size_t to, std::vector<double>& variances) {
    std::vector<std::vector<Eigen::MatrixXd>> slopes(linked_.size());
    for (std::size_t c = 0; c < linked_.size(); ++c) {
      if (const LevelModel* model = linked_[c].model()) {
        slopes[c].assign(to - from,
                         Eigen::MatrixXd::Zero(model->weights.rows(), model->weights.cols()));
      }
    }
    std::vector<Combination> combinations;
    std::vector<Term> terms;
    for (std::size_t b = 0; b < order_.groups(); ++b) {
      progress_.checkpoint_at(b * 256);
      combinations.clear();
      terms.clear();
      each(b, [&](const Combination& one) {
        for (std::size_t s = 0; s < statistics_.size(); ++s) {
          const std::size_t of = one.group * statistics_.size() + s;
          if (of < from || of >= to) continue;
          const double value = term(one, statistics_[s]);
          terms.push_back({of, combinations.size(), one.share * value});
          variances[of] += one.probability * one.share * (1 - one.share) * value * value;
        }
        if (combinations.size() == most_links_of_bucket) throw TooManyLinks();
        combinations.push_back(one);
      });
      std::stable_sort(terms.begin(), terms.end(),
                       [](const Term& x, const Term& y) { return x.of < y.of; });
      for (std::size_t begin = 0; begin < terms.size();) {
        std::size_t end = begin;
        while (end < terms.size() && terms[end].of == terms[begin].of)
          ++end;
        const std::size_t of = terms[begin].of;
        const auto of_statistic = std::span(terms).subspan(begin, end - begin);
        double excess = 1;
        for (std::size_t c = 0; c < linked_.size(); ++c) {
          const double of_column = slopes[c].empty() ? 1 : overdispersion * overdispersion;
          excess = std::max(excess, of_column);
          variances[of] +=
              of_column * linking_variance(b, c, of_statistic, combinations,
                                           slopes[c].empty() ? nullptr : &slopes[c][of - from]);
        }
        if (linked_.size() > 1)
          variances[of] += excess * joint_variance(b, of_statistic, combinations);
        begin = end;
      }
    }
    for (std::size_t c = 0; c < linked_.size(); ++c) {
      for (std::size_t i = 0; i < slopes[c].size(); ++i)
        variances[from + i] += weights_variance(linked_[c], slopes[c][i]);
    }
  }

  // Returns the variance of a bucket's statistic by one column's linking, the other columns' links
  // keeping their probabilities. Adds the statistic's derivative by the model's weights to `slope`.
  double linking_variance(std::size_t b, std::size_t c, std::span<const Term> terms,
                          const std::vector<Combination>& combinations, Eigen::MatrixXd* slope) {
    const LinkedColumn& column = linked_[c];
    const auto slots = column.slots(b);
    const BucketOrder& order = column.order();
    const std::size_t rows = order.size(b);
    if (slots.size() < 2 || rows < 2) return 0;
    const auto links = column.links(b);
    centered_.assign(rows * slots.size(), 0);
    for (const Term& term : terms) {
      const Combination& one = combinations[term.combination];
      const std::size_t place = one.row * slots.size() + one.slot[c];
      centered_[place] += term.value * one.probability / links[place];
    }
    center(slots, links, centered_);
    const double scale = static_cast<double>(rows) / static_cast<double>(rows - 1);
    double variance = 0;
    for (std::size_t i = 0; i < centered_.size(); ++i)
      variance += links[i] * centered_[i] * centered_[i];
    if (slope != nullptr && column.informs(b) && variance > 0) {
      const LevelModel& model = *column.model();
      for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t s = 0; s < slots.size(); ++s) {
          const std::size_t place = i * slots.size() + s;
          const double by = scale * links[place] * centered_[place];
          if (by == 0) continue;
          auto row = slope->row(static_cast<Eigen::Index>(model.class_of[slots[s].level]));
          for (const std::uint32_t feature : column.features().of(order.first[b] + i))
            row[feature] += by;
        }
      }
    }
    return scale * variance;
  }

  // Returns the variance of a bucket's statistic by the linkings of several columns together,
  // beyond the variances by each column. Columns are independent within a row. The joint part is
  // therefore what the single columns leave of the row's variance. Rows exclude each other's
  // places. The factor n / (n - 1) is exact for the part common to all rows, and an upper bound for
  // the rest.
  double joint_variance(std::size_t b, std::span<const Term> terms,
                        const std::vector<Combination>& combinations) {
    double variance = 0;
    for (std::size_t begin = 0; begin < terms.size();) {
      const std::size_t row = combinations[terms[begin].combination].row;
      std::size_t end = begin;
      double mean = 0;
      for (; end < terms.size() && combinations[terms[end].combination].row == row; ++end) {
        const double weighted = terms[end].value * combinations[terms[end].combination].probability;
        mean += weighted;
        variance += weighted * terms[end].value;
      }
      for (std::size_t c = 0; c < linked_.size(); ++c) {
        const std::size_t slots = linked_[c].slots(b).size();
        const auto links = linked_[c].links(b).subspan(row * slots, slots);
        of_slot_.assign(slots, 0);
        for (const Term& term : terms.subspan(begin, end - begin)) {
          const Combination& one = combinations[term.combination];
          of_slot_[one.slot[c]] += term.value * one.probability;
        }
        for (std::size_t s = 0; s < slots; ++s)
          variance -= links[s] > 0 ? of_slot_[s] * of_slot_[s] / links[s] : 0;
      }
      variance += static_cast<double>(linked_.size() - 1) * mean * mean;
      begin = end;
    }
    const auto rows = static_cast<double>(order_.size(b));
    return std::max(0.0, variance) * (rows > 1 ? rows / (rows - 1) : 1);
  }

  // Returns the variance by the model's weights; weights of different classes are taken to be
  // independent. One of the classes is redundant, so that the sum counts each weight `classes`
  // times instead of `classes - 1` times. The last factor corrects the sum.
  static double weights_variance(const LinkedColumn& column, const Eigen::MatrixXd& slope) {
    const LevelModel& model = *column.model();
    double variance = 0;
    for (Eigen::Index k = 0; k < slope.rows(); ++k) {
      variance += slope.row(k).dot(slope.row(k) * model.covariance[static_cast<std::size_t>(k)]);
    }
    const double classes = model.classes();
    return variance * column.scale() * column.scale() * (classes - 1) / classes;
  }

  std::vector<Code> group_of_key(std::uint64_t key) const {
    std::vector<Code> group(question_.columns.size());
    for (std::size_t c = question_.columns.size(); c-- > 0;) {
      group[c] = static_cast<Code>(key % question_.columns[c].groups);
      key /= question_.columns[c].groups;
    }
    return group;
  }

  std::vector<GroupSums> sums(const std::vector<Totals>& mixed,
                              const std::array<std::vector<Totals>, 2>& halves,
                              const std::vector<double>& variances) const {
    std::vector<GroupSums> result;
    for (std::size_t g = 0; g < totals_.size(); ++g) {
      GroupSums& one = result.emplace_back();
      one.group = group_of_key(keys_[g]);
      one.rows = totals_[g].rows;
      one.mixed_rows = mixed[g].rows;
      for (std::size_t h = 0; h < 2; ++h)
        one.half_rows[h] = halves[h][g].rows;
      for (std::size_t m = 0; m < question_.measures; ++m) {
        MeasureSums& measure = one.measures.emplace_back();
        measure.sum = totals_[g].sum[m];
        measure.known = totals_[g].known[m];
        measure.squares = totals_[g].squares[m];
        measure.mixed_sum = mixed[g].sum[m];
        measure.mixed_known = mixed[g].known[m];
        for (std::size_t h = 0; h < 2; ++h) {
          measure.half_sum[h] = halves[h][g].sum[m];
          measure.half_known[h] = halves[h][g].known[m];
        }
      }
      for (std::size_t s = 0; s < statistics_.size(); ++s)
        set_variance(statistics_[s], variances[g * statistics_.size() + s], one);
      if (is_merged(one.group)) mark_unknown(one);
    }
    std::sort(result.begin(), result.end(),
              [](const GroupSums& a, const GroupSums& b) { return a.group < b.group; });
    return result;
  }

  // True if a model does not distinguish the group from other groups.
  bool is_merged(const std::vector<Code>& group) const {
    for (std::size_t c = 0; c < linked_.size(); ++c)
      if (linked_[c].model() != nullptr && linked_[c].is_merged(group[c + 1])) return true;
    return false;
  }

  // Makes errors infinite, except those of exact figures.
  static void mark_unknown(GroupSums& sums) {
    constexpr double unknown = std::numeric_limits<double>::infinity();
    constexpr double noise = 1e-9;
    if (sums.variance > noise * sums.rows) sums.variance = unknown;
    for (MeasureSums& measure : sums.measures) {
      if (!(measure.of_centered > 0 || measure.of_known > noise * measure.known)) continue;
      measure.variance = unknown;
      measure.of_centered = unknown;
    }
  }

  // Stores a variance. The variances of a measure must come in the order of their kinds.
  static void set_variance(const Statistic& statistic, double variance, GroupSums& sums) {
    if (statistic.kind == Kind::count) {
      sums.variance = variance;
      return;
    }
    MeasureSums& measure = sums.measures[statistic.measure];
    if (statistic.kind == Kind::sum) measure.variance = variance;
    if (statistic.kind == Kind::centered) measure.of_centered = variance;
    if (statistic.kind == Kind::known) measure.of_known = variance;
    if (statistic.kind == Kind::both)
      measure.of_both = (variance - measure.of_centered - measure.of_known) / 2;
  }

  const EstimateQuestion& question_;
  const Progress& progress_;
  // Orders of the persons' rows and, if there are counterfeits, of all rows.
  BucketOrder order_;
  BucketOrder order_of_all_;
  std::vector<LinkedColumn> linked_;
  std::vector<Statistic> statistics_;
  std::unordered_map<std::uint64_t, std::size_t> group_of_;
  std::vector<std::uint64_t> keys_;
  std::vector<Totals> totals_;
  std::vector<double> centered_;
  std::vector<double> of_slot_;
};

}  // namespace

std::vector<GroupSums> sum_groups(const EstimateQuestion& question, LinkingMethod method,
                                  bool parts, const Progress& progress) {
  Estimation estimation(question, parts, progress);
  return method == LinkingMethod::mixed ? estimation.mixed() : estimation.likelihood();
}

std::vector<GroupFigures> estimate_groups(const EstimateQuestion& question, LinkingMethod method,
                                          const Progress& progress) {
  const std::vector<GroupSums> groups = sum_groups(question, method, false, progress);
  Agreements agreements;
  for (const GroupSums& sums : groups)
    agreements.add(sums);
  std::vector<GroupFigures> figures;
  for (const GroupSums& sums : groups)
    figures.push_back(figures_of(sums, agreements));
  return figures;
}

}  // namespace microdata
