#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/microdata/progress.hpp"
#include "core/microdata/random.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/distributed/region_copies.hpp"
#include "postgres/inspection/finding.hpp"
#include "postgres/inspection/region_loop.hpp"
#include "postgres/server/json.hpp"

// A release that Citus distributes, looked at region by region where the rows are: they go, with
// those of its source, from server to server, so that each region lies by itself on one, and
// microdata.inspect_region() is called there with all that must be known of the release.

namespace microdata::postgres {

// Whether the regions of a release are looked at so: rows of it and of its source are distributed,
// nothing is needed that stands in this server's catalog alone, and the caller may make tables
// beside the release.
bool is_inspected_on_workers(const Release& release);

// By region, what is found of it, as by a release of its rows that was made at once, of whose
// parameters some are left out.
std::vector<std::vector<Finding>> findings_on_workers(const Release& release, RegionLoop& loop,
                                                      const std::vector<std::string>& but_for);
std::vector<DisclosureFigures> disclosure_on_workers(const Release& release, RegionLoop& loop);

// Whether rows of the source are needed where regions are looked at.
enum class RowsOfSource : std::uint8_t { read, left };

// Whether estimates and audits look at the regions of a release so, which was made by some.
bool is_audited_on_workers(const Release& release, RowsOfSource source);

struct WorkerReading {
  RowsOfSource source = RowsOfSource::read;
  // A relation with the source's columns.
  std::optional<Oid> outsiders = {};
  // Parameters that regions are not told: without the regions each is a release that was made at
  // once.
  std::vector<std::string> but_for = {"regions"};
  // By region, of which part it is; empty: each is one.
  std::vector<std::uint32_t> part_of = {};
};

// Regions that are asked one question or several: microdata.audit_region() is called for each where
// its rows are. Made and finished in one call of a function.
class WorkerRegions {
 public:
  WorkerRegions(const Release& release, RegionLoop& loop, const WorkerReading& reading);

  // Parts that have rows.
  std::size_t parts() const { return parts_.size(); }

  // Visits the answers of all parts in their order, of which so many are here at a time as fit into
  // a quarter of the memory limit.
  void ask(const char* question, const std::string& request, double bytes_of_answer,
           const std::function<void(std::string answer)>& visit);

  void finish();

 private:
  RegionCopies copies_;
  std::vector<std::uint32_t> parts_;
  std::string arguments_;
};

// What a server is asked of a part that it has, whose rows are entered (RegionRows) where the part
// is one region; answers are what the question's function packs.
struct LayoutOperations;
struct AskedPart {
  const Release& release;
  const LayoutOperations& operations;
  std::optional<Oid> outsiders;
  std::uint32_t part;
  // What the whole release knows, and its tree; and how rows of the part are told from its mark.
  const RegionPlan& plan;
  const std::string& is_row;
  const std::string& request;

  // Of each part another one from a request's number.
  Random random(std::uint64_t seed) const;
};
using AnswerPart = std::string(const AskedPart& asked, const Progress& progress);

// What a server that has no catalog is told of a release whose region it looks at, and what it
// answers: as JSON. What is read back comes from whoever calls the function there: it fails where
// it is nothing of the kind.

// The release of a region's rows, as if it was made at once.
Release described_release(const Json& json, const std::vector<Oid>& released,
                          const std::optional<Oid>& source, std::uint32_t region);

Json findings_json(const std::vector<Finding>& findings);

Json figures_json(const DisclosureFigures& figures);

}  // namespace microdata::postgres
