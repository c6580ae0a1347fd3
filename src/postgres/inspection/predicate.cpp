#include "postgres/inspection/predicate.hpp"

#include <utility>

#include "postgres/server/error.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/reader.hpp"

namespace microdata::postgres {

namespace {

constexpr const char* example =
    R"(As in '{"age": {"between": [30, 40]}, "race": ["white", "asian"], "sex": "F"}'.)";

Error malformed(const std::string& message) {
  return Error(ERRCODE_INVALID_PARAMETER_VALUE, message).hint(example);
}

constexpr std::size_t most_values = 100'000;

// The commas between elements and members, not those within texts.
std::size_t separators_in(const std::string& json) {
  std::size_t separators = 0;
  bool in_text = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    if (json[i] == '"') in_text = !in_text;
    if (in_text && json[i] == '\\') ++i;
    if (!in_text && json[i] == ',') ++separators;
  }
  return separators;
}

// The scalars of a JSON array.
ValueList read_scalars(const std::string& attribute, const std::string& array) {
  ValueList values;
  for (ResultRow& row :
       query("SELECT pg_catalog.jsonb_typeof(e.value), e.value #>> '{}' "
             "FROM pg_catalog.jsonb_array_elements($1::pg_catalog.jsonb) WITH ORDINALITY "
             "e (value, n) ORDER BY e.n",
             {array})) {
    if (row[0] == "object" || row[0] == "array") {
      throw malformed("a value of attribute " + in_quotes(attribute) + " in predicate is a JSON " +
                      *row[0]);
    }
    values.push_back(std::move(row[1]));
  }
  return values;
}

Interval read_interval(const std::string& attribute, const std::string& object) {
  const ResultRow row = query(
                            "SELECT j.o -> 'between', j.o - 'between' = '{}', "
                            "pg_catalog.jsonb_typeof(j.o -> 'between') "
                            "FROM (SELECT $1::pg_catalog.jsonb) j (o)",
                            {object})
                            .front();
  if (row[1] != "t" || row[2] != "array") {
    throw malformed("an object for attribute " + in_quotes(attribute) +
                    " in predicate must be of the form {\"between\": [low, high]}");
  }
  ValueList ends = read_scalars(attribute, *row[0]);
  if (ends.size() != 2) {
    throw malformed("between for attribute " + in_quotes(attribute) +
                    " in predicate must have two ends, not " + std::to_string(ends.size()))
        .detail("An end that is null is open.");
  }
  return {std::move(ends[0]), std::move(ends[1])};
}

}  // namespace

void check_number_of_values(const std::string& json) {
  if (separators_in(json) < most_values) return;
  throw Error(ERRCODE_PROGRAM_LIMIT_EXCEEDED,
              "a predicate has more than " + std::to_string(most_values) + " values")
      .hint("Ask for an interval, or for fewer values at a time.");
}

Predicate read_predicate(const std::string& json) {
  check_number_of_values(json);
  if (query("SELECT pg_catalog.jsonb_typeof($1::pg_catalog.jsonb)", {json})[0][0] != "object") {
    throw malformed("predicate must be a JSON object");
  }
  Predicate predicate;
  for (const ResultRow& row : query("SELECT e.key, pg_catalog.jsonb_typeof(e.value), e.value, "
                                    "pg_catalog.jsonb_build_array(e.value) "
                                    "FROM pg_catalog.jsonb_each($1::pg_catalog.jsonb) e",
                                    {json})) {
    AttributePredicate& one = predicate.emplace_back(AttributePredicate{*row[0], {}});
    if (row[1] == "object") {
      one.wanted = read_interval(*row[0], *row[2]);
    } else {
      one.wanted = read_scalars(*row[0], row[1] == "array" ? *row[2] : *row[3]);
    }
  }
  return predicate;
}

Dictionary read_literals(const AttributeType& type, const ValueList& literals,
                         const Progress& progress) {
  Dictionary values(type);
  for (std::size_t i = 0; i < literals.size(); ++i) {
    progress.checkpoint_at(i);
    values.encode(literals[i] ? make_key(type, read_value(type, *literals[i])) : Key{true, 0, {}});
  }
  values.finish(progress);
  return values;
}

std::vector<std::vector<Code>> common_codes(const std::vector<const Dictionary*>& dictionaries,
                                            const Progress& progress) {
  Dictionary all(dictionaries.front()->type());
  return common_codes(dictionaries, all, progress);
}

std::vector<std::vector<Code>> common_codes(const std::vector<const Dictionary*>& dictionaries,
                                            Dictionary& all, const Progress& progress) {
  const AttributeType& type = all.type();
  std::vector<std::vector<Code>> result;
  for (const Dictionary* dictionary : dictionaries) {
    std::vector<Code>& codes = result.emplace_back();
    for (Code code = 0; code < dictionary->distinct(); ++code) {
      progress.checkpoint_at(code);
      codes.push_back(all.encode(
          dictionary->is_null(code) ? Key{true, 0, {}} : make_key(type, dictionary->datum(code))));
    }
  }
  all.finish(progress);
  for (std::vector<Code>& codes : result)
    all.translate(codes, progress);
  return result;
}

}  // namespace microdata::postgres
