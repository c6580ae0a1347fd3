#include "postgres/source/document_types.hpp"

#include "core/privacy/array_texts.hpp"
#include "postgres/server/guard.hpp"

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

}  // namespace microdata::postgres
