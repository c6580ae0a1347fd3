#include "core/subject/person_classes.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "core/microdata/attribute_set.hpp"
#include "core/partition/class_division.hpp"
#include "core/subject/set_cuts.hpp"
#include "core/subject/set_requirement.hpp"

namespace microdata {

namespace {

// Of codes in ascending order.
Code most_frequent(std::span<const Code> codes) {
  Code best = codes.front();
  std::size_t most = 0;
  for (std::size_t begin = 0; begin < codes.size();) {
    std::size_t end = begin;
    while (end < codes.size() && codes[end] == codes[begin])
      ++end;
    if (end - begin > most) {
      most = end - begin;
      best = codes[begin];
    }
    begin = end;
  }
  return best;
}

}  // namespace

Microdata representatives_of_rows(const Microdata& data, const Subjects& rows,
                                  const Progress& progress) {
  Microdata tuples;
  tuples.rows = static_cast<Row>(rows.buckets());
  std::vector<Code> codes;
  for (const std::size_t a : attributes_with_role(data, Role::quasi_identifier)) {
    const bool is_number = !data.attributes[a].projection.empty();
    tuples.attributes.push_back(data.attributes[a]);
    std::vector<Code>& of_person = tuples.columns.emplace_back(tuples.rows);
    for (std::size_t p = 0; p < rows.buckets(); ++p) {
      // Persons have any number of rows.
      progress.checkpoint();
      codes.clear();
      for (const Row row : rows.bucket(p))
        codes.push_back(data.columns[a][row]);
      if (codes.empty()) continue;
      std::sort(codes.begin(), codes.end());
      of_person[p] = is_number ? codes[codes.size() / 2] : most_frequent(codes);
    }
  }
  return tuples;
}

TuplePartition classes_of_stratum(const Microdata& tuples, const SetRule& rule,
                                  std::span<const Row> persons, Grouping grouping, unsigned threads,
                                  const Progress& progress) {
  AttributeSet all(tuples.attributes.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  std::vector<std::uint32_t> person(tuples.rows);
  std::iota(person.begin(), person.end(), 0U);
  const std::vector<std::span<const std::uint32_t>> tags{person};
  const std::unique_ptr<const CutRequirement> by_gain = cut_requirement(rule);
  return divide_into_classes(tuples, all, persons, tags, SetRequirement(rule), *by_gain,
                             {grouping, threads}, progress);
}

}  // namespace microdata
