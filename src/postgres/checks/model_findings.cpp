#include "postgres/checks/model_findings.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <optional>
#include <utility>
#include <variant>

#include "core/base/grouped.hpp"
#include "core/privacy/privacy_model.hpp"
#include "postgres/catalog/hierarchy_catalog.hpp"
#include "postgres/hierarchies/hierarchies.hpp"
#include "postgres/inspection/region_loop.hpp"
#include "postgres/inspection/release_reader.hpp"
#include "postgres/inspection/subject_relations.hpp"
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

namespace {

// Returns true if there was nothing to judge.
bool says_nothing(const Finding& finding) {
  return !finding.achieved && finding.worst_case.is_null();
}

std::optional<bool> both(const std::optional<bool>& a, const std::optional<bool>& b) {
  if (a == false || b == false) return false;
  if (!a || !b) return std::nullopt;
  return true;
}

std::optional<double> sum(const std::optional<double>& a, const std::optional<double>& b) {
  if (!a && !b) return std::nullopt;
  return a.value_or(0) + b.value_or(0);
}

bool is_worse(const Finding& a, const Finding& b) {
  if (!b.achieved) return a.achieved.has_value();
  if (!a.achieved) return false;
  switch (a.over_parts) {
    case OverParts::lowest:
      return *a.achieved < *b.achieved;
    case OverParts::highest:
      return *a.achieved > *b.achieved;
    case OverParts::farthest:
      return *a.achieved - a.bound.value_or(0) > *b.achieved - b.bound.value_or(0);
    case OverParts::sum:
      return false;
  }
  return false;
}

// Findings on all regions together: for each, the figure that over_parts selects, with its worst
// case and the region's number. A finding fails if one region fails, and otherwise is undecided if
// one region is. Regions without published rows do not count, because there is nothing to judge.
class RegionFindings {
 public:
  void add(std::uint32_t region, std::vector<Finding> found);

  std::vector<Finding> take() { return std::move(found_); }

 private:
  void combine(std::size_t at, Finding next);

  std::vector<Finding> found_;
  // Largest part of each finding's sum, by finding.
  std::vector<double> largest_;
};

void RegionFindings::add(std::uint32_t region, std::vector<Finding> found) {
  std::size_t behind = 0;
  for (Finding& finding : found) {
    if (!finding.worst_case.is_null()) finding.worst_case.set("region", region);
    const auto same = std::find_if(found_.begin(), found_.end(), [&](const Finding& known) {
      return known.requirement == finding.requirement;
    });
    if (same != found_.end()) {
      const auto at = static_cast<std::size_t>(same - found_.begin());
      combine(at, std::move(finding));
      behind = at + 1;
      continue;
    }
    largest_.insert(largest_.begin() + static_cast<std::ptrdiff_t>(behind),
                    finding.achieved.value_or(0));
    found_.insert(found_.begin() + static_cast<std::ptrdiff_t>(behind), std::move(finding));
    ++behind;
  }
}

void RegionFindings::combine(std::size_t at, Finding next) {
  Finding& all = found_[at];
  if (says_nothing(next)) return;
  if (says_nothing(all)) {
    largest_[at] = next.achieved.value_or(0);
    all = std::move(next);
    return;
  }
  const bool fails_first = next.holds != true && all.holds == true;
  const std::optional<bool> holds = both(all.holds, next.holds);
  if (all.over_parts == OverParts::sum) {
    all.bound = sum(all.bound, next.bound);
    all.achieved = sum(all.achieved, next.achieved);
    if (!next.worst_case.is_null() &&
        (all.worst_case.is_null() || next.achieved.value_or(0) > largest_[at])) {
      largest_[at] = next.achieved.value_or(0);
      all.worst_case = std::move(next.worst_case);
    }
  } else if (is_worse(next, all) || (fails_first && !is_worse(all, next))) {
    all = std::move(next);
  } else if (!next.achieved && holds != false) {
    // The worst case says why the finding is undecided.
    all.worst_case = std::move(next.worst_case);
  }
  all.holds = holds;
}

// Counts the rows outside of regions. These are rows in no region, rows that a region has beyond
// the source's, and source rows that a region has gained or lost since the release was made.
Finding check_outside(RegionLoop& loop) {
  std::int64_t outside = loop.outside();
  std::int64_t largest = 0;
  Json worst = Json::object();
  if (outside > 0) worst.add("in_no_region", outside);
  Json of_region;
  for (std::uint32_t region = 0; region < loop.regions(); ++region) {
    const std::int64_t source = loop.source_rows(region);
    const std::int64_t recorded = loop.recorded_rows(region);
    const std::int64_t published = loop.published_rows(region);
    const std::int64_t wrong =
        std::max<std::int64_t>(published - source, 0) + std::abs(source - recorded);
    outside += wrong;
    if (wrong <= largest) continue;
    largest = wrong;
    of_region = Json::object()
                    .add("region", region)
                    .add("source", source)
                    .add("recorded", recorded)
                    .add("published", published);
  }
  Finding finding = none_allowed("regions match source rows", static_cast<std::size_t>(outside));
  if (largest > 0) worst.add("worst", of_region);
  if (outside > 0) finding.worst_case = worst;
  return finding;
}

Finding check_apart(const RegionLoop& loop, const RegionLoop::SharedBuckets& shared,
                    std::size_t persons) {
  const auto astride = static_cast<std::size_t>(loop.astride());
  Finding finding = none_allowed("regions do not overlap", shared.buckets + persons + astride);
  Json json = Json::object();
  if (persons > 0) json.add("persons", persons);
  if (shared.buckets > 0) {
    json.add("buckets", shared.buckets).add("bucket", shared.smallest);
  }
  if (astride > 0) json.add("rows_across_regions", astride);
  if (finding.holds == false) finding.worst_case = json;
  return finding;
}

// Adds what was suppressed to the sums over regions of rows, or of persons with several rows.
void account_for_suppressed(Finding& finding, double suppressed) {
  const double published = finding.achieved.value_or(0);
  const double source = finding.bound.value_or(0);
  finding.achieved = published + suppressed;
  finding.holds = source == finding.achieved;
  finding.worst_case = {};
  if (*finding.holds) return;
  finding.worst_case = Json::object()
                           .add("source", source)
                           .add("published", published)
                           .add("suppressed", suppressed);
}

// Compares the source's rows with all published rows and those on record as suppressed.
void account_for_rows(const Release& release, RegionLoop& loop, Finding& finding) {
  finding.bound = 0;
  finding.achieved = 0;
  for (std::uint32_t region = 0; region < loop.regions(); ++region) {
    *finding.bound += static_cast<double>(loop.source_rows(region));
    *finding.achieved += static_cast<double>(loop.published_rows(region));
  }
  account_for_suppressed(finding, static_cast<double>(release.suppressed_rows.value_or(0)));
}

// Returns the findings with those that only all regions together show: no row lies outside the
// regions, and regions do not overlap. The number of all rows replaces the number of each region.
std::vector<Finding> findings_of_regions(const Release& release, RegionLoop& loop,
                                         RegionFindings found,
                                         const RegionLoop::SharedBuckets& shared) {
  std::vector<Finding> findings{check_apart(loop, shared, loop.shared_persons()),
                                check_outside(loop)};
  for (Finding& finding : found.take()) {
    if (finding.requirement == people_are_accounted_for) {
      account_for_suppressed(finding, release.layout.suppressed_persons.value_or(0));
    } else if (finding.requirement == rows_are_accounted_for) {
      if (is_of_subjects(release)) {
        // Without a table of rows, only the record has their number.
        if (!shows_rows(release))
          finding.achieved = static_cast<double>(release.published_rows.value_or(0));
        account_for_suppressed(finding, static_cast<double>(release.suppressed_rows.value_or(0)));
      } else {
        account_for_rows(release, loop, finding);
      }
    }
    findings.push_back(std::move(finding));
  }
  return findings;
}

void add_region(DisclosureFigures& all, const DisclosureFigures& region) {
  const std::size_t tuples = all.tuples + region.tuples;
  if (region.tuples > 0) {
    all.mean_probability += (region.mean_probability - all.mean_probability) *
                            static_cast<double>(region.tuples) / static_cast<double>(tuples);
  }
  all.tuples = tuples;
  all.max_probability = std::max(all.max_probability, region.max_probability);
  if (region.max_paper_probability) {
    all.max_paper_probability =
        std::max(all.max_paper_probability.value_or(0), *region.max_paper_probability);
  }
}

std::vector<Finding> verify_part(const AskedPart& part, const NoRequest& /*request*/,
                                 const Progress& progress) {
  return operations_of(part.release).verify(part.release, progress);
}

constexpr PartTask<NoRequest, std::vector<Finding>> verification_task{
    .name = "verification", .phase = "verify", .run = verify_part, .needs_source = false};

DisclosureFigures disclosure_of_part(const AskedPart& part, const NoRequest& /*request*/,
                                     const Progress& progress) {
  return part.operation(&LayoutOperations::disclosure)(part.release, progress);
}

constexpr PartTask<NoRequest, DisclosureFigures> disclosure_task{
    .name = "disclosure", .phase = "disclosure", .run = disclosure_of_part};

Division division_to_compare(const Release& release) {
  return is_asked_on_workers(release, RowsOfSource::read) ? Division::on_workers
                                                          : Division::regions;
}

}  // namespace

const PartQuestion verification_question = question_of<verification_task>;
const PartQuestion disclosure_question = question_of<disclosure_task>;

std::vector<Finding> verify_by_regions(const Release& release, LayoutKind layout,
                                       const Progress& progress) {
  PartsReading reading{.options = {.distributions = compare_with_table(recorded_models(release))},
                       .suppressed = true};
  // The regions do not check k because a column value must occur k times over all of them.
  if (layout == LayoutKind::buckets) reading.but_for.emplace_back("k");
  AskedParts parts(release, division_to_compare(release), std::move(reading), progress);
  RegionFindings found;
  std::uint32_t region = 0;
  constexpr double of_attribute = 5000;
  parts.ask(verification_task, NoRequest(), nullptr,
            of_attribute * static_cast<double>(release.attributes.size()),
            [&](std::vector<Finding> of_region) { found.add(region++, std::move(of_region)); });
  RegionLoop::SharedBuckets shared;
  if (layout == LayoutKind::buckets || layout == LayoutKind::persons)
    shared = parts.loop().shared_buckets();
  std::vector<Finding> findings =
      findings_of_regions(release, parts.loop(), std::move(found), shared);
  parts.finish();
  return findings;
}

DisclosureFigures disclosure_by_regions(const Release& release, const Progress& progress) {
  DisclosureFigures all;
  constexpr double of_figures = 50;
  run_parts(
      release, division_to_compare(release), {}, disclosure_task, NoRequest(), nullptr, of_figures,
      [&](const DisclosureFigures& region) { add_region(all, region); }, progress);
  return all;
}

}  // namespace microdata::postgres
