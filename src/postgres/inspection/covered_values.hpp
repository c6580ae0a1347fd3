#pragma once

#include "postgres/server/api.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/microdata/code_set.hpp"
#include "core/microdata/progress.hpp"
#include "postgres/values/dictionary.hpp"
#include "postgres/values/generalized.hpp"

namespace microdata::postgres {

using CodeOfText = std::map<std::string, Code>;

// Adds texts that are written otherwise than the values they are equal to: 5000.00 is 5000. Which
// of these spellings stands for a value depends on all that are read, and a region has not all
// rows.
void add_other_spellings(const std::set<std::string>& texts, const Dictionary& values,
                         CodeOfText& codes, const Progress& progress);

// The values that each of the published ranges or sets covers, by label. `type`: of no range where
// labels are sets.
std::vector<CodeSet> covered_values(const Dictionary& labels, const Dictionary& values,
                                    const GeneralizedType& type, const Progress& progress);

}  // namespace microdata::postgres
