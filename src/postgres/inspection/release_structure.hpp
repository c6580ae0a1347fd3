#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <limits>
#include <span>
#include <string>

#include "postgres/catalog/catalog.hpp"
#include "postgres/server/json.hpp"

// Structures that releases can have, on which readers rely. Releases that the extension makes have
// them; a release that a caller describes, or that an earlier version took from a caller, might
// not. Releases that have lost attributes or relations pass, because readers say what is gone. All
// functions require a SpiSession.

namespace microdata::postgres {

// Check of a method, which fails if attributes, groups and numbers are not those that the method
// makes. Every method has a check.
using CheckStructure = void(const Release& release);

// Checks a release in buckets, of persons with one row or several, whose attributes can be in any
// groups.
CheckStructure check_groups_in_buckets;
// Checks a release in buckets whose sensitive attributes alone are apart, in the same table or each
// in its own.
CheckStructure check_sensitive_apart;
// Checks a release in equivalence classes, of persons with one row or several.
CheckStructure check_classes;
// Checks the fragments of a release, tables that each have the class in a group of its own.
CheckStructure check_fragments;
// Checks the parts of a decomposition.
CheckStructure check_parts;

[[noreturn]] void fail_structure(const Release& release, const std::string& why);

// Descriptions of releases as callers write them: their members, and the values that these can
// have. All functions fail if a description is not that of a release.

[[noreturn]] void refuse(const std::string& why);

// Returns a member of the object; fails if the member is missing or of another type.
const Json& required(const Json& object, const char* key, const char* type);
std::string required_name(const Json& object, const char* key);

// Returns the elements of a member that is an array; fails if there is no such member, or if an
// element is of another type.
const Json::Array& required_elements(const Json& object, const char* key, const char* type);

inline constexpr double most_integer = std::numeric_limits<std::int32_t>::max();
inline constexpr double most_rows = 9e15;

// Returns a number from 0 to `most`, an integer if `whole` is true; fails for any other value.
double number_within(const Json& value, const std::string& key, double most, bool whole);

enum class ParameterKind : std::uint8_t { number, integer, boolean, text };

struct DescribedParameter {
  const char* key;
  ParameterKind kind;
};

// Returns the parameters that readers of a release use; all others are for people.
std::span<const DescribedParameter> described_parameters();

// Fails if a parameter is of another kind or out of range, or if labels have no valid meaning.
void check_parameters(const Json& parameters);

// Fails if the labels of an attribute have no valid meaning.
void check_labels(const Json& labels);

}  // namespace microdata::postgres
