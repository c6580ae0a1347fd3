#pragma once

#include "postgres/server/api.hpp"

#include <map>
#include <optional>
#include <string>

#include "core/microdata/progress.hpp"
#include "core/risk/near_guess.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/server/json.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// How far from a number a guess of a sensitive attribute may be to come near it.
class NearTolerances {
 public:
  // Nothing comes near.
  NearTolerances() = default;
  // The argument `tolerance`: a number in the attributes' own units, days for dates and
  // times, or a percentage of the number guessed; for each attribute by its name, or for all. The
  // others have a tenth of their standard deviation in the source, which is there and is read once.
  // Requires a SpiSession.
  NearTolerances(const Release& release, const std::optional<Json>& given);
  // As another server has packed them.
  explicit NearTolerances(std::map<std::string, Tolerance> packed);

  // In the units of amounts_of(), by attribute; without those that are no numbers.
  const std::map<std::string, Tolerance>& all() const { return of_; }
  // Nothing if the attribute has no numbers.
  std::optional<NearValues> near_values(const std::string& attribute, const Dictionary& values,
                                        const Progress& progress) const;
  // A number in the units of the argument, or a percentage.
  std::string text_of(const std::string& attribute) const;
  // The argument that gives another release the same.
  Json json() const;

 private:
  std::map<std::string, Tolerance> of_;
  // The size of a unit of the argument.
  std::map<std::string, double> units_;
};

}  // namespace microdata::postgres
