#pragma once

#include <string>
#include <utility>
#include <vector>

#include "json_mutations.hpp"
#include "session.hpp"

namespace microdata::fuzz {

// A question about a region of a release, as a server is asked it. Members that the function does
// not have are empty.
struct AskedCall {
  std::string function;
  std::string question;
  std::string known;
  std::string request;
  std::vector<std::string> released;  // names of tables
  std::string source;
  std::string outsiders;
  std::string region;
  std::string mark;
  Json plan;
  Json release;
};

// A region of a table, as a server is asked to publish it.
struct RegionPublishing {
  std::string function;
  std::vector<std::pair<std::string, std::string>> arguments;  // names and expressions
  std::string columns;                                         // the column definition list
};

struct CapturedCalls {
  std::vector<AskedCall> asked;
  std::vector<RegionPublishing> publishing;
  std::vector<std::string> tables;  // that calls are about
};

// A stand-in for Citus, and releases of tables that it pretends to have distributed. Needs a
// database of its own, without the extension.
std::string region_script();

// Has all functions that look at distributed releases asked, and returns what servers are asked
// then; the tables that they are asked about are kept.
CapturedCalls capture_calls(Session& session);

}  // namespace microdata::fuzz
