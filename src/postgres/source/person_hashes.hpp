#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "postgres/catalog/series_persons.hpp"
#include "postgres/source/table.hpp"

namespace microdata::postgres {

// Returns a new random key for hashes, as hexadecimal digits.
std::string draw_hash_key();

// Fails if values of an attribute of the subject have no canonical form: a person's name might be
// written differently in the next edition, and would not be recognized.
void check_subject_of_series(const Source& source, const std::vector<AssignedRole>& roles);

// Returns, for every row, SipHash of the subject's canonical values, by which persons are
// recognized. Requires a table that was read for an edition.
std::vector<PersonHash> person_hashes(const Table& table, const std::string& key,
                                      const Progress& progress);

// Returns, for every row, a hash other than 0 of all published values except the sensitive one, by
// which changes between editions are detected. The hash depends on the key. One change in 2^32
// remains undetected.
std::vector<std::uint32_t> shown_hashes(const Table& table, const std::string& key,
                                        const Progress& progress);

// Attribute that is shown, with its values by row.
struct ShownValues {
  const Dictionary* dictionary;
  const std::vector<Code>* codes;
};

// Returns these hashes for values that were read elsewhere, with the attributes in the same order.
std::vector<std::uint32_t> shown_hashes(const std::vector<ShownValues>& shown, std::size_t rows,
                                        const std::string& key, const Progress& progress);

}  // namespace microdata::postgres
