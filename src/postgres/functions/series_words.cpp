#include "postgres/functions/series_words.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "postgres/methods/series_methods.hpp"
#include "postgres/release/series_arguments.hpp"
#include "postgres/server/spi.hpp"
#include "postgres/server/text.hpp"

namespace microdata::postgres {

namespace {

constexpr std::array<const char*, 5> role_arguments{"sensitive", "identifiers", "insensitive",
                                                    "quasi_identifiers", "subject"};

bool is_role_argument(const std::string& name) {
  return std::find(role_arguments.begin(), role_arguments.end(), name) != role_arguments.end();
}

bool is_of_name(char c) {
  return std::islower(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// Returns the arguments that a hint names as in suppress => 0.1; those of calls that it shows in
// full, as in audit_composition(source => 'persons'), apart.
std::set<std::string> arguments_in(const std::string& hint) {
  std::set<std::string> names;
  int in_call = 0;
  std::string name;
  for (std::size_t i = 0; i < hint.size(); ++i) {
    const char c = hint[i];
    if (c == '(' && (in_call > 0 || (i > 0 && is_of_name(hint[i - 1])))) ++in_call;
    if (c == ')' && in_call > 0) --in_call;
    if (is_of_name(c)) {
      name += c;
      continue;
    }
    if (in_call == 0 && hint.compare(i, 3, " =>") == 0 && !name.empty()) names.insert(name);
    name.clear();
  }
  // Named in words.
  for (const char* role : {"identifiers", "insensitive"}) {
    if (hint.find(role) != std::string::npos) names.insert(role);
  }
  if (hint.find("Give a target") != std::string::npos) names.insert("target");
  return names;
}

std::set<std::string> arguments_of(const Series& series) {
  std::set<std::string> known(role_arguments.begin(), role_arguments.end());
  known.insert("target");
  if (!series.independent) {
    for (const SeriesArgument& argument : series_method_named(series.method).arguments)
      known.insert(argument.name);
    return known;
  }
  for (const ResultRow& row : query("SELECT a.name FROM microdata.function_of_extension("
                                    "microdata.publishing_function($1)) p "
                                    "CROSS JOIN LATERAL pg_catalog.unnest(p.proargnames) a (name) "
                                    "WHERE a.name <> ALL ('{source,replace,in_place}')",
                                    {series.method})) {
    if (row[0]) known.insert(*row[0]);
  }
  return known;
}

std::string in_words(const std::string& series, const std::set<std::string>& known,
                     const std::string& hint) {
  // Hints about series have their own words.
  if (hint.find("series") != std::string::npos) return hint;
  std::vector<std::string> taken;
  std::vector<std::string> missing;
  bool roles_alone = true;
  for (const std::string& name : arguments_in(hint)) {
    (known.contains(name) ? taken : missing).push_back(name);
    roles_alone = roles_alone && is_role_argument(name);
  }
  std::string words = hint;
  if (!taken.empty() && roles_alone) {
    words += " For series " + in_quotes(series) +
             ", use declare_roles(), or alter_series(), which begins it anew.";
  } else if (!taken.empty()) {
    words += " For series " + in_quotes(series) + ", alter_series() takes " + join(taken) +
             " among its arguments, and begins it anew.";
  }
  if (!missing.empty()) {
    words += " Series " + in_quotes(series) + " has no argument " + join(missing, " and no ") + ".";
  }
  return words;
}

}  // namespace

HintWords::Words words_of_series(const Series& series) {
  return [name = series.name, known = arguments_of(series)](const std::string& hint) {
    return in_words(name, known, hint);
  };
}

}  // namespace microdata::postgres
