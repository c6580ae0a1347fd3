#include "postgres/server/text.hpp"

#include <array>
#include <charconv>
#include <cstdio>

#include "postgres/server/guard.hpp"

namespace microdata::postgres {

std::string quote_name(std::string_view name) {
  const std::string terminated(name);
  return guarded([&] { return quote_identifier(terminated.c_str()); });
}

std::string quote_value(std::string_view value) {
  const std::string terminated(value);
  return guarded([&] { return quote_literal_cstr(terminated.c_str()); });
}

namespace {

// Makes the schema keep its name to the end of the transaction, if the caller might read by it.
// ALTER SCHEMA ... RENAME waits for this lock, and for no lock of the schema's relations.
void keep_name_of_schema(Oid schema) {
  if (OidIsValid(schema) && (compat::may_look_into_schema(schema, GetUserId()) ||
                             compat::may_create_in(schema, GetUserId())))
    LockDatabaseObject(NamespaceRelationId, schema, 0, AccessShareLock);
}

}  // namespace

void keep_name(Oid relation) {
  guarded([&] { keep_name_of_schema(get_rel_namespace(relation)); });
}

std::string qualified_name(Oid relation) {
  return guarded([&]() -> const char* {
    const Oid schema = get_rel_namespace(relation);
    keep_name_of_schema(schema);
    const char* name = get_rel_name(relation);
    if (name == nullptr) {
      ereport(ERROR, (errcode(ERRCODE_UNDEFINED_TABLE),
                      errmsg("relation with OID %u does not exist", relation)));
    }
    return quote_qualified_identifier(get_namespace_name(schema), name);
  });
}

std::string kept_schema(Oid schema) {
  return guarded([&]() -> const char* {
    keep_name_of_schema(schema);
    const char* const name = get_namespace_name(schema);
    if (name == nullptr)
      ereport(ERROR, (errcode(ERRCODE_UNDEFINED_SCHEMA),
                      errmsg("schema with OID %u does not exist", schema)));
    return name;
  });
}

std::string qualified_name(Oid schema, const std::string& name) {
  return quote_name(kept_schema(schema)) + "." + quote_name(name);
}

std::string relation_name(Oid relation) {
  const char* name = guarded([&] { return get_rel_name(relation); });
  return name == nullptr ? std::to_string(relation) : name;
}

std::string in_quotes(std::string_view name) {
  return '"' + std::string(name) + '"';
}

bool same_but_for_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) {
    return pg_tolower(static_cast<unsigned char>(x)) == pg_tolower(static_cast<unsigned char>(y));
  });
}

std::vector<std::string> split_names(const std::string& list, const char* argument) {
  // The server's parser cuts the text up in place.
  char* text = guarded([&] { return pstrdup(list.c_str()); });
  struct Split {
    bool valid;
    List* names;
  };
  const Split split = guarded([&] {
    Split s{};
    s.valid = SplitIdentifierString(text, ',', &s.names);
    return s;
  });
  if (!split.valid || split.names == NIL) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                "invalid list of attributes in " + std::string(argument) + ": " + in_quotes(list))
        .hint("Write names separated by commas, in double quotes where they need them.");
  }
  std::vector<std::string> names;
  for (int i = 0; i < list_length(split.names); ++i) {
    names.emplace_back(static_cast<const char*>(list_nth(split.names, i)));
  }
  return names;
}

std::string join(const std::vector<std::string>& parts, std::string_view separator) {
  std::string joined;
  for (const std::string& part : parts) {
    if (!joined.empty()) joined += separator;
    joined += part;
  }
  return joined;
}

double without_noise(double number) {
  std::array<char, 64> buffer{};
  const auto written = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number,
                                     std::chars_format::general, 12);
  double result = number;
  (void)std::from_chars(buffer.data(), written.ptr, result);
  return result;
}

std::string oid_array(const std::vector<Oid>& oids) {
  return number_array({oids.begin(), oids.end()});
}

std::string number_array(const std::vector<std::int64_t>& numbers) {
  std::vector<std::string> texts;
  for (const std::int64_t number : numbers)
    texts.push_back(std::to_string(number));
  return "{" + join(texts, ",") + "}";
}

std::string count_of(std::uint64_t number, const char* what) {
  return std::to_string(number) + " " + what + (number == 1 ? "" : "s");
}

double to_number(std::string_view text) {
  double number = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || rest != text.data() + text.size()) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "invalid number: " + in_quotes(text));
  }
  return number;
}

std::string rounded(double number, int digits) {
  std::array<char, 64> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%.*f", digits, number);
  std::string text = buffer.data();
  if (text.find('.') != std::string::npos) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
  }
  return text;
}

}  // namespace microdata::postgres
