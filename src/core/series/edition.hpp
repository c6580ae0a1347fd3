#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/series/signature.hpp"

namespace microdata {

// Persons in the table when an edition of a series is made, with one row and one value each. The
// value can be a combination of several sensitive attributes. The bound 1/m then applies to
// combinations, and a value that several combinations of a signature share can have more.
struct SeriesPersons {
  const Microdata& data;
  // Attributes by which the persons of a bucket are near each other.
  const AttributeSet& near_by;
  // Codes over all editions, below `distinct`.
  std::span<const Code> values;
  Code distinct = 0;
  // Known signature with which a survivor (in the previous edition) or returner (in an earlier one)
  // was published; no_signature for an arrival.
  std::span<const std::uint32_t> remembered;
  // Nonzero for arrivals that have waited; they come first among those with the same value. May be
  // empty.
  std::span<const std::uint8_t> waited;
  // Nonzero for persons that cannot be distinguished from counterfeits, because only the sensitive
  // value of them is published. Such persons wait, and keep their signature. May be empty.
  std::span<const std::uint8_t> blank = {};
  // Nonzero by value for harmless values, the same in all editions; empty if there are none.
  std::span<const std::uint8_t> harmless = {};

  bool is_harmless(Row row) const { return !harmless.empty() && harmless[values[row]] != 0; }
};

struct EditionOptions {
  // Bound of the guarantee, at least 2, and the same for all editions.
  std::uint32_t m = 2;
  // Fewest arrivals of the regions from which new signatures are drawn; 0 for the default of
  // near_signatures.hpp.
  std::size_t region = 0;
};

struct Edition {
  // Published persons; both the buckets and the persons of a bucket are in random order.
  TuplePartition buckets;
  // Index in `signatures`, by bucket.
  std::vector<std::uint32_t> signature_of;
  // Signatures known before, in their order, followed by new ones.
  std::vector<Signature> signatures;
  // Arrivals that are not published yet, and blank persons.
  std::vector<Row> waiting;
  // Survivors and returners whose value is no longer in their signature.
  std::vector<Row> withheld;
  // Withheld persons that are shown without a value, in groups of at least m (valueless.hpp): all
  // withheld persons, or none.
  TuplePartition valueless;
  // Persons with harmless values, in groups of near ones, of at least m unless they are fewer, and
  // the values in their order.
  TuplePartition harmless;
  std::vector<Code> harmless_values;

  std::span<const Code> values_of_harmless(std::size_t group) const {
    const Row begin = harmless.offsets[group];
    return std::span(harmless_values).subspan(begin, harmless.offsets[group + 1] - begin);
  }
  // Returns the number of persons who are published with a value.
  std::size_t persons() const { return buckets.rows.size() + harmless.rows.size(); }
  // Returns the number of the bucket's published values that belong to no person.
  std::size_t counterfeits(std::size_t bucket) const {
    return signatures[signature_of[bucket]].size() - buckets.bucket(bucket).size();
  }
  std::size_t counterfeits() const;
};

// Returns one edition of an m-invariant series (X. Xiao, Y. Tao, "m-Invariance: Towards Privacy
// Preserving Re-publication of Dynamic Datasets", SIGMOD 2007). The edition shows of a bucket its
// signature, each value once, and its persons' quasi-identifiers. A signature has at least m
// values. The bucket's persons, at least one, have different values of the signature. The other
// values are counterfeits, and counting shows how many there are. A person has the same signature
// in every edition.
//
// The guarantee. The attacker has all editions and knows all persons' quasi-identifiers, their
// editions, and that signatures stay. A priori, histories (the value of each person in every
// edition) that differ only by a permutation of values are equally probable. Then no value of any
// person in any edition has a probability above 1/m. Proof: first fix the bucket of each person in
// every edition, which the quasi-identifiers disclose if they are unique. Persons that share
// buckets, directly or through others, in any editions, have one signature s. Take a history that
// the editions allow: in every bucket different values, all of the signature. Let one permutation
// of s replace the values of all these persons in all editions. The values in every bucket are
// still different, and in s. Each person that kept a value still keeps it; each that changed its
// value changes it in the same edition. The editions therefore allow this history too. The
// histories fall into classes of such permutations. In each class a person has every value of s
// equally often: 1/|s| <= 1/m. Counterfeits make no difference, nor do changes within s. If
// quasi-identifiers are equal, the attacker has the mean of this over all placements with one
// signature for each person, 1/m again.
//
// An attacker without the knowledge that signatures stay might place a person in buckets of two
// signatures, and be sure of a value of both. This probability is above 1/m, but the conclusion is
// wrong. The fact that signatures stay must therefore be published with the editions.
//
// A withheld person is shown without a value, if valueless.hpp allows it. This discloses that the
// value is not in the signature, which stays true under a permutation of the signature. It
// discloses nothing about earlier values or other persons. At least m values are outside, and none
// of them stands out. For any candidate for the withheld person, the mean over all placements is a
// mean of numbers up to 1/m.
//
// Limits of the guarantee. If no person is shown without a value, withholding a person discloses
// that the value changed and is no longer in the signature. If there are m + 1 values, it discloses
// the value. The attacker must know that the person is in the table. All arrivals left over wait.
// Waiting therefore discloses only the share of the most frequent value among the waiting persons.
// It also discloses that this share is above 1/m or that they are fewer than m. The arrivals in old
// buckets, and the new signatures, depend on the frequency of values among the arrivals, and among
// those near each other. An attacker with knowledge of these frequencies might learn more from the
// program's choices than from the editions.
//
// Harmless values have no bound. A signature has none of them, and a person is in a group of
// harmless values alone in each edition in which the person's value is one. Such an edition needs
// no signature of the person and gives none: a later value that is not harmless makes the person an
// arrival, or a person of the signature from before. The proof stays the same, because a
// permutation of s changes no harmless value: the new history has the harmless values of the old
// one, in the same editions and groups. The groups depend on which persons have harmless values,
// which the edition shows, and on quasi-identifiers. The editions disclose when a value turned
// harmless or ceased to be so. That is about the person's other values only if some of them turn
// more often than others: histories that differ by a permutation are then not equally probable.
//
// The algorithm is the paper's:
//   - Division: persons with one signature are a pool, which makes as many buckets as persons have
//     its most frequent value.
//   - Balancing: arrivals fill the places that the pool's other values lack (balancing.hpp); the
//     rest are counterfeits.
//   - Assignment: arrivals left over form new buckets, with signatures that suit those near each
//     other (near_signatures.hpp), or all wait.
//   - Split: each pool is divided into its buckets by nearness (pool_split.hpp).
//
// Requires that known signatures have at least m values, none of them harmless. Takes O(n log n)
// time.
Edition make_edition(const SeriesPersons& persons, std::span<const Signature> known,
                     const EditionOptions& options, Random& random, const Progress& progress);

}  // namespace microdata
