#include "postgres/regions/cut_columns.hpp"

#include <algorithm>

#include "postgres/source/partitioning.hpp"
#include "postgres/values/server_types.hpp"

namespace microdata::postgres {

namespace {

bool is_among(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

Role role_of_column(const Source& source, const std::vector<AssignedRole>& roles,
                    const std::string& name) {
  for (std::size_t i = 0; i < source.columns.size(); ++i) {
    if (source.columns[i].name == name) return roles[i].role;
  }
  return Role::identifier;
}

bool may_be_cut(const Source& source, const std::vector<AssignedRole>& roles,
                const RegionRequest& request, const std::string& name) {
  return role_of_column(source, roles, name) == Role::quasi_identifier &&
         !is_among(request.not_cut, name) && is_compared_by_server(source.find(name)->type);
}

PartitionColumns partition_columns(const Source& source, const std::vector<AssignedRole>& roles,
                                   const RegionRequest& request) {
  const auto cut = [&](bool as_they_are) {
    return [&source, &roles, &request, as_they_are](const std::string& name) {
      return may_be_cut(source, roles, request, name) &&
             is_among(request.as_they_are, name) == as_they_are;
    };
  };
  return {cut(true), cut(false)};
}

bool is_published_as_it_is(const Source& source, const std::vector<AssignedRole>& roles,
                           const RegionRequest& request, const std::string& column) {
  return role_of_column(source, roles, column) != Role::identifier &&
         is_among(request.as_they_are, column);
}

bool can_go_by_partitions(const Source& source, const std::vector<AssignedRole>& roles,
                          const RegionRequest& request) {
  const std::optional<Partitioning> partitioning = partitioning_of(source.relation);
  return partitioning &&
         regions_of_partitions(*partitioning, partition_columns(source, roles, request));
}

}  // namespace microdata::postgres
