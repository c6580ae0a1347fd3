#include "postgres/checks/bucket_verification.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "core/base/parallel.hpp"
#include "core/microdata/combination.hpp"
#include "core/privacy/diversity.hpp"
#include "core/privacy/privacy_model.hpp"
#include "core/risk/disclosure.hpp"
#include "core/risk/linkage.hpp"
#include "core/risk/tuple_placement.hpp"
#include "postgres/checks/model_findings.hpp"
#include "postgres/inspection/counted_values.hpp"
#include "postgres/inspection/published_buckets.hpp"
#include "postgres/inspection/region_loop.hpp"
#include "postgres/inspection/release_reader.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

namespace {

Finding check_rows(const Release& release, const SlicedView& view) {
  const auto suppressed = static_cast<double>(release.suppressed_rows.value_or(0));
  const auto source = static_cast<double>(view.tuples);
  const double accounted = static_cast<double>(view.bucket_of.size()) + suppressed;
  Finding finding{rows_are_accounted_for, source, accounted,
                  source == accounted,    {},     OverParts::sum};
  if (source != accounted) {
    finding.worst_case = Json::object()
                             .add("source", view.tuples)
                             .add("published", view.bucket_of.size())
                             .add("suppressed", release.suppressed_rows.value_or(0));
  }
  return finding;
}

// Finds the column with the most published values that the source has less often or not at all.
Finding check_values(const SlicedView& view, const Progress& progress) {
  std::size_t worst = 0;
  std::size_t worst_column = 0;
  for (std::size_t c = 0; c < view.columns.size(); ++c) {
    const SlicedView::Values& values = view.columns[c].whole;
    std::vector<std::int64_t> surplus(values.distinct);
    progress.checkpoint();
    for (const std::uint32_t value : values.published) {
      if (value != nowhere) ++surplus[value];
    }
    progress.checkpoint();
    for (const std::uint32_t value : values.tuples) {
      if (values.covering) {
        values.covering->for_each(value, [&](std::uint32_t published) { --surplus[published]; });
      } else if (value != nowhere) {
        --surplus[value];
      }
    }
    std::size_t invented = 0;
    for (const std::int64_t s : surplus)
      invented += static_cast<std::size_t>(std::max<std::int64_t>(s, 0));
    if (invented > worst) {
      worst = invented;
      worst_column = c;
    }
  }
  Finding finding = none_allowed("group values match the source", worst);
  if (worst > 0) {
    finding.worst_case = Json::object().add("column_no", worst_column + 1).add("values", worst);
  }
  return finding;
}

// Measures of a release that need neither each other nor the server.
struct Measured {
  std::optional<TuplePlacement> placement;
  std::optional<Linkage> linkage;
  std::optional<Disclosure> of_tuples;
  std::optional<Disclosure> of_buckets;
};

// Takes the measures that the release can have, side by side.
Measured measure(const Release& release, const PublishedBuckets& published,
                 const Progress& progress) {
  using Measure = std::function<void(const Progress&)>;
  const SlicedView& view = published.view;
  Measured measured;
  std::vector<Measure> measures;
  // Counted values have no order, so no check of the shuffling applies to them.
  if (published.has_source && !release.layout.counted)
    measures.emplace_back(
        [&](const Progress& poll) { measured.linkage = measure_linkage(view, poll); });
  // True if 1/l is guaranteed in every bucket, not only over the buckets that a tuple matches.
  if (!published.has_source || release.layout.l_in_buckets) {
    measures.emplace_back(
        [&](const Progress& poll) { measured.of_buckets = measure_bucket_disclosure(view, poll); });
  }
  if (published.has_source) {
    measures.emplace_back(
        [&](const Progress& poll) { measured.of_tuples = measure_disclosure(view, poll); });
    const bool all_published = release.suppressed_rows.value_or(0) == 0;
    measures.emplace_back([&, all_published](const Progress& poll) {
      measured.placement = place_tuples(view, all_published, poll);
    });
  }
  WorkList<Measure>::run(max_threads(), std::move(measures), progress,
                         [](Measure& take, auto& /*list*/, const Progress& poll) { take(poll); });
  return measured;
}

Finding check_placement(const PublishedBuckets& published, const TuplePlacement& placement) {
  Finding finding = none_allowed("buckets match source rows", placement.impossible_buckets.size() +
                                                                  placement.misplaced_tuples +
                                                                  published.ambiguous_tuples);
  Json json = Json::object();
  if (!placement.impossible_buckets.empty()) {
    json.add("buckets", placement.impossible_buckets.size())
        .add("bucket", published.bucket_number(placement.impossible_buckets.front()));
  }
  if (placement.misplaced_tuples > 0) {
    json.add("tuples_without_bucket", placement.misplaced_tuples);
  }
  if (published.ambiguous_tuples > 0) {
    json.add("tuples_in_several_regions", published.ambiguous_tuples);
  }
  if (placement.cursory) json.add("cursory", true);
  if (!json.members().empty()) finding.worst_case = json;
  return finding;
}

const std::string before_counting =
    "releases made with diversity_check => 'exact' before version 0.5.0 may fail this";

// Returns a finding about the attribute with index `sensitive` in the view; adds `note` if the
// requirement fails.
Finding diversity_finding(const std::string& requirement, std::optional<double> l,
                          const WorstDisclosure& worst, std::size_t sensitive,
                          const PublishedBuckets& published, const std::string& note = {}) {
  Finding finding{requirement, l, std::nullopt, std::nullopt};
  if (worst.probability == 0) {
    // A release without rows, or with harmless values alone, discloses nothing.
    const SlicedView::Sensitive& shown = published.view.sensitive[sensitive];
    if (l && std::all_of(shown.published.begin(), shown.published.end(),
                         [&](Code value) { return shown.is_harmless(value); }))
      finding.holds = true;
    return finding;
  }
  finding.achieved = without_noise(1 / worst.probability);
  Json json = Json::object();
  json.add("value", published.sensitive_values[sensitive]->text(worst.value))
      .add("probability", without_noise(worst.probability))
      .add("bucket", published.bucket_number(worst.bucket))
      .add("matching_buckets", worst.matches);
  if (l) finding.holds = share_holds(worst.probability, 1, *l);
  if (finding.holds == false && !note.empty()) json.add("note", note);
  finding.worst_case = json;
  return finding;
}

std::vector<Finding> check_diversity(const Release& release, const PublishedBuckets& published,
                                     const Measured& measured) {
  std::vector<Finding> findings;
  const std::optional<double>& l = release.layout.l;
  for (std::size_t j = 0; j < published.view.sensitive.size(); ++j) {
    const std::string requirement = "l-diversity of " + in_quotes(published.sensitive_names[j]);
    if (measured.of_tuples) {
      const AttributeDisclosure& attribute = measured.of_tuples->attributes[j];
      findings.push_back(diversity_finding(requirement, l, attribute.by_degree, j, published));
      const bool only_by_count = findings.back().holds == true;
      findings.push_back(diversity_finding("row-weighted " + requirement, l, attribute.by_count, j,
                                           published,
                                           only_by_count ? before_counting : std::string()));
    }
    if (!measured.of_buckets) continue;
    Finding finding = diversity_finding(requirement + " in every bucket", l,
                                        measured.of_buckets->attributes[j].by_degree, j, published);
    // Without the source, buckets that satisfy the exact check cannot be distinguished from bad
    // ones.
    if (!release.layout.l_in_buckets && finding.holds == false) finding.holds = std::nullopt;
    findings.push_back(std::move(finding));
  }
  return findings;
}

// Returns the number of rows that each column value must have, if the release guarantees one.
std::optional<double> least_of_column_values(const Release& release) {
  return release.layout.k == 1 ? std::nullopt : release.layout.k;
}

Finding column_values_finding(double k, std::size_t fewest, std::size_t column,
                              const Json& bucket) {
  Json json = Json::object();
  json.add("column_no", column).add("rows", fewest);
  if (!bucket.is_null()) json.add("bucket", bucket);
  const auto achieved = static_cast<double>(fewest);
  return {bucket.is_null() ? "every group value occurs k times"
                           : "every group value occurs k times in its bucket",
          k, achieved, achieved >= k, json};
}

// True if sensitive values must occur k times in their bucket too, because rows were suppressed for
// that.
bool k_is_of_sensitive_values(const Release& release) {
  return release.layout.k_in_buckets && release.layout.suppresses_infeasible &&
         release.layout.suppress.value_or(0) != 0;
}

// The rarest combination of values that a column shows.
struct RarestValue {
  std::uint32_t rows = std::numeric_limits<std::uint32_t>::max();
  std::size_t column = 0;
  std::uint32_t bucket = 0;
};

// Checks that every published value of a column occurs at least k times. If k is guaranteed in
// buckets, the values are the combined quasi-identifiers and, if rows were suppressed for them, the
// sensitive values. Otherwise the values are the combined quasi-identifiers and sensitive
// attributes over all rows.
std::optional<Finding> check_column_values(const Release& release,
                                           const PublishedBuckets& published,
                                           const Progress& progress) {
  const SlicedView& view = published.view;
  const std::optional<double> k = least_of_column_values(release);
  if (!k || view.bucket_of.empty()) return std::nullopt;
  const bool in_buckets = release.layout.k_in_buckets;
  RarestValue found;
  const auto look = [&](std::vector<std::span<const Code>> columns, std::vector<Code> domains,
                        std::size_t column) {
    if (in_buckets) {
      columns.emplace_back(view.bucket_of);
      domains.push_back(view.buckets);
    }
    const Combinations values =
        combine(static_cast<Row>(view.bucket_of.size()), columns, domains, progress);
    const std::vector<std::uint32_t> counts = frequencies(values);
    const auto rarest = std::min_element(counts.begin(), counts.end());
    if (*rarest >= found.rows) return;
    const auto at = static_cast<std::size_t>(rarest - counts.begin());
    found = {*rarest, column, view.bucket_of[representatives(values)[at]]};
  };
  for (std::size_t c = 0; c < view.columns.size(); ++c) {
    // A column that some rows do not show is left out because those rows have no value of it.
    const std::vector<std::uint32_t>& known = view.columns[c].known.published;
    if (std::find(known.begin(), known.end(), nowhere) != known.end()) continue;
    std::vector<std::span<const Code>> columns{known};
    std::vector<Code> domains{std::max<std::uint32_t>(view.columns[c].known.distinct, 1)};
    for (const SlicedView::Sensitive& sensitive : view.sensitive) {
      if (sensitive.column != c || in_buckets) continue;
      columns.emplace_back(sensitive.published);
      domains.push_back(sensitive.distinct);
    }
    look(std::move(columns), std::move(domains), c + 1);
  }
  for (const SlicedView::Sensitive& sensitive : view.sensitive) {
    if (k_is_of_sensitive_values(release))
      look({sensitive.published}, {sensitive.distinct}, sensitive.column + 1);
  }
  return column_values_finding(*k, found.rows, found.column,
                               in_buckets ? published.bucket_number(found.bucket) : Json());
}

// Checks column values of a release by regions, over all of them because a value can occur in
// several.
std::optional<Finding> check_column_values(const Release& release) {
  const std::optional<double> k = least_of_column_values(release);
  if (!k) return std::nullopt;
  const bool in_buckets = release.layout.k_in_buckets;
  const Oid of_rows = relation_of_rows(release);
  const Source rows = open_source(of_rows);
  // Attributes that are counted together, by column. A sensitive attribute that is counted alone
  // has its name in the key.
  std::map<std::pair<int, std::string>, std::vector<std::string>> columns;
  for (const ReleaseAttribute& attribute : release.attributes) {
    if (attribute.relation != of_rows || attribute.role == Role::insensitive) continue;
    const bool alone = in_buckets && attribute.role == Role::sensitive;
    if (alone && !k_is_of_sensitive_values(release)) continue;
    const auto published =
        std::find_if(rows.columns.begin(), rows.columns.end(),
                     [&](const SourceColumn& column) { return column.name == attribute.name; });
    if (published == rows.columns.end()) continue;
    columns[{attribute.column, alone ? attribute.name : ""}].push_back(grouped(*published));
  }
  const std::string bucket =
      in_buckets ? integer_column(of_rows, release.layout.bucket.name, "bucket") : "0";
  const PlainText settings;
  std::optional<std::size_t> fewest;
  std::size_t worst_column = 0;
  Json worst_bucket;
  for (auto& [column, attributes] : columns) {
    if (in_buckets) attributes.push_back(bucket);
    const std::vector<ResultRow> rarest =
        query_rows("SELECT pg_catalog.count(*), " + bucket + " FROM " + qualified_name(of_rows) +
                   " GROUP BY " + join(attributes) + " ORDER BY 1, 2 LIMIT 1");
    if (rarest.empty() || (fewest && std::stoull(*rarest.front()[0]) >= *fewest)) continue;
    fewest = std::stoull(*rarest.front()[0]);
    worst_column = static_cast<std::size_t>(column.first);
    const std::optional<std::string>& number = rarest.front()[1];
    worst_bucket = in_buckets && number ? Json::parse(*number) : Json();
  }
  if (!fewest) return std::nullopt;
  return column_values_finding(*k, *fewest, worst_column, worst_bucket);
}

Groups groups_of(const PublishedBuckets& published) {
  return {published.view.bucket_of, published.view.buckets, "bucket",
          [&published](std::uint32_t bucket) {
            return Json::object().add("bucket", published.bucket_number(bucket));
          }};
}

std::vector<GroupedValues> grouped_values(const PublishedBuckets& published) {
  std::vector<GroupedValues> result;
  for (std::size_t j = 0; j < published.view.sensitive.size(); ++j) {
    const SlicedView::Sensitive& sensitive = published.view.sensitive[j];
    result.push_back({published.sensitive_names[j], published.sensitive_source_names[j],
                      published.sensitive_values[j].get(), sensitive.published, sensitive.tuples});
  }
  return result;
}

DisclosureFigures disclosure_of(const PublishedBuckets& published, const Progress& progress) {
  const Disclosure measured = measure_disclosure(published.view, progress);
  DisclosureFigures figures;
  figures.tuples = measured.tuples - measured.unmatched;
  figures.mean_probability = measured.mean_probability;
  figures.max_paper_probability = 0;
  for (const AttributeDisclosure& attribute : measured.attributes) {
    figures.max_probability = std::max(figures.max_probability, attribute.by_count.probability);
    figures.max_paper_probability =
        std::max(*figures.max_paper_probability, attribute.by_degree.probability);
  }
  return figures;
}

}  // namespace

std::vector<Finding> verify_published(const Release& release, const PublishedBuckets& published,
                                      const Progress& progress) {
  const Measured measured = measure(release, published, progress);
  std::vector<Finding> findings;
  if (release.layout.counted) {
    findings.push_back(none_allowed("counts match bucket sizes", published.misfits));
  }
  if (published.has_source) {
    findings.push_back(check_rows(release, published.view));
    findings.push_back(check_values(published.view, progress));
    findings.push_back(check_placement(published, *measured.placement));
    if (measured.linkage) {
      findings.push_back(
          linkage_finding("groups are shuffled within buckets", *measured.linkage, "column"));
    }
  }
  for (Finding& finding : check_diversity(release, published, measured)) {
    findings.push_back(std::move(finding));
  }
  if (auto finding = check_column_values(release, published, progress)) {
    findings.push_back(std::move(*finding));
  }
  for (Finding& finding :
       check_models(release, groups_of(published), grouped_values(published), progress)) {
    findings.push_back(std::move(finding));
  }
  return findings;
}

std::vector<Finding> verify_buckets(const Release& release, const Progress& progress) {
  if (released_regions(release)) {
    std::vector<Finding> findings = verify_by_regions(release, LayoutKind::buckets, progress);
    if (auto finding = check_column_values(release)) findings.push_back(std::move(*finding));
    return findings;
  }
  const PublishedBuckets published = read_published_buckets(release, progress);
  progress.phase("verify");
  return verify_published(release, published, progress);
}

DisclosureFigures disclosure_of_buckets(const Release& release, const Progress& progress) {
  if (released_regions(release)) return disclosure_by_regions(release, progress);
  const PublishedBuckets published = read_published_buckets(release, progress);
  progress.phase("disclosure");
  return disclosure_of(published, progress);
}

}  // namespace microdata::postgres
