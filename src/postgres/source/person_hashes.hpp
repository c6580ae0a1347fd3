#pragma once

#include "postgres/server/api.hpp"

#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "postgres/source/table.hpp"

namespace microdata::postgres {

// A new key for hashes, as hexadecimal digits.
std::string draw_hash_key();

// By which a person is known again: for every row, the first 16 bytes of HMAC-SHA256 (RFC 2104) of
// the subject's values, as a uuid is written. Requires a table that was read for an edition.
std::vector<std::string> person_hashes(const Table& table, const std::string& key,
                                       const Progress& progress);

}  // namespace microdata::postgres
