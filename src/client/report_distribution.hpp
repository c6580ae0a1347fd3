// How often an attribute's values are published, and in the source of a release whose owner asks.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "client/report_release.hpp"
#include "client/report_scale.hpp"

namespace microdata::client {

struct Distribution {
  // Classes in an order of their own, such as intervals: not by how frequent they are.
  bool ordered = false;
  // What is counted: persons, rows, sets of values.
  std::string unit;
  // How published values became these classes, where that is not plain.
  std::string reading;
  std::vector<std::string> labels;
  // Which of them is no value or interval, but all others together.
  std::optional<std::size_t> others;
  std::vector<double> published;
  // As many as labels, or none.
  std::vector<double> source;
};

Distribution distribution_of(Session& session, const PublishedRelease& release,
                             const PublishedAttribute& attribute);

// A query of the columns v, the published values of an attribute as they are, and w, for how many
// persons each row counts.
std::string published_values(const PublishedRelease& release, const PublishedAttribute& attribute);

}  // namespace microdata::client
