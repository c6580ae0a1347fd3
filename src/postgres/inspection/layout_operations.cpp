#include "postgres/inspection/layout_operations.hpp"

#include <utility>

#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

void fail_missing(const Missing& missing, Oid relation) {
  const std::string subject =
      missing.of_relation ? in_quotes(relation_name(relation)) + " " : std::string();
  Error error = Error(missing.sqlstate, subject + missing.message).hint(missing.hint);
  if (missing.detail != nullptr) throw std::move(error).detail(missing.detail);
  throw error;
}

}  // namespace microdata::postgres
