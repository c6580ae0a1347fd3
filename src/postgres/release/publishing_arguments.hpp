#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/privacy/privacy_model.hpp"
#include "postgres/server/arguments.hpp"
#include "postgres/source/roles.hpp"

namespace microdata::postgres {

// Where the arguments that every publishing function takes stand in a function's list; -1: it has
// none.
struct PublishingPositions {
  int sensitive = -1;
  int identifiers = -1;
  int insensitive = -1;
  int quasi_identifiers = -1;
  int target = -1;
  int replace = -1;
  int suppress = -1;
  int privacy = -1;
  int seed = -1;
};

struct PublishingArguments {
  GivenRoles roles;
  std::optional<std::string> target;
  bool replace = false;
  double suppress = 0;
  std::vector<PrivacyModel> privacy;
  std::optional<std::int64_t> seed;
};

// Each checked by itself.
PublishingArguments publishing_arguments(const Arguments& arguments, const PublishingPositions& at);

// At least 1.
std::uint32_t k_argument(const Arguments& arguments, int position);

// l is a finite number of at least 1, suppress a fraction below 1.
void check_l(double l);
void check_suppress(double suppress);
[[noreturn]] void fail_range(const std::string& what, const std::string& range,
                             const std::string& given);

// Fails where the source has no sensitive attribute.
void require_sensitive(const Source& source, const std::vector<AssignedRole>& roles);

// Fails where it has no quasi-identifier.
void require_quasi_identifier(const Source& source, const std::vector<AssignedRole>& roles);

}  // namespace microdata::postgres
