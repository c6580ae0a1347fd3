#pragma once

#include "postgres/server/api.hpp"

#include <vector>

#include "core/microdata/progress.hpp"
#include "core/series/signature.hpp"
#include "postgres/catalog/series_catalog.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// Sensitive values of a table and of signatures, and NULL, as one set.
struct ValuesOfSeries {
  Dictionary dictionary;
  // By code of the table.
  std::vector<Code> of_table;
  // Ascending; a value is there twice where values that were different are equal now.
  std::vector<Signature> signatures;
};

ValuesOfSeries bring_values_together(const Dictionary& table,
                                     const std::vector<SignatureTexts>& remembered,
                                     const Progress& progress);

}  // namespace microdata::postgres
