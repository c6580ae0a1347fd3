#include "core/subject/person_buckets.hpp"

#include <numeric>
#include <utility>
#include <vector>

#include "core/microdata/selection.hpp"
#include "core/partition/mondrian.hpp"
#include "core/subject/set_drawing.hpp"
#include "core/subject/set_requirement.hpp"

namespace microdata {

namespace {

// Joins buckets, in their order, until each meets the models; what remains joins those before.
TuplePartition join_for_models(TuplePartition buckets, const SetRule& rule,
                               const Progress& progress) {
  if (!rule.has_models()) return buckets;
  SetJudge judge(rule);
  TuplePartition joined;
  std::size_t begin = 0;
  std::size_t next_look = 0;
  // Looked at again only once it has grown by a part of itself.
  const auto grown = [](std::size_t size) { return size + size / 16 + 1; };
  const auto holds = [&](std::size_t from, std::size_t to) {
    return judge.models_hold(std::span<const Row>(buckets.rows).subspan(from, to - from));
  };
  for (std::size_t b = 0; b < buckets.buckets(); ++b) {
    progress.checkpoint_at(b);
    const std::size_t end = buckets.offsets[b + 1];
    const bool last = b + 1 == buckets.buckets();
    if (!last && end - begin < next_look) continue;
    bool enough = holds(begin, end);
    next_look = enough ? 0 : grown(end - begin);
    while (last && !enough && joined.buckets() > 0) {
      progress.checkpoint();
      while (end - begin < next_look && joined.buckets() > 0) {
        joined.offsets.pop_back();
        begin = joined.offsets.back();
      }
      enough = holds(begin, end);
      next_look = grown(end - begin);
    }
    if (enough || last) {
      joined.offsets.push_back(static_cast<Row>(end));
      begin = end;
    }
  }
  joined.rows = std::move(buckets.rows);
  return joined;
}

TuplePartition draw(const SetRule& rule, std::span<const Row> persons, Random& random,
                    const Progress& progress) {
  return join_for_models(draw_persons(rule, persons, random, progress), rule, progress);
}

// Draws smaller buckets from those that are several times as large as they have to be: near its
// bound l allows hardly any cut.
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
      append(result, draw(rule, persons, random, progress));
    } else {
      result.rows.insert(result.rows.end(), persons.begin(), persons.end());
      result.offsets.push_back(static_cast<Row>(result.rows.size()));
    }
  }
  return result;
}

}  // namespace

TuplePartition divide_stratum(const PersonSpace& space, const SetRule& rule,
                              std::span<const Row> persons, unsigned threads, Random& random,
                              const Progress& progress) {
  if (space.axes.empty()) return draw(rule, persons, random, progress);
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
