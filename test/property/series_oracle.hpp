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

// An oracle of the attacker of consecutive editions. The attacker has all editions, knows all
// quasi-identifiers and the people in each edition, and goes through every possible history. The
// implementation follows the definition naively, for a handful of people.

struct SeriesBucket {
  // Published values, each of which belongs to one person or to none.
  std::vector<int> values;
  // Quasi-identifiers of the people, as one number each.
  std::vector<int> seen;
  // Number of people, if their quasi-identifiers are not fully shown. `allows` returns true if the
  // given quasi-identifiers can belong to people of the bucket, or to all of them if they are as
  // many.
  std::size_t persons = 0;
  std::function<bool(const std::vector<int>&)> allows = {};
  // True if the bucket shows people without a value: they had a signature before, and have none of
  // its values now.
  bool valueless = false;
  // True if the bucket has harmless values alone, each as often as it occurs in `values`. Such a
  // bucket is not about the person's signature.
  bool harmless = false;
};

struct SeriesEdition {
  std::vector<SeriesBucket> buckets;
  // Quasi-identifiers of the people who are known to be in the edition.
  std::map<int, int> present;
};

struct SeriesAdversary {
  // True if the attacker knows that all buckets of a person have the same values.
  bool signatures_stay = true;
  // Editions and people whose values might differ from the edition before. All other people keep
  // their values.
  std::set<std::pair<std::size_t, int>> changes;
  // Number of existing values, of which a person without a published value can have any.
  int distinct = 0;
  // Number of the values, the first ones, that are harmless. The attacker takes a person who is
  // shown without a value, where it has none of the signature's, to have no harmless value either.
  int harmless = 0;
  // Editions in which a person who is shown without a value has none of the signature's values. The
  // choices are none, the first edition that shows no value, and all of them.
  enum class Outside { never, at_first, always };
  Outside outside = Outside::at_first;
};

// Probability of each value for each person, by edition.
using SeriesBeliefs = std::vector<std::map<int, std::map<int, double>>>;

// Returns the beliefs with all histories equally likely, or no value if the editions allow no
// history.
std::optional<SeriesBeliefs> series_beliefs(const std::vector<SeriesEdition>& editions,
                                            const SeriesAdversary& adversary);

// Returns the number of assignments, up to `most`, of the people of all editions to buckets in
// which each person's buckets have equal values.
std::size_t ways_to_place(const std::vector<SeriesEdition>& editions, std::size_t most);

// Returns the numbers of histories by value as fractions of all histories, or no value if there are
// none.
std::optional<SeriesBeliefs> beliefs_of(SeriesBeliefs histories, double all);

// Returns the greatest probability of any value that is not among the first `harmless`, over all
// people and editions.
double surest_belief(const SeriesBeliefs& beliefs, int harmless = 0);

// Returns true if the greatest probability is above 1/m, beyond rounding.
bool break_promise(const SeriesBeliefs& beliefs, std::uint32_t m, int harmless = 0);

}  // namespace oracle
