#include "postgres/checks/model_findings.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <variant>

#include "core/base/grouped.hpp"
#include "postgres/catalog/hierarchy_catalog.hpp"
#include "postgres/checks/region_findings.hpp"
#include "postgres/hierarchies/hierarchies.hpp"
#include "postgres/inspection/harmless_values.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/region_rows.hpp"
#include "postgres/source/table.hpp"
#include "postgres/values/privacy_models.hpp"

namespace microdata::postgres {

namespace {

// Number of rows with each sensitive value, by group.
class Histograms {
 public:
  Histograms(const Groups& groups, std::span<const Code> values, Code distinct)
      : values_(group_by(std::span<const std::uint32_t>(groups.of_row), groups.groups,
                         [&](std::size_t row) { return values[row]; }, {})),
        counts_(distinct) {}

  const std::vector<ValueCount>& of(std::uint32_t group) {
    histogram_.clear();
    const std::span<const Code> values = std::as_const(values_)[group];
    for (const Code value : values)
      ++counts_[value];
    for (const Code value : values) {
      if (counts_[value] > 0) histogram_.push_back({value, counts_[value]});
      counts_[value] = 0;
    }
    return histogram_;
  }

 private:
  Grouped<Code> values_;
  std::vector<std::uint32_t> counts_;
  std::vector<ValueCount> histogram_;
};

// Returns the sensitive attribute's distribution in the source or, if the source is gone, in the
// release. In a region, the distribution is that of the whole.
SensitiveDistribution table_distribution(const GroupedValues& sensitive,
                                         const std::vector<PrivacyModel>& models) {
  const std::string& name = sensitive.source_name.empty() ? sensitive.name : sensitive.source_name;
  std::vector<std::uint64_t> counts = counts_in_table(*sensitive.dictionary, name);
  if (counts.empty()) {
    counts.resize(sensitive.dictionary->distinct());
    for (const Code value : sensitive.tuples.empty() ? sensitive.published : sensitive.tuples)
      ++counts[value];
  }
  SensitiveDistribution distribution(std::move(counts));
  for (const auto& [text, value] : named_values(models, *sensitive.dictionary))
    distribution.name_value(text, value);
  return distribution;
}

// Hierarchy that is declared for a sensitive attribute of the source, or the reason why there is
// none.
struct DeclaredOrNot {
  std::optional<ResolvedHierarchy> hierarchy;
  std::string reason;
};

DeclaredOrNot declared_hierarchy(const Release& release, const GroupedValues& sensitive,
                                 const Progress& progress) {
  if (!release.source) return {std::nullopt, "the source is gone"};
  for (const DeclaredHierarchy& declared : declared_hierarchies(*release.source)) {
    if (declared.attribute != sensitive.source_name) continue;
    try {
      require_usable(declared.hierarchy, {*release.source});
      return {resolve_hierarchy(declared.hierarchy, declared.attribute, *sensitive.dictionary,
                                progress),
              {}};
    } catch (const Error& error) {
      // The release or the source was tampered with; other faults must still be reported.
      return {std::nullopt, error.what()};
    }
  }
  return {std::nullopt, "no hierarchy is declared any more"};
}

Finding cannot_tell(const PrivacyModel& model, const std::string& requirement,
                    const std::string& reason) {
  return {requirement, bound(model), std::nullopt, std::nullopt, because(reason)};
}

// Returns the finding on a model, with the value that the groups reach and the group that is worst.
Finding check_model(const PrivacyModel& model, const std::string& requirement,
                    Histograms& histograms, const SensitiveDistribution& table,
                    const Groups& groups, const Progress& progress) {
  std::optional<double> worst;
  std::uint32_t worst_group = 0;
  progress.expect(groups.groups, "buckets");
  for (std::uint32_t g = 0; g < groups.groups; ++g) {
    progress.checkpoint_at(g);
    const double reached = achieved(model, histograms.of(g), table);
    progress.advance();
    if (worst && worse(model, *worst, reached) == *worst) continue;
    worst = reached;
    worst_group = g;
  }
  const bool lower_is_worse = worse(model, 0, 1) == 0;
  // A release without rows has no group that could fail.
  Finding finding{requirement, bound(model),
                  worst,       !worst || meets(model, *worst),
                  {},          lower_is_worse ? OverParts::lowest : OverParts::highest};
  if (worst) {
    finding.achieved = without_noise(*worst);
    finding.worst_case = groups.describe(worst_group);
  }
  return finding;
}

std::string in_every_group(const Groups& groups) {
  return groups.what == nullptr ? "in all rows" : std::string("in every ") + groups.what;
}

// Returns the findings on models that only count rows, and on the part of other models that counts
// rows.
std::vector<Finding> check_sizes(const std::vector<PrivacyModel>& models, const Groups& groups,
                                 const Progress& progress) {
  const std::vector<Code> same(groups.of_row.size());
  Histograms histograms(groups, same, 1);
  const SensitiveDistribution nothing(std::vector<std::uint64_t>{1});
  std::vector<Finding> findings;
  for (const PrivacyModel& model : models) {
    const std::string requirement = microdata::to_string(model) + " " + in_every_group(groups);
    if (!is_about_sensitive_values(model)) {
      findings.push_back(check_model(model, requirement, histograms, nothing, groups, progress));
    } else if (const auto* alpha = std::get_if<AlphaKAnonymity>(&model)) {
      findings.push_back(check_model(KAnonymity{alpha->k}, requirement + ": rows", histograms,
                                     nothing, groups, progress));
    }
  }
  return findings;
}

}  // namespace

Finding harmless_finding(const Release& release, const std::string& attribute, std::size_t shown) {
  // The statement always holds, so that reports and gates do not take it for undecided.
  return {"no bound is held for harmless values of " + in_quotes(attribute),
          std::nullopt,
          static_cast<double>(shown),
          true,
          Json::object().add("values", *harmless_values(release, attribute)),
          OverParts::sum};
}

bool compare_with_table(const std::vector<PrivacyModel>& models) {
  return std::any_of(models.begin(), models.end(), compares_with_table);
}

std::vector<Finding> judge_models(const Release& release, const GroupedValues& sensitive,
                                  const std::string& where, const JudgeModel& judge,
                                  const Progress& progress) {
  const std::vector<PrivacyModel> models = recorded_models(release);
  SensitiveDistribution table = table_distribution(sensitive, models);
  table.set_harmless(harmless_codes(release, sensitive.name, *sensitive.dictionary, progress));
  DeclaredOrNot declared;
  if (need_hierarchies(models)) declared = declared_hierarchy(release, sensitive, progress);
  if (declared.hierarchy) table.set_hierarchy(declared.hierarchy->hierarchy);
  std::vector<Finding> findings;
  for (const PrivacyModel& model : models) {
    if (!is_about_sensitive_values(model)) continue;
    std::string requirement =
        microdata::to_string(model) + " of " + in_quotes(sensitive.name) + " " + where;
    if (std::holds_alternative<AlphaKAnonymity>(model)) requirement += ": share";
    if (need_hierarchies({model})) {
      if (!declared.hierarchy) {
        findings.push_back(cannot_tell(model, requirement, declared.reason));
        continue;
      }
      requirement += " on hierarchy " + in_quotes(declared.hierarchy->name);
    }
    findings.push_back(judge(model, requirement, table));
  }
  return findings;
}

std::vector<Finding> check_models(const Release& release, const Groups& groups,
                                  const std::vector<GroupedValues>& sensitive,
                                  const Progress& progress) {
  std::vector<Finding> findings = check_sizes(recorded_models(release), groups, progress);
  for (const GroupedValues& values : sensitive) {
    Histograms histograms(groups, values.published, values.dictionary->distinct());
    const JudgeModel judge = [&](const PrivacyModel& model, const std::string& requirement,
                                 const SensitiveDistribution& table) {
      return check_model(model, requirement, histograms, table, groups, progress);
    };
    for (Finding& finding :
         judge_models(release, values, in_every_group(groups), judge, progress)) {
      findings.push_back(std::move(finding));
    }
    const std::vector<std::uint8_t> harmless =
        harmless_codes(release, values.name, *values.dictionary, progress);
    if (harmless.empty()) continue;
    findings.push_back(harmless_finding(
        release, values.name,
        static_cast<std::size_t>(std::count_if(values.published.begin(), values.published.end(),
                                               [&](Code value) { return harmless[value] != 0; }))));
  }
  return findings;
}

namespace {

// Largest number of pairs of tuples and classes that are looked at, which take some hundred
// megabytes. If there are more, the check is cursory and says so.
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
