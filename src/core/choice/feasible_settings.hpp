#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/privacy/infeasible.hpp"
#include "core/privacy/privacy_model.hpp"

namespace microdata {

// What a request for a release asks for, as far as it can make the release infeasible.
struct FeasibleSettings {
  double l = 1;
  std::uint32_t k = 1;
  double suppress = 0;
  std::vector<PrivacyModel> privacy = {};
  // Number of groups of attributes, and the largest that can be asked for; 0 if there are none.
  std::size_t columns = 0;
  std::size_t most_columns = 0;
  // True if groups that make l infeasible are to be regrouped or generalized, instead of what the
  // request says of them; and if it can say that they are generalized.
  bool regroups = false;
  bool generalizes = false;
  bool can_generalize = false;
  // Number of tuples that `suppress` was last raised for.
  std::uint32_t to_suppress = 0;
};

// Setting that gives way if the share of a value is too large.
enum class GivesWay { l, suppress };

// Tries a request. Returns the reason if no release can meet it, or nothing.
using Attempt = std::function<std::optional<Infeasible>(const FeasibleSettings&)>;

// Returns the model with a bound that a table meets which reaches `reached`, rounded to the safe
// side to four digits; nothing if there is none.
std::optional<PrivacyModel> feasible_model(const PrivacyModel& model, double reached);

// True if the bound itself is already too much.
bool excludes_bound(const PrivacyModel& model);

// Returns settings near `asked` that an attempt finds feasible; nothing if none is found. Each step
// changes what the last attempt named as the reason: l or suppress, a model's bound, k, or the
// groups. `tuples` is the number of tuples of the table. Settings that suppress nearly all of them
// are none.
std::optional<FeasibleSettings> feasible_settings(FeasibleSettings asked, GivesWay gives_way,
                                                  std::uint32_t tuples, const Attempt& attempt);

}  // namespace microdata
