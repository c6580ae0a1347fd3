#include "postgres/release/publishing_arguments.hpp"

#include <algorithm>
#include <cmath>

#include "postgres/server/guard.hpp"
#include "postgres/server/randomness.hpp"
#include "postgres/server/text.hpp"
#include "postgres/values/privacy_models.hpp"

namespace microdata::postgres {

namespace {

bool has_role(const std::vector<AssignedRole>& roles, Role role) {
  return std::any_of(roles.begin(), roles.end(),
                     [&](const AssignedRole& r) { return r.role == role; });
}

double checked_l(double l) {
  if (!std::isfinite(l) || l < 1) {
    fail_range("l", "a finite number of at least 1", microdata::to_string(l));
  }
  return l;
}

}  // namespace

GivenRoles given_roles(const Arguments& arguments) {
  const auto names = [&](const char* name) -> std::optional<std::vector<std::string>> {
    if (!arguments.has(name)) return std::nullopt;
    return arguments.optional_texts(name);
  };
  return {names("sensitive"),         names("identifiers"), names("insensitive"),
          names("quasi_identifiers"), names("subject"),     names("person_attributes")};
}

std::optional<std::uint32_t> given_rows_per_person(const Arguments& arguments) {
  if (!arguments.has("rows_per_person")) return std::nullopt;
  const std::optional<std::int32_t> rows = arguments.optional_integer("rows_per_person");
  if (!rows) return std::nullopt;
  if (*rows < 1) fail_range("rows_per_person", "at least 1", std::to_string(*rows));
  return static_cast<std::uint32_t>(*rows);
}

void check_rows_per_person(std::optional<std::uint32_t> rows_per_person,
                           const std::vector<AssignedRole>& roles) {
  if (!rows_per_person || names_subject(roles)) return;
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "rows_per_person needs a subject")
      .detail("Without one every row is taken for a person.")
      .hint("Name the attributes that tell persons apart, as in subject => '{patient_id}'.");
}

GivenTarget given_target(const Arguments& arguments) {
  if (!arguments.has("target")) return {};
  return {arguments.optional_text("target"), arguments.boolean("replace")};
}

double given_suppress(const Arguments& arguments) {
  if (!arguments.has("suppress")) return 0;
  const double suppress = arguments.number("suppress");
  if (!(suppress >= 0 && suppress < 1)) {
    fail_range("suppress", "at least 0 and below 1", microdata::to_string(suppress));
  }
  return suppress;
}

std::vector<PrivacyModel> given_privacy(const Arguments& arguments) {
  if (!arguments.has("privacy") || arguments.is_null("privacy")) return {};
  return privacy_models(arguments.datum("privacy"), "privacy");
}

std::optional<std::int64_t> given_seed(const Arguments& arguments) {
  if (!arguments.has("seed")) return std::nullopt;
  return arguments.optional_bigint("seed");
}

Random random_for_measuring(const Arguments& arguments) {
  const std::optional<std::int64_t> seed = given_seed(arguments);
  return seed ? Random::seeded(static_cast<std::uint64_t>(*seed)) : make_random(std::nullopt);
}

PublishingArguments publishing_arguments(const Arguments& arguments) {
  return {given_roles(arguments), given_target(arguments), given_suppress(arguments),
          given_privacy(arguments), given_seed(arguments)};
}

void fail_range(const std::string& what, const std::string& range, const std::string& given) {
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE, what + " must be " + range + ", not " + given);
}

std::uint32_t given_k(const Arguments& arguments) {
  const std::int32_t k = arguments.integer("k");
  if (k < 1) fail_range("k", "at least 1", std::to_string(k));
  return static_cast<std::uint32_t>(k);
}

double given_l(const Arguments& arguments) {
  return checked_l(arguments.number("l"));
}

std::optional<double> given_optional_l(const Arguments& arguments) {
  const std::optional<double> l = arguments.optional_number("l");
  return l ? std::optional(checked_l(*l)) : std::nullopt;
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
