#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/risk/end_predicates.hpp"
#include "core/risk/hull_predicates.hpp"
#include "core/risk/published_table.hpp"
#include "core/risk/singling_predicate.hpp"

// The singling-out attack on a release of several tables: predicates are learned from each table,
// and from joins of tables that share attributes.

namespace microdata {

// A table that shows some of the attributes of all persons.
struct TableOfPersons {
  PublishedTable table;
  // Index of each of the table's attributes among the attributes of persons.
  std::vector<std::size_t> attributes;
  // True if the table is a join of other tables.
  bool joined = false;
};

// A release as its tables show it, beside the persons of its source and other persons.
struct ShownRelease {
  std::vector<TableOfPersons> tables;
  // Number of values of each attribute.
  std::vector<Code> values;
  PersonValues source;
  std::optional<PersonValues> outsiders;

  std::size_t rows() const { return tables.front().table.rows(); }
};

// Adds the joins of tables whose columns share attributes, and show single values of these. Persons
// with the same values of the shared attributes form a bucket, because nothing else links what the
// columns show of them. Buckets of more rows than `most_in_bucket` are left out, because they
// disclose little. Joins are left out if their columns do not show the shared values equally often.
void add_joins(ShownRelease& release, const Progress& progress, std::size_t most_in_bucket = 2000);

// Return the predicates of a kind that are learned from all tables, at most `most`, about the
// attributes of persons. A release of one table has the predicates of its table. A predicate of
// several tables counts once. Joined tables have nothing to add if rows are compared with all
// others.
std::vector<SinglingPredicate> univariate_predicates(const ShownRelease& release, std::size_t most,
                                                     Random& random, const Progress& progress);
std::vector<SinglingPredicate> multivariate_predicates(const ShownRelease& release,
                                                       std::size_t most, Random& random,
                                                       const Progress& progress);
HullPredicates hull_predicates(const ShownRelease& release, std::size_t most, Random& random,
                               const Progress& progress);
std::vector<HullPredicate> end_predicates(const ShownRelease& release, EndBelief belief,
                                          std::size_t most, Random& random,
                                          const Progress& progress);
std::vector<SinglingPredicate> naive_predicates(const ShownRelease& release,
                                                std::span<const SinglingPredicate> like,
                                                Random& random);

}  // namespace microdata
