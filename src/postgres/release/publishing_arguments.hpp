#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/microdata/random.hpp"
#include "core/privacy/privacy_model.hpp"
#include "postgres/server/arguments.hpp"
#include "postgres/source/roles.hpp"

namespace microdata::postgres {

// The arguments that functions share, each group read by one function, as far as the SQL function
// has them: what it does not have is as if it were NULL, or its default.

// sensitive, identifiers, insensitive, quasi_identifiers, subject, person_attributes.
GivenRoles given_roles(const Arguments& arguments);

// rows_per_person: at least 1.
std::optional<std::uint32_t> given_rows_per_person(const Arguments& arguments);

// Fails where it is given and nothing tells persons apart: every row would be published.
void check_rows_per_person(std::optional<std::uint32_t> rows_per_person,
                           const std::vector<AssignedRole>& roles);

// target, replace.
struct GivenTarget {
  std::optional<std::string> name;
  bool replace = false;
};
GivenTarget given_target(const Arguments& arguments);

// suppress: a fraction below 1.
double given_suppress(const Arguments& arguments);

// privacy: of type privacy_model[].
std::vector<PrivacyModel> given_privacy(const Arguments& arguments);

// seed.
std::optional<std::int64_t> given_seed(const Arguments& arguments);

// For what measures a release by samples: a seed of these discloses nothing, and needs no warning.
Random random_for_measuring(const Arguments& arguments);

// All of them.
struct PublishingArguments {
  GivenRoles roles;
  GivenTarget target;
  double suppress = 0;
  std::vector<PrivacyModel> privacy;
  std::optional<std::int64_t> seed;
};

PublishingArguments publishing_arguments(const Arguments& arguments);

// k: at least 1; l: a finite number of at least 1.
std::uint32_t given_k(const Arguments& arguments);
double given_l(const Arguments& arguments);
std::optional<double> given_optional_l(const Arguments& arguments);

[[noreturn]] void fail_range(const std::string& what, const std::string& range,
                             const std::string& given);

// Fails where the source has no sensitive attribute.
void require_sensitive(const Source& source, const std::vector<AssignedRole>& roles);

// Fails where it has no quasi-identifier.
void require_quasi_identifier(const Source& source, const std::vector<AssignedRole>& roles);

}  // namespace microdata::postgres
