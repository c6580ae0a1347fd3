#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "core/risk/composition.hpp"
#include "core/risk/series_beliefs.hpp"
#include "postgres/inspection/composition.hpp"
#include "postgres/source/source.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// What the releases that have a sensitive attribute say of it. Their codes are brought together
// when all have been read.
struct Gathered {
  explicit Gathered(const AttributeType& type) : values(type) {}

  // What releases say of the persons, and of outsiders.
  struct Said {
    ReleaseBeliefs beliefs;
    ReleaseBeliefs of_outsiders;
  };
  // Where an edition has them.
  struct OfEdition {
    std::string series;
    std::int64_t edition;
    PlacedSignatures persons;
    PlacedSignatures outsiders;
  };
  struct OfRelease {
    Oid relation;
    Said said;
    // By the release's code, as in `values`.
    std::vector<Code> codes;
    std::optional<OfEdition> edition;
    // As how many it counts: editions that are gone stand together.
    std::size_t releases = 1;
  };

  Dictionary values;
  // Of the persons, and of outsiders; taken from the first of the releases, as the source is one.
  std::vector<Code> truth;
  std::vector<Code> truth_of_outsiders;
  std::vector<OfRelease> releases;
  // The first of them in which persons cannot be found as they were.
  Oid unknown = InvalidOid;
};

// By the attribute's name in the source.
using AllGathered = std::map<std::string, Gathered>;

// Reads the persons of the source, and outsiders, and gathers what each release says of them as
// they were when it was made. A NOTICE says by which earlier values they were found, and a WARNING
// where they were not.
AllGathered gather_beliefs(const HeldReleases& held, const Source& source,
                           const std::optional<Oid>& outsiders, Random& random,
                           const Progress& progress);

}  // namespace microdata::postgres
