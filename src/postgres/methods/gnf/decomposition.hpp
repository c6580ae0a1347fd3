#pragma once

#include "postgres/server/api.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/gnf/decomposition.hpp"
#include "core/microdata/random.hpp"
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
  // All rules are held to these, besides l or what a rule has of its own.
  std::vector<PrivacyModel> privacy;
  double suppress = 0;
  // As given, for the catalog.
  std::string algorithm_name;
  std::string bucket_column;
};

// One table of a decomposition.
struct DecomposedPart {
  AttributeSet attributes;
  // One rule at most, but of multi-SA one for each sensitive attribute.
  std::vector<PrivacyRule> enforced;
  // Published apart from the others, bucket by bucket; none of a plain part.
  AttributeSet bucketed;
  // Of the published rows; null of a plain part. Parts may share their buckets.
  std::shared_ptr<const TuplePartition> buckets;
};

// A source that was read and decomposed.
struct DecomposedTable {
  // The published rows.
  Table table;
  Row source_rows = 0;
  // Those that are kept in view: what follows from them holds too.
  std::vector<PrivacyRule> rules;
  std::vector<DecomposedPart> parts;
  // Of multi-SA: no group can have fewer rows.
  std::optional<double> smallest_group;
};

// Fails for a rule that names an identifier.
void check_rules(const DecompositionRequest& request, const Source& source,
                 const std::vector<AssignedRole>& roles);

// Every rule holds for the parts, by check(), or this fails.
DecomposedTable decompose_source(const Source& source, const std::vector<AssignedRole>& roles,
                                 Purpose purpose, const DecompositionRequest& request, bool seeded,
                                 Random& random, const Progress& progress);

// How far the parts are from the published rows.
Divergence divergence_of(const DecomposedTable& decomposed, const Progress& progress);

// The rules as a list, with the names of the table.
std::string enforced_text(const DecomposedPart& part, const Table& table);

}  // namespace microdata::postgres
