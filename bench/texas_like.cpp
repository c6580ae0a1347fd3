#include "texas_like.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <numeric>
#include <random>
#include <utility>

#include "core/bucketization/anatomy.hpp"
#include "core/microdata/attribute_set.hpp"

namespace microdata {

namespace {

struct TexasColumn {
  const char* name;
  Code domain;
  // Index of the attribute that the attribute mostly depends on, and the probability of that; a
  // negative index means the hidden case.
  int with;
  double strength;
};

constexpr int hidden_case = -1;
constexpr std::array<TexasColumn, 18> texas_columns{{{"thcic", 323, 4, 0.7},
                                                     {"gender", 2, hidden_case, 0.2},
                                                     {"pat_zip", 1581, -2, 0},
                                                     {"county", 241, 2, 0.97},
                                                     {"pat_age", 22, hidden_case, 0.4},
                                                     {"race", 5, 3, 0.3},
                                                     {"ad_diag", 3391, hidden_case, 0.6},
                                                     {"prn_diag", 3488, hidden_case, 0.9},
                                                     {"diag1", 3881, 7, 0.5},
                                                     {"diag2", 4193, 8, 0.3},
                                                     {"diag3", 4251, 9, 0.3},
                                                     {"p_icd9", 1708, hidden_case, 0.7},
                                                     {"hcfa_mdc", 24, 14, 0.98},
                                                     {"hcfa_drg", 396, hidden_case, 0.8},
                                                     {"apr_drg", 297, 13, 0.9},
                                                     {"rsk_mor", 6, 4, 0.4},
                                                     {"and_md", 15000, 0, 0.8},
                                                     {"surgeon", 17432, 16, 0.6}}};

// Returns a skewed value, Zipf-like, by a power of a uniform number.
Code skewed(std::mt19937_64& engine, Code domain) {
  const double u = static_cast<double>(engine() >> 11U) * 0x1p-53;
  return std::min<Code>(domain - 1, static_cast<Code>(u * u * domain));
}

bool is_eligible(const Microdata& data, std::size_t attribute, double l) {
  std::vector<std::uint32_t> counts(data.attributes[attribute].distinct);
  for (const Code code : data.columns[attribute])
    ++counts[code];
  return *std::max_element(counts.begin(), counts.end()) * l <= data.rows;
}

}  // namespace

Microdata texas_like(Row rows) {
  std::mt19937_64 engine(2010);
  Microdata data;
  data.rows = rows;
  std::vector<Code> cases(rows);
  for (Code& one : cases)
    one = skewed(engine, 4000);
  data.columns.resize(texas_columns.size());
  data.attributes.resize(texas_columns.size());
  std::vector<bool> done(texas_columns.size());
  const auto make = [&](std::size_t a, const auto& again) -> void {
    if (done[a]) return;
    done[a] = true;
    const TexasColumn& column = texas_columns[a];
    if (column.with >= 0) again(static_cast<std::size_t>(column.with), again);
    data.attributes[a].name = column.name;
    data.attributes[a].distinct = column.domain;
    for (Row row = 0; row < rows; ++row) {
      const double u = static_cast<double>(engine() >> 11U) * 0x1p-53;
      const std::vector<Code>& with =
          column.with >= 0 ? data.columns[static_cast<std::size_t>(column.with)] : cases;
      // The mapping of values is arbitrary; each value goes with three others.
      const std::uint64_t mixed =
          (std::uint64_t{with[row]} * 3 + engine() % 3 + 1) * 0x9E3779B97F4A7C15ULL;
      const double v = static_cast<double>(mixed >> 11U) * 0x1p-53;
      data.columns[a].push_back(u < column.strength ? static_cast<Code>(v * v * column.domain)
                                                    : skewed(engine, column.domain));
    }
  };
  for (std::size_t a = 0; a < texas_columns.size(); ++a)
    make(a, make);
  return data;
}

AttributeSet texas_attributes() {
  AttributeSet attributes(texas_columns.size());
  std::iota(attributes.begin(), attributes.end(), 0);
  return attributes;
}

std::vector<PrivacyRule> random_rules(const Microdata& data, const RulesWanted& wanted,
                                      std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  std::vector<PrivacyRule> rules;
  while (rules.size() < wanted.count) {
    const std::size_t sensitive = engine() % texas_columns.size();
    if (!is_eligible(data, sensitive, wanted.l)) continue;
    PrivacyRule rule{{}, {sensitive}, {}};
    while (rule.known.size() < wanted.left)
      rule.known = without(united(rule.known, {engine() % texas_columns.size()}), rule.sensitive);
    rules.push_back(rule);
    rules = irreducible(rules);
  }
  return rules;
}

Bucketize anatomy_of(const Microdata& data, std::uint32_t l) {
  const auto made =
      std::make_shared<std::map<AttributeSet, std::shared_ptr<const BucketedAttributes>>>();
  return [&data, l, made](const PrivacyRule& rule) {
    std::shared_ptr<const BucketedAttributes>& buckets = (*made)[rule.sensitive];
    if (buckets) return buckets;
    const std::size_t attribute = rule.sensitive.front();
    Random random = Random::seeded(7);
    std::vector<Row> rows(data.rows);
    std::iota(rows.begin(), rows.end(), Row{0});
    random.shuffle(std::span(rows));
    const TuplePartition partition = anatomize(
        data.columns[attribute], data.attributes[attribute].distinct, rows, l, random, {});
    buckets = bucketed_attributes(rule.sensitive, partition, data.rows, {});
    return buckets;
  };
}

}  // namespace microdata
