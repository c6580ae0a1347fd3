#include "postgres/source/suggested_roles.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "core/classification/identifier_patterns.hpp"
#include "core/classification/written_dates.hpp"
#include "postgres/server/settings.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

// True if one in five of the texts is a date with a day.
bool are_dates(const Dictionary& values) {
  constexpr Code most_values = 100;
  constexpr Code to_a_date = 5;
  constexpr std::size_t longest = 40;
  const PlainText settings;
  const Code step = std::max<Code>(values.distinct() / most_values, 1);
  Code looked_at = 0;
  Code dates = 0;
  for (Code code = 0; code < values.distinct(); code += step) {
    if (values.is_null(code)) continue;
    ++looked_at;
    dates += written_date(values.opening(code, longest)) == WrittenDate::day ? 1 : 0;
  }
  return dates > 0 && to_a_date * dates >= looked_at;
}

// True if all numbers are dates such as 19500131 or 1311950, and at least one has a day. NULL is
// NaN in a projection.
bool are_written_dates(const std::vector<double>& numbers) {
  constexpr double most = 99999999;
  constexpr std::size_t digits = 8;
  bool exact = false;
  for (const double number : numbers) {
    if (std::isnan(number)) continue;
    if (number < 0 || number > most) return false;
    const std::string text = std::to_string(static_cast<long>(number));
    const std::size_t zeros = text.size() + 1 == digits ? 1 : 0;
    const WrittenDate date = written_date(std::string(zeros, '0') + text);
    if (date == WrittenDate::none) return false;
    exact = exact || date == WrittenDate::day;
  }
  return exact;
}

bool is_first_of_month(double days_since_2000) {
  using namespace std::chrono;
  const sys_days day = sys_days(2000y / January / 1) + days(static_cast<int>(days_since_2000));
  return year_month_day(day).day() == std::chrono::day(1);
}

// True if some values are full dates, not only a year or a month.
bool has_exact_days(const Dictionary& values) {
  constexpr double day = 86400e6;
  if (values.type().is_text) return are_dates(values);
  if (values.type().projection == Projection::integer)
    return are_written_dates(values.projection());
  const bool date = values.type().projection == Projection::date;
  if (!date && values.type().projection != Projection::timestamp) return false;
  return std::any_of(values.projection().begin(), values.projection().end(), [&](double value) {
    return std::isfinite(value) && !is_first_of_month(std::floor(date ? value : value / day));
  });
}

bool is_of(const Evidence& evidence, IdentifierEvidence kind) {
  return evidence.rule->evidence == kind;
}

// True if the column can be a number of persons, by its name and type.
bool may_be_number(const ColumnFacts& facts) {
  switch (facts.named.meaning) {
    case NameMeaning::thing:
    case NameMeaning::measure:
    case NameMeaning::birth_date:
    case NameMeaning::birth_part:
      return false;
    default:
      return facts.kind == ValueKind::text || facts.kind == ValueKind::whole_number ||
             facts.kind == ValueKind::other;
  }
}

bool is_trace(const Evidence& evidence) {
  return evidence.rule->contains == contains_ip_address || evidence.rule->contains == contains_url;
}

// True for geometric types, including those of PostGIS, which are not the server's own.
bool is_place(const AttributeType& type) {
  const std::string name = type_name(type);
  return name.find("geometry") != std::string::npos ||
         name.find("geography") != std::string::npos || is_geometric(type);
}

ColumnFacts facts_of(const ColumnValues& column, const ColumnContext& context,
                     const std::vector<Evidence>& evidence) {
  ColumnFacts facts;
  facts.named = context.named;
  facts.kind = value_kind(column.dictionary);
  facts.place = is_place(column.dictionary.type());
  facts.rows = column.codes.size();
  facts.with_value = column.with_value();
  facts.distinct = column.distinct();
  facts.key = context.key;
  facts.foreign_key = context.foreign_key;
  facts.code = context.code;
  const bool birth = facts.named.meaning == NameMeaning::birth_date ||
                     facts.named.meaning == NameMeaning::birth_part;
  facts.exact_days = birth && has_exact_days(column.dictionary);
  for (const Evidence& found : evidence) {
    if (is_of(found, IdentifierEvidence::pattern))
      (is_trace(found) ? facts.has_trace : facts.has_pattern) = true;
    facts.has_pattern = facts.has_pattern || is_of(found, IdentifierEvidence::keys);
    facts.has_full_names = facts.has_full_names || is_of(found, IdentifierEvidence::full_names);
    facts.contains_identifier =
        facts.contains_identifier || is_of(found, IdentifierEvidence::contained_identifier);
    facts.has_distinct_values = facts.has_distinct_values ||
                                is_of(found, IdentifierEvidence::key_like) ||
                                is_of(found, IdentifierEvidence::distinct_values);
  }
  // A distinct value for each person identifies that person.
  facts.follows_identifier = context.same_persons.has_value() ||
                             (column.of_persons && facts.has_distinct_values &&
                              facts.distinct == facts.with_value && may_be_number(facts));
  return facts;
}

// True if nearly all repeating values of `a` occur with one value of `b` each. Some persons are
// written in two ways; more of them share a name.
bool nearly_determines(const ColumnValues& a, const ColumnValues& b, const Progress& progress) {
  constexpr double of_names = 0.8;
  constexpr double of_others = 0.97;
  constexpr double least_common_rows = 0.5;
  constexpr std::size_t rows_to_a_checkpoint = 100000;
  struct Seen {
    std::uint64_t rows = 0;
    Code other = 0;
    bool several = false;
  };
  std::vector<Seen> seen(a.dictionary.distinct());
  std::uint64_t common = 0;
  for (std::size_t row = 0; row < a.codes.size(); ++row) {
    if (row % rows_to_a_checkpoint == 0) progress.checkpoint();
    if (a.dictionary.is_null(a.codes[row]) || b.dictionary.is_null(b.codes[row])) continue;
    ++common;
    Seen& value = seen[a.codes[row]];
    value.several = value.several || (value.rows > 0 && value.other != b.codes[row]);
    value.other = b.codes[row];
    ++value.rows;
  }
  std::uint64_t repeating = 0;
  std::uint64_t determining = 0;
  for (const Seen& value : seen) {
    repeating += value.rows > 1 ? 1 : 0;
    determining += value.rows > 1 && !value.several ? 1 : 0;
  }
  const double least = a.full_names ? of_names : of_others;
  return repeating > 0 &&
         static_cast<double>(common) >= least_common_rows * static_cast<double>(a.with_value()) &&
         static_cast<double>(determining) >= least * static_cast<double>(repeating);
}

}  // namespace

SuggestedRole suggest_role(const ColumnValues& column, const ColumnContext& context,
                           const std::vector<Evidence>& evidence) {
  ColumnRole judged = column_role(facts_of(column, context, evidence));
  SuggestedRole suggested{judged.role, judged.must_be_chosen, {}};
  if (!judged.reason.empty()) suggested.reasons.push_back(std::move(judged.reason));
  if (context.same_persons && !context.key && !context.foreign_key) {
    suggested.reasons.push_back("repeats together with " + in_quotes(*context.same_persons) +
                                " like numbers of persons");
  }
  for (const Evidence& found : evidence)
    suggested.reasons.push_back(in_words(found));
  // A computed column that distinguishes rows identifies persons like the identifier from which it
  // is computed.
  if (context.computed_from_identifier && !evidence.empty()) {
    suggested.role = Role::identifier;
    suggested.must_be_chosen = true;
    suggested.reasons.emplace_back("is computed from an identifier");
  }
  if (context.separated) {
    suggested.must_be_chosen = true;
    suggested.reasons.push_back(separated_in_words(*context.separated));
  }
  return suggested;
}

std::string separated_in_words(double share) {
  return "tells " + rounded(std::floor(100 * share), 0) +
         "% of the rows apart and nothing of columns whose values repeat";
}

bool may_repeat_together(const ColumnValues& column, const std::string& table) {
  ColumnFacts facts;
  facts.named = named_for(column.name, table);
  facts.kind = value_kind(column.dictionary);
  return may_be_number(facts) && repeats_like_persons(column.with_value(), column.distinct());
}

std::vector<std::optional<std::string>> repeating_together(std::span<const ColumnValues> columns,
                                                           const std::string& table,
                                                           const Progress& progress) {
  std::vector<std::optional<std::string>> found(columns.size());
  std::vector<std::size_t> candidates;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (!columns[i].of_persons && may_repeat_together(columns[i], table)) candidates.push_back(i);
  }
  for (const std::size_t a : candidates) {
    for (const std::size_t b : candidates) {
      if (found[a] || a == b) continue;
      if (nearly_determines(columns[a], columns[b], progress) &&
          nearly_determines(columns[b], columns[a], progress)) {
        found[a] = columns[b].name;
        found[b] = columns[a].name;
      }
    }
  }
  return found;
}

}  // namespace microdata::postgres
