#include "postgres/values/attribute_type.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <regex>
#include <string_view>
#include <vector>

#include "postgres/server/guard.hpp"
#include "postgres/server/settings.hpp"

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
    // The declared type comes first, because a domain can have an operator class of its own.
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
  // The text is compared with texts of other sessions.
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

namespace {

// True if casts between an enum type and text, which any owner of the type may make, would make
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
  // A composite value of nulls IS NULL, but is not NULL.
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

namespace {

// A type as in "numeric(10,2)", "timestamp(3) without time zone[]" or "character varying(10)
// COLLATE x".
struct WrittenType {
  std::string name;
  std::vector<long> numbers;
  // The time zone, dimensions and collation, which no widening changes.
  std::string rest;
};

WrittenType read(const std::string& text) {
  static const std::regex form(
      R"(^(?:pg_catalog\.)?([a-z0-9 ]+?)(?:\((-?\d{1,9})(?:,(-?\d{1,9}))?\))?)"
      R"(((?: with(?:out)? time zone)?(?:\[\])?(?: COLLATE .*)?)$)");
  std::smatch found;
  if (!std::regex_match(text, found, form)) return {text, {}, {}};
  WrittenType type{found[1], {}, found[4]};
  for (const std::size_t number : {2, 3}) {
    if (found[number].matched) type.numbers.push_back(std::stol(found[number]));
  }
  return type;
}

// Returns the size of an integer type in bytes; nothing for other types.
std::optional<int> size_of_integer(const std::string& name) {
  if (name == "smallint") return 2;
  if (name == "integer") return 4;
  if (name == "bigint") return 8;
  return std::nullopt;
}

long scale(const std::vector<long>& numbers) {
  return numbers.size() > 1 ? numbers[1] : 0;
}

// True if a type of this name with the numbers `after` holds all values that it holds with
// `before`.
bool holds_all(const std::string& name, const std::vector<long>& before,
               const std::vector<long>& after) {
  if (before.empty()) return false;
  if (after.empty()) return name != "character";
  if (name == "numeric")
    return scale(after) >= scale(before) && after[0] - scale(after) >= before[0] - scale(before);
  return after[0] >= before[0];
}

}  // namespace

bool widens(const std::string& before, const std::string& after) {
  if (before == after) return false;
  const WrittenType from = read(before);
  const WrittenType to = read(after);
  if (from.rest != to.rest) return false;
  // An array includes the type of its elements.
  if (from.name != to.name && from.rest.starts_with("[]")) return false;
  if (const auto size = size_of_integer(from.name))
    return size_of_integer(to.name).value_or(0) > *size;
  if (from.name == "character varying" && to.name == "text") return true;
  constexpr std::array<std::string_view, 6> with_width{
      "character varying", "character", "numeric", "timestamp", "time", "interval"};
  return from.name == to.name &&
         std::find(with_width.begin(), with_width.end(), from.name) != with_width.end() &&
         holds_all(from.name, from.numbers, to.numbers);
}

bool keeps_values(const AttributeType& before, const AttributeType& after) {
  const std::string from = type_in_ddl(without_domain(before));
  const std::string to = type_in_ddl(without_domain(after));
  return from == to || widens(from, to);
}

bool keeps_shown_values(const AttributeType& before, const AttributeType& after) {
  return keeps_values(before, after) || (before.base == INT4RANGEOID && after.base == INT8RANGEOID);
}

}  // namespace microdata::postgres
