#include "core/subject/value_combinations.hpp"

#include <algorithm>

#include "core/subject/item_sets.hpp"

namespace microdata {

namespace {

// Keeps one row of each combination at the front, in some order, and returns their number.
class OneOfEach {
 public:
  OneOfEach(const Microdata& data, const AttributeSet& attributes)
      : data_(data), attributes_(attributes) {}

  Row keep(std::span<Row> rows) const {
    const auto less = [this](Row a, Row b) { return compare(a, b) < 0; };
    const auto same = [this](Row a, Row b) { return compare(a, b) == 0; };
    std::sort(rows.begin(), rows.end(), less);
    return static_cast<Row>(std::unique(rows.begin(), rows.end(), same) - rows.begin());
  }

 private:
  int compare(Row a, Row b) const {
    for (const std::size_t attribute : attributes_) {
      const Code of_a = data_.columns[attribute][a];
      const Code of_b = data_.columns[attribute][b];
      if (of_a != of_b) return of_a < of_b ? -1 : 1;
    }
    return 0;
  }

  const Microdata& data_;
  const AttributeSet& attributes_;
};

}  // namespace

Subjects value_combinations(const Microdata& data, const AttributeSet& attributes,
                            const Subjects& rows, Threads threads, Random& random,
                            const Progress& progress) {
  const OneOfEach one_of_each(data, attributes);
  Subjects all = rows;
  const auto rows_of = [&](std::size_t p, Row count) {
    return std::span(all.rows).subspan(all.offsets[p], count);
  };
  std::vector<Row> kept(rows.buckets());
  in_blocks_of_persons(threads, rows, progress, [&](Row first, Row last, const Progress& poll) {
    for (Row p = first; p < last; ++p) {
      poll.checkpoint_at(p);
      kept[p] = one_of_each.keep(rows_of(p, all.offsets[p + 1] - all.offsets[p]));
    }
  });
  Subjects result;
  result.rows.reserve(rows.rows.size());
  result.offsets.reserve(rows.offsets.size());
  for (std::size_t p = 0; p < rows.buckets(); ++p) {
    progress.checkpoint_at(p);
    const std::span<Row> of_person = rows_of(p, kept[p]);
    random.shuffle(of_person);
    result.rows.insert(result.rows.end(), of_person.begin(), of_person.end());
    result.offsets.push_back(static_cast<Row>(result.rows.size()));
  }
  return result;
}

}  // namespace microdata
