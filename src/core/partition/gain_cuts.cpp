#include "core/partition/gain_cuts.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "core/base/parallel.hpp"
#include "core/base/pool.hpp"
#include "core/partition/cut_choice.hpp"

namespace microdata {

namespace {

// Smallest number of tuples of a class that is worth another thread.
constexpr std::size_t tuples_worth_a_task = 1024;

// A class: the tuples of a range of places, `end` exclusive.
struct ClassRange {
  std::size_t begin;
  std::size_t end;

  std::size_t size() const { return end - begin; }
};

// All tuples, class by class. Classes are separate in memory, so threads that split different
// classes never share data.
struct Classes {
  std::vector<Row> rows;
  std::size_t width;        // codes of a tuple
  std::vector<Code> codes;  // codes of the split attributes, tuple by tuple
  // Nonzero if a class begins at the place.
  std::vector<std::uint8_t> starts;

  std::span<Row> rows_of(const ClassRange& range) {
    return std::span(rows).subspan(range.begin, range.size());
  }
  std::span<Code> codes_of(const ClassRange& range) {
    return std::span(codes).subspan(range.begin * width, range.size() * width);
  }
};

// Working memory of one thread.
struct Workspace {
  CutScratch scratch;
  std::vector<Code> moved_codes;
  std::vector<ClassRange> pending;
};

Classes lay_out_codes(const Microdata& data, const AttributeSet& attributes, std::vector<Row> rows,
                      Threads threads, const Progress& progress) {
  const std::size_t width = attributes.size();
  Classes classes{std::move(rows), width, {}, {}};
  classes.codes.resize(classes.rows.size() * width);
  in_parallel_blocks(threads, classes.rows.size(), progress,
                     [&](std::size_t begin, std::size_t end) {
                       for (std::size_t x = 0; x < width; ++x) {
                         const std::vector<Code>& column = data.columns[attributes[x]];
                         for (std::size_t i = begin; i < end; ++i)
                           classes.codes[i * width + x] = column[classes.rows[i]];
                       }
                     });
  classes.starts.assign(classes.rows.size() + 1, 0);
  return classes;
}

// Moves the tuples of a class to their places after the split.
void rearrange(Classes& classes, const ClassRange& range, const CutClass& cut,
               std::vector<Code>& moved_codes) {
  const std::span<Code> codes = classes.codes_of(range);
  moved_codes.clear();
  for (const std::uint32_t i : cut.order) {
    const std::span<const Code> tuple = codes.subspan(i * classes.width, classes.width);
    moved_codes.insert(moved_codes.end(), tuple.begin(), tuple.end());
  }
  std::copy(moved_codes.begin(), moved_codes.end(), codes.begin());
  std::copy(cut.rows.begin(), cut.rows.end(), classes.rows_of(range).begin());
}

// Splits a class and its parts while possible. Parts of at least `task_size` tuples go to the list.
void work_off(const CutRules& rules, Classes& classes, const ClassRange& task,
              std::size_t task_size, Workspace& w, WorkList<ClassRange>& list,
              const Progress& progress) {
  w.pending.assign(1, task);
  while (!w.pending.empty()) {
    const ClassRange range = w.pending.back();
    w.pending.pop_back();
    progress.checkpoint_at(range.begin);
    const CutClass* const cut =
        choose_cut(rules, classes.rows_of(range), classes.codes_of(range), w.scratch, progress);
    if (cut == nullptr) {
      progress.advance(range.size());
      continue;
    }
    rearrange(classes, range, *cut, w.moved_codes);
    std::size_t begin = range.begin;
    for (const std::size_t end : cut->ends) {
      const ClassRange part{std::exchange(begin, range.begin + end), range.begin + end};
      classes.starts[part.begin] = 1;
      if (part.size() >= task_size) {
        list.push(part);
      } else {
        w.pending.push_back(part);
      }
    }
  }
}

TuplePartition partition_of(Classes classes) {
  TuplePartition result;
  for (std::size_t i = 1; i < classes.rows.size(); ++i) {
    if (classes.starts[i] != 0) result.offsets.push_back(static_cast<Row>(i));
  }
  result.offsets.push_back(static_cast<Row>(classes.rows.size()));
  result.rows = std::move(classes.rows);
  return result;
}

}  // namespace

TuplePartition cut_by_gain(const Microdata& data, const AttributeSet& quasi_identifiers,
                           const CutRequirement& requirement, TuplePartition classes,
                           const GainCutOptions& options, const Progress& progress) {
  const CutRules rules = cut_rules(data, quasi_identifiers, requirement, options, progress);
  Classes laid_out =
      lay_out_codes(data, rules.attributes, std::move(classes.rows), options.threads, progress);
  std::vector<ClassRange> tasks;
  for (std::size_t c = 0; c < classes.buckets(); ++c) {
    tasks.push_back({classes.offsets[c], classes.offsets[c + 1]});
    laid_out.starts[classes.offsets[c]] = 1;
  }
  progress.expect(laid_out.rows.size());
  Pool<Workspace> workspaces([&] { return Workspace{CutScratch(rules), {}, {}}; });
  WorkList<ClassRange>::run(
      options.threads, std::move(tasks), progress,
      [&](ClassRange& task, WorkList<ClassRange>& list, const Progress& poll) {
        Workspace w = workspaces.borrow();
        work_off(rules, laid_out, task, options.threads.task_size(tuples_worth_a_task), w, list,
                 poll);
        workspaces.give_back(std::move(w));
      });
  return partition_of(std::move(laid_out));
}

}  // namespace microdata
