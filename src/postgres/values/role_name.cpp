#include "postgres/values/role_name.hpp"

namespace microdata::postgres {

const char* role_name(Role role) {
  switch (role) {
    case Role::identifier:
      return "identifier";
    case Role::quasi_identifier:
      return "quasi-identifier";
    case Role::sensitive:
      return "sensitive";
    case Role::insensitive:
      return "insensitive";
  }
  return "";
}

std::optional<Role> role_from_name(const std::string& name) {
  for (const Role role :
       {Role::identifier, Role::quasi_identifier, Role::sensitive, Role::insensitive}) {
    if (name == role_name(role)) return role;
  }
  return std::nullopt;
}

}  // namespace microdata::postgres
