#include "postgres/publishing/publisher.hpp"

#include <algorithm>
#include <utility>

#include "postgres/distributed/scratch.hpp"
#include "postgres/regions/memory.hpp"
#include "postgres/release/former_release.hpp"
#include "postgres/release/publishing_arguments.hpp"
#include "postgres/release/renewal.hpp"
#include "postgres/release/subject_release.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/privileges.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/unclassified.hpp"

namespace microdata::postgres {

namespace {

// Reports NOTICEs about harmless values that no row has: they may be misspelled.
void report_absent_harmless(const Table& table) {
  for (std::size_t a = 0; a < table.harmless.size(); ++a) {
    const Attribute& attribute = table.data.attributes[a];
    const auto present = std::count(attribute.harmless.begin(), attribute.harmless.end(), 1);
    const std::size_t absent = table.harmless[a].size() - static_cast<std::size_t>(present);
    if (absent == 0) continue;
    report(NOTICE, count_of(absent, "harmless value") + " of " + in_quotes(attribute.name) +
                       (absent == 1 ? " is" : " are") + " in no row");
  }
}

// Publishes the parts of a release of persons with several rows each.
class PersonsPublication {
 public:
  // `facts` is null if the only part is the whole.
  PersonsPublication(const Publication& call, const PersonsPublisher& method,
                     const PersonFacts* facts, const BucketNumbers& buckets,
                     const BucketNumbers& persons)
      : call_(call),
        method_(method),
        facts_(facts),
        numbers_(persons),
        builder_(call.target, call.source, buckets) {}

  void add(Table table) {
    last_.reset();
    last_ = method_.prepare(call_, std::move(table));
    if (!builder_.has_begun())
      check_subject_names(call_.target, last_->table, last_->request.format);
    figures_.goal = bucketize_persons(*last_, facts_, call_.random, call_.progress);
    if (method_.show) method_.show(call_, *last_);
    const std::int64_t before = figures_.persons;
    figures_.add(*last_, call_.progress);
    call_.progress.phase("write");
    // Labels are allocated in this scope, for as long as they are written.
    const MemoryScope memory;
    if (method_.labels) last_->request.written = method_.labels(call_, *last_);
    write_subjects(*last_, numbers_, before, builder_, call_.random, call_.progress);
    last_->request.written.clear();
  }

  Oid finish(const Json& regions) {
    if (facts_ != nullptr) figures_.require_allowed(*last_);
    const Oid relation = record_subjects(*last_, figures_, method_.method,
                                         method_.parameters(*last_), numbers_, regions, builder_);
    method_.report(*last_, figures_);
    return relation;
  }

 private:
  const Publication& call_;
  const PersonsPublisher& method_;
  const PersonFacts* facts_;
  BucketNumbers numbers_;
  ReleaseBuilder builder_;
  std::optional<PersonsPart> last_;
  SubjectFigures figures_;
};

Oid publish_whole(const Publication& call, const Publisher& method) {
  if (method.publish) return method.publish(call);
  Table table = method.read(call);
  report_absent_harmless(table);
  if (method.persons && has_several_rows(table)) {
    PersonsPublication persons(call, *method.persons, nullptr, {}, {});
    persons.add(std::move(table));
    return persons.finish({});
  }
  method.make(call, std::move(table));
  call.progress.phase("write");
  Oid result = call.source.relation;
  if (method.in_place) {
    rewrite_in_place({call.source, method.verb}, method.rows(), call.progress);
  } else {
    ReleaseBuilder builder(call.target, call.source);
    method.write(call, builder, nullptr);
    result = method.record(call, builder, {});
  }
  method.report();
  return result;
}

// Publishes the persons of a region. An error is about the region.
void publish_region(const Publication& call, const Publisher& method,
                    const RegionPublication& regions, PersonsPublication& persons) {
  try {
    persons.add(method.read(call));
  } catch (const Error& error) {
    if (error.sqlstate() != ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE) throw;
    const RegionTree& tree = regions.plan().tree;
    throw Error(error.sqlstate(), error.what())
        .detail(error.detail() + " These are the persons of region " +
                std::to_string(regions.region()) + " of " + std::to_string(tree.regions()) +
                ", where " + region_condition(tree, regions.region()) + ".")
        .hint(error.hint() + " In fewer regions, persons are more alike.");
  }
}

Oid publish_regions_of_persons(const Publication& call, const Publisher& method,
                               RegionPublication& regions) {
  const PersonFacts& facts = *regions.plan().persons;
  PersonsPublication persons(
      call, *method.persons, &facts, regions.numbers(),
      random_numbers(static_cast<std::uint64_t>(facts.persons), call.random));
  regions.for_each_region([&] { publish_region(call, method, regions, persons); });
  return persons.finish(regions.released_json());
}

Oid publish_regions(const Publication& call, const Publisher& method, RegionPlan plan) {
  const bool of_persons = plan.persons.has_value();
  if (of_persons && !method.persons) fail_several_rows_each(*plan.persons, method.one_row_each);
  if (!of_persons) {
    method.begin_regions(call, plan);
  } else if (method.persons->begin_regions) {
    method.persons->begin_regions(plan);
  }
  // A bucket of harmless values alone can have fewer rows.
  const bool any_harmless = !harmless_of(call.source, call.roles).empty();
  RegionPublication regions(call.source, std::move(plan), any_harmless ? 1 : method.fewest_rows,
                            call.random);
  if (of_persons) return publish_regions_of_persons(call, method, regions);
  if (call.target.renewal && regions.is_empty())
    return renew_without_rows(call.target, call.source, regions.released_json());
  ReleaseBuilder builder(call.target, call.source, regions.numbers());
  if (method.publish_regions) {
    method.publish_regions(call, builder, regions);
  } else {
    regions.for_each_region([&] {
      method.make(call, method.read(call));
      call.progress.phase("write");
      method.write(call, builder, &regions);
    });
  }
  method.report();
  return method.record(call, builder, regions.released_json());
}

// Returns the roles of the source's columns, checked by themselves. If partitions are published
// again, the release's roles complete those of the call.
Roles roles_of_call(const Arguments& arguments, const Source& source, const Publisher& method,
                    bool renews) {
  const GivenRoles given = given_roles(arguments);
  Roles roles = assign_roles(
      source, renews
                  ? with_roles_of_former(given, source, given_target(arguments).name, method.suffix)
                  : given);
  if (method.assign) method.assign(source, roles);
  check_unclassified(source, roles);
  check_without_subject(arguments, roles);
  return roles;
}

// Remarks that values are published without a bound, if there are any.
void remark_harmless(const Source& source, const Roles& roles) {
  const std::string harmless = harmless_in_words(harmless_of(source, roles));
  if (!harmless.empty()) remark(harmless, "Guesses of them do not count.");
}

// Returns the place of the release, if its relations can have their names.
Target target_of_call(const Source& source, const Roles& roles, const GivenTarget& given,
                      const Publisher& method) {
  auto* const resolve = method.numbered ? resolve_numbered_target : resolve_target;
  Target target = resolve(source, given.name, method.suffix, given.replace);
  if (method.check_names) method.check_names(target, roles);
  return target;
}

}  // namespace

Oid publish_table(const Arguments& arguments, const Publisher& method) {
  const Oid relation = arguments.relation("source");
  const GivenTarget given = given_target(arguments);
  const std::optional<std::int32_t> regions = given_regions(arguments);
  const PartitionArguments partitions = given_partitions(arguments);
  const std::optional<std::int64_t> seed = given_seed(arguments);
  require_writable(method.call);
  if (method.in_place) require_owner(relation);
  const Source source =
      open_source(relation, method.in_place ? AccessExclusiveLock : AccessShareLock);
  Phases phases(std::string(method.doing) + " " + in_quotes(source.name));
  const Progress progress = phases.progress();

  const bool renews =
      partitions.only && !method.in_place && method.unpartitioned.empty() && !method.numbered;
  Roles roles = roles_of_call(arguments, source, method, renews);
  Target target;
  if (method.in_place) {
    check_in_place({source, method.verb}, roles, given);
    roles = roles_in_place(source, std::move(roles));
  }
  if (method.check) method.check(source, roles);
  if (!method.in_place) target = target_of_call(source, roles, given, method);
  check_republication(source);
  const Remarks remarks;
  remark_harmless(source, roles);
  Random random = make_random(seed);
  const Publication call{arguments, source,           roles,  target,
                         regions,   seed.has_value(), random, progress};

  const bool of_persons = names_subject(roles);
  const std::string undivided = method.in_place ? read_as_a_whole : method.why_undivided(roles);
  const std::string in_one_table = !method.unpartitioned.empty() ? method.unpartitioned
                                   : !undivided.empty()          ? undivided
                                   : of_persons                  ? several_rows_each
                                                                 : "";
  if (!in_one_table.empty() && !method.in_place && !method.numbered)
    tell_unpartitioned(source, partitions, in_one_table);
  const bool distributed =
      undivided.empty() && !of_persons && !partitions.only && method.is_distributed(call);
  // Citus drops no view in a transaction after statements that it ran on several connections.
  if (distributed && given.replace) clear_target(target, source);
  std::optional<RegionPlan> plan;
  if (!undivided.empty()) {
    check_undivided(source, method.call, regions, method.bytes_per_row(source, roles), undivided);
  } else if (!method.is_counted || !method.is_counted(call)) {
    RegionRequest request = over_shards(method.regions(call), source, distributed);
    request.of_persons = of_persons;
    plan = !in_one_table.empty()
               ? plan_if_needed(source, roles, request, random, progress)
               : plan_partitions(target, source, roles, partitions, request, random, progress);
  }
  const Oid result = !plan         ? publish_whole(call, method)
                     : distributed ? method.publish_distributed(call, *plan)
                                   : publish_regions(call, method, std::move(*plan));
  Remarks::finish();
  phases.finish();
  return result;
}

void publish_rows(FunctionCallInfo fcinfo, MemoryContext caller, Oid relation,
                  const Arguments& arguments, const Publisher& method) {
  const Source source = open_source(relation);
  Phases phases(std::string(method.doing) + " rows of " + in_quotes(source.name));
  const Progress progress = phases.progress();
  const Roles roles = roles_of_call(arguments, source, method, false);
  method.check(source, roles);
  const Remarks remarks;
  remark_harmless(source, roles);
  const std::optional<std::int64_t> seed = given_seed(arguments);
  Random random = make_random(seed);
  const Target none;
  const Publication call{arguments,    source,           roles,  none,
                         std::nullopt, seed.has_value(), random, progress};
  method.make(call, method.read(call));
  method.report();
  Remarks::finish();
  progress.phase("write");
  const RowsInPlace rows = method.rows();
  return_rows(fcinfo, caller, source, rows.table, rows.buckets, rows.columns, progress);
  phases.finish();
  fcinfo->isnull = true;
}

void BucketFigures::add(Row rows, Row rows_suppressed, const TuplePartition& buckets) {
  source_rows += rows;
  suppressed += rows_suppressed;
  sizes.add(buckets);
  ++regions;
}

void BucketFigures::set_counts(const RegionPlan& plan, const BucketSizes& counted) {
  sizes = counted;
  source_rows = plan.rows;
  suppressed = plan.rows - static_cast<std::int64_t>(sizes.rows);
  regions = plan.tree.regions();
}

ReleaseCounts BucketFigures::counts() const {
  return {source_rows, sizes.rows, suppressed, sizes.buckets};
}

FiguresOfServers publish_on_servers(const Publication& call, const RegionPlan& plan,
                                    const Scratch& scratch, const RegionsOnServers& regions) {
  call.progress.phase("write");
  RegionPlan told = plan;
  told.hierarchies = regions.hierarchies.value_or(Json());
  told.attack = attacks_quickly();
  const std::string key = drawn_number_key(call.random);
  const std::string statement =
      call_for_regions(regions.call, call.arguments, call.source, call.roles, told, scratch, key);
  FiguresOfServers made;
  if (regions.with_figures) {
    made.figures = fill_with_figures(call.target, regions.columns, scratch, statement);
  } else {
    fill_from_regions(regions.table, regions.columns, scratch, statement);
  }
  made.learned = learned_of_regions(scratch, told, key, regions.bound);
  drop_table(scratch.name);
  return made;
}

}  // namespace microdata::postgres
