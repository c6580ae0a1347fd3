#include "core/slicing/tuple_partitioning.hpp"

#include <algorithm>
#include <deque>
#include <functional>
#include <utility>

#include "core/partition/bucket_requirement.hpp"

namespace microdata {

namespace {

std::vector<std::span<const std::uint32_t>> strata_of_rows(const Adversary& adversary) {
  std::vector<std::span<const std::uint32_t>> tags;
  for (const Strata& strata : adversary.strata)
    tags.emplace_back(strata.of_row);
  return tags;
}

// Splitter of buckets, for as long as the exact check allows.
class ExactSplits {
 public:
  ExactSplits(const Microdata& data, const std::vector<Axis>& axes, const Adversary& adversary,
              const BucketRequirement& requirement, bool privacy, DiversityCheck& check)
      : data_(data),
        axes_(axes),
        adversary_(adversary),
        requirement_(requirement),
        privacy_(privacy),
        check_(check),
        scratch_(requirement.make_scratch()) {}

  // True if buckets stayed whole because their tuples had no sums.
  bool passed_over() const { return passed_over_; }

  TuplePartition run(const TuplePartition& partition, const Progress& progress) {
    rows_ = partition.rows;
    std::vector<std::uint8_t> starts(rows_.size() + 1);
    std::deque<Bucket> queue;
    for (std::size_t b = 0; b + 1 < partition.offsets.size(); ++b) {
      queue.push_back({partition.offsets[b], partition.offsets[b + 1]});
      starts[partition.offsets[b]] = 1;
    }
    for (std::size_t done = 0; !queue.empty() && !check_.exhausted(); ++done) {
      if (done % 64 == 0) progress.checkpoint();
      const Bucket bucket = queue.front();
      queue.pop_front();
      const Row middle = split(bucket);
      if (middle == bucket.begin) continue;
      starts[middle] = 1;
      queue.push_back({bucket.begin, middle});
      queue.push_back({middle, bucket.end});
    }
    TuplePartition result;
    result.rows = std::move(rows_);
    for (std::size_t i = 1; i < result.rows.size(); ++i) {
      if (starts[i] != 0) result.offsets.push_back(static_cast<Row>(i));
    }
    result.offsets.push_back(static_cast<Row>(result.rows.size()));
    return result;
  }

 private:
  struct Bucket {
    Row begin;
    Row end;
  };

  // Largest bucket that is split in every possible way; larger ones are split along their
  // attributes.
  static constexpr std::size_t tried_in_every_way = 4;
  static constexpr std::size_t tried_tuple_by_tuple = 16;

  std::span<Row> rows_of(const Bucket& bucket) {
    return std::span(rows_).subspan(bucket.begin, bucket.end - bucket.begin);
  }

  // Splits the bucket and returns the middle, or the bucket's beginning if no split is possible.
  Row split(const Bucket& bucket) {
    const std::span<Row> rows = rows_of(bucket);
    if (rows.size() < 2 || !may_gain(rows)) return bucket.begin;
    whole_.count(adversary_, rows);
    if (!check_.covers(whole_)) {
      passed_over_ = true;
      return bucket.begin;
    }
    std::size_t left = 0;
    if (rows.size() <= tried_in_every_way) {
      left = split_in_any_way(rows);
    } else {
      left = split_along_attributes(rows);
      if (left == 0 && rows.size() <= tried_tuple_by_tuple) left = split_one_off(rows);
    }
    return bucket.begin + static_cast<Row>(left);
  }

  // True if the exact check can help. A tuple that matches only one bucket is exactly as safe as
  // its share in that bucket.
  bool may_gain(std::span<const Row> rows) const {
    return !std::all_of(rows.begin(), rows.end(), [&](Row row) { return check_.matches_one(row); });
  }

  // Makes the split if the exact check allows it. `rows` has the rows of the left half, then those
  // of the right.
  bool try_split(std::span<Row> rows, std::size_t left) {
    if (privacy_ && !(privacy_holds(rows.first(left)) && privacy_holds(rows.subspan(left)))) {
      return false;
    }
    left_.count(adversary_, rows.first(left));
    right_.count(adversary_, rows.subspan(left));
    if (!check_.allows(whole_, rows, left_, right_)) return false;
    check_.split(whole_, left_, right_);
    return true;
  }

  bool privacy_holds(std::span<const Row> rows) {
    tags_.clear();
    for (const Row row : rows) {
      for (const Strata& strata : adversary_.strata)
        tags_.push_back(strata.of_row[row]);
    }
    return !rows.empty() && requirement_.privacy_holds(tags_, scratch_);
  }

  // Tries every division of the tuples in two, the most equal ones first.
  std::size_t split_in_any_way(std::span<Row> rows) {
    const std::vector<Row> original(rows.begin(), rows.end());
    for (std::size_t left = rows.size() / 2; left > 0; --left) {
      std::vector<std::uint8_t> on_the_right(rows.size(), 1);
      std::fill(on_the_right.begin(), on_the_right.begin() + static_cast<std::ptrdiff_t>(left), 0);
      do {
        std::size_t next[] = {0, left};
        for (std::size_t i = 0; i < rows.size(); ++i)
          rows[next[on_the_right[i]]++] = original[i];
        if (try_split(rows, left)) return left;
      } while (std::next_permutation(on_the_right.begin(), on_the_right.end()));
    }
    return 0;
  }

  std::size_t split_along_attributes(std::span<Row> rows) {
    std::vector<std::pair<float, const Axis*>> widths;
    for (const Axis& axis : axes_) {
      const auto [low, high] = std::minmax_element(
          rows.begin(), rows.end(), [&](Row a, Row b) { return cell(axis, a) < cell(axis, b); });
      const Cell from = cell(axis, *low);
      const Cell to = cell(axis, *high);
      if (from == to) continue;
      widths.emplace_back(axis.position[cell_index(to)] - axis.position[cell_index(from)], &axis);
    }
    std::stable_sort(widths.begin(), widths.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    const std::size_t half = rows.size() / 2;
    for (const auto& [width, axis] : widths) {
      std::stable_sort(rows.begin(), rows.end(),
                       [&, a = axis](Row x, Row y) { return cell(*a, x) < cell(*a, y); });
      if (try_split(rows, half)) return half;
    }
    return widths.empty() && try_split(rows, half) ? half : 0;
  }

  std::size_t split_one_off(std::span<Row> rows) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      std::swap(rows[0], rows[i]);
      if (try_split(rows, 1)) return 1;
    }
    return 0;
  }

  Cell cell(const Axis& axis, Row row) const {
    return axis.cell_of_code[data_.columns[axis.attribute][row]];
  }

  const Microdata& data_;
  const std::vector<Axis>& axes_;
  const Adversary& adversary_;
  const BucketRequirement& requirement_;
  bool privacy_;
  DiversityCheck& check_;
  BucketRequirement::Scratch scratch_;
  std::vector<Row> rows_;
  std::vector<std::uint32_t> tags_;
  BucketProfile whole_;
  BucketProfile left_;
  BucketProfile right_;
  bool passed_over_ = false;
};

}  // namespace

TuplePartitioning partition_tuples(const Microdata& data, const Adversary& adversary,
                                   std::span<const Row> rows, const PrivacyRequirement& privacy,
                                   const TuplePartitioningOptions& options,
                                   const Progress& progress) {
  std::vector<Axis> axes =
      make_axes(data, attributes_with_role(data, Role::quasi_identifier), progress);
  for (Axis& axis : axes) {
    if (options.weights.empty()) break;
    for (float& position : axis.position)
      position *= static_cast<float>(options.weights[axis.attribute]);
  }
  const BucketRequirement requirement(adversary.strata, options.l, privacy);
  TuplePartitioning result;
  result.partition = Mondrian<BucketRequirement>::divide(
      axes, lay_out(data, axes, rows, strata_of_rows(adversary), options.threads, progress),
      requirement, {options.grouping, options.threads}, progress);
  // Strict regions are disjoint: every tuple matches one bucket, and both checks are the same.
  if (options.check == DiversityCheckScope::exact && options.grouping == Grouping::relaxed) {
    const ExactCheckBudget budget = options.budget.value_or(ExactCheckBudget::for_rows(data.rows));
    DiversityCheck check(adversary, result.partition, options.l, budget, progress);
    check.make_sums(progress);
    if (!check.exhausted()) {
      ExactSplits splits(data, axes, adversary, requirement, !privacy.empty(), check);
      result.partition = splits.run(result.partition, progress);
      result.exact_check_cut_short = splits.passed_over();
    }
    result.exact_check_cut_short |= check.exhausted();
  }
  return result;
}

}  // namespace microdata
