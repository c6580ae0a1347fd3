#include "core/series/cohort_check.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <utility>

namespace microdata {

namespace {

// Matching of sets of an earlier edition with sets of a later one, one to one.
class Matching {
 public:
  Matching(const std::vector<ItemSet>& before, const std::vector<ItemSet>& after,
           const Progress& progress)
      : before_(before), after_(after), progress_(progress), taken_by_(after.size(), none) {}

  // True if every earlier set has a later one, found by augmenting paths (H. W. Kuhn, 1955).
  bool is_perfect() {
    for (std::size_t i = 0; i < before_.size(); ++i) {
      visited_.assign(after_.size(), false);
      if (!find_place(i)) return false;
    }
    return true;
  }

 private:
  struct Step {
    std::size_t set;
    std::size_t next = 0;
  };

  // Finds a place by a loop instead of a recursion, because a path can be as long as there are
  // sets.
  bool find_place(std::size_t set) {
    std::vector<Step> path{{set}};
    while (!path.empty()) {
      progress_.checkpoint();
      Step& step = path.back();
      while (step.next < after_.size() && !may_take(step.set, step.next))
        ++step.next;
      if (step.next == after_.size()) {
        path.pop_back();
        if (!path.empty()) ++path.back().next;
        continue;
      }
      visited_[step.next] = true;
      if (taken_by_[step.next] == none) {
        for (const Step& taken : path)
          taken_by_[taken.next] = taken.set;
        return true;
      }
      path.push_back({taken_by_[step.next]});
    }
    return false;
  }

  bool may_take(std::size_t set, std::size_t place) const {
    return !visited_[place] && std::includes(after_[place].begin(), after_[place].end(),
                                             before_[set].begin(), before_[set].end());
  }

  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

  const std::vector<ItemSet>& before_;
  const std::vector<ItemSet>& after_;
  const Progress& progress_;
  std::vector<std::size_t> taken_by_;
  std::vector<bool> visited_;
};

}  // namespace

CohortFigures measure_cohort(const ShownCohort& cohort) {
  CohortFigures figures;
  figures.sets = cohort.sets.size();
  figures.persons = cohort.persons;
  std::map<Item, std::size_t> with;
  for (const ItemSet& set : cohort.sets) {
    ItemSet values = set;
    values.erase(std::unique(values.begin(), values.end()), values.end());
    if (values.size() < set.size()) ++figures.repeating;
    for (const Item item : values)
      figures.most_with_a_value = std::max(figures.most_with_a_value, ++with[item]);
  }
  return figures;
}

bool may_follow(const ShownCohort& before, const ShownCohort& after, bool closed,
                const Progress& progress) {
  if (before.sets.size() != after.sets.size()) return false;
  std::vector<ItemSet> earlier = before.sets;
  std::vector<ItemSet> later = after.sets;
  std::sort(earlier.begin(), earlier.end());
  std::sort(later.begin(), later.end());
  // Equal sets can be taken to be the same. If one became a larger set, and another set became
  // equal to it, then that other set could have become the larger one.
  std::vector<ItemSet> grown;
  std::vector<ItemSet> larger;
  std::set_difference(earlier.begin(), earlier.end(), later.begin(), later.end(),
                      std::back_inserter(grown));
  std::set_difference(later.begin(), later.end(), earlier.begin(), earlier.end(),
                      std::back_inserter(larger));
  if (grown.empty()) return true;
  return !closed && Matching(grown, larger, progress).is_perfect();
}

}  // namespace microdata
