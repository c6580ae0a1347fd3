#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/privacy/privacy_model.hpp"
#include "core/privacy/sensitive_distribution.hpp"
#include "core/risk/class_cover.hpp"
#include "core/risk/linkage.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/finding.hpp"
#include "postgres/inspection/published_generalization.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// The groups of a release's rows that privacy models are about.
struct Groups {
  std::span<const std::uint32_t> of_row;
  std::uint32_t groups = 0;
  const char* what = "bucket";
  // Returns a group as the worst case.
  std::function<Json(std::uint32_t)> describe;
};

// A sensitive attribute as published and, if it is not gone, in the source, in one dictionary.
struct GroupedValues {
  std::string name;
  std::string source_name;
  const Dictionary* dictionary = nullptr;
  std::span<const Code> published;
  std::span<const Code> tuples;
};

// What the groups reach of each of the models that are recorded for the release.
std::vector<Finding> check_models(const Release& release, const Groups& groups,
                                  const std::vector<GroupedValues>& sensitive,
                                  const Progress& progress);

// The models that are recorded for the release.
std::vector<PrivacyModel> recorded_models(const Release& release);

// Whether one of them measures against the whole table.
bool compare_with_table(const std::vector<PrivacyModel>& models);

// What becomes of one of them, which is about the values of a sensitive attribute that `table` is
// the distribution of.
using JudgeModel = std::function<Finding(const PrivacyModel& model, const std::string& requirement,
                                         const SensitiveDistribution& table)>;

// Asks `judge` for each of the models about sensitive values. `where`: "in every bucket".
std::vector<Finding> judge_models(const Release& release, const GroupedValues& sensitive,
                                  const std::string& where, const JudgeModel& judge,
                                  const Progress& progress);

// That rows do not link two columns more often than chance has it. `what`: what the columns are
// called, "part".
inline Finding linkage_finding(const std::string& requirement, const Linkage& linkage,
                               const std::string& what) {
  Finding finding{requirement, std::nullopt, std::nullopt, true, {}, OverParts::farthest};
  // A single column, or buckets of equal values: nothing to permute.
  if (linkage.bound == 0) return finding;
  finding.bound = linkage.bound;
  finding.achieved = linkage.excess;
  finding.holds = linkage.excess <= linkage.bound;
  Json json = Json::object();
  json.add(what + "_1", linkage.column_1 + 1).add(what + "_2", linkage.column_2 + 1);
  if (linkage.order.reversed) json.add("reversed", true);
  if (linkage.order.shift != 0) json.add("shift", linkage.order.shift);
  if (linkage.as_they_lie) json.add("as_they_lie", true);
  finding.worst_case = json;
  return finding;
}

// What is recomputed of a table in equivalence classes, whether it is all of a release or one of
// several tables.

// The equivalence classes of the rows, with the tuples that they may hold where there is a source.
ClassCover cover_classes(const PublishedGeneralization& published, const Progress& progress);
// The same as an adversary sees it, who knows how the release was recoded: fewer classes may hold a
// tuple.
ClassCover places_in_classes(const PublishedGeneralization& published, const Progress& progress);
Finding check_rows(const Release& release, const PublishedGeneralization& published);
// Nothing published is without a tuple of the source of its own, as far as that was looked for.
Finding check_assignment(const std::string& requirement, const ClassAssignment& assignment);
// Every published row is another tuple of the source, generalized.
Finding check_truth(const ClassAssignment& assignment);
GroupedValues grouped_values(const PublishedGeneralization::Ungeneralized& values);
// `cover`: of cover_classes(). The models that are recorded for the release, in every class, also
// of the sensitive attributes in `further`.
std::vector<Finding> check_classes(const Release& release, const PublishedGeneralization& published,
                                   const ClassCover& cover,
                                   const std::vector<GroupedValues>& further,
                                   const Progress& progress);

}  // namespace microdata::postgres
