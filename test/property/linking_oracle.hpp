#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "property/oracle.hpp"

// What adversaries make of the permutation itself: every linking of a bucket's column values is
// as likely as any other, and all of them are gone through. For tables of a few rows.

namespace oracle {

using Tuples = std::vector<std::vector<Value>>;

// In how many linkings a bucket shows these rows (sorted).
using Linkings = std::map<Tuples, double>;

Linkings linkings(const Table& table, const Slicing& slicing, std::size_t bucket);

// Rows to be expected in a bucket, over its linkings.
struct ExpectedRows {
  double alike = 0;       // with the tuple's quasi-identifiers
  double with_value = 0;  // of these, with the sensitive value
};
ExpectedRows expected_rows(const Table& table, const Slicing& slicing, const Linkings& of_bucket,
                           std::size_t tuple, std::size_t sensitive, Value s);

// The largest probability of a sensitive value of the tuple, for adversaries who differ in what
// they take for equally likely.
struct Beliefs {
  // Any bucket, then any of its rows: p(t, s), equation (1).
  double buckets = 0;
  // Any published row.
  double rows = 0;
  // Any published row of the linkings whose rows have, all together, the quasi-identifiers of the
  // table's: she knows those of everybody. Nobody may be suppressed.
  double census = 0;
};
Beliefs beliefs(const Table& table, const Slicing& slicing, std::size_t tuple,
                std::size_t sensitive);

}  // namespace oracle
