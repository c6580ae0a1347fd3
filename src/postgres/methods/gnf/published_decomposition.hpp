#pragma once

#include "postgres/server/api.hpp"

#include <memory>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "core/gnf/privacy_rule.hpp"
#include "core/risk/sliced_view.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/release_reader.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// A table of a release by gnf_decompose(), as it was published.
struct PublishedPartTable {
  AttributeSet attributes;
  // Attributes that are published apart from the others, bucket by bucket; empty for a plain part.
  AttributeSet bucketed;
  std::vector<PrivacyRule> enforced;
  // Codes of each attribute by row, in the order of `attributes`.
  std::vector<std::vector<Code>> columns;
  // Bucket of every row, as a code of the numbers in the bucket column, and one dictionary of these
  // numbers. Both are empty for a plain part.
  std::vector<Code> bucket_of;
  std::vector<Dictionary> bucket_numbers;

  std::size_t rows() const { return columns.front().size(); }
};

// A release by gnf_decompose() read from its tables, with its source. Attributes are those of all
// parts, in the order that the source had at publication.
struct PublishedDecomposition {
  // Current names of the attributes. A name in the source is empty if the source no longer has the
  // attribute.
  std::vector<std::string> names;
  std::vector<std::string> source_names;
  // Values of each attribute, over all parts and the source.
  std::vector<std::shared_ptr<Dictionary>> dictionaries;
  std::vector<PrivacyRule> rules;
  std::vector<PublishedPartTable> parts;
  bool has_source = false;
  Row tuple_count = 0;
  // Number of people who are not in the release; they are the last tuples.
  Row outsiders = 0;
  Row members() const { return tuple_count - outsiders; }
  std::vector<std::vector<Code>> tuples;
};

enum class SourceReading { required, where_there_is_one, left_out };

// Reads a decomposition with the caller's privileges. `scope` has keys and outsiders, given or
// drawn.
PublishedDecomposition read_decomposition(const Release& release, SourceReading reading,
                                          const Progress& progress, const ReadScope& scope = {});

// Returns the rules of the decomposition, as gnf_decompose() reads them. Fails if a rule has a
// guarantee of its own, which these texts cannot express.
std::vector<std::string> recorded_rules(const Release& release);

// Return the attributes that a rule protects, and those that an attacker knows of every person: all
// others except insensitive attributes.
AttributeSet sensitive_attributes(const PublishedDecomposition& published);
AttributeSet known_attributes(const Release& release, const PublishedDecomposition& published);

// Returns a rule as text, with the names of its attributes.
std::string rule_text(const PrivacyRule& rule, const PublishedDecomposition& published);

// A part of a decomposition with the source's tuples, in the same codes.

// Values of some attributes, in a part's rows and in the tuples; without a source, there are no
// tuples.
struct PartExcerpt {
  std::vector<std::vector<Code>> published;
  std::vector<std::vector<Code>> tuples;
};

// Returns the excerpt of `attributes`, without those that the part does not have.
PartExcerpt part_excerpt(const AttributeSet& attributes, const PublishedPartTable& part,
                         const PublishedDecomposition& published);

// Returns the combinations of values of these attributes, with the same numbers in the part's rows
// and in the tuples.
SlicedView::Values part_values(const AttributeSet& attributes, const PublishedPartTable& part,
                               const PublishedDecomposition& published, const Progress& progress);

}  // namespace microdata::postgres
