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
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/finding.hpp"
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

}  // namespace microdata::postgres
