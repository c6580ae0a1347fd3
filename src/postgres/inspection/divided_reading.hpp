#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "core/microdata/progress.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/inspection/region_loop.hpp"
#include "postgres/inspection/worker_regions.hpp"

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
// sides, as many others as well. They are looked for in all regions (drawn_persons.hpp).
std::int64_t bytes_of_persons(const Release& release, std::size_t most, int sides);

// The same for what cannot be done by regions: fails where it would take more; `why` is a sentence.
void require_memory(const Release& release, const MemoryNeed& need, const std::string& why);

// How what is asked of a release once is asked of each of its regions, if they are looked at one by
// one: what is found in them adds up.
struct DividedReading {
  // What regions know of the whole, here and on workers.
  LoopOptions options = {};
  // What workers read (WorkerReading).
  RowsOfSource source = RowsOfSource::read;
  std::optional<Oid> outsiders = {};
  // The phase while workers are waited for; the question, and what it says beside, of
  // microdata.audit_region().
  const char* phase = nullptr;
  const char* question = nullptr;
  std::function<std::string()> request = [] { return std::string(); };
  double bytes_of_answer = 0;
};

// Asks all regions on workers, and hands over what each answers. For releases of which
// is_audited_on_workers().
void ask_on_workers(const Release& release, const DividedReading& reading,
                    const std::function<void(std::string answer)>& add, const Progress& progress);

// Asks workers where it can; otherwise `read` is called, within a RegionRows of each region that is
// entered, or once for all rows where they are within the memory limit. Fails where they are not,
// and there are no regions.
void read_divided(const Release& release, const MemoryNeed& need, const DividedReading& reading,
                  const std::function<void()>& read,
                  const std::function<void(std::string answer)>& add, const Progress& progress);

// Estimates of a release that is read by regions: what regions add up to, where what published
// values stand for is known of the whole.

// The name by which a region knows the published values of the whole release.
std::string key_of_labels(const ReleaseAttribute& attribute);

// The release without its source. Of generalized attributes among these, all published values are
// known in each region, with how many rows have them: what one stands for may depend on others, as
// what a range without an end does.
LoopOptions reading_of_regions(const Release& release, std::span<const std::string> attributes);

// Bytes that these labels take.
std::int64_t bytes_of_labels(const Release& release, std::span<const std::string> attributes);

// Groups whose rows are linked to what the other columns of their buckets show, over all
// attributes that are read.
MemoryNeed need_of_groups(const Release& release, std::size_t attributes);

}  // namespace microdata::postgres
