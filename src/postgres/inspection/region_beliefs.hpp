#pragma once

#include "postgres/server/api.hpp"

#include <map>
#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/risk/composition.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/drawn_tuples.hpp"
#include "postgres/inspection/layout_operations.hpp"
#include "postgres/inspection/packed_values.hpp"
#include "postgres/inspection/worker_regions.hpp"
#include "postgres/source/source_tuples.hpp"

// What a release that is read by regions, here or where these are, says of some persons, for who
// composes it with others.

namespace microdata::postgres {

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
