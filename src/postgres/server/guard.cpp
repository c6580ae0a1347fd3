#include "postgres/server/guard.hpp"

#include <new>
#include <stdexcept>
#include <thread>

#include "core/base/packing.hpp"
#include "postgres/server/progress.hpp"

namespace microdata::postgres {

namespace {

const HintWords* innermost = nullptr;
Remarks* innermost_remarks = nullptr;

}  // namespace

HintWords::HintWords(Words words) : words_(std::move(words)), outer_(innermost) {
  innermost = this;
}

HintWords::~HintWords() {
  innermost = outer_;
}

std::string HintWords::of(const std::string& hint) {
  return innermost == nullptr || hint.empty() ? hint : innermost->words_(hint);
}

namespace detail {

namespace {

// The thread that loads the library; a forked process goes on in it.
const std::thread::id session_thread = std::this_thread::get_id();

// Returns the error to report if there was no memory to copy one.
ErrorData out_of_memory_error() {
  ErrorData error{};
  error.elevel = ERROR;
  error.output_to_server = true;
  error.output_to_client = true;
  error.sqlerrcode = ERRCODE_OUT_OF_MEMORY;
  static char message[] = "out of memory";
  error.message = message;
  return error;
}

// Returns the current error in the current memory context. Called while it is being caught.
ErrorData* copy_error() {
  static ErrorData uncopied = out_of_memory_error();
  ErrorData* volatile copy = &uncopied;
  PG_TRY();
  { copy = CopyErrorData(); }
  PG_CATCH();
  { copy = &uncopied; }
  PG_END_TRY();
  return copy;
}

}  // namespace

ErrorData* run_catching(void (*body)(void*), void* argument) {
  // Two threads in the server would mix up its stacks, which would show much later, if ever.
  if (std::this_thread::get_id() != session_thread)
    throw std::logic_error("a thread that computes has called the server");
  MemoryContext const context = CurrentMemoryContext;
  ErrorData* volatile error = nullptr;
  PG_TRY();
  { body(argument); }
  PG_CATCH();
  {
    // The copy outlives any context that the C++ frames above are about to leave.
    MemoryContextSwitchTo(CurTransactionContext);
    error = copy_error();
    FlushErrorState();
    MemoryContextSwitchTo(context);
  }
  PG_END_TRY();
  return error;
}

}  // namespace detail

namespace {

// The part of an exception that remains once the C++ frames are gone.
struct Failure {
  static constexpr std::size_t capacity = 4096;

  ErrorData* postgres;
  int sqlstate;
  char message[capacity];
  char detail[capacity];
  char hint[capacity];
};

void copy_text(char* target, std::string_view text) {
  // The text is cut between characters, whatever the encoding.
  const auto length = static_cast<std::size_t>(pg_mbcliplen(
      text.data(), static_cast<int>(text.size()), static_cast<int>(Failure::capacity - 1)));
  std::memcpy(target, text.data(), length);
  target[length] = '\0';
}

void describe(Failure& failure, int sqlstate, std::string_view message,
              std::string_view detail = {}, std::string_view hint = {}) {
  failure.sqlstate = sqlstate;
  copy_text(failure.message, message);
  copy_text(failure.detail, detail);
  copy_text(failure.hint, hint);
}

void describe(Failure& failure, const Error& error) noexcept {
  try {
    describe(failure, error.sqlstate(), error.what(), error.detail(), HintWords::of(error.hint()));
  } catch (...) {
    // There is no memory for other words.
    describe(failure, error.sqlstate(), error.what(), error.detail(), error.hint());
  }
}

unsigned calls = 0;
bool statements_are_hidden = false;

struct CallScope {
  CallScope() {
    if (calls == 0) {
      statements_are_hidden = false;
      largest_value = {};
    }
    ++calls;
  }
  CallScope(const CallScope&) = delete;
  CallScope& operator=(const CallScope&) = delete;
  ~CallScope() { --calls; }
};

// True if the server calls the error internal, and its message begins so.
bool is_internal(const ErrorData& error, std::string_view message) {
  return error.sqlerrcode == ERRCODE_INTERNAL_ERROR && error.message_id != nullptr &&
         std::string_view(error.message_id).starts_with(message);
}

// True if the server cannot allocate what values take.
bool is_too_large(const ErrorData& error) {
  return is_internal(error, "invalid memory alloc request size");
}

// Returns the error about too large values. Readers of a release learn nothing of its source.
Error too_large() {
  if (largest_value.bytes == 0 || statements_are_hidden) {
    return Error(ERRCODE_PROGRAM_LIMIT_EXCEEDED, "values are too large")
        .detail("PostgreSQL allocates at most 1 GB at once.");
  }
  return Error(ERRCODE_PROGRAM_LIMIT_EXCEEDED,
               "values of attribute \"" + std::string(largest_value.attribute) + "\" are too large")
      .detail("One has " + std::to_string(largest_value.bytes) +
              " bytes. PostgreSQL allocates at most 1 GB at once, and values that are written "
              "within others take several times their size.")
      .hint("Leave the attribute out, or use a view that shortens its values.");
}

// Runs the body and returns true if it succeeded. No exception leaves it, and no C++ object of the
// body is alive when it returns.
bool run(FunctionCallInfo fcinfo, Datum (*body)(FunctionCallInfo), int command, Datum& result,
         Failure& failure) noexcept {
  const detail::ErrorStacks stacks;
  try {
    const CallScope call;
    const MeasuredCall measured;
    const CommandScope scope(command);
    result = body(fcinfo);
    measured.report_longest();
    return true;
  } catch (const PostgresError& error) {
    if (is_too_large(*error.data)) {
      describe(failure, too_large());
    } else if (is_internal(*error.data, "tuple concurrently ")) {
      // GRANT takes no lock on the relation whose row of the catalogs it changes.
      describe(failure, ERRCODE_T_R_SERIALIZATION_FAILURE,
               "another session has changed a relation of this call meanwhile", {},
               "Repeat the call.");
    } else {
      failure.postgres = error.data;
    }
  } catch (const Error& error) {
    describe(failure, error);
  } catch (const std::bad_alloc&) {
    describe(failure, ERRCODE_OUT_OF_MEMORY, "out of memory");
  } catch (const std::length_error&) {
    describe(failure, too_large());
  } catch (const NotPacked&) {
    describe(failure, ERRCODE_INVALID_PARAMETER_VALUE, "invalid message from another server", {},
             "Functions that audit a region are called by those that audit a release.");
  } catch (const PackedTooLarge&) {
    describe(failure, ERRCODE_OUT_OF_MEMORY,
             "a request takes more memory than pg_microdata.memory_limit allows");
  } catch (const std::exception& error) {
    describe(failure, ERRCODE_INTERNAL_ERROR, error.what());
  } catch (...) {
    describe(failure, ERRCODE_INTERNAL_ERROR, "unknown C++ exception");
  }
  return false;
}

}  // namespace

void hide_statements() {
  statements_are_hidden = true;
}

unsigned call_depth() {
  return calls;
}

Datum enter(FunctionCallInfo fcinfo, Datum (*body)(FunctionCallInfo), int command) {
  MemoryContext const context = CurrentMemoryContext;
  Datum result = 0;
  Failure failure;
  failure.postgres = nullptr;
  if (run(fcinfo, body, command, result, failure)) return result;
  MemoryContextSwitchTo(context);
  if (failure.postgres != nullptr) {
    if (statements_are_hidden) failure.postgres->context = nullptr;
    ReThrowError(failure.postgres);
  }
  // The callers' context is set aside until the error is caught, which restores it.
  if (statements_are_hidden) error_context_stack = nullptr;
  ereport(ERROR, (errcode(failure.sqlstate), errmsg("%s", failure.message),
                  failure.detail[0] != '\0' ? errdetail("%s", failure.detail) : 0,
                  failure.hint[0] != '\0' ? errhint("%s", failure.hint) : 0));
  return result;
}

void report(int level, const std::string& message, const std::string& detail,
            const std::string& hint) {
  const std::string worded = HintWords::of(hint);
  record_message(level, message, detail, worded);
  guarded([&] {
    ereport(level,
            (errmsg("%s", message.c_str()), detail.empty() ? 0 : errdetail("%s", detail.c_str()),
             worded.empty() ? 0 : errhint("%s", worded.c_str())));
  });
}

Remarks::Remarks() : outer_(innermost_remarks) {
  innermost_remarks = this;
}

Remarks::~Remarks() {
  innermost_remarks = outer_;
}

void Remarks::finish() {
  if (innermost_remarks == nullptr) return;
  for (const auto& [message, detail] : std::exchange(innermost_remarks->waiting_, {}))
    report(NOTICE, message, detail);
}

std::string Remarks::take() {
  std::string lines;
  if (innermost_remarks == nullptr) return lines;
  for (auto& [message, detail] : std::exchange(innermost_remarks->waiting_, {})) {
    if (message.front() >= 'a' && message.front() <= 'z')
      message.front() = static_cast<char>(message.front() - 'a' + 'A');
    lines += lines.empty() ? "" : "\n";
    lines += message + ".";
    if (!detail.empty()) lines += " " + detail;
  }
  return lines;
}

void remark(const std::string& message, const std::string& detail) {
  if (innermost_remarks == nullptr) {
    report(NOTICE, message, detail);
  } else {
    innermost_remarks->waiting_.emplace_back(message, detail);
  }
}

MemoryScope::MemoryScope()
    : around_(CurrentMemoryContext), own_(guarded([] {
        return AllocSetContextCreate(CurrentMemoryContext, "pg_microdata scope",
                                     ALLOCSET_DEFAULT_SIZES);
      })) {
  MemoryContextSwitchTo(own_);
}

MemoryScope::~MemoryScope() {
  MemoryContextSwitchTo(around_);
  MemoryContextDelete(own_);
}

namespace {

// The surroundings in which a subtransaction begins, and which its end restores.
struct Surroundings {
  MemoryContext context = CurrentMemoryContext;
  ResourceOwner owner = CurrentResourceOwner;

  void restore() const {
    MemoryContextSwitchTo(context);
    CurrentResourceOwner = owner;
  }
};

std::string text_of(const char* text) {
  return text == nullptr ? std::string() : std::string(text);
}

// Returns the error as a copy, because the server's copy is in the subtransaction's memory.
Error kept(const ErrorData& error) {
  if (is_too_large(error)) return too_large();
  return Error(error.sqlerrcode, text_of(error.message))
      .detail(text_of(error.detail))
      .hint(text_of(error.hint));
}

}  // namespace

std::optional<Error> in_subtransaction(const std::function<void()>& body) {
  const Surroundings surroundings;
  std::optional<Error> failed;
  guarded([&] {
    BeginInternalSubTransaction(nullptr);
    MemoryContextSwitchTo(surroundings.context);
  });
  try {
    body();
    guarded([] { ReleaseCurrentSubTransaction(); });
  } catch (const PostgresError& error) {
    failed = kept(*error.data);
  } catch (const Error& error) {
    failed = error;
  } catch (...) {
    guarded([] { RollbackAndReleaseCurrentSubTransaction(); });
    surroundings.restore();
    throw;
  }
  if (failed) guarded([] { RollbackAndReleaseCurrentSubTransaction(); });
  surroundings.restore();
  return failed;
}

}  // namespace microdata::postgres
