#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <numeric>
#include <optional>
#include <set>

#include "core/partition/mondrian_space.hpp"
#include "core/series/balancing.hpp"
#include "core/series/invariance_check.hpp"
#include "core/series/near_signatures.hpp"
#include "core/series/new_buckets.hpp"
#include "property/published_series.hpp"
#include "property/random_table.hpp"

// Tests of editions of random series.

namespace microdata {
namespace {

using test::Choices;
using test::for_cases;

using Counts = std::vector<std::uint32_t>;

// Counts by signature and value.
using PoolCounts = std::map<Signature, std::map<Code, std::uint32_t>>;

std::uint64_t sum(const Counts& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

std::uint32_t largest(const Counts& counts) {
  return counts.empty() ? 0 : *std::max_element(counts.begin(), counts.end());
}

bool eligible(const Counts& counts, std::uint32_t m) {
  return largest(counts) * m <= sum(counts);
}

// Returns true if the share of the most frequent value among `left` is at most 1/m, or at most the
// share among `arrivals`.
bool may_be_left(const Counts& left, const Counts& arrivals, std::uint32_t m) {
  return eligible(left, m) || largest(left) * sum(arrivals) <= largest(arrivals) * sum(left);
}

struct BestBalance {
  std::optional<std::uint64_t> fewest_eligible;
  std::uint64_t fewest = 0;
};

// Returns the best balance by brute force over all possible rests.
BestBalance best_balance(const Counts& arrivals, const std::vector<std::uint64_t>& lacking,
                         std::uint32_t m) {
  BestBalance best{std::nullopt, sum(arrivals)};
  Counts left(arrivals.size());
  const std::function<void(std::size_t)> choose = [&](std::size_t v) {
    if (v == arrivals.size()) {
      const std::uint64_t all = sum(left);
      if (!may_be_left(left, arrivals, m)) return;
      best.fewest = std::min(best.fewest, all);
      if (eligible(left, m))
        best.fewest_eligible = std::min(best.fewest_eligible.value_or(all), all);
      return;
    }
    for (std::uint32_t filling = 0; filling <= arrivals[v] && filling <= lacking[v]; ++filling) {
      left[v] = arrivals[v] - filling;
      choose(v + 1);
    }
  };
  choose(0);
  return best;
}

TEST(SeriesBalance, LeavesTheFewestThatItMay) {
  int waited = 0;
  int more_than_it_could = 0;
  for_cases(1500, [&](Choices& choices, std::uint64_t) {
    const auto m = static_cast<std::uint32_t>(choices.between(2, 4));
    const auto values = static_cast<std::size_t>(choices.between(1, 5));
    Counts arrivals(values);
    std::vector<std::uint64_t> lacking(values);
    const int most = choices.between(1, 5);
    for (std::size_t v = 0; v < values; ++v) {
      arrivals[v] = static_cast<std::uint32_t>(choices.between(0, most));
      lacking[v] = static_cast<std::uint64_t>(choices.between(0, 4));
    }
    const Balance found = balance(arrivals, lacking, m);
    for (std::size_t v = 0; v < values; ++v) {
      EXPECT_EQ(found.filling[v] + found.left[v], arrivals[v]);
      EXPECT_LE(found.filling[v], lacking[v]);
    }
    EXPECT_TRUE(may_be_left(found.left, arrivals, m));
    EXPECT_EQ(found.left_wait, !eligible(found.left, m));
    const BestBalance best = best_balance(arrivals, lacking, m);
    EXPECT_EQ(sum(found.left), best.fewest_eligible.value_or(best.fewest));
    EXPECT_EQ(found.left_wait, !best.fewest_eligible);
    waited += found.left_wait ? 1 : 0;
    more_than_it_could += !found.left_wait && sum(found.left) > best.fewest ? 1 : 0;
  });
  EXPECT_GE(waited, test::expected_of(51));
  EXPECT_GE(more_than_it_could, test::expected_of(6));
}

Counts eligible_counts(Choices& choices, std::uint32_t m) {
  Counts counts(static_cast<std::size_t>(choices.between(static_cast<int>(m), 14)));
  const int most = choices.between(1, 60);
  for (std::uint32_t& count : counts)
    count = static_cast<std::uint32_t>(choices.between(0, most));
  while (!eligible(counts, m))
    --*std::max_element(counts.begin(), counts.end());
  return counts;
}

Signature random_signature(Choices& choices, std::uint32_t m, std::size_t values) {
  Signature signature(values);
  std::iota(signature.begin(), signature.end(), Code{0});
  test::shuffle(signature, choices);
  signature.resize(std::min<std::size_t>(values, m + (choices.one_in(3) ? 1 : 0)));
  std::sort(signature.begin(), signature.end());
  return signature;
}

TEST(SeriesSignatures, HaveEveryValueAsOftenAsArrivals) {
  for_cases(1000, [](Choices& choices, std::uint64_t) {
    const auto m = static_cast<std::uint32_t>(choices.between(2, 5));
    const Counts counts = eligible_counts(choices, m);
    std::vector<Signature> known;
    for (int more = choices.between(0, 12); more > 0; --more)
      known.push_back(random_signature(choices, m, counts.size()));
    Counts drawn(counts.size());
    std::uint64_t buckets = 0;
    std::set<Signature> anew;
    for (const SignatureUse& use : draw_signatures(counts, known, m, NewSignatures::any, {})) {
      EXPECT_GE(use.signature.size(), m);
      EXPECT_EQ(std::set<Code>(use.signature.begin(), use.signature.end()).size(),
                use.signature.size());
      EXPECT_TRUE(std::is_sorted(use.signature.begin(), use.signature.end()));
      EXPECT_GT(use.buckets, 0U);
      buckets += use.buckets;
      for (const Code v : use.signature)
        drawn[v] += use.buckets;
      if (std::find(known.begin(), known.end(), use.signature) == known.end())
        anew.insert(use.signature);
    }
    EXPECT_EQ(drawn, counts);
    EXPECT_EQ(buckets, sum(counts) / m);
    EXPECT_LE(anew.size(), counts.size() + 2 * m);
  });
}

// If new signatures are restricted, drawn signatures are of an allowed kind, and the remaining
// arrivals can still be drawn from.
TEST(SeriesSignatures, LeaveThoseWhoCanStillBeDrawn) {
  int left_over = 0;
  for_cases(1000, [&](Choices& choices, std::uint64_t) {
    const auto m = static_cast<std::uint32_t>(choices.between(2, 5));
    const Counts counts = eligible_counts(choices, m);
    std::vector<Signature> known;
    for (int more = choices.between(0, 12); more > 0; --more)
      known.push_back(random_signature(choices, m, counts.size()));
    for (const NewSignatures anew : {NewSignatures::none, NewSignatures::of_m_values}) {
      Counts left = counts;
      for (const SignatureUse& use : draw_signatures(counts, known, m, anew, {})) {
        const bool is_known = std::find(known.begin(), known.end(), use.signature) != known.end();
        EXPECT_TRUE(is_known || (anew == NewSignatures::of_m_values && use.signature.size() == m));
        for (const Code v : use.signature) {
          ASSERT_GE(left[v], use.buckets);
          left[v] -= use.buckets;
        }
      }
      EXPECT_TRUE(eligible(left, m));
      left_over += sum(left) > 0 ? 1 : 0;
    }
  });
  EXPECT_GE(left_over, test::expected_of(100));
}

Microdata random_people(Choices& choices, Row persons) {
  Microdata people;
  people.rows = persons;
  for (int more = choices.between(0, 3); more > 0; --more) {
    Attribute attribute;
    attribute.distinct = static_cast<Code>(choices.between(1, 30));
    std::vector<Code> column(persons);
    for (Code& code : column)
      code = static_cast<Code>(choices.between(0, static_cast<int>(attribute.distinct) - 1));
    people.attributes.push_back(attribute);
    people.columns.push_back(std::move(column));
  }
  return people;
}

// Every arrival gets a signature of at least m distinct values that includes the arrival's value.
// All people of a signature have its values equally often. They fill buckets without counterfeits,
// as many as m allows.
TEST(SeriesSignatures, SuitAllNearArrivals) {
  std::size_t several_regions = 0;
  for_cases(300, [&](Choices& choices, std::uint64_t seed) {
    const auto m = static_cast<std::uint32_t>(choices.between(2, 5));
    Counts counts = eligible_counts(choices, m);
    const auto persons = static_cast<Row>(sum(counts));
    const Microdata people = random_people(choices, persons);
    std::vector<Code> values;
    for (Code v = 0; v < counts.size(); ++v)
      values.insert(values.end(), counts[v], v);
    test::shuffle(values, choices);
    std::vector<Row> arrivals(persons);
    std::iota(arrivals.begin(), arrivals.end(), Row{0});
    AttributeSet near_by(people.attributes.size());
    std::iota(near_by.begin(), near_by.end(), std::size_t{0});
    std::vector<Signature> known;
    for (int more = choices.between(0, 12); more > 0; --more)
      known.push_back(random_signature(choices, m, counts.size()));
    NearSignatureOptions options{m};
    if (choices.one_in(2)) options.region = static_cast<std::size_t>(choices.between(1, 60));
    Random random = Random::seeded(seed);
    const ChosenSignatures chosen = choose_near_signatures(people, make_axes(people, near_by, {}),
                                                           values, static_cast<Code>(counts.size()),
                                                           arrivals, known, options, random, {});
    ASSERT_EQ(chosen.rows.size(), chosen.signature_of.size());
    EXPECT_TRUE(std::is_permutation(chosen.rows.begin(), chosen.rows.end(), arrivals.begin(),
                                    arrivals.end()));
    PoolCounts pools;
    for (std::size_t i = 0; i < chosen.rows.size(); ++i)
      ++pools[chosen.signatures.at(chosen.signature_of[i])][values[chosen.rows[i]]];
    std::uint64_t buckets = 0;
    for (const auto& [signature, with] : pools) {
      EXPECT_GE(signature.size(), m);
      EXPECT_EQ(std::set<Code>(signature.begin(), signature.end()).size(), signature.size());
      EXPECT_TRUE(std::is_sorted(signature.begin(), signature.end()));
      EXPECT_EQ(with.size(), signature.size());
      for (const auto& [value, count] : with) {
        EXPECT_TRUE(std::binary_search(signature.begin(), signature.end(), value));
        EXPECT_EQ(count, with.begin()->second);
      }
      buckets += with.begin()->second;
    }
    EXPECT_EQ(buckets, persons / m);
    several_regions += persons > 16 * m ? 1 : 0;
  });
  EXPECT_GE(several_regions, test::expected_of(100));
}

// State of the publisher before an edition.
struct Before {
  std::vector<Signature> signatures;
  std::vector<std::uint32_t> remembered;
};

// Expects that every person is once published, waiting or withheld, as value and signature require.
void expect_everybody_once(const test::SeriesEdition& edition, const Before& before) {
  const Edition& made = edition.edition;
  std::vector<int> found(edition.present.size());
  for (std::size_t b = 0; b < made.buckets.buckets(); ++b) {
    for (const Row row : made.buckets.bucket(b)) {
      ++found[row];
      const std::uint32_t remembered = before.remembered[edition.person(row)];
      if (remembered != no_signature) {
        EXPECT_EQ(made.signature_of[b], remembered);
      }
    }
  }
  for (const Row row : made.waiting) {
    ++found[row];
    EXPECT_EQ(before.remembered[edition.person(row)], no_signature);
  }
  for (const Row row : made.withheld) {
    ++found[row];
    const std::uint32_t remembered = before.remembered[edition.person(row)];
    ASSERT_NE(remembered, no_signature);
    const Signature& signature = before.signatures[remembered];
    EXPECT_EQ(std::count(signature.begin(), signature.end(), edition.values[row]), 0);
  }
  EXPECT_EQ(std::count(found.begin(), found.end(), 1), std::ssize(found));
}

InvariantEdition as_published(const test::SeriesEdition& edition, Row persons) {
  const Edition& made = edition.edition;
  InvariantEdition result;
  result.bucket_of.assign(persons, not_published);
  result.values.assign(persons, 0);
  for (std::uint32_t b = 0; b < made.buckets.buckets(); ++b) {
    const std::span<const Row> rows = made.buckets.bucket(b);
    result.buckets.push_back(
        {made.signatures[made.signature_of[b]], static_cast<std::uint32_t>(rows.size())});
    for (const Row row : rows) {
      result.bucket_of[edition.person(row)] = b;
      result.values[edition.person(row)] = edition.values[row];
    }
  }
  return result;
}

// Expects that a signature has no more buckets than the people of one value need, and therefore no
// more counterfeits.
void expect_fewest_buckets(const test::SeriesEdition& edition) {
  const Edition& made = edition.edition;
  PoolCounts persons;
  std::map<Signature, std::uint32_t> buckets;
  std::size_t counterfeits = 0;
  for (std::size_t b = 0; b < made.buckets.buckets(); ++b) {
    const Signature& signature = made.signatures[made.signature_of[b]];
    ++buckets[signature];
    counterfeits += made.counterfeits(b);
    for (const Row row : made.buckets.bucket(b))
      ++persons[signature][edition.values[row]];
  }
  EXPECT_EQ(counterfeits, made.counterfeits());
  for (const auto& [signature, count] : buckets) {
    std::uint32_t most = 0;
    for (const auto& [value, with] : persons[signature])
      most = std::max(most, with);
    EXPECT_EQ(count, most);
  }
}

// Expects that waiting people disclose only what is allowed, and that no person waits without need.
void expect_waiting(const test::SeriesEdition& edition, const Before& before, Code distinct,
                    std::uint32_t m) {
  Counts waiting(distinct);
  Counts arrivals(distinct);
  for (const Row row : edition.edition.waiting)
    ++waiting[edition.values[row]];
  for (Row row = 0; row < edition.present.size(); ++row) {
    if (before.remembered[edition.person(row)] == no_signature) ++arrivals[edition.values[row]];
  }
  EXPECT_TRUE(may_be_left(waiting, arrivals, m));
  if (!edition.edition.waiting.empty()) {
    EXPECT_FALSE(eligible(waiting, m));
  }
  if (eligible(arrivals, m)) {
    EXPECT_TRUE(edition.edition.waiting.empty());
  }
}

TEST(Series, KeepsItsRules) {
  std::size_t published = 0;
  std::size_t counterfeits = 0;
  std::size_t waiting = 0;
  std::size_t withheld = 0;
  for_cases(200, [&](Choices& choices, std::uint64_t seed) {
    const auto m = static_cast<std::uint32_t>(choices.between(2, 5));
    const Code distinct = m + static_cast<Code>(choices.between(0, 8));
    const auto persons = static_cast<Row>(choices.between(1, 120));
    std::vector<Code> values(persons);
    const bool skew = choices.one_in(3);
    const auto draw = [&] {
      const int drawn = choices.between(0, static_cast<int>(distinct) - 1);
      return static_cast<Code>(skew ? drawn * choices.between(0, 1) : drawn);
    };
    std::generate(values.begin(), values.end(), draw);
    EditionOptions options{m};
    if (choices.one_in(2)) options.region = static_cast<std::size_t>(choices.between(1, 60));
    test::PublishedSeries series(random_people(choices, persons), distinct, options);
    Random random = Random::seeded(seed);
    std::vector<InvariantEdition> editions;
    const int leave = choices.between(2, 20);
    const int change = choices.between(3, 40);
    for (int e = choices.between(1, 6); e > 0; --e) {
      std::vector<Row> present;
      for (Row person = 0; person < persons; ++person) {
        if (!choices.one_in(leave)) present.push_back(person);
        if (choices.one_in(change)) values[person] = draw();
      }
      const Before before{series.signatures(), series.remembered()};
      const test::SeriesEdition edition = series.publish(present, values, random);
      ASSERT_GE(edition.edition.signatures.size(), before.signatures.size());
      EXPECT_TRUE(std::equal(before.signatures.begin(), before.signatures.end(),
                             edition.edition.signatures.begin()));
      EXPECT_EQ(std::set<Signature>(series.signatures().begin(), series.signatures().end()).size(),
                series.signatures().size());
      expect_everybody_once(edition, before);
      expect_fewest_buckets(edition);
      expect_waiting(edition, before, distinct, m);
      editions.push_back(as_published(edition, persons));
      published += edition.edition.buckets.rows.size();
      counterfeits += edition.edition.counterfeits();
      waiting += edition.edition.waiting.size();
      withheld += edition.edition.withheld.size();
    }
    EXPECT_TRUE(check_invariance(editions, m, {}).empty());
  });
  EXPECT_GT(published, test::expected_of(5000));
  EXPECT_GT(counterfeits, test::expected_of(100));
  EXPECT_GT(waiting, test::expected_of(100));
  EXPECT_GT(withheld, test::expected_of(100));
}

// If not all arrivals with one value find a place, people who have waited do.
TEST(Series, LetsThoseWhoWaitedComeFirst) {
  for_cases(50, [](Choices& choices, std::uint64_t seed) {
    const std::vector<Signature> known{{0, 1}};
    // The signature lacks two people of value 1; three people have it, the last two have waited.
    const std::vector<Code> values{0, 0, 1, 1, 1};
    const std::vector<std::uint32_t> remembered{0, 0, no_signature, no_signature, no_signature};
    std::vector<std::uint8_t> waited{0, 0, 0, 1, 1};
    const auto late = static_cast<std::size_t>(choices.between(2, 4));
    std::fill(waited.begin() + 2, waited.end(), 1);
    waited[late] = 0;
    Microdata people;
    people.rows = 5;
    Random random = Random::seeded(seed);
    const Edition edition =
        make_edition({people, {}, values, 2, remembered, waited}, known, {2}, random, {});
    EXPECT_EQ(edition.waiting, std::vector<Row>{static_cast<Row>(late)});
    EXPECT_EQ(edition.counterfeits(), 0U);
  });
}

}  // namespace
}  // namespace microdata
