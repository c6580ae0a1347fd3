#pragma once

#include "postgres/server/api.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/base/progress.hpp"
#include "core/base/random.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/distributed/scratch.hpp"
#include "postgres/inspection/drawn_persons.hpp"
#include "postgres/inspection/method.hpp"
#include "postgres/inspection/region_loop.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/json.hpp"
#include "postgres/source/source.hpp"

// Questions about a release that one function answers: at once, for each region on this server, or
// for each part on a worker. The answers of the parts add up.

namespace microdata::postgres {

// Parts of a release that Citus distributes, asked where their rows are. Rows of the release and of
// its source move from server to server until each part lies by itself on one server.
// microdata.audit_region() is called there with everything that must be known of the release.

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

// Memory that reading a release needs, compared with pg_microdata.memory_limit. The bytes by row
// are those of verification (regions/memory.hpp), which were measured, or computed from them.

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
  // True if persons with several rows are read by regions below the limit, too, because each region
  // has levels of its own.
  bool levels = false;
};

// True if reading the release at once takes more than the limit.
bool is_above_limit(const Release& release, const MemoryNeed& need);

// True if a release must be read region by region, because of its levels, or because reading it at
// once takes more than the limit. Fails, before anything is read, if the release has no regions or
// too few. Fails also if the memory needed beside regions leaves too little for them.
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

// A part of a release about which a question is asked. Columns that are read have the rows of the
// part: of the whole release, or of the region that was entered (RegionRows).
struct AskedPart {
  const Release& release;
  // Relation of people who are not in the release.
  std::optional<Oid> outsiders = {};
  // People that are looked for in every part; null if there are none.
  const DrawnPersons* persons = nullptr;
  // Generator of the part; null if the question leaves nothing to chance.
  Random* random = nullptr;
  // Options by which the question reads the part region by region; null if the part is one region.
  const LoopOptions* regions = nullptr;

  // Return an operation of the release's layout, and the people that are looked for. Fail if there
  // are none.
  template <typename T>
  const T& operation(Capability<T> LayoutOperations::*of_layout) const {
    return require(operations_of(release).*of_layout, release.relations.front());
  }
  const DrawnPersons& require_persons() const {
    if (persons == nullptr) fail_packed();
    return *persons;
  }
};

template <typename Request, typename Answer>
struct PartTask {
  // Name of the question for microdata.audit_region(), and phase of waiting for workers; the phase
  // is null if the caller sets it.
  const char* name;
  const char* phase;
  // Fails by fail_packed() if the request is malformed, because any role may send one.
  Answer (*run)(const AskedPart& part, const Request& request, const Progress& progress);
  bool needs_source = true;
  // True if regions without published rows have nothing to answer.
  bool published_only = false;
  // True if parts are several regions, which run() reads one by one.
  bool reads_regions = false;
};

// Request of a question that needs none.
struct NoRequest {};
template <typename Request>
auto members(Request& /*request*/, const NoRequest* /*type*/) {
  return std::tie();
}

// Options of reading a release in parts, and what parts get besides their rows.
struct PartsReading {
  LoopOptions options = {};
  const DrawnPersons* persons = nullptr;
  // Parameters that parts do not get. Without `regions`, each part is a release made at once.
  std::vector<std::string> but_for = {"regions"};
  // True if each region gets the number of its suppressed rows, which takes a count of the source.
  bool suppressed = false;
};

// The parts of a release, which are asked one or more questions. One call of an SQL function makes
// and finishes the object; `release` and `progress` must outlive it.
class AskedParts {
 public:
  AskedParts(const Release& release, Division division, PartsReading reading,
             const Progress& progress);

  // Returns the loop over the regions of a release that is divided.
  RegionLoop& loop() { return *loop_; }

  // Asks regions with equal numbers together; before the first question.
  void group(std::vector<std::uint32_t> part_of) { part_of_ = std::move(part_of); }

  // Asks all parts, and passes each answer to `add`, in the order of the parts. `random` is null if
  // the question leaves nothing to chance; `bytes_of_answer` is the size of one answer.
  template <typename Request, typename Answer, typename Add>
  void ask(const PartTask<Request, Answer>& task, const Request& request, Random* random,
           double bytes_of_answer, const Add& add) {
    if (division_ == Division::on_workers) {
      if (task.phase != nullptr) progress_.phase(task.phase);
      workers().ask(
          task.name, task.published_only,
          pack(random == nullptr ? std::uint64_t{0} : random->next(), packed_persons_, request),
          bytes_of_answer, [&](std::string answer) { add(unpack<Answer>(std::move(answer))); });
    } else {
      visit(task.published_only, random,
            [&](const AskedPart& part) { add(task.run(part, request, progress_)); });
    }
  }

  void finish() {
    if (workers_) workers_->finish();
  }

 private:
  WorkerRegions& workers();
  void visit(bool published_only, Random* random,
             const std::function<void(const AskedPart& part)>& run);

  const Release& release_;
  Division division_;
  PartsReading reading_;
  const Progress& progress_;
  std::vector<std::uint32_t> part_of_;
  std::optional<RegionLoop> loop_;
  // True if the regions of the loop were visited.
  bool visited_ = false;
  std::optional<WorkerRegions> workers_;
  std::optional<PackedPersons> packed_persons_;
};

// Asks all parts one question.
template <typename Request, typename Answer, typename Add>
void run_parts(const Release& release, Division division, PartsReading reading,
               const PartTask<Request, Answer>& task, const Request& request, Random* random,
               double bytes_of_answer, const Add& add, const Progress& progress) {
  AskedParts parts(release, division, std::move(reading), progress);
  parts.ask(task, request, random, bytes_of_answer, add);
  parts.finish();
}

// A question as microdata.audit_region() answers it on a worker. `part` has a number, from which
// and from the request's seed its generator is made.
using AnswerPart = std::string(AskedPart part, std::uint32_t number, const std::string& request,
                               const Progress& progress);
struct PartQuestion {
  const char* name;
  AnswerPart* answer;
  bool needs_source;
  bool reads_regions;
};

// Returns the generator of a part; parts have different ones.
Random random_of_part(std::uint64_t seed, std::uint32_t number);

template <const auto& task>
std::string answer_part(AskedPart part, std::uint32_t number, const std::string& bytes,
                        const Progress& progress) {
  const auto answer =
      [&]<typename Request, typename Answer>(const PartTask<Request, Answer>& /*task*/) {
        std::uint64_t seed = 0;
        std::optional<PackedPersons> packed;
        Request request{};
        Unpacking sent = unpacking(bytes);
        sent.take(seed, packed, request);
        sent.finish();
        if (packed && !part.release.source) fail_packed();
        std::optional<DrawnPersons> persons;
        if (packed) {
          persons = unpacked_persons(*packed, open_source(*part.release.source), progress);
          part.persons = &*persons;
        }
        Random random = random_of_part(seed, number);
        part.random = &random;
        return pack(task.run(part, request, progress));
      };
  return answer(task);
}

template <const auto& task>
inline constexpr PartQuestion question_of{task.name, &answer_part<task>, task.needs_source,
                                          task.reads_regions};

}  // namespace microdata::postgres
