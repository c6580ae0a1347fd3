#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/risk/class_cover.hpp"
#include "core/risk/sliced_view.hpp"

namespace microdata {

// Where each of some persons may be in a release, and which values of one sensitive attribute each
// may have there, for who knows the quasi-identifiers of all persons and no sensitive value.
struct PlacedPersons {
  // A value as it was published for persons who cannot be told apart by it: those of an equivalence
  // class, or of a bucket with one known value of the sensitive attribute's column. Slots of one
  // such group are consecutive.
  struct Slot {
    Code value;
    std::uint32_t rows;
  };
  // A group that a person may be of, and how likely that is; over a person's places it sums to 1.
  struct Place {
    std::size_t first_slot;
    std::uint32_t slots;
    float probability;
  };

  // How many of a group's rows are nobody's (counterfeits); any of its values may be theirs.
  struct Nobody {
    std::size_t first_slot;
    std::uint32_t slots;
    std::uint32_t rows;
  };

  std::vector<Slot> slots;
  // Of groups that have some.
  std::vector<Nobody> nobody;
  // Of persons who are shown without a value, if there are some: their group has all values that
  // others are shown with.
  std::optional<std::size_t> slot_of_valueless;
  // Who matches no bucket is not among the persons.
  std::vector<Row> persons;
  // By person, as place_all() leaves them: all that speaks for her places, before it is divided by
  // its sum. Of regions of a release these are on one scale.
  std::vector<double> weights;
  std::vector<std::size_t> first_place{0};
  std::vector<Place> places;
  // Pairs of a person's place and a slot of it.
  std::size_t pairs = 0;
  // Of the persons that were asked for: who match no bucket, and who were not looked for any more.
  std::size_t unmatched = 0;
  std::size_t left_out = 0;
  // True if the probabilities of all rows' persons add up to the rows of each group: what is known
  // of a person stands together in the release.
  bool loads_are_exact = false;

  // In the release, by value.
  std::vector<std::uint64_t> rows_of_values() const;
  // How many rows are somebody's.
  std::uint64_t rows_of_persons() const;

  std::span<const Place> of(std::size_t i) const {
    return std::span(places).subspan(first_place[i], first_place[i + 1] - first_place[i]);
  }
};

// Places are no more than this, which take some hundred megabytes: where ranges overlap, a person
// can have as many as there are classes.
inline constexpr std::size_t most_places = 10'000'000;

// Places every person where places_of(person, places) says: weights, which it puts in `places`,
// become probabilities. It returns what they are multiples of. Goes through `persons` until there
// are `most_pairs`, or most_places.
template <typename PlacesOf>
void place_all(PlacedPersons& placed, std::span<const Row> persons, std::size_t most_pairs,
               const PlacesOf& places_of, const Progress& progress) {
  std::vector<PlacedPersons::Place> places;
  for (std::size_t i = 0; i < persons.size(); ++i) {
    progress.checkpoint_at(i * 64);
    if (placed.pairs >= most_pairs || placed.places.size() >= most_places) {
      placed.left_out = persons.size() - i;
      return;
    }
    places.clear();
    const double unit = places_of(persons[i], places);
    double total = 0;
    for (const PlacedPersons::Place& place : places)
      total += place.probability;
    if (places.empty()) {
      ++placed.unmatched;
      continue;
    }
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

// Some buckets of a release in place of all. The bucket of a person is always among them; any other
// one stands for `others` buckets of the release.
struct SampledBuckets {
  std::vector<std::uint32_t> of_person;
  double others = 1;
};

// By |B| f(t, B), as measure_disclosure() does for who counts. Goes through `persons`, tuples of
// the source, in their order, until there are `most_pairs`: in random order, those looked at are a
// sample.
PlacedPersons place_persons(const SlicedView& view, const SlicedView::Sensitive& sensitive,
                            std::span<const Row> persons, std::size_t most_pairs,
                            const Progress& progress, const SampledBuckets* sampled = nullptr);

// The same for equivalence classes, by class_weights.hpp. `values`: of every published row.
PlacedPersons place_persons(const ClassCover& cover, std::span<const Code> values,
                            std::span<const Row> persons, std::size_t most_pairs,
                            const Progress& progress);

}  // namespace microdata
