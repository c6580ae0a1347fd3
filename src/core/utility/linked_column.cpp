#include "core/utility/linked_column.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "core/base/random.hpp"

namespace microdata {

namespace {

constexpr std::size_t most_learners = 25'000;
constexpr std::size_t most_classes = 24;
// Levels with a smaller share, or with fewer rows, share a class with others.
constexpr double rare_level = 0.004;
constexpr std::size_t fewest_of_level = 10;
constexpr int most_level_sweeps = 40;

struct Classes {
  std::vector<Code> of_level;
  Code count = 0;
};

// Returns classes of levels. Each frequent level has its own; the others are merged by their part
// in the question, with measures in a few intervals.
Classes classes_of(const AskedColumn& column) {
  std::vector<std::size_t> rows(column.levels);
  for (const Code level : column.level_of)
    ++rows[level];
  std::vector<Code> by_rows(column.levels);
  std::iota(by_rows.begin(), by_rows.end(), Code{0});
  std::stable_sort(by_rows.begin(), by_rows.end(),
                   [&](Code a, Code b) { return rows[a] > rows[b]; });
  const std::size_t conjunctions = column.levels == 0 ? 0 : column.share.size() / column.levels;
  std::map<std::vector<int>, Code> merged;
  Classes classes{std::vector<Code>(column.levels), 0};
  for (const Code level : by_rows) {
    const bool frequent = rows[level] >= fewest_of_level &&
                          static_cast<double>(rows[level]) >=
                              rare_level * static_cast<double>(column.level_of.size());
    if (frequent && classes.count < most_classes) {
      classes.of_level[level] = classes.count++;
      continue;
    }
    std::vector<int> meaning;
    for (std::size_t c = 0; c < conjunctions; ++c)
      meaning.push_back(column.share[level * conjunctions + c] >= 0.5 ? 1 : 0);
    constexpr double intervals = 6;
    for (const auto& measure : column.measure) {
      if (!measure) continue;
      const auto [low, high] = std::minmax_element(measure->begin(), measure->end());
      const double width = *high - *low;
      const double number = (*measure)[level];
      meaning.push_back(std::isnan(number) || !(width > 0)
                            ? -1
                            : static_cast<int>((number - *low) / width * intervals));
    }
    const auto [found, is_new] = merged.try_emplace(std::move(meaning), classes.count);
    if (is_new) ++classes.count;
    classes.of_level[level] = found->second;
  }
  return classes;
}

// Returns for each group whether a class has levels of the group and of another group.
std::vector<bool> merged_groups(const AskedColumn& column, const Classes& classes) {
  std::vector<std::optional<Code>> group_of(classes.count);
  std::vector<bool> merged(column.groups, false);
  for (Code level = 0; level < column.levels; ++level) {
    std::optional<Code>& group = group_of[classes.of_level[level]];
    if (!group) group = column.group[level];
    if (*group == column.group[level]) continue;
    merged[*group] = true;
    merged[column.group[level]] = true;
  }
  return merged;
}

}  // namespace

LinkedColumn::LinkedColumn(const AskedColumn& column, const BucketOrder& order, std::size_t& room,
                           const Progress& progress)
    : order_(order), levels_(levels_in_buckets(order, column.level_of, progress)) {
  first_link_.push_back(0);
  for (std::size_t b = 0; b < order.groups(); ++b)
    first_link_.push_back(first_link_.back() + order.size(b) * levels_[b].size());
  if (first_link_.back() > room) throw TooManyLinks();
  room -= first_link_.back();
  links_.reserve(first_link_.back());
  for (std::size_t b = 0; b < order.groups(); ++b) {
    progress.checkpoint_at(b);
    const std::size_t rows = order.size(b);
    for (std::size_t i = 0; i < rows; ++i) {
      for (const LevelRows& slot : levels_[b])
        links_.push_back(static_cast<double>(slot.rows) / static_cast<double>(rows));
    }
  }
}

void LinkedColumn::learn(const EstimateQuestion& question, std::size_t column, Learners learners,
                         const Progress& progress) {
  Classes classes = classes_of(question.columns[column]);
  if (classes.count < 2) return;
  merged_ = merged_groups(question.columns[column], classes);
  if (!features_) features_.emplace(question.features, order_, progress);
  std::vector<std::uint32_t> buckets(order_.groups());
  std::iota(buckets.begin(), buckets.end(), 0U);
  // A fixed seed is safe because the choice of buckets keeps nothing secret. One question then has
  // one answer.
  Random random = Random::seeded(1);
  random.shuffle(std::span(buckets));
  std::size_t rows = 0;
  std::size_t used = 0;
  while (used < buckets.size() && rows < most_learners)
    rows += order_.size(buckets[used++]);
  buckets.resize(used);
  if (learners != Learners::all) {
    std::size_t kept = 0;
    for (std::size_t n = learners == Learners::even ? 0 : 1; n < used; n += 2)
      buckets[kept++] = buckets[n];
    buckets.resize(kept);
  }
  informs_.assign(order_.groups(), false);
  for (const std::uint32_t b : buckets)
    informs_[b] = true;
  scale_ = static_cast<double>(order_.items.size()) /
           static_cast<double>(std::max<std::size_t>(rows, 1));
  model_ = learn_levels(*features_, order_, levels_, std::move(classes.of_level), classes.count,
                        buckets, progress);
  link_all(progress);
}

void LinkedColumn::link_all(const Progress& progress) {
  std::vector<double> predicted(model_->classes());
  std::vector<double> weights;
  for (std::size_t b = 0; b < order_.groups(); ++b) {
    progress.checkpoint_at(b * 64);
    const auto of_bucket = slots(b);
    if (of_bucket.size() < 2) continue;
    weights.clear();
    for (std::size_t place = order_.first[b]; place < order_.first[b + 1]; ++place) {
      model_->predict(*features_, place, predicted);
      for (const LevelRows& slot : of_bucket)
        weights.push_back(predicted[model_->class_of[slot.level]]);
    }
    link_levels(of_bucket, weights);
    std::copy(weights.begin(), weights.end(),
              links_.begin() + static_cast<std::ptrdiff_t>(first_link_[b]));
  }
}

void center(std::span<const LevelRows> slots, std::span<const double> links,
            std::span<double> terms) {
  const std::size_t rows = links.size() / slots.size();
  std::vector<double> of_slot(slots.size());
  double largest = 0;
  for (const double term : terms)
    largest = std::max(largest, std::abs(term));
  double change = largest;
  for (int sweep = 0; sweep < most_level_sweeps && change > 1e-6 * largest; ++sweep) {
    change = 0;
    std::fill(of_slot.begin(), of_slot.end(), 0);
    for (std::size_t i = 0; i < rows; ++i) {
      const auto row = terms.subspan(i * slots.size(), slots.size());
      const auto link = links.subspan(i * slots.size(), slots.size());
      const double mean = std::inner_product(row.begin(), row.end(), link.begin(), 0.0);
      for (std::size_t s = 0; s < slots.size(); ++s)
        of_slot[s] += link[s] * (row[s] -= mean);
    }
    for (std::size_t s = 0; s < slots.size(); ++s)
      change = std::max(change, std::abs(of_slot[s] /= slots[s].rows));
    for (std::size_t i = 0; i < rows; ++i) {
      for (std::size_t s = 0; s < slots.size(); ++s)
        terms[i * slots.size() + s] -= of_slot[s];
    }
  }
}

}  // namespace microdata
