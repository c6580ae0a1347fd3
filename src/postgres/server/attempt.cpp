#include "postgres/server/attempt.hpp"

#include "postgres/server/spi.hpp"
#include "postgres/server/subtransaction.hpp"

namespace microdata::postgres {

namespace {

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

}  // namespace

std::optional<std::string> attempt(const std::string& statements) {
  const std::optional<Error> failed = in_subtransaction([&] { execute(statements); });
  if (!failed) return std::nullopt;
  if (failed->sqlstate() == ERRCODE_INTERNAL_ERROR) {
    // The server does not expect an index's function to change what the statement works on.
    throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE, "what the release had cannot be kept")
        .detail("The server says: " + std::string(failed->what()) + ".")
        .hint("Functions in its indexes and constraints must neither publish nor drop releases.");
  }
  if (!is_of_statement(failed->sqlstate())) throw *failed;
  return failed->what();
}

}  // namespace microdata::postgres
