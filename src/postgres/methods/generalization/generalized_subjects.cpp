#include "postgres/methods/generalization/generalized_subjects.hpp"

#include <string>
#include <vector>

#include "core/subject/subject_generalization.hpp"
#include "postgres/methods/generalization/generalization_method.hpp"
#include "postgres/release/cuts_argument.hpp"
#include "postgres/release/loss_argument.hpp"
#include "postgres/release/subject_release.hpp"
#include "postgres/release/written_generalization.hpp"
#include "postgres/server/error.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/json.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

SubjectRequest subject_request(const Source& source, const Table& table,
                               const GeneralizationRequest& request) {
  SubjectRequest result;
  result.options.l = request.options.l;
  result.options.k = request.options.k;
  result.options.classes = request.options.grouping;
  result.options.cuts = request.options.cuts;
  result.options.loss = request.options.loss;
  result.options.rows_per_person = request.rows_per_person;
  result.options.privacy = request.options.privacy;
  result.options.suppress = request.options.suppress;
  result.options.leave_out = request.options.suppress;
  result.options.threads = request.options.threads;
  const AttributeSet attributes = attributes_of_persons(table);
  if (!attributes.empty()) result.columns.push_back(attributes);
  result.bucket_column = free_column(source, "bucket");
  result.member_column = free_column(source, "member");
  result.weight_column = free_column(source, "weight");
  result.method = "mondrian";
  return result;
}

Json parameters_json(const GeneralizedTable& generalized, const SubjectGeneralization& shown,
                     const GeneralizationRequest& request) {
  Json json = Json::object();
  json.add("recoding", request.recoding);
  json.add("strict", request.options.grouping == Grouping::strict);
  json.add("cuts", to_string(request.options.cuts));
  json.add("hierarchies", hierarchies_json(generalized.table, generalized.hierarchies));
  json.add("loss", to_string(request.options.loss));
  json.add("information_loss", loss_json(names_of(generalized.table, shown.attributes), shown.loss,
                                         request.options.loss));
  return json;
}

void report_classes(const Table& table, const SubjectBucketization& classes,
                    const SubjectGeneralization& shown, LossMeasure measure,
                    const LearnedShare& learned) {
  report_left_out(table, classes);
  const std::size_t persons = classes.buckets.rows.size();
  const std::size_t buckets = classes.buckets.buckets();
  learned.report("generalized " + std::to_string(persons) +
                 (persons == 1 ? " person" : " persons") + " into " + std::to_string(buckets) +
                 (buckets == 1 ? " equivalence class" : " equivalence classes") +
                 loss_text(shown.loss, measure));
}

}  // namespace

void check_supported_by_subject(const Table& table, const GeneralizationRequest& request) {
  if (!has_several_rows(table)) return;
  const GeneralizationOptions& options = request.options;
  if (options.recoding != Recoding::mondrian)
    refuse_several_rows("recoding => '" + request.recoding + "'", "Use recoding => 'mondrian'.");
}

Oid generalize_by_subject(const Target& target, const Source& source,
                          const GeneralizedTable& generalized, const GeneralizationRequest& request,
                          Random& random, Phases& phases) {
  const Table& table = generalized.table;
  const Progress progress = phases.progress();
  SubjectRequest persons = subject_request(source, table, request);
  check_subject_names(target, table);
  const SubjectBucketization classes = bucketize_persons(table, persons, random, progress);
  const SubjectGeneralization shown =
      show_subjects(table.data, classes, request.options.threads, progress, request.options.loss);
  const LearnedShare learned = learned_of_subjects(table, classes, persons, progress);
  phases.begin("write");
  const std::vector<WrittenAttribute> written =
      written_by_class(table, generalized.hierarchies, shown.rows, shown.attributes, progress);
  persons.written = &written;
  const Oid relation =
      publish_subjects(target, source, table, classes, persons, generalization_method.name,
                       parameters_json(generalized, shown, request), progress);
  report_classes(table, classes, shown, request.options.loss, learned);
  return relation;
}

}  // namespace microdata::postgres
