#include "postgres/source/list_elements.hpp"

#include <algorithm>
#include <cstddef>
#include <map>

#include "postgres/server/guard.hpp"
#include "postgres/server/settings.hpp"

namespace microdata::postgres {

namespace {

std::vector<std::string> parts_of(const std::string& text) {
  constexpr std::size_t longest = 4096;
  constexpr const char* separators = ",;|/[]{}\"\n\t";
  std::vector<std::string> parts;
  if (text.size() > longest) return parts;
  for (std::size_t begin = 0; begin < text.size();) {
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
  for (int i = 0; i < elements.count; ++i) {
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

ListedElements listed_elements(const Dictionary& values, const Progress& progress) {
  constexpr Code most_lists = 100000;
  const AttributeType& type = values.type();
  const bool may_be_lists = type.is_text || type.base == JSONOID || type.base == JSONBOID ||
                            OidIsValid(element_type(type));
  ListedElements elements;
  if (!may_be_lists || values.distinct() > most_lists) return elements;
  const PlainText settings;
  std::map<std::string, Code> code_of;
  std::size_t all = 0;
  elements.of_value.resize(values.distinct());
  for (Code code = 0; code < values.distinct(); ++code) {
    progress.checkpoint_at(code);
    if (values.is_null(code)) continue;
    for (std::string& text : list_elements(values, code)) {
      const auto next = static_cast<Code>(code_of.size());
      elements.of_value[code].push_back(code_of.emplace(std::move(text), next).first->second);
    }
    all += elements.of_value[code].size();
  }
  elements.distinct = static_cast<Code>(code_of.size());
  // Lists have more elements than one, of which many are those of others.
  if (10 * all <= 11 * elements.of_value.size() || all < 2 * code_of.size()) return {};
  return elements;
}

}  // namespace microdata::postgres
