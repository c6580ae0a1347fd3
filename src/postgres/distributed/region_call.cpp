#include "postgres/distributed/region_call.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

#include "postgres/catalog/given_hierarchies.hpp"
#include "postgres/distributed/passed_arguments.hpp"
#include "postgres/server/error.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/model_values.hpp"

namespace microdata::postgres {

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
  for (const auto& [name, value] : call.more)
    add(name, value);
  return std::string("microdata.") + call.function + "(" + join(given) + ")";
}

}  // namespace microdata::postgres
