#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/code.hpp"
#include "core/utility/group_estimate.hpp"
#include "core/utility/group_sums.hpp"

// Estimates from releases of persons with several rows, with all linkings equally likely. Within a
// bucket, the pieces of each column of the table of persons, the sets of rows and the sets of
// sensitive values are permuted independently. Within a person, the rows of the set and its values
// are linked at random, each row with one value.

namespace microdata {

// Table of sets. The column's levels are by entry.
struct AskedSets {
  std::span<const Code> set_of;
  std::span<const Code> bucket_of_set;
  AskedColumn column;
};

// Question about the rows of persons that satisfy at least one of several conjunctions, by groups;
// without conjunctions all rows count. Each measure is in one of the columns.
struct PersonQuestion {
  std::span<const Code> bucket_of_person;
  Code buckets = 0;
  // Columns of the table of persons that the question asks for.
  std::vector<AskedColumn> persons;
  // Sets of rows, if the release has them. Without sets, a person has a single row.
  std::optional<AskedSets> rows;
  // Sets of sensitive values, if the question asks for them, or if there are no sets of rows. In
  // the latter case the entries of a set are its rows.
  std::optional<AskedSets> values;
  std::size_t conjunctions = 0;
  std::size_t measures = 0;
  // True if persons are to be counted.
  bool counts_persons = false;
};

// Returns the sums of the groups that occur, by group; a group's key has the columns of persons,
// then rows and values. `parts` is true if sums of other buckets will be added. GroupSums::persons
// is the number of persons with at least one row that satisfies the question.
//   - Estimates are the means over all linkings. The variances of rows, sums and numbers of rows
//     with a number, and the errors of numbers of persons, are exact for any number of columns and
//     any conjunctions. The error of a mean (group_sums.hpp) can be too large.
//   - A set of values with fewer entries than the person has rows does not show how often values
//     occur. The variances of rows and sums can then be too large (row_linking.hpp). They are
//     infinite if a bucket has more or fewer sets than persons.
//   - A share between 0 and 1 is the probability that a row, or for persons the person, satisfies
//     the conjunction. Variances lack what such shares add; callers take them for unknown.
// Throws TooManyLinks if a bucket has more than most_links_of_bucket combinations, or the rows of a
// person too many, and std::length_error if there are more than most_estimated_groups groups.
std::vector<GroupSums> sum_person_groups(const PersonQuestion& question, bool parts,
                                         const Progress& progress);

}  // namespace microdata
