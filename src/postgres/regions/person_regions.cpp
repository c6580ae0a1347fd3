#include "postgres/regions/person_regions.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <string>

#include "core/microdata/selection.hpp"
#include "core/privacy/diversity.hpp"

namespace microdata::postgres {

void divide_persons(const Source& source, const std::vector<AssignedRole>& roles,
                    const PersonFacts& facts, RegionRequest& request) {
  std::vector<std::string> of_rows;
  for (std::size_t i = 0; i < roles.size(); ++i) {
    const std::string& name = source.columns[i].name;
    const bool of_person =
        std::find(facts.of_person.begin(), facts.of_person.end(), name) != facts.of_person.end();
    if (roles[i].role != Role::identifier && !of_person) of_rows.push_back(name);
  }
  report_persons(facts.of_person, of_rows, facts);
  request.not_cut.insert(request.not_cut.end(), of_rows.begin(), of_rows.end());
  // Persons are divided by their numbers of rows, and few persons lose many of them
  // (core/subject/publication_plan.cpp).
  constexpr std::uint32_t times = 8;
  std::uint32_t fewest = std::max(request.k, fewest_tuples(request.l));
  for (const PrivacyModel& model : request.privacy)
    fewest = std::max(fewest, static_cast<std::uint32_t>(fewest_tuples(model)));
  request.k = times * fewest;
}

void keep_one_row_each(Table& sample, Random& random, const Progress& progress) {
  SubjectRows& subjects = *sample.subjects;
  std::vector<Row> kept;
  kept.reserve(subjects.persons.buckets());
  for (std::size_t p = 0; p < subjects.persons.buckets(); ++p) {
    const std::span<const Row> rows = subjects.persons.bucket(p);
    kept.push_back(rows[random.below(static_cast<std::uint32_t>(rows.size()))]);
  }
  // Numbers of persons with a value in any row are no distribution of one row of each.
  for (Attribute& attribute : sample.data.attributes) {
    if (attribute.role == Role::sensitive) attribute.table_counts.clear();
  }
  sample.data = selected(sample.data, kept, progress);
  subjects.names = selected(subjects.names, kept, progress);
  subjects.persons.rows.resize(kept.size());
  std::iota(subjects.persons.rows.begin(), subjects.persons.rows.end(), 0U);
  subjects.persons.offsets.resize(kept.size() + 1);
  std::iota(subjects.persons.offsets.begin(), subjects.persons.offsets.end(), 0U);
}

}  // namespace microdata::postgres
