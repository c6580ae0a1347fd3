#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <string>
#include <vector>

#include "postgres/catalog/catalog.hpp"

// Sentences that comments on a release and its description have, beside Method::about.

namespace microdata::postgres {

// Returns what the release guarantees and, of an edition, what its series does; may be empty.
std::string guarantee_sentence(const Release& release);

// Returns how many rows are suppressed; empty if there are none.
std::string left_out_sentence(const Release& release);

// Returns what is counted if rows are sets of values; empty for other releases.
std::string sets_sentence(const Release& release);

// An attribute, or a column that the extension adds.
struct ShownColumn {
  std::string role;
  // As microdata.reading() has it; empty if the column is no attribute.
  std::string reading;
  // Attributes of the same group, in order, and the number of those of other groups.
  std::vector<std::string> partners;
  std::size_t others = 0;
};

// Returns what the column is, and how its values are read.
std::string column_sentences(const Release& release, const ShownColumn& column);

}  // namespace microdata::postgres
