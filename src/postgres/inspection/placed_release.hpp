#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <functional>
#include <span>
#include <string>

#include "core/microdata/progress.hpp"
#include "core/risk/known_features.hpp"
#include "core/risk/placed_persons.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/release_reader.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// Where every person of the source may be in a release, and where outsiders would be, with which
// values of one of its sensitive attributes. Persons are numbered as their tuples come, outsiders
// after those of the source.
struct PlacedAttribute {
  const std::string& name;
  const std::string& source_name;
  const Dictionary& values;
  const PlacedPersons& placed;
  const PlacedPersons& outside;
  std::span<const Row> persons;
  std::span<const Row> outsiders;
  std::span<const Code> truth;
  std::span<const KnownAttribute> known;
  // Of each of those.
  std::span<const Dictionary* const> known_values;
  // The view of buckets; null for classes.
  const SlicedView* view = nullptr;
};

using VisitPlaced = std::function<void(const PlacedAttribute&)>;

// Of persons' places and the values there: a few hundred megabytes.
inline constexpr std::size_t most_placed_pairs = 40'000'000;

// The first so many of all tuples, in the order that is asked for.
std::vector<Row> members_in_order(std::size_t members, const ReadScope& beside);

// Of a release in buckets, a tuple of the source for each person: shows `visit` each of its
// sensitive attributes. `beside`: the tuples, where they were read before, and outsiders.
void place_in_buckets(const Release& release, const ReadScope& beside, const VisitPlaced& visit,
                      const Progress& progress);

}  // namespace microdata::postgres
