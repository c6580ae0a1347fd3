#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>

#include "core/base/grouped.hpp"
#include "core/privacy/diversity.hpp"
#include "core/privacy/privacy_model.hpp"
#include "core/privacy/set_privacy.hpp"
#include "core/risk/class_persons.hpp"
#include "core/risk/set_linkage.hpp"
#include "core/risk/set_placement.hpp"
#include "core/risk/source_persons.hpp"
#include "core/risk/subject_disclosure.hpp"
#include "core/risk/tuple_placement.hpp"
#include "postgres/checks/bucket_verification.hpp"
#include "postgres/checks/model_findings.hpp"
#include "postgres/inspection/published_subjects.hpp"
#include "postgres/inspection/region_loop.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/region_rows.hpp"

namespace microdata::postgres {

namespace {

// True if a region of the release is read.
bool is_region() {
  return RegionRows::current() != nullptr;
}

constexpr const char* where = "in every bucket by person";

Json bucket_json(const PublishedSubjects& published, std::uint32_t bucket) {
  return Json::object().add("bucket", published.bucket_number(bucket));
}

// Returns the number of people in every bucket; if the bucket's tables show different numbers, the
// least.
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

// Returns the finding about the bucket that reaches least of a model.
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
    enough = enough && persons[b] >= fewest_persons(model, group, table);
    const double reached = achieved(model, group, std::max(persons[b], 1U), table);
    if (worst && worse(model, *worst, reached) == *worst) continue;
    worst = reached;
    worst_bucket = b;
  }
  const bool lower_is_worse = worse(model, 0, 1) == 0;
  Finding finding{requirement, bound(model),
                  worst,       worst && enough && meets(model, *worst),
                  {},          lower_is_worse ? OverParts::lowest : OverParts::highest};
  if (worst) {
    finding.achieved = without_noise(*worst);
    finding.worst_case = bucket_json(published, worst_bucket);
  }
  return finding;
}

// Returns the number of sets that show a harmless value of the sensitive attribute with number `j`.
std::size_t sets_with_harmless(const SubjectView& view, std::size_t j) {
  const SubjectView::Sensitive& sensitive = view.sensitive[j];
  std::vector<std::uint8_t> has(view.values.sets());
  for (std::size_t row = 0; row < sensitive.published.size(); ++row) {
    if (sensitive.is_harmless(sensitive.published[row])) has[view.values.set_of[row]] = 1;
  }
  return static_cast<std::size_t>(std::count(has.begin(), has.end(), 1));
}

// Checks, by person, every model that is recorded for the release.
std::vector<Finding> check_models_by_persons(const Release& release,
                                             const PublishedSubjects& published,
                                             const Progress& progress) {
  const SubjectView& view = published.view;
  std::vector<Finding> findings = check_numbers(recorded_models(release), published);
  for (std::size_t j = 0; j < view.sensitive.size(); ++j) {
    const SubjectView::Sensitive& sensitive = view.sensitive[j];
    // Each value of a set, or of a person, counts once.
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
    // If the source no longer exists, the people in the release are the only ones known. Regions
    // compare with the people of all regions.
    const double suppressed = release.layout.suppressed_persons.value_or(0);
    const double persons =
        is_region()         ? release.layout.persons.value_or(0) - (release.source ? 0 : suppressed)
        : had.items.empty() ? view.values.sets()
                            : source_persons;
    const JudgeModel judge = [&](const PrivacyModel& model, const std::string& requirement,
                                 const SensitiveDistribution& table) {
      return check_model(model, requirement, values, {table, persons}, published, progress);
    };
    for (Finding& finding : judge_models(release, grouped, where, judge, progress))
      findings.push_back(std::move(finding));
    if (!sensitive.harmless.empty())
      findings.push_back(
          harmless_finding(release, published.sensitive_names[j], sets_with_harmless(view, j)));
  }
  return findings;
}

// Only the whole release knows what was suppressed: verify_by_regions().
Finding check_accounted(const std::string& requirement, double source, double published,
                        double suppressed) {
  if (is_region()) return {requirement, source, published, true, {}, OverParts::sum};
  Finding finding{requirement, source, published + suppressed, source == published + suppressed};
  if (finding.holds == false) {
    finding.worst_case = Json::object()
                             .add("source", source)
                             .add("published", published)
                             .add("suppressed", suppressed);
  }
  return finding;
}

std::vector<Finding> check_all_accounted(const Release& release,
                                         const PublishedSubjects& published) {
  const SubjectView& view = published.view;
  // Without a table of rows, only the record has the number of rows.
  const std::size_t rows = view.has_rows
                               ? view.rows.set_of.size()
                               : static_cast<std::size_t>(release.published_rows.value_or(0));
  return {check_accounted(people_are_accounted_for, static_cast<double>(view.persons.tuples),
                          static_cast<double>(view.persons.bucket_of.size()),
                          release.layout.suppressed_persons.value_or(0)),
          check_accounted(rows_are_accounted_for, static_cast<double>(published.source_rows),
                          static_cast<double>(rows),
                          static_cast<double>(release.suppressed_rows.value_or(0)))};
}

// Returns the number of published values in excess of the source's, summed over values.
std::size_t surplus(std::span<const std::uint32_t> published, std::span<const std::uint32_t> tuples,
                    std::uint32_t distinct) {
  std::vector<std::int64_t> more(distinct);
  for (const std::uint32_t value : published)
    ++more[value];
  for (const std::uint32_t value : tuples)
    --more[value];
  std::size_t invented = 0;
  for (const std::int64_t m : more)
    invented += static_cast<std::size_t>(std::max<std::int64_t>(m, 0));
  return invented;
}

// Returns the number of combinations of values in sets in excess of those of people in the source,
// each counted once per set and person.
std::size_t surplus_of_sets(const SubjectView& view, const Progress& progress) {
  const SlicedView::Values& values = view.values.whole;
  const Grouped<std::uint32_t> shown = group_elements(view.values.set_of, view.values.sets(),
                                                      values.published, values.distinct, progress);
  const Grouped<std::uint32_t> had =
      group_elements(view.person_of_tuple, static_cast<std::uint32_t>(view.persons.tuples),
                     values.tuples, values.distinct, progress);
  return surplus(once_each(shown, progress).items, once_each(had, progress).items, values.distinct);
}

std::vector<Finding> check_values(const PublishedSubjects& published, const Progress& progress) {
  const SubjectView& view = published.view;
  std::size_t of_persons = 0;
  for (const SlicedView::Column& column : view.persons.columns) {
    of_persons = std::max(
        of_persons, surplus(column.whole.published, column.whole.tuples, column.whole.distinct));
  }
  std::vector<Finding> findings;
  findings.push_back(none_allowed("attributes of a person are constant in the source",
                                  published.inconstant_persons));
  findings.push_back(none_allowed("values of people match the source", of_persons));
  if (view.has_rows) {
    findings.push_back(none_allowed(
        "rows match the source",
        surplus(view.rows.whole.published, view.rows.whole.tuples, view.rows.whole.distinct)));
  }
  if (view.has_values) {
    findings.push_back(none_allowed("sensitive values of people match the source",
                                    surplus_of_sets(view, progress)));
  }
  return findings;
}

Finding check_placement(const PublishedSubjects& published, bool all_published,
                        const Progress& progress) {
  const TuplePlacement placement = place_tuples(published.view.persons, all_published, progress);
  Finding finding = none_allowed("buckets match people in the source",
                                 placement.impossible_buckets.size() + placement.misplaced_tuples);
  Json json = Json::object();
  if (!placement.impossible_buckets.empty()) {
    json.add("buckets", placement.impossible_buckets.size())
        .add("bucket", published.bucket_number(placement.impossible_buckets.front()));
  }
  if (placement.misplaced_tuples > 0)
    json.add("persons_without_bucket", placement.misplaced_tuples);
  if (placement.cursory) json.add("cursory", true);
  if (!json.members().empty()) finding.worst_case = json;
  return finding;
}

Finding check_sets(const PublishedSubjects& published, const ClassPersons* classes,
                   const Progress& progress) {
  const SetPlacement placement = place_sets(published.view, progress, classes);
  Finding finding = none_allowed("rows and sensitive values match people in the bucket",
                                 placement.rows_of_nobody + placement.values_of_nobody);
  Json json = Json::object();
  if (placement.rows_of_nobody > 0) json.add("sets_of_rows", placement.rows_of_nobody);
  if (placement.values_of_nobody > 0) json.add("sets_of_values", placement.values_of_nobody);
  if (placement.bucket) json.add("bucket", published.bucket_number(*placement.bucket));
  if (placement.cursory) json.add("cursory", true);
  if (!json.members().empty()) finding.worst_case = json;
  return finding;
}

// Finding that counts buckets, with the first of them as the worst case.
class BucketFinding {
 public:
  explicit BucketFinding(std::string requirement) : requirement_(std::move(requirement)) {}

  void add(std::uint32_t bucket) {
    if (buckets_++ == 0) first_ = bucket;
  }

  Finding finding(const PublishedSubjects& published) const {
    Finding finding = none_allowed(requirement_, buckets_);
    if (buckets_ == 0) return finding;
    finding.worst_case = Json::object().add("bucket", published.bucket_number(first_));
    return finding;
  }

 private:
  std::string requirement_;
  std::size_t buckets_ = 0;
  std::uint32_t first_ = 0;
};

// Returns the sizes of all sets of a table.
std::vector<std::size_t> sizes_of(const PublishedSets& sets) {
  std::vector<std::size_t> sizes(sets.sets());
  for (const std::uint32_t set : sets.set_of)
    ++sizes[set];
  return sizes;
}

std::vector<Finding> check_members(const Release& release, const PublishedSubjects& published) {
  const SubjectView& view = published.view;
  if (release.layout.persons_joined()) {
    return {
        none_allowed("rows of a person show one value of each attribute of persons",
                     published.inconstant_members),
        none_allowed("people are numbered from 1, each in one bucket", published.misnumbered_rows)};
  }
  const std::vector<std::uint32_t> persons = view.persons_in_buckets();
  BucketFinding members("tables have the same members in every bucket");
  for (std::uint32_t b = 0; b < view.buckets(); ++b) {
    if ((view.has_values && persons[b] != view.values.sets_in(b)) ||
        (view.has_rows && persons[b] != view.rows.sets_in(b))) {
      members.add(b);
    }
  }
  return {members.finding(published),
          none_allowed("members are numbered from 1 in every bucket",
                       published.misnumbered_rows + published.misnumbered_values)};
}

std::vector<Finding> check_numbers_of_rows(const Release& release,
                                           const PublishedSubjects& published) {
  const SubjectView& view = published.view;
  const std::vector<std::size_t> most = published_rows_by_bucket(view);
  const std::vector<std::size_t> values = sizes_of(view.values);
  std::vector<Finding> findings;
  std::size_t largest = 0;
  if (view.has_rows) {
    const std::vector<std::size_t> rows = sizes_of(view.rows);
    BucketFinding equal("people in a bucket have equally many rows");
    BucketFinding fitting("sets of sensitive values fit the number of rows");
    for (std::uint32_t b = 0; b < view.buckets(); ++b) {
      const auto in_bucket = [&](const std::vector<std::size_t>& sizes, const PublishedSets& sets) {
        return std::span(sizes).subspan(sets.first_set[b], sets.sets_in(b));
      };
      const auto rows_of = in_bucket(rows, view.rows);
      if (std::any_of(rows_of.begin(), rows_of.end(),
                      [&](std::size_t n) { return n != most[b]; })) {
        equal.add(b);
      }
      const auto values_of =
          view.has_values ? in_bucket(values, view.values) : std::span<const std::size_t>();
      if (std::any_of(values_of.begin(), values_of.end(),
                      [&](std::size_t n) { return n > most[b]; })) {
        fitting.add(b);
      }
      largest = std::max(largest, most[b]);
    }
    findings.push_back(equal.finding(published));
    findings.push_back(fitting.finding(published));
  }
  for (const std::size_t size : values)
    largest = std::max(largest, size);
  if (release.layout.rows_per_person) {
    const double bound = *release.layout.rows_per_person;
    const auto achieved = static_cast<double>(largest);
    findings.push_back({"people have at most rows_per_person rows",
                        bound,
                        achieved,
                        achieved <= bound,
                        {},
                        OverParts::highest});
  }
  return findings;
}

// Checks that a set shows a combination of values once, even if several rows of the person have the
// combination.
Finding check_repetition(const PublishedSubjects& published, const Progress& progress) {
  const PublishedSets& values = published.view.values;
  const Grouped<std::uint32_t> shown = group_elements(
      values.set_of, values.sets(), values.whole.published, values.whole.distinct, progress);
  return none_allowed("sets do not repeat combinations of sensitive values",
                      values.set_of.size() - once_each(shown, progress).items.size());
}

std::vector<Finding> check_diversity(const Release& release, const PublishedSubjects& published,
                                     const Progress& progress) {
  std::vector<Finding> findings;
  if (!release.layout.l) return findings;
  const double l = *release.layout.l;
  for (std::size_t j = 0; j < published.view.sensitive.size(); ++j) {
    Finding finding{"l-diversity of " + in_quotes(published.sensitive_names[j]) + " by person", l,
                    std::nullopt, std::nullopt};
    const SubjectView::Sensitive& shown = published.view.sensitive[j];
    const CommonestValue worst = commonest_value(published.view, j, progress);
    if (worst.sets == 0 && !shown.harmless.empty()) finding.holds = true;
    if (worst.sets > 0) {
      finding.achieved = without_noise(1 / worst.share());
      finding.holds = share_holds(worst.sets, worst.persons, l);
      finding.worst_case = Json::object()
                               .add("value", published.sensitive_values[j]->text(worst.value))
                               .add("probability", without_noise(worst.share()))
                               .add("bucket", published.bucket_number(worst.bucket))
                               .add("persons", worst.persons);
    }
    findings.push_back(std::move(finding));
  }
  return findings;
}

// Maximum number of pairs of a person or row and a bucket that are looked at; with more pairs,
// checks are cursory.
constexpr std::size_t most_assigned_pairs = 100'000'000;

// Checks that labels and sets match the people and rows that their class can hold.
std::vector<Finding> check_labels(const PublishedSubjects& published, const ClassPersons& persons,
                                  const Progress& progress) {
  std::vector<Finding> findings;
  const ClassAssignment of_persons = assign_persons(published.view, persons, progress);
  findings.push_back(
      check_assignment("equivalence classes match people in the source", of_persons));
  if (published.view.has_rows) {
    findings.push_back(check_assignment("rows match people in the equivalence class",
                                        assign_rows(published.view, *published.classes, persons,
                                                    of_persons, most_assigned_pairs, progress)));
  }
  findings.push_back(check_sets(published, &persons, progress));
  return findings;
}

// Checks the classes of people. In a correctly made release, people are found in their strata,
// which takes little time; if that fails, all buckets are searched for the faults.
std::vector<Finding> check_classes_of_persons(const PublishedSubjects& published,
                                              const Progress& progress) {
  std::vector<Finding> findings;
  for (const ClassReach reach : {ClassReach::own_stratum, ClassReach::all}) {
    const ClassPersons persons = find_class_persons(published.view, *published.classes, reach,
                                                    most_assigned_pairs, progress);
    findings = check_labels(published, persons, progress);
    const bool all_hold = std::all_of(findings.begin(), findings.end(),
                                      [](const Finding& f) { return f.holds == true; });
    if (all_hold) break;
  }
  return findings;
}

Finding check_evenness(const PublishedSubjects& published, const Progress& progress) {
  const UnevenClasses uneven = find_uneven_classes(published.view, *published.classes, progress);
  Finding finding =
      none_allowed("people and rows in an equivalence class look alike", uneven.buckets);
  if (uneven.first) {
    finding.worst_case = Json::object().add("bucket", published.bucket_number(*uneven.first));
  }
  return finding;
}

void append(std::vector<Finding>& findings, std::vector<Finding> more) {
  for (Finding& finding : more)
    findings.push_back(std::move(finding));
}

}  // namespace

std::vector<Finding> verify_subjects(const Release& release, const Progress& progress) {
  if (released_regions(release)) return verify_by_regions(release, LayoutKind::persons, progress);
  const PublishedSubjects published = read_published_subjects(release, progress);
  progress.phase("verify");
  std::vector<Finding> findings;
  if (published.has_source) {
    append(findings, check_all_accounted(release, published));
    append(findings, check_values(published, progress));
    const SlicedView& persons = published.view.persons;
    const bool all_published = is_region() ? persons.bucket_of.size() >= persons.tuples
                                           : release.layout.suppressed_persons.value_or(0) == 0;
    findings.push_back(check_placement(published, all_published, progress));
    if (published.classes) {
      append(findings, check_classes_of_persons(published, progress));
    } else {
      findings.push_back(check_sets(published, nullptr, progress));
    }
    findings.push_back(linkage_finding("tables are shuffled within buckets",
                                       measure_set_linkage(published.view, progress), "column"));
  }
  if (published.classes) findings.push_back(check_evenness(published, progress));
  append(findings, check_members(release, published));
  append(findings, check_numbers_of_rows(release, published));
  if (published.view.has_values && !release.layout.persons_joined())
    findings.push_back(check_repetition(published, progress));
  append(findings, check_diversity(release, published, progress));
  append(findings, check_models_by_persons(release, published, progress));
  return findings;
}

DisclosureFigures disclosure_of_subjects(const Release& release, const Progress& progress) {
  if (released_regions(release)) return disclosure_by_regions(release, progress);
  const PublishedSubjects published = read_published_subjects(release, progress);
  progress.phase("disclosure");
  const SubjectDisclosure measured =
      published.classes
          ? measure_class_persons(
                published.view, *published.classes,
                find_class_persons(published.view, *published.classes, ClassReach::own_stratum,
                                   most_assigned_pairs, progress),
                progress)
          : measure_subject_disclosure(published.view, progress);
  DisclosureFigures figures;
  figures.tuples = measured.persons;
  figures.max_probability = measured.max_probability;
  figures.mean_probability = measured.mean_probability;
  return figures;
}

}  // namespace microdata::postgres
