#include "postgres/inspection/method.hpp"

#include "postgres/server/error.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

void fail_missing(const Missing& missing, Oid relation) {
  const std::string subject =
      missing.of_relation ? in_quotes(relation_name(relation)) + " " : std::string();
  throw Error(missing.sqlstate, subject + missing.message)
      .detail(missing.detail == nullptr ? "" : missing.detail)
      .hint(missing.hint);
}

}  // namespace microdata::postgres
