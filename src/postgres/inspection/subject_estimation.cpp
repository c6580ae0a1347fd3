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
#include "postgres/inspection/release_reading.hpp"
#include "postgres/inspection/subject_relations.hpp"

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

// One table on its way in, with those of its attributes that were asked for.
struct EstimatedTable {
  Part part;
  const Source* table;
  // Places among those asked for.
  std::vector<std::size_t> asked;
  std::vector<const ReleaseAttribute*> attributes;
  std::vector<Dictionary> dictionaries;
  SubjectTable read;
};

EstimatedTable read_table(const Release& release, const std::vector<std::string>& names, Part part,
                          const Source& table, const SubjectRelations& relations,
                          Dictionary& buckets, Dictionary* members) {
  EstimatedTable reading{part, &table, {}, {}, {}, {}};
  for (std::size_t i = 0; i < names.size(); ++i) {
    const ReleaseAttribute& attribute = require_attribute(release, names[i]);
    if (attribute.relation != table.relation) continue;
    reading.asked.push_back(i);
    reading.attributes.push_back(&attribute);
    reading.dictionaries.emplace_back(require_column(table, attribute.name).type);
  }
  std::vector<Dictionary*> dictionaries;
  for (Dictionary& dictionary : reading.dictionaries)
    dictionaries.push_back(&dictionary);
  reading.read =
      read_subject_table(table, relations, reading.attributes, dictionaries, buckets, members);
  return reading;
}

void add_attributes(const Release& release, EstimatedTable& reading, SubjectEstimator& estimator,
                    const Progress& progress) {
  for (std::size_t i = 0; i < reading.attributes.size(); ++i) {
    Dictionary& values = reading.dictionaries[i];
    std::vector<Code>& codes = reading.read.attributes[i];
    values.finish(progress);
    values.translate(codes, progress);
    std::vector<std::size_t> rows(values.distinct());
    for (std::size_t row = 0; row < codes.size(); ++row) {
      progress.checkpoint_at(row);
      ++rows[codes[row]];
    }
    if (reading.attributes[i]->generalized)
      estimator.texts[reading.asked[i]] = texts_of(values, progress);
    estimator.attributes[reading.asked[i]] = {
        reading.part, reading.attributes[i]->column, std::move(codes),
        meaning_of(release, *reading.attributes[i], std::move(values), rows, progress)};
  }
}

void number_sets(const SubjectTable& values, const Dictionary& members, SubjectEstimator& estimator,
                 const Progress& progress) {
  const std::vector<std::span<const Code>> columns{values.bucket_of, values.member_of};
  const std::vector<Code> domains{std::max<Code>(estimator.buckets, 1),
                                  std::max<Code>(members.distinct(), 1)};
  Combinations sets =
      combine(static_cast<Row>(values.bucket_of.size()), columns, domains, progress);
  if (!values.bucket_of.empty()) {
    for (const Row row : representatives(sets))
      estimator.bucket_of_set.push_back(values.bucket_of[row]);
  }
  estimator.set_of = std::move(sets.of_row);
}

SubjectEstimator read_estimator(const Release& release, const std::vector<std::string>& names,
                                const Progress& progress) {
  const SubjectRelations relations = open_subject_relations(release);
  for (const std::string& name : names)
    require_attribute(release, name);
  Dictionary buckets(require_column(relations.persons, relations.bucket_column).type);
  Dictionary members(member_type(relations));
  std::vector<EstimatedTable> tables;
  tables.push_back(
      read_table(release, names, Part::persons, relations.persons, relations, buckets, nullptr));
  if (relations.values) {
    tables.push_back(
        read_table(release, names, Part::values, *relations.values, relations, buckets, &members));
  }
  if (relations.rows) {
    tables.push_back(
        read_table(release, names, Part::rows, *relations.rows, relations, buckets, &members));
  }
  buckets.finish(progress);
  members.finish(progress);
  check_bucket_numbers(buckets);
  SubjectEstimator estimator;
  estimator.buckets = buckets.distinct();
  estimator.attributes.resize(names.size());
  estimator.texts.resize(names.size());
  for (EstimatedTable& table : tables) {
    translate_places(table.read, buckets, members, progress);
    add_attributes(release, table, estimator, progress);
  }
  for (EstimatedTable& table : tables) {
    switch (table.part) {
      case Part::persons:
        estimator.bucket_of_person = std::move(table.read.bucket_of);
        break;
      case Part::rows:
        estimator.bucket_of_row = std::move(table.read.bucket_of);
        break;
      case Part::values:
        estimator.has_values = true;
        number_sets(table.read, members, estimator, progress);
        break;
    }
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
      "Persons have several rows each, and sets of sensitive values: a likelihood of all linkings "
      "of a bucket is computed where its rows are persons.",
      release, query, progress);
}

const CountEstimation counts_of_subjects = estimation_by<read_estimator>;

}  // namespace microdata::postgres
