#include "postgres/source/source_tuples.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "postgres/catalog/declared_roles.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/json.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/reader.hpp"
#include "postgres/values/generalized.hpp"

namespace microdata::postgres {

SourceTuples::SourceTuples(const Source& source, std::vector<std::string> attributes,
                           const Progress& progress)
    : attributes_(std::move(attributes)) {
  std::vector<Dictionary*> read_into;
  dictionaries_.reserve(attributes_.size());
  for (const std::string& attribute : attributes_) {
    const SourceColumn* column = source.find(attribute);
    if (column == nullptr) {
      throw Error(ERRCODE_UNDEFINED_COLUMN, "column " + in_quotes(attribute) + " of relation " +
                                                in_quotes(source.name) + " does not exist");
    }
    read_into.push_back(&dictionaries_.emplace_back(column->type));
  }
  codes_ = read_columns(source.relation, attributes_, read_into);
  finish(progress);
}

SourceTuples::SourceTuples(std::vector<std::string> attributes,
                           std::vector<Dictionary> dictionaries,
                           std::vector<std::vector<Code>> codes, const Progress& progress)
    : attributes_(std::move(attributes)),
      dictionaries_(std::move(dictionaries)),
      codes_(std::move(codes)) {
  finish(progress);
}

void SourceTuples::finish(const Progress& progress) {
  count_ = row_count(codes_);
  for (std::size_t i = 0; i < attributes_.size(); ++i) {
    dictionaries_[i].finish(progress);
    dictionaries_[i].translate(codes_[i], progress);
  }
}

void SourceTuples::keep(std::span<const Row> tuples) {
  for (std::vector<Code>& codes : codes_) {
    std::vector<Code> kept;
    kept.reserve(tuples.size());
    for (const Row tuple : tuples)
      kept.push_back(codes[tuple]);
    codes = std::move(kept);
  }
  count_ = tuples.size();
}

std::vector<std::vector<Code>> SourceTuples::read(std::span<const std::string> attributes,
                                                  std::span<Dictionary* const> dictionaries) const {
  std::vector<std::vector<Code>> result;
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    const std::size_t at = position(attributes[i]);
    const std::vector<Code> there = dictionaries_[at].add_to(*dictionaries[i]);
    std::vector<Code> codes;
    codes.reserve(count_);
    for (const Code code : codes_[at])
      codes.push_back(there[code]);
    result.push_back(std::move(codes));
  }
  return result;
}

std::size_t SourceTuples::position(const std::string& attribute) const {
  const auto found = std::find(attributes_.begin(), attributes_.end(), attribute);
  // The tuples might come from the caller of a function.
  if (found == attributes_.end()) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                "the tuples lack the attribute " + in_quotes(attribute));
  }
  return static_cast<std::size_t>(found - attributes_.begin());
}

namespace {

constexpr const char* columns_of_key =
    "SELECT a.attname FROM (SELECT i.indrelid, i.indkey, i.indnkeyatts FROM "
    "pg_catalog.pg_index i "
    "WHERE i.indrelid = $1::pg_catalog.oid AND i.indisunique AND "
    "i.indimmediate AND i.indislive "
    "AND i.indisvalid AND i.indpred IS NULL AND i.indexprs IS NULL AND NOT "
    "EXISTS ("
    "SELECT FROM pg_catalog.generate_series(0, i.indnkeyatts - 1) k (n) "
    "JOIN pg_catalog.pg_attribute c ON c.attrelid = i.indrelid AND c.attnum = "
    "i.indkey[k.n] "
    "WHERE NOT c.attnotnull) "
    "ORDER BY i.indisprimary DESC, i.indnkeyatts, i.indexrelid LIMIT 1) i "
    "CROSS JOIN LATERAL pg_catalog.generate_series(0, i.indnkeyatts - 1) k (n) "
    "JOIN pg_catalog.pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = "
    "i.indkey[k.n] "
    "ORDER BY k.n";

std::vector<std::string> key_names(const Source& source) {
  std::vector<std::string> names;
  for (const ResultRow& row : query(columns_of_key, {std::to_string(source.relation)}))
    names.push_back(*row.front());
  if (!names.empty()) return names;
  for (const DeclaredRole& declared : declared_roles(source.relation)) {
    if (declared.subject || declared.role == Role::identifier) names.push_back(declared.attribute);
  }
  if (!names.empty()) return names;
  throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
              in_quotes(source.name) + " has no key to tell persons by")
      .hint(
          "Give it a primary key, or declare its identifiers by "
          "declare_roles().");
}

// Returns the value as JSON: a number if JSON has it, otherwise a text.
Json json_of(const Dictionary& values, Code code) {
  if (values.is_null(code)) return {};
  std::string text = values.text(code);
  const bool number = values.type().projection == Projection::integer ||
                      (values.type().projection == Projection::numeric &&
                       text.find_first_not_of("0123456789.-") == std::string::npos);
  return number ? Json::numeric(std::move(text)) : Json(std::move(text));
}

}  // namespace

SourceKeys::SourceKeys(const Source& source, const std::vector<std::string>& subject)
    : names_(subject.empty() ? key_names(source) : subject) {
  for (const std::string& name : names_) {
    const SourceColumn* const column = source.find(name);
    if (column == nullptr) {
      throw Error(ERRCODE_UNDEFINED_COLUMN,
                  "column " + in_quotes(name) + " of " + in_quotes(source.name) + " is gone");
    }
    dictionaries_.emplace_back(column->type);
  }
}

void SourceKeys::add_to(std::vector<std::string>& names, std::vector<Dictionary*>& dictionaries) {
  names.insert(names.end(), names_.begin(), names_.end());
  for (Dictionary& dictionary : dictionaries_)
    dictionaries.push_back(&dictionary);
}

void SourceKeys::take_from(std::vector<std::vector<Code>>& codes, const Progress& progress) {
  const auto first = codes.end() - static_cast<std::ptrdiff_t>(names_.size());
  codes_.assign(std::make_move_iterator(first), std::make_move_iterator(codes.end()));
  codes.erase(first, codes.end());
  for (std::size_t i = 0; i < codes_.size(); ++i) {
    dictionaries_[i].finish(progress);
    dictionaries_[i].translate(codes_[i], progress);
  }
}

void SourceKeys::make_one_each(std::span<const std::uint32_t> person_of, std::size_t persons) {
  for (std::vector<Code>& codes : codes_) {
    std::vector<Code> of_persons(persons);
    for (std::size_t row = 0; row < person_of.size(); ++row)
      of_persons[person_of[row]] = codes[row];
    codes = std::move(of_persons);
  }
}

std::string SourceKeys::of(Row row) const {
  Json json = Json::object();
  for (std::size_t i = 0; i < names_.size(); ++i)
    json.add(names_[i], json_of(dictionaries_[i], codes_[i][row]));
  return json.str();
}

namespace {

Key key_of(const AttributeType& type, const std::optional<std::string>& value) {
  if (value) return make_key(type, read_value(type, *value));
  Key null;
  null.is_null = true;
  return null;
}

}  // namespace

NumberedTogether number_together(
    const Dictionary& dictionary, std::size_t count,
    const std::function<std::optional<std::string>(std::size_t)>& text_of,
    const Progress& progress) {
  const PlainText settings;
  Dictionary all(dictionary.type());
  NumberedTogether numbered{dictionary.add_to(all), {}, 0};
  numbered.others.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    progress.checkpoint();
    // The dictionary copies the value.
    const MemoryScope memory;
    numbered.others.push_back(all.encode(key_of(dictionary.type(), text_of(i))));
  }
  all.finish(progress);
  all.translate(numbered.known, progress);
  all.translate(numbered.others, progress);
  numbered.distinct = all.distinct();
  return numbered;
}

namespace {

Dictionary dictionary_of_one(const AttributeType& type, const std::string& text) {
  Dictionary dictionary(type);
  dictionary.encode(make_key(type, read_value(type, text)));
  dictionary.finish({});
  return dictionary;
}

}  // namespace

KnownTuple read_tuple(const Json& json) {
  if (!json.is_object()) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "tuple must be a JSON object")
        .hint(R"(As in '{"age": 22, "sex": "M"}'.)");
  }
  KnownTuple tuple;
  for (const auto& [name, value] : json.members())
    tuple.emplace(name, value.text());
  return tuple;
}

void check_tuple(const Release& release, const KnownTuple& tuple) {
  for (const auto& [name, value] : tuple) {
    const auto found = std::find_if(
        release.attributes.begin(), release.attributes.end(),
        [&, n = &name](const ReleaseAttribute& attribute) { return attribute.name == *n; });
    if (found == release.attributes.end()) {
      throw Error(ERRCODE_UNDEFINED_COLUMN, "the release has no attribute " + in_quotes(name));
    }
    if (found->role != Role::quasi_identifier) {
      throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                  "attribute " + in_quotes(name) + " is " + role_name(found->role))
          .hint("The tuple holds what an attacker knows: values of quasi-identifiers.");
    }
  }
}

std::vector<std::uint8_t> covering_labels(const std::string& attribute, const Dictionary& labels,
                                          const std::optional<std::string>& value) {
  const Oid range = labels.type().base;
  const bool is_range = guarded([&] { return type_is_range(range); });
  if (!is_range && range != TEXTOID) {
    throw Error(ERRCODE_DATATYPE_MISMATCH, "attribute " + in_quotes(attribute) + " is of type " +
                                               type_name(labels.type()) + " in the release")
        .detail("It was generalized, to a range or to text.");
  }
  const Oid element = is_range ? guarded([&] { return get_range_subtype(range); }) : TEXTOID;
  Dictionary one(attribute_type(element, -1, is_range ? InvalidOid : C_COLLATION_OID));
  if (value) {
    one = dictionary_of_one(one.type(), *value);
  } else {
    one.encode({true, 0, {}});
    one.finish({});
  }
  const GeneralizedType type{is_range ? range : InvalidOid, {}};
  const Progress progress;
  CoveredCodes covered(one, type, progress);
  std::vector<std::uint8_t> covers;
  for (Code label = 0; label < labels.distinct(); ++label) {
    const bool is_null = labels.is_null(label);
    covers.push_back(covered.of(is_null, is_null ? 0 : labels.datum(label)).empty() ? 0 : 1);
  }
  return covers;
}

}  // namespace microdata::postgres
