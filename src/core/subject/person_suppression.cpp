#include "core/subject/person_suppression.hpp"

#include <algorithm>
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
    // Fewer persons can make further items too frequent. Items one by one, each chosen anew, need
    // fewest persons; a pass over all of them bounds the time.
    constexpr int one_by_one = 32;
    int passes = 0;
    for (std::vector<Item> items = too_frequent(); !items.empty(); items = too_frequent())
      suppress(items, ++passes <= one_by_one ? 1 : items.size());
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

  // Returns the too frequent items, the most frequent first.
  std::vector<Item> too_frequent() const {
    std::vector<Item> items;
    for (Item item = 0; item < counts_.size(); ++item) {
      if (!share_holds(counts_[item], static_cast<double>(persons_.size()), rule_.l()))
        items.push_back(item);
    }
    std::stable_sort(items.begin(), items.end(),
                     [&](Item a, Item b) { return counts_[a] > counts_[b]; });
    return items;
  }

  // Returns the places of the persons with each of some items, first those with most of the items.
  std::vector<std::vector<std::size_t>> places_of(std::span<const Item> items) const {
    std::vector<std::size_t> number(counts_.size(), items.size());
    for (std::size_t i = 0; i < items.size(); ++i)
      number[items[i]] = i;
    std::vector<std::pair<std::size_t, std::size_t>> places;
    for (std::size_t place = 0; place < persons_.size(); ++place) {
      progress_.checkpoint_at(place);
      const std::span<const Item> all = set(persons_[place]);
      const auto with = std::count_if(all.begin(), all.end(),
                                      [&](Item item) { return number[item] < items.size(); });
      if (with > 0) places.emplace_back(static_cast<std::size_t>(with), place);
    }
    std::stable_sort(places.begin(), places.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<std::vector<std::size_t>> result(items.size());
    for (const auto& [with, place] : places) {
      for (const Item item : set(persons_[place])) {
        if (number[item] < items.size()) result[number[item]].push_back(place);
      }
    }
    return result;
  }

  // Suppresses, for each of the first `count` of the too frequent items, the fewest persons after
  // whom it is not too frequent.
  void suppress(std::span<const Item> items, std::size_t count) {
    const std::vector<std::vector<std::size_t>> places = places_of(items);
    std::vector<std::uint8_t> out(persons_.size());
    std::size_t left = persons_.size();
    for (std::size_t i = 0; i < count; ++i) {
      for (const std::size_t place : places[i]) {
        if (share_holds(counts_[items[i]], static_cast<double>(left), rule_.l())) break;
        if (out[place] != 0) continue;
        out[place] = 1;
        --left;
        for (const Item item : set(persons_[place]))
          --counts_[item];
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
