#include "core/slicing/diversity_check.hpp"

#include <algorithm>
#include <numeric>

#include "core/microdata/radix_sort.hpp"
#include "core/privacy/diversity.hpp"

namespace microdata {

namespace {

// Ranges of at most so many tuples are gone through one by one.
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
                               double l, std::uint64_t budget, const Progress& progress)
    : adversary_(adversary), l_(l), budget_(budget) {
  order_.resize(adversary.known.size());
  std::iota(order_.begin(), order_.end(), std::size_t{0});
  std::stable_sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) {
    return adversary.known[a].distinct > adversary.known[b].distinct;
  });
  find_exclusive(partition, progress);
  list_tuples(progress);
  BucketProfile profile;
  for (std::size_t b = 0; b < partition.buckets() && !exhausted(); ++b) {
    progress.checkpoint_at(b);
    if (matches_none(partition.bucket(b))) continue;
    profile.count(adversary_, partition.bucket(b));
    for_each_match(profile, [&](std::size_t tuple) {
      add(profile, tuple, false);
      return true;
    });
  }
}

void DiversityCheck::find_exclusive(const TuplePartition& partition, const Progress& progress) {
  const std::size_t rows = adversary_.known.front().of_row.size();
  std::vector<std::uint8_t> published(rows);
  for (std::size_t i = 0; i < partition.rows.size(); ++i) {
    progress.checkpoint_at(i);
    published[partition.rows[i]] = 1;
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
  // Tuples that were left out are not exclusive: they may match where nobody else does.
  const Combinations& first = adversary_.known[order_.front()];
  const std::vector<std::uint32_t> frequency = frequencies(first);
  alone_.resize(rows);
  for (std::size_t row = 0; row < rows; ++row) {
    progress.checkpoint_at(row);
    alone_[row] = frequency[first.of_row[row]] == 1 ? 1 : 0;
  }
}

bool DiversityCheck::matches_none(std::span<const Row> bucket) const {
  return std::all_of(bucket.begin(), bucket.end(), [&](Row row) { return alone_[row] != 0; });
}

void DiversityCheck::list_tuples(const Progress& progress) {
  std::vector<Row> rows;
  for (std::size_t row = 0; row < exclusive_.size(); ++row) {
    if (exclusive_[row] == 0) rows.push_back(static_cast<Row>(row));
  }
  // Least significant column first: the sort is stable.
  for (std::size_t depth = order_.size(); depth-- > 0;) {
    const Combinations& known = adversary_.known[order_[depth]];
    radix_sort(
        std::span(rows), known.distinct, [&](Row row) { return known.of_row[row]; }, progress);
  }
  const auto same = [&](Row a, Row b) {
    return std::all_of(
        adversary_.known.begin(), adversary_.known.end(),
        [&](const Combinations& known) { return known.of_row[a] == known.of_row[b]; });
  };
  for (const Row row : rows) {
    if (tuples_.empty() || !same(tuples_.back(), row)) tuples_.push_back(row);
  }
  total_.assign(tuples_.size(), 0);
  first_with_.assign(adversary_.known[order_.front()].distinct + std::size_t{1}, 0);
  for (std::size_t t = 0; t < tuples_.size(); ++t)
    ++first_with_[value(t, 0) + 1];
  std::partial_sum(first_with_.begin(), first_with_.end(), first_with_.begin());

  for (std::size_t j = 0; j < adversary_.strata.size(); ++j) {
    const Strata& strata = adversary_.strata[j];
    Sums sums;
    sums.first_stratum.assign(strata.groups + std::size_t{1}, 0);
    for (const std::uint32_t group : strata.group)
      ++sums.first_stratum[group + 1];
    std::partial_sum(sums.first_stratum.begin(), sums.first_stratum.end(),
                     sums.first_stratum.begin());
    std::size_t offset = 0;
    for (const Row row : tuples_) {
      sums.offset.push_back(offset);
      const std::uint32_t q = known_value(j, row);
      offset += sums.first_stratum[q + 1] - sums.first_stratum[q];
      visits_ += sums.first_stratum[q + 1] - sums.first_stratum[q];
      if (exhausted()) return;
    }
    sums.of_value.assign(offset, 0);
    sums_.push_back(std::move(sums));
  }
}

std::uint32_t DiversityCheck::known_value(std::size_t sensitive, Row row) const {
  return adversary_.known[adversary_.column_of[sensitive]].of_row[row];
}

// The matching degree f(t, B).
double DiversityCheck::degree(const BucketProfile& bucket, Row row) const {
  if (bucket.size() == 0) return 0;
  double f = 1;
  for (const std::size_t c : order_) {
    const std::uint32_t tuples = bucket.tuples_with(c, adversary_.known[c].of_row[row]);
    if (tuples == 0) return 0;
    f *= tuples / bucket.size();
  }
  return f;
}

bool DiversityCheck::for_each_match(const BucketProfile& bucket, const Visit& visit) {
  for (const BucketProfile::Count& first : bucket.column(order_.front())) {
    if (!match(bucket, first_with_[first.value], first_with_[first.value + 1], 1, visit)) {
      return false;
    }
  }
  return true;
}

// Visits those of the tuples begin .. end - 1 that match the bucket; they agree on the columns
// before `depth`, and these match.
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

// Puts a bucket's contribution to a tuple's sums in, or takes it out.
void DiversityCheck::add(const BucketProfile& bucket, std::size_t tuple, bool take_out) {
  const Row row = tuples_[tuple];
  const double f = degree(bucket, row);
  if (f == 0) return;
  const auto change = [&](Fixed& sum, Fixed by) { sum = take_out ? sum - by : sum + by; };
  change(total_[tuple], round_down(f));
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
      change(sums_[j].of_value[sums_[j].offset[tuple] + s->value - first],
             round_up(f * s->tuples / with_q));
    }
  }
}

// Whether l holds for the tuple once `removed` is taken out of its sums and the two put in. A tuple
// without sums (no_tuple) matches no other bucket.
bool DiversityCheck::satisfies(Row row, const BucketProfile* removed, const BucketProfile& left,
                               const BucketProfile& right, std::size_t tuple) {
  const double f_left = degree(left, row);
  const double f_right = degree(right, row);
  const double f_removed = removed == nullptr ? 0 : degree(*removed, row);
  Fixed total = round_down(f_left) + round_down(f_right);
  if (tuple != no_tuple) total += total_[tuple] - round_down(f_removed);
  // A tuple that no bucket holds may match none.
  if (total == 0) return true;
  for (std::size_t j = 0; j < adversary_.strata.size(); ++j) {
    const std::uint32_t q = known_value(j, row);
    const std::size_t column = adversary_.column_of[j];
    const auto share = [&](const BucketProfile& bucket, double f, std::uint32_t stratum) -> Fixed {
      if (f == 0) return 0;
      const std::uint32_t tuples = find(bucket.strata(j), stratum);
      return tuples == 0 ? 0 : round_up(f * tuples / bucket.tuples_with(column, q));
    };
    const std::uint32_t first = sums_[j].first_stratum[q];
    for (std::uint32_t stratum = first; stratum < sums_[j].first_stratum[q + 1]; ++stratum) {
      Fixed sum = share(left, f_left, stratum) + share(right, f_right, stratum);
      if (tuple != no_tuple) {
        sum += sums_[j].of_value[sums_[j].offset[tuple] + stratum - first];
        if (removed != nullptr) sum -= share(*removed, f_removed, stratum);
      }
      ++visits_;
      if (!share_holds(static_cast<double>(sum), static_cast<double>(total), l_)) return false;
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

bool DiversityCheck::holds(const TuplePartition& partition,
                           std::span<const std::size_t> infeasible) {
  const BucketProfile nothing;
  for (std::size_t tuple = 0; tuple < tuples_.size(); ++tuple) {
    if (!satisfies(tuples_[tuple], nullptr, nothing, nothing, tuple)) return false;
  }
  BucketProfile profile;
  for (const std::size_t b : infeasible) {
    profile.count(adversary_, partition.bucket(b));
    for (const Row row : partition.bucket(b)) {
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
