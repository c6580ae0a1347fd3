#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "core/risk/end_predicates.hpp"
#include "core/risk/hull_predicates.hpp"
#include "core/risk/published_table.hpp"
#include "core/risk/singling_predicate.hpp"

// The singling-out attack on a release of several tables: predicates are learned from each of them,
// and from what tables show together that share attributes.

namespace microdata {

// A table that shows some of the attributes of all persons.
struct TableOfPersons {
  PublishedTable table;
  // The number of each of the table's attributes among those of the persons.
  std::vector<std::size_t> attributes;
  // True if it was made of what other tables show.
  bool joined = false;
};

// A release as its tables show it, beside the persons of its source and others.
struct ShownRelease {
  std::vector<TableOfPersons> tables;
  // How many values each attribute has.
  std::vector<Code> values;
  PersonValues source;
  std::optional<PersonValues> outsiders;

  std::size_t rows() const { return tables.front().table.rows(); }
};

// Adds the joins of tables whose columns share attributes, and show values of them alone. Persons
// who have the same values of these are a bucket: nothing else links what the columns show of them.
// Leaves out buckets of more rows than `most_in_bucket`, which say little, and tables that do not
// show each value of these attributes equally often.
void add_joins(ShownRelease& release, const Progress& progress, std::size_t most_in_bucket = 2000);

// Return the predicates of a kind that are learned from all tables, `most` at most, about the
// attributes of persons. A release of one table has those of its table. What several tables show
// counts once; joined tables have nothing to add where rows are compared with all others.
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
