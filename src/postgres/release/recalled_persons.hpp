#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/microdata/progress.hpp"
#include "postgres/catalog/series_persons.hpp"

namespace microdata::postgres {

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

}  // namespace microdata::postgres
