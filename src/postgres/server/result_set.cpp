#include "postgres/server/result_set.hpp"

#include <algorithm>

#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

ResultSet::ResultSet(FunctionCallInfo fcinfo, compat::SetOf what) {
  guarded([&] {
    compat::begin_set(fcinfo, what);
    auto* info = reinterpret_cast<ReturnSetInfo*>(fcinfo->resultinfo);
    store_ = info->setResult;
    input_ = TupleDescGetAttInMetadata(info->setDesc);
    scratch_ =
        AllocSetContextCreate(CurrentMemoryContext, "pg_microdata rows", ALLOCSET_DEFAULT_SIZES);
  });
}

void ResultSet::add(const std::vector<std::optional<std::string>>& row) {
  std::vector<char*> values;
  for (const auto& value : row) {
    values.push_back(value ? const_cast<char*>(value->c_str()) : nullptr);
  }
  guarded([&] {
    MemoryContext const context = MemoryContextSwitchTo(scratch_);
    tuplestore_puttuple(store_, BuildTupleFromCStrings(input_, values.data()));
    MemoryContextSwitchTo(context);
    MemoryContextReset(scratch_);
  });
}

std::string array_element(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + '"';
}

std::string to_name_array(const std::vector<std::string>& names) {
  std::vector<std::string> elements;
  for (const std::string& name : names)
    elements.push_back(array_element(name));
  return "{" + join(elements, ",") + "}";
}

std::string to_list_argument(const std::vector<std::string>& names) {
  const bool plain = std::all_of(names.begin(), names.end(),
                                 [](const std::string& name) { return quote_name(name) == name; });
  return quote_value(plain ? "{" + join(names, ",") + "}" : to_name_array(names));
}

}  // namespace microdata::postgres
