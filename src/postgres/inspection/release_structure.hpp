#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <limits>
#include <span>
#include <string>

#include "postgres/catalog/catalog.hpp"
#include "postgres/server/json.hpp"

// The structures that releases can have. Releases that the extension makes do; one that a caller
// describes, or that an earlier version took from a caller, need not, and readers rely on it.
// Releases that have lost attributes or relations pass: readers say what is gone. All require a
// SpiSession.

namespace microdata::postgres {

// Fails where attributes, groups of them and numbers are not those that a method makes. Every
// method has one.
using CheckStructure = void(const Release& release);

// For a release in buckets, of persons with one row or several, whose attributes may be in any
// groups.
CheckStructure check_groups_in_buckets;
// The same whose sensitive attributes alone are apart, in the same table or each in its own.
CheckStructure check_sensitive_apart;
// For a release in equivalence classes, of persons with one row or several.
CheckStructure check_classes;
// For tables of which each has the class in a group of its own.
CheckStructure check_fragments;
// For the parts of a decomposition.
CheckStructure check_parts;

[[noreturn]] void fail_structure(const Release& release, const std::string& why);

// Descriptions of releases as a caller has written them: their members, and what these can be. All
// fail where a description is none of a release.

[[noreturn]] void refuse(const std::string& why);

// Returns a member of the type.
const Json& required(const Json& object, const char* key, const char* type);
std::string required_name(const Json& object, const char* key);

// Returns the elements of a member that is an array, each of the type.
const Json::Array& required_elements(const Json& object, const char* key, const char* type);

inline constexpr double most_integer = std::numeric_limits<std::int32_t>::max();
inline constexpr double most_rows = 9e15;

// A number from 0.
double number_within(const Json& value, const std::string& key, double most, bool whole);

enum class ParameterKind : std::uint8_t { number, integer, boolean, text };

struct DescribedParameter {
  const char* key;
  ParameterKind kind;
};

// The parameters that readers of a release use; all others are for people.
std::span<const DescribedParameter> described_parameters();

// Fails where one of them is of another kind or out of range, or where labels stand for nothing.
void check_parameters(const Json& parameters);

// Fails where the labels of an attribute stand for nothing.
void check_labels(const Json& labels);

}  // namespace microdata::postgres
