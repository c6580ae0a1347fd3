#include "postgres/server/attempt.hpp"

#include "postgres/server/guard.hpp"
#include "postgres/server/spi.hpp"

namespace microdata::postgres {

namespace {

// The caller's surroundings, to be put back when the subtransaction is over.
struct Surroundings {
  MemoryContext context;
  ResourceOwner owner;
};

void leave(const Surroundings& surroundings) {
  MemoryContextSwitchTo(surroundings.context);
  CurrentResourceOwner = surroundings.owner;
}

// The classes of errors that say something of the statement and the data.
bool is_of_statement(int sqlstate) {
  switch (ERRCODE_TO_CATEGORY(sqlstate)) {
    case ERRCODE_FEATURE_NOT_SUPPORTED:
    case ERRCODE_DATA_EXCEPTION:
    case ERRCODE_INTEGRITY_CONSTRAINT_VIOLATION:
    case ERRCODE_SYNTAX_ERROR_OR_ACCESS_RULE_VIOLATION:
    case ERRCODE_PROGRAM_LIMIT_EXCEEDED:
      return true;
    default:
      return false;
  }
}

char* kept(const char* text) {
  return text == nullptr ? nullptr : pstrdup(text);
}

// In the current memory context: the caught error lies in the subtransaction's, which goes with it.
ErrorData* kept(const ErrorData& error) {
  auto* const copy = static_cast<ErrorData*>(palloc(sizeof(ErrorData)));
  *copy = error;
  copy->message = kept(error.message);
  copy->detail = kept(error.detail);
  copy->detail_log = kept(error.detail_log);
  copy->hint = kept(error.hint);
  copy->context = kept(error.context);
  copy->backtrace = kept(error.backtrace);
  copy->schema_name = kept(error.schema_name);
  copy->table_name = kept(error.table_name);
  copy->column_name = kept(error.column_name);
  copy->datatype_name = kept(error.datatype_name);
  copy->constraint_name = kept(error.constraint_name);
  copy->internalquery = kept(error.internalquery);
  copy->assoc_context = CurrentMemoryContext;
  return copy;
}

}  // namespace

std::optional<std::string> attempt(const std::string& statements) {
  const Surroundings before{CurrentMemoryContext, CurrentResourceOwner};
  guarded([&] {
    BeginInternalSubTransaction(nullptr);
    MemoryContextSwitchTo(before.context);
  });
  try {
    execute(statements);
    guarded([&] {
      ReleaseCurrentSubTransaction();
      leave(before);
    });
    return std::nullopt;
  } catch (const PostgresError& error) {
    ErrorData* const caught = guarded([&] {
      MemoryContextSwitchTo(before.context);
      ErrorData* const copy = kept(*error.data);
      RollbackAndReleaseCurrentSubTransaction();
      leave(before);
      return copy;
    });
    if (!is_of_statement(caught->sqlerrcode)) throw PostgresError{caught};
    return caught->message;
  }
}

}  // namespace microdata::postgres
