#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/risk/matching_buckets.hpp"
#include "core/risk/published_table.hpp"
#include "core/risk/value_distance.hpp"

namespace microdata {

// Where a release has what is nearest to some attributes of a person, all linkings of a bucket's
// columns being equally likely.
class NearestBuckets {
 public:
  struct Candidate {
    std::uint32_t bucket;
    // How many rows of the bucket are as near as any of the release's can be: those to be expected.
    double rows;
  };
  // Of one person.
  struct Found {
    // By bucket, ascending.
    std::vector<Candidate> candidates;
    double rows = 0;
    // How far they are; below 0 where every value is published as it is.
    float distance = 0;
    // Where every value is published as it is: of each touched column, the piece that is the
    // person's. Else the distance to each piece.
    bool same = false;
    std::vector<std::uint32_t> piece;
    std::vector<std::vector<float>> distances;
    std::vector<std::vector<float>> of_labels;
  };

  // `attributes`: at least one. The table outlives this.
  NearestBuckets(const PublishedTable& table, std::span<const std::size_t> attributes,
                 const Progress& progress);

  // Overwrites `found`.
  void find(const PersonValues& persons, std::size_t person, Found& found) const;

  // Whether any of the attributes is in the column.
  bool touches(std::size_t column) const { return position_of_[column].has_value(); }
  // Which rows of a candidate, given as all rows of its bucket, have in a touched column what is
  // nearest there.
  void mark_nearest(const Found& found, std::size_t column, std::span<const std::uint32_t> rows,
                    std::vector<bool>& nearest) const;

 private:
  // What the attributes show in one column: the combinations of labels, numbered in their order.
  struct Column {
    std::vector<std::size_t> attributes;
    std::vector<std::vector<Code>> labels;  // by attribute, of every combination
    std::vector<std::uint32_t> piece_of_row;
    std::uint32_t pieces = 0;
    BucketCounts counts;
  };

  Column read_column(const std::vector<std::size_t>& attributes, const Progress& progress) const;
  bool find_same(const PersonValues& persons, std::size_t person, Found& found) const;
  std::optional<std::uint32_t> same_piece(const Column& column, const PersonValues& persons,
                                          std::size_t person) const;
  void measure(const PersonValues& persons, std::size_t person, Found& found) const;
  void nearest_of_one_column(Found& found) const;
  void nearest_of_buckets(Found& found) const;

  const PublishedTable& table_;
  std::vector<Column> columns_;
  // By column of the table.
  std::vector<std::optional<std::size_t>> position_of_;
  std::vector<ValueDistance> distances_;  // by attribute of the table
  std::vector<std::uint32_t> sizes_;
  bool exact_ = true;
};

}  // namespace microdata
