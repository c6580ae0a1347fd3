#include "postgres/values/attribute_type.hpp"

#include "postgres/server/guard.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

Projection projection_of(Oid type) {
  switch (type) {
    case INT2OID:
    case INT4OID:
    case INT8OID:
      return Projection::integer;
    case FLOAT4OID:
    case FLOAT8OID:
      return Projection::floating;
    case NUMERICOID:
      return Projection::numeric;
    case DATEOID:
      return Projection::date;
    case TIMESTAMPOID:
    case TIMESTAMPTZOID:
      return Projection::timestamp;
    case TIMEOID:
      return Projection::time;
    case INTERVALOID:
      return Projection::interval;
    default:
      return Projection::none;
  }
}

}  // namespace

AttributeType attribute_type(Oid type, std::int32_t typmod, Oid collation) {
  AttributeType result;
  result.declared = type;
  result.typmod = typmod;
  result.collation = collation;
  guarded([&] {
    result.base = getBaseType(type);
    get_typlenbyval(result.base, &result.length, &result.by_value);
    bool is_varlena = false;
    getTypeOutputInfo(result.base, &result.output, &is_varlena);
    // The declared type first: a domain may well have an operator class of its own.
    const TypeCacheEntry* entry =
        lookup_type_cache(result.base, TYPECACHE_CMP_PROC | TYPECACHE_LT_OPR | TYPECACHE_EQ_OPR |
                                           TYPECACHE_HASH_PROC);
    if (OidIsValid(entry->cmp_proc) && OidIsValid(entry->lt_opr)) {
      result.comparison = Comparison::order;
    } else if (OidIsValid(entry->eq_opr) && OidIsValid(entry->hash_proc)) {
      result.comparison = Comparison::equality;
    }
    char category = 0;
    bool preferred = false;
    get_type_category_preferred(result.base, &category, &preferred);
    result.is_text = category == TYPCATEGORY_STRING;
    const bool is_character = result.base == TEXTOID || result.base == VARCHAROID;
    result.bytewise =
        result.base == BYTEAOID || result.base == UUIDOID ||
        (is_character && OidIsValid(collation) && compat::collates_bytewise(collation));
  });
  result.projection = projection_of(result.base);
  return result;
}

AttributeType without_domain(const AttributeType& type) {
  std::int32_t typmod = type.typmod;
  const Oid base = guarded([&] { return getBaseTypeAndTypmod(type.declared, &typmod); });
  return attribute_type(base, typmod, type.collation);
}

std::string type_name(const AttributeType& type) {
  return guarded([&] { return format_type_with_typemod(type.declared, type.typmod); });
}

std::string type_in_ddl(const AttributeType& type) {
  if (guarded([&] { return get_typtype(type.declared) == TYPTYPE_PSEUDO; })) {
    throw Error(ERRCODE_FEATURE_NOT_SUPPORTED,
                "attributes of the pseudo-type " + type_name(type) + " cannot be published")
        .hint("Name them in identifiers to leave them out.");
  }
  // It is compared with what other sessions wrote.
  const PlainNames plain;
  std::string ddl = guarded([&] {
    return format_type_extended(type.declared, type.typmod,
                                FORMAT_TYPE_TYPEMOD_GIVEN | FORMAT_TYPE_FORCE_QUALIFY);
  });
  if (OidIsValid(type.collation) &&
      type.collation != guarded([&] { return get_typcollation(type.declared); })) {
    ddl += " COLLATE " + std::string(guarded([&]() -> const char* {
             HeapTuple tuple = SearchSysCache1(COLLOID, ObjectIdGetDatum(type.collation));
             if (!HeapTupleIsValid(tuple)) {
               elog(ERROR, "cache lookup failed for collation %u", type.collation);
             }
             const auto* collation = reinterpret_cast<Form_pg_collation>(GETSTRUCT(tuple));
             const char* name = quote_qualified_identifier(
                 get_namespace_name(collation->collnamespace), NameStr(collation->collname));
             ReleaseSysCache(tuple);
             return name;
           }));
  }
  return ddl;
}

}  // namespace microdata::postgres
