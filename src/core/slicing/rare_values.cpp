#include "core/slicing/rare_values.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "core/microdata/attribute_set.hpp"

namespace microdata {

namespace {

// Removal of rows with rare values from sets of rows, one set after the other.
class RareValues {
 public:
  RareValues(const Microdata& data, std::uint32_t k)
      : data_(data), k_(k), sensitive_(attributes_with_role(data, Role::sensitive)) {
    for (const std::size_t attribute : sensitive_)
      counts_.emplace_back(data.attributes[attribute].distinct);
  }

  // Returns the rows that stay, in their order. Removing a row can make its value of another
  // attribute rare.
  std::vector<Row> left(std::span<const Row> rows) {
    std::vector<Row> staying(rows.begin(), rows.end());
    std::size_t before = 0;
    do {
      before = staying.size();
      for (std::size_t j = 0; j < sensitive_.size(); ++j)
        drop_rare(j, staying);
    } while (staying.size() != before && sensitive_.size() > 1);
    return staying;
  }

 private:
  void drop_rare(std::size_t j, std::vector<Row>& rows) {
    const std::vector<Code>& codes = data_.columns[sensitive_[j]];
    std::vector<std::uint32_t>& count = counts_[j];
    for (const Row row : rows)
      ++count[codes[row]];
    const auto rare = [&](Row row) { return count[codes[row]] < k_; };
    const auto staying =
        std::stable_partition(rows.begin(), rows.end(), [&](Row row) { return !rare(row); });
    for (const Row row : rows)
      count[codes[row]] = 0;
    rows.erase(staying, rows.end());
  }

  const Microdata& data_;
  std::uint32_t k_;
  AttributeSet sensitive_;
  // Counts by attribute and code; 0 between calls.
  std::vector<std::vector<std::uint32_t>> counts_;
};

}  // namespace

TuplePartition without_rare_values(const Microdata& data, const TuplePartition& buckets,
                                   std::uint32_t k, GroupJudge& judge, const Progress& progress) {
  RareValues rare(data, k);
  TuplePartition kept;
  // Places in `buckets` at which the rows of each kept bucket, including those suppressed from it,
  // begin.
  std::vector<Row> begins;
  const auto rows_of = [&](Row from, Row to) {
    return std::span<const Row>(buckets.rows).subspan(from, to - from);
  };
  Row begin = 0;
  for (std::size_t b = 0; b < buckets.buckets(); ++b) {
    progress.checkpoint_at(b);
    const Row end = buckets.offsets[b + 1];
    std::vector<Row> left = rare.left(rows_of(begin, end));
    while (b + 1 == buckets.buckets() && !judge.holds(left) && !begins.empty()) {
      progress.checkpoint();
      begin = begins.back();
      begins.pop_back();
      kept.offsets.pop_back();
      kept.rows.resize(kept.offsets.back());
      left = rare.left(rows_of(begin, end));
    }
    if (!judge.holds(left)) continue;
    kept.rows.insert(kept.rows.end(), left.begin(), left.end());
    kept.offsets.push_back(static_cast<Row>(kept.rows.size()));
    begins.push_back(begin);
    begin = end;
  }
  return kept;
}

Row rows_with_rare_values(const Microdata& data, const TuplePartition& buckets, std::uint32_t k,
                          const Progress& progress) {
  RareValues rare(data, k);
  std::size_t left = 0;
  for (std::size_t b = 0; b < buckets.buckets(); ++b) {
    progress.checkpoint_at(b);
    left += rare.left(buckets.bucket(b)).size();
  }
  return static_cast<Row>(buckets.rows.size() - left);
}

}  // namespace microdata
