#include "postgres/inspection/source_counts.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <tuple>
#include <utility>

#include "postgres/inspection/drawn_tuples.hpp"
#include "postgres/inspection/layout_operations.hpp"
#include "postgres/inspection/memory_need.hpp"
#include "postgres/inspection/region_estimation.hpp"
#include "postgres/inspection/release_reading.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/reader.hpp"
#include "postgres/source/region_rows.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/table.hpp"

namespace microdata {

template <typename Set>
auto members(Set& set, const ValueSet* /*type*/) {
  return std::tie(set.attribute, set.contains);
}

}  // namespace microdata

namespace microdata::postgres {

namespace {

// All rows, or those of the region that was entered, whose dictionaries have the values of all.
SourceTable read_rows(const Release& release, const Progress& progress) {
  progress.phase("read");
  const Source source = open_source(*release.source);
  SourceTable table;
  std::vector<std::string> names;
  const std::vector<ReleaseAttribute> attributes = distinct_attributes(release);
  for (const ReleaseAttribute& attribute : attributes) {
    const SourceColumn& column = source_column(attribute, source);
    names.push_back(column.name);
    table.attributes.push_back(attribute.name);
    begin_with_globals(table.values.emplace_back(column.type), column.name);
  }
  std::vector<Dictionary*> dictionaries;
  for (Dictionary& values : table.values)
    dictionaries.push_back(&values);
  table.data.columns = read_columns(source.relation, names, dictionaries);
  table.data.rows = row_count(table.data.columns);
  for (std::size_t a = 0; a < names.size(); ++a) {
    table.values[a].finish(progress);
    table.values[a].translate(table.data.columns[a], progress);
    table.data.attributes.push_back(make_attribute(names[a], attributes[a].role, table.values[a]));
  }
  return table;
}

void fail_without_rows(const Release& release) {
  throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
              "relation " + in_quotes(relation_name(*release.source)) + " has no rows")
      .hint("There is nothing to count.");
}

std::vector<std::string> names_of_attributes(const Release& release) {
  std::vector<std::string> names;
  for (const ReleaseAttribute& attribute : distinct_attributes(release))
    names.push_back(attribute.name);
  return names;
}

LoopOptions reading_of_both(const Release& release) {
  const std::vector<std::string> names = names_of_attributes(release);
  LoopOptions options = knowing_values_of_source(release, true, true);
  options.globals = [of_source = options.globals,
                     of_labels =
                         reading_of_regions(release, names).globals](const KeptSnapshot& snapshot) {
    std::vector<GlobalValues> globals = of_source(snapshot);
    for (GlobalValues& labels : of_labels(snapshot))
      globals.push_back(std::move(labels));
    return globals;
  };
  return options;
}

// How many values each attribute has in the whole source, as a region knows it.
std::vector<Code> domains_of_source(const Release& release) {
  const Source source = open_source(*release.source);
  RegionRows& rows = *RegionRows::current();
  std::vector<Code> distinct;
  for (const ReleaseAttribute& attribute : distinct_attributes(release)) {
    const SourceColumn& column = source_column(attribute, source);
    distinct.push_back(rows.known_values(column.name, column.type)->dictionary.distinct());
  }
  return distinct;
}

// What predicates count, by their order, and what is estimated of them.
struct CountedAll {
  std::vector<std::uint64_t> counts;
  std::vector<double> estimates;

  void add(const CountedAll& region) {
    counts.resize(region.counts.size());
    estimates.resize(region.estimates.size());
    for (std::size_t i = 0; i < counts.size(); ++i) {
      counts[i] += region.counts[i];
      estimates[i] += region.estimates.at(i);
    }
  }
};
template <typename Counted>
auto members(Counted& counted, const CountedAll* /*type*/) {
  return std::tie(counted.counts, counted.estimates);
}

// Predicates are over the values that there were before.
void check_domains(const SourceTable& source, std::span<const Code> distinct) {
  for (std::size_t a = 0; a < distinct.size(); ++a) {
    if (source.values[a].distinct() == distinct[a]) continue;
    throw Error(ERRCODE_T_R_SERIALIZATION_FAILURE, "the values of attribute " +
                                                       in_quotes(source.attributes[a]) +
                                                       " were changed in the source meanwhile")
        .hint("Try again while nobody writes to the table.");
  }
}

// In the region that was entered.
CountedAll count_in_region(const Release& release, const CountEstimation& counts,
                           std::span<const Code> distinct,
                           std::span<const CountPredicate> predicates, const Progress& progress) {
  const SourceTable source = read_rows(release, progress);
  check_domains(source, distinct);
  const CountEstimate estimate =
      counts.of_queries(release, source.attributes, source.values, progress);
  progress.phase("count");
  CountedAll counted;
  for (const CountPredicate& predicate : predicates) {
    progress.checkpoint();
    counted.counts.push_back(true_count(source.data, predicate, progress));
    counted.estimates.push_back(estimate(predicate));
  }
  return counted;
}

class CountingByRegions {
 public:
  // `on_workers`: where the regions are.
  CountingByRegions(const Release& release, const CountEstimation& counts, bool on_workers,
                    const Progress& progress)
      : release_(release), counts_(counts), progress_(progress) {
    RegionLoop loop(release, released_regions(release).value(), reading_of_both(release));
    distinct_ = domains_of_source(release);
    for (const Code distinct : distinct_) {
      if (distinct == 0) fail_without_rows(release);
    }
    if (on_workers) workers_.emplace(release, loop, WorkerReading{});
  }

  const std::vector<Code>& distinct() const { return distinct_; }

  // One pass.
  CountedAll count(std::span<const CountPredicate> predicates) {
    CountedAll all;
    if (workers_) {
      const std::vector<CountPredicate> asked(predicates.begin(), predicates.end());
      workers_->ask("counts", pack(distinct_, asked),
                    bytes_of_predicate * static_cast<double>(asked.size()),
                    [&](std::string answer) { all.add(unpack<CountedAll>(std::move(answer))); });
      return all;
    }
    const auto add = [&](std::uint32_t /*region*/) {
      all.add(count_in_region(release_, counts_, distinct_, predicates, progress_));
    };
    for_each_region(release_, add, reading_of_both(release_));
    return all;
  }

  void finish() {
    if (workers_) workers_->finish();
  }

 private:
  static constexpr double bytes_of_predicate = 16;

  const Release& release_;
  const CountEstimation& counts_;
  const Progress& progress_;
  std::vector<Code> distinct_;
  std::optional<WorkerRegions> workers_;
};

}  // namespace

SourceTable read_published_attributes(const Release& release, const Progress& progress) {
  SourceTable table = read_rows(release, progress);
  if (table.data.rows == 0) fail_without_rows(release);
  return table;
}

EstimatedQueries draw_and_estimate(const Release& release, const CountEstimation& counts,
                                   const AttributeSet& attributes, const CountQueryOptions& options,
                                   Random& random, const Progress& progress) {
  EstimatedQueries drawn;
  MemoryNeed need = need_of_audit(release, "microdata.relative_error()");
  // Of labels, what share of each query they have is kept.
  need.beside = [&] {
    return bytes_of_known_values(release, true) +
           3 * bytes_of_labels(release, names_of_attributes(release)) / 2;
  };
  const bool on_workers = is_audited_on_workers(release, RowsOfSource::read);
  if (must_read_by_regions(release, need) || on_workers) {
    CountingByRegions counting(release, counts, on_workers, progress);
    const auto count = [&](std::span<const CountPredicate> predicates) {
      CountedAll all = counting.count(predicates);
      for (std::size_t i = 0; i < predicates.size(); ++i) {
        if (all.counts[i] > 0) drawn.estimates.push_back(all.estimates[i]);
      }
      return std::move(all.counts);
    };
    drawn.queries =
        random_count_queries(counting.distinct(), attributes, options, random, count, progress);
    counting.finish();
    return drawn;
  }
  const SourceTable source = read_published_attributes(release, progress);
  const CountEstimate estimate =
      counts.of_queries(release, source.attributes, source.values, progress);
  progress.phase("count");
  drawn.queries = random_count_queries(source.data, attributes, options, random, progress);
  progress.phase("estimate");
  progress.expect(drawn.queries.size(), "queries");
  for (const CountQuery& query : drawn.queries) {
    progress.checkpoint();
    drawn.estimates.push_back(estimate(query.predicate));
    progress.advance();
  }
  return drawn;
}

std::string answer_counts(const AskedPart& asked, const Progress& progress) {
  std::vector<Code> distinct;
  std::vector<CountPredicate> predicates;
  Unpacking request = unpacking(asked.request);
  request.take(distinct, predicates);
  request.finish();
  if (distinct.size() != distinct_attributes(asked.release).size()) fail_packed();
  for (const CountPredicate& predicate : predicates) {
    for (const ValueSet& set : predicate) {
      if (set.attribute >= distinct.size() || set.contains.size() != distinct[set.attribute])
        fail_packed();
    }
  }
  return pack(count_in_region(asked.release,
                              require(asked.operations.counts, asked.release.relations.front()),
                              distinct, predicates, progress));
}

}  // namespace microdata::postgres
