#include "postgres/values/generalized.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>

#include "postgres/server/function_call.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/progress.hpp"

namespace microdata::postgres {

namespace {

Oid range_over(Oid type) {
  switch (type) {
    case INT2OID:
    case INT4OID:
      return INT4RANGEOID;
    case INT8OID:
      return INT8RANGEOID;
    case FLOAT4OID:
    case FLOAT8OID:
    case NUMERICOID:
      return NUMRANGEOID;
    case DATEOID:
      return DATERANGEOID;
    case TIMESTAMPOID:
      return TSRANGEOID;
    case TIMESTAMPTZOID:
      return TSTZRANGEOID;
    default:
      return InvalidOid;
  }
}

// Returns a value as an element of the range over its type. Called within a guard.
Datum range_element(Oid type, Datum value) {
  switch (type) {
    case INT2OID:
      return Int32GetDatum(DatumGetInt16(value));
    case FLOAT4OID:
      return DirectFunctionCall1(float4_numeric, value);
    case FLOAT8OID:
      return DirectFunctionCall1(float8_numeric, value);
    default:
      return value;
  }
}

// True for the last value of a type. Ranges of integers and dates end before a value, and no finite
// value follows the last one.
bool is_last_of_type(Oid range, Datum value) {
  switch (range) {
    case INT4RANGEOID:
      return DatumGetInt32(value) == PG_INT32_MAX;
    case INT8RANGEOID:
      return DatumGetInt64(value) == PG_INT64_MAX;
    case DATERANGEOID:
      return DatumGetDateADT(value) == DATE_END_JULIAN - POSTGRES_EPOCH_JDATE - 1;
    default:
      return false;
  }
}

Datum make_range_value(Oid range, Datum low, Datum high, bool bounded) {
  bounded = bounded && !is_last_of_type(range, high);
  TypeCacheEntry* entry = lookup_type_cache(range, TYPECACHE_RANGE_INFO);
  RangeBound lower{low, false, true, true};
  RangeBound upper{high, !bounded, bounded, false};
  return RangeTypePGetDatum(compat::make_range_from(entry, &lower, &upper));
}

// True if two neighbouring numbers become the same bound. The cast to numeric keeps 15 digits of
// double precision, and 6 of real, so that only closer numbers must be cast.
bool same_bound(const Dictionary& dictionary, Code code, Code next) {
  const Oid type = dictionary.type().base;
  if (type != FLOAT4OID && type != FLOAT8OID) return false;
  const double digits = type == FLOAT4OID ? 1e-4 : 1e-13;
  const double low = dictionary.projection()[code];
  const double high = dictionary.projection()[next];
  if (!(high - low <= digits * std::max(std::abs(low), std::abs(high)))) return false;
  return guarded([&] {
    const Datum a = range_element(type, dictionary.datum(code));
    const Datum b = range_element(type, dictionary.datum(next));
    const bool same = DatumGetBool(DirectFunctionCall2(numeric_eq, a, b));
    pfree(DatumGetPointer(a));
    pfree(DatumGetPointer(b));
    return same;
  });
}

// True if a text stands without braces; one that would be taken for a set or a whole domain does
// not.
bool stands_alone(const std::string& text) {
  return !text.starts_with('{') && text != everything_label;
}

// Returns the first code from `from` on whose value is above `bound`, or also one at it with
// `or_at`.
Code first_beyond(const Dictionary& dictionary, Code values, Datum bound, bool or_at,
                  FmgrInfo* compare, Oid collation) {
  Code low = 0;
  Code high = values;
  while (low < high) {
    const Code middle = low + (high - low) / 2;
    const int order = guarded([&] {
      const Datum value = range_element(dictionary.type().base, dictionary.datum(middle));
      return DatumGetInt32(FunctionCall2Coll(compare, collation, value, bound));
    });
    if (order > 0 || (or_at && order == 0)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

CodeSet covered_by_range(const Dictionary& dictionary, Oid range, Datum value) {
  struct Bounds {
    RangeBound lower;
    RangeBound upper;
    bool empty;
    FmgrInfo* compare;
    Oid collation;
  };
  const Bounds bounds = guarded([&] {
    Bounds b{};
    // Integers might have been widened since. Bounds are therefore compared like values.
    RangeType* stored = DatumGetRangeTypeP(value);
    range_deserialize(lookup_type_cache(RangeTypeGetOid(stored), TYPECACHE_RANGE_INFO), stored,
                      &b.lower, &b.upper, &b.empty);
    TypeCacheEntry* entry = lookup_type_cache(range, TYPECACHE_RANGE_INFO);
    b.compare = &entry->rng_cmp_proc_finfo;
    b.collation = entry->rng_collation;
    return b;
  });
  if (bounds.empty) return {};
  const Code values = dictionary.distinct() - (dictionary.nullable() ? 1 : 0);
  const Code from = bounds.lower.infinite
                        ? 0
                        : first_beyond(dictionary, values, bounds.lower.val, bounds.lower.inclusive,
                                       bounds.compare, bounds.collation);
  const Code to = bounds.upper.infinite
                      ? dictionary.distinct()
                      : first_beyond(dictionary, values, bounds.upper.val, !bounds.upper.inclusive,
                                     bounds.compare, bounds.collation);
  return CodeSet::range(from, to);
}

// Returns the element of a multiset at a place, and moves `at` behind the colon that ends it.
std::optional<std::string> take_element(const std::string& text, std::size_t& at) {
  std::string element;
  const bool quoted = text[at] == '"';
  if (quoted) {
    for (++at; at < text.size() && text[at] != '"'; ++at) {
      if (text[at] == '\\' && at + 1 < text.size()) ++at;
      element += text[at];
    }
    ++at;
  } else {
    for (; at < text.size() && text[at] != ':'; ++at)
      element += text[at];
  }
  ++at;
  if (!quoted && element == "NULL") return std::nullopt;
  return element;
}

}  // namespace

GeneralizedType generalized_type(const AttributeType& type) {
  const Oid range = type.comparison == Comparison::order ? range_over(type.base) : InvalidOid;
  if (!OidIsValid(range)) return {InvalidOid, "pg_catalog.text"};
  return {range,
          guarded([&] { return format_type_extended(range, -1, FORMAT_TYPE_FORCE_QUALIFY); })};
}

std::size_t least_bytes_of_range(const Dictionary& dictionary) {
  const Oid range = generalized_type(dictionary.type()).range;
  const Code values = dictionary.distinct() - (dictionary.nullable() ? 1 : 0);
  // A class of NULL alone is published as NULL.
  if (dictionary.nullable() || values == 0) return 0;
  const bool bounded = guarded([&] {
    return !is_last_of_type(range,
                            range_element(dictionary.type().base, dictionary.datum(values - 1)));
  });
  constexpr std::size_t least_numeric = 3;
  const std::size_t element = range == NUMRANGEOID                             ? least_numeric
                              : range == INT4RANGEOID || range == DATERANGEOID ? 4
                                                                               : 8;
  // A range has a header of one byte, the type's number, the bounds, and a byte of flags.
  return 1 + sizeof(Oid) + element * (bounded ? 2 : 1) + 1;
}

std::vector<Code> same_ends(const Dictionary& dictionary, const Progress& progress) {
  const GeneralizedType type = generalized_type(dictionary.type());
  if (!type.is_range()) return {};
  const Code values = dictionary.distinct() - (dictionary.nullable() ? 1 : 0);
  std::vector<Code> result(dictionary.distinct());
  std::iota(result.begin(), result.end(), 0U);
  bool any = false;
  for (Code code = 1; code < values; ++code) {
    progress.checkpoint_at(code);
    if (!same_bound(dictionary, code - 1, code)) continue;
    result[code] = result[code - 1];
    any = true;
  }
  // A range up to the type's last value has no upper bound, and so covers what comes after: NULL,
  // and for dates, infinity.
  for (Code code = values - std::min<Code>(values, 2); code < values; ++code) {
    const bool last = guarded([&] {
      return is_last_of_type(type.range,
                             range_element(dictionary.type().base, dictionary.datum(code)));
    });
    if (!last) continue;
    any = any || code + 1 < dictionary.distinct();
    std::fill(result.begin() + code, result.end(), code);
    break;
  }
  return any ? result : std::vector<Code>{};
}

bool shows_everything(const Dictionary& dictionary, const std::vector<Code>& codes,
                      WholeDomain whole) {
  return whole == WholeDomain::one_label && codes.size() > 1 &&
         codes.size() == dictionary.distinct();
}

Datum text_datum(const std::string& text) {
  return guarded([&] { return CStringGetTextDatum(text.c_str()); });
}

GeneralizedValues generalize_values(const Dictionary& dictionary,
                                    const std::vector<std::vector<Code>>& regions,
                                    WholeDomain whole) {
  const GeneralizedType type = generalized_type(dictionary.type());
  GeneralizedValues result;
  ListTexts lists(dictionary, ListForm::set);
  // Many regions may have one value by itself. The texts are kept by code; 0 if there is none yet.
  std::vector<Datum> alone(type.is_range() ? 0 : dictionary.distinct());
  const auto text_of = [&](const std::vector<Code>& codes) {
    if (shows_everything(dictionary, codes, whole)) return text_datum(everything_label);
    if (codes.size() > 1) return text_datum(lists.text(codes));
    Datum& value = alone[codes.front()];
    if (value == 0) {
      const std::string text = without_padding(dictionary.type(), dictionary.text(codes.front()));
      value = text_datum(stands_alone(text) ? text : lists.text(codes));
    }
    return value;
  };
  for (const std::vector<Code>& codes : regions) {
    check_for_interrupts();
    const bool with_null = dictionary.is_null(codes.back());
    const bool only_null = with_null && codes.size() == 1;
    result.nulls.push_back(only_null ? 1 : 0);
    if (only_null) {
      result.values.push_back(0);
    } else if (type.is_range()) {
      const Code last = with_null ? codes[codes.size() - 2] : codes.back();
      result.values.push_back(guarded([&] {
        const Oid base = dictionary.type().base;
        return make_range_value(type.range, range_element(base, dictionary.datum(codes.front())),
                                range_element(base, dictionary.datum(last)), !with_null);
      }));
    } else {
      result.values.push_back(text_of(codes));
    }
  }
  return result;
}

std::string without_padding(const AttributeType& type, std::string text) {
  if (type.base == BPCHAROID) text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

std::vector<std::optional<std::string>> set_elements(Datum set) {
  const MemoryScope memory;
  const std::string published = guarded([&] { return TextDatumGetCString(set); });
  if (!published.starts_with('{')) return {published};
  struct Elements {
    Datum* values;
    bool* nulls;
    int count;
  };
  const Elements elements = guarded([&] {
    Elements e{};
    const Datum array = OidInputFunctionCall(F_ARRAY_IN, pstrdup(published.c_str()), TEXTOID, -1);
    deconstruct_array(DatumGetArrayTypeP(array), TEXTOID, -1, false, TYPALIGN_INT, &e.values,
                      &e.nulls, &e.count);
    return e;
  });
  std::vector<std::optional<std::string>> result;
  for (int i = 0; i < elements.count; ++i) {
    if (elements.nulls[i]) {
      result.emplace_back();
    } else {
      result.emplace_back(guarded([&] { return TextDatumGetCString(elements.values[i]); }));
    }
  }
  return result;
}

std::vector<MultisetElement> multiset_elements(const std::string& text) {
  std::vector<MultisetElement> elements;
  std::size_t at = 0;
  while (at < text.size()) {
    MultisetElement element{take_element(text, at), 0};
    const char* const end = text.data() + text.size();
    const auto number =
        std::from_chars(text.data() + std::min(at, text.size()), end, element.count);
    if (number.ec != std::errc() || element.count == 0) return {};
    if (number.ptr != end && *number.ptr != ',') return {};
    elements.push_back(std::move(element));
    at = static_cast<std::size_t>(number.ptr - text.data()) + 1;
  }
  return elements;
}

CodeSet CoveredCodes::of(bool is_null, Datum value) {
  if (is_null) {
    return dictionary_.nullable()
               ? CodeSet::range(dictionary_.distinct() - 1, dictionary_.distinct())
               : CodeSet();
  }
  return type_.is_range() ? covered_by_range(dictionary_, type_.range, value) : of_set(value);
}

CodeSet CoveredCodes::of_set(Datum set) {
  if (code_of_text_.empty()) {
    Code code = 0;
    for (std::string& text : dictionary_.texts(progress_))
      code_of_text_.emplace(without_padding(dictionary_.type(), std::move(text)), code++);
  }
  std::vector<Code> codes;
  for (const std::optional<std::string>& element : set_elements(set)) {
    if (!element) {
      if (dictionary_.nullable()) codes.push_back(dictionary_.distinct() - 1);
      continue;
    }
    std::string text = without_padding(dictionary_.type(), *element);
    const auto found = code_of_text_.find(text);
    if (found != code_of_text_.end()) {
      codes.push_back(found->second);
    } else {
      unknown_.insert(std::move(text));
      ++misses_;
    }
  }
  std::sort(codes.begin(), codes.end());
  codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
  return CodeSet::of(codes);
}

namespace {

// True if an array's element stands in double quotes, by the rule of array_out().
bool is_quoted_in_set(const std::string& text) {
  return text.empty() || pg_strcasecmp(text.c_str(), "NULL") == 0 ||
         text.find_first_of("\"\\{}, \t\n\r\v\f") != std::string::npos;
}

bool is_quoted_in_multiset(const std::string& text) {
  return text.empty() || text == "NULL" || text.find_first_of(",:\"\\ \t\n") != std::string::npos;
}

}  // namespace

// Returns a value as an element; one that would be taken for something else stands in double
// quotes.
std::string ListTexts::element(Code code) const {
  check_for_interrupts();
  std::string text = dictionary_.text(code);
  if (dictionary_.is_null(code)) return text;
  text = without_padding(dictionary_.type(), std::move(text));
  const bool quoted = form_ == ListForm::set ? is_quoted_in_set(text) : is_quoted_in_multiset(text);
  return quoted ? array_element(text) : text;
}

std::string ListTexts::text(std::span<const Code> codes, std::span<const std::uint32_t> counts) {
  elements_.resize(dictionary_.distinct());
  std::string text;
  for (std::size_t i = 0; i < codes.size(); ++i) {
    check_for_interrupts();
    std::string& element = elements_[codes[i]];
    if (element.empty()) element = this->element(codes[i]);
    if (i > 0) text += ',';
    text += element;
    if (form_ == ListForm::multiset) text += ':' + std::to_string(counts[i]);
  }
  return form_ == ListForm::set ? '{' + text + '}' : text;
}

double ListTexts::bytes(std::span<const Code> codes, std::span<const std::uint32_t> counts) {
  sizes_.resize(dictionary_.distinct());
  std::size_t size = VARHDRSZ + codes.size() - 1 + (form_ == ListForm::set ? 2 : 0);
  for (std::size_t i = 0; i < codes.size(); ++i) {
    check_for_interrupts();
    std::size_t& element = sizes_[codes[i]];
    if (element == 0) element = this->element(codes[i]).size();
    size += element;
    if (form_ == ListForm::multiset) size += 1 + std::to_string(counts[i]).size();
  }
  return static_cast<double>(size);
}

}  // namespace microdata::postgres
