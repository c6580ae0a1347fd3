#include "core/risk/placed_persons.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/base/grouped.hpp"
#include "core/risk/candidate_values.hpp"
#include "core/risk/class_weights.hpp"
#include "core/risk/matching_buckets.hpp"

namespace microdata {

namespace {

// Adds the slots of every class; returns the first slot of each class, and the end.
std::vector<std::size_t> add_slots(const ClassCover& cover, std::span<const Code> values,
                                   PlacedPersons& placed, const Progress& progress) {
  Grouped<Code> by_class = group_by(
      cover.class_of_row, cover.classes, [&](std::size_t row) { return values[row]; }, progress);
  std::vector<std::size_t> first_slot;
  for (std::uint32_t c = 0; c < cover.classes; ++c) {
    progress.checkpoint_at(c);
    first_slot.push_back(placed.slots.size());
    const std::span<Code> of_class = by_class[c];
    std::sort(of_class.begin(), of_class.end());
    for (std::size_t i = 0; i < of_class.size(); ++i) {
      if (i == 0 || of_class[i] != of_class[i - 1]) placed.slots.push_back({of_class[i], 0});
      ++placed.slots.back().rows;
    }
  }
  first_slot.push_back(placed.slots.size());
  return first_slot;
}

// Adds the rows of buckets that have more sensitive values than persons. The attribute stands alone
// in its column there, so the bucket is one group.
void add_nobody(const SlicedView& view, const MatchingBuckets& buckets,
                const CandidateValues& candidates, PlacedPersons& placed,
                const Progress& progress) {
  const auto add = [&](std::span<const CandidateValues::Candidate> values, std::uint32_t persons) {
    const auto rows = static_cast<std::uint32_t>(sum_of_rows(values));
    if (rows <= persons) return;
    placed.nobody.push_back({static_cast<std::size_t>(values.data() - candidates.all().data()),
                             static_cast<std::uint32_t>(values.size()), rows - persons});
  };
  // Buckets of persons without a value share one list.
  std::span<const CandidateValues::Candidate> of_valueless;
  std::uint32_t valueless = 0;
  for (std::uint32_t b = 0; b < view.buckets; ++b) {
    progress.checkpoint_at(b);
    if (view.is_valueless(b)) {
      of_valueless = candidates.of_bucket(b);
      valueless += buckets.bucket_size(b);
    } else {
      add(candidates.of_bucket(b), buckets.bucket_size(b));
    }
  }
  if (valueless == 0) return;
  placed.slot_of_valueless =
      static_cast<std::size_t>(of_valueless.data() - candidates.all().data());
  add(of_valueless, valueless);
}

}  // namespace

std::vector<std::uint64_t> PlacedPersons::rows_of_values() const {
  std::vector<std::uint64_t> rows;
  for (const Slot& slot : slots) {
    if (slot.value >= rows.size()) rows.resize(slot.value + std::size_t{1});
    rows[slot.value] += slot.rows;
  }
  return rows;
}

std::uint64_t PlacedPersons::rows_of_persons() const {
  std::uint64_t rows = 0;
  for (const Slot& slot : slots)
    rows += slot.rows;
  for (const Nobody& group : nobody)
    rows -= group.rows;
  return rows;
}

double PlacedPersons::rate_of_persons() const {
  return persons_in_a_row.value_or(static_cast<double>(persons.size()) /
                                   std::max(static_cast<double>(rows_of_persons()), 1.0));
}

PlacedPersons place_persons(const SlicedView& view, const SlicedView::Sensitive& sensitive,
                            std::span<const Row> persons, std::size_t most_pairs,
                            const Progress& progress, const SampledBuckets* sampled) {
  const MatchingBuckets buckets(view, MatchingBuckets::Over::known, progress);
  const CandidateValues candidates(view, sensitive, progress);
  PlacedPersons placed;
  placed.slots.reserve(candidates.all().size());
  for (const CandidateValues::Candidate& candidate : candidates.all())
    placed.slots.push_back({candidate.value, candidate.rows});
  add_nobody(view, buckets, candidates, placed, progress);
  placed.loads_are_exact =
      std::count_if(view.columns.begin(), view.columns.end(),
                    [](const SlicedView::Column& column) { return column.known.distinct > 1; }) <=
          1 &&
      std::none_of(view.columns.begin(), view.columns.end(),
                   [](const SlicedView::Column& column) { return column.known.covering; });
  std::vector<std::uint32_t> known(view.columns.size());
  std::vector<Match> matches;
  const auto places_of = [&](Row person, std::vector<PlacedPersons::Place>& places) {
    for (std::size_t c = 0; c < known.size(); ++c)
      known[c] = view.columns[c].known.tuples[person];
    buckets.find(known, matches);
    for (const Match& match : matches) {
      const auto slots = candidates.of(
          match.bucket, buckets.shown(sensitive.column, match.bucket, known[sensitive.column]));
      const bool stands_for_others =
          sampled != nullptr && sampled->of_person[person] != match.bucket;
      const double buckets_like_it = stands_for_others ? sampled->others : 1;
      places.push_back(
          {static_cast<std::size_t>(slots.data() - candidates.all().data()),
           static_cast<std::uint32_t>(slots.size()),
           static_cast<float>(match.alike * buckets.bucket_size(match.bucket) * buckets_like_it)});
    }
    return 1.0;
  };
  place_all(placed, persons, most_pairs, places_of, progress);
  return placed;
}

PlacedPersons place_persons(const ClassCover& cover, std::span<const Code> values,
                            std::span<const Row> persons, std::size_t most_pairs,
                            const Progress& progress) {
  PlacedPersons placed;
  const std::vector<std::size_t> first_slot = add_slots(cover, values, placed, progress);
  const ClassWeights weights(cover);
  std::vector<double> of_row;
  const auto places_of = [&](Row person, std::vector<PlacedPersons::Place>& places) {
    const auto classes = cover.of_kind(cover.kind_of_tuple[person]);
    const double unit = weights.weigh_rows(cover.kind_of_tuple[person], of_row);
    for (std::size_t i = 0; i < classes.size(); ++i) {
      const std::uint32_t c = classes[i];
      places.push_back({first_slot[c],
                        static_cast<std::uint32_t>(first_slot[c + std::size_t{1}] - first_slot[c]),
                        static_cast<float>(of_row[i] * weights.rows(c))});
    }
    return unit;
  };
  place_all(placed, persons, most_pairs, places_of, progress);
  return placed;
}

PlacedPersons kept_persons(PlacedPersons placed, const std::vector<bool>& kept) {
  PlacedPersons result;
  for (std::size_t i = 0; i < placed.persons.size(); ++i) {
    if (!kept[i]) continue;
    for (const PlacedPersons::Place& place : placed.of(i)) {
      result.places.push_back(place);
      result.pairs += place.slots;
    }
    result.persons.push_back(placed.persons[i]);
    result.first_place.push_back(result.places.size());
  }
  result.slots = std::move(placed.slots);
  result.nobody = std::move(placed.nobody);
  result.slot_of_valueless = placed.slot_of_valueless;
  result.loads_are_exact = placed.loads_are_exact;
  return result;
}

PlacedPersons persons_with_places(PlacedPersons placed) {
  std::vector<bool> kept(placed.persons.size());
  for (std::size_t i = 0; i < kept.size(); ++i)
    kept[i] = placed.has_place(i);
  if (std::find(kept.begin(), kept.end(), false) == kept.end()) return placed;
  return kept_persons(std::move(placed), kept);
}

PlacedPersons first_with_neighbours(PlacedPersons placed, std::size_t first) {
  if (first >= placed.persons.size()) return placed;
  // Sets of groups that persons connect, by the groups' first slots.
  std::vector<std::size_t> above(placed.slots.size());
  std::iota(above.begin(), above.end(), std::size_t{0});
  const auto set_of = [&](std::size_t slot) {
    while (above[slot] != slot)
      slot = above[slot] = above[above[slot]];
    return slot;
  };
  const auto connect = [&](std::size_t slot, std::size_t to, std::uint32_t slots) {
    for (std::uint32_t s = 0; s < slots; ++s)
      above[set_of(slot + s)] = set_of(to);
  };
  for (std::size_t i = 0; i < placed.persons.size(); ++i) {
    for (const PlacedPersons::Place& place : placed.of(i))
      connect(place.first_slot, placed.of(i).front().first_slot, place.slots);
  }
  for (const PlacedPersons::Nobody& group : placed.nobody)
    connect(group.first_slot, group.first_slot, group.slots);
  std::vector<bool> reached(placed.slots.size());
  std::vector<bool> kept(placed.persons.size());
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (!placed.has_place(i)) {
      kept[i] = i < first;
      continue;
    }
    const std::size_t set = set_of(placed.of(i).front().first_slot);
    if (i < first) reached[set] = true;
    kept[i] = reached[set];
  }
  const double in_a_row = placed.rate_of_persons();
  PlacedPersons result = kept_persons(std::move(placed), kept);
  result.persons_in_a_row = in_a_row;
  return result;
}

}  // namespace microdata
