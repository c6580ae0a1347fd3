#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>

#include "core/gnf/guardian_normal_form.hpp"
#include "core/microdata/attribute_set.hpp"
#include "core/privacy/implication.hpp"
#include "core/privacy/privacy_model.hpp"
#include "core/risk/disclosure.hpp"
#include "core/risk/linkage.hpp"
#include "postgres/checks/bucket_verification.hpp"
#include "postgres/checks/model_findings.hpp"
#include "postgres/inspection/published_buckets.hpp"
#include "postgres/inspection/release_reader.hpp"
#include "postgres/methods/gnf/gnf_method.hpp"
#include "postgres/methods/gnf/published_decomposition.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/values/privacy_models.hpp"

namespace microdata::postgres {

namespace {

// Returns the parts as they must satisfy one rule. If a part enforces several rules, the rule that
// protects attributes of this rule's right-hand side counts.
std::vector<Part> parts_for(const PrivacyRule& rule, const PublishedDecomposition& published) {
  std::vector<Part> parts;
  for (const PublishedPartTable& table : published.parts) {
    Part& part = parts.emplace_back(Part{table.attributes, std::nullopt});
    for (const PrivacyRule& enforced : table.enforced) {
      if (!part.enforced || is_subset(enforced.sensitive, rule.sensitive)) part.enforced = enforced;
    }
  }
  return parts;
}

bool is_satisfied(const PrivacyRule& rule, const PublishedDecomposition& published,
                  const Progress& progress) {
  return is_guardian_normal_form(parts_for(rule, published), std::vector{rule},
                                 Protection::declared, progress);
}

Finding check_normal_form(const PublishedDecomposition& published, const Progress& progress) {
  std::vector<std::string> violated;
  for (const PrivacyRule& rule : published.rules) {
    if (is_satisfied(rule, published, progress)) continue;
    // A part can protect each attribute by itself.
    const std::vector<PrivacyRule> single = by_attribute(rule);
    const bool by_itself =
        std::all_of(rule.guarantee.begin(), rule.guarantee.end(), holds_for_combinations) &&
        std::all_of(single.begin(), single.end(),
                    [&](const PrivacyRule& one) { return is_satisfied(one, published, progress); });
    if (!by_itself) violated.push_back(rule_text(rule, published));
  }
  Finding finding = none_allowed("parts are in Guardian Normal Form", violated.size());
  if (!violated.empty()) {
    finding.worst_case = Json::object().add("rule", violated.front());
  }
  return finding;
}

// Combinations of values, as values of an attribute of type text.
struct CombinedValues {
  std::shared_ptr<Dictionary> dictionary;
  std::vector<Code> published;
  std::vector<Code> tuples;
  // Combinations of harmless values.
  HarmlessValues harmless;
};

// Attribute of a combination.
struct CombinedAttribute {
  const Dictionary* values;
  std::vector<std::uint8_t> harmless;

  bool is_harmless(Code code) const { return !harmless.empty() && harmless[code] != 0; }
};

// Returns a code for each row, and adds harmless combinations to the set.
std::vector<Code> encode(const std::vector<std::vector<Code>>& columns, std::size_t rows,
                         const std::vector<CombinedAttribute>& attributes, Dictionary& combined,
                         std::set<std::string>& harmless, const Progress& progress) {
  std::vector<Code> codes;
  for (std::size_t row = 0; row < rows; ++row) {
    progress.checkpoint_at(row);
    std::vector<std::string> texts;
    bool is_harmless = true;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const Code code = columns[i][row];
      const Dictionary& values = *attributes[i].values;
      texts.push_back(values.is_null(code) ? "NULL" : array_element(values.text(code)));
      is_harmless = is_harmless && attributes[i].is_harmless(code);
    }
    const std::string text = "{" + join(texts, ",") + "}";
    codes.push_back(combined.encode(Key{false, 0, text}));
    if (is_harmless) harmless.insert(text);
  }
  return codes;
}

CombinedValues combined_values(const Release& release, const AttributeSet& attributes,
                               const PublishedPartTable& part,
                               const PublishedDecomposition& published, const Progress& progress) {
  const PartExcerpt columns = part_excerpt(attributes, part, published);
  std::vector<CombinedAttribute> combined;
  for (const std::size_t a : attributes) {
    const Dictionary& values = *published.dictionaries[a];
    combined.push_back({&values, harmless_codes(release, published.names[a], values, progress)});
  }
  CombinedValues result;
  std::set<std::string> harmless;
  result.dictionary = std::make_shared<Dictionary>(attribute_type(TEXTOID, -1, C_COLLATION_OID));
  result.published =
      encode(columns.published, part.rows(), combined, *result.dictionary, harmless, progress);
  result.tuples = encode(columns.tuples, published.tuple_count, combined, *result.dictionary,
                         harmless, progress);
  result.harmless.assign(harmless.begin(), harmless.end());
  result.dictionary->finish(progress);
  result.dictionary->translate(result.published, progress);
  result.dictionary->translate(result.tuples, progress);
  return result;
}

// Returns a part in buckets as a sliced table of two columns. set_sensitive() sets its sensitive
// attribute.
PublishedBuckets as_sliced(PublishedPartTable& part, const PublishedDecomposition& published,
                           const Progress& progress) {
  PublishedBuckets sliced;
  sliced.has_source = published.has_source;
  sliced.view.bucket_of = part.bucket_of;
  sliced.view.buckets = part.bucket_numbers.front().distinct();
  sliced.view.tuples = published.tuple_count;
  sliced.bucket_numbers = std::move(part.bucket_numbers);
  const AttributeSet open = without(part.attributes, part.bucketed);
  SlicedView::Values first = part_values(open, part, published, progress);
  sliced.view.columns.push_back({first, first});
  sliced.view.columns.push_back({{}, part_values(part.bucketed, part, published, progress)});
  return sliced;
}

// Makes the right-hand side of a rule the sensitive attribute; the attacker knows everything else.
// Returns its harmless values.
HarmlessValues set_sensitive(const Release& release, const PrivacyRule& rule,
                             const PublishedPartTable& part,
                             const PublishedDecomposition& published, PublishedBuckets& sliced,
                             const Progress& progress) {
  const AttributeSet& sensitive = rule.sensitive;
  sliced.view.columns[1].known =
      part_values(without(part.bucketed, sensitive), part, published, progress);
  SlicedView::Sensitive values;
  values.column = 1;
  std::string name;
  std::string source_name;
  std::shared_ptr<const Dictionary> dictionary;
  HarmlessValues harmless;
  if (sensitive.size() == 1) {
    PartExcerpt columns = part_excerpt(sensitive, part, published);
    values.published = std::move(columns.published.front());
    values.tuples = std::move(columns.tuples.front());
    dictionary = published.dictionaries[sensitive.front()];
    name = published.names[sensitive.front()];
    source_name = published.source_names[sensitive.front()];
    if (const HarmlessValues* recorded = harmless_values(release, name)) harmless = *recorded;
  } else {
    CombinedValues combined = combined_values(release, sensitive, part, published, progress);
    values.published = std::move(combined.published);
    values.tuples = std::move(combined.tuples);
    dictionary = combined.dictionary;
    harmless = std::move(combined.harmless);
    std::vector<std::string> names;
    for (const std::size_t a : sensitive)
      names.push_back(published.names[a]);
    name = join(names);
  }
  values.distinct = dictionary->distinct();
  values.harmless = harmless_codes(*dictionary, harmless, progress);
  sliced.view.sensitive = {std::move(values)};
  sliced.sensitive_names = {name};
  sliced.sensitive_source_names = {source_name};
  sliced.sensitive_values = {dictionary};
  return harmless;
}

// Returns a release that consists of the part and has the guarantee of the rule, for all but
// harmless values of the attribute.
Release release_of(const PrivacyRule& rule, const Release& whole, const std::string& attribute,
                   const HarmlessValues& harmless) {
  Release release;
  release.id = whole.id;
  release.source = whole.source;
  release.suppressed_rows = whole.suppressed_rows;
  double l = 1;
  for (const PrivacyModel& model : rule.guarantee) {
    const auto* diversity = std::get_if<LDiversity>(&model);
    if (diversity != nullptr && diversity->variant == LDiversity::Variant::frequency)
      l = std::max(l, diversity->l);
  }
  Json parameters = Json::object().add("l", l).add("privacy", privacy_models_json(rule.guarantee));
  if (!harmless.empty()) parameters.add("harmless", harmless_json({{attribute, harmless}}));
  release.set_parameters(std::move(parameters));
  return release;
}

// Adds findings whose requirements are new, with the number of the part.
void add_findings(std::vector<Finding> found, std::size_t part, std::set<std::string>& known,
                  std::vector<Finding>& findings) {
  for (Finding& finding : found) {
    finding.requirement = "part " + std::to_string(part + 1) + ": " + finding.requirement;
    if (known.insert(finding.requirement).second) findings.push_back(std::move(finding));
  }
}

// Checks that a plain part shows rows of the source and no others.
std::vector<Finding> check_plain(const Release& release, const PublishedPartTable& part,
                                 const PublishedDecomposition& published,
                                 const Progress& progress) {
  if (!published.has_source) return {};
  const SlicedView::Values values = part_values(part.attributes, part, published, progress);
  std::vector<std::int64_t> surplus(values.distinct);
  for (const std::uint32_t value : values.published)
    ++surplus[value];
  for (const std::uint32_t value : values.tuples)
    --surplus[value];
  std::size_t invented = 0;
  for (const std::int64_t s : surplus)
    invented += static_cast<std::size_t>(std::max<std::int64_t>(s, 0));
  const auto source = static_cast<double>(published.tuple_count);
  const double accounted =
      static_cast<double>(part.rows()) + static_cast<double>(release.suppressed_rows.value_or(0));
  return {{"all source rows are accounted for", source, accounted, source == accounted},
          none_allowed("rows match the source", invented)};
}

// Adds the findings on each attribute that nothing links with what its rule takes for known: a
// value then has its share in all rows.
void add_unlinked(const Release& release, const PublishedDecomposition& published,
                  std::set<std::string>& known, std::vector<Finding>& findings,
                  const Progress& progress) {
  for (const PrivacyRule& rule : published.rules) {
    if (rule.sensitive.size() > 1) continue;
    const std::vector<Part> parts = parts_for(rule, published);
    if (check(parts, std::span(&rule, 1), Protection::declared, progress).front().unreached.empty())
      continue;
    const std::size_t a = rule.sensitive.front();
    const auto part =
        std::find_if(published.parts.begin(), published.parts.end(),
                     [&](const PublishedPartTable& one) { return contains(one.attributes, a); });
    if (part == published.parts.end() || part->rows() == 0) continue;
    const PartExcerpt values = part_excerpt(rule.sensitive, *part, published);
    const std::vector<std::uint32_t> together(part->rows());
    const Groups all{together, 1, nullptr, [](std::uint32_t) { return Json::object(); }};
    const HarmlessValues* const recorded = harmless_values(release, published.names[a]);
    const Release of_rule = release_of(rule, release, published.names[a],
                                       recorded == nullptr ? HarmlessValues{} : *recorded);
    const GroupedValues sensitive{
        published.names[a], published.source_names[a], published.dictionaries[a].get(),
        values.published.front(),
        values.tuples.empty() ? std::span<const Code>{} : std::span(values.tuples.front())};
    for (Finding& finding : check_models(of_rule, all, {sensitive}, progress)) {
      if (known.insert(finding.requirement).second) findings.push_back(std::move(finding));
    }
  }
}

// Checks that only shared values link rows of two parts, because each part is in an order of its
// own. Returns nothing if parts have different numbers of rows.
std::optional<Finding> check_orders(const PublishedDecomposition& published,
                                    const Progress& progress) {
  if (!published.has_source || published.parts.size() < 2) return std::nullopt;
  SlicedView view;
  view.bucket_of.resize(published.parts.front().rows());
  view.buckets = 1;
  view.tuples = published.tuple_count;
  for (const PublishedPartTable& part : published.parts) {
    if (part.rows() != view.bucket_of.size()) return std::nullopt;
    SlicedView::Values values = part_values(part.attributes, part, published, progress);
    view.columns.push_back({values, values});
  }
  return linkage_finding("parts are shuffled independently", measure_linkage(view, progress),
                         "part");
}

}  // namespace

std::vector<Finding> verify_decomposed(const Release& release, const Progress& progress) {
  PublishedDecomposition published =
      read_decomposition(release, SourceReading::where_there_is_one, progress);
  progress.phase("verify");
  std::vector<Finding> findings{check_normal_form(published, progress)};
  if (auto finding = check_orders(published, progress)) findings.push_back(std::move(*finding));
  std::set<std::string> known;
  add_unlinked(release, published, known, findings, progress);
  for (std::size_t p = 0; p < published.parts.size(); ++p) {
    PublishedPartTable& part = published.parts[p];
    if (part.bucketed.empty()) {
      add_findings(check_plain(release, part, published, progress), p, known, findings);
      continue;
    }
    PublishedBuckets sliced = as_sliced(part, published, progress);
    for (const PrivacyRule& rule : part.enforced) {
      const HarmlessValues harmless =
          set_sensitive(release, rule, part, published, sliced, progress);
      const Release of_part = release_of(rule, release, sliced.sensitive_names.front(), harmless);
      add_findings(verify_published(of_part, sliced, progress), p, known, findings);
    }
  }
  return findings;
}

DisclosureFigures disclosure_of_decomposed(const Release& release, const Progress& progress) {
  PublishedDecomposition published = read_decomposition(release, SourceReading::required, progress);
  progress.phase("disclosure");
  DisclosureFigures figures;
  for (PublishedPartTable& part : published.parts) {
    if (part.bucketed.empty()) continue;
    PublishedBuckets sliced = as_sliced(part, published, progress);
    for (const PrivacyRule& rule : part.enforced) {
      set_sensitive(release, rule, part, published, sliced, progress);
      const Disclosure measured = measure_disclosure(sliced.view, progress);
      const AttributeDisclosure& attribute = measured.attributes.front();
      figures.max_paper_probability =
          std::max(figures.max_paper_probability.value_or(0), attribute.by_degree.probability);
      const double largest = attribute.by_count.probability;
      if (largest < figures.max_probability) continue;
      figures.tuples = measured.tuples - measured.unmatched;
      figures.mean_probability = measured.mean_probability;
      figures.max_probability = largest;
    }
  }
  return figures;
}

}  // namespace microdata::postgres
