#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <numeric>
#include <set>
#include <vector>

#include "core/risk/set_placement.hpp"
#include "core/risk/subject_disclosure.hpp"
#include "core/risk/subject_places.hpp"
#include "core/utility/set_estimate.hpp"
#include "property/placed_groups.hpp"
#include "property/random_hospital.hpp"
#include "property/random_table.hpp"

// Compares measures of releases of people with several rows with computations that go through
// people, sets and linkings one by one.

namespace microdata {
namespace {

using test::Choices;

using test::Bucket;
using test::Hospital;
using test::Person;
using test::random_hospital;
using test::tamper;
using test::Values;
using test::view_of;
using test::Visit;

constexpr std::uint32_t domain = test::hospital_values;

std::size_t published_rows(const Hospital& hospital, const Bucket& bucket) {
  std::size_t most = 0;
  for (const Values& set : bucket.row_sets)
    most = std::max(most, set.size());
  return hospital.has_rows ? most : 0;
}

// Returns true if the days can be the person's, with `rows` published visits.
bool days_fit(const Values& set, const Person& person, std::size_t rows) {
  if (rows > person.visits.size()) return false;
  std::multiset<std::uint32_t> has;
  for (const Visit& visit : person.visits)
    has.insert(visit.day);
  for (const std::uint32_t day : set) {
    const auto found = has.find(day);
    if (found == has.end()) return false;
    has.erase(found);
  }
  return rows != person.visits.size() || has.empty();
}

// Returns true if some choice of `rows` visits of the person has these values.
bool values_fit(const std::vector<Values>& set, const Person& person, std::size_t rows) {
  const std::size_t visits = person.visits.size();
  for (std::uint32_t choice = 0; choice < 1U << visits; ++choice) {
    std::vector<Visit> chosen;
    for (std::size_t v = 0; v < visits; ++v)
      if ((choice >> v & 1U) != 0) chosen.push_back(person.visits[v]);
    if (chosen.size() != rows) continue;
    std::vector<Values> sorted = set;
    std::sort(sorted.begin(), sorted.end());
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    if (combinations_of(chosen) == sorted) return true;
  }
  return false;
}

bool may_be_in(const Person& person, const Bucket& bucket) {
  for (std::size_t c = 0; c < bucket.persons.size(); ++c) {
    const Values& column = bucket.persons[c];
    if (std::find(column.begin(), column.end(), person.tuple[c]) == column.end()) return false;
  }
  return true;
}

// Returns the largest number of sets that can belong to different people, by trying everything. At
// most room[v] of the people with the value v have one.
// NOLINTNEXTLINE(misc-no-recursion)
std::size_t most_assigned(const std::vector<std::vector<bool>>& fits, std::size_t set,
                          const std::vector<std::uint32_t>& value_of, Values& room,
                          std::vector<bool>& taken) {
  if (set == fits.size()) return 0;
  std::size_t most = most_assigned(fits, set + 1, value_of, room, taken);
  for (std::size_t p = 0; p < taken.size(); ++p) {
    if (taken[p] || !fits[set][p] || room[value_of[p]] == 0) continue;
    taken[p] = true;
    --room[value_of[p]];
    most = std::max(most, 1 + most_assigned(fits, set + 1, value_of, room, taken));
    taken[p] = false;
    ++room[value_of[p]];
  }
  return most;
}

// Returns the number of sets of the bucket that belong to nobody, by the column that shows most.
template <typename Sets, typename Fits>
std::size_t of_nobody(const std::vector<Person>& people, const Bucket& bucket, const Sets& sets,
                      const Fits& set_fits) {
  std::vector<std::vector<bool>> fits;
  for (const auto& set : sets) {
    fits.emplace_back();
    for (const Person& person : people)
      fits.back().push_back(set_fits(set, person));
  }
  std::size_t assigned = sets.size();
  for (std::size_t c = 0; c < bucket.persons.size(); ++c) {
    Values room(domain);
    for (const std::uint32_t value : bucket.persons[c])
      ++room[value];
    Values value_of;
    for (const Person& person : people)
      value_of.push_back(person.tuple[c]);
    std::vector<bool> taken(people.size());
    assigned = std::min(assigned, most_assigned(fits, 0, value_of, room, taken));
  }
  return sets.size() - assigned;
}

std::size_t days_of_nobody(const Hospital& hospital, const Bucket& bucket) {
  if (!hospital.has_rows) return 0;
  std::vector<Person> people;
  for (const Person& person : hospital.people)
    if (may_be_in(person, bucket)) people.push_back(person);
  return of_nobody(people, bucket, bucket.row_sets, [&](const Values& set, const Person& person) {
    return days_fit(set, person, published_rows(hospital, bucket));
  });
}

// Returns the number of value sets that belong to no person, among the people whose days can be in
// the bucket. If days are not published, the number of visits of each person is chosen to minimize
// the result.
std::size_t values_of_nobody(const Hospital& hospital, const Bucket& bucket) {
  const std::size_t rows = published_rows(hospital, bucket);
  std::vector<Person> people;
  for (const Person& person : hospital.people) {
    const auto fits = [&](const Values& set) { return days_fit(set, person, rows); };
    if (may_be_in(person, bucket) &&
        (!hospital.has_rows || std::any_of(bucket.row_sets.begin(), bucket.row_sets.end(), fits))) {
      people.push_back(person);
    }
  }
  std::size_t largest = 1;
  for (std::vector<Values> set : bucket.values) {
    std::sort(set.begin(), set.end());
    set.erase(std::unique(set.begin(), set.end()), set.end());
    largest = std::max(largest, set.size());
  }
  std::size_t fewest = bucket.values.size();
  for (std::size_t n = hospital.has_rows ? rows : largest; n <= (hospital.has_rows ? rows : 4);
       ++n) {
    fewest = std::min(fewest, of_nobody(people, bucket, bucket.values,
                                        [&](const std::vector<Values>& set, const Person& person) {
                                          return values_fit(set, person, n);
                                        }));
  }
  return fewest;
}

std::size_t combinations(const Hospital& hospital) {
  std::size_t count = 0;
  for (const Bucket& bucket : hospital.buckets)
    for (const std::vector<Values>& set : bucket.values)
      count += set.size();
  return count;
}

TEST(SubjectRiskProperty, SetsArePlacedAsByTryingEverything) {
  int nobody = 0;
  int too_small = 0;
  test::for_cases(1500, [&](Choices& choices, std::uint64_t) {
    Hospital hospital = random_hospital(choices);
    const std::size_t all = combinations(hospital);
    const bool tampered = choices.one_in(2);
    if (tampered) tamper(hospital, choices);
    const SetPlacement placement = place_sets(view_of(hospital), {});
    std::size_t rows = 0;
    std::size_t values = 0;
    for (const Bucket& bucket : hospital.buckets) {
      rows += days_of_nobody(hospital, bucket);
      values += values_of_nobody(hospital, bucket);
    }
    EXPECT_EQ(placement.rows_of_nobody, rows);
    EXPECT_EQ(placement.values_of_nobody, values);
    EXPECT_FALSE(placement.cursory);
    EXPECT_EQ(placement.bucket.has_value(), rows + values > 0);
    if (!tampered) {
      EXPECT_EQ(rows + values, 0U);
    }
    nobody += rows + values > 0 ? 1 : 0;
    too_small += values > 0 && combinations(hospital) < all ? 1 : 0;
  });
  EXPECT_GT(nobody, test::expected_of(100));
  EXPECT_GE(too_small, test::expected_of(51));
}

double naive_share(const Bucket& bucket, std::size_t j, std::uint32_t value) {
  std::size_t have = 0;
  for (const std::vector<Values>& set : bucket.values) {
    have +=
        std::any_of(set.begin(), set.end(), [&](const Values& v) { return v[j] == value; }) ? 1 : 0;
  }
  return static_cast<double>(have) / static_cast<double>(bucket.values.size());
}

// Returns the expected number of people like this one in the bucket, by the share of the sets of
// rows that can be the person's.
double naive_weight(const Hospital& hospital, const Bucket& bucket, const Person& person) {
  const auto persons = static_cast<double>(bucket.values.size());
  double weight = persons;
  for (std::size_t c = 0; c < hospital.columns; ++c) {
    const Values& column = bucket.persons[c];
    weight *=
        static_cast<double>(std::count(column.begin(), column.end(), person.tuple[c])) / persons;
  }
  if (!hospital.has_rows) return weight;
  const auto fitting = std::count_if(
      bucket.row_sets.begin(), bucket.row_sets.end(),
      [&](const Values& set) { return days_fit(set, person, published_rows(hospital, bucket)); });
  return weight * static_cast<double>(fitting) / persons;
}

std::size_t largest_value_set(const Bucket& bucket) {
  std::size_t largest = 0;
  for (const std::vector<Values>& set : bucket.values)
    largest = std::max(largest, set.size());
  return largest;
}

// Returns the weight of each bucket by all of the attacker's knowledge. Each person publishes the
// highest published number of visits that is at most the person's. Only possible buckets with this
// number count, or all possible buckets if there are none. Without visits, only the sizes of the
// sets of values limit the numbers.
std::vector<double> naive_weights(const Hospital& hospital, const Person& person) {
  std::size_t level = 0;
  for (const Bucket& bucket : hospital.buckets) {
    const std::size_t rows = published_rows(hospital, bucket);
    if (rows <= person.visits.size()) level = std::max(level, rows);
  }
  std::vector<double> all;
  std::vector<double> own;
  for (const Bucket& bucket : hospital.buckets) {
    all.push_back(naive_weight(hospital, bucket, person));
    const bool is_own = hospital.has_rows ? published_rows(hospital, bucket) == level
                                          : largest_value_set(bucket) <= person.visits.size();
    own.push_back(is_own ? all.back() : 0);
  }
  return std::accumulate(own.begin(), own.end(), 0.0) > 0 ? own : all;
}

double naive_probability(const Hospital& hospital, const std::vector<double>& weights) {
  const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
  double largest = 0;
  for (std::size_t j = 0; j < 2 && total > 0; ++j) {
    for (std::uint32_t value = 0; value < domain; ++value) {
      double probability = 0;
      for (std::size_t b = 0; b < weights.size(); ++b)
        probability += weights[b] / total * naive_share(hospital.buckets[b], j, value);
      largest = std::max(largest, probability);
    }
  }
  return largest;
}

// Returns the worst probability. If numbers of visits are neither shown nor equal, any of the
// buckets can be those of the person's number. An attacker who knows them learns more.
double naive_worst(const Hospital& hospital, const std::vector<double>& weights) {
  const std::size_t visits = hospital.people.front().visits.size();
  const bool alike = std::all_of(hospital.people.begin(), hospital.people.end(),
                                 [&](const Person& p) { return p.visits.size() == visits; });
  if (hospital.has_rows || alike) return naive_probability(hospital, weights);
  double worst = 0;
  for (std::uint32_t choice = 1; choice < 1U << weights.size(); ++choice) {
    std::vector<double> chosen = weights;
    for (std::size_t b = 0; b < chosen.size(); ++b)
      if ((choice >> b & 1U) == 0) chosen[b] = 0;
    worst = std::max(worst, naive_probability(hospital, chosen));
  }
  return worst;
}

TEST(SubjectRiskProperty, DisclosureIsThatOfGoingThroughPersonsAndSets) {
  int narrowed = 0;
  int worst_cases = 0;
  test::for_cases(1500, [&](Choices& choices, std::uint64_t) {
    Hospital hospital = random_hospital(choices);
    if (choices.one_in(4)) tamper(hospital, choices);
    const SubjectView view = view_of(hospital);
    const SubjectDisclosure measured = measure_subject_disclosure(view, {});
    std::size_t persons = 0;
    double most = 0;
    double sum = 0;
    for (const Person& person : hospital.people) {
      const std::vector<double> weights = naive_weights(hospital, person);
      if (std::accumulate(weights.begin(), weights.end(), 0.0) == 0) continue;
      const double largest = naive_worst(hospital, weights);
      for (std::size_t b = 0; b < weights.size(); ++b)
        narrowed += weights[b] < naive_weight(hospital, hospital.buckets[b], person) ? 1 : 0;
      worst_cases += largest > naive_probability(hospital, weights) + 1e-9 ? 1 : 0;
      ++persons;
      sum += largest;
      most = std::max(most, largest);
    }
    EXPECT_EQ(measured.persons, persons);
    EXPECT_NEAR(measured.max_probability, most, 1e-12);
    EXPECT_NEAR(measured.mean_probability * static_cast<double>(persons), sum, 1e-9);
    double in_bucket = 0;
    for (const Bucket& bucket : hospital.buckets) {
      for (std::uint32_t value = 0; value < domain; ++value)
        in_bucket = std::max(in_bucket, naive_share(bucket, 0, value));
    }
    EXPECT_NEAR(commonest_value(view, 0, {}).share(), in_bucket, 1e-12);
  });
  EXPECT_GT(narrowed, test::expected_of(500));
  EXPECT_GT(worst_cases, test::expected_of(100));
}

using test::Elements;

// Returns the sets of values that a bucket shows for a member, all equally likely. Values of the
// second attribute are numbered after those of the first.
std::map<Elements, std::uint32_t> naive_sets(const Bucket& bucket) {
  std::map<Elements, std::uint32_t> sets;
  for (const std::vector<Values>& set : bucket.values) {
    std::set<std::uint32_t> elements;
    for (const Values& values : set) {
      elements.insert(values[0]);
      elements.insert(domain + values[1]);
    }
    ++sets[{elements.begin(), elements.end()}];
  }
  return sets;
}

TEST(SubjectRiskProperty, PersonsArePlacedByAllThatIsKnownOfThem) {
  int in_several = 0;
  int left_out = 0;
  test::for_cases(1500, [&](Choices& choices, std::uint64_t) {
    Hospital hospital = random_hospital(choices);
    if (choices.one_in(4)) tamper(hospital, choices);
    std::vector<Row> persons(hospital.people.size());
    std::iota(persons.begin(), persons.end(), 0U);
    test::shuffle(persons, choices);
    const auto most_pairs =
        static_cast<std::size_t>(choices.one_in(2) ? choices.between(0, 20) : 1'000'000);
    const JointPlacement found = place_subjects(view_of(hospital), persons, most_pairs, {});
    EXPECT_EQ(found.first_element, (std::vector<std::uint32_t>{0, domain, 2 * domain}));
    ASSERT_EQ(found.tables.size(), 1U);
    const JointPlacement::Table& table = found.tables.front();
    const PlacedPersons& placed = table.placed;
    std::size_t pairs = 0;
    std::size_t asked = 0;
    // People are tried until there are enough pairs of a person and a set.
    for (; asked < persons.size() && pairs < most_pairs; ++asked) {
      const Person& person = hospital.people[persons[asked]];
      const std::vector<double> weights = naive_weights(hospital, person);
      const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
      std::vector<test::PlacedGroup<Elements>> expected;
      for (std::size_t b = 0; b < weights.size(); ++b) {
        if (weights[b] == 0) continue;
        expected.push_back({naive_sets(hospital.buckets[b]), weights[b] / total});
        pairs += expected.back().rows.size();
      }
      in_several += expected.size() > 1 ? 1 : 0;
      ASSERT_LT(asked, placed.persons.size());
      EXPECT_EQ(placed.persons[asked], persons[asked]);
      test::expect_groups(test::groups_of(table, asked), expected);
    }
    EXPECT_EQ(asked, placed.persons.size());
    EXPECT_EQ(placed.pairs, pairs);
    left_out += asked < persons.size() ? 1 : 0;
  });
  if (HasFailure()) return;
  EXPECT_GT(in_several, test::expected_of(250));
  EXPECT_GT(left_out, test::expected_of(100));
}

// Returns the sum over every person with every row and every combination of the bucket, by the
// view's weight.
double naive_count(const Hospital& hospital, const std::vector<double>& of_persons,
                   const std::vector<double>& of_rows, const std::vector<double>& of_values) {
  double sum = 0;
  for (const Bucket& bucket : hospital.buckets) {
    const auto persons = static_cast<double>(bucket.values.size());
    for (const std::uint32_t person : bucket.persons.front()) {
      for (const std::vector<Values>& set : bucket.values) {
        for (const Values& values : set) {
          const double satisfying = of_persons[person] * of_values[values[0]];
          if (!hospital.has_rows) {
            sum += satisfying / persons;
            continue;
          }
          for (const Values& rows : bucket.row_sets) {
            for (const std::uint32_t day : rows)
              sum +=
                  satisfying * of_rows[day] / (persons * persons * static_cast<double>(set.size()));
          }
        }
      }
    }
  }
  return sum;
}

TEST(SubjectRiskProperty, CountsAreSumsOfTheViewsWeights) {
  test::for_cases(500, [&](Choices& choices, std::uint64_t) {
    Hospital hospital = random_hospital(choices);
    const SubjectView view = view_of(hospital);
    const auto random_shares = [&](std::size_t labels) {
      std::vector<double> shares;
      const bool all = choices.one_in(3);
      for (std::size_t i = 0; i < labels; ++i)
        shares.push_back(all ? 1 : choices.real());
      return shares;
    };
    const std::vector<double> of_persons = random_shares(domain);
    const std::vector<double> of_rows = random_shares(test::hospital_days);
    const std::vector<double> of_values = random_shares(domain);
    SetShares shares;
    shares.buckets = view.buckets();
    shares.bucket_of_person = view.persons.bucket_of;
    shares.persons.push_back({{view.persons.columns.front().whole.published, of_persons}});
    std::vector<Code> bucket_of_row;
    for (const std::uint32_t set : view.rows.set_of)
      bucket_of_row.push_back(view.rows.bucket_of_set[set]);
    if (hospital.has_rows) {
      shares.bucket_of_row = bucket_of_row;
      shares.rows.push_back({view.rows.whole.published, of_rows});
    }
    shares.set_of = view.values.set_of;
    shares.bucket_of_set = view.values.bucket_of_set;
    shares.values.push_back({view.sensitive.front().published, of_values});
    EXPECT_NEAR(set_estimate(shares, {}), naive_count(hospital, of_persons, of_rows, of_values),
                1e-9);
  });
}

}  // namespace
}  // namespace microdata
