#include "postgres/inspection/shown_release.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/microdata/grouped.hpp"
#include "core/risk/person_sets.hpp"
#include "postgres/inspection/published_subjects.hpp"
#include "postgres/inspection/release_reading.hpp"

namespace microdata::postgres {

ShownRelease shown_release(ReleasedTable&& released) {
  ShownRelease result;
  for (const PublishedTable::Attribute& attribute : released.table.attributes)
    result.values.push_back(attribute.values);
  std::vector<std::size_t> attributes(result.values.size());
  std::iota(attributes.begin(), attributes.end(), std::size_t{0});
  result.tables.push_back({std::move(released.table), std::move(attributes)});
  result.source = std::move(released.source);
  result.outsiders = std::move(released.outsiders);
  return result;
}

namespace {

// Those of some persons, from the first to the last.
std::vector<Code> of_some(const std::vector<Code>& values, std::size_t first, std::size_t last) {
  return {values.begin() + static_cast<std::ptrdiff_t>(first),
          values.begin() + static_cast<std::ptrdiff_t>(last)};
}

Grouped<std::uint32_t> of_some(const Grouped<std::uint32_t>& sets, std::uint32_t first,
                               std::uint32_t last, Code distinct, const Progress& progress) {
  std::vector<std::uint32_t> persons;
  std::vector<std::uint32_t> elements;
  for (std::uint32_t person = first; person < last; ++person) {
    const std::span<const std::uint32_t> of_person = sets[person];
    persons.insert(persons.end(), of_person.size(), person - first);
    elements.insert(elements.end(), of_person.begin(), of_person.end());
  }
  return group_elements(persons, last - first, elements, distinct, progress);
}

// Puts together what the tables show of persons.
class SubjectsTogether {
 public:
  SubjectsTogether(PublishedSubjects&& published, bool outsiders, const Progress& progress)
      : published_(std::move(published)),
        persons_(published_.view.persons.tuples),
        members_(published_.members()),
        progress_(progress) {
    PublishedTable& table = shown_.tables.emplace_back().table;
    table.bucket_of = published_.view.persons.bucket_of;
    table.buckets = published_.view.buckets();
    shown_.source.persons = members_;
    if (outsiders) shown_.outsiders = PersonValues{persons_ - members_, {}, {}};
  }

  ShownRelease make() {
    add_attributes();
    const SubjectView& view = published_.view;
    if (view.has_rows) add_sets(view.rows, published_.of_rows);
    if (view.has_values) add_sets(view.values, published_.of_values);
    return std::move(shown_);
  }

 private:
  PublishedTable& table() { return shown_.tables.front().table; }

  void add(PublishedTable::Attribute&& attribute) {
    shown_.tables.front().attributes.push_back(shown_.values.size());
    shown_.values.push_back(attribute.values);
    table().attributes.push_back(std::move(attribute));
  }

  // Adds what each person has of it; calls values_of(persons, first, last).
  template <typename ValuesOf>
  void add_values(const ValuesOf& values_of) {
    values_of(shown_.source, 0, members_);
    if (shown_.outsiders) values_of(*shown_.outsiders, members_, persons_);
  }

  void add_attributes() {
    for (std::size_t a = 0; a < published_.of_persons.published.size(); ++a) {
      PublishedTable::Attribute& attribute = published_.of_persons.published[a];
      table().columns = std::max(table().columns, attribute.column + 1);
      add(std::move(attribute));
      add_values([&](PersonValues& persons, std::size_t first, std::size_t last) {
        persons.of_attribute.push_back(of_some(published_.of_persons.tuples[a], first, last));
      });
    }
  }

  void add_sets(const PublishedSets& sets, PublishedSubjects::ShownAttributes& shown) {
    if (shown.published.empty()) return;
    const PersonValues rows{published_.source_rows, std::move(shown.tuples), {}};
    const PersonSets found = person_sets({sets.set_of, sets.sets(), shown.published, rows,
                                          published_.view.person_of_tuple, persons_},
                                         progress_);
    PublishedTable::Attribute attribute;
    attribute.column = table().columns++;
    attribute.values = found.distinct();
    for (Code set = 0; set < found.distinct(); ++set)
      attribute.covers.push_back(CodeSet::range(set, set + 1));
    attribute.asks = found.asks;
    // Who is in a bucket without a set for everybody may have none.
    const auto nothing = static_cast<Code>(attribute.covers.size());
    attribute.covers.emplace_back();
    attribute.asks.emplace_back();
    std::vector<std::uint32_t> next(sets.first_set);
    for (const std::uint32_t bucket : table().bucket_of) {
      const std::uint32_t set = next[bucket]++;
      attribute.published.push_back(
          set < sets.first_set[bucket + std::size_t{1}] ? found.number_of_set[set] : nothing);
    }
    add(std::move(attribute));
    add_values([&](PersonValues& persons, std::size_t first, std::size_t last) {
      persons.of_attribute.emplace_back();
      persons.sets.resize(persons.of_attribute.size());
      persons.sets.back() = of_some(found.of_persons, static_cast<std::uint32_t>(first),
                                    static_cast<std::uint32_t>(last), found.distinct(), progress_);
    });
  }

  PublishedSubjects published_;
  std::size_t persons_;
  std::size_t members_;
  const Progress& progress_;
  ShownRelease shown_;
};

}  // namespace

ShownRelease read_shown_subjects(const Release& release, const ReadScope& beside,
                                 const Progress& progress) {
  PublishedSubjects published = read_published_subjects(release, progress, beside, true);
  if (published.view.persons.bucket_of.empty()) fail_empty(release);
  return SubjectsTogether(std::move(published), beside.outsiders.has_value(), progress).make();
}

}  // namespace microdata::postgres
