// Two attributes together: the most correlated pairs, and the frequencies of their pairs of values.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "client/report_release.hpp"

namespace microdata::client {

struct Pair {
  const PublishedAttribute* first = nullptr;
  const PublishedAttribute* second = nullptr;
  // Mean-square contingency coefficient of the published content; less than 0 if it is not known.
  double published = -1;
  // Mean-square contingency coefficient of the source; less than 0 without --private.
  double source = -1;

  bool has_sensitive() const;
  // True if both are linked in a row, as of one person.
  bool linked() const;
};

// Returns the pairs with the largest correlations, and among pairs with a sensitive attribute the
// first few.
std::vector<Pair> pairs_that_matter(Session& session, const PublishedRelease& release);

// Persons by classes of two attributes.
struct Together {
  std::vector<std::string> rows;
  std::vector<std::string> columns;
  std::vector<std::vector<double>> persons;
  // Row and column of all other values together.
  std::optional<std::size_t> other_row;
  std::optional<std::size_t> other_column;
};

struct PairTables {
  // Table as published, with all linkings within a bucket equally likely.
  Together published;
  // Table by the estimate of a model of the release; empty if nothing is uncertain, or if the
  // release has no model.
  Together estimated;
  double largest_error = 0;
  Together source;
};

PairTables tables_of(Session& session, const PublishedRelease& release, const Pair& pair);

}  // namespace microdata::client
