#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace oracle {

// The adversary of editions that follow each other: holds them all, knows everybody's
// quasi-identifiers and who is in which edition, and goes through every history that they allow.
// From the definition of the adversary, as naive as can be, for a handful of persons.

struct SeriesBucket {
  // Published values, each of which is one person's or nobody's.
  std::vector<int> values;
  // Quasi-identifiers of the persons, one number for all.
  std::vector<int> seen;
  // Where less is seen of them: how many they are, and whether some, by their quasi-identifiers,
  // may be among them or, as many as they are, be them.
  std::size_t persons = 0;
  std::function<bool(const std::vector<int>&)> allows = {};
  // It shows persons without a value: who had a signature before, and has none of its values now.
  bool valueless = false;
};

struct SeriesEdition {
  std::vector<SeriesBucket> buckets;
  // The quasi-identifiers of those who are known to be in it.
  std::map<int, int> present;
};

struct SeriesAdversary {
  // Knows that all buckets of a person have the same values.
  bool signatures_stay = true;
  // In which editions whose values may be others than in the edition before. Everybody else keeps
  // them.
  std::set<std::pair<std::size_t, int>> changes;
  // The values that there are, of which a person without one may have any.
  int distinct = 0;
  // When a person who is shown without a value has none of the signature's. For good, what a person
  // has is held against the signature in the first edition only that shows no value.
  enum class Outside { never, at_first, always };
  Outside outside = Outside::at_first;
};

// Of every edition, for everybody in it, how probable each value is.
using SeriesBeliefs = std::vector<std::map<int, std::map<int, double>>>;

// All histories being as probable as each other; nothing where the editions allow none.
std::optional<SeriesBeliefs> series_beliefs(const std::vector<SeriesEdition>& editions,
                                            const SeriesAdversary& adversary);

// In how many ways, up to `most`, the persons of all editions can be in its buckets so that
// everybody's have the same values.
std::size_t ways_to_place(const std::vector<SeriesEdition>& editions, std::size_t most);

// Numbers of histories by value, as parts of all histories; nothing where there are none.
std::optional<SeriesBeliefs> beliefs_of(SeriesBeliefs histories, double all);

// The greatest probability of any value of anybody in any edition.
double surest_belief(const SeriesBeliefs& beliefs);

// Whether that is above 1/m, and not by rounding.
bool break_promise(const SeriesBeliefs& beliefs, std::uint32_t m);

}  // namespace oracle
