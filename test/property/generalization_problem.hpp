#pragma once

#include <vector>

#include "core/generalization/full_domain.hpp"
#include "core/microdata/microdata.hpp"
#include "core/privacy/privacy_model.hpp"
#include "property/generalization_oracle.hpp"
#include "property/random_table.hpp"

namespace microdata::test {

// A table to generalize, and its form for the oracle.
struct GeneralizationProblem {
  Microdata data;
  FullDomainOptions options;
  std::vector<PrivacyModel> models;
  oracle::Generalization oracle;
};

// Returns a random table of at most `most_rows` rows with random nested hierarchies and a few
// models; some levels might be equal.
GeneralizationProblem random_generalization(Choices& choices, int most_rows);

}  // namespace microdata::test
