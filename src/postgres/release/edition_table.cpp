#include "postgres/release/edition_table.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "core/microdata/attribute_set.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/person_hashes.hpp"
#include "postgres/source/reader.hpp"

namespace microdata::postgres {

namespace {

// Sensitive values of the source and of signatures, as one set.
struct ValuesOfSeries {
  Dictionary dictionary;
  std::vector<Code> of_source;
  std::vector<Signature> signatures;
};

ValuesOfSeries bring_values_together(const Dictionary& source,
                                     const std::vector<SignatureTexts>& remembered,
                                     const Progress& progress) {
  const PlainText settings;
  ValuesOfSeries values{Dictionary(source.type()), {}, {}};
  for (const SignatureTexts& texts : remembered) {
    Signature& signature = values.signatures.emplace_back();
    for (const auto& text : texts) {
      signature.push_back(values.dictionary.encode(
          text ? make_key(source.type(), read_value(source.type(), *text)) : Key{true, 0, {}}));
    }
  }
  values.of_source = source.add_to(values.dictionary);
  values.dictionary.finish(progress);
  values.dictionary.translate(values.of_source, progress);
  for (Signature& signature : values.signatures) {
    values.dictionary.translate(signature, progress);
    std::sort(signature.begin(), signature.end());
    if (std::adjacent_find(signature.begin(), signature.end()) != signature.end()) {
      throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
                  "values that were different in former editions are equal now")
          .hint("The collation of the sensitive attribute may have changed. Begin a new series.");
    }
  }
  return values;
}

SignatureTexts texts_of(const Signature& signature, const Dictionary& values) {
  const PlainText settings;
  SignatureTexts texts;
  for (const Code code : signature) {
    texts.push_back(values.is_null(code) ? std::nullopt : std::optional(values.text(code)));
  }
  return texts;
}

// What is remembered of the persons of the table, row by row.
struct RememberedRows {
  std::vector<RememberedPerson> persons;
  std::vector<std::string> hashes;
  // By row, one of `persons`, or `none`.
  std::vector<std::uint32_t> of_row;
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

  const RememberedPerson* of(Row row) const {
    return of_row[row] == none ? nullptr : &persons[of_row[row]];
  }
};

RememberedRows recall(const Table& table, const Series& series, const Progress& progress) {
  RememberedRows rows{
      remembered_persons(series.id), person_hashes(table, series.key, progress), {}};
  std::unordered_map<std::string, std::uint32_t> numbers;
  numbers.reserve(rows.persons.size());
  for (std::uint32_t p = 0; p < rows.persons.size(); ++p)
    numbers.emplace(rows.persons[p].hash, p);
  for (std::size_t row = 0; row < rows.hashes.size(); ++row) {
    progress.checkpoint_at(row);
    const auto found = numbers.find(rows.hashes[row]);
    rows.of_row.push_back(found == numbers.end() ? RememberedRows::none : found->second);
  }
  return rows;
}

// What is to be remembered anew of the persons, by what the edition made of them.
PersonChanges changes_of(const RememberedRows& rows, const Edition& edition) {
  std::vector<std::optional<std::uint32_t>> signatures(rows.hashes.size());
  for (std::size_t b = 0; b < edition.buckets.buckets(); ++b) {
    for (const Row row : edition.buckets.bucket(b))
      signatures[row] = edition.signature_of[b];
  }
  PersonChanges changes;
  for (const Row row : edition.withheld) {
    if (!rows.of(row)->withheld) changes.withheld.push_back(rows.hashes[row]);
  }
  std::vector<bool> there(rows.persons.size());
  for (Row row = 0; row < rows.hashes.size(); ++row) {
    const RememberedPerson* person = rows.of(row);
    if (person == nullptr) {
      changes.arrivals.push_back({rows.hashes[row], signatures[row], false, false});
      continue;
    }
    there[rows.of_row[row]] = true;
    if (person->gone) changes.returned.push_back(person->hash);
    if (!person->signature && signatures[row])
      changes.placed.push_back({person->hash, signatures[row], false, false});
  }
  for (std::size_t p = 0; p < rows.persons.size(); ++p) {
    const RememberedPerson& person = rows.persons[p];
    if (there[p]) continue;
    if (!person.signature) {
      changes.forgotten.push_back(person.hash);
    } else if (!person.gone) {
      changes.gone.push_back(person.hash);
    }
  }
  return changes;
}

[[noreturn]] void fail_infeasible(const EditionTable& made, const Series& series) {
  const Attribute& attribute = made.table.data.attributes[made.sensitive];
  std::vector<Row> counts(attribute.distinct);
  for (const Row row : made.edition.waiting)
    ++counts[made.table.data.columns[made.sensitive][row]];
  const auto most = std::max_element(counts.begin(), counts.end());
  throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
              "m = " + std::to_string(series.m) + " is infeasible for " + in_quotes(attribute.name))
      .detail("Of " + std::to_string(made.edition.waiting.size()) +
              " persons who could be published, " + std::to_string(*most) + " have the value " +
              in_quotes(made.table.dictionaries[made.sensitive].text(
                  static_cast<Code>(most - counts.begin()))) +
              ".")
      .hint("At most one of m persons may have the same value.");
}

}  // namespace

std::vector<AssignedRole> roles_in_series(const Source& source, const Series& series) {
  if (series.attributes.size() < series.attributes_at_first) {
    throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
                in_quotes(source.name) + " no longer has all attributes of series " +
                    in_quotes(series.name))
        .detail("What a series publishes is fixed at its beginning.");
  }
  std::vector<AssignedRole> roles(source.columns.size(),
                                  {.role = Role::identifier, .chosen = true});
  for (const SeriesAttribute& attribute : series.attributes) {
    const std::size_t column = column_position(source, attribute.name, "series");
    if (type_in_ddl(source.columns[column].type) != attribute.type) {
      throw Error(ERRCODE_DATATYPE_MISMATCH, "attribute " + in_quotes(attribute.name) +
                                                 " of series " + in_quotes(series.name) +
                                                 " was of type " + attribute.type)
          .detail("Types of attributes are fixed at the beginning of a series.");
    }
    roles[column].role = attribute.role;
    roles[column].subject = attribute.subject;
  }
  return roles;
}

EditionTable make_edition_table(Table table, const Series& series, Random& random,
                                const Progress& progress) {
  require_one_row_each(table.subjects, "publish_series()");
  const Microdata& data = table.data;
  const std::size_t sensitive = attributes_with_role(data, Role::sensitive).front();
  progress.phase("recall");
  const RememberedRows rows = recall(table, series, progress);
  ValuesOfSeries values = bring_values_together(table.dictionaries[sensitive],
                                                remembered_signatures(series.id), progress);
  // Who was withheld once has a value that no signature has.
  const Code none = values.dictionary.distinct();
  std::vector<Code> codes;
  std::vector<std::uint32_t> remembered;
  std::vector<std::uint8_t> waited;
  for (Row row = 0; row < data.rows; ++row) {
    const RememberedPerson* person = rows.of(row);
    codes.push_back(person != nullptr && person->withheld
                        ? none
                        : values.of_source[data.columns[sensitive][row]]);
    remembered.push_back(person != nullptr ? person->signature.value_or(no_signature)
                                           : no_signature);
    waited.push_back(person != nullptr && !person->signature ? 1 : 0);
  }
  progress.phase("divide");
  const AttributeSet near_by = attributes_with_role(data, Role::quasi_identifier);
  EditionOptions options;
  options.m = series.m;
  Edition edition = make_edition({data, near_by, codes, none + 1, remembered, waited},
                                 values.signatures, options, random, progress);
  EditionTable made{std::move(table),
                    sensitive,
                    std::move(values.dictionary),
                    std::move(edition),
                    values.signatures.size(),
                    {},
                    {}};
  if (made.edition.buckets.buckets() == 0) fail_infeasible(made, series);
  for (std::size_t s = made.first_signature; s < made.edition.signatures.size(); ++s)
    made.signatures.push_back(texts_of(made.edition.signatures[s], made.values));
  made.changes = changes_of(rows, made.edition);
  return made;
}

}  // namespace microdata::postgres
