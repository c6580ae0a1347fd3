#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/microdata/microdata.hpp"
#include "core/risk/class_cover.hpp"
#include "core/risk/matching_buckets.hpp"
#include "core/risk/share_interval.hpp"
#include "core/risk/sliced_view.hpp"
#include "core/risk/value_chances.hpp"

namespace microdata {

// Match of a person in a release, as found by an attacker who asks whether the person is in the
// release.
struct PersonMatch {
  // Expected number of rows like the person's. All possible assignments of a bucket's columns are
  // equally likely, and so are all values that a class covers.
  double rows = 0;
  // Rows divided by the probability of the person's values if attributes were independent. Rare
  // values that occur nevertheless indicate that the person is in the release.
  double lift = 0;
  // Number of buckets or classes that can hold the person.
  std::uint32_t buckets = 0;
};

// Upper ends of the classes of numbers of matching buckets, the last class being open. The classes
// are 0, 1, 2 to 5, 6 to 10, 11 to 20, 21 to 50, 51 to 100, and more.
inline constexpr std::array<std::uint32_t, 7> last_buckets{0, 1, 5, 10, 20, 50, 100};
inline constexpr std::size_t bucket_classes = last_buckets.size() + 1;
std::size_t class_of_buckets(std::uint32_t buckets);

// Quality of telling members from outsiders by their lifts. For outsiders whose attributes are
// drawn independently, the lift is the likelihood ratio. By Neyman and Pearson, no other test of
// the expected rows then distinguishes them better.
struct MembershipFigures {
  std::size_t members = 0;
  std::size_t outsiders = 0;
  // Probability that a member has a greater lift than an outsider, plus half the probability of a
  // tie. It is the area under the curve of true positives against false positives. It is 1/2 if
  // either side is empty.
  double auc = 0.5;
  ShareInterval interval;
  // Numbers of persons who match no bucket.
  std::size_t members_nowhere = 0;
  std::size_t outsiders_nowhere = 0;
  std::array<std::size_t, bucket_classes> members_by_buckets{};
};

MembershipFigures judge_membership(std::span<const PersonMatch> members,
                                   std::span<const PersonMatch> outsiders);

// Matches of members and outsiders. Both sides' matches are found in turn, in their orders, until
// both sides end or `most_entries` of the release were looked at. In random order, the persons
// looked at are a sample.
struct SidesMatched {
  std::vector<PersonMatch> members;
  std::vector<PersonMatch> outsiders;
};

SidesMatched match_persons(const SlicedView& view, const MatchingBuckets& buckets,
                           MatchingBuckets::Over over, const ValueChances& chances,
                           std::span<const Row> members, std::span<const Row> outsiders,
                           std::size_t most_entries, const Progress& progress);

// Finds matches in the classes of a generalized release. `rest` has the other known attributes; it
// is null if only quasi-identifiers are known. `chances` are those of the known attributes.
SidesMatched match_persons(const ClassCover& cover, const SlicedView::Values* rest,
                           const ValueChances& chances, std::span<const Row> members,
                           std::span<const Row> outsiders, std::size_t most_entries,
                           const Progress& progress);

// Adds the matches of the same persons, in the same orders, in another region of the release: rows
// and buckets add up. Persons who were not looked at in all regions are removed.
void add_region(SidesMatched& all, const SidesMatched& region);
// Sets the lifts after all regions were added. `chances` are those of the members given to
// match_persons(), `members` in number, followed by those of the outsiders.
void set_lifts(SidesMatched& all, std::size_t members, const ValueChances& chances);

// Numbers of tuples that can arise in a release's buckets, each counted once: original tuples are
// in the table, and fake ones are not (slicing paper, sections 5 and 6.3).
struct ArisingTuples {
  double original = 0;
  double fake = 0;
  // Standard error of `fake`; above 0 only if there are so many tuples that a sample is looked at.
  double error = 0;
  std::array<double, bucket_classes> fake_by_buckets{};
};

// Counts the tuples over all pairs of a bucket and a tuple that can arise in it. If there are more
// than `most_pairs` pairs, draws `sample` pairs instead. The first `members` tuples are the
// table's.
ArisingTuples count_arising_tuples(const SlicedView& view, const MatchingBuckets& buckets,
                                   MatchingBuckets::Over over, std::size_t members,
                                   std::size_t most_pairs, std::size_t sample, Random& random,
                                   const Progress& progress);

// Adds the tuples of another region; tuples of two regions are different tuples.
void add_region(ArisingTuples& all, const ArisingTuples& region);

}  // namespace microdata
