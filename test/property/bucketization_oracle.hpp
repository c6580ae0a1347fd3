#pragma once

#include <cstddef>
#include <vector>

#include "property/oracle.hpp"

namespace oracle {

// Bucketization (Xiao and Tao, "Anatomy", VLDB 2006): rows are put into buckets, within which it is
// not published who has which sensitive value. From the definitions, as naive as can be; what goes
// by brute force is for a handful of rows.

// Row numbers.
using Bucket = std::vector<std::size_t>;
using Buckets = std::vector<Bucket>;

// Definition 1 (partition), with suppression: every row 0 .. rows - 1 is either in one bucket,
// once, or suppressed, once, and nothing else is; no bucket is empty.
bool is_partition(std::size_t rows, const Buckets& buckets, const Bucket& suppressed);

// Definition 2 (l-diverse partition) for any l > 0: no sensitive value has a share above 1/l. With
// several sensitive attributes each is judged alone. A bucket without rows is not diverse.
bool l_diverse(const Table& table, const Bucket& bucket, const Attributes& sensitive, double l);
bool all_l_diverse(const Table& table, const Buckets& buckets, const Attributes& sensitive,
                   double l);

// What a release has at every row's place: published[j][row] of the j-th sensitive attribute. Rows
// that are in no bucket are not looked at.
using Published = std::vector<std::vector<Value>>;

// In every bucket each sensitive attribute has the values of the bucket's rows, as often.
bool publishes_values(const Table& table, const Buckets& buckets, const Attributes& sensitive,
                      const Published& published);

// The same, with the sensitive values of one person kept together.
bool publishes_combinations(const Table& table, const Buckets& buckets, const Attributes& sensitive,
                            const Published& published);

// The eligibility condition: at most n/l of the n rows have the same value.
bool eligible(const Table& table, std::size_t sensitive, double l);

// What Anatomize promises of an eligible table: every bucket has at least l rows, all
// with different sensitive values.
bool anatomy_groups_distinct(const Table& table, const Buckets& buckets, std::size_t sensitive,
                             std::size_t l);

// The most l-diverse buckets that n rows, eligible for one sensitive attribute, can have: each has
// l rows or more, and Anatomize makes that many.
std::size_t max_buckets(std::size_t n, std::size_t l);

// By brute force over all partitions of the rows (21,147 of nine): whether any has l-diverse
// buckets only, and the most buckets of those that do, 0 if there are none.
bool can_be_bucketized(const Table& table, const Attributes& sensitive, double l);
std::size_t most_buckets(const Table& table, const Attributes& sensitive, double l);

// By brute force over all sets of rows: the fewest to leave out so that the rest is l-diverse as
// one bucket; all rows where no rest is.
std::size_t fewest_to_suppress(const Table& table, const Attributes& sensitive, double l);

}  // namespace oracle
