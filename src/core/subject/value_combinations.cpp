#include "core/subject/value_combinations.hpp"

#include <algorithm>

namespace microdata {

namespace {

// Keeps one row of each combination, in some order.
class OneOfEach {
 public:
  OneOfEach(const Microdata& data, const AttributeSet& attributes)
      : data_(data), attributes_(attributes) {}

  void keep(std::vector<Row>& rows) const {
    std::sort(rows.begin(), rows.end(), [this](Row a, Row b) { return compare(a, b) < 0; });
    rows.erase(
        std::unique(rows.begin(), rows.end(), [this](Row a, Row b) { return compare(a, b) == 0; }),
        rows.end());
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
                            const Subjects& rows, Random& random, const Progress& progress) {
  const OneOfEach one_of_each(data, attributes);
  Subjects result;
  result.rows.reserve(rows.rows.size());
  result.offsets.reserve(rows.offsets.size());
  std::vector<Row> of_person;
  for (std::size_t p = 0; p < rows.buckets(); ++p) {
    progress.checkpoint_at(rows.offsets[p]);
    of_person.assign(rows.bucket(p).begin(), rows.bucket(p).end());
    one_of_each.keep(of_person);
    random.shuffle(std::span(of_person));
    result.rows.insert(result.rows.end(), of_person.begin(), of_person.end());
    result.offsets.push_back(static_cast<Row>(result.rows.size()));
  }
  return result;
}

}  // namespace microdata
