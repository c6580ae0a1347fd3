#include "core/risk/followed_persons.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace microdata {

namespace {

double median(std::vector<double> shares) {
  if (shares.empty()) return 0;
  const auto middle = shares.begin() + static_cast<std::ptrdiff_t>(shares.size() / 2);
  std::nth_element(shares.begin(), middle, shares.end());
  return *middle;
}

// Corrects a share that is matched, or is not, for what matches by chance.
constexpr double most_by_chance = 0.9;

// By supposition, the share of the persons that it matches.
std::vector<double> matched_shares(const SupposedFit& fit, std::span<const std::size_t> persons) {
  std::vector<double> shares(fit.suppositions);
  for (const std::size_t person : persons) {
    for (std::size_t s = 0; s < fit.suppositions; ++s)
      shares[s] += fit.matched[person * fit.suppositions + s] ? 1 : 0;
  }
  for (double& share : shares)
    share /= std::max<double>(1, static_cast<double>(persons.size()));
  return shares;
}

// What a wrong supposition matches, if there are enough that most of them are wrong.
double matched_by_chance(const std::vector<double>& shares) {
  constexpr std::size_t enough = 5;
  if (shares.size() < enough) return 0;
  return std::min(most_by_chance, median(shares));
}

// Rows of one group of slots, and the persons who are there.
struct Load {
  double persons = 0;
  double rows = 0;
};

}  // namespace

SupposedFit fit_of(const PlacedPersons& placed, std::span<const Row> tuples,
                   std::size_t suppositions, double drawn) {
  SupposedFit fit;
  fit.suppositions = suppositions;
  const std::size_t persons = (tuples.size() - placed.left_out) / suppositions;
  fit.matched.resize(persons * suppositions);
  fit.surplus.resize(suppositions);
  fit.rows = static_cast<double>(placed.rows_of_persons());
  std::vector<double> load(placed.slots.size());
  for (std::size_t s = 0; s < suppositions; ++s) {
    std::vector<std::size_t> groups;
    std::vector<double> rows;
    std::size_t next = 0;
    for (std::size_t i = 0; i < fit.matched.size(); ++i) {
      if (next == placed.persons.size() || placed.persons[next] != tuples[i]) continue;
      const auto places = placed.of(next++);
      if (i % suppositions != s) continue;
      fit.matched[i] = true;
      // If places are none of a partition, what persons do there is known only of who has no other.
      if (places.size() > 1 && !placed.loads_are_exact) continue;
      for (const PlacedPersons::Place& place : places) {
        if (load[place.first_slot] == 0) {
          groups.push_back(place.first_slot);
          double all = 0;
          for (const auto& slot : std::span(placed.slots).subspan(place.first_slot, place.slots))
            all += slot.rows;
          rows.push_back(all);
        }
        load[place.first_slot] += static_cast<double>(place.probability);
      }
    }
    for (std::size_t g = 0; g < groups.size(); ++g) {
      // A sample of the persons has a random number of each group's.
      const double expected = rows[g] * drawn;
      const double tolerated = 2 * std::sqrt(expected * (1 - drawn)) + 1e-4 * rows[g];
      fit.surplus[s] += std::max(0.0, load[groups[g]] - expected - tolerated);
      load[groups[g]] = 0;
    }
  }
  return fit;
}

SupposedFit fit_of(const ReleaseBeliefs& beliefs, std::size_t suppositions) {
  SupposedFit fit;
  fit.suppositions = suppositions;
  fit.surplus.resize(suppositions);
  for (const std::uint64_t rows : beliefs.rows)
    fit.rows += static_cast<double>(rows);
  const std::size_t tuples = (beliefs.first.size() - 1) / suppositions * suppositions;
  for (std::size_t i = 0; i < tuples; ++i)
    fit.matched.push_back(beliefs.first[i + 1] > beliefs.first[i]);
  return fit;
}

double lost_share(const SupposedFit& fit, double absent, double by_chance) {
  const std::size_t persons = fit.persons();
  if (persons == 0) return 0;
  double lost = fit.suppositions == 1 ? fit.surplus.front() : 0;
  for (std::size_t person = 0; person < persons; ++person) {
    const auto begin =
        fit.matched.begin() + static_cast<std::ptrdiff_t>(person * fit.suppositions);
    lost +=
        std::none_of(begin, begin + static_cast<std::ptrdiff_t>(fit.suppositions), [](bool m) {
          return m;
        })
            ? 1
            : 0;
  }
  const double unmatched = std::pow(1 - by_chance, static_cast<double>(fit.suppositions));
  return std::max(0.0, lost / static_cast<double>(persons) / unmatched - absent);
}

Followed follow(const SupposedFit& fit) {
  std::vector<std::size_t> left(fit.persons());
  for (std::size_t person = 0; person < left.size(); ++person)
    left[person] = person;
  const auto persons = std::max<double>(1, static_cast<double>(left.size()));
  std::vector<double> explained = matched_shares(fit, left);
  Followed followed;
  followed.by_chance = matched_by_chance(explained);
  for (std::size_t s = 0; s < fit.suppositions; ++s)
    explained[s] -= fit.surplus[s] / persons;
  std::size_t best = static_cast<std::size_t>(
      std::max_element(explained.begin(), explained.end()) - explained.begin());
  while (true) {
    followed.suppositions.push_back(best);
    const auto is_explained = [&](std::size_t person) {
      return fit.matched[person * fit.suppositions + best];
    };
    left.erase(std::remove_if(left.begin(), left.end(), is_explained), left.end());
    if (followed.suppositions.size() == most_suppositions_together) return followed;
    const std::vector<double> shares = matched_shares(fit, left);
    best = static_cast<std::size_t>(std::max_element(shares.begin(), shares.end()) -
                                    shares.begin());
    // Those for whom it is true, beside those whom it matches by chance.
    const double by_chance = matched_by_chance(shares);
    const double is_true = (shares[best] - by_chance) / (1 - by_chance);
    constexpr double least_true = 0.1;
    if (is_true < least_true ||
        is_true * static_cast<double>(left.size()) < persons * few_lost_persons / 2)
      return followed;
  }
}

}  // namespace microdata
