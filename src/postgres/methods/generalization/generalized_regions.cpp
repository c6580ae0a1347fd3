#include "postgres/methods/generalization/generalized_regions.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "postgres/catalog/hierarchy_catalog.hpp"
#include "postgres/methods/generalization/level_memory.hpp"
#include "postgres/methods/generalization/table_histogram.hpp"
#include "postgres/regions/memory.hpp"
#include "postgres/regions/region_sample.hpp"
#include "postgres/release/region_publication.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/source/shards.hpp"
#include "postgres/values/generalized.hpp"

namespace microdata::postgres {

namespace {

bool is_by_levels(const GeneralizationRequest& request) {
  return request.options.recoding == Recoding::full_domain ||
         request.options.recoding == Recoding::cell;
}

// Whether what is shown of values, without labels, tells on which side of a cut they lie. Sets do
// not, and ends of ranges over floating-point numbers have fewer digits than these.
bool shows_its_side(const AttributeType& type) {
  return generalized_type(type).is_range() && type.projection != Projection::floating;
}

std::size_t columns_read(const std::vector<AssignedRole>& roles) {
  return static_cast<std::size_t>(
      std::count_if(roles.begin(), roles.end(),
                    [](const AssignedRole& role) { return role.role != Role::identifier; }));
}

// Of each column of the source, how many levels it has as a quasi-identifier; 0: it is none.
std::vector<std::size_t> levels_of(const Source& source, const std::vector<AssignedRole>& roles,
                                   const GeneralizationRequest& request) {
  const ChosenHierarchies chosen = choose_hierarchies(source, roles, request.hierarchies);
  std::vector<std::size_t> levels;
  for (std::size_t i = 0; i < roles.size(); ++i) {
    const bool leveled = roles[i].role == Role::quasi_identifier;
    levels.push_back(!leveled ? 0 : chosen[i] ? require_hierarchy(*chosen[i]).levels : 2);
  }
  return levels;
}

// At once, where as many rows may be different ones.
double levels_bytes_per_row(const Source& source, const std::vector<AssignedRole>& roles,
                            const GeneralizationRequest& request) {
  // Views and foreign tables are not counted for this: nothing is known of their values, either.
  constexpr double as_good_as_any = 1e6;
  const bool stored = source.kind != RELKIND_VIEW && source.kind != RELKIND_FOREIGN_TABLE;
  const double rows =
      stored ? std::max(static_cast<double>(estimated_rows(source)), 1.0) : as_good_as_any;
  const std::map<std::string, ValueStatistics> statistics = value_statistics(source, rows);
  const std::vector<std::size_t> levels = levels_of(source, roles, request);
  std::vector<LeveledAttribute> attributes;
  for (std::size_t i = 0; i < levels.size(); ++i) {
    const double distinct = statistics.at(source.columns[i].name).distinct;
    if (levels[i] > 0) attributes.push_back({std::max(distinct, 1.0), levels[i]});
  }
  return bytes_of_levels(rows, columns_read(roles), attributes, max_threads()) / rows;
}

Oid generalize_histogram(const Target& target, const Source& source,
                         const std::vector<AssignedRole>& roles,
                         const GeneralizationRequest& request, Table histogram, Random& random,
                         const Progress& progress) {
  // The order of a histogram does not depend on how rows lay.
  constexpr bool sorted = false;
  GeneralizedTable generalized =
      prepare_to_generalize(source, roles, request, std::move(histogram), sorted, progress);
  generalize_rows(generalized, request, random, progress);
  LearnedShare learned;
  learned.attack(generalized.table, generalized.generalization, 1 / request.options.l, progress);
  report_generalization(generalized.generalization.lost, request.options.loss, learned);
  GeneralizedRelease release(target, source, request);
  progress.phase("write");
  release.add(generalized, random, progress);
  return release.finish();
}

Oid generalize_histogram_of_regions(const Target& target, const Source& source,
                                    const std::vector<AssignedRole>& roles,
                                    const GeneralizationRequest& request, RegionPlan plan,
                                    Random& random, const Progress& progress) {
  // Its dictionaries have the table's values in the end, and no others before.
  plan.globals.clear();
  RegionPublication publication(source, std::move(plan), 1, random);
  TableHistogram histogram(levels_of(source, roles, request));
  publication.for_each_region(
      [&] { histogram.add(read_table(source, roles, Purpose::publication, progress), progress); });
  return generalize_histogram(target, source, roles, request, std::move(histogram).table(progress),
                              random, progress);
}
}  // namespace

bool is_counted_where_rows_are(const Source& source, const std::vector<AssignedRole>& roles,
                               const GeneralizationRequest& request) {
  if (!is_by_levels(request) || shards_of(source.relation) == 0) return false;
  for (std::size_t i = 0; i < roles.size(); ++i) {
    if (roles[i].role != Role::identifier && source.columns[i].type.comparison == Comparison::text)
      return false;
  }
  return true;
}

Oid generalize_counted(const Target& target, const Source& source,
                       const std::vector<AssignedRole>& roles, const GeneralizationRequest& request,
                       Random& random, const Progress& progress) {
  const KeptSnapshot snapshot;
  progress.phase("read");
  TableHistogram histogram(levels_of(source, roles, request));
  {
    const Table read = read_histogram(source, roles, snapshot, progress);
    histogram.add(read, progress);
    warn_of_source(source, roles, read, static_cast<std::int64_t>(histogram.rows()), snapshot,
                   progress);
  }
  return generalize_histogram(target, source, roles, request, std::move(histogram).table(progress),
                              random, progress);
}

double generalization_bytes_per_row(const Source& source, const std::vector<AssignedRole>& roles,
                                    const GeneralizationRequest& request) {
  const double read = generalizing_bytes(columns_read(roles));
  return is_by_levels(request) ? std::max(read, levels_bytes_per_row(source, roles, request))
                               : read;
}

RegionRequest region_request(const GeneralizationRequest& request, const Source& source,
                             const std::vector<AssignedRole>& roles,
                             std::optional<std::int32_t> regions, bool seeded) {
  RegionRequest result;
  result.regions = regions;
  result.seeded = seeded;
  result.bytes_per_row = generalizing_bytes(columns_read(roles));
  result.bytes_at_once = generalization_bytes_per_row(source, roles, request);
  result.bytes_to_verify = verifying_bytes(count_published(roles));
  if (is_by_levels(request)) {
    result.only_read = true;
    return result;
  }
  result.domains = true;
  result.l = request.options.l;
  result.k = request.options.k;
  result.privacy = request.options.privacy;
  result.hierarchies = request.hierarchies;
  result.cuts = request.options.cuts;
  const ChosenHierarchies chosen = choose_hierarchies(source, roles, request.hierarchies);
  for (std::size_t i = 0; i < roles.size(); ++i) {
    if (roles[i].role != Role::quasi_identifier) continue;
    const SourceColumn& column = source.columns[i];
    if (chosen[i] || !shows_its_side(column.type)) result.not_cut.push_back(column.name);
    // By width, ranges are measured by the ends of their domain, labels and sets by its values.
    if (chosen[i] || !generalized_type(column.type).is_range() ||
        request.options.loss != LossMeasure::width) {
      result.counted_domains.push_back(column.name);
    }
  }
  return result;
}

Oid generalize_by_regions(const Target& target, const Source& source,
                          const std::vector<AssignedRole>& roles,
                          const GeneralizationRequest& request, RegionPlan plan, bool seeded,
                          Random& random, const Progress& progress) {
  if (is_by_levels(request)) {
    return generalize_histogram_of_regions(target, source, roles, request, std::move(plan), random,
                                           progress);
  }
  RegionPublication publication(source, std::move(plan), request.options.k, random);
  GeneralizedRelease release(target, source, request);
  LearnedShare learned;
  publication.for_each_region([&] {
    GeneralizedTable generalized = read_to_generalize(source, roles, request, seeded, progress);
    generalize_rows(generalized, request, random, progress);
    learned.attack(generalized.table, generalized.generalization, 1 / request.options.l, progress);
    progress.phase("write");
    release.add(generalized, random, progress);
  });
  report_generalization(release.lost(), request.options.loss, learned);
  return release.finish(publication.released_json());
}

}  // namespace microdata::postgres
