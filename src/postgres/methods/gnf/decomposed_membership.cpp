#include "postgres/methods/gnf/decomposed_membership.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/microdata/attribute_set.hpp"
#include "core/risk/joined_membership.hpp"
#include "core/risk/matching_buckets.hpp"
#include "core/utility/join_tree.hpp"
#include "postgres/methods/gnf/part_excerpt.hpp"
#include "postgres/methods/gnf/published_decomposition.hpp"

namespace microdata::postgres {

namespace {

// The rows of parts that are like members and outsiders.
class PartsMatched {
 public:
  PartsMatched(const PublishedDecomposition& published, std::vector<Row> members,
               std::vector<Row> outsiders, const Progress& progress)
      : published_(published),
        members_(std::move(members)),
        outsiders_(std::move(outsiders)),
        progress_(progress) {}

  // For who knows these attributes of everybody.
  SidesMatched match(const AttributeSet& known) const {
    std::vector<const PublishedPartTable*> parts;
    std::vector<AttributeSet> shown;
    for (const PublishedPartTable& part : published_.parts) {
      parts.push_back(&part);
      shown.push_back(intersection(part.attributes, known));
    }
    const JoinTree tree = join_tree(shown);
    std::vector<SidesMatched> tables;
    std::vector<SidesMatched> shared;
    AttributeSet joined;
    // The parts of a cycle one after the other, the root of a tree among them; then ears, each
    // after its parent.
    for (const std::size_t edge : tree.core) {
      if (!tables.empty())
        shared.push_back(match_part(*parts[edge], intersection(shown[edge], joined)));
      joined = united(joined, shown[edge]);
      tables.push_back(match_part(*parts[edge], shown[edge]));
    }
    for (std::size_t i = tree.ears.size(); i-- > 0;) {
      const JoinTree::Ear& ear = tree.ears[i];
      shared.push_back(match_part(*parts[ear.edge], ear.separator));
      tables.push_back(match_part(*parts[ear.edge], shown[ear.edge]));
    }
    return join_matches(tables, shared);
  }

 private:
  // Rows with a person's values of these attributes; within a bucket, the open side and the linked
  // one go together in any way.
  SidesMatched match_part(const PublishedPartTable& part, const AttributeSet& attributes) const {
    SlicedView view;
    view.tuples = published_.tuple_count;
    const auto add = [&](const AttributeSet& of_column) {
      view.columns.push_back({part_values(of_column, part, published_, progress_), {}});
    };
    if (part.bucketed.empty()) {
      view.bucket_of.assign(part.rows(), 0);
      view.buckets = 1;
      add(attributes);
    } else {
      view.bucket_of = part.bucket_of;
      view.buckets = part.bucket_numbers.front().distinct();
      add(without(attributes, part.bucketed));
      add(intersection(attributes, part.bucketed));
    }
    const MatchingBuckets buckets(view, MatchingBuckets::Over::known, progress_);
    return match_persons(view, buckets, MatchingBuckets::Over::known, ValueChances(view.tuples),
                         members_, outsiders_, most_membership_entries, progress_);
  }

  const PublishedDecomposition& published_;
  std::vector<Row> members_;
  std::vector<Row> outsiders_;
  const Progress& progress_;
};

}  // namespace

std::vector<MembershipOfKnown> audit_membership_in_parts(const Release& release,
                                                         const std::optional<Oid>& outsiders,
                                                         Random& random, const Progress& progress) {
  const PublishedDecomposition published = read_decomposition(
      release, SourceReading::required, progress, {.outsiders = outsiders, .drawing = &random});
  progress.phase("match");
  const PartsMatched parts(published, some_of(0, published.members(), random),
                           some_of(published.members(), published.tuple_count, random), progress);
  AttributeSet all(published.names.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  std::vector<MembershipOfKnown> result;
  for (const auto& [known, attributes] :
       {std::pair("all", all),
        std::pair("quasi-identifiers", known_attributes(release, published))}) {
    const SidesMatched matched = parts.match(attributes);
    result.push_back({known, judge_membership(matched.members, matched.outsiders), {}});
  }
  return result;
}

}  // namespace microdata::postgres
