#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/distributed/region_copies.hpp"
#include "postgres/inspection/finding.hpp"
#include "postgres/inspection/region_loop.hpp"
#include "postgres/server/json.hpp"

// Inspection of a release that Citus distributes, region by region where the rows are. Rows of the
// release and of its source move from server to server until each region lies by itself on one
// server. microdata.inspect_region() is called there with everything that must be known of the
// release.

namespace microdata::postgres {

// True if the regions of a release are inspected on workers. Rows of the release and of its source
// must be distributed, and nothing may be needed from this server's catalog alone. The caller must
// be able to create tables in the release's schema.
bool is_inspected_on_workers(const Release& release);

// Returns findings by region, as for a release of the region's rows that was made at once. The
// release's parameters `but_for` are left out.
std::vector<std::vector<Finding>> findings_on_workers(const Release& release, RegionLoop& loop,
                                                      const std::vector<std::string>& but_for);
std::vector<DisclosureFigures> disclosure_on_workers(const Release& release, RegionLoop& loop);

// Need for the source in regions: `read` if its rows are needed, `left` if only its columns are.
enum class RowsOfSource : std::uint8_t { read, left };

// True if estimates and audits inspect regions on workers. The release must have been made by
// regions and without a subject.
bool is_audited_on_workers(const Release& release, RowsOfSource source);

struct WorkerReading {
  RowsOfSource source = RowsOfSource::read;
  // Relation with the source's columns, of people who are not in the release.
  std::optional<Oid> outsiders = {};
  // Parameters that regions do not get. Without `regions`, each region is a release that was made
  // at once.
  std::vector<std::string> but_for = {"regions"};
  // Number of the part that each region belongs to, by region; empty if each region is a part.
  std::vector<std::uint32_t> part_of = {};
};

// Regions that are asked one or more questions: microdata.audit_region() is called for each where
// its rows are. One call of an SQL function makes and finishes the object.
class WorkerRegions {
 public:
  WorkerRegions(const Release& release, RegionLoop& loop, const WorkerReading& reading);

  // Returns the number of parts that are asked: parts with rows, or all parts if `part_of` groups
  // regions.
  std::size_t parts() const { return parts_.size(); }

  // Visits the answers of all parts in their order. Asks as many parts at a time as a quarter of
  // the memory limit has room for, at least one; `bytes_of_answer` is the size of one answer.
  void ask(const char* question, const std::string& request, double bytes_of_answer,
           const std::function<void(std::string answer)>& visit);

  void finish();

 private:
  RegionCopies copies_;
  std::vector<std::uint32_t> parts_;
  std::string arguments_;
};

// Question to a server about a part that it has; the answer is packed by the question's function.
// If the part is one region, its rows are entered (RegionRows).
struct LayoutOperations;
struct AskedPart {
  const Release& release;
  const LayoutOperations& operations;
  std::optional<Oid> outsiders;
  std::uint32_t part;
  // Knowledge of the whole release, with the tree of its regions.
  const RegionPlan& plan;
  // SQL condition that is true for the part's rows and not for its mark.
  const std::string& is_row;
  const std::string& request;

  // Returns a generator for the part, from a request's seed; parts have different generators.
  Random random(std::uint64_t seed) const;
};
using AnswerPart = std::string(const AskedPart& asked, const Progress& progress);

// JSON descriptions of a release for a server without its catalog, and of the server's answers. Any
// caller of the function can send a description, so reading a malformed one fails.

// Returns the release of a region's rows, as if it was made at once. Fails if the description is
// malformed.
Release described_release(const Json& json, const std::vector<Oid>& released,
                          const std::optional<Oid>& source, std::uint32_t region);

Json findings_json(const std::vector<Finding>& findings);

Json figures_json(const DisclosureFigures& figures);

}  // namespace microdata::postgres
