#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/microdata/progress.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/release_reader.hpp"
#include "postgres/inspection/subject_relations.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// One of the tables of a release of persons with several rows each.
struct ReadTable {
  std::vector<ReadAttribute> attributes;
  std::vector<Code> bucket_of;
  // None of the table of persons.
  std::vector<Code> member_of = {};

  std::size_t rows() const { return bucket_of.size(); }
};

// Such a release read back. Dictionaries are finished; values of the source are those of its rows,
// the outsiders' last, whoever else has their subject.
struct ReadSubjects {
  ReadTable persons;
  std::optional<ReadTable> rows;
  std::optional<ReadTable> values;
  std::vector<Dictionary> bucket_numbers;  // one
  std::vector<Dictionary> member_numbers;  // one
  bool has_source = false;
  // The person of each row of the source.
  std::vector<std::uint32_t> person_of_tuple;
  std::size_t members = 0;
  std::size_t outsiders = 0;
};

// Reads these relations of a release, and its source where it is there. Outsiders are those of a
// relation, whose rows are told apart by the subject as the source's are, or drawn ones: with as
// many rows as a random member, and of each attribute of persons and of every row's the value of a
// random member's row. Fails where an attribute or its source is gone. Requires a SpiSession.
ReadSubjects read_subjects(const Release& release, const SubjectRelations& relations,
                           const ReadScope& scope, const Progress& progress);

// The sets of a table's rows, by bucket and member.
struct ReadSets {
  std::vector<std::uint32_t> set_of;  // by row
  std::vector<Row> row_of_set;        // one of each set's
};
ReadSets number_sets(const ReadTable& table, const ReadSubjects& read, const Progress& progress);

}  // namespace microdata::postgres
