#include "property/random_hospital.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <set>

#include "property/published_sets.hpp"

namespace microdata::test {

std::vector<Values> combinations_of(const std::vector<Visit>& visits) {
  std::set<Values> seen;
  for (const Visit& visit : visits)
    seen.insert(visit.values);
  return {seen.begin(), seen.end()};
}

namespace {

constexpr std::uint32_t domain = hospital_values;
constexpr std::uint32_t days = hospital_days;

std::size_t fewest_visits(const std::vector<Person>& people) {
  std::size_t fewest = people.front().visits.size();
  for (const Person& person : people)
    fewest = std::min(fewest, person.visits.size());
  return fewest;
}

// Returns a correct bucket of these people, with equally many visits of each.
Bucket bucket_of(const std::vector<Person>& people, std::size_t visits, std::size_t columns,
                 Choices& choices) {
  Bucket bucket;
  for (std::size_t c = 0; c < columns; ++c) {
    bucket.persons.emplace_back();
    for (const Person& person : people)
      bucket.persons.back().push_back(person.tuple[c]);
    test::shuffle(bucket.persons.back(), choices);
  }
  for (Person person : people) {
    test::shuffle(person.visits, choices);
    person.visits.resize(visits);
    bucket.row_sets.emplace_back();
    for (const Visit& visit : person.visits)
      bucket.row_sets.back().push_back(visit.day);
    std::sort(bucket.row_sets.back().begin(), bucket.row_sets.back().end());
    bucket.values.push_back(combinations_of(person.visits));
  }
  test::shuffle(bucket.row_sets, choices);
  test::shuffle(bucket.values, choices);
  return bucket;
}

// Adds buckets of neighbouring people, with `level` visits each, or with the smallest number of
// visits in the bucket if `level` is 0.
void add_buckets(Hospital& hospital, std::vector<Person> people, std::size_t level,
                 Choices& choices) {
  while (!people.empty()) {
    const auto size =
        std::min<std::size_t>(people.size(), static_cast<std::size_t>(choices.between(1, 5)));
    const std::vector<Person> together(people.end() - static_cast<std::ptrdiff_t>(size),
                                       people.end());
    hospital.buckets.push_back(bucket_of(together, level > 0 ? level : fewest_visits(together),
                                         hospital.columns, choices));
    people.resize(people.size() - size);
  }
}

// Adds buckets like a release's: each level has all remaining people with at least that many
// visits.
void add_strata(Hospital& hospital, const std::vector<Person>& people, Choices& choices) {
  std::set<std::size_t, std::greater<>> levels{fewest_visits(people)};
  for (std::size_t level = *levels.begin() + 1; level <= 4; ++level)
    if (!choices.one_in(3)) levels.insert(level);
  std::vector<Person> left = people;
  for (const std::size_t level : levels) {
    const auto rest = std::partition(left.begin(), left.end(), [&](const Person& person) {
      return person.visits.size() >= level;
    });
    add_buckets(hospital, {left.begin(), rest}, level, choices);
    left.erase(left.begin(), rest);
  }
}

// Returns the number of a combination of values.
std::uint32_t number_of(const Values& values) {
  return values[0] * domain + values[1];
}

}  // namespace

Hospital random_hospital(Choices& choices) {
  Hospital hospital;
  hospital.columns = static_cast<std::size_t>(choices.between(1, 2));
  hospital.has_rows = !choices.one_in(4);
  std::vector<Person> left;
  for (int n = choices.between(2, 9); n > 0; --n) {
    Person person;
    for (std::size_t c = 0; c < hospital.columns; ++c)
      person.tuple.push_back(static_cast<std::uint32_t>(choices.between(0, domain - 1)));
    for (int v = choices.between(1, 4); v > 0; --v) {
      Visit visit{static_cast<std::uint32_t>(choices.between(0, days - 1)), {}};
      for (int j = 0; j < 2; ++j)
        visit.values.push_back(static_cast<std::uint32_t>(choices.between(0, domain - 1)));
      person.visits.push_back(visit);
    }
    left.push_back(person);
  }
  hospital.people = left;
  // A person might be suppressed.
  if (choices.one_in(4)) left.pop_back();
  if (choices.one_in(4)) {
    add_buckets(hospital, left, 0, choices);
  } else {
    add_strata(hospital, left, choices);
  }
  return hospital;
}

void tamper(Hospital& hospital, Choices& choices) {
  auto& bucket = hospital.buckets[static_cast<std::size_t>(
      choices.between(0, static_cast<int>(hospital.buckets.size()) - 1))];
  const auto value = static_cast<std::uint32_t>(choices.between(0, domain - 1));
  switch (choices.between(0, 4)) {
    case 4: {
      // Two people of different buckets exchange their attributes.
      auto& other = hospital.buckets[static_cast<std::size_t>(
          choices.between(0, static_cast<int>(hospital.buckets.size()) - 1))];
      for (std::size_t c = 0; c < hospital.columns; ++c)
        std::swap(bucket.persons[c].front(), other.persons[c].back());
      break;
    }
    case 0:
      bucket.values.front().front()[0] = value;
      break;
    case 3:
      for (std::vector<Values>& set : bucket.values) {
        if (set.size() > 1) {
          set.pop_back();
          break;
        }
      }
      break;
    case 1:
      bucket.row_sets.front().front() = value;
      std::sort(bucket.row_sets.front().begin(), bucket.row_sets.front().end());
      break;
    default:
      bucket.persons.front().front() = value;
  }
}

SubjectView view_of(const Hospital& hospital) {
  SubjectView view;
  view.has_rows = hospital.has_rows;
  view.persons.buckets = static_cast<std::uint32_t>(hospital.buckets.size());
  view.persons.tuples = hospital.people.size();
  view.persons.columns.resize(hospital.columns);
  view.sensitive.resize(2, {domain, {}, {}});
  view.rows.whole.distinct = days;
  view.values.whole.distinct = domain * domain;
  for (std::size_t b = 0; b < hospital.buckets.size(); ++b) {
    const Bucket& bucket = hospital.buckets[b];
    view.persons.bucket_of.insert(view.persons.bucket_of.end(), bucket.persons.front().size(),
                                  static_cast<std::uint32_t>(b));
    for (std::size_t c = 0; c < hospital.columns; ++c) {
      Values& published = view.persons.columns[c].whole.published;
      published.insert(published.end(), bucket.persons[c].begin(), bucket.persons[c].end());
    }
    if (hospital.has_rows) {
      for (const Values& set : bucket.row_sets)
        add_set(view.rows, b, set);
    }
    for (const std::vector<Values>& set : bucket.values) {
      Values elements;
      for (const Values& values : set) {
        elements.push_back(number_of(values));
        for (std::size_t j = 0; j < 2; ++j)
          view.sensitive[j].published.push_back(values[j]);
      }
      add_set(view.values, b, elements);
    }
    view.rows.first_set.push_back(view.rows.sets());
    view.values.first_set.push_back(view.values.sets());
  }
  for (std::size_t p = 0; p < hospital.people.size(); ++p) {
    const Person& person = hospital.people[p];
    for (std::size_t c = 0; c < hospital.columns; ++c)
      view.persons.columns[c].whole.tuples.push_back(person.tuple[c]);
    for (const Visit& visit : person.visits) {
      view.person_of_tuple.push_back(static_cast<std::uint32_t>(p));
      view.rows.whole.tuples.push_back(visit.day);
      view.values.whole.tuples.push_back(number_of(visit.values));
      for (std::size_t j = 0; j < 2; ++j)
        view.sensitive[j].tuples.push_back(visit.values[j]);
    }
  }
  for (SlicedView::Column& column : view.persons.columns) {
    column.whole.distinct = domain;
    column.known = column.whole;
  }
  view.rows.known = view.rows.whole;
  view.values.known = view.values.whole;
  return view;
}

}  // namespace microdata::test
