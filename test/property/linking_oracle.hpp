#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "property/oracle.hpp"

// An oracle of attackers on the shuffle itself: every linking of a bucket's column values is
// equally likely. The oracle goes through all linkings, which limits it to tables of a few rows.

namespace oracle {

using Tuples = std::vector<std::vector<Value>>;

// Number of linkings with which a bucket shows these rows (sorted).
using Linkings = std::map<Tuples, double>;

Linkings linkings(const Table& table, const Slicing& slicing, std::size_t bucket);

// Expected numbers of rows in a bucket, over its linkings.
struct ExpectedRows {
  double alike = 0;       // rows with the tuple's quasi-identifiers
  double with_value = 0;  // those rows with the sensitive value
};
ExpectedRows expected_rows(const Table& table, const Slicing& slicing, const Linkings& of_bucket,
                           std::size_t tuple, std::size_t sensitive, Value s);

// Largest probabilities of a sensitive value of the tuple, for attackers with different equally
// likely cases.
struct Beliefs {
  // Any bucket, then any of its rows: p(t, s), equation (1).
  double buckets = 0;
  // Any published row.
  double rows = 0;
  // Any published row of the linkings whose rows together have the quasi-identifiers of the table,
  // because the attacker knows all people's. No row may be suppressed.
  double census = 0;
};
Beliefs beliefs(const Table& table, const Slicing& slicing, std::size_t tuple,
                std::size_t sensitive);

}  // namespace oracle
