#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "property/oracle.hpp"

// An oracle of the attacker on a bucket of people with several rows each. It follows the attacker's
// knowledge and not the algorithm. The attacker knows the people in the bucket and all
// quasi-identifiers of all their rows, and hence the published number of rows of each. The attacker
// has no prior knowledge of sensitive values and sees the value sets in random order.
//
// The oracle goes through all possibilities, for buckets of a few people.

namespace oracle {

// A combination of the sensitive attributes' values.
using Combination = std::vector<Value>;

// Combinations of one person's rows, with the number of each if the release shows it, or else 0.
using ValueSet = std::map<Combination, std::size_t>;

struct PersonBucket {
  // Number of rows of each person whose values the set shows.
  std::vector<std::size_t> rows_of_person;
  // One set of each person; the owner is unknown.
  std::vector<ValueSet> sets;
};

// Probabilities that one person has a value s of one attribute in any of these rows.
struct SetBeliefs {
  // Every linking of the sets to people that their numbers of rows allow is equally likely.
  double linkings = 0;
  // Every possible assignment of a value to each row whose sets are the published ones is equally
  // likely.
  double worlds = 0;
};

SetBeliefs beliefs(const PersonBucket& bucket, std::size_t person, std::size_t attribute, Value s);

// Returns the largest belief over all people and values.
SetBeliefs largest_beliefs(const PersonBucket& bucket);

// Returns the belief by assignments again, from an enumeration row by row. For a few rows, this
// checks the oracle's count of assignments.
double belief_by_every_world(const PersonBucket& bucket, std::size_t person, std::size_t attribute,
                             Value s);

}  // namespace oracle
