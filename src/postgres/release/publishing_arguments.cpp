#include "postgres/release/publishing_arguments.hpp"

#include <algorithm>
#include <cmath>

#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"
#include "postgres/values/privacy_models.hpp"

namespace microdata::postgres {

namespace {

bool has_role(const std::vector<AssignedRole>& roles, Role role) {
  return std::any_of(roles.begin(), roles.end(),
                     [&](const AssignedRole& r) { return r.role == role; });
}

}  // namespace

PublishingArguments publishing_arguments(const Arguments& arguments,
                                         const PublishingPositions& at) {
  PublishingArguments result;
  result.roles = {arguments.optional_texts(at.sensitive, "sensitive"),
                  arguments.optional_texts(at.identifiers, "identifiers"),
                  arguments.optional_texts(at.insensitive, "insensitive"),
                  arguments.optional_texts(at.quasi_identifiers, "quasi_identifiers")};
  result.target = arguments.optional_text(at.target);
  result.replace = at.replace >= 0 && arguments.boolean(at.replace, "replace");
  result.suppress = arguments.number(at.suppress, "suppress");
  check_suppress(result.suppress);
  result.privacy = privacy_models(arguments, at.privacy);
  result.seed = arguments.optional_bigint(at.seed);
  return result;
}

void fail_range(const std::string& what, const std::string& range, const std::string& given) {
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE, what + " must be " + range + ", not " + given);
}

std::uint32_t k_argument(const Arguments& arguments, int position) {
  const std::int32_t k = arguments.integer(position, "k");
  if (k < 1) fail_range("k", "at least 1", std::to_string(k));
  return static_cast<std::uint32_t>(k);
}

void check_l(double l) {
  if (!std::isfinite(l) || l < 1) {
    fail_range("l", "a finite number of at least 1", microdata::to_string(l));
  }
}

void check_suppress(double suppress) {
  if (!(suppress >= 0 && suppress < 1)) {
    fail_range("suppress", "at least 0 and below 1", microdata::to_string(suppress));
  }
}

void require_sensitive(const Source& source, const std::vector<AssignedRole>& roles) {
  if (has_role(roles, Role::sensitive)) return;
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
              "no sensitive attribute is known for " + in_quotes(source.name))
      .hint(
          "Name it in the call, as in sensitive => '{disease}', or once for all with "
          "declare_roles().");
}

void require_quasi_identifier(const Source& source, const std::vector<AssignedRole>& roles) {
  if (has_role(roles, Role::quasi_identifier)) return;
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
              "no quasi-identifier is known for " + in_quotes(source.name))
      .detail("All of its attributes are identifiers, sensitive or insensitive.");
}

}  // namespace microdata::postgres
