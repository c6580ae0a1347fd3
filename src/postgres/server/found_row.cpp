#include "postgres/server/found_row.hpp"

#include <utility>

#include "postgres/server/error.hpp"

namespace microdata::postgres {

ResultRow found_row(const char* statement, const std::vector<Parameter>& parameters) {
  std::vector<ResultRow> rows = query(statement, parameters);
  if (!rows.empty()) return std::move(rows.front());
  throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
              "what the call had found was dropped before it was read")
      .detail("Another session, or code that the call has run, has dropped or replaced it.")
      .hint("Call again.");
}

}  // namespace microdata::postgres
