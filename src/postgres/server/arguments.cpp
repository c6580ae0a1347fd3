#include "postgres/server/arguments.hpp"

#include <algorithm>
#include <cstring>

#include "postgres/server/extension_version.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

std::string to_string(Datum value) {
  return guarded([&] { return TextDatumGetCString(value); });
}

}  // namespace

std::vector<Datum> array_elements(Datum array, const char* name) {
  struct Elements {
    int dimensions;
    Datum* values;
    bool* nulls;
    int count;
  };
  const Elements found = guarded([&] {
    Elements e{};
    ArrayType* whole = DatumGetArrayTypeP(array);
    e.dimensions = ARR_NDIM(whole);
    if (e.dimensions > 1) return e;
    std::int16_t length = 0;
    bool by_value = false;
    char align = 0;
    get_typlenbyvalalign(ARR_ELEMTYPE(whole), &length, &by_value, &align);
    deconstruct_array(whole, ARR_ELEMTYPE(whole), length, by_value, align, &e.values, &e.nulls,
                      &e.count);
    return e;
  });
  // Its rows would look like elements: groups of one attribute each.
  if (found.dimensions > 1) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, std::string(name) +
                                                     " must be an array of one dimension, not " +
                                                     std::to_string(found.dimensions))
        .hint(
            "Several names within an element are separated by commas, as in "
            "'{\"age, sex\",\"zipcode, disease\"}'.");
  }
  if (std::any_of(found.nulls, found.nulls + found.count, [](bool is_null) { return is_null; })) {
    throw Error(ERRCODE_NULL_VALUE_NOT_ALLOWED, std::string(name) + " must not contain nulls");
  }
  return {found.values, found.values + found.count};
}

Arguments::Arguments(FunctionCallInfo fcinfo) : fcinfo_(fcinfo), names_(look_up(fcinfo->flinfo)) {}

const Arguments::Names* Arguments::look_up(FmgrInfo* site) {
  if (site->fn_extra != nullptr) return static_cast<const Names*>(site->fn_extra);
  return guarded([&] {
    const HeapTuple function = SearchSysCache1(PROCOID, ObjectIdGetDatum(site->fn_oid));
    if (!HeapTupleIsValid(function)) {
      elog(ERROR, "cache lookup failed for function %u", site->fn_oid);
    }
    MemoryContext const caller = MemoryContextSwitchTo(site->fn_mcxt);
    bool is_null = false;
    const Datum names = SysCacheGetAttr(PROCOID, function, Anum_pg_proc_proargnames, &is_null);
    auto* const found = static_cast<Names*>(palloc0(sizeof(Names)));
    if (!is_null) {
      const Datum modes = SysCacheGetAttr(PROCOID, function, Anum_pg_proc_proargmodes, &is_null);
      found->count = get_func_input_arg_names(names, is_null ? Datum{0} : modes, &found->names);
    }
    MemoryContextSwitchTo(caller);
    ReleaseSysCache(function);
    site->fn_extra = found;
    return static_cast<const Names*>(found);
  });
}

int Arguments::find(const char* name) const {
  const int count = std::min<int>(names_->count, fcinfo_->nargs);
  for (int i = 0; i < count; ++i) {
    if (names_->names[i] != nullptr && std::strcmp(names_->names[i], name) == 0) return i;
  }
  return -1;
}

int Arguments::position(const char* name) const {
  const int found = find(name);
  if (found >= 0) return found;
  // A function of another version may call it otherwise.
  require_own_version();
  const char* const function = guarded([&] { return get_func_name(fcinfo_->flinfo->fn_oid); });
  throw Error(ERRCODE_INTERNAL_ERROR, "function " +
                                          std::string(function == nullptr ? "" : function) +
                                          "() has no argument " + in_quotes(name));
}

Datum Arguments::required(const char* name) const {
  if (is_null(name)) {
    throw Error(ERRCODE_NULL_VALUE_NOT_ALLOWED, std::string(name) + " must not be null");
  }
  return datum(name);
}

Oid Arguments::type(const char* name) const {
  const int i = position(name);
  return guarded([&] { return get_fn_expr_argtype(fcinfo_->flinfo, i); });
}

Oid Arguments::relation(const char* name) const {
  return DatumGetObjectId(required(name));
}

std::vector<Oid> Arguments::relations(const char* name) const {
  std::vector<Oid> relations;
  for (const Datum element : array_elements(required(name), name))
    relations.push_back(DatumGetObjectId(element));
  return relations;
}

std::int32_t Arguments::integer(const char* name) const {
  return DatumGetInt32(required(name));
}

std::int64_t Arguments::bigint(const char* name) const {
  return DatumGetInt64(required(name));
}

double Arguments::number(const char* name) const {
  return DatumGetFloat8(required(name));
}

bool Arguments::boolean(const char* name) const {
  return DatumGetBool(required(name));
}

std::string Arguments::text(const char* name) const {
  return to_string(required(name));
}

std::string Arguments::name(const char* name) const {
  return NameStr(*DatumGetName(required(name)));
}

Json Arguments::json(const char* name) const {
  return Json::of(required(name));
}

std::vector<std::int32_t> Arguments::integers(const char* name) const {
  std::vector<std::int32_t> integers;
  for (const Datum element : array_elements(required(name), name))
    integers.push_back(DatumGetInt32(element));
  return integers;
}

std::vector<double> Arguments::numbers(const char* name) const {
  std::vector<double> numbers;
  for (const Datum element : array_elements(required(name), name))
    numbers.push_back(DatumGetFloat8(element));
  return numbers;
}

std::vector<std::string> Arguments::texts(const char* name) const {
  std::vector<std::string> texts;
  for (const Datum element : array_elements(required(name), name))
    texts.push_back(to_string(element));
  return texts;
}

std::optional<std::int32_t> Arguments::optional_integer(const char* name) const {
  return optional(name, [](Datum value) { return DatumGetInt32(value); });
}

std::optional<std::int64_t> Arguments::optional_bigint(const char* name) const {
  return optional(name, [](Datum value) { return DatumGetInt64(value); });
}

std::optional<double> Arguments::optional_number(const char* name) const {
  return optional(name, [](Datum value) { return DatumGetFloat8(value); });
}

std::optional<std::string> Arguments::optional_text(const char* name) const {
  return optional(name, to_string);
}

std::optional<Json> Arguments::optional_json(const char* name) const {
  return optional(name, Json::of);
}

std::optional<std::vector<std::string>> Arguments::optional_texts(const char* name) const {
  if (is_null(name)) return std::nullopt;
  return texts(name);
}

void Arguments::fail_choice(const char* name, const std::string& given,
                            const std::vector<std::string>& names) {
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
              "unrecognized value for " + std::string(name) + ": " + in_quotes(given))
      .hint("Valid values are " + join(names) + ".");
}

}  // namespace microdata::postgres
