#include "postgres/source/roles.hpp"

#include <cstddef>
#include <functional>
#include <span>

#include "core/classification/column_names.hpp"
#include "postgres/catalog/declared_roles.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/computed_columns.hpp"
#include "postgres/source/key_columns.hpp"
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

namespace {

struct RoleList {
  Role role;
  const char* argument;
  const std::optional<std::vector<std::string>>* names;
};

std::vector<RoleList> lists(const GivenRoles& given) {
  return {{Role::sensitive, "sensitive", &given.sensitive},
          {Role::identifier, "identifiers", &given.identifiers},
          {Role::insensitive, "insensitive", &given.insensitive},
          {Role::quasi_identifier, "quasi_identifiers", &given.quasi_identifiers}};
}

// Role and flags that the call gives a column.
struct GivenColumn {
  std::optional<Role> role;
  bool subject = false;
  bool of_person = false;
};

[[noreturn]] void fail_two_roles(const std::string& name, const std::string& first,
                                 const std::string& second) {
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
              "attribute " + in_quotes(name) + " is given more than one role")
      .detail("It is given as " + first + " and as " + second + ".")
      .hint("Name every attribute once.");
}

// Returns the columns that a list names; fails if one is named twice.
std::vector<bool> named_columns(const Source& source,
                                const std::optional<std::vector<std::string>>& names,
                                const char* argument) {
  std::vector<bool> named(source.columns.size());
  if (!names) return named;
  for (const std::string& name : *names) {
    const std::size_t column = column_position(source, name, argument);
    if (named[column]) {
      throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                  "attribute " + in_quotes(name) + " is given twice in " + argument)
          .hint("Name every attribute once.");
    }
    named[column] = true;
  }
  return named;
}

bool can_be_subject(const std::optional<Role>& role) {
  return !role || role == Role::identifier;
}

std::vector<GivenColumn> given_columns(const Source& source, const GivenRoles& given) {
  std::vector<GivenColumn> columns(source.columns.size());
  for (const RoleList& list : lists(given)) {
    if (!*list.names) continue;
    for (const std::string& name : **list.names) {
      std::optional<Role>& role = columns[column_position(source, name, list.argument)].role;
      if (role) fail_two_roles(name, role_name(*role), role_name(list.role));
      role = list.role;
    }
  }
  const std::vector<bool> subject = named_columns(source, given.subject, "subject");
  const std::vector<bool> of_person =
      named_columns(source, given.person_attributes, "person_attributes");
  for (std::size_t i = 0; i < columns.size(); ++i) {
    columns[i].subject = subject[i];
    columns[i].of_person = of_person[i];
    if (!subject[i] || can_be_subject(columns[i].role)) continue;
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "attribute " + in_quotes(source.columns[i].name) +
                                                     " of the subject cannot be " +
                                                     role_name(*columns[i].role))
        .detail("The attributes of the subject are identifiers: read, but not published.");
  }
  return columns;
}

// Returns the role of each column that is declared for a relation with these columns.
std::vector<DeclaredRole> declared_columns(const Source& source, Oid relation) {
  std::vector<DeclaredRole> columns(source.columns.size());
  for (const DeclaredRole& declared : declared_roles(relation)) {
    const SourceColumn* column = source.find(declared.attribute);
    if (column != nullptr)
      columns[static_cast<std::size_t>(column - source.columns.data())] = declared;
  }
  return columns;
}

// Fails if a column of the declared subject was dropped: the remaining columns distinguish other
// persons, or none.
void check_subject_is_whole(const Source& source, const std::vector<DeclaredRole>& declared) {
  const auto left = static_cast<std::size_t>(std::count_if(
      declared.begin(), declared.end(), [](const DeclaredRole& role) { return role.subject; }));
  const std::size_t size = declared_subject_size(source.relation);
  if (left >= size) return;
  throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
              "the declared subject of " + in_quotes(source.name) + " is incomplete")
      .detail(std::to_string(size - left) + " of its " + std::to_string(size) +
              (size == 1 ? " attribute" : " attributes") + " has been dropped.")
      .hint(
          "Declare the subject again with declare_roles(), or name it in the call; where a row is "
          "a "
          "person, say so with subject => '{}'.");
}

// Fails if the call gives a part of the declared subject another role without naming a subject.
void check_declared_subject(const Source& source, const GivenRoles& given,
                            const std::vector<GivenColumn>& chosen,
                            const std::vector<DeclaredRole>& declared) {
  if (given.subject) return;
  check_subject_is_whole(source, declared);
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    if (!declared[i].subject || can_be_subject(chosen[i].role)) continue;
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "attribute " + in_quotes(source.columns[i].name) +
                                                     " of the subject cannot be " +
                                                     role_name(*chosen[i].role))
        .detail("It is declared as the subject, or as a part of it.")
        .hint("If each row is a person, use subject => '{}'.");
  }
}

// Replaces the harmless values of columns by those of a call. Fails if the call has some of a
// column that is not sensitive by itself.
void replace_harmless(const Source& source, const GivenRoles& given,
                      const std::function<bool(std::size_t)>& is_sensitive,
                      const std::function<HarmlessValues&(std::size_t)>& harmless) {
  for (const auto& [name, values] : given.harmless) {
    const std::size_t column = column_position(source, name, "harmless");
    if (!is_sensitive(column)) {
      throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                  "attribute " + in_quotes(name) + " in harmless is not sensitive")
          .detail("Only sensitive attributes have bounds, and harmless values without one.")
          .hint("Name the attribute in sensitive, too.");
    }
    harmless(column) = canonical_harmless(source.columns[column], values);
  }
}

void assign_harmless(const Source& source, const GivenRoles& given,
                     const std::vector<DeclaredRole>& declared, std::vector<AssignedRole>& roles) {
  const std::optional<Oid> original = original_of(source.relation);
  const std::vector<DeclaredRole> of_original =
      original ? declared_columns(source, *original) : declared;
  const auto is_sensitive = [&](std::size_t i) {
    return roles[i].role == Role::sensitive && !roles[i].computed_from_sensitive;
  };
  for (std::size_t i = 0; i < roles.size(); ++i) {
    if (is_sensitive(i) && !given.harmless.contains(source.columns[i].name))
      roles[i].harmless = canonical_harmless(source.columns[i], of_original[i].harmless);
  }
  replace_harmless(source, given, is_sensitive,
                   [&](std::size_t i) -> HarmlessValues& { return roles[i].harmless; });
}

// Reports one NOTICE for columns of keys, and one for columns of foreign keys, with the referenced
// tables, which indicate if the columns identify persons.
void report_keys(const Source& source, const std::vector<KeyColumn>& keys,
                 const std::vector<std::size_t>& taken) {
  std::vector<std::string> own;
  std::vector<std::string> foreign;
  for (const std::size_t i : taken) {
    std::string name = in_quotes(source.columns[i].name);
    if (keys[i].key) {
      own.push_back(std::move(name));
      continue;
    }
    std::vector<std::string> tables;
    for (const std::string& table : keys[i].references)
      tables.push_back(in_quotes(table));
    foreign.push_back(name + " (to " + join(tables) + ")");
  }
  const auto message = [](const std::string& what, const std::vector<std::string>& names) {
    const bool one = names.size() == 1;
    return what + (one ? " column " : " columns ") + join(names) + " taken for " +
           (one ? "an identifier" : "identifiers") + " and left out";
  };
  if (!own.empty()) report(NOTICE, message("key", own));
  if (foreign.empty()) return;
  report(NOTICE, message("foreign key", foreign), {},
         "To publish what names no person, give it a role in the call or with declare_roles().");
}

void report_codes(const Source& source, const std::vector<KeyColumn>& keys,
                  const std::vector<AssignedRole>& roles) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < roles.size(); ++i) {
    if (roles[i].code)
      names.push_back(in_quotes(source.columns[i].name) + " (to " +
                      in_quotes(keys[i].references.front()) + ")");
  }
  if (names.empty()) return;
  const bool one = names.size() == 1;
  report(NOTICE,
         std::string(one ? "foreign key column " : "foreign key columns ") + join(names) +
             " taken for " +
             (one ? "a code and a quasi-identifier" : "codes and quasi-identifiers"),
         {},
         "If its values name persons, add it to identifiers; if attackers must not learn them, add "
         "it to sensitive.");
}

void find_codes(const Source& source, const std::vector<KeyColumn>& keys,
                std::vector<AssignedRole>& roles) {
  std::vector<bool> asked;
  for (const AssignedRole& role : roles)
    asked.push_back(!role.chosen);
  const std::vector<bool> codes = code_columns(source, keys, asked);
  for (std::size_t i = 0; i < roles.size(); ++i) {
    if (!codes[i]) continue;
    roles[i].role = Role::quasi_identifier;
    roles[i].code = true;
  }
}

// True if a key of one column is an identifier: then a row is a person, if the table is one of
// persons.
bool has_own_key(const std::vector<KeyColumn>& keys, const std::vector<AssignedRole>& roles) {
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (keys[i].unique && roles[i].role == Role::identifier) return true;
  }
  return false;
}

}  // namespace

std::size_t column_position(const Source& source, const std::string& name, const char* argument,
                            NamesIn names) {
  if (name.empty()) {
    throw Error(ERRCODE_INVALID_PARAMETER_VALUE,
                std::string(argument) + " contains an empty attribute name")
        .hint("Leave empty names out; an empty list is written '{}'.");
  }
  const SourceColumn* column = source.find(name);
  if (column == nullptr) {
    Error error(ERRCODE_UNDEFINED_COLUMN, "column " + in_quotes(name) + " of relation " +
                                              in_quotes(source.name) + " does not exist");
    for (const SourceColumn& other : source.columns) {
      if (same_but_for_case(other.name, name)) {
        throw std::move(error).hint(
            "Perhaps you meant the column " + in_quotes(other.name) + "; names in " + argument +
            (names == NamesIn::exact ? " are case-sensitive."
                                     : " are in lower case unless they stand in double "
                                       "quotes."));
      }
    }
    throw error;
  }
  return static_cast<std::size_t>(column - source.columns.data());
}

std::vector<AssignedRole> assign_roles(const Source& source, const GivenRoles& given) {
  // Later errors and notices disclose declarations.
  require_may_know(source.relation);
  const std::vector<GivenColumn> chosen = given_columns(source, given);
  const std::vector<DeclaredRole> declared = declared_columns(source, source.relation);
  check_declared_subject(source, given, chosen, declared);
  const std::vector<KeyColumn> keys = key_columns(source);
  std::vector<AssignedRole> roles(source.columns.size());
  std::vector<std::size_t> taken;
  bool with_subject = false;
  for (std::size_t i = 0; i < roles.size(); ++i) {
    AssignedRole& assigned = roles[i];
    assigned.subject = given.subject ? chosen[i].subject : declared[i].subject;
    assigned.of_person = declared[i].of_person;
    with_subject = with_subject || assigned.subject;
    assigned.chosen = assigned.subject || chosen[i].role || declared[i].role;
    if (assigned.chosen && !assigned.subject) {
      assigned.role = chosen[i].role ? *chosen[i].role : *declared[i].role;
    } else if (assigned.subject || keys[i].key || !keys[i].references.empty()) {
      assigned.role = Role::identifier;
    }
  }
  find_codes(source, keys, roles);
  for (std::size_t i = 0; i < roles.size(); ++i) {
    if (!roles[i].chosen && roles[i].role == Role::identifier) taken.push_back(i);
  }
  if (!with_subject && !given.subject) {
    const bool own_key = is_stored(source) && has_own_key(keys, roles);
    for (std::size_t i = 0; i < roles.size(); ++i) {
      roles[i].may_be_subject =
          roles[i].role == Role::identifier &&
          (keys[i].references.empty() ? roles[i].chosen && !(own_key && may_be_shared(source, i))
                                      : keys[i].refers_elsewhere);
    }
  }
  report_keys(source, keys, taken);
  protect_computed(source, roles);
  report_codes(source, keys, roles);
  assign_harmless(source, given, declared, roles);
  return roles;
}

bool may_be_shared(const Source& source, std::size_t column) {
  switch (named_for(source.columns[column].name, source.name).meaning) {
    case NameMeaning::person_name:
    case NameMeaning::possible_name:
    case NameMeaning::person:
    case NameMeaning::address:
    case NameMeaning::birth_date:
      return true;
    default:
      return is_named_for_persons(source.name);
  }
}

HarmlessByAttribute harmless_of(const Source& source, const std::vector<AssignedRole>& roles) {
  HarmlessByAttribute harmless;
  for (std::size_t i = 0; i < roles.size(); ++i) {
    if (!roles[i].harmless.empty()) harmless[source.columns[i].name] = roles[i].harmless;
  }
  return harmless;
}

bool names_subject(const std::vector<AssignedRole>& roles) {
  return std::any_of(roles.begin(), roles.end(),
                     [](const AssignedRole& role) { return role.subject; });
}

GivenRoles without_subject(GivenRoles given) {
  given.subject.emplace();
  return given;
}

void declare_roles(const Source& source, const GivenRoles& given) {
  const std::vector<GivenColumn> chosen = given_columns(source, given);
  std::vector<DeclaredRole> declared = declared_columns(source, source.relation);
  check_declared_subject(source, given, chosen, declared);
  for (std::size_t i = 0; i < declared.size(); ++i) {
    DeclaredRole& column = declared[i];
    column.attribute = source.columns[i].name;
    for (const RoleList& list : lists(given)) {
      if (list.names->has_value() && column.role == list.role && !column.subject)
        column.role.reset();
    }
    if (given.subject) {
      if (column.subject) column.role.reset();
      column.subject = chosen[i].subject;
    }
    if (chosen[i].role) column.role = chosen[i].role;
    if (column.subject) column.role = Role::identifier;
    if (given.person_attributes) column.of_person = chosen[i].of_person;
    if (column.role != Role::sensitive) column.harmless.clear();
  }
  replace_harmless(
      source, given, [&](std::size_t i) { return declared[i].role == Role::sensitive; },
      [&](std::size_t i) -> HarmlessValues& { return declared[i].harmless; });
  std::erase_if(declared,
                [](const DeclaredRole& column) { return !column.role && !column.of_person; });
  replace_declared_roles(source.relation, declared);
  remember_attributes(source.relation,
                      given.subject ? std::optional(given.subject->size()) : std::nullopt);
}

}  // namespace microdata::postgres
