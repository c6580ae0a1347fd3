#include "release_uses.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <numeric>
#include <span>
#include <utility>

#include "core/microdata/attribute_set.hpp"
#include "core/risk/value_model.hpp"
#include "core/utility/bucket_estimate.hpp"
#include "core/utility/group_estimate.hpp"

namespace microdata::experiment {

namespace {

constexpr unsigned steps = 60;
// Largest numbers of people to learn from and to predict.
constexpr std::size_t most_learned_from = 8'000;
constexpr std::size_t most_predicted = 8'000;

// A published attribute: a label for each row, and the values of each label.
struct ShownAttribute {
  std::vector<Code> labels;
  std::vector<std::vector<Code>> codes;
};

struct ShownRows {
  std::vector<ShownAttribute> attributes;
  std::vector<Code> bucket_of;
  Code buckets = 1;
  // Column by attribute; all attributes are in one column if the release has no columns.
  std::vector<std::size_t> column_of;
};

std::vector<std::vector<Code>> single_codes(Code distinct) {
  std::vector<std::vector<Code>> result;
  for (Code code = 0; code < distinct; ++code)
    result.push_back({code});
  return result;
}

std::vector<Code> between(Code first, Code last) {
  std::vector<Code> result(last - first + std::size_t{1});
  std::iota(result.begin(), result.end(), first);
  return result;
}

ShownRows show(const Microdata& data, const Slicing& slicing) {
  ShownRows result;
  result.column_of.resize(data.attributes.size());
  result.attributes.resize(data.attributes.size());
  result.buckets = static_cast<Code>(slicing.buckets.buckets());
  for (Code b = 0; b < result.buckets; ++b)
    result.bucket_of.insert(result.bucket_of.end(), slicing.buckets.bucket(b).size(), b);
  for (std::size_t c = 0; c < slicing.columns.size(); ++c) {
    for (const std::size_t a : slicing.columns[c].attributes) {
      result.column_of[a] = c;
      result.attributes[a].codes = single_codes(data.attributes[a].distinct);
      for (const Row row : slicing.linking[c])
        result.attributes[a].labels.push_back(data.columns[a][row]);
    }
    const auto& generalization = slicing.generalizations[c];
    for (std::size_t i = 0; generalization && i < generalization->attributes.size(); ++i) {
      ShownAttribute& attribute = result.attributes[generalization->attributes[i]];
      attribute.codes = generalization->codes[i];
      for (std::size_t place = 0; place < slicing.linking[c].size(); ++place)
        attribute.labels[place] = generalization->of_row[slicing.linking[c][place]];
    }
  }
  return result;
}

ShownRows show(const Microdata& data, const Generalization& release) {
  ShownRows result;
  result.column_of.resize(data.attributes.size());
  result.bucket_of.resize(release.classes.rows.size());
  for (const GeneralizedAttribute& attribute : release.attributes) {
    ShownAttribute& shown = result.attributes.emplace_back();
    for (std::size_t c = 0; c < release.classes.buckets(); ++c) {
      shown.labels.insert(shown.labels.end(), release.classes.bucket(c).size(),
                          attribute.value_of_class[c]);
    }
    for (const GeneralizedValue& value : attribute.values) {
      shown.codes.push_back(attribute.kind == GeneralizedAttribute::Kind::range
                                ? between(value.codes.front(), value.codes.back())
                                : value.codes);
    }
  }
  ShownAttribute& sensitive = result.attributes.emplace_back();
  sensitive.codes = single_codes(data.attributes.back().distinct);
  for (const Row row : release.classes.rows)
    sensitive.labels.push_back(data.columns.back()[row]);
  return result;
}

ShownRows show(const Microdata& data, const Release& release) {
  return std::visit([&](const auto& published) { return show(data, published); }, release);
}

// Returns the fraction of each label that is in the set.
std::vector<double> shares(const ShownAttribute& attribute, const ValueSet& set) {
  std::vector<double> result;
  for (const std::vector<Code>& codes : attribute.codes) {
    const auto in = std::count_if(codes.begin(), codes.end(),
                                  [&](Code code) { return static_cast<bool>(set.contains[code]); });
    result.push_back(static_cast<double>(in) / static_cast<double>(codes.size()));
  }
  return result;
}

// Returns a code for each published row, drawn from the codes of its label.
std::vector<Code> drawn_codes(const ShownAttribute& attribute, Random& random) {
  std::vector<Code> result;
  for (const Code label : attribute.labels) {
    const std::vector<Code>& codes = attribute.codes[label];
    result.push_back(codes[random.below(static_cast<std::uint32_t>(codes.size()))]);
  }
  return result;
}

// Returns codes of the published rows as codes of all people.
std::vector<Code> as_codes_of_persons(const World& world, std::size_t a, std::vector<Code> codes) {
  const std::vector<double>& from = world.published.value_of_code[a];
  const std::vector<double>& to = world.persons.value_of_code[a];
  for (Code& code : codes) {
    const auto found = std::lower_bound(to.begin(), to.end(), from[code]);
    code = static_cast<Code>(found - to.begin());
  }
  return codes;
}

// Returns one attribute of a column, with each value as its own group.
AskedColumn asked_column(const ShownAttribute& attribute) {
  AskedColumn asked;
  asked.level_of = attribute.labels;
  asked.levels = static_cast<Code>(attribute.codes.size());
  asked.group.resize(asked.levels);
  std::iota(asked.group.begin(), asked.group.end(), Code{0});
  asked.groups = asked.levels;
  return asked;
}

// Number of rows by the labels of two attributes of different columns.
class JointCounts {
 public:
  JointCounts(const Microdata& data, const ShownRows& rows, std::size_t a, std::size_t b)
      : first_(a), second_(b) {
    // The column with more attributes comes first, because more attributes predict the other column
    // better.
    const auto size = [&](std::size_t attribute) {
      return std::count(rows.column_of.begin(), rows.column_of.end(), rows.column_of[attribute]);
    };
    if (size(second_) > size(first_)) std::swap(first_, second_);
    EstimateQuestion question;
    question.bucket_of = rows.bucket_of;
    question.buckets = rows.buckets;
    question.columns = {asked_column(rows.attributes[first_]),
                        asked_column(rows.attributes[second_])};
    for (std::size_t other = 0; other < rows.attributes.size(); ++other) {
      if (rows.column_of[other] != rows.column_of[first_]) continue;
      const ShownAttribute& attribute = rows.attributes[other];
      question.features.push_back({attribute.labels, static_cast<Code>(attribute.codes.size()),
                                   data.attributes[other].numeric()});
    }
    groups_ = estimate_groups(question, LinkingMethod::likelihood, {});
  }

  double estimate(const std::map<std::size_t, std::vector<double>>& share_of) const {
    double sum = 0;
    for (const GroupFigures& group : groups_) {
      sum += group.count.estimate * share_of.at(first_)[group.group[0]] *
             share_of.at(second_)[group.group[1]];
    }
    return sum;
  }

 private:
  std::size_t first_;
  std::size_t second_;
  std::vector<GroupFigures> groups_;
};

}  // namespace

std::vector<CountQuery> pair_queries(const Microdata& data, bool with_sensitive,
                                     std::size_t queries, Random& random) {
  const AttributeSet all = published_attributes(data);
  if (!with_sensitive) return random_count_queries(data, all, {2, 0.4, queries}, random, {});
  std::vector<CountQuery> result;
  while (result.size() < queries) {
    const auto other = random.below(static_cast<std::uint32_t>(all.size() - 1));
    const auto some = random_count_queries(data, {other, all.back()}, {2, 0.4, 1}, random, {});
    result.insert(result.end(), some.begin(), some.end());
  }
  return result;
}

RelativeError count_errors_by_likelihood(const World& world, const Release& release,
                                         const std::vector<CountQuery>& queries) {
  const Microdata& data = world.published.data;
  const ShownRows rows = show(data, release);
  const std::size_t sensitive = data.attributes.size() - 1;
  std::map<std::size_t, JointCounts> counts;
  const auto estimate = [&](std::span<const ValueSet> predicate) {
    std::map<std::size_t, std::vector<double>> share_of;
    for (const ValueSet& set : predicate)
      share_of.emplace(set.attribute, shares(rows.attributes[set.attribute], set));
    const std::size_t other = predicate.front().attribute;
    const AttributeShare of_other{rows.attributes[other].labels, share_of.at(other)};
    const AttributeShare of_sensitive{rows.attributes[sensitive].labels, share_of.at(sensitive)};
    if (rows.column_of[other] == rows.column_of[sensitive]) {
      return bucket_estimate(rows.bucket_of, rows.buckets,
                             std::vector<ColumnShares>{{of_other, of_sensitive}}, 0, {});
    }
    if (rows.attributes[other].codes.size() * rows.attributes[sensitive].codes.size() >
        most_estimated_groups) {
      return bucket_estimate(rows.bucket_of, rows.buckets,
                             std::vector<ColumnShares>{{of_other}, {of_sensitive}}, 0, {});
    }
    auto found = counts.find(other);
    if (found == counts.end())
      found = counts.emplace(other, JointCounts(data, rows, other, sensitive)).first;
    return found->second.estimate(share_of);
  };
  return relative_error(queries, estimate, {});
}

CountEstimate counts_from(const World& world, const Release& release) {
  const auto rows = std::make_shared<const ShownRows>(show(world.published.data, release));
  return [rows](std::span<const ValueSet> predicate) {
    std::vector<std::vector<double>> share;
    std::map<std::size_t, ColumnShares> columns;
    for (const ValueSet& set : predicate)
      share.push_back(shares(rows->attributes[set.attribute], set));
    for (std::size_t i = 0; i < predicate.size(); ++i) {
      const std::size_t a = predicate[i].attribute;
      columns[rows->column_of[a]].push_back({rows->attributes[a].labels, share[i]});
    }
    std::vector<ColumnShares> asked;
    for (auto& [number, column] : columns)
      asked.push_back(std::move(column));
    return bucket_estimate(rows->bucket_of, rows->buckets, asked, 0, {});
  };
}

RelativeError count_errors(const World& world, const Release& release,
                           const std::vector<CountQuery>& queries) {
  return relative_error(queries, counts_from(world, release), {});
}

double accuracy(const World& world, const Release& release, const std::string& target,
                Random& random) {
  const Microdata& persons = world.persons.data;
  const ShownRows rows = show(world.published.data, release);
  const std::size_t published = rows.bucket_of.size();
  const std::size_t others = std::min(persons.rows - std::size_t{world.members()}, most_predicted);
  std::vector<KnownAttribute> known;
  std::vector<Code> truth;
  Code values = 0;
  for (std::size_t a = 0; a < persons.attributes.size(); ++a) {
    const Attribute& attribute = persons.attributes[a];
    if (target == "education" && attribute.name == "education_num") continue;
    std::vector<Code> codes =
        as_codes_of_persons(world, a, drawn_codes(rows.attributes[a], random));
    codes.insert(
        codes.end(), persons.columns[a].begin() + world.members(),
        persons.columns[a].begin() + world.members() + static_cast<std::ptrdiff_t>(others));
    if (attribute.name == target) {
      truth = std::move(codes);
      values = attribute.distinct;
    } else {
      known.push_back({std::move(codes), attribute.distinct, attribute.numeric()});
    }
  }
  const KnownFeatures features(known, published + others, {});
  std::vector<Row> learners = random_order(static_cast<Row>(published), random);
  learners.resize(std::min(published, most_learned_from));
  std::vector<float> beliefs(learners.size() * values, 0);
  for (std::size_t i = 0; i < learners.size(); ++i)
    beliefs[i * values + truth[learners[i]]] = 1;
  const LogisticRegression regression(features, learners, {});
  ValueModel model;
  regression.learn(model, {learners, beliefs, values}, steps, 1, {});
  std::vector<double> probabilities(values);
  std::size_t right = 0;
  for (std::size_t i = published; i < published + others; ++i) {
    model.predict(features.of(static_cast<Row>(i)), probabilities);
    const auto best = std::max_element(probabilities.begin(), probabilities.end());
    right += static_cast<Code>(best - probabilities.begin()) == truth[i] ? 1 : 0;
  }
  return static_cast<double>(right) / static_cast<double>(others);
}

}  // namespace microdata::experiment
