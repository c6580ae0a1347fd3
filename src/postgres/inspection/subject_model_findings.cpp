#include "postgres/inspection/subject_model_findings.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <variant>

#include "core/microdata/grouped.hpp"
#include "core/privacy/privacy_model.hpp"
#include "core/privacy/set_privacy.hpp"
#include "postgres/inspection/model_findings.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

constexpr const char* where = "in every bucket by person";

Json bucket_json(const PublishedSubjects& published, std::uint32_t bucket) {
  return Json::object().add("bucket", published.bucket_number(bucket));
}

// The persons of every bucket; where its tables show different numbers, the least.
std::vector<std::uint32_t> persons_of(const SubjectView& view) {
  std::vector<std::uint32_t> persons = view.persons_in_buckets();
  for (std::uint32_t b = 0; b < view.buckets(); ++b)
    if (view.has_values) persons[b] = std::min(persons[b], view.values.sets_in(b));
  return persons;
}

Finding check_persons(double least, const std::string& requirement,
                      const PublishedSubjects& published) {
  const std::vector<std::uint32_t> persons = persons_of(published.view);
  Finding finding{requirement, least, std::nullopt, std::nullopt};
  const auto worst = std::min_element(persons.begin(), persons.end());
  if (worst == persons.end()) return finding;
  finding.achieved = *worst;
  finding.holds = meets(KAnonymity{least}, *worst);
  finding.worst_case = bucket_json(published, static_cast<std::uint32_t>(worst - persons.begin()));
  return finding;
}

std::vector<Finding> check_numbers(const std::vector<PrivacyModel>& models,
                                   const PublishedSubjects& published) {
  std::vector<Finding> findings;
  for (const PrivacyModel& model : models) {
    const std::string requirement = microdata::to_string(model) + " " + where;
    if (const auto* anonymity = std::get_if<KAnonymity>(&model)) {
      findings.push_back(check_persons(anonymity->k, requirement, published));
    } else if (const auto* alpha = std::get_if<AlphaKAnonymity>(&model)) {
      findings.push_back(check_persons(alpha->k, requirement + ": persons", published));
    }
  }
  return findings;
}

// The bucket that reaches least of a model.
Finding check_model(const PrivacyModel& model, const std::string& requirement,
                    const ValuesOfSets& values, const SetDistribution& table,
                    const PublishedSubjects& published, const Progress& progress) {
  const std::vector<std::uint32_t> persons = persons_of(published.view);
  std::optional<double> worst;
  std::uint32_t worst_bucket = 0;
  bool enough = true;
  for (std::uint32_t b = 0; b < persons.size(); ++b) {
    progress.checkpoint();
    std::vector<ValueCount> group;
    for (const ValuesOfSets::Entry& entry : values.in_bucket(b))
      group.push_back({entry.value, entry.sets});
    enough = enough && persons[b] >= fewest_tuples(model);
    const double reached = achieved(model, group, std::max(persons[b], 1U), table);
    if (worst && worse(model, *worst, reached) == *worst) continue;
    worst = reached;
    worst_bucket = b;
  }
  Finding finding{requirement, bound(model), worst, worst && enough && meets(model, *worst)};
  if (worst) {
    finding.achieved = without_noise(*worst);
    finding.worst_case = bucket_json(published, worst_bucket);
  }
  return finding;
}

}  // namespace

std::vector<Finding> check_models_by_persons(const Release& release,
                                             const PublishedSubjects& published,
                                             const Progress& progress) {
  const SubjectView& view = published.view;
  std::vector<Finding> findings = check_numbers(recorded_models(release), published);
  for (std::size_t j = 0; j < view.sensitive.size(); ++j) {
    const SubjectView::Sensitive& sensitive = view.sensitive[j];
    // Each value of a set, or of a person, once.
    const Grouped<std::uint32_t> shown =
        once_each(group_elements(view.values.set_of, view.values.sets(), sensitive.published,
                                 sensitive.distinct, progress),
                  progress);
    const auto source_persons = static_cast<std::uint32_t>(view.persons.tuples);
    const Grouped<std::uint32_t> had =
        once_each(group_elements(view.person_of_tuple, source_persons, sensitive.tuples,
                                 sensitive.distinct, progress),
                  progress);
    const ValuesOfSets values(view.values, view.buckets(), sensitive, progress);
    const GroupedValues grouped{published.sensitive_names[j], published.sensitive_source_names[j],
                                published.sensitive_values[j].get(), shown.items, had.items};
    // Where the source is gone, the persons of the release are all there are.
    const double persons = had.items.empty() ? view.values.sets() : source_persons;
    const JudgeModel judge = [&](const PrivacyModel& model, const std::string& requirement,
                                 const SensitiveDistribution& table) {
      return check_model(model, requirement, values, {table, persons}, published, progress);
    };
    for (Finding& finding : judge_models(release, grouped, where, judge, progress))
      findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace microdata::postgres
