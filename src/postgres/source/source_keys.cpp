#include "postgres/source/source_keys.hpp"

#include <iterator>
#include <utility>

#include "postgres/catalog/catalog.hpp"
#include "postgres/server/error.hpp"
#include "postgres/server/json.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

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

// Numbers as they are, but for those that JSON does not have.
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

}  // namespace microdata::postgres
