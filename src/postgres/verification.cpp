#include "postgres/verification.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>

#include "core/microdata/combination.hpp"
#include "core/privacy/diversity.hpp"
#include "core/privacy/privacy_model.hpp"
#include "core/risk/disclosure.hpp"
#include "core/risk/linkage.hpp"
#include "core/risk/tuple_placement.hpp"
#include "postgres/error.hpp"
#include "postgres/hierarchies.hpp"
#include "postgres/hierarchy_catalog.hpp"
#include "postgres/json_object.hpp"
#include "postgres/model_values.hpp"
#include "postgres/privacy_arguments.hpp"
#include "postgres/result_set.hpp"
#include "postgres/spi.hpp"
#include "postgres/text.hpp"

namespace microdata::postgres {

namespace {

Finding none_allowed(const std::string& requirement, std::size_t found) {
  return {requirement, 0, static_cast<double>(found), found == 0, std::nullopt};
}

Finding check_rows(const Release& release, const SlicedView& view) {
  const auto suppressed = static_cast<double>(release.suppressed_rows.value_or(0));
  const auto source = static_cast<double>(view.tuples);
  const double accounted = static_cast<double>(view.bucket_of.size()) + suppressed;
  Finding finding{"rows of the source are published or suppressed", source, accounted,
                  source == accounted, std::nullopt};
  if (source != accounted) {
    JsonObject json;
    json.add("source", std::to_string(view.tuples));
    json.add("published", std::to_string(view.bucket_of.size()));
    json.add("suppressed", std::to_string(release.suppressed_rows.value_or(0)));
    finding.worst_case = json.str();
  }
  return finding;
}

// Published values of a column that the source has less often, or not at all.
Finding check_values(const SlicedView& view) {
  std::size_t worst = 0;
  std::size_t worst_column = 0;
  for (std::size_t c = 0; c < view.columns.size(); ++c) {
    const SlicedView::Values& values = view.columns[c].whole;
    std::vector<std::int64_t> surplus(values.distinct);
    for (const std::uint32_t value : values.published)
      ++surplus[value];
    for (const std::uint32_t value : values.tuples) {
      if (value != nowhere) --surplus[value];
    }
    std::size_t invented = 0;
    for (const std::int64_t s : surplus)
      invented += static_cast<std::size_t>(std::max<std::int64_t>(s, 0));
    if (invented > worst) {
      worst = invented;
      worst_column = c;
    }
  }
  Finding finding = none_allowed("column values are those of the source", worst);
  if (worst > 0) {
    JsonObject json;
    json.add("column_no", std::to_string(worst_column + 1));
    json.add("values", std::to_string(worst));
    finding.worst_case = json.str();
  }
  return finding;
}

Finding check_placement(const PublishedRelease& published, bool all_published,
                        const Progress& progress) {
  const TuplePlacement placement = place_tuples(published.view, all_published, progress);
  Finding finding = none_allowed("tuples of the source fill the buckets",
                                 placement.impossible_buckets.size() + placement.misplaced_tuples +
                                     published.ambiguous_tuples);
  JsonObject json;
  if (!placement.impossible_buckets.empty()) {
    json.add("buckets", std::to_string(placement.impossible_buckets.size()));
    json.add("bucket", published.bucket_number(placement.impossible_buckets.front()));
  }
  if (placement.misplaced_tuples > 0) {
    json.add("tuples_without_bucket", std::to_string(placement.misplaced_tuples));
  }
  if (published.ambiguous_tuples > 0) {
    json.add("tuples_in_several_regions", std::to_string(published.ambiguous_tuples));
  }
  if (placement.cursory) json.add("cursory", "true");
  if (json.str() != "{}") finding.worst_case = json.str();
  return finding;
}

Finding check_permutation(const SlicedView& view, const Progress& progress) {
  const Linkage linkage = measure_linkage(view, progress);
  Finding finding{"columns are permuted within buckets", std::nullopt, std::nullopt, true,
                  std::nullopt};
  // A single column, or buckets of equal values: nothing to permute.
  if (linkage.bound == 0) return finding;
  finding.bound = linkage.bound;
  finding.achieved = linkage.excess;
  finding.holds = linkage.excess <= linkage.bound;
  JsonObject json;
  json.add("column_1", std::to_string(linkage.column_1 + 1));
  json.add("column_2", std::to_string(linkage.column_2 + 1));
  finding.worst_case = json.str();
  return finding;
}

std::vector<Finding> check_diversity(const Release& release, const PublishedRelease& published,
                                     const Progress& progress) {
  std::vector<Finding> findings;
  const std::optional<std::string> text = release_parameter(release, "l");
  const std::optional<double> l = text ? std::optional(std::stod(*text)) : std::nullopt;
  const Disclosure disclosure = published.has_source
                                    ? measure_disclosure(published.view, progress)
                                    : measure_bucket_disclosure(published.view, progress);
  for (std::size_t j = 0; j < published.view.sensitive.size(); ++j) {
    const AttributeDisclosure& attribute = disclosure.attributes[j];
    Finding finding{"l-diversity of " + in_quotes(published.sensitive_names[j]), l, std::nullopt,
                    std::nullopt, std::nullopt};
    if (!published.has_source) finding.requirement += " in every bucket";
    if (attribute.max_probability > 0) {
      finding.achieved = without_noise(1 / attribute.max_probability);
      JsonObject json;
      json.add_text("value", published.sensitive_values[j].text(attribute.worst_value));
      json.add("probability", microdata::to_string(without_noise(attribute.max_probability)));
      json.add("bucket", published.bucket_number(attribute.worst_bucket));
      json.add("matching_buckets", std::to_string(attribute.worst_matches));
      finding.worst_case = json.str();
      if (l) finding.holds = share_holds(attribute.max_probability, 1, *l);
      // Without the source, buckets that the exact check let pass cannot be told from bad ones.
      if (!published.has_source && finding.holds == false) finding.holds = std::nullopt;
    }
    findings.push_back(std::move(finding));
  }
  return findings;
}

// Every published value of a column, its quasi-identifiers and its sensitive attributes together,
// occurs at least k times.
std::optional<Finding> check_column_values(const Release& release, const SlicedView& view,
                                           const Progress& progress) {
  const std::optional<std::string> k = release_parameter(release, "k");
  if (!k || *k == "1" || view.bucket_of.empty()) return std::nullopt;
  std::uint32_t fewest = std::numeric_limits<std::uint32_t>::max();
  std::size_t worst_column = 0;
  for (std::size_t c = 0; c < view.columns.size(); ++c) {
    std::vector<std::span<const Code>> columns{view.columns[c].known.published};
    std::vector<Code> domains{std::max<std::uint32_t>(view.columns[c].known.distinct, 1)};
    for (const SlicedView::Sensitive& sensitive : view.sensitive) {
      if (sensitive.column != c) continue;
      columns.emplace_back(sensitive.published);
      domains.push_back(sensitive.distinct);
    }
    for (const std::uint32_t count : frequencies(
             combine(static_cast<Row>(view.bucket_of.size()), columns, domains, progress))) {
      if (count >= fewest) continue;
      fewest = count;
      worst_column = c;
    }
  }
  JsonObject json;
  json.add("column_no", std::to_string(worst_column + 1));
  json.add("rows", std::to_string(fewest));
  const double bound = std::stod(*k);
  return Finding{"every column value occurs k times", bound, static_cast<double>(fewest),
                 fewest >= bound, json.str()};
}

std::vector<PrivacyModel> recorded_models(const Release& release) {
  std::vector<PrivacyModel> models;
  for (const ResultRow& row :
       query("SELECT m.o ->> 'model', (m.o -> 'parameters')::pg_catalog.text "
             "FROM pg_catalog.jsonb_array_elements("
             "COALESCE($1::pg_catalog.jsonb -> 'privacy', '[]'::pg_catalog.jsonb)) m (o)",
             {release.parameters})) {
    models.push_back(read_privacy_model(*row[0], *row[1]));
  }
  return models;
}

// The sensitive values of every bucket, counted.
class BucketHistograms {
 public:
  BucketHistograms(const SlicedView& view, const std::vector<Code>& values, Code distinct)
      : begin_(view.buckets + std::size_t{1}), values_(values.size()), counts_(distinct) {
    for (const std::uint32_t bucket : view.bucket_of)
      ++begin_[bucket + 1];
    std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
    std::vector<std::size_t> next(begin_.begin(), begin_.end() - 1);
    for (std::size_t i = 0; i < values.size(); ++i)
      values_[next[view.bucket_of[i]]++] = values[i];
  }

  const std::vector<ValueCount>& of(std::uint32_t bucket) {
    histogram_.clear();
    const auto values =
        std::span(values_).subspan(begin_[bucket], begin_[bucket + 1] - begin_[bucket]);
    for (const Code value : values)
      ++counts_[value];
    for (const Code value : values) {
      if (counts_[value] > 0) histogram_.push_back({value, counts_[value]});
      counts_[value] = 0;
    }
    return histogram_;
  }

 private:
  std::vector<std::size_t> begin_;
  std::vector<Code> values_;
  std::vector<std::uint32_t> counts_;
  std::vector<ValueCount> histogram_;
};

// The sensitive attribute's distribution in the source; where that is gone, in the release.
SensitiveDistribution table_distribution(const SlicedView::Sensitive& sensitive,
                                         const Dictionary& dictionary,
                                         const std::vector<PrivacyModel>& models) {
  std::vector<std::uint64_t> counts(sensitive.distinct);
  for (const Code value : sensitive.tuples.empty() ? sensitive.published : sensitive.tuples)
    ++counts[value];
  SensitiveDistribution distribution(std::move(counts));
  for (const auto& [text, value] : named_values(models, dictionary))
    distribution.name_value(text, value);
  return distribution;
}

// The hierarchy that is declared for a sensitive attribute of the source, or why there is none.
struct DeclaredOrNot {
  std::optional<ResolvedHierarchy> hierarchy;
  std::string reason;
};

DeclaredOrNot declared_hierarchy(const Release& release, const PublishedRelease& published,
                                 std::size_t sensitive, const Progress& progress) {
  if (!release.source) return {std::nullopt, "the source is gone"};
  for (const DeclaredHierarchy& declared : declared_hierarchies(*release.source)) {
    if (declared.attribute != published.sensitive_source_names[sensitive]) continue;
    try {
      return {resolve_hierarchy(declared.hierarchy, declared.attribute,
                                published.sensitive_values[sensitive], progress),
              {}};
    } catch (const Error& error) {
      // A release or a source that was tampered with; what else is wrong is yet to be told.
      return {std::nullopt, error.what()};
    }
  }
  return {std::nullopt, "no hierarchy is declared any more"};
}

Finding cannot_tell(const PrivacyModel& model, const std::string& requirement,
                    const std::string& reason) {
  JsonObject json;
  json.add_text("reason", reason);
  return {requirement, bound(model), std::nullopt, std::nullopt, json.str()};
}

// What the buckets reach of a model, and the bucket that reaches least.
Finding check_model(const PrivacyModel& model, const std::string& requirement,
                    BucketHistograms& histograms, const SensitiveDistribution& table,
                    const PublishedRelease& published, const Progress& progress) {
  std::optional<double> worst;
  std::uint32_t worst_bucket = 0;
  for (std::uint32_t b = 0; b < published.view.buckets; ++b) {
    progress.checkpoint_at(b);
    const double reached = achieved(model, histograms.of(b), table);
    if (worst && worse(model, *worst, reached) == *worst) continue;
    worst = reached;
    worst_bucket = b;
  }
  Finding finding{requirement, bound(model), worst, worst && meets(model, *worst), std::nullopt};
  JsonObject json;
  json.add("bucket", published.bucket_number(worst_bucket));
  if (worst) {
    finding.achieved = without_noise(*worst);
    finding.worst_case = json.str();
  }
  return finding;
}

std::vector<Finding> check_models(const Release& release, const PublishedRelease& published,
                                  const Progress& progress) {
  std::vector<Finding> findings;
  const std::vector<PrivacyModel> models = recorded_models(release);
  const SlicedView& view = published.view;
  for (std::size_t j = 0; j < view.sensitive.size(); ++j) {
    BucketHistograms histograms(view, view.sensitive[j].published, view.sensitive[j].distinct);
    SensitiveDistribution table =
        table_distribution(view.sensitive[j], published.sensitive_values[j], models);
    DeclaredOrNot declared;
    if (need_hierarchies(models)) declared = declared_hierarchy(release, published, j, progress);
    if (declared.hierarchy) table.set_hierarchy(declared.hierarchy->hierarchy);
    for (const PrivacyModel& model : models) {
      std::string requirement = microdata::to_string(model) + " in every bucket";
      if (!is_about_sensitive_values(model)) {
        if (j == 0) {
          findings.push_back(
              check_model(model, requirement, histograms, table, published, progress));
        }
        continue;
      }
      if (const auto* alpha = std::get_if<AlphaKAnonymity>(&model)) {
        if (j == 0) {
          findings.push_back(check_model(KAnonymity{alpha->k}, requirement + ": rows", histograms,
                                         table, published, progress));
        }
        requirement += ": share";
      }
      requirement += " of " + in_quotes(published.sensitive_names[j]);
      if (need_hierarchies({model})) {
        if (!declared.hierarchy) {
          findings.push_back(cannot_tell(model, requirement, declared.reason));
          continue;
        }
        // It may be another than the release was made with.
        requirement += " on hierarchy " + in_quotes(declared.hierarchy->name);
      }
      findings.push_back(check_model(model, requirement, histograms, table, published, progress));
    }
  }
  return findings;
}

}  // namespace

std::vector<Finding> verify_sliced(const Release& release, const PublishedRelease& published,
                                   const Progress& progress) {
  std::vector<Finding> findings;
  if (release_parameter(release, "format") == "anatomy") {
    findings.push_back(none_allowed("counts fit the buckets' rows", published.misfits));
  }
  if (published.has_source) {
    findings.push_back(check_rows(release, published.view));
    findings.push_back(check_values(published.view));
    findings.push_back(
        check_placement(published, release.suppressed_rows.value_or(0) == 0, progress));
    // Values that are only counted stand in no order.
    if (release_parameter(release, "format") != "anatomy") {
      findings.push_back(check_permutation(published.view, progress));
    }
  }
  for (Finding& finding : check_diversity(release, published, progress)) {
    findings.push_back(std::move(finding));
  }
  if (auto finding = check_column_values(release, published.view, progress)) {
    findings.push_back(std::move(*finding));
  }
  for (Finding& finding : check_models(release, published, progress)) {
    findings.push_back(std::move(finding));
  }
  return findings;
}

}  // namespace microdata::postgres
