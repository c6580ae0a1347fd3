#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "postgres/catalog/catalog.hpp"
#include "postgres/distributed/scratch.hpp"
#include "postgres/inspection/region_loop.hpp"
#include "postgres/server/json.hpp"

// Parts of a release that Citus distributes, asked where their rows are. Rows of the release and of
// its source move from server to server until each part lies by itself on one server.
// microdata.audit_region() is called there with everything that must be known of the release.

namespace microdata::postgres {

// Version of the bytes that servers send each other. Every change of a question, of its request or
// of its answer needs another version.
inline constexpr std::uint32_t version_of_questions = 1;

// Need for the source in regions: `read` if its rows are needed, `left` if only its columns are.
enum class RowsOfSource : std::uint8_t { read, left };

// True if workers are asked about the regions of a release. The release must have been made by
// regions and without a subject. Rows of the release, and of its source if they are read, must be
// distributed, and nothing may be needed from this server's catalog alone. The caller must be able
// to create tables in the release's schema.
bool is_asked_on_workers(const Release& release, RowsOfSource source);

// Regions that are asked one or more questions. One call of an SQL function makes and finishes the
// object.
class WorkerRegions {
 public:
  // Regions get the release without the parameters `but_for`. `part_of` has the number of the part
  // that each region belongs to; if it is empty, each region is a part.
  WorkerRegions(const Release& release, RegionLoop& loop, const LoopOptions& options,
                const std::vector<std::string>& but_for, const std::vector<std::uint32_t>& part_of);

  // Visits the answers of all parts, or of those with published rows, in the order of the parts.
  // Asks as many parts at a time as a quarter of the memory limit has room for, at least one;
  // `bytes_of_answer` is the size of one answer.
  void ask(const char* question, bool published_only, const std::string& request,
           double bytes_of_answer, const std::function<void(std::string answer)>& visit);

  void finish();

 private:
  RegionCopies copies_;
  std::vector<std::uint32_t> parts_;
  std::vector<std::uint32_t> published_parts_;
  std::string arguments_;
};

// Description of a release for a server without its catalog. Any caller of the function can send a
// description, so reading a malformed one fails.

// Returns the release of a part's rows, as if it was made at once. Fails if the description is
// malformed.
Release described_release(const Json& json, const std::vector<Oid>& released,
                          const std::optional<Oid>& source, std::uint32_t part);

}  // namespace microdata::postgres
