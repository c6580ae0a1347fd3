#include <algorithm>
#include <cstdint>
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <numeric>
#include <set>
#include <vector>

#include "core/risk/covered_values.hpp"
#include "core/risk/subject_membership.hpp"
#include "property/published_sets.hpp"
#include "property/random_table.hpp"

// Tests of the expected number of people like a person with several rows. The number is compared
// with all linkings of a release's buckets, and with all values of equivalence classes.

namespace microdata {
namespace {

using test::Choices;
using Numbers = std::vector<std::uint32_t>;

struct Patient {
  std::uint32_t age;
  Numbers days;
  Numbers diseases;  // by visit

  std::size_t visits() const { return days.size(); }
};

// The published data of at most three people, each with `visits` visits.
struct Ward {
  std::size_t visits;
  Numbers ages;
  std::vector<Numbers> days;
  std::vector<Numbers> diseases;  // each disease once
};

struct Clinic {
  std::vector<Patient> patients;
  std::vector<Ward> wards;
};

Patient random_patient(Choices& choices, int least_visits, int most_visits) {
  Patient patient{static_cast<std::uint32_t>(choices.between(0, 1)), {}, {}};
  for (int v = choices.between(least_visits, most_visits); v > 0; --v) {
    patient.days.push_back(static_cast<std::uint32_t>(choices.between(0, 2)));
    patient.diseases.push_back(static_cast<std::uint32_t>(choices.between(0, 2)));
  }
  return patient;
}

// Visits every choice of `visits` visits of a patient.
void each_choice(const Patient& patient, std::size_t visits,
                 const std::function<void(const Numbers& days, const Numbers& diseases)>& visit) {
  for (std::uint32_t choice = 0; choice < 1U << patient.visits(); ++choice) {
    Numbers days;
    std::set<std::uint32_t> diseases;
    for (std::size_t v = 0; v < patient.visits(); ++v) {
      if ((choice >> v & 1U) == 0) continue;
      days.push_back(patient.days[v]);
      diseases.insert(patient.diseases[v]);
    }
    if (days.size() != visits) continue;
    std::sort(days.begin(), days.end());
    visit(days, {diseases.begin(), diseases.end()});
  }
}

// Returns wards of patients with one or two visits, of whom one visit is published, and with three
// or four, of whom three are.
Clinic random_clinic(Choices& choices) {
  Clinic clinic;
  for (const auto& [level, most] : {std::pair(1, 2), std::pair(3, 4)}) {
    for (int wards = choices.between(1, 2); wards > 0; --wards) {
      Ward ward{static_cast<std::size_t>(level), {}, {}, {}};
      for (int n = choices.between(1, 3); n > 0; --n) {
        const Patient patient = random_patient(choices, level, most);
        clinic.patients.push_back(patient);
        ward.ages.push_back(patient.age);
        Numbers days;
        Numbers diseases;
        each_choice(patient, ward.visits, [&](const Numbers& d, const Numbers& s) {
          if (days.empty() || choices.one_in(2)) {
            days = d;
            diseases = s;
          }
        });
        ward.days.push_back(days);
        ward.diseases.push_back(diseases);
      }
      clinic.wards.push_back(ward);
    }
  }
  // These patients are in no ward.
  for (int n = 0; n < 4; ++n)
    clinic.patients.push_back(random_patient(choices, 1, 4));
  return clinic;
}

SubjectView view_of(const Clinic& clinic) {
  SubjectView view;
  view.has_rows = true;
  view.persons.buckets = static_cast<std::uint32_t>(clinic.wards.size());
  view.persons.tuples = clinic.patients.size();
  SlicedView::Column& ages = view.persons.columns.emplace_back();
  ages.whole.distinct = 2;
  view.rows.whole.distinct = 3;
  view.values.whole.distinct = 3;
  view.sensitive.push_back({3, {}, {}});
  for (std::size_t b = 0; b < clinic.wards.size(); ++b) {
    const Ward& ward = clinic.wards[b];
    for (std::size_t i = 0; i < ward.ages.size(); ++i) {
      view.persons.bucket_of.push_back(static_cast<std::uint32_t>(b));
      ages.whole.published.push_back(ward.ages[i]);
      test::add_set(view.rows, b, ward.days[i]);
      test::add_set(view.values, b, ward.diseases[i]);
      view.sensitive.front().published.insert(view.sensitive.front().published.end(),
                                              ward.diseases[i].begin(), ward.diseases[i].end());
    }
    view.rows.first_set.push_back(view.rows.sets());
    view.values.first_set.push_back(view.values.sets());
  }
  for (std::uint32_t p = 0; p < clinic.patients.size(); ++p) {
    const Patient& patient = clinic.patients[p];
    ages.whole.tuples.push_back(patient.age);
    for (std::size_t v = 0; v < patient.visits(); ++v) {
      view.person_of_tuple.push_back(p);
      view.rows.whole.tuples.push_back(patient.days[v]);
      view.values.whole.tuples.push_back(patient.diseases[v]);
      view.sensitive.front().tuples.push_back(patient.diseases[v]);
    }
  }
  ages.known = ages.whole;
  view.rows.known = view.rows.whole;
  view.values.known = view.values.whole;
  return view;
}

// Returns the mean number of the ward's people like the patient, over all linkings.
double expected_in(const Ward& ward, const Patient& patient, bool with_values) {
  std::set<Numbers> days_of;
  std::set<Numbers> diseases_of;
  each_choice(patient, ward.visits, [&](const Numbers& days, const Numbers& diseases) {
    days_of.insert(days);
    diseases_of.insert(diseases);
  });
  Numbers order(ward.ages.size());
  std::iota(order.begin(), order.end(), 0U);
  double alike = 0;
  double linkings = 0;
  Numbers rows = order;
  do {
    Numbers values = order;
    do {
      ++linkings;
      for (std::size_t i = 0; i < order.size(); ++i) {
        const bool is_like = ward.ages[i] == patient.age && days_of.count(ward.days[rows[i]]) > 0 &&
                             (!with_values || diseases_of.count(ward.diseases[values[i]]) > 0);
        alike += is_like ? 1 : 0;
      }
    } while (std::next_permutation(values.begin(), values.end()));
  } while (std::next_permutation(rows.begin(), rows.end()));
  return alike / linkings;
}

TEST(SubjectMembershipProperty, ExpectsThoseOfAllLinkings) {
  for (int run = 0; run < test::tried(150); ++run) {
    const std::uint64_t seed = test::first_seed() + static_cast<std::uint64_t>(run);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Choices choices(seed);
    const Clinic clinic = random_clinic(choices);
    const SubjectView view = view_of(clinic);
    std::vector<Row> everybody(clinic.patients.size());
    std::iota(everybody.begin(), everybody.end(), 0U);
    for (const bool with_values : {false, true}) {
      const auto over = with_values ? MatchingBuckets::Over::whole : MatchingBuckets::Over::known;
      const SidesMatched found = match_subjects(view, over, everybody, everybody, 1U << 20U, {});
      ASSERT_EQ(found.members.size(), everybody.size());
      for (const Row person : everybody) {
        const Patient& patient = clinic.patients[person];
        double expected = 0;
        std::uint32_t wards = 0;
        for (const Ward& ward : clinic.wards) {
          // A patient with three or more visits is published with three of them.
          if ((patient.visits() >= 3) != (ward.visits >= 3)) continue;
          const double here = expected_in(ward, patient, with_values);
          expected += here;
          wards += here > 0 ? 1 : 0;
        }
        EXPECT_NEAR(found.members[person].rows, expected, 1e-9);
        EXPECT_EQ(found.members[person].buckets, wards);
        EXPECT_EQ(found.outsiders[person].rows, found.members[person].rows);
      }
    }
  }
}

TEST(SubjectMembershipProperty, SequencesAreThoseThatCanBeWritten) {
  for (int run = 0; run < test::tried(100); ++run) {
    const std::uint64_t seed = test::first_seed() + static_cast<std::uint64_t>(run);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Choices choices(seed);
    std::vector<std::size_t> times;
    for (int n = choices.between(0, 3); n > 0; --n)
      times.push_back(static_cast<std::size_t>(choices.between(1, 3)));
    const auto length = static_cast<std::size_t>(choices.between(0, 4));
    std::vector<std::size_t> written(length);
    double count = 0;
    const std::function<void(std::size_t)> write = [&](std::size_t at) {
      if (at == length) {
        ++count;
        return;
      }
      for (std::size_t element = 0; element < times.size(); ++element) {
        const auto before =
            std::count(written.begin(), written.begin() + static_cast<std::ptrdiff_t>(at), element);
        if (static_cast<std::size_t>(before) == times[element]) continue;
        written[at] = element;
        write(at + 1);
      }
    };
    write(0);
    EXPECT_DOUBLE_EQ(sequences(times, length), count);
  }
}

// A class has two labels, which represent all values that they cover.
TEST(SubjectMembershipProperty, ClassesStandForAllThatTheirLabelsCover) {
  for (int run = 0; run < test::tried(150); ++run) {
    const std::uint64_t seed = test::first_seed() + static_cast<std::uint64_t>(run);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Choices choices(seed);
    Clinic clinic = random_clinic(choices);
    const auto width = [&] { return static_cast<std::uint32_t>(choices.between(1, 3)); };
    // Labels of each ward cover the ages and days below these numbers.
    Numbers ages;
    Numbers days;
    for (std::size_t b = 0; b < clinic.wards.size(); ++b) {
      ages.push_back(width());
      days.push_back(width());
    }
    SubjectView view = view_of(clinic);
    SubjectClasses classes;
    const auto region = [&](const Numbers& widths, std::vector<Code> tuples) {
      RegionAttribute attribute{{}, 0, std::move(tuples), 3, {}};
      for (const std::uint32_t values : widths)
        attribute.covers.push_back(CodeSet::range(0, values));
      attribute.labels = static_cast<Code>(widths.size());
      return attribute;
    };
    classes.persons.push_back(region(ages, view.persons.columns.front().whole.tuples));
    classes.persons.front().published.assign(view.persons.bucket_of.begin(),
                                             view.persons.bucket_of.end());
    classes.rows.push_back(region(days, view.rows.whole.tuples));
    for (const std::uint32_t set : view.rows.set_of)
      classes.rows.front().published.push_back(view.rows.bucket_of_set[set]);
    for (SlicedView::Values* values : {&view.persons.columns.front().whole, &view.rows.whole}) {
      std::fill(values->published.begin(), values->published.end(), 0U);
      std::fill(values->tuples.begin(), values->tuples.end(), 0U);
      values->distinct = 1;
    }
    view.persons.columns.front().known = view.persons.columns.front().whole;
    view.rows.known = view.rows.whole;
    const ClassPersons persons =
        find_class_persons(view, classes, ClassReach::own_stratum, 1U << 20U, {});
    std::vector<Row> everybody(clinic.patients.size());
    std::iota(everybody.begin(), everybody.end(), 0U);
    const SidesMatched found = match_subjects(view, classes, persons, MatchingBuckets::Over::known,
                                              everybody, {}, 1U << 20U, {});
    for (const Row person : everybody) {
      const Patient& patient = clinic.patients[person];
      double expected = 0;
      for (const std::uint32_t b : persons.of(person)) {
        const Ward& ward = clinic.wards[b];
        std::set<Numbers> days_of;
        each_choice(patient, ward.visits,
                    [&](const Numbers& chosen, const Numbers&) { days_of.insert(chosen); });
        // The loops go through all ages and all sequences of days that the labels cover.
        double alike = 0;
        double all = 0;
        for (std::uint32_t age = 0; age < ages[b]; ++age) {
          Numbers drawn(ward.visits, 0);
          for (;;) {
            Numbers sorted = drawn;
            std::sort(sorted.begin(), sorted.end());
            ++all;
            alike += age == patient.age && days_of.count(sorted) > 0 ? 1 : 0;
            std::size_t place = 0;
            while (place < drawn.size() && ++drawn[place] == days[b])
              drawn[place++] = 0;
            if (place == drawn.size()) break;
          }
        }
        expected += static_cast<double>(ward.ages.size()) * alike / all;
      }
      EXPECT_NEAR(found.members[person].rows, expected, 1e-9);
    }
  }
}

}  // namespace
}  // namespace microdata
