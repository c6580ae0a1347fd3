#include "postgres/release/publishing_arguments.hpp"

#include <algorithm>
#include <cmath>

#include "postgres/regions/memory.hpp"
#include "postgres/regions/region_plan.hpp"
#include "postgres/release/release_table.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/settings.hpp"
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
  GivenRoles given{names("sensitive"),         names("identifiers"), names("insensitive"),
                   names("quasi_identifiers"), names("subject"),     names("person_attributes")};
  if (arguments.has("harmless")) {
    if (const std::optional<Json> harmless = arguments.optional_json("harmless"))
      given.harmless = read_harmless(*harmless);
  }
  return given;
}

std::optional<std::uint32_t> given_rows_per_person(const Arguments& arguments) {
  if (!arguments.has("rows_per_person")) return std::nullopt;
  const std::optional<std::int32_t> rows = arguments.optional_integer("rows_per_person");
  if (!rows) return std::nullopt;
  if (*rows < 1) fail_range("rows_per_person", "at least 1", std::to_string(*rows));
  return static_cast<std::uint32_t>(*rows);
}

void check_without_subject(const Arguments& arguments, const std::vector<AssignedRole>& roles) {
  if (names_subject(roles)) return;
  const bool in_tables = arguments.has("format") && arguments.text("format") == "tables";
  if (!in_tables && !given_rows_per_person(arguments)) return;
  throw Error(
      ERRCODE_INVALID_PARAMETER_VALUE,
      std::string(in_tables ? "format => 'tables'" : "rows_per_person") + " needs a subject")
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

void fail_range(const std::string& what, const std::string& range, const std::string& given) {
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE, what + " must be " + range + ", not " + given);
}

std::uint32_t given_between(const Arguments& arguments, const char* name, std::uint32_t least,
                            std::uint32_t most) {
  const std::int32_t given = arguments.integer(name);
  if (given < 0 || static_cast<std::uint32_t>(given) < least ||
      static_cast<std::uint32_t>(given) > most)
    fail_range(name, "between " + std::to_string(least) + " and " + std::to_string(most),
               std::to_string(given));
  return static_cast<std::uint32_t>(given);
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

bool given_strict(const Arguments& arguments) {
  if (!arguments.has("grouping")) return arguments.boolean("strict");
  return arguments.choice<bool>("grouping", {{"relaxed", false}, {"strict", true}});
}

namespace {

// Returns the arguments `cuts` and `cuts_by` of a function of 0.12.0; nothing if the function is of
// this version.
std::optional<SlicingCuts> former_cuts(const Arguments& arguments) {
  // The seed comes last in functions since 1.0.
  if (!arguments.has_in_order("seed", "cuts")) return std::nullopt;
  SlicingCuts given;
  given.cuts = arguments.choice<Cuts>(
      "cuts", {{"feasible", Cuts::feasible}, {"oblivious", Cuts::oblivious}});
  if (arguments.has("cuts_by") && given.cuts == Cuts::feasible) {
    given.by = arguments.choice<CutsBy>(
        "cuts_by", {{"width", CutsBy::width}, {"correlation", CutsBy::correlation}});
  }
  return given;
}

}  // namespace

std::string added_column(const Arguments& arguments, const Source& source, const char* what) {
  const std::string argument = std::string(what) + "_column";
  if (arguments.has(argument.c_str())) {
    std::string given = arguments.text(argument.c_str());
    if (source.find(given) == nullptr) return given;
  }
  return free_column(source, what);
}

Cuts given_cuts(const Arguments& arguments) {
  if (!arguments.has("cuts")) return Cuts::feasible;
  if (const auto former = former_cuts(arguments)) return former->cuts;
  return arguments.choice<Cuts>("cuts",
                                {{"width", Cuts::feasible}, {"oblivious", Cuts::oblivious}});
}

SlicingCuts given_slicing_cuts(const Arguments& arguments) {
  if (const auto former = former_cuts(arguments)) return *former;
  return arguments.choice<SlicingCuts>("cuts",
                                       {{"width", {Cuts::feasible, CutsBy::width}},
                                        {"correlation", {Cuts::feasible, CutsBy::correlation}},
                                        {"oblivious", {Cuts::oblivious, CutsBy::width}}});
}

std::string to_string(Cuts cuts, CutsBy by) {
  if (cuts == Cuts::oblivious) return "oblivious";
  return by == CutsBy::correlation ? "correlation" : "width";
}

void check_cuts(Cuts cuts, double suppress) {
  if (cuts == Cuts::feasible || suppress == 0) return;
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "oblivious cuts cannot be combined with suppress")
      .detail(
          "Rows are suppressed because of their sensitive values. An attacker that knows all "
          "persons of the source sees which ones are missing.")
      .hint("Use suppress => 0, and a smaller l where the source does not meet it.");
}

std::optional<LossMeasure> given_loss(const Arguments& arguments) {
  if (!arguments.has("loss") || arguments.is_null("loss")) return std::nullopt;
  return arguments.choice<LossMeasure>("loss", {{"width", LossMeasure::width},
                                                {"values", LossMeasure::values},
                                                {"entropy", LossMeasure::entropy}});
}

std::string to_string(LossMeasure loss) {
  switch (loss) {
    case LossMeasure::values:
      return "values";
    case LossMeasure::entropy:
      return "entropy";
    case LossMeasure::width:
      break;
  }
  return "width";
}

std::optional<std::int32_t> given_regions(const Arguments& arguments) {
  if (!arguments.has("regions")) return std::nullopt;
  const std::optional<std::int32_t> regions = arguments.optional_integer("regions");
  if (regions && (*regions < 1 || *regions > most_regions)) {
    fail_range("regions", "from 1 to " + std::to_string(most_regions), std::to_string(*regions));
  }
  return regions;
}

void check_undivided(const Source& source, const std::string& call,
                     std::optional<std::int32_t> regions, double bytes_per_row,
                     const std::string& why) {
  if (regions && *regions > 1) {
    throw Error(ERRCODE_FEATURE_NOT_SUPPORTED, call + " cannot go by regions here")
        .detail(why)
        .hint("Leave regions out, or use regions => 1.");
  }
  const std::int64_t rows = estimated_rows(source);
  const double bytes = static_cast<double>(rows) * bytes_per_row;
  if (bytes > static_cast<double>(memory_limit_bytes()))
    fail_above_limit(call, rows, static_cast<std::int64_t>(bytes), why);
}

}  // namespace microdata::postgres
