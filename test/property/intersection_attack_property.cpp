#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <numeric>
#include <optional>

#include "core/base/random.hpp"
#include "core/bucketization/anatomy.hpp"
#include "core/bucketization/bucketization.hpp"
#include "core/gnf/decomposition.hpp"
#include "core/gnf/right_hand_sides.hpp"
#include "core/gnf/unreached_share.hpp"
#include "core/microdata/attribute_set.hpp"
#include "property/gnf_choices.hpp"

// Tests of an attacker who combines all parts, on tables small enough to enumerate. Every
// consistent assignment of people to the rows of each part, and of rows to the sensitive slots of
// their bucket, is equally likely. Consistent assignments agree on the attributes that parts share.

namespace microdata {
namespace {

using test::Choices;

// Value by attribute; no value if it is unknown.
using KnownTuple = std::vector<std::optional<Code>>;
using World = std::vector<KnownTuple>;

constexpr double l = 2;

// Returns the rows of a part in order, for every arrangement of the slots of every bucket.
std::vector<World> arrangements(const Microdata& data, const PublishedPart& part) {
  World rows(data.rows, KnownTuple(data.attributes.size()));
  for (Row row = 0; row < data.rows; ++row) {
    for (const std::size_t a : part.attributes)
      rows[row][a] = data.columns[a][row];
  }
  std::vector<World> result{rows};
  if (!part.bucketed) return result;
  std::map<std::uint32_t, std::vector<Row>> buckets;
  for (Row row = 0; row < data.rows; ++row)
    buckets[part.bucketed->bucket_of_row[row]].push_back(row);
  for (const auto& [bucket, members] : buckets) {
    std::vector<World> more;
    std::vector<Row> slots = members;
    do {
      for (World world : result) {
        for (std::size_t i = 0; i < members.size(); ++i) {
          for (const std::size_t s : part.bucketed->attributes)
            world[members[i]][s] = data.columns[s][slots[i]];
        }
        more.push_back(std::move(world));
      }
    } while (std::next_permutation(slots.begin(), slots.end()));
    result = std::move(more);
  }
  return result;
}

bool agrees(const KnownTuple& a, const KnownTuple& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] && b[i] && a[i] != b[i]) return false;
  }
  return true;
}

// Returns the known values of both tuples.
KnownTuple merged(const KnownTuple& a, const KnownTuple& b) {
  KnownTuple result = a;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (b[i]) result[i] = b[i];
  }
  return result;
}

class Attack {
 public:
  Attack(const Microdata& data, const std::vector<PublishedPart>& parts,
         const std::vector<PrivacyRule>& rules)
      : data_(data), rules_(rules), counts_(rules.size()) {
    for (const PublishedPart& part : parts)
      parts_.push_back(arrangements(data, part));
    // People are numbered by the rows of the first part.
    for (const World& world : parts_.front())
      place(1, world);
  }

  // Returns the posterior of the row's true values on the rule's right side.
  double of_truth(std::size_t r, Row row) const {
    KnownTuple tuple;
    for (const auto& column : data_.columns)
      tuple.emplace_back(column[row]);
    const auto& posterior = counts_[r].at(values(tuple, rules_[r].known));
    double total = 0;
    for (const auto& [sensitive, count] : posterior)
      total += count;
    const auto truth = posterior.find(values(tuple, rules_[r].sensitive));
    return truth == posterior.end() ? 0 : truth->second / total;
  }

  // Returns the largest posterior of a combination on the rule's right side that is not harmless,
  // over all tuples.
  double worst_secret(std::size_t r) const {
    double worst = 0;
    for (const auto& [known, posterior] : counts_[r]) {
      double total = 0;
      double most = 0;
      for (const auto& [sensitive, count] : posterior) {
        total += count;
        bool harmless = true;
        for (std::size_t i = 0; i < sensitive.size(); ++i)
          harmless = harmless && data_.attributes[rules_[r].sensitive[i]].is_harmless(sensitive[i]);
        if (!harmless) most = std::max(most, count);
      }
      worst = std::max(worst, most / total);
    }
    return worst;
  }

  // Returns the largest posterior of the true values on the rule's right side, over all tuples.
  double worst(std::size_t r) const {
    double worst = 0;
    for (Row row = 0; row < data_.rows; ++row) {
      KnownTuple tuple;
      for (const auto& column : data_.columns)
        tuple.emplace_back(column[row]);
      const auto known = counts_[r].find(values(tuple, rules_[r].known));
      if (known == counts_[r].end()) continue;
      double total = 0;
      double most = 0;
      for (const auto& [sensitive, count] : known->second) {
        total += count;
        most = std::max(most, count);
      }
      worst = std::max(worst, most / total);
    }
    return worst;
  }

 private:
  static std::vector<Code> values(const KnownTuple& tuple, const AttributeSet& attributes) {
    std::vector<Code> result;
    for (const std::size_t a : attributes)
      result.push_back(*tuple[a]);
    return result;
  }

  void place(std::size_t part, const World& persons) {
    if (part == parts_.size()) {
      for (std::size_t r = 0; r < rules_.size(); ++r) {
        for (const KnownTuple& person : persons)
          ++counts_[r][values(person, rules_[r].known)][values(person, rules_[r].sensitive)];
      }
      return;
    }
    for (const World& rows : parts_[part]) {
      World longer = persons;
      std::vector<bool> used(rows.size());
      place_person(part, rows, 0, longer, used);
    }
  }

  void place_person(std::size_t part, const World& rows, std::size_t person, World& persons,
                    std::vector<bool>& used) {
    if (person == persons.size()) {
      place(part + 1, persons);
      return;
    }
    const KnownTuple before = persons[person];
    for (std::size_t row = 0; row < rows.size(); ++row) {
      if (used[row] || !agrees(before, rows[row])) continue;
      used[row] = true;
      persons[person] = merged(before, rows[row]);
      place_person(part, rows, person + 1, persons, used);
      persons[person] = before;
      used[row] = false;
    }
  }

  const Microdata& data_;
  const std::vector<PrivacyRule>& rules_;
  std::vector<std::vector<World>> parts_;
  // [rule][known][sensitive]
  std::vector<std::map<std::vector<Code>, std::map<std::vector<Code>, double>>> counts_;
};

// Returns a table in which no value has a share above 1/l.
Microdata eligible_table(Choices& choices, std::size_t attributes, Row rows) {
  Microdata data;
  data.rows = rows;
  data.attributes.resize(attributes);
  for (std::size_t a = 0; a < attributes; ++a) {
    const auto distinct = static_cast<Code>(choices.between(2, 3));
    std::vector<Code> column;
    for (Row row = 0; row < rows; ++row)
      column.push_back(row < rows / 2 ? 0 : 1 + row % (distinct - 1));
    for (std::size_t i = rows; i > 1; --i)
      std::swap(column[i - 1],
                column[static_cast<std::size_t>(choices.between(0, static_cast<int>(i) - 1))]);
    data.attributes[a].distinct = distinct;
    data.columns.push_back(std::move(column));
  }
  return data;
}

Bucketize by_anatomy(const Microdata& data, std::uint64_t seed) {
  return [&data, seed](const PrivacyRule& rule) {
    Random random = Random::seeded(seed);
    std::vector<Row> rows(data.rows);
    std::iota(rows.begin(), rows.end(), Row{0});
    random.shuffle(std::span(rows));
    const std::size_t s = rule.sensitive.front();
    const TuplePartition partition =
        anatomize(data.columns[s], data.attributes[s].distinct, rows, 2, random, {});
    BucketedAttributes bucketed{rule.sensitive, std::vector<std::uint32_t>(data.rows)};
    for (std::size_t b = 0; b < partition.buckets(); ++b) {
      for (const Row row : partition.bucket(b))
        bucketed.bucket_of_row[row] = static_cast<std::uint32_t>(b);
    }
    return std::make_shared<const BucketedAttributes>(std::move(bucketed));
  };
}

TEST(IntersectionAttackProperty, BreaksNoRuleOfANormalForm) {
  int guarded = 0;
  for (int i = 0; i < test::tried(1500); ++i) {
    const std::uint64_t seed = test::first_seed() + static_cast<std::uint64_t>(i);
    SCOPED_TRACE("seed " + std::to_string(seed));
    Choices choices(seed);
    const auto attributes = static_cast<std::size_t>(choices.between(3, 5));
    const Microdata data = eligible_table(choices, attributes, 4);
    AttributeSet all(attributes);
    std::iota(all.begin(), all.end(), 0);
    std::vector<PrivacyRule> rules = test::random_rules(choices, attributes, 4);
    std::erase_if(rules, [](const PrivacyRule& rule) { return rule.sensitive.size() > 1; });
    for (PrivacyRule& rule : rules)
      rule.guarantee.clear();
    const Bucketize bucketize = by_anatomy(data, seed);
    const std::vector<Part> gd =
        add_back(data, all, rules, guardian_decomposition(all, rules, {}), bucketize, {}).parts;
    for (const auto& parts : {gd, utility_aware_decomposition(all, rules)}) {
      if (parts.size() > 3) continue;
      const Attack attack(data, published(parts, bucketize), rules);
      for (std::size_t r = 0; r < rules.size(); ++r) {
        EXPECT_LE(attack.worst(r), 1 / l + 1e-9);
        guarded += check(parts, rules)[r].guardian ? 1 : 0;
      }
    }
    if (HasFailure()) break;
  }
  EXPECT_GT(guarded, test::expected_of(300));
}

// Returns buckets of each right side, by the shares of all but harmless combinations.
Bucketize by_shares(const Microdata& data, std::uint64_t seed) {
  const auto made =
      std::make_shared<std::map<AttributeSet, std::shared_ptr<const BucketedAttributes>>>();
  return [made, &data, seed](const PrivacyRule& rule) {
    std::shared_ptr<const BucketedAttributes>& buckets = (*made)[rule.sensitive];
    if (buckets) return buckets;
    Random random = Random::seeded(seed);
    const RightHandSide side{rule.sensitive, {}};
    BucketizationOptions options;
    options.l = l;
    const TuplePartition partition =
        bucketize(table_of({&side, 1}, data, {}), options, random, {}).buckets;
    BucketedAttributes bucketed{rule.sensitive, std::vector<std::uint32_t>(data.rows)};
    for (std::size_t b = 0; b < partition.buckets(); ++b) {
      for (const Row row : partition.bucket(b))
        bucketed.bucket_of_row[row] = static_cast<std::uint32_t>(b);
    }
    buckets = std::make_shared<const BucketedAttributes>(std::move(bucketed));
    return buckets;
  };
}

// Returns true if no combination on the right of a rule has a share above 1/l, unless it is
// harmless.
bool is_eligible(const Microdata& data, const PrivacyRule& rule) {
  const RightHandSide side{rule.sensitive, {}};
  const Microdata table = table_of({&side, 1}, data, {});
  std::vector<Row> rows(table.attributes.front().distinct);
  for (const Code code : table.columns.front()) {
    if (!table.attributes.front().is_harmless(code)) ++rows[code];
  }
  return *std::max_element(rows.begin(), rows.end()) * l <= data.rows;
}

// Rules with several attributes on the right have one combination, with or without harmless values.
TEST(IntersectionAttackProperty, BoundsEveryCombinationThatIsNotHarmless) {
  int guarded = 0;
  int only_by_harmless = 0;
  int apart = 0;
  int too_likely = 0;
  test::for_cases(3000, [&](Choices& choices, std::uint64_t seed) {
    const auto attributes = static_cast<std::size_t>(choices.between(3, 4));
    Microdata data;
    data.rows = 4;
    std::vector<PrivacyRule> rules = test::random_rules(choices, attributes, 3);
    const AttributeSet with_harmless = test::choose_harmless(choices, attributes, rules);
    for (std::size_t a = 0; a < attributes; ++a) {
      Attribute& attribute = data.attributes.emplace_back();
      attribute.role = Role::sensitive;
      attribute.distinct = 3;
      std::vector<Code>& column = data.columns.emplace_back();
      for (Row row = 0; row < data.rows; ++row)
        column.push_back(static_cast<Code>(choices.one_in(2) ? 0 : choices.between(0, 2)));
      if (contains(with_harmless, a))
        attribute.harmless = choices.one_in(3) ? std::vector<std::uint8_t>{1, 1, 0}
                                               : std::vector<std::uint8_t>{1, 0, 0};
    }
    AttributeSet all(attributes);
    std::iota(all.begin(), all.end(), 0);
    for (PrivacyRule& rule : rules)
      rule.guarantee.clear();
    if (!std::all_of(rules.begin(), rules.end(),
                     [&](const PrivacyRule& rule) { return is_eligible(data, rule); }))
      return;
    for (const bool guardian : {false, true}) {
      const std::vector<Part> parts = guardian ? guardian_decomposition(all, rules, {})
                                               : utility_aware_decomposition(all, rules);
      const bool eligible = std::all_of(parts.begin(), parts.end(), [&](const Part& part) {
        return !part.enforced || is_eligible(data, *part.enforced);
      });
      if (parts.size() > 3 || !eligible) continue;
      const std::vector<RuleFinding> findings = check(parts, rules);
      const Attack attack(data, published(parts, by_shares(data, seed)), rules);
      for (std::size_t r = 0; r < rules.size(); ++r) {
        const AttributeSet& unreached = findings[r].unreached;
        double bound = 1 / l;
        if (rules[r].sensitive.size() > 1 && !unreached.empty()) {
          bound = share_of_unreached(data, parts, rules[r], unreached, {});
          ++apart;
          too_likely += attack.worst_secret(r) > 1 / l + 1e-9 ? 1 : 0;
        }
        EXPECT_LE(attack.worst_secret(r), bound + 1e-9);
        guarded += findings[r].guardian ? 1 : 0;
        only_by_harmless += attack.worst(r) > 1 / l + 1e-9 ? 1 : 0;
      }
    }
  });
  EXPECT_GT(guarded, test::expected_of(300));
  EXPECT_GT(only_by_harmless, test::expected_of(100));
  EXPECT_GT(apart, test::expected_of(50));
  EXPECT_GT(too_likely, test::expected_of(0));
}

// Tables 1 and 2 of the GNF paper, with hospital, age, gender, zipcode, race and ICD as codes.
TEST(IntersectionAttack, BreaksTable2) {
  Microdata data;
  data.rows = 6;
  data.columns = {{0, 0, 1, 1, 2, 2}, {1, 3, 2, 1, 0, 1}, {0, 1, 0, 0, 1, 1},
                  {0, 1, 2, 3, 0, 1}, {0, 2, 1, 2, 1, 2}, {3, 1, 1, 0, 2, 3}};
  for (const Code distinct : {3U, 4U, 2U, 4U, 3U, 4U})
    data.attributes.emplace_back().distinct = distinct;
  const auto part = [&](AttributeSet attributes, std::size_t sensitive,
                        std::vector<std::uint32_t> bucket_of_row) {
    return PublishedPart{std::move(attributes),
                         std::make_shared<const BucketedAttributes>(
                             BucketedAttributes{{sensitive}, std::move(bucket_of_row)})};
  };
  // Buckets of the rows of Table 1: by race (a), zipcode by ICD (b), zipcode by hospital (c).
  const std::vector<PublishedPart> parts{part({1, 4, 5}, 4, {0, 1, 1, 2, 2, 0}),
                                         part({2, 3, 5}, 3, {0, 1, 1, 2, 2, 0}),
                                         part({0, 3, 4}, 3, {0, 1, 0, 1, 2, 2})};
  const std::vector<PrivacyRule> rules{{{0, 4}, {3}, {}}};
  const Attack attack(data, parts, rules);
  // The attack determines (111111, asian), (222222, black), (333333, black) and (333333, white).
  for (const Row row : {0U, 2U, 4U, 5U})
    EXPECT_DOUBLE_EQ(attack.of_truth(0, row), 1);
}

}  // namespace
}  // namespace microdata
