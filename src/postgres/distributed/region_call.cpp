#include "postgres/distributed/region_call.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <numeric>

#include "core/base/keyed_permutation.hpp"
#include "postgres/release/in_place.hpp"
#include "postgres/release/publishing_arguments.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

std::string constant(const Arguments& arguments, const char* name) {
  const Oid type = arguments.type(name);
  const std::string cast = std::string("::") + guarded([&] {
                             return format_type_extended(type, -1, FORMAT_TYPE_FORCE_QUALIFY);
                           });
  if (arguments.is_null(name)) return "NULL" + cast;
  const Datum value = arguments.datum(name);
  const char* const text = guarded([&] {
    Oid output = InvalidOid;
    bool is_varlena = false;
    getTypeOutputInfo(type, &output, &is_varlena);
    return OidOutputFunctionCall(output, value);
  });
  return quote_value(text) + cast;
}

// Returns arguments of a call, by name, as constants of the same types and values, for a call that
// servers are asked to make.
std::vector<std::string> passed_arguments(const Arguments& arguments,
                                          std::span<const char* const> names) {
  const PlainText settings;
  std::vector<std::string> passed;
  for (const char* const name : names)
    passed.push_back(quote_name(name) + " => " + constant(arguments, name));
  return passed;
}

}  // namespace

std::string text_array_constant(const std::vector<std::string>& texts) {
  std::vector<std::string> quoted;
  for (const std::string& text : texts)
    quoted.push_back(quote_value(text));
  return "ARRAY[" + join(quoted) + "]::pg_catalog.text[]";
}

namespace {

std::string names_with(const Source& source, const std::vector<AssignedRole>& roles, Role role) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < roles.size(); ++i) {
    if (roles[i].role == role) names.push_back(source.columns[i].name);
  }
  return text_array_constant(names);
}

}  // namespace

bool may_be_asked(const char* function) {
  return query(
             "SELECT COALESCE(pg_catalog.has_function_privilege("
             "pg_catalog.to_regproc($1)::pg_catalog.oid, 'EXECUTE'), false)",
             {std::string("microdata.") + function})
             .front()
             .front() == "t";
}

void require_may_be_asked(const char* function) {
  if (may_be_asked(function)) return;
  const std::string name = std::string("microdata.") + function;
  throw Error(ERRCODE_INSUFFICIENT_PRIVILEGE,
              std::string("permission denied for function ") + function)
      .detail("It publishes regions of a distributed table on the servers that have their rows.")
      .hint("Have an administrator GRANT EXECUTE ON FUNCTION " + name +
            " to the role on the coordinator and on the workers.");
}

std::optional<Json> told_hierarchies(const Source& source, const std::vector<AssignedRole>& roles,
                                     const ChosenHierarchies& chosen,
                                     std::initializer_list<Role> of_roles) {
  std::vector<DeclaredHierarchy> told;
  for (std::size_t i = 0; i < roles.size(); ++i) {
    if (chosen[i] && std::find(of_roles.begin(), of_roles.end(), roles[i].role) != of_roles.end())
      told.push_back({source.columns[i].name, *chosen[i]});
  }
  return described_hierarchies(told);
}

std::optional<Json> told_hierarchies(const Source& source, const std::vector<AssignedRole>& roles,
                                     const std::vector<PrivacyModel>& privacy) {
  if (!need_hierarchies(privacy)) return Json();
  return told_hierarchies(source, roles, choose_hierarchies(source, roles, std::nullopt),
                          {Role::sensitive});
}

std::string drawn_number_key(Random& random) {
  std::array<char, 33> digits{};
  std::snprintf(digits.data(), digits.size(), "%016llx%016llx",
                static_cast<unsigned long long>(random.next()),
                static_cast<unsigned long long>(random.next()));
  return digits.data();
}

std::string call_for_regions(const RegionCall& call, const Arguments& arguments,
                             const Source& source, const std::vector<AssignedRole>& roles,
                             const RegionPlan& plan, const Scratch& scratch,
                             const std::string& number_key) {
  std::vector<std::string> given = passed_arguments(arguments, call.passed);
  const auto add = [&](const char* name, const std::string& value) {
    given.push_back(std::string(name) + " => " + value);
  };
  add("shard", "region.shard");
  add("region", "region.number");
  add("plan", quote_value(region_plan_json(plan).str()) + "::pg_catalog.jsonb");
  add("number_key", quote_value(number_key));
  add("sensitive", names_with(source, roles, Role::sensitive));
  add("insensitive", names_with(source, roles, Role::insensitive));
  add("quasi_identifiers", names_with(source, roles, Role::quasi_identifier));
  add("identifiers", text_array_constant({scratch.region_column}));
  add("harmless",
      quote_value(harmless_json(harmless_of(source, roles)).str()) + "::pg_catalog.jsonb");
  for (const auto& [name, value] : call.more)
    add(name, value);
  return std::string("microdata.") + call.function + "(" + join(given) + ")";
}

Table unread_table(const Source& source, const std::vector<AssignedRole>& roles) {
  Table table;
  for (std::size_t i = 0; i < roles.size(); ++i) {
    if (roles[i].role == Role::identifier) continue;
    Dictionary& dictionary = table.dictionaries.emplace_back(source.columns[i].type);
    dictionary.finish({});
    table.columns.push_back(i);
    table.data.attributes.push_back(
        make_attribute(source.columns[i].name, roles[i].role, dictionary));
  }
  table.data.columns.resize(table.columns.size());
  set_harmless(roles, table, {});
  return table;
}

namespace {

// The packed findings in regions of one call. They belong to a role, because a session may change
// its role.
struct KeptFindings {
  Oid role = InvalidOid;
  std::string number_key;
  std::map<std::uint32_t, std::string> by_region;
};

KeptFindings& kept_findings() {
  static KeptFindings kept;
  return kept;
}

Datum learned_of_region(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  const KeptFindings& kept = kept_findings();
  const auto found = kept.by_region.find(static_cast<std::uint32_t>(arguments.integer("region")));
  fcinfo->isnull = kept.role != GetUserId() || kept.number_key != arguments.text("number_key") ||
                   found == kept.by_region.end();
  return fcinfo->isnull ? 0 : bytes_result(found->second, CurrentMemoryContext);
}

}  // namespace

bool is_attacked(const RegionPlan& plan, std::uint32_t region) {
  std::int64_t rows_before = 0;
  for (std::uint32_t r = 0; r < region; ++r)
    rows_before += plan.regions[r].rows;
  return plan.attack && rows_before < static_cast<std::int64_t>(LearnedShare::most_persons);
}

void keep_learned(const std::string& number_key, std::uint32_t region,
                  const LearnedFigures& figures) {
  KeptFindings& kept = kept_findings();
  if (kept.role != GetUserId() || kept.number_key != number_key)
    kept = {GetUserId(), number_key, {}};
  kept.by_region[region] = pack(figures);
}

LearnedShare learned_of_regions(const Scratch& scratch, const RegionPlan& plan,
                                const std::string& number_key, double bound) {
  LearnedShare learned;
  std::vector<std::string> keys;
  for (std::uint32_t r = 0; r < plan.regions.size() && is_attacked(plan, r); ++r)
    keys.push_back(std::to_string(scratch.keys[r]));
  if (keys.empty()) return learned;
  const std::string region = quote_name(scratch.region_column);
  const PlainText settings;
  std::map<std::uint32_t, LearnedFigures> found;
  std::string statement = "SELECT region.number, microdata.learned_of_region(";
  statement += quote_value(number_key) + ", region.number) FROM (SELECT pg_catalog.array_position(";
  statement += number_list(scratch.keys) + ", " + region + ") - 1 AS number FROM ";
  statement += scratch.name + " WHERE " + region + " IN (";
  statement += join(keys) + ") GROUP BY ";
  statement += region + ") region";
  for (const ResultRow& row : query_rows(statement)) {
    if (!row[1]) continue;
    found.emplace(static_cast<std::uint32_t>(std::stoul(*row[0])),
                  unpack<LearnedFigures>(bytes_of_text(*row[1])));
  }
  for (const auto& [number, figures] : found)
    learned.add(figures, bound);
  return learned;
}

namespace {

// The largest number of rows that a permutation can number.
constexpr std::int64_t most_rows_of_plan = std::int64_t{1} << 62;

// Returns the plan in the arguments; fails for invalid numbers, because any role may call such
// functions with a plan of its own.
RegionPlan given_plan(const Arguments& arguments) {
  RegionPlan plan = region_plan(arguments.json("plan"));
  const auto sum =
      std::accumulate(plan.regions.begin(), plan.regions.end(), std::int64_t{0},
                      [](std::int64_t rows, const PlannedRegion& region) {
                        return rows < 0 || region.rows < 0 || region.rows > most_rows_of_plan - rows
                                   ? std::int64_t{-1}
                                   : rows + region.rows;
                      });
  const bool has_counts =
      std::all_of(plan.globals.begin(), plan.globals.end(), [](const GlobalValues& known) {
        return known.counts.empty() || known.counts.size() == known.values.size();
      });
  if (sum < 0 || sum != plan.rows || plan.regions.size() != plan.tree.regions() || !has_counts) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "invalid region plan")
        .hint("microdata.plan_regions() returns one.");
  }
  return plan;
}

std::uint32_t given_region(const Arguments& arguments, const RegionPlan& plan) {
  const std::int32_t number = arguments.integer("region");
  if (number < 0 || static_cast<std::size_t>(number) >= plan.regions.size())
    fail_range("region", "one of the plan's", std::to_string(number));
  return static_cast<std::uint32_t>(number);
}

Random random_of_region(const std::optional<std::int64_t>& seed, std::uint32_t region) {
  if (!seed) return make_random(std::nullopt);
  Random of_call = Random::seeded(static_cast<std::uint64_t>(*seed));
  for (std::uint32_t i = 0; i < region; ++i)
    of_call.next();
  return Random::seeded(of_call.next());
}

SipKey given_key(const std::string& digits) {
  if (digits.size() != 32 || digits.find_first_not_of("0123456789abcdef") != std::string::npos)
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "number_key must have 32 hexadecimal digits");
  return {std::stoull(digits.substr(0, 16), nullptr, 16),
          std::stoull(digits.substr(16), nullptr, 16)};
}

std::uint64_t rows_before(const RegionPlan& plan, std::uint32_t region) {
  return std::accumulate(plan.regions.begin(), plan.regions.begin() + region, std::uint64_t{0},
                         [](std::uint64_t sum, const PlannedRegion& r) {
                           return sum + static_cast<std::uint64_t>(r.rows);
                         });
}

}  // namespace

// All rows of the table belong to the region. There are no more buckets than rows.
AskedRegion::AskedRegion(FunctionCallInfo fcinfo, const Arguments& arguments, const char* doing)
    : fcinfo_(fcinfo),
      caller_(CurrentMemoryContext),
      plan_(given_plan(arguments)),
      region_(given_region(arguments, plan_)),
      number_key_(arguments.text("number_key")),
      numbers_(KeyedPermutation(given_key(number_key_),
                                static_cast<std::uint64_t>(std::max<std::int64_t>(plan_.rows, 1)))),
      hierarchies_(plan_.hierarchies),
      source_(open_source(arguments.relation("shard"))),
      phases_(std::string(doing) + " region " + std::to_string(region_)),
      roles_(assign_roles(source_, given_roles(arguments))),
      seed_(given_seed(arguments)),
      random_(random_of_region(seed_, region_)),
      rows_({{source_.relation, std::to_string(region_) + "::pg_catalog.int4", {}}}, plan_.globals,
            plan_.tree.regions()) {
  rows_.enter(region_);
}

Datum AskedRegion::publish(const TuplePartition& buckets, std::vector<OutputColumn> columns,
                           const std::vector<Oid>& types, const std::vector<double>& figures) {
  if (buckets.buckets() > static_cast<std::uint64_t>(plan_.regions[region_].rows)) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                "region " + std::to_string(region_) + " has more rows than the plan says");
  }
  phases_.begin("write");
  return_release_rows(
      fcinfo_, caller_,
      {buckets, numbers_, rows_before(plan_, region_), std::move(columns), types, figures},
      phases_.progress());
  phases_.finish();
  fcinfo_->isnull = true;
  return 0;
}

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_learned_of_region, microdata::postgres::learned_of_region)
