#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "postgres/catalog/series_persons.hpp"
#include "postgres/source/table.hpp"

namespace microdata::postgres {

// A new key for hashes, as hexadecimal digits.
std::string draw_hash_key();

// Fails where values of an attribute of the subject have no canonical form: a person whose name is
// written otherwise next week would not be found again.
void check_subject_of_series(const Source& source, const std::vector<AssignedRole>& roles);

// By which persons are known again: for every row SipHash of the subject's canonical values.
// Requires a table that was read for an edition.
std::vector<PersonHash> person_hashes(const Table& table, const std::string& key,
                                      const Progress& progress);

// By which it is seen that what an edition shows of a person beside the sensitive value has
// changed: for every row a number but 0, which depends on the key. One change in 2^32 goes unseen.
std::vector<std::uint32_t> shown_hashes(const Table& table, const std::string& key,
                                        const Progress& progress);

// An attribute that is shown, and its values by row.
struct ShownValues {
  const Dictionary* dictionary;
  const std::vector<Code>* codes;
};

// The same of what was read elsewhere, with the attributes in the same order.
std::vector<std::uint32_t> shown_hashes(const std::vector<ShownValues>& shown, std::size_t rows,
                                        const std::string& key, const Progress& progress);

}  // namespace microdata::postgres
