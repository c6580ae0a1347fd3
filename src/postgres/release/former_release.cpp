#include "postgres/release/former_release.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "postgres/release/release_table.hpp"
#include "postgres/release/renewal.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

Error cannot_renew(const Target& target, const std::string& detail, int code) {
  return Error(code, "partitions cannot be published again into " + in_quotes(target.name))
      .detail(detail)
      .hint(RenewedPartitions::hint());
}

}  // namespace

Error differs_from_former(const Target& target, const std::string& detail) {
  return cannot_renew(target, detail, ERRCODE_INVALID_PARAMETER_VALUE);
}

Error unfit_to_renew(const Target& target, const std::string& detail) {
  return cannot_renew(target, detail, ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE);
}

std::vector<std::int64_t> recorded_numbers(const Release& release, const char* key) {
  std::vector<std::int64_t> numbers;
  for (const Json& number : release.parameters["regions"][key].elements())
    numbers.push_back(number.integer());
  return numbers;
}

std::optional<std::string> recorded(const Release& release, const char* key) {
  return release.parameters["regions"][key].text();
}

Release former_release(const Target& target, const Source& source) {
  const std::optional<Oid> edition = RenewedPartitions::edition_of(source.relation);
  // It stays as it is for as long as it is copied from.
  if (edition) execute("LOCK TABLE " + qualified_name(*edition) + " IN ACCESS SHARE MODE");
  const Oid existing =
      edition ? *edition
              : guarded([&] { return get_relname_relid(target.name.c_str(), target.schema); });
  std::optional<Release> release = OidIsValid(existing) ? find_release(existing) : std::nullopt;
  if (!release) {
    throw Error(ERRCODE_UNDEFINED_OBJECT, "there is no release " + in_quotes(target.name))
        .hint(RenewedPartitions::hint());
  }
  if (release->source != source.relation)
    throw differs_from_former(target, "It is a release of another source.");
  if (!recorded(*release, "partitions") ||
      guarded([&] { return get_rel_relkind(existing); }) != RELKIND_PARTITIONED_TABLE) {
    throw unfit_to_renew(
        target, "It was not published by the partitions of " + in_quotes(source.name) + ".");
  }
  return std::move(*release);
}

void require_same_roles(const Target& target, const Release& release, const Source& source,
                        const std::vector<AssignedRole>& roles) {
  std::set<std::string> published;
  for (const ReleaseAttribute& attribute : release.attributes) {
    const auto column =
        std::find_if(source.columns.begin(), source.columns.end(),
                     [&](const SourceColumn& c) { return c.name == attribute.source_name; });
    if (column == source.columns.end() || attribute.name != attribute.source_name)
      throw differs_from_former(target, "The source does not have its attribute " +
                                            in_quotes(attribute.name) +
                                            " any more, or by another name.");
    if (roles[static_cast<std::size_t>(column - source.columns.begin())].role != attribute.role) {
      throw differs_from_former(target, "Attribute " + in_quotes(attribute.name) +
                                            " has another role than when it was published.");
    }
    published.insert(attribute.source_name);
  }
  for (std::size_t i = 0; i < roles.size(); ++i) {
    if (roles[i].role == Role::identifier || published.contains(source.columns[i].name)) continue;
    throw differs_from_former(target, "It does not have attribute " +
                                          in_quotes(source.columns[i].name) +
                                          ", which would be published now.");
  }
}

std::vector<std::vector<std::string>> recorded_groups(const Release& release) {
  std::map<int, std::vector<const ReleaseAttribute*>> columns;
  for (const ReleaseAttribute& attribute : release.attributes)
    columns[attribute.column].push_back(&attribute);
  std::vector<std::vector<std::string>> groups;
  for (auto& [number, attributes] : columns) {
    std::stable_partition(
        attributes.begin(), attributes.end(),
        [](const ReleaseAttribute* attribute) { return attribute->role == Role::sensitive; });
    groups.emplace_back();
    for (const ReleaseAttribute* attribute : attributes)
      groups.back().push_back(attribute->name);
  }
  return groups;
}

namespace {

// Attributes that the source still has, but for those that the call gives a role.
std::vector<std::string> remaining(const Release& release, const Source& source,
                                   const GivenRoles& given, std::optional<Role> role) {
  const auto names_it = [](const std::optional<std::vector<std::string>>& names,
                           const std::string& name) {
    return names && std::find(names->begin(), names->end(), name) != names->end();
  };
  std::vector<std::string> names;
  for (const SourceColumn& column : source.columns) {
    const auto attribute =
        std::find_if(release.attributes.begin(), release.attributes.end(),
                     [&](const ReleaseAttribute& a) { return a.source_name == column.name; });
    const bool published = attribute != release.attributes.end();
    const bool is_such = role ? published && attribute->role == *role : !published;
    if (is_such && !names_it(given.sensitive, column.name) &&
        !names_it(given.identifiers, column.name) && !names_it(given.insensitive, column.name) &&
        !names_it(given.quasi_identifiers, column.name)) {
      names.push_back(column.name);
    }
  }
  return names;
}

}  // namespace

GivenRoles with_roles_of(const Release& release, const Source& source, GivenRoles given) {
  const auto of = [&](std::optional<Role> role) { return remaining(release, source, given, role); };
  GivenRoles all = given;
  if (!all.sensitive) all.sensitive = of(Role::sensitive);
  if (!all.quasi_identifiers) all.quasi_identifiers = of(Role::quasi_identifier);
  if (!all.insensitive) all.insensitive = of(Role::insensitive);
  if (!all.identifiers) all.identifiers = of(std::nullopt);
  return all;
}

}  // namespace microdata::postgres
