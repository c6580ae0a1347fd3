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
  PartsMatched(const PublishedDecomposition& published, DrawnSides sides, const Progress& progress)
      : published_(published), sides_(std::move(sides)), progress_(progress) {}

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
                         sides_.members, sides_.outsiders, most_membership_entries, progress_);
  }

  const PublishedDecomposition& published_;
  DrawnSides sides_;
  const Progress& progress_;
};

}  // namespace

std::vector<MembershipOfKnown> audit_membership_in_parts(const Release& release,
                                                         const std::optional<Oid>& outsiders,
                                                         Random& random, const Progress& progress) {
  const PublishedDecomposition published = read_decomposition(
      release, SourceReading::required, progress, {.outsiders = outsiders, .drawing = &random});
  progress.phase("match");
  const PartsMatched parts(
      published, draw_sides(published.members(), published.tuple_count, random), progress);
  AttributeSet all(published.names.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return {judge_known("all", parts.match(all)),
          judge_known("quasi-identifiers", parts.match(known_attributes(release, published)))};
}

}  // namespace microdata::postgres
