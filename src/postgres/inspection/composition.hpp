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
#include "core/risk/attack_risk.hpp"
#include "core/risk/composition.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/drawn_persons.hpp"
#include "postgres/inspection/method.hpp"
#include "postgres/inspection/series_memory.hpp"
#include "postgres/inspection/worker_regions.hpp"
#include "postgres/source/source_tuples.hpp"

namespace microdata::postgres {

// Who is looked at; of more than these some. The error of a share among so many is below 0.004 in
// 95% of all cases.
inline constexpr std::size_t most_composition_persons = 100'000;

// A release among those that an adversary holds.
struct HeldRelease {
  const Release& release;
  PlacePersons* place;
  // Whether it is read region by region; and whether where these are.
  bool by_regions = false;
  bool on_workers = false;
  // Of an edition whose buckets are read: its series, and its number.
  std::optional<std::string> series = {};
  std::int64_t edition = 0;
};

// What an adversary holds.
struct HeldReleases {
  Oid source;
  std::vector<HeldRelease> releases;
  // Series whose editions are gone, but were held.
  std::vector<RememberedSeries> remembered = {};
  // Series that remember the persons of editions which are there.
  std::vector<RememberedSeries> memories = {};
  // One by whose regions the source is read, where it is not read at once.
  const Release* regions = nullptr;
  // Whether persons are drawn where the source's rows are.
  bool sampled = false;
};

// What several releases of one source say together of a sensitive attribute, by the source's name.
struct ComposedAttribute {
  std::string attribute;
  std::size_t releases = 0;
  CompositionFigures together;
  // The release whose guesses alone are right most often; none where all are gone.
  Oid single = InvalidOid;
  CompositionFigures of_single;
  // Who has the value that is published most often, of those who are in one of the releases.
  std::size_t naive_right = 0;
  // The same guesses of outsiders, where there are some; the value that is published most often of
  // those who look like nobody.
  AttackOutcome control;
  // A release in which persons cannot be found as they were when it was made: what it says of them,
  // and so all of the above, is unknown.
  Oid unknown = InvalidOid;
};

// The releases have the same source, which is there. Editions of a series are read as one release
// by who knows that signatures stay (core/risk/series_beliefs.hpp). The source is read once, as is
// a relation of outsiders; of very many persons some are drawn.
//
// An attacker knows what was true of persons when a release was made. If it shows others than the
// source has now, persons are followed: by the key of its series, or by suppositions about numbers
// that grow as time passes. A WARNING names each release in which they cannot be.
std::vector<ComposedAttribute> compose_releases(const HeldReleases& held,
                                                const std::optional<Oid>& outsiders, Random& random,
                                                const Progress& progress);

// What a release that is read by regions, here or where these are, says of some persons, for who
// composes it with others.

// Of one sensitive attribute, in codes of `values`.
struct FinishedBeliefs {
  const Dictionary* values;
  ReleaseBeliefs beliefs;
  ReleaseBeliefs of_outsiders;
  std::vector<Code> truth;
  std::vector<Code> truth_of_outsiders;
};

// What one region says of an attribute, in its own codes; the truth where it was asked for.
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
  // Once; the values are this object's.
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

// By the attribute's name in the source.
using SaidOfRelease = std::map<std::string, SaidByRegions>;

// `beside`: the persons.
SaidOfRelease read_beliefs_by_regions(const Release& release, PlacePersons* place,
                                      const ReadScope& beside, const Progress& progress);
// `outsiders`: null: none.
SaidOfRelease ask_workers_for_beliefs(const Release& release, const SourceTuples& persons,
                                      const SourceTuples* outsiders, const Progress& progress);

// What a worker is asked of a region.
AnswerPart answer_beliefs;

}  // namespace microdata::postgres
