#include "postgres/inspection/class_verification.hpp"

#include <cstddef>
#include <optional>
#include <string>

#include "postgres/inspection/region_findings.hpp"

namespace microdata::postgres {

namespace {

// Pairs of tuples and classes that are looked at; beyond it the check is cursory and says so. They
// take some hundred megabytes.
constexpr std::size_t most_class_pairs = 25'000'000;

}  // namespace

GroupedValues grouped_values(const PublishedGeneralization::Ungeneralized& values) {
  return {values.name, values.source_name, &values.values.front(), values.published, values.tuples};
}

ClassCover cover_classes(const PublishedGeneralization& published, const Progress& progress) {
  return published.has_source
             ? cover_tuples(published.rows, published.tuples, published.quasi_identifiers,
                            most_class_pairs, progress)
             : find_classes(published.rows, published.quasi_identifiers, progress);
}

ClassCover places_in_classes(const PublishedGeneralization& published, const Progress& progress) {
  ClassCover cover = cover_classes(published, progress);
  if (published.equal_together && !cover.cursory) keep_exact_classes(cover, progress);
  count_values(cover, published.quasi_identifiers, progress);
  return cover;
}

Finding check_rows(const Release& release, const PublishedGeneralization& published) {
  const auto suppressed = static_cast<double>(release.suppressed_rows.value_or(0));
  const auto source = static_cast<double>(published.tuples);
  const double accounted = static_cast<double>(published.rows) + suppressed;
  return {rows_are_accounted_for, source, accounted, source == accounted, {}, OverParts::sum};
}

Finding check_assignment(const std::string& requirement, const ClassAssignment& assignment) {
  Finding finding = none_allowed(requirement, assignment.impossible_rows);
  if (!assignment.cursory) return finding;
  finding.worst_case = Json::object().add("cursory", true);
  if (assignment.impossible_rows > 0) finding.holds = std::nullopt;
  return finding;
}

Finding check_truth(const ClassAssignment& assignment) {
  return check_assignment("equivalence classes match source rows", assignment);
}

std::vector<Finding> check_classes(const Release& release, const PublishedGeneralization& published,
                                   const ClassCover& cover,
                                   const std::vector<GroupedValues>& further,
                                   const Progress& progress) {
  std::vector<std::uint32_t> size(cover.classes);
  for (const std::uint32_t c : cover.class_of_row)
    ++size[c];
  const Groups groups{cover.class_of_row, cover.classes, "equivalence class",
                      [&size](std::uint32_t c) { return Json::object().add("rows", size[c]); }};
  std::vector<GroupedValues> sensitive = further;
  for (const PublishedGeneralization::Ungeneralized& s : published.sensitive)
    sensitive.push_back(grouped_values(s));
  return check_models(release, groups, sensitive, progress);
}

}  // namespace microdata::postgres
