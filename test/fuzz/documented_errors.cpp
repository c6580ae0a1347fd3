#include "documented_errors.hpp"

#include <fstream>
#include <regex>
#include <stdexcept>

#include "arguments.hpp"

namespace microdata::fuzz {

namespace {

bool is_internal(const std::string& sqlstate) {
  return sqlstate.starts_with("XX");
}

// Returns true for 22P02 and the corresponding errors of dates.
bool is_of_unreadable_value(const std::string& sqlstate) {
  return sqlstate == "22P02" || sqlstate == "22007" || sqlstate == "22008";
}

}  // namespace

std::set<std::string> documented_errors(const std::string& reference) {
  std::ifstream file(reference);
  std::set<std::string> codes;
  const std::regex code("\\b[0-9A-Z]{5}\\b");
  bool in_chapter = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("## ")) in_chapter = line == "## Codes";
    if (!in_chapter || !line.starts_with("| ")) continue;
    const std::string cell = line.substr(2, line.find(" |", 2) - 2);
    for (std::sregex_iterator found(cell.begin(), cell.end(), code), end; found != end; ++found) {
      if (!is_internal(found->str())) codes.insert(found->str());
    }
  }
  if (codes.size() < 20) throw std::runtime_error("no table of errors in " + reference);
  return codes;
}

bool is_allowed(const std::set<std::string>& documented, const std::string& sqlstate,
                const Call& call) {
  if (is_internal(sqlstate)) return false;
  // PostgreSQL itself rejects direct calls of trigger functions.
  if (call.function->arguments.empty() && (sqlstate == "0A000" || sqlstate == "39P03")) return true;
  // Constraints are checked only in place; the catalog's own constraints must never fail.
  if (sqlstate.starts_with("23") && !call.in_place) return false;
  // A cancelled query has this error; judge() checks it elsewhere.
  if (sqlstate == "57014") return false;
  // Functions for regions may fail on messages that no server has sent.
  if (call.function->name.ends_with("_region"))
    return sqlstate.starts_with("22") || documented.contains(sqlstate);
  // A type raises "22P02 and its like" for a value that it cannot read.
  if (call.has("facts") || call.has("tuple") || call.has("predicate") || call.has("predicates") ||
      call.has("settings"))
    return sqlstate.starts_with("22") || sqlstate == "42601" || documented.contains(sqlstate);
  // A changed release may contain values that a type cannot read.
  if (is_of_unreadable_value(sqlstate) && call.has("release")) return true;
  if (sqlstate == "22P02" && call.text.find(no_list_mark) == std::string::npos) return false;
  return documented.contains(sqlstate);
}

}  // namespace microdata::fuzz
