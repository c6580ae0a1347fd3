#include "postgres/server/type_parts.hpp"

namespace microdata::postgres {

namespace {

List* fields_of(Oid type) {
  List* fields = NIL;
  const TupleDesc row = lookup_rowtype_tupdesc(type, -1);
  for (int i = 0; i < row->natts; ++i) {
    const FormData_pg_attribute* const field = TupleDescAttr(row, i);
    if (!field->attisdropped) fields = lappend_oid(fields, field->atttypid);
  }
  ReleaseTupleDesc(row);
  return fields;
}

List* list_of(Oid type) {
  return OidIsValid(type) ? list_make1_oid(type) : NIL;
}

}  // namespace

List* parts_of(Oid type) {
  switch (get_typtype(type)) {
    case TYPTYPE_DOMAIN:
      return list_of(getBaseType(type));
    case TYPTYPE_RANGE:
      return list_of(get_range_subtype(type));
    case TYPTYPE_MULTIRANGE:
      return list_of(get_multirange_range(type));
    case TYPTYPE_COMPOSITE:
      return fields_of(type);
    default:
      return list_of(get_element_type(type));
  }
}

}  // namespace microdata::postgres
