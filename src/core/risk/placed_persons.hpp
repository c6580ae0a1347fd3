#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/microdata.hpp"
#include "core/risk/class_cover.hpp"
#include "core/risk/sliced_view.hpp"

namespace microdata {

// Places of some persons in a release, and the values of one sensitive attribute that each can have
// there. The attacker knows the quasi-identifiers of all persons and no sensitive value.
struct PlacedPersons {
  // A published value of a group of persons who are indistinguishable by it, with its number of
  // rows. A group is an equivalence class, or the rows of a bucket with one known value of the
  // sensitive attribute's column. Slots of one group are consecutive.
  struct Slot {
    Code value;
    std::uint32_t rows;
  };
  // A group that a person can be in, and the probability of this; over a person's places the
  // probabilities sum to 1.
  struct Place {
    std::size_t first_slot;
    std::uint32_t slots;
    float probability;
  };

  // Number of a group's rows that are nobody's (counterfeits); they can have any of the group's
  // values.
  struct Nobody {
    std::size_t first_slot;
    std::uint32_t slots;
    std::uint32_t rows;
  };

  std::vector<Slot> slots;
  // Groups with rows that are nobody's.
  std::vector<Nobody> nobody;
  // First slot of the group of persons shown without a value, if there are any. The group has all
  // values that are shown for other persons.
  std::optional<std::size_t> slot_of_valueless;
  // Persons looked for, the first of those asked for. A person who matches no bucket has no place.
  std::vector<Row> persons;
  // Sum of the weights of a person's places before their division by the sum, by person, as
  // place_all() sets it. The weights of all regions of a release are on one scale.
  std::vector<double> weights;
  std::vector<std::size_t> first_place{0};
  std::vector<Place> places;
  // Number of pairs of a person's place and a slot of it.
  std::size_t pairs = 0;
  // Number of persons for each row of a person, if persons were left out with all groups that they
  // can be in.
  std::optional<double> persons_in_a_row;
  // True if the probabilities of all rows' persons add up to the rows of each group. This is so if
  // the known values of a person stand together in the release.
  bool loads_are_exact = false;

  // Returns the number of rows in the release by value.
  std::vector<std::uint64_t> rows_of_values() const;
  // Returns the number of rows of persons, without rows that are nobody's.
  std::uint64_t rows_of_persons() const;
  // Returns the number of persons for each row of a person.
  double rate_of_persons() const;

  std::span<const Place> of(std::size_t i) const {
    return std::span(places).subspan(first_place[i], first_place[i + 1] - first_place[i]);
  }
  bool has_place(std::size_t i) const { return first_place[i + 1] > first_place[i]; }
};

// Returns the placement of the marked persons alone, without weights.
PlacedPersons kept_persons(PlacedPersons placed, const std::vector<bool>& kept);

// Returns the placement of the persons who have a place.
PlacedPersons persons_with_places(PlacedPersons placed);

// Returns the placement of the first persons and of all persons whose values the values of these
// depend on, whoever is in between: persons who can be in the same group. Beliefs about the first
// persons are those by the whole placement.
PlacedPersons first_with_neighbours(PlacedPersons placed, std::size_t first);

// Largest number of places, which take some hundred megabytes; if ranges overlap, a person can have
// as many places as there are classes.
inline constexpr std::size_t most_places = 10'000'000;

// Places every person where places_of(person, places) says. The callback puts weights in `places`,
// which become probabilities, and returns the unit of the weights. Goes through `persons` until
// there are `most_pairs` pairs or most_places places.
template <typename PlacesOf>
void place_all(PlacedPersons& placed, std::span<const Row> persons, std::size_t most_pairs,
               const PlacesOf& places_of, const Progress& progress) {
  std::vector<PlacedPersons::Place> places;
  for (std::size_t i = 0; i < persons.size(); ++i) {
    progress.checkpoint_at(i * 64);
    if (placed.pairs >= most_pairs || placed.places.size() >= most_places) return;
    places.clear();
    const double unit = places_of(persons[i], places);
    double total = 0;
    for (const PlacedPersons::Place& place : places)
      total += place.probability;
    for (PlacedPersons::Place place : places) {
      place.probability = static_cast<float>(place.probability / total);
      placed.pairs += place.slots;
      placed.places.push_back(place);
    }
    placed.persons.push_back(persons[i]);
    placed.weights.push_back(total * unit);
    placed.first_place.push_back(placed.places.size());
  }
}

// A sample of a release's buckets. The bucket of a person is always in the sample; any other bucket
// stands for `others` buckets of the release.
struct SampledBuckets {
  std::vector<std::uint32_t> of_person;
  double others = 1;
};

// Places persons in buckets weighted by |B| f(t, B), like the row-weighted probability of
// measure_disclosure(). Goes through `persons`, tuples of the source, in their order, until there
// are `most_pairs`. In random order, the persons looked at are a sample.
PlacedPersons place_persons(const SlicedView& view, const SlicedView::Sensitive& sensitive,
                            std::span<const Row> persons, std::size_t most_pairs,
                            const Progress& progress, const SampledBuckets* sampled = nullptr);

// Places persons in equivalence classes, weighted by class_weights.hpp. `values` has the value of
// every published row.
PlacedPersons place_persons(const ClassCover& cover, std::span<const Code> values,
                            std::span<const Row> persons, std::size_t most_pairs,
                            const Progress& progress);

}  // namespace microdata
