#include "core/slicing/diversity_check.hpp"

#include <algorithm>
#include <numeric>

#include "core/base/radix_sort.hpp"
#include "core/privacy/diversity.hpp"

namespace microdata {

namespace {

// Largest size of a range whose tuples are visited one by one.
constexpr std::size_t short_range = 8;

std::uint32_t find(std::span<const BucketProfile::Count> counts, std::uint32_t value) {
  const auto found = std::lower_bound(
      counts.begin(), counts.end(), value,
      [](const BucketProfile::Count& count, std::uint32_t v) { return count.value < v; });
  return found != counts.end() && found->value == value ? found->tuples : 0;
}

}  // namespace

void BucketProfile::append(std::span<const std::uint32_t> of_row, std::span<const Row> rows) {
  scratch_.clear();
  for (const Row row : rows)
    scratch_.push_back(of_row[row]);
  std::sort(scratch_.begin(), scratch_.end());
  for (std::size_t i = 0; i < scratch_.size(); ++i) {
    if (i == 0 || scratch_[i] != scratch_[i - 1]) counts_.push_back({scratch_[i], 0});
    ++counts_.back().tuples;
  }
  offsets_.push_back(counts_.size());
}

void BucketProfile::count(const Adversary& adversary, std::span<const Row> rows) {
  size_ = static_cast<double>(rows.size());
  columns_ = adversary.known.size();
  counts_.clear();
  offsets_.assign(1, 0);
  for (const Combinations& known : adversary.known)
    append(known.of_row, rows);
  for (const Strata& strata : adversary.strata)
    append(strata.of_row, rows);
}

std::uint32_t BucketProfile::tuples_with(std::size_t column, std::uint32_t value) const {
  return find(this->column(column), value);
}

DiversityCheck::DiversityCheck(const Adversary& adversary, const TuplePartition& partition,
                               double l, ExactCheckBudget budget, const Progress& progress)
    : adversary_(adversary), partition_(partition), l_(l), budget_(budget) {
  order_.resize(adversary.known.size());
  std::iota(order_.begin(), order_.end(), std::size_t{0});
  std::stable_sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) {
    return adversary.known[a].distinct > adversary.known[b].distinct;
  });
  find_exclusive(progress);
  list_tuples(progress);
}

void DiversityCheck::make_sums(const Progress& progress) {
  open_window(0);
  fill_window(progress);
}

void DiversityCheck::fill_window(const Progress& progress) {
  BucketProfile profile;
  for (std::size_t b = 0; b < partition_.buckets() && !exhausted(); ++b) {
    progress.checkpoint_at(b * 64);
    if (matches_none(partition_.bucket(b))) continue;
    profile.count(adversary_, partition_.bucket(b));
    for_each_match(profile, [&](std::size_t tuple) {
      add(profile, tuple, false);
      return true;
    });
  }
}

void DiversityCheck::find_exclusive(const Progress& progress) {
  const std::size_t rows = adversary_.known.front().of_row.size();
  std::vector<std::uint8_t> published(rows);
  for (std::size_t i = 0; i < partition_.rows.size(); ++i) {
    progress.checkpoint_at(i);
    published[partition_.rows[i]] = 1;
  }
  exclusive_.assign(rows, 0);
  for (const std::size_t column : order_) {
    const Combinations& known = adversary_.known[column];
    std::vector<std::uint32_t> frequency(known.distinct);
    for (std::size_t row = 0; row < rows; ++row) {
      progress.checkpoint_at(row);
      frequency[known.of_row[row]] += published[row];
    }
    for (std::size_t row = 0; row < rows; ++row) {
      progress.checkpoint_at(row);
      if (published[row] != 0 && frequency[known.of_row[row]] == 1) exclusive_[row] = 1;
    }
  }
  // Suppressed tuples are not exclusive, because they can match where no other tuple does.
}

bool DiversityCheck::matches_none(std::span<const Row> bucket) const {
  const std::vector<std::uint32_t>& first = adversary_.known[order_.front()].of_row;
  return std::all_of(bucket.begin(), bucket.end(), [&](Row row) {
    const Range range = in_window(first[row]);
    return range.begin >= range.end;
  });
}

bool DiversityCheck::covers(const BucketProfile& bucket) const {
  const auto values = bucket.column(order_.front());
  return std::all_of(values.begin(), values.end(), [&](const BucketProfile::Count& count) {
    return with_first_[count.value].end <= window_.end;
  });
}

DiversityCheck::Range DiversityCheck::in_window(std::uint32_t first_value) const {
  const Range range = with_first_[first_value];
  return {std::max(range.begin, window_.begin), std::min(range.end, window_.end)};
}

// Returns the places of the first column's values in the order in which the buckets have them;
// values in no bucket come last. Tuples that match a bucket are then near those that match the next
// bucket.
std::vector<std::uint32_t> DiversityCheck::order_of_first_values(const Progress& progress) const {
  const Combinations& first = adversary_.known[order_.front()];
  std::vector<std::uint32_t> place(first.distinct, first.distinct);
  std::uint32_t places = 0;
  for (std::size_t i = 0; i < partition_.rows.size(); ++i) {
    progress.checkpoint_at(i);
    std::uint32_t& of_value = place[first.of_row[partition_.rows[i]]];
    if (of_value == first.distinct) of_value = places++;
  }
  for (std::uint32_t& of_value : place) {
    if (of_value == first.distinct) of_value = places++;
  }
  return place;
}

void DiversityCheck::list_tuples(const Progress& progress) {
  const Combinations& first = adversary_.known[order_.front()];
  const std::vector<std::uint32_t> place = order_of_first_values(progress);
  std::vector<Row> rows;
  for (std::size_t row = 0; row < exclusive_.size(); ++row) {
    if (exclusive_[row] == 0) rows.push_back(static_cast<Row>(row));
  }
  // The least significant column comes first, because the sort is stable.
  for (std::size_t depth = order_.size(); depth-- > 1;) {
    const Combinations& known = adversary_.known[order_[depth]];
    radix_sort(
        std::span(rows), known.distinct, [&](Row row) { return known.of_row[row]; }, progress);
  }
  radix_sort(
      std::span(rows), first.distinct, [&](Row row) { return place[first.of_row[row]]; }, progress);
  const auto same = [&](Row a, Row b) {
    return std::all_of(
        adversary_.known.begin(), adversary_.known.end(),
        [&](const Combinations& known) { return known.of_row[a] == known.of_row[b]; });
  };
  for (const Row row : rows) {
    if (tuples_.empty() || !same(tuples_.back(), row)) tuples_.push_back(row);
  }
  tuples_.shrink_to_fit();
  with_first_.assign(first.distinct, {});
  for (std::size_t t = 0; t < tuples_.size(); ++t) {
    Range& range = with_first_[value(t, 0)];
    if (range.begin == range.end) range.begin = t;
    range.end = t + 1;
  }

  for (const Strata& strata : adversary_.strata) {
    Sums sums;
    sums.first_stratum.assign(strata.groups + std::size_t{1}, 0);
    for (const std::uint32_t group : strata.group)
      ++sums.first_stratum[group + 1];
    std::partial_sum(sums.first_stratum.begin(), sums.first_stratum.end(),
                     sums.first_stratum.begin());
    sums_.push_back(std::move(sums));
  }
}

std::size_t DiversityCheck::sums_of(std::size_t sensitive, Row row) const {
  const std::uint32_t q = known_value(sensitive, row);
  return sums_[sensitive].first_stratum[q + 1] - sums_[sensitive].first_stratum[q];
}

void DiversityCheck::open_window(std::size_t begin) {
  std::vector<std::size_t> sums(sums_.size());
  std::size_t bytes = 0;
  window_ = {begin, begin};
  for (; window_.end < tuples_.size() && !exhausted(); ++window_.end) {
    std::size_t more = sizeof(Sum);
    for (std::size_t j = 0; j < sums_.size(); ++j)
      more += sizeof(std::size_t) + sums_of(j, tuples_[window_.end]) * sizeof(Sum);
    if (window_.end > begin && bytes + more > budget_.bytes) break;
    bytes += more;
    for (std::size_t j = 0; j < sums_.size(); ++j) {
      sums[j] += sums_of(j, tuples_[window_.end]);
      visits_ += sums_of(j, tuples_[window_.end]);
    }
  }
  // The old sums are freed before new ones are allocated.
  total_ = {};
  for (Sums& of_attribute : sums_) {
    of_attribute.of_value = {};
    of_attribute.offset = {};
  }
  const std::size_t tuples = window_.end - begin;
  total_.resize(tuples);
  for (std::size_t j = 0; j < sums_.size(); ++j) {
    sums_[j].of_value.resize(sums[j]);
    sums_[j].offset.resize(tuples);
    for (std::size_t t = 1; t < tuples; ++t)
      sums_[j].offset[t] = sums_[j].offset[t - 1] + sums_of(j, tuples_[begin + t - 1]);
  }
}

std::uint32_t DiversityCheck::known_value(std::size_t sensitive, Row row) const {
  return adversary_.known[adversary_.column_of[sensitive]].of_row[row];
}

// Returns the matching degree f(t, B), and |B| f(t, B).
DiversityCheck::Weights DiversityCheck::weights(const BucketProfile& bucket, Row row) const {
  if (bucket.size() == 0) return {};
  double f = 1;
  for (const std::size_t c : order_) {
    const std::uint32_t tuples = bucket.tuples_with(c, adversary_.known[c].of_row[row]);
    if (tuples == 0) return {};
    f *= tuples / bucket.size();
  }
  return {f, f * bucket.size()};
}

bool DiversityCheck::for_each_match(const BucketProfile& bucket, const Visit& visit) {
  for (const BucketProfile::Count& first : bucket.column(order_.front())) {
    const Range range = in_window(first.value);
    if (range.begin < range.end && !match(bucket, range.begin, range.end, 1, visit)) return false;
  }
  return true;
}

// Visits the tuples begin .. end - 1 that match the bucket. The tuples have the same values in the
// columns before `depth`, which match.
bool DiversityCheck::match(const BucketProfile& bucket, std::size_t begin, std::size_t end,
                           std::size_t depth, const Visit& visit) {
  if (depth == order_.size() || end - begin <= short_range) {
    for (std::size_t tuple = begin; tuple < end; ++tuple) {
      ++visits_;
      bool matches = true;
      for (std::size_t d = depth; d < order_.size() && matches; ++d) {
        matches = bucket.tuples_with(order_[d], value(tuple, d)) > 0;
      }
      if (matches && !visit(tuple)) return false;
    }
    return true;
  }
  for (const BucketProfile::Count& next : bucket.column(order_[depth])) {
    ++visits_;
    const auto position = [&](std::uint32_t from) {
      std::size_t low = begin;
      std::size_t high = end;
      while (low < high) {
        const std::size_t middle = low + (high - low) / 2;
        if (value(middle, depth) < from) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      return low;
    };
    const std::size_t from = position(next.value);
    const std::size_t to = position(next.value + 1);
    if (from < to && !match(bucket, from, to, depth + 1, visit)) return false;
  }
  return true;
}

// Adds a bucket's contribution to a tuple's sums, or subtracts it.
void DiversityCheck::add(const BucketProfile& bucket, std::size_t tuple, bool take_out) {
  const Row row = tuples_[tuple];
  const Weights w = weights(bucket, row);
  if (w[0] == 0) return;
  const auto change = [&](Fixed& sum, Fixed by) { sum = take_out ? sum - by : sum + by; };
  const std::size_t place = tuple - window_.begin;
  for (std::size_t a = 0; a < adversaries; ++a)
    change(total_[place][a], round_down(w[a]));
  for (std::size_t j = 0; j < sums_.size(); ++j) {
    const std::uint32_t q = known_value(j, row);
    const double with_q = bucket.tuples_with(adversary_.column_of[j], q);
    const std::uint32_t first = sums_[j].first_stratum[q];
    const auto strata = bucket.strata(j);
    for (auto s = std::lower_bound(strata.begin(), strata.end(), first,
                                   [](const BucketProfile::Count&count, std::uint32_t stratum) {
                                     return count.value < stratum;
                                   });
         s != strata.end() && s->value < sums_[j].first_stratum[q + 1]; ++s) {
      Sum& sum = sums_[j].of_value[sums_[j].offset[place] + s->value - first];
      for (std::size_t a = 0; a < adversaries; ++a)
        change(sum[a], round_up(w[a] * s->tuples / with_q));
    }
  }
}

// True if l holds for the tuple after `removed` is subtracted from its sums and the two parts are
// added. A tuple without sums (no_tuple) matches no other bucket.
bool DiversityCheck::satisfies(Row row, const BucketProfile* removed, const BucketProfile& left,
                               const BucketProfile& right, std::size_t tuple) {
  const Weights w_left = weights(left, row);
  const Weights w_right = weights(right, row);
  const Weights w_removed = removed == nullptr ? Weights{} : weights(*removed, row);
  Sum total{};
  for (std::size_t a = 0; a < adversaries; ++a) {
    total[a] = round_down(w_left[a]) + round_down(w_right[a]);
    if (tuple != no_tuple) total[a] += total_[tuple - window_.begin][a] - round_down(w_removed[a]);
  }
  // A tuple in no bucket might match none.
  if (total[0] == 0) return true;
  for (std::size_t j = 0; j < adversary_.strata.size(); ++j) {
    const std::uint32_t q = known_value(j, row);
    const std::size_t column = adversary_.column_of[j];
    // Adds or subtracts the bucket's contribution to the stratum's sums.
    const auto change = [&](Sum& sum, const BucketProfile& bucket, const Weights& w,
                            std::uint32_t stratum, bool take_out) {
      if (w[0] == 0) return;
      const std::uint32_t tuples = find(bucket.strata(j), stratum);
      if (tuples == 0) return;
      const double with_q = bucket.tuples_with(column, q);
      for (std::size_t a = 0; a < adversaries; ++a) {
        const Fixed by = round_up(w[a] * tuples / with_q);
        sum[a] = take_out ? sum[a] - by : sum[a] + by;
      }
    };
    const std::uint32_t first = sums_[j].first_stratum[q];
    for (std::uint32_t stratum = first; stratum < sums_[j].first_stratum[q + 1]; ++stratum) {
      if (!adversary_.strata[j].is_bounded(stratum)) continue;
      Sum sum{};
      if (tuple != no_tuple) {
        sum = sums_[j].of_value[sums_[j].offset[tuple - window_.begin] + stratum - first];
        if (removed != nullptr) change(sum, *removed, w_removed, stratum, true);
      }
      change(sum, left, w_left, stratum, false);
      change(sum, right, w_right, stratum, false);
      ++visits_;
      for (std::size_t a = 0; a < adversaries; ++a) {
        if (!share_holds(static_cast<double>(sum[a]), static_cast<double>(total[a]), l_)) {
          return false;
        }
      }
    }
  }
  return true;
}

bool DiversityCheck::allows(const BucketProfile& bucket, std::span<const Row> bucket_rows,
                            const BucketProfile& left, const BucketProfile& right) {
  for (const Row row : bucket_rows) {
    if (matches_one(row) && !satisfies(row, nullptr, left, right, no_tuple)) return false;
  }
  return for_each_match(bucket, [&](std::size_t tuple) {
    return satisfies(tuples_[tuple], &bucket, left, right, tuple);
  });
}

bool DiversityCheck::holds(std::span<const std::size_t> infeasible, const Progress& progress) {
  budget_.visits = ExactCheckBudget{}.visits;
  const BucketProfile nothing;
  for (std::size_t begin = 0; begin < tuples_.size(); begin = window_.end) {
    open_window(begin);
    fill_window(progress);
    for (std::size_t tuple = window_.begin; tuple < window_.end; ++tuple) {
      progress.checkpoint_at(tuple * 16);
      if (!satisfies(tuples_[tuple], nullptr, nothing, nothing, tuple)) return false;
    }
  }
  BucketProfile profile;
  for (std::size_t i = 0; i < infeasible.size(); ++i) {
    progress.checkpoint_at(i * 64);
    const std::size_t b = infeasible[i];
    profile.count(adversary_, partition_.bucket(b));
    for (const Row row : partition_.bucket(b)) {
      if (matches_one(row) && !satisfies(row, nullptr, profile, nothing, no_tuple)) return false;
    }
  }
  return true;
}

void DiversityCheck::split(const BucketProfile& bucket, const BucketProfile& left,
                           const BucketProfile& right) {
  for_each_match(bucket, [&](std::size_t tuple) {
    add(bucket, tuple, true);
    add(left, tuple, false);
    add(right, tuple, false);
    return true;
  });
}

}  // namespace microdata
