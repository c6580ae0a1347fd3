#include "core/risk/nearest_buckets.hpp"

#include <algorithm>
#include <limits>

#include "core/microdata/combination.hpp"

namespace microdata {

NearestBuckets::Column NearestBuckets::read_column(const std::vector<std::size_t>& attributes,
                                                   const Progress& progress) const {
  std::vector<std::span<const Code>> columns;
  std::vector<Code> domains;
  for (const std::size_t a : attributes) {
    columns.emplace_back(table_.attributes[a].published);
    domains.push_back(table_.attributes[a].labels());
  }
  Combinations pieces = combine(static_cast<Row>(table_.rows()), columns, domains, progress);
  const std::vector<Row> row_of_piece = representatives(pieces);
  std::vector<std::vector<Code>> labels;
  for (const std::span<const Code> column : columns) {
    std::vector<Code>& of_piece = labels.emplace_back();
    for (const Row row : row_of_piece)
      of_piece.push_back(column[row]);
  }
  BucketCounts counts(table_.bucket_of, table_.buckets, pieces.of_row, pieces.distinct, progress);
  return {attributes, std::move(labels), std::move(pieces.of_row), pieces.distinct,
          std::move(counts)};
}

NearestBuckets::NearestBuckets(const PublishedTable& table, std::span<const std::size_t> attributes,
                               const Progress& progress)
    : table_(table), position_of_(table.columns), sizes_(table.buckets) {
  for (const PublishedTable::Attribute& attribute : table.attributes)
    distances_.emplace_back(attribute);
  for (const std::uint32_t bucket : table.bucket_of)
    ++sizes_[bucket];
  std::vector<std::vector<std::size_t>> of_column(table.columns);
  for (const std::size_t a : attributes) {
    of_column[table.attributes[a].column].push_back(a);
    exact_ = exact_ && table.attributes[a].exact;
  }
  for (std::size_t c = 0; c < of_column.size(); ++c) {
    if (of_column[c].empty()) continue;
    position_of_[c] = columns_.size();
    columns_.push_back(read_column(of_column[c], progress));
  }
}

void NearestBuckets::find(const PersonValues& persons, std::size_t person, Found& found) const {
  found.candidates.clear();
  found.same = exact_ && find_same(persons, person, found);
  found.distance = -1;
  if (!found.same) {
    measure(persons, person, found);
    if (columns_.size() == 1) {
      nearest_of_one_column(found);
    } else {
      nearest_of_buckets(found);
    }
  }
  found.rows = 0;
  for (const Candidate& candidate : found.candidates)
    found.rows += candidate.rows;
}

std::optional<std::uint32_t> NearestBuckets::same_piece(const Column& column,
                                                        const PersonValues& persons,
                                                        std::size_t person) const {
  // Pieces are in the order of their labels.
  std::uint32_t first = 0;
  std::uint32_t end = column.pieces;
  for (std::size_t i = 0; i < column.attributes.size() && first < end; ++i) {
    const Code value = persons.of_attribute[column.attributes[i]][person];
    const auto [from, to] =
        std::equal_range(column.labels[i].begin() + first, column.labels[i].begin() + end, value);
    end = static_cast<std::uint32_t>(to - column.labels[i].begin());
    first = static_cast<std::uint32_t>(from - column.labels[i].begin());
  }
  return first < end ? std::optional(first) : std::nullopt;
}

// Finds the buckets that have all of the person's pieces, along the column whose piece is in the
// fewest buckets.
bool NearestBuckets::find_same(const PersonValues& persons, std::size_t person,
                               Found& found) const {
  found.piece.clear();
  std::size_t along = 0;
  for (const Column& column : columns_) {
    const std::optional<std::uint32_t> piece = same_piece(column, persons, person);
    if (!piece) return false;
    found.piece.push_back(*piece);
    const std::size_t last = found.piece.size() - 1;
    if (column.counts.with_value(*piece).size() <
        columns_[along].counts.with_value(found.piece[along]).size()) {
      along = last;
    }
  }
  for (const BucketCounts::Entry& entry : columns_[along].counts.with_value(found.piece[along])) {
    double rows = entry.rows;
    for (std::size_t i = 0; i < columns_.size() && rows > 0; ++i) {
      if (i == along) continue;
      rows *= columns_[i].counts.rows(entry.bucket, found.piece[i]);
      rows /= sizes_[entry.bucket];
    }
    if (rows > 0) found.candidates.push_back({entry.bucket, rows});
  }
  return !found.candidates.empty();
}

void NearestBuckets::measure(const PersonValues& persons, std::size_t person, Found& found) const {
  found.distances.resize(columns_.size());
  found.of_labels.resize(table_.attributes.size());
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const Column& column = columns_[i];
    std::vector<float>& distances = found.distances[i];
    distances.assign(column.pieces, 0);
    for (std::size_t j = 0; j < column.attributes.size(); ++j) {
      const std::size_t a = column.attributes[j];
      std::vector<float>& of_labels = found.of_labels[a];
      distances_[a].measure(persons.of_attribute[a][person], of_labels);
      const std::vector<Code>& labels = column.labels[j];
      for (std::size_t piece = 0; piece < labels.size(); ++piece)
        distances[piece] += of_labels[labels[piece]];
    }
  }
}

void NearestBuckets::nearest_of_one_column(Found& found) const {
  const std::vector<float>& distances = found.distances.front();
  const float least = *std::min_element(distances.begin(), distances.end());
  found.distance = least;
  for (std::uint32_t piece = 0; piece < distances.size(); ++piece) {
    if (distances[piece] > least) continue;
    for (const BucketCounts::Entry& entry : columns_.front().counts.with_value(piece))
      found.candidates.push_back({entry.bucket, static_cast<double>(entry.rows)});
  }
  std::sort(found.candidates.begin(), found.candidates.end(),
            [](const Candidate& x, const Candidate& y) { return x.bucket < y.bucket; });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < found.candidates.size(); ++i) {
    if (kept > 0 && found.candidates[kept - 1].bucket == found.candidates[i].bucket) {
      found.candidates[kept - 1].rows += found.candidates[i].rows;
    } else {
      found.candidates[kept++] = found.candidates[i];
    }
  }
  found.candidates.resize(kept);
}

void NearestBuckets::nearest_of_buckets(Found& found) const {
  float best = std::numeric_limits<float>::infinity();
  for (std::uint32_t b = 0; b < table_.buckets; ++b) {
    float distance = 0;
    double rows = sizes_[b];
    for (std::size_t i = 0; i < columns_.size() && distance <= best; ++i) {
      float least = std::numeric_limits<float>::infinity();
      std::uint32_t of_least = 0;
      for (const BucketCounts::Entry& entry : columns_[i].counts.in_bucket(b)) {
        const float here = found.distances[i][entry.value];
        if (here < least) {
          least = here;
          of_least = 0;
        }
        if (here == least) of_least += entry.rows;
      }
      distance += least;
      rows *= of_least / static_cast<double>(sizes_[b]);
    }
    if (distance > best) continue;
    if (distance < best) found.candidates.clear();
    best = distance;
    found.candidates.push_back({b, rows});
  }
  found.distance = best;
}

void NearestBuckets::mark_nearest(const Found& found, std::size_t column,
                                  std::span<const std::uint32_t> rows,
                                  std::vector<bool>& nearest) const {
  const std::size_t i = *position_of_[column];
  nearest.assign(rows.size(), false);
  const std::vector<std::uint32_t>& piece_of_row = columns_[i].piece_of_row;
  if (found.same) {
    for (std::size_t r = 0; r < rows.size(); ++r)
      nearest[r] = piece_of_row[rows[r]] == found.piece[i];
    return;
  }
  const auto distance = [&](std::uint32_t row) { return found.distances[i][piece_of_row[row]]; };
  float least = std::numeric_limits<float>::infinity();
  for (const std::uint32_t row : rows)
    least = std::min(least, distance(row));
  for (std::size_t r = 0; r < rows.size(); ++r)
    nearest[r] = distance(rows[r]) == least;
}

}  // namespace microdata
