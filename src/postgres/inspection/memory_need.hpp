#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <functional>
#include <string>

#include "postgres/catalog/catalog.hpp"

// What of pg_microdata.memory_limit reading a release takes. Figures by row are those of
// verification (regions/memory.hpp), which were measured, and what was reckoned from them.

namespace microdata::postgres {

struct MemoryNeed {
  // "estimate()"
  std::string call;
  // Of a published row, and of a row of the source, with all that is made of it.
  double of_row = 0;
  double of_tuple = 0;
  // Bytes that reading by regions takes beside a region: of values that all of them know, of
  // persons who are looked for in each. Asked where it goes by regions alone, unless what is read
  // at once is beside the same.
  std::function<std::int64_t()> beside = {};
  bool always_beside = false;
};

// Whether reading it at once would take more than the limit.
bool is_above_limit(const Release& release, const MemoryNeed& need);

// Whether a release is to be read region by region, as reading it at once would take more than the
// limit. Fails, before anything is read, where it was not made by regions, or by too few, and where
// what is needed beside regions leaves too little for them.
bool must_read_by_regions(const Release& release, const MemoryNeed& need);

// Of what compares a release with its source, person by person: both, as codes and as numbers of
// combinations, and where persons are.
MemoryNeed need_of_audit(const Release& release, const char* call);

// Of so many persons who were drawn from a release's source, or all where it has fewer; on both
// sides, as many others as well. They are looked for in all regions (drawn_tuples.hpp).
std::int64_t bytes_of_persons(const Release& release, std::size_t most, int sides);

// The same for what cannot be done by regions: fails where it would take more; `why` is a sentence.
void require_memory(const Release& release, const MemoryNeed& need, const std::string& why);

}  // namespace microdata::postgres
