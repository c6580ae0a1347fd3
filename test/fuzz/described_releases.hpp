#pragma once

#include <map>
#include <string>
#include <vector>

#include "json_mutations.hpp"
#include "session.hpp"
#include "world.hpp"

namespace microdata::fuzz {

// A release and its description. The tables are in the schema fuzz; copies under the same names in
// the schema copies belong to no release.
struct DescribedRelease {
  std::string method;
  std::string source;
  std::vector<std::string> tables;
  Json description;
};

struct DescribedReleases {
  std::vector<DescribedRelease> releases;
  // Sources of the releases and other tables with the same columns, all in the schema fuzz.
  std::map<std::string, std::vector<Attribute>> sources;
};

// Returns a script that makes releases of small tables by every method and variant.
std::string described_releases_script();
DescribedReleases described_releases(Session& session);

}  // namespace microdata::fuzz
