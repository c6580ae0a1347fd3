#include <algorithm>
#include <gtest/gtest.h>
#include <set>
#include <vector>

#include "core/privacy/infeasible.hpp"
#include "core/subject/subject_bucketization.hpp"

namespace microdata {
namespace {

Attribute attribute(Role role, Code distinct) {
  Attribute a;
  a.role = role;
  a.distinct = distinct;
  return a;
}

// Returns the attributes person, age, ward and diagnosis. Person 7 is first, with rows 0 and 3.
Microdata visits() {
  Microdata data;
  data.rows = 5;
  data.attributes = {attribute(Role::identifier, 9), attribute(Role::quasi_identifier, 4),
                     attribute(Role::quasi_identifier, 3), attribute(Role::sensitive, 4)};
  data.columns = {{7, 2, 8, 7, 2}, {3, 1, 0, 3, 1}, {0, 1, 2, 0, 2}, {0, 1, 2, 3, 1}};
  return data;
}

TEST(Subjects, AreInTheOrderOfTheirFirstRows) {
  const Subjects subjects = subjects_of(visits(), {0}, {});
  EXPECT_EQ(subjects.rows, (std::vector<Row>{0, 3, 1, 4, 2}));
  EXPECT_EQ(subjects.offsets, (std::vector<Row>{0, 2, 4, 5}));
}

TEST(Subjects, MayBeToldApartBySeveralAttributes) {
  const Subjects subjects = subjects_of(visits(), {0, 2}, {});
  EXPECT_EQ(subjects.rows, (std::vector<Row>{0, 3, 1, 2, 4}));
  EXPECT_EQ(subjects.offsets, (std::vector<Row>{0, 2, 3, 4, 5}));
}

TEST(Subjects, HaveAttributesThatAreTheirsAndTheirRows) {
  const Microdata data = visits();
  const Subjects subjects = subjects_of(data, {0}, {});
  EXPECT_EQ(persons_with_several_values(data, subjects, 1, {}), 0U);
  EXPECT_EQ(persons_with_several_values(data, subjects, 2, {}), 1U);
  EXPECT_EQ(persons_with_several_values(data, subjects, 3, {}), 1U);
  const Microdata persons = one_tuple_each(data, subjects, {1}, {});
  EXPECT_EQ(persons.rows, 3U);
  ASSERT_EQ(persons.columns.size(), 1U);
  EXPECT_EQ(persons.columns[0], (std::vector<Code>{3, 1, 0}));
  EXPECT_EQ(persons.attributes[0].distinct, 4U);
}

// A patient with twelve visits for dialysis (value 0) among others with one to three visits.
struct Hospital {
  Microdata data;
  Subjects subjects;
};

Hospital hospital(int others_with_many_rows) {
  Hospital h;
  h.data.attributes = {attribute(Role::quasi_identifier, 100), attribute(Role::sensitive, 40)};
  h.data.columns.resize(2);
  const auto add = [&](Code age, const std::vector<Code>& diagnoses) {
    for (const Code diagnosis : diagnoses) {
      h.subjects.rows.push_back(h.data.rows++);
      h.data.columns[0].push_back(age);
      h.data.columns[1].push_back(diagnosis);
    }
    h.subjects.offsets.push_back(h.data.rows);
  };
  add(50, std::vector<Code>(12, 0));
  for (int i = 0; i < others_with_many_rows; ++i)
    add(60, std::vector<Code>(12, static_cast<Code>(1 + i)));
  for (Code i = 0; i < 60; ++i)
    add(i, {10 + i % 20, 11 + (i + 7) % 20, 5 + i % 5});
  return h;
}

std::size_t bucket_of(const SubjectBucketization& release, Row person) {
  std::size_t b = 0;
  while (!std::count(release.buckets.bucket(b).begin(), release.buckets.bucket(b).end(), person))
    ++b;
  return b;
}

TEST(SubjectBucketization, ATwelvefoldVisitorIsOneOfFour) {
  for (const int others : {0, 3}) {
    const Hospital h = hospital(others);
    SubjectBucketizationOptions options;
    options.l = 4;
    Random random = Random::seeded(1);
    const SubjectBucketization release =
        bucketize_subjects(h.data, h.subjects, {0}, options, random, {});
    // All twelve visits can be published only with three similar patients.
    EXPECT_EQ(release.published_rows.bucket(0).size(), others == 3 ? 12U : 3U);
    EXPECT_EQ(release.published_values.bucket(0).size(), 1U);
    EXPECT_EQ(release.rows_left_out, others == 3 ? 0U : 9U);
    const auto bucket = release.buckets.bucket(bucket_of(release, 0));
    EXPECT_GE(bucket.size(), 4U);
    std::size_t with_her_diagnosis = 0;
    for (const Row person : bucket) {
      const auto rows = release.published_values.bucket(person);
      with_her_diagnosis += std::any_of(rows.begin(), rows.end(),
                                        [&](Row row) { return h.data.columns[1][row] == 0; });
    }
    EXPECT_LE(with_her_diagnosis * 4, bucket.size());
  }
}

TEST(SubjectBucketization, CountsPersonsWhereItIsRefused) {
  Hospital h = hospital(0);
  // Four of seven people have the same value in every row.
  h.data.attributes[1].distinct = 40;
  h.subjects.offsets.resize(8);
  h.subjects.rows.resize(h.subjects.offsets.back());
  h.data.rows = static_cast<Row>(h.subjects.rows.size());
  for (std::vector<Code>& column : h.data.columns)
    column.resize(h.data.rows);
  for (Row row = 0; row < h.subjects.offsets[4]; ++row)
    h.data.columns[1][row] = 3;
  SubjectBucketizationOptions options;
  Random random = Random::seeded(1);
  try {
    bucketize_subjects(h.data, h.subjects, {0}, options, random, {});
    ADD_FAILURE() << "not refused";
  } catch (const Infeasible& infeasible) {
    EXPECT_EQ(infeasible.reason, Infeasible::Reason::share);
    EXPECT_EQ(infeasible.attribute, 1U);
    EXPECT_EQ(infeasible.code, 3U);
    EXPECT_EQ(infeasible.count, 4U);
    EXPECT_EQ(infeasible.total, 7U);
    EXPECT_EQ(infeasible.to_suppress, 1U);
  }
  options.suppress = 0.2;
  const SubjectBucketization release =
      bucketize_subjects(h.data, h.subjects, {0}, options, random, {});
  EXPECT_EQ(release.suppressed_persons, 1U);

  options.privacy = {KAnonymity{7}};
  try {
    bucketize_subjects(h.data, h.subjects, {0}, options, random, {});
    ADD_FAILURE() << "not refused";
  } catch (const Infeasible& infeasible) {
    EXPECT_EQ(infeasible.reason, Infeasible::Reason::privacy);
    ASSERT_TRUE(infeasible.model);
    EXPECT_EQ(to_string(*infeasible.model), "k_anonymity(7)");
    EXPECT_EQ(infeasible.reached, 6);
  }
}

TEST(SubjectBucketization, PublishesNoMoreRowsThanAskedFor) {
  const Hospital h = hospital(3);
  SubjectBucketizationOptions options;
  options.l = 2;
  options.rows_per_person = 2;
  Random random = Random::seeded(1);
  const SubjectBucketization release =
      bucketize_subjects(h.data, h.subjects, {0}, options, random, {});
  for (Row person = 0; person < h.subjects.buckets(); ++person)
    EXPECT_EQ(release.published_rows.bucket(person).size(), 2U);
}

// Returns people with the given numbers of rows; each person has a unique value.
Hospital persons_with(const std::vector<Row>& rows) {
  Hospital h;
  h.data.columns.resize(2);
  for (std::size_t p = 0; p < rows.size(); ++p) {
    for (Row i = 0; i < rows[p]; ++i) {
      h.subjects.rows.push_back(h.data.rows++);
      h.data.columns[0].push_back(static_cast<Code>(p));
      h.data.columns[1].push_back(static_cast<Code>(p));
    }
    h.subjects.offsets.push_back(h.data.rows);
  }
  const auto persons = static_cast<Code>(rows.size());
  h.data.attributes = {attribute(Role::quasi_identifier, persons),
                       attribute(Role::sensitive, persons)};
  return h;
}

TEST(SubjectBucketization, PublishesAllRowsOfPersonsWithTheSameNumber) {
  const Hospital h = persons_with(std::vector<Row>(8, 1007));
  Random random = Random::seeded(1);
  EXPECT_EQ(bucketize_subjects(h.data, h.subjects, {0}, {}, random, {}).rows_left_out, 0U);
}

TEST(SubjectBucketization, LosesFewRowsWhereNumbersOfRowsAreMany) {
  std::vector<Row> rows;
  for (Row p = 0; p < 600; ++p)
    rows.push_back(1 + p);
  const Hospital h = persons_with(rows);
  Random random = Random::seeded(1);
  const SubjectBucketization release = bucketize_subjects(h.data, h.subjects, {0}, {}, random, {});
  EXPECT_LT(release.rows_left_out, h.data.rows / 16);
}

TEST(SubjectBucketization, IsCancelled) {
  struct Cancelled {};
  const Hospital h = hospital(3);
  int polls = 0;
  Random counted = Random::seeded(1);
  bucketize_subjects(h.data, h.subjects, {0}, {}, counted, Progress([&] { ++polls; }));
  for (int at = 1; at <= polls; at += std::max(1, polls / 50)) {
    Random random = Random::seeded(1);
    int left = at;
    EXPECT_THROW(bucketize_subjects(h.data, h.subjects, {0}, {}, random, Progress([&] {
                                      if (--left == 0) throw Cancelled{};
                                    })),
                 Cancelled);
  }
}

}  // namespace
}  // namespace microdata
