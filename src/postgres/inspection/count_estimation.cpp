#include "postgres/inspection/count_estimation.hpp"

#include <algorithm>
#include <list>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include "core/utility/bucket_estimate.hpp"
#include "postgres/inspection/counterfeits.hpp"
#include "postgres/inspection/estimation_by.hpp"
#include "postgres/inspection/region_estimation.hpp"
#include "postgres/inspection/release_estimator.hpp"
#include "postgres/inspection/release_reading.hpp"
#include "postgres/release/release_lock.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/reader.hpp"
#include "postgres/source/region_rows.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

namespace {

// One attribute on its way in.
struct AttributeColumn {
  const ReleaseAttribute* attribute;
  Dictionary values;
  std::vector<Code> codes;
};

std::vector<AttributeColumn> prepare(const Release& release,
                                     const std::vector<std::string>& attributes,
                                     std::map<Oid, Source>& relations) {
  std::vector<AttributeColumn> columns;
  for (const std::string& name : attributes) {
    const ReleaseAttribute& attribute = require_attribute(release, name);
    if (!relations.contains(attribute.relation)) {
      relations.emplace(attribute.relation, open_source(attribute.relation));
    }
    columns.push_back(
        {&attribute,
         Dictionary(require_column(relations.at(attribute.relation), attribute.name).type),
         {}});
    begin_with_globals(columns.back().values, key_of_labels(attribute));
  }
  return columns;
}

// Reads a relation's bucket column, if one is wanted, and its attributes.
void read_relation(const Source& relation, const std::string* bucket_column, Dictionary* buckets,
                   std::vector<Code>* bucket_of, std::vector<AttributeColumn>& columns) {
  std::vector<std::string> names;
  std::vector<Dictionary*> dictionaries;
  if (bucket_column != nullptr) {
    names.push_back(*bucket_column);
    dictionaries.push_back(buckets);
  }
  std::vector<AttributeColumn*> read;
  for (AttributeColumn& column : columns) {
    if (column.attribute->relation != relation.relation) continue;
    read.push_back(&column);
    names.push_back(column.attribute->name);
    dictionaries.push_back(&column.values);
  }
  std::vector<std::vector<Code>> codes = read_columns(relation.relation, names, dictionaries);
  if (bucket_column != nullptr) *bucket_of = std::move(codes.front());
  for (std::size_t i = 0; i < read.size(); ++i)
    read[i]->codes = std::move(codes[i + (bucket_column != nullptr ? 1 : 0)]);
}

// By value: in a region, those of the whole release where they are known.
std::vector<std::size_t> rows_of_values(const AttributeColumn& column, const Progress& progress) {
  const std::vector<std::uint64_t> counted =
      global_counts(column.values, key_of_labels(*column.attribute));
  if (!counted.empty()) return {counted.begin(), counted.end()};
  std::vector<std::size_t> rows(column.values.distinct());
  for (std::size_t row = 0; row < column.codes.size(); ++row) {
    progress.checkpoint_at(row);
    // Persons without a value have none of these.
    if (column.codes[row] < rows.size()) ++rows[column.codes[row]];
  }
  return rows;
}

void add_attribute(const Release& release, AttributeColumn& column, ReleaseEstimator& estimator,
                   const Progress& progress) {
  const std::vector<std::size_t> rows = rows_of_values(column, progress);
  std::vector<std::optional<std::string>> texts;
  if (column.attribute->generalized) texts = texts_of(column.values, progress);
  estimator.attributes.push_back(
      {column.attribute->name, column.attribute->column, std::move(column.codes), std::move(texts),
       meaning_of(release, *column.attribute, std::move(column.values), rows, progress)});
}

// These attributes, and after them all others that are not sensitive.
std::vector<std::string> with_known(const Release& release,
                                    const std::vector<std::string>& attributes) {
  std::vector<std::string> names = attributes;
  for (const ReleaseAttribute& attribute : release.attributes) {
    if (attribute.role != Role::sensitive &&
        std::find(attributes.begin(), attributes.end(), attribute.name) == attributes.end())
      names.push_back(attribute.name);
  }
  return names;
}

// Rows of counterfeits come last, and show what is sensitive alone.
void put_persons_first(const Release& release, std::vector<AttributeColumn>& columns,
                       ReleaseEstimator& estimator, const Progress& progress) {
  const auto is_known = [](const AttributeColumn& column) {
    return column.attribute->role != Role::sensitive;
  };
  CounterfeitRows rows(estimator.bucket_of.size());
  for (const AttributeColumn& column : columns) {
    if (is_known(column)) rows.add(column.codes, column.values, progress);
  }
  const std::vector<Row> order = persons_first(rows.found(release));
  estimator.counterfeits = counterfeits_of(release);
  const auto reorder = [&](std::vector<Code>& codes, std::size_t kept) {
    std::vector<Code> ordered;
    ordered.reserve(kept);
    for (const Row row : std::span(order).first(kept))
      ordered.push_back(codes[row]);
    codes = std::move(ordered);
  };
  reorder(estimator.bucket_of, order.size());
  for (AttributeColumn& column : columns)
    reorder(column.codes, is_known(column) ? estimator.persons() : order.size());
}

// Finds persons without a value, whose label becomes one after the last. Returns by label what they
// may have: what the other rows show, as often.
std::vector<double> find_valueless(const Release& release, AttributeColumn& column,
                                   ReleaseEstimator& estimator) {
  if (column.attribute->role != Role::sensitive) return {};
  estimator.valueless = valueless_buckets(release, estimator.bucket_of, estimator.buckets,
                                          column.codes, column.values);
  if (estimator.valueless.empty()) return {};
  std::vector<double> shares(column.values.distinct());
  double rows = 0;
  for (std::size_t row = 0; row < column.codes.size(); ++row) {
    if (estimator.valueless[estimator.bucket_of[row]] != 0) {
      column.codes[row] = column.values.distinct();
    } else {
      ++shares[column.codes[row]];
      ++rows;
    }
  }
  for (double& share : shares)
    share /= std::max(rows, 1.0);
  return shares;
}

// Of the anatomy format the relation of the rows is that of the quasi-identifiers.
Oid relation_of_estimated_rows(const Release& release, bool counted) {
  const auto found = std::find_if(
      release.attributes.begin(), release.attributes.end(),
      [&](const ReleaseAttribute& a) { return !counted || a.role != Role::sensitive; });
  if (found == release.attributes.end()) fail_incomplete(release);
  return found->relation;
}

}  // namespace

std::vector<std::optional<std::string>> texts_of(const Dictionary& published,
                                                 const Progress& progress) {
  const std::vector<std::string> texts = published.texts(progress);
  std::vector<std::optional<std::string>> result(texts.begin(), texts.end());
  if (published.nullable()) result.emplace_back();
  return result;
}

double ReleaseEstimator::estimate(std::span<const std::size_t> asked,
                                  std::span<const std::vector<double>> share,
                                  const Progress& progress) const {
  std::map<int, ColumnShares> columns;
  // With that of persons without a value.
  std::list<std::vector<double>> extended;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const PublishedAttribute& attribute = attributes[asked[i]];
    const std::vector<double>* of_labels = &share[i];
    if (!attribute.of_valueless.empty()) {
      of_labels = &extended.emplace_back(share[i]);
      extended.back().push_back(std::inner_product(share[i].begin(), share[i].end(),
                                                   attribute.of_valueless.begin(), 0.0));
    }
    columns[attribute.column].push_back({attribute.labels, *of_labels});
  }
  std::vector<ColumnShares> by_column;
  for (auto& [number, column] : columns)
    by_column.push_back(std::move(column));
  return bucket_estimate(bucket_of, buckets, by_column, counterfeits, progress);
}

void ReleaseEstimator::leave_out_valueless() {
  if (valueless.empty()) return;
  const auto keep_others = [&](std::vector<Code>& codes) {
    std::size_t kept = 0;
    for (std::size_t row = 0; row < codes.size(); ++row) {
      if (valueless[bucket_of[row]] == 0) codes[kept++] = codes[row];
    }
    codes.resize(kept);
  };
  for (PublishedAttribute& attribute : attributes)
    keep_others(attribute.labels);
  std::vector<Code> others = bucket_of;
  keep_others(others);
  bucket_of = std::move(others);
  valueless.clear();
}

ReleaseEstimator read_row_estimator(const Release& release,
                                    const std::vector<std::string>& attributes,
                                    const Progress& progress) {
  // Any attribute shows how many rows there are.
  const bool none = attributes.empty();
  const std::vector<std::string> read =
      none ? std::vector{release.attributes.front().name} : attributes;
  std::map<Oid, Source> relations;
  std::vector<AttributeColumn> columns = prepare(release, read, relations);
  read_relation(relations.at(columns.front().attribute->relation), nullptr, nullptr, nullptr,
                columns);
  ReleaseEstimator estimator;
  estimator.bucket_of.resize(columns.front().codes.size());
  estimator.buckets = 1;
  for (AttributeColumn& column : columns) {
    if (none) break;
    column.values.finish(progress);
    column.values.translate(column.codes, progress);
    add_attribute(release, column, estimator, progress);
  }
  return estimator;
}

ReleaseEstimator read_bucket_estimator(const Release& release,
                                       const std::vector<std::string>& attributes,
                                       const Progress& progress) {
  const std::string bucket_column = release.layout.bucket.name;
  const std::string count_column = release.layout.count.name;
  const Oid rows = relation_of_estimated_rows(release, release.layout.counted);
  std::map<Oid, Source> relations;
  relations.emplace(rows, open_source(rows));
  // Counterfeits among the rows are known by all that is not sensitive.
  const std::size_t counterfeits = counterfeits_of(release);
  const bool shows_counterfeits = counterfeits > 0 && !release.layout.counted;
  std::vector<AttributeColumn> columns = prepare(
      release, shows_counterfeits ? with_known(release, attributes) : attributes, relations);
  const SourceColumn& bucket = require_column(relations.at(rows), bucket_column);
  check_is_integer(bucket, "bucket");
  Dictionary buckets(bucket.type);
  ReleaseEstimator estimator;
  read_relation(relations.at(rows), &bucket_column, &buckets, &estimator.bucket_of, columns);
  std::map<const AttributeColumn*, CountedColumn> counted;
  for (AttributeColumn& column : columns) {
    if (column.attribute->relation == rows) continue;
    counted.emplace(&column,
                    read_counted(relations.at(column.attribute->relation), column.attribute->name,
                                 bucket_column, count_column, buckets, column.values));
  }
  buckets.finish(progress);
  buckets.translate(estimator.bucket_of, progress);
  estimator.buckets = buckets.distinct();
  const std::size_t rows_shown = estimator.bucket_of.size();
  for (AttributeColumn& column : columns) {
    column.values.finish(progress);
    const auto found = counted.find(&column);
    if (found == counted.end()) {
      column.values.translate(column.codes, progress);
    } else {
      finish_counted(found->second, buckets, column.values, progress);
      add_counterfeits(found->second, counterfeits, rows_shown, estimator.bucket_of, progress);
    }
  }
  for (AttributeColumn& column : columns) {
    const auto found = counted.find(&column);
    if (found == counted.end()) continue;
    std::size_t misfits = 0;
    column.codes =
        spread_values(found->second, estimator.buckets, estimator.bucket_of, misfits, progress);
    if (misfits > 0) throw counts_do_not_fit(column.attribute->name);
  }
  estimator.counterfeits = estimator.bucket_of.size() - rows_shown;
  if (shows_counterfeits) put_persons_first(release, columns, estimator, progress);
  columns.erase(columns.begin() + static_cast<std::ptrdiff_t>(attributes.size()), columns.end());
  for (AttributeColumn& column : columns) {
    std::vector<double> of_valueless = find_valueless(release, column, estimator);
    add_attribute(release, column, estimator, progress);
    estimator.attributes.back().of_valueless = std::move(of_valueless);
  }
  return estimator;
}

void fail_attribute(const std::vector<std::string>& attributes, const std::string& name) {
  Error error(ERRCODE_UNDEFINED_COLUMN, "the release has no attribute " + in_quotes(name));
  for (const std::string& attribute : attributes) {
    if (same_but_for_case(attribute, name)) {
      throw std::move(error).hint("Perhaps you meant the attribute " + in_quotes(attribute) +
                                  "; names are case-sensitive.");
    }
  }
  throw error;
}

const ReleaseAttribute& require_attribute(const Release& release, const std::string& name) {
  std::vector<std::string> names;
  for (const ReleaseAttribute& attribute : release.attributes) {
    if (attribute.name == name) return attribute;
    names.push_back(attribute.name);
  }
  fail_attribute(names, name);
}

bool are_linked(const Release& release, const std::vector<std::string>& names) {
  std::set<int> columns;
  for (const std::string& name : names)
    columns.insert(require_attribute(release, name).column);
  return columns.size() > 1 || counterfeits_of(release) > 0;
}

std::vector<ReleaseAttribute> distinct_attributes(const Release& release) {
  std::vector<ReleaseAttribute> attributes;
  std::set<std::string> known;
  for (const ReleaseAttribute& attribute : release.attributes) {
    const bool has_source = !attribute.source_name.empty();
    if (known.insert(has_source ? attribute.source_name : attribute.name).second)
      attributes.push_back(attribute);
  }
  return attributes;
}

const CountEstimation counts_of_rows = estimation_by<read_row_estimator>;
const CountEstimation counts_of_buckets = estimation_by<read_bucket_estimator>;

}  // namespace microdata::postgres
