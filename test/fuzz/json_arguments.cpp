#include "json_arguments.hpp"

#include <cstddef>

#include "names.hpp"
#include "sql_text.hpp"

namespace microdata::fuzz {

namespace {

std::string strange_json(Choice& choice) {
  return choice.of({"null", "[]", "1", "\"x\"", "{\"no such\": 1}", "{\"\": null}",
                    "{\"bucket\": 1}", "{\"a\": {\"b\": {}}}", "true", "[{}]"});
}

std::string json_value(Choice& choice, const Attribute& attribute) {
  if (choice.one_in(12)) return "null";
  if (choice.one_in(30))
    return choice.of({"1", "1e400", "true", "-0", "\"\"", "0.1", "12345678901234567890123",
                      "\"NaN\"", "\"infinity\"", "\"no value\""});
  if (choice.one_in(8)) return json_string(attribute.type->value(choice));
  return attribute.values.empty() ? "null" : json_string(choice.of(attribute.values));
}

std::string condition(Choice& choice, const Attribute& attribute) {
  switch (choice.below(4)) {
    case 0: {
      std::vector<std::string> values;
      for (int i = choice.between(0, 4); i > 0; --i)
        values.push_back(json_value(choice, attribute));
      return "[" + joined(values, ", ") + "]";
    }
    case 1: {
      if (choice.one_in(20))
        return choice.of({"{}", "{\"between\": []}", "{\"between\": [1]}",
                          "{\"between\": [1, 2, 3]}", "{\"between\": 1}", "{\"among\": [1, 2]}",
                          "{\"between\": [null, null]}", "{\"between\": [[1], 2]}",
                          "{\"between\": [1, 2], \"x\": 1}"});
      return "{\"between\": [" + json_value(choice, attribute) + ", " +
             json_value(choice, attribute) + "]}";
    }
    default:
      return json_value(choice, attribute);
  }
}

template <typename Maker>
std::string object_argument(Choice& choice, const std::vector<Attribute>& attributes,
                            const Maker& maker) {
  if (choice.one_in(30)) return literal(strange_json(choice)) + "::jsonb";
  std::vector<std::string> entries;
  for (const Attribute& attribute : choice.some(
           attributes, choice.one_in(12) ? 0 : static_cast<std::size_t>(choice.between(1, 3)))) {
    entries.push_back(json_string(attribute.name) + ": " + maker(choice, attribute));
  }
  // A JSON text cannot contain characters that PostgreSQL's text cannot contain.
  return literal("{" + joined(entries, ", ") + "}") + "::jsonb";
}

}  // namespace

std::string tuple_argument(Choice& choice, const std::vector<Attribute>& attributes) {
  return object_argument(choice, attributes, json_value);
}

std::string predicate_argument(Choice& choice, const std::vector<Attribute>& attributes) {
  return object_argument(choice, attributes, condition);
}

std::string series_arguments(Choice& choice, const Subject& subject) {
  if (choice.one_in(30)) return literal(strange_json(choice)) + "::jsonb";
  std::vector<std::string> entries;
  const auto add = [&](const char* name, const std::vector<std::string>& names) {
    if (names.empty()) return;
    std::vector<std::string> strings;
    for (const std::string& each : names)
      strings.push_back(json_string(each));
    entries.push_back(json_string(name) + ": [" + joined(strings, ", ") + "]");
  };
  add("sensitive", subject.sensitive);
  add("identifiers", subject.identifiers);
  add("insensitive", subject.insensitive);
  add("quasi_identifiers", subject.quasi_identifiers);
  // Each method rejects most of the options that belong to other methods.
  switch (choice.below(20)) {
    case 0:
      entries.push_back(R"("format": "anatomy")");
      break;
    case 1:
      entries.push_back(R"("columns": )" +
                        choice.of<std::string>({"2", "3", "0", "2147483648", "0.5"}));
      break;
    case 2:
      entries.push_back(R"("class_column": "c")");
      break;
    case 3:
    case 4:
    case 5:
    case 6:
      entries.push_back(R"("rows": "growing")");
      break;
    default:
      break;
  }
  if (choice.one_in(3)) entries.push_back(R"("target": "fuzz.edition")");
  if (choice.one_in(30)) entries.push_back(choice.of({R"("format": 1)", R"("target": "")"}));
  return literal("{" + joined(entries, ", ") + "}") + "::jsonb";
}

}  // namespace microdata::fuzz
