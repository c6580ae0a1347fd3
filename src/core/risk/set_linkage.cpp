#include "core/risk/set_linkage.hpp"

#include <algorithm>
#include <span>
#include <vector>

#include "core/risk/permutation_excess.hpp"
#include "core/risk/source_links.hpp"

namespace microdata {

namespace {

// Places of larger buckets are judged in blocks: a permutation of the whole permutes any part.
constexpr std::size_t block_places = 64;

// How many links of a pair of columns are looked up at most.
constexpr std::size_t links_looked_up = 4'000'000;

// What stands at the places of every bucket, and in the rows of the source.
struct SetColumn {
  GroupedElements at_place;
  // By bucket, and the end.
  std::vector<std::uint32_t> first_place;
  std::vector<std::uint32_t> tuples;
  std::uint32_t distinct = 0;

  std::uint32_t places_in(std::uint32_t bucket) const {
    return first_place[bucket + 1] - first_place[bucket];
  }
};

// Persons stand at places in the order in which their table has them.
SetColumn column_of_persons(const SubjectView& view, const SlicedView::Values& values,
                            const Progress& progress) {
  SetColumn column;
  column.distinct = values.distinct;
  column.first_place.assign(view.buckets() + std::size_t{1}, 0);
  for (const std::uint32_t bucket : view.persons.bucket_of)
    ++column.first_place[bucket + 1];
  for (std::size_t b = 0; b < view.buckets(); ++b)
    column.first_place[b + 1] += column.first_place[b];
  std::vector<std::uint32_t> next(column.first_place.begin(), column.first_place.end() - 1);
  std::vector<std::uint32_t> place_of;
  place_of.reserve(view.persons.bucket_of.size());
  for (const std::uint32_t bucket : view.persons.bucket_of)
    place_of.push_back(next[bucket]++);
  column.at_place = GroupedElements(place_of, static_cast<std::uint32_t>(place_of.size()),
                                    values.published, values.distinct, progress);
  column.tuples.reserve(view.person_of_tuple.size());
  for (const std::uint32_t person : view.person_of_tuple)
    column.tuples.push_back(values.tuples[person]);
  return column;
}

SetColumn column_of_sets(const PublishedSets& sets, const Progress& progress) {
  return {GroupedElements(sets.set_of, sets.sets(), sets.whole.published, sets.whole.distinct,
                          progress),
          sets.first_set, sets.whole.tuples, sets.whole.distinct};
}

class BlockScores {
 public:
  BlockScores(const SetColumn& a, const SetColumn& b, const Progress& progress)
      : a_(a), b_(b), links_(a.tuples, a.distinct, b.tuples, b.distinct, progress) {}

  // Adds `places` places from `of_a` and `of_b` on; returns how many links were looked up.
  std::size_t add(std::uint32_t of_a, std::uint32_t of_b, std::size_t places,
                  PermutationExcess& excess) {
    elements_.clear();
    ends_.clear();
    for (std::uint32_t j = 0; j < places; ++j) {
      const auto set = b_.at_place.of(of_b + j);
      elements_.insert(elements_.end(), set.begin(), set.end());
      ends_.push_back(elements_.size());
    }
    score_.resize(places * places);
    std::size_t looked_up = 0;
    for (std::uint32_t i = 0; i < places; ++i) {
      const auto set = a_.at_place.of(of_a + i);
      add_row(set, i, places);
      looked_up += set.size() * elements_.size();
    }
    excess.add(score_, places);
    return looked_up;
  }

 private:
  void add_row(std::span<const std::uint32_t> set, std::size_t i, std::size_t places) {
    most_.assign(elements_.size(), 0);
    one_.resize(elements_.size());
    for (std::size_t n = 0; n < set.size(); ++n) {
      if (n > 0 && set[n] == set[n - 1]) continue;
      links_.scores(set[n], elements_, one_.data());
      for (std::size_t e = 0; e < elements_.size(); ++e)
        most_[e] = n == 0 ? one_[e] : std::max(most_[e], one_[e]);
    }
    std::size_t e = 0;
    for (std::size_t j = 0; j < places; ++j) {
      const auto size = static_cast<double>(ends_[j] - e);
      double sum = 0;
      for (; e < ends_[j]; ++e)
        sum += most_[e];
      score_[i * places + j] = size == 0 ? 0 : sum / size;
    }
  }

  const SetColumn& a_;
  const SetColumn& b_;
  SourceLinks links_;
  std::vector<std::uint32_t> elements_;
  std::vector<std::size_t> ends_;
  std::vector<double> most_;
  std::vector<double> one_;
  std::vector<double> score_;
};

PermutationExcess excess_of(const SetColumn& a, const SetColumn& b, std::uint32_t buckets,
                            const Progress& progress) {
  PermutationExcess excess;
  BlockScores scores(a, b, progress);
  std::size_t looked_up = 0;
  for (std::uint32_t bucket = 0; bucket < buckets && looked_up < links_looked_up; ++bucket) {
    // Places that one of the two lacks are another finding's.
    const std::uint32_t places = std::min(a.places_in(bucket), b.places_in(bucket));
    for (std::uint32_t from = 0; from < places && looked_up < links_looked_up;
         from += block_places) {
      progress.checkpoint();
      looked_up += scores.add(a.first_place[bucket] + from, b.first_place[bucket] + from,
                              std::min<std::size_t>(block_places, places - from), excess);
    }
  }
  return excess;
}

}  // namespace

Linkage measure_set_linkage(const SubjectView& view, const Progress& progress) {
  std::vector<SetColumn> columns;
  for (const SlicedView::Column& column : view.persons.columns)
    columns.push_back(column_of_persons(view, column.whole, progress));
  if (view.has_rows) columns.push_back(column_of_sets(view.rows, progress));
  if (view.has_values) columns.push_back(column_of_sets(view.values, progress));
  Linkage linkage;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    for (std::size_t d = c + 1; d < columns.size(); ++d) {
      const PermutationExcess found = excess_of(columns[c], columns[d], view.buckets(), progress);
      if (found.blocks() == 0) continue;
      const double excess = found.deviations();
      if (linkage.bound == 0 || excess - found.bound() > linkage.excess - linkage.bound)
        linkage = {excess, found.bound(), c, d};
    }
  }
  return linkage;
}

}  // namespace microdata
