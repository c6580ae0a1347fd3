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
#include "postgres/inspection/release_reader.hpp"
#include "postgres/inspection/release_reading.hpp"
#include "postgres/release/release_lock.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/region_rows.hpp"

namespace microdata::postgres {

namespace {

// By value: in a region, those of the whole release where they are known.
std::vector<std::size_t> rows_of_values(ReadAttribute& read, const Progress& progress) {
  const std::vector<std::uint64_t> counted =
      global_counts(read.values(), key_of_labels(*read.attribute));
  if (!counted.empty()) return {counted.begin(), counted.end()};
  std::vector<std::size_t> rows(read.values().distinct());
  for (std::size_t row = 0; row < read.published.size(); ++row) {
    progress.checkpoint_at(row);
    // Persons without a value have none of these.
    if (read.published[row] < rows.size()) ++rows[read.published[row]];
  }
  return rows;
}

void add_attribute(const Release& release, ReadAttribute& read, ReleaseEstimator& estimator,
                   const Progress& progress) {
  const std::vector<std::size_t> rows = rows_of_values(read, progress);
  std::vector<std::optional<std::string>> texts;
  if (read.attribute->generalized) texts = texts_of(read.values(), progress);
  estimator.attributes.push_back(
      {read.attribute->name, read.attribute->column, std::move(read.published), std::move(texts),
       meaning_of(release, *read.attribute, std::move(read.values()), rows, progress)});
}

// Rows of counterfeits come last, and show what is sensitive alone.
void put_persons_first(ReadRelease& read, ReleaseEstimator& estimator) {
  if (read.counterfeit.empty()) return;
  const std::vector<Row> order = persons_first(read.counterfeit);
  estimator.counterfeits =
      static_cast<std::size_t>(std::count(read.counterfeit.begin(), read.counterfeit.end(), 1));
  const auto reorder = [&](std::vector<Code>& codes, std::size_t kept) {
    std::vector<Code> ordered;
    ordered.reserve(kept);
    for (const Row row : std::span(order).first(kept))
      ordered.push_back(codes[row]);
    codes = std::move(ordered);
  };
  reorder(estimator.bucket_of, order.size());
  for (ReadAttribute& one : read.attributes) {
    const bool is_sensitive = one.attribute->role == Role::sensitive;
    reorder(one.published, is_sensitive ? order.size() : estimator.persons());
  }
}

// Finds persons without a value, whose label becomes one after the last. Returns by label what they
// may have: what the other rows show, as often.
std::vector<double> find_valueless(const Release& release, ReadAttribute& read,
                                   ReleaseEstimator& estimator) {
  if (read.attribute->role != Role::sensitive) return {};
  estimator.valueless = valueless_buckets(release, estimator.bucket_of, estimator.buckets,
                                          read.published, read.values());
  if (estimator.valueless.empty()) return {};
  std::vector<double> shares(read.values().distinct());
  double rows = 0;
  for (std::size_t row = 0; row < read.published.size(); ++row) {
    if (estimator.valueless[estimator.bucket_of[row]] != 0) {
      read.published[row] = read.values().distinct();
    } else {
      ++shares[read.published[row]];
      ++rows;
    }
  }
  for (double& share : shares)
    share /= std::max(rows, 1.0);
  return shares;
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
  const std::vector<std::string> names =
      none ? std::vector{release.attributes.front().name} : attributes;
  ReadRelease read =
      read_release(release, {.attributes = names, .buckets = false, .source = false}, progress);
  ReleaseEstimator estimator;
  estimator.bucket_of.resize(read.rows);
  estimator.buckets = 1;
  for (ReadAttribute& one : read.attributes) {
    if (!none) add_attribute(release, one, estimator, progress);
  }
  return estimator;
}

ReleaseEstimator read_bucket_estimator(const Release& release,
                                       const std::vector<std::string>& attributes,
                                       const Progress& progress) {
  ReadRelease read = read_release(release, {.attributes = attributes, .source = false}, progress);
  check_counts(read);
  ReleaseEstimator estimator;
  estimator.bucket_of = std::move(read.bucket_of);
  estimator.buckets = read.bucket_numbers.front().distinct();
  put_persons_first(read, estimator);
  for (std::size_t a = 0; a < attributes.size(); ++a) {
    ReadAttribute& one = read.attributes[a];
    std::vector<double> of_valueless = find_valueless(release, one, estimator);
    add_attribute(release, one, estimator, progress);
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
