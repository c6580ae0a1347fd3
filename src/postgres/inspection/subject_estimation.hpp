#pragma once

#include "postgres/server/api.hpp"

#include <string>
#include <vector>

#include "postgres/inspection/count_estimation.hpp"
#include "postgres/inspection/group_estimation.hpp"
#include "postgres/inspection/subject_relations.hpp"

namespace microdata::postgres {

// Counts of rows, of releases of persons with several rows each, as sums of weights of their view.
extern const CountEstimation counts_of_subjects;

// Of the same weights, by groups.
EstimateGroups estimate_groups_of_subjects;

// Those of a method whose releases are of persons with several rows, or else of `others`.
template <const CountEstimation& others>
CountEstimation counts_of_subjects_or() {
  static constexpr auto counts_of = [](const Release& release) -> const CountEstimation& {
    return is_of_subjects(release) ? counts_of_subjects : others;
  };
  return {[](const Release& release, const std::vector<std::string>& attributes,
             const std::vector<Dictionary>& domains, const Progress& progress) {
    return counts_of(release).of_queries(release, attributes, domains, progress);
  }};
}

}  // namespace microdata::postgres
