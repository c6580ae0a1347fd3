#include "postgres/methods/generalization/generalization_method.hpp"

#include "postgres/inspection/count_estimation.hpp"
#include "postgres/inspection/published_extents.hpp"
#include "postgres/inspection/subject_estimation.hpp"
#include "postgres/inspection/subject_relations.hpp"
#include "postgres/inspection/subject_verification.hpp"
#include "postgres/methods/generalization/generalization_verification.hpp"
#include "postgres/methods/generalization/generalized_inference.hpp"

namespace microdata::postgres {

namespace {

// Classes have rows or, where persons have several, persons.

std::vector<Finding> verify(const Release& release, const Progress& progress) {
  return is_of_subjects(release) ? verify_subjects(release, progress)
                                 : verify_generalized(release, progress);
}

DisclosureFigures measure_disclosure_in_classes(const Release& release, const Progress& progress) {
  return is_of_subjects(release) ? disclosure_of_subjects(release, progress)
                                 : disclosure_of_generalized(release, progress);
}

std::vector<InferenceFigures> audit_classes(const Release& release, const InferenceOptions& options,
                                            Random& random, const Progress& progress) {
  if (is_of_subjects(release)) fail_missing(no_inference, release.relations.front());
  return audit_inference_in_classes(release, options, random, progress);
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

}  // namespace

const Method generalization_method{
    .name = "generalization",
    .about =
        "Made by generalization: quasi-identifiers are shown as values, ranges, sets or labels "
        "that several persons share.",
    .verify = verify,
    .disclosure = measure_disclosure_in_classes,
    .inference = audit_classes,
    .matching_buckets =
        Missing{ERRCODE_FEATURE_NOT_SUPPORTED, false,
                "matching_buckets() does not support generalized releases",
                "disclosure() shows how well sensitive values can be guessed from it."},
    .membership = no_membership,
    .counts = counts_of_subjects_or<counts_of_rows>(),
    .extents = extents_of_generalized,
    .divergence = no_divergence,
};

}  // namespace microdata::postgres
