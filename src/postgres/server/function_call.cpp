#include "postgres/server/function_call.hpp"

#include <algorithm>
#include <cstring>

#include "postgres/server/extension.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

std::string datum_text(Datum value) {
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
  // The rows of a second dimension would look like elements: groups of one attribute each.
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
  // A function of another version may have another name for it.
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
  return datum_text(required(name));
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
    texts.push_back(datum_text(element));
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
  return optional(name, datum_text);
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

namespace {

constexpr std::size_t prefix = 2;  // \x

unsigned digit(char c) {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a' + 10);
  fail_packed();
}

}  // namespace

bool is_text(const std::string& bytes) {
  const int size = static_cast<int>(bytes.size());
  return pg_encoding_verifymbstr(GetDatabaseEncoding(), bytes.data(), size) == size;
}

Unpacking unpacking(std::string bytes) {
  // Requests are small if the memory limit is lower, and do not depend on it.
  constexpr std::int64_t least = 64 << 20;
  return Unpacking(std::move(bytes), is_text,
                   static_cast<std::size_t>(std::max(least, memory_limit_bytes() / 4)));
}

std::string bytes_of(Datum bytea) {
  // The value is detoasted in the memory context of the call.
  const auto* const value =
      guarded([&] { return static_cast<const struct varlena*>(PG_DETOAST_DATUM_PACKED(bytea)); });
  return {VARDATA_ANY(value), VARSIZE_ANY_EXHDR(value)};
}

std::string bytes_of_text(const std::string& text) {
  if (text.size() % 2 != 0 || text.compare(0, prefix, "\\x") != 0) fail_packed();
  std::string bytes;
  bytes.reserve(text.size() / 2);
  for (std::size_t i = prefix; i < text.size(); i += 2)
    bytes.push_back(static_cast<char>(digit(text[i]) << 4 | digit(text[i + 1])));
  return bytes;
}

std::string bytes_constant(const std::string& bytes) {
  constexpr const char* digits = "0123456789abcdef";
  std::string text = "pg_catalog.decode('";
  text.reserve(text.size() + 2 * bytes.size() + 8);
  for (const char c : bytes) {
    text.push_back(digits[static_cast<unsigned char>(c) >> 4]);
    text.push_back(digits[static_cast<unsigned char>(c) & 0xf]);
  }
  return text + "', 'hex')";
}

Datum bytes_result(const std::string& bytes, MemoryContext context) {
  const std::size_t size = VARHDRSZ + bytes.size();
  auto* const result =
      guarded([&] { return static_cast<struct varlena*>(MemoryContextAllocHuge(context, size)); });
  SET_VARSIZE(result, size);
  std::copy(bytes.begin(), bytes.end(), VARDATA(result));
  return PointerGetDatum(result);
}

}  // namespace microdata::postgres
