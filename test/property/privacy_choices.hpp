#pragma once

#include <string>
#include <vector>

#include "core/privacy/privacy_model.hpp"
#include "property/privacy_oracle.hpp"
#include "property/random_table.hpp"

namespace microdata::test {

// A table's sensitive attribute, once for the oracle and once for the models.
struct Prior {
  oracle::Values values;
  std::size_t domain = 1;
  oracle::Labels labels;
  SensitiveDistribution distribution{{1}};
};

// How models name a value.
std::string name_of(int value);

// Of a hierarchy over the domain, level by level.
oracle::Labels random_labels(Choices& choices, std::size_t domain);
Hierarchy hierarchy_of(const oracle::Labels& labels);

// Some values of the domain may not occur.
Prior random_prior(Choices& choices);

// All tuples in random order: any consecutive ones are a random group.
oracle::Values shuffled(Choices& choices, oracle::Values values);

// The first of some tuples, at least one of them.
oracle::Values some_of(Choices& choices, const oracle::Values& values);

// In any order, with or without zeros.
std::vector<ValueCount> counts_of(Choices& choices, const oracle::Values& group,
                                  std::size_t domain);

// Bounds that groups of few tuples reach exactly, and others.
double random_share(Choices& choices);

// Of any kind.
PrivacyModel random_model(Choices& choices, std::size_t domain);

}  // namespace microdata::test
