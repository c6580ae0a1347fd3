#pragma once

#include "postgres/server/api.hpp"

#include <string_view>
#include <type_traits>

#include "postgres/server/error.hpp"

// The wall. PostgreSQL reports errors by longjmp, which runs no destructors; C++ by exceptions,
// which PostgreSQL must never see. Both are translated here and nowhere else:
//   guarded()  calls PostgreSQL from C++: an ERROR becomes a PostgresError, thrown once the
//   server's
//              stacks are in order;
//   enter()    is the outermost C++ frame: every exception becomes an ereport(ERROR), raised once
//              all destructors have run.
namespace microdata::postgres {

namespace detail {

// Runs body(argument) within PG_TRY. Returns the error, or null.
ErrorData* run_catching(void (*body)(void*), void* argument);

// Puts the server's error stacks back when a C++ exception passes through a PG_TRY.
class ErrorStacks {
 public:
  ErrorStacks() : exceptions_(PG_exception_stack), contexts_(error_context_stack) {}
  ErrorStacks(const ErrorStacks&) = delete;
  ErrorStacks& operator=(const ErrorStacks&) = delete;
  ~ErrorStacks() {
    PG_exception_stack = exceptions_;
    error_context_stack = contexts_;
  }

 private:
  decltype(PG_exception_stack) exceptions_;
  ErrorContextCallback* contexts_;
};

}  // namespace detail

// Calls `body`, which may call PostgreSQL, and must own nothing: no object with a destructor may be
// alive in it when PostgreSQL is called. What it returns is trivially copyable.
template <typename Body>
auto guarded(const Body& body) -> std::invoke_result_t<Body> {
  using Result = std::invoke_result_t<Body>;
  static_assert(std::is_void_v<Result> || std::is_trivially_copyable_v<Result>,
                "a guarded call returns plain data");
  const detail::ErrorStacks stacks;
  if constexpr (std::is_void_v<Result>) {
    auto call = [](void* argument) { (*static_cast<const Body*>(argument))(); };
    ErrorData* error = detail::run_catching(call, const_cast<Body*>(&body));
    if (error != nullptr) throw PostgresError{error};
  } else {
    struct Call {
      const Body& body;
      Result result;
    } call{body, Result{}};
    auto run = [](void* argument) {
      auto* c = static_cast<Call*>(argument);
      c->result = c->body();
    };
    ErrorData* error = detail::run_catching(run, &call);
    if (error != nullptr) throw PostgresError{error};
    return call.result;
  }
}

// How many calls are under way, one within the other: a view that is read may call the extension.
unsigned call_depth();

// The number of the command that the function of this symbol is shown as (progress_names.hpp); 0
// where it is not shown.
int command_of_symbol(std::string_view symbol);

// The frame between PostgreSQL and the body of an SQL-callable function, which is shown as a
// command of that number.
Datum enter(FunctionCallInfo fcinfo, Datum (*body)(FunctionCallInfo), int command);

// Reports to the client through the guard. Texts are sentences of PostgreSQL's kind.
// From here to the end of the outermost call, errors show no statements of this extension: these
// name what the caller is not to know.
void hide_statements();

void report(int level, const std::string& message, const std::string& detail = {},
            const std::string& hint = {});

}  // namespace microdata::postgres

// An SQL-callable function: `name` is what the install script calls it, `body` what it does.
#define MICRODATA_FUNCTION(name, body)                                        \
  extern "C" {                                                                \
  PG_FUNCTION_INFO_V1(name);                                                  \
  PGDLLEXPORT Datum name(PG_FUNCTION_ARGS) {                                  \
    static const int command = microdata::postgres::command_of_symbol(#name); \
    return microdata::postgres::enter(fcinfo, body, command);                 \
  }                                                                           \
  }
