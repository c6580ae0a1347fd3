#include "core/series/person_permutation.hpp"

#include <algorithm>
#include <numeric>

namespace microdata {

namespace {

using Empty = std::span<const std::vector<std::uint8_t>>;

// Rows of one bucket, column by column.
using Arrangement = std::vector<std::span<Row>>;

bool has_empty_place(const Arrangement& columns, Empty empty) {
  for (std::size_t place = 0; place < columns.front().size(); ++place) {
    bool shown = false;
    for (std::size_t c = 0; c < columns.size() && !shown; ++c)
      shown = empty[c][columns[c][place]] == 0;
    if (!shown) return true;
  }
  return false;
}

void shuffle_columns(const Arrangement& columns, Random& random) {
  for (const std::span<Row> column : columns)
    random.shuffle(column);
}

// Returns for each place a column in which the place must not be empty, drawn from the pieces that
// are not empty. There are enough of them, because every row has one.
std::vector<std::size_t> draw_covers(const Arrangement& columns, Empty empty, Random& random) {
  std::vector<std::size_t> covers;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    for (const Row row : columns[c]) {
      if (empty[c][row] == 0) covers.push_back(c);
    }
  }
  random.shuffle(std::span(covers));
  covers.resize(std::min(covers.size(), columns.front().size()));
  return covers;
}

// Moves pieces within shuffled columns until all places are covered.
void cover_places(const Arrangement& columns, Empty empty, Random& random) {
  const std::vector<std::size_t> covers = draw_covers(columns, empty, random);
  std::vector<Row> order;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const std::span<Row> column = columns[c];
    const auto wanted = static_cast<std::size_t>(std::count(covers.begin(), covers.end(), c));
    // The first pieces that are not empty cover; the rest stays in random order.
    order.assign(column.begin(), column.end());
    std::size_t taken = 0;
    std::stable_partition(order.begin(), order.end(),
                          [&](Row row) { return empty[c][row] == 0 && taken++ < wanted; });
    random.shuffle(std::span(order).subspan(wanted));
    std::size_t cover = 0;
    std::size_t other = wanted;
    for (std::size_t place = 0; place < column.size(); ++place) {
      const bool covered_here = place < covers.size() && covers[place] == c;
      column[place] = order[covered_here ? cover++ : other++];
    }
  }
}

}  // namespace

std::vector<std::vector<Row>> permute_persons(const TuplePartition& buckets, Empty empty,
                                              Random& random, const Progress& progress,
                                              unsigned most_draws) {
  std::vector<std::vector<Row>> linking(empty.size(), buckets.rows);
  for (std::size_t b = 0; b < buckets.buckets(); ++b) {
    progress.checkpoint_at(b);
    Arrangement columns;
    for (std::vector<Row>& rows : linking) {
      columns.push_back(
          std::span(rows).subspan(buckets.offsets[b], buckets.offsets[b + 1] - buckets.offsets[b]));
    }
    unsigned draws = 0;
    do {
      shuffle_columns(columns, random);
      ++draws;
    } while (has_empty_place(columns, empty) && draws < most_draws);
    if (has_empty_place(columns, empty)) cover_places(columns, empty, random);
  }
  return linking;
}

}  // namespace microdata
