#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <optional>
#include <string>

#include "postgres/server/json.hpp"

namespace microdata::postgres {

// Where parts of a release are looked at one by one: which of their figures is that of the release.
enum class OverParts {
  lowest,
  highest,
  farthest,  // beyond its bound, each part having one of its own
  sum,       // bounds are added, too
};

// One requirement on a release, and what it comes to.
struct Finding {
  std::string requirement;
  std::optional<double> bound;
  std::optional<double> achieved;
  // Nothing where there is no bound to hold.
  std::optional<bool> holds;
  // An object, or null. It never shows a tuple: buckets, counts, and single sensitive values.
  Json worst_case = {};
  OverParts over_parts = OverParts::lowest;
};

// Returns what a finding is shown with that cannot be decided.
inline Json because(const std::string& reason) {
  return Json::object().add("reason", reason);
}

// A finding that cannot be looked for.
inline Finding not_checked(const std::string& requirement, const std::string& reason) {
  return {requirement, std::nullopt, std::nullopt, std::nullopt, because(reason)};
}

// A finding that there must be none of.
inline Finding none_allowed(const std::string& requirement, std::size_t found) {
  return {requirement, 0, static_cast<double>(found), found == 0, {}, OverParts::sum};
}

// A finding that there are as many as the catalog has on record.
inline Finding as_recorded(const std::string& requirement, std::size_t recorded,
                           std::size_t found) {
  return {requirement,
          static_cast<double>(recorded),
          static_cast<double>(found),
          recorded == found,
          {},
          OverParts::sum};
}

// How well sensitive values can be guessed from a release.
struct DisclosureFigures {
  // Tuples of the source that match it.
  std::size_t tuples = 0;
  // Over these, of the largest probability of a value of any sensitive attribute.
  double max_probability = 0;
  double mean_probability = 0;
  // The largest of the slicing paper's p(t, s), for a release in buckets.
  std::optional<double> max_paper_probability;
};

}  // namespace microdata::postgres
