#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/microdata/packing.hpp"
#include "postgres/server/json.hpp"

namespace microdata::postgres {

// The elements of an array, the argument `name`; a NULL among them is an error, as is a second
// dimension.
std::vector<Datum> array_elements(Datum array, const char* name);

// The arguments of an SQL-callable function by the names that pg_proc has for them, which are
// looked up once per call site. To read one that the function does not have is an internal error,
// but for has(): a function from before an upgrade has fewer, and what functions share not all of
// them have.
class Arguments {
 public:
  explicit Arguments(FunctionCallInfo fcinfo);

  bool has(const char* name) const { return find(name) >= 0; }
  // True if the function has both, `first` before `second`.
  bool has_in_order(const char* first, const char* second) const {
    return has(first) && find(first) < find(second);
  }
  bool is_null(const char* name) const { return fcinfo_->args[position(name)].isnull; }
  Datum datum(const char* name) const { return fcinfo_->args[position(name)].value; }

  // The type of what the call gives, as for a polymorphic argument; none where it is not known.
  Oid type(const char* name) const;

  // These fail where the argument is NULL.
  Oid relation(const char* name) const;
  std::vector<Oid> relations(const char* name) const;
  std::int32_t integer(const char* name) const;
  std::int64_t bigint(const char* name) const;
  double number(const char* name) const;
  bool boolean(const char* name) const;
  std::string text(const char* name) const;
  // Of type name.
  std::string name(const char* name) const;
  // Reads an argument of type jsonb.
  Json json(const char* name) const;
  // The elements of an array; a NULL among them is an error.
  std::vector<std::int32_t> integers(const char* name) const;
  std::vector<double> numbers(const char* name) const;
  std::vector<std::string> texts(const char* name) const;

  // Nothing where the argument is NULL.
  std::optional<std::int32_t> optional_integer(const char* name) const;
  std::optional<std::int64_t> optional_bigint(const char* name) const;
  std::optional<double> optional_number(const char* name) const;
  std::optional<std::string> optional_text(const char* name) const;
  std::optional<Json> optional_json(const char* name) const;
  std::optional<std::vector<std::string>> optional_texts(const char* name) const;

  // One of `choices`; an error that names them otherwise.
  template <typename Enum>
  struct Choice {
    const char* name;
    Enum value;
  };
  template <typename Enum>
  Enum choice(const char* name, std::initializer_list<Choice<Enum>> choices) const {
    const std::string given = text(name);
    std::vector<std::string> names;
    for (const Choice<Enum>& c : choices) {
      if (given == c.name) return c.value;
      names.emplace_back(c.name);
    }
    fail_choice(name, given, names);
  }

 private:
  // Kept with the call site, in fn_extra.
  struct Names {
    int count;
    char** names;
  };
  static const Names* look_up(FmgrInfo* site);

  // -1 where the function has none of the name.
  int find(const char* name) const;
  int position(const char* name) const;
  Datum required(const char* name) const;
  template <typename Read>
  auto optional(const char* name, Read read) const -> std::optional<decltype(read(Datum{}))> {
    if (is_null(name)) return std::nullopt;
    return read(datum(name));
  }
  [[noreturn]] static void fail_choice(const char* name, const std::string& given,
                                       const std::vector<std::string>& names);

  FunctionCallInfo fcinfo_;
  const Names* names_;
};

// The rows that a function returns, given in text form as PostgreSQL reads them. Made before SPI is
// connected to, since it outlives the connection.
class ResultSet {
 public:
  explicit ResultSet(FunctionCallInfo fcinfo, compat::SetOf what = compat::SetOf::rows);

  void add(const std::vector<std::optional<std::string>>& row);

 private:
  Tuplestorestate* store_;
  AttInMetadata* input_;
  // For what a row's values take: there may be a row for every person.
  MemoryContext scratch_;
};

// A text as an element of an array literal.
std::string array_element(const std::string& text);

// An array literal of names.
std::string to_name_array(const std::vector<std::string>& names);

// Returns names as a list that a call in SQL has, as in identifiers => '{name,phone}'.
std::string to_list_argument(const std::vector<std::string>& names);

// Packed values as SQL has them.

// In the database's encoding: who sends other bytes would read them in errors.
bool is_text(const std::string& bytes);

// Unpacks a request, which any role with EXECUTE may have made up: the values take a fourth of
// pg_microdata.memory_limit at most.
Unpacking unpacking(std::string bytes);
template <typename T>
T unpack_request(std::string bytes) {
  Unpacking request = unpacking(std::move(bytes));
  T value{};
  request.take(value);
  request.finish();
  return value;
}

// Unpacks an answer of a server that was asked.
template <typename T>
T unpack(std::string bytes) {
  return microdata::unpack<T>(std::move(bytes), is_text);
}

// A value of type bytea, and its text form in hexadecimal digits, as bytes.
std::string bytes_of(Datum bytea);
std::string bytes_of_text(const std::string& text);
// A constant of SQL.
std::string bytes_constant(const std::string& bytes);
// In a memory context.
Datum bytes_result(const std::string& bytes, MemoryContext context);

}  // namespace microdata::postgres
