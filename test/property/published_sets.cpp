#include "property/published_sets.hpp"

namespace microdata::test {

void add_set(PublishedSets& sets, std::size_t bucket, const std::vector<std::uint32_t>& elements) {
  const auto set = static_cast<std::uint32_t>(sets.bucket_of_set.size());
  sets.bucket_of_set.push_back(static_cast<std::uint32_t>(bucket));
  for (const std::uint32_t element : elements) {
    sets.set_of.push_back(set);
    sets.whole.published.push_back(element);
  }
}

}  // namespace microdata::test
