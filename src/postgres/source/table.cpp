#include "postgres/source/table.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <span>
#include <utility>
#include <variant>

#include "core/microdata/row_order.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/disclosing_columns.hpp"
#include "postgres/source/key_columns.hpp"
#include "postgres/source/reader.hpp"
#include "postgres/source/region_rows.hpp"
#include "postgres/source/structured_values.hpp"

namespace microdata::postgres {

namespace {

AttributeSet every_attribute(const Microdata& data) {
  AttributeSet all(data.attributes.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

bool is_null(const Microdata& data, std::size_t attribute, Row row) {
  const Attribute& a = data.attributes[attribute];
  return a.nullable && data.columns[attribute][row] + 1 == a.distinct;
}

std::vector<std::string> names_of(const Microdata& data, const AttributeSet& attributes) {
  std::vector<std::string> names;
  for (const std::size_t a : attributes)
    names.push_back(data.attributes[a].name);
  return names;
}

void check_known(const Microdata& names, const Progress& progress) {
  AttributeSet nullable;
  for (std::size_t a = 0; a < names.attributes.size(); ++a) {
    if (names.attributes[a].nullable) nullable.push_back(a);
  }
  if (nullable.empty()) return;
  Row unknown = 0;
  for (Row row = 0; row < names.rows; ++row) {
    progress.checkpoint_at(row);
    unknown += std::any_of(nullable.begin(), nullable.end(),
                           [&](std::size_t a) { return is_null(names, a, row); })
                   ? 1
                   : 0;
  }
  fail_without_person(unknown, names.rows, names_of(names, nullable));
}

// Finds the attributes with one value in all rows of each person. If each person has one row, these
// are all attributes.
void find_attributes_of_persons(const Microdata& data, const AttributeSet& declared,
                                SubjectRows& subjects, const Progress& progress) {
  if (subjects.one_row_each()) {
    subjects.of_person = every_attribute(data);
    return;
  }
  for (const std::size_t a : every_attribute(data)) {
    const Row several = persons_with_several_values(data, subjects.persons, a, progress);
    if (several == 0) {
      subjects.of_person.push_back(a);
    } else if (std::find(declared.begin(), declared.end(), a) != declared.end()) {
      fail_not_of_person(data.attributes[a].name, several,
                         static_cast<std::int64_t>(subjects.persons.buckets()));
    }
  }
}

PersonFacts facts_of(const SubjectRows& subjects) {
  return {subjects.names.rows,
          static_cast<std::int64_t>(subjects.persons.buckets()),
          subjects.with_several_rows(),
          subjects.most_rows(),
          {}};
}

void report_attributes(const Microdata& data, const SubjectRows& subjects) {
  AttributeSet of_rows;
  const AttributeSet all = every_attribute(data);
  std::set_difference(all.begin(), all.end(), subjects.of_person.begin(), subjects.of_person.end(),
                      std::back_inserter(of_rows));
  remark_persons(names_of(data, subjects.of_person), names_of(data, of_rows), facts_of(subjects));
}

}  // namespace

Row SubjectRows::with_several_rows() const {
  Row several = 0;
  for (std::size_t p = 0; p < persons.buckets(); ++p)
    several += persons.bucket(p).size() > 1 ? 1 : 0;
  return several;
}

Row SubjectRows::most_rows() const {
  std::size_t most = 0;
  for (std::size_t p = 0; p < persons.buckets(); ++p)
    most = std::max(most, persons.bucket(p).size());
  return static_cast<Row>(most);
}

SubjectRows find_subjects(const Microdata& data, Microdata names, const AttributeSet& declared,
                          const Progress& progress) {
  check_known(names, progress);
  SubjectRows subjects{std::move(names), {}, {}};
  subjects.persons = subjects_of(subjects.names, every_attribute(subjects.names), progress);
  find_attributes_of_persons(data, declared, subjects, progress);
  if (!subjects.one_row_each()) report_attributes(data, subjects);
  return subjects;
}

void sort_rows(Microdata& data, SubjectRows& subjects, const Progress& progress) {
  Microdata& names = subjects.names;
  const auto attributes = static_cast<std::ptrdiff_t>(data.attributes.size());
  std::move(names.attributes.begin(), names.attributes.end(), std::back_inserter(data.attributes));
  std::move(names.columns.begin(), names.columns.end(), std::back_inserter(data.columns));
  microdata::sort_rows(data, progress);
  std::move(data.attributes.begin() + attributes, data.attributes.end(), names.attributes.begin());
  std::move(data.columns.begin() + attributes, data.columns.end(), names.columns.begin());
  data.attributes.resize(static_cast<std::size_t>(attributes));
  data.columns.resize(static_cast<std::size_t>(attributes));
  subjects.persons = subjects_of(names, every_attribute(names), progress);
}

void require_one_row_each(const std::optional<SubjectRows>& subjects, const std::string& what,
                          const char* hint) {
  if (!subjects || subjects->one_row_each()) return;
  fail_several_rows_each(facts_of(*subjects), what, hint);
}

Json subject_json(const SubjectRows& subjects) {
  return json_array(subjects.names.attributes,
                    [](const Attribute& attribute) -> Json { return attribute.name; });
}

Attribute make_attribute(const std::string& name, Role role, const Dictionary& dictionary) {
  Attribute attribute;
  attribute.name = name;
  attribute.role = role;
  attribute.distinct = dictionary.distinct();
  attribute.divisible = dictionary.type().comparison != Comparison::text;
  attribute.nullable = dictionary.nullable();
  attribute.projection = dictionary.projection();
  return attribute;
}

namespace {

// Columns of the source that are read, each into its own dictionary.
struct ReadColumns {
  std::vector<std::size_t> columns;
  std::vector<Dictionary> dictionaries;
  // True if dictionaries begin with the known values of the whole table.
  bool of_region = false;

  void add(std::size_t column, const Source& source) {
    columns.push_back(column);
    dictionaries.emplace_back(source.columns[column].type);
    if (of_region) begin_with_globals(dictionaries.back(), source.columns[column].name);
  }
};

// True if only one region of the source is read.
bool is_region_read(const Source& source) {
  const RegionRows* rows = RegionRows::current();
  return rows != nullptr && rows->knows(source.relation);
}

// Returns the columns as core data; takes their provisional codes, one column after another.
Microdata make_data(const Source& source, const std::vector<AssignedRole>& roles, ReadColumns& read,
                    std::span<std::vector<Code>> codes, const Progress& progress) {
  Microdata data;
  data.rows = static_cast<Row>(codes.front().size());
  for (std::size_t i = 0; i < read.columns.size(); ++i) {
    const std::size_t column = read.columns[i];
    const std::string& name = source.columns[column].name;
    read.dictionaries[i].finish(progress);
    read.dictionaries[i].translate(codes[i], progress);
    data.attributes.push_back(make_attribute(name, roles[column].role, read.dictionaries[i]));
    if (roles[column].role == Role::sensitive && !data.attributes.back().numeric())
      data.attributes.back().amounts = amounts_if_all_are(read.dictionaries[i], progress);
    if (read.of_region) {
      data.attributes.back().table_counts = global_counts(read.dictionaries[i], name);
    }
    data.columns.push_back(std::move(codes[i]));
  }
  return data;
}

AttributeSet declared_of_persons(const std::vector<AssignedRole>& roles,
                                 const std::vector<std::size_t>& columns) {
  AttributeSet declared;
  for (std::size_t a = 0; a < columns.size(); ++a) {
    if (roles[columns[a]].of_person) declared.push_back(a);
  }
  return declared;
}

// Groups rows that are all those of some persons of a table. Attributes are of persons if they are
// in the table.
SubjectRows known_subjects(const Microdata& data, Microdata names, const PersonFacts& facts,
                           const Progress& progress) {
  SubjectRows subjects{std::move(names), {}, {}, true};
  subjects.persons = subjects_of(subjects.names, every_attribute(subjects.names), progress);
  for (const std::size_t a : every_attribute(data)) {
    const std::string& name = data.attributes[a].name;
    if (std::find(facts.of_person.begin(), facts.of_person.end(), name) == facts.of_person.end())
      continue;
    // Hashes decide if an attribute is of persons, which two values might share.
    const Row several = persons_with_several_values(data, subjects.persons, a, progress);
    if (several > 0)
      fail_not_of_person(name, several, static_cast<std::int64_t>(subjects.persons.buckets()));
    subjects.of_person.push_back(a);
  }
  return subjects;
}

}  // namespace

namespace {

// Fails if nothing is published: codes without a column would have no rows.
void require_published(const Source& source, const ReadColumns& published) {
  if (!published.columns.empty()) return;
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
              "relation " + in_quotes(source.name) + " has no column to publish")
      .detail("All of its columns are identifiers.");
}

[[noreturn]] void fail_without_rows(const Source& source) {
  throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
              "relation " + in_quotes(source.name) + " has no rows");
}

}  // namespace

void set_harmless(const std::vector<AssignedRole>& roles, Table& table, const Progress& progress) {
  table.harmless.clear();
  for (std::size_t a = 0; a < table.columns.size(); ++a) {
    table.harmless.push_back(roles[table.columns[a]].harmless);
    table.data.attributes[a].harmless =
        harmless_codes(table.dictionaries[a], table.harmless.back(), progress);
  }
}

Table read_table(const Source& source, const std::vector<AssignedRole>& roles, Purpose purpose,
                 const Progress& progress) {
  const bool of_region = is_region_read(source);
  ReadColumns published;
  published.of_region = of_region;
  ReadColumns subject;
  for (std::size_t i = 0; i < source.columns.size(); ++i) {
    if (roles[i].subject) subject.add(i, source);
    if (roles[i].role != Role::identifier) published.add(i, source);
  }
  require_published(source, published);
  const std::vector<std::size_t> counted =
      of_region ? std::vector<std::size_t>() : columns_to_count(source, roles);
  std::vector<Repetition> repetitions;
  std::vector<std::string> names;
  std::vector<Dictionary*> dictionaries;
  for (ReadColumns* read : {&published, &subject}) {
    for (std::size_t i = 0; i < read->columns.size(); ++i) {
      names.push_back(source.columns[read->columns[i]].name);
      dictionaries.push_back(&read->dictionaries[i]);
    }
  }
  for (const std::size_t i : counted) {
    names.push_back(source.columns[i].name);
    repetitions.emplace_back(source.columns[i].type);
  }

  progress.phase("read");
  std::vector<std::vector<Code>> codes =
      read_columns(source.relation, names, dictionaries, std::nullopt, repetitions);
  if (row_count(codes) == 0) {
    // A series may begin before there is anybody.
    Rehearsal::end();
    fail_without_rows(source);
  }
  const auto of_subject = std::span(codes).subspan(published.columns.size());
  Table table;
  table.data = make_data(source, roles, published, codes, progress);
  table.dictionaries = std::move(published.dictionaries);
  table.columns = std::move(published.columns);
  set_harmless(roles, table, progress);
  for (std::size_t a = 0; a < table.columns.size(); ++a) {
    if (roles[table.columns[a]].computed_from_sensitive) table.computed_from_sensitive.push_back(a);
  }
  if (!subject.columns.empty()) {
    Microdata of_names = make_data(source, roles, subject, of_subject, progress);
    const PersonFacts* const known = of_region ? RegionRows::current()->persons() : nullptr;
    table.subjects = known != nullptr
                         ? known_subjects(table.data, std::move(of_names), *known, progress)
                         : find_subjects(table.data, std::move(of_names),
                                         declared_of_persons(roles, table.columns), progress);
  }
  if (purpose == Purpose::edition) table.subject_values = std::move(subject.dictionaries);
  if (purpose != Purpose::measurement && !of_region)
    check_unchosen_columns(source, roles, table, progress);
  warn_of_repetition(source, roles, counted, repetitions);
  return table;
}

namespace {

// Published columns, without subjects unless these are added.
struct PublishedColumns {
  ReadColumns read;
  ReadColumns subject;
  std::vector<std::string> names;
  std::vector<Dictionary*> dictionaries;

  PublishedColumns(const Source& source, const std::vector<AssignedRole>& roles, bool of_region) {
    read.of_region = of_region;
    for (std::size_t i = 0; i < source.columns.size(); ++i) {
      if (roles[i].role == Role::identifier) continue;
      read.add(i, source);
      names.push_back(source.columns[i].name);
    }
    require_published(source, read);
    for (Dictionary& dictionary : read.dictionaries)
      dictionaries.push_back(&dictionary);
  }

  void add_subject(const Source& source, const std::vector<AssignedRole>& roles) {
    for (std::size_t i = 0; i < source.columns.size(); ++i) {
      if (!roles[i].subject) continue;
      subject.add(i, source);
      names.push_back(source.columns[i].name);
    }
    for (Dictionary& dictionary : subject.dictionaries)
      dictionaries.push_back(&dictionary);
  }

  Table table(const Source& source, const std::vector<AssignedRole>& roles,
              std::span<std::vector<Code>> codes, const Progress& progress) && {
    Table table;
    table.data = make_data(source, roles, read, codes, progress);
    table.dictionaries = std::move(read.dictionaries);
    table.columns = std::move(read.columns);
    set_harmless(roles, table, progress);
    return table;
  }
};

std::vector<std::uint32_t> times_of(const Dictionary& counts, const std::vector<Code>& codes) {
  std::vector<std::uint32_t> times;
  for (const Code code : codes) {
    const double count = counts.projection()[code];
    if (count > std::numeric_limits<std::uint32_t>::max())
      throw Error(ERRCODE_PROGRAM_LIMIT_EXCEEDED, "too many rows are equal");
    times.push_back(static_cast<std::uint32_t>(count));
  }
  return times;
}

}  // namespace

Table read_sample(const Source& source, const std::vector<AssignedRole>& roles,
                  const std::string& condition, const std::optional<PersonFacts>& persons,
                  const KeptSnapshot& snapshot, const Progress& progress) {
  PublishedColumns columns(source, roles, RegionRows::current() != nullptr);
  if (persons) columns.add_subject(source, roles);
  std::vector<std::vector<Code>> codes =
      read_columns(source.relation, columns.names, columns.dictionaries, condition, snapshot);
  std::optional<Microdata> names;
  const auto of_subject = std::span(codes).subspan(columns.read.columns.size());
  if (persons) names = make_data(source, roles, columns.subject, of_subject, progress);
  Table table = std::move(columns).table(source, roles, codes, progress);
  if (persons) table.subjects = known_subjects(table.data, std::move(*names), *persons, progress);
  return table;
}

Table read_histogram(const Source& source, const std::vector<AssignedRole>& roles,
                     const KeptSnapshot& snapshot, const Progress& progress) {
  PublishedColumns columns(source, roles, false);
  Dictionary counts(attribute_type(INT8OID, -1, InvalidOid));
  columns.dictionaries.push_back(&counts);
  std::vector<std::vector<Code>> codes =
      read_grouped(source.relation, columns.names, columns.dictionaries, snapshot);
  counts.finish(progress);
  counts.translate(codes.back(), progress);
  const std::vector<std::uint32_t> times = times_of(counts, codes.back());
  codes.pop_back();
  if (times.empty()) fail_without_rows(source);
  Table table = std::move(columns).table(source, roles, codes, progress);
  table.data.times = times;
  return table;
}

void sort_rows(Table& table, const Progress& progress) {
  if (table.subjects) {
    sort_rows(table.data, *table.subjects, progress);
  } else {
    sort_rows(table.data, progress);
  }
}

namespace {

// True for numbers, dates and times, booleans, and enums. Text has an order, too, but its order has
// no meaning of nearness.
bool has_distance(const AttributeType& type) {
  return type.projection != Projection::none || type.base == BOOLOID ||
         guarded([&] { return get_typtype(type.base) == TYPTYPE_ENUM; });
}

void check_closeness(const TCloseness& model, const Attribute& attribute,
                     const AttributeType& type) {
  if (model.distance == TCloseness::Distance::ordered && !has_distance(type)) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "the ordered distance does not suit attribute " +
                                                     in_quotes(attribute.name) + " of type " +
                                                     type_name(type))
        .hint(
            "It is for numbers, dates and times, booleans and enums; use the distance 'equal' or "
            "'hierarchical'.");
  }
  if (model.distance == TCloseness::Distance::hierarchical && !attribute.hierarchy) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                "attribute " + in_quotes(attribute.name) +
                    " has no hierarchy for t_closeness to measure distances on")
        .hint("Declare one with declare_hierarchy().");
  }
}

// Fails if the model cannot leave the attribute's harmless values out.
void check_harmless(const PrivacyModel& model, const Attribute& attribute) {
  const bool is_closeness = std::holds_alternative<TCloseness>(model);
  if (is_closeness || std::holds_alternative<BeliefDistance>(model)) {
    throw Error(ERRCODE_FEATURE_NOT_SUPPORTED,
                std::string(is_closeness ? "t_closeness" : "belief_distance") +
                    " cannot be combined with harmless values")
        .detail("It compares the distribution of all values of " + in_quotes(attribute.name) +
                ", harmless ones among them.")
        .hint("Use beta_likeness, or harmless => " +
              quote_value(Json::object().add(attribute.name, Json::array()).str()) + ".");
  }
  const auto* alpha = std::get_if<AlphaKAnonymity>(&model);
  if (alpha == nullptr || !alpha->value) return;
  const auto named = attribute.named_values.find(*alpha->value);
  if (named == attribute.named_values.end() || !attribute.is_harmless(named->second)) return;
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
              "alpha_k_anonymity names the value " + in_quotes(*alpha->value) +
                  ", which is harmless in attribute " + in_quotes(attribute.name))
      .hint("Name another value, or leave this one out of harmless.");
}

}  // namespace

std::map<std::string, Code> named_values(const std::vector<PrivacyModel>& models,
                                         const Dictionary& dictionary) {
  std::map<std::string, Code> result;
  for (const PrivacyModel& model : models) {
    const auto* alpha = std::get_if<AlphaKAnonymity>(&model);
    if (alpha == nullptr || !alpha->value) continue;
    for (Code code = 0; code < dictionary.distinct(); ++code) {
      if (dictionary.is_null(code) || dictionary.text(code) != *alpha->value) continue;
      result[*alpha->value] = code;
      break;
    }
  }
  return result;
}

bool need_hierarchies(const std::vector<PrivacyModel>& models) {
  return std::any_of(models.begin(), models.end(), [](const PrivacyModel& model) {
    const auto* closeness = std::get_if<TCloseness>(&model);
    return closeness != nullptr && closeness->distance == TCloseness::Distance::hierarchical;
  });
}

void prepare_for_models(const std::vector<PrivacyModel>& models, Table& table) {
  std::map<std::string, bool> found;
  for (const PrivacyModel& model : models) {
    const auto* alpha = std::get_if<AlphaKAnonymity>(&model);
    if (alpha != nullptr && alpha->value) found.emplace(*alpha->value, false);
  }
  for (std::size_t a = 0; a < table.data.attributes.size(); ++a) {
    Attribute& attribute = table.data.attributes[a];
    if (attribute.role != Role::sensitive) continue;
    attribute.named_values = named_values(models, table.dictionaries[a]);
    for (const auto& [text, code] : attribute.named_values)
      found[text] = true;
    for (const PrivacyModel& model : models) {
      if (const auto* closeness = std::get_if<TCloseness>(&model)) {
        check_closeness(*closeness, attribute, table.dictionaries[a].type());
      }
      if (!table.harmless[a].empty()) check_harmless(model, attribute);
    }
  }
  for (const auto& [text, occurs] : found) {
    if (occurs) continue;
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "alpha_k_anonymity names the value " +
                                                     in_quotes(text) +
                                                     ", which no sensitive attribute has");
  }
}

}  // namespace microdata::postgres
