#pragma once

#include <cstddef>
#include <variant>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/random.hpp"
#include "core/risk/class_cover.hpp"
#include "core/risk/placed_persons.hpp"
#include "core/risk/regions.hpp"
#include "core/risk/sliced_view.hpp"
#include "core/risk/value_chances.hpp"
#include "experiment_releases.hpp"
#include "experiment_tables.hpp"

// What attackers get out of a release who know the quasi-identifiers of all persons.

namespace microdata::experiment {

// The persons of a release come first, then as many as there are of others.
struct World {
  EncodedTable persons;
  // Of the published rows alone, in which codes stand for other numbers.
  EncodedTable published;

  Row members() const { return published.data.rows; }
};

World make_world(const Table& table, const HoldOut& split);

// Shares of persons whose value is guessed right: of those in the release, and of others; and what
// the attack gains on the former over the latter.
struct Inference {
  double members = 0;
  double others = 0;
  double risk = 0;
};

class Attacks {
 public:
  Attacks(const World& world, const Release& release);

  // De Finetti's attack on the sensitive attribute, which is the last.
  Inference inference(Random& random) const;

  // How well members are told from others by the rows like theirs that are to be expected, beside
  // those that chance would bring: the area under the ROC curve.
  double membership(Random& random) const;

 private:
  PlacedPersons place(const std::vector<Row>& persons) const;

  const World* world_;
  std::variant<SlicedView, ClassCover> view_;
  ValueChances chances_;
  // Of a generalized table.
  std::vector<RegionAttribute> regions_;
  // Of the sensitive attribute, of a generalized table's published rows.
  std::vector<Code> published_;
};

// The share of persons guessed by a model learnt from the true values of others, without a release.
double baseline_inference(const World& world, Random& random);

}  // namespace microdata::experiment
