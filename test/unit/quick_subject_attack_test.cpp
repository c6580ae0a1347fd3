#include "core/choice/quick_subject_attack.hpp"

#include <gtest/gtest.h>
#include <numeric>

#include "core/bucketization/bucketization.hpp"
#include "core/choice/subject_goal.hpp"
#include "core/subject/subjects.hpp"
#include "unit/guessable_persons.hpp"

// Tests that a sample of a release of people with several rows shows how much an attacker learns
// from the whole release.

namespace microdata {
namespace {

constexpr double sets_diversity = 3;
const QuickAttackOptions bounded_sets{1 / sets_diversity, 5000};

struct Visits {
  Microdata data;
  Subjects subjects;
  AttributeSet of_person;
};

// Returns `rows` of each person: the first has the person's value, which may follow from the
// quasi-identifiers, and the others have independent values. The last attribute belongs to rows.
Visits visits_of(Row persons, Row rows, bool follows) {
  const Microdata base = test::guessable_persons(persons, follows);
  Random random = Random::seeded(9);
  Visits visits;
  visits.data = base;
  visits.data.rows = persons * rows;
  for (std::size_t a = 0; a < base.attributes.size(); ++a) {
    const bool is_sensitive = base.attributes[a].role == Role::sensitive;
    if (!is_sensitive) visits.of_person.push_back(a);
    std::vector<Code>& codes = visits.data.columns[a];
    codes.clear();
    for (Row person = 0; person < persons; ++person) {
      for (Row row = 0; row < rows; ++row) {
        codes.push_back(is_sensitive && row > 0 ? random.below(base.attributes[a].distinct)
                                                : base.columns[a][person]);
      }
    }
  }
  Attribute day;
  day.distinct = 4;
  visits.data.attributes.push_back(day);
  std::vector<Code>& days = visits.data.columns.emplace_back();
  for (Row row = 0; row < visits.data.rows; ++row)
    days.push_back(random.below(4));
  visits.subjects.rows.resize(visits.data.rows);
  std::iota(visits.subjects.rows.begin(), visits.subjects.rows.end(), Row{0});
  for (Row person = 0; person < persons; ++person)
    visits.subjects.offsets.push_back((person + 1) * rows);
  return visits;
}

SubjectBucketization bucketized(const Visits& visits) {
  SubjectBucketizationOptions options;
  options.l = sets_diversity;
  options.suppress = 0.5;
  Random random = Random::seeded(1);
  return bucketize_subjects(visits.data, visits.subjects, visits.of_person, options, random, {});
}

QuickAttack attacked(const Visits& visits, const SubjectBucketization& release,
                     bool as_classes = false) {
  Random random = Random::seeded(3);
  const AttributeSet of_rows{visits.data.attributes.size() - 1};
  return attack_quickly(visits.data,
                        ShownSubjects{&release, {visits.of_person}, of_rows, as_classes},
                        bounded_sets, random, {});
}

// People with one row each are attacked like the rows of a bucketization.
TEST(QuickSubjectAttackTest, OfOneRowEachIsThatOfBuckets) {
  for (const bool follows : {true, false}) {
    Visits visits = visits_of(9'000, 1, follows);
    const SubjectBucketization release = bucketized(visits);
    const QuickAttack quick = attacked(visits, release);
    Bucketization rows;
    rows.buckets = release.buckets;
    rows.linking = {release.value_sets};
    Random random = Random::seeded(3);
    const QuickAttack of_rows = attack_quickly(visits.data, rows, bounded_sets, random, {});
    EXPECT_EQ(quick.attribute, of_rows.attribute);
    EXPECT_EQ(quick.persons, of_rows.persons);
    EXPECT_NEAR(quick.share(), of_rows.share(), 0.05);
    EXPECT_NEAR(quick.most_frequent, of_rows.most_frequent, 0.03);
    if (follows) {
      EXPECT_EQ(quick.telling, of_rows.telling);
    }
  }
}

TEST(QuickSubjectAttackTest, LearnsWhatFollows) {
  const Visits visits = visits_of(9'000, 3, true);
  const SubjectBucketization release = bucketized(visits);
  const QuickAttack quick = attacked(visits, release);
  const Visits at_random = visits_of(9'000, 3, false);
  const QuickAttack of_nothing = attacked(at_random, bucketized(at_random));
  EXPECT_LE(quick.persons, 5'000U);
  EXPECT_GT(quick.share(), of_nothing.share() + 0.1);
  EXPECT_GT(quick.share(), quick.most_frequent);
  // A guess by frequency is correct if the person has the value in any row.
  EXPECT_GT(of_nothing.most_frequent, 1. / 6 + 0.1);
  EXPECT_GE(of_nothing.share(), 1 / sets_diversity - 0.05);
  // Equivalence classes disclose no more than their buckets.
  EXPECT_LE(attacked(visits, release, true).share(), quick.share() + 0.05);
}

// Larger buckets of persons keep an attack below the goal, and another attack finds the same.
TEST(SubjectGoal, LargerBucketsKeepTheAttackBelowTheGoal) {
  const Visits visits = visits_of(1500, 2, true);
  SubjectBucketizationOptions options;
  options.l = 2;
  const ShownSubjects shown{nullptr, {visits.of_person}, {3}};
  const auto published = [&](double share) {
    InferenceGoal goal;
    goal.share = share;
    goal.attack.iterations = 3;
    Random random = Random::seeded(1);
    return bucketize_subjects_for_goal(visits.data, visits.subjects, visits.of_person, options,
                                       shown, goal, random, {});
  };
  const auto free = published(1);
  ASSERT_TRUE(free.met);
  EXPECT_EQ(free.bucket_size, 1U);
  const double share = free.reached.interval.low * 0.9;
  const auto found = published(share);
  ASSERT_TRUE(found.met);
  EXPECT_GT(found.bucket_size, 2U);
  EXPECT_LE(found.reached.interval.high, share);
  EXPECT_EQ(found.reached.guessed.persons, visits.subjects.buckets());
  for (std::size_t b = 0; b < found.release.buckets.buckets(); ++b)
    EXPECT_GE(found.release.buckets.bucket(b).size(), found.bucket_size);
  ShownSubjects again = shown;
  again.release = &found.release;
  InferenceOptions attack;
  attack.iterations = 3;
  Random random = Random::seeded(99);
  const InferenceReached reached =
      attack_subjects(visits.data, visits.subjects, again, attack, {}, random, {});
  EXPECT_NEAR(static_cast<double>(reached.guessed.right),
              static_cast<double>(found.reached.guessed.right), 0.03 * 1500);
}

}  // namespace
}  // namespace microdata
