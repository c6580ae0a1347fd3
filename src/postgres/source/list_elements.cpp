#include "postgres/source/list_elements.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <set>
#include <utility>

#include "core/privacy/text_parts.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/memory_scope.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/source/document_types.hpp"

namespace microdata::postgres {

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

// The parts of each document.
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

}  // namespace microdata::postgres
