#pragma once

#include <map>
#include <string>
#include <vector>

#include "json_mutations.hpp"
#include "session.hpp"
#include "world.hpp"

namespace microdata::fuzz {

// A release and what it says of itself. Its tables are in the schema fuzz, and copies of them,
// which are no release, under the same names in the schema copies.
struct DescribedRelease {
  std::string method;
  std::string source;
  std::vector<std::string> tables;
  Json description;
};

struct DescribedReleases {
  std::vector<DescribedRelease> releases;
  // Those that releases were made of, and others that have their columns; in the schema fuzz.
  std::map<std::string, std::vector<Attribute>> sources;
};

// Makes releases of small tables by every method and variant of it.
std::string described_releases_script();
DescribedReleases described_releases(Session& session);

}  // namespace microdata::fuzz
