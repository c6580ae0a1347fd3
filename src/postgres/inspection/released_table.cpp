#include "postgres/inspection/released_table.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <span>
#include <utility>

#include "core/base/grouped.hpp"
#include "core/microdata/code_set.hpp"
#include "core/risk/person_sets.hpp"
#include "postgres/inspection/published_generalization.hpp"
#include "postgres/inspection/published_meaning.hpp"
#include "postgres/inspection/published_subjects.hpp"
#include "postgres/inspection/release_reader.hpp"
#include "postgres/release/release_lock.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/source/region_rows.hpp"
#include "postgres/source/source.hpp"
#include "postgres/values/generalized.hpp"

namespace microdata::postgres {

namespace {

using Named = std::vector<std::vector<PublishedTable::NamedValue>>;

Named ends_of_ranges(ReadAttribute& reading, std::span<const CodeSet> covers,
                     const Progress& progress) {
  const std::vector<double>& numbers = reading.values().projection();
  Named named(covers.size());
  const PublishedRanges published = read_ranges(reading.labels(), progress);
  for (const PublishedRanges::One& one : published.ranges) {
    const CodeSet& codes = covers[one.label];
    if (codes.empty()) continue;
    const auto name = [&](Code value, double end) {
      if (std::isfinite(end)) named[one.label].push_back({value, numbers[value] == end});
    };
    name(codes.front(), one.range.low);
    if (one.range.high != one.range.low) name(codes.back(), one.range.high);
  }
  return named;
}

Named elements_of_sets(ReadAttribute& reading, std::span<const CodeSet> covers,
                       const Progress& progress) {
  const Dictionary& labels = reading.labels();
  Named named(covers.size());
  for (Code label = 0; label < labels.distinct(); ++label) {
    progress.checkpoint();
    if (labels.is_null(label) || labels.text(label) == everything_label) continue;
    covers[label].for_each([&](Code value) { named[label].push_back({value, true}); });
  }
  return named;
}

// Returns, by label, the ends of an attribute's ranges of numbers or times, or the elements of its
// sets and multisets. Returns nothing if values, or labels of a hierarchy, are published.
// covers[label] has the values that the label stands for.
Named named_values(const Release& release, ReadAttribute& reading, std::span<const CodeSet> covers,
                   const Progress& progress) {
  if (!reading.attribute->generalized) return {};
  const Recoded recoded = how_recoded(release, reading.attribute->name);
  if (recoded.as_labels) return {};
  const bool in_ranges =
      !recoded.as_multiset && generalized_type(reading.values().type()).is_range();
  if (!in_ranges) return elements_of_sets(reading, covers, progress);
  if (reading.values().projection().empty()) return {};
  return ends_of_ranges(reading, covers, progress);
}

PersonValues take_persons(const std::vector<ReadAttribute>& readings, std::size_t first,
                          std::size_t persons) {
  PersonValues result{persons, {}};
  for (const ReadAttribute& of_attribute : readings) {
    const auto begin = of_attribute.tuples.begin() + static_cast<std::ptrdiff_t>(first);
    result.of_attribute.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(persons));
  }
  return result;
}

// Returns the table, with attributes in the order of the source's columns, and columns numbered in
// the order in which they come.
ReleasedTable table_of(const Release& release, ReadRelease&& read, const ReadScope& scope,
                       const Progress& progress) {
  check_counts(read);
  if (read.rows == 0) fail_empty(release);
  const auto number = [&](const ReadAttribute& one) {
    return source_column(*one.attribute, *read.source).number;
  };
  std::stable_sort(
      read.attributes.begin(), read.attributes.end(),
      [&](const ReadAttribute& a, const ReadAttribute& b) { return number(a) < number(b); });
  ReleasedTable result;
  result.source = take_persons(read.attributes, 0, read.members);
  if (scope.has_outsiders())
    result.outsiders = take_persons(read.attributes, read.members, read.outsiders);
  std::map<int, std::size_t> number_of_column;
  for (ReadAttribute& one : read.attributes) {
    one.tuples = {};
    result.names.push_back(one.attribute->name);
    result.has_null.push_back(one.labels().nullable());
    result.table.attributes.push_back(published_attribute(release, one, progress));
    result.table.attributes.back().column =
        number_of_column.try_emplace(one.attribute->column, number_of_column.size()).first->second;
  }
  result.table.columns = number_of_column.size();
  if (scope.buckets) {
    result.table.bucket_of = std::move(read.bucket_of);
    result.table.buckets = read.bucket_numbers.front().distinct();
    return result;
  }
  for (PublishedTable::Attribute& attribute : result.table.attributes)
    attribute.column = 0;
  result.table.columns = 1;
  result.table.bucket_of.resize(read.rows);
  std::iota(result.table.bucket_of.begin(), result.table.bucket_of.end(), 0U);
  result.table.buckets = static_cast<std::uint32_t>(read.rows);
  return result;
}

}  // namespace

PublishedTable::Attribute published_attribute(const Release& release, ReadAttribute& reading,
                                              const Progress& progress) {
  // Labels are read with the values that they cover, whether members or outsiders have these.
  RegionAttribute region = region_of(release, reading, true, progress);
  std::vector<std::vector<PublishedTable::NamedValue>> named =
      named_values(release, reading, region.covers, progress);
  return {.column = 0,
          .published = std::move(region.published),
          .covers = std::move(region.covers),
          .exact = !reading.attribute->generalized,
          .values = region.values,
          .numbers = reading.values().projection(),
          .named = std::move(named),
          .quasi_identifier = reading.attribute->role == Role::quasi_identifier};
}

ReleasedTable read_table_in_buckets(const Release& release, const ReadScope& scope,
                                    const Progress& progress) {
  progress.phase("read");
  return table_of(release, read_release(release, scope, progress), scope, progress);
}

ReleasedTable read_table_of_rows(const Release& release, const ReadScope& scope,
                                 const Progress& progress) {
  ReadScope rows = scope;
  rows.buckets = false;
  return read_table_in_buckets(release, rows, progress);
}

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

// Returns the values of the persons from `first` on, up to but without `last`.
std::vector<Code> of_some(const std::vector<Code>& values, std::size_t first, std::size_t last) {
  return {values.begin() + static_cast<std::ptrdiff_t>(first),
          values.begin() + static_cast<std::ptrdiff_t>(last)};
}

// Returns the set of each person of the table. A person of a bucket with fewer sets than persons
// might have no set.
std::vector<std::uint32_t> sets_of_rows(const SlicedView& persons, const PublishedSets& sets) {
  std::vector<std::uint32_t> result;
  std::vector<std::uint32_t> next(sets.first_set);
  for (const std::uint32_t bucket : persons.bucket_of) {
    const std::uint32_t set = next[bucket]++;
    result.push_back(set < sets.first_set[bucket + std::size_t{1}] ? set : nowhere);
  }
  return result;
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

// Release as the singling-out attack looks at it, put together from the tables of persons.
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

  // Adds each person's values of an attribute; calls values_of(persons, first, last), `last` not
  // included.
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
    const auto nothing = static_cast<Code>(attribute.covers.size());
    attribute.covers.emplace_back();
    attribute.asks.emplace_back();
    for (const std::uint32_t set : sets_of_rows(published_.view.persons, sets))
      attribute.published.push_back(set == nowhere ? nothing : found.number_of_set[set]);
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

namespace {

// Table whose rows are persons, put together from the tables of persons, in the order of the
// source's columns.
class SubjectsAttributeByAttribute {
 public:
  SubjectsAttributeByAttribute(PublishedSubjects&& published, const Progress& progress)
      : published_(std::move(published)), progress_(progress) {
    const SubjectView& view = published_.view;
    result_.table.bucket_of = view.persons.bucket_of;
    result_.table.buckets = view.buckets();
    add(published_.of_persons);
    add_sets(published_.of_rows, view.rows);
    add_sets(published_.of_values, view.values);
  }

  ReleasedTable make(const Source& source, bool outsiders) {
    const auto number = [&](const Shown& shown) {
      return source_column(*shown.attribute, source).number;
    };
    std::sort(shown_.begin(), shown_.end(),
              [&](const Shown& a, const Shown& b) { return number(a) < number(b); });
    for (const Shown& shown : shown_) {
      result_.names.push_back(shown.attribute->name);
      result_.table.attributes.push_back(std::move(*shown.published));
    }
    const std::size_t members = published_.members();
    result_.source = of_persons(0, members);
    if (outsiders) result_.outsiders = of_persons(members, published_.view.persons.tuples);
    return std::move(result_);
  }

 private:
  struct Shown {
    const ReleaseAttribute* attribute;
    PublishedTable::Attribute* published;
    const std::vector<Code>* tuples;
  };

  void add(PublishedSubjects::ShownAttributes& shown) {
    PublishedTable& table = result_.table;
    const std::size_t before = table.columns;
    for (std::size_t a = 0; a < shown.attributes.size(); ++a) {
      PublishedTable::Attribute& published = shown.published[a];
      published.column += before;
      table.columns = std::max(table.columns, published.column + 1);
      shown_.push_back({shown.attributes[a], &published, &shown.tuples[a]});
    }
  }

  void add_sets(PublishedSubjects::ShownAttributes& shown, const PublishedSets& sets) {
    if (shown.attributes.empty()) return;
    result_.table.sets.push_back({result_.table.columns, sets.sets(), sets.set_of,
                                  sets_of_rows(published_.view.persons, sets)});
    for (PublishedTable::Attribute& attribute : shown.published)
      attribute.column = 0;
    add(shown);
  }

  // Returns the values of the persons from `first` on, up to but without `last`. Their rows follow
  // each other, because outsiders come after the members.
  PersonValues of_persons(std::size_t first, std::size_t last) const {
    const std::vector<std::uint32_t>& person_of = published_.view.person_of_tuple;
    const auto rows_before = [&](std::size_t person) {
      return static_cast<std::size_t>(std::count_if(
          person_of.begin(), person_of.end(), [&](std::uint32_t one) { return one < person; }));
    };
    const std::size_t first_row = rows_before(first);
    const std::size_t last_row = rows_before(last);
    PersonValues result{last - first, {}};
    for (std::size_t a = 0; a < shown_.size(); ++a) {
      const PublishedTable& table = result_.table;
      const bool by_row = table.sets_in(table.attributes[a].column) != nullptr;
      result.of_attribute.push_back(by_row ? of_some(*shown_[a].tuples, first_row, last_row)
                                           : of_some(*shown_[a].tuples, first, last));
    }
    std::vector<std::uint32_t> persons = of_some(person_of, first_row, last_row);
    for (std::uint32_t& person : persons)
      person -= static_cast<std::uint32_t>(first);
    result.rows = group_numbers(persons, result.persons, progress_);
    return result;
  }

  PublishedSubjects published_;
  const Progress& progress_;
  ReleasedTable result_;
  std::vector<Shown> shown_;
};

}  // namespace

ReleasedTable read_table_of_subjects(const Release& release, const ReadScope& scope,
                                     const Progress& progress) {
  PublishedSubjects published = read_published_subjects(release, progress, scope, true);
  if (published.view.persons.bucket_of.empty()) fail_empty(release);
  return SubjectsAttributeByAttribute(std::move(published), progress)
      .make(open_source(*release.source), scope.has_outsiders());
}

ShownRelease read_shown_subjects(const Release& release, const ReadScope& beside,
                                 const Progress& progress) {
  PublishedSubjects published = read_published_subjects(release, progress, beside, true);
  if (published.view.persons.bucket_of.empty()) fail_empty(release);
  return SubjectsTogether(std::move(published), beside.outsiders.has_value(), progress).make();
}

}  // namespace microdata::postgres
