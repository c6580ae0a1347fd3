// Two attributes together: which pairs matter most, and how often their values go together.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "client/report_release.hpp"

namespace microdata::client {

struct Pair {
  const PublishedAttribute* first = nullptr;
  const PublishedAttribute* second = nullptr;
  // The mean-square contingency coefficient of what is published; less than 0 where it is not
  // known.
  double published = -1;
  // The same of the source; less than 0 without --private.
  double source = -1;

  bool has_sensitive() const;
  // Both stand in one row as they are of one person.
  bool linked() const;
};

// The pairs whose attributes are correlated most, and of those with a sensitive attribute the first
// few.
std::vector<Pair> pairs_that_matter(Session& session, const PublishedRelease& release);

// Persons by classes of two attributes.
struct Together {
  std::vector<std::string> rows;
  std::vector<std::string> columns;
  std::vector<std::vector<double>> persons;
  // Which row and which column have all other values together.
  std::optional<std::size_t> other_row;
  std::optional<std::size_t> other_column;
};

struct PairTables {
  // As published: all linkings within a bucket equally likely.
  Together published;
  // As a model of the release estimates; empty where nothing is open, or where there is none for
  // the release.
  Together estimated;
  double largest_error = 0;
  Together source;
};

PairTables tables_of(Session& session, const PublishedRelease& release, const Pair& pair);

}  // namespace microdata::client
