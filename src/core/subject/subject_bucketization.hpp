#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/microdata/microdata.hpp"
#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "core/microdata/threads.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/partition/mondrian.hpp"
#include "core/partition/oblivious_cuts.hpp"
#include "core/privacy/privacy_model.hpp"
#include "core/subject/subjects.hpp"
#include "core/utility/loss_measure.hpp"

namespace microdata {

struct SubjectBucketizationOptions {
  double l = 2;
  // The fewest persons of a bucket.
  std::uint32_t k = 1;
  // Whether quasi-identifiers of persons that are near each other shall stand in one bucket
  // (Mondrian), or buckets be as small as they can be (Anatomy).
  bool near_persons = true;
  // Buckets are the classes of a generalization, divided by this grouping: cuts go by attributes of
  // rows, too, by one value for all published rows of a person, are taken where the penalty
  // gains most, and what no cut divides is left whole. Strict classes do not overlap within
  // a stratum, in attributes of persons; those of persons with other numbers of rows may.
  std::optional<Grouping> classes;
  // What classes are to lose least.
  LossMeasure loss = LossMeasure::width;
  // Oblivious ones are of relaxed grouping, and nothing may be left out. Numbers of rows are then
  // chosen without a look at values, and the call fails where a stratum, as a whole, does not meet
  // what is asked.
  Cuts cuts = Cuts::feasible;
  // Into how many columns, each permuted by itself within buckets, the attributes of persons that
  // are not sensitive go: one for bucketization.
  std::size_t columns = 1;
  // At most so many rows of a person are published.
  std::optional<std::uint32_t> rows_per_person;
  // Hold for every bucket, besides l, over persons and their sets of published values: k counts
  // persons; how the others are read stands in core/privacy/set_privacy.hpp. The table that they
  // compare with is that of the sets of all rows of all persons.
  std::vector<PrivacyModel> privacy;
  // The largest fraction of the persons that may be left out.
  double suppress = 0;
  // The largest fraction of the rows that may be left out, those beyond rows_per_person apart.
  double leave_out = 1;
  Threads threads;
};

// Persons in buckets. Within a bucket as many rows are published of every person, so that no set
// fits one person better than another.
struct SubjectBucketization {
  // Persons, as indices into the subjects; buckets and the places in them are in random order.
  TuplePartition buckets;
  // For each column, the person whose values stand at each place of buckets.rows. The first is
  // buckets.rows itself.
  std::vector<std::vector<Row>> linking;
  // The person whose rows, and the person whose sensitive values, are the set that stands at each
  // place: within every bucket a permutation of its persons, each drawn independently.
  std::vector<Row> row_sets;
  std::vector<Row> value_sets;
  // Which of a person's rows are published: bucket p has those of person p, in random order, and
  // none where the person is left out.
  Subjects published_rows;
  // Those that show each combination of sensitive values of a person's published rows once, in
  // random order: a set has no multiplicity.
  Subjects published_values;
  // Persons that are left out, and rows that are not published of those who are not.
  Row suppressed_persons = 0;
  Row rows_left_out = 0;
};

// Bucketization and slicing of persons with several rows each. For every person and every value s
// of a sensitive attribute: an adversary who knows all quasi-identifiers of the person and of all
// of the person's rows finds s in the person's published set with a probability of at most 1/l, as
// at most that share of the bucket's persons has s in any published row (docs/privacy.md, "Persons
// with several rows").
// `data` has the rows, without the attributes that tell persons apart; `of_person` are the
// attributes that are constant within every person. Requires at least one person and one sensitive
// attribute, l >= 1, at least one column. Throws Infeasible, whose tuples are persons, where one
// row of each person, drawn at random, is too much already: what it counts are persons by that row.
// With oblivious cuts, where a stratum is infeasible. Throws RowsLeftOut where more rows would be
// left out than `leave_out` allows.
//
// Whole strata of persons, by their numbers of rows, publish the same number (levels.hpp); within
// a stratum Mondrian cuts on the persons' quasi-identifiers, and what it does not cut is drawn.
// With oblivious cuts who knows this algorithm, too, finds s with just the share of the bucket's
// persons who have it, whichever levels and buckets there are.
SubjectBucketization bucketize_subjects(const Microdata& data, const Subjects& subjects,
                                        const AttributeSet& of_person,
                                        const SubjectBucketizationOptions& options, Random& random,
                                        const Progress& progress);

}  // namespace microdata
