#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/estimates/group_query.hpp"
#include "postgres/estimates/region_groups.hpp"
#include "postgres/inspection/method.hpp"
#include "postgres/inspection/published_meaning.hpp"
#include "postgres/inspection/published_subjects.hpp"
#include "postgres/values/dictionary.hpp"

// Estimates from releases of persons with several rows each. Requires a SpiSession.

namespace microdata::postgres {

// An attribute as it was published, and the part that shows it.
struct SetAttribute {
  SubjectPart part = SubjectPart::persons;
  // Number of the column. Attributes of one column of the table of persons belong together.
  int column = 1;
  // Published label by row of the attribute's table, whose meaning is in `meaning`.
  std::vector<Code> labels;
  AttributeMeaning meaning;
};

// Attributes of a release of persons with several rows, read once with the caller's privileges.
struct SubjectEstimator {
  Code buckets = 0;
  std::vector<Code> bucket_of_person;
  std::optional<std::vector<Code>> bucket_of_row;
  ReadSets row_sets;
  bool has_values = false;
  std::vector<Code> set_of;
  std::vector<Code> bucket_of_set;
  // Attributes in the requested order.
  std::vector<SetAttribute> attributes;
  // Text by attribute and by label of a generalized attribute; nullopt for NULL.
  std::vector<std::vector<std::optional<std::string>>> texts;

  // Returns the number of rows (core/utility/set_estimate.hpp). share[i] has, by label of attribute
  // asked[i], the fraction of the label that satisfies a predicate.
  double estimate(std::span<const std::size_t> asked, std::span<const std::vector<double>> share,
                  const Progress& progress) const;
};

SubjectEstimator read_estimator(const Release& release, const std::vector<std::string>& names,
                                const Progress& progress);

// Estimate the groups of persons and of their rows, with all linkings equally likely: of a release
// that is read at once, and of the region that was entered.
EstimateGroups estimate_groups_of_subjects;
PackedGroups sum_groups_of_subjects(const Release& release, const GroupQuery& query,
                                    const Progress& progress);

}  // namespace microdata::postgres
