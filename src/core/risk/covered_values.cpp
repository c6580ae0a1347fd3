#include "core/risk/covered_values.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "core/base/grouped.hpp"
#include "core/microdata/combination.hpp"
#include "core/risk/label_cover.hpp"
#include "core/risk/source_persons.hpp"

namespace microdata {

namespace {

// Returns, by bucket, the number of combinations of values that the labels of its first person or
// row cover.
std::vector<double> combinations_by_bucket(const std::vector<RegionAttribute>& attributes,
                                           std::span<const std::uint32_t> bucket_of,
                                           std::uint32_t buckets) {
  std::vector<double> combinations(buckets, 0);
  for (std::size_t row = 0; row < bucket_of.size(); ++row) {
    double& of_bucket = combinations[bucket_of[row]];
    if (of_bucket > 0) continue;
    of_bucket = 1;
    for (const RegionAttribute& attribute : attributes)
      of_bucket *= static_cast<double>(attribute.covers[attribute.published[row]].size());
  }
  return combinations;
}

// Returns the first row of every bucket, whose labels are those of all its rows; the number of rows
// if it has none.
std::vector<std::size_t> first_rows(std::span<const std::uint32_t> bucket_of,
                                    std::uint32_t buckets) {
  std::vector<std::size_t> first(buckets, bucket_of.size());
  for (std::size_t row = bucket_of.size(); row-- > 0;)
    first[bucket_of[row]] = row;
  return first;
}

}  // namespace

double sequences(std::span<const std::size_t> times, std::size_t length) {
  // The counts are those of exponential generating functions: `ways` is indexed by the number of
  // places that are taken.
  std::vector<double> ways(length + 1, 0);
  ways[0] = 1;
  for (const std::size_t most : times) {
    for (std::size_t taken = length; taken > 0; --taken) {
      double choices = 1;
      for (std::size_t here = 1; here <= std::min(most, taken); ++here) {
        choices *= static_cast<double>(taken - here + 1) / static_cast<double>(here);
        ways[taken] += choices * ways[taken - here];
      }
    }
  }
  return ways[length];
}

CoveredValues::CoveredValues(const SubjectView& view, const SubjectClasses& classes,
                             const Progress& progress)
    : classes_(classes), rows_in_(published_rows_by_bucket(view)), rows_(view.rows.set_of.size()) {
  of_persons_ = combinations_by_bucket(classes.persons, view.persons.bucket_of, view.buckets());
  std::vector<std::uint32_t> bucket_of_row;
  for (const std::uint32_t set : view.rows.set_of)
    bucket_of_row.push_back(view.rows.bucket_of_set[set]);
  of_rows_ = combinations_by_bucket(classes.rows, bucket_of_row, view.buckets());
  first_row_ = first_rows(bucket_of_row, view.buckets());
  const Combinations kinds =
      combine_regions(static_cast<Row>(view.person_of_tuple.size()), classes.rows, false, progress);
  row_of_kind_ = representatives(kinds);
  kinds_ = group_elements(view.person_of_tuple, static_cast<std::uint32_t>(view.persons.tuples),
                          kinds.of_row, kinds.distinct, progress);
}

double CoveredValues::probability(std::uint32_t bucket, Row person) {
  if (of_persons_[bucket] == 0) return 0;
  double probability = 1 / of_persons_[bucket];
  if (first_row_[bucket] == rows_) return probability;
  count_alike(bucket, person);
  const std::size_t length = rows_in_[bucket];
  return probability * sequences(times_, length) *
         std::pow(of_rows_[bucket], -static_cast<double>(length));
}

bool CoveredValues::weigh_persons(std::span<const std::uint32_t> buckets, Row person,
                                  std::vector<double>& of_one) {
  of_one.assign(buckets.size(), 1);
  if (buckets.size() < 2) return true;
  double largest = 0;
  bool known = true;
  for (std::size_t i = 0; i < buckets.size(); ++i) {
    of_one[i] = probability(buckets[i], person);
    known = known && std::isfinite(of_one[i]);
    largest = std::max(largest, of_one[i]);
  }
  if (!known || largest == 0) {
    of_one.assign(buckets.size(), 1);
    return false;
  }
  for (double& weight : of_one)
    weight /= largest;
  return true;
}

bool CoveredValues::covers(std::uint32_t bucket, std::uint32_t kind) const {
  return std::all_of(
      classes_.rows.begin(), classes_.rows.end(), [&](const RegionAttribute& attribute) {
        const Code label = attribute.published[first_row_[bucket]];
        return attribute.covers[label].contains(attribute.tuples[row_of_kind_[kind]]);
      });
}

// Counts the occurrences of each kind among the person's rows that the bucket covers.
void CoveredValues::count_alike(std::uint32_t bucket, Row person) {
  times_.clear();
  const std::span<const std::uint32_t> kinds = kinds_[person];
  for (std::size_t i = 0; i < kinds.size();) {
    const std::size_t first = i;
    while (i < kinds.size() && kinds[i] == kinds[first])
      ++i;
    if (covers(bucket, kinds[first])) times_.push_back(i - first);
  }
}

}  // namespace microdata
