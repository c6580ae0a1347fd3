#include "postgres/estimates/utility_figures.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <tuple>
#include <utility>

#include "core/microdata/microdata.hpp"
#include "core/utility/cover_loss.hpp"
#include "core/utility/extent_loss.hpp"
#include "postgres/inspection/drawn_persons.hpp"
#include "postgres/inspection/part_task.hpp"
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
        .hint("Try again while no session writes to the table.");
  }
}

// Predicates about the values of the whole source, whose number is `distinct` for each attribute.
struct CountRequest {
  std::vector<Code> distinct;
  std::vector<CountPredicate> predicates;
};
template <typename Request>
auto members(Request& request, const CountRequest* /*type*/) {
  return std::tie(request.distinct, request.predicates);
}

// Counts and estimates predicates in the region that was entered.
CountedAll count_in_region(const AskedPart& part, const CountRequest& request,
                           const Progress& progress) {
  const std::vector<Code>& distinct = request.distinct;
  if (distinct.size() != distinct_attributes(part.release).size()) fail_packed();
  for (const CountPredicate& predicate : request.predicates) {
    for (const ValueSet& set : predicate) {
      if (set.attribute >= distinct.size() || set.contains.size() != distinct[set.attribute])
        fail_packed();
    }
  }
  const SourceTable source = read_rows(part.release, progress);
  check_domains(source, distinct);
  const CountEstimate estimate =
      part.operation(&LayoutOperations::counts)
          .of_queries(part.release, source.attributes, source.values, progress);
  progress.phase("count");
  CountedAll counted;
  for (const CountPredicate& predicate : request.predicates) {
    progress.checkpoint();
    counted.counts.push_back(true_count(source.data, predicate, progress));
    counted.estimates.push_back(estimate(predicate));
  }
  return counted;
}

constexpr PartTask<CountRequest, CountedAll> counts_task{"counts", nullptr, count_in_region};

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
  need.levels = false;
  // The share of every label that satisfies a query is kept in memory.
  need.beside = [&] {
    return bytes_of_known_values(release, true) +
           3 * bytes_of_labels(release, names_of_attributes(release)) / 2;
  };
  const Division division = division_of(release, need, RowsOfSource::read);
  if (division != Division::none) {
    AskedParts parts(release, division, {.options = reading_of_both(release)}, progress);
    CountRequest request{domains_of_source(release), {}};
    if (std::find(request.distinct.begin(), request.distinct.end(), Code{0}) !=
        request.distinct.end())
      fail_without_rows(release);
    const auto count = [&](std::span<const CountPredicate> predicates) {
      request.predicates.assign(predicates.begin(), predicates.end());
      CountedAll all;
      constexpr double of_predicate = 16;
      parts.ask(counts_task, request, nullptr,
                of_predicate * static_cast<double>(predicates.size()),
                [&](const CountedAll& region) { all.add(region); });
      for (std::size_t i = 0; i < predicates.size(); ++i) {
        if (all.counts[i] > 0) drawn.estimates.push_back(all.estimates[i]);
      }
      return std::move(all.counts);
    };
    drawn.queries =
        random_count_queries(request.distinct, attributes, options, random, count, progress);
    parts.finish();
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

const PartQuestion counts_question = question_of<counts_task>;

namespace {

constexpr double bytes_of_sums = 1000;

// Returns the loss of the part's rows. Each region knows the extent of domains in the whole
// release.
LossOfRows width_of_part(const AskedPart& part, const NoRequest& /*request*/,
                         const Progress& progress) {
  progress.phase("read");
  const std::vector<PublishedExtents> extents =
      part.operation(&LayoutOperations::loss).extents(part.release, progress);
  progress.phase("loss");
  LossOfRows sum{extent_loss(extents, progress), 0};
  for (const PublishedExtents& attribute : extents)
    sum.rows += static_cast<double>(attribute.value_of_row.size());
  sum.lost *= sum.rows;
  return sum;
}

constexpr PartTask<NoRequest, LossOfRows> width_task{"width", "loss", width_of_part, false};

// Returns the losses of the part's rows. A region knows how many rows of the whole release have
// each value, so its rows lose as much as in the whole release.
std::vector<LossOfRows> covers_of_part(const AskedPart& part, const LossMeasure& measure,
                                       const Progress& progress) {
  if (measure != LossMeasure::values && measure != LossMeasure::entropy) fail_packed();
  const std::vector<PublishedCovers> covers =
      part.operation(&LayoutOperations::loss).covers(part.release, progress);
  progress.phase("loss");
  return cover_losses(covers, measure, progress);
}

constexpr PartTask<LossMeasure, std::vector<LossOfRows>> covers_task{"covers", "loss",
                                                                     covers_of_part};

}  // namespace

const PartQuestion width_question = question_of<width_task>;
const PartQuestion covers_question = question_of<covers_task>;

double width_loss(const Release& release, const Progress& progress) {
  std::vector<std::string> attributes;
  for (const ReleaseAttribute& attribute : release.attributes)
    attributes.push_back(attribute.name);
  MemoryNeed need = need_of_audit(release, "microdata.information_loss()");
  need.levels = false;
  need.of_tuple = 0;
  need.beside = [&] { return bytes_of_labels(release, attributes); };
  LossOfRows sum;
  const auto add = [&](const LossOfRows& part) {
    sum.lost += part.lost;
    sum.rows += part.rows;
  };
  run_parts(release, division_of(release, need, RowsOfSource::left),
            {.options = reading_of_regions(release, attributes)}, width_task, NoRequest(), nullptr,
            bytes_of_sums, add, progress);
  return sum.rows > 0 ? sum.lost / sum.rows : 0;
}

double loss_of_covers(const Release& release, LossMeasure measure, const Progress& progress) {
  MemoryNeed need = need_of_audit(release, "microdata.information_loss()");
  need.levels = false;
  need.beside = [&] { return bytes_of_known_values(release, true); };
  std::vector<LossOfRows> sums;
  const auto add = [&](const std::vector<LossOfRows>& losses) {
    sums.resize(losses.size());
    for (std::size_t a = 0; a < losses.size(); ++a) {
      sums[a].lost += losses[a].lost;
      sums[a].rows += losses[a].rows;
    }
  };
  run_parts(release, division_of(release, need, RowsOfSource::read),
            {.options = knowing_values_of_source(release, true, true)}, covers_task, measure,
            nullptr, bytes_of_sums, add, progress);
  return mean_loss(sums, static_cast<std::size_t>(release.suppressed_rows.value_or(0)));
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
