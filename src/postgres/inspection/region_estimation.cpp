#include "postgres/inspection/region_estimation.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

#include "postgres/inspection/counted_values.hpp"
#include "postgres/inspection/release_reading.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

std::string key_of_labels(const ReleaseAttribute& attribute) {
  return "label " + attribute.name;
}

namespace {

// Whose labels regions know.
std::vector<ReleaseAttribute> labelled_among(const Release& release,
                                             std::span<const std::string> names) {
  std::vector<ReleaseAttribute> labelled;
  std::copy_if(release.attributes.begin(), release.attributes.end(), std::back_inserter(labelled),
               [&](const ReleaseAttribute& attribute) {
                 return attribute.generalized &&
                        std::find(names.begin(), names.end(), attribute.name) != names.end();
               });
  return labelled;
}

// Some columns of a relation, and the attributes that they are.
struct LabelledRelation {
  Source relation;
  std::vector<SourceColumn> columns;
  std::vector<const ReleaseAttribute*> attributes;
};

std::vector<LabelledRelation> relations_of(const std::vector<ReleaseAttribute>& labelled) {
  std::map<Oid, LabelledRelation> relations;
  for (const ReleaseAttribute& attribute : labelled) {
    const auto [found, is_new] = relations.try_emplace(attribute.relation);
    if (is_new) found->second.relation = open_source(attribute.relation);
    found->second.columns.push_back(require_column(found->second.relation, attribute.name));
    found->second.attributes.push_back(&attribute);
  }
  std::vector<LabelledRelation> result;
  for (auto& [number, relation] : relations)
    result.push_back(std::move(relation));
  return result;
}

}  // namespace

LoopOptions reading_of_regions(const Release& release, std::span<const std::string> attributes) {
  LoopOptions options;
  options.source = false;
  options.globals = [labelled = labelled_among(release, attributes)](const KeptSnapshot& snapshot) {
    std::vector<GlobalValues> globals;
    for (const LabelledRelation& relation : relations_of(labelled)) {
      std::vector<GlobalValues> counted =
          count_values(relation.relation, relation.columns, &snapshot);
      for (std::size_t i = 0; i < counted.size(); ++i) {
        counted[i].column = key_of_labels(*relation.attributes[i]);
        globals.push_back(std::move(counted[i]));
      }
    }
    return globals;
  };
  return options;
}

std::int64_t bytes_of_labels(const Release& release, std::span<const std::string> attributes) {
  const std::vector<ReleaseAttribute> labelled = labelled_among(release, attributes);
  std::int64_t bytes = 0;
  for (const LabelledRelation& relation : relations_of(labelled))
    bytes += bytes_of_counted_values(relation.relation, relation.columns);
  return bytes;
}

MemoryNeed need_of_groups(const Release& release, std::size_t attributes) {
  // Codes of what is asked for and of the bucket, levels and features of rows, and by row a
  // probability of each level in its bucket.
  constexpr double of_attribute = 16;
  constexpr double of_link = 8;
  const double rows = static_cast<double>(release.published_rows.value_or(1));
  const double buckets =
      static_cast<double>(std::max<std::int64_t>(release.buckets.value_or(1), 1));
  const double linked = release.buckets ? std::min(rows / buckets, 64.0) : 1;
  return {"estimate()", 48 + of_attribute * static_cast<double>(attributes) + 2 * of_link * linked,
          0};
}

}  // namespace microdata::postgres
