#pragma once

#include "postgres/server/api.hpp"

#include <span>
#include <vector>

#include "core/microdata/code_set.hpp"
#include "core/microdata/progress.hpp"
#include "core/risk/published_table.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/release_reader.hpp"

namespace microdata::postgres {

// Returns, by label, the ends of an attribute's ranges of numbers or times, or the elements of its
// sets; nothing where values, or labels of a hierarchy, are published. covers[label]: the values
// that it stands for.
std::vector<std::vector<PublishedTable::NamedValue>> named_values(const Release& release,
                                                                  ReadAttribute& reading,
                                                                  std::span<const CodeSet> covers,
                                                                  const Progress& progress);

}  // namespace microdata::postgres
