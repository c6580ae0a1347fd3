#include "postgres/methods/gnf/decomposed_estimation.hpp"

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <utility>

#include "core/microdata/attribute_set.hpp"
#include "core/utility/count_estimate.hpp"
#include "postgres/inspection/count_estimation.hpp"
#include "postgres/inspection/label_shares.hpp"
#include "postgres/inspection/published_meaning.hpp"
#include "postgres/inspection/release_estimator.hpp"
#include "postgres/inspection/release_structure.hpp"
#include "postgres/methods/gnf/published_decomposition.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/table.hpp"

namespace microdata::postgres {

namespace {

// Fails where a column that was renamed in one part is called as another attribute is: queries name
// attributes.
PublishedDecomposition read_parts(const Release& release, const Progress& progress) {
  PublishedDecomposition published = read_decomposition(release, SourceReading::left_out, progress);
  std::vector<std::string> names = published.names;
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  if (twice != names.end())
    fail_structure(release, "Two of its attributes are called " + in_quotes(*twice) + ".");
  return published;
}

std::size_t number_of(const std::string& attribute, const PublishedDecomposition& published) {
  const auto found = std::find(published.names.begin(), published.names.end(), attribute);
  if (found == published.names.end()) fail_attribute(published.names, attribute);
  return static_cast<std::size_t>(found - published.names.begin());
}

// The attributes of all parts, without rows.
Microdata attributes_of(const PublishedDecomposition& published) {
  Microdata data;
  for (const PublishedPartTable& part : published.parts)
    data.rows = std::max(data.rows, static_cast<Row>(part.rows()));
  for (std::size_t a = 0; a < published.names.size(); ++a) {
    data.attributes.push_back(
        make_attribute(published.names[a], Role::quasi_identifier, *published.dictionaries[a]));
  }
  return data;
}

// What of a part matters: attributes that are asked for, and those by which others hang on it. The
// others' shares sum up to 1.
AttributeSet wanted_of(std::size_t part, const PublishedDecomposition& published,
                       const AttributeSet& asked) {
  const AttributeSet& attributes = published.parts[part].attributes;
  AttributeSet wanted = intersection(attributes, asked);
  for (std::size_t other = 0; other < published.parts.size(); ++other) {
    if (other != part)
      wanted = united(wanted, intersection(attributes, published.parts[other].attributes));
  }
  return wanted;
}

PublishedPart part_of(PublishedPartTable& table, const AttributeSet& wanted,
                      const Microdata& attributes) {
  Microdata rows;
  rows.rows = static_cast<Row>(table.rows());
  rows.attributes = attributes.attributes;
  rows.columns.resize(attributes.attributes.size());
  PublishedPart part{wanted, nullptr};
  if (!intersection(wanted, table.bucketed).empty()) {
    part.bucketed = std::make_shared<const BucketedAttributes>(
        BucketedAttributes{table.bucketed, std::move(table.bucket_of)});
  }
  for (std::size_t i = 0; i < table.attributes.size(); ++i) {
    if (contains(wanted, table.attributes[i]))
      rows.columns[table.attributes[i]] = std::move(table.columns[i]);
  }
  part.rows = std::make_shared<const Microdata>(std::move(rows));
  return part;
}

CountEstimator make_estimator(PublishedDecomposition& published, const AttributeSet& asked,
                              const Progress& progress) {
  const Microdata attributes = attributes_of(published);
  std::vector<AttributeSet> wanted;
  for (std::size_t p = 0; p < published.parts.size(); ++p)
    wanted.push_back(wanted_of(p, published, asked));
  std::vector<PublishedPart> parts;
  for (std::size_t p = 0; p < published.parts.size(); ++p) {
    if (!wanted[p].empty() && published.parts[p].rows() > 0)
      parts.push_back(part_of(published.parts[p], wanted[p], attributes));
  }
  try {
    return {attributes, parts, progress};
  } catch (const std::length_error&) {
    throw Error(ERRCODE_PROGRAM_LIMIT_EXCEEDED,
                "the parts allow too many combinations of values to estimate from them")
        .hint("Algorithms 'gd' and 'uad' make parts that need no fitting.");
  }
}

// Takes the attribute's values.
AttributeMeaning meaning_of(std::size_t attribute, PublishedDecomposition& published) {
  AttributeMeaning meaning;
  meaning.values.push_back(std::move(*published.dictionaries[attribute]));
  meaning.type = meaning.values.front().type();
  return meaning;
}

// Values that are published as they are satisfy a predicate or do not.
ValueSet value_set(std::size_t attribute, const std::vector<double>& share) {
  ValueSet set{attribute, {}};
  for (const double one : share)
    set.contains.push_back(one > 0);
  return set;
}

ReleaseEstimator read_combinations(const Release& release,
                                   const std::vector<std::string>& attributes,
                                   const Progress& progress) {
  PublishedDecomposition published = read_parts(release, progress);
  std::vector<std::size_t> numbers;
  AttributeSet asked;
  for (const std::string& attribute : attributes) {
    numbers.push_back(number_of(attribute, published));
    asked = united(asked, {numbers.back()});
  }
  LevelCells cells = make_estimator(published, asked, progress).joint(numbers, progress);
  ReleaseEstimator estimator;
  estimator.bucket_of.resize(cells.weight.size());
  estimator.buckets = 1;
  estimator.weights = std::move(cells.weight);
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    estimator.attributes.push_back(
        {attributes[i], 1, std::move(cells.level[i]), {}, meaning_of(numbers[i], published)});
  }
  return estimator;
}

}  // namespace

GroupEstimates estimate_groups_of_parts(const Release& release, const GroupQuery& query,
                                        const Progress& progress) {
  return estimate_groups_of_combinations(
      read_combinations,
      "Parts are linked by the values that they share, and every part has buckets of its own: a "
      "likelihood of all linkings is not computed.",
      release, query, progress);
}

CountEstimate estimate_of_parts(const Release& release, const std::vector<std::string>& attributes,
                                const std::vector<Dictionary>& domains, const Progress& progress) {
  PublishedDecomposition published = read_parts(release, progress);
  AttributeSet asked;
  for (const std::string& attribute : attributes)
    asked = united(asked, {number_of(attribute, published)});
  struct Prepared {
    CountEstimator estimator;
    std::vector<std::size_t> numbers;
    std::vector<DomainShares> shares;
  };
  const auto prepared =
      std::make_shared<Prepared>(Prepared{make_estimator(published, asked, progress), {}, {}});
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    prepared->numbers.push_back(number_of(attributes[i], published));
    prepared->shares.emplace_back(meaning_of(prepared->numbers.back(), published), domains[i],
                                  progress);
  }
  return [prepared, progress](std::span<const ValueSet> predicate) {
    std::vector<ValueSet> sets;
    for (const ValueSet& set : predicate) {
      sets.push_back(value_set(prepared->numbers[set.attribute],
                               prepared->shares[set.attribute].of(set.contains)));
    }
    return prepared->estimator.estimate(sets, progress);
  };
}

}  // namespace microdata::postgres
