#include "postgres/source/key_columns.hpp"

#include <algorithm>
#include <numeric>
#include <sstream>
#include <string>

#include "core/classification/column_names.hpp"
#include "core/classification/column_role.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/computed_columns.hpp"
#include "postgres/source/identifying_values.hpp"
#include "postgres/source/reader.hpp"

namespace microdata::postgres {

namespace {

// Query for keys and foreign keys of columns. A table's keys do not apply to its children, nor
// theirs to it, but rows of all of them are read, and identify the same persons; partitions can
// have keys that the partitioned table cannot have. Foreign keys that the server created for
// partitions have a parent.
constexpr const char* keys_of_columns =
    "keyed (origin, attribute, referenced, elsewhere, alone, columns) AS ("
    "SELECT f.origin, a.attname, NULL::pg_catalog.name, false, i.indnkeyatts = 1, "
    "NULL::pg_catalog.text FROM family f "
    "JOIN pg_catalog.pg_index i ON i.indrelid = f.relation AND i.indislive AND i.indpred IS NULL "
    "AND (i.indisprimary OR i.indisunique AND i.indnkeyatts = 1) "
    "CROSS JOIN LATERAL pg_catalog.generate_series(0, i.indnkeyatts - 1) k (n) "
    "JOIN pg_catalog.pg_attribute a ON a.attrelid = f.relation AND a.attnum = i.indkey[k.n] "
    "UNION SELECT f.origin, a.attname, t.relname, c.confrelid <> c.conrelid, "
    "pg_catalog.cardinality(c.conkey) = 1, "
    "(SELECT pg_catalog.string_agg(b.attname::pg_catalog.text, E'\\n') "
    "FROM pg_catalog.pg_attribute b WHERE b.attrelid = t.oid AND b.attnum > 0 "
    "AND NOT b.attisdropped) FROM family f "
    "JOIN pg_catalog.pg_constraint c ON c.conrelid = f.relation AND c.contype = 'f' "
    "AND c.conparentid = 0 CROSS JOIN LATERAL pg_catalog.unnest(c.conkey) k (n) "
    "JOIN pg_catalog.pg_attribute a ON a.attrelid = f.relation AND a.attnum = k.n "
    "JOIN pg_catalog.pg_class t ON t.oid = c.confrelid) "
    "SELECT s.position, k.referenced, pg_catalog.bool_or(k.elsewhere), "
    "pg_catalog.bool_or(k.alone), pg_catalog.bool_and(k.elsewhere AND k.alone), "
    "pg_catalog.string_agg(k.columns, E'\\n') FROM shown s "
    "JOIN keyed k ON k.origin = s.relation AND k.attribute = s.attribute "
    "GROUP BY s.position, k.referenced ORDER BY 1, 2";

// Query for pairs of columns in one key: the position of one, the key, and the position of the
// other.
constexpr const char* pairs_in_keys =
    "pairs (position, key, other, rank) AS ("
    "SELECT s.position, i.indexrelid, o.position, NOT i.indisprimary FROM shown s "
    "JOIN family f ON f.origin = s.relation "
    "JOIN pg_catalog.pg_index i ON i.indrelid = f.relation AND i.indislive AND i.indpred IS NULL "
    "AND i.indisunique AND i.indnkeyatts > 1 "
    "CROSS JOIN LATERAL pg_catalog.generate_series(0, i.indnkeyatts - 1) m (n) "
    "JOIN pg_catalog.pg_attribute a ON a.attrelid = f.relation AND a.attnum = i.indkey[m.n] "
    "AND a.attname = s.attribute "
    "CROSS JOIN LATERAL pg_catalog.generate_series(0, i.indnkeyatts - 1) k (n) "
    "JOIN pg_catalog.pg_attribute b ON b.attrelid = f.relation AND b.attnum = i.indkey[k.n] "
    "JOIN shown o ON o.relation = s.relation AND o.attribute = b.attname "
    "AND o.position <> s.position) "
    "SELECT position, key, other FROM pairs ORDER BY position, rank, key, other";

bool names_persons(NameMeaning meaning, bool of_things) {
  switch (meaning) {
    case NameMeaning::person_name:
    case NameMeaning::number:
    case NameMeaning::birth_date:
      return true;
    // Schools have telephones, too, and wards have a doctor who heads them.
    case NameMeaning::contact:
    case NameMeaning::address:
    case NameMeaning::login:
    case NameMeaning::person_key:
      return !of_things;
    default:
      return false;
  }
}

// True if a table seems to be one of persons, by its name and the names of its columns, one per
// line.
bool is_of_persons(const std::string& table, const std::string& columns) {
  if (is_named_for_persons(table)) return true;
  const bool of_things = is_named_for_things(table);
  std::istringstream lines(columns);
  for (std::string column; std::getline(lines, column);) {
    if (names_persons(named_for(column, table).meaning, of_things)) return true;
  }
  return false;
}

}  // namespace

std::vector<KeyColumn> key_columns(const Source& source) {
  std::vector<KeyColumn> keys(source.columns.size());
  for (const ResultRow& row : query_families(source, keys_of_columns)) {
    const std::size_t position = std::stoul(*row[0]);
    KeyColumn& column = keys[position];
    if (row[1]) {
      const std::string& name = source.columns[position].name;
      const bool codes = *row[4] == "t" && !is_of_persons(*row[1], row[5].value_or("")) &&
                         !is_of_persons(name, name);
      column.refers_to_codes = codes && (column.references.empty() || column.refers_to_codes);
      column.references.push_back(*row[1]);
      column.refers_elsewhere = column.refers_elsewhere || *row[2] == "t";
    } else {
      column.key = true;
      column.unique = *row[3] == "t";
    }
  }
  return keys;
}

std::vector<std::size_t> columns_of_same_key(const Source& source, std::size_t column) {
  std::vector<std::size_t> others;
  std::string key;
  for (const ResultRow& row : query_families(source, pairs_in_keys)) {
    if (std::stoul(*row[0]) != column) continue;
    if (key.empty()) key = *row[1];
    if (key == *row[1]) others.push_back(std::stoul(*row[2]));
  }
  return others;
}

std::vector<bool> code_columns(const Source& source, std::span<const KeyColumn> keys,
                               const std::vector<bool>& asked) {
  constexpr std::size_t most_rows = 100000;
  std::vector<bool> codes(keys.size());
  std::vector<std::size_t> columns;
  std::vector<std::string> names;
  std::vector<Repetition> counted;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (!asked[i] || keys[i].key || !keys[i].refers_to_codes) continue;
    if (!may_select(source, source.columns[i])) continue;
    columns.push_back(i);
    names.push_back(source.columns[i].name);
    counted.emplace_back(source.columns[i].type);
  }
  if (columns.empty()) return codes;
  read_columns(source.relation, names, {}, most_rows, counted);
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const bool things = named_for(names[c], source.name).meaning == NameMeaning::thing;
    codes[columns[c]] =
        !counted[c].sampled() && is_code(counted[c].rows(), counted[c].values(), things);
  }
  return codes;
}

namespace {

// Number of values that are counted before the sample is halved.
constexpr std::size_t most_values = 4096;

// Returns the 64-bit mix of Steele, Lea and Flood (SplitMix, 2014), a bijection.
std::uint64_t mixed(std::uint64_t bits) {
  bits += 0x9E3779B97F4A7C15ULL;
  bits = (bits ^ (bits >> 30U)) * 0xBF58476D1CE4E5B9ULL;
  bits = (bits ^ (bits >> 27U)) * 0x94D049BB133111EBULL;
  return bits ^ (bits >> 31U);
}

std::uint64_t hash_of(const Key& key, bool by_value) {
  if (by_value) return mixed(static_cast<std::uint64_t>(key.fixed));
  return hash_bytes_extended(reinterpret_cast<const unsigned char*>(key.bytes.data()),
                             static_cast<int>(key.bytes.size()), 0);
}

}  // namespace

bool is_repeating(std::uint64_t rows, std::uint64_t values) {
  constexpr double repeating = 1.05;
  return static_cast<double>(rows) > repeating * static_cast<double>(values);
}

void Repetition::add(const Key& key) {
  if (key.is_null) return;
  const std::uint64_t hash = hash_of(key, type_.by_value);
  if ((hash & outside_) != 0) return;
  ++rows_of_value_[hash];
  while (rows_of_value_.size() > most_values)
    halve();
}

// Removes the values whose next bit is set from the sample.
void Repetition::halve() {
  outside_ = outside_ << 1U | 1U;
  std::erase_if(rows_of_value_, [&](const auto& entry) { return (entry.first & outside_) != 0; });
}

std::uint64_t Repetition::rows() const {
  return std::accumulate(rows_of_value_.begin(), rows_of_value_.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const auto& entry) { return sum + entry.second; });
}

std::uint64_t Repetition::shared_rows() const {
  return std::accumulate(rows_of_value_.begin(), rows_of_value_.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const auto& entry) {
                           return sum + (entry.second > 1 ? entry.second : 0);
                         });
}

double Repetition::rows_per_value() const {
  return values() == 0 ? 0 : static_cast<double>(rows()) / static_cast<double>(values());
}

bool Repetition::tells_persons_apart() const {
  const double all_values = static_cast<double>(values()) * static_cast<double>(outside_ + 1);
  return is_repeating(rows(), values()) && rows_per_value() <= all_values;
}

namespace {

constexpr std::size_t most_columns = 4;

// Smallest number of values of a chosen identifier that can be persons. Any repeating column might
// be called an identifier only to leave it out; with fewer values only a foreign key is taken for
// persons.
constexpr std::uint64_t fewest_values = 10;

bool is_worth_a_warning(const Source& source, std::size_t column, const Repetition& counted,
                        const AssignedRole& role, bool with_unique) {
  // The role of a foreign key was not chosen.
  if (!role.chosen) return is_repeating(counted.rows(), counted.values());
  const NameMeaning meaning = named_for(source.columns[column].name, source.name).meaning;
  if (meaning == NameMeaning::measure || meaning == NameMeaning::thing) return false;
  // A row with a unique identifier might be a person, or one of a few rows of a person.
  if (with_unique &&
      (may_be_shared(source, column) || !repeats_like_persons(counted.rows(), counted.values())))
    return false;
  return counted.tells_persons_apart() && counted.values() >= fewest_values;
}

// Returns the ways to name the persons' attributes. `of_key` are the other columns of a key with
// the column. A key says in the same way that a row is one (school, pupil) or one (patient, visit),
// and rows do not show which it is. Naming the column alone is safe in both cases, but might take
// several persons for one.
std::string ways_to_name_persons(const std::string& name, const std::vector<std::string>& of_key) {
  const std::string none = "say so with subject => '{}'.";
  std::string ways = " it tells persons apart, name it: subject => " + to_list_argument({name});
  if (of_key.empty()) return ways + "; if a row is a person, " + none;
  std::vector<std::string> quoted;
  for (const std::string& other : of_key)
    quoted.push_back(in_quotes(other));
  if (of_key.size() == 1)
    return ways + "; if it does so only together with " + quoted.front() +
           ", its key is that of a person: " + none;
  return ways + "; if it does so only together with some of " + join(quoted) +
         ", which are in its key, name these, too: subject => " +
         to_list_argument({name, of_key.front()}) + "; if it takes all of them, " + none;
}

// Returns a HINT. If there are fewer values than rows per value, as in a table of wards, the values
// are less likely persons; their role must then be declared, or the warning comes again.
std::string way_out(const std::string& name, const std::vector<std::string>& of_key,
                    const std::vector<AssignedRole>& roles, bool few_values) {
  const std::string list = to_list_argument({name});
  const std::string of_persons = ways_to_name_persons(name, of_key);
  if (!few_values) return "If" + of_persons;
  return "If its values are codes, declare what they are: " +
         std::string(publishing_argument(roles)) + " => " + list + " (or sensitive" +
         (goes_by_rules(roles) ? "" : ", insensitive") + ") publishes them, identifiers => " +
         list + " leaves them out; if" + of_persons;
}

}  // namespace

std::vector<std::size_t> columns_to_count(const Source& source,
                                          const std::vector<AssignedRole>& roles) {
  std::vector<std::size_t> columns;
  for (std::size_t i = 0; i < roles.size() && columns.size() < most_columns; ++i) {
    // A computed value of a view might take long or fail; a foreign key is a stored column.
    const bool cheap = is_stored(source) || !roles[i].chosen;
    if (roles[i].may_be_subject && cheap && is_looked_for(source.columns[i].type) &&
        may_select(source, source.columns[i])) {
      columns.push_back(i);
    }
  }
  return columns;
}

void warn_of_repetition(const Source& source, const std::vector<AssignedRole>& roles,
                        const std::vector<std::size_t>& columns,
                        std::span<const Repetition> counted) {
  const bool with_unique =
      std::any_of(counted.begin(), counted.end(), [](const Repetition& identifier) {
        return identifier.rows() > 1 && identifier.shared_rows() == 0;
      });
  const Repetition* found = nullptr;
  std::size_t column = 0;
  for (std::size_t i = 0; i < counted.size(); ++i) {
    if (!is_worth_a_warning(source, columns[i], counted[i], roles[columns[i]], with_unique))
      continue;
    // The column with the fewest rows per value is named: doctors have more rows than patients.
    if (found != nullptr && found->rows_per_value() <= counted[i].rows_per_value()) continue;
    found = &counted[i];
    column = columns[i];
  }
  if (found == nullptr) return;
  const std::string& name = source.columns[column].name;
  std::vector<std::string> of_key;
  for (const std::size_t other : columns_of_same_key(source, column))
    of_key.push_back(source.columns[other].name);
  report(WARNING,
         std::to_string(found->shared_rows()) + " of " + std::to_string(found->rows()) +
             (found->sampled() ? " sampled" : "") + " rows share their value of the identifier " +
             in_quotes(name) + " with others, but every row is taken for a person",
         "On average " + rounded(found->rows_per_value(), 2) + " rows have the same value.",
         way_out(name, of_key, roles, !found->tells_persons_apart()));
}

}  // namespace microdata::postgres
