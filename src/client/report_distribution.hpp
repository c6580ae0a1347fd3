// Frequencies of an attribute's published values and, if the owner of the source asks, of the
// source's values.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "client/report_release.hpp"
#include "client/report_scale.hpp"

namespace microdata::client {

struct Distribution {
  // True if classes have their own order, such as intervals, and are not sorted by frequency.
  bool ordered = false;
  // Unit of the counts: persons, rows or values of sets.
  std::string unit;
  // Explanation of the classes, if they are not plain values.
  std::string reading;
  std::vector<std::string> labels;
  // Index of the label for all other values together, if there is one.
  std::optional<std::size_t> others;
  std::vector<double> published;
  // Frequencies in the source, one for each label, or empty.
  std::vector<double> source;
};

Distribution distribution_of(Session& session, const PublishedRelease& release,
                             const PublishedAttribute& attribute);

// Returns a query with columns v, the published values of an attribute, and w, the number of
// persons for which each row counts.
std::string published_values(const PublishedRelease& release, const PublishedAttribute& attribute);

}  // namespace microdata::client
