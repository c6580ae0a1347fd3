#include "postgres/source/unclassified.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/classification/names_together.hpp"
#include "core/correlation/separating_attribute.hpp"
#include "postgres/catalog/declared_roles.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/computed_columns.hpp"
#include "postgres/source/identifying_values.hpp"
#include "postgres/source/partitioning.hpp"
#include "postgres/source/reader.hpp"
#include "postgres/source/suggested_roles.hpp"

namespace microdata::postgres {

namespace {

constexpr SampleSize warned_sample{2000, 2048};
constexpr std::size_t most_sampled_rows = 1000;

// Evidence, for each of the source's columns, that it identifies persons; empty for columns that
// are not published or whose role was chosen.
using EvidenceByColumn = std::vector<std::vector<Evidence>>;

// True if the attribute is constant within persons who have several rows; otherwise rows are
// counted.
bool is_of_persons(const Table& table, std::size_t attribute) {
  return table.subjects && !table.subjects->one_row_each() &&
         std::binary_search(table.subjects->of_person.begin(), table.subjects->of_person.end(),
                            attribute);
}

// Returns the values of an attribute by row, or by person in `codes`, to which they then refer.
ColumnValues column_values(const Source& source, const Table& table, std::size_t attribute,
                           std::vector<Code>& codes, const Progress& progress) {
  ColumnValues values{source.columns[table.columns[attribute]].name, table.dictionaries[attribute],
                      table.data.columns[attribute]};
  if (is_of_persons(table, attribute)) {
    codes = codes_of_persons(table.data, table.subjects->persons, attribute, progress);
    values.codes = codes;
    values.of_persons = true;
  }
  return values;
}

EvidenceByColumn evidence_of_values(const Source& source, const std::vector<AssignedRole>& roles,
                                    const Table& table, const Progress& progress) {
  EvidenceByColumn found(source.columns.size());
  for (std::size_t a = 0; a < table.columns.size(); ++a) {
    const std::size_t column = table.columns[a];
    if (roles[column].chosen) continue;
    std::vector<Code> codes;
    found[column] = identifying_values(column_values(source, table, a, codes, progress),
                                       warned_sample, progress);
  }
  return found;
}

// Returns, by column of the source, true if it can be read although it is not published. Values
// that a view computes might take long or fail.
std::vector<bool> stored_columns(const Source& source) {
  const bool view = source.kind == RELKIND_VIEW;
  std::vector<bool> stored(source.columns.size(), !view);
  if (!view) return stored;
  for (const ColumnBehind& shown : shown_columns(source)) {
    if (shown.relation != source.relation) stored[shown.position] = true;
  }
  return stored;
}

// Numbers of columns of the source.
struct Search {
  std::vector<std::size_t> texts;
  std::vector<std::size_t> identifiers;
};

// Returns the columns in which identifiers are searched for, and the columns of these identifiers:
// columns that are not published, or that seem to be identifiers themselves.
Search identifier_search(const Source& source, const std::vector<AssignedRole>& roles,
                         const Table& table, const EvidenceByColumn& found) {
  Search search;
  const std::vector<bool> stored = stored_columns(source);
  for (std::size_t i = 0; i < source.columns.size(); ++i) {
    const SourceColumn& column = source.columns[i];
    const bool names_persons =
        (roles[i].role == Role::identifier && stored[i]) || !found[i].empty();
    if (names_persons && is_looked_for(column.type) && may_select(source, column)) {
      search.identifiers.push_back(i);
    }
  }
  for (std::size_t a = 0; a < table.columns.size(); ++a) {
    const std::size_t i = table.columns[a];
    // A column that is computed from a sensitive one has its values, even though the sensitive one
    // is not published.
    if (!roles[i].chosen && roles[i].role != Role::sensitive && found[i].empty() &&
        is_searched(source.columns[i].type) &&
        table.data.attributes[a].distinct >= contained_identifier_rule().fewest) {
      search.texts.push_back(i);
    }
  }
  return search;
}

// Returns a number of rows whose texts take a few megabytes, if all of them have the mean length.
std::size_t sampled_rows(const Table& table, const std::vector<std::size_t>& texts) {
  constexpr std::size_t most_bytes = 8000000;
  constexpr std::size_t fewest_rows = 20;
  std::size_t bytes = 1;
  for (std::size_t a = 0; a < table.columns.size(); ++a) {
    if (std::find(texts.begin(), texts.end(), table.columns[a]) == texts.end()) continue;
    const Dictionary& dictionary = table.dictionaries[a];
    bytes += dictionary.stored_bytes() / std::max<std::size_t>(dictionary.distinct(), 1);
  }
  return std::clamp(most_bytes / bytes, fewest_rows, most_sampled_rows);
}

// The first rows of some columns.
class RowSample {
 public:
  RowSample(const Source& source, const std::vector<std::size_t>& columns, std::size_t rows,
            const Progress& progress) {
    std::vector<Dictionary*> targets;
    dictionaries_.reserve(columns.size());
    for (const std::size_t i : columns) {
      names_.push_back(source.columns[i].name);
      targets.push_back(&dictionaries_.emplace_back(source.columns[i].type));
    }
    codes_ = read_columns(source.relation, names_, targets, rows);
    for (std::size_t i = 0; i < columns.size(); ++i) {
      dictionaries_[i].finish(progress);
      dictionaries_[i].translate(codes_[i], progress);
    }
  }

  std::vector<ColumnValues> columns(std::size_t first, std::size_t count) const {
    std::vector<ColumnValues> values;
    for (std::size_t i = first; i < first + count; ++i)
      values.push_back({names_[i], dictionaries_[i], codes_[i]});
    return values;
  }

 private:
  std::vector<std::string> names_;
  std::vector<Dictionary> dictionaries_;
  std::vector<std::vector<Code>> codes_;
};

void add_contained_identifiers(const Source& source, const Search& search, const Table& table,
                               EvidenceByColumn& found, const Progress& progress) {
  if (search.texts.empty() || search.identifiers.empty()) return;
  std::vector<std::size_t> columns = search.texts;
  columns.insert(columns.end(), search.identifiers.begin(), search.identifiers.end());
  const RowSample rows(source, columns, sampled_rows(table, search.texts), progress);
  const auto contained =
      contained_identifiers(rows.columns(0, search.texts.size()),
                            rows.columns(search.texts.size(), search.identifiers.size()),
                            table.data.rows, warned_sample, progress);
  for (std::size_t t = 0; t < search.texts.size(); ++t) {
    if (contained[t]) found[search.texts[t]].push_back(*contained[t]);
  }
}

bool is_of_distinct_values(const Evidence& evidence) {
  return evidence.rule->evidence == IdentifierEvidence::key_like ||
         evidence.rule->evidence == IdentifierEvidence::distinct_values;
}

bool is_judged_by_counts(const Evidence& evidence) {
  return is_of_distinct_values(evidence) || may_be_of_codes(evidence);
}

// Corrects the evidence that a sample of the table gave about distinct values by counts in the
// whole table.
void judge_by_counts(const Source& source, const CountDistinctValues& count_distinct,
                     EvidenceByColumn& found) {
  std::vector<std::size_t> columns;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (std::any_of(found[i].begin(), found[i].end(), is_judged_by_counts)) columns.push_back(i);
  }
  if (columns.empty()) return;
  const std::vector<DistinctValues> counted = count_distinct(columns);
  for (std::size_t c = 0; c < columns.size(); ++c) {
    std::vector<Evidence>& evidence = found[columns[c]];
    const DistinctValues& values = counted[c];
    const std::uint64_t with_value = values.rows - values.nulls;
    const double share = static_cast<double>(values.distinct) /
                         static_cast<double>(std::max<std::uint64_t>(values.with_value, 1));
    const auto in_all =
        static_cast<std::uint64_t>(std::llround(share * static_cast<double>(with_value)));
    std::erase_if(evidence, [&](const Evidence& names) {
      return is_of_codes(names, source.columns[columns[c]].name, with_value, in_all);
    });
    const auto distinct = std::find_if(evidence.begin(), evidence.end(), is_of_distinct_values);
    if (distinct == evidence.end()) continue;
    distinct->rule = distinctness_rule(distinct->rule->kind, in_all, with_value, values.rows);
    if (distinct->rule == nullptr) {
      evidence.erase(distinct);
      continue;
    }
    distinct->count = values.distinct;
    distinct->of = values.with_value;
    distinct->partly = values.nulls > 0;
    distinct->of_sample = values.with_value < with_value;
  }
}

// Column to be published without a chosen role, with the evidence that it identifies persons.
struct Suspect {
  std::size_t column;
  std::vector<std::string> reasons;
};

void warn(const SourceColumn& column, const std::vector<AssignedRole>& roles,
          const std::vector<std::string>& reasons) {
  const std::vector<std::string> further(reasons.begin() + 1, reasons.end());
  report(WARNING,
         "column " + in_quotes(column.name) + " " + reasons.front() + " and will be published",
         further.empty() ? std::string() : "It " + join(further, ", and ") + ".",
         std::string("If it names persons, add it to identifiers; if not, say so with ") +
             publishing_argument(roles) + (goes_by_rules(roles) ? "." : " or insensitive."));
}

void warn(const Source& source, const std::vector<AssignedRole>& roles,
          const std::vector<Suspect>& suspects) {
  // A reader would not read more warnings than these one by one.
  constexpr std::size_t most_warnings = 20;
  for (std::size_t i = 0; i < std::min(suspects.size(), most_warnings); ++i)
    warn(source.columns[suspects[i].column], roles, suspects[i].reasons);
  if (suspects.size() <= most_warnings) return;
  report(WARNING,
         std::to_string(suspects.size() - most_warnings) +
             " further columns look as if they named persons and will be published",
         {}, "classify() shows them all.");
}

}  // namespace

std::string ways_to_choose(const std::vector<std::string>& names,
                           const std::vector<AssignedRole>& roles) {
  const std::string them = names.size() == 1 ? "it" : "them";
  const std::string list = to_list_argument(names);
  return "To leave " + them + " out, use identifiers => " + list + "; to publish " + them +
         ", use " + publishing_argument(roles) + " => " + list +
         ". declare_roles() takes the same arguments for all later calls.";
}

namespace {

[[noreturn]] void refuse(const Source& source, const std::vector<AssignedRole>& roles,
                         const std::vector<Suspect>& suspects) {
  std::vector<std::string> quoted;
  std::vector<std::string> names;
  std::vector<std::string> reasons;
  for (const Suspect& suspect : suspects) {
    const std::string& name = source.columns[suspect.column].name;
    names.push_back(name);
    quoted.push_back(in_quotes(name));
    reasons.push_back(in_quotes(name) + " " + join(suspect.reasons, ", and ") + ".");
  }
  const bool one = suspects.size() == 1;
  throw SeemToIdentify(
      Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
            (one ? "column " : "columns ") + join(quoted) + " of " + in_quotes(source.name) +
                (one ? " seems to identify persons, and has no declared role"
                     : " seem to identify persons, and have no declared role"))
          .detail(join(reasons, " "))
          .hint(ways_to_choose(names, roles)),
      names);
}

constexpr std::size_t most_repeating_rows = 1000000;

// Returns the number of rows to read of so many columns in addition to the table. The size of
// values is only known after they were read.
std::size_t rows_to_read(std::size_t columns) {
  constexpr std::size_t bytes_of_value = 1024;
  return std::min(most_repeating_rows,
                  static_cast<std::size_t>(memory_limit_bytes()) / bytes_of_value / columns);
}

// Returns, by column of the source, the name of another column with which it repeats together, for
// columns that are published without a chosen role. Empty names for a table that Citus distributes,
// because its rows stay where they are.
std::vector<std::optional<std::string>> find_repeating_together(
    const Source& source, const std::vector<AssignedRole>& roles, const Table& table,
    const EvidenceByColumn& evidence, const Progress& progress) {
  constexpr std::size_t most_columns = 16;
  std::vector<std::optional<std::string>> found(source.columns.size());
  std::vector<std::size_t> columns;
  std::vector<ColumnValues> values;
  for (std::size_t a = 0; a < table.columns.size(); ++a) {
    const std::size_t i = table.columns[a];
    const ColumnValues column{source.columns[i].name, table.dictionaries[a], table.data.columns[a]};
    if (!roles[i].chosen && columns.size() < most_columns && !is_of_persons(table, a) &&
        may_repeat_together(column, source.name)) {
      columns.push_back(i);
      values.push_back(column);
    }
  }
  if (columns.empty() || distribution_of(source.relation) != Distribution::local) return found;
  const std::vector<bool> stored = stored_columns(source);
  for (std::size_t i = 0; i < source.columns.size(); ++i) {
    if (roles[i].role == Role::identifier && columns.size() < 2 * most_columns && stored[i] &&
        is_looked_for(source.columns[i].type) && may_select(source, source.columns[i])) {
      columns.push_back(i);
    }
  }
  if (columns.size() < 2) return found;
  std::optional<RowSample> rows;
  if (columns.size() > values.size() || table.data.rows > most_repeating_rows) {
    rows.emplace(source, columns, rows_to_read(columns.size()), progress);
    values = rows->columns(0, columns.size());
  }
  for (std::size_t c = 0; c < columns.size(); ++c)
    values[c].full_names = are_full_names(evidence[columns[c]]);
  const auto together = repeating_together(values, source.name, progress);
  for (std::size_t c = 0; c < columns.size(); ++c)
    found[columns[c]] = together[c];
  return found;
}

enum class Rows { all, some };

// Returns the fraction of rows that an attribute distinguishes, by attribute of the table. A sample
// of rows cannot show that.
std::vector<std::optional<double>> find_separated(const std::vector<AssignedRole>& roles,
                                                  const Table& table, Rows rows,
                                                  const Progress& progress) {
  std::vector<std::optional<double>> found(table.columns.size());
  if (rows == Rows::some || !table.data.times.empty()) return found;
  AttributeSet suspected;
  for (std::size_t a = 0; a < table.columns.size(); ++a) {
    if (!roles[table.columns[a]].chosen) suspected.push_back(a);
  }
  for (const SeparatingAttribute& separating :
       separating_attributes(table.data, suspected, progress))
    found[separating.attribute] = separating.unique;
  return found;
}

}  // namespace

void check_identifiers(const Source& source, const std::vector<AssignedRole>& roles,
                       const Table& table, const Progress& progress,
                       const CountDistinctValues& count_distinct) {
  EvidenceByColumn found = evidence_of_values(source, roles, table, progress);
  if (count_distinct) judge_by_counts(source, count_distinct, found);
  add_contained_identifiers(source, identifier_search(source, roles, table, found), table, found,
                            progress);
  // The sample of a table by regions has only some of the rows that repeat.
  const auto together = count_distinct
                            ? std::vector<std::optional<std::string>>(source.columns.size())
                            : find_repeating_together(source, roles, table, found, progress);
  const std::vector<std::optional<double>> separated =
      find_separated(roles, table, count_distinct ? Rows::some : Rows::all, progress);
  std::vector<std::string> names;
  for (const std::size_t column : table.columns)
    names.push_back(source.columns[column].name);
  const std::vector<NamedFor> named = named_together(names, source.name);
  std::vector<Suspect> refused;
  std::vector<Suspect> suspects;
  for (std::size_t a = 0; a < table.columns.size(); ++a) {
    const std::size_t i = table.columns[a];
    if (roles[i].chosen) continue;
    std::vector<Code> codes;
    const ColumnValues values = column_values(source, table, a, codes, progress);
    const SuggestedRole suggested =
        suggest_role(values,
                     {named[a], false, roles[i].code, roles[i].code, together[i], separated[a],
                      roles[i].computed_from_identifier},
                     found[i]);
    if (suggested.must_be_chosen) refused.push_back({i, suggested.reasons});
    if (suggested.role == Role::identifier || suggested.must_be_chosen || !found[i].empty())
      suspects.push_back({i, suggested.reasons});
  }
  if (!refused.empty() && unclassified_setting() != Unclassified::warn)
    refuse(source, roles, refused);
  warn(source, roles, suspects);
}

namespace {

// Query for roles that other relations declare. Roles declared for the source itself count as
// chosen.
constexpr const char* roles_of_columns =
    "declared (position, role, rank, relation) AS ("
    "SELECT s.position, r.role, "
    "pg_catalog.array_position(ARRAY['subject', 'identifier', 'sensitive'], "
    "r.role::pg_catalog.text), "
    "c.relname FROM shown s JOIN family f ON f.origin = s.relation "
    "JOIN pg_catalog.pg_class c ON c.oid = f.relation "
    "JOIN microdata.role_record r ON r.source = f.relation AND r.attribute = s.attribute "
    "JOIN pg_catalog.pg_attribute a ON a.attrelid = f.relation AND a.attname = r.attribute "
    "AND a.attnum = r.attnum AND NOT a.attisdropped) "
    "SELECT DISTINCT ON (d.position) d.position, d.role, d.relation FROM declared d "
    "WHERE d.rank IS NOT NULL ORDER BY d.position, d.rank, d.relation";

// Columns with one role in one relation.
struct RoleElsewhere {
  std::string role;
  std::string relation;
  // True if the columns are computed from columns of the role.
  bool computed = false;
  std::vector<std::string> columns;
};

// Adds the roles of the columns that the source's columns show, or are computed from, and marks
// these columns.
void add_roles(const Source& source, const std::vector<AssignedRole>& roles, bool computed,
               std::vector<bool>& has_some, std::vector<RoleElsewhere>& found) {
  const std::vector<ColumnBehind> columns =
      computed ? columns_behind(source) : shown_columns(source);
  for (const ResultRow& row : query_families(columns, roles_of_columns)) {
    const std::size_t column = std::stoul(*row[0]);
    const AssignedRole& assigned = roles[column];
    if (has_some[column] || assigned.chosen || assigned.role == Role::identifier) continue;
    const bool is_protected =
        assigned.protected_by_rule || (computed && assigned.role == Role::sensitive);
    if (is_protected && *row[1] == role_name(Role::sensitive)) continue;
    const auto same = std::find_if(found.begin(), found.end(), [&](const RoleElsewhere& other) {
      return other.role == *row[1] && other.relation == *row[2] && other.computed == computed;
    });
    RoleElsewhere& group = same == found.end()
                               ? found.emplace_back(RoleElsewhere{*row[1], *row[2], computed, {}})
                               : *same;
    group.columns.push_back(in_quotes(source.columns[column].name));
    has_some[column] = true;
  }
}

std::vector<RoleElsewhere> roles_elsewhere(const Source& source,
                                           const std::vector<AssignedRole>& roles) {
  std::vector<RoleElsewhere> found;
  std::vector<bool> has_some(roles.size());
  add_roles(source, roles, false, has_some, found);
  // Generated columns of a table get their roles from the table's columns.
  if (source.kind == RELKIND_VIEW || source.kind == RELKIND_MATVIEW)
    add_roles(source, roles, true, has_some, found);
  return found;
}

// Warns of columns to be published without a chosen role that another relation declares as subject,
// identifier or sensitive, because roles are declared for one relation. Other relations are those
// whose column is shown, or used in computing: by a view's query, or by a table that the source or
// that relation inherits from or is inherited by. A privacy rule can protect a column that is
// sensitive there. Called only for a role that may read the source.
void warn_of_roles_elsewhere(const Source& source, const std::vector<AssignedRole>& roles) {
  for (const RoleElsewhere& declared : roles_elsewhere(source, roles)) {
    const bool one = declared.columns.size() == 1;
    report(WARNING,
           (one ? "column " : "columns ") + join(declared.columns) + (one ? " is " : " are ") +
               (declared.computed ? "computed from what is " : "") + "declared as " +
               declared.role + " in " + in_quotes(declared.relation) + " and will be published",
           "Roles that are declared for one relation do not count for another.",
           "Declare the roles of " + in_quotes(source.name) +
               " with declare_roles(), or give them in the call.");
  }
}

// Returns words such as: column "hiv"; columns "hiv", "note".
std::string named(const Source& source, const std::vector<std::size_t>& columns) {
  std::vector<std::string> names;
  for (const std::size_t i : columns)
    names.push_back(in_quotes(source.columns[i].name));
  return (names.size() == 1 ? "column " : "columns ") + join(names);
}

// Returns words such as: By default, "hiv" is a quasi-identifier, "ward" is an identifier.
std::string default_roles(const Source& source, const std::vector<AssignedRole>& roles,
                          const std::vector<std::size_t>& columns) {
  std::vector<std::string> texts;
  for (const std::size_t i : columns) {
    const bool is_identifier = roles[i].role == Role::identifier;
    texts.push_back(in_quotes(source.columns[i].name) + (is_identifier ? " is an " : " is a ") +
                    role_name(roles[i].role));
  }
  return "By default, " + join(texts) + ".";
}

[[noreturn]] void refuse(const Source& source, const std::vector<std::size_t>& unclassified,
                         const std::vector<std::size_t>& added) {
  std::string detail = "pg_microdata.unclassified is \"error\".";
  if (!added.empty()) {
    detail += " Added after roles were declared: " + named(source, added) + ".";
  }
  throw Error(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
              named(source, unclassified) + " of " + in_quotes(source.name) +
                  (unclassified.size() == 1 ? " has" : " have") + " no declared role")
      .detail(detail)
      .hint("Declare roles with declare_roles(), or give them in the call.");
}

void warn_of_added(const Source& source, const std::vector<AssignedRole>& roles,
                   const std::vector<std::size_t>& added) {
  if (added.empty()) return;
  report(
      WARNING,
      named(source, added) + (added.size() == 1 ? " was" : " were") + " added to " +
          in_quotes(source.name) + " after its roles were declared",
      default_roles(source, roles, added),
      "Declare roles with declare_roles(), which also confirms the defaults, or give them in the "
      "call.");
}

}  // namespace

void check_unclassified(const Source& source, const std::vector<AssignedRole>& roles) {
  // A stand-in has the roles of a release. A role that may not read the source learns nothing of
  // its declarations; reading it fails afterwards.
  if (original_of(source.relation) || !may_read_some(source.relation)) return;
  const std::vector<AttrNumber> later = attributes_added(source.relation);
  std::vector<std::size_t> unclassified;
  std::vector<std::size_t> added;
  for (std::size_t i = 0; i < source.columns.size(); ++i) {
    if (roles[i].chosen) continue;
    unclassified.push_back(i);
    if (std::find(later.begin(), later.end(), source.columns[i].number) != later.end()) {
      added.push_back(i);
    }
  }
  if (!unclassified.empty() && unclassified_setting() == Unclassified::error) {
    refuse(source, unclassified, added);
  }
  warn_of_added(source, roles, added);
  // The table's declarations would be disclosed to readers of a view of the table's owner, and any
  // role can create a view.
  if (!unclassified.empty() && may_read_through(source.relation))
    warn_of_roles_elsewhere(source, roles);
}

}  // namespace microdata::postgres
