#include "postgres/methods/generalization/generalization_method.hpp"

#include <optional>
#include <string>

#include "postgres/inspection/bucket_operations.hpp"
#include "postgres/inspection/count_estimation.hpp"
#include "postgres/inspection/estimation_by.hpp"
#include "postgres/inspection/published_covers.hpp"
#include "postgres/inspection/published_extents.hpp"
#include "postgres/inspection/published_generalization.hpp"
#include "postgres/inspection/region_estimation.hpp"
#include "postgres/inspection/release_estimator.hpp"
#include "postgres/inspection/released_table.hpp"
#include "postgres/inspection/shown_release.hpp"
#include "postgres/inspection/subject_relations.hpp"
#include "postgres/methods/generalization/generalization_verification.hpp"
#include "postgres/methods/generalization/generalized_inference.hpp"
#include "postgres/methods/generalization/generalized_membership.hpp"
#include "postgres/methods/generalization/placed_classes.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

ShownRelease show_classes(const Release& release, const ReadScope& beside,
                          const Progress& progress) {
  return shown_release(read_table_of_rows(release, beside, progress));
}

// Editions of series: their classes are buckets, in which nothing links sensitive values to rows.
bool is_in_buckets(const Release& release) {
  return release.layout.bucket.recorded;
}

Release sensitive_apart(const Release& release) {
  Release apart = release;
  for (ReleaseAttribute& attribute : apart.attributes)
    attribute.column = attribute.role == Role::sensitive ? 2 : 1;
  return apart;
}

ReleaseEstimator read_class_estimator(const Release& release,
                                      const std::vector<std::string>& attributes,
                                      const Progress& progress) {
  return is_in_buckets(release)
             ? read_bucket_estimator(sensitive_apart(release), attributes, progress)
             : read_row_estimator(release, attributes, progress);
}

constexpr CountEstimation counts_of_classes = estimation_by<read_class_estimator>;

GroupEstimates estimate_in_classes(const Release& release, const GroupQuery& query,
                                   const Progress& progress) {
  if (is_in_buckets(release))
    return estimate_groups_of_buckets(sensitive_apart(release), query, progress);
  return estimate_groups_of_rows(release, query, progress);
}

// The quasi-identifiers of a release that stand in one of its tables, as if they were all.
Release one_table(const Release& release, Oid relation) {
  Release table = release;
  table.relations = {relation};
  table.attributes.clear();
  for (ReleaseAttribute attribute : release.attributes) {
    if (attribute.relation != relation || attribute.role != Role::quasi_identifier) continue;
    attribute.column = 1;
    table.attributes.push_back(attribute);
  }
  return table;
}

std::vector<PublishedExtents> extents_of_generalized(const Release& release,
                                                     const Progress& progress) {
  std::vector<PublishedExtents> extents;
  for (const Oid relation : release.relations) {
    const Release table = one_table(release, relation);
    if (table.attributes.empty()) continue;
    Release alone = table;
    alone.source.reset();
    for (PublishedExtents& of_table :
         extents_of(table, read_generalization(alone, progress), progress))
      extents.push_back(std::move(of_table));
  }
  return extents;
}

std::size_t models_of_arguments(const Release& release) {
  if (is_of_subjects(release)) return release.layout.k == 1 ? 0 : 1;
  return has_number(release, "l") ? 2 : 1;
}

// A quasi-identifier without a hierarchy gets none that was declared since.
void add_hierarchies(const Release& release, Json& arguments) {
  Json hierarchies = Json::object();
  for (const ReleaseAttribute& attribute : release.attributes) {
    if (attribute.role != Role::quasi_identifier) continue;
    hierarchies.add(name_in_source(attribute, release),
                    how_recoded(release, attribute.name).hierarchy);
  }
  arguments.add("hierarchies", std::move(hierarchies));
}

std::vector<PublishedCovers> covers_of_generalized(const Release& release,
                                                   const Progress& progress) {
  return covers_of_table(read_generalization(release, progress));
}

std::vector<PublishedCovers> no_covers_of_persons(const Release& /*release*/,
                                                  const Progress& /*progress*/) {
  throw Error(ERRCODE_FEATURE_NOT_SUPPORTED,
              "microdata.information_loss() measures releases of persons with several rows by "
              "width alone")
      .hint("Use loss => 'width'; microdata.releases.parameters has what was lost by others.");
}

constexpr Missing no_matching_classes{
    ERRCODE_FEATURE_NOT_SUPPORTED, false,
    "matching_buckets() does not support generalized releases",
    "disclosure() shows how well sensitive values can be guessed from it."};

}  // namespace

const Method generalization_method{
    .name = "generalization",
    .about =
        "Made by generalization: quasi-identifiers are shown as values, ranges, sets or labels "
        "that several persons share.",
    .call = {"generalize_table", models_of_arguments, add_hierarchies},
    .structure = check_classes,
    .layout = LayoutKind::classes,
};

const LayoutOperations class_operations{
    .verify = verify_generalized,
    .disclosure = disclosure_of_generalized,
    .inference = audit_inference_in_classes,
    .members_and_outsiders = audit_membership_in_classes,
    .places = place_in_classes,
    .released_table = read_table_of_rows,
    .shown = show_classes,
    .matching_buckets = no_matching_classes,
    .membership = no_membership,
    .counts = counts_of_classes,
    .groups = estimate_in_classes,
    .loss = LossReading{extents_of_generalized, covers_of_generalized},
    .divergence = no_divergence,
    .counterfeits = KnownCounterfeits::in_estimates,
};

LayoutOperations operations_of_person_classes() {
  LayoutOperations operations = person_operations;
  operations.matching_buckets = no_matching_classes;
  operations.loss = LossReading{extents_of_generalized, no_covers_of_persons};
  operations.counterfeits = class_operations.counterfeits;
  return operations;
}

}  // namespace microdata::postgres
