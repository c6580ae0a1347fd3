#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/risk/composition.hpp"
#include "core/risk/series_beliefs.hpp"
#include "postgres/audits/composition.hpp"
#include "postgres/source/source.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// Beliefs about one sensitive attribute from all releases that have it. The releases' codes are
// brought together after all releases were read.
struct Gathered {
  explicit Gathered(const AttributeType& type) : values(type) {}

  // Beliefs from a release about the persons, and about outsiders.
  struct Said {
    ReleaseBeliefs beliefs;
    ReleaseBeliefs of_outsiders;
  };
  // Places of the persons and of outsiders in an edition.
  struct OfEdition {
    std::string series;
    std::int64_t edition;
    PlacedSignatures persons;
    PlacedSignatures outsiders;
  };
  struct OfRelease {
    Oid relation;
    Said said;
    // Provisional codes in `values`, by code of the release.
    std::vector<Code> codes;
    std::optional<OfEdition> edition;
    // Number of releases that the entry stands for; the editions of a series that are gone form one
    // entry.
    std::size_t releases = 1;
  };

  Dictionary values;
  // Values of the persons, and of outsiders. They are taken from the first release, because all
  // releases have one source.
  std::vector<Code> truth;
  std::vector<Code> truth_of_outsiders;
  std::vector<OfRelease> releases;
  // 1 by value for those that no release protects, whose persons are not attacked; empty if there
  // are none.
  std::vector<std::uint8_t> harmless;
  // First release in which persons cannot be found as they were; InvalidOid if there is none.
  Oid unknown = InvalidOid;

  bool is_harmless(Code value) const { return !harmless.empty() && harmless[value] != 0; }
};

// Gathered beliefs by the attribute's name in the source.
using AllGathered = std::map<std::string, Gathered>;

// Raises a WARNING that a share `lost` of the source's persons cannot be found in a release.
void report_unknown(Oid source, const Release& release, double lost);

// Reads the persons of the source, and outsiders, and gathers the beliefs that each release gives.
// Persons are looked for as they were when the release was made. A NOTICE names the earlier values
// by which they were found, and a WARNING names a release in which they were not found.
AllGathered gather_beliefs(const HeldReleases& held, const Source& source,
                           const std::optional<Oid>& outsiders, Random& random,
                           const Progress& progress);

}  // namespace microdata::postgres
