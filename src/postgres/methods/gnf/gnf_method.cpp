#include "postgres/methods/gnf/gnf_method.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "core/base/progress.hpp"
#include "core/microdata/attribute_set.hpp"
#include "core/microdata/selection.hpp"
#include "core/risk/shown_release.hpp"
#include "core/utility/count_estimate.hpp"
#include "core/utility/count_query.hpp"
#include "core/utility/part_placement.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/estimates/count_estimation.hpp"
#include "postgres/estimates/group_estimation.hpp"
#include "postgres/estimates/predicate.hpp"
#include "postgres/inspection/published_meaning.hpp"
#include "postgres/inspection/release_reader.hpp"
#include "postgres/inspection/release_structure.hpp"
#include "postgres/methods/gnf/published_decomposition.hpp"
#include "postgres/release/release_lock.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/table.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

namespace {

// Counts estimated from the tables of a release by gnf_decompose(), with the model whose divergence
// is measured. Requires a SpiSession.

// Reads the parts. Fails if a column renamed in one part has the name of another attribute, because
// queries name attributes.
PublishedDecomposition read_parts(const Release& release, const Progress& progress) {
  PublishedDecomposition published = read_decomposition(release, SourceReading::left_out, progress);
  std::vector<std::string> names = published.names;
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  if (twice != names.end())
    fail_structure(release, "Two of its attributes are called " + in_quotes(*twice) + ".");
  return published;
}

std::size_t number_of(const std::string& attribute, const PublishedDecomposition& published) {
  const auto found = std::find(published.names.begin(), published.names.end(), attribute);
  if (found == published.names.end()) fail_attribute(published.names, attribute);
  return static_cast<std::size_t>(found - published.names.begin());
}

// Returns the attributes of all parts, without values. The number of rows is the largest of any
// part.
Microdata attributes_of(const PublishedDecomposition& published) {
  Microdata data;
  for (const PublishedPartTable& part : published.parts)
    data.rows = std::max(data.rows, static_cast<Row>(part.rows()));
  for (std::size_t a = 0; a < published.names.size(); ++a) {
    data.attributes.push_back(
        make_attribute(published.names[a], Role::quasi_identifier, *published.dictionaries[a]));
  }
  return data;
}

// Returns the attributes of a part that matter: attributes in the query, and attributes that the
// part shares with others. Shares of the part's other attributes sum to 1.
AttributeSet wanted_of(std::size_t part, const PublishedDecomposition& published,
                       const AttributeSet& asked) {
  const AttributeSet& attributes = published.parts[part].attributes;
  AttributeSet wanted = intersection(attributes, asked);
  for (std::size_t other = 0; other < published.parts.size(); ++other) {
    if (other != part)
      wanted = united(wanted, intersection(attributes, published.parts[other].attributes));
  }
  return wanted;
}

PublishedPart part_of(PublishedPartTable& table, const AttributeSet& wanted,
                      const Microdata& attributes) {
  Microdata rows;
  rows.rows = static_cast<Row>(table.rows());
  rows.attributes = attributes.attributes;
  rows.columns.resize(attributes.attributes.size());
  PublishedPart part{wanted, nullptr};
  if (!intersection(wanted, table.bucketed).empty()) {
    part.bucketed = std::make_shared<const BucketedAttributes>(
        BucketedAttributes{table.bucketed, std::move(table.bucket_of)});
  }
  for (std::size_t i = 0; i < table.attributes.size(); ++i) {
    if (contains(wanted, table.attributes[i]))
      rows.columns[table.attributes[i]] = std::move(table.columns[i]);
  }
  part.rows = std::make_shared<const Microdata>(std::move(rows));
  return part;
}

CountEstimator make_estimator(PublishedDecomposition& published, const AttributeSet& asked,
                              const Progress& progress) {
  const Microdata attributes = attributes_of(published);
  std::vector<AttributeSet> wanted;
  for (std::size_t p = 0; p < published.parts.size(); ++p)
    wanted.push_back(wanted_of(p, published, asked));
  std::vector<PublishedPart> parts;
  for (std::size_t p = 0; p < published.parts.size(); ++p) {
    if (!wanted[p].empty() && published.parts[p].rows() > 0)
      parts.push_back(part_of(published.parts[p], wanted[p], attributes));
  }
  try {
    return {attributes, parts, progress};
  } catch (const std::length_error&) {
    throw Error(ERRCODE_PROGRAM_LIMIT_EXCEEDED,
                "the parts allow too many combinations of values to estimate from them")
        .hint("Algorithms 'gd' and 'uad' make parts that need no fitting.");
  }
}

// Moves the attribute's values out of the release.
AttributeMeaning meaning_of(std::size_t attribute, PublishedDecomposition& published) {
  AttributeMeaning meaning;
  meaning.values.push_back(std::move(*published.dictionaries[attribute]));
  meaning.type = meaning.values.front().type();
  return meaning;
}

// Returns the values that satisfy a predicate. Values are published as they are, so each satisfies
// a predicate or does not.
ValueSet value_set(std::size_t attribute, const std::vector<double>& share) {
  ValueSet set{attribute, {}};
  for (const double one : share)
    set.contains.push_back(one > 0);
  return set;
}

ReleaseEstimator read_combinations(const Release& release,
                                   const std::vector<std::string>& attributes,
                                   const Progress& progress) {
  PublishedDecomposition published = read_parts(release, progress);
  std::vector<std::size_t> numbers;
  AttributeSet asked;
  for (const std::string& attribute : attributes) {
    numbers.push_back(number_of(attribute, published));
    asked = united(asked, {numbers.back()});
  }
  LevelCells cells = make_estimator(published, asked, progress).joint(numbers, progress);
  ReleaseEstimator estimator;
  estimator.bucket_of.resize(cells.weight.size());
  estimator.buckets = 1;
  estimator.weights = std::move(cells.weight);
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    estimator.attributes.push_back(
        {attributes[i], 1, std::move(cells.level[i]), {}, meaning_of(numbers[i], published)});
  }
  return estimator;
}

// Estimates groups with the same model, along the join tree of the parts.
GroupEstimates estimate_groups_of_parts(const Release& release, const GroupQuery& query,
                                        const Progress& progress) {
  return estimate_groups_of_combinations(read_combinations, release, query, progress);
}

// Returns an estimate for many predicates, over attributes with the values of the source's
// dictionaries `domains`.
CountEstimate estimate_of_parts(const Release& release, const std::vector<std::string>& attributes,
                                const std::vector<Dictionary>& domains, const Progress& progress) {
  PublishedDecomposition published = read_parts(release, progress);
  AttributeSet asked;
  for (const std::string& attribute : attributes)
    asked = united(asked, {number_of(attribute, published)});
  struct Prepared {
    CountEstimator estimator;
    std::vector<std::size_t> numbers;
    std::vector<DomainShares> shares;
  };
  const auto prepared =
      std::make_shared<Prepared>(Prepared{make_estimator(published, asked, progress), {}, {}});
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    prepared->numbers.push_back(number_of(attributes[i], published));
    prepared->shares.emplace_back(meaning_of(prepared->numbers.back(), published), domains[i],
                                  progress);
  }
  return [prepared, progress](std::span<const ValueSet> predicate) {
    std::vector<ValueSet> sets;
    for (const ValueSet& set : predicate) {
      sets.push_back(value_set(prepared->numbers[set.attribute],
                               prepared->shares[set.attribute].of(set.contains)));
    }
    return prepared->estimator.estimate(sets, progress);
  };
}

Microdata source_tuples(const PublishedDecomposition& published) {
  Microdata data;
  data.rows = published.tuple_count;
  data.columns = published.tuples;
  for (std::size_t a = 0; a < published.names.size(); ++a) {
    data.attributes.push_back(
        make_attribute(published.names[a], Role::quasi_identifier, *published.dictionaries[a]));
  }
  return data;
}

SharedCombinations combinations_of(const AttributeSet& attributes, const PublishedPartTable& part,
                                   const PublishedDecomposition& published,
                                   const Progress& progress) {
  std::vector<std::vector<Code>> rows;
  std::vector<std::vector<Code>> tuples;
  for (std::size_t i = 0; i < part.attributes.size(); ++i) {
    const std::size_t a = part.attributes[i];
    if (!contains(attributes, a)) continue;
    rows.push_back(part.columns[i]);
    tuples.push_back(published.tuples[a]);
  }
  SlicedView::Values values =
      number_values(rows, tuples, part.rows(), published.tuple_count, progress);
  return {std::move(values.published), std::move(values.tuples), values.distinct};
}

PartReading reading_of(const PublishedPartTable& part, const PublishedDecomposition& published,
                       const Progress& progress) {
  PartReading reading;
  reading.bucketed = part.bucketed;
  reading.open =
      combinations_of(without(part.attributes, part.bucketed), part, published, progress);
  reading.linked = combinations_of(part.bucketed, part, published, progress);
  reading.bucket_of = part.bucket_of;
  return reading;
}

// Reports tuples that were changed in the source or added to it since publication. The suppressed
// tuples are inferred, so if there are any, unplaced tuples are not counted.
void report_missing(const PartPlacement& placement, Row tuples, std::int64_t left_out) {
  std::size_t missing = tuples - placement.tuples.size();
  if (left_out == 0) missing += placement.unplaced;
  if (static_cast<std::int64_t>(missing) <= left_out) return;
  report(NOTICE, std::to_string(missing) + " of " + std::to_string(tuples) +
                     " rows of the source are not found in every part, where " +
                     std::to_string(left_out) + " were suppressed");
}

Divergence divergence_of_parts(const PublishedDecomposition& published, std::int64_t left_out,
                               const Progress& progress) {
  std::vector<PartReading> readings;
  for (const PublishedPartTable& part : published.parts) {
    if (part.rows() == 0) {
      throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE, "a part of the release has no rows");
    }
    readings.push_back(reading_of(part, published, progress));
  }
  const Microdata all = source_tuples(published);
  const PartPlacement placement = place_in_parts(readings, all.rows, progress);
  report_missing(placement, all.rows, left_out);
  std::vector<PublishedPart> parts;
  for (std::size_t p = 0; p < published.parts.size(); ++p)
    parts.push_back({published.parts[p].attributes, placement.bucketed[p]});
  AttributeSet attributes(all.attributes.size());
  std::iota(attributes.begin(), attributes.end(), 0);
  return kl_divergence(selected(all, placement.tuples, progress), attributes, parts, progress);
}

// Returns the divergence of the parts of a release by gnf_decompose() from its source, which must
// exist. Reports a NOTICE about tuples that are not found in every part.
Divergence divergence_of_decomposed(const Release& release, const Progress& progress) {
  const PublishedDecomposition published =
      read_decomposition(release, SourceReading::required, progress);
  progress.phase("divergence");
  return divergence_of_parts(published, release.suppressed_rows.value_or(0), progress);
}

TableOfPersons shown_part(PublishedPartTable& part, const PublishedDecomposition& published) {
  TableOfPersons shown;
  PublishedTable& table = shown.table;
  const std::size_t rows = part.rows();
  table.columns = part.bucketed.empty() ? 1 : 2;
  if (part.bucketed.empty()) {
    table.bucket_of.resize(rows);
    std::iota(table.bucket_of.begin(), table.bucket_of.end(), 0U);
    table.buckets = static_cast<std::uint32_t>(rows);
  } else {
    table.bucket_of = std::move(part.bucket_of);
    table.buckets = part.bucket_numbers.front().distinct();
  }
  for (std::size_t i = 0; i < part.attributes.size(); ++i) {
    const std::size_t a = part.attributes[i];
    const Dictionary& values = *published.dictionaries[a];
    PublishedTable::Attribute attribute;
    attribute.column = contains(part.bucketed, a) ? 1 : 0;
    attribute.published = std::move(part.columns[i]);
    attribute.values = values.distinct();
    for (Code value = 0; value < attribute.values; ++value)
      attribute.covers.push_back(CodeSet::range(value, value + 1));
    attribute.numbers = values.projection();
    table.attributes.push_back(std::move(attribute));
    shown.attributes.push_back(a);
  }
  return shown;
}

// Reads a release by gnf_decompose() with its source, which must exist: its parts, each by itself
// and joined along shared attributes. Requires a SpiSession.
ShownRelease read_shown_parts(const Release& release, const ReadScope& beside,
                              const Progress& progress) {
  PublishedDecomposition published =
      read_decomposition(release, SourceReading::required, progress, beside);
  ShownRelease result;
  for (PublishedPartTable& part : published.parts) {
    if (part.rows() == 0) fail_empty(release);
    result.tables.push_back(shown_part(part, published));
  }
  result.source.persons = published.members();
  if (beside.outsiders) result.outsiders = PersonValues{published.outsiders, {}, {}};
  for (std::size_t a = 0; a < published.tuples.size(); ++a) {
    result.values.push_back(published.dictionaries[a]->distinct());
    std::vector<Code>& values = published.tuples[a];
    const auto members = values.begin() + static_cast<std::ptrdiff_t>(published.members());
    if (result.outsiders) result.outsiders->of_attribute.emplace_back(members, values.end());
    values.erase(members, values.end());
    result.source.of_attribute.push_back(std::move(values));
  }
  add_joins(result, progress);
  return result;
}

}  // namespace

void report_fitting(const Divergence& divergence) {
  if (divergence.fitting == Fitting::closed_form) return;
  std::string detail = "The divergence has no closed form for them.";
  if (divergence.fitting == Fitting::iterative_over_existing)
    detail += " It is fitted over the tuples that exist, as there are too many others.";
  if (!divergence.converged)
    detail += " Not all marginals can be met at once, as parts in buckets contradict others.";
  if (std::isinf(divergence.nats))
    detail += " What is fitted rules out a tuple that exists, so that the divergence is infinite.";
  report(NOTICE, "the parts form a cycle", detail);
}

namespace {

// Adds the rules. Attributes with harmless values are sensitive, also in parts that show them
// unchanged.
void add_rules(const Release& release, Json& arguments) {
  arguments.add("rules", recorded_rules(release));
  Json harmless = Json::object();
  Json sensitive = arguments["sensitive"];
  for (const ReleaseAttribute& attribute : release.attributes) {
    const HarmlessValues* const recorded = harmless_values(release, attribute.name);
    const std::string& name = name_in_source(attribute, release);
    if (recorded == nullptr || harmless.contains(name)) continue;
    harmless.add(name, *recorded);
    const std::vector<std::string> named = sensitive.texts();
    if (std::find(named.begin(), named.end(), name) == named.end()) sensitive.push_back(name);
  }
  if (harmless.members().empty()) return;
  arguments.set("sensitive", std::move(sensitive));
  arguments.set("harmless", std::move(harmless));
}

}  // namespace

const Method gnf_method{
    .name = "gnf",
    .about =
        "Made by decomposition: attributes stand in tables that nothing but shared values links, "
        "in buckets where a privacy rule asks for them.",
    .call = {.function = "gnf_decompose", .add_arguments = add_rules},
    .structure = check_parts,
    .layout = LayoutKind::parts,
};

const LayoutOperations part_operations{
    .verify = verify_decomposed,
    .disclosure = disclosure_of_decomposed,
    .inference = audit_inference_in_parts,
    .members_and_outsiders = audit_membership_in_parts,
    .places = no_places,
    .released_table = no_released_table,
    .shown = read_shown_parts,
    .matching_buckets =
        Missing{ERRCODE_FEATURE_NOT_SUPPORTED, false,
                "the parts of a decomposition have buckets each",
                "disclosure() shows how well sensitive values can be guessed from them."},
    .membership = no_membership,
    .counts = CountEstimation{estimate_of_parts},
    .groups = estimate_groups_of_parts,
    .loss = Missing{ERRCODE_WRONG_OBJECT_TYPE, true, "is no generalized release",
                    "Use microdata.kl_divergence() for the parts of a decomposition."},
    .divergence = divergence_of_decomposed,
};

}  // namespace microdata::postgres
