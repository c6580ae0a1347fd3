#include "core/utility/part_placement.hpp"

#include <algorithm>
#include <numeric>

namespace microdata {

namespace {

// How many more tuples than published rows have each combination.
std::vector<std::int64_t> lacking(const SharedCombinations& combinations) {
  std::vector<std::int64_t> lack(combinations.distinct);
  for (const std::uint32_t c : combinations.tuples)
    ++lack[c];
  for (const std::uint32_t c : combinations.published)
    --lack[c];
  return lack;
}

// The tuples but as many as the parts have fewer rows: those that all parts lack.
std::vector<Row> published_tuples(std::span<const PartReading> parts, Row tuples,
                                  const Progress& progress) {
  std::vector<const SharedCombinations*> projections;
  std::size_t rows = 0;
  for (const PartReading& part : parts) {
    rows = std::max(rows, part.open.published.size());
    projections.push_back(&part.open);
    if (!part.bucketed.empty()) projections.push_back(&part.linked);
  }
  std::vector<std::vector<std::int64_t>> lack;
  for (const SharedCombinations* projection : projections)
    lack.push_back(lacking(*projection));
  std::size_t too_many = tuples - std::min<std::size_t>(rows, tuples);
  std::vector<Row> kept;
  for (Row tuple = 0; tuple < tuples; ++tuple) {
    progress.checkpoint_at(tuple);
    bool left_out = too_many > 0;
    for (std::size_t p = 0; left_out && p < projections.size(); ++p)
      left_out = lack[p][projections[p]->tuples[tuple]] > 0;
    if (!left_out) {
      kept.push_back(tuple);
      continue;
    }
    --too_many;
    for (std::size_t p = 0; p < projections.size(); ++p)
      --lack[p][projections[p]->tuples[tuple]];
  }
  return kept;
}

// Published rows by their combination, each to be taken once.
class Rows {
 public:
  explicit Rows(const SharedCombinations& combinations)
      : next_(combinations.distinct + std::size_t{1}), rows_(combinations.published.size()) {
    for (const std::uint32_t c : combinations.published)
      ++next_[c + 1];
    std::partial_sum(next_.begin(), next_.end(), next_.begin());
    end_.assign(next_.begin() + 1, next_.end());
    std::vector<std::size_t> at(next_.begin(), next_.end() - 1);
    for (std::size_t row = 0; row < rows_.size(); ++row)
      rows_[at[combinations.published[row]]++] = static_cast<Row>(row);
  }

  bool has(std::uint32_t combination) const { return next_[combination] < end_[combination]; }
  Row take(std::uint32_t combination) { return rows_[next_[combination]++]; }

 private:
  std::vector<std::size_t> next_;
  std::vector<std::size_t> end_;
  std::vector<Row> rows_;
};

constexpr Row no_row = static_cast<Row>(-1);

// The published row of every kept tuple, or no_row.
std::vector<Row> rows_of_tuples(const SharedCombinations& open, std::span<const Row> kept,
                                const Progress& progress) {
  Rows rows(open);
  std::vector<Row> result;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    progress.checkpoint_at(i);
    const std::uint32_t combination = open.tuples[kept[i]];
    result.push_back(rows.has(combination) ? rows.take(combination) : no_row);
  }
  return result;
}

// For every combination, the place of a kept tuple with it, or no_row.
std::vector<Row> examples(const SharedCombinations& linked, std::span<const Row> kept) {
  std::vector<Row> example(linked.distinct, no_row);
  for (std::size_t i = 0; i < kept.size(); ++i)
    example[linked.tuples[kept[i]]] = static_cast<Row>(i);
  return example;
}

// Numbers without gaps, in their order; no_bucket stays.
void close_gaps(std::vector<std::uint32_t>& buckets, std::size_t most) {
  std::vector<std::uint32_t> number(most);
  for (const std::uint32_t bucket : buckets) {
    if (bucket != no_bucket) number[bucket] = 1;
  }
  std::exclusive_scan(number.begin(), number.end(), number.begin(), 0U);
  for (std::uint32_t& bucket : buckets) {
    if (bucket != no_bucket) bucket = number[bucket];
  }
}

BucketedAttributes place(const PartReading& part, std::span<const Row> rows,
                         std::span<const Row> kept) {
  BucketedAttributes placed{part.bucketed, {}, {}};
  const std::vector<Row> example = examples(part.linked, kept);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Row row = rows[i];
    placed.bucket_of_row.push_back(row == no_row ? no_bucket : part.bucket_of[row]);
    const Row linked = row == no_row ? no_row : example[part.linked.published[row]];
    placed.linking.push_back(linked == no_row ? static_cast<Row>(i) : linked);
  }
  const auto largest = std::max_element(part.bucket_of.begin(), part.bucket_of.end());
  close_gaps(placed.bucket_of_row, *largest + std::size_t{1});
  return placed;
}

}  // namespace

PartPlacement place_in_parts(std::span<const PartReading> parts, Row tuples,
                             const Progress& progress) {
  PartPlacement placement;
  placement.tuples = published_tuples(parts, tuples, progress);
  std::vector<bool> unplaced(placement.tuples.size());
  for (const PartReading& part : parts) {
    const std::vector<Row> rows = rows_of_tuples(part.open, placement.tuples, progress);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (rows[i] == no_row) unplaced[i] = true;
    }
    placement.bucketed.push_back(part.bucketed.empty() ? nullptr
                                                       : std::make_shared<const BucketedAttributes>(
                                                             place(part, rows, placement.tuples)));
  }
  placement.unplaced = static_cast<std::size_t>(std::count(unplaced.begin(), unplaced.end(), true));
  return placement;
}

}  // namespace microdata
