#include "property/series_oracle.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace oracle {

namespace {

// Bucket of each person in an edition.
using Placement = std::map<int, std::size_t>;

std::vector<int> sorted(std::vector<int> values) {
  std::sort(values.begin(), values.end());
  return values;
}

bool may_hold(const SeriesBucket& bucket, const std::vector<int>& quasi_identifiers) {
  if (bucket.allows)
    return quasi_identifiers.size() <= bucket.persons && bucket.allows(quasi_identifiers);
  const std::vector<int> seen = sorted(bucket.seen);
  const std::vector<int> placed = sorted(quasi_identifiers);
  return std::includes(seen.begin(), seen.end(), placed.begin(), placed.end());
}

// Returns all assignments of an edition's people to its buckets that agree with the published data.
std::vector<Placement> placements(const SeriesEdition& edition) {
  std::vector<Placement> result;
  std::vector<std::vector<int>> placed(edition.buckets.size());
  Placement placement;
  const std::function<void(std::map<int, int>::const_iterator)> place = [&](auto at) {
    if (at == edition.present.end()) {
      result.push_back(placement);
      return;
    }
    const auto [person, quasi_identifier] = *at;
    for (std::size_t b = 0; b < placed.size(); ++b) {
      placed[b].push_back(quasi_identifier);
      if (may_hold(edition.buckets[b], placed[b])) {
        placement[person] = b;
        place(std::next(at));
      }
      placed[b].pop_back();
    }
  };
  place(edition.present.begin());
  return result;
}

// Calls `visit` with every assignment of the people of all editions, until it returns false. With
// `stay`, all buckets of a person have the same values. People without a value were in a bucket
// before, and they stay without a value.
void for_each_way(const std::vector<SeriesEdition>& editions, bool stay,
                  const std::function<bool(const std::vector<Placement>&)>& visit) {
  std::vector<std::vector<Placement>> possible;
  for (const SeriesEdition& edition : editions)
    possible.push_back(placements(edition));
  std::vector<Placement> placed;
  std::map<int, std::vector<int>> signature_of;
  std::set<int> valueless;
  const std::function<bool(std::size_t)> go_on = [&](std::size_t e) {
    if (e == editions.size()) return visit(placed);
    for (const Placement& placement : possible[e]) {
      const auto before = signature_of;
      const auto valueless_before = valueless;
      const bool stays = std::all_of(placement.begin(), placement.end(), [&](const auto& at) {
        const SeriesBucket& bucket = editions[e].buckets[at.second];
        if (bucket.valueless) {
          valueless.insert(at.first);
          return before.contains(at.first);
        }
        if (bucket.harmless) return !valueless.contains(at.first);
        const std::vector<int> values = sorted(bucket.values);
        return signature_of.emplace(at.first, values).first->second == values &&
               !valueless.contains(at.first);
      });
      bool more = true;
      if (stays || !stay) {
        placed.push_back(placement);
        more = go_on(e + 1);
        placed.pop_back();
      }
      signature_of = before;
      valueless = valueless_before;
      if (!more) return false;
    }
    return true;
  };
  go_on(0);
}

// Histories of values for given placements.
class ValueHistories {
 public:
  ValueHistories(const std::vector<SeriesEdition>& editions, const std::vector<Placement>& placed,
                 const SeriesAdversary& adversary)
      : editions_(editions), placed_(placed), adversary_(adversary) {
    // A value that is kept over several editions is one unknown.
    std::map<int, std::size_t> latest;
    for (std::size_t e = 0; e < editions.size(); ++e) {
      for (const auto& change : adversary.changes) {
        if (change.first == e) latest.erase(change.second);
      }
      for (const auto& [person, bucket] : placed[e]) {
        if (!latest.contains(person)) {
          latest[person] = unknowns_;
          ++unknowns_;
        }
        unknown_[{e, person}] = latest[person];
      }
    }
  }

  // Adds to `count` and, for every edition, person and value, to `counts`.
  void add(double& count, SeriesBeliefs& counts) {
    values_of_.assign(unknowns_, std::nullopt);
    for (std::size_t e = 0; e < editions_.size(); ++e) {
      for (const auto& [person, bucket] : placed_[e]) {
        auto& values = values_of_[unknown_[{e, person}]];
        const std::vector<int> of_bucket = values_at(e, person, bucket);
        if (!values) values = std::set<int>(of_bucket.begin(), of_bucket.end());
        std::erase_if(*values, [&](int value) {
          return std::find(of_bucket.begin(), of_bucket.end(), value) == of_bucket.end();
        });
      }
    }
    find_apart();
    find_together();
    // Independent components are enumerated separately.
    double all = 1;
    std::vector<std::map<int, double>> of_unknown(unknowns_);
    std::vector<double> of_component(unknowns_);
    std::vector<bool> seen(unknowns_);
    for (std::size_t u = 0; u < unknowns_; ++u) {
      if (seen[u]) continue;
      const std::vector<std::size_t> component = connected(u, seen);
      const double histories = go_through(component, of_unknown);
      for (const std::size_t c : component)
        of_component[c] = histories;
      all *= histories;
    }
    if (all == 0) return;
    count += all;
    for (const auto& [where, u] : unknown_) {
      for (const auto& [value, histories] : of_unknown[u])
        counts[where.first][where.second][value] += histories / of_component[u] * all;
    }
  }

 private:
  // Returns the values that the person can have by this edition alone.
  std::vector<int> values_at(std::size_t e, int person, std::size_t bucket) const {
    if (!editions_[e].buckets[bucket].valueless) return editions_[e].buckets[bucket].values;
    std::set<int> signature;
    bool is_first = true;
    for (std::size_t before = 0; before < e; ++before) {
      const auto at = placed_[before].find(person);
      if (at == placed_[before].end()) continue;
      const SeriesBucket& seen = editions_[before].buckets[at->second];
      is_first = is_first && !seen.valueless;
      signature.insert(seen.values.begin(), seen.values.end());
    }
    using Outside = SeriesAdversary::Outside;
    const bool outside = adversary_.outside == Outside::always ||
                         (adversary_.outside == Outside::at_first && is_first);
    std::vector<int> values;
    for (int value = 0; value < adversary_.distinct; ++value) {
      if (!outside || (!signature.contains(value) && value >= adversary_.harmless))
        values.push_back(value);
    }
    return values;
  }

  const SeriesBucket& bucket_at(const std::pair<std::size_t, int>& where) const {
    return editions_[where.first].buckets[placed_[where.first].at(where.second)];
  }

  // Finds the unknowns that must differ, because people of one bucket have different values.
  void find_apart() {
    apart_.assign(unknowns_, {});
    for (const auto& [where, u] : unknown_) {
      const SeriesBucket& shown = bucket_at(where);
      if (shown.valueless || shown.harmless) continue;
      for (const auto& [other, bucket] : placed_[where.first]) {
        if (other != where.second && bucket == placed_[where.first].at(where.second))
          apart_[u].insert(unknown_[{where.first, other}]);
      }
    }
  }

  // Finds the unknowns that together have the values of a bucket of harmless values. All people of
  // such a bucket are in it; no value of it is a counterfeit.
  void find_together() {
    together_.clear();
    for (const auto& [where, u] : unknown_) {
      if (!bucket_at(where).harmless) continue;
      together_[{where.first, placed_[where.first].at(where.second)}].push_back(u);
    }
  }

  // True if the values of the unknowns that are known are those of buckets of harmless values.
  bool fills_buckets(const std::map<std::size_t, int>& value_of) const {
    return std::all_of(together_.begin(), together_.end(), [&](const auto& bucket) {
      std::vector<int> values;
      for (const std::size_t u : bucket.second) {
        if (!value_of.contains(u)) return true;
        values.push_back(value_of.at(u));
      }
      return sorted(values) ==
             sorted(editions_[bucket.first.first].buckets[bucket.first.second].values);
    });
  }

  std::vector<std::size_t> connected(std::size_t first, std::vector<bool>& seen) const {
    std::vector<std::size_t> component{first};
    seen[first] = true;
    for (std::size_t i = 0; i < component.size(); ++i) {
      for (const std::size_t next : apart_[component[i]]) {
        if (seen[next]) continue;
        seen[next] = true;
        component.push_back(next);
      }
      for (const auto& [where, members] : together_) {
        if (std::find(members.begin(), members.end(), component[i]) == members.end()) continue;
        for (const std::size_t next : members) {
          if (seen[next]) continue;
          seen[next] = true;
          component.push_back(next);
        }
      }
    }
    return component;
  }

  double go_through(const std::vector<std::size_t>& component,
                    std::vector<std::map<int, double>>& of_unknown) const {
    double histories = 0;
    std::map<std::size_t, int> value_of;
    const std::function<void(std::size_t)> assign = [&](std::size_t i) {
      if (i == component.size()) {
        if (!fills_buckets(value_of)) return;
        ++histories;
        for (const auto& [u, value] : value_of)
          ++of_unknown[u][value];
        return;
      }
      const std::size_t u = component[i];
      for (const int value : *values_of_[u]) {
        const bool taken = std::any_of(apart_[u].begin(), apart_[u].end(), [&](std::size_t other) {
          const auto of_other = value_of.find(other);
          return of_other != value_of.end() && of_other->second == value;
        });
        if (taken) continue;
        value_of[u] = value;
        assign(i + 1);
        value_of.erase(u);
      }
    };
    assign(0);
    return histories;
  }

  const std::vector<SeriesEdition>& editions_;
  const std::vector<Placement>& placed_;
  const SeriesAdversary& adversary_;
  std::size_t unknowns_ = 0;
  std::map<std::pair<std::size_t, int>, std::size_t> unknown_;
  std::vector<std::optional<std::set<int>>> values_of_;
  std::vector<std::set<std::size_t>> apart_;
  // Unknowns of the people of each bucket of harmless values, by edition and bucket.
  std::map<std::pair<std::size_t, std::size_t>, std::vector<std::size_t>> together_;
};

}  // namespace

std::optional<SeriesBeliefs> series_beliefs(const std::vector<SeriesEdition>& editions,
                                            const SeriesAdversary& adversary) {
  double count = 0;
  SeriesBeliefs counts(editions.size());
  for_each_way(editions, adversary.signatures_stay, [&](const std::vector<Placement>& placed) {
    ValueHistories(editions, placed, adversary).add(count, counts);
    return true;
  });
  return beliefs_of(std::move(counts), count);
}

std::size_t ways_to_place(const std::vector<SeriesEdition>& editions, std::size_t most) {
  std::size_t ways = 0;
  for_each_way(editions, true, [&](const std::vector<Placement>&) { return ++ways < most; });
  return ways;
}

std::optional<SeriesBeliefs> beliefs_of(SeriesBeliefs histories, double all) {
  if (all == 0) return std::nullopt;
  for (auto& edition : histories) {
    for (auto& [person, values] : edition) {
      for (auto& [value, number] : values)
        number /= all;
    }
  }
  return histories;
}

bool break_promise(const SeriesBeliefs& beliefs, std::uint32_t m, int harmless) {
  return surest_belief(beliefs, harmless) > 1.0 / m + 1e-9;
}

double surest_belief(const SeriesBeliefs& beliefs, int harmless) {
  double surest = 0;
  for (const auto& edition : beliefs) {
    for (const auto& [person, values] : edition) {
      for (const auto& [value, probability] : values) {
        if (value >= harmless) surest = std::max(surest, probability);
      }
    }
  }
  return surest;
}

}  // namespace oracle
