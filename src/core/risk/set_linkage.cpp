#include "core/risk/set_linkage.hpp"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "core/base/grouped.hpp"
#include "core/risk/order_excess.hpp"
#include "core/risk/source_links.hpp"

namespace microdata {

namespace {

// Number of places of a block. Larger buckets are judged in blocks, because a permutation of the
// whole permutes any part.
constexpr std::size_t block_places = 64;

// Largest number of links of a pair of columns that are looked up.
constexpr std::size_t links_of_sets_looked_up = 4'000'000;

// Values at the places of every bucket, and in the rows of the source.
struct SetColumn {
  Grouped<std::uint32_t> at_place;
  // First place of each bucket, and the end.
  std::vector<std::uint32_t> first_place;
  std::vector<std::uint32_t> tuples;
  std::uint32_t distinct = 0;
  // Number of the column in the linkage.
  std::size_t number = 0;
  bool as_they_lie = false;

  std::uint32_t places_in(std::uint32_t bucket) const {
    return first_place[bucket + 1] - first_place[bucket];
  }
};

// Returns a column of persons, with places in the order of the table of persons.
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
  column.at_place = group_elements(place_of, static_cast<std::uint32_t>(place_of.size()),
                                   values.published, values.distinct, progress);
  column.tuples.reserve(view.person_of_tuple.size());
  for (const std::uint32_t person : view.person_of_tuple)
    column.tuples.push_back(values.tuples[person]);
  return column;
}

// Returns the column of a table of sets, with places by the members' numbers.
SetColumn column_of_sets(const PublishedSets& sets, const Progress& progress) {
  SetColumn column;
  column.at_place =
      group_elements(sets.set_of, sets.sets(), sets.whole.published, sets.whole.distinct, progress);
  column.first_place = sets.first_set;
  column.tuples = sets.whole.tuples;
  column.distinct = sets.whole.distinct;
  return column;
}

// Returns the place of every set by the position of its first row, among the sets of its bucket.
// Empty if all places are those by the sets' numbers.
std::vector<std::uint32_t> places_as_they_lie(const PublishedSets& sets, const Progress& progress) {
  constexpr auto unseen = static_cast<std::uint32_t>(-1);
  std::vector<std::uint32_t> place_of(sets.sets(), unseen);
  std::vector<std::uint32_t> next(sets.first_set.begin(), sets.first_set.end() - 1);
  bool differ = false;
  for (std::size_t row = 0; row < sets.set_of.size(); ++row) {
    progress.checkpoint_at(row);
    const std::uint32_t set = sets.set_of[row];
    if (place_of[set] != unseen) continue;
    place_of[set] = next[sets.bucket_of_set[set]]++;
    differ = differ || place_of[set] != set;
  }
  if (!differ) place_of.clear();
  return place_of;
}

// Adds a column for each of the two orders of a published table's sets, or one column if the orders
// are equal.
void add_sets(const PublishedSets& sets, std::size_t number, std::vector<SetColumn>& columns,
              const Progress& progress) {
  columns.push_back(column_of_sets(sets, progress));
  columns.back().number = number;
  const std::vector<std::uint32_t> place_of = places_as_they_lie(sets, progress);
  if (place_of.empty()) return;
  SetColumn lying = columns.back();
  std::vector<std::uint32_t> place_of_row;
  place_of_row.reserve(sets.set_of.size());
  for (const std::uint32_t set : sets.set_of)
    place_of_row.push_back(place_of[set]);
  lying.at_place = group_elements(place_of_row, sets.sets(), sets.whole.published,
                                  sets.whole.distinct, progress);
  lying.as_they_lie = true;
  columns.push_back(std::move(lying));
}

class BlockScores {
 public:
  BlockScores(const SetColumn& a, const SetColumn& b, const Progress& progress)
      : a_(a), b_(b), links_(a.tuples, a.distinct, b.tuples, b.distinct, progress) {}

  // Returns the scores of the `places` places from `of_a` on with those from `of_b` on.
  std::span<const double> of_block(std::uint32_t of_a, std::uint32_t of_b, std::size_t places) {
    elements_.clear();
    ends_.clear();
    for (std::uint32_t j = 0; j < places; ++j) {
      const auto set = b_.at_place[of_b + j];
      elements_.insert(elements_.end(), set.begin(), set.end());
      ends_.push_back(elements_.size());
    }
    score_.resize(places * places);
    for (std::uint32_t i = 0; i < places; ++i) {
      const auto set = a_.at_place[of_a + i];
      add_row(set, i, places);
      looked_up_ += set.size() * elements_.size();
    }
    return score_;
  }

  std::size_t looked_up() const { return looked_up_; }

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
  std::size_t looked_up_ = 0;
  std::vector<std::uint32_t> elements_;
  std::vector<std::size_t> ends_;
  std::vector<double> most_;
  std::vector<double> one_;
  std::vector<double> score_;
};

OrderExcess excess_of(const SetColumn& a, const SetColumn& b, std::uint32_t buckets,
                      const Progress& progress) {
  OrderExcess excess;
  BlockScores scores(a, b, progress);
  std::size_t looked_up = 0;
  for (std::uint32_t bucket = 0; bucket < buckets; ++bucket) {
    // Places that one of the two tables lacks are reported elsewhere.
    const std::uint32_t places = std::min(a.places_in(bucket), b.places_in(bucket));
    const std::uint32_t of_a = a.first_place[bucket];
    const std::uint32_t of_b = b.first_place[bucket];
    for (std::uint32_t from = 0; from < places; from += block_places) {
      if (looked_up >= links_of_sets_looked_up) return excess;
      progress.checkpoint();
      const auto block =
          static_cast<std::uint32_t>(std::min<std::size_t>(block_places, places - from));
      const std::size_t before = scores.looked_up();
      const std::span<const double> straight = scores.of_block(of_a + from, of_b + from, block);
      looked_up += scores.looked_up() - before;
      if (block == places) {
        excess.add(straight, block);
        continue;
      }
      excess.add_straight(straight, block);
      excess.add_reversed(scores.of_block(of_a + from, of_b + places - from - block, block), block);
    }
  }
  return excess;
}

}  // namespace

Linkage measure_set_linkage(const SubjectView& view, const Progress& progress) {
  std::vector<SetColumn> columns;
  for (const SlicedView::Column& column : view.persons.columns) {
    columns.push_back(column_of_persons(view, column.whole, progress));
    columns.back().number = columns.size() - 1;
  }
  std::size_t number = columns.size();
  if (view.has_rows) add_sets(view.rows, number++, columns, progress);
  if (view.has_values) add_sets(view.values, number, columns, progress);
  Linkage linkage;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    for (std::size_t d = c + 1; d < columns.size(); ++d) {
      if (columns[c].number == columns[d].number) continue;
      const auto pairs = static_cast<double>(columns.size() * (columns.size() - 1)) / 2;
      const auto [order, found] =
          excess_of(columns[c], columns[d], view.buckets(), progress).farthest(pairs);
      if (found.bound == 0) continue;
      if (linkage.bound > 0 && found.excess - found.bound <= linkage.excess - linkage.bound)
        continue;
      linkage = {found.excess,
                 found.bound,
                 found.deviation,
                 columns[c].number,
                 columns[d].number,
                 order,
                 columns[c].as_they_lie || columns[d].as_they_lie};
    }
  }
  return linkage;
}

}  // namespace microdata
