#include "postgres/values/canonical_value.hpp"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <string_view>

#include "postgres/server/guard.hpp"

namespace microdata::postgres {

namespace {

enum class CanonicalForm {
  integer,     // the stored value, as a number
  floating,    // the bits
  numeric,     // without trailing zeros
  interval,    // the span, by which intervals are compared
  characters,  // in UTF-8
  padded,      // the same, without blanks at the end
  bytes,       // the stored bytes
  text,        // the text form, which differs if values differ
};

bool is_compared_by_bytes(Oid collation) {
  return !OidIsValid(collation) ||
         guarded([&] { return get_collation_isdeterministic(collation); });
}

std::optional<CanonicalForm> form_of(const AttributeType& type) {
  switch (type.base) {
    case BOOLOID:
    case CHAROID:
    case INT2OID:
    case INT4OID:
    case INT8OID:
    case OIDOID:
    case MONEYOID:
    case DATEOID:
    case TIMEOID:
    case TIMESTAMPOID:
    case TIMESTAMPTZOID:
      return CanonicalForm::integer;
    case FLOAT4OID:
    case FLOAT8OID:
      return CanonicalForm::floating;
    case NUMERICOID:
      return CanonicalForm::numeric;
    case INTERVALOID:
      return CanonicalForm::interval;
    case UUIDOID:
    case BYTEAOID:
      return CanonicalForm::bytes;
    case TIMETZOID:
    case INETOID:
    case CIDROID:
    case MACADDROID:
    case MACADDR8OID:
    case BITOID:
    case VARBITOID:
      return CanonicalForm::text;
    default:
      break;
  }
  const bool by_bytes = is_compared_by_bytes(type.collation);
  switch (type.base) {
    case TEXTOID:
    case VARCHAROID:
      return by_bytes ? std::optional(CanonicalForm::characters) : std::nullopt;
    case BPCHAROID:
      return by_bytes ? std::optional(CanonicalForm::padded) : std::nullopt;
    case NAMEOID:
      return by_bytes ? std::optional(CanonicalForm::text) : std::nullopt;
    default:
      break;
  }
  // Values of types without an equality are distinguished by their text forms.
  const bool by_text =
      type.comparison == Comparison::text || guarded([&] { return type_is_enum(type.base); });
  return by_text ? std::optional(CanonicalForm::text) : std::nullopt;
}

// Returns equal bits for -0 and 0, and for all NaNs.
std::uint64_t canonical_bits(double value) {
  if (std::isnan(value)) return std::numeric_limits<std::uint64_t>::max();
  return std::bit_cast<std::uint64_t>(value == 0 ? 0.0 : value);
}

// Returns the span of an interval, in which a month has 30 days of 24 hours. The time beyond whole
// days is not negative.
std::string span_of(const Interval& interval) {
  std::int64_t days = interval.month * std::int64_t{DAYS_PER_MONTH} + interval.day;
  std::int64_t rest = interval.time % USECS_PER_DAY;
  days += interval.time / USECS_PER_DAY;
  if (rest < 0) {
    rest += USECS_PER_DAY;
    --days;
  }
  return std::to_string(days) + " " + std::to_string(rest);
}

std::string_view stored_bytes(const AttributeType& type, Datum value) {
  const char* pointer = DatumGetPointer(value);
  if (!type.is_varlena()) return {pointer, static_cast<std::size_t>(type.length)};
  return {VARDATA_ANY(pointer), VARSIZE_ANY_EXHDR(pointer)};
}

// Returns characters in UTF-8; a database whose bytes have no encoding keeps them.
std::string in_utf8(std::string_view characters) {
  const int encoding = GetDatabaseEncoding();
  if (encoding == PG_UTF8 || encoding == PG_SQL_ASCII || characters.empty())
    return std::string(characters);
  char* const converted = guarded([&] {
    // The copy has a terminating zero, unlike the characters: the server returns its input if it
    // need not convert it.
    char* const copy = pnstrdup(characters.data(), characters.size());
    return pg_server_to_any(copy, static_cast<int>(characters.size()), PG_UTF8);
  });
  return converted;
}

std::string_view without_blanks(std::string_view characters) {
  const std::size_t last = characters.find_last_not_of(' ');
  return characters.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

std::string canonical_numeric(Datum value) {
  char* const digits = guarded([&] { return numeric_normalize(DatumGetNumeric(value)); });
  std::string text(digits);
  guarded([&] { pfree(digits); });
  return text;
}

std::string canonical_value(CanonicalForm form, const AttributeType& type, Datum value) {
  switch (form) {
    case CanonicalForm::integer:
      return std::to_string(fixed_value(value, type.length));
    case CanonicalForm::floating:
      return std::to_string(canonical_bits(type.base == FLOAT4OID
                                               ? static_cast<double>(DatumGetFloat4(value))
                                               : DatumGetFloat8(value)));
    case CanonicalForm::numeric:
      return canonical_numeric(value);
    case CanonicalForm::interval:
      return span_of(*DatumGetIntervalP(value));
    case CanonicalForm::characters:
      return in_utf8(stored_bytes(type, value));
    case CanonicalForm::padded:
      return in_utf8(without_blanks(stored_bytes(type, value)));
    case CanonicalForm::bytes:
    case CanonicalForm::text:
      break;
  }
  return std::string(stored_bytes(type, value));
}

}  // namespace

bool has_canonical_values(const AttributeType& type) {
  return form_of(type).has_value();
}

std::vector<std::string> canonical_values(const Dictionary& dictionary, const Progress& progress) {
  const CanonicalForm form = form_of(dictionary.type()).value_or(CanonicalForm::text);
  std::vector<std::string> values;
  if (form == CanonicalForm::text) {
    values = dictionary.texts(progress);
    for (std::string& value : values)
      value = in_utf8(value);
    return values;
  }
  const Code count = dictionary.distinct() - (dictionary.nullable() ? 1 : 0);
  values.reserve(count);
  for (Code code = 0; code < count; ++code) {
    progress.checkpoint_at(code);
    values.push_back(canonical_value(form, dictionary.type(), dictionary.datum(code)));
  }
  return values;
}

}  // namespace microdata::postgres
