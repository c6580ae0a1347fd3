#include "postgres/source/structured_values.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <optional>
#include <set>
#include <utility>

#include "core/classification/array_texts.hpp"
#include "core/classification/text_parts.hpp"
#include "core/classification/written_numbers.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/settings.hpp"

namespace microdata::postgres {

bool is_hstore(Oid type) {
  const std::string name = guarded([&] { return format_type_be(type); });
  return name == "hstore" || name.ends_with(".hstore");
}

bool is_document(Oid type) {
  return type == JSONOID || type == JSONBOID || type == XMLOID || is_hstore(type);
}

bool are_documents(const AttributeType& type) {
  const Oid element = guarded([&] { return get_base_element_type(type.base); });
  return OidIsValid(element) && is_document(guarded([&] { return getBaseType(element); }));
}

std::string opening_as_written(const Dictionary& values, Code code, std::size_t size) {
  std::string text = values.opening(code, size);
  return are_documents(values.type()) ? elements_as_written(text) : text;
}

namespace {

std::vector<std::string> elements_of(Datum array, Oid element) {
  const MemoryScope memory;
  struct Elements {
    Datum* values;
    bool* nulls;
    int count;
  };
  const Elements elements = guarded([&] {
    Elements e{nullptr, nullptr, 0};
    std::int16_t length = 0;
    bool by_value = false;
    char alignment = 0;
    get_typlenbyvalalign(element, &length, &by_value, &alignment);
    deconstruct_array(DatumGetArrayTypeP(array), element, length, by_value, alignment, &e.values,
                      &e.nulls, &e.count);
    return e;
  });
  Oid output = InvalidOid;
  bool varlena = false;
  guarded([&] { getTypeOutputInfo(element, &output, &varlena); });
  std::vector<std::string> texts;
  for (int i = 0; i < elements.count && texts.size() < most_list_elements; ++i) {
    if (elements.nulls[i]) continue;
    texts.emplace_back(guarded([&] { return OidOutputFunctionCall(output, elements.values[i]); }));
  }
  return texts;
}

Oid element_type(const AttributeType& type) {
  return guarded([&] { return get_base_element_type(type.base); });
}

// Returns the parts of all documents, up to the limit of list elements.
std::vector<std::string> parts_of_all(const std::vector<std::string>& documents) {
  std::vector<std::string> parts;
  for (const std::string& document : documents) {
    if (parts.size() >= most_list_elements) break;
    std::vector<std::string> more = text_parts(document, most_list_elements - parts.size());
    std::move(more.begin(), more.end(), std::back_inserter(parts));
  }
  return parts;
}

}  // namespace

bool may_be_lists(const AttributeType& type) {
  return type.is_text || is_document(type.base) || OidIsValid(element_type(type));
}

std::vector<std::string> list_elements(const Dictionary& values, Code code) {
  const Oid element = element_type(values.type());
  if (!OidIsValid(element)) return text_parts(values.text(code), most_list_elements);
  const std::vector<std::string> elements = elements_of(values.datum(code), element);
  return are_documents(values.type()) ? parts_of_all(elements) : elements;
}

ElementsOfValue listed_elements(const Dictionary& values, const Progress& progress) {
  constexpr Code most_lists = 1000;
  if (!may_be_lists(values.type())) return {};
  const PlainText settings;
  std::set<std::string> distinct;
  std::size_t all = 0;
  std::size_t lists = 0;
  const Code step = std::max<Code>(values.distinct() / most_lists, 1);
  for (Code code = 0; code < values.distinct(); code += step) {
    progress.checkpoint();
    if (values.is_null(code)) continue;
    ++lists;
    for (std::string& text : list_elements(values, code)) {
      ++all;
      distinct.insert(std::move(text));
    }
  }
  if (10 * all <= 11 * lists || all < 2 * distinct.size()) return {};
  return [&values](Code code) {
    return values.is_null(code) ? std::vector<std::string>() : list_elements(values, code);
  };
}

namespace {

constexpr std::size_t most_of_text = 64;
constexpr std::size_t one_in = 10;

bool may_spell_numbers(const AttributeType& type) {
  if (type.projection != Projection::none) return false;
  if (type.is_text || type.base == CASHOID) return true;
  return guarded([&] {
    const char kind = get_typtype(type.base);
    return kind == TYPTYPE_RANGE || kind == TYPTYPE_MULTIRANGE ||
           OidIsValid(get_base_element_type(type.base));
  });
}

// Reads the number in every `step`th value; the others get NaN. Empty if more than a tenth of the
// values that were read have no number.
std::vector<double> numbers_of(const Dictionary& values, Code step, const Progress& progress) {
  std::vector<double> numbers(values.distinct(), std::numeric_limits<double>::quiet_NaN());
  std::size_t looked_at = 0;
  std::size_t spelled = 0;
  for (Code code = 0; code < values.distinct(); code += step) {
    progress.checkpoint();
    if (values.is_null(code)) continue;
    ++looked_at;
    const std::optional<double> number = written_number(values.opening(code, most_of_text));
    if (!number) continue;
    numbers[code] = *number;
    ++spelled;
  }
  if (spelled == 0 || one_in * (looked_at - spelled) > looked_at) numbers.clear();
  return numbers;
}

}  // namespace

std::vector<double> spelled_numbers(const Dictionary& values, const Progress& progress) {
  constexpr Code first_look = 100;
  if (!may_spell_numbers(values.type())) return {};
  const PlainText settings;
  const Code step = std::max<Code>(values.distinct() / first_look, 1);
  std::vector<double> numbers = numbers_of(values, step, progress);
  return numbers.empty() || step == 1 ? numbers : numbers_of(values, 1, progress);
}

bool may_be_amounts(const AttributeType& type) {
  if (type.projection != Projection::none) return type.comparison == Comparison::order;
  return type.is_text || type.base == CASHOID;
}

namespace {

// Length in bytes that texts of numbers do not exceed.
constexpr std::size_t most_of_amount = 65;

std::optional<double> amount(const Dictionary& values, Code code) {
  if (values.type().base == CASHOID) return static_cast<double>(DatumGetInt64(values.datum(code)));
  return written_amount(values.opening(code, most_of_amount));
}

// Returns the numbers; with `must_be`, gives up at the first value that is no number.
std::vector<double> read_amounts(const Dictionary& values, bool must_be, const Progress& progress) {
  if (!may_be_amounts(values.type())) return {};
  if (values.type().projection != Projection::none) return values.projection();
  const PlainText settings;
  std::vector<double> numbers(values.distinct(), std::numeric_limits<double>::quiet_NaN());
  bool has_any = false;
  for (Code code = 0; code < values.distinct(); ++code) {
    progress.checkpoint();
    if (values.is_null(code)) continue;
    const std::optional<double> number = amount(values, code);
    if (!number && must_be) return {};
    has_any = has_any || number.has_value();
    if (number) numbers[code] = *number;
  }
  if (!has_any && must_be) numbers.clear();
  return numbers;
}

}  // namespace

std::vector<double> amounts_of(const Dictionary& values, const Progress& progress) {
  return read_amounts(values, false, progress);
}

std::vector<double> amounts_if_all_are(const Dictionary& values, const Progress& progress) {
  return read_amounts(values, true, progress);
}

}  // namespace microdata::postgres
