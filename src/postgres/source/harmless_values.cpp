#include "postgres/source/harmless_values.hpp"

#include <cstddef>
#include <span>

#include "postgres/server/guard.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/reader.hpp"
#include "postgres/source/source_tuples.hpp"

namespace microdata::postgres {

namespace {

[[noreturn]] void fail_harmless(const std::string& detail) {
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
              "harmless must be a JSON object with an array of values for each attribute")
      .detail(detail)
      .hint(R"(Write it as in harmless => '{"diagnosis": ["J06", null]}'.)");
}

// Encodes a harmless value; fails if the type does not accept it.
void encode_harmless(const SourceColumn& column, const std::optional<std::string>& value,
                     Dictionary& dictionary) {
  if (!value) {
    dictionary.encode(Key{true, 0, {}});
    return;
  }
  try {
    dictionary.encode(make_key(column.type, read_value(column.type, *value)));
  } catch (const PostgresError& error) {
    if (ERRCODE_TO_CATEGORY(error.data->sqlerrcode) != ERRCODE_DATA_EXCEPTION) throw;
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "invalid harmless value " + in_quotes(*value) +
                                                     " of attribute " + in_quotes(column.name))
        .detail("The attribute is of type " + type_name(column.type) + ".")
        .hint("Give values of this type in harmless, or declare them with declare_roles().");
  }
}

// Returns, for each number, 1 if it is among the harmless ones; empty if none is. Numbers are below
// `distinct`.
std::vector<std::uint8_t> marked(std::span<const Code> numbers, std::span<const Code> harmless,
                                 Code distinct) {
  std::vector<std::uint8_t> is_harmless(distinct);
  for (const Code number : harmless)
    is_harmless[number] = 1;
  std::vector<std::uint8_t> marks;
  bool any = false;
  for (const Code number : numbers) {
    marks.push_back(is_harmless[number]);
    any = any || marks.back() != 0;
  }
  if (!any) marks.clear();
  return marks;
}

}  // namespace

HarmlessByAttribute read_harmless(const Json& argument) {
  if (!argument.is_object()) fail_harmless(std::string("It is of type ") + argument.type() + ".");
  HarmlessByAttribute harmless;
  for (const auto& [attribute, values] : argument.members()) {
    if (!values.is_array() && !values.is_null()) {
      fail_harmless("Attribute " + in_quotes(attribute) + " has a value of type " + values.type() +
                    ".");
    }
    for (const Json& value : values.elements()) {
      if (value.is_array() || value.is_object()) {
        fail_harmless("The array of attribute " + in_quotes(attribute) +
                      " has an element of type " + value.type() + ".");
      }
    }
    harmless[attribute] = harmless_values(values);
  }
  return harmless;
}

Json harmless_json(const HarmlessByAttribute& harmless) {
  Json json = Json::object();
  for (const auto& [attribute, values] : harmless)
    json.add(attribute, values);
  return json;
}

HarmlessValues canonical_harmless(const SourceColumn& column, const HarmlessValues& harmless) {
  if (harmless.empty()) return {};
  const PlainText settings;
  Dictionary dictionary(column.type);
  for (const std::optional<std::string>& value : harmless) {
    check_for_interrupts();
    const MemoryScope memory;
    encode_harmless(column, value, dictionary);
  }
  dictionary.finish({});
  return texts_of(dictionary, {});
}

std::vector<std::uint8_t> marked_harmless(const AttributeType& type,
                                          const std::vector<std::optional<std::string>>& values,
                                          const HarmlessValues& harmless,
                                          const Progress& progress) {
  if (harmless.empty()) return {};
  Dictionary none(type);
  none.finish(progress);
  const NumberedTogether all = number_together(
      none, values.size() + harmless.size(),
      [&](std::size_t i) { return i < values.size() ? values[i] : harmless[i - values.size()]; },
      progress);
  const std::span<const Code> numbers = all.others;
  return marked(numbers.first(values.size()), numbers.subspan(values.size()), all.distinct);
}

std::vector<std::uint8_t> harmless_codes(const Dictionary& dictionary,
                                         const HarmlessValues& harmless, const Progress& progress) {
  if (harmless.empty()) return {};
  const NumberedTogether all = number_together(
      dictionary, harmless.size(), [&](std::size_t i) { return harmless[i]; }, progress);
  return marked(all.known, all.others, all.distinct);
}

std::string harmless_in_words(const HarmlessByAttribute& harmless) {
  std::vector<std::string> parts;
  for (const auto& [attribute, values] : harmless) {
    if (values.empty()) continue;
    parts.push_back(count_of(values.size(), "harmless value") + " of " + in_quotes(attribute));
  }
  return parts.empty() ? "" : "no bound holds for " + join(parts, " and ");
}

}  // namespace microdata::postgres
