#include "core/subject/person_classes.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "core/microdata/attribute_set.hpp"
#include "core/subject/item_sets.hpp"
#include "core/subject/set_cuts.hpp"
#include "core/subject/set_requirement.hpp"

namespace microdata {

namespace {

// Returns the most frequent of codes in ascending order, the least of equally frequent ones.
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

Microdata representatives_of_rows(const Microdata& data, const Subjects& rows, Threads threads,
                                  const Progress& progress) {
  const AttributeSet attributes = attributes_with_role(data, Role::quasi_identifier);
  Microdata tuples;
  tuples.rows = static_cast<Row>(rows.buckets());
  for (const std::size_t a : attributes) {
    tuples.attributes.push_back(data.attributes[a]);
    tuples.columns.emplace_back(tuples.rows);
  }
  in_blocks_of_persons(threads, rows, progress, [&](Row first, Row last, const Progress& poll) {
    std::vector<Code> codes;
    for (Row p = first; p < last; ++p) {
      const std::span<const Row> of_person = rows.bucket(p);
      if (of_person.empty()) continue;
      // The loop polls for each person, because a person can have any number of rows.
      poll.checkpoint();
      for (std::size_t i = 0; i < attributes.size(); ++i) {
        const std::vector<Code>& column = data.columns[attributes[i]];
        codes.clear();
        for (const Row row : of_person)
          codes.push_back(column[row]);
        std::sort(codes.begin(), codes.end());
        const bool is_number = !tuples.attributes[i].projection.empty();
        tuples.columns[i][p] = is_number ? codes[codes.size() / 2] : most_frequent(codes);
      }
    }
  });
  return tuples;
}

TuplePartition classes_of_stratum(const Microdata& tuples, const SetRule& rule,
                                  std::span<const Row> persons, const ClassDivisionOptions& options,
                                  const Progress& progress) {
  AttributeSet all(tuples.attributes.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  std::vector<std::uint32_t> person(tuples.rows);
  std::iota(person.begin(), person.end(), 0U);
  const std::vector<std::span<const std::uint32_t>> tags{person};
  const std::unique_ptr<const CutRequirement> by_gain = cut_requirement(rule);
  return divide_into_classes(tuples, all, persons, tags, SetRequirement(rule), *by_gain, options,
                             progress);
}

}  // namespace microdata
