#include "postgres/source/identifier_warnings.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/identifying_values.hpp"
#include "postgres/source/reader.hpp"

namespace microdata::postgres {

namespace {

constexpr SampleSize warned_sample{2000, 2048};
constexpr std::size_t most_sampled_rows = 1000;

// What speaks for each of the source's columns naming persons; empty for those that are not
// published, or that somebody chose a role for.
using EvidenceByColumn = std::vector<std::vector<Evidence>>;

// Where a row is a person, rows are what there is to count.
bool is_of_persons(const Table& table, std::size_t attribute) {
  return table.subjects && !table.subjects->one_row_each() &&
         std::binary_search(table.subjects->of_person.begin(), table.subjects->of_person.end(),
                            attribute);
}

EvidenceByColumn evidence_of_values(const Source& source, const std::vector<AssignedRole>& roles,
                                    const Table& table, const Progress& progress) {
  EvidenceByColumn found(source.columns.size());
  for (std::size_t a = 0; a < table.columns.size(); ++a) {
    const std::size_t column = table.columns[a];
    if (roles[column].chosen) continue;
    ColumnValues values{source.columns[column].name, table.dictionaries[a], table.data.columns[a]};
    std::vector<Code> codes;
    if (is_of_persons(table, a)) {
      codes = codes_of_persons(table.data, table.subjects->persons, a, progress);
      values.codes = codes;
      values.of_persons = true;
    }
    found[column] = identifying_values(values, warned_sample, progress);
  }
  return found;
}

// Columns of the source by number.
struct Search {
  std::vector<std::size_t> texts;
  std::vector<std::size_t> identifiers;
};

// In which columns identifiers are to be looked for, and whose: of columns that are left out, or
// that look like identifiers themselves.
Search identifier_search(const Source& source, const std::vector<AssignedRole>& roles,
                         const Table& table, const EvidenceByColumn& found) {
  Search search;
  for (std::size_t i = 0; i < source.columns.size(); ++i) {
    const SourceColumn& column = source.columns[i];
    const bool names_persons = roles[i].role == Role::identifier || !found[i].empty();
    if (names_persons && is_looked_for(column.type) && may_select(source, column)) {
      search.identifiers.push_back(i);
    }
  }
  for (std::size_t a = 0; a < table.columns.size(); ++a) {
    const std::size_t i = table.columns[a];
    if (!roles[i].chosen && found[i].empty() && is_searched(source.columns[i].type) &&
        table.data.attributes[a].distinct >= contained_identifier_rule().fewest) {
      search.texts.push_back(i);
    }
  }
  return search;
}

// So many rows that their texts take a few megabytes, were all of them as long as the mean.
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
  if (search.texts.empty() || search.identifiers.empty() || !is_stored(source)) return;
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

// What a sample of the table said of distinct values, by what they are in all of it.
void judge_by_counts(const CountDistinctValues& count_distinct, EvidenceByColumn& found) {
  std::vector<std::size_t> columns;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (std::any_of(found[i].begin(), found[i].end(), is_of_distinct_values)) columns.push_back(i);
  }
  if (columns.empty()) return;
  const std::vector<DistinctValues> counted = count_distinct(columns);
  for (std::size_t c = 0; c < columns.size(); ++c) {
    std::vector<Evidence>& evidence = found[columns[c]];
    const auto distinct = std::find_if(evidence.begin(), evidence.end(), is_of_distinct_values);
    const DistinctValues& values = counted[c];
    const std::uint64_t with_value = values.rows - values.nulls;
    const double share = static_cast<double>(values.distinct) /
                         static_cast<double>(std::max<std::uint64_t>(values.with_value, 1));
    const auto in_all =
        static_cast<std::uint64_t>(std::llround(share * static_cast<double>(with_value)));
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

void warn(const SourceColumn& column, const std::vector<Evidence>& evidence) {
  std::vector<std::string> further;
  for (std::size_t i = 1; i < evidence.size(); ++i)
    further.push_back(in_words(evidence[i]));
  report(WARNING,
         "column " + in_quotes(column.name) + " " + in_words(evidence.front()) +
             " and will be published",
         further.empty() ? std::string() : "It " + join(further, ", and ") + ".",
         "If it names persons, add it to identifiers; if not, say so with quasi_identifiers or "
         "insensitive.");
}

}  // namespace

void warn_of_identifiers(const Source& source, const std::vector<AssignedRole>& roles,
                         const Table& table, const Progress& progress,
                         const CountDistinctValues& count_distinct) {
  // More than these nobody reads one by one.
  constexpr std::size_t most_warnings = 20;
  EvidenceByColumn found = evidence_of_values(source, roles, table, progress);
  if (count_distinct) judge_by_counts(count_distinct, found);
  add_contained_identifiers(source, identifier_search(source, roles, table, found), table, found,
                            progress);
  std::size_t warned = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (!found[i].empty() && ++warned <= most_warnings) warn(source.columns[i], found[i]);
  }
  if (warned > most_warnings) {
    report(WARNING,
           std::to_string(warned - most_warnings) +
               " further columns look as if they named persons and will be published",
           {}, "classify() shows them all.");
  }
}

}  // namespace microdata::postgres
