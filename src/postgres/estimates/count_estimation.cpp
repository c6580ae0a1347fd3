#include "postgres/estimates/count_estimation.hpp"

#include <algorithm>
#include <list>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "core/utility/bucket_estimate.hpp"
#include "core/utility/set_estimate.hpp"
#include "postgres/estimates/person_estimation.hpp"
#include "postgres/inspection/counterfeits.hpp"
#include "postgres/inspection/part_task.hpp"
#include "postgres/inspection/published_subjects.hpp"
#include "postgres/inspection/release_reader.hpp"
#include "postgres/inspection/subject_relations.hpp"
#include "postgres/release/release_lock.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/region_rows.hpp"

namespace microdata::postgres {

namespace {

// Returns the number of rows by value; in a region the number in the whole release, if it is known.
std::vector<std::size_t> rows_of_values(ReadAttribute& read, const Progress& progress) {
  const std::vector<std::uint64_t> counted =
      global_counts(read.values(), key_of_labels(*read.attribute));
  if (!counted.empty()) return {counted.begin(), counted.end()};
  std::vector<std::size_t> rows(read.values().distinct());
  for (std::size_t row = 0; row < read.published.size(); ++row) {
    progress.checkpoint_at(row);
    // Persons without a value are not counted; they have the label after the last value.
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

// Moves counterfeits behind the persons, and removes all but their sensitive labels.
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

// Gives persons without a value the label after the last one. Returns by label the probability that
// they have it, which is its share of the other rows; empty if there are no such persons.
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

double ReleaseEstimator::estimate(std::span<const std::size_t> asked,
                                  std::span<const std::vector<double>> share,
                                  const Progress& progress) const {
  std::map<int, ColumnShares> columns;
  // Shares with one more label, that of persons without a value.
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
  // Without attributes any one is read, because each shows the number of rows.
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

bool are_linked(const Release& release, const std::vector<std::string>& names) {
  std::set<int> columns;
  for (const std::string& name : names)
    columns.insert(require_attribute(release, name).column);
  return columns.size() > 1 || counterfeits_of(release) > 0;
}

const CountEstimation counts_of_buckets = estimation_by<read_bucket_estimator>;

namespace {

// Adds the attributes of a part to the estimator.
void add_attributes(const Release& release, const std::vector<std::string>& names, SubjectPart part,
                    ReadTable& table, SubjectEstimator& estimator, const Progress& progress) {
  auto next = table.attributes.begin();
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (part_of(release, require_attribute(release, names[i])) != part) continue;
    ReadAttribute& one = *next++;
    const std::vector<std::size_t> rows = rows_of_values(one, progress);
    if (one.attribute->generalized) estimator.texts[i] = texts_of(one.values(), progress);
    estimator.attributes[i] = {
        part, one.attribute->column, std::move(one.published),
        meaning_of(release, *one.attribute, std::move(one.values()), rows, progress)};
  }
}

}  // namespace

SubjectEstimator read_estimator(const Release& release, const std::vector<std::string>& names,
                                const Progress& progress) {
  ReadSubjects read = read_subjects(release, open_subject_relations(release),
                                    {.attributes = names, .source = false}, progress);
  SubjectEstimator estimator;
  estimator.buckets = read.bucket_numbers.front().distinct();
  estimator.attributes.resize(names.size());
  estimator.texts.resize(names.size());
  const auto add = [&](SubjectPart part, ReadTable& table) {
    add_attributes(release, names, part, table, estimator, progress);
  };
  add(SubjectPart::persons, read.persons);
  estimator.bucket_of_person = std::move(read.persons.bucket_of);
  if (read.values) {
    add(SubjectPart::values, *read.values);
    estimator.has_values = true;
    ReadSets sets = number_sets(*read.values, read, progress);
    for (const Row row : sets.row_of_set)
      estimator.bucket_of_set.push_back(read.values->bucket_of[row]);
    estimator.set_of = std::move(sets.set_of);
  }
  if (read.rows) {
    add(SubjectPart::rows, *read.rows);
    estimator.row_sets = number_sets(*read.rows, read, progress);
    estimator.bucket_of_row = std::move(read.rows->bucket_of);
  }
  return estimator;
}

double SubjectEstimator::estimate(std::span<const std::size_t> asked,
                                  std::span<const std::vector<double>> share,
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
    ColumnShares& column = attribute.part == SubjectPart::persons ? persons[attribute.column]
                           : attribute.part == SubjectPart::rows  ? shares.rows
                                                                  : shares.values;
    column.push_back({attribute.labels, share[i]});
  }
  for (auto& [number, column] : persons)
    shares.persons.push_back(std::move(column));
  return set_estimate(shares, progress);
}

const CountEstimation counts_of_subjects = estimation_by<read_estimator>;

}  // namespace microdata::postgres
