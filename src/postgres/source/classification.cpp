#include "postgres/source/classification.hpp"

#include <algorithm>
#include <optional>

#include "core/subject/subjects.hpp"
#include "postgres/catalog/catalog.hpp"
#include "postgres/catalog/declared_sources.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/identifying_values.hpp"
#include "postgres/source/key_columns.hpp"
#include "postgres/source/reader.hpp"
#include "postgres/source/repetition.hpp"
#include "postgres/source/table.hpp"
#include "postgres/values/dictionary.hpp"

namespace microdata::postgres {

namespace {

constexpr SampleSize sample{10000, 8192};

// What is known of an attribute before a role is suggested for it.
struct Findings {
  std::optional<Role> declared;
  // In words; empty where it is of none.
  std::string key;
  std::vector<Evidence> evidence;
  // Whether it is declared to tell persons apart.
  bool subject = false;

  bool names_persons() const { return !key.empty() || !evidence.empty(); }
};

// What the columns are by keys, in words; empty for those that are of none.
std::vector<std::string> keys_in_words(const Source& source) {
  std::vector<std::string> words;
  for (const KeyColumn& column : key_columns(source)) {
    words.emplace_back(column.key                   ? "is part of a key"
                       : !column.references.empty() ? "is part of a foreign key"
                                                    : "");
  }
  return words;
}

std::vector<Findings> known_findings(const Source& source) {
  const std::vector<DeclaredRole> declared = declared_roles(source.relation);
  const std::vector<std::string> keys = keys_in_words(source);
  std::vector<Findings> findings;
  for (std::size_t i = 0; i < source.columns.size(); ++i) {
    const auto found = std::find_if(declared.begin(), declared.end(), [&](const DeclaredRole& d) {
      return d.attribute == source.columns[i].name;
    });
    const bool is_declared = found != declared.end();
    findings.push_back(
        {is_declared ? found->role : std::nullopt, keys[i], {}, is_declared && found->subject});
  }
  return findings;
}

// Whose the rows are by the declared subject; nothing where a row is a person. What is left of a
// subject that has lost an attribute tells other persons apart, or nobody.
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

// What speaks for each column naming persons, looked at by itself. The subject is known to.
void find_evidence_of_values(const Microdata& data, const std::optional<Subjects>& persons,
                             const std::vector<ColumnValues>& columns,
                             std::vector<Findings>& findings, const Progress& progress) {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    ColumnValues values = columns[i];
    std::vector<Code> codes;
    if (persons && !findings[i].subject &&
        persons_with_several_values(data, *persons, i, progress) == 0) {
      codes = codes_of_persons(data, *persons, i, progress);
      values.codes = codes;
      values.of_persons = true;
    }
    findings[i].evidence = identifying_values(values, sample, progress);
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
  const auto contained = contained_identifiers(texts, identifiers, rows, sample, progress);
  for (std::size_t t = 0; t < texts.size(); ++t) {
    if (contained[t]) findings[text_positions[t]].evidence.push_back(*contained[t]);
  }
}

// Whether all rows, several of them, have the same value or are NULL.
bool is_constant(const ColumnValues& column) {
  return column.codes.size() > 1 && column.dictionary.distinct() == 1;
}

Role suggested_role(const ColumnValues& column, const Findings& findings) {
  if (findings.declared) return *findings.declared;
  if (findings.names_persons()) return Role::identifier;
  return is_constant(column) ? Role::insensitive : Role::quasi_identifier;
}

// A person's key with several rows to a value shows that persons have several rows.
bool is_repeating_key(const ColumnValues& column, const Findings& findings) {
  return (!findings.key.empty() || findings.declared == Role::identifier) &&
         is_repeating(column.with_value(), column.distinct());
}

std::string reason(const ColumnValues& column, const Findings& findings) {
  std::vector<std::string> reasons;
  if (findings.declared) reasons.emplace_back("is declared");
  if (!findings.key.empty()) reasons.push_back(findings.key);
  if (is_repeating_key(column, findings)) {
    reasons.push_back(
        "has " +
        rounded(static_cast<double>(column.with_value()) / static_cast<double>(column.distinct()),
                2) +
        " rows to a value on average");
  }
  for (const Evidence& evidence : findings.evidence)
    reasons.push_back(in_words(evidence));
  if (!reasons.empty()) return join(reasons, "; ");
  if (column.codes.empty()) return "has no rows to be judged by";
  if (is_constant(column)) return "is the same in all rows";
  return "shows nothing that names persons";
}

}  // namespace

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
  std::vector<Classification> classified;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    classified.push_back({names[i], suggested_role(columns[i], findings[i]), columns[i].distinct(),
                          reason(columns[i], findings[i])});
  }
  return classified;
}

}  // namespace microdata::postgres
