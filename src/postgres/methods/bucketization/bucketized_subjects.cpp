#include "postgres/methods/bucketization/bucketized_subjects.hpp"

#include <utility>

#include "postgres/methods/bucketization/bucketization_method.hpp"
#include "postgres/release/cuts_argument.hpp"
#include "postgres/release/subject_release.hpp"
#include "postgres/server/json.hpp"
#include "postgres/source/model_values.hpp"

namespace microdata::postgres {

namespace {

SubjectRequest subject_request(const Table& table, const BucketizationRequest& request) {
  SubjectRequest result;
  result.options.l = request.options.l;
  result.options.near_persons = request.options.method != BucketizationMethod::anatomy;
  result.options.cuts = request.options.cuts;
  result.options.rows_per_person = request.rows_per_person;
  result.options.privacy = request.options.privacy;
  result.options.suppress = request.options.suppress;
  result.options.leave_out = request.options.suppress;
  result.options.threads = request.options.threads;
  const AttributeSet attributes = attributes_of_persons(table);
  if (!attributes.empty()) result.columns.push_back(attributes);
  result.bucket_column = request.bucket_column;
  result.weight_column = request.weight_column;
  result.member_column = request.member_column;
  result.method = request.method;
  return result;
}

}  // namespace

bool bucketizes_persons(const Table& table, const BucketizationRequest& request) {
  return has_several_rows(table) && !request.for_one_row_each;
}

Oid bucketize_by_subject(const Target& target, const Source& source, Table& table,
                         const BucketizationRequest& request, bool seeded, Random& random,
                         Phases& phases) {
  const Progress progress = phases.progress();
  const SubjectRequest persons = subject_request(table, request);
  check_subject_names(target, table);
  prepare_for_models(request.options.privacy, table);
  if (seeded) sort_rows(table, progress);
  const SubjectBucketization bucketization = bucketize_persons(table, persons, random, progress);
  const LearnedShare learned = learned_of_subjects(table, bucketization, persons, progress);
  phases.begin("write");
  const Oid relation =
      publish_subjects(target, source, table, bucketization, persons, bucketization_method.name,
                       Json::object().add("cuts", to_string(request.options.cuts)), progress);
  report_subjects(table, bucketization, "bucketized", learned);
  return relation;
}

}  // namespace microdata::postgres
