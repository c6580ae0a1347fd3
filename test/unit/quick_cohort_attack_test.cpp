#include "core/choice/quick_cohort_attack.hpp"

#include <gtest/gtest.h>
#include <numeric>

#include "core/choice/quick_subject_attack.hpp"
#include "unit/guessable_persons.hpp"

// Tests that an edition of growing rows is attacked like the buckets of people that it shows.

namespace microdata {
namespace {

constexpr double cohort_bound = 1. / 3;
constexpr Row cohort_persons = 6;

// People in cohorts, whose rows are all of their values so far. One more member of each cohort has
// left, with a set of a value that no other person has.
struct CohortsProblem {
  Microdata data;
  std::vector<Cohort> cohorts;
  TuplePartition persons;
  std::vector<std::uint32_t> set_of;
  Attribute values;

  ShownCohorts shown() const { return {cohorts, &persons, set_of, 2, &values}; }
};

// Returns people with two values each. One value may follow from the quasi-identifiers. The other
// is independent and belongs to a former edition, so that the rows do not have it.
CohortsProblem cohorts_of(Row persons, bool follows) {
  CohortsProblem problem;
  problem.data = test::guessable_persons(persons, follows);
  problem.values = problem.data.attributes[2];
  const Code gone = problem.values.distinct++;
  Random random = Random::seeded(11);
  for (Row first = 0; first < persons; first += cohort_persons) {
    Cohort& cohort = problem.cohorts.emplace_back();
    cohort.sets.push_back({gone});
    for (Row person = first; person < first + cohort_persons; ++person) {
      const Code now = problem.data.columns[2][person];
      const Code before = random.below(6);
      ItemSet set{std::min(now, before), std::max(now, before)};
      if (now == before) set.pop_back();
      problem.persons.rows.push_back(person);
      problem.set_of.push_back(static_cast<std::uint32_t>(cohort.sets.size()));
      cohort.sets.push_back(std::move(set));
    }
    problem.persons.offsets.push_back(static_cast<Row>(problem.persons.rows.size()));
  }
  return problem;
}

QuickAttack attacked_cohorts(const CohortsProblem& problem) {
  Random random = Random::seeded(3);
  return attack_quickly(problem.data, problem.shown(), {cohort_bound, 5000}, random, {});
}

// Attacks the same people with a row for each value.
QuickAttack attacked_as_subjects(const CohortsProblem& problem) {
  Microdata data;
  data.attributes = problem.data.attributes;
  data.attributes[2] = problem.values;
  data.columns.resize(3);
  SubjectBucketization release;
  for (std::size_t c = 0; c < problem.cohorts.size(); ++c) {
    for (const Row person : problem.persons.bucket(c)) {
      for (const Item item : problem.cohorts[c].sets[problem.set_of[person]]) {
        release.published_rows.rows.push_back(data.rows++);
        data.columns[0].push_back(problem.data.columns[0][person]);
        data.columns[1].push_back(problem.data.columns[1][person]);
        data.columns[2].push_back(item);
      }
      release.published_rows.offsets.push_back(data.rows);
    }
  }
  release.buckets = problem.persons;
  release.linking = {problem.persons.rows};
  release.row_sets = problem.persons.rows;
  release.value_sets = problem.persons.rows;
  Random random = Random::seeded(3);
  return attack_quickly(data, ShownSubjects{&release, {{0, 1}}, {}}, {cohort_bound, 5000}, random,
                        {});
}

TEST(QuickCohortAttackTest, IsThatOfTheBucketsShown) {
  for (const Row persons : {3'000U, 60'000U}) {
    for (const bool follows : {true, false}) {
      const CohortsProblem problem = cohorts_of(persons, follows);
      const QuickAttack found = attacked_cohorts(problem);
      const QuickAttack expected = attacked_as_subjects(problem);
      SCOPED_TRACE(testing::Message() << persons << (follows ? " that follow" : ""));
      EXPECT_EQ(found.attribute, 2U);
      EXPECT_EQ(found.persons, expected.persons);
      EXPECT_NEAR(found.share(), expected.share(), 0.04);
      EXPECT_NEAR(found.most_frequent, expected.most_frequent, 0.03);
      if (follows) {
        EXPECT_GT(found.share(), attacked_cohorts(cohorts_of(persons, false)).share() + 0.1);
      }
    }
  }
}

// A cohort of all people is only sampled.
TEST(QuickCohortAttackTest, LooksAtFewPersonsOfALargeCohort) {
  CohortsProblem problem = cohorts_of(60'000, true);
  Cohort one;
  for (std::size_t place = 0; place < problem.persons.rows.size(); ++place) {
    one.sets.push_back(problem.cohorts[place / cohort_persons].sets[problem.set_of[place]]);
    problem.set_of[place] = static_cast<std::uint32_t>(place);
  }
  problem.cohorts = {one};
  problem.persons.offsets = {0, static_cast<Row>(problem.persons.rows.size())};
  const QuickAttack found = attacked_cohorts(problem);
  EXPECT_EQ(found.persons, 5'000U);
  EXPECT_NEAR(found.share(), found.most_frequent, 0.1);
}

}  // namespace
}  // namespace microdata
