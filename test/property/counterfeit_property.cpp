#include <algorithm>
#include <cstddef>
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <numeric>
#include <tuple>
#include <vector>

#include "core/risk/composition.hpp"
#include "core/risk/disclosure.hpp"
#include "core/risk/inference_attack.hpp"
#include "core/risk/placed_persons.hpp"
#include "core/utility/bucket_estimate.hpp"
#include "core/utility/group_estimate.hpp"
#include "property/random_table.hpp"

// Compares estimates on buckets with counterfeits with all possible assignments. Of n distinct
// values, p people have p; every choice is equally likely. Groups of insensitive attributes are
// linked among the people in any way.

namespace microdata {
namespace {

using test::Choices;

struct Bucket {
  // Values of the people, by column without sensitive attributes.
  std::vector<std::vector<Code>> known;
  std::vector<Code> values;

  std::size_t persons() const { return known.front().size(); }
};

using Edition = std::vector<Bucket>;
constexpr Code values_of_known = 3;
constexpr Code sensitive_values = 5;

Edition random_edition(Choices& choices) {
  Edition edition(static_cast<std::size_t>(choices.between(1, 3)));
  const int columns = choices.between(1, 2);
  for (Bucket& bucket : edition) {
    const int persons = choices.between(1, 3);
    for (int c = 0; c < columns; ++c) {
      std::vector<Code>& column = bucket.known.emplace_back();
      for (int i = 0; i < persons; ++i)
        column.push_back(static_cast<Code>(choices.between(0, values_of_known - 1)));
    }
    bucket.values.resize(sensitive_values);
    std::iota(bucket.values.begin(), bucket.values.end(), Code{0});
    for (std::size_t i = bucket.values.size(); i > 1; --i)
      std::swap(
          bucket.values[i - 1],
          bucket.values[static_cast<std::size_t>(choices.between(0, static_cast<int>(i) - 1))]);
    bucket.values.resize(static_cast<std::size_t>(choices.between(persons, 4)));
  }
  return edition;
}

// Values of a person: those of the columns, then the sensitive one.
using Person = std::vector<Code>;

// Calls body(persons) for every possible assignment in the bucket.
void each_world(const Bucket& bucket, const std::function<void(const std::vector<Person>&)>& body) {
  std::vector<std::vector<std::size_t>> order(bucket.known.size());
  std::vector<std::size_t> of_values(bucket.values.size());
  std::iota(of_values.begin(), of_values.end(), 0U);
  const auto show = [&] {
    std::vector<Person> persons(bucket.persons());
    for (std::size_t i = 0; i < persons.size(); ++i) {
      for (std::size_t c = 0; c < bucket.known.size(); ++c)
        persons[i].push_back(bucket.known[c][order[c][i]]);
      persons[i].push_back(bucket.values[of_values[i]]);
    }
    body(persons);
  };
  const std::function<void(std::size_t)> permute = [&](std::size_t c) {
    if (c == order.size()) {
      do {
        show();
      } while (std::next_permutation(of_values.begin(), of_values.end()));
      return;
    }
    order[c].resize(bucket.persons());
    std::iota(order[c].begin(), order[c].end(), 0U);
    // The first column identifies the people.
    do {
      permute(c + 1);
    } while (c > 0 && std::next_permutation(order[c].begin(), order[c].end()));
  };
  permute(0);
}

// Returns the mean of a sum over people, over all possible assignments.
double expected(const Edition& edition, const std::function<double(const Person&)>& of_person) {
  double sum = 0;
  for (const Bucket& bucket : edition) {
    double worlds = 0;
    double of_bucket = 0;
    each_world(bucket, [&](const std::vector<Person>& persons) {
      ++worlds;
      for (const Person& person : persons)
        of_bucket += of_person(person);
    });
    sum += of_bucket / worlds;
  }
  return sum;
}

// An edition as readers see it: people's rows first, then rows of counterfeits, which show only a
// value.
struct ReadEdition {
  std::vector<Code> bucket_of;
  std::size_t counterfeits = 0;
  std::vector<std::vector<Code>> known;
  std::vector<Code> values;
};

ReadEdition read(const Edition& edition) {
  ReadEdition result;
  result.known.resize(edition.front().known.size());
  for (Code b = 0; b < edition.size(); ++b) {
    for (std::size_t i = 0; i < edition[b].persons(); ++i) {
      result.bucket_of.push_back(b);
      result.values.push_back(edition[b].values[i]);
      for (std::size_t c = 0; c < result.known.size(); ++c)
        result.known[c].push_back(edition[b].known[c][i]);
    }
  }
  for (Code b = 0; b < edition.size(); ++b) {
    for (std::size_t i = edition[b].persons(); i < edition[b].values.size(); ++i) {
      result.bucket_of.push_back(b);
      result.values.push_back(edition[b].values[i]);
      ++result.counterfeits;
    }
  }
  return result;
}

TEST(CounterfeitProperty, CountsAreThoseExpectedOfPersons) {
  for (std::uint64_t seed = test::first_seed(),
                     end = seed + static_cast<std::uint64_t>(test::tried(500));
       seed < end; ++seed) {
    Choices choices(seed);
    const Edition edition = random_edition(choices);
    const ReadEdition shown = read(edition);
    // The query is about some of the columns.
    std::vector<std::vector<double>> share(shown.known.size() + 1);
    std::vector<ColumnShares> columns;
    for (std::size_t c = 0; c < share.size(); ++c) {
      const bool sensitive = c + 1 == share.size();
      const bool asked = choices.one_in(2);
      for (Code value = 0; value < (sensitive ? sensitive_values : values_of_known); ++value)
        share[c].push_back(asked ? choices.real() : 1);
      if (asked) columns.push_back({{sensitive ? shown.values : shown.known[c], share[c]}});
    }
    const double count = expected(edition, [&](const Person& person) {
      double product = 1;
      for (std::size_t c = 0; c < person.size(); ++c)
        product *= share[c][person[c]];
      return product;
    });
    const auto buckets = static_cast<Code>(edition.size());
    EXPECT_NEAR(bucket_estimate(shown.bucket_of, buckets, columns, shown.counterfeits, {}), count,
                1e-9)
        << "seed " << seed;
  }
}

TEST(CounterfeitProperty, GroupsAndSumsAreThoseExpectedOfPersons) {
  for (std::uint64_t seed = test::first_seed(),
                     end = seed + static_cast<std::uint64_t>(test::tried(300));
       seed < end; ++seed) {
    Choices choices(seed);
    const Edition edition = random_edition(choices);
    const ReadEdition shown = read(edition);
    EstimateQuestion question;
    question.bucket_of = shown.bucket_of;
    question.buckets = static_cast<Code>(edition.size());
    question.counterfeits = shown.counterfeits;
    question.measures = 1;
    for (const std::vector<Code>& codes : shown.known) {
      AskedColumn& column = question.columns.emplace_back();
      column.level_of = codes;
      column.levels = column.groups = values_of_known;
      column.group = {0, 1, 2};
      column.measure.resize(1);
    }
    AskedColumn& column = question.columns.emplace_back();
    column.level_of = shown.values;
    column.levels = sensitive_values;
    column.group.assign(sensitive_values, 0);
    column.measure = {std::vector<double>{0, 1, 2, 3, 4}};
    for (const GroupFigures& group : estimate_groups(question, LinkingMethod::mixed, {})) {
      const auto is_in = [&](const Person& person) {
        return std::equal(person.begin(), person.end() - 1, group.group.begin());
      };
      EXPECT_NEAR(group.count.estimate,
                  expected(edition, [&](const Person& p) { return is_in(p) ? 1.0 : 0.0; }), 1e-9)
          << "seed " << seed;
      EXPECT_NEAR(group.sum.front()->estimate,
                  expected(edition, [&](const Person& p) { return is_in(p) ? p.back() : 0.0; }),
                  1e-9)
          << "seed " << seed;
    }
  }
}

// Returns the view of the release with all possible tuples of known values.
SlicedView view_of(const ReadEdition& shown) {
  SlicedView view;
  view.bucket_of.assign(shown.bucket_of.begin(), shown.bucket_of.end());
  view.buckets = *std::max_element(shown.bucket_of.begin(), shown.bucket_of.end()) + 1;
  const std::size_t rows = shown.bucket_of.size();
  view.tuples =
      shown.known.size() == 1 ? values_of_known : std::size_t{values_of_known} * values_of_known;
  for (std::size_t c = 0; c < shown.known.size(); ++c) {
    SlicedView::Column& column = view.columns.emplace_back();
    column.known.published.assign(shown.known[c].begin(), shown.known[c].end());
    column.known.published.resize(rows, nowhere);
    column.known.distinct = values_of_known;
    for (std::uint32_t tuple = 0; tuple < view.tuples; ++tuple)
      column.known.tuples.push_back(c == 0 ? tuple % values_of_known : tuple / values_of_known);
    column.whole = column.known;
  }
  SlicedView::Column& column = view.columns.emplace_back();
  column.known = {std::vector<std::uint32_t>(rows, 0), std::vector<std::uint32_t>(view.tuples, 0),
                  1};
  column.whole = column.known;
  view.sensitive.push_back(
      {view.columns.size() - 1, sensitive_values, shown.values, std::vector<Code>(view.tuples, 0)});
  return view;
}

TEST(CounterfeitProperty, BeliefsAreTheSharesOfThePersonsExpected) {
  for (std::uint64_t seed = test::first_seed(),
                     end = seed + static_cast<std::uint64_t>(test::tried(300));
       seed < end; ++seed) {
    Choices choices(seed);
    const Edition edition = random_edition(choices);
    const SlicedView view = view_of(read(edition));
    std::vector<Row> tuples(view.tuples);
    std::iota(tuples.begin(), tuples.end(), 0U);
    const PlacedPersons placed = place_persons(view, view.sensitive.front(), tuples, 100000, {});
    const ReleaseBeliefs beliefs = believe(placed, most_beliefs, {});
    double largest = 0;
    double in_a_bucket = 0;
    for (const Row tuple : tuples) {
      const auto looks_alike = [&](const Person& person) {
        bool same = true;
        for (std::size_t c = 0; c + 1 < person.size(); ++c)
          same = same && person[c] == view.columns[c].known.tuples[tuple];
        return same;
      };
      for (const Bucket& bucket : edition) {
        const auto count = [&](const auto& has_value) {
          return expected({bucket}, [&](const Person& p) {
            return looks_alike(p) && has_value(p.back()) ? 1.0 : 0.0;
          });
        };
        const double here = count([](Code) { return true; });
        for (const Code value : bucket.values) {
          if (here > 0)
            in_a_bucket = std::max(in_a_bucket, count([&](Code v) { return v == value; }) / here);
        }
      }
      const double alike =
          expected(edition, [&](const Person& p) { return looks_alike(p) ? 1.0 : 0.0; });
      double sum = 0;
      for (const ReleaseBeliefs::Belief& belief : beliefs.of(tuple)) {
        const double with_value = expected(edition, [&](const Person& p) {
          return looks_alike(p) && p.back() == belief.value ? 1.0 : 0.0;
        });
        EXPECT_NEAR(belief.probability, with_value / alike, 1e-6) << "seed " << seed;
        sum += belief.probability;
        largest = std::max(largest, belief.probability);
      }
      EXPECT_NEAR(sum, alike > 0 ? 1 : 0, 1e-6) << "seed " << seed;
    }
    EXPECT_NEAR(measure_disclosure(view, {}).attributes.front().by_count.probability, largest, 1e-6)
        << "seed " << seed;
    EXPECT_NEAR(measure_bucket_disclosure(view, {}).attributes.front().by_count.probability,
                in_a_bucket, 1e-12)
        << "seed " << seed;
  }
}

// An attacker who learns nothing from other buckets considers all values of the person's bucket
// equally likely.
TEST(CounterfeitProperty, NobodyHasMoreThanOneOfItsValues) {
  for (std::uint64_t seed = test::first_seed(),
                     end = seed + static_cast<std::uint64_t>(test::tried(100));
       seed < end; ++seed) {
    Choices choices(seed);
    Edition edition = random_edition(choices);
    // Each person is unique by the insensitive attributes.
    Code next = 0;
    for (Bucket& bucket : edition) {
      bucket.known.resize(1);
      for (Code& known : bucket.known.front())
        known = next++;
    }
    const ReadEdition shown = read(edition);
    SlicedView view = view_of(shown);
    view.tuples = next;
    view.columns.front().known.distinct = next;
    view.columns.front().known.tuples.resize(next);
    std::iota(view.columns.front().known.tuples.begin(), view.columns.front().known.tuples.end(),
              0U);
    view.columns.back().known.tuples.assign(next, 0);
    std::vector<Row> persons(next);
    std::iota(persons.begin(), persons.end(), 0U);
    const PlacedPersons placed = place_persons(view, view.sensitive.front(), persons, 100000, {});
    EXPECT_EQ(placed.rows_of_persons(), next);
    const std::vector<KnownAttribute> known{{{persons.begin(), persons.end()}, next, false}};
    InferenceOptions options;
    options.iterations = 0;
    const std::vector<Guess> guesses =
        guess_values(placed, KnownFeatures(known, next, next, {}), options, {});
    for (const Row person : persons) {
      const double values = static_cast<double>(edition[shown.bucket_of[person]].values.size());
      EXPECT_NEAR(guesses[person].probability, 1 / values, 1e-5) << "seed " << seed;
    }
  }
}

}  // namespace
}  // namespace microdata
