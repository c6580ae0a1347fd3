#include <algorithm>

#include "core/microdata/attribute_set.hpp"
#include "core/slicing/slicing.hpp"
#include "postgres/methods/slicing/sliced_release.hpp"
#include "postgres/methods/slicing/slicing_method.hpp"
#include "postgres/release/publishing_arguments.hpp"
#include "postgres/release/subject_release.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/json.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

std::string names_of(const Table& table, const AttributeSet& attributes) {
  std::vector<std::string> names;
  for (const std::size_t a : attributes)
    names.push_back(in_quotes(table.data.attributes[a].name));
  return names.empty() ? "none" : join(names);
}

void check_supported(const Table& table, const SlicingRequest& request) {
  const SlicingOptions& options = request.options;
  if (options.k > 1) {
    refuse_several_rows(
        "k => " + std::to_string(options.k),
        "Use k => 1; privacy => ARRAY[k_anonymity(...)] asks for persons in every bucket.");
  }
  if (options.grouping == Grouping::strict)
    refuse_several_rows("strict grouping", "Use strict => false.");
  const std::size_t sensitive = attributes_with_role(table.data, Role::sensitive).size();
  if (options.sensitive_column_size && *options.sensitive_column_size != sensitive) {
    refuse_several_rows(
        "sensitive_column_size => " + std::to_string(*options.sensitive_column_size),
        "The sensitive attributes are a group of their own: leave sensitive_column_size out.");
  }
}

void check_attribute_in_group(const Table& table, const AttributeSet& of_persons, std::size_t a) {
  if (contains(of_persons, a)) return;
  const Attribute& attribute = table.data.attributes[a];
  const bool sensitive = attribute.role == Role::sensitive;
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
              "attribute " + in_quotes(attribute.name) + " in groups is " +
                  (sensitive ? "sensitive" : "an attribute of rows"))
      .detail("Where persons have several rows, groups are of the other attributes of persons: " +
              names_of(table, of_persons) + ".")
      .hint(sensitive ? "The sensitive attributes are a group of their own."
                      : "Attributes of rows are a group of their own.");
}

std::vector<AttributeSet> columns_by_hand(const Table& table, const SlicingRequest& request,
                                          const AttributeSet& of_persons) {
  std::vector<AttributeSet> columns;
  AttributeSet grouped;
  for (const Column& group : resolve_groups(request, table)) {
    for (const std::size_t a : group.attributes)
      check_attribute_in_group(table, of_persons, a);
    grouped = united(grouped, group.attributes);
    columns.push_back(group.attributes);
  }
  const AttributeSet left_over = without(of_persons, grouped);
  if (left_over.empty()) return columns;
  throw Error(
      ERRCODE_INVALID_PARAMETER_VALUE,
      "attribute " + in_quotes(table.data.attributes[left_over.front()].name) + " is in no group")
      .hint(
          "Every published attribute of persons that is not sensitive belongs to exactly one "
          "group; to leave it out, name it in identifiers.");
}

std::vector<AttributeSet> columns_by_clustering(const Table& table, const SlicingRequest& request,
                                                const AttributeSet& of_persons,
                                                const Progress& progress) {
  if (of_persons.empty()) return {};
  if (request.options.columns > of_persons.size()) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "columns must be between 1 and " +
                                                     std::to_string(of_persons.size()) + ", not " +
                                                     std::to_string(request.options.columns))
        .detail(
            "Where persons have several rows, columns are of their attributes that are not "
            "sensitive: " +
            names_of(table, of_persons) + ".");
  }
  SlicingOptions options = request.options;
  options.sensitive_column_size.reset();
  const Microdata persons =
      one_tuple_each(table.data, table.subjects->persons, of_persons, progress);
  std::vector<AttributeSet> columns;
  for (const Column& column : find_attribute_partition(persons, options, progress)) {
    AttributeSet attributes;
    for (const std::size_t a : column.attributes)
      attributes.push_back(of_persons[a]);
    columns.push_back(std::move(attributes));
  }
  return columns;
}

SubjectRequest subject_request(const Source& source, const Table& table,
                               const SlicingRequest& request, const Progress& progress) {
  SubjectRequest result;
  const AttributeSet of_persons = attributes_of_persons(table);
  result.columns = request.groups.empty()
                       ? columns_by_clustering(table, request, of_persons, progress)
                       : columns_by_hand(table, request, of_persons);
  result.options.l = request.options.l;
  result.options.cuts = request.options.cuts;
  result.options.columns = std::max<std::size_t>(result.columns.size(), 1);
  result.options.rows_per_person = request.rows_per_person;
  result.options.privacy = request.options.privacy;
  result.options.suppress = request.options.suppress;
  result.options.leave_out = request.options.suppress;
  result.options.threads = request.options.threads;
  result.bucket_column = request.bucket_column;
  result.member_column = free_column(source, "member");
  result.weight_column = free_column(source, "weight");
  result.method = "mondrian";
  return result;
}

Json parameters_json(const SubjectRequest& persons, const SlicingRequest& request) {
  Json json = Json::object();
  json.add("columns", persons.columns.size());
  json.add("groups_by_hand", !request.groups.empty());
  json.add("strict", request.options.grouping == Grouping::strict);
  json.add("diversity_check", request.diversity_check);
  json.add("cuts", to_string(request.options.cuts));
  json.add("infeasible", request.infeasible);
  json.add("discretization", request.discretization);
  json.add("intervals", request.options.discretization.intervals);
  return json;
}

void report_groups(const Table& table, const SubjectRequest& persons) {
  std::vector<std::string> groups;
  for (const AttributeSet& column : persons.columns)
    groups.push_back("{" + names_of(table, column) + "}");
  if (!groups.empty()) report(NOTICE, "attributes of persons in groups " + join(groups));
}

}  // namespace

Oid slice_by_subject(const Publication& call, Table& table, const SlicingRequest& request) {
  check_supported(table, request);
  if (call.seeded) sort_rows(table, call.progress);
  call.progress.phase("correlate");
  const SubjectRequest persons = subject_request(call.source, table, request, call.progress);
  check_subject_names(call.target, table);
  const SubjectBucketization bucketization =
      bucketize_persons(table, persons, call.random, call.progress);
  const LearnedShare learned = learned_of_subjects(table, bucketization, persons, call.progress);
  call.progress.phase("write");
  const Oid relation =
      publish_subjects(call.target, call.source, table, bucketization, persons, slicing_method.name,
                       parameters_json(persons, request), call.progress);
  report_groups(table, persons);
  report_subjects(table, bucketization, "sliced", learned);
  return relation;
}

}  // namespace microdata::postgres
