#include "core/subject/person_buckets.hpp"

#include <numeric>
#include <utility>
#include <vector>

#include "core/microdata/selection.hpp"
#include "core/partition/bucket_joining.hpp"
#include "core/partition/mondrian.hpp"
#include "core/subject/set_drawing.hpp"
#include "core/subject/set_requirement.hpp"

namespace microdata {

TuplePartition draw_person_buckets(const SetRule& rule, std::span<const Row> persons,
                                   Random& random, const Progress& progress) {
  SetJudge judge(rule);
  return join_for_models(draw_persons(rule, persons, random, progress), judge, progress);
}

namespace {

// Draws smaller buckets from those that are several times as large as necessary, because l allows
// hardly any cut near its bound.
TuplePartition divide_further(const SetRule& rule, TuplePartition buckets, Random& random,
                              const Progress& progress) {
  TuplePartition result;
  result.rows.reserve(buckets.rows.size());
  for (std::size_t b = 0; b < buckets.buckets(); ++b) {
    progress.checkpoint();
    const std::span<Row> persons =
        std::span(buckets.rows)
            .subspan(buckets.offsets[b], buckets.offsets[b + 1] - buckets.offsets[b]);
    if (persons.size() >= 8 * std::size_t{rule.fewest()}) {
      random.shuffle(persons);
      append(result, draw_person_buckets(rule, persons, random, progress));
    } else {
      result.rows.insert(result.rows.end(), persons.begin(), persons.end());
      result.offsets.push_back(static_cast<Row>(result.rows.size()));
    }
  }
  return result;
}

}  // namespace

TuplePartition divide_stratum(const PersonSpace& space, const SetRule& rule,
                              std::span<const Row> persons, Threads threads, Random& random,
                              const Progress& progress) {
  if (space.axes.empty()) return draw_person_buckets(rule, persons, random, progress);
  const Microdata tuples = selected(space.tuples, persons, progress);
  std::vector<Row> all(persons.size());
  std::iota(all.begin(), all.end(), 0U);
  const std::vector<std::span<const std::uint32_t>> tags{persons};
  TuplePartition buckets = Mondrian<SetRequirement>::divide(
      space.axes, lay_out(tuples, space.axes, all, tags, threads, progress), SetRequirement(rule),
      {Grouping::relaxed, threads, 0}, progress);
  for (Row& row : buckets.rows)
    row = persons[row];
  return divide_further(rule, std::move(buckets), random, progress);
}

}  // namespace microdata
