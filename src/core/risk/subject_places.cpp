#include "core/risk/subject_places.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "core/risk/covered_values.hpp"

namespace microdata {

namespace {

// Largest number of sets that are looked at for all persons.
constexpr std::size_t most_sets = 200'000'000;

// Largest number of sets that are looked at for one person who is placed.
constexpr std::size_t most_placed_sets = 2'000;

// Returns the elements of every set of values, each once, ascending.
std::vector<std::vector<std::uint32_t>> elements_of_sets(
    const SubjectView& view, const std::vector<std::uint32_t>& first_element,
    const Progress& progress) {
  std::vector<std::vector<std::uint32_t>> elements(view.values.sets());
  for (std::size_t row = 0; row < view.values.set_of.size(); ++row) {
    progress.checkpoint_at(row);
    for (std::size_t j = 0; j < view.sensitive.size(); ++j) {
      elements[view.values.set_of[row]].push_back(first_element[j] +
                                                  view.sensitive[j].published[row]);
    }
  }
  for (std::vector<std::uint32_t>& of_set : elements) {
    std::sort(of_set.begin(), of_set.end());
    of_set.erase(std::unique(of_set.begin(), of_set.end()), of_set.end());
  }
  return elements;
}

// Adds the slots of every bucket; returns the first slot of each bucket, and the end.
std::vector<std::size_t> add_slots_of_sets(const SubjectView& view,
                                           std::vector<std::vector<std::uint32_t>> elements,
                                           JointPlacement::Table& table) {
  std::map<std::vector<std::uint32_t>, Code> numbers;
  std::vector<std::size_t> first_slot;
  for (std::uint32_t b = 0; b < view.buckets(); ++b) {
    first_slot.push_back(table.placed.slots.size());
    std::map<Code, std::uint32_t> sets;
    for (std::uint32_t set = view.values.first_set[b];
         set < view.values.first_set[b + std::size_t{1}]; ++set) {
      const auto [at, is_new] =
          numbers.emplace(std::move(elements[set]), static_cast<Code>(numbers.size()));
      if (is_new) table.outcomes.add(at->first);
      ++sets[at->second];
    }
    for (const auto& [outcome, rows] : sets)
      table.placed.slots.push_back({outcome, rows});
  }
  first_slot.push_back(table.placed.slots.size());
  return first_slot;
}

}  // namespace

std::vector<std::uint32_t> fewest_persons(const SubjectView& view) {
  std::vector<std::uint32_t> persons = view.persons_in_buckets();
  for (std::uint32_t b = 0; b < view.buckets(); ++b)
    if (view.has_values) persons[b] = std::min(persons[b], view.values.sets_in(b));
  return persons;
}

SubjectPlaces::SubjectPlaces(const SubjectView& view, Many many, std::size_t most_sets_of_person,
                             const Progress& progress)
    : view_(view),
      many_(many),
      most_sets_of_person_(most_sets_of_person),
      buckets_(view.persons, MatchingBuckets::Over::known, progress),
      persons_(fewest_persons(view)),
      rows_in_(published_rows_by_bucket(view)),
      levels_(view) {
  if (view.has_rows) {
    rows_.emplace(view, view.rows, view.rows.known, SourcePersons::Elements::rows, progress);
  }
}

std::optional<std::span<const SubjectPlaces::Place>> SubjectPlaces::find(std::uint32_t person) {
  known_.clear();
  for (const SlicedView::Column& column : view_.persons.columns)
    known_.push_back(column.known.tuples[person]);
  buckets_.find(known_, matches_);
  of_stratum_.clear();
  std::copy_if(matches_.begin(), matches_.end(), std::back_inserter(of_stratum_),
               [&](const Match& match) { return levels_.can_be_of(match.bucket, person); });
  for (std::vector<Match>* matches : {&of_stratum_, &matches_}) {
    if (!are_few(*matches)) return std::nullopt;
    place(*matches, person);
    if (!places_.empty()) break;
  }
  return places_;
}

// Returns true if the sets of the matching buckets can be looked at, with those of all persons so
// far. In Many::sample, too many matches of a person are reduced to a part instead.
bool SubjectPlaces::are_few(std::vector<Match>& matches) {
  std::size_t sets = 0;
  for (const Match& match : matches)
    sets += persons_[match.bucket];
  if (many_ == Many::sample && sets > most_sets_of_person_) {
    const std::size_t step = (sets + most_sets_of_person_ - 1) / most_sets_of_person_;
    std::size_t kept = 0;
    for (std::size_t at = 0; at < matches.size(); at += step)
      matches[kept++] = matches[at];
    matches.resize(kept);
    sets = 0;
    for (const Match& match : matches)
      sets += persons_[match.bucket];
    looked_at_ += sets;
    return true;
  }
  if (sets > most_sets_of_person_ || looked_at_ + sets > most_sets) return false;
  looked_at_ += sets;
  return true;
}

void SubjectPlaces::place(std::span<const Match> matches, std::uint32_t person) {
  places_.clear();
  for (const Match& match : matches) {
    const double weight =
        buckets_.bucket_size(match.bucket) * match.degree * fitting_share(match.bucket, person);
    if (weight > 0) places_.push_back({match.bucket, weight});
  }
}

// Returns the share of the bucket's sets of rows that can be the person's.
double SubjectPlaces::fitting_share(std::uint32_t bucket, std::uint32_t person) const {
  if (!rows_) return 1;
  const std::uint32_t sets = view_.rows.sets_in(bucket);
  std::uint32_t fitting = 0;
  for (std::uint32_t set = view_.rows.first_set[bucket]; set < view_.rows.first_set[bucket + 1];
       ++set)
    fitting += rows_->fits(set, person, rows_in_[bucket]) ? 1 : 0;
  return sets == 0 ? 0 : static_cast<double>(fitting) / sets;
}

namespace {

// Places persons in the buckets for which visit_buckets(person, add) calls add(bucket, weight).
template <typename VisitBuckets>
JointPlacement place_in_buckets_of(const SubjectView& view, std::span<const Row> persons,
                                   std::size_t most_pairs, const VisitBuckets& visit_buckets,
                                   const Progress& progress) {
  JointPlacement placement;
  for (const SubjectView::Sensitive& sensitive : view.sensitive)
    placement.first_element.push_back(placement.first_element.back() + sensitive.distinct);
  JointPlacement::Table& table = placement.tables.emplace_back();
  const std::vector<std::size_t> first_slot =
      add_slots_of_sets(view, elements_of_sets(view, placement.first_element, progress), table);
  place_all(
      table.placed, persons, most_pairs,
      [&](Row person, std::vector<PlacedPersons::Place>& places) {
        visit_buckets(person, [&](std::uint32_t b, double weight) {
          const std::size_t slots = first_slot[b + std::size_t{1}] - first_slot[b];
          if (slots == 0 || weight <= 0) return;
          places.push_back(
              {first_slot[b], static_cast<std::uint32_t>(slots), static_cast<float>(weight)});
        });
        return 1.0;
      },
      progress);
  return placement;
}

}  // namespace

JointPlacement place_subjects(const SubjectView& view, std::span<const Row> persons,
                              std::size_t most_pairs, const Progress& progress) {
  SubjectPlaces adversary(view, SubjectPlaces::Many::sample, most_placed_sets, progress);
  const auto visit_buckets = [&](Row person, const auto& add) {
    if (const auto found = adversary.find(person)) {
      for (const SubjectPlaces::Place& place : *found)
        add(place.bucket, place.weight);
    }
  };
  return place_in_buckets_of(view, persons, most_pairs, visit_buckets, progress);
}

JointPlacement place_subjects(const SubjectView& view, const SubjectClasses& classes,
                              const ClassPersons& may_hold, std::span<const Row> persons,
                              std::size_t most_pairs, const Progress& progress) {
  CoveredValues covered(view, classes, progress);
  const std::vector<std::uint32_t> persons_in = fewest_persons(view);
  std::vector<double> of_one;
  const auto visit_buckets = [&](Row person, const auto& add) {
    const std::span<const std::uint32_t> buckets = may_hold.of(person);
    // If the weights cannot be computed, they are equal.
    (void)covered.weigh_persons(buckets, person, of_one);
    for (std::size_t i = 0; i < buckets.size(); ++i)
      add(buckets[i], of_one[i] * persons_in[buckets[i]]);
  };
  return place_in_buckets_of(view, persons, most_pairs, visit_buckets, progress);
}

SubjectPlacement::SubjectPlacement(const SubjectView& view, const SubjectClasses* classes,
                                   std::size_t most_pairs, const Progress& progress)
    : view_(view), classes_(classes), most_pairs_(most_pairs) {
  if (classes != nullptr)
    may_hold_ = find_class_persons(view, *classes, ClassReach::own_stratum, most_pairs, progress);
}

JointPlacement SubjectPlacement::place(std::span<const Row> persons,
                                       const Progress& progress) const {
  return may_hold_ ? place_subjects(view_, *classes_, *may_hold_, persons, most_pairs_, progress)
                   : place_subjects(view_, persons, most_pairs_, progress);
}

}  // namespace microdata
