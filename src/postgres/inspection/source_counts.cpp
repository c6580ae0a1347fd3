#include "postgres/inspection/source_counts.hpp"

#include <cstdint>
#include <span>
#include <utility>

#include "postgres/inspection/drawn_tuples.hpp"
#include "postgres/inspection/memory_need.hpp"
#include "postgres/inspection/region_estimation.hpp"
#include "postgres/inspection/release_reading.hpp"
#include "postgres/server/error.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/reader.hpp"
#include "postgres/source/region_rows.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/table.hpp"

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

void fail_empty(const Release& release) {
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

// How many values each attribute has in the whole source.
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

// One pass.
struct CountedAll {
  std::vector<std::uint64_t> counts;
  std::vector<double> estimates;
};

class CountingByRegions {
 public:
  CountingByRegions(const Release& release, const CountEstimation& counts, const Progress& progress)
      : release_(release), counts_(counts), progress_(progress) {
    const RegionLoop loop(release, released_regions(release).value(), reading_of_both(release));
    distinct_ = domains_of_source(release);
    for (const Code distinct : distinct_) {
      if (distinct == 0) fail_empty(release);
    }
  }

  const std::vector<Code>& distinct() const { return distinct_; }

  CountedAll count(std::span<const CountPredicate> predicates) const {
    CountedAll all{std::vector<std::uint64_t>(predicates.size()),
                   std::vector<double>(predicates.size())};
    const auto add = [&](std::uint32_t /*region*/) {
      const SourceTable source = read_rows(release_, progress_);
      check_domains(source);
      const CountEstimate estimate =
          counts_.of_queries(release_, source.attributes, source.values, progress_);
      progress_.phase("count");
      for (std::size_t i = 0; i < predicates.size(); ++i) {
        progress_.checkpoint();
        all.counts[i] += true_count(source.data, predicates[i], progress_);
        all.estimates[i] += estimate(predicates[i]);
      }
    };
    for_each_region(release_, add, reading_of_both(release_));
    return all;
  }

 private:
  // Predicates are over the values that there were before.
  void check_domains(const SourceTable& source) const {
    for (std::size_t a = 0; a < distinct_.size(); ++a) {
      if (source.values[a].distinct() == distinct_[a]) continue;
      throw Error(ERRCODE_T_R_SERIALIZATION_FAILURE, "the values of attribute " +
                                                         in_quotes(source.attributes[a]) +
                                                         " were changed in the source meanwhile")
          .hint("Try again while nobody writes to the table.");
    }
  }

  const Release& release_;
  const CountEstimation& counts_;
  const Progress& progress_;
  std::vector<Code> distinct_;
};

}  // namespace

SourceTable read_published_attributes(const Release& release, const Progress& progress) {
  SourceTable table = read_rows(release, progress);
  if (table.data.rows == 0) fail_empty(release);
  return table;
}

EstimatedQueries draw_and_estimate(const Release& release, const CountEstimation& counts,
                                   const AttributeSet& attributes, const CountQueryOptions& options,
                                   Random& random, const Progress& progress) {
  EstimatedQueries drawn;
  MemoryNeed need = need_of_audit(release, "relative_error()");
  // Of labels, what share of each query they have is kept.
  need.beside = [&] {
    return bytes_of_known_values(release, true) +
           3 * bytes_of_labels(release, names_of_attributes(release)) / 2;
  };
  if (must_read_by_regions(release, need)) {
    const CountingByRegions counting(release, counts, progress);
    const auto count = [&](std::span<const CountPredicate> predicates) {
      CountedAll all = counting.count(predicates);
      for (std::size_t i = 0; i < predicates.size(); ++i) {
        if (all.counts[i] > 0) drawn.estimates.push_back(all.estimates[i]);
      }
      return std::move(all.counts);
    };
    drawn.queries =
        random_count_queries(counting.distinct(), attributes, options, random, count, progress);
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

}  // namespace microdata::postgres
