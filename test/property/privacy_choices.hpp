#pragma once

#include <string>
#include <vector>

#include "core/privacy/privacy_model.hpp"
#include "property/privacy_oracle.hpp"
#include "property/random_table.hpp"

namespace microdata::test {

// A table's sensitive attribute, in the oracle's form and the models' form.
struct Prior {
  oracle::Values values;
  std::size_t domain = 1;
  oracle::Labels labels;
  SensitiveDistribution distribution{{1}};
};

// Returns the name of a value in models.
std::string name_of(int value);

// Returns the labels of a random hierarchy over the domain, level by level.
oracle::Labels random_labels(Choices& choices, std::size_t domain);
Hierarchy hierarchy_of(const oracle::Labels& labels);

// Returns a random prior; some values of the domain might not occur.
Prior random_prior(Choices& choices);

// Returns all tuples in random order, so that consecutive tuples are a random group.
oracle::Values shuffled(Choices& choices, oracle::Values values);

// Returns the first of some tuples, at least one of them.
oracle::Values some_of(Choices& choices, const oracle::Values& values);

// Returns the counts in any order, with or without zeros.
std::vector<ValueCount> counts_of(Choices& choices, const oracle::Values& group,
                                  std::size_t domain);

// Returns a bound that small groups might reach exactly, or another one.
double random_share(Choices& choices);

// Returns a model of any kind.
PrivacyModel random_model(Choices& choices, std::size_t domain);

}  // namespace microdata::test
