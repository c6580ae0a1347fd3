#include "postgres/inspection/published_covers.hpp"

#include <utility>

namespace microdata::postgres {

std::vector<PublishedCovers> covers_of_table(PublishedGeneralization table) {
  std::vector<PublishedCovers> result;
  for (std::size_t i = 0; i < table.quasi_identifiers.size(); ++i) {
    RegionAttribute& region = table.quasi_identifiers[i];
    result.push_back({std::move(region.covers), std::move(region.published),
                      std::move(region.tuples), std::move(table.rows_of_values[i]), region.values});
  }
  return result;
}

}  // namespace microdata::postgres
