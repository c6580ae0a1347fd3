#pragma once

#include "postgres/server/api.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/random.hpp"
#include "core/gnf/decomposition.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/utility/distribution_model.hpp"
#include "postgres/methods/gnf/privacy_rules.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/table.hpp"

namespace microdata::postgres {

enum class DecompositionAlgorithm { guardian, utility_aware, single_attribute, multi_sensitive };

struct DecompositionRequest {
  double l = 2;
  DecompositionAlgorithm algorithm = DecompositionAlgorithm::utility_aware;
  std::vector<NamedRule> rules;
  // Models that all rules must meet in addition to l or to the guarantee of the rule's own.
  std::vector<PrivacyModel> privacy;
  double suppress = 0;
  // Name of the algorithm as the caller gave it, for the catalog.
  std::string algorithm_name;
  std::string bucket_column;
};

// One table of a decomposition.
struct DecomposedPart {
  AttributeSet attributes;
  // Rules that the part enforces: at most one, or with multi-SA one for each sensitive attribute.
  std::vector<PrivacyRule> enforced;
  // Attributes that are published apart from the others, bucket by bucket; empty for a plain part.
  AttributeSet bucketed;
  // Buckets of the published rows; null for a plain part. Parts can share buckets.
  std::shared_ptr<const TuplePartition> buckets;
};

// A source that was read and decomposed.
struct DecomposedTable {
  // The published rows.
  Table table;
  Row source_rows = 0;
  // Rules without those that follow from others; the rules that follow hold as well.
  std::vector<PrivacyRule> rules;
  std::vector<DecomposedPart> parts;
  // Least possible number of rows of a group, with multi-SA only.
  std::optional<double> smallest_group;
};

// Fails if a rule names an identifier.
void check_rules(const DecompositionRequest& request, const Source& source,
                 const std::vector<AssignedRole>& roles);

// Decomposes a source. Fails if a rule does not hold for the parts, according to check().
DecomposedTable decompose_source(const Source& source, const std::vector<AssignedRole>& roles,
                                 Purpose purpose, const DecompositionRequest& request, bool seeded,
                                 Random& random, const Progress& progress);

// Returns the divergence of the parts from the published rows.
Divergence divergence_of(const DecomposedTable& decomposed, const Progress& progress);

// Returns the rules that the part enforces as a list, with the names of the table.
std::string enforced_text(const DecomposedPart& part, const Table& table);

}  // namespace microdata::postgres
