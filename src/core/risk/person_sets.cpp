#include "core/risk/person_sets.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

#include "core/base/grouped.hpp"
#include "core/microdata/combination.hpp"
#include "core/risk/singling_predicate.hpp"

namespace microdata {

namespace {

// Numbers of the elements that rows show, one for each row, ascending.
using Shown = std::vector<std::uint32_t>;

// Search for the sets that are a part of a person's elements. Sets are indexed by those two
// elements of each that the fewest sets have, because most pairs are in few sets.
class SetIndex {
 public:
  SetIndex(std::span<const Shown> sets, std::uint32_t elements)
      : sets_(sets), alone_(elements), begins_pair_(elements) {
    std::vector<std::uint32_t> with_element(elements);
    for (const Shown& set : sets) {
      for (const std::uint32_t element : set)
        ++with_element[element];
    }
    for (Code number = 0; number < sets.size(); ++number) {
      Shown rarest = sets[number];
      rarest.erase(std::unique(rarest.begin(), rarest.end()), rarest.end());
      if (rarest.size() == 1) {
        alone_[rarest.front()].push_back(number);
        continue;
      }
      std::partial_sort(rarest.begin(), rarest.begin() + 2, rarest.end(),
                        [&](std::uint32_t a, std::uint32_t b) {
                          return std::pair(with_element[a], a) < std::pair(with_element[b], b);
                        });
      const auto [low, high] = std::minmax(rarest[0], rarest[1]);
      begins_pair_[low] = true;
      of_pair_[pair(low, high)].push_back(number);
    }
  }

  // Calls visit(number) for every set that is a part of these elements.
  template <typename Visit>
  void for_each_part(const Shown& elements, const Visit& visit) const {
    const auto visit_parts = [&](const std::vector<Code>& numbers) {
      for (const Code number : numbers) {
        const Shown& set = sets_[number];
        if (std::includes(elements.begin(), elements.end(), set.begin(), set.end())) visit(number);
      }
    };
    Shown once = elements;
    once.erase(std::unique(once.begin(), once.end()), once.end());
    for (std::size_t i = 0; i < once.size(); ++i) {
      visit_parts(alone_[once[i]]);
      if (!begins_pair_[once[i]]) continue;
      for (std::size_t j = i + 1; j < once.size(); ++j) {
        const auto found = of_pair_.find(pair(once[i], once[j]));
        if (found != of_pair_.end()) visit_parts(found->second);
      }
    }
  }

 private:
  static std::uint64_t pair(std::uint32_t low, std::uint32_t high) {
    return std::uint64_t{low} << 32U | high;
  }

  std::span<const Shown> sets_;
  std::vector<std::vector<Code>> alone_;  // sets with no other element, by element
  std::vector<bool> begins_pair_;
  std::unordered_map<std::uint64_t, std::vector<Code>> of_pair_;
};

Combinations elements_of(const PublishedRowSets& shown, const Progress& progress) {
  std::vector<std::span<const Code>> columns;
  std::vector<Code> domains;
  for (const PublishedTable::Attribute& attribute : shown.attributes) {
    columns.emplace_back(attribute.published);
    domains.push_back(attribute.labels());
  }
  return combine(static_cast<Row>(shown.set_of.size()), columns, domains, progress);
}

// Returns, by person, the elements that the person's rows are like, each as often as there are such
// rows.
Grouped<std::uint32_t> elements_of_persons(const PublishedRowSets& shown,
                                           const Combinations& elements, const Progress& progress) {
  std::vector<Code> values;
  for (const PublishedTable::Attribute& attribute : shown.attributes)
    values.push_back(attribute.values);
  const PredicateCounter rows(values, shown.rows, progress);
  std::vector<std::uint32_t> persons;
  std::vector<std::uint32_t> found;
  const std::vector<Row> examples = representatives(elements);
  for (std::uint32_t element = 0; element < elements.distinct; ++element) {
    SinglingPredicate like;
    for (std::size_t a = 0; a < shown.attributes.size(); ++a) {
      const PublishedTable::Attribute& attribute = shown.attributes[a];
      like.terms.push_back({a, attribute.covers[attribute.published[examples[element]]]});
    }
    for (const std::uint32_t row : rows.fitting(like, shown.rows.persons, progress)) {
      persons.push_back(shown.person_of[row]);
      found.push_back(element);
    }
  }
  return group_elements(persons, static_cast<std::uint32_t>(shown.persons), found,
                        elements.distinct, progress);
}

}  // namespace

PersonSets person_sets(const PublishedRowSets& shown, const Progress& progress) {
  PersonSets result;
  const Combinations elements = elements_of(shown, progress);
  const Grouped<std::uint32_t> of_sets =
      group_elements(shown.set_of, shown.sets, elements.of_row, elements.distinct, progress);
  std::map<Shown, Code> number_of;
  const auto shown_by = [&](std::uint32_t set) {
    return Shown(of_sets[set].begin(), of_sets[set].end());
  };
  for (std::uint32_t set = 0; set < shown.sets; ++set) {
    progress.checkpoint_at(set);
    number_of.emplace(shown_by(set), 0);
  }
  std::vector<Shown> sets;
  for (auto& [set, number] : number_of) {
    number = static_cast<Code>(sets.size());
    sets.push_back(set);
  }
  for (std::uint32_t set = 0; set < shown.sets; ++set)
    result.number_of_set.push_back(number_of.find(shown_by(set))->second);

  const SetIndex index(sets, elements.distinct);
  result.asks.resize(sets.size());
  for (Code number = 0; number < sets.size(); ++number) {
    progress.checkpoint();
    index.for_each_part(sets[number], [&](Code part) { result.asks[part].add(number); });
  }
  std::vector<std::uint32_t> persons;
  std::vector<std::uint32_t> had;
  const Grouped<std::uint32_t> of_persons = elements_of_persons(shown, elements, progress);
  for (std::uint32_t person = 0; person < of_persons.groups(); ++person) {
    progress.checkpoint();
    const Shown rows(of_persons[person].begin(), of_persons[person].end());
    index.for_each_part(rows, [&](Code number) {
      persons.push_back(person);
      had.push_back(number);
    });
  }
  result.of_persons = group_elements(persons, static_cast<std::uint32_t>(shown.persons), had,
                                     result.distinct(), progress);
  return result;
}

}  // namespace microdata
