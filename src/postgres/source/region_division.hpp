#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <string>

namespace microdata::postgres {

// The rows of a statement, divided by region in one pass and without a sort: those of each region
// lie in a file of its own, or in memory where they are few. Where there are more regions than
// files may be open at once, some of them share one, which is divided when the first of its regions
// comes. Regions are read in ascending order, each once. What is read is gone.
//
// Plain data; what it holds lasts as long as its memory context.
struct RegionDivision;

// Of a statement's rows, whose first column is their region, an integer from `first` on and below
// `end`; what has another one, or NULL, is left out. Rows of the first region are not kept but go
// to `receiver`, as those of the statement would. Constants are read independently of the session.
// So many kilobytes are in memory at most, about; at least 32 for each of up to 128 files.
RegionDivision* divide_by_region(const std::string& statement, Snapshot snapshot,
                                 std::int32_t first, std::int32_t end, int kilobytes,
                                 DestReceiver* receiver);

// How many rows the statement had, those of other regions among them.
std::int64_t rows_of_statement(const RegionDivision* division);

// Hands over the rows of a later region.
void read_region(RegionDivision* division, std::int32_t region, DestReceiver* receiver);

void end_division(RegionDivision* division);

}  // namespace microdata::postgres
