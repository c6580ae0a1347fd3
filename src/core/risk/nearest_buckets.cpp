#include "core/risk/nearest_buckets.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

#include "core/microdata/combination.hpp"

namespace microdata {

namespace {

// Numbers the sets by the combinations that their rows show. Returns the combinations of each
// number, and the number of each row of the table. Rows without a set have the empty one.
std::pair<Grouped<std::uint32_t>, std::vector<std::uint32_t>> number_sets(
    const PublishedTable::Sets& sets, const Combinations& combinations, const Progress& progress) {
  const Grouped<std::uint32_t> shown =
      group_elements(sets.set_of, sets.sets, combinations.of_row, combinations.distinct, progress);
  std::map<std::vector<std::uint32_t>, std::uint32_t> number_of;
  Grouped<std::uint32_t> different;
  std::vector<std::uint32_t> of_row;
  for (const std::uint32_t set : sets.set_at) {
    progress.checkpoint_at(of_row.size());
    std::vector<std::uint32_t> rows;
    if (set != nowhere) rows.assign(shown[set].begin(), shown[set].end());
    const auto [found, is_new] = number_of.try_emplace(std::move(rows), different.groups());
    if (is_new) {
      different.items.insert(different.items.end(), found->first.begin(), found->first.end());
      different.end_group();
    }
    of_row.push_back(found->second);
  }
  return {std::move(different), std::move(of_row)};
}

// Weight of the numbers of rows, which decide between sets whose rows are equally near.
constexpr double of_numbers = 0x1p-10;

double share_without_partner(std::size_t rows, std::size_t others) {
  const auto [fewer, more] = std::minmax(rows, others);
  return more == 0 ? 0 : static_cast<double>(more - fewer) / static_cast<double>(more);
}

}  // namespace

NearestBuckets::Column NearestBuckets::read_column(const std::vector<std::size_t>& attributes,
                                                   const Progress& progress) const {
  std::vector<std::span<const Code>> columns;
  std::vector<Code> domains;
  for (const std::size_t a : attributes) {
    columns.emplace_back(table_.attributes[a].published);
    domains.push_back(table_.attributes[a].labels());
  }
  Combinations pieces =
      combine(static_cast<Row>(columns.front().size()), columns, domains, progress);
  const std::vector<Row> row_of_piece = representatives(pieces);
  std::vector<std::vector<Code>> labels;
  for (const std::span<const Code> column : columns) {
    std::vector<Code>& of_piece = labels.emplace_back();
    for (const Row row : row_of_piece)
      of_piece.push_back(column[row]);
  }
  Grouped<std::uint32_t> different;
  if (const auto* sets = table_.sets_in(table_.attributes[attributes.front()].column)) {
    std::tie(different, pieces.of_row) = number_sets(*sets, pieces, progress);
    pieces.distinct = different.groups();
  }
  BucketCounts counts(table_.bucket_of, table_.buckets, pieces.of_row, pieces.distinct, progress);
  return {attributes,      std::move(labels), std::move(different), std::move(pieces.of_row),
          pieces.distinct, std::move(counts)};
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
    exact_ =
        exact_ && table.attributes[a].exact && table.sets_in(table.attributes[a].column) == nullptr;
  }
  for (std::size_t c = 0; c < of_column.size(); ++c) {
    if (of_column[c].empty()) continue;
    position_of_[c] = columns_.size();
    columns_.push_back(read_column(of_column[c], progress));
  }
}

void NearestBuckets::find(const PersonValues& persons, std::size_t person, Found& found,
                          const Progress& progress) const {
  found.candidates.clear();
  found.same = exact_ && find_same(persons, person, found);
  found.distance = -1;
  if (!found.same) {
    measure(persons, person, found, progress);
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

void NearestBuckets::measure(const PersonValues& persons, std::size_t person, Found& found,
                             const Progress& progress) const {
  found.distances.resize(columns_.size());
  found.of_labels.resize(table_.attributes.size());
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const Column& column = columns_[i];
    if (column.sets.groups() == 0) {
      measure_combinations(column, persons, person, found, found.distances[i]);
    } else {
      measure_sets(column, persons, person, found, found.distances[i], progress);
    }
  }
}

void NearestBuckets::measure_combinations(const Column& column, const PersonValues& persons,
                                          std::size_t row, Found& found,
                                          std::vector<float>& distances) const {
  distances.assign(column.labels.front().size(), 0);
  for (std::size_t j = 0; j < column.attributes.size(); ++j) {
    const std::size_t a = column.attributes[j];
    std::vector<float>& of_labels = found.of_labels[a];
    distances_[a].measure(persons.of_attribute[a][row], of_labels);
    const std::vector<Code>& labels = column.labels[j];
    for (std::size_t i = 0; i < labels.size(); ++i)
      distances[i] += of_labels[labels[i]];
  }
}

void NearestBuckets::measure_sets(const Column& column, const PersonValues& persons,
                                  std::size_t person, Found& found, std::vector<float>& distances,
                                  const Progress& progress) const {
  const std::span<const std::uint32_t> known = persons.rows[person];
  std::vector<float>& nearest = found.of_nearest_row;
  nearest.assign(column.labels.front().size(), std::numeric_limits<float>::infinity());
  for (const std::uint32_t row : known) {
    progress.checkpoint();
    measure_combinations(column, persons, row, found, found.of_row);
    for (std::size_t i = 0; i < nearest.size(); ++i)
      nearest[i] = std::min(nearest[i], found.of_row[i]);
  }
  distances.clear();
  for (std::uint32_t set = 0; set < column.pieces; ++set) {
    const std::span<const std::uint32_t> rows = column.sets[set];
    // A person without a set shows nothing that is like the known rows.
    auto distance = static_cast<double>(column.attributes.size());
    if (!rows.empty()) {
      distance = std::accumulate(rows.begin(), rows.end(), 0.0, [&](double sum, auto row) {
        return sum + static_cast<double>(nearest[row]);
      });
      distance /= static_cast<double>(rows.size());
    }
    distance += of_numbers * share_without_partner(rows.size(), known.size());
    distances.push_back(static_cast<float>(distance));
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
