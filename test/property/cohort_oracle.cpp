#include "property/cohort_oracle.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace oracle {

namespace {

// Returns true if the person's set can become the other set.
bool may_become(const std::set<int>& from, const std::set<int>& to, bool present) {
  if (!present) return from == to;
  return std::includes(to.begin(), to.end(), from.begin(), from.end());
}

}  // namespace

std::optional<SeriesBeliefs> cohort_beliefs(const std::vector<CohortEdition>& editions) {
  const std::vector<int> persons(editions.at(0).present.begin(), editions.at(0).present.end());
  double histories = 0;
  SeriesBeliefs beliefs(editions.size());
  // Owners of the sets, edition by edition.
  std::vector<std::vector<std::size_t>> history;
  const std::function<void()> go_on = [&] {
    const std::size_t e = history.size();
    if (e == editions.size()) {
      ++histories;
      for (std::size_t at = 0; at < e; ++at) {
        for (std::size_t p = 0; p < persons.size(); ++p) {
          for (const int value : editions[at].sets[history[at][p]])
            ++beliefs[at][persons[p]][value];
        }
      }
      return;
    }
    // Each person gets a set that no other person has.
    std::vector<std::size_t> order;
    const std::function<void()> assign = [&] {
      const std::size_t p = order.size();
      if (p == persons.size()) {
        history.push_back(order);
        go_on();
        history.pop_back();
        return;
      }
      for (std::size_t set = 0; set < persons.size(); ++set) {
        if (std::find(order.begin(), order.end(), set) != order.end()) continue;
        if (e > 0 && !may_become(editions[e - 1].sets[history[e - 1][p]], editions[e].sets[set],
                                 editions[e].present.contains(persons[p])))
          continue;
        order.push_back(set);
        assign();
        order.pop_back();
      }
    };
    assign();
  };
  go_on();
  return beliefs_of(std::move(beliefs), histories);
}

}  // namespace oracle
