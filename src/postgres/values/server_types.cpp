#include "postgres/values/server_types.hpp"

#include "postgres/server/guard.hpp"

namespace microdata::postgres {

namespace {

// Comparing enums that can be cast to text unasked is ambiguous.
bool becomes_text_unasked(Oid type) {
  return guarded([&] {
    Oid function = InvalidOid;
    return find_coercion_pathway(TEXTOID, type, COERCION_IMPLICIT, &function) !=
           COERCION_PATH_NONE;
  });
}

}  // namespace

bool is_server_type(const AttributeType& type) {
  return type.base < FirstNormalObjectId;
}

std::string text_in_sql(const std::string& expression, const AttributeType& type) {
  if (is_server_type(type)) return "(" + expression + ")::pg_catalog.text";
  // A composite value of nulls IS NULL, and is none.
  return "CASE WHEN pg_catalog.num_nulls(" + expression +
         ") OPERATOR(pg_catalog.=) 0 THEN pg_catalog.format('%s', " + expression + ") END";
}

bool is_compared_by_server(const AttributeType& type) {
  if (type.comparison != Comparison::order) return false;
  const char kind = guarded([&] { return get_typtype(type.base); });
  if (kind == TYPTYPE_ENUM) return !becomes_text_unasked(type.base);
  return kind == TYPTYPE_BASE && !guarded([&] { return OidIsValid(get_element_type(type.base)); });
}

}  // namespace microdata::postgres
