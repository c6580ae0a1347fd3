#include "core/subject/person_suppression.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>

#include "core/privacy/diversity.hpp"

namespace microdata {

namespace {

class Suppression {
 public:
  Suppression(const SetRule& rule, std::vector<Row> persons, std::uint32_t rows,
              const Progress& progress)
      : rule_(rule),
        persons_(std::move(persons)),
        rows_(rows),
        progress_(progress),
        counts_(rule.sets().items()) {
    for (const Row person : persons_) {
      for (const Item item : set(person))
        ++counts_[item];
    }
  }

  std::optional<std::vector<Row>> run() {
    while (!persons_.empty()) {
      progress_.checkpoint();
      const auto most = std::max_element(counts_.begin(), counts_.end());
      if (most == counts_.end() || !is_too_frequent(*most)) break;
      suppress(static_cast<Item>(most - counts_.begin()));
    }
    if (!rule_.holds(counts_, static_cast<std::uint32_t>(persons_.size()))) return std::nullopt;
    return std::move(persons_);
  }

 private:
  // Returns the items of the person's published rows.
  std::span<const Item> set(Row person) const {
    const std::span<const std::uint32_t> first = rule_.sets().first_rows(person);
    const auto end = std::lower_bound(first.begin(), first.end(), rows_);
    return rule_.sets().of(person).first(static_cast<std::size_t>(end - first.begin()));
  }

  bool is_too_frequent(std::uint32_t count) const {
    return !share_holds(count, static_cast<double>(persons_.size()), rule_.l());
  }

  // Suppresses the fewest persons with the item after whom it is not too frequent.
  void suppress(Item item) {
    const auto all = static_cast<double>(persons_.size());
    const double excess = (counts_[item] * rule_.l() - all) / (rule_.l() - 1);
    const auto wanted = static_cast<std::size_t>(std::max(std::ceil(excess - 1e-6), 1.0));
    // Places of the item's persons, by the number of their too frequent items.
    std::vector<std::vector<std::size_t>> places;
    for (std::size_t i = 0; i < persons_.size(); ++i) {
      progress_.checkpoint_at(i);
      const std::span<const Item> items = set(persons_[i]);
      if (std::find(items.begin(), items.end(), item) == items.end()) continue;
      const auto frequent = static_cast<std::size_t>(std::count_if(
          items.begin(), items.end(), [&](Item other) { return is_too_frequent(counts_[other]); }));
      if (places.size() <= frequent) places.resize(frequent + 1);
      places[frequent].push_back(i);
    }
    std::vector<std::uint8_t> out(persons_.size());
    std::size_t suppressed = 0;
    for (auto of_number = places.rbegin(); of_number != places.rend(); ++of_number) {
      for (const std::size_t place : *of_number) {
        if (suppressed == wanted) break;
        out[place] = 1;
        ++suppressed;
        for (const Item other : set(persons_[place]))
          --counts_[other];
      }
    }
    std::size_t place = 0;
    std::erase_if(persons_, [&](Row /*person*/) { return out[place++] != 0; });
  }

  const SetRule& rule_;
  std::vector<Row> persons_;
  std::uint32_t rows_;
  const Progress& progress_;
  std::vector<std::uint32_t> counts_;
};

}  // namespace

std::optional<std::vector<Row>> without_frequent_sets(const SetRule& rule, std::vector<Row> persons,
                                                      std::uint32_t rows,
                                                      const Progress& progress) {
  return Suppression(rule, std::move(persons), rows, progress).run();
}

}  // namespace microdata
