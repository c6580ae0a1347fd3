#include "postgres/source/list_elements.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>

#include "postgres/server/guard.hpp"
#include "postgres/server/memory_scope.hpp"
#include "postgres/server/settings.hpp"

namespace microdata::postgres {

namespace {

constexpr std::size_t most_elements = 50;

std::vector<std::string> parts_of(const std::string& text) {
  constexpr std::size_t longest = 4096;
  const bool is_json = text.starts_with('{') || text.starts_with('[');
  const char* const separators = is_json ? ",;|/[]{}\"\n\t:" : ",;|/[]{}\"\n\t";
  std::vector<std::string> parts;
  if (text.size() > longest) return parts;
  for (std::size_t begin = 0; begin < text.size() && parts.size() < most_elements;) {
    const std::size_t end = std::min(text.find_first_of(separators, begin), text.size());
    const std::size_t first = std::min(text.find_first_not_of(' ', begin), end);
    const std::size_t last = text.find_last_not_of(' ', end == 0 ? 0 : end - 1);
    if (first < end && last != std::string::npos && last >= first)
      parts.push_back(text.substr(first, last + 1 - first));
    begin = end + 1;
  }
  return parts;
}

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
  for (int i = 0; i < elements.count && texts.size() < most_elements; ++i) {
    if (elements.nulls[i]) continue;
    texts.emplace_back(guarded([&] { return OidOutputFunctionCall(output, elements.values[i]); }));
  }
  return texts;
}

Oid element_type(const AttributeType& type) {
  return guarded([&] { return get_base_element_type(type.base); });
}

}  // namespace

std::vector<std::string> list_elements(const Dictionary& values, Code code) {
  const Oid element = element_type(values.type());
  return OidIsValid(element) ? elements_of(values.datum(code), element)
                             : parts_of(values.text(code));
}

ElementsOfValue listed_elements(const Dictionary& values, const Progress& progress) {
  constexpr Code most_lists = 1000;
  const AttributeType& type = values.type();
  const bool may_be_lists = type.is_text || type.base == JSONOID || type.base == JSONBOID ||
                            OidIsValid(element_type(type));
  if (!may_be_lists) return {};
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

}  // namespace microdata::postgres
