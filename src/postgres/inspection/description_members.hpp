#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <limits>
#include <span>
#include <string>

#include "postgres/server/json.hpp"

// Descriptions of releases as a caller has written them: their members, and what these can be. All
// fail where a description is none of a release.

namespace microdata::postgres {

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
