#pragma once

#include <vector>

#include "core/generalization/full_domain.hpp"
#include "core/microdata/microdata.hpp"
#include "core/privacy/privacy_model.hpp"
#include "property/generalization_oracle.hpp"
#include "property/random_table.hpp"

namespace microdata::test {

// A table to be generalized, and the same for the oracle.
struct GeneralizationProblem {
  Microdata data;
  FullDomainOptions options;
  std::vector<PrivacyModel> models;
  oracle::Generalization oracle;
};

// A random table of at most so many rows with random nested hierarchies, some levels of which may
// be equal, and a few models.
GeneralizationProblem random_generalization(Choices& choices, int most_rows);

}  // namespace microdata::test
