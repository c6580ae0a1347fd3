#include "postgres/source/persons.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <string_view>

#include "core/base/sip_hash.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/table.hpp"

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

namespace {

constexpr std::size_t key_bytes = 16;

constexpr const char* digits = "0123456789abcdef";

unsigned char digit_value(char digit) {
  return static_cast<unsigned char>(std::strchr(digits, digit) - digits);
}

SipKey key_from(const std::string& hexadecimal) {
  std::array<std::uint64_t, 2> words{};
  for (std::size_t i = 0; i < 2 * key_bytes && i < hexadecimal.size(); ++i)
    words[i / key_bytes] = words[i / key_bytes] << 4U | digit_value(hexadecimal[i]);
  return {words[0], words[1]};
}

void append(std::string& message, std::uint64_t number) {
  for (int i = 0; i < 8; ++i, number >>= 8U)
    message += static_cast<char>(number & 0xFFU);
}

}  // namespace

std::string draw_hash_key() {
  struct Key {
    unsigned char bytes[key_bytes];
    bool drawn;
  };
  const Key key = guarded([] {
    Key drawn{};
    drawn.drawn = pg_strong_random(drawn.bytes, key_bytes);
    return drawn;
  });
  if (!key.drawn) throw Error(ERRCODE_INTERNAL_ERROR, "could not generate random values");
  std::string text;
  for (const unsigned char byte : key.bytes) {
    text += digits[byte >> 4U];
    text += digits[byte & 15U];
  }
  return text;
}

void check_subject_of_series(const Source& source, const std::vector<AssignedRole>& roles) {
  for (std::size_t i = 0; i < roles.size(); ++i) {
    const SourceColumn& column = source.columns[i];
    if (!roles[i].subject || has_canonical_values(column.type)) continue;
    throw Error(ERRCODE_FEATURE_NOT_SUPPORTED, "attribute " + in_quotes(column.name) + " of type " +
                                                   type_in_ddl(column.type) +
                                                   " cannot tell the persons of a series apart")
        .detail(
            "Its values may be equal and yet be written differently, and only the type or its "
            "collation knows which are. A series remembers persons by hashes.")
        .hint("Publish a view with a key of a plain type, such as lower(...) COLLATE \"C\".");
  }
}

std::vector<PersonHash> person_hashes(const Table& table, const std::string& key,
                                      const Progress& progress) {
  const SipKey sip_key = key_from(key);
  std::vector<std::vector<std::string>> values;
  for (const Dictionary& dictionary : table.subject_values)
    values.push_back(canonical_values(dictionary, progress));
  const Microdata& names = table.subjects->names;
  std::vector<PersonHash> hashes;
  hashes.reserve(names.rows);
  std::string message;
  for (Row row = 0; row < names.rows; ++row) {
    progress.checkpoint_at(row);
    message.clear();
    // The message contains lengths, so that different lists of values give different messages.
    for (std::size_t a = 0; a < values.size(); ++a) {
      const std::string& value = values[a][names.columns[a][row]];
      append(message, value.size());
      message += value;
    }
    const auto [high, low] = sip_hash(sip_key, message);
    hashes.push_back({high, low});
  }
  return hashes;
}

std::vector<std::uint32_t> shown_hashes(const Table& table, const std::string& key,
                                        const Progress& progress) {
  const Microdata& data = table.data;
  std::vector<ShownValues> shown;
  for (std::size_t a = 0; a < data.attributes.size(); ++a) {
    if (data.attributes[a].role != Role::sensitive)
      shown.push_back({&table.dictionaries[a], &data.columns[a]});
  }
  return shown_hashes(shown, data.rows, key, progress);
}

std::vector<std::uint32_t> shown_hashes(const std::vector<ShownValues>& shown, std::size_t rows,
                                        const std::string& key, const Progress& progress) {
  const SipKey sip_key = key_from(key);
  // Hashes of values by attribute and code.
  std::vector<std::vector<std::uint64_t>> of_values;
  std::vector<const std::vector<Code>*> columns;
  for (const ShownValues& attribute : shown) {
    std::vector<std::uint64_t>& of_codes = of_values.emplace_back();
    for (const std::string& value : canonical_values(*attribute.dictionary, progress))
      of_codes.push_back(sip_hash(sip_key, value)[0]);
    // NULL is the last code, and has the hash 0.
    of_codes.resize(attribute.dictionary->distinct());
    columns.push_back(attribute.codes);
  }
  std::vector<std::uint32_t> hashes;
  hashes.reserve(rows);
  std::vector<std::uint64_t> words(columns.size());
  for (Row row = 0; row < rows; ++row) {
    progress.checkpoint_at(row);
    for (std::size_t i = 0; i < columns.size(); ++i)
      words[i] = of_values[i][(*columns[i])[row]];
    hashes.push_back(
        std::max<std::uint32_t>(static_cast<std::uint32_t>(sip_hash(sip_key, words)[0]), 1));
  }
  return hashes;
}

namespace {

// Returns the quoted names as a list, or "none".
std::string in_list(std::vector<std::string> names) {
  for (std::string& name : names)
    name = in_quotes(name);
  return names.empty() ? "none" : join(names);
}

std::string several_rows_in_words(const PersonFacts& facts) {
  return std::to_string(facts.with_several_rows) + " of " + std::to_string(facts.persons) +
         " persons" + (facts.with_several_rows == 1 ? " has" : " have") + " several rows, up to " +
         std::to_string(facts.most_rows) + ".";
}

}  // namespace

void remark_persons(const std::vector<std::string>& of_person,
                    const std::vector<std::string>& of_rows, const PersonFacts& facts) {
  remark("attributes of persons: " + in_list(of_person) + "; of their rows: " + in_list(of_rows),
         several_rows_in_words(facts));
}

void fail_without_person(std::int64_t unknown, std::int64_t rows,
                         const std::vector<std::string>& names) {
  throw Error(ERRCODE_NULL_VALUE_NOT_ALLOWED, "the subject is null in " + std::to_string(unknown) +
                                                  " of " + std::to_string(rows) + " rows")
      .detail("Attributes of the subject that are null there: " + in_list(names) + ".")
      .hint("These rows belong to no known person: publish a view without them.");
}

void fail_not_of_person(const std::string& name, std::int64_t several, std::int64_t persons) {
  throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
              "attribute " + in_quotes(name) + " has several values for " +
                  std::to_string(several) + " of " + std::to_string(persons) + " subjects")
      .detail("It is declared as an attribute of persons.")
      .hint("Correct the rows, or leave it out of person_attributes.");
}

void fail_several_rows_each(const PersonFacts& facts, const std::string& what, const char* hint) {
  throw Error(ERRCODE_FEATURE_NOT_SUPPORTED, what + " does not support persons with several rows")
      .detail(several_rows_in_words(facts))
      .hint(hint);
}

}  // namespace microdata::postgres
