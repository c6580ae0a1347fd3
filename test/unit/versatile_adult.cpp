#include "unit/versatile_adult.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <numeric>
#include <sstream>
#include <stdexcept>

#include "core/bucketization/anatomy.hpp"
#include "core/microdata/attribute_set.hpp"

namespace microdata::versatile_adult {

namespace {

using Groups = std::vector<std::vector<std::string>>;

const Groups schools{{"Preschool"},
                     {"1st-4th", "5th-6th"},
                     {"7th-8th", "9th", "10th", "11th", "12th", "HS-grad"},
                     {"Some-college"},
                     {"Assoc-acdm", "Assoc-voc"},
                     {"Bachelors"},
                     {"Masters", "Prof-school", "Doctorate"}};
const Groups marriages{{"Married-civ-spouse"}, {"Divorced"}, {"Never-married"},
                       {"Separated"},          {"Widowed"},  {"Married-spouse-absent"},
                       {"Married-AF-spouse"}};
const Groups collars{{"Adm-clerical", "Exec-managerial", "Prof-specialty", "Sales", "Tech-support"},
                     {"Craft-repair", "Farming-fishing", "Handlers-cleaners", "Machine-op-inspct",
                      "Transport-moving"},
                     {}};

constexpr std::array<const char*, 7> names{"age", "education", "marital_status", "occupation",
                                           "sex", "country",   "income"};
constexpr std::array<Code, 7> domains{6, 7, 7, 3, 2, 2, 2};

// The group with the text, or the last one.
Code group_of(const Groups& groups, const std::string& text) {
  for (std::size_t g = 0; g < groups.size(); ++g) {
    if (std::find(groups[g].begin(), groups[g].end(), text) != groups[g].end())
      return static_cast<Code>(g);
  }
  return static_cast<Code>(groups.size() - 1);
}

Code age_group(const std::string& text) {
  const std::array<int, 5> begins{25, 35, 45, 55, 64};
  const int age = std::stoi(text);
  return static_cast<Code>(std::upper_bound(begins.begin(), begins.end(), age) - begins.begin());
}

std::array<Code, 7> generalized(const std::string& line) {
  std::vector<std::string> field;
  std::stringstream stream(line);
  for (std::string part; std::getline(stream, part, ',');)
    field.push_back(part);
  if (field.size() != 15) throw std::runtime_error("a row does not have 15 attributes");
  return {age_group(field[0]),
          group_of(schools, field[3]),
          group_of(marriages, field[5]),
          group_of(collars, field[6]),
          field[9] == "Male" ? 1U : 0U,
          field[13] == "United-States" ? 1U : 0U,
          field[14].starts_with("<=50K") ? 1U : 0U};
}

bool is_eligible(const Microdata& data, std::size_t attribute) {
  std::vector<Row> counts(data.attributes[attribute].distinct);
  for (const Code code : data.columns[attribute])
    ++counts[code];
  return *std::max_element(counts.begin(), counts.end()) <= data.rows / l;
}

std::vector<Row> random_rows(Row count, Random& random) {
  std::vector<Row> rows(count);
  std::iota(rows.begin(), rows.end(), Row{0});
  random.shuffle(std::span(rows));
  return rows;
}

std::shared_ptr<const BucketedAttributes> bucketed(Row rows, const AttributeSet& sensitive,
                                                   const TuplePartition& buckets) {
  BucketedAttributes result{sensitive, std::vector<std::uint32_t>(rows, no_bucket)};
  for (std::size_t b = 0; b < buckets.buckets(); ++b) {
    for (const Row row : buckets.bucket(b))
      result.bucket_of_row[row] = static_cast<std::uint32_t>(b);
  }
  return std::make_shared<const BucketedAttributes>(std::move(result));
}

}  // namespace

Microdata read(const std::string& path, Row rows, std::uint64_t seed) {
  std::ifstream file(path);
  std::string line;
  if (!std::getline(file, line)) throw std::runtime_error("nothing to read in " + path);
  std::vector<std::array<Code, 7>> tuples;
  while (std::getline(file, line))
    tuples.push_back(generalized(line));
  Random random = Random::seeded(seed);
  random.shuffle(std::span(tuples));
  tuples.resize(std::min<std::size_t>(tuples.size(), rows));
  Microdata data;
  data.rows = static_cast<Row>(tuples.size());
  for (std::size_t a = 0; a < domains.size(); ++a) {
    Attribute& attribute = data.attributes.emplace_back();
    attribute.name = names[a];
    attribute.distinct = domains[a];
    std::vector<Code>& codes = data.columns.emplace_back();
    for (const std::array<Code, 7>& tuple : tuples)
      codes.push_back(tuple[a]);
  }
  return data;
}

AttributeSet all_attributes(const Microdata& data) {
  AttributeSet attributes(data.attributes.size());
  std::iota(attributes.begin(), attributes.end(), 0);
  return attributes;
}

std::vector<PrivacyRule> random_rules(const Microdata& data, std::size_t count, Random& random,
                                      std::size_t& left_out) {
  std::vector<PrivacyRule> rules;
  while (rules.size() < count) {
    const std::size_t sensitive = random.below(static_cast<std::uint32_t>(domains.size()));
    PrivacyRule rule{{}, {sensitive}, {}};
    while (rule.known.size() < 3) {
      const std::size_t other = random.below(static_cast<std::uint32_t>(domains.size()));
      rule.known = without(united(rule.known, {other}), rule.sensitive);
    }
    if (!is_eligible(data, sensitive)) {
      ++left_out;
      continue;
    }
    rules.push_back(rule);
    rules = irreducible(rules);
  }
  return rules;
}

Bucketize anatomy(const Microdata& data, std::uint64_t seed) {
  using Made = std::map<std::size_t, std::shared_ptr<const BucketedAttributes>>;
  return [&data, seed, made = std::make_shared<Made>()](const PrivacyRule& rule) {
    const std::size_t a = rule.sensitive.front();
    std::shared_ptr<const BucketedAttributes>& buckets = (*made)[a];
    if (!buckets) {
      Random random = Random::seeded(seed + a);
      const std::vector<Row> rows = random_rows(data.rows, random);
      const Code distinct = data.attributes[a].distinct;
      buckets = bucketed(data.rows, rule.sensitive,
                         anatomize(data.columns[a], distinct, rows, l, random, {}));
    }
    return buckets;
  };
}

MultiSensitiveGroups multi_sensitive(const Microdata& data, const AttributeSet& sensitive,
                                     std::uint64_t seed, Remainder remainder) {
  Random random = Random::seeded(seed);
  return multi_sensitive_groups(data, sensitive, std::vector<double>(sensitive.size(), l),
                                random_rows(data.rows, random), {}, remainder);
}

PublishedPart published(const Microdata& data, const AttributeSet& sensitive,
                        const MultiSensitiveGroups& found) {
  return {all_attributes(data), bucketed(data.rows, sensitive, found.groups)};
}

}  // namespace microdata::versatile_adult
