#include "postgres/estimates/utility_figures.hpp"

#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <tuple>
#include <utility>

#include "core/microdata/microdata.hpp"
#include "core/utility/cover_loss.hpp"
#include "core/utility/extent_loss.hpp"
#include "postgres/inspection/divided_reading.hpp"
#include "postgres/inspection/drawn_persons.hpp"
#include "postgres/inspection/release_reader.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/reader.hpp"
#include "postgres/source/region_rows.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/table.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata {

template <typename Set>
auto members(Set& set, const ValueSet* /*type*/) {
  return std::tie(set.attribute, set.contains);
}

}  // namespace microdata

namespace microdata {

template <typename Loss>
auto members(Loss& loss, const LossOfRows* /*type*/) {
  return std::tie(loss.lost, loss.rows);
}

}  // namespace microdata

namespace microdata::postgres {

namespace {

// Published attributes with the source's values.
struct SourceTable {
  Microdata data;
  // Names of the attributes in the release.
  std::vector<std::string> attributes;
  std::vector<Dictionary> values;
};

// Reads all rows, or those of the region that was entered. Dictionaries have the values of the
// whole source in both cases.
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

// Returns the number of values of each attribute in the whole source, as known in a region.
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

// Counts of predicates and their estimates, in the order of the predicates.
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

// Fails if an attribute's number of values has changed, because predicates are about the values
// read before.
void check_domains(const SourceTable& source, std::span<const Code> distinct) {
  for (std::size_t a = 0; a < distinct.size(); ++a) {
    if (source.values[a].distinct() == distinct[a]) continue;
    throw Error(ERRCODE_T_R_SERIALIZATION_FAILURE, "the values of attribute " +
                                                       in_quotes(source.attributes[a]) +
                                                       " were changed in the source meanwhile")
        .hint("Try again while nobody writes to the table.");
  }
}

// Counts and estimates predicates in the region that was entered.
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
  // `on_workers` is true if the regions lie on workers.
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

  // Returns counts and estimates over all regions, in one pass.
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

// Reads the published attributes of all rows. Fails if the source has no rows.
SourceTable read_published_attributes(const Release& release, const Progress& progress) {
  SourceTable table = read_rows(release, progress);
  if (table.data.rows == 0) fail_without_rows(release);
  return table;
}

}  // namespace

EstimatedQueries draw_and_estimate(const Release& release, const CountEstimation& counts,
                                   const AttributeSet& attributes, const CountQueryOptions& options,
                                   Random& random, const Progress& progress) {
  EstimatedQueries drawn;
  MemoryNeed need = need_of_audit(release, "microdata.relative_error()");
  // The share of every label that satisfies a query is kept in memory.
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

namespace {

constexpr double bytes_of_sums = 1000;

// Returns the loss of all rows, or of those of the region that was entered. Each region knows the
// extent of domains in the whole release.
LossOfRows width_of_rows(const Release& release, const LossReading& reading,
                         const Progress& progress) {
  progress.phase("read");
  const std::vector<PublishedExtents> extents = reading.extents(release, progress);
  progress.phase("loss");
  LossOfRows sum{extent_loss(extents, progress), 0};
  for (const PublishedExtents& attribute : extents)
    sum.rows += static_cast<double>(attribute.value_of_row.size());
  sum.lost *= sum.rows;
  return sum;
}

// Returns the losses of all rows, or of a region's. A region knows how many rows of the whole
// source have each value, so its rows lose as much as in the whole release.
std::vector<LossOfRows> losses_of_covers(const Release& release, const LossReading& reading,
                                         LossMeasure measure, const Progress& progress) {
  const std::vector<PublishedCovers> covers = reading.covers(release, progress);
  progress.phase("loss");
  return cover_losses(covers, measure, progress);
}

void add_all(std::vector<LossOfRows>& sums, const std::vector<LossOfRows>& losses) {
  sums.resize(losses.size());
  for (std::size_t a = 0; a < losses.size(); ++a) {
    sums[a].lost += losses[a].lost;
    sums[a].rows += losses[a].rows;
  }
}

}  // namespace

double width_loss(const Release& release, const LossReading& reading, const Progress& progress) {
  std::vector<std::string> attributes;
  for (const ReleaseAttribute& attribute : release.attributes)
    attributes.push_back(attribute.name);
  MemoryNeed need = need_of_audit(release, "microdata.information_loss()");
  need.of_tuple = 0;
  need.beside = [&] { return bytes_of_labels(release, attributes); };
  const DividedReading divided{.options = reading_of_regions(release, attributes),
                               .source = RowsOfSource::left,
                               .phase = "loss",
                               .question = "width",
                               .bytes_of_answer = bytes_of_sums};
  LossOfRows sum;
  const auto add = [&](const LossOfRows& region) {
    sum.lost += region.lost;
    sum.rows += region.rows;
  };
  read_divided(
      release, need, divided, [&] { add(width_of_rows(release, reading, progress)); },
      [&](std::string answer) { add(unpack<LossOfRows>(std::move(answer))); }, progress);
  return sum.rows > 0 ? sum.lost / sum.rows : 0;
}

double loss_of_covers(const Release& release, const LossReading& reading, LossMeasure measure,
                      const Progress& progress) {
  MemoryNeed need = need_of_audit(release, "microdata.information_loss()");
  need.beside = [&] { return bytes_of_known_values(release, true); };
  const DividedReading divided{.options = knowing_values_of_source(release, true, true),
                               .phase = "loss",
                               .question = "covers",
                               .request = [&] { return pack(measure); },
                               .bytes_of_answer = bytes_of_sums};
  std::vector<LossOfRows> sums;
  read_divided(
      release, need, divided,
      [&] { add_all(sums, losses_of_covers(release, reading, measure, progress)); },
      [&](std::string answer) {
        add_all(sums, unpack<std::vector<LossOfRows>>(std::move(answer)));
      },
      progress);
  return mean_loss(sums, static_cast<std::size_t>(release.suppressed_rows.value_or(0)));
}

std::string answer_width_loss(const AskedPart& asked, const Progress& progress) {
  return pack(width_of_rows(
      asked.release, require(asked.operations.loss, asked.release.relations.front()), progress));
}

std::string answer_cover_loss(const AskedPart& asked, const Progress& progress) {
  const auto measure = unpack_request<LossMeasure>(asked.request);
  if (measure != LossMeasure::values && measure != LossMeasure::entropy) fail_packed();
  return pack(losses_of_covers(asked.release,
                               require(asked.operations.loss, asked.release.relations.front()),
                               measure, progress));
}

namespace {

std::string percentage(double share) {
  return rounded(100 * share, 1) + "%";
}

std::string over(std::size_t attributes) {
  return " over " + count_of(attributes, "attribute");
}

}  // namespace

std::string meaning_of_loss(double loss, LossMeasure measure) {
  switch (measure) {
    case LossMeasure::values:
      return "The release has lost " + percentage(loss) +
             " of what is known of its attributes, by how many values a published one stands for.";
    case LossMeasure::entropy:
      return "The release has lost " + percentage(loss) +
             " of the information in its attributes, by how often values occur.";
    case LossMeasure::width:
      break;
  }
  return "A published value covers " + percentage(loss) +
         " of the range of its attribute on average.";
}

std::string meaning_of_median_error(double error, std::size_t attributes) {
  return "Half of random counts" + over(attributes) + " are off by " + percentage(error) +
         " or less.";
}

std::string meaning_of_mean_error(double error, std::size_t attributes) {
  return "Random counts" + over(attributes) + " are off by " + percentage(error) + " on average.";
}

std::string meaning_of_largest_errors(double error, std::size_t attributes) {
  return "19 of 20 random counts" + over(attributes) + " are off by " + percentage(error) +
         " or less.";
}

std::string meaning_of_divergence(const Divergence& divergence) {
  if (!std::isfinite(divergence.nats))
    return "The parts contradict each other, and rule out a row that the source has.";
  return "The distribution that the parts imply is " + rounded(divergence.nats, 4) +
         " nats from that of the source; at 0 nats, they are the same.";
}

}  // namespace microdata::postgres
