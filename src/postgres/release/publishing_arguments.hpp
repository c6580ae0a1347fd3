#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/random.hpp"
#include "core/partition/oblivious_cuts.hpp"
#include "core/privacy/privacy_model.hpp"
#include "core/slicing/slicing.hpp"
#include "core/utility/loss_measure.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/source/roles.hpp"
#include "postgres/source/source.hpp"

namespace microdata::postgres {

// Arguments that functions share; one function reads each group. An argument that the SQL function
// does not have is NULL, or has its default.

// Returns the arguments sensitive, identifiers, insensitive, quasi_identifiers, subject,
// person_attributes and harmless.
GivenRoles given_roles(const Arguments& arguments);

// Returns the argument rows_per_person, at least 1.
std::optional<std::uint32_t> given_rows_per_person(const Arguments& arguments);

// Fails if an argument about persons with several rows is given without a subject, because then
// each row counts as a person.
void check_without_subject(const Arguments& arguments, const std::vector<AssignedRole>& roles);

// The arguments target and replace.
struct GivenTarget {
  std::optional<std::string> name;
  bool replace = false;
};
GivenTarget given_target(const Arguments& arguments);

// Returns the argument suppress, a fraction below 1.
double given_suppress(const Arguments& arguments);

// Returns the argument privacy, of type privacy_model[].
std::vector<PrivacyModel> given_privacy(const Arguments& arguments);

// Returns the argument seed.
std::optional<std::int64_t> given_seed(const Arguments& arguments);

// Returns random numbers for measuring a release by samples: a seed for samples discloses nothing,
// and needs no warning.
Random random_for_measuring(const Arguments& arguments);

// Return k, at least 1, and l, a finite number of at least 1.
std::uint32_t given_k(const Arguments& arguments);
double given_l(const Arguments& arguments);
std::optional<double> given_optional_l(const Arguments& arguments);

[[noreturn]] void fail_range(const std::string& what, const std::string& range,
                             const std::string& given);
// Returns an argument of type integer. Fails unless it is within the range.
std::uint32_t given_between(const Arguments& arguments, const char* name, std::uint32_t least,
                            std::uint32_t most);

// Fails if the source has no sensitive attribute.
void require_sensitive(const Source& source, const std::vector<AssignedRole>& roles);

// Fails if the source has no quasi-identifier.
void require_quasi_identifier(const Source& source, const std::vector<AssignedRole>& roles);

// Returns the argument `cuts` of a function without correlation; Cuts::feasible if the function
// does not have it.
Cuts given_cuts(const Arguments& arguments);

// The argument `cuts` of slicing.
struct SlicingCuts {
  Cuts cuts = Cuts::feasible;
  CutsBy by = CutsBy::width;
};
SlicingCuts given_slicing_cuts(const Arguments& arguments);

// Returns the argument's spelling, for the catalog.
std::string to_string(Cuts cuts, CutsBy by = CutsBy::width);

// Fails if oblivious cuts would suppress rows because of their sensitive values. Only for tables
// whose rows are persons.
void check_cuts(Cuts cuts, double suppress);

// Returns the argument `loss`; nothing if it is NULL or if the function does not have it.
std::optional<LossMeasure> given_loss(const Arguments& arguments);

// Returns the argument's spelling, for the catalog.
std::string to_string(LossMeasure loss);

// Returns the argument regions, from 1 to most_regions. Returns nothing if it is NULL or if the
// function does not have it: the memory limit then decides on the number.
std::optional<std::int32_t> given_regions(const Arguments& arguments);

// Reasons why a call cannot work region by region.
inline constexpr const char* several_rows_each =
    "The rows of a person may lie in several partitions.";
inline constexpr const char* attack_on_all =
    "The attack that inference bounds is on all buckets of a release.";

// Fails if several regions were requested, or if the call would exceed the memory limit, for a call
// that cannot work region by region. `why` is the reason as a sentence; `call` is the call as in
// "slice_table()".
void check_undivided(const Source& source, const std::string& call,
                     std::optional<std::int32_t> regions, double bytes_per_row,
                     const std::string& why);

// Arguments of version 0.12.0. An update keeps the functions of that version for users' views and
// functions that call them, and a dump includes them; only these functions read such arguments.

// Returns the argument `strict`, or `grouping` of a function of 0.12.0.
bool given_strict(const Arguments& arguments);

// Returns the name of the column `what`, such as "bucket", that a release has in addition to the
// source's columns. A function of 0.12.0 has an argument for it.
std::string added_column(const Arguments& arguments, const Source& source, const char* what);

}  // namespace microdata::postgres
