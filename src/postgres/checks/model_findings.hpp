#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "core/privacy/privacy_model.hpp"
#include "core/privacy/sensitive_distribution.hpp"
#include "core/risk/class_cover.hpp"
#include "core/risk/linkage.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/finding.hpp"
#include "postgres/inspection/part_task.hpp"
#include "postgres/inspection/published_generalization.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// Groups of a release's rows to which privacy models apply.
struct Groups {
  std::span<const std::uint32_t> of_row;
  std::uint32_t groups = 0;
  // Word for a group; null if all rows are one group.
  const char* what = "bucket";
  // Returns a group as the worst case of a finding.
  std::function<Json(std::uint32_t)> describe;
};

// A sensitive attribute as published and, unless it is gone there, as in the source, in one
// dictionary.
struct GroupedValues {
  std::string name;
  std::string source_name;
  const Dictionary* dictionary = nullptr;
  std::span<const Code> published;
  std::span<const Code> tuples;
};

// Returns the findings on each of the models that are recorded for the release, with the value that
// the groups reach.
std::vector<Finding> check_models(const Release& release, const Groups& groups,
                                  const std::vector<GroupedValues>& sensitive,
                                  const Progress& progress);

// Returns the finding that says for which values of an attribute no bound is held. `shown` is the
// number of rows or persons with such values.
Finding harmless_finding(const Release& release, const std::string& attribute, std::size_t shown);

// Returns true if one of the models measures against the whole table.
bool compare_with_table(const std::vector<PrivacyModel>& models);

// Returns the finding on a model about the values of a sensitive attribute; `table` is the
// distribution of these values.
using JudgeModel = std::function<Finding(const PrivacyModel& model, const std::string& requirement,
                                         const SensitiveDistribution& table)>;

// Returns the findings of `judge` for each recorded model about sensitive values. `where` ends the
// requirement, such as "in every bucket".
std::vector<Finding> judge_models(const Release& release, const GroupedValues& sensitive,
                                  const std::string& where, const JudgeModel& judge,
                                  const Progress& progress);

// Returns the finding that rows link two columns as often as by chance, in all buckets. `what` is
// the name for a column, such as "part".
inline Finding linkage_finding(const std::string& requirement, const Linkage& linkage,
                               const std::string& what) {
  Finding finding{requirement, std::nullopt, std::nullopt, true, {}, OverParts::farthest};
  // A single column, and buckets of equal values, have nothing to shuffle.
  if (linkage.bound == 0) return finding;
  finding.bound = linkage.bound;
  finding.achieved = linkage.excess;
  finding.holds = linkage.excess <= linkage.bound;
  Json json = Json::object();
  json.add(what + "_1", linkage.column_1 + 1).add(what + "_2", linkage.column_2 + 1);
  if (linkage.deviation != Deviation::more)
    json.add("linked", linkage.deviation == Deviation::fewer ? "too rarely" : "unevenly");
  if (linkage.order.reversed) json.add("reversed", true);
  if (linkage.order.shift != 0) json.add("shift", linkage.order.shift);
  if (linkage.as_they_lie) json.add("as_they_lie", true);
  finding.worst_case = json;
  return finding;
}

// Findings on a table in equivalence classes, which is all of a release or one of several tables.

// Returns the equivalence classes of the rows and, if there is a source, the tuples that they can
// hold.
ClassCover cover_classes(const PublishedGeneralization& published, const Progress& progress);
// Returns the equivalence classes for an attacker that knows how the release was recoded; fewer
// classes can then hold a tuple.
ClassCover places_in_classes(const PublishedGeneralization& published, const Progress& progress);
Finding check_rows(const Release& release, const PublishedGeneralization& published);
// Returns the finding that each published row has a tuple of the source of its own, as far as
// tuples were searched.
Finding check_assignment(const std::string& requirement, const ClassAssignment& assignment);
// Returns the finding that each published row is a different tuple of the source, generalized.
Finding check_truth(const ClassAssignment& assignment);
GroupedValues grouped_values(const PublishedGeneralization::Ungeneralized& values);
// Returns the findings on the recorded models in every class, for the sensitive attributes of the
// table and those in `further`. `cover` is a result of cover_classes().
std::vector<Finding> check_classes(const Release& release, const PublishedGeneralization& published,
                                   const ClassCover& cover,
                                   const std::vector<GroupedValues>& further,
                                   const Progress& progress);

// Findings on a release that was made by regions, from the findings on each region. A tuple matches
// only rows of its own region, because regions are boxes of quasi-identifiers that values do not
// leave. A guarantee that holds in every region therefore holds in the release, if regions do not
// overlap.

inline const std::string people_are_accounted_for = "all people in the source are accounted for";
inline const std::string rows_are_accounted_for = "all source rows are accounted for";

// Returns the findings on a release that was made by regions: those of the regions together, and
// those that only all regions show. Buckets and persons that `layout` has must lie in one region
// each, and the caller checks how often column values in buckets of rows occur.
std::vector<Finding> verify_by_regions(const Release& release, LayoutKind layout,
                                       const Progress& progress);

// Returns the figures of all regions of a release that was made by regions.
DisclosureFigures disclosure_by_regions(const Release& release, const Progress& progress);

extern const PartQuestion verification_question;
extern const PartQuestion disclosure_question;

// Checks of what a release shows besides its rows: the names of its columns, and views.

struct Series;

// Adds the findings that apply to every release: suppression, dropped and determining attributes,
// and appearance. Requires a SpiSession.
void add_findings_of_any(const Release& release, std::vector<Finding>& findings,
                         const Progress& progress);

// Adds a finding if a view of the series shows something other than the edition recorded for the
// view. Requires a SpiSession.
void add_views_of_series(const Series& series, std::vector<Finding>& findings);

// Adds an undecided finding if the release lost published attributes, because only the remaining
// attributes are verified.
void add_dropped_attributes(const Release& release, std::vector<Finding>& findings);

}  // namespace microdata::postgres
