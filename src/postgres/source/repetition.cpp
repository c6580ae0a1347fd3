#include "postgres/source/repetition.hpp"

#include <algorithm>
#include <numeric>
#include <string>

#include "core/classification/column_names.hpp"
#include "core/classification/column_role.hpp"
#include "postgres/server/function_call.hpp"
#include "postgres/server/guard.hpp"
#include "postgres/server/text.hpp"
#include "postgres/source/identifying_values.hpp"
#include "postgres/source/key_columns.hpp"

namespace microdata::postgres {

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
