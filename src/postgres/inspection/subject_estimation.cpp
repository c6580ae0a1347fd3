#include "postgres/inspection/subject_estimation.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/microdata/combination.hpp"
#include "core/utility/bucket_cells.hpp"
#include "core/utility/set_estimate.hpp"
#include "postgres/inspection/estimation_by.hpp"
#include "postgres/inspection/published_meaning.hpp"
#include "postgres/inspection/release_estimator.hpp"
#include "postgres/inspection/subject_reader.hpp"

namespace microdata::postgres {

namespace {

enum class Part { persons, rows, values };

// An attribute as it was published.
struct SetAttribute {
  Part part = Part::persons;
  // Attributes of one column of the table of persons belong together.
  int column = 1;
  // By row of its table, what is published, and by label, what that stands for.
  std::vector<Code> labels;
  AttributeMeaning meaning;
};

// A release read once, as far as some of its attributes go, with the caller's privileges.
struct SubjectEstimator {
  Code buckets = 0;
  std::vector<Code> bucket_of_person;
  std::optional<std::vector<Code>> bucket_of_row;
  bool has_values = false;
  std::vector<Code> set_of;
  std::vector<Code> bucket_of_set;
  // In the order in which they were asked for.
  std::vector<SetAttribute> attributes;
  // By attribute and label, of a generalized one: how it reads; nothing for NULL.
  std::vector<std::vector<std::optional<std::string>>> texts;

  double estimate(std::span<const std::size_t> asked, std::span<const std::vector<double>> share,
                  const Progress& progress) const {
    SetShares shares;
    shares.buckets = buckets;
    shares.bucket_of_person = bucket_of_person;
    if (bucket_of_row) shares.bucket_of_row = *bucket_of_row;
    shares.has_values = has_values;
    shares.set_of = set_of;
    shares.bucket_of_set = bucket_of_set;
    std::map<int, ColumnShares> persons;
    for (std::size_t i = 0; i < asked.size(); ++i) {
      const SetAttribute& attribute = attributes[asked[i]];
      ColumnShares& column = attribute.part == Part::persons ? persons[attribute.column]
                             : attribute.part == Part::rows  ? shares.rows
                                                             : shares.values;
      column.push_back({attribute.labels, share[i]});
    }
    for (auto& [number, column] : persons)
      shares.persons.push_back(std::move(column));
    return set_estimate(shares, progress);
  }

  // The attributes' combinations, and how many rows have each, as set_estimate() has them.
  ReleaseEstimator combinations(const std::vector<std::string>& names, const Progress& progress) &&;

 private:
  std::vector<double> things_of_buckets(std::span<const Code> bucket_of) const;
  std::vector<double> weights_of_sets() const;
};

// A table's attributes that are asked for together, as one factor of each bucket.
struct AskedFactor {
  // Places among those asked for.
  std::vector<std::size_t> asked;
  BucketFactor factor;
  // A row of each level.
  std::vector<Row> row_of_level;
};

// `relation`: the table's.
void add_attributes(const Release& release, const std::vector<std::string>& names, Part part,
                    const Source& relation, ReadTable& table, SubjectEstimator& estimator,
                    const Progress& progress) {
  auto next = table.attributes.begin();
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (require_attribute(release, names[i]).relation != relation.relation) continue;
    ReadAttribute& one = *next++;
    std::vector<std::size_t> rows(one.values().distinct());
    for (std::size_t row = 0; row < one.published.size(); ++row) {
      progress.checkpoint_at(row);
      ++rows[one.published[row]];
    }
    if (one.attribute->generalized) estimator.texts[i] = texts_of(one.values(), progress);
    estimator.attributes[i] = {
        part, one.attribute->column, std::move(one.published),
        meaning_of(release, *one.attribute, std::move(one.values()), rows, progress)};
  }
}

SubjectEstimator read_estimator(const Release& release, const std::vector<std::string>& names,
                                const Progress& progress) {
  const SubjectRelations relations = open_subject_relations(release);
  ReadSubjects read =
      read_subjects(release, relations, {.attributes = names, .source = false}, progress);
  SubjectEstimator estimator;
  estimator.buckets = read.bucket_numbers.front().distinct();
  estimator.attributes.resize(names.size());
  estimator.texts.resize(names.size());
  const auto add = [&](Part part, const Source& relation, ReadTable& table) {
    add_attributes(release, names, part, relation, table, estimator, progress);
  };
  add(Part::persons, relations.persons, read.persons);
  estimator.bucket_of_person = std::move(read.persons.bucket_of);
  if (read.values) {
    add(Part::values, *relations.values, *read.values);
    estimator.has_values = true;
    ReadSets sets = number_sets(*read.values, read, progress);
    for (const Row row : sets.row_of_set)
      estimator.bucket_of_set.push_back(read.values->bucket_of[row]);
    estimator.set_of = std::move(sets.set_of);
  }
  if (read.rows) {
    add(Part::rows, *relations.rows, *read.rows);
    estimator.bucket_of_row = std::move(read.rows->bucket_of);
  }
  return estimator;
}

// Of things with a bucket each, how many each bucket has.
std::vector<double> SubjectEstimator::things_of_buckets(std::span<const Code> bucket_of) const {
  std::vector<double> things(buckets);
  for (const Code b : bucket_of)
    ++things[b];
  return things;
}

// A combination of a set counts for one where combinations stand for rows, and else for its share
// of the set.
std::vector<double> SubjectEstimator::weights_of_sets() const {
  std::vector<double> weights(set_of.size(), 1);
  if (!bucket_of_row) return weights;
  std::vector<double> size(bucket_of_set.size());
  for (const Code set : set_of)
    ++size[set];
  for (std::size_t row = 0; row < weights.size(); ++row)
    weights[row] = 1 / size[set_of[row]];
  return weights;
}

AskedFactor factor_of(const std::vector<SetAttribute>& attributes, std::vector<std::size_t> asked,
                      std::span<const Code> bucket_of, std::vector<double> weight,
                      const Progress& progress) {
  std::vector<std::span<const Code>> codes;
  std::vector<Code> domains;
  for (const std::size_t a : asked) {
    codes.emplace_back(attributes[a].labels);
    domains.push_back(std::max<Code>(attributes[a].meaning.distinct(), 1));
  }
  Combinations levels = combine(static_cast<Row>(bucket_of.size()), codes, domains, progress);
  AskedFactor result{std::move(asked), {bucket_of, {}, std::move(weight), levels.distinct}, {}};
  if (!bucket_of.empty()) result.row_of_level = representatives(levels);
  result.factor.level_of = std::move(levels.of_row);
  return result;
}

ReleaseEstimator SubjectEstimator::combinations(const std::vector<std::string>& names,
                                                const Progress& progress) && {
  std::vector<Code> bucket_of_value;
  for (const Code set : set_of)
    bucket_of_value.push_back(bucket_of_set[set]);
  // By table and column.
  std::map<std::pair<Part, int>, std::vector<std::size_t>> together;
  for (std::size_t a = 0; a < attributes.size(); ++a) {
    const bool of_person = attributes[a].part == Part::persons;
    together[{attributes[a].part, of_person ? attributes[a].column : 0}].push_back(a);
  }
  const std::vector<double> size = things_of_buckets(bucket_of_person);
  // What is not asked for is a number of things; persons, rows and sets by the square of persons.
  std::vector<double> of_bucket = size;
  const auto multiply = [&](std::span<const Code> bucket_of, std::span<const double> weight,
                            bool is_asked) {
    std::vector<double> things(is_asked ? 0 : buckets);
    for (std::size_t i = 0; i < bucket_of.size() && !is_asked; ++i)
      things[bucket_of[i]] += weight.empty() ? 1 : weight[i];
    for (std::size_t b = 0; b < of_bucket.size(); ++b)
      of_bucket[b] *= (is_asked ? 1 : things[b]) / std::max(size[b], 1.0);
  };
  const std::vector<double> of_sets = weights_of_sets();
  if (bucket_of_row) multiply(*bucket_of_row, {}, together.contains({Part::rows, 0}));
  if (has_values) multiply(bucket_of_value, of_sets, together.contains({Part::values, 0}));
  std::vector<AskedFactor> factors;
  for (auto& [of, asked] : together) {
    if (of.first == Part::persons) {
      multiply(bucket_of_person, {}, true);
      factors.push_back(factor_of(attributes, std::move(asked), bucket_of_person,
                                  std::vector<double>(bucket_of_person.size(), 1), progress));
    } else if (of.first == Part::rows) {
      factors.push_back(factor_of(attributes, std::move(asked), *bucket_of_row,
                                  std::vector<double>(bucket_of_row->size(), 1), progress));
    } else {
      factors.push_back(
          factor_of(attributes, std::move(asked), bucket_of_value, of_sets, progress));
    }
  }
  std::vector<BucketFactor> crossed;
  for (AskedFactor& factor : factors)
    crossed.push_back(std::move(factor.factor));
  LevelCells cells = cross_factors(crossed, of_bucket, progress);
  ReleaseEstimator result;
  result.bucket_of.resize(cells.weight.size());
  result.buckets = 1;
  for (std::size_t a = 0; a < attributes.size(); ++a)
    result.attributes.push_back(
        {names[a], 1, {}, std::move(texts[a]), std::move(attributes[a].meaning)});
  for (std::size_t f = 0; f < factors.size(); ++f) {
    for (const std::size_t a : factors[f].asked) {
      for (const Code level : cells.level[f])
        result.attributes[a].labels.push_back(attributes[a].labels[factors[f].row_of_level[level]]);
    }
  }
  result.weights = std::move(cells.weight);
  return result;
}

ReleaseEstimator read_combinations_of_subjects(const Release& release,
                                               const std::vector<std::string>& names,
                                               const Progress& progress) {
  return read_estimator(release, names, progress).combinations(names, progress);
}

}  // namespace

GroupEstimates estimate_groups_of_subjects(const Release& release, const GroupQuery& query,
                                           const Progress& progress) {
  return estimate_groups_of_combinations(
      read_combinations_of_subjects,
      "Persons have several rows each, and sets of sensitive values: a "
      "likelihood of all linkings "
      "of a bucket is computed where its rows are persons.",
      release, query, progress);
}

const CountEstimation counts_of_subjects = estimation_by<read_estimator>;

}  // namespace microdata::postgres
