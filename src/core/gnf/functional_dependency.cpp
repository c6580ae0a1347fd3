#include "core/gnf/functional_dependency.hpp"

#include <algorithm>
#include <optional>

#include "core/microdata/attribute_set.hpp"
#include "core/microdata/combination.hpp"

namespace microdata {

namespace {

// Number of rows that are tried before all are, because most sets of attributes determine nothing,
// and few rows show this.
constexpr Row sample_size = 4096;

Microdata sample_of(const Microdata& data) {
  Microdata sample;
  sample.attributes = data.attributes;
  sample.rows = std::min(data.rows, sample_size);
  for (const std::vector<Code>& column : data.columns) {
    std::vector<Code>& taken = sample.columns.emplace_back();
    for (std::size_t i = 0; i < sample.rows; ++i)
      taken.push_back(column[i * data.rows / sample.rows]);
  }
  return sample;
}

bool determines(const Combinations& left, std::span<const Row> examples,
                std::span<const Code> right, const Progress& progress) {
  for (std::size_t row = 0; row < right.size(); ++row) {
    progress.checkpoint_at(row);
    if (right[row] != right[examples[left.of_row[row]]]) return false;
  }
  return true;
}

// Returns the candidates that the attributes determine.
AttributeSet determined(const Microdata& data, const AttributeSet& attributes,
                        const AttributeSet& candidates, const Progress& progress) {
  if (candidates.empty()) return {};
  const Combinations left = combine(data, attributes, progress);
  const std::vector<Row> examples = representatives(left);
  AttributeSet result;
  std::copy_if(
      candidates.begin(), candidates.end(), std::back_inserter(result),
      [&](std::size_t a) { return determines(left, examples, data.columns[a], progress); });
  return result;
}

// Advances to the next set of the same size in lexicographic order, by positions below `count`;
// returns false after the last.
bool next_subset(std::vector<std::size_t>& positions, std::size_t count) {
  const std::size_t size = positions.size();
  for (std::size_t i = size; i-- > 0;) {
    if (positions[i] + (size - i) >= count) continue;
    ++positions[i];
    for (std::size_t j = i + 1; j < size; ++j)
      positions[j] = positions[j - 1] + 1;
    return true;
  }
  return false;
}

bool is_free_of(const AttributeSet& attributes,
                std::span<const FunctionalDependency> dependencies) {
  return std::none_of(dependencies.begin(), dependencies.end(), [&](const auto& dependency) {
    return contains(attributes, dependency.dependent) &&
           is_subset(dependency.determinant, attributes);
  });
}

}  // namespace

AttributeSet closure(const AttributeSet& attributes,
                     std::span<const FunctionalDependency> dependencies, const Progress& progress) {
  AttributeSet result = attributes;
  bool grown = true;
  while (grown) {
    grown = false;
    for (const FunctionalDependency& dependency : dependencies) {
      progress.checkpoint();
      if (contains(result, dependency.dependent) || !is_subset(dependency.determinant, result))
        continue;
      result = united(result, {dependency.dependent});
      grown = true;
    }
  }
  return result;
}

// Enumerates determinants as Lucchesi and Osborn enumerate keys ("Candidate keys for relations",
// 1978). A minimal determinant K and a dependency X -> A with A in K give the determinant X + (K -
// A). Each minimal determinant is within one that arises in this way.
std::vector<AttributeSet> minimal_determinants(const AttributeSet& dependents,
                                               const AttributeSet& given,
                                               std::span<const FunctionalDependency> dependencies,
                                               const Progress& progress) {
  const auto suffices = [&](const AttributeSet& attributes) {
    return is_subset(dependents, closure(united(given, attributes), dependencies, progress));
  };
  const auto minimized = [&](AttributeSet attributes) {
    for (std::size_t i = attributes.size(); i-- > 0;) {
      const AttributeSet fewer = without(attributes, {attributes[i]});
      if (suffices(fewer)) attributes = fewer;
    }
    return attributes;
  };
  std::vector<AttributeSet> found{minimized(without(dependents, given))};
  for (std::size_t i = 0; i < found.size(); ++i) {
    for (const FunctionalDependency& dependency : dependencies) {
      progress.checkpoint();
      if (!contains(found[i], dependency.dependent)) continue;
      const AttributeSet next =
          without(united(dependency.determinant, without(found[i], {dependency.dependent})), given);
      const auto within = [&](const AttributeSet& known) {
        progress.checkpoint();
        return is_subset(known, next);
      };
      if (std::none_of(found.begin(), found.end(), within)) found.push_back(minimized(next));
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::vector<FunctionalDependency> functional_dependencies(const Microdata& data,
                                                          const AttributeSet& attributes,
                                                          std::size_t max_determinant,
                                                          const Progress& progress) {
  std::vector<FunctionalDependency> found;
  const Microdata sample = sample_of(data);
  for (std::size_t size = 0; size <= std::min(max_determinant, attributes.size()); ++size) {
    std::vector<std::size_t> positions(size);
    for (std::size_t i = 0; i < size; ++i)
      positions[i] = i;
    std::vector<FunctionalDependency> of_size;
    do {
      progress.checkpoint();
      AttributeSet left;
      for (const std::size_t position : positions)
        left.push_back(attributes[position]);
      // A set with a dependency inside determines nothing that a smaller set does not.
      if (!is_free_of(left, found)) continue;
      AttributeSet candidates = without(attributes, left);
      for (const FunctionalDependency& smaller : found) {
        if (is_subset(smaller.determinant, left))
          candidates = without(candidates, {smaller.dependent});
      }
      candidates = determined(sample, left, candidates, progress);
      if (sample.rows < data.rows) candidates = determined(data, left, candidates, progress);
      for (const std::size_t right : candidates)
        of_size.push_back({left, right});
    } while (next_subset(positions, attributes.size()));
    found.insert(found.end(), of_size.begin(), of_size.end());
  }
  return found;
}

}  // namespace microdata
