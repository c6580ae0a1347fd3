#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <string>
#include <vector>

#include "postgres/catalog/catalog.hpp"

// Sentences of the comments on a release and of its description, besides Method::about.

namespace microdata::postgres {

// Returns the guarantee of the release and, for an edition, that of its series; can be empty.
std::string guarantee_sentence(const Release& release);

// Returns the number of suppressed rows in a sentence; empty if there are none.
std::string left_out_sentence(const Release& release);

// Returns what counts are of, if rows are sets of values; empty for other releases.
std::string sets_sentence(const Release& release);

// Attribute, or column that the extension adds, as its comment shows it.
struct ShownColumn {
  std::string role;
  // Reading, as microdata.reading() names it; empty if the column is no attribute.
  std::string reading;
  // Attributes of the same group, in order, and the number of attributes of other groups.
  std::vector<std::string> partners;
  std::size_t others = 0;
};

// Returns the column's role and how to read its values, in sentences.
std::string column_sentences(const Release& release, const ShownColumn& column);

}  // namespace microdata::postgres
