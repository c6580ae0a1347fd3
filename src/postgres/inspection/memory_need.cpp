#include "postgres/inspection/memory_need.hpp"

#include <algorithm>
#include <optional>

#include "postgres/inspection/region_loop.hpp"
#include "postgres/regions/memory.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

namespace {

struct Rows {
  std::int64_t published = 0;
  std::int64_t source = 0;

  std::int64_t all() const { return published + source; }
};

Rows rows_of(const Release& release, const MemoryNeed& need) {
  Rows rows;
  if (need.of_row > 0) {
    rows.published = release.published_rows
                         ? *release.published_rows
                         : estimated_rows(open_source(release.relations.front()));
  }
  if (need.of_tuple > 0 && release.source)
    rows.source = estimated_rows(open_source(*release.source));
  return rows;
}

std::int64_t bytes_for(const Rows& rows, const MemoryNeed& need) {
  return static_cast<std::int64_t>(static_cast<double>(rows.published) * need.of_row +
                                   static_cast<double>(rows.source) * need.of_tuple);
}

bool is_above_limit(std::int64_t bytes) {
  return bytes > memory_limit_bytes();
}

}  // namespace

bool is_above_limit(const Release& release, const MemoryNeed& need) {
  return is_above_limit(bytes_for(rows_of(release, need), need));
}

bool must_read_by_regions(const Release& release, const MemoryNeed& need) {
  const Rows rows = rows_of(release, need);
  std::int64_t bytes = bytes_for(rows, need);
  if (!is_above_limit(bytes) && need.always_beside) bytes += need.beside();
  if (!is_above_limit(bytes)) return false;
  const std::optional<ReleasedRegions> regions = released_regions(release);
  if (!regions || regions->tree.regions() < 2) {
    fail_above_limit(need.call, rows.all(), bytes, "The release was not made by regions.");
  }
  const std::int64_t largest =
      *std::max_element(regions->source_rows.begin(), regions->source_rows.end());
  const Rows of_largest{need.of_row > 0 ? largest : 0, rows.source > 0 ? largest : 0};
  const std::int64_t bytes_of_largest = bytes_for(of_largest, need);
  if (is_above_limit(bytes_of_largest)) {
    fail_above_limit(need.call, of_largest.all(), bytes_of_largest,
                     "That is the largest of the release's regions.");
  }
  const std::int64_t beside = need.beside ? need.beside() : 0;
  if (is_above_limit(bytes_of_largest + beside)) {
    fail_above_limit(need.call, of_largest.all(), bytes_of_largest + beside,
                     "That is the largest of the release's regions, and " + memory_text(beside) +
                         " for what is known in each: values of the whole release or its source, "
                         "and persons who are looked for.");
  }
  return true;
}

MemoryNeed need_of_audit(const Release& release, const char* call) {
  // What verification takes of both together, and where persons are.
  constexpr double of_attribute = 11;
  constexpr double of_person = 100;
  const double of_row = of_person + of_attribute * static_cast<double>(release.attributes.size());
  return {call, of_row, of_row};
}

std::int64_t bytes_of_persons(const Release& release, std::size_t most, int sides) {
  // Values as they are drawn and in a region's numbers, whence they come, and what is found.
  constexpr double of_attribute = 45;
  constexpr double of_person = 360;
  const double persons = std::min(
      static_cast<double>(most), static_cast<double>(estimated_rows(open_source(*release.source))));
  return static_cast<std::int64_t>(
      sides * persons *
      (of_person + of_attribute * static_cast<double>(release.attributes.size())));
}

void require_memory(const Release& release, const MemoryNeed& need, const std::string& why) {
  const Rows rows = rows_of(release, need);
  const std::int64_t bytes = bytes_for(rows, need);
  if (is_above_limit(bytes)) fail_above_limit(need.call, rows.all(), bytes, why);
}

}  // namespace microdata::postgres
