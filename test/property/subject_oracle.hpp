#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "property/oracle.hpp"

// What an adversary makes of a bucket of persons with several rows each, written from what she
// knows and sees, and not from how it was made. She knows who is in the bucket, all
// quasi-identifiers of all their rows, and so how many rows of each the release is about; of their
// sensitive values she knows nothing before. She sees the value sets, in random order.
//
// All that could be is gone through: for buckets of a few persons.

namespace oracle {

// A combination of the sensitive attributes' values.
using Combination = std::vector<Value>;

// The combinations of one person's rows; how often each, where the release tells, or else 0.
using ValueSet = std::map<Combination, std::size_t>;

struct PersonBucket {
  // Of how many rows of each person her set shows the values.
  std::vector<std::size_t> rows_of_person;
  // One set a person, nobody knows whose.
  std::vector<ValueSet> sets;
};

// How probable it is that one person has a value s of one attribute in any of these rows.
struct SetBeliefs {
  // Every linking of the sets to persons that their numbers of rows allow is as likely as any
  // other.
  double linkings = 0;
  // Every world is: what value each of the rows has, such that the sets are those published.
  double worlds = 0;
};

SetBeliefs beliefs(const PersonBucket& bucket, std::size_t person, std::size_t attribute, Value s);

// The largest of all persons and values.
SetBeliefs largest_beliefs(const PersonBucket& bucket);

// The belief by worlds again, by going through every one of them row by row: for a few rows, to see
// that the oracle counts worlds as it should.
double belief_by_every_world(const PersonBucket& bucket, std::size_t person, std::size_t attribute,
                             Value s);

}  // namespace oracle
