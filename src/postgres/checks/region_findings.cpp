#include "postgres/checks/region_findings.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <utility>

#include "core/privacy/privacy_model.hpp"
#include "postgres/checks/model_findings.hpp"
#include "postgres/inspection/region_loop.hpp"
#include "postgres/inspection/subject_relations.hpp"

namespace microdata::postgres {

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
