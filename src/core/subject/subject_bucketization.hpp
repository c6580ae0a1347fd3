#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/base/threads.hpp"
#include "core/microdata/microdata.hpp"
#include "core/microdata/tuple_partition.hpp"
#include "core/partition/mondrian.hpp"
#include "core/partition/oblivious_cuts.hpp"
#include "core/privacy/privacy_model.hpp"
#include "core/subject/subjects.hpp"
#include "core/utility/loss_measure.hpp"

namespace microdata {

struct SubjectBucketizationOptions {
  double l = 2;
  // Fewest persons of a bucket.
  std::uint32_t k = 1;
  // True if persons with similar quasi-identifiers are put in one bucket (Mondrian); false if
  // buckets are as small as possible (Anatomy).
  bool near_persons = true;
  // Grouping of a generalization; nothing for bucketization and slicing. Buckets are then
  // equivalence classes. Splits also use attributes of rows, by one value for all published rows of
  // a person. They are made where the penalty gains most, and a part that no cut divides stays
  // whole. Strict classes do not overlap within a stratum in attributes of persons; classes of
  // persons with other numbers of rows may overlap.
  std::optional<Grouping> classes;
  // Loss measure that classes minimize.
  LossMeasure loss = LossMeasure::width;
  // Kind of cuts. Oblivious cuts require relaxed grouping, and nothing may be suppressed. Numbers
  // of rows are then chosen without looking at values, and the call fails if a stratum as a whole
  // does not meet the requirements.
  Cuts cuts = Cuts::feasible;
  // Number of columns, each shuffled by itself within buckets, for the insensitive attributes of
  // persons; 1 for bucketization.
  std::size_t columns = 1;
  // Most rows of a person that are published.
  std::optional<std::uint32_t> rows_per_person;
  // Models that hold for every bucket in addition to l, over persons and their sets of published
  // values. The model k counts persons; core/privacy/set_privacy.hpp defines the meaning of the
  // others. Models compare with the table of the sets of all rows of all persons.
  std::vector<PrivacyModel> privacy;
  // Number of persons of the table, if the data are a region of it. Attribute::table_counts of the
  // sensitive attributes then have the table's persons with each value.
  std::optional<Row> persons_of_table;
  // Largest fraction of the persons that may be suppressed.
  double suppress = 0;
  // Largest fraction of the rows within rows_per_person that may be suppressed.
  double leave_out = 1;
  Threads threads;
};

// Persons in buckets. Every person of a bucket publishes the same number of rows, so that no set
// fits one person better than another.
struct SubjectBucketization {
  // Persons, as indexes into the subjects; buckets and the places in them are in random order.
  TuplePartition buckets;
  // Person whose values are at each place of buckets.rows, by column. The first column is
  // buckets.rows itself.
  std::vector<std::vector<Row>> linking;
  // Persons whose rows and whose sensitive values are the set at each place. Both are permutations
  // of the persons of every bucket, drawn independently.
  std::vector<Row> row_sets;
  std::vector<Row> value_sets;
  // Published rows of each person: bucket p has those of person p, in random order, and none if the
  // person is suppressed.
  Subjects published_rows;
  // Published rows that show each combination of sensitive values of a person once, in random
  // order, because a set has no multiplicity.
  Subjects published_values;
  // Number of suppressed persons, and number of suppressed rows of the other persons.
  Row suppressed_persons = 0;
  Row rows_left_out = 0;
};

// Returns a bucketization or slicing of persons with several rows each. An attacker might know all
// quasi-identifiers of a person and of all of the person's rows. The attacker finds any value s of
// a sensitive attribute in the person's published set with a probability of at most 1/l. Proof: at
// most that share of the bucket's persons has s in any published row, and nothing shows which set
// is whose.
//   - The sets of rows and of values are shuffled independently among the persons of the bucket.
//   - Sizes do not link them. A bucket publishes the same number n of rows of each person, drawn at
//     random. With equal n, as many assignments of values to rows produce the published sets for
//     one linking as for any other.
//   - Sets have no multiplicity, because repeated values would show numbers of rows.
// The number n is visible, so buckets of other levels do not hide a person. Rows are drawn once:
// draws that are repeated until l holds favour tables in which it rarely holds. Classes publish
// equally many rows of each person for the same reason.
//
// `data` has the rows, without the attributes that identify persons; `of_person` are the attributes
// that are constant within every person. Requires at least one person and one sensitive attribute,
// l >= 1, and at least one column. Throws Infeasible, whose tuples are persons, if one row of each
// person, drawn at random, is infeasible; the error counts persons by that row. With oblivious
// cuts, throws Infeasible if a stratum is infeasible. Throws RowsLeftOut if more rows would be
// suppressed than `leave_out` allows.
//
// Whole strata of persons, by their numbers of rows, publish the same number of rows (levels.hpp).
// Within a stratum Mondrian splits on the persons' quasi-identifiers, and persons are drawn from
// the parts that it does not split. With oblivious cuts, even an attacker with knowledge of this
// algorithm finds s with just the share of the bucket's persons with s. This holds for any levels
// and buckets.
SubjectBucketization bucketize_subjects(const Microdata& data, const Subjects& subjects,
                                        const AttributeSet& of_person,
                                        const SubjectBucketizationOptions& options, Random& random,
                                        const Progress& progress);

}  // namespace microdata
