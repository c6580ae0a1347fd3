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
  List* names = NIL;
  List* types = list_make1_oid(type);
  for (int i = 0; i < list_length(types); ++i) {
    CHECK_FOR_INTERRUPTS();
    const Oid part = list_nth_oid(types, i);
    if (get_typtype(part) == TYPTYPE_COMPOSITE) names = list_concat(names, names_of_fields(part));
    types = list_concat_unique_oid(types, parts_of(part));
  }
  return names;
}

}  // namespace microdata::postgres
