#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <tuple>

#include "postgres/server/json.hpp"

namespace microdata::postgres {

// Figure of a release whose parts are verified one by one: the lowest, highest or farthest figure
// of the parts, or their sum.
enum class OverParts {
  lowest,
  highest,
  farthest,  // largest excess over the part's own bound
  sum,       // bounds are also added
};

// A requirement on a release, and the value that the release reaches.
struct Finding {
  std::string requirement;
  std::optional<double> bound;
  std::optional<double> achieved;
  // True if the requirement holds; empty if there is nothing to hold, or if this cannot be decided.
  std::optional<bool> holds;
  // Worst case, an object or null. It has buckets, counts and single sensitive values, but never a
  // tuple.
  Json worst_case = {};
  OverParts over_parts = OverParts::lowest;
};

template <typename Found>
auto members(Found& finding, const Finding* /*type*/) {
  return std::tie(finding.requirement, finding.bound, finding.achieved, finding.holds,
                  finding.worst_case, finding.over_parts);
}

// Returns the worst case of a finding that cannot be decided, which is the reason.
inline Json because(const std::string& reason) {
  return Json::object().add("reason", reason);
}

// Returns the finding for a requirement that cannot be checked.
inline Finding not_checked(const std::string& requirement, const std::string& reason) {
  return {requirement, std::nullopt, std::nullopt, std::nullopt, because(reason)};
}

// Returns a finding that holds if the number found is 0.
inline Finding none_allowed(const std::string& requirement, std::size_t found) {
  return {requirement, 0, static_cast<double>(found), found == 0, {}, OverParts::sum};
}

// Returns a finding that holds if the number found equals the number recorded in the catalog.
inline Finding as_recorded(const std::string& requirement, std::size_t recorded,
                           std::size_t found) {
  return {requirement,
          static_cast<double>(recorded),
          static_cast<double>(found),
          recorded == found,
          {},
          OverParts::sum};
}

// Probabilities with which an attacker can guess sensitive values from a release.
struct DisclosureFigures {
  // Number of tuples of the source that match the release.
  std::size_t tuples = 0;
  // Maximum and mean, over these tuples, of the largest probability of a value of any sensitive
  // attribute that is not harmless.
  double max_probability = 0;
  double mean_probability = 0;
  // Largest p(t, s) of the slicing paper, for a release in buckets.
  std::optional<double> max_paper_probability;
};
template <typename Figures>
auto members(Figures& figures, const DisclosureFigures* /*type*/) {
  return std::tie(figures.tuples, figures.max_probability, figures.mean_probability,
                  figures.max_paper_probability);
}

}  // namespace microdata::postgres
