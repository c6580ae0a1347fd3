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

List* names_of_fields(Oid type) {
  List* names = NIL;
  const TupleDesc row = lookup_rowtype_tupdesc(type, -1);
  for (int i = 0; i < row->natts; ++i) {
    FormData_pg_attribute* const field = TupleDescAttr(row, i);
    if (!field->attisdropped && getBaseType(field->atttypid) != BOOLOID)
      names = lappend(names, pstrdup(NameStr(field->attname)));
  }
  ReleaseTupleDesc(row);
  return names;
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

List* field_names(Oid type) {
  check_stack_depth();
  List* names = get_typtype(type) == TYPTYPE_COMPOSITE ? names_of_fields(type) : NIL;
  List* const parts = parts_of(type);
  for (int i = 0; i < list_length(parts); ++i)
    names = list_concat(names, field_names(list_nth_oid(parts, i)));
  return names;
}

}  // namespace microdata::postgres
