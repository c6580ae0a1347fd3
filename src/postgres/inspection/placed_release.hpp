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
#include "postgres/source/source_tuples.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// Where every person of the source may be in a release, and with which values of one of its
// sensitive attributes. Persons are numbered as their tuples come.
struct PlacedAttribute {
  const std::string& name;
  const std::string& source_name;
  const Dictionary& values;
  const PlacedPersons& placed;
  std::span<const Code> truth;
  std::span<const KnownAttribute> known;
};

using VisitPlaced = std::function<void(const PlacedAttribute&)>;

// Of persons' places and the values there: a few hundred megabytes.
inline constexpr std::size_t most_placed_pairs = 40'000'000;

// Of a release in buckets, a tuple of the source for each person: shows `visit` each of its
// sensitive attributes. Without `tuples` the source, which is there, is read.
void place_in_buckets(const Release& release, const SourceTuples* tuples, const VisitPlaced& visit,
                      const Progress& progress);

}  // namespace microdata::postgres
