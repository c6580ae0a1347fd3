#include "postgres/estimates/person_estimation.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <utility>

#include "core/utility/person_estimate.hpp"
#include "postgres/estimates/group_estimation.hpp"
#include "postgres/estimates/group_query.hpp"
#include "postgres/server/guard.hpp"

namespace microdata::postgres {

namespace {

// Places of the attributes asked for in each table, and in each column of the table of persons.
struct PlacesByTable {
  std::map<int, std::vector<std::size_t>> persons;
  std::vector<std::size_t> rows;
  std::vector<std::size_t> values;

  // attributes[read.place(name)] is the attribute of the name.
  PlacesByTable(const GroupQuery& query, const Names& asked, const Names& read,
                const std::vector<SetAttribute>& attributes) {
    for (const std::string& name : asked.all()) {
      const SetAttribute& one = attributes[read.place(query.attribute_of(name))];
      std::vector<std::size_t>& of_table = one.part == SubjectPart::persons ? persons[one.column]
                                           : one.part == SubjectPart::rows  ? rows
                                                                            : values;
      of_table.push_back(asked.place(name));
    }
  }
};

// Moves the attributes out of the estimator.
std::vector<PublishedAttribute> take_attributes(const Names& names, SubjectEstimator& read) {
  std::vector<PublishedAttribute> attributes;
  for (std::size_t a = 0; a < names.all().size(); ++a) {
    SetAttribute& one = read.attributes[a];
    attributes.push_back({names.all()[a], one.column, std::move(one.labels),
                          std::move(read.texts[a]), std::move(one.meaning)});
  }
  return attributes;
}

std::vector<LabelledSums> sum_by_labels_of_persons(const GroupQuery& query,
                                                   const SubjectEstimator& read,
                                                   const PlacesByTable& places,
                                                   QueriedColumns& columns, bool parts,
                                                   const Progress& progress) {
  PersonQuestion question;
  question.bucket_of_person = read.bucket_of_person;
  question.buckets = read.buckets;
  question.conjunctions = columns.conjunctions();
  question.measures = columns.measures();
  question.counts_persons = std::any_of(
      query.measures.begin(), query.measures.end(),
      [](const auto& measure) { return measure.kind == GroupQuery::Measure::Kind::persons; });
  for (const auto& [column, in_column] : places.persons)
    question.persons.push_back(columns.add(in_column, read.bucket_of_person.size()));
  std::vector<Code> bucket_of_row_set;
  if (read.bucket_of_row) {
    for (const Row row : read.row_sets.row_of_set)
      bucket_of_row_set.push_back((*read.bucket_of_row)[row]);
    question.rows = {read.row_sets.set_of, bucket_of_row_set,
                     columns.add(places.rows, read.bucket_of_row->size())};
  }
  // Values that are not asked for matter only as rows.
  if (!places.values.empty() || (read.has_values && !read.bucket_of_row)) {
    question.values = {read.set_of, read.bucket_of_set,
                       columns.add(places.values, read.set_of.size())};
  }
  std::vector<LabelledSums> result;
  for (GroupSums& group : sum_person_groups(question, parts, progress)) {
    columns.complete(group, true);
    std::vector<Code> labels = columns.labels_of(group);
    result.push_back({std::move(labels), std::move(group)});
  }
  return result;
}

struct SummedGroups {
  std::vector<PublishedAttribute> attributes;
  std::vector<LabelledSums> groups;
};

// Returns the sums of the groups. `parts` is true if the sums of other regions will be added.
SummedGroups sum_groups(const Release& release, const GroupQuery& query, const Names& names,
                        bool parts, const Progress& progress) {
  progress.phase("read");
  const Names to_read = attributes_of(query, names);
  SubjectEstimator read = read_estimator(release, to_read.all(), progress);
  const PlacesByTable places(query, names, to_read, read.attributes);
  SummedGroups summed{with_expressions(query, names, take_attributes(to_read, read), progress), {}};
  progress.phase("estimate");
  QueriedColumns columns(query, names, summed.attributes, progress);
  summed.groups = within_limits(
      [&] { return sum_by_labels_of_persons(query, read, places, columns, parts, progress); });
  return summed;
}

}  // namespace

GroupEstimates estimate_groups_of_subjects(const Release& release, const GroupQuery& query,
                                           const Progress& progress) {
  const Names names = asked_names(release, query);
  SummedGroups summed = sum_groups(release, query, names, false, progress);
  return answer(query, names, std::move(summed.attributes), std::move(summed.groups), true);
}

PackedGroups sum_groups_of_subjects(const Release& release, const GroupQuery& query,
                                    const Progress& progress) {
  SummedGroups summed = sum_groups(release, query, asked_names(release, query), true, progress);
  // A region without persons has no groups.
  if (summed.groups.empty()) return {};
  return packed_groups(std::span(summed.attributes).first(count_of_grouped(query)),
                       std::move(summed.groups), progress);
}

}  // namespace microdata::postgres
