#pragma once

#include "postgres/server/api.hpp"

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/base/packing.hpp"
#include "core/base/random.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/json.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"

namespace microdata::postgres {

// Returns the elements of an array, the argument `name`. Fails for a NULL among them and for a
// second dimension.
std::vector<Datum> array_elements(Datum array, const char* name);

// The arguments of an SQL-callable function by their names in pg_proc, which are looked up once per
// call site. Reading an argument that the function lacks is an internal error. The function has()
// shows if it exists, because a function from before an upgrade has fewer, and functions that share
// code differ.
class Arguments {
 public:
  explicit Arguments(FunctionCallInfo fcinfo);

  Oid function() const { return fcinfo_->flinfo->fn_oid; }
  // Returns the memory context of the call, in which its result is allocated.
  MemoryContext context() const { return context_; }
  // Makes the function return NULL, and returns the Datum for that.
  Datum null_result() const {
    fcinfo_->isnull = true;
    return 0;
  }

  bool has(const char* name) const { return find(name) >= 0; }
  // True if the function has both arguments, `first` before `second`.
  bool has_in_order(const char* first, const char* second) const {
    return has(first) && find(first) < find(second);
  }
  bool is_null(const char* name) const { return fcinfo_->args[position(name)].isnull; }
  Datum datum(const char* name) const { return fcinfo_->args[position(name)].value; }

  // Returns the type of the given value, as for a polymorphic argument; InvalidOid if it is not
  // known.
  Oid type(const char* name) const;

  // Accessors that fail if the argument is NULL.
  Oid relation(const char* name) const;
  std::vector<Oid> relations(const char* name) const;
  std::int32_t integer(const char* name) const;
  std::int64_t bigint(const char* name) const;
  double number(const char* name) const;
  bool boolean(const char* name) const;
  std::string text(const char* name) const;
  // Returns an argument of type name.
  std::string name(const char* name) const;
  // Returns an argument of type jsonb.
  Json json(const char* name) const;
  // Returns the elements of an array; fails for a NULL among them.
  std::vector<std::int32_t> integers(const char* name) const;
  std::vector<double> numbers(const char* name) const;
  std::vector<std::string> texts(const char* name) const;

  // Accessors that return nothing if the argument is NULL.
  std::optional<std::int32_t> optional_integer(const char* name) const;
  std::optional<std::int64_t> optional_bigint(const char* name) const;
  std::optional<double> optional_number(const char* name) const;
  std::optional<std::string> optional_text(const char* name) const;
  std::optional<Json> optional_json(const char* name) const;
  std::optional<std::vector<std::string>> optional_texts(const char* name) const;

  // Returns one of `choices`; otherwise fails with an error that names them.
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
  // The names are kept with the call site, in fn_extra.
  struct Names {
    int count;
    char** names;
  };
  static const Names* look_up(FmgrInfo* site);

  // Returns the argument's position; -1 if the function has none of the name.
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
  MemoryContext context_ = CurrentMemoryContext;
  const Names* names_;
};

// Fills a block in any thread, and so without a guard, which only the session's thread may use. The
// called function is of the server's port library, raises nothing, and keeps to its thread.
inline void fill_strongly(std::span<std::uint64_t> block) {
  if (!pg_strong_random(block.data(), block.size_bytes()))
    throw Error(ERRCODE_INTERNAL_ERROR, "could not generate random values");
}

// Returns the operating system's cryptographic randomness without a seed. With a seed, returns
// reproducible numbers and warns of what that means.
inline Random make_random(std::optional<std::int64_t> seed) {
  if (!seed) return Random(fill_strongly);
  report(WARNING, "the seed of the release can be used to undo it",
         "The server log, pg_stat_statements or a shell history can have the seed.",
         "Use a seed for tests only.");
  return Random::seeded(static_cast<std::uint64_t>(*seed));
}

// The rows that a function returns, given in text form as PostgreSQL reads them. It outlives the
// connection to SPI, and must be made before it.
class ResultSet {
 public:
  explicit ResultSet(FunctionCallInfo fcinfo, compat::SetOf what = compat::SetOf::rows);

  void add(const std::vector<std::optional<std::string>>& row);

 private:
  Tuplestorestate* store_;
  AttInMetadata* input_;
  // Memory for a row's values, because there may be a row for every person.
  MemoryContext scratch_;
};

// Runs a body of an SQL-callable function, which gets its arguments or also the rows to return,
// with a connection to SPI and a safe search path.
template <auto body>
Datum run_body(FunctionCallInfo fcinfo) {
  const Arguments arguments(fcinfo);
  if constexpr (std::is_invocable_v<decltype(body), const Arguments&, ResultSet&>) {
    ResultSet result(fcinfo);
    const SpiSession spi;
    const SafeSearchPath path;
    body(arguments, result);
    return 0;
  } else {
    const SpiSession spi;
    const SafeSearchPath path;
    if constexpr (std::is_same_v<decltype(body(arguments)), Datum>) return body(arguments);
    body(arguments);
    return 0;
  }
}

// Returns the function that enter() runs for a body: the body itself if it takes the call.
template <auto body>
constexpr auto entry_of() -> Datum (*)(FunctionCallInfo) {
  if constexpr (std::is_invocable_v<decltype(body), FunctionCallInfo>)
    return body;
  else
    return run_body<body>;
}

// Returns a text as an element of an array literal.
std::string array_element(const std::string& text);

// Returns an array literal of names.
std::string to_name_array(const std::vector<std::string>& names);

// Returns names as a list for a call in SQL, as in identifiers => '{name,phone}'.
std::string to_list_argument(const std::vector<std::string>& names);

// Packed values as SQL represents them.

// True if the bytes are text in the database's encoding. Other bytes must not get into errors,
// which their sender reads.
bool is_text(const std::string& bytes);

// Unpacks a request, which any role with EXECUTE may have made up. The values take at most a fourth
// of pg_microdata.memory_limit.
Unpacking unpacking(std::string bytes);

// Unpacks the answer of another server.
template <typename T>
T unpack(std::string bytes) {
  return microdata::unpack<T>(std::move(bytes), is_text);
}

// Returns the bytes of a value of type bytea, or of its text form in hexadecimal digits.
std::string bytes_of(Datum bytea);
std::string bytes_of_text(const std::string& text);
// Returns a constant of SQL.
std::string bytes_constant(const std::string& bytes);
// Returns a value of type bytea in a memory context.
Datum bytes_result(const std::string& bytes, MemoryContext context);

}  // namespace microdata::postgres

// Defines an SQL-callable function: `name` is its name in the install script, `body` its code.
#define MICRODATA_FUNCTION(name, body)                                                         \
  extern "C" {                                                                                 \
  PG_FUNCTION_INFO_V1(name);                                                                   \
  PGDLLEXPORT Datum name(PG_FUNCTION_ARGS) {                                                   \
    static const int command = microdata::postgres::command_of_symbol(#name);                  \
    return microdata::postgres::enter(fcinfo, microdata::postgres::entry_of<body>(), command); \
  }                                                                                            \
  }
