#include "core/generalization/iterated_recoding.hpp"

#include <cstdint>
#include <numeric>
#include <vector>

namespace microdata {

namespace {

// Returns some rows of a table, with the table's domains.
Microdata part_of(const Microdata& data, const std::vector<Row>& rows, const Progress& progress) {
  Microdata part{static_cast<Row>(rows.size()), data.attributes, {}, {}};
  for (const std::vector<Code>& column : data.columns) {
    std::vector<Code>& codes = part.columns.emplace_back(rows.size());
    progress.in_blocks(rows.size(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i)
        codes[i] = column[rows[i]];
    });
  }
  if (data.times.empty()) return part;
  for (const Row row : rows)
    part.times.push_back(data.times[row]);
  return part;
}

}  // namespace

TuplePartition recode_iteratively(const Microdata& data, const FullDomainOptions& options,
                                  const PrivacyRequirement& privacy, const Progress& progress) {
  // A round that publishes less than a hundredth of its rows would be one of very many.
  constexpr double nearly_all = 0.99;
  FullDomainOptions of_round = options;
  of_round.suppress = nearly_all;
  TuplePartition result;
  std::vector<Row> left(data.rows);
  std::iota(left.begin(), left.end(), 0U);
  while (!left.empty()) {
    const Microdata part = part_of(data, left, progress);
    FullDomainGeneralization found;
    try {
      found = generalize_full_domain(part, of_round, privacy, progress);
    } catch (const NoTransformation&) {
      break;
    }
    std::vector<std::uint8_t> published(part.rows);
    for (std::size_t c = 0; c < found.classes.buckets(); ++c) {
      for (const Row row : found.classes.bucket(c)) {
        published[row] = 1;
        result.rows.push_back(left[row]);
      }
      result.offsets.push_back(static_cast<Row>(result.rows.size()));
    }
    std::vector<Row> rest;
    for (Row row = 0; row < part.rows; ++row) {
      if (published[row] == 0) rest.push_back(left[row]);
    }
    left = std::move(rest);
  }
  return result;
}

}  // namespace microdata
