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
#include "core/risk/attack_risk.hpp"
#include "core/risk/composition.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/drawn_persons.hpp"
#include "postgres/inspection/method.hpp"
#include "postgres/inspection/part_task.hpp"
#include "postgres/inspection/series_memory.hpp"
#include "postgres/source/source_tuples.hpp"

namespace microdata::postgres {

// Largest number of persons who are attacked; of more persons a sample is attacked. The error of a
// share among so many is below 0.004 in 95% of all cases.
inline constexpr std::size_t most_composition_persons = 100'000;

// A release that the attacker holds.
struct HeldRelease {
  const Release& release;
  PlacePersons* place;
  // True if the release is read region by region, and true if the servers that have the regions
  // read them.
  bool by_regions = false;
  bool on_workers = false;
  // Series and number of an edition whose buckets are read.
  std::optional<std::string> series = {};
  std::int64_t edition = 0;
};

// The releases of one source that the attacker holds, and what series remember of them.
struct HeldReleases {
  Oid source;
  std::vector<HeldRelease> releases;
  // Series with editions that are gone but were held.
  std::vector<RememberedSeries> remembered = {};
  // Series that remember the persons of existing editions.
  std::vector<RememberedSeries> memories = {};
  // A release by whose regions the source is read, if the source is not read at once.
  const Release* regions = nullptr;
  // True if persons are drawn on the servers that have the source's rows.
  bool sampled = false;
};

// Combined results of several releases of one source for a sensitive attribute, by the source's
// name.
struct ComposedAttribute {
  std::string attribute;
  std::size_t releases = 0;
  CompositionFigures together;
  // The release whose guesses alone are right most often; InvalidOid if all releases are gone.
  Oid single = InvalidOid;
  CompositionFigures of_single;
  // Number of persons in one of the releases who have the value that is published most often.
  std::size_t naive_right = 0;
  // The guesses about outsiders, if there are any. An outsider whom no release matches is guessed
  // to have the value that is published most often.
  AttackOutcome control;
  // True for persons with several rows, of whose figures `candidates`, `pinned` and `contradicted`
  // have no meaning.
  bool of_sets = false;
  // A release in which persons cannot be found as they were when the release was made. Its beliefs
  // about them, and so all of the above, are unknown.
  Oid unknown = InvalidOid;
};

// Fails because the releases have no sensitive attribute.
[[noreturn]] void fail_nothing_composed();

// Combines releases of one source, which must exist. An attacker who knows that signatures stay
// reads the editions of a series as one release (core/risk/series_beliefs.hpp). The source and a
// relation of outsiders are read once; very many persons are sampled.
//
// The attacker knows what was true of persons when a release was made. If a release shows values
// other than the source's current ones, persons are followed. They are followed by the key of the
// release's series, or by assumptions about numbers that grow with time. A WARNING names each
// release in which persons cannot be followed.
std::vector<ComposedAttribute> compose_releases(const HeldReleases& held,
                                                const std::optional<Oid>& outsiders, Random& random,
                                                const Progress& progress);

// Beliefs about persons by a release that is read by regions, here or where the regions are, to be
// combined with other releases.

// Beliefs about one sensitive attribute, in codes of `values`.
struct FinishedBeliefs {
  const Dictionary* values;
  ReleaseBeliefs beliefs;
  ReleaseBeliefs of_outsiders;
  std::vector<Code> truth;
  std::vector<Code> truth_of_outsiders;
};

// Beliefs by one region about an attribute, and the persons' true values, in the region's own
// codes.
struct PackedBeliefs {
  std::string attribute;
  PackedValues values;
  BeliefsOfRegions beliefs;
  BeliefsOfRegions of_outsiders;
  std::vector<Code> truth;
  std::vector<Code> truth_of_outsiders;
};

class SaidByRegions {
 public:
  explicit SaidByRegions(const AttributeType& type) : values_(type) {}

  void add(const PlacedAttribute& attribute, const Progress& progress);
  void add(const PackedBeliefs& region, const Progress& progress);
  // Returns the beliefs by all regions; can be called once. `values` points into this object.
  FinishedBeliefs finish(const Progress& progress);

 private:
  void add_truth(std::span<const Code> members, std::span<const Code> outsiders,
                 std::span<const Code> codes);

  CollectedValues values_;
  BeliefsOfRegions beliefs_;
  BeliefsOfRegions of_outsiders_;
  std::vector<Code> truth_;
  std::vector<Code> truth_of_outsiders_;
};

// Beliefs by one release, by the attribute's name in the source.
using SaidOfRelease = std::map<std::string, SaidByRegions>;

// Returns the beliefs about the persons in `beside`, from each region in turn.
SaidOfRelease read_beliefs_by_regions(const Release& release, PlacePersons* place,
                                      const ReadScope& beside, const Progress& progress);
// Returns the beliefs about the persons and outsiders, from all regions on workers. `outsiders` is
// null if there are none.
SaidOfRelease ask_workers_for_beliefs(const Release& release, const SourceTuples& persons,
                                      const SourceTuples* outsiders, const Progress& progress);

// Question about beliefs by one region.
extern const PartQuestion beliefs_question;

// A release of persons with several rows that the attacker holds.
struct HeldSubjects {
  const Release& release;
  bool by_regions = false;
};

// Combines releases of persons with several rows, who must be of one source, which must exist, and
// of one subject (core/risk/set_composition.hpp). Very many persons are sampled: while the source
// is read at once or, if `regions` is not null, by the regions of that release. A WARNING names
// each release in which persons cannot be found as they are now.
std::vector<ComposedAttribute> compose_subjects(const std::vector<HeldSubjects>& held,
                                                const Release* regions,
                                                const std::optional<Oid>& outsiders, Random& random,
                                                const Progress& progress);

}  // namespace microdata::postgres
