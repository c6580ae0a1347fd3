#include "core/subject/subjects.hpp"

#include <algorithm>
#include <limits>

#include "core/microdata/combination.hpp"

namespace microdata {

Subjects subjects_of(const Microdata& data, const AttributeSet& subject, const Progress& progress) {
  constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
  Combinations of_subject = combine(data, subject, progress);
  std::vector<std::uint32_t>& person_of = of_subject.of_row;
  std::vector<std::uint32_t> number(of_subject.distinct, none);
  Subjects subjects;
  std::vector<Row> rows_of_person;
  rows_of_person.reserve(of_subject.distinct);
  for (Row row = 0; row < data.rows; ++row) {
    progress.checkpoint_at(row);
    std::uint32_t& person = number[person_of[row]];
    if (person == none) {
      person = static_cast<std::uint32_t>(rows_of_person.size());
      rows_of_person.push_back(0);
    }
    person_of[row] = person;
    ++rows_of_person[person];
  }
  subjects.offsets.reserve(rows_of_person.size() + 1);
  for (const Row rows : rows_of_person)
    subjects.offsets.push_back(subjects.offsets.back() + rows);
  std::vector<Row> next(subjects.offsets.begin(), subjects.offsets.end() - 1);
  subjects.rows.resize(data.rows);
  progress.in_blocks(data.rows, [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row)
      subjects.rows[next[person_of[row]]++] = static_cast<Row>(row);
  });
  return subjects;
}

Row persons_with_several_values(const Microdata& data, const Subjects& subjects,
                                std::size_t attribute, const Progress& progress) {
  const std::vector<Code>& codes = data.columns[attribute];
  Row persons = 0;
  for (std::size_t p = 0; p < subjects.buckets(); ++p) {
    const std::span<const Row> rows = subjects.bucket(p);
    bool several = false;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      progress.checkpoint_at(subjects.offsets[p] + i);
      several = several || codes[rows[i]] != codes[rows.front()];
    }
    persons += several ? 1 : 0;
  }
  return persons;
}

std::vector<Code> codes_of_persons(const Microdata& data, const Subjects& subjects,
                                   std::size_t attribute, const Progress& progress) {
  const std::vector<Code>& codes = data.columns[attribute];
  std::vector<Code> of_person(subjects.buckets());
  progress.in_blocks(of_person.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t p = begin; p < end; ++p)
      of_person[p] = codes[subjects.rows[subjects.offsets[p]]];
  });
  return of_person;
}

Microdata one_tuple_each(const Microdata& data, const Subjects& subjects,
                         const AttributeSet& attributes, const Progress& progress) {
  Microdata persons;
  persons.rows = static_cast<Row>(subjects.buckets());
  for (const std::size_t a : attributes) {
    persons.attributes.push_back(data.attributes[a]);
    persons.columns.push_back(codes_of_persons(data, subjects, a, progress));
  }
  return persons;
}

}  // namespace microdata
