#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

// Descriptions of releases as a caller has written them: their members, and what these can be. All
// fail where a description is none of a release, and require a SpiSession.

namespace microdata::postgres {

[[noreturn]] void refuse(const std::string& why);

// One member of a JSON object: its type, and it as text and as JSON.
struct Member {
  std::string type;
  std::string text;
  std::string json;
};

// Returns nothing if the object lacks the key, or has null there.
std::optional<Member> member(const std::string& object, const std::string& key);

Member required(const std::string& object, const std::string& key, const char* type);
std::string required_name(const std::string& object, const std::string& key);

// The elements of an array, as JSON, each of the type; strings as text.
std::vector<std::string> elements(const std::string& array, const char* type,
                                  const std::string& what);

inline constexpr double most_integer = std::numeric_limits<std::int32_t>::max();
inline constexpr double most_rows = 9e15;

// A number from 0.
double number_within(const Member& value, const std::string& key, double most, bool whole);

enum class ParameterKind : std::uint8_t { number, integer, boolean, text };

struct DescribedParameter {
  const char* key;
  ParameterKind kind;
};

// The parameters that readers of a release use; all others are for people.
std::span<const DescribedParameter> described_parameters();

// Fails where one of them is of another kind or out of range, or where labels stand for nothing.
void check_parameters(const std::string& parameters);

// Fails where the labels of an attribute stand for nothing.
void check_labels(const Member& labels);

}  // namespace microdata::postgres
