#include "postgres/inspection/release_structure.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <set>
#include <utility>

#include "postgres/inspection/release_reader.hpp"
#include "postgres/inspection/subject_relations.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

void refuse(const std::string& why) {
  throw Error(ERRCODE_INVALID_PARAMETER_VALUE, "invalid release description")
      .detail(why)
      .hint("It is what release_description() returns.");
}

const Json& required(const Json& object, const char* key, const char* type) {
  const Json& found = object[key];
  if (found.is_null() || found.type() != std::string(type))
    refuse(in_quotes(key) + " is missing, or no " + type + ".");
  return found;
}

std::string required_name(const Json& object, const char* key) {
  std::string name = *required(object, key, "string").text();
  if (name.empty() || name.size() >= NAMEDATALEN) refuse(in_quotes(key) + " is no name.");
  return name;
}

const Json::Array& required_elements(const Json& object, const char* key, const char* type) {
  const Json::Array& elements = required(object, key, "array").elements();
  for (const Json& element : elements) {
    if (element.type() != std::string(type))
      refuse(in_quotes(key) + " has an element that is no " + type + ".");
  }
  return elements;
}

double number_within(const Json& value, const std::string& key, double most, bool whole) {
  const double number = value.is_number() ? value.number() : std::nan("");
  if (!(number >= 0 && number <= most) || (whole && number != std::floor(number)))
    refuse(in_quotes(key) + " is out of range.");
  return number;
}

namespace {

constexpr std::array<DescribedParameter, 34> parameters_read{
    {{"l", ParameterKind::number},
     {"delta", ParameterKind::number},
     {"mean_bucket", ParameterKind::number},
     {"k", ParameterKind::integer},
     {"k_scope", ParameterKind::text},
     {"columns", ParameterKind::integer},
     {"fragments", ParameterKind::integer},
     {"rows_per_person", ParameterKind::integer},
     {"persons", ParameterKind::integer},
     {"suppressed_persons", ParameterKind::integer},
     {"person_columns", ParameterKind::integer},
     {"person_numbers", ParameterKind::integer},
     {"value_sets", ParameterKind::boolean},
     {"row_sets", ParameterKind::boolean},
     {"cohorts", ParameterKind::boolean},
     {"class", ParameterKind::text},
     {"method", ParameterKind::text},
     {"algorithm", ParameterKind::text},
     {"recoding", ParameterKind::text},
     {"strict", ParameterKind::boolean},
     {"cuts", ParameterKind::text},
     {"diversity_check", ParameterKind::text},
     {"format", ParameterKind::text},
     {"bucket_column", ParameterKind::text},
     {"member_column", ParameterKind::text},
     {"person_column", ParameterKind::text},
     {"weight_column", ParameterKind::text},
     {"count_column", ParameterKind::text},
     {"infeasible", ParameterKind::text},
     {"series", ParameterKind::text},
     {"edition", ParameterKind::integer},
     {"m", ParameterKind::integer},
     {"counterfeits", ParameterKind::integer},
     {"valueless", ParameterKind::integer}}};

void check_parameter(const Json& value, const DescribedParameter& parameter) {
  const std::string key = parameter.key;
  switch (parameter.kind) {
    case ParameterKind::number:
      number_within(value, key, most_rows, false);
      return;
    case ParameterKind::integer:
      number_within(value, key, most_integer, true);
      return;
    case ParameterKind::boolean:
      if (!value.is_boolean()) refuse(in_quotes(key) + " is no boolean.");
      return;
    case ParameterKind::text:
      break;
  }
  const std::string text = value.text().value_or("");
  if (!value.is_string() || text.empty() || text.size() >= NAMEDATALEN)
    refuse(in_quotes(key) + " is no name.");
}

void check_harmless(const Json& harmless) {
  if (harmless.is_null()) return;
  if (!harmless.is_object()) refuse("\"harmless\" is no object.");
  for (const auto& [attribute, values] : harmless.members()) {
    const bool is_list =
        values.is_array() && !values.elements().empty() &&
        std::all_of(values.elements().begin(), values.elements().end(),
                    [](const Json& value) { return value.is_string() || value.is_null(); });
    if (!is_list) refuse("\"harmless\" has no list of values for " + in_quotes(attribute) + ".");
  }
}

// Checks the levels of hierarchies by attribute, or the numbers of rows and persons.
void check_levels(const Json& levels) {
  if (levels.is_null()) return;
  if (levels.is_object()) {
    for (const auto& [attribute, level] : levels.members())
      number_within(level, "levels", most_integer, true);
    return;
  }
  if (!levels.is_array()) refuse("\"levels\" has no levels.");
  for (const Json& level : levels.elements()) {
    if (!level.is_object()) refuse("\"levels\" has an element that is no level.");
    for (const char* key : {"rows", "persons"}) {
      if (!level[key].is_null()) number_within(level[key], "levels", most_integer, true);
    }
  }
}

void check_values(const Json& values, const std::string& label) {
  for (const Json& value : values.elements()) {
    if (!value.is_string() && !value.is_null())
      refuse("Label " + in_quotes(label) + " stands for what is no text.");
  }
}

void check_label(const Json& meaning, const std::string& label) {
  if (meaning.is_array()) return check_values(meaning, label);
  if (!meaning.is_object()) refuse("Label " + in_quotes(label) + " stands for nothing.");
  if (const Json& others = meaning["others"]; !others.is_null()) {
    check_values(required(meaning, "values", "array"), label);
    number_within(others, "others", most_integer, true);
    return;
  }
  if (!meaning["values"].is_null()) refuse("Label " + in_quotes(label) + " has no \"others\".");
  for (const char* key : {"from", "to"}) {
    const Json& bound = meaning[key];
    if (!bound.is_null() && !(bound.is_number() && std::isfinite(bound.number())))
      refuse(std::string(key) + " of label " + in_quotes(label) + " is no number.");
  }
  if (!meaning["prefix"].is_null()) {
    required(meaning, "prefix", "string");
    constexpr double longest = 1000;
    number_within(required(meaning, "masked", "number"), "masked", longest, true);
  }
}

}  // namespace

std::span<const DescribedParameter> described_parameters() {
  return parameters_read;
}

void check_labels(const Json& labels) {
  if (!labels.is_object()) refuse("\"labels\" is no object.");
  for (const auto& [label, meaning] : labels.members())
    check_label(meaning, label);
}

void check_parameters(const Json& parameters) {
  for (const DescribedParameter& parameter : parameters_read) {
    if (const Json& value = parameters[parameter.key]; !value.is_null())
      check_parameter(value, parameter);
  }
  check_harmless(parameters["harmless"]);
  check_levels(parameters["levels"]);
  const Json& labels = parameters["labels"];
  if (labels.is_null()) return;
  if (!labels.is_object()) refuse("\"labels\" is no object.");
  for (const auto& [attribute, of_attribute] : labels.members())
    check_labels(of_attribute);
}

namespace {

// Returns true for a description, which is not on record yet.
bool is_described(const Release& release) {
  return release.id == 0;
}

void require_structure(const Release& release, bool holds, const std::string& why) {
  if (!holds) fail_structure(release, why);
}

std::string attribute_of(const ReleaseAttribute& attribute) {
  return "Attribute " + in_quotes(attribute.name);
}

bool is_sensitive(const ReleaseAttribute& attribute) {
  return attribute.role == Role::sensitive;
}

// Returns the largest number that a group can have. A release that lost attributes can have larger
// numbers than attributes.
int most_groups(const Release& release) {
  return is_described(release) ? static_cast<int>(release.attributes.size())
                               : MaxHeapAttributeNumber;
}

void check_attribute(const Release& release, const ReleaseAttribute& attribute) {
  require_structure(release, attribute.role != Role::identifier,
                    attribute_of(attribute) + " is an identifier.");
  require_structure(release, !attribute.generalized || attribute.role == Role::quasi_identifier,
                    attribute_of(attribute) + " is generalized, and no quasi-identifier.");
  require_structure(release, attribute.column >= 1 && attribute.column <= most_groups(release),
                    attribute_of(attribute) + " is in group " + std::to_string(attribute.column) +
                        ", which is out of range.");
}

// Fails if the groups of a description are not numbered without gaps from `first`. Releases on
// record can have gaps, because attributes are gone.
void check_contiguous(const Release& release, const std::set<int>& groups, int first) {
  if (!is_described(release) || groups.empty()) return;
  const bool contiguous =
      *groups.begin() == first && *groups.rbegin() == first + static_cast<int>(groups.size()) - 1;
  require_structure(release, contiguous,
                    "Groups are not numbered from " + std::to_string(first) + " on.");
}

std::set<int> groups_of(const Release& release) {
  std::set<int> groups;
  for (const ReleaseAttribute& attribute : release.attributes)
    groups.insert(attribute.column);
  return groups;
}

void check_attributes(const Release& release) {
  require_structure(release, !is_described(release) || !release.attributes.empty(),
                    "It has no attribute.");
  std::set<std::pair<Oid, std::string>> names;
  for (const ReleaseAttribute& attribute : release.attributes) {
    check_attribute(release, attribute);
    require_structure(release, names.emplace(attribute.relation, attribute.name).second,
                      attribute_of(attribute) + " is there twice.");
  }
}

// Fails if an attribute of the release is in several tables, or one of the source is published
// twice.
void check_attributes_once(const Release& release) {
  check_attributes(release);
  std::set<std::string> names;
  std::set<std::string> source_names;
  for (const ReleaseAttribute& attribute : release.attributes) {
    const bool once =
        names.insert(attribute.name).second &&
        (attribute.source_name.empty() || source_names.insert(attribute.source_name).second);
    require_structure(release, once, attribute_of(attribute) + " is there twice.");
  }
}

void check_not_generalized(const Release& release) {
  for (const ReleaseAttribute& attribute : release.attributes) {
    require_structure(release, !attribute.generalized,
                      attribute_of(attribute) + " is generalized, which the method does not do.");
  }
}

void check_lacks(const Release& release, std::initializer_list<const char*> parameters) {
  for (const char* key : parameters) {
    require_structure(release, release.parameters[key].is_null(),
                      "The method makes nothing with " + in_quotes(key) + ".");
  }
}

// Fails if an edition has several sensitive attributes, or if a release that is no edition has
// counterfeits or persons without a value. Readers find counterfeits that are not shown by the
// counts of the one sensitive attribute.
void check_edition(const Release& release) {
  if (!release.layout.series) {
    require_structure(release, !release.layout.counterfeits,
                      "Only editions of series have counterfeits.");
    require_structure(release, !release.layout.valueless,
                      "Only editions of series show persons without a value.");
    return;
  }
  const auto sensitive =
      std::count_if(release.attributes.begin(), release.attributes.end(), is_sensitive);
  require_structure(release, sensitive <= 1 && (sensitive == 1 || !is_described(release)),
                    "Editions of series have one sensitive attribute.");
  require_structure(release, !is_of_subjects(release) || release.layout.cohorts,
                    "Editions of persons with several rows have cohorts.");
}

void check_one_table(const Release& release) {
  for (const ReleaseAttribute& attribute : release.attributes) {
    require_structure(release, attribute.relation == release.attributes.front().relation,
                      attribute_of(attribute) + " is in a table of its own.");
  }
}

// Fails if there is not one table of rows and, for each sensitive attribute, one of its values.
void check_anatomy(const Release& release) {
  check_not_generalized(release);
  std::optional<Oid> of_rows;
  std::set<Oid> of_values;
  for (const ReleaseAttribute& attribute : release.attributes) {
    if (is_sensitive(attribute)) {
      require_structure(release, of_values.insert(attribute.relation).second,
                        attribute_of(attribute) + " is in a table with another one.");
    } else {
      require_structure(release, of_rows.value_or(attribute.relation) == attribute.relation,
                        attribute_of(attribute) + " is in a table of its own.");
      of_rows = attribute.relation;
    }
  }
  require_structure(release, !of_rows || !of_values.contains(*of_rows),
                    "Sensitive values are in the table of the others.");
}

// Tables of persons, of their rows and of their sensitive values, if there are any.
struct TablesOfPersons {
  std::optional<Oid> persons;
  std::optional<Oid> rows;
  std::optional<Oid> values;
};

void place_in(std::optional<Oid>& table, const Release& release,
              const ReleaseAttribute& attribute) {
  require_structure(release, table.value_or(attribute.relation) == attribute.relation,
                    attribute_of(attribute) + " is in another table than its group.");
  table = attribute.relation;
}

// Checks that groups of persons' attributes come first, then those of rows, then those of sensitive
// values. Each of the three kinds must be in a table of its own.
void check_subjects(const Release& release) {
  if (release.layout.cohorts) check_lacks(release, {"regions"});
  const auto columns = static_cast<int>(release.layout.person_columns.value_or(0));
  TablesOfPersons tables;
  for (const ReleaseAttribute& attribute : release.attributes) {
    if (is_sensitive(attribute)) {
      require_structure(release, attribute.column > columns && attribute.column <= columns + 2,
                        attribute_of(attribute) + " is in no group of sensitive attributes.");
      place_in(tables.values, release, attribute);
    } else if (attribute.column > columns) {
      require_structure(release, attribute.column == columns + 1,
                        attribute_of(attribute) + " is in no group of persons or of their rows.");
      place_in(tables.rows, release, attribute);
    } else {
      place_in(tables.persons, release, attribute);
    }
  }
  // Sets of rows and of values are read apart, and need groups apart.
  for (const ReleaseAttribute& attribute : release.attributes) {
    require_structure(release,
                      !is_sensitive(attribute) || !tables.rows || attribute.column == columns + 2,
                      attribute_of(attribute) + " is in the group of rows.");
  }
  if (release.layout.persons_joined()) {
    check_one_table(release);
  } else {
    const bool apart = (!tables.rows || (tables.rows != tables.persons)) &&
                       (!tables.values || (tables.values != tables.persons)) &&
                       (!tables.rows || tables.rows != tables.values);
    require_structure(release, apart,
                      "Persons, their rows and their sensitive values are not in tables each.");
  }
  // Persons of a release on record might be in a table that was dropped.
  if (!is_described(release)) return;
  const Oid first = release.relations.front();
  require_structure(release, tables.persons.value_or(first) == first,
                    "Persons are not in the first table.");
  std::set<int> groups;
  for (const ReleaseAttribute& attribute : release.attributes) {
    if (attribute.column <= columns) groups.insert(attribute.column);
  }
  check_contiguous(release, groups, 1);
  require_structure(release, columns <= std::max(static_cast<int>(groups.size()), 1),
                    "\"person_columns\" says more groups than persons have.");
}

// Fails if a description of persons in buckets has no sensitive attribute that buckets link to
// persons.
void check_subjects_in_buckets(const Release& release) {
  check_subjects(release);
  require_structure(release,
                    !is_described(release) || std::any_of(release.attributes.begin(),
                                                          release.attributes.end(), is_sensitive),
                    "It has no sensitive attribute.");
}

void check_cohorts(const Release& release) {
  if (!release.layout.cohorts) return;
  require_structure(release, is_of_subjects(release), "Cohorts have no sets of values.");
  if (!is_described(release)) return;
  const auto sensitive =
      std::count_if(release.attributes.begin(), release.attributes.end(), is_sensitive);
  require_structure(release, sensitive == 1, "Cohorts have one sensitive attribute.");
}

bool has_name(const Json& names, const std::string& name) {
  return std::any_of(names.elements().begin(), names.elements().end(),
                     [&](const Json& one) { return one.is_string() && one.text() == name; });
}

// Fails if a part's columns are not those described, in their order, which statements about the
// part rely on.
void check_part(const Release& release, std::size_t part) {
  for (const ReleaseAttribute& attribute : release.attributes) {
    require_structure(release, attribute.column <= 2,
                      attribute_of(attribute) +
                          " is neither in a bucket's first group nor in "
                          "its second.");
  }
  if (!is_described(release)) return;
  const Json& parts = release.parameters["parts"];
  const Json of_part = part < parts.elements().size() ? parts.elements()[part] : Json();
  std::vector<std::string> attributes = release.parameters["attributes"].texts();
  std::erase_if(attributes,
                [&](const std::string& name) { return !has_name(of_part["attributes"], name); });
  auto next = attributes.begin();
  for (const ReleaseAttribute& attribute : release.attributes) {
    if (attribute.relation != release.relations[part]) continue;
    require_structure(release, next != attributes.end() && *next == attribute.name,
                      attribute_of(attribute) + " is in another place than the parts say.");
    require_structure(release, has_name(of_part["bucketed"], *next) == (attribute.column == 2),
                      attribute_of(attribute) + " is in another group than the parts say.");
    ++next;
  }
  require_structure(release, next == attributes.end(),
                    "A part has more attributes than its table.");
}

// Fails if a part enforces a rule about attributes outside of its buckets, or if a rule has no
// sensitive attribute.
void check_enforced(const Release& release) {
  for (const Json& part : release.parameters["parts"].elements()) {
    for (const Json& rule : part["enforced"].elements()) {
      const std::vector<std::string> sensitive = rule["sensitive"].texts();
      const bool is_in_buckets =
          std::all_of(sensitive.begin(), sensitive.end(),
                      [&](const std::string& name) { return has_name(part["bucketed"], name); });
      require_structure(release, !sensitive.empty() && is_in_buckets,
                        "A part enforces a rule about attributes that are in no bucket.");
    }
  }
  for (const Json& rule : release.parameters["rules"].elements())
    require_structure(release, !rule["sensitive"].elements().empty(),
                      "A rule has no sensitive attribute.");
}

}  // namespace

void fail_structure(const Release& release, const std::string& why) {
  if (is_described(release)) refuse(why);
  throw Error(
      ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
      "release " + std::to_string(release.id) + " does not have the structure of its method")
      .detail(why)
      .hint(
          "drop_release() drops it; register_release() takes it again with the description that "
          "it was published with.");
}

void check_groups_in_buckets(const Release& release) {
  check_attributes_once(release);
  check_lacks(release, {"recoding", "cohorts"});
  check_edition(release);
  require_structure(release, !release.layout.counted, "Its format is another method's.");
  if (is_of_subjects(release)) return check_subjects_in_buckets(release);
  check_contiguous(release, groups_of(release), 1);
  check_one_table(release);
}

void check_sensitive_apart(const Release& release) {
  check_attributes_once(release);
  check_not_generalized(release);
  check_lacks(release, {"recoding"});
  check_edition(release);
  check_cohorts(release);
  if (is_of_subjects(release)) return check_subjects_in_buckets(release);
  for (const ReleaseAttribute& attribute : release.attributes) {
    require_structure(release, is_sensitive(attribute) == (attribute.column > 1),
                      attribute_of(attribute) + " is in another group than its role's.");
  }
  const std::set<int> groups = groups_of(release);
  check_contiguous(release, groups, groups.contains(1) ? 1 : 2);
  if (release.layout.counted) return check_anatomy(release);
  check_one_table(release);
}

void check_classes(const Release& release) {
  check_attributes_once(release);
  check_lacks(release, {"cohorts"});
  check_edition(release);
  require_structure(release, !release.layout.counted, "Its format is another method's.");
  if (is_of_subjects(release)) return check_subjects(release);
  check_one_table(release);
  for (const ReleaseAttribute& attribute : release.attributes) {
    require_structure(release, attribute.column == 1,
                      attribute_of(attribute) + " is in a group, and classes have none.");
  }
}

void check_fragments(const Release& release) {
  check_attributes(release);
  check_lacks(release,
              {"member_column", "person_column", "cohorts", "series", "counterfeits", "valueless"});
  const ReleaseAttribute* shared = nullptr;
  std::set<Oid> with_class;
  for (const ReleaseAttribute& attribute : release.attributes) {
    require_structure(release, attribute.column <= 2,
                      attribute_of(attribute) + " is neither the class nor beside it.");
    if (attribute.column == 1) continue;
    require_structure(release, with_class.insert(attribute.relation).second,
                      "A fragment has several attributes in the class's group.");
    require_structure(release, !attribute.generalized,
                      attribute_of(attribute) + " is the class, and generalized.");
    if (shared == nullptr) shared = &attribute;
    require_structure(release,
                      attribute.role == shared->role &&
                          (!is_described(release) || attribute.name == shared->name),
                      "Fragments have classes of several names or roles.");
  }
}

void check_parts(const Release& release) {
  check_attributes(release);
  check_not_generalized(release);
  check_lacks(release,
              {"member_column", "person_column", "cohorts", "series", "counterfeits", "valueless"});
  for (std::size_t part = 0; part < release.relations.size(); ++part)
    check_part(release, part);
  if (is_described(release)) check_enforced(release);
}

}  // namespace microdata::postgres
