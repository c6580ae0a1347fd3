#include "postgres/methods/fragmentation/shown_fragments.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "postgres/inspection/release_structure.hpp"
#include "postgres/inspection/released_table.hpp"
#include "postgres/methods/fragmentation/published_fragments.hpp"
#include "postgres/release/release_lock.hpp"
#include "postgres/server/settings.hpp"

namespace microdata::postgres {

namespace {

constexpr Code no_number = std::numeric_limits<Code>::max();

// Numbers the class values of all fragments alike: by those that persons have. Fragments show
// persons in one order, whatever numbers each gives to values.
class ClassNumbers {
 public:
  ClassNumbers(std::vector<Code> of_persons, Code values)
      : of_persons_(std::move(of_persons)), values_(values) {}

  Code values() const { return values_; }
  std::size_t persons() const { return of_persons_.size(); }

  // By the fragment's number. Values that no person has are none of another fragment's.
  std::vector<Code> numbers_of(const std::vector<Code>& of_persons, Code values) {
    std::vector<Code> result(values, no_number);
    for (std::size_t i = 0; i < of_persons.size(); ++i)
      result[of_persons[i]] = of_persons_[i];
    for (Code& number : result) {
      if (number == no_number) number = values_++;
    }
    return result;
  }

 private:
  std::vector<Code> of_persons_;
  Code values_;
};

std::vector<Code> with_others(const std::vector<Code>& source,
                              const std::optional<PersonValues>& others, std::size_t attribute) {
  std::vector<Code> result = source;
  if (others) {
    const std::vector<Code>& more = others->of_attribute[attribute];
    result.insert(result.end(), more.begin(), more.end());
  }
  return result;
}

// Where the class stands in a fragment, and the number of the label that leaves it open.
struct ShownClass {
  std::size_t attribute;
  Code open = no_number;
};

class ShownFragments {
 public:
  ShownFragments(const Release& release, const ReadScope& beside, const Progress& progress)
      : release_(release), is_open_(leaves_classes_open(release)) {
    for (std::size_t f = 0; f < release.relations.size(); ++f)
      add(read_table_of_rows(release_of_fragment(release, f), beside, progress), f);
  }

  ShownRelease make() {
    // All class values are known now.
    for (std::size_t f = 0; f < result_.tables.size(); ++f)
      finish(result_.tables[f].table.attributes[classes_[f].attribute], classes_[f].open);
    result_.values[number_of_class_] = numbers_.front().values();
    return std::move(result_);
  }

 private:
  void add(ReleasedTable&& released, std::size_t fragment) {
    if (fragment == 0) {
      result_.source.persons = released.source.persons;
      if (released.outsiders) result_.outsiders = PersonValues{released.outsiders->persons, {}, {}};
    }
    TableOfPersons shown{std::move(released.table), {}};
    const std::string name = class_of_fragment(release_of_fragment(release_, fragment)).name;
    for (std::size_t a = 0; a < released.names.size(); ++a) {
      PublishedTable::Attribute& attribute = shown.table.attributes[a];
      const bool is_class = released.names[a] == name;
      if (is_class) add_class(released, a, attribute);
      if (is_class && fragment > 0) {
        shown.attributes.push_back(number_of_class_);
        continue;
      }
      if (is_class) number_of_class_ = result_.values.size();
      shown.attributes.push_back(result_.values.size());
      result_.values.push_back(attribute.values);
      result_.source.of_attribute.push_back(std::move(released.source.of_attribute[a]));
      if (result_.outsiders) {
        result_.outsiders->of_attribute.push_back(std::move(released.outsiders->of_attribute[a]));
      }
    }
    result_.tables.push_back(std::move(shown));
  }

  void add_class(const ReleasedTable& released, std::size_t a,
                 PublishedTable::Attribute& attribute) {
    const std::vector<Code> persons =
        with_others(released.source.of_attribute[a], released.outsiders, a);
    if (!attribute.exact) fail_structure(release_, "Its class is generalized.");
    if (numbers_.empty()) numbers_.emplace_back(persons, attribute.values);
    if (persons.size() != numbers_.front().persons())
      throw other_rows(numbers_.front().persons(), persons.size());
    ShownClass& shown = classes_.emplace_back(ShownClass{a});
    // NULL is the last label.
    const Code last = attribute.values - 1;
    const bool open = is_open_ && released.has_null[a];
    if (classes_.size() > 1) {
      const std::vector<Code> numbers = numbers_.front().numbers_of(persons, attribute.values);
      for (Code& label : attribute.published)
        label = numbers[label];
      if (open) shown.open = numbers[last];
    } else if (open) {
      shown.open = last;
    }
  }

  void finish(PublishedTable::Attribute& attribute, Code open) const {
    const PublishedTable::Attribute& first =
        result_.tables.front().table.attributes[classes_.front().attribute];
    attribute.numbers = first.numbers;
    attribute.values = numbers_.front().values();
    if (!attribute.numbers.empty()) attribute.numbers.resize(attribute.values, std::nan(""));
    attribute.covers.clear();
    for (Code value = 0; value < attribute.values; ++value)
      attribute.covers.push_back(CodeSet::range(value, value + 1));
    if (open == no_number) return;
    attribute.exact = false;
    attribute.covers[open] = CodeSet::range(0, attribute.values);
  }

  const Release& release_;
  bool is_open_;
  ShownRelease result_;
  std::vector<ShownClass> classes_;  // by fragment
  std::size_t number_of_class_ = 0;
  std::vector<ClassNumbers> numbers_;  // one
};

}  // namespace

ShownRelease read_shown_fragments(const Release& release, const ReadScope& beside,
                                  const Progress& progress) {
  check_fragments_complete(release);
  const SteadyOrder settings;
  ShownRelease result = ShownFragments(release, beside, progress).make();
  add_joins(result, progress);
  return result;
}

}  // namespace microdata::postgres
