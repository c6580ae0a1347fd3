#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "core/series/edition.hpp"
#include "core/series/signature.hpp"
#include "postgres/catalog/series_catalog.hpp"
#include "postgres/catalog/series_persons.hpp"
#include "postgres/release/release_views.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/table.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

// Errors for a series that cannot have a next edition.

// Returns the error for an edition without any publishable person: `most` of `persons` have the
// value.
Error infeasible_in_series(const Series& series, const std::string& sensitive, std::size_t persons,
                           std::size_t most, const std::string& value);

Error values_became_equal();

// Sensitive values of a table and of signatures, and NULL, in one dictionary.
struct ValuesOfSeries {
  Dictionary dictionary;
  // Code in `dictionary` by code of the table.
  std::vector<Code> of_table;
  // Signatures, each ascending; a value occurs twice if values that were different are equal now.
  std::vector<Signature> signatures;
};

ValuesOfSeries bring_values_together(const Dictionary& table,
                                     const std::vector<SignatureTexts>& remembered,
                                     const Progress& progress);

// Memory of a series about the persons of a table, row by row.
class RecalledPersons {
 public:
  static constexpr std::uint32_t nobody = std::numeric_limits<std::uint32_t>::max();

  // `hashes` are those of the table's rows.
  RecalledPersons(std::vector<RememberedPerson> persons, std::span<const PersonHash> hashes,
                  const Progress& progress);

  const std::vector<RememberedPerson>& persons() const { return persons_; }
  // Index into persons() by row, or `nobody`.
  const std::vector<std::uint32_t>& of_row() const { return of_row_; }

  const RememberedPerson* of(std::size_t row) const {
    return of_row_[row] == nobody ? nullptr : &persons_[of_row_[row]];
  }

 private:
  std::vector<RememberedPerson> persons_;
  std::vector<std::uint32_t> of_row_;
};

// A source that was read, and the edition of a series made from it.
struct EditionTable {
  Table table;
  // Index of the sensitive attribute, and its values in all editions, for which the signatures'
  // codes stand. NULL is among the values, as the last one.
  std::size_t sensitive = 0;
  Dictionary values;
  Edition edition;
  // Rows of all published persons: the edition's buckets, then the groups of persons with harmless
  // values, then those of persons without a value.
  TuplePartition shown;
  // Facts to remember: signatures from `first_signature` on are new.
  std::size_t first_signature = 0;
  std::vector<SignatureTexts> signatures;
  PersonChanges changes;
};

// Returns the roles from the beginning of the series. Fails if the source lacks one of the
// attributes or has one with another type.
std::vector<AssignedRole> roles_in_series(const Source& source, const Series& series);

// Makes the next edition from the table that was read for it. Fails if no person can be published.
EditionTable make_edition_table(Table table, const Series& series, Random& random,
                                const Progress& progress);

}  // namespace microdata::postgres
