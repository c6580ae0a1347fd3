#include "postgres/values/server_types.hpp"

#include "postgres/server/guard.hpp"

namespace microdata::postgres {

namespace {

// True if casts between an enum type and text, which anybody who owns the type may make, would make
// comparisons ambiguous, or read texts by a function. Calls PostgreSQL, and owns nothing.
bool has_casts_in_the_way(Oid type) {
  Oid function = InvalidOid;
  const Oid array = get_array_type(type);
  return find_coercion_pathway(TEXTOID, type, COERCION_IMPLICIT, &function) != COERCION_PATH_NONE ||
         find_coercion_pathway(type, TEXTOID, COERCION_EXPLICIT, &function) !=
             COERCION_PATH_COERCEVIAIO ||
         (OidIsValid(array) && find_coercion_pathway(array, TEXTARRAYOID, COERCION_EXPLICIT,
                                                     &function) != COERCION_PATH_ARRAYCOERCE);
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
  return guarded([&] {
    const char kind = get_typtype(type.base);
    if (kind == TYPTYPE_ENUM) return !has_casts_in_the_way(type.base);
    return kind == TYPTYPE_BASE && !OidIsValid(get_element_type(type.base));
  });
}

}  // namespace microdata::postgres
