#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

namespace microdata::postgres {

// The elements of an array, the argument `name`; a NULL among them is an error.
std::vector<Datum> array_elements(Datum array, const char* name);

// The arguments of an SQL-callable function, by position.
class Arguments {
 public:
  explicit Arguments(FunctionCallInfo fcinfo) : fcinfo_(fcinfo) {}

  // Whether the function as it was called has the argument: one from before an upgrade has fewer.
  bool has(int i) const { return i >= 0 && i < fcinfo_->nargs; }
  // An argument that the function does not have, -1, is NULL.
  bool is_null(int i) const { return i < 0 || i >= fcinfo_->nargs || fcinfo_->args[i].isnull; }

  // These fail where the argument, called `name`, is NULL.
  Oid relation(int i, const char* name) const;
  std::int32_t integer(int i, const char* name) const;
  double number(int i, const char* name) const;
  bool boolean(int i, const char* name) const;
  std::string text(int i, const char* name) const;
  // Of type name.
  std::string name(int i, const char* name) const;
  // Of type jsonb, as JSON.
  std::string json(int i, const char* name) const;
  // The elements of an array; a NULL among them is an error.
  std::vector<std::int32_t> integers(int i, const char* name) const;
  std::vector<double> numbers(int i, const char* name) const;
  std::vector<std::string> texts(int i, const char* name) const;

  std::optional<std::int32_t> optional_integer(int i) const;
  std::optional<std::int64_t> optional_bigint(int i) const;
  std::optional<double> optional_number(int i) const;
  std::optional<std::string> optional_text(int i) const;
  std::optional<std::string> optional_json(int i) const;
  std::optional<std::vector<std::string>> optional_texts(int i, const char* name) const;

  // One of `choices`; an error that names them otherwise.
  template <typename Enum>
  struct Choice {
    const char* name;
    Enum value;
  };
  template <typename Enum>
  Enum choice(int i, const char* name, std::initializer_list<Choice<Enum>> choices) const {
    const std::string given = text(i, name);
    std::vector<std::string> names;
    for (const Choice<Enum>& c : choices) {
      if (given == c.name) return c.value;
      names.emplace_back(c.name);
    }
    fail_choice(name, given, names);
  }

  FunctionCallInfo call() const { return fcinfo_; }

 private:
  void require(int i, const char* name) const;
  [[noreturn]] static void fail_choice(const char* name, const std::string& given,
                                       const std::vector<std::string>& names);

  Datum datum(int i) const { return fcinfo_->args[i].value; }

  FunctionCallInfo fcinfo_;
};

}  // namespace microdata::postgres
