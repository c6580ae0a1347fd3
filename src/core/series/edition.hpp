#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/series/signature.hpp"

namespace microdata {

// Who is in the table when an edition of a series is made: one row, and one value, a person. Of
// several sensitive attributes the combination can be the value; then it is combinations that have
// at most 1/m, and a value that several of a signature share has more.
struct SeriesPersons {
  const Microdata& data;
  // Persons of a bucket are near each other by these.
  const AttributeSet& near_by;
  // Codes over all editions, below `distinct`.
  std::span<const Code> values;
  Code distinct = 0;
  // The signature, of those known, that a survivor (who was in the edition before) or returner (in
  // an earlier one) was published with; no_signature for an arrival.
  std::span<const std::uint32_t> remembered;
  // Not 0 for arrivals that have waited: of those with one value they come first. May be empty.
  std::span<const std::uint8_t> waited;
  // Not 0 for persons who cannot be told from counterfeits, since nothing is published of them but
  // the sensitive value: they wait, and keep the signature that they have. May be empty.
  std::span<const std::uint8_t> blank = {};
};

struct EditionOptions {
  // At least 2, and the same for all editions.
  std::uint32_t m = 2;
  // New signatures are drawn from regions of at least so many arrivals; 0: as near_signatures.hpp
  // has it.
  std::size_t region = 0;
};

struct Edition {
  // The published persons, both buckets and persons of a bucket in random order.
  TuplePartition buckets;
  // Of each bucket, a number in `signatures`.
  std::vector<std::uint32_t> signature_of;
  // Those known before, in their order, and after them new ones.
  std::vector<Signature> signatures;
  // Arrivals that are not published yet, and who is blank.
  std::vector<Row> waiting;
  // Survivors and returners whose value is none of their signature's any more.
  std::vector<Row> withheld;
  // Those withheld who are shown without a value, in groups of m or more (valueless.hpp): all of
  // them, or none.
  TuplePartition valueless;

  // Of the bucket's published values, those that are nobody's.
  std::size_t counterfeits(std::size_t bucket) const {
    return signatures[signature_of[bucket]].size() - buckets.bucket(bucket).size();
  }
  std::size_t counterfeits() const;
};

// One edition of a series that is m-invariant (X. Xiao, Y. Tao, "m-Invariance: Towards Privacy
// Preserving Re-publication of Dynamic Datasets", SIGMOD 2007). What is published of a bucket is
// its signature, each value once, and its persons' quasi-identifiers. A signature has at least m
// values; the bucket's persons, at least one, have different values, all of the signature; values
// that are none of theirs are counterfeits, and who counts sees how many. A person has the same
// signature in every edition that the person is in.
//
// The promise. The adversary holds all editions, knows everybody's quasi-identifiers, who is in
// which edition, and that signatures stay; before, all histories (of everybody the value in every
// edition) that differ by a permutation of values only are as probable as each other. Then no
// value of anybody in any edition has a probability above 1/m. For say first which bucket everybody
// is in in every edition; the quasi-identifiers say so where they are unique. Persons who share
// buckets, directly or by way of others, in whatever editions, have one signature s. Take a history
// that the editions allow: in every bucket different values, all of the signature. Let one
// permutation of s replace the values of all these persons in all editions. In every bucket values
// are different still, and of s; whoever kept a value keeps it, whoever changed it changes it, in
// the same edition. So the editions allow this history too. The histories fall into classes of such
// permutations, in each of which a person has every value of s equally often: 1/|s| <= 1/m.
// Counterfeits make no difference, nor do changes within s. Where quasi-identifiers are equal, the
// adversary has the mean of this over all placements that leave everybody one signature, 1/m again.
//
// An adversary who does not know that signatures stay may place somebody in buckets of two
// signatures, and be sure of a value that both have: more than 1/m, and wrong. That signatures stay
// is therefore to be published with the editions.
//
// Who is withheld is shown without a value, where valueless.hpp allows it. That tells that the
// value is none of the signature's, which a permutation of the signature leaves true: of values
// before, and of others, it tells nothing. Values outside are m or more, none of which stands out.
// The mean over all placements is that of numbers up to 1/m, whoever is taken for the one who is
// withheld.
//
// What is not promised. Where nobody is shown without a value, that a person is withheld tells who
// knows that the person is in the table that the value changed and is none of the signature's any
// more; where there are m + 1 values, which one. Who waits is all that arrivals leave over, so that
// waiting tells no more than the share of the most frequent value among those who wait, and that
// this is above 1/m or they are fewer than m. Which arrivals come to old buckets, and which
// signatures arise, depends on how often values occur among the arrivals, and among those near each
// other: an adversary who knows these frequencies may learn more from this program's choices than
// from the editions.
//
// The algorithm is the paper's. Division: persons with one signature are a pool, which makes as
// many buckets as persons have its most frequent value. Balancing: what the pool's other values
// lack is filled by arrivals (balancing.hpp), the rest are counterfeits. Assignment: arrivals left
// over make new buckets, with signatures that suit those near each other (near_signatures.hpp), or
// all wait.
// Split: each pool is divided into its buckets by nearness (pool_split.hpp).
//
// Requires that known signatures have m values or more. Takes O(n log n) time.
Edition make_edition(const SeriesPersons& persons, std::span<const Signature> known,
                     const EditionOptions& options, Random& random, const Progress& progress);

}  // namespace microdata
