#include "core/subject/subject_generalization.hpp"

#include "core/microdata/attribute_set.hpp"
#include "core/partition/local_recoding.hpp"

namespace microdata {

namespace {

TuplePartition rows_by_class(const SubjectBucketization& classes, const Progress& progress) {
  TuplePartition result;
  result.rows.reserve(classes.published_rows.rows.size());
  for (std::size_t c = 0; c < classes.buckets.buckets(); ++c) {
    progress.checkpoint_at(c);
    for (const Row person : classes.buckets.bucket(c)) {
      const std::span<const Row> rows = classes.published_rows.bucket(person);
      result.rows.insert(result.rows.end(), rows.begin(), rows.end());
    }
    result.offsets.push_back(static_cast<Row>(result.rows.size()));
  }
  return result;
}

}  // namespace

SubjectGeneralization show_subjects(const Microdata& data, const SubjectBucketization& classes,
                                    Threads threads, const Progress& progress, LossMeasure loss) {
  SubjectGeneralization result;
  result.rows = rows_by_class(classes, progress);
  result.attributes =
      generalize_attributes(data, attributes_with_role(data, Role::quasi_identifier), result.rows,
                            {false, loss}, threads, progress);
  const auto published = static_cast<Row>(result.rows.rows.size());
  result.lost = sum_losses(result.rows, result.attributes, data.rows, data.rows - published);
  return result;
}

}  // namespace microdata
