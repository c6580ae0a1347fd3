#include "core/series/cohorts.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <utility>

namespace microdata {

namespace {

class CohortMaking {
 public:
  CohortMaking(std::span<const ItemSet> sets, Item items, std::span<const std::uint8_t> harmless,
               std::span<const CohortPlace> places, std::span<const Cohort> before, std::uint32_t m,
               Random& random, const Progress& progress)
      : sets_(sets),
        items_(items),
        harmless_(harmless),
        m_(m),
        random_(random),
        progress_(progress) {
    edition_.cohorts.assign(before.begin(), before.end());
    edition_.places.assign(places.begin(), places.end());
  }

  CohortEdition run() {
    find_persons();
    for (std::size_t c = 0; c < edition_.cohorts.size(); ++c) {
      progress_.checkpoint();
      let_grow(c);
    }
    draw_cohorts();
    for (const Cohort& cohort : edition_.cohorts) {
      progress_.checkpoint();
      std::vector<std::uint32_t> order(cohort.sets.size());
      std::iota(order.begin(), order.end(), 0U);
      random_.shuffle(std::span(order));
      edition_.order.push_back(std::move(order));
    }
    return std::move(edition_);
  }

 private:
  bool is_harmless(Item item) const { return !harmless_.empty() && harmless_[item] != 0; }

  // Records the person of each of a cohort's sets; `nobody` if the person left.
  void find_persons() {
    for (const Cohort& cohort : edition_.cohorts)
      person_of_.emplace_back(cohort.sets.size(), nobody);
    for (Row person = 0; person < sets_.size(); ++person) {
      progress_.checkpoint_at(person);
      const CohortPlace& place = edition_.places[person];
      if (place.cohort == CohortPlace::none) {
        arrivals_.push_back(person);
      } else {
        person_of_[place.cohort][place.set] = person;
      }
    }
  }

  void let_grow(std::size_t c) {
    Cohort& cohort = edition_.cohorts[c];
    const std::vector<Row>& persons = person_of_[c];
    cohort.closed =
        cohort.closed || std::find(persons.begin(), persons.end(), nobody) != persons.end();
    // Sets that would get each new value.
    std::map<Item, std::vector<std::size_t>> new_values;
    for (std::size_t i = 0; i < persons.size(); ++i) {
      if (persons[i] == nobody) continue;
      ItemSet more;
      std::set_difference(sets_[persons[i]].begin(), sets_[persons[i]].end(),
                          cohort.sets[i].begin(), cohort.sets[i].end(), std::back_inserter(more));
      for (const Item item : more)
        new_values[item].push_back(i);
    }
    for (auto& [item, places] : new_values) {
      progress_.checkpoint();
      const std::size_t granted = cohort.closed ? 0 : std::min(places.size(), room(cohort, item));
      random_.shuffle(std::span(places));
      for (std::size_t i = 0; i < granted; ++i) {
        ItemSet& set = cohort.sets[places[i]];
        set.insert(std::lower_bound(set.begin(), set.end(), item), item);
      }
      edition_.withheld += places.size() - granted;
    }
  }

  // Returns the number of sets of the cohort that may still get the value.
  std::size_t room(const Cohort& cohort, Item item) const {
    if (is_harmless(item)) return cohort.sets.size();
    const auto with = static_cast<std::size_t>(std::count_if(
        cohort.sets.begin(), cohort.sets.end(),
        [&](const ItemSet& set) { return std::binary_search(set.begin(), set.end(), item); }));
    return cohort.sets.size() / m_ - with;
  }

  void draw_cohorts() {
    random_.shuffle(std::span(arrivals_));
    DrawableSets drawable;
    std::vector<std::uint32_t> counts(items_);
    drawable.end = items_;
    for (std::size_t i = 0; i < arrivals_.size(); ++i) {
      progress_.checkpoint_at(i);
      for (const Item item : sets_[arrivals_[i]]) {
        if (is_harmless(item)) continue;
        drawable.items.push_back(item);
        ++counts[item];
      }
      drawable.begin.push_back(drawable.items.size());
    }
    const std::uint32_t most = counts.empty() ? 0 : *std::max_element(counts.begin(), counts.end());
    if (arrivals_.size() < m_ || std::uint64_t{most} * m_ > arrivals_.size()) return;
    DrawingOptions options;
    options.l = m_;
    options.fewest = m_;
    const TuplePartition buckets =
        draw_buckets(std::move(drawable), arrivals_, options, random_, progress_);
    for (std::size_t b = 0; b < buckets.buckets(); ++b) {
      Cohort cohort;
      for (const Row person : buckets.bucket(b)) {
        edition_.places[person] = {static_cast<std::uint32_t>(edition_.cohorts.size()),
                                   static_cast<std::uint32_t>(cohort.sets.size())};
        cohort.sets.push_back(sets_[person]);
      }
      edition_.cohorts.push_back(std::move(cohort));
    }
  }

  static constexpr Row nobody = std::numeric_limits<Row>::max();

  std::span<const ItemSet> sets_;
  Item items_;
  std::span<const std::uint8_t> harmless_;
  std::uint32_t m_;
  Random& random_;
  const Progress& progress_;
  std::vector<std::vector<Row>> person_of_;
  std::vector<Row> arrivals_;
  CohortEdition edition_;
};

}  // namespace

CohortEdition make_cohort_edition(std::span<const ItemSet> sets, Item items,
                                  std::span<const std::uint8_t> harmless,
                                  std::span<const CohortPlace> places,
                                  std::span<const Cohort> before, std::uint32_t m, Random& random,
                                  const Progress& progress) {
  return CohortMaking(sets, items, harmless, places, before, m, random, progress).run();
}

}  // namespace microdata
