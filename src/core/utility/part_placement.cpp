#include "core/utility/part_placement.hpp"

#include <algorithm>
#include <numeric>

#include "core/base/grouped.hpp"

namespace microdata {

namespace {

// Returns the number of tuples less the number of published rows, by combination.
std::vector<std::int64_t> lacking(const SharedCombinations& combinations) {
  std::vector<std::int64_t> lack(combinations.distinct);
  for (const std::uint32_t c : combinations.tuples)
    ++lack[c];
  for (const std::uint32_t c : combinations.published)
    --lack[c];
  return lack;
}

// Marks the tuples with a combination that no bucket with their open values has. These tuples were
// not published.
void mark_impossible(const PartReading& part, std::vector<bool>& impossible,
                     const Progress& progress) {
  if (part.bucketed.empty()) {
    std::vector<bool> occurs(part.open.distinct);
    for (const std::uint32_t c : part.open.published)
      occurs[c] = true;
    for (std::size_t tuple = 0; tuple < impossible.size(); ++tuple) {
      if (!occurs[part.open.tuples[tuple]]) impossible[tuple] = true;
    }
    return;
  }
  const auto buckets =
      std::size_t{1} + *std::max_element(part.bucket_of.begin(), part.bucket_of.end());
  const Grouped<Row> of_bucket = group_numbers(part.bucket_of, buckets, progress);
  const Grouped<Row> rows = group_numbers(part.open.published, part.open.distinct, progress);
  const Grouped<Row> tuples = group_numbers(part.open.tuples, part.open.distinct, progress);
  // Open combination for which each bucket was last searched, and each value last seen.
  std::vector<std::uint32_t> looked_for(buckets, part.open.distinct);
  std::vector<std::uint32_t> seen_for(part.linked.distinct, part.open.distinct);
  for (std::uint32_t q = 0; q < part.open.distinct; ++q) {
    progress.checkpoint_at(q);
    for (const Row row : rows[q]) {
      const std::uint32_t bucket = part.bucket_of[row];
      if (looked_for[bucket] == q) continue;
      looked_for[bucket] = q;
      for (const Row other : of_bucket[bucket])
        seen_for[part.linked.published[other]] = q;
    }
    for (const Row tuple : tuples[q]) {
      if (seen_for[part.linked.tuples[tuple]] != q) impossible[tuple] = true;
    }
  }
}

// Returns the tuples that can be in the parts, less the number by which the parts have fewer rows.
// The tuples removed last are ones that all parts lack.
std::vector<Row> published_tuples(std::span<const PartReading> parts, Row tuples,
                                  const Progress& progress) {
  std::vector<const SharedCombinations*> projections;
  std::vector<bool> left_out(tuples);
  std::size_t rows = 0;
  for (const PartReading& part : parts) {
    rows = std::max(rows, part.open.published.size());
    projections.push_back(&part.open);
    if (!part.bucketed.empty()) projections.push_back(&part.linked);
    mark_impossible(part, left_out, progress);
  }
  std::vector<std::vector<std::int64_t>> lack;
  for (const SharedCombinations* projection : projections)
    lack.push_back(lacking(*projection));
  const auto leave_out = [&](Row tuple) {
    left_out[tuple] = true;
    for (std::size_t p = 0; p < projections.size(); ++p)
      --lack[p][projections[p]->tuples[tuple]];
  };
  std::size_t published = tuples;
  for (Row tuple = 0; tuple < tuples; ++tuple) {
    if (!left_out[tuple]) continue;
    leave_out(tuple);
    --published;
  }
  std::vector<Row> kept;
  for (Row tuple = 0; tuple < tuples; ++tuple) {
    progress.checkpoint_at(tuple);
    bool lacked = published > rows && !left_out[tuple];
    for (std::size_t p = 0; lacked && p < projections.size(); ++p)
      lacked = lack[p][projections[p]->tuples[tuple]] > 0;
    if (lacked) {
      leave_out(tuple);
      --published;
    }
    if (!left_out[tuple]) kept.push_back(tuple);
  }
  return kept;
}

constexpr Row no_row = static_cast<Row>(-1);

// Returns the published row of every kept tuple, or no_row.
std::vector<Row> rows_of_tuples(const SharedCombinations& open, std::span<const Row> kept,
                                const Progress& progress) {
  const Grouped<Row> rows = group_numbers(open.published, open.distinct, progress);
  std::vector<std::uint32_t> taken(open.distinct);
  std::vector<Row> result;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    progress.checkpoint_at(i);
    const std::uint32_t combination = open.tuples[kept[i]];
    const std::span<const Row> with_it = rows[combination];
    std::uint32_t& next = taken[combination];
    result.push_back(next < with_it.size() ? with_it[next++] : no_row);
  }
  return result;
}

// Returns for every combination the place of a kept tuple with it, or no_row.
std::vector<Row> examples(const SharedCombinations& linked, std::span<const Row> kept) {
  std::vector<Row> example(linked.distinct, no_row);
  for (std::size_t i = 0; i < kept.size(); ++i)
    example[linked.tuples[kept[i]]] = static_cast<Row>(i);
  return example;
}

// Renumbers the buckets without gaps, in their order; no_bucket stays.
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
