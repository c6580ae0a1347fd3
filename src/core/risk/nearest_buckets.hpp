#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/grouped.hpp"
#include "core/base/progress.hpp"
#include "core/risk/matching_buckets.hpp"
#include "core/risk/published_table.hpp"
#include "core/risk/value_distance.hpp"

namespace microdata {

// Search for the rows of a release that are nearest to some attributes of a person. All possible
// assignments of a bucket's columns are equally likely.
//
// The distance of a set of rows from a person with several rows is the mean, over the rows of the
// set, of the distance to the nearest row of the person. The person's own set is thus at distance
// 0, because it is a part of the person's rows. Of sets at the same distance, the one with the most
// similar number of rows is nearest, because persons publish as many rows as they can.
class NearestBuckets {
 public:
  struct Candidate {
    std::uint32_t bucket;
    // Expected number of the bucket's rows that are as near as any row of the release can be.
    double rows;
  };
  // Nearest rows of one person.
  struct Found {
    // Candidates by bucket, ascending.
    std::vector<Candidate> candidates;
    double rows = 0;
    // Distance of the candidates; below 0 if they show every value exactly.
    float distance = 0;
    // True if the candidates show every value exactly; `piece` then has the person's piece of each
    // touched column. Otherwise `distances` has the distance to each piece.
    bool same = false;
    std::vector<std::uint32_t> piece;
    std::vector<std::vector<float>> distances;
    std::vector<std::vector<float>> of_labels;
    // Distance of each combination of a column of sets to a row of the person, and to the nearest.
    std::vector<float> of_row;
    std::vector<float> of_nearest_row;
  };

  // Constructs the search for at least one attribute. The table must outlive the object.
  NearestBuckets(const PublishedTable& table, std::span<const std::size_t> attributes,
                 const Progress& progress);

  // Finds the nearest rows of a person; overwrites `found`.
  void find(const PersonValues& persons, std::size_t person, Found& found,
            const Progress& progress) const;

  // Returns true if any of the attributes is in the column.
  bool touches(std::size_t column) const { return position_of_[column].has_value(); }
  // Marks the rows of a candidate that are nearest in a touched column; `rows` has all rows of the
  // candidate's bucket.
  void mark_nearest(const Found& found, std::size_t column, std::span<const std::uint32_t> rows,
                    std::vector<bool>& nearest) const;

 private:
  // The labels of the attributes in one column: their combinations, numbered in the order of the
  // labels. The pieces of the column are the combinations, or sets of these.
  struct Column {
    std::vector<std::size_t> attributes;
    std::vector<std::vector<Code>> labels;  // labels of every combination, by attribute
    // Combinations of every piece, one for each row of the set; no groups if a piece is a
    // combination.
    Grouped<std::uint32_t> sets;
    std::vector<std::uint32_t> piece_of_row;
    std::uint32_t pieces = 0;
    BucketCounts counts;
  };

  Column read_column(const std::vector<std::size_t>& attributes, const Progress& progress) const;
  bool find_same(const PersonValues& persons, std::size_t person, Found& found) const;
  std::optional<std::uint32_t> same_piece(const Column& column, const PersonValues& persons,
                                          std::size_t person) const;
  void measure(const PersonValues& persons, std::size_t person, Found& found,
               const Progress& progress) const;
  void measure_combinations(const Column& column, const PersonValues& persons, std::size_t row,
                            Found& found, std::vector<float>& distances) const;
  void measure_sets(const Column& column, const PersonValues& persons, std::size_t person,
                    Found& found, std::vector<float>& distances, const Progress& progress) const;
  void nearest_of_one_column(Found& found) const;
  void nearest_of_buckets(Found& found) const;

  const PublishedTable& table_;
  std::vector<Column> columns_;
  // Index in `columns_` of each column of the table.
  std::vector<std::optional<std::size_t>> position_of_;
  std::vector<ValueDistance> distances_;  // by attribute of the table
  std::vector<std::uint32_t> sizes_;
  bool exact_ = true;
};

}  // namespace microdata
