#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
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
};

// Whether reading it at once would take more than the limit.
bool is_above_limit(const Release& release, const MemoryNeed& need);

// Whether a release is to be read region by region, as reading it at once would take more than the
// limit. Fails, before anything is read, where it was not made by regions, or by too few.
bool must_read_by_regions(const Release& release, const MemoryNeed& need);

// Of what compares a release with its source, person by person: both, as codes and as numbers of
// combinations, and where persons are.
MemoryNeed need_of_audit(const Release& release, const char* call);

// The same for what cannot be done by regions: fails where it would take more; `why` is a sentence.
void require_memory(const Release& release, const MemoryNeed& need, const std::string& why);

}  // namespace microdata::postgres
