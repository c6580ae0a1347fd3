#include "postgres/distributed/passed_arguments.hpp"

#include "postgres/server/guard.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

std::string constant(const Arguments& arguments, const char* name) {
  const Oid type = arguments.type(name);
  const std::string cast = std::string("::") + guarded([&] {
                             return format_type_extended(type, -1, FORMAT_TYPE_FORCE_QUALIFY);
                           });
  if (arguments.is_null(name)) return "NULL" + cast;
  const Datum value = arguments.datum(name);
  const char* const text = guarded([&] {
    Oid output = InvalidOid;
    bool is_varlena = false;
    getTypeOutputInfo(type, &output, &is_varlena);
    return OidOutputFunctionCall(output, value);
  });
  return quote_value(text) + cast;
}

}  // namespace

std::vector<std::string> passed_arguments(const Arguments& arguments,
                                          std::span<const char* const> names) {
  const PlainText settings;
  std::vector<std::string> passed;
  for (const char* const name : names)
    passed.push_back(quote_name(name) + " => " + constant(arguments, name));
  return passed;
}

std::string text_array_constant(const std::vector<std::string>& texts) {
  std::vector<std::string> quoted;
  for (const std::string& text : texts)
    quoted.push_back(quote_value(text));
  return "ARRAY[" + join(quoted) + "]::pg_catalog.text[]";
}

}  // namespace microdata::postgres
