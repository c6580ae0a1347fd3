#pragma once

#include <cstddef>
#include <vector>

#include "property/oracle.hpp"

namespace oracle {

// An oracle of bucketization (Xiao and Tao, "Anatomy", VLDB 2006): buckets of rows hide the
// assignment of sensitive values to people. The implementation follows the definitions naively;
// brute force limits it to a handful of rows.

// Row numbers of a bucket.
using Bucket = std::vector<std::size_t>;
using Buckets = std::vector<Bucket>;

// Returns true for a partition by definition 1, with suppression. Every row 0 .. rows - 1 is once
// in a bucket or once suppressed, no other number occurs, and no bucket is empty.
bool is_partition(std::size_t rows, const Buckets& buckets, const Bucket& suppressed);

// Returns true for an l-diverse bucket by definition 2, for any l > 0: no sensitive value has a
// share above 1/l. Each sensitive attribute is judged alone. An empty bucket is not diverse.
bool l_diverse(const Table& table, const Bucket& bucket, const Attributes& sensitive, double l);
bool all_l_diverse(const Table& table, const Buckets& buckets, const Attributes& sensitive,
                   double l);

// Published values: published[j][row] of the j-th sensitive attribute at each row's position. Rows
// without a bucket are ignored.
using Published = std::vector<std::vector<Value>>;

// Returns true if each sensitive attribute has the values of the bucket's rows in every bucket,
// with their frequencies.
bool publishes_values(const Table& table, const Buckets& buckets, const Attributes& sensitive,
                      const Published& published);

// Returns true if each bucket has the combinations of its people's sensitive values, with their
// frequencies.
bool publishes_combinations(const Table& table, const Buckets& buckets, const Attributes& sensitive,
                            const Published& published);

// Returns true if at most n/l of the n rows have the same value (eligibility condition).
bool eligible(const Table& table, std::size_t sensitive, double l);

// Returns true if every bucket has at least l rows with distinct sensitive values, which Anatomize
// guarantees for an eligible table.
bool anatomy_groups_distinct(const Table& table, const Buckets& buckets, std::size_t sensitive,
                             std::size_t l);

// Returns the largest number of l-diverse buckets of n rows that are eligible for one sensitive
// attribute. Each bucket has at least l rows, and Anatomize reaches the number.
std::size_t max_buckets(std::size_t n, std::size_t l);

// The first function returns true if some partition has only l-diverse buckets. The second returns
// the largest number of buckets of such a partition, or 0. Both go through all partitions of the
// rows (21,147 of nine).
bool can_be_bucketized(const Table& table, const Attributes& sensitive, double l);
std::size_t most_buckets(const Table& table, const Attributes& sensitive, double l);

// Returns the least number of rows whose suppression makes the rest l-diverse as one bucket, by
// brute force over all sets of rows. Returns the number of all rows if no rest is diverse.
std::size_t fewest_to_suppress(const Table& table, const Attributes& sensitive, double l);

}  // namespace oracle
