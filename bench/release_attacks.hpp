#pragma once

#include <cstddef>
#include <variant>
#include <vector>

#include "core/base/random.hpp"
#include "core/microdata/microdata.hpp"
#include "core/risk/class_cover.hpp"
#include "core/risk/label_cover.hpp"
#include "core/risk/placed_persons.hpp"
#include "core/risk/sliced_view.hpp"
#include "core/risk/value_chances.hpp"
#include "experiment_releases.hpp"
#include "experiment_tables.hpp"

// Attacks on releases by attackers who know the quasi-identifiers of all people.

namespace microdata::experiment {

// A population: the people of a release come first, then as many others.
struct World {
  EncodedTable persons;
  // The published rows alone, in which codes represent other numbers.
  EncodedTable published;

  Row members() const { return published.data.rows; }
};

World make_world(const Table& table, const HoldOut& split);

// Shares of people whose value is guessed correctly: of people in the release and of others. `risk`
// is the attack's gain on the former over the latter.
struct Inference {
  double members = 0;
  double others = 0;
  double risk = 0;
};

class Attacks {
 public:
  Attacks(const World& world, const Release& release);

  // Runs the de Finetti attack on the sensitive attribute, which is the last.
  Inference inference(Random& random) const;

  // Returns the area under the ROC curve of a membership attack. The attack compares the expected
  // number of rows like the person's with the number by chance.
  double membership(Random& random) const;

 private:
  PlacedPersons place(const std::vector<Row>& persons) const;

  const World* world_;
  std::variant<SlicedView, ClassCover> view_;
  ValueChances chances_;
  // Regions of a generalized table.
  std::vector<RegionAttribute> regions_;
  // Codes of the sensitive attribute in a generalized table's published rows.
  std::vector<Code> published_;
};

// Returns the share of people guessed by a model that is learned from the true values of others,
// without a release.
double baseline_inference(const World& world, Random& random);

}  // namespace microdata::experiment
