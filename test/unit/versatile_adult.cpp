#include "unit/versatile_adult.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>

#include "core/bucketization/anatomy.hpp"
#include "core/microdata/attribute_set.hpp"
#include "unit/adult.hpp"

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

// Returns the group that contains the text, or the last group.
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

std::array<Code, 7> generalized(const test::AdultTable& adult, std::size_t row) {
  const auto text = [&](const char* name) -> const std::string& {
    return adult.values.at(name)[row];
  };
  return {age_group(text("age")),
          group_of(schools, text("education")),
          group_of(marriages, text("marital_status")),
          group_of(collars, text("occupation")),
          text("sex") == "Male" ? 1U : 0U,
          text("native_country") == "United-States" ? 1U : 0U,
          text("salary").starts_with("<=50K") ? 1U : 0U};
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

}  // namespace

Microdata read(const std::string& path, Row rows, std::uint64_t seed) {
  const test::AdultTable adult = test::read_adult(path);
  std::vector<std::array<Code, 7>> tuples;
  for (std::size_t row = 0; row < adult.values.at("age").size(); ++row)
    tuples.push_back(generalized(adult, row));
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
      buckets = bucketed_attributes(
          rule.sensitive, anatomize(data.columns[a], distinct, rows, l, random, {}), data.rows, {});
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
  return {all_attributes(data), bucketed_attributes(sensitive, found.groups, data.rows, {})};
}

}  // namespace microdata::versatile_adult
