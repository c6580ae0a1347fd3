#include "release_uses.hpp"

#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include "core/risk/value_model.hpp"
#include "core/utility/bucket_estimate.hpp"

namespace microdata::experiment {

namespace {

constexpr unsigned steps = 60;
// Learnt from, and predicted, are so many persons at most.
constexpr std::size_t most_learners = 8'000;
constexpr std::size_t most_predicted = 8'000;

// The labels of each attribute in the published rows: codes, or the values of a generalized one.
struct Labels {
  std::vector<std::vector<Code>> of_attribute;
  std::vector<Code> bucket_of;
  Code buckets = 1;
  // By column, or all in one.
  std::vector<std::size_t> column_of;
  std::size_t columns = 1;
};

Labels labels_of(const Microdata& data, const Slicing& slicing) {
  Labels result;
  result.column_of.resize(data.attributes.size());
  result.columns = slicing.columns.size();
  result.buckets = static_cast<Code>(slicing.buckets.buckets());
  for (std::size_t c = 0; c < slicing.columns.size(); ++c) {
    for (const std::size_t attribute : slicing.columns[c].attributes)
      result.column_of[attribute] = c;
  }
  for (Code b = 0; b < result.buckets; ++b)
    result.bucket_of.insert(result.bucket_of.end(), slicing.buckets.bucket(b).size(), b);
  const auto linking = linking_of_attributes(data, slicing);
  for (std::size_t a = 0; a < data.attributes.size(); ++a) {
    std::vector<Code>& labels = result.of_attribute.emplace_back();
    for (const Row row : *linking[a])
      labels.push_back(data.columns[a][row]);
  }
  return result;
}

Labels labels_of(const Microdata& data, const Generalization& release) {
  Labels result;
  result.column_of.resize(data.attributes.size());
  result.bucket_of.resize(release.classes.rows.size());
  for (const GeneralizedAttribute& attribute : release.attributes) {
    std::vector<Code>& labels = result.of_attribute.emplace_back();
    for (std::size_t c = 0; c < release.classes.buckets(); ++c) {
      labels.insert(labels.end(), release.classes.bucket(c).size(), attribute.value_of_class[c]);
    }
  }
  std::vector<Code>& sensitive = result.of_attribute.emplace_back();
  for (const Row row : release.classes.rows)
    sensitive.push_back(data.columns.back()[row]);
  return result;
}

Labels labels_of(const Microdata& data, const Release& release) {
  return std::visit([&](const auto& published) { return labels_of(data, published); }, release);
}

const GeneralizedAttribute* generalized(const Release& release, std::size_t attribute) {
  const auto* generalization = std::get_if<Generalization>(&release);
  if (generalization == nullptr || attribute >= generalization->attributes.size()) return nullptr;
  return &generalization->attributes[attribute];
}

// The first and the last code of a range; all of a set.
template <typename Body>
void each_code(const GeneralizedAttribute& attribute, const GeneralizedValue& value,
               const Body& body) {
  if (attribute.kind != GeneralizedAttribute::Kind::range) {
    std::for_each(value.codes.begin(), value.codes.end(), body);
    return;
  }
  for (Code code = value.codes.front(); code <= value.codes.back(); ++code)
    body(code);
}

// How much of each label is in the set.
std::vector<double> shares(const Release& release, const ValueSet& set) {
  const GeneralizedAttribute* attribute = generalized(release, set.attribute);
  if (attribute == nullptr) return {set.contains.begin(), set.contains.end()};
  std::vector<double> result;
  for (const GeneralizedValue& value : attribute->values) {
    double in = 0;
    double all = 0;
    each_code(*attribute, value, [&](Code code) {
      in += set.contains[code] ? 1 : 0;
      ++all;
    });
    result.push_back(in / all);
  }
  return result;
}

// A code of each published row: its own, or one drawn from what it is generalized to.
std::vector<Code> drawn_codes(const Release& release, std::size_t a, const Labels& labels,
                              Random& random) {
  const GeneralizedAttribute* attribute = generalized(release, a);
  if (attribute == nullptr) return labels.of_attribute[a];
  std::vector<std::vector<Code>> codes;
  for (const GeneralizedValue& value : attribute->values) {
    codes.emplace_back();
    each_code(*attribute, value, [&](Code code) { codes.back().push_back(code); });
  }
  std::vector<Code> result;
  for (const Code label : labels.of_attribute[a]) {
    result.push_back(codes[label][random.below(static_cast<std::uint32_t>(codes[label].size()))]);
  }
  return result;
}

// Codes of the published rows as codes of all persons.
std::vector<Code> as_codes_of_persons(const World& world, std::size_t a, std::vector<Code> codes) {
  const std::vector<double>& from = world.published.value_of_code[a];
  const std::vector<double>& to = world.persons.value_of_code[a];
  for (Code& code : codes) {
    const auto found = std::lower_bound(to.begin(), to.end(), from[code]);
    code = static_cast<Code>(found - to.begin());
  }
  return codes;
}

}  // namespace

RelativeError count_errors(const World& world, const Release& release,
                           const std::vector<CountQuery>& queries) {
  const Labels labels = labels_of(world.published.data, release);
  const auto estimate = [&](std::span<const ValueSet> predicate) {
    std::vector<std::vector<double>> share;
    std::map<std::size_t, ColumnShares> columns;
    for (const ValueSet& set : predicate)
      share.push_back(shares(release, set));
    for (std::size_t i = 0; i < predicate.size(); ++i) {
      const std::size_t a = predicate[i].attribute;
      columns[labels.column_of[a]].push_back({labels.of_attribute[a], share[i]});
    }
    std::vector<ColumnShares> asked;
    for (auto& [number, column] : columns)
      asked.push_back(std::move(column));
    return bucket_estimate(labels.bucket_of, labels.buckets, asked, {});
  };
  return relative_error(queries, estimate, {});
}

double accuracy(const World& world, const Release& release, const std::string& target,
                Random& random) {
  const Microdata& persons = world.persons.data;
  const Labels labels = labels_of(world.published.data, release);
  const std::size_t published = labels.bucket_of.size();
  const std::size_t others = std::min(persons.rows - std::size_t{world.members()}, most_predicted);
  std::vector<KnownAttribute> known;
  std::vector<Code> truth;
  Code values = 0;
  for (std::size_t a = 0; a < persons.attributes.size(); ++a) {
    const Attribute& attribute = persons.attributes[a];
    if (target == "education" && attribute.name == "education_num") continue;
    std::vector<Code> codes =
        as_codes_of_persons(world, a, drawn_codes(release, a, labels, random));
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
  learners.resize(std::min(published, most_learners));
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
