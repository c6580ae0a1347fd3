#pragma once

#include <string>
#include <utility>
#include <vector>

#include "json_mutations.hpp"
#include "session.hpp"

namespace microdata::fuzz {

// A question about a region of a release, as one server sends it to another.
struct AskedCall {
  std::string question;
  std::string known;
  std::string request;
  std::vector<std::string> released;  // names of tables
  std::string source;
  std::string outsiders;
  std::string region;
  std::string mark;
};

// A request to publish a region of a table, as one server sends it to another.
struct RegionPublishing {
  std::string function;
  std::vector<std::pair<std::string, std::string>> arguments;  // names and expressions
  std::string columns;                                         // the column definition list
};

struct CapturedCalls {
  std::vector<AskedCall> asked;
  std::vector<RegionPublishing> publishing;
  std::vector<std::string> tables;  // tables that calls are about
};

// Returns a script with a stand-in for Citus and releases of tables that the stand-in reports as
// distributed. The script needs its own database, without the extension.
std::string region_script();

// Calls all functions that read distributed releases and returns the requests that servers get; the
// tables in these requests are kept.
CapturedCalls capture_calls(Session& session);

}  // namespace microdata::fuzz
