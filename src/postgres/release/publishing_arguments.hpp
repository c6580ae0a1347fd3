#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/microdata/random.hpp"
#include "core/partition/oblivious_cuts.hpp"
#include "core/privacy/privacy_model.hpp"
#include "core/slicing/slicing.hpp"
#include "core/utility/loss_measure.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"

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

// The argument `cuts` without correlation; width where the function does not have it.
Cuts given_cuts(const Arguments& arguments);

// The argument `cuts` of slicing.
struct SlicingCuts {
  Cuts cuts = Cuts::feasible;
  CutsBy by = CutsBy::width;
};
SlicingCuts given_slicing_cuts(const Arguments& arguments);

// As the argument has it, for the catalog.
std::string to_string(Cuts cuts, CutsBy by = CutsBy::width);

// Fails where oblivious cuts would leave out rows for their sensitive values. It is for tables
// whose rows are persons.
void check_cuts(Cuts cuts, double suppress);

// The argument `loss`; nothing where it is NULL or the function does not have it.
std::optional<LossMeasure> given_loss(const Arguments& arguments);

// As the argument has it, for the catalog.
std::string to_string(LossMeasure loss);

// regions: 1 to most_regions; nothing where it is NULL, or the function does not have it: as many
// as the memory limit needs.
std::optional<std::int32_t> given_regions(const Arguments& arguments);

// Why calls cannot go by regions.
inline constexpr const char* several_rows_each = "The rows of a person may lie in several regions.";
inline constexpr const char* attack_on_all =
    "The attack that inference bounds is on all buckets of a release.";

// For a call that cannot be divided into regions, for the reason that `why`, a sentence, gives:
// fails where several were asked for, or where it would take more memory than the limit allows.
// `call` is "slice_table()".
void check_undivided(const Source& source, const std::string& call,
                     std::optional<std::int32_t> regions, double bytes_per_row,
                     const std::string& why);

// Arguments of version 0.12.0. An update leaves its functions to views and functions of users that
// call them, and a dump takes them along: they are read as they were, and nowhere else.

// The argument `strict`, or `grouping` of a function of 0.12.0.
bool given_strict(const Arguments& arguments);

// The name of the column `what` that a release gets besides the source's, such as "bucket": a
// function of 0.12.0 was given it.
std::string added_column(const Arguments& arguments, const Source& source, const char* what);

}  // namespace microdata::postgres
