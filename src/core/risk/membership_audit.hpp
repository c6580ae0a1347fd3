#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "core/risk/class_cover.hpp"
#include "core/risk/matching_buckets.hpp"
#include "core/risk/share_interval.hpp"
#include "core/risk/sliced_view.hpp"
#include "core/risk/value_chances.hpp"

namespace microdata {

// What an adversary who asks whether a person is in a release finds of the person there.
struct PersonMatch {
  // How many rows like the person's are to be expected, all linkings of a bucket's columns, or all
  // values that a class covers, being equally likely.
  double rows = 0;
  // The same beside how probable the person's values would be if attributes had nothing to do with
  // each other: what is rare and yet there is there because somebody is.
  double lift = 0;
  // How many buckets or classes may hold the person.
  std::uint32_t buckets = 0;
};

// By numbers of matching buckets: 0, 1, 2 to 5, 6 to 10, 11 to 20, 21 to 50, 51 to 100, and more.
inline constexpr std::array<std::uint32_t, 7> last_buckets{0, 1, 5, 10, 20, 50, 100};
inline constexpr std::size_t bucket_classes = last_buckets.size() + 1;
std::size_t class_of_buckets(std::uint32_t buckets);

// How well members are told from outsiders by the lift of each. For outsiders whose attributes are
// drawn one by one that is the likelihood ratio, and by Neyman and Pearson no other test of the
// rows to be expected tells more of them.
struct MembershipFigures {
  std::size_t members = 0;
  std::size_t outsiders = 0;
  // The probability that a member has a greater one than an outsider, with half of that of a tie:
  // the area under the curve of who is told right against who is told wrong. 1/2 without either.
  double auc = 0.5;
  ShareInterval interval;
  // Who matches no bucket.
  std::size_t members_nowhere = 0;
  std::size_t outsiders_nowhere = 0;
  std::array<std::size_t, bucket_classes> members_by_buckets{};
};

MembershipFigures judge_membership(std::span<const PersonMatch> members,
                                   std::span<const PersonMatch> outsiders);

// Finds both sides' matches in turn, in their orders, until one side has no more or `most_entries`
// of the release were looked at: in random order, those looked at are a sample.
struct SidesMatched {
  std::vector<PersonMatch> members;
  std::vector<PersonMatch> outsiders;
};

SidesMatched match_persons(const SlicedView& view, const MatchingBuckets& buckets,
                           MatchingBuckets::Over over, const ValueChances& chances,
                           std::span<const Row> members, std::span<const Row> outsiders,
                           std::size_t most_entries, const Progress& progress);

// The same in the classes of a generalized release. `rest`: of the other attributes that are known;
// none where only quasi-identifiers are. `chances` are of what is known.
SidesMatched match_persons(const ClassCover& cover, const SlicedView::Values* rest,
                           const ValueChances& chances, std::span<const Row> members,
                           std::span<const Row> outsiders, std::size_t most_entries,
                           const Progress& progress);

// What is found in another region of the release, of the same persons in the same orders: rows and
// buckets add up. Of those who were not looked at in all regions nothing is kept.
void add_region(SidesMatched& all, const SidesMatched& region);
// When all regions were added: `chances` are of the members, and after them the outsiders, so many
// members having been given to match_persons().
void set_lifts(SidesMatched& all, std::size_t members, const ValueChances& chances);

// The tuples that can arise in a release's buckets, each once: those that are in the table, and
// those that are not, which are fake (slicing paper, sections 5 and 6.3).
struct ArisingTuples {
  double original = 0;
  double fake = 0;
  // The standard error of `fake`: where there are too many, a sample of them is looked at.
  double error = 0;
  std::array<double, bucket_classes> fake_by_buckets{};
};

// Goes through all pairs of a bucket and a tuple that can arise in it if there are at most
// `most_pairs`; otherwise draws `sample` of them. The first `members` tuples are the table's.
ArisingTuples count_arising_tuples(const SlicedView& view, const MatchingBuckets& buckets,
                                   MatchingBuckets::Over over, std::size_t members,
                                   std::size_t most_pairs, std::size_t sample, Random& random,
                                   const Progress& progress);

// The tuples of another region: those of two regions are different tuples.
void add_region(ArisingTuples& all, const ArisingTuples& region);

}  // namespace microdata
