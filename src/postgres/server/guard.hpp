#pragma once

#include "postgres/server/api.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace microdata::postgres {

// An error of the extension on its way to the entry, where it becomes an ereport.
class Error : public std::exception {
 public:
  Error(int sqlstate, std::string message) : sqlstate_(sqlstate), message_(std::move(message)) {}

  Error detail(std::string text) && {
    detail_ = std::move(text);
    return std::move(*this);
  }
  Error hint(std::string text) && {
    hint_ = std::move(text);
    return std::move(*this);
  }

  const char* what() const noexcept override { return message_.c_str(); }
  int sqlstate() const { return sqlstate_; }
  const std::string& detail() const { return detail_; }
  const std::string& hint() const { return hint_; }

 private:
  int sqlstate_;
  std::string message_;
  std::string detail_;
  std::string hint_;
};

// An error that PostgreSQL raised, caught by the guard. It is not a std::exception, so that no
// handler for the extension's errors catches it.
struct PostgresError {
  ErrorData* data;
};

// A scope that puts HINTs, also of the functions that it calls, in words that fit another
// function's call. HINTs name arguments of the function that makes a release.
class HintWords {
 public:
  using Words = std::function<std::string(const std::string& hint)>;

  explicit HintWords(Words words);
  HintWords(const HintWords&) = delete;
  HintWords& operator=(const HintWords&) = delete;
  ~HintWords();

  // Returns the hint in the words of the innermost scope; unchanged if there is none.
  static std::string of(const std::string& hint);

 private:
  Words words_;
  const HintWords* outer_;
};

// Calls `body` and puts its HINTs, and the HINT of its error, in these words.
template <typename Body>
auto in_hint_words(HintWords::Words words, const Body& body) {
  const HintWords scope(std::move(words));
  try {
    return body();
  } catch (const Error& error) {
    throw Error(error.sqlstate(), error.what())
        .detail(error.detail())
        .hint(HintWords::of(error.hint()));
  }
}

// The largest value that a call has read, and its attribute. PostgreSQL allocates at most 1 GB at
// once and says only that it cannot, so that an error must name the attribute.
struct LargestValue {
  // The smallest value that can be to blame.
  static constexpr std::size_t smallest = std::size_t{1} << 20U;

  std::size_t bytes = 0;
  char attribute[NAMEDATALEN] = {};

  // Remembers a value unless a larger one is known.
  void note(std::string_view name, std::size_t size) {
    if (size < smallest || size <= bytes) return;
    bytes = size;
    const std::size_t length = std::min(name.size(), sizeof(attribute) - 1);
    std::memcpy(attribute, name.data(), length);
    attribute[length] = '\0';
  }
};

// The largest value of the outermost running call. A session runs one call at a time.
inline LargestValue largest_value;

// The wall between PostgreSQL, which reports errors by longjmp and so runs no destructors, and C++,
// whose exceptions PostgreSQL must never see. Only the following code translates both:
//   guarded()  calls PostgreSQL from C++: an ERROR becomes a PostgresError, thrown once the
//              server's stacks are in order;
//   enter()    is the outermost C++ frame: every exception becomes an ereport(ERROR), raised once
//              all destructors have run.

namespace detail {

// Runs body(argument) within PG_TRY. Returns the error, or null.
ErrorData* run_catching(void (*body)(void*), void* argument);

// Restores the server's error stacks when a C++ exception passes through a PG_TRY.
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

// Calls `body`, which may call PostgreSQL and must own nothing: no object with a destructor may be
// alive in it when PostgreSQL is called. Its result is trivially copyable.
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

// Returns the number of running calls within each other, because a view that is read may call the
// extension.
unsigned call_depth();

// Returns the number of the command that the function of this symbol is shown as
// (progress_names.hpp); 0 if it is not shown.
int command_of_symbol(std::string_view symbol);

// Runs the body of an SQL-callable function, and is the frame between it and PostgreSQL. The
// function is shown as the command of that number.
Datum enter(FunctionCallInfo fcinfo, Datum (*body)(FunctionCallInfo), int command);

// Hides this extension's statements from errors until the end of the outermost call, because they
// name what the caller must not know.
void hide_statements();

// Reports to the client through the guard. Texts follow PostgreSQL's style.
void report(int level, const std::string& message, const std::string& detail = {},
            const std::string& hint = {});

// A scope of a call that reports its result in one message: remarks wait for it, and become its
// DETAIL. An error drops them.
class Remarks {
 public:
  Remarks();
  Remarks(const Remarks&) = delete;
  Remarks& operator=(const Remarks&) = delete;
  ~Remarks();

  // Reports each remark that still waits as a NOTICE of its own.
  static void finish();
  // Returns the remarks as sentences, a line each, which wait no longer.
  static std::string take();

 private:
  friend void remark(const std::string& message, const std::string& detail);

  std::vector<std::pair<std::string, std::string>> waiting_;
  Remarks* outer_;
};

// Adds a remark to the innermost scope; without one, reports it as a NOTICE. The texts are those of
// a message and its DETAIL.
void remark(const std::string& message, const std::string& detail = {});

// A scope at whose end memory that PostgreSQL has allocated for the caller is freed. Objects that
// last longer, such as cursors and sinks of rows, must not be opened within it.
class MemoryScope {
 public:
  MemoryScope();
  MemoryScope(const MemoryScope&) = delete;
  MemoryScope& operator=(const MemoryScope&) = delete;
  ~MemoryScope();

 private:
  MemoryContext around_;
  MemoryContext own_;
};

// Runs `body` in a subtransaction, whose locks and changes stay if it ends without an error.
// Otherwise they are undone, and the error is returned. A cancel is returned as well, and the
// caller must raise it again.
std::optional<Error> in_subtransaction(const std::function<void()>& body);

}  // namespace microdata::postgres
