#include "postgres/methods/gnf/published_decomposition.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "core/microdata/attribute_set.hpp"
#include "core/privacy/privacy_model.hpp"
#include "postgres/inspection/method.hpp"
#include "postgres/inspection/release_reader.hpp"
#include "postgres/inspection/release_structure.hpp"
#include "postgres/methods/gnf/privacy_rules.hpp"
#include "postgres/release/release_lock.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/source.hpp"
#include "postgres/values/privacy_models.hpp"

namespace microdata::postgres {

namespace {

// Numbers of a release's attributes, by name.
struct NumberedAttributes {
  const Release& release;
  std::map<std::string, std::size_t> number = {};

  std::size_t of(const std::optional<std::string>& name) const {
    const auto found = name ? number.find(*name) : number.end();
    if (found == number.end())
      fail_structure(release, "Its parts or rules have an attribute that it does not have.");
    return found->second;
  }
};

AttributeSet numbers_of(const Json& names, const NumberedAttributes& numbered) {
  AttributeSet attributes;
  for (const Json& name : names.elements())
    attributes.push_back(numbered.of(name.text()));
  std::sort(attributes.begin(), attributes.end());
  return attributes;
}

std::vector<PrivacyRule> rules_of(const Json& rules, const NumberedAttributes& numbered) {
  std::vector<PrivacyRule> read;
  for (const Json& rule : rules.elements()) {
    read.push_back({numbers_of(rule["known"], numbered), numbers_of(rule["sensitive"], numbered),
                    read_privacy_models(rule["privacy"])});
  }
  return read;
}

// Returns the recorded shape of the release: everything but its rows.
PublishedDecomposition recorded_shape(const Release& release) {
  PublishedDecomposition published;
  NumberedAttributes numbered{release};
  for (const std::string& name : release.parameters["attributes"].texts())
    numbered.number.emplace(name, numbered.number.size());
  published.names.resize(numbered.number.size());
  published.source_names.resize(numbered.number.size());
  published.dictionaries.resize(numbered.number.size());
  published.rules = rules_of(release.parameters["rules"], numbered);
  for (const Json& part : release.parameters["parts"].elements()) {
    published.parts.push_back({numbers_of(part["attributes"], numbered),
                               numbers_of(part["bucketed"], numbered),
                               rules_of(part["enforced"], numbered),
                               {},
                               {},
                               {}});
  }
  return published;
}

// Returns the attributes of one of the release's tables, in the order of the release.
std::vector<const ReleaseAttribute*> attributes_of(const Release& release, Oid relation) {
  std::vector<const ReleaseAttribute*> attributes;
  for (const ReleaseAttribute& attribute : release.attributes) {
    if (attribute.relation == relation) attributes.push_back(&attribute);
  }
  return attributes;
}

void read_part(const Source& relation, const std::vector<const ReleaseAttribute*>& attributes,
               const std::string& bucket_column, std::vector<ReadAttribute>& read,
               PublishedPartTable& part) {
  ColumnsToRead columns;
  part.columns.resize(attributes.size());
  for (std::size_t i = 0; i < attributes.size(); ++i)
    columns.add(attributes[i]->name, read[part.attributes[i]].values(), part.columns[i]);
  if (!part.bucketed.empty()) {
    const SourceColumn& bucket = require_column(relation, bucket_column);
    check_is_integer(bucket, "bucket");
    columns.add(bucket_column, part.bucket_numbers.emplace_back(bucket.type), part.bucket_of);
  }
  columns.read_from(relation);
}

void finish(std::vector<ReadAttribute>& read, PublishedDecomposition& published,
            const Progress& progress) {
  finish_attributes(read, progress);
  for (PublishedPartTable& part : published.parts) {
    for (std::size_t i = 0; i < part.columns.size(); ++i)
      read[part.attributes[i]].values().translate(part.columns[i], progress);
    if (part.bucketed.empty()) continue;
    Dictionary& buckets = part.bucket_numbers.front();
    buckets.finish(progress);
    buckets.translate(part.bucket_of, progress);
    if (buckets.nullable()) {
      throw Error(ERRCODE_NULL_VALUE_NOT_ALLOWED, "the bucket column contains nulls")
          .hint("Every row of a part in buckets is in a bucket.");
    }
  }
  for (std::size_t a = 0; a < read.size(); ++a) {
    published.names[a] = read[a].attribute->name;
    published.source_names[a] = read[a].attribute->source_name;
    published.dictionaries[a] = std::make_shared<Dictionary>(std::move(read[a].values()));
    if (published.has_source) published.tuples.push_back(std::move(read[a].tuples));
  }
}

std::optional<Source> open_source_of(const Release& release, SourceReading reading) {
  if (reading == SourceReading::left_out) return std::nullopt;
  if (release.source) return open_source(*release.source);
  if (reading == SourceReading::where_there_is_one) return std::nullopt;
  throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE, "the source of the release is gone")
      .hint("How far a release is from its source is measured on the tuples of its source.");
}

// Tells the rules which attributes have harmless values on record, once names are known.
void set_harmless(const Release& release, PublishedDecomposition& published) {
  AttributeSet with_harmless;
  for (std::size_t a = 0; a < published.names.size(); ++a) {
    const HarmlessValues* const recorded = harmless_values(release, published.names[a]);
    if (recorded != nullptr && !recorded->empty()) with_harmless.push_back(a);
  }
  const auto set_in = [&](std::vector<PrivacyRule>& rules) {
    for (PrivacyRule& rule : rules)
      rule.with_harmless = intersection(rule.sensitive, with_harmless);
  };
  set_in(published.rules);
  for (PublishedPartTable& part : published.parts)
    set_in(part.enforced);
}

// Returns the guarantee of a rule that has no guarantee of its own.
std::vector<PrivacyModel> common_guarantee(const Release& release) {
  const double l = release.layout.l.value_or(1);
  return joined({LDiversity{l, LDiversity::Variant::frequency, 1}},
                read_privacy_models(release.parameters["privacy"]));
}

}  // namespace

std::vector<std::string> recorded_rules(const Release& release) {
  const PublishedDecomposition published = recorded_shape(release);
  std::map<std::size_t, std::string> names;
  for (std::size_t p = 0; p < published.parts.size(); ++p) {
    const AttributeSet& numbers = published.parts[p].attributes;
    if (p >= release.relations.size()) fail_incomplete(release);
    const std::vector<const ReleaseAttribute*> attributes =
        attributes_of(release, release.relations[p]);
    if (attributes.size() != numbers.size()) fail_incomplete(release);
    for (std::size_t i = 0; i < numbers.size(); ++i)
      names[numbers[i]] = name_in_source(*attributes[i], release);
  }
  const auto named = [&](const AttributeSet& attributes) {
    std::vector<std::string> result;
    for (const std::size_t a : attributes) {
      const auto name = names.find(a);
      if (name == names.end()) fail_incomplete(release);
      result.push_back(name->second);
    }
    return result;
  };
  const std::string common = privacy_models_json(common_guarantee(release)).str();
  std::vector<std::string> texts;
  for (const PrivacyRule& rule : published.rules) {
    texts.push_back(rule_text(named(rule.known), named(rule.sensitive)));
    if (privacy_models_json(rule.guarantee).str() == common) continue;
    throw Error(ERRCODE_FEATURE_NOT_SUPPORTED,
                "rule " + in_quotes(texts.back()) + " has a guarantee of its own")
        .detail("The source cannot be decomposed in the same way by a call that names rules.")
        .hint("Give a table of persons who are not in the release as outsiders instead.");
  }
  return texts;
}

PublishedDecomposition read_decomposition(const Release& release, SourceReading reading,
                                          const Progress& progress, const ReadScope& scope) {
  progress.phase("read");
  PublishedDecomposition published = recorded_shape(release);
  if (published.parts.empty() || published.parts.size() != release.relations.size())
    fail_incomplete(release);
  const std::optional<Source> source = open_source_of(release, reading);
  const std::string bucket_column = release.layout.bucket.name;
  std::vector<ReadAttribute> read(published.names.size());
  for (std::size_t p = 0; p < published.parts.size(); ++p) {
    PublishedPartTable& part = published.parts[p];
    const Source relation = open_source(release.relations[p]);
    const std::vector<const ReleaseAttribute*> attributes =
        attributes_of(release, release.relations[p]);
    if (attributes.empty() || attributes.size() != part.attributes.size()) fail_incomplete(release);
    for (std::size_t i = 0; i < attributes.size(); ++i) {
      ReadAttribute begun = begin_attribute(*attributes[i], relation, source);
      // Several parts can have the attribute; the first part's is kept.
      ReadAttribute& one = read[part.attributes[i]];
      if (one.attribute == nullptr) one = std::move(begun);
    }
    read_part(relation, attributes, bucket_column, read, part);
  }
  if (std::any_of(read.begin(), read.end(),
                  [](const ReadAttribute& one) { return one.attribute == nullptr; }))
    fail_structure(release, "An attribute is in none of its parts.");
  published.has_source = source.has_value();
  if (source) {
    const ReadPersons persons = read_persons(*source, scope, read, progress);
    published.outsiders = static_cast<Row>(persons.outsiders);
    published.tuple_count = static_cast<Row>(persons.members + persons.outsiders);
  }
  finish(read, published, progress);
  set_harmless(release, published);
  return published;
}

AttributeSet sensitive_attributes(const PublishedDecomposition& published) {
  AttributeSet sensitive;
  for (const PrivacyRule& rule : published.rules)
    sensitive = united(sensitive, rule.sensitive);
  return sensitive;
}

AttributeSet known_attributes(const Release& release, const PublishedDecomposition& published) {
  const AttributeSet sensitive = sensitive_attributes(published);
  AttributeSet known;
  for (std::size_t a = 0; a < published.names.size(); ++a) {
    const bool insensitive = std::any_of(
        release.attributes.begin(), release.attributes.end(), [&](const ReleaseAttribute& of) {
          return of.name == published.names[a] && of.role == Role::insensitive;
        });
    if (!insensitive && !contains(sensitive, a)) known.push_back(a);
  }
  return known;
}

std::string rule_text(const PrivacyRule& rule, const PublishedDecomposition& published) {
  const auto names = [&](const AttributeSet& attributes) {
    std::vector<std::string> result;
    for (const std::size_t a : attributes)
      result.push_back(published.names[a]);
    return result;
  };
  return rule_text(names(rule.known), names(rule.sensitive));
}

PartExcerpt part_excerpt(const AttributeSet& attributes, const PublishedPartTable& part,
                         const PublishedDecomposition& published) {
  PartExcerpt result;
  for (std::size_t i = 0; i < part.attributes.size(); ++i) {
    const std::size_t a = part.attributes[i];
    if (!contains(attributes, a)) continue;
    result.published.push_back(part.columns[i]);
    result.tuples.push_back(published.has_source ? published.tuples[a] : std::vector<Code>{});
  }
  return result;
}

SlicedView::Values part_values(const AttributeSet& attributes, const PublishedPartTable& part,
                               const PublishedDecomposition& published, const Progress& progress) {
  const PartExcerpt columns = part_excerpt(attributes, part, published);
  return number_values(columns.published, columns.tuples, part.rows(), published.tuple_count,
                       progress);
}

}  // namespace microdata::postgres
