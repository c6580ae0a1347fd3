#include "core/choice/quick_sample.hpp"

#include <algorithm>

#include "core/correlation/told_information.hpp"
#include "core/microdata/attribute_set.hpp"

namespace microdata {

std::size_t persons_to_learn_from(const Microdata& data) {
  constexpr std::size_t few_features = 60'000;
  constexpr std::size_t most_features = 400'000;
  constexpr std::size_t fewest = 500;
  constexpr std::size_t most = 20'000;
  const std::size_t attributes =
      std::max<std::size_t>(attributes_with_role(data, Role::quasi_identifier).size(), 1) *
      attributes_with_role(data, Role::sensitive).size();
  const std::size_t of_large = std::min(data.rows / std::size_t{10}, most_features / attributes);
  return std::clamp(std::max(few_features / attributes, of_large), fewest, most);
}

std::optional<std::size_t> most_telling(const Microdata& sample, std::size_t attribute,
                                        const Progress& progress) {
  std::optional<std::size_t> result;
  double most = 0;
  const GroupedAttribute sensitive = grouped_attribute(sample, attribute, progress);
  for (const std::size_t a : attributes_with_role(sample, Role::quasi_identifier)) {
    const double told =
        told_information(grouped_attribute(sample, a, progress), sensitive, 0, progress);
    if (!(told > most)) continue;
    most = told;
    result = a;
  }
  return result;
}

}  // namespace microdata
