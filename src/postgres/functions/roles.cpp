#include "postgres/source/roles.hpp"

#include "postgres/server/api.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "core/base/progress.hpp"
#include "core/classification/names_together.hpp"
#include "core/correlation/separating_attribute.hpp"
#include "core/microdata/microdata.hpp"
#include "core/subject/subjects.hpp"
#include "postgres/catalog/declared_roles.hpp"
#include "postgres/release/publishing_arguments.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/privileges.hpp"
#include "postgres/server/progress.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/computed_columns.hpp"
#include "postgres/source/identifying_values.hpp"
#include "postgres/source/key_columns.hpp"
#include "postgres/source/reader.hpp"
#include "postgres/source/source.hpp"
#include "postgres/source/suggested_roles.hpp"
#include "postgres/source/table.hpp"
#include "postgres/values/dictionary.hpp"

// The SQL functions classify, declare_roles and microdata.assigned_roles.

namespace microdata::postgres {

namespace {

// The suggested role of an attribute, and the reason.
struct Classification {
  std::string attribute;
  Role suggested = Role::quasi_identifier;
  // The number of distinct values without NULL.
  std::uint64_t distinct = 0;
  std::string reason;
};

constexpr SampleSize sample_of_values{10000, 8192};

// The facts about an attribute before a role is suggested for it.
struct Findings {
  std::optional<Role> declared;
  // The key in words; empty if the attribute belongs to no key.
  std::string key;
  bool unique = false;
  bool code = false;
  std::vector<Evidence> evidence;
  // The column that repeats together with the attribute.
  std::optional<std::string> same_persons;
  std::optional<double> separated;
  // True if the attribute is declared to identify a person.
  bool subject = false;
  RolesComputedFrom computed_from;

  bool names_persons() const { return !key.empty() || !evidence.empty(); }
};

std::vector<Findings> known_findings(const Source& source) {
  const std::vector<DeclaredRole> declared = declared_roles(source.relation);
  const std::vector<KeyColumn> keys = key_columns(source);
  const std::vector<bool> codes =
      code_columns(source, keys, std::vector<bool>(source.columns.size(), true));
  std::vector<Findings> findings;
  for (std::size_t i = 0; i < source.columns.size(); ++i) {
    const auto found = std::find_if(declared.begin(), declared.end(), [&](const DeclaredRole& d) {
      return d.attribute == source.columns[i].name;
    });
    const bool is_declared = found != declared.end();
    Findings& column = findings.emplace_back();
    if (is_declared) column.declared = found->role;
    column.subject = is_declared && found->subject;
    column.unique = keys[i].key;
    column.code = codes[i];
    column.key = keys[i].key                   ? "is part of a key"
                 : !keys[i].references.empty() ? "is part of a foreign key"
                                               : "";
  }
  return findings;
}

// Returns the people of the rows by the declared subject; nothing if each row is a person. The
// remaining attributes of a subject that has lost one might identify other people, or none.
std::optional<Subjects> declared_persons(const Source& source, const Microdata& data,
                                         const std::vector<Findings>& findings,
                                         const Progress& progress) {
  AttributeSet subject;
  for (std::size_t i = 0; i < findings.size(); ++i) {
    if (findings[i].subject) subject.push_back(i);
  }
  if (data.rows == 0 || subject.empty() || subject.size() < declared_subject_size(source.relation))
    return std::nullopt;
  Subjects persons = subjects_of(data, subject, progress);
  if (persons.buckets() == data.rows) return std::nullopt;
  return persons;
}

void find_computed(const Source& source, std::vector<Findings>& findings) {
  std::vector<AssignedRole> roles(findings.size());
  for (std::size_t i = 0; i < findings.size(); ++i) {
    roles[i].chosen = findings[i].declared.has_value();
    roles[i].role = findings[i].declared.value_or(findings[i].key.empty() ? Role::quasi_identifier
                                                                          : Role::identifier);
  }
  const std::vector<RolesComputedFrom> from = roles_computed_from(source, roles);
  for (std::size_t i = 0; i < findings.size(); ++i)
    findings[i].computed_from = from[i];
}

// Finds the evidence that each column by itself names people. The subject is known to name them.
void find_evidence_of_values(const Microdata& data, const std::optional<Subjects>& persons,
                             std::vector<ColumnValues>& columns, std::vector<Findings>& findings,
                             const Progress& progress) {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    ColumnValues values = columns[i];
    std::vector<Code> codes;
    if (persons && !findings[i].subject &&
        persons_with_several_values(data, *persons, i, progress) == 0) {
      codes = codes_of_persons(data, *persons, i, progress);
      values.codes = codes;
      values.of_persons = true;
    }
    findings[i].evidence = identifying_values(values, sample_of_values, progress);
    columns[i].full_names = are_full_names(findings[i].evidence);
  }
}

void find_contained_identifiers(const std::vector<ColumnValues>& columns,
                                std::vector<Findings>& findings, const Progress& progress) {
  std::vector<ColumnValues> texts;
  std::vector<std::size_t> text_positions;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (!is_searched(columns[i].dictionary.type())) continue;
    texts.push_back(columns[i]);
    text_positions.push_back(i);
  }
  std::vector<ColumnValues> identifiers;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const bool names_persons =
        findings[i].declared == Role::identifier || findings[i].names_persons();
    if (names_persons && is_looked_for(columns[i].dictionary.type())) {
      identifiers.push_back(columns[i]);
    }
  }
  const Row rows = columns.empty() ? 0 : static_cast<Row>(columns.front().codes.size());
  const auto contained =
      contained_identifiers(texts, identifiers, rows, sample_of_values, progress);
  for (std::size_t t = 0; t < texts.size(); ++t) {
    if (contained[t]) findings[text_positions[t]].evidence.push_back(*contained[t]);
  }
}

// True if a key of people has several rows for a value, so that people have several rows.
bool is_repeating_key(const ColumnValues& column, const Findings& findings, Role suggested) {
  return (findings.declared == Role::identifier ||
          (!findings.key.empty() && suggested == Role::identifier)) &&
         is_repeating(column.with_value(), column.distinct());
}

Classification judge(const NamedFor& named, const ColumnValues& column, const Findings& findings) {
  const SuggestedRole suggested = suggest_role(
      column,
      {named, findings.unique, !findings.unique && !findings.key.empty(), findings.code,
       findings.same_persons, findings.separated, findings.computed_from.identifier},
      findings.evidence);
  std::vector<std::string> reasons;
  if (findings.declared) reasons.emplace_back("is declared");
  if (!findings.key.empty()) reasons.push_back(findings.key);
  if (findings.computed_from.sensitive) reasons.emplace_back("is computed from a sensitive column");
  if (is_repeating_key(column, findings, suggested.role)) {
    reasons.push_back(
        "has " +
        rounded(static_cast<double>(column.with_value()) / static_cast<double>(column.distinct()),
                2) +
        " rows to a value on average");
  }
  reasons.insert(reasons.end(), suggested.reasons.begin(), suggested.reasons.end());
  if (reasons.empty()) {
    reasons.emplace_back(column.codes.empty() ? "has no rows to be judged by"
                                              : "shows nothing that names persons");
  }
  const bool sensitive =
      findings.computed_from.sensitive && suggested.role == Role::quasi_identifier;
  return {column.name, findings.declared.value_or(sensitive ? Role::sensitive : suggested.role),
          column.distinct(), join(reasons, "; ")};
}

// Reads all of the source and suggests a role for each attribute: the declared one, or else one by
// keys and values. Values cannot show that an attribute is sensitive.
std::vector<Classification> classify(const Source& source, const Progress& progress) {
  std::vector<std::string> names;
  std::vector<Dictionary> dictionaries;
  std::vector<Dictionary*> targets;
  dictionaries.reserve(source.columns.size());
  for (const SourceColumn& column : source.columns) {
    names.push_back(column.name);
    targets.push_back(&dictionaries.emplace_back(column.type));
  }
  progress.phase("read");
  std::vector<std::vector<Code>> codes = read_columns(source.relation, names, targets);
  progress.phase("classify");
  std::vector<Findings> findings = known_findings(source);
  find_computed(source, findings);
  Microdata data;
  data.rows = row_count(codes);
  for (std::size_t i = 0; i < names.size(); ++i) {
    dictionaries[i].finish(progress);
    dictionaries[i].translate(codes[i], progress);
    data.attributes.push_back(make_attribute(names[i], Role::quasi_identifier, dictionaries[i]));
    data.columns.push_back(std::move(codes[i]));
  }
  std::vector<ColumnValues> columns;
  for (std::size_t i = 0; i < names.size(); ++i)
    columns.push_back({names[i], dictionaries[i], data.columns[i]});
  find_evidence_of_values(data, declared_persons(source, data, findings, progress), columns,
                          findings, progress);
  find_contained_identifiers(columns, findings, progress);
  const auto together = repeating_together(columns, source.name, progress);
  AttributeSet all(data.attributes.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  for (const SeparatingAttribute& found : separating_attributes(data, all, progress))
    findings[found.attribute].separated = found.unique;
  const std::vector<NamedFor> named = named_together(names, source.name);
  std::vector<Classification> classified;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    findings[i].same_persons = together[i];
    classified.push_back(judge(named[i], columns[i], findings[i]));
  }
  return classified;
}

void classify_source(const Arguments& arguments, ResultSet& result) {
  const Source source = open_source(arguments.relation("source"));
  Phases phases("classifying the attributes of " + in_quotes(source.name));
  for (const Classification& c : classify(source, phases.progress())) {
    result.add({c.attribute, role_name(c.suggested), std::to_string(c.distinct), c.reason});
  }
  phases.finish();
}

void declare(const Arguments& arguments) {
  require_writable("declare_roles()");
  const Source source =
      open_for_declaration(arguments.relation("source"), "roles", "Give them in the call.");
  declare_roles(source, given_roles(arguments));
}

void assigned(const Arguments& arguments, ResultSet& result) {
  const Source source = open_source(arguments.relation("source"));
  const std::vector<AssignedRole> roles = assign_roles(source, given_roles(arguments));
  for (std::size_t c = 0; c < source.columns.size(); ++c) {
    const SourceColumn& column = source.columns[c];
    // Identifiers are not read; a call would also fail for unreadable other columns.
    if (!may_select(source, column)) {
      if (roles[c].role == Role::identifier && !roles[c].subject) continue;
      throw Error(ERRCODE_INSUFFICIENT_PRIVILEGE, "permission denied for column " +
                                                      in_quotes(column.name) + " of " +
                                                      in_quotes(source.name));
    }
    result.add({column.name, role_name(roles[c].role), roles[c].subject ? "t" : "f"});
  }
}

}  // namespace

}  // namespace microdata::postgres

MICRODATA_FUNCTION(pg_microdata_classify, microdata::postgres::classify_source)

MICRODATA_FUNCTION(pg_microdata_declare_roles, microdata::postgres::declare)
MICRODATA_FUNCTION(pg_microdata_assigned_roles, microdata::postgres::assigned)
