#include <algorithm>
#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <numeric>
#include <set>
#include <vector>

#include "core/risk/composition.hpp"
#include "property/random_table.hpp"
#include "property/sliced_view.hpp"

// Compares the composition of several releases of one tiny table with an attacker who enumerates
// the linkings of each release. Another test compares it with all possible assignments.

namespace microdata {
namespace {

using test::Choices;

constexpr Code distinct_diseases = 3;

// Returns two quasi-identifiers and a sensitive attribute.
Microdata random_people(Choices& choices, Row rows) {
  Microdata data;
  data.rows = rows;
  data.attributes.resize(3);
  data.columns.resize(3);
  const std::vector<Code> domains{3, 2, distinct_diseases};
  for (std::size_t a = 0; a < 3; ++a) {
    data.attributes[a].distinct = domains[a];
    for (Row row = 0; row < rows; ++row)
      data.columns[a].push_back(
          static_cast<Code>(choices.between(0, static_cast<int>(domains[a]) - 1)));
  }
  data.attributes[2].role = Role::sensitive;
  return data;
}

struct Published {
  AttributePartition columns;
  TuplePartition buckets;
};

Random random_of(Choices& choices) {
  return Random::seeded(static_cast<std::uint64_t>(choices.between(0, 1 << 30)));
}

// Returns random buckets of two or three rows, with the quasi-identifiers in one column or two.
Published random_release(Choices& choices, Row rows) {
  Published release;
  release.columns = choices.one_in(2) ? AttributePartition{{{0, 1}, {}}, {{2}, {}}}
                                      : AttributePartition{{{0}, {}}, {{1}, {}}, {{2}, {}}};
  std::vector<Row> order(rows);
  std::iota(order.begin(), order.end(), 0U);
  Random random = random_of(choices);
  random.shuffle(std::span(order));
  release.buckets.rows = order;
  release.buckets.offsets = {0};
  while (release.buckets.offsets.back() < rows) {
    const auto left = rows - static_cast<Row>(release.buckets.offsets.back());
    const Row size = left <= 3 ? left : static_cast<Row>(choices.between(1, 3));
    release.buckets.offsets.push_back(release.buckets.offsets.back() + size);
  }
  return release;
}

// Visits every order of the rows of each bucket.
void each_order(const TuplePartition& buckets, std::size_t bucket, std::vector<Row>& rows,
                const std::function<void()>& visit) {
  if (bucket == buckets.buckets()) {
    visit();
    return;
  }
  const auto begin = rows.begin() + static_cast<std::ptrdiff_t>(buckets.offsets[bucket]);
  const auto end = rows.begin() + static_cast<std::ptrdiff_t>(buckets.offsets[bucket + 1]);
  std::sort(begin, end);
  do {
    each_order(buckets, bucket + 1, rows, visit);
  } while (std::next_permutation(begin, end));
}

// Returns, by value, the number of rows like the person's with the value, over all linkings.
std::vector<double> rows_like(const Microdata& data, const Published& release, Row person) {
  std::vector<double> rows(distinct_diseases);
  // The first column is fixed, because only the order of the others relative to it matters.
  std::vector<std::vector<Row>> linking(release.columns.size(), release.buckets.rows);
  const std::function<void(std::size_t)> from = [&](std::size_t column) {
    if (column < linking.size()) {
      each_order(release.buckets, 0, linking[column], [&] { from(column + 1); });
      return;
    }
    for (std::size_t place = 0; place < release.buckets.rows.size(); ++place) {
      bool alike = true;
      for (std::size_t c = 0; c < linking.size(); ++c) {
        for (const std::size_t a : release.columns[c].attributes) {
          alike =
              alike && (a == 2 || data.columns[a][linking[c][place]] == data.columns[a][person]);
        }
      }
      if (alike) ++rows[data.columns[2][linking.back()[place]]];
    }
  };
  from(1);
  return rows;
}

ReleaseBeliefs beliefs_of(const Microdata& data, const Published& release,
                          std::size_t most = most_beliefs) {
  const std::vector<std::vector<Row>> linking(release.columns.size(), release.buckets.rows);
  const SlicedView view = test::make_view(data, release.columns, release.buckets, linking);
  std::vector<Row> persons(data.rows);
  std::iota(persons.begin(), persons.end(), 0U);
  const PlacedPersons placed = place_persons(view, view.sensitive.front(), persons, 1U << 30U, {});
  return believe(placed, most, {});
}

// Returns the beliefs about one person alone.
ReleaseBeliefs only(const ReleaseBeliefs& all, std::size_t person) {
  ReleaseBeliefs result;
  result.beliefs.assign(all.of(person).begin(), all.of(person).end());
  result.first.push_back(result.beliefs.size());
  result.rows = all.rows;
  return result;
}

CompositionFigures compose_of(const std::vector<ReleaseBeliefs>& releases, std::size_t person,
                              Code truth) {
  std::vector<ReleaseBeliefs> alone;
  for (const ReleaseBeliefs& release : releases)
    alone.push_back(only(release, person));
  std::vector<const ReleaseBeliefs*> pointers;
  for (const ReleaseBeliefs& release : alone)
    pointers.push_back(&release);
  return compose(pointers, std::span(&truth, 1), 1, {});
}

bool alike(const std::vector<double>& a, const std::vector<double>& b) {
  const double sum_a = std::accumulate(a.begin(), a.end(), 0.0);
  const double sum_b = std::accumulate(b.begin(), b.end(), 0.0);
  return std::equal(a.begin(), a.end(), b.begin(),
                    [&](double x, double y) { return std::abs(x / sum_a - y / sum_b) < 1e-5; });
}

TEST(CompositionProperty, ABoundOnBeliefsLeavesTheFirstPersons) {
  for (int run = 0; run < test::tried(100); ++run) {
    const std::uint64_t seed = test::first_seed() + static_cast<std::uint64_t>(run);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Choices choices(seed);
    const Microdata data = random_people(choices, static_cast<Row>(choices.between(3, 6)));
    const Published release = random_release(choices, data.rows);
    const ReleaseBeliefs all = beliefs_of(data, release);
    const auto most = static_cast<std::size_t>(choices.between(0, 8));
    const ReleaseBeliefs some = beliefs_of(data, release, most);
    EXPECT_LT(some.beliefs.size(), most + distinct_diseases);
    EXPECT_TRUE(some.persons() == all.persons() || some.beliefs.size() >= most);
    for (std::size_t person = 0; person < some.persons(); ++person) {
      EXPECT_TRUE(std::equal(some.of(person).begin(), some.of(person).end(), all.of(person).begin(),
                             all.of(person).end(), [](const auto& x, const auto& y) {
                               return x.value == y.value && x.probability == y.probability;
                             }));
    }
  }
}

// A row like the person's is drawn from all linkings of each release. The attacker keeps the draws
// in which all rows have the same value, weighted by the inverse of the value's chance frequency.
TEST(CompositionProperty, CandidatesAndGuessesAreThoseOfAllLinkings) {
  for (int run = 0; run < test::tried(150); ++run) {
    const std::uint64_t seed = test::first_seed() + static_cast<std::uint64_t>(run);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Choices choices(seed);
    const Microdata data = random_people(choices, static_cast<Row>(choices.between(3, 6)));
    std::vector<Published> releases;
    std::vector<ReleaseBeliefs> beliefs;
    for (int r = choices.between(1, 3); r > 0; --r) {
      releases.push_back(random_release(choices, data.rows));
      beliefs.push_back(beliefs_of(data, releases.back()));
    }
    std::vector<double> share(distinct_diseases);
    for (const Code code : data.columns[2])
      share[code] += 1.0 / data.rows;
    for (Row person = 0; person < data.rows; ++person) {
      std::vector<std::vector<double>> seen;
      for (const Published& release : releases) {
        std::vector<double> rows = rows_like(data, release, person);
        const bool known = std::any_of(seen.begin(), seen.end(),
                                       [&](const auto& other) { return alike(rows, other); });
        if (!known) seen.push_back(std::move(rows));
      }
      std::vector<double> weight(distinct_diseases, 1);
      for (Code s = 0; s < distinct_diseases; ++s) {
        for (std::size_t r = 0; r < seen.size(); ++r)
          weight[s] *= r == 0 ? seen[r][s] : seen[r][s] / std::max(share[s], 1e-9);
      }
      const auto left = std::count_if(weight.begin(), weight.end(), [](double w) { return w > 0; });
      // The true value of a person in the table is always a candidate.
      const Code truth = data.columns[2][person];
      ASSERT_GT(weight[truth], 0);
      Code best = 0;
      for (Code s = 1; s < distinct_diseases; ++s)
        best = weight[s] > weight[best] * (1 + 1e-4) ? s : best;
      const CompositionFigures figures = compose_of(beliefs, person, best);
      EXPECT_EQ(figures.persons, 1U);
      EXPECT_EQ(figures.candidates, static_cast<double>(left));
      EXPECT_EQ(figures.pinned, left == 1 ? 1U : 0U);
      EXPECT_EQ(figures.contradicted, 0U);
      EXPECT_EQ(figures.right, 1U);
    }
  }
}

// Each person's value in every assignment that both releases allow is a candidate, if the buckets
// of people are known. A person with one candidate therefore has this value.
TEST(CompositionProperty, WhoIsPinnedHasTheValueInEveryWorld) {
  std::size_t pinned = 0;
  for (int run = 0; run < test::tried(150); ++run) {
    const std::uint64_t seed = test::first_seed() + static_cast<std::uint64_t>(run);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Choices choices(seed);
    Microdata data = random_people(choices, static_cast<Row>(choices.between(3, 6)));
    // Every person is unique by the quasi-identifiers, and therefore matches one bucket of each
    // release.
    std::iota(data.columns[0].begin(), data.columns[0].end(), 0U);
    data.attributes[0].distinct = data.rows;
    std::vector<Published> releases;
    std::vector<ReleaseBeliefs> beliefs;
    for (int r = 0; r < 2; ++r) {
      releases.push_back(random_release(choices, data.rows));
      releases.back().columns = {{{0, 1}, {}}, {{2}, {}}};
      beliefs.push_back(beliefs_of(data, releases.back()));
    }
    const auto shown = [&](const Published& release, const std::vector<Code>& world) {
      std::vector<std::multiset<Code>> result(release.buckets.buckets());
      for (std::size_t b = 0; b < result.size(); ++b) {
        for (const Row row : release.buckets.bucket(b))
          result[b].insert(world[row]);
      }
      return result;
    };
    std::vector<std::set<Code>> possible(data.rows);
    std::vector<Code> world = data.columns[2];
    std::sort(world.begin(), world.end());
    do {
      if (!std::all_of(releases.begin(), releases.end(), [&](const Published& release) {
            return shown(release, world) == shown(release, data.columns[2]);
          })) {
        continue;
      }
      for (Row person = 0; person < data.rows; ++person)
        possible[person].insert(world[person]);
    } while (std::next_permutation(world.begin(), world.end()));
    for (Row person = 0; person < data.rows; ++person) {
      const CompositionFigures figures = compose_of(beliefs, person, data.columns[2][person]);
      EXPECT_GE(figures.candidates, static_cast<double>(possible[person].size()));
      if (figures.pinned == 0) continue;
      ++pinned;
      EXPECT_EQ(possible[person], std::set<Code>{data.columns[2][person]});
      EXPECT_EQ(figures.right, 1U);
    }
  }
  EXPECT_GT(pinned, 0U);
}

TEST(CompositionProperty, TheSameReleaseAgainAddsNothing) {
  for (int run = 0; run < test::tried(100); ++run) {
    Choices choices(test::first_seed() + static_cast<std::uint64_t>(run));
    const Microdata data = random_people(choices, 20);
    const ReleaseBeliefs beliefs = beliefs_of(data, random_release(choices, data.rows));
    const std::vector<const ReleaseBeliefs*> once{&beliefs};
    const std::vector<const ReleaseBeliefs*> twice{&beliefs, &beliefs};
    const CompositionFigures a = compose(once, data.columns[2], data.rows, {});
    const CompositionFigures b = compose(twice, data.columns[2], data.rows, {});
    EXPECT_EQ(a.candidates, b.candidates);
    EXPECT_EQ(a.pinned, b.pinned);
    EXPECT_EQ(a.right, b.right);
  }
}

// A value that changed between two releases contradicts the first release; the attacker believes
// the second.
TEST(CompositionProperty, WhereNothingIsLeftTheLaterReleaseIsBelieved) {
  ReleaseBeliefs first;
  first.beliefs = {{0, 0.5}, {1, 0.5}, {0, 1}};
  first.first = {0, 2, 3};
  first.rows = {2, 1, 0};
  ReleaseBeliefs second;
  second.beliefs = {{2, 1}};
  second.first = {0, 1, 1};
  second.rows = {0, 0, 1};
  const std::vector<const ReleaseBeliefs*> both{&first, &second};
  const std::vector<Code> truth{2, 0};
  const CompositionFigures figures = compose(both, truth, 2, {});
  EXPECT_EQ(figures.persons, 2U);
  EXPECT_EQ(figures.contradicted, 1U);
  EXPECT_EQ(figures.pinned, 1U);
  EXPECT_EQ(figures.right, 2U);
  EXPECT_EQ(figures.candidates, 0.5);
}

// By hand: of three values the second is harmless, and the most probable one. The attacker guesses
// among the others, and persons with the harmless value are left out.
TEST(CompositionProperty, HarmlessValuesAreNeitherGuessedNorADisclosure) {
  ReleaseBeliefs beliefs;
  for (const std::vector<ReleaseBeliefs::Belief>& of_person :
       std::vector<std::vector<ReleaseBeliefs::Belief>>{
           {{0, 0.3}, {1, 0.6}, {2, 0.1}}, {{1, 1}}, {{1, 1}}, {{2, 1}}}) {
    beliefs.beliefs.insert(beliefs.beliefs.end(), of_person.begin(), of_person.end());
    beliefs.first.push_back(beliefs.beliefs.size());
  }
  beliefs.rows = {1, 2, 1};
  const ReleaseBeliefs* const one = &beliefs;
  const std::vector<Code> truth{0, 1, 0, 2};
  const std::vector<std::uint8_t> harmless{0, 1, 0};
  const CompositionFigures figures = compose(std::span(&one, 1), truth, 4, {}, harmless);
  EXPECT_EQ(figures.persons, 3U);
  EXPECT_EQ(figures.right, 2U);
  EXPECT_EQ(figures.pinned, 1U);
  EXPECT_EQ(compose(std::span(&one, 1), truth, 4, {}).pinned, 3U);
}

}  // namespace
}  // namespace microdata
