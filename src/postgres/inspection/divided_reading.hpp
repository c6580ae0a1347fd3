#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/region_loop.hpp"
#include "postgres/inspection/worker_regions.hpp"

// Memory that reading a release needs, compared with pg_microdata.memory_limit. The bytes by row
// are those of verification (regions/memory.hpp), which were measured, or computed from them.

namespace microdata::postgres {

struct MemoryNeed {
  // Name of the function for messages, such as "estimate()".
  std::string call;
  // Bytes of a published row, and of a row of the source, with everything made from it.
  double of_row = 0;
  double of_tuple = 0;
  // Returns the bytes that reading by regions takes beside a region: for values known in all
  // regions, and for persons looked for in each. Called only if regions are read, unless
  // `always_beside`: then reading at once takes these bytes, too.
  std::function<std::int64_t()> beside = {};
  bool always_beside = false;
};

// True if reading the release at once takes more than the limit.
bool is_above_limit(const Release& release, const MemoryNeed& need);

// True if a release must be read region by region, because reading it at once takes more than the
// limit. Fails, before anything is read, if the release has no regions or too few. Fails also if
// the memory needed beside regions leaves too little for them.
bool must_read_by_regions(const Release& release, const MemoryNeed& need);

// Returns the need of an audit that compares a release with its source person by person: codes and
// numbers of combinations of both, and the persons' places.
MemoryNeed need_of_audit(const Release& release, const char* call);

// Returns the bytes of `most` persons drawn from a release's source, or of all if there are fewer.
// `sides` is 2 if as many others are drawn, too. All are looked for in all regions
// (drawn_persons.hpp).
std::int64_t bytes_of_persons(const Release& release, std::size_t most, int sides);

// Fails if an operation that is not possible by regions takes more than the limit; `why` is a
// sentence.
void require_memory(const Release& release, const MemoryNeed& need, const std::string& why);

// Division of a release for a question: none if it is read at once, or regions that are read here
// or on workers.
enum class Division : std::uint8_t { none, regions, on_workers };

// Returns the division. Asks workers if possible. Fails as must_read_by_regions() does.
Division division_of(const Release& release, const MemoryNeed& need, RowsOfSource source);

// Estimates by a release that is read by regions. The regions' estimates add up if the meaning of
// published values is known from the whole release.

// Returns the name under which a region knows the published values of the whole release.
std::string key_of_labels(const ReleaseAttribute& attribute);

// Returns options that read the release without its source. Each region knows all published values
// of the generalized attributes among `attributes`, with their numbers of rows. A value's meaning
// can depend on other values, as for a range without an end.
LoopOptions reading_of_regions(const Release& release, std::span<const std::string> attributes);

// Returns the bytes of the labels that reading_of_regions() makes known.
std::int64_t bytes_of_labels(const Release& release, std::span<const std::string> attributes);

// Returns the need of estimates by group, over all attributes that are read. Rows are linked to the
// content of the other columns of their buckets.
MemoryNeed need_of_groups(const Release& release, std::size_t attributes);

}  // namespace microdata::postgres
