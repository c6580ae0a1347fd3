#include "property/subject_oracle.hpp"

#include <algorithm>
#include <numeric>
#include <set>

namespace oracle {

namespace {

std::vector<Combination> all_combinations(const PersonBucket& bucket) {
  std::set<Combination> all;
  for (const ValueSet& set : bucket.sets) {
    for (const auto& [combination, times] : set)
      all.insert(combination);
  }
  return {all.begin(), all.end()};
}

// Returns true if consecutive rows with these values are what the set shows.
bool shows(const ValueSet& set, const std::vector<Combination>& rows) {
  std::map<Combination, std::size_t> times;
  for (const Combination& combination : rows)
    ++times[combination];
  if (times.size() != set.size()) return false;
  return std::all_of(set.begin(), set.end(), [&](const auto& entry) {
    const auto found = times.find(entry.first);
    return found != times.end() && (entry.second == 0 || found->second == entry.second);
  });
}

// Calls visit(values) with all possible values of `rows` rows.
template <typename Visit>
void for_all_rows(const std::vector<Combination>& possible, std::size_t rows, const Visit& visit) {
  std::vector<std::size_t> choice(rows);
  std::vector<Combination> values(rows);
  while (true) {
    for (std::size_t i = 0; i < rows; ++i)
      values[i] = possible[choice[i]];
    visit(values);
    std::size_t i = 0;
    while (i < rows && ++choice[i] == possible.size())
      choice[i++] = 0;
    if (i == rows) return;
  }
}

// Returns the number of ways in which `rows` rows can have the values that a set shows.
double ways(const ValueSet& set, std::size_t rows) {
  std::vector<Combination> possible;
  for (const auto& [combination, times] : set)
    possible.push_back(combination);
  double count = 0;
  for_all_rows(possible, rows, [&](const std::vector<Combination>& values) {
    count += shows(set, values) ? 1 : 0;
  });
  return count;
}

bool has(const ValueSet& set, std::size_t attribute, Value s) {
  return std::any_of(set.begin(), set.end(),
                     [&](const auto& entry) { return entry.first[attribute] == s; });
}

}  // namespace

SetBeliefs beliefs(const PersonBucket& bucket, std::size_t person, std::size_t attribute, Value s) {
  const std::size_t persons = bucket.sets.size();
  std::vector<std::vector<double>> ways_of(persons);
  for (std::size_t p = 0; p < persons; ++p) {
    for (const ValueSet& set : bucket.sets)
      ways_of[p].push_back(ways(set, bucket.rows_of_person[p]));
  }
  // linking[p]: the set of person p.
  std::vector<std::size_t> linking(persons);
  std::iota(linking.begin(), linking.end(), std::size_t{0});
  double all_linkings = 0;
  double all_worlds = 0;
  SetBeliefs with_value;
  do {
    double worlds = 1;
    for (std::size_t p = 0; p < persons; ++p)
      worlds *= ways_of[p][linking[p]];
    if (worlds == 0) continue;
    all_linkings += 1;
    all_worlds += worlds;
    if (!has(bucket.sets[linking[person]], attribute, s)) continue;
    with_value.linkings += 1;
    with_value.worlds += worlds;
  } while (std::next_permutation(linking.begin(), linking.end()));
  return {with_value.linkings / all_linkings, with_value.worlds / all_worlds};
}

SetBeliefs largest_beliefs(const PersonBucket& bucket) {
  std::set<std::pair<std::size_t, Value>> values;
  for (const Combination& combination : all_combinations(bucket)) {
    for (std::size_t a = 0; a < combination.size(); ++a)
      values.emplace(a, combination[a]);
  }
  SetBeliefs largest;
  for (std::size_t p = 0; p < bucket.rows_of_person.size(); ++p) {
    for (const auto& [attribute, s] : values) {
      const SetBeliefs one = beliefs(bucket, p, attribute, s);
      largest.linkings = std::max(largest.linkings, one.linkings);
      largest.worlds = std::max(largest.worlds, one.worlds);
    }
  }
  return largest;
}

double belief_by_every_world(const PersonBucket& bucket, std::size_t person, std::size_t attribute,
                             Value s) {
  const std::size_t rows =
      std::accumulate(bucket.rows_of_person.begin(), bucket.rows_of_person.end(), std::size_t{0});
  double all = 0;
  double with_value = 0;
  for_all_rows(all_combinations(bucket), rows, [&](const std::vector<Combination>& values) {
    // The sets of this assignment are compared with the published sets in any order.
    std::vector<std::vector<Combination>> of_person;
    auto next = values.begin();
    for (const std::size_t count : bucket.rows_of_person) {
      of_person.emplace_back(next, next + static_cast<std::ptrdiff_t>(count));
      next += static_cast<std::ptrdiff_t>(count);
    }
    std::vector<std::size_t> order(bucket.sets.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    bool consistent = false;
    do {
      bool fits = true;
      for (std::size_t p = 0; p < order.size(); ++p)
        fits = fits && shows(bucket.sets[order[p]], of_person[p]);
      consistent = consistent || fits;
    } while (!consistent && std::next_permutation(order.begin(), order.end()));
    if (!consistent) return;
    all += 1;
    const std::vector<Combination>& hers = of_person[person];
    const bool has_value = std::any_of(hers.begin(), hers.end(),
                                       [&](const Combination& c) { return c[attribute] == s; });
    with_value += has_value ? 1 : 0;
  });
  return with_value / all;
}

}  // namespace oracle
