#pragma once

#include "postgres/server/api.hpp"

#include <memory>
#include <string>
#include <vector>

#include "core/gnf/privacy_rule.hpp"
#include "core/microdata/progress.hpp"
#include "core/risk/sliced_view.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/release_reader.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// A table of a release by gnf_decompose(), as it was published.
struct PublishedPartTable {
  AttributeSet attributes;
  // Published apart from the others, bucket by bucket; none of a plain part.
  AttributeSet bucketed;
  std::vector<PrivacyRule> enforced;
  // Of the attributes, in their order.
  std::vector<std::vector<Code>> columns;
  // None of a plain part; numbered as the bucket column has it.
  std::vector<Code> bucket_of;
  std::vector<Dictionary> bucket_numbers;

  std::size_t rows() const { return columns.front().size(); }
};

// A release by gnf_decompose() read back from its tables, beside its source. Attributes are those
// of all parts, in the order of the source when it was published.
struct PublishedDecomposition {
  // As they are called now. The names in the source are empty where they are gone.
  std::vector<std::string> names;
  std::vector<std::string> source_names;
  // Over all parts and the source.
  std::vector<std::shared_ptr<Dictionary>> dictionaries;
  std::vector<PrivacyRule> rules;
  std::vector<PublishedPartTable> parts;
  bool has_source = false;
  Row tuple_count = 0;
  // The last tuples: persons who are not in the release.
  Row outsiders = 0;
  Row members() const { return tuple_count - outsiders; }
  std::vector<std::vector<Code>> tuples;
};

enum class SourceReading { required, where_there_is_one, left_out };

// Reads with the caller's privileges; `beside`: keys and outsiders, given or drawn.
PublishedDecomposition read_decomposition(const Release& release, SourceReading reading,
                                          const Progress& progress, const ReadScope& beside = {});

// The rules by which the source was decomposed, as gnf_decompose() reads them. Fails where a rule
// was declared with a guarantee of its own, which these texts do not have.
std::vector<std::string> recorded_rules(const Release& release);

// What a rule protects; and what an adversary knows of everybody: all else but insensitive
// attributes.
AttributeSet sensitive_attributes(const PublishedDecomposition& published);
AttributeSet known_attributes(const Release& release, const PublishedDecomposition& published);

// Rules and names as text.
std::string rule_text(const PrivacyRule& rule, const PublishedDecomposition& published);

// A part of a decomposition beside the source's tuples, in the same codes.

// What a part's rows, and the tuples, have of some of its attributes; no tuples without a source.
struct PartExcerpt {
  std::vector<std::vector<Code>> published;
  std::vector<std::vector<Code>> tuples;
};

// `attributes`: those that the part does not have are left out.
PartExcerpt part_excerpt(const AttributeSet& attributes, const PublishedPartTable& part,
                         const PublishedDecomposition& published);

// Their combinations of values, in the same numbers.
SlicedView::Values part_values(const AttributeSet& attributes, const PublishedPartTable& part,
                               const PublishedDecomposition& published, const Progress& progress);

}  // namespace microdata::postgres
