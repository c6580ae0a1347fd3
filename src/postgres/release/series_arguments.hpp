#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "postgres/server/json.hpp"
#include "postgres/source/roles.hpp"

namespace microdata::postgres {

// An argument of a series' method, as an element of JSON.
struct SeriesArgument {
  enum class Kind { names, text, number, object };

  const char* name;
  Kind kind;
};

// The arguments of a series' method: a JSON object.
class SeriesArguments {
 public:
  explicit SeriesArguments(Json json) : json_(std::move(json)) {}

  // Fails for what is no object, and for members that are none of those that all methods have, the
  // roles and the target, nor of the method's `own`, or of another kind.
  void check(std::span<const SeriesArgument> own) const;

  // The argument as given; null where it was not.
  const Json& operator[](const char* name) const { return json_[name]; }
  // Its text, in the same way.
  std::optional<std::string> text(const char* name) const { return json_[name].text(); }
  // An array, or a text that is a list.
  std::optional<std::vector<std::string>> names(const char* name) const;
  // Fails for what is not a number of the type integer.
  std::optional<std::int32_t> integer(const char* name) const;

  // The roles of attributes; what tells persons apart is no argument of the method.
  GivenRoles roles(std::optional<std::vector<std::string>> subject) const;

 private:
  Json json_;
};

}  // namespace microdata::postgres
