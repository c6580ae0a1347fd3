#include "postgres/inspection/published_covers.hpp"

#include <utility>

namespace microdata::postgres {

std::vector<PublishedCovers> covers_of_table(PublishedGeneralization table) {
  std::vector<PublishedCovers> result;
  for (RegionAttribute& region : table.quasi_identifiers) {
    result.push_back({std::move(region.covers), std::move(region.published),
                      std::move(region.tuples), region.values});
  }
  return result;
}

}  // namespace microdata::postgres
