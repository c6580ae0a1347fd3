#include "core/subject/subject_bucketization.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/microdata/attribute_set.hpp"
#include "core/microdata/permutation.hpp"
#include "core/subject/oblivious_persons.hpp"
#include "core/subject/person_buckets.hpp"
#include "core/subject/person_classes.hpp"
#include "core/subject/publication_plan.hpp"
#include "core/subject/second_look.hpp"
#include "core/subject/set_rule.hpp"
#include "core/subject/value_combinations.hpp"

namespace microdata {

namespace {

// Returns the quasi-identifiers: of published rows for classes, of persons for buckets.
PersonSpace make_space(const Microdata& data, const Subjects& subjects,
                       const AttributeSet& of_person, const Subjects& published,
                       const SubjectBucketizationOptions& options, const Progress& progress) {
  PersonSpace space;
  if (options.classes) {
    space.tuples = representatives_of_rows(data, published, options.threads, progress);
    // Classes that are cut by gain need no axes.
    if (!is_oblivious(options)) return space;
  } else if (options.near_persons) {
    space.tuples = one_tuple_each(data, subjects,
                                  with_role(data, of_person, Role::quasi_identifier), progress);
  }
  AttributeSet all(space.tuples.attributes.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  space.axes = make_axes(space.tuples, all, progress, options.loss);
  return space;
}

TuplePartition divide(const PersonSpace& space, const SetRule& rule, std::span<const Row> stratum,
                      const SubjectBucketizationOptions& options, Random& random,
                      const Progress& progress) {
  if (options.classes && !is_oblivious(options)) {
    return classes_of_stratum(space.tuples, rule, stratum,
                              {*options.classes, options.threads, options.loss}, progress);
  }
  if (is_oblivious(options) && !space.axes.empty()) {
    const std::size_t least = (options.classes ? 1 : 2) * std::size_t{rule.fewest()};
    return cut_persons_obliviously(
        space, rule, stratum, {least, options.threads},
        [&](std::uint32_t bound) { return random.below(bound); }, random, progress);
  }
  // Drawing depends on no quasi-identifier.
  return divide_stratum(space, rule, stratum, options.threads, random, progress);
}

// Returns the first rows of each person, up to the person's number.
Subjects first_rows(const Subjects& drawn, std::span<const std::uint32_t> rows_of_person,
                    const Progress& progress) {
  Subjects published;
  published.offsets.reserve(drawn.offsets.size());
  for (std::size_t p = 0; p < drawn.buckets(); ++p) {
    progress.checkpoint_at(p);
    const std::span<const Row> rows = drawn.bucket(p).first(rows_of_person[p]);
    published.rows.insert(published.rows.end(), rows.begin(), rows.end());
    published.offsets.push_back(static_cast<Row>(published.rows.size()));
  }
  return published;
}

void permute(TuplePartition buckets, const SubjectBucketizationOptions& options, Random& random,
             SubjectBucketization& result, const Progress& progress) {
  buckets = shuffle_buckets(buckets, random, progress);
  std::vector<std::vector<Row>> linking =
      permute_columns(buckets, options.columns + 2, random, progress);
  result.row_sets = std::move(linking.back());
  linking.pop_back();
  result.value_sets = std::move(linking.back());
  linking.pop_back();
  result.buckets = std::move(buckets);
  result.buckets.rows = linking.front();
  result.linking = std::move(linking);
}

}  // namespace

SubjectBucketization bucketize_subjects(const Microdata& data, const Subjects& subjects,
                                        const AttributeSet& of_person,
                                        const SubjectBucketizationOptions& options, Random& random,
                                        const Progress& progress) {
  progress.phase("partition");
  const AttributeSet sensitive = attributes_with_role(data, Role::sensitive);
  // The result must not depend on sensitive values if no requirement concerns them.
  const AttributeSet judged = asks_for_sensitive_values(options) ? sensitive : AttributeSet{};
  PublicationPlan plan = plan_publication(data, judged, subjects, options, random, progress);
  const SetRule rule(plan.sets, options.l, plan.privacy, options.k);
  std::vector<std::uint32_t> rows_of_person(subjects.buckets());
  Row persons = 0;
  for (std::size_t s = 0; s < plan.strata.size(); ++s) {
    persons += static_cast<Row>(plan.strata[s].size());
    for (const Row person : plan.strata[s])
      rows_of_person[person] = plan.levels[s];
  }
  const Subjects published = first_rows(plan.drawn, rows_of_person, progress);
  const PersonSpace space = make_space(data, subjects, of_person, published, options, progress);
  TuplePartition buckets;
  for (std::vector<Row>& stratum : plan.strata) {
    random.shuffle(std::span(stratum));
    append(buckets, divide(space, rule, stratum, options, random, progress));
  }

  progress.phase("permute");
  SubjectBucketization result;
  permute(std::move(buckets), options, random, result, progress);
  result.published_rows = published;
  if (!sensitive.empty()) {
    result.published_values =
        value_combinations(data, sensitive, published, options.threads, random, progress);
  }
  result.suppressed_persons = static_cast<Row>(subjects.buckets()) - persons;
  for (const std::vector<Row>& stratum : plan.strata) {
    for (const Row person : stratum) {
      result.rows_left_out +=
          static_cast<Row>(subjects.bucket(person).size() - published.bucket(person).size());
    }
  }
  look_again(data, sensitive, result, plan.privacy, options, progress);
  return result;
}

}  // namespace microdata
