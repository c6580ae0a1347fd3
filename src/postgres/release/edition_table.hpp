#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
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

// Why there is no next edition of a series.

// Nobody can be published: of so many persons, `most` have the value.
Error infeasible_in_series(const Series& series, const std::string& sensitive, std::size_t persons,
                           std::size_t most, const std::string& value);

Error values_became_equal();

// Sensitive values of a table and of signatures, and NULL, as one set.
struct ValuesOfSeries {
  Dictionary dictionary;
  // By code of the table.
  std::vector<Code> of_table;
  // Ascending; a value is there twice where values that were different are equal now.
  std::vector<Signature> signatures;
};

ValuesOfSeries bring_values_together(const Dictionary& table,
                                     const std::vector<SignatureTexts>& remembered,
                                     const Progress& progress);

// What is remembered of the persons of a table, row by row.
class RecalledPersons {
 public:
  static constexpr std::uint32_t nobody = std::numeric_limits<std::uint32_t>::max();

  // `hashes`: of the table's rows.
  RecalledPersons(std::vector<RememberedPerson> persons, std::span<const PersonHash> hashes,
                  const Progress& progress);

  const std::vector<RememberedPerson>& persons() const { return persons_; }
  // By row, one of persons(), or `nobody`.
  const std::vector<std::uint32_t>& of_row() const { return of_row_; }

  const RememberedPerson* of(std::size_t row) const {
    return of_row_[row] == nobody ? nullptr : &persons_[of_row_[row]];
  }

 private:
  std::vector<RememberedPerson> persons_;
  std::vector<std::uint32_t> of_row_;
};

// A source that was read, and the edition of a series made of it.
struct EditionTable {
  Table table;
  // The sensitive attribute, and its values in all editions, which the signatures' codes stand for.
  // NULL, the last one, is among them.
  std::size_t sensitive = 0;
  Dictionary values;
  Edition edition;
  // All who are shown: the edition's buckets, then the groups of those without a value.
  TuplePartition shown;
  // What is to be remembered: signatures from `first_signature` on are new.
  std::size_t first_signature = 0;
  std::vector<SignatureTexts> signatures;
  PersonChanges changes;
};

// The roles as they were when the series began; fails where the source no longer has the
// attributes, or where they have other types.
std::vector<AssignedRole> roles_in_series(const Source& source, const Series& series);

// Makes the next edition of what was read for it; fails where nobody can be published.
EditionTable make_edition_table(Table table, const Series& series, Random& random,
                                const Progress& progress);

// The view <target>_expected of an edition whose rows stand in one table. `column_of`: an
// attribute's column of the attribute partition.
std::optional<ExpectedView> create_expected_view(
    const Target& target, Oid table, const std::string& bucket_column, const EditionTable& edition,
    const std::function<int(std::size_t attribute)>& column_of, const std::string& weight_column);

}  // namespace microdata::postgres
